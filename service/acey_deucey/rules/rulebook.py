"""The rules as texts with their sources, and which of them each refusal cites; it decides nothing.

Statement numbers: G and F are one German and French article on the American game, H a Hungarian page on
the European game, B the bkgm.com page, FAQ the rec.games.backgammon FAQ; *inf.* marks a reading of ours
where every text is silent.
"""

from typing import NamedTuple


class Rule(NamedTuple):
    """One rule: a slug for its address, an id for citations, and the statements that it rests on."""

    slug: str
    id: str
    sources: tuple[str, ...]
    title: str
    text: str


class Refusal(NamedTuple):
    """One way in which a request can break the rules; ``slug`` names it for ever."""

    slug: str
    title: str
    rule: str


RULES = {
    rule.slug: rule
    for rule in (
        Rule("start", "A-start", ("G5", "H1"), "All checkers start in the hand",
             "Each player has fifteen checkers. All of them start off the board, in the hand."),
        Rule("opening", "A-opening", ("H5", "H6", "B"), "The opening roll",
             "Each player throws one die; equal dice are thrown again. The higher one starts and rolls two "
             "fresh dice, unless the options say that he plays the opening dice."),
        Rule("entering", "A-entering", ("G6", "G14", "G15", "G16", "H2", "H7", "H8"), "Entering",
             "A checker enters on the point of a rolled number in the opponent's home board: a 1 on your "
             "point 24, a 6 on your point 19. Each number enters one checker."),
        Rule("enter-before-moving", "A-enter-first", ("G17", "H9"), "Moving before all have entered",
             "Checkers on the board may move while others are still in the hand, unless the option "
             "enter_before_moving is set: then the hand must be empty first."),
        Rule("entry-roll", "A-entry-roll", ("G14", "H7", "LEE"), "Rolls that bring checkers in",
             "Every roll brings checkers in, unless the option entry_requires asks for a double or a 1-2."),
        Rule("direction", "A-direction", ("G10", "G11", "G12", "H2"), "The direction of travel",
             "You move from your point 24 down to your point 1 and then off the board, never back. "
             "Your point p is the opponent's point 25-p."),
        Rule("open-points", "A-open-points", ("G21", "H11"), "Open and blocked points",
             "A point with two or more opposing checkers is blocked: you may not land on it. "
             "Your own checkers never block."),
        Rule("dice", "B-dice", ("G13", "G24", "G25", "G26", "H10"), "The numbers rolled",
             "You roll two dice and play exactly their numbers, each by itself: a 3-5 is a 3 and a 5, "
             "or both with one checker, never a 6 and a 2."),
        Rule("stop-over", "B-stop-over", ("G18", "G19", "G20", "H12"), "Several numbers with one checker",
             "One checker may play several numbers one after the other if every point on which it stops "
             "is open."),
        Rule("all-numbers", "B-all", ("H13", "B"), "Play all the numbers you can",
             "Of each roll you must play as many numbers as any order of steps allows. You may not pass, "
             "nor play a step that makes the others unplayable when another step does not."),
        Rule("larger-number", "B-larger", ("H14", "B"), "The larger number first",
             "When only one of two different numbers can be played, it must be the larger, if it can be "
             "played at all."),
        Rule("hitting", "C-hitting", ("G28", "G29", "H26"), "Hitting",
             "Landing on a lone opposing checker hits it: it goes to the bar, apart from the hand, and "
             "must enter again."),
        Rule("bar-first", "C-bar", ("G30", "G31", "H27", "H29", "B"), "The bar comes first",
             "With a checker on the bar you may do nothing else, not even enter one from the hand, until "
             "it has entered, unless the option bar_first is off. If it cannot enter, the numbers are lost."),
        Rule("bar-entry", "C-entry", ("G32", "H28"), "Entering from the bar",
             "A checker on the bar enters as one from the hand does: on the open point of a rolled number."),
        Rule("acey-deucey", "D-acey-deucey", ("G34", "H22", "H19", "B"), "The acey-deucey, 1-2",
             "A 1-2 earns a bonus: when you have played both the 1 and the 2 you name a double, play it, "
             "and roll again. If you cannot play both, the bonus is lost."),
        Rule("naming", "E-naming", ("G35", "H23", "B"), "Naming a double",
             "After a 1-2 you name one number from 1 to 6 and play it four times. When no number can be "
             "played at all, there is nothing to name and the turn ends."),
        Rule("roll-again", "E-roll-again", ("G36", "H18", "H25"), "Rolling again",
             "After a named double that is fully played you roll again; in the European game after every "
             "double that is fully played with its complement. Such chains have no limit."),
        Rule("doubles", "F-doubles", ("G27", "H16"), "Doubles",
             "A double is played four times."),
        Rule("complement", "F-complement", ("H17", "H24"), "Complements",
             "In the European game a double n that is fully played is followed by its complement, 7-n, "
             "four times."),
        Rule("forfeits", "F-forfeits", ("H19", "H20", "B"), "What lost numbers cost",
             "A number that no checker can play is lost. With it you lose what was to follow: the name, "
             "the complement, the further roll. What you have played stays played."),
        Rule("home-first", "G-home", ("G38", "G39", "H30"), "All home before bearing off",
             "You may bear off only while all your remaining checkers are in your home board, points 6 "
             "to 1, with none in hand and none on the bar."),
        Rule("bear-off", "G-bear-off", ("G40", "H31"), "Bearing off",
             "A number bears off a checker from the point of that number."),
        Rule("bear-off-any", "G-any", ("G41", "G42"), "Larger numbers bear off any checker",
             "A number larger than every point on which you have checkers bears off any of them."),
        Rule("bear-off-highest", "G-highest", ("B",), "Larger numbers bear off the highest checker",
             "A number larger than every point on which you have checkers bears off one from your highest "
             "point."),
        Rule("bear-off-exact", "G-exact", ("H32", "H33"), "Only exact numbers bear off",
             "A checker is borne off only by the exact number of its point; a number without a checker "
             "on its point is lost."),
        Rule("home-moves", "G-home-moves", ("G40", "H42"), "Moving inside the home board",
             "In the American game checkers may move forward inside the home board. In the European game "
             "a checker at home is frozen until it is borne off."),
        Rule("turns", "T-turns", ("G13", "H29"), "Taking turns",
             "The players roll in turn. A turn lasts until all that its rolls bring has been played or lost."),
        Rule("winning", "W-winning", ("G37", "H3", "H4"), "Winning",
             "Whoever first bears off all fifteen checkers wins at once, whatever is left of his numbers."),
        Rule("scoring", "W-scoring", ("B", "H34", "H35", "H36", "H37"), "Scoring",
             "The American winner gets a point for each checker that the loser has not borne off, the "
             "European one point. There is no gammon and no cube; the option "
             "stake_doubles_on_acey_deucey doubles the points at each 1-2."),
        Rule("dead-position", "W-dead", ("H29", "H42"), "The dead position",
             "When neither player could ever move again, whatever is rolled, the game is drawn without "
             "points. No text speaks of it; this is our own reading."),
    )
}  # fmt: skip

