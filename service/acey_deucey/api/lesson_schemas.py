"""The shape of lessons as they are answered, for the OpenAPI document."""

from marshmallow import fields

from acey_deucey.api.fields import Whole
from acey_deucey.api.response_schemas import (
    GameRuleset,
    Many,
    Object,
    OneOf,
    Part,
    Player,
    Position,
    Text,
    Turn,
    View,
)


class LessonRule(View):
    id = Text()
    title = Text()
    href = Text()


class Lesson(View):
    id = Text()
    title = Text()
    task = Text()
    ruleset = Part(GameRuleset)
    position = Part(Position)
    turn = Part(Turn)
    dice = Many(fields.List(Whole(1, 6)), metadata={"description": "All throws to come, in order."})
    rules = Many(fields.Nested(LessonRule), metadata={"description": "The rules that it teaches."})
    statements = Many(fields.String(), metadata={"description": "The statements behind them that it shows."})
    href = Text()


class Lessons(View):
    lessons = Many(fields.Nested(Lesson))


class LessonAct(View):
    player = Player()
    action = OneOf(("rolls", "moves", "named-doubles"), metadata={"description": "Where in the game to POST body."})
    body = Object()


class LessonMistake(View):
    acts = Many(fields.Nested(LessonAct))
    problem = Text(allow_none=True, metadata={"description": "What the last act is refused with; null: it is legal."})


class LessonDetails(Lesson):
    hints = Many(fields.String(), metadata={"description": "From the first nudge to the move."})
    answer = Many(fields.Nested(LessonAct), metadata={"description": "Acts that solve the task, in order."})
    goal = Many(
        fields.String(), metadata={"description": "Ids of all positions that solve it when the dice are played."}
    )
    mistake = Part(LessonMistake, metadata={"description": "What may be tried first, and does not solve it."})
