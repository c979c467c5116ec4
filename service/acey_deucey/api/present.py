"""Games, positions and events as the JSON that clients see, built by plain functions; it decides nothing.

Steps and options are the same few values again and again: they are dumped once and kept as fragments.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from operator import sub
from typing import Any

import orjson

from acey_deucey.lessons import LESSONS
from acey_deucey.record import Entry, GameCreated, GameRecord, LogEvent, Seat, SeatTaken
from acey_deucey.rules.events import Finished, Moved, Result
from acey_deucey.rules.game import Game
from acey_deucey.rules.moves import SOURCE_NAMES, TARGET_NAMES, Play, Step
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import POINTS, Position, counts_of
from acey_deucey.rules.position_id import format_position_id
from acey_deucey.rules.turn import Turn
from acey_deucey.services import Outcome

Json = dict[str, Any]

_POINT_NAMES = [str(point) for point in range(1, POINTS + 1)]
# Of the counts of a side those of its points. White's from 1 to 24 and Black's from 24 to 1 are the same places.
_UPWARDS, _DOWNWARDS = slice(POINTS + 1, 1, -1), slice(2, POINTS + 2)


def game_json(outcome: Outcome) -> Json:
    """The whole game as it is after a command, with what that command did."""
    record = outcome.record
    game, status = record.game, record.status
    waiting = status == "waiting"
    return {
        "id": record.id,
        "version": game.version,
        "status": status,
        "ruleset": ruleset_json(record.ruleset, record.ruleset_version, game.options),
        "seats": {"white": _seat_json(record.white), "black": _seat_json(record.black)},
        "turn": turn_json(game.turn, waiting),
        "position": position_json(game.position, game.turn),
        "legal": {"steps": steps_json(game.legal_steps()), "names": game.names()},
        "can_undo": bool(game.undo),
        "stake": game.stake,
        "result": result_json(game.result),
        "dice": {"mode": record.dice.mode, "commitment": record.dice.commitment},
        "clock": _clock_json(record),
        "lesson": _lesson_json(record),
        "private": record.private,
        "hints": record.hints,
        "labels": dict(record.labels),
        "created_at": time_text(record.created_at),
        "updated_at": time_text(record.updated_at),
        "expires_at": time_text(outcome.expires_at),
        "events": events_json(outcome.events),
        "links": links_json(record),
    }


def summary_json(outcome: Outcome) -> Json:
    """What a list tells of a game: all but the board, and what is done with it."""
    record = outcome.record
    game = record.game
    return {
        "id": record.id,
        "version": game.version,
        "status": record.status,
        "ruleset": ruleset_json(record.ruleset, record.ruleset_version, game.options),
        "seats": {"white": _seat_json(record.white), "black": _seat_json(record.black)},
        "turn": turn_json(game.turn, record.status == "waiting"),
        "result": result_json(game.result),
        "private": record.private,
        "labels": dict(record.labels),
        "created_at": time_text(record.created_at),
        "updated_at": time_text(record.updated_at),
        "expires_at": time_text(outcome.expires_at),
        "links": {"self": f"/v1/games/{record.id}"},
    }


@lru_cache(maxsize=256)
def ruleset_json(ruleset_id: str, version: int, options: Options) -> orjson.Fragment:
    """A rule set with all options of the game, resolved."""
    return orjson.Fragment(orjson.dumps({"id": ruleset_id, "version": version, "options": options.as_dict()}))


@lru_cache(maxsize=4096)
def turn_json(turn: Turn, waiting: bool = False) -> orjson.Fragment:
    """Whose turn it is and what it waits for; while a seat is open it waits for nothing that a player can do."""
    told = turn._asdict() | ({"awaits": None} if waiting else {})
    return orjson.Fragment(orjson.dumps(told))


def position_json(position: Position, turn: Turn) -> Json:
    """The checkers of both sides, White's board as one signed list, and the line of text for board and turn."""
    white, black = position
    white_side, white_pips = _side_json(white)
    black_side, black_pips = _side_json(black)
    return {
        "white": white_side,
        "black": black_side,
        "board": list(map(sub, counts_of(white)[_UPWARDS], counts_of(black)[_DOWNWARDS])),
        "pips": {"white": white_pips, "black": black_pips},
        "id": format_position_id(position, turn),
    }


@lru_cache(maxsize=4096)
def _side_json(packed: int) -> tuple[orjson.Fragment, int]:
    """A side and its pips; from one command to the next at most one side changes, but for hits."""
    counts = counts_of(packed)
    side = {
        "hand": counts[0],
        "bar": counts[1],
        "off": counts[-1],
        "points": {name: count for name, count in zip(_POINT_NAMES, counts[_UPWARDS], strict=True) if count},
    }
    return orjson.Fragment(orjson.dumps(side)), Position(packed, packed).pip_count("white")