ILLEGAL_MOVES = {
    refusal.slug: refusal
    for refusal in (
        Refusal("point-blocked", "That point is blocked", "open-points"),
        Refusal("stop-over-blocked", "A stop-over on the way is blocked", "stop-over"),
        Refusal("number-not-rolled", "That number was not rolled", "dice"),
        Refusal("number-does-not-fit", "That number leads elsewhere", "dice"),
        Refusal("step-after-win", "The game is won before that step", "winning"),
        Refusal("no-checker-there", "There is no checker of yours there", "direction"),
        Refusal("wrong-direction", "Checkers move forward only", "direction"),
        Refusal("larger-number-compulsory", "The larger number must be played", "larger-number"),
        Refusal("maximum-play-compulsory", "More numbers can be played", "all-numbers"),
        Refusal("pass-not-allowed", "You cannot pass", "all-numbers"),
        Refusal("bar-first", "The checker on the bar comes first", "bar-first"),
        Refusal("enter-before-moving", "All checkers must enter first", "enter-before-moving"),
        Refusal("entry-needs-double", "Checkers enter only on a double or a 1-2", "entry-roll"),
        Refusal("not-all-home", "Not all your checkers are home", "home-first"),
        Refusal("exact-number-required", "Only the exact number bears off", "bear-off-exact"),
        Refusal("higher-checkers-left", "A larger number needs an empty board above", "bear-off-any"),
        Refusal("highest-checker-first", "The highest checker goes first", "bear-off-highest"),
        Refusal("home-checker-frozen", "Checkers at home do not move", "home-moves"),
        Refusal("ambiguous-play", "The play can be read in several ways", "stop-over"),
        Refusal("name-not-a-number", "Name one number from 1 to 6", "naming"),
        Refusal("name-not-playable", "The number named must be playable", "naming"),
    )
}

WRONG_STATES = {
    refusal.slug: refusal
    for refusal in (
        Refusal("numbers-still-playable", "There are numbers to play first", "all-numbers"),
        Refusal("name-a-double-first", "Name a double first", "naming"),
        Refusal("roll-first", "Roll the dice first", "turns"),
        Refusal("name-before-acey-deucey-played", "Play the 1 and the 2 first", "acey-deucey"),
        Refusal("name-not-earned", "There is nothing to name", "acey-deucey"),
        Refusal("name-forfeited", "The name is forfeited", "forfeits"),
        Refusal("not-your-turn", "It is the other player's turn", "turns"),
        Refusal("opening-not-rolled", "The opening dice have not been thrown", "opening"),
        Refusal("nothing-to-undo", "There is nothing to take back", "turns"),
        Refusal("game-finished", "The game is over", "winning"),
    )
}

WRONG_SEATS = {
    refusal.slug: refusal
    for refusal in (Refusal("acting-for-opponent", "That is for the other player to do", "turns"),)
}

REFUSALS = ILLEGAL_MOVES | WRONG_STATES | WRONG_SEATS
