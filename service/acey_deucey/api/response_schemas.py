"""The shape of what the service answers, for the OpenAPI document; answers are built in ``present``, not here.

Every field is always there; more may be added, so unknown fields are no fault.
"""

from functools import partial
from typing import Any, ClassVar

from marshmallow import EXCLUDE, Schema, fields

from acey_deucey.api.fields import Choice, Flag, Place, Whole
from acey_deucey.api.record_schemas import DICE_MODES
from acey_deucey.api.schemas import SOURCES, TARGETS
from acey_deucey.ports import SHELVES
from acey_deucey.record import LEVELS
from acey_deucey.rules.legal import STAGES
from acey_deucey.rules.position import CHECKERS, PLAYERS

HIGHEST = 2**31 - 1
TOKENS = "A token for each seat that is yours, and of a private game one for spectators, which only reads."

Text = partial(fields.String, required=True)
Number = partial(Whole, 0, HIGHEST, required=True)
Die = partial(Whole, 1, 6, required=True)
Yes = partial(Flag, required=True)
OneOf = partial(Choice, required=True)
Many = partial(fields.List, required=True)
Object = partial(fields.Dict, required=True)


def Player(**more: Any) -> Choice:  # noqa: N802
    """One of the two colours."""
    return OneOf(PLAYERS, **more)


def Part(schema: type[Schema], **more: Any) -> fields.Nested:  # noqa: N802
    """A part that has a schema of its own."""
    return fields.Nested(schema, required=True, **more)


def Time(**more: Any) -> fields.DateTime:  # noqa: N802
    """A time in RFC 3339, UTC."""
    return fields.DateTime(format="iso", required=True, **more)


class View(Schema):
    """Part of an answer: clients let pass what they do not know."""

    class Meta:
        unknown = EXCLUDE


class SideView(View):
    hand = Whole(0, CHECKERS, required=True)
    bar = Whole(0, CHECKERS, required=True)
    off = Whole(0, CHECKERS, required=True)
    points = Object(values=Whole(1, CHECKERS), metadata={"description": "In this player's own numbering."})


class Pips(View):
    white = Number()
    black = Number()


class Position(View):
    white = Part(SideView)
    black = Part(SideView)
    board = Many(Whole(-CHECKERS, CHECKERS), metadata={"description": "White's points 1 to 24; Black is negative."})
    pips = Part(Pips)
    id = Text(metadata={"description": "The position and the turn in one line."})


class Turn(View):
    player = Player(allow_none=True)
    awaits = OneOf(("opening", "roll", "move", "name"), allow_none=True)
    stage = OneOf(STAGES, allow_none=True)
    dice = Many(Whole(1, 6), allow_none=True)
    numbers = Many(Whole(1, 6), metadata={"description": "What is still to be played."})
    named = Die(allow_none=True)
    rolls = Number()


class Step(View):
    source = Place(SOURCES, data_key="from", required=True)
    target = Place(TARGETS, data_key="to", required=True)
    number = Die()
    hit = Yes()
    text = Text()


class Legal(View):
    steps = Many(fields.Nested(Step), metadata={"description": "Exactly the steps that may be played next."})
    names = Many(Whole(1, 6))


class Result(View):
    winner = Player(allow_none=True)
    reason = OneOf(("borne_off", "resigned", "deadlock", "timeout"))
    points = Number()


class GameRuleset(View):
    id = Text()
    version = Number()
    options = Object(metadata={"description": "All options, resolved."})


class Seat(View):
    kind = OneOf(("human", "open", "bot"))
    name = Text(allow_none=True)
    level = OneOf(LEVELS, allow_none=True, metadata={"description": "How well a bot plays; null where none sits."})


class Seats(View):
    white = Part(Seat)
    black = Part(Seat)


class GameDice(View):
    mode = OneOf(DICE_MODES)
    commitment = Text(allow_none=True)


