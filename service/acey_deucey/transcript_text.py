"""A record as text that people read, and back; it judges no command.

A line for each fact, then one for each turn::

    record  = "acey-deucey record 1" *header *line [result]
    header  = "game " id                       the game's id at the service
            / "ruleset " id " " version
            / "option " name " " value         an option that differs from the rule set's, its value as in JSON
            / "start " position-id             where the game began, if not at the opening
            / "clock " seconds                 how long a turn could last, if there was a clock
            / "dice " mode [" " commitment]    server, scripted or manual
            / "entropy " player " " text       what a player added to the dice, as a JSON string
            / "seed " hex                      shown when the game is over
    line    = "opening " die "-" die           White's die, then Black's
            / count ". " player " " act *("; " act)
    act     = die "-" die                      a roll
            / play                             in canonical notation; "=n" behind a step tells the number where it
                                               is not the distance, as in 3/off=6
            / "name " number / "undo" / "resigns" / "times out"
    result  = "result " (player / "draw") " " reason " " points

"#" begins a comment line. A turn of one roll reads ``3. white 5-2; hand/20 hand/23``.
"""

import json
import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, cast

import orjson

from acey_deucey.record import DiceMode
from acey_deucey.rules import events as ev
from acey_deucey.rules.position import Player, Position
from acey_deucey.rules.position_id import format_position_id, parse_position_id
from acey_deucey.rules.replay import Command
from acey_deucey.rules.rulesets import ruleset_by_id
from acey_deucey.rules.turn import OPENING, roll_kind
from acey_deucey.step_text import read_steps, steps_text
from acey_deucey.transcript import (
    FORMAT,
    Transcript,
    UnknownRecordVersion,
    UnreadableRecord,
    known_ruleset,
    result_text,
)

MAGIC = "acey-deucey record "
MOST_LINES = 20_000
MOST_LINE = 2_000

_DICE = re.compile(r"([1-6])-([1-6])", re.ASCII)
_TURN = re.compile(r"\d{1,6}\. (white|black) (.+)", re.ASCII)
_RESULT = re.compile(r"(white|black|draw) (borne_off|resigned|deadlock|timeout) (\d{1,9})", re.ASCII)
_SECONDS = re.compile(r"[1-9]\d{0,5}", re.ASCII)


def format_transcript(transcript: Transcript) -> str:
    """The record as text with a line end behind every line; ``parse_transcript`` gives it back."""
    return "\n".join([f"{MAGIC}{FORMAT}", *_headers(transcript), *_lines(transcript), *_result(transcript), ""])


def parse_transcript(text: str) -> Transcript:
    """The record that the text holds; whether its commands can be played is not judged.

    :raises UnreadableRecord: it is not in the grammar.
    :raises UnknownRuleset, InvalidOptions, InvalidPositionId, InvalidPosition, InvalidTurn: there can be no such game.
    """
    draft = _Draft()
    lines = text.splitlines()
    _check_first(lines[0] if lines else "")
    if len(lines) > MOST_LINES:
        raise UnreadableRecord(MOST_LINES + 1, lines[MOST_LINES])
    for number, line in enumerate(lines[1:], start=2):
        if line.strip() and not line.startswith("#"):
            word, _, rest = line.strip().partition(" ")
            read = _READERS.get(word, _read_turn)
            if len(line) > MOST_LINE or not read(draft, rest if word in _READERS else line.strip()):
                raise UnreadableRecord(number, line)
    return draft.transcript()


def _check_first(line: str) -> None:
    """Make sure that a text with this first line is a record, and one that can be read here."""
    magic, version = line.strip()[: len(MAGIC)], line.strip()[len(MAGIC) :]
    if magic != MAGIC or not re.fullmatch(r"[1-9]\d{0,5}", version, re.ASCII):
        raise UnreadableRecord(1, line)
    if version != str(FORMAT):
        raise UnknownRecordVersion("record", version, FORMAT)


def _headers(transcript: Transcript) -> Iterator[str]:
    if transcript.game_id:
        yield f"game {transcript.game_id}"
    yield f"ruleset {transcript.ruleset} {transcript.ruleset_version}"
    usual = ruleset_by_id(transcript.ruleset).options.as_dict()
    for name, value in transcript.options.as_dict().items():
        if value != usual[name]:
            yield f"option {name} {json.dumps(value)}"
    if (transcript.position, transcript.turn) != (Position.start(), OPENING):
        yield f"start {format_position_id(transcript.position, transcript.turn)}"
    if transcript.turn_seconds is not None:
        yield f"clock {transcript.turn_seconds}"
    yield f"dice {transcript.mode} {transcript.commitment or ''}".rstrip()
    for player, entropy in zip(("white", "black"), transcript.entropy, strict=True):
        if entropy:
            yield f"entropy {player} {json.dumps(entropy)}"
    if transcript.seed:
        yield f"seed {transcript.seed}"


def _lines(transcript: Transcript) -> Iterator[str]:
    openings = [command for command in transcript.commands if isinstance(command, ev.OpeningRolled)]
    for opening in openings:
        yield f"opening {opening.white}-{opening.black}"
    played = [command for command in transcript.commands if not isinstance(command, ev.OpeningRolled)]
    for count, (player, acts) in enumerate(groupby(played, key=lambda command: command.player), start=1):
        yield f"{count}. {player} {'; '.join(map(_act, acts))}"


