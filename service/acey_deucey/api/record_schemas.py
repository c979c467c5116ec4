"""The shape of a portable record, sent or answered, for the OpenAPI document; it is read by ``transcript_json``."""

from typing import ClassVar, get_args

from marshmallow import fields, validate

from acey_deucey.api.fields import Choice, Flag, Line, Strict, Whole
from acey_deucey.record import DiceMode
from acey_deucey.rules.events import EndReason
from acey_deucey.rules.position import PLAYERS
from acey_deucey.transcript import FORMAT
from acey_deucey.transcript_json import COMMITMENT, MOST_COMMANDS, MOST_POINTS, MOST_SECONDS, SEED

DICE_MODES = get_args(DiceMode)


def _hex(pattern: str) -> fields.String:
    return fields.String(allow_none=True, validate=validate.Regexp(f"^{pattern}$"))


class RecordRulesetBody(Strict):
    """The rules that the game was played by."""

    id = Line(40, required=True)
    version = Whole(1, 10**6, required=True)
    options = fields.Dict(metadata={"description": "Those that differ from the rule set's, or all of them."})


class EntropyBody(Strict):
    """What each player added to the dice."""

    white = Line(2_000, required=True)
    black = Line(2_000, required=True)


class RecordClockBody(Strict):
    """How long a turn could last."""

    turn_seconds = Whole(1, MOST_SECONDS, required=True)


class RecordDiceBody(Strict):
    """Where the dice came from."""

    mode = Choice(DICE_MODES, required=True)
    commitment = _hex(COMMITMENT)
    entropy = fields.Nested(EntropyBody, allow_none=True)
    seed = _hex(SEED)


class RecordResultBody(Strict):
    """How the game ended."""

    winner = Choice(PLAYERS, required=True, allow_none=True)
    reason = Choice(get_args(EndReason), required=True)
    points = Whole(0, MOST_POINTS, required=True)


class RecordCommandBody(Strict):
    """One command: the opening throw, or what a player did."""

    opening = fields.List(Whole(1, 6), validate=validate.Length(equal=2))
    player = Choice(PLAYERS)
    roll = fields.List(Whole(1, 6), validate=validate.Length(equal=2))
    play = Line(2_000)
    name = Whole(1, 6)
    undo = Flag(validate=validate.Equal(True))
    resign = Flag(validate=validate.Equal(True))
    timeout = Flag(validate=validate.Equal(True))
    shape: ClassVar = {
        "if": {"required": ["opening"]},
        "then": {"maxProperties": 1},
        "else": {"required": ["player"], "minProperties": 2, "maxProperties": 2},
    }


class RecordBody(Strict):
    """A whole game that can be replayed and checked anywhere."""

    format = Whole(FORMAT, FORMAT, required=True)
    game = Line(2_000, allow_none=True)
    ruleset = fields.Nested(RecordRulesetBody, required=True)
    start = Line(300)
    clock = fields.Nested(RecordClockBody, allow_none=True)
    dice = fields.Nested(RecordDiceBody, allow_none=True)
    commands = fields.List(fields.Nested(RecordCommandBody), required=True, validate=validate.Length(max=MOST_COMMANDS))
    result = fields.Nested(RecordResultBody, allow_none=True)
