"""A record as plain values, those of JSON, and back, strictly; it judges no command and knows no HTTP.

The form, in which ``game``, ``start``, ``clock``, ``dice`` and ``result`` may be left out, and options those of the
rule set::

    {"format": 1, "game": id, "ruleset": {"id": …, "version": 1, "options": {…}}, "start": position id,
     "clock": {"turn_seconds": 60},
     "dice": {"mode": …, "commitment": …, "entropy": {"white": …, "black": …}, "seed": hex},
     "commands": [{"opening": [white, black]}, {"player": …, "roll": [5, 2]}, {"player": …, "play": "hand/20"},
                  {"player": …, "name": 4}, {"player": …, "undo": true}, {"player": …, "resign": true},
                  {"player": …, "timeout": true}],
     "result": {"winner": …, "reason": …, "points": …}}

``play`` is in canonical notation, with ``=n`` behind a step whose number is not its distance (``3/off=6``).
"""

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, cast, get_args

from acey_deucey.record import DiceMode
from acey_deucey.rules import events as ev
from acey_deucey.rules.legal import NUMBERS
from acey_deucey.rules.position import PLAYERS, Player, Position
from acey_deucey.rules.position_id import format_position_id, parse_position_id
from acey_deucey.rules.replay import Command
from acey_deucey.rules.rulesets import Ruleset
from acey_deucey.rules.turn import OPENING, Turn, roll_kind
from acey_deucey.step_text import read_steps, steps_text
from acey_deucey.transcript import FORMAT, MOST_SHOWN, Transcript, UnknownRecordVersion, UnreadableRecord, known_ruleset

Json = dict[str, Any]

MOST_COMMANDS = 20_000
MOST_POINTS = 10**9
MOST_SECONDS = 10**6
MODES = get_args(DiceMode)
REASONS = get_args(ev.EndReason)
TEXT = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]{0,2000}"
COMMITMENT = r"sha256:[0-9a-f]{64}"
SEED = r"[0-9a-f]{64}"

_OPTIONAL = ("game", "start", "clock", "dice", "result")


def transcript_json(transcript: Transcript) -> Json:
    """The record as plain values; ``transcript_from_json`` gives it back."""
    white, black = transcript.entropy
    return {
        "format": FORMAT,
        "game": transcript.game_id,
        "ruleset": {
            "id": transcript.ruleset,
            "version": transcript.ruleset_version,
            "options": transcript.options.as_dict(),
        },
        "start": format_position_id(transcript.position, transcript.turn),
        **({} if transcript.turn_seconds is None else {"clock": {"turn_seconds": transcript.turn_seconds}}),
        "dice": {
            "mode": transcript.mode,
            "commitment": transcript.commitment,
            "entropy": {"white": white, "black": black},
            "seed": transcript.seed,
        },
        "commands": [_command_json(command) for command in transcript.commands],
        "result": transcript.result and transcript.result._asdict(),
    }


def transcript_from_json(value: object) -> Transcript:
    """The record that the values hold; whether its commands can be played is not judged.

    :raises UnreadableRecord: a value is missing, unknown, or not what it must be.
    :raises UnknownRecordVersion: it is of another format, or under another version of its rule set.
    :raises UnknownRuleset, InvalidOptions, InvalidPositionId, InvalidPosition, InvalidTurn: there can be no such game.
    """
    record = _Value(value).members("format", "ruleset", "commands", optional=_OPTIONAL)
    found = record["format"].whole(1, 10**6)
    if found != FORMAT:
        raise UnknownRecordVersion("record", found, FORMAT)
    ruleset, changes = _ruleset(record["ruleset"])
    position, turn = _start(record.get("start"))
    return Transcript(
        ruleset=ruleset.id,
        ruleset_version=ruleset.version,
        options=ruleset.options.override(changes),
        position=position,
        turn=turn,
        **_dice(record.get("dice")),
        game_id=_optional(record.get("game"), lambda value: value.text(TEXT)),
        commands=tuple(_commands(record["commands"])),
        result=_optional(record.get("result"), _result),
        turn_seconds=_optional(record.get("clock"), _clock),
    )


def _command_json(command: Command) -> Json:
    match command:
        case ev.OpeningRolled(white, black):
            return {"opening": [white, black]}
        case ev.Rolled(player, dice):
            return {"player": player, "roll": list(dice)}
        case ev.Moved(player, steps):
            return {"player": player, "play": steps_text(steps)}
        case ev.Named(player, number):
            return {"player": player, "name": number}
        case ev.Undone(player):
            return {"player": player, "undo": True}
        case ev.TimedOut(player):
            return {"player": player, "timeout": True}
    return {"player": command.player, "resign": True}


