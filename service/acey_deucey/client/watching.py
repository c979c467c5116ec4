"""How a game is watched: entry after entry without gap or repeat, over lost connections, as a plan for any transport.

One request asks for a stream and takes a page of the log as well: the service decides which it answers.
It does no input or output and keeps no time.
"""

import json
from collections.abc import Generator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from acey_deucey.client.call import JSON, Answer, Call, Request
from acey_deucey.client.calls import EVENT_STREAM, LONGEST_WAIT, Page, Place
from acey_deucey.client.errors import UnexpectedAnswer
from acey_deucey.client.events import Entry
from acey_deucey.client.exchange import UNREADABLE, Outcome, Patience, Pause, answered, failure_of, passing
from acey_deucey.client.game import Game
from acey_deucey.client.reading import read

T = TypeVar("T")

# Replicas restart and stores fail over within this time.
PATIENCE = Patience(tries=12, longest=60.0)
BETWEEN = 0.25
OVER = 204


@dataclass(frozen=True, slots=True)
class Open:
    """Send the request and keep the answer open if it is a stream; the plan wants the Answer, or NoAnswer."""

    request: Request


@dataclass(frozen=True, slots=True)
class Next:
    """Wait for the stream; the plan wants a Message, None at its end, or NoAnswer when it is lost."""


class Message(NamedTuple):
    """One message of a stream: its name and what it says."""

    event: str
    data: str


WatchPlan = Generator[Open | Next | Pause | Entry, Outcome | Message | None, None]


class _Reached(NamedTuple):
    """How far the log is known, and why no more of it came."""

    after: int
    finished: bool = False
    trouble: Outcome | None = None


_Part = Generator[Open | Next | Pause | Entry, Outcome | Message | None, _Reached]


def watch(place: Place, after: int, patience: Patience = PATIENCE) -> WatchPlan:
    """The plan that yields every entry behind the version ``after``, and ends with the game.

    After each loss it asks the other way, stream or page: not every proxy lets streams through.

    :raises Failure: the service refused, or was away for longer than patience lasts.
    """
    failed, streams = 0, True
    while True:
        outcome = yield Open(_news(place, after, streams).request())
        assert isinstance(outcome, Outcome), "opening has an outcome"
        reached = yield from _entries(outcome, after)
        if reached.finished:
            return
        if reached.trouble is None:
            failed, pause = 0, BETWEEN
        else:
            failed, streams = 1 if reached.after > after else failed + 1, not streams
            pause = _pause(reached.trouble, failed, patience)
        after = reached.after
        yield Pause(pause)


def _news(place: Place, after: int, streams: bool) -> Call[Answer]:
    accept = f"{EVENT_STREAM}, {JSON};q=0.9" if streams else JSON
    query = {"after": after, "wait": LONGEST_WAIT}
    return Call("list_events", lambda answer: answer, query=query, accept=accept, wait=LONGEST_WAIT, **place)


def _pause(trouble: Outcome, failed: int, patience: Patience) -> float:
    pause = patience.pause(trouble, failed)
    if pause is None:
        raise failure_of(trouble)
    return pause


def _entries(outcome: Outcome, after: int) -> _Part:
    """The entries that an answer brings."""
    if passing(outcome):
        return _Reached(after, trouble=outcome)
    answer = answered(outcome)
    if answer.status == OVER:
        return _Reached(after, finished=True)
    if answer.media == EVENT_STREAM:
        return (yield from _streamed(after))
    return (yield from _new(_read(Page, answer.body).entries, after))


def _streamed(after: int) -> _Part:
    """The entries of a stream. It tells the whole game where the log is shorter than we thought: then from there."""
    reached = _Reached(after)
    while not reached.finished:
        message = yield Next()
        if not isinstance(message, Message):
            return reached._replace(trouble=message)
        match message.event:
            case "entry":
                reached = yield from _new((_read(Entry, message.data),), reached.after)
            case "game":
                reached = _Reached(_read(Game, message.data).version)
            case "drain":
                return reached
    return reached


def _new(entries: tuple[Entry, ...], after: int) -> _Part:
    """Those entries that are not known yet."""
    for entry in entries:
        if entry.version > after:
            yield entry
            after = entry.version
            if entry.finishes:
                return _Reached(after, finished=True)
    return _Reached(after)


def _read(kind: type[T], told: bytes | str) -> T:
    try:
        return read(kind, json.loads(told))
    except UNREADABLE as error:
        raise UnexpectedAnswer(f"The log cannot be read: {error!r}") from error