def _act(command: Command) -> str:
    match command:
        case ev.Rolled(_, (first, second)):
            return f"{first}-{second}"
        case ev.Moved(_, steps):
            return steps_text(steps)
        case ev.Named(_, number):
            return f"name {number}"
        case ev.Undone():
            return "undo"
        case ev.TimedOut():
            return "times out"
    return "resigns"


def _result(transcript: Transcript) -> Iterator[str]:
    if transcript.result:
        yield f"result {result_text(transcript.result)}"


class _Draft:
    """A record in the reading."""

    def __init__(self) -> None:
        self.facts: dict[str, Any] = {}
        self.options: dict[str, Any] = {}
        self.entropy: dict[str, str] = {}
        self.commands: list[Command] = []
        self.throws = 0

    def transcript(self) -> Transcript:
        """What has been read, as a whole."""
        ruleset_id, version = self.facts.pop("ruleset", ("american", 1))
        ruleset = known_ruleset(ruleset_id, version)
        options = ruleset.options.override(self.options)
        position, turn = self.facts.pop("start", (Position.start(), OPENING))
        return Transcript(
            ruleset=ruleset.id,
            ruleset_version=ruleset.version,
            options=options,
            position=position,
            turn=turn,
            entropy=(self.entropy.get("white", ""), self.entropy.get("black", "")),
            commands=tuple(self.commands),
            **self.facts,
        )

    def throw(self) -> int:
        """The number of one more throw of the dice."""
        self.throws += 1
        return self.throws


def _read_word(name: str) -> Callable[[_Draft, str], bool]:
    def read(draft: _Draft, rest: str) -> bool:
        draft.facts[name] = rest
        return bool(rest) and " " not in rest

    return read


def _read_ruleset(draft: _Draft, rest: str) -> bool:
    ruleset_id, _, version = rest.partition(" ")
    if version.isascii() and version.isdecimal() and len(version) < 6:
        draft.facts["ruleset"] = ruleset_id, int(version)
        return True
    return False


def _read_option(draft: _Draft, rest: str) -> bool:
    name, _, value = rest.partition(" ")
    try:
        draft.options[name] = orjson.loads(value)
    except ValueError:
        return False
    return not isinstance(draft.options[name], list | dict)


def _read_start(draft: _Draft, rest: str) -> bool:
    draft.facts["start"] = parse_position_id(rest)
    return True


def _read_clock(draft: _Draft, rest: str) -> bool:
    if not _SECONDS.fullmatch(rest):
        return False
    draft.facts["turn_seconds"] = int(rest)
    return True


def _read_dice(draft: _Draft, rest: str) -> bool:
    mode, _, commitment = rest.partition(" ")
    draft.facts |= {"mode": cast(DiceMode, mode), "commitment": commitment or None}
    return mode in ("server", "scripted", "manual") and " " not in commitment


def _read_entropy(draft: _Draft, rest: str) -> bool:
    player, _, text = rest.partition(" ")
    try:
        draft.entropy[player] = entropy = orjson.loads(text)
    except ValueError:
        return False
    return player in ("white", "black") and isinstance(entropy, str) and entropy != ""


def _read_opening(draft: _Draft, rest: str) -> bool:
    dice = _DICE.fullmatch(rest)
    if dice is None:
        return False
    white, black = int(dice[1]), int(dice[2])
    starter: Player | None = None if white == black else "white" if white > black else "black"
    draft.commands.append(ev.OpeningRolled(white, black, starter, draft.throw()))
    return True


def _read_result(draft: _Draft, rest: str) -> bool:
    match = _RESULT.fullmatch(rest)
    if match is None:
        return False
    winner = None if match[1] == "draw" else cast(Player, match[1])
    draft.facts["result"] = ev.Result(winner, cast(ev.EndReason, match[2]), int(match[3]))
    return True


def _read_turn(draft: _Draft, line: str) -> bool:
    match = _TURN.fullmatch(line)
    if match is None:
        return False
    player = cast(Player, match[1])
    commands = [_read_act(draft, player, act.strip()) for act in match[2].split(";")]
    draft.commands += [command for command in commands if command]
    return all(commands)


def _read_act(draft: _Draft, player: Player, act: str) -> Command | None:
    if dice := _DICE.fullmatch(act):
        high_first = max(int(dice[1]), int(dice[2])), min(int(dice[1]), int(dice[2]))
        return ev.Rolled(player, high_first, draft.throw(), roll_kind(high_first))
    if act == "undo":
        return ev.Undone(player, 0)
    if act == "resigns":
        return ev.Resigned(player)
    if act == "times out":
        return ev.TimedOut(player)
    if act.startswith("name ") and len(act) == 6 and act[5] in "123456":
        return ev.Named(player, int(act[5]))
    steps = read_steps(act)
    return ev.Moved(player, steps) if steps else None


_READERS: dict[str, Callable[[_Draft, str], bool]] = {
    "game": _read_word("game_id"),
    "seed": _read_word("seed"),
    "ruleset": _read_ruleset,
    "option": _read_option,
    "start": _read_start,
    "clock": _read_clock,
    "dice": _read_dice,
    "entropy": _read_entropy,
    "opening": _read_opening,
    "result": _read_result,
}
