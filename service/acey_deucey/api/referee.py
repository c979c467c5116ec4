"""The referee without a game: plays and commands on a position that is sent, by the rules that games obey."""

from collections.abc import Mapping
from typing import Any

from flask import Response

from acey_deucey.api import examples, response_schemas
from acey_deucey.api.answers import json_answer
from acey_deucey.api.bad_requests import InvalidRequest
from acey_deucey.api.operation import BODY_PROBLEMS, Answer, Context, Operation
from acey_deucey.api.parsing import MISSING, options_of, placed, position_and_turn
from acey_deucey.api.queries import NoQuery
from acey_deucey.api.reading import read_body, read_key, read_query
from acey_deucey.api.schemas import RefereeApplyBody, RefereePlaysBody
from acey_deucey.api.stateless import applied, applied_json, stage_json
from acey_deucey.rules.game import Game
from acey_deucey.rules.rulebook import ILLEGAL_MOVES
from acey_deucey.rules.turn import Turn
from acey_deucey.rules.turn_check import InvalidTurn, checked_turn

_PLAYS, _APPLY, _NO_QUERY = RefereePlaysBody(), RefereeApplyBody(), NoQuery()


def find_plays(context: Context) -> Response:
    asked, _, _ = read_body(_PLAYS), read_query(_NO_QUERY), read_key()
    position, turn = position_and_turn(asked)
    assert position is not None, "the schema requires it"
    turn = checked_turn(_stage_of(asked, turn))
    Game.start(options_of(asked), position, turn)  # the same gate as for a game
    game = Game(options_of(asked), position, turn)
    return json_answer(stage_json(game, asked["limit"]))


def apply_command(context: Context) -> Response:
    asked, _, _ = read_body(_APPLY), read_query(_NO_QUERY), read_key()
    position, turn = placed(asked)
    game, started = Game.start(options_of(asked), position, turn)
    after, caused = applied(game, asked["command"])
    return json_answer(applied_json(after, (*started, *caused)))


def _stage_of(asked: Mapping[str, Any], turn: Turn | None) -> Turn:
    """The turn whose plays are asked for: the three fields, or without them the turn of the position id.

    :raises InvalidRequest: fields are missing.
    :raises InvalidTurn: the position id awaits no move.
    """
    missing = [name for name in ("player", "stage", "numbers") if name not in asked]
    if not missing:
        return Turn(asked["player"], "move", asked["stage"], numbers=tuple(asked["numbers"]))
    if turn is None or len(missing) < 3:
        raise InvalidRequest([{"where": f"/{name}", "reason": MISSING} for name in missing])
    if turn.awaits != "move":
        raise InvalidTurn("The position id awaits no move: send player, stage and numbers beside it.")
    return turn


_RULES_PROBLEMS = ("invalid-options", "unknown-ruleset", "invalid-position", "invalid-position-id", "invalid-turn")
_STATES = ("numbers-still-playable", "name-a-double-first", "roll-first", "opening-not-rolled",
           "name-before-acey-deucey-played", "name-not-earned")  # fmt: skip
# The text of a play does not say which number a step is meant to take.
_REFUSED = tuple(slug for slug in ILLEGAL_MOVES if slug != "number-does-not-fit")

OPERATIONS = (
    Operation(
        "POST", "/v1/referee/plays", find_plays, "List the legal plays of any position", "Referee",
        (Answer("All complete plays of the stage, the steps that may come first, and what follows when there is "
                "no play.", response_schemas.RefereePlays, examples.referee_plays),),
        body=RefereePlaysBody, body_example=examples.REFEREE_PLAYS,
        problems=(*BODY_PROBLEMS, *_RULES_PROBLEMS), headers=("Idempotency-Key",),
        about="Nothing is stored. A position is an object, or a position id, which may bring the turn with it.",
    ),
    Operation(
        "POST", "/v1/referee/apply", apply_command, "Apply one command to any position", "Referee",
        (Answer("The position and the turn after it, and what happened.", response_schemas.Applied, examples.applied),),
        body=RefereeApplyBody, body_example=examples.REFEREE_APPLY,
        problems=(*BODY_PROBLEMS, *_RULES_PROBLEMS, "unreadable-play", *_REFUSED, *_STATES),
        headers=("Idempotency-Key",),
        about="Nothing is stored. The command is a roll, a play or a name of the player in turn.",
    ),
)  # fmt: skip
