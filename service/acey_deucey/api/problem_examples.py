"""An example of each kind of problem. Those of the rules are provoked, so that they say what the rules really say."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from acey_deucey.api.problem_kinds import ProblemKind
from acey_deucey.api.problems import facts_json, problem_json
from acey_deucey.rules.game import Game
from acey_deucey.rules.moves import Request, parse_play
from acey_deucey.rules.position import HAND, Player
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.rules.violations import Violation
from acey_deucey.translation import ENGLISH

Action = Callable[[Game], tuple[Game, Any]]


class Refused(NamedTuple):
    """A position with its turn, what goes well there first, and what is refused."""

    position: str
    refused: Action
    first: Action | None = None
    ruleset: str = "american"
    options: Mapping[str, Any] = {}


def _plays(text: str, player: Player = "white") -> Action:
    return lambda game: game.play(player, parse_play(text))


def _rolls(first: int, second: int) -> Action:
    return lambda game: game.roll("white", (first, second))


def _names(number: int) -> Action:
    return lambda game: game.name("white", number)


def _undoes(player: Player) -> Action:
    return lambda game: game.take_back(player)


_TO_NAME = "h15/h13,1x2 w name 1"
_TO_MOVE = "h15/h15 w move plain 53 53 - 1"
_ON_AND_ONE_IN_HAND = "h1,13x14/h15 w move plain 52 52 - 1"

REFUSED = {
    "point-blocked": Refused("h15/h13,5x2 w move plain 52 52 - 1", _plays("hand/20")),
    "stop-over-blocked": Refused("13,6x14/h11,18x2,16x2 w move plain 64 64 - 1", _plays("13/3")),
    "number-not-rolled": Refused(_TO_MOVE, _plays("hand/19 hand/23")),
    "number-does-not-fit": Refused(_TO_MOVE, lambda game: game.play("white", [Request(HAND, 20, 3)])),
    "no-checker-there": Refused("h13,24,13/h14,8 w move plain 53 53 - 1", _plays("12/9")),
    "wrong-direction": Refused("13x15/h15 w move plain 53 53 - 1", _plays("13/18")),
    "larger-number-compulsory": Refused("13,1x14/h13,22x2 w move plain 64 64 - 1", _plays("13/9")),
    "maximum-play-compulsory": Refused("8,7,1x13/h13,23x2 w move plain 61 61 - 1", _plays("7/6"), ruleset="european"),
    "pass-not-allowed": Refused(_TO_MOVE, _plays("")),
    "bar-first": Refused("b1,h1,13x13/h15 w move plain 52 52 - 1", _plays("13/8")),
    "enter-before-moving": Refused(_ON_AND_ONE_IN_HAND, _plays("13/8"), options={"enter_before_moving": True}),
    "entry-needs-double": Refused(_ON_AND_ONE_IN_HAND, _plays("hand/20"), ruleset="australian"),
    "not-all-home": Refused("7,5x14/h15 w move plain 52 52 - 1", _plays("5/off")),
    "exact-number-required": Refused("3,2,o13/h15 w move plain 63 63 - 1", _plays("2/off"), ruleset="european"),
    "higher-checkers-left": Refused("6x2,2,o12/h15 w move plain 54 54 - 1", _plays("2/off")),
    "highest-checker-first": Refused("5,3x2,o12/h15 w move plain 64 64 - 1", _plays("3/off"), ruleset="american-bkgm"),
    "home-checker-frozen": Refused("13,6x14/h15 w move plain 64 64 - 1", _plays("6/2"), ruleset="european"),
    "ambiguous-play": Refused("13,6x14/h14,18 w move plain 64 64 - 1", _plays("13/3")),
    "step-after-win": Refused("3,o14/h15 w move plain 63 63 - 1", _plays("3/off 2/off")),
    "name-not-a-number": Refused(_TO_NAME, _names(7)),
    "name-not-playable": Refused(_TO_NAME, _names(1), options={"named_must_be_playable": True}),
    "numbers-still-playable": Refused(_TO_MOVE, _rolls(4, 3)),
    "name-a-double-first": Refused(_TO_NAME, _rolls(4, 3)),
    "roll-first": Refused("h15/h15 w roll 0", _plays("hand/20")),
    "name-before-acey-deucey-played": Refused("h15/h15 w move acey_deucey 21 21 - 1", _names(4)),
    "name-not-earned": Refused(_TO_MOVE, _names(4)),
    "name-forfeited": Refused("h15/h11,2x2,1x2 w roll 0", _names(4), _rolls(2, 1)),
    "not-your-turn": Refused(_TO_MOVE, _plays("hand/20", "black")),
    "opening-not-rolled": Refused("h15/h15 opening", _plays("hand/20")),
    "nothing-to-undo": Refused(_TO_MOVE, _undoes("white")),
    "game-finished": Refused("3,o14/h15 w move plain 63 63 - 1", _rolls(4, 3), _plays("3/off")),
    "acting-for-opponent": Refused(_TO_MOVE, _undoes("black"), _plays("hand/20")),
}


def problem_example(kind: ProblemKind, instance: str, language: str = ENGLISH) -> dict[str, Any]:
    """A problem of that kind, as a request to ``instance`` could meet it."""
    if kind.example is not None:
        return problem_json(kind, kind.example, instance, {}, language)
    violation = _provoked(REFUSED[kind.slug])
    return problem_json(kind, violation.told, instance, facts_json(violation), language)


def _provoked(case: Refused) -> Violation:
    position, turn = parse_position_id(case.position)
    game, _ = Game.start(RULESETS[case.ruleset].options.override(case.options), position, turn)
    if case.first:
        game, _ = case.first(game)
    try:
        case.refused(game)
    except Violation as violation:
        return violation
    raise AssertionError(f"{case} is not refused")
