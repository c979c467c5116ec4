"""A step, the play made of steps, and how they are written; it knows no legality.

Grammar of the canonical form: ``play = step *(" " step)``, ``step = source "/" target ["*"]``,
``source = "hand" | "bar" | point``, ``target = point | "off"``; ``*`` marks a hit.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.rules.position import BAR, HAND, OFF, POINTS, Position

SOURCE_NAMES = {HAND: "hand", BAR: "bar"}
TARGET_NAMES = {OFF: "off"}
ENTRY = POINTS + 1

MOST_TEXT = 200
MOST_TOKENS = 32


class Step(NamedTuple):
    """One checker moved by one number. ``source`` is a point 24-1, BAR or HAND; ``target`` a point or OFF."""

    source: int
    target: int
    number: int
    hit: bool

    @property
    def text(self) -> str:
        """The step in canonical notation, ``hand/20``, ``13/8*`` or ``6/off``."""
        source = SOURCE_NAMES.get(self.source) or str(self.source)
        target = TARGET_NAMES.get(self.target) or str(self.target)
        return f"{source}/{target}*" if self.hit else f"{source}/{target}"


class Play(NamedTuple):
    """The steps of one stage and the position that they lead to."""

    steps: tuple[Step, ...]
    position: Position

    @property
    def text(self) -> str:
        """The play in canonical notation; the empty string for no step."""
        return play_text(self.steps)


class Request(NamedTuple):
    """One checker's way as a player asks for it: from, to, and the number if he names it.

    ``source`` may be ENTRY (25) twice over: written as 25 it stands for bar or hand, whichever can be
    meant. The way may be longer than one number (``13/3`` with 6-4).
    """

    source: int
    target: int
    number: int | None = None
    either_entry: bool = False

    @property
    def text(self) -> str:
        """The request as the player would write it."""
        source = str(ENTRY) if self.either_entry else SOURCE_NAMES.get(self.source) or str(self.source)
        return f"{source}/{TARGET_NAMES.get(self.target) or self.target}"


class UnreadablePlay(AceyDeuceyError):
    """Text that is no play; the details hold the part that cannot be read."""

    def __init__(self, token: str) -> None:
        super().__init__(
            "unreadable-play",
            "{token!r} is not a step. Write the point a checker leaves and the one it reaches, "
            "as in 'hand/20', 'bar/18', '13/8' or '6/off', with spaces between the steps.",
            {"token": token[:40]},
        )


def play_text(steps: tuple[Step, ...]) -> str:
    """Steps in canonical notation, one space between them."""
    return " ".join(step.text for step in steps)


def landing(source: int, number: int) -> int:
    """Where a checker lands: 25-number from hand and bar, source-number from a point, OFF past the edge."""
    return max((ENTRY if source == HAND else source) - number, OFF)


_SOURCES = {"hand": HAND, "h": HAND, "bar": BAR, "b": BAR}
_TARGETS = {"off": OFF, "o": OFF}
_TOKEN = re.compile(r"(?P<way>[a-z0-9*]+(?:/[a-z0-9*]+)+)(?:\((?P<times>[1-9])\))?", re.ASCII)
_TIMES = re.compile(r"\s+(?=\()")
_SLASH = re.compile(r"\s*/\s*")


@lru_cache(maxsize=4096)
def parse_play(text: str) -> tuple[Request, ...]:
    """What a player asks for in text, read tolerantly, as one request for each part of each way.

    Case, commas, semicolons, blanks around ``/`` and the hit mark do not matter; ``h/``, ``b/`` and
    ``/o`` abbreviate; ``24/20/15`` is one checker's way in parts; ``hand/21(2)`` means twice.

    :raises UnreadablePlay: some part of it is no step.
    """
    if len(text) > MOST_TEXT:
        raise UnreadablePlay(text)
    cleaned = _TIMES.sub("", _SLASH.sub("/", text.lower().replace(",", " ").replace(";", " ")))
    requests: list[Request] = []
    for token in cleaned.split():
        requests += _parse_token(token)
        if len(requests) > MOST_TOKENS:
            raise UnreadablePlay(text)
    return tuple(requests)


def _parse_token(token: str) -> list[Request]:
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise UnreadablePlay(token)
    first, *stops = [part.removesuffix("*") for part in match["way"].split("/")]
    source, either_entry = _parse_source(first, token)
    way = []
    for index, stop in enumerate(stops):
        target = _parse_target(stop, token)
        if target == OFF and index < len(stops) - 1:
            raise UnreadablePlay(token)
        way.append(Request(source, target, None, either_entry))
        source, either_entry = target, False
    return way * int(match["times"] or 1)


def _parse_source(text: str, token: str) -> tuple[int, bool]:
    if text == str(ENTRY):
        return BAR, True
    return _SOURCES.get(text) or _parse_point(text, token), False


def _parse_target(text: str, token: str) -> int:
    return OFF if text == "0" or text in _TARGETS else _parse_point(text, token)


def _parse_point(text: str, token: str) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) <= 2 and 1 <= int(text) <= POINTS):
        raise UnreadablePlay(token)
    return int(text)
