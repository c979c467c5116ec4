"""The shape of hints, evaluations and analyses as they are answered, for the OpenAPI document."""

from functools import partial

from marshmallow import fields

from acey_deucey.api.fields import Whole
from acey_deucey.api.response_schemas import Die, Many, Number, OneOf, Part, Player, Step, Text, View

Real = partial(fields.Float, required=True)
_AT_ONE = "At a stake of one."


class Reasons(View):
    hits = Number()
    entered = Number()
    borne_off = Number()
    made = Many(Whole(1, 24), metadata={"description": "Points held now and not before."})
    blots = Many(Whole(1, 24), metadata={"description": "Points with a lone checker afterwards."})
    hit_by = Many(Whole(1, 6), metadata={"description": "Numbers with which one of them can be hit by a single step."})
    enters_with = Many(
        Whole(1, 6),
        allow_none=True,
        metadata={"description": "Numbers that bring in the next checker; null when all are in."},
    )


class Hint(View):
    name = Die(allow_none=True, metadata={"description": "The number to name, where a name is awaited."})
    play = Text(metadata={"description": "The complete play; of a name the best one with that number."})
    steps = Many(fields.Nested(Step))
    win = Real(metadata={"description": "The chance to win, from 0 to 1."})
    points = Real(metadata={"description": f"The points to expect. {_AT_ONE}"})
    loss = Real(metadata={"description": "How many points fewer than the best choice."})
    reasons = Part(Reasons)
    text = Text(metadata={"description": "The reasons in words."})


class Hints(View):
    version = Number()
    player = Player(allow_none=True)
    awaits = OneOf(("opening", "roll", "move", "name"), allow_none=True)
    hints = Many(fields.Nested(Hint))


class Evaluation(View):
    player = Player(metadata={"description": "Whose view it is: the player in turn, White's before the opening."})
    win = Real(metadata={"description": "His chance to win, from 0 to 1."})
    points = Real(metadata={"description": f"The points that he may expect. {_AT_ONE}"})


class Decision(View):
    version = Number()
    command = Number(metadata={"description": "Which command of the record, from 0."})
    player = Player()
    kind = OneOf(("play", "name"))
    done = Text()
    best = Text()
    loss = Real(metadata={"description": f"How many points it lost against the best. {_AT_ONE}"})


class RollLuck(View):
    version = Number()
    command = Number()
    player = Player()
    dice = Many(Whole(1, 6))
    luck = Real(metadata={"description": f"How many points it was worth beyond what was to be expected. {_AT_ONE}"})


class Total(View):
    decisions = Number()
    loss = Real()
    luck = Real()


class Totals(View):
    white = Part(Total)
    black = Part(Total)


class WinChance(View):
    version = Number()
    win = Real()


class Analysis(View):
    game = Text()
    decisions = Many(
        fields.Nested(Decision), metadata={"description": "Without those that were taken back, in their order."}
    )
    rolls = Many(fields.Nested(RollLuck))
    totals = Part(Totals)
    white_wins = Many(fields.Nested(WinChance), metadata={"description": "White's chance to win after each command."})