class GameClock(View):
    turn_seconds = Number(metadata={"description": "How long a turn may last, from its beginning to its end."})
    deadline = Time(allow_none=True, metadata={"description": "When the turn must be over; null while no clock runs."})


class GameLesson(View):
    id = Text()
    task = Text(metadata={"description": "In English; href has it in four languages."})
    solved = Yes(
        allow_none=True, metadata={"description": "null until all dice of the lesson are played, or the game is over."}
    )
    href = Text()


def _event(name: str, more: dict[str, Any]) -> type[Schema]:
    """The schema of one type of event."""
    title = "".join(word.title() for word in name.split("_"))
    return View.from_dict({"type": OneOf((name,)), **more}, name=f"{title}Event")


_EVENT_FIELDS: dict[str, dict[str, Any]] = {
    "game_created": {},
    "seat_taken": {"seat": Player(), "name": Text(allow_none=True)},
    "opening_rolled": {
        "white": Die(), "black": Die(), "starter": Player(allow_none=True), "roll": Number(),
    },
    "rolled": {
        "player": Player(), "dice": Many(Whole(1, 6)), "roll": Number(),
        "kind": OneOf(("plain", "acey_deucey", "double")),
    },
    "moved": {"player": Player(), "steps": Many(fields.Nested(Step)), "play": Text()},
    "named": {"player": Player(), "number": Die()},
    "complement_owed": {"number": Die()},
    "numbers_lost": {
        "numbers": Many(Whole(1, 6)),
        "reason": OneOf(("no_legal_step", "nothing_to_name", "roll_limit")),
        "forfeits": Many(OneOf(("name", "complement", "roll"))),
    },
    "turn_ended": {"player": Player()},
    "undone": {"player": Player(), "to_version": Number()},
    "resigned": {"player": Player()},
    "timed_out": {"player": Player()},
    "finished": {"result": Part(Result)},
}  # fmt: skip
EVENTS = {name: _event(name, more) for name, more in _EVENT_FIELDS.items()}


class Event(View):
    """Any event; which fields it has, its type says."""

    type = OneOf(tuple(EVENTS))
    shape: ClassVar = {
        "oneOf": [{"$ref": f"#/components/schemas/{schema.__name__}"} for schema in EVENTS.values()],
        "discriminator": {
            "propertyName": "type",
            "mapping": {name: f"#/components/schemas/{schema.__name__}" for name, schema in EVENTS.items()},
        },
    }


class Game(View):
    id = Text()
    version = Number()
    status = OneOf(SHELVES)
    ruleset = Part(GameRuleset)
    seats = Part(Seats)
    turn = Part(Turn)
    position = Part(Position)
    legal = Part(Legal)
    can_undo = Yes()
    stake = Number()
    result = Part(Result, allow_none=True)
    dice = Part(GameDice)
    clock = Part(GameClock, allow_none=True, metadata={"description": "Null in a game without a clock."})
    lesson = Part(GameLesson, allow_none=True, metadata={"description": "The lesson that the game was made from."})
    private = Yes()
    hints = Yes(metadata={"description": "Whether hints are given while the game is played."})
    labels = Object(values=fields.String())
    created_at = Time()
    updated_at = Time()
    expires_at = Time()
    events = Many(fields.Nested(Event), metadata={"description": "What the last command did, in order."})
    links = Object(values=fields.String(), metadata={"description": "What can be done next."})
    dry_run = Flag(metadata={"description": "True when nothing was stored."})


class GameSummary(View):
    id = Text()
    version = Number()
    status = OneOf(SHELVES)
    ruleset = Part(GameRuleset)
    seats = Part(Seats)
    turn = Part(Turn)
    result = Part(Result, allow_none=True)
    private = Yes()
    labels = Object(values=fields.String())
    created_at = Time()
    updated_at = Time()
    expires_at = Time()
    links = Object(values=fields.String(), metadata={"description": "Where the whole game is."})


class Games(View):
    games = Many(fields.Nested(GameSummary))
    cursor = Text(allow_none=True, metadata={"description": "Send it as ?cursor= to go on behind these games."})
    more = Yes()


