"""For each value of each option a situation, an action that it allows and one that it refuses; only data.

Each example can be tried with POST /v1/referee/apply: the American rules with that one option, the position,
and the commands one after the other. White is in turn at first.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

Command = Mapping[str, Any]


class Example(NamedTuple):
    """What happens under one value of an option, after the commands ``before``; ``points`` if that wins."""

    position: str
    before: tuple[Command, ...]
    accepted: Command
    refused: Command
    problem: str
    points: int | None = None


def example_json(option: str, value: object) -> dict[str, Any]:
    """The example of an option's value as clients see it."""
    example = EXAMPLES[option, value]
    return {
        "options": {option: value},
        "position": example.position,
        "before": example.before,
        "accepted": example.accepted,
        "points": example.points,
        "refused": example.refused,
        "problem": f"/problems/{example.problem}",
    }


def _play(text: str) -> Command:
    return {"play": text}


def _roll(first: int, second: int) -> Command:
    return {"roll": [first, second]}


def _name(number: int) -> Command:
    return {"name": number}


_START = "h15/h15 opening"
_ONE_IN_HAND = "h1,20,13x13/h15 w move plain 52 52 - 1"
_TWO_IN_HAND = "h2,13x13/h15 w move plain 52 52 - 1"
_ON_THE_BAR = "b1,13x14/h15 w move plain 52 52 - 1"
_LAST_OF_DOUBLE = "13x15/h15 w move double 3 33 - 1"
_STUCK_DOUBLE = "13,10x14/h13,18x2 w move double 33 33 - 1"
_HALF_BLOCKED_ACE = "13x15/h11,15x2,13x2 w move acey_deucey 21 21 - 1"
_SIX_BLOCKED_NAME = "13x15/h13,18x2 w name 1"
_LAST_OF_NAMED = "13x15/h15 w move named 3 21 3 1"
_STUCK_NAMED = "13,10x14/h13,18x2 w move named 33 21 3 1"
_ALL_HOME = "5,3,o13/h15 w move plain 64 64 - 1"
_ONE_OUTSIDE = "13,5,3,o12/h15 w move plain 64 64 - 1"
_LAST_CHECKER = "1,o14/h3,b1,13x6,o5 w move plain 61 61 - 1"
_LAST_CHECKER_TO_ROLL = "1,o14/h15 w roll 0"

_BLACK_PLAYS, _WHITE_ROLLED_AGAIN = _play("hand/19"), _play("13/7")