def steps_json(steps: Sequence[Step]) -> list[orjson.Fragment]:
    """Steps, each with where from, where to, its number, whether it hits, and its notation."""
    return [_step_json(step) for step in steps]


@cache
def _step_json(step: Step) -> orjson.Fragment:
    return orjson.Fragment(
        orjson.dumps(
            {
                "from": SOURCE_NAMES.get(step.source, step.source),
                "to": TARGET_NAMES.get(step.target, step.target),
                "number": step.number,
                "hit": step.hit,
                "text": step.text,
            }
        )
    )


def play_json(play: Play, following: str, turn: Turn) -> Json:
    """A complete play of a stage, the position that it leads to and what comes next."""
    return {
        "play": play.text,
        "steps": steps_json(play.steps),
        "position": position_json(play.position, turn),
        "next": following,
    }


def events_json(events: Sequence[LogEvent]) -> list[Json]:
    """What happened, in order."""
    return [_event_json(event) for event in events]


def _event_json(event: LogEvent) -> Json:
    if isinstance(event, Moved):
        steps = steps_json(event.steps)
        return {"type": "moved", "player": event.player, "steps": steps, "play": event.play}
    if isinstance(event, Finished):
        return {"type": "finished", "result": result_json(event.result)}
    if isinstance(event, GameCreated):
        return {"type": "game_created"}
    if isinstance(event, SeatTaken):
        return {"type": "seat_taken", "seat": event.seat, "name": event.name}
    return {"type": event.type, **{name: getattr(event, name) for name in event.__slots__}}


def entry_json(entry: Entry) -> Json:
    """One entry of the log: a version, when it was made, and what its command did."""
    return {"version": entry.version, "at": time_text(entry.at), "events": events_json(entry.events)}


def result_json(result: Result | None) -> Json | None:
    """How the game ended; nothing while it goes on."""
    return None if result is None else result._asdict()


def links_json(record: GameRecord) -> orjson.Fragment:
    """What can be asked of the game next, by name."""
    return _links_json(record.id, tuple(_possible(record)))


@lru_cache(maxsize=4096)
def _links_json(game_id: str, possible: tuple[tuple[str, str], ...]) -> orjson.Fragment:
    base = f"/v1/games/{game_id}"
    views = {"board": f"{base}/board.svg", "board_text": f"{base}/board.txt"}
    commands = {name: f"{base}/{path}" for name, path in possible}
    return orjson.Fragment(orjson.dumps({"self": base, "events": f"{base}/events"} | views | commands))


def _possible(record: GameRecord) -> list[tuple[str, str]]:
    """The commands, and the lists for choosing one, that the game is ready for."""
    if record.status == "waiting":
        return [("seats", "seats")]
    if record.status == "finished":
        return [("record", "record"), ("dice", "dice"), ("analysis", "analysis")]
    possible = _possible_in_turn(record.game)
    if record.hints and record.game.turn.awaits in ("move", "name"):
        possible.append(("hint", "hint"))
    if record.game.undo:
        possible.append(("undos", "undos"))
    return [*possible, ("resignations", "resignations")]


def _possible_in_turn(game: Game) -> list[tuple[str, str]]:
    if game.turn.awaits == "move":
        return [("moves", "moves"), ("plays", "plays")]
    if game.turn.awaits == "name":
        return [("named_doubles", "named-doubles")]
    return [("rolls", "rolls")]


def _clock_json(record: GameRecord) -> Json | None:
    """How long a turn may last, and until when the one that is played may; nothing for a game without a clock."""
    if record.turn_seconds is None:
        return None
    deadline = None if record.deadline is None else time_text(record.deadline)
    return {"turn_seconds": record.turn_seconds, "deadline": deadline}


def _lesson_json(record: GameRecord) -> Json | None:
    """The lesson that the game was made from, its task in English, and whether it is solved."""
    lesson = LESSONS.get(record.lesson or "")
    if lesson is None:
        return None
    solved = lesson.is_solved(record.game)
    return {"id": lesson.id, "task": lesson.task, "solved": solved, "href": f"/v1/lessons/{lesson.id}"}


def _seat_json(seat: Seat) -> Json:
    return {"kind": seat.kind, "name": seat.name, "level": seat.level}


def time_text(milliseconds: int) -> str:
    """A time since the epoch as RFC 3339 in UTC."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{_second_text(seconds)}.{rest:03}Z"


@lru_cache(maxsize=1024)
def _second_text(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().removesuffix("+00:00")
