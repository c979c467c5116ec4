"""One event stream: tells a game from some version on, until the game is over, the client gone or the time up.

It holds nothing back: what the client has not taken yet waits in its socket, whose room is bounded, or in the log.
"""

import random
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from time import monotonic
from typing import Any, NamedTuple

from acey_deucey.api.feed import AWAY_SECONDS, Feed
from acey_deucey.api.messages import HEARTBEAT, Message, drain_message, retry_message
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.ports import Listening, StoreUnavailable

ROOM_BYTES = 64 * 1024  # for what was sent and not taken yet
RETRY_MILLISECONDS = (1_000, 3_000)  # not all at once


class StreamTimes(NamedTuple):
    """In seconds: the longest silence of a stream, and its longest life."""

    heartbeat: float = 15.0
    life: float = 3_600.0


class Start(NamedTuple):
    """Where a stream begins: behind a version of the game, whose newest is ``newest``, perhaps with the game itself."""

    version: int
    newest: int
    game: Message | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing can follow."""
        return self.game is not None and self.game.is_last


class Stream:
    """The body of an answer. It is over when it ends by itself, and must be closed in any case."""

    __slots__ = ("__weakref__", "_ends_at", "_feed", "_given_at", "_leave", "_line", "_parts", "_socket", "_times")

    def __init__(
        self, feed: Feed, line: Listening, start: Start, times: StreamTimes, wire: Any, leave: Callable[[], None]
    ) -> None:
        self._feed = feed
        self._line = line
        self._times = times
        self._socket = wire
        self._leave: Callable[[], None] | None = leave
        self._given_at: float | None = None
        # In its second half, so that streams that began together do not end together.
        self._ends_at = monotonic() + times.life * random.uniform(0.5, 1)
        # The opening is not kept: thousands of streams hold nothing but their place in the log.
        self._parts: Iterator[bytes] = chain([_opening(start)], self._told(start.version, start.newest, start.is_over))
        if wire is not None:
            with suppress(OSError):
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM_BYTES)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        self._given_at = None
        part = next(self._parts)
        self._given_at = monotonic()
        return part

    def close(self) -> None:
        """Listen no more."""
        leave, self._leave = self._leave, None
        if leave is not None:
            leave()
            self._line.close()
            self._parts = iter(())  # it holds this stream, which would wait for the garbage collector

    def is_stalled(self) -> bool:
        """Whether the client has taken nothing for longer than two heartbeats, while something waits for it."""
        return self._given_at is not None and monotonic() - self._given_at > 2 * self._times.heartbeat

    def drop(self) -> None:
        """Break the connection off; the client may come again and goes on where it was."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _told(self, version: int, newest: int, is_over: bool) -> Iterator[bytes]:
        # The first time less, so that streams that began together do not beat together ever after.
        patience = self._times.heartbeat * random.random()
        while not is_over:
            has_news = version < newest or self._line.wait(version, self._feed.patience(patience))
            patience = self._times.heartbeat
            if self._line.is_cut or monotonic() > self._ends_at:
                break
            messages = self._after(version) if has_news else None
            if messages is None:
                yield HEARTBEAT
            elif not messages:
                break
            else:
                version, is_over = messages[-1].version, messages[-1].is_last
                yield b"".join(message.text for message in messages)
        if not is_over:
            yield drain_message(version)

    def _after(self, version: int) -> list[Message] | None:
        """What follows that version; nothing when the log has lost it, None when the store is away."""
        try:
            return self._feed.after(version)
        except StoreUnavailable:
            time.sleep(AWAY_SECONDS)
            return None
        except AceyDeuceyError:
            return []


def _opening(start: Start) -> bytes:
    retry = retry_message(random.randint(*RETRY_MILLISECONDS))
    return retry if start.game is None else retry + start.game.text