EXAMPLES: dict[tuple[str, object], Example] = {
    ("opening_roll", "fresh"): Example(_START, (_roll(5, 2),), _roll(3, 1), _play("hand/20"), "roll-first"),
    ("opening_roll", "opening_dice"): Example(
        _START, (_roll(5, 2),), _play("hand/20"), _roll(3, 1), "numbers-still-playable"
    ),
    ("enter_before_moving", False): Example(_ONE_IN_HAND, (), _play("13/8"), _play("13/9"), "number-not-rolled"),
    ("enter_before_moving", True): Example(_ONE_IN_HAND, (), _play("hand/20"), _play("13/8"), "enter-before-moving"),
    ("entry_requires", "any"): Example(_TWO_IN_HAND, (), _play("hand/20"), _play("hand/21"), "number-not-rolled"),
    ("entry_requires", "double_or_acey_deucey"): Example(
        _TWO_IN_HAND, (), _play("13/8"), _play("hand/20"), "entry-needs-double"
    ),
    ("bar_first", True): Example(_ON_THE_BAR, (), _play("bar/20"), _play("13/8"), "bar-first"),
    ("bar_first", False): Example(_ON_THE_BAR, (), _play("13/8"), _play("13/9"), "number-not-rolled"),
    ("doubles_complement", False): Example(
        _LAST_OF_DOUBLE, (_play("13/10"),), _roll(6, 5), _play("13/9"), "roll-first"
    ),
    ("doubles_complement", True): Example(
        _LAST_OF_DOUBLE, (_play("13/10"),), _play("13/9"), _roll(6, 5), "numbers-still-playable"
    ),
    ("doubles_roll_again", "never"): Example(
        _LAST_OF_DOUBLE, (_play("13/10"), _roll(6, 5)), _BLACK_PLAYS, _WHITE_ROLLED_AGAIN, "no-checker-there"
    ),
    ("doubles_roll_again", "if_all_played"): Example(
        _LAST_OF_DOUBLE, (_play("13/10"), _roll(6, 5)), _WHITE_ROLLED_AGAIN, _BLACK_PLAYS, "no-checker-there"
    ),
    ("doubles_roll_again", "always"): Example(
        _STUCK_DOUBLE, (_play("13/10"), _roll(6, 5)), _play("10/4"), _BLACK_PLAYS, "no-checker-there"
    ),
    ("naming_requires", "all_played"): Example(
        _HALF_BLOCKED_ACE, (_play("13/11"),), _roll(6, 5), _name(4), "name-not-earned"
    ),
    ("naming_requires", "nothing"): Example(
        _HALF_BLOCKED_ACE, (_play("13/11"),), _name(4), _roll(6, 5), "name-a-double-first"
    ),
    ("named_must_be_playable", False): Example(_SIX_BLOCKED_NAME, (), _name(6), _name(7), "name-not-a-number"),
    ("named_must_be_playable", True): Example(_SIX_BLOCKED_NAME, (), _name(5), _name(6), "name-not-playable"),
    ("named_complement", False): Example(_LAST_OF_NAMED, (_play("13/10"),), _roll(6, 5), _play("13/9"), "roll-first"),
    ("named_complement", True): Example(
        _LAST_OF_NAMED, (_play("13/10"),), _play("13/9"), _roll(6, 5), "numbers-still-playable"
    ),
    ("named_roll_again", "if_all_played"): Example(
        _STUCK_NAMED, (_play("13/10"), _roll(6, 5)), _BLACK_PLAYS, _play("10/4"), "no-checker-there"
    ),
    ("named_roll_again", "always"): Example(
        _STUCK_NAMED, (_play("13/10"), _roll(6, 5)), _play("10/4"), _BLACK_PLAYS, "no-checker-there"
    ),
    ("max_rolls_per_turn", None): Example(
        _LAST_OF_NAMED, (_play("13/10"), _roll(6, 5)), _WHITE_ROLLED_AGAIN, _BLACK_PLAYS, "no-checker-there"
    ),
    ("max_rolls_per_turn", 1): Example(
        _LAST_OF_NAMED, (_play("13/10"), _roll(6, 5)), _BLACK_PLAYS, _WHITE_ROLLED_AGAIN, "no-checker-there"
    ),
    ("bear_off", "any"): Example(_ALL_HOME, (), _play("3/off"), _play("5/2"), "number-not-rolled"),
    ("bear_off", "highest"): Example(_ALL_HOME, (), _play("5/off"), _play("3/off"), "highest-checker-first"),
    ("bear_off", "exact"): Example(_ALL_HOME, (), _play("5/1"), _play("5/off"), "exact-number-required"),
    ("home_moves", "always"): Example(_ALL_HOME, (), _play("5/1"), _play("5/2"), "number-not-rolled"),
    ("home_moves", "not_while_bearing_off"): Example(
        _ALL_HOME, (), _play("5/off"), _play("5/1"), "home-checker-frozen"
    ),
    ("home_moves", "never"): Example(_ONE_OUTSIDE, (), _play("13/9"), _play("5/1"), "home-checker-frozen"),
    ("scoring", "checkers_left"): Example(_LAST_CHECKER, (), _play("1/off"), _roll(6, 5), "numbers-still-playable", 10),
    ("scoring", "one_point"): Example(_LAST_CHECKER, (), _play("1/off"), _roll(6, 5), "numbers-still-playable", 1),
    ("stake_doubles_on_acey_deucey", False): Example(
        _LAST_CHECKER_TO_ROLL, (_roll(2, 1),), _play("1/off"), _roll(6, 5), "numbers-still-playable", 15
    ),
    ("stake_doubles_on_acey_deucey", True): Example(
        _LAST_CHECKER_TO_ROLL, (_roll(2, 1),), _play("1/off"), _roll(6, 5), "numbers-still-playable", 30
    ),
}
