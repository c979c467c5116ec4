"""Every refusal of the rule book, provoked: slug, rule, place, number, sentence, and an example that is accepted."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest
from acey_deucey.rules.game import Game
from acey_deucey.rules.moves import Request, parse_play
from acey_deucey.rules.position import BAR, HAND, OFF
from acey_deucey.rules.rulebook import ILLEGAL_MOVES, REFUSALS, RULES, WRONG_SEATS, WRONG_STATES
from acey_deucey.rules.violations import IllegalMove, Violation, WrongSeat, WrongState

from tests.rules.script import carried_out, game_at, moving


class Refused(NamedTuple):
    """White asks for a play, and what he is told. ``place`` is that of the step that is wrong."""

    slug: str
    sides: str
    stage: str
    numbers: str
    ruleset: str
    asked: str | tuple[Request, ...]
    says: str
    example: str
    number: int | None = None
    place: int | None = 0
    options: tuple[tuple[str, object], ...] = ()

    @property
    def game(self) -> Game:
        return moving(self.sides, self.stage, self.numbers, self.ruleset, **dict(self.options))

    @property
    def requests(self) -> tuple[Request, ...]:
        return parse_play(self.asked) if isinstance(self.asked, str) else self.asked


class Wrong(NamedTuple):
    """A command line that the state of the game, or its seat, does not allow."""

    slug: str
    position: str
    line: str
    says: str
    example: str | None = None
    number: int | None = None
    ruleset: str = "american"
    options: tuple[tuple[str, object], ...] = ()
    first: tuple[str, ...] = ()
    fault: type[Violation] = WrongState

    @property
    def game(self) -> Game:
        game = game_at(self.position, self.ruleset, **dict(self.options))
        for line in self.first:
            game, _ = carried_out(game, line)
        return game


def numbered(cases: Sequence[Refused | Wrong]) -> list[str]:
    return [f"{case.slug}-{number}" for number, case in enumerate(cases, 1)]


CLOSED = "Point {} is blocked: two or more opposing checkers stand there.".format
BAR_FIRST = "Before anything else you must enter your checker on the bar."
NOT_HOME = "You can bear off only when all your checkers are home; still outside {}, in hand {}, on the bar {}.".format
AT_HOME = "A checker on {} is home: in this game it does not move again until it is borne off.".format
ALL_AT_HOME = "All your checkers are home: in this game they are now borne off, and do not move inside the home board."
BACKWARDS = "Checkers move from high points to low ones, not from {} to {}.".format
HANDS_OFF = "In this game no checker on the board moves before all have entered; you have 1 checker in hand."
SHUT_OUT = "In this game checkers enter only on a double or a 1-2, not on this roll."
ENTER_FIRST = (("enter_before_moving", True),)
STAY_WHEN_HOME = (("home_moves", "not_while_bearing_off"),)

AM, BKGM, EU, JC, AU, BG = "american", "american-bkgm", "european", "jacoby-crawford", "australian", "bgammon"

# fmt: off
PLAYS = [
    Refused("point-blocked", "h15/h13,5x2", "plain", "52", AM, "hand/20", CLOSED(20), "hand/23", 5),
    Refused("point-blocked", "h15/h13,5x2", "plain", "52", AM, "hand/23 hand/20", CLOSED(20), "hand/23 23/18", 5, 1),
    Refused("point-blocked", "b1,13x14/h13,5x2", "plain", "52", AM, "bar/20", CLOSED(20), "bar/23", 5),
    Refused("point-blocked", "13,8x14/h13,15x2", "plain", "31", AM, "13/10", CLOSED(10), "8/5", 3),
    Refused("point-blocked", "13,8x14/h13,22x2", "plain", "64", AM, "13/3", CLOSED(3), "13/7", 4),
    Refused("stop-over-blocked", "13,6x14/h11,18x2,16x2", "plain", "64", AM, "13/3",
            "The way is blocked: the checker would have to stop on 9 or 7.", "6/2"),
    Refused("stop-over-blocked", "13,6x14/h13,16x2", "named", "4444", AM, "13/5",
            "The way is blocked: the checker would have to stop on 9.", "6/2"),
    Refused("number-not-rolled", "h15/h15", "plain", "53", AM, "hand/19 hand/23",
            "hand/19 takes a 6; still to play: 5, 3.", "hand/20", 6),
    Refused("number-not-rolled", "h14,13/h15", "plain", "53", AM, "13/3",
            "13/3 takes a 10; still to play: 5, 3.", "hand/20"),
    Refused("number-not-rolled", "6,5,o13/h15", "plain", "31", BKGM, "6/off",
            "6/off takes a 6; still to play: 3, 1.", "6/3", 6),
    Refused("highest-checker-first", "6,5,o13/h15", "plain", "54", BKGM, "6/off",
            "A 4 bears off from 1 only when none stands higher; you have one on 5.", "6/1", 4),
    Refused("number-not-rolled", "h15/h15", "double", "6666", AM, "hand/off",
            "hand/off takes a 25; still to play: 6, 6, 6, 6.", "hand/19"),
    Refused("number-not-rolled", "h15/h15", "plain", "53", AM, "hand/20 hand/22 hand/22",
            "The steps before it play all the numbers: none is left for hand/22.", "hand/20 hand/22", None, 2),
    Refused("number-not-rolled", "h15/h15", "plain", "53", AM, (Request(HAND, 20, 4),),
            "There is no 4 to play; still to play: 5, 3.", "hand/20", 4),
    Refused("number-not-rolled", "h15/h15", "plain", "53", AM, (Request(HAND, 20, 5), Request(20, 15, 5)),
            "There is no 5 to play; still to play: 3.", "hand/20 hand/22", 5, 1),
    Refused("number-does-not-fit", "h15/h15", "plain", "53", AM, (Request(HAND, 20, 3),),
            "hand/20 is not what a 3 does: that is hand/22.", "hand/20", 3),
    Refused("number-does-not-fit", "h14,13/h15", "plain", "53", AM, (Request(13, 5, 5),),
            "13/5 is not what a 5 does: that is 13/8.", "hand/20", 5),
    Refused("number-does-not-fit", "6,5,o13/h15", "plain", "53", AM, (Request(6, OFF, 3),),
            "6/off is not what a 3 does: that is 6/3.", "6/1", 3),
    Refused("no-checker-there", "h13,24,13/h14,8", "plain", "53", AM, "12/9",
            "You have no checker on point 12.", "hand/20"),
    Refused("no-checker-there", "h13,24,13/h14,8", "plain", "53", AM, "17/12",
            "The checkers on point 17 are your opponent's: points are counted from your own home.", "hand/20"),
    Refused("no-checker-there", "h15/h15", "plain", "53", AM, "bar/20",
            "You have no checker on the bar. Those in your hand are written hand/…", "hand/20"),
    Refused("no-checker-there", "h15/h15", "plain", "53", AM, "25/20",
            "You have no checker on the bar. Those in your hand are written hand/…", "hand/20"),
    Refused("no-checker-there", "b1,13x14/h15", "plain", "53", AM, "hand/20",
            "You have no checker in your hand. Those on the bar are written bar/…", "bar/20"),
    Refused("no-checker-there", "13x15/h15", "plain", "53", AM, "bar/20", "You have no checker on the bar.", "13/8"),
    Refused("no-checker-there", "13x15/h15", "plain", "53", AM, "hand/20", "You have no checker in your hand.", "13/8"),
    Refused("wrong-direction", "13x15/h15", "plain", "53", AM, "13/18", BACKWARDS(13, 18), "13/8"),
    Refused("wrong-direction", "13x15/h15", "plain", "53", AM, "13/13", BACKWARDS(13, 13), "13/8"),
    Refused("larger-number-compulsory", "13,1x14/h13,22x2", "plain", "64", AM, "13/9",
            "Only one of 6 and 4 can be played: play the 6 (13/7).", "13/7", 6),
    Refused("larger-number-compulsory", "13,1x14/h13,22x2", "plain", "64", EU, "13/9",
            "Only one of 6 and 4 can be played: play the 6 (13/7).", "13/7", 6),
    Refused("maximum-play-compulsory", "8,7,1x13/h13,23x2", "plain", "61", EU, "7/6",
            "After 7/6 you could not play as many numbers as you must: 2, as with 7/1 8/7.", "7/1", 1),
    Refused("maximum-play-compulsory", "3,o14/h15", "plain", "31", BG, "3/2",
            "3/off wins the game, which counts as playing every number; after 3/2 one would be lost.", "3/off", 1),
    Refused("maximum-play-compulsory", "5,2,o13/h15", "plain", "64", AM, "2/off",
            "After 2/off you could not play as many numbers as you must: 2, as with 5/off 2/off.", "5/off", 6,
            options=(("home_moves", "never"),)),
    Refused("maximum-play-compulsory", "10,7,o13/h15", "named", "4444", EU, "7/3",
            "After 7/3 you could not play as many numbers as you must: 3, as with 10/6 6/2 7/3.", "10/6", 4,
            options=STAY_WHEN_HOME),
    Refused("pass-not-allowed", "h15/h15", "plain", "53", AM, "",
            "There are numbers to play: you cannot pass.", "hand/20", None, None),
    Refused("bar-first", "b1,h1,13x13/h15", "plain", "52", AM, "13/8", BAR_FIRST, "bar/20"),
    Refused("bar-first", "b1,h1,13x13/h15", "plain", "52", AM, "hand/23", BAR_FIRST, "bar/20"),
    Refused("bar-first", "b2,13x13/h15", "plain", "52", AM, "bar/20 13/11", BAR_FIRST, "bar/20 bar/23", None, 1),
    Refused("enter-before-moving", "h1,13x14/h15", "plain", "52", AM, "13/8", HANDS_OFF, "hand/20",
            options=ENTER_FIRST),
    Refused("entry-needs-double", "h1,13x14/h15", "plain", "52", AU, "hand/20", SHUT_OUT, "13/8"),
    Refused("not-all-home", "h1,5x14/h15", "plain", "52", AM, "5/off", NOT_HOME(0, 1, 0), "hand/20", 5),
    Refused("not-all-home", "b1,5x14/h15", "plain", "52", JC, "5/off", NOT_HOME(0, 0, 1), "bar/20", 5),
    Refused("not-all-home", "7,5x14/h15", "plain", "52", AM, "5/off", NOT_HOME(1, 0, 0), "7/2", 5),
    Refused("not-all-home", "8,7,5x13/h15", "plain", "62", AM, "8/off", NOT_HOME(1, 0, 0), "8/2", 2),
    Refused("exact-number-required", "3,2,o13/h15", "plain", "63", EU, "2/off",
            "In this game a 6 bears off only from point 6, not from 2.", "3/off", 6),
    Refused("exact-number-required", "3,2,o13/h15", "plain", "63", BG, "3/off 2/off",
            "In this game a 6 bears off only from point 6, not from 2.", "3/off", 6, 1),
    Refused("higher-checkers-left", "6x2,2,o12/h15", "plain", "54", AM, "2/off",
            "A 5 bears off from 2 only when all stand below 5; you have one on 6.", "6/1", 5),
    Refused("higher-checkers-left", "5x2,2,o12/h15", "plain", "54", AM, (Request(2, OFF, 5),),
            "A 5 bears off from 2 only when all stand below 5; you have one on 5.", "5/off", 5),
    Refused("highest-checker-first", "5,3x2,o12/h15", "plain", "64", BKGM, "3/off",
            "A 6 bears off from 3 only when none stands higher; you have one on 5.", "5/off", 6),
    Refused("home-checker-frozen", "13,6x14/h15", "plain", "64", EU, "6/2", AT_HOME(6), "13/7", 4),
    Refused("home-checker-frozen", "13,8,6x13/h15", "plain", "32", EU, "8/3", AT_HOME(5), "13/10", 2),
    Refused("home-checker-frozen", "6,5x14/h15", "plain", "64", EU, "5/1", ALL_AT_HOME, "6/off", 4,
            options=STAY_WHEN_HOME),
    Refused("ambiguous-play", "13,6x14/h14,18", "plain", "64", AM, "13/3",
            "This can be read as 13/7* 7/3 or 13/9 9/3: write which one you mean.", "13/7* 7/3", None, None),
    Refused("ambiguous-play", "h1,b1,13x13/h15", "plain", "52", JC, "25/20",
            "This can be read as bar/20 or hand/20: write which one you mean.", "bar/20", None, None),
    Refused("step-after-win", "3,o14/h15", "plain", "63", AM, "3/off 2/off",
            "The step before it wins the game: no other can follow.", "3/off", None, 1),
]
# fmt: on


@pytest.mark.parametrize("case", PLAYS, ids=numbered(PLAYS))
def test_a_refused_play_says_why_and_its_example_is_accepted(case: Refused) -> None:
    game = case.game
    with pytest.raises(IllegalMove) as refused:
        game.play("white", case.requests)
    error = refused.value
    assert (error.code, str(error)) == (case.slug, case.says)
    assert (error.step_index, error.number, error.legal_example) == (case.place, case.number, case.example)
    game.play("white", parse_play(case.example))


START, TO_ROLL, TO_MOVE = "h15/h15 opening", "h15/h15 w roll 0", "h15/h15 w move plain 53 53 - 1"
A_1_2, TO_NAME = "h15/h15 w move acey_deucey 21 21 - 1", "h15/h15 w name 1"
DOUBLE, ALMOST = "h15/h15 w move double 3333 33 - 1", "3,o14/h15 w move plain 63 63 - 1"
SHUT = "h15/h11,2x2,1x2 w roll 0"
PLAYABLE = (("named_must_be_playable", True),)
UNNAMED, UNEARNED = "Now name a double: a number from 1 to 6.", "Only a 1-2 that has been played earns a name."
NAME_FIRST, THROW = "Play the 1 and the 2 before you name a double.", "The opening dice have not been thrown yet."
LOST = "Your 1-2 gave no name: its 1 and 2 could not both be played, or no number could be after them."
LEFT, ROLL = "There are numbers left to play: {}.".format, "Roll the dice first."
NOTHING, OVER = (
    "Nothing has been played since the last roll: there is nothing to undo.",
    "The game is over; no further action is possible.",
)
ONE_TO_SIX, UNPLAYABLE = (
    "Name one whole number from 1 to 6, such as {}.".format,
    "No checker can play a {}; name one that can be played.".format,
)

# fmt: off
ACTIONS = [
    Wrong("numbers-still-playable", TO_MOVE, "white roll 3 1", LEFT("5, 3"), "hand/20", 5),
    Wrong("numbers-still-playable", TO_MOVE, "white roll 3 1", LEFT("3"), "hand/22", 3, first=("white play hand/20",)),
    Wrong("numbers-still-playable", TO_MOVE, "open 3 1", LEFT("5, 3"), "hand/20", 5),
    Wrong("name-a-double-first", TO_NAME, "white roll 3 1", UNNAMED, "1"),
    Wrong("name-a-double-first", TO_NAME, "white play hand/20", UNNAMED, "1"),
    Wrong("roll-first", TO_ROLL, "white play hand/20", ROLL),
    Wrong("roll-first", TO_ROLL, "open 3 1", ROLL),
    Wrong("name-before-acey-deucey-played", A_1_2, "white name 4", NAME_FIRST, "hand/23"),
    Wrong("name-before-acey-deucey-played", A_1_2, "white name 4", NAME_FIRST, "hand/24",
          first=("white play hand/23",)),
    Wrong("name-not-earned", TO_ROLL, "white name 4", UNEARNED),
    Wrong("name-not-earned", TO_MOVE, "white name 4", UNEARNED),
    Wrong("name-not-earned", DOUBLE, "white name 4", UNEARNED),
    Wrong("name-not-earned", TO_NAME, "white name 5", UNEARNED, first=("white name 4",)),
    Wrong("name-forfeited", SHUT, "white name 4", LOST, first=("white roll 1 2",)),
    Wrong("name-forfeited", "b2,13x13/h11,2x2,1x2 w roll 0", "white name 4", LOST, first=("white roll 1 2",)),
    Wrong("not-your-turn", TO_ROLL, "black roll 3 1", "It is White's turn."),
    Wrong("not-your-turn", TO_MOVE, "black play hand/20", "It is White's turn."),
    Wrong("not-your-turn", TO_NAME, "black name 4", "It is White's turn."),
    Wrong("not-your-turn", "h15/h15 b roll 0", "white roll 3 1", "It is Black's turn."),
    Wrong("not-your-turn", SHUT, "white roll 4 3", "It is Black's turn.", first=("white roll 1 2",)),
    Wrong("not-your-turn", SHUT, "white name 4", "It is Black's turn.",
          first=("white roll 1 2", "black roll 3 4")),
    Wrong("opening-not-rolled", START, "white roll 3 1", THROW),
    Wrong("opening-not-rolled", START, "white play hand/20", THROW),
    Wrong("opening-not-rolled", START, "white name 4", THROW),
    Wrong("nothing-to-undo", START, "white undo", NOTHING),
    Wrong("nothing-to-undo", TO_MOVE, "white undo", NOTHING),
    Wrong("nothing-to-undo", TO_MOVE, "white undo", NOTHING, first=("white play hand/20", "white undo")),
    Wrong("nothing-to-undo", TO_MOVE, "white undo", NOTHING, first=("white play hand/20 hand/22",)),
    Wrong("nothing-to-undo", TO_NAME, "white undo", NOTHING,
          first=("white name 4", "white play hand/21(4)", "white roll 4 3")),
    Wrong("acting-for-opponent", TO_MOVE, "black undo", "Only the player who moved can take his move back.",
          first=("white play hand/20",), fault=WrongSeat),
    Wrong("game-finished", ALMOST, "white play 3/off", OVER, first=("white play 3/off",)),
    Wrong("game-finished", START, "open 3 1", OVER, first=("black resign",)),
    Wrong("game-finished", START, "black resign", OVER, first=("black resign",)),
    Wrong("game-finished", TO_NAME, "white name 4", OVER, first=("white resign",)),
    Wrong("game-finished", TO_NAME, "white timeout", OVER, first=("white timeout",)),
    Wrong("not-your-turn", TO_NAME, "black timeout", "It is White's turn."),
    Wrong("opening-not-rolled", START, "white timeout", THROW),
    Wrong("name-not-a-number", TO_NAME, "white name 0", ONE_TO_SIX(1), "1", fault=IllegalMove),
    Wrong("name-not-a-number", TO_NAME, "white name 7", ONE_TO_SIX(1), "1", fault=IllegalMove),
    Wrong("name-not-a-number", "h15/h13,1x2 w name 1", "white name 7", ONE_TO_SIX(2), "2",
          options=PLAYABLE, fault=IllegalMove),
    Wrong("name-not-playable", "h15/h13,1x2 w name 1", "white name 1", UNPLAYABLE(1), "2", 1,
          options=PLAYABLE, fault=IllegalMove),
]
# fmt: on


@pytest.mark.parametrize("case", ACTIONS, ids=numbered(ACTIONS))
def test_a_refused_action_says_why_and_its_example_is_accepted(case: Wrong) -> None:
    game = case.game
    with pytest.raises(case.fault) as refused:
        carried_out(game, case.line)
    error = refused.value
    assert (error.code, str(error)) == (case.slug, case.says)
    assert (error.number, error.legal_example) == (case.number, case.example)
    if case.example:
        carried_out(game, f"white {'play' if '/' in case.example else 'name'} {case.example}")


@pytest.mark.parametrize("number", ["4-4", "4", None, 4.0, True, 10**400, [4], ""])
def test_only_a_whole_number_is_a_name(number: object) -> None:
    with pytest.raises(IllegalMove) as refused:
        game_at(TO_NAME).name("white", number)
    assert refused.value.code == "name-not-a-number"


def test_every_refusal_of_the_rule_book_is_provoked() -> None:
    provoked = {
        IllegalMove: {case.slug for case in PLAYS} | {case.slug for case in ACTIONS if case.fault is IllegalMove},
        WrongState: {case.slug for case in ACTIONS if case.fault is WrongState},
        WrongSeat: {case.slug for case in ACTIONS if case.fault is WrongSeat},
    }
    assert provoked == {IllegalMove: set(ILLEGAL_MOVES), WrongState: set(WRONG_STATES), WrongSeat: set(WRONG_SEATS)}


def test_every_refusal_belongs_to_one_class_and_cites_a_rule_that_has_sources() -> None:
    assert len(REFUSALS) == len(ILLEGAL_MOVES) + len(WRONG_STATES) + len(WRONG_SEATS)
    for slug, refusal in REFUSALS.items():
        error = Violation(slug, "")
        assert (refusal.slug, error.title) == (slug, refusal.title)
        assert error.rule is RULES[refusal.rule]
        assert error.rule.sources


CITED = {
    "point-blocked": ("A-open-points", ("G21", "H11")),
    "stop-over-blocked": ("B-stop-over", ("G18", "G19", "G20", "H12")),
    "number-not-rolled": ("B-dice", ("G13", "G24", "G25", "G26", "H10")),
    "larger-number-compulsory": ("B-larger", ("H14", "B")),
    "maximum-play-compulsory": ("B-all", ("H13", "B")),
    "pass-not-allowed": ("B-all", ("H13", "B")),
    "numbers-still-playable": ("B-all", ("H13", "B")),
    "bar-first": ("C-bar", ("G30", "G31", "H27", "H29", "B")),
    "not-all-home": ("G-home", ("G38", "G39", "H30")),
    "exact-number-required": ("G-exact", ("H32", "H33")),
    "higher-checkers-left": ("G-any", ("G41", "G42")),
    "highest-checker-first": ("G-highest", ("B",)),
    "home-checker-frozen": ("G-home-moves", ("G40", "H42")),
    "name-before-acey-deucey-played": ("D-acey-deucey", ("G34", "H22", "H19", "B")),
    "name-not-a-number": ("E-naming", ("G35", "H23", "B")),
    "name-forfeited": ("F-forfeits", ("H19", "H20", "B")),
    "not-your-turn": ("T-turns", ("G13", "H29")),
    "acting-for-opponent": ("T-turns", ("G13", "H29")),
    "game-finished": ("W-winning", ("G37", "H3", "H4")),
}


@pytest.mark.parametrize("slug", CITED)
def test_the_refusals_that_the_rules_list_cite_these_statements(slug: str) -> None:
    rule = Violation(slug, "").rule
    assert (rule.id, rule.sources) == CITED[slug]


def test_each_rule_of_the_book_is_known_by_its_slug_and_has_an_id_of_its_own() -> None:
    assert all(rule.slug == slug for slug, rule in RULES.items())
    assert len({rule.id for rule in RULES.values()}) == len(RULES)


def test_the_hand_and_the_bar_are_not_the_same_place() -> None:
    game = moving("h14,b1/h15", "plain", "52")
    with pytest.raises(IllegalMove):
        game.play("white", (Request(HAND, 20),))
    game.play("white", (Request(BAR, 20),))