class NewGame(View):
    game = Part(Game)
    tokens = Object(values=fields.String(), metadata={"description": TOKENS})


class CreatedGame(View):
    id = Text()
    tokens = Object(values=fields.String(), metadata={"description": TOKENS})
    links = Object(values=fields.String(), metadata={"description": "Where the whole game is."})


class CreatedGames(View):
    games = Many(fields.Nested(CreatedGame))


class TakenSeat(View):
    game = Part(Game)
    token = Text()


class Play(View):
    play = Text()
    steps = Many(fields.Nested(Step))
    position = Part(Position)
    next = OneOf(("opponent", "name", "complement", "roll", "won"))


class Plays(View):
    count = Number()
    plays = Many(fields.Nested(Play))


class End(View):
    play = Text()
    position = Part(Position)
    next = OneOf(("opponent", "name", "complement", "roll", "won"))


class Branch(View):
    step = Part(Step)
    ends = Part(End, allow_none=True)
    then = Many(fields.Nested(lambda: Branch()))


class PlaysTree(View):
    count = Number()
    tree = Many(fields.Nested(lambda: Branch()))


class RefereePlays(Plays):
    legal_steps = Many(fields.Nested(Step))
    next_if_none = OneOf(("opponent", "name", "complement", "roll"), allow_none=True)


class Applied(View):
    position = Part(Position)
    turn = Part(Turn)
    legal = Part(Legal)
    events = Many(fields.Nested(Event))
    result = Part(Result, allow_none=True)


class EntropyView(View):
    white = Text()
    black = Text()


class Throw(View):
    number = Number(metadata={"description": "Which throw of the game it is, from 1."})
    player = Player(allow_none=True, metadata={"description": "null for the opening: White's die, then Black's."})
    dice = Many(Whole(1, 6))
    version = Number()


class DiceReport(View):
    game = Text()
    mode = OneOf(DICE_MODES)
    method = Text(allow_none=True, metadata={"description": "How server dice follow from seed and entropy."})
    commitment = Text(allow_none=True)
    entropy = Part(EntropyView)
    rolls = Many(fields.Nested(Throw))
    seed = Text(allow_none=True, metadata={"description": "Shown when the game is finished."})


class Entry(View):
    version = Number()
    at = Time()
    events = Many(fields.Nested(Event))


class Events(View):
    entries = Many(fields.Nested(Entry))
    cursor = Text(metadata={"description": "Send it as ?cursor= to go on behind these entries."})
    more = Yes()


class Status(View):
    status = OneOf(("live", "ready"))


class Fault(View):
    where = Text(metadata={"description": "A JSON pointer into the body, a query parameter, or a header."})
    reason = Text()


class RuleReference(View):
    id = Text()
    sources = Many(fields.String())
    text = Text()
    href = Text()


class Problem(View):
    type = Text(metadata={"format": "uri-reference", "description": "Leads to a page that explains the problem."})
    title = Text()
    status = Whole(400, 599, required=True)
    detail = Text()
    instance = Text()
    rule = fields.Nested(RuleReference, metadata={"description": "The rule that the request breaks."})
    step_index = Whole(0, HIGHEST, allow_none=True)
    number = Whole(0, HIGHEST, allow_none=True)
    legal_example = fields.String(allow_none=True)
    current_version = Whole(0, HIGHEST)
    version = Whole(0, HIGHEST)
    command = Whole(0, HIGHEST, allow_none=True, metadata={"description": "Which command of the record, from 0."})
    line = Whole(1, HIGHEST, metadata={"description": "Which line of the record."})
    where = fields.String(metadata={"description": "A JSON pointer into the record."})
    index = Whole(0, HIGHEST, metadata={"description": "In which game of several, from 0."})
    errors = fields.List(fields.Nested(Fault))
    faults = fields.Dict(values=fields.String())
    reasons = fields.List(fields.String())
