"""One subscription for all who listen in this process: it tells which game has a new version, not what is in it.

A ring may get lost, with its connection or without, and is then made up for: after each new subscription, and
every SWEEP_SECONDS besides, the length of each log is looked at. So a lost ring only delays.

The subscription has a thread of its own (a greenlet, where gevent has patched threads), from the first listener
to the first sweep that finds none. Only that thread reads; whoever writes to the connection holds the lock.
"""

import threading
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic
from typing import Any

from redis.exceptions import RedisError, TimeoutError

from acey_deucey.ports import StoreUnavailable
from acey_deucey.store.connect import COMMAND_SECONDS, LeanPool
from acey_deucey.store.keys import GameKeys, game_keys
from acey_deucey.store.line import Line
from acey_deucey.store.link import Link

SWEEP_SECONDS = 10.0
PAUSE_SECONDS = 0.1  # before a lost subscription is made again
SWEPT_AT_ONCE = 100  # logs that are looked at in one round trip, while nobody else is answered


class Hub:
    """The lines to the games that somebody in this process listens to."""

    def __init__(self, pool: LeanPool, link: Link) -> None:
        self._pool = pool
        self._link = link
        self._lines: dict[bytes, Line] = {}  # by channel
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._connection: Any = None
        self._is_pinged = False
        self._due = 0.0  # when the next ping is, or the answer to the last

    def listen(self, game_id: str) -> Line:
        """The line to a game, shared by all who listen to it here; each of them closes it once.

        What is looked at after this cannot change without a ring.

        :raises StoreUnavailable: there is no subscription now.
        """
        line = self._join(game_keys(game_id))
        try:
            line.await_begin(COMMAND_SECONDS)
        except BaseException:
            line.close()
            raise
        return line

    def hang_up(self) -> None:
        """Cut all lines, also those that are asked for from now on."""
        self._stopping.set()
        with self._lock:
            lines, self._lines = self._lines, {}
            if self._connection is not None:
                self._connection.disconnect()  # its thread wakes up
        for line in lines.values():
            line.cut()

    def close(self) -> None:
        """Hang up and see the thread off."""
        self.hang_up()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(3 * COMMAND_SECONDS)

    def _join(self, keys: GameKeys) -> Line:
        channel = keys.game.encode()
        with self._lock:
            line = self._lines.get(channel)
            if line is None:
                line = Line(keys, self._lock)
                if self._stopping.is_set():
                    line.cut()
                else:
                    self._lines[channel] = line
                    self._have_thread()
                    self._send("SUBSCRIBE", channel)
            line.listeners += 1
        return line

    def _have_thread(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._connection = None  # in a forked process: the parent's
            self._thread = threading.Thread(target=self._run, name="acey-deucey hub", daemon=True)
            self._thread.start()

    def _send(self, *command: str | bytes) -> None:
        # A broken connection is found by the thread, which then subscribes to all lines that there are.
        if self._connection is not None and self._connection.is_connected:
            with suppress(RedisError):
                self._connection.send_command(*command, check_health=False)

    def _run(self) -> None:
        while self._is_wanted():
            try:
                self._subscribe()
                while self._hears():
                    pass
            except RedisError as error:
                self._lose(error)
                self._stopping.wait(PAUSE_SECONDS)

    def _is_wanted(self) -> bool:
        """Whether there are lines with listeners; the others are given up, and with the last one the thread."""
        with self._lock:
            self._drop([channel for channel, line in self._lines.items() if not line.listeners])
            if self._lines:
                return True
            self._hang_up_connection()
            self._thread = None
        return False

    def _drop(self, channels: list[bytes]) -> None:
        for channel in channels:
            self._lines.pop(channel)
        if channels:
            self._send("UNSUBSCRIBE", *channels)

    def _hang_up_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.disconnect()

    def _subscribe(self) -> None:
        connection: Any = self._pool.connection_class(**self._pool.connection_kwargs)
        connection.connect()
        with self._lock:
            self._connection = connection
            if self._lines:
                self._send("SUBSCRIBE", *self._lines)
        self._ping()

    def _ping(self) -> None:
        """Ask for an answer behind those to all that was sent before."""
        with self._lock:
            self._send("PING")
        self._is_pinged, self._due = True, monotonic() + COMMAND_SECONDS

    def _hears(self) -> bool:
        """Heed the next message, or the lack of one; whether there is still somebody to do it for."""
        if not self._is_pinged and monotonic() >= self._due:
            self._ping()
        try:
            left = max(self._due - monotonic(), 0.001)
            message = self._connection.read_response(timeout=left, disconnect_on_error=False)
        except TimeoutError:
            if self._is_pinged and monotonic() >= self._due:
                raise
            return True
        return self._heeds(message)

    def _heeds(self, message: list[bytes]) -> bool:
        match message:
            case [b"message", channel, version] if channel in self._lines and version.isdigit():
                self._lines[channel].ring(int(version))
            case [b"subscribe", channel, _] if channel in self._lines:
                self._lines[channel].begin()
            case [b"pong", _]:
                self._is_pinged, self._due = False, monotonic() + SWEEP_SECONDS
                return self._sweeps()
        return True

    def _sweeps(self) -> bool:
        """Make up for lost rings; whether there is still somebody to do it for."""
        if not self._is_wanted():
            return False
        try:
            for lines in _parts(list(self._lines.items())):
                self._look_at(lines)
        except StoreUnavailable:
            self._due = monotonic() + COMMAND_SECONDS
        return True

    def _look_at(self, lines: list[tuple[bytes, Line]]) -> None:
        before = [line.newest for _, line in lines]
        lengths = self._link.ask_each([("LLEN", line.keys.log) for _, line in lines])
        for (channel, line), newest, length in zip(lines, before, lengths, strict=True):
            if length < newest:  # the game has expired, or the store has forgotten a part of it
                with self._lock:
                    self._drop([channel])
                line.cut()
            elif length > newest:
                line.ring(length)

    def _lose(self, error: RedisError) -> None:
        with self._lock:
            self._hang_up_connection()
            lines = list(self._lines.values())
        for line in lines:
            line.fail(error)


def _parts(lines: list[tuple[bytes, Line]]) -> Iterator[list[tuple[bytes, Line]]]:
    for start in range(0, len(lines), SWEPT_AT_ONCE):
        yield lines[start : start + SWEPT_AT_ONCE]
