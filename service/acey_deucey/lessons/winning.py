"""Lessons on how a game ends and what it is worth; only data."""

from acey_deucey.lessons.lesson import Lesson, Mistake, plays, rolls

_CLOSED = "h3,6x2,5x2,4x2,3x2,2x2,1x2"

WINNING = (
    Lesson(
        id="winning",
        title="The last checker wins",
        ruleset="american",
        position="3,1,o13/h3,b1,13x6,o5 w roll 0",
        dice=((3, 1),),
        task="Whoever has all fifteen checkers off first has won. In the American game the winner gets a point for "
        "each checker that the loser still has. Roll and win: Black has ten left, so it is worth ten points.",
        hints=(
            "Each of your two checkers has a number that fits exactly.",
            "Do not move the checker on 3 with the 1: play 3/off 1/off.",
        ),
        rules=("winning", "scoring"),
        statements=("G37", "B"),
        answer=(rolls(), plays("3/off 1/off")),
        goal=frozenset({"o15/h3,b1,13x6,o5 over"}),
        mistake=Mistake((rolls(), plays("3/2 2/off"))),
    ),
    Lesson(
        id="doubled-stake",
        title="One point, or two",
        ruleset="european",
        options={"stake_doubles_on_acey_deucey": True},
        position="2,1,o13/h15 w roll 0",
        dice=((2, 1),),
        task="A European game is worth one point, however badly the loser stands; there is no doubling cube. Some "
        "players double the points each time that a 1-2 is rolled, and so do we here. Roll the 1-2 and win two points.",
        hints=(
            "Nothing moves inside the home board, so each number takes off the checker on its point.",
            "Play 2/off 1/off. The game ends at once, and nothing is named any more.",
        ),
        rules=("scoring", "winning", "home-moves"),
        statements=("H3", "H4", "H34", "H35", "H36", "H37", "H42"),
        answer=(rolls(), plays("2/off 1/off")),
        goal=frozenset({"o15/h15 over"}),
        mistake=Mistake((rolls(), plays("2/1")), "home-checker-frozen"),
    ),
    Lesson(
        id="dead-position",
        title="When nobody can ever move again",
        ruleset="european",
        position=f"h3,7,6x2,5x2,4x2,3x2,2x2,1/{_CLOSED} w roll 0",
        dice=((6, 1),),
        task="Black has two checkers on each of his six home points, so the three checkers in your hand can never "
        "enter. You are about to do the same to Black. Roll, make your move, and see how such a game ends.",
        hints=(
            "Only the checker on 7 can move. It can play the 6 or the 1, not both, so it must be the larger number.",
            "Play 7/1. Now neither player will ever move again: the game is drawn.",
        ),
        rules=("dead-position", "larger-number"),
        statements=("H14", "H29", "H42"),
        answer=(rolls(), plays("7/1")),
        goal=frozenset({f"{_CLOSED}/{_CLOSED} over"}),
        mistake=Mistake((rolls(), plays("7/6")), "larger-number-compulsory"),
    ),
)
