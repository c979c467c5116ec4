"""The shape of bodies that clients send: types, ranges, lengths; whether the rules allow it is decided elsewhere."""

from collections.abc import Sequence
from typing import Any, ClassVar

from marshmallow import ValidationError, fields, validates_schema

from acey_deucey.api.fields import (
    Choice,
    ChoiceOr,
    Either,
    Flag,
    Length,
    Line,
    Place,
    Scalar,
    Strict,
    Table,
    Whole,
    Written,
)
from acey_deucey.api.record_schemas import DICE_MODES, RecordBody
from acey_deucey.record import LEVELS
from acey_deucey.rules.legal import STAGES
from acey_deucey.rules.moves import SOURCE_NAMES, TARGET_NAMES
from acey_deucey.rules.options import MOST_ROLLS, OPTIONS
from acey_deucey.rules.position import CHECKERS, PLAYERS, POINTS

LONGEST_PLAY = 200
LONGEST_RECORD = 64 * 1024
MOST_STEPS = 8
MOST_SCRIPTED = 2_000
MOST_PLAYS = 5_000
SHORTEST_TURN = 5
LONGEST_TURN = 7 * 24 * 3600
MOST_TOGETHER = 100  # a tenth of a second, with bots too

SOURCES = {name: place for place, name in SOURCE_NAMES.items()}
TARGETS = {name: place for place, name in TARGET_NAMES.items()}
# For the document alone: the rules refuse every other value with their own reason.
NAME_SHAPE = {"type": "integer", "minimum": 1, "maximum": 6}
POINT_NAMES = tuple(str(point) for point in range(1, POINTS + 1))


def _shape_of_choices(values: Sequence[Any]) -> dict[str, Any]:
    # Programs that make clients out of the document know no enumeration of truth values.
    return {"type": "boolean"} if all(isinstance(value, bool) for value in values) else {"enum": list(values)}


# For the document alone: the rules check options, and say what is wrong with each.
OPTION_SHAPES: dict[str, Any] = {
    "properties": {
        name: _shape_of_choices([choice.value for choice in info.choices]) | {"description": info.decides}
        for name, info in OPTIONS.items()
    }
    | {"max_rolls_per_turn": {"type": ["integer", "null"], "minimum": 1, "maximum": MOST_ROLLS}},
    "additionalProperties": False,
}


# What a record says itself.
IN_A_RECORD = ("ruleset", "options", "dice", "position", "turn")
IN_A_LESSON = (*IN_A_RECORD, "seats", "record")


def _brings(name: str, parts: tuple[str, ...]) -> dict[str, Any]:
    """The shape of a body whose field of that name brings these others with it."""
    return {
        "if": {"required": [name]},
        "then": {"not": {"anyOf": [{"required": [part]} for part in parts]}},
    }


def Die(**more: Any) -> Whole:  # noqa: N802
    """One number of a die."""
    return Whole(1, 6, **more)


def Dice(**more: Any) -> fields.List[int]:  # noqa: N802
    """Two dice."""
    return fields.List(Die(), validate=Length(equal=2), **more)


class Side(Strict):
    """One player's checkers in his own numbering; what is left out is empty."""

    hand = Whole(0, CHECKERS, load_default=0)
    bar = Whole(0, CHECKERS, load_default=0)
    off = Whole(0, CHECKERS, load_default=0)
    points = Table(Choice(POINT_NAMES), Whole(0, CHECKERS), POINTS, load_default=dict)


class BothSides(Strict):
    """A position as an object."""

    white = fields.Nested(Side, required=True)
    black = fields.Nested(Side, required=True)


class TurnBody(Strict):
    """A turn as the service shows it; what follows from the rest may be left out."""

    player = Choice(PLAYERS, allow_none=True, load_default=None)
    awaits = Choice(("opening", "roll", "move", "name"), required=True)
    stage = Choice(STAGES, allow_none=True, load_default=None)
    dice = Dice(allow_none=True, load_default=None)
    numbers = fields.List(Die(), validate=Length(max=4), load_default=list)
    named = Die(allow_none=True, load_default=None)
    rolls = Whole(0, 1000, load_default=0)


class StepBody(Strict):
    """One checker's way: from, to, and the number if it matters."""

    source = Place(SOURCES, data_key="from", required=True)
    target = Place(TARGETS, data_key="to", required=True)
    number = Die(load_default=None)


class BotBody(Strict):
    """A bot that plays a colour."""

    bot = Choice(LEVELS, required=True)


class SeatsBody(Strict):
    """Who holds which colour at first: the creator, nobody yet, or a bot."""

    white = ChoiceOr(("held", "open"), BotBody(), load_default="held")
    black = ChoiceOr(("held", "open"), BotBody(), load_default="held")


class DiceBody(Strict):
    """Where the dice come from; ``rolls`` only with a script, the opening throws first."""

    mode = Choice(DICE_MODES, load_default="server")
    rolls = fields.List(Dice(), validate=Length(1, MOST_SCRIPTED))
    shape: ClassVar = {
        "if": {"properties": {"mode": {"const": "scripted"}}, "required": ["mode"]},
        "then": {"required": ["rolls"]},
        "else": {"not": {"required": ["rolls"]}},
    }

    @validates_schema
    def _script_has_rolls(self, data: dict[str, Any], **_: Any) -> None:
        if (data["mode"] == "scripted") != ("rolls" in data):
            raise ValidationError("Scripted dice, and only they, have rolls.", "rolls")


class Rules(Strict):
    """A rule set and the options in which a game departs from it."""

    ruleset = Line(40)
    options = Table(Line(40), Scalar(), len(OPTIONS), load_default=dict, metadata=OPTION_SHAPES)


