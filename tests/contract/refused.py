"""What the rules refuse, at each operation that can meet it; the cases are those of the tests of the rules."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from acey_deucey.api.operation import Operation
from acey_deucey.rules.position_id import format_position_id

from tests.api.table import bearer
from tests.api.test_refusals import PATHS, SENT, as_json, as_sent, body_of
from tests.contract.asking import scene
from tests.contract.world import World
from tests.rules.test_refusals import ACTIONS, PLAYS, Refused, Wrong

Way = Callable[[World, Operation], Any]


def _of_rules() -> Iterator[tuple[tuple[str, str], Way]]:
    """Of several cases of one refusal the first counts."""
    for play in reversed(PLAYS):
        if isinstance(play.asked, str):
            yield ("play_moves", play.slug), partial(_refused, case=play)
            yield ("apply_command", play.slug), partial(_refused_in_referee, case=play)
        else:
            yield ("play_moves", play.slug), partial(_refused, case=play)
    for case in reversed(ACTIONS):
        if case in SENT and (command := case.line.split()[1]) in PATHS:
            yield (VERBS[command], case.slug), partial(_refused_action, case=case)
        # A roll at the opening is the opening throw there, and a game that is over is no position.
        if case.line.startswith("white") and _is_for_referee(case):
            yield ("apply_command", case.slug), partial(_refused_action_in_referee, case=case)


def _is_for_referee(case: Wrong) -> bool:
    verb = case.line.split()[1]
    return verb in ("play", "name") or (verb == "roll" and "opening" not in case.position)


VERBS = {
    "roll": "roll_dice",
    "play": "play_moves",
    "name": "name_double",
    "undo": "undo_moves",
    "resign": "resign_game",
}


def _refused(world: World, operation: Operation, *, case: Refused) -> Any:
    position = f"{case.sides} w move {case.stage} {case.numbers} - - 1"
    game: dict[str, Any] = {"ruleset": case.ruleset, "options": dict(case.options), "position": position}
    return scene(world, operation, **game).ask._replace(body=as_json(case.asked)).sent_by(world.client())


def _refused_in_referee(world: World, operation: Operation, *, case: Refused) -> Any:
    position = f"{case.sides} w move {case.stage} {case.numbers} - - 1"
    body = {"ruleset": case.ruleset, "options": dict(case.options), **_applied(position, str(case.asked))}
    return scene(world, operation).ask._replace(body=body).sent_by(world.client())


def _refused_action(world: World, operation: Operation, *, case: Wrong) -> Any:
    game = {"ruleset": case.ruleset, "options": dict(case.options), "position": case.position, "dice": MANUAL}
    found = scene(world, operation, prepared=False, **game)
    assert found.played is not None
    for line in case.first:
        found.played.does(*as_sent(line))
    _, body, seat = as_sent(case.line)
    ask = found.ask._replace(body=body).with_headers(**bearer(found.played.tokens[seat]))
    return ask.sent_by(world.client())


MANUAL = {"mode": "manual"}


def _refused_action_in_referee(world: World, operation: Operation, *, case: Wrong) -> Any:
    _, verb, *rest = case.line.split(" ", 2)
    argument = body_of(verb, "".join(rest))
    command = {"roll": argument.get("dice"), "play": argument.get("play"), "name": argument.get("number")}
    position = format_position_id(case.game.position, case.game.turn)
    body = {
        "ruleset": case.ruleset,
        "options": dict(case.options),
        "position": position,
        "command": {verb: command[verb]},
    }
    return scene(world, operation).ask._replace(body=body).sent_by(world.client())


def _applied(position: str, play: str) -> dict[str, Any]:
    return {"position": position, "command": {"play": play}}


REFUSED: dict[tuple[str, str], Way] = dict(_of_rules())
