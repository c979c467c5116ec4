"""From what a schema has read to the values of the rules; what cannot be is refused by the rules themselves."""

from collections.abc import Mapping
from typing import Any

from acey_deucey.api.bad_requests import InvalidRequest
from acey_deucey.rules.moves import Request
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import Position, Side
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.rulesets import DEFAULT_RULESET, ruleset_by_id
from acey_deucey.rules.turn import Turn
from acey_deucey.rules.turn_check import checked_turn
from acey_deucey.transcript import Transcript
from acey_deucey.transcript_json import transcript_from_json
from acey_deucey.transcript_text import parse_transcript
from acey_deucey.wording import Message

MISSING = Message("Missing data for required field.")
MOST_REPLAYED = 2_000  # a fifth of a second


def position_and_turn(asked: Mapping[str, Any]) -> tuple[Position | None, Turn | None]:
    """The position and the turn that were sent, as objects or together as a position id; None where not sent.

    :raises InvalidPositionId, InvalidPosition, InvalidTurn: they cannot be.
    """
    given = asked.get("position")
    position, turn = parse_position_id(given) if isinstance(given, str) else (given and _position(given), None)
    return position, _turn(asked["turn"]) if "turn" in asked else turn


def placed(asked: Mapping[str, Any]) -> tuple[Position, Turn]:
    """The position and the turn that were sent, both of which are needed.

    :raises InvalidRequest: there is no turn.
    :raises InvalidPositionId, InvalidPosition, InvalidTurn: they cannot be.
    """
    position, turn = position_and_turn(asked)
    assert position is not None, "the schema requires it"
    if turn is None:
        raise InvalidRequest.at("/turn", MISSING)
    return position, turn


def options_of(asked: Mapping[str, Any]) -> Options:
    """All options of the rule set and the changes that were sent.

    :raises UnknownRuleset, InvalidOptions: there are no such ones.
    """
    return ruleset_by_id(asked.get("ruleset", DEFAULT_RULESET)).options.override(asked["options"])


def play_of(asked: Mapping[str, Any]) -> str | tuple[Request, ...]:
    """The play that was asked for, as text that is still to be read or step by step."""
    if "play" in asked:
        return str(asked["play"])
    return tuple(Request(step["source"], step["target"], step["number"]) for step in asked["steps"])


def transcript_in(asked: Mapping[str, Any]) -> Transcript | None:
    """The record that was sent, as text or as an object; None where none was.

    :raises UnreadableRecord, UnknownRecordVersion: it is no record, or not one of this release.
    :raises UnknownRuleset, InvalidOptions, InvalidPositionId, InvalidPosition, InvalidTurn: there can be no such game.
    :raises InvalidRequest: it has too many commands for one request.
    """
    if "record" not in asked:
        return None
    given = asked["record"]
    transcript = parse_transcript(given) if isinstance(given, str) else transcript_from_json(given)
    if len(transcript.commands) > MOST_REPLAYED:
        raise InvalidRequest.at(
            "/record/commands", Message("Must not have more than {most} commands.", {"most": MOST_REPLAYED})
        )
    return transcript


def _position(given: Mapping[str, Any]) -> Position:
    return Position.of(_side(given["white"]), _side(given["black"]))


def _side(given: Mapping[str, Any]) -> Side:
    points = {int(point): count for point, count in given["points"].items()}
    return Side(given["hand"], given["bar"], given["off"], points)


def _turn(given: Mapping[str, Any]) -> Turn:
    dice = None if given["dice"] is None else tuple(given["dice"])
    return checked_turn(Turn(**{**given, "dice": dice, "numbers": tuple(given["numbers"])}))