class _Value:
    """A value of the record and where it stands, as a JSON pointer; asked for as what it is not, it is refused."""

    def __init__(self, value: object, where: str = "") -> None:
        self.value = value
        self.where = where

    def refused(self) -> UnreadableRecord:
        # Only the beginning is written, or else something that is nested deep might not be.
        part = "".join(islice(json.JSONEncoder(ensure_ascii=False).iterencode(self.value), MOST_SHOWN))
        return UnreadableRecord(self.where or "/", part)

    def members(self, *required: str, optional: tuple[str, ...] = ()) -> "dict[str, _Value]":
        """The members of an object that has all of these, perhaps some more, and none beside."""
        if not isinstance(self.value, dict) or not set(required) <= self.value.keys() <= {*required, *optional}:
            raise self.refused()
        return {name: _Value(part, f"{self.where}/{name}") for name, part in self.value.items()}

    def items(self, most: int) -> "list[_Value]":
        if not isinstance(self.value, list) or len(self.value) > most:
            raise self.refused()
        return [_Value(part, f"{self.where}/{index}") for index, part in enumerate(self.value)]

    def whole(self, low: int, high: int) -> int:
        if type(self.value) is not int or not low <= self.value <= high:
            raise self.refused()
        return self.value

    def text(self, pattern: str) -> str:
        if not isinstance(self.value, str) or not re.fullmatch(pattern, self.value):
            raise self.refused()
        return self.value

    def one_of(self, words: tuple[str, ...]) -> Any:
        if self.value not in words:
            raise self.refused()
        return self.value

    def dice(self) -> tuple[int, int]:
        first, second = [die.whole(1, 6) for die in self.items(2)] if self._is_pair() else (0, 0)
        if not first:
            raise self.refused()
        return first, second

    def true(self) -> None:
        if self.value is not True:
            raise self.refused()

    def _is_pair(self) -> bool:
        return isinstance(self.value, list) and len(self.value) == 2


def _optional(value: _Value | None, read: Callable[[_Value], Any]) -> Any:
    return None if value is None or value.value is None else read(value)


def _ruleset(value: _Value) -> tuple[Ruleset, Json]:
    """The rule set and the options that the record gives."""
    parts = value.members("id", "version", optional=("options",))
    ruleset = known_ruleset(parts["id"].text(TEXT), parts["version"].whole(1, 10**6))
    options = parts.get("options", _Value({})).value
    if not isinstance(options, dict) or any(isinstance(option, list | dict) for option in options.values()):
        raise parts["options"].refused()
    return ruleset, options


def _start(value: _Value | None) -> tuple[Position, Turn]:
    if value is None:
        return Position.start(), OPENING
    return parse_position_id(value.text(TEXT))


def _dice(value: _Value | None) -> Json:
    """What a record tells of its dice; of one that tells nothing the players say so."""
    if value is None:
        return {"mode": "manual"}
    parts = value.members("mode", optional=("commitment", "entropy", "seed"))
    entropy = _optional(parts.get("entropy"), lambda value: value.members("white", "black")) or {}
    return {
        "mode": parts["mode"].one_of(MODES),
        "commitment": _optional(parts.get("commitment"), lambda value: value.text(COMMITMENT)),
        "entropy": tuple(entropy[player].text(TEXT) if entropy else "" for player in PLAYERS),
        "seed": _optional(parts.get("seed"), lambda value: value.text(SEED)),
    }


def _clock(value: _Value) -> int:
    return value.members("turn_seconds")["turn_seconds"].whole(1, MOST_SECONDS)


def _commands(value: _Value) -> Iterator[Command]:
    throws = 0
    for item in value.items(MOST_COMMANDS):
        command = _command(item, throws + 1)
        throws += isinstance(command, ev.OpeningRolled | ev.Rolled)
        yield command


def _command(value: _Value, throw: int) -> Command:
    """A command; if it is a throw of the dice, the one of that number."""
    if isinstance(value.value, dict) and "opening" in value.value:
        white, black = value.members("opening")["opening"].dice()
        starter: Player | None = None if white == black else "white" if white > black else "black"
        return ev.OpeningRolled(white, black, starter, throw)
    parts = value.members("player", optional=tuple(_ACTS))
    player = cast(Player, parts.pop("player").one_of(PLAYERS))
    if len(parts) != 1:
        raise value.refused()
    ((act, told),) = parts.items()
    return _ACTS[act](player, told, throw)


def _roll(player: Player, told: _Value, throw: int) -> Command:
    first, second = told.dice()
    dice = max(first, second), min(first, second)
    return ev.Rolled(player, dice, throw, roll_kind(dice))


def _play(player: Player, told: _Value, _: int) -> Command:
    steps = read_steps(told.text(TEXT))
    if steps is None:
        raise told.refused()
    return ev.Moved(player, steps)


def _undo(player: Player, told: _Value, _: int) -> Command:
    told.true()
    return ev.Undone(player, 0)


def _resign(player: Player, told: _Value, _: int) -> Command:
    told.true()
    return ev.Resigned(player)


def _timeout(player: Player, told: _Value, _: int) -> Command:
    told.true()
    return ev.TimedOut(player)


_ACTS: dict[str, Callable[[Player, _Value, int], Command]] = {
    "roll": _roll,
    "play": _play,
    "name": lambda player, told, _: ev.Named(player, told.whole(min(NUMBERS), max(NUMBERS))),
    "undo": _undo,
    "resign": _resign,
    "timeout": _timeout,
}


def _result(value: _Value) -> ev.Result:
    parts = value.members("winner", "reason", "points")
    winner = _optional(parts["winner"], lambda value: value.one_of(PLAYERS))
    return ev.Result(winner, parts["reason"].one_of(REASONS), parts["points"].whole(0, MOST_POINTS))