class ClockBody(Strict):
    """How many seconds a turn may last."""

    turn_seconds = Whole(SHORTEST_TURN, LONGEST_TURN, required=True)


class NewGameBody(Rules):
    """What ``POST /v1/games`` takes; all of it may be left out."""

    seats = fields.Nested(SeatsBody)
    dice = fields.Nested(DiceBody)
    position = Either(300, BothSides())
    turn = fields.Nested(TurnBody)
    private = Flag(load_default=False)
    hints = Flag(load_default=True)
    labels = Table(Line(40, 1), Line(200), 16, load_default=dict)
    record = Written(LONGEST_RECORD, RecordBody())
    lesson = Line(40, 1)
    clock = fields.Nested(ClockBody)
    shape: ClassVar = {"allOf": [_brings("record", IN_A_RECORD), _brings("lesson", IN_A_LESSON)]}

    @validates_schema(pass_original=True)
    def _record_brings_it(self, data: dict[str, Any], original: dict[str, Any], **_: Any) -> None:
        both = [name for name in IN_A_RECORD if "record" in data and name in original]
        if both:
            raise ValidationError({name: ["The record brings this with it."] for name in both})

    @validates_schema(pass_original=True)
    def _lesson_brings_it(self, data: dict[str, Any], original: dict[str, Any], **_: Any) -> None:
        both = [name for name in IN_A_LESSON if "lesson" in data and name in original]
        if both:
            raise ValidationError({name: ["The lesson brings this with it."] for name in both})


class BulkGameBody(NewGameBody):
    """A game of several; records, which may be long, are replayed one by one."""

    class Meta(Strict.Meta):
        exclude = ("record",)

    shape: ClassVar = {"allOf": [_brings("lesson", IN_A_LESSON)]}


class BulkBody(Strict):
    """What ``POST /v1/games/bulk`` takes: the games one by one, or how many of one kind."""

    games = fields.List(fields.Nested(BulkGameBody), validate=Length(1, MOST_TOGETHER))
    count = Whole(1, MOST_TOGETHER)
    game = fields.Nested(BulkGameBody)
    shape: ClassVar = {
        "if": {"required": ["games"]},
        "then": {"not": {"anyOf": [{"required": ["count"]}, {"required": ["game"]}]}},
        "else": {"required": ["count"]},
    }

    @validates_schema
    def _one_form(self, data: dict[str, Any], **_: Any) -> None:
        if ("games" in data) == ("count" in data) or ("games" in data and "game" in data):
            raise ValidationError("Send either games, or count and game.", "games")


class TakeSeatBody(Strict):
    """What ``POST …/seats`` takes."""

    seat = Choice(PLAYERS, required=True)
    name = Line(60, 1, load_default=None, allow_none=True)
    entropy = Line(128, load_default=None, allow_none=True)


class RollBody(Strict):
    """What ``POST …/rolls`` takes: the dice only when the players throw them."""

    dice = Dice(load_default=None)


class PlayBody(Strict):
    """A play as text or as steps, exactly one of both."""

    play = Line(LONGEST_PLAY)
    steps = fields.List(fields.Nested(StepBody), validate=Length(max=MOST_STEPS))
    shape: ClassVar = {"minProperties": 1, "maxProperties": 1}

    @validates_schema
    def _one_form(self, data: dict[str, Any], **_: Any) -> None:
        if ("play" in data) == ("steps" in data):
            raise ValidationError("Send either play or steps.", "play")


class NameBody(Strict):
    """What ``POST …/named-doubles`` takes; the rules judge the number."""

    number = Scalar(load_default=None, metadata=NAME_SHAPE)


class EmptyBody(Strict):
    """What commands without content take."""


class CommandBody(Strict):
    """One command for the referee: a roll, a play or a name."""

    roll = Dice()
    play = Line(LONGEST_PLAY)
    name = Scalar(metadata=NAME_SHAPE)
    shape: ClassVar = {"minProperties": 1, "maxProperties": 1}

    @validates_schema
    def _one_command(self, data: dict[str, Any], **_: Any) -> None:
        if len(data) != 1:
            raise ValidationError("Send exactly one of roll, play and name.", "roll")


class RefereePlaysBody(Rules):
    """What ``POST /v1/referee/plays`` takes; a position id brings player, stage and numbers with it."""

    position = Either(300, BothSides(), required=True)
    player = Choice(PLAYERS)
    stage = Choice(STAGES)
    numbers = fields.List(Die(), validate=Length(1, 4))
    limit = Whole(1, MOST_PLAYS, load_default=200)
    shape: ClassVar = {
        "if": {
            "properties": {"position": {"type": "string"}},
            "not": {"anyOf": [{"required": [name]} for name in ("player", "stage", "numbers")]},
        },
        "else": {"required": ["player", "stage", "numbers"]},
    }


class RefereeApplyBody(Rules):
    """What ``POST /v1/referee/apply`` takes; a position id brings the turn with it."""

    position = Either(300, BothSides(), required=True)
    turn = fields.Nested(TurnBody)
    command = fields.Nested(CommandBody, required=True)
    shape: ClassVar = {"if": {"properties": {"position": {"type": "string"}}}, "else": {"required": ["turn"]}}


class RefereeEvaluateBody(Rules):
    """What ``POST /v1/referee/evaluate`` takes; a position id brings the turn with it."""

    position = Either(300, BothSides(), required=True)
    turn = fields.Nested(TurnBody)
    shape: ClassVar = {"if": {"properties": {"position": {"type": "string"}}}, "else": {"required": ["turn"]}}
