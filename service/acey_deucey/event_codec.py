"""The events of a log entry as one line of words and back; it knows no other part of the stored form.

A word is a letter for the type and its facts behind it, words are separated by ``;``:

    Oabsk  opening dice a and b, starter s, throw k      Rpabk  player p rolls a and b as throw k
    Mp…    player p moves: for each step its source (a-x the points, y bar, z hand), number, ``*`` for a hit
    Npn    p names n      Kn  complement n is owed       L…     numbers lost: digits, reason, losses
    Tp     p's turn ends  Upv p takes back to version v  Qp     p resigns
    Xp     p's time has run out                          Fprn   finished: winner, reason, points
    C      game created                                  S{…}   seat taken, as JSON

Players are ``w`` and ``b``, nobody is ``-``.
"""

import re
from collections.abc import Callable, Iterator, Sequence

import orjson

from acey_deucey.record import GameCreated, LogEvent, SeatTaken
from acey_deucey.rules import events as ev
from acey_deucey.rules.legal import NUMBERS
from acey_deucey.rules.moves import Step, landing
from acey_deucey.rules.position import HAND, Player
from acey_deucey.rules.turn import roll_kind

_SOURCES = "_abcdefghijklmnopqrstuvwxyz"  # a is point 1, x point 24, y the bar, z the hand
_LETTER: dict[Player | None, str] = {"white": "w", "black": "b", None: "-"}
_PLAYER: dict[str, Player] = {"w": "white", "b": "black"}
_REASONS: dict[ev.LossReason, str] = {"no_legal_step": "s", "nothing_to_name": "n", "roll_limit": "l"}
_LOSSES: dict[ev.Loss, str] = {"name": "N", "complement": "C", "roll": "R"}
_ENDS: dict[ev.EndReason, str] = {"borne_off": "o", "resigned": "q", "deadlock": "d", "timeout": "t"}
_REASON_OF = {letter: reason for reason, letter in _REASONS.items()}
_LOSS_OF = {letter: loss for loss, letter in _LOSSES.items()}
_END_OF = {letter: end for end, letter in _ENDS.items()}

_STEP = re.compile(r"([a-z])([1-6])(\*?)")
_LOST = re.compile(r"([1-6]*)([a-z])([A-Z]*)")
_STEPS = {
    f"{_SOURCES[source]}{number}{mark}": Step(source, landing(source, number), number, bool(mark))
    for source in range(1, HAND + 1)
    for number in NUMBERS
    for mark in ("", "*")
}
_STEP_TEXT = {step: text for text, step in _STEPS.items()}


def dump_events(events: Sequence[LogEvent]) -> str:
    """The events as one line; ``load_events`` reads it."""
    return ";".join(_word(event) for event in events)


def load_events(line: str) -> Iterator[LogEvent]:
    """The events of a line, in order."""
    for word in line.split(";"):
        yield _LOADERS[word[0]](word[1:])


def _word(event: LogEvent) -> str:
    """The event as a word. A semicolon inside JSON is escaped, so that it never ends a word."""
    match event:
        case ev.Moved(player, steps):
            return f"M{_LETTER[player]}" + "".join(_STEP_TEXT[step] for step in steps)
        case ev.Rolled(player, (first, second), roll):
            return f"R{_LETTER[player]}{first}{second}{roll}"
        case ev.TurnEnded(player):
            return f"T{_LETTER[player]}"
        case ev.OpeningRolled(white, black, starter, roll):
            return f"O{white}{black}{_LETTER[starter]}{roll}"
        case ev.NumbersLost(numbers, reason, forfeits):
            return f"L{''.join(map(str, numbers))}{_REASONS[reason]}{''.join(_LOSSES[loss] for loss in forfeits)}"
        case ev.Named(player, number):
            return f"N{_LETTER[player]}{number}"
        case ev.ComplementOwed(number):
            return f"K{number}"
        case ev.Undone(player, to_version):
            return f"U{_LETTER[player]}{to_version}"
        case ev.Resigned(player):
            return f"Q{_LETTER[player]}"
        case ev.TimedOut(player):
            return f"X{_LETTER[player]}"
        case ev.Finished(result):
            return f"F{_LETTER[result.winner]}{_ENDS[result.reason]}{result.points}"
        case GameCreated():
            return "C"
        case SeatTaken(seat, name, entropy):
            return "S" + orjson.dumps([seat, name, entropy]).decode().replace(";", "\\u003b")


def _moved(text: str) -> ev.Moved:
    return ev.Moved(_PLAYER[text[0]], tuple(_STEPS["".join(part)] for part in _STEP.findall(text[1:])))


def _rolled(text: str) -> ev.Rolled:
    dice = int(text[1]), int(text[2])
    return ev.Rolled(_PLAYER[text[0]], dice, int(text[3:]), roll_kind(dice))


def _opening(text: str) -> ev.OpeningRolled:
    return ev.OpeningRolled(int(text[0]), int(text[1]), _PLAYER.get(text[2]), int(text[3:]))


def _lost(text: str) -> ev.NumbersLost:
    match = _LOST.fullmatch(text)
    assert match is not None, "dump_events wrote it"
    numbers, reason, losses = match.groups()
    return ev.NumbersLost(tuple(map(int, numbers)), _REASON_OF[reason], tuple(_LOSS_OF[loss] for loss in losses))


def _finished(text: str) -> ev.Finished:
    return ev.Finished(ev.Result(_PLAYER.get(text[0]), _END_OF[text[1]], int(text[2:])))


_LOADERS: dict[str, Callable[[str], LogEvent]] = {
    "O": _opening,
    "R": _rolled,
    "M": _moved,
    "N": lambda text: ev.Named(_PLAYER[text[0]], int(text[1])),
    "K": lambda text: ev.ComplementOwed(int(text)),
    "L": _lost,
    "T": lambda text: ev.TurnEnded(_PLAYER[text]),
    "U": lambda text: ev.Undone(_PLAYER[text[0]], int(text[1:])),
    "Q": lambda text: ev.Resigned(_PLAYER[text]),
    "X": lambda text: ev.TimedOut(_PLAYER[text]),
    "F": _finished,
    "C": lambda _: GameCreated(),
    "S": lambda text: SeatTaken(*orjson.loads(text)),
}
