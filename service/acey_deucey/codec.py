"""Games and log entries as bytes and back; the only file that knows their stored form. It knows no store.

A state is JSON with short names; ``f`` is the number of the format, and older formats are read for ever. A game is
written in the lowest format that holds it, so that servers of the last release go on with it beside newer ones:

    1  everything but what follows      2  ``c``, the turn clock: seconds a turn, deadline of the running one

A log entry is text: the time in milliseconds, then one word for each event. That of version 1 has the first state
in a second line; a game that was replayed from a record has in a third line the position id where the record began.
Sides are the packed integers in hexadecimal, 27 digits of which each is one count (see ``rules.position``).
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import orjson

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.event_codec import dump_events, load_events
from acey_deucey.record import DiceSetup, Entry, GameRecord, Seat
from acey_deucey.rules.events import Result
from acey_deucey.rules.game import Game, Mark
from acey_deucey.rules.options import OPTIONS, Options
from acey_deucey.rules.position import Position
from acey_deucey.rules.position_id import format_position_id, parse_position_id
from acey_deucey.rules.turn import Turn

FORMAT = 2

Start: TypeAlias = tuple[Position, Turn]

_NO_ENTROPY = ("", "")
_NO_CLOCK = (None, None)
_BOTH_HELD = (Seat("human"), Seat("human"))

# Format 1 writes an option as the place of its value in these lists, so they stay as they are.
_OPTION_VALUES = {name: [choice.value for choice in info.choices] for name, info in OPTIONS.items()}
_LIMIT = "max_rolls_per_turn"
# What reading bytes that no service wrote may run into. To the rules' own errors a damaged store is no client's fault.
_MISREADINGS = (ValueError, LookupError, TypeError, AttributeError, AssertionError, AceyDeuceyError)


class NewerFormat(AceyDeuceyError):
    """A stored game whose format a newer version of the service wrote."""

    def __init__(self, found: object) -> None:
        details = {"found": found, "known": FORMAT}
        super().__init__("newer-format", "The game is stored in format {found}; this server knows {known}.", details)


class StoredEntry(NamedTuple):
    """A log entry as stored; that of version 1 holds the whole first state, so that a log can be folded.

    ``start`` is where the events of that entry begin, if they were replayed; else they lead to no other position.
    """

    entry: Entry
    first: GameRecord | None
    start: Start | None = None


def dump_state(record: GameRecord) -> bytes:
    """The record as bytes; ``load_state`` reads them."""
    return orjson.dumps(_state(record))


def load_state(game_id: str, stored: bytes) -> GameRecord:
    """The record that the bytes hold.

    :raises NewerFormat: a newer service wrote them.
    :raises ValueError: they are damaged.
    """
    try:
        return _record(game_id, orjson.loads(stored))
    except NewerFormat:
        raise
    except _MISREADINGS as error:
        raise ValueError(f"the state of game {game_id} cannot be read") from error


def dump_entry(entry: Entry, first: GameRecord | None = None, start: Start | None = None) -> bytes:
    """A log entry as bytes; ``first`` and ``start`` belong to the entry of version 1 alone, see StoredEntry."""
    lines = [f"{entry.at};{dump_events(entry.events)}".encode()]
    if first is not None:
        lines.append(dump_state(first))
    if start is not None:
        lines.append(format_position_id(*start).encode())
    return b"\n".join(lines)


def load_entry(game_id: str, version: int, stored: bytes) -> StoredEntry:
    """The log entry that the bytes hold.

    :raises NewerFormat: a newer service wrote them.
    :raises ValueError: they are damaged.
    """
    try:
        return _entry(game_id, version, stored)
    except NewerFormat:
        raise
    except _MISREADINGS as error:
        raise ValueError(f"entry {version} of the log of game {game_id} cannot be read") from error


def _entry(game_id: str, version: int, stored: bytes) -> StoredEntry:
    line, *more = stored.split(b"\n")
    at, _, events = line.decode().partition(";")
    entry = Entry(version, int(at), tuple(load_events(events)))
    if not more:
        return StoredEntry(entry, None)
    start = parse_position_id(more[1].decode()) if len(more) > 1 else None
    return StoredEntry(entry, load_state(game_id, more[0]), start)


def _state(record: GameRecord) -> dict[str, object]:
    """The record by short names; what has its usual value is left out."""
    game, dice = record.game, record.dice
    state: dict[str, object] = {
        "f": 1 if record.turn_seconds is None else 2,
        "v": game.version,
        "r": record.ruleset,
        "rv": record.ruleset_version,
        "o": _options_text(game.options),
        "p": _position_text(game.position),
        "t": _turn_list(game.turn),
        "n": game.throws,
        "d": [dice.mode, dice.salt, dice.key_id, dice.commitment],
        "at": [record.created_at, record.updated_at],
    }
    if dice.script:
        state["s"] = "".join(f"{first}{second}" for first, second in dice.script)
    if dice.entropy != _NO_ENTROPY:
        state["x"] = dice.entropy
    if game.stake != 1:
        state["k"] = game.stake
    if game.result:
        state["e"] = list(game.result)
    if game.undo:
        state["u"] = [[mark.version, _position_text(mark.position), _turn_list(mark.turn)] for mark in game.undo]
    if game.forfeited:
        state["g"] = game.forfeited
    if (record.white, record.black) != _BOTH_HELD:
        state["h"] = [_seat_list(record.white), _seat_list(record.black)]
    if record.labels:
        state["l"] = record.labels
    if record.private:
        state["y"] = 1
    if record.lesson:
        state["w"] = record.lesson
    if record.owner:
        state["a"] = record.owner
    if record.turn_seconds is not None:
        state["c"] = [record.turn_seconds, record.deadline]
    if not record.hints:
        state["i"] = 0
    return state


def _seat_list(seat: Seat) -> list[object]:
    """The seat with its level where it has one; Seat(*…) reads it."""
    return list(seat if seat.level else seat[:2])


def _record(game_id: str, state: Mapping[str, Any]) -> GameRecord:
    if state["f"] not in range(1, FORMAT + 1):
        raise NewerFormat(state["f"])
    script = state.get("s", "")
    mode, salt, key_id, commitment = state["d"]
    pairs = tuple((int(script[at]), int(script[at + 1])) for at in range(0, len(script), 2))
    white, black = state.get("h", _BOTH_HELD)
    turn_seconds, deadline = state.get("c", _NO_CLOCK)
    return GameRecord(
        id=game_id,
        ruleset=state["r"],
        ruleset_version=state["rv"],
        game=_game(state),
        white=Seat(*white),
        black=Seat(*black),
        dice=DiceSetup(mode, pairs, salt, key_id, commitment, tuple(state.get("x", _NO_ENTROPY))),
        private=bool(state.get("y")),
        labels=state.get("l", {}),
        created_at=state["at"][0],
        updated_at=state["at"][1],
        lesson=state.get("w"),
        owner=state.get("a"),
        turn_seconds=turn_seconds,
        deadline=deadline,
        hints=bool(state.get("i", 1)),
    )


def _game(state: Mapping[str, Any]) -> Game:
    result = state.get("e")
    return Game(
        options=_options(state["o"]),
        position=_position(state["p"]),
        turn=_turn(state["t"]),
        version=state["v"],
        throws=state["n"],
        stake=state.get("k", 1),
        result=Result(*result) if result else None,
        undo=tuple(Mark(v, _position(p), _turn(t)) for v, p, t in state.get("u", ())),
        forfeited=tuple(state.get("g", ())),
    )


@lru_cache(maxsize=1024)
def _options_text(options: Options) -> str:
    """One digit an option in the order of the option table, then the limit of rolls if there is one."""
    values = options.as_dict()
    digits = [str(_OPTION_VALUES[name].index(value)) for name, value in values.items() if name != _LIMIT]
    return "".join(digits) + (f"/{values[_LIMIT]}" if values[_LIMIT] else "")


@lru_cache(maxsize=1024)
def _options(text: str) -> Options:
    digits, _, limit = text.partition("/")
    names = [name for name in _OPTION_VALUES if name != _LIMIT]
    changes = {name: _OPTION_VALUES[name][int(digit)] for name, digit in zip(names, digits, strict=True)}
    return Options().override(changes | {_LIMIT: int(limit) if limit else None})


def _position_text(position: Position) -> str:
    return f"{position.white:x}/{position.black:x}"


def _position(text: str) -> Position:
    white, _, black = text.partition("/")
    return Position(int(white, 16), int(black, 16))


def _turn_list(turn: Turn) -> list[object]:
    return list(turn)


def _turn(stored: list[Any]) -> Turn:
    player, awaits, stage, dice, numbers, named, rolls = stored
    return Turn(player, awaits, stage, tuple(dice) if dice else None, tuple(numbers), named, rolls)
