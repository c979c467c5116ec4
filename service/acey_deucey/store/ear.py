"""The subscription at one server to those games of it that somebody here listens to: it hears which has a new version.

A ring may get lost, with its connection or without, and is then made up for: after each new subscription, and
every SWEEP_SECONDS besides, the length of each log is looked at. So a lost ring only delays.

The subscription has a thread of its own (a greenlet, where gevent has patched threads), from the first listener
to the first sweep that finds none. Only that thread reads; whoever writes to the connection holds the lock.
What an ear must not know is where a game goes that has left its server: the hub has ears at the others.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

from redis.exceptions import ClusterDownError, MovedError, RedisError, TimeoutError

from acey_deucey.ports import StoreUnavailable
from acey_deucey.store.connect import COMMAND_SECONDS, LeanPool
from acey_deucey.store.line import Line
from acey_deucey.store.link import Link, pack
from acey_deucey.store.servers import Servers

SWEEP_SECONDS = 10.0
PAUSE_SECONDS = 0.1  # before a lost subscription, or one that was sent elsewhere, is made again
SWEPT_AT_ONCE = 100  # logs that are looked at in one round trip, while nobody else is answered


class Words(NamedTuple):
    """How one says it to a server, and how the server says it."""

    subscribe: str
    unsubscribe: str
    begun: bytes
    ended: bytes
    rung: bytes


EVERYWHERE = Words("SUBSCRIBE", "UNSUBSCRIBE", b"subscribe", b"unsubscribe", b"message")
IN_SHARD = Words("SSUBSCRIBE", "SUNSUBSCRIBE", b"ssubscribe", b"sunsubscribe", b"smessage")


class Ear:
    """What listens at the server to which a pool connects.

    :param lock: the hub's.
    :param move: takes lines from an ear to where another pool connects.
    """

    def __init__(
        self,
        pool: LeanPool,
        servers: Servers,
        link: Link,
        lock: threading.Lock,
        move: Callable[["Ear", list[Line], LeanPool], None],
    ) -> None:
        self.lines: dict[bytes, Line] = {}  # by channel
        self._pool = pool
        self._servers = servers
        self._link = link
        self._lock = lock
        self._move = move
        self._words = IN_SHARD if servers.rings_in_shard else EVERYWHERE
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._connection: Any = None
        self._is_pinged = False
        self._due = 0.0  # when the next ping is, or the answer to the last
        self._is_refused = False  # some subscription, since the last sweep

    def take(self, lines: Iterable[Line]) -> None:
        """Listen to these too. For who holds the lock."""
        taken = {line.channel: line for line in lines}
        self.lines.update(taken)
        if taken:
            self._have_thread()
            self._send(self._words.subscribe, taken)

    def part_with(self, lines: Iterable[Line]) -> list[Line]:
        """Listen to these no more; those of them that were here. For who holds the lock."""
        parted = [line for line in lines if self.lines.pop(line.channel, None)]
        self._send(self._words.unsubscribe, [line.channel for line in parted if line.has_begun])
        for line in parted:
            line.end()
        return parted

    def hang_up(self) -> list[Line]:
        """Listen to nothing any more; the lines that were here. For who holds the lock."""
        self._stopping.set()
        lines, self.lines = self.lines, {}
        if self._connection is not None:
            self._connection.disconnect()  # its thread wakes up
        return list(lines.values())

    def join(self, seconds: float) -> None:
        """See the thread off, after hanging up."""
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(seconds)

    def _have_thread(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._connection = None  # in a forked process: the parent's
            self._thread = threading.Thread(target=self._run, name="acey-deucey hub", daemon=True)
            self._thread.start()

    def _send(self, word: str, channels: Iterable[bytes]) -> None:
        # One by one: a Cluster takes no two together that are in different slots.
        self._send_packed(b"".join(pack((word, channel)) for channel in channels))

    def _send_packed(self, packed: bytes) -> None:
        # A broken connection is found by the thread, which then subscribes to all lines that there are.
        if packed and self._connection is not None and self._connection.is_connected:
            with suppress(RedisError):
                self._connection.send_packed_command([packed], check_health=False)

    def _run(self) -> None:
        while self._is_wanted():
            try:
                self._subscribe()
                while self._hears():
                    pass
                return  # given up; who has come since then has a thread of his own
            except RedisError as error:
                self._lose(error)
                self._stopping.wait(PAUSE_SECONDS)

    def _is_wanted(self) -> bool:
        """Whether there are lines with listeners here; the others are given up, and with the last one the thread."""
        if self._words is IN_SHARD:
            self._pass_on()
        with self._lock:
            self.part_with([line for line in self.lines.values() if not line.listeners])
            if self.lines:
                return True
            self._hang_up_connection()
            self._thread = None
        return False

    def _pass_on(self) -> None:
        """Part with the lines to games that are at other servers by now."""
        strays: dict[LeanPool, list[Line]] = {}
        for line in list(self.lines.values()):
            with suppress(RedisError):  # where nobody has it, it stays until somebody does
                pool = self._servers.pool_of(line.keys.game)
                if pool is not self._pool:
                    strays.setdefault(pool, []).append(line)
        for pool, lines in strays.items():
            self._move(self, lines, pool)

    def _hang_up_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.disconnect()

    def _subscribe(self) -> None:
        connection: Any = self._pool.connection_class(**self._pool.connection_kwargs)
        connection.connect()
        with self._lock:
            self._connection = connection
            self._send(self._words.subscribe, self.lines)
        self._ping()

    def _ping(self) -> None:
        """Ask for an answer behind those to all that was sent before."""
        with self._lock:
            self._send_packed(pack(("PING",)))
        self._is_pinged, self._due = True, monotonic() + COMMAND_SECONDS

    def _sweep_in(self, seconds: float) -> None:
        """Sweep in that time at the latest."""
        if not self._is_pinged:  # or else at once
            self._due = min(self._due, monotonic() + seconds)

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
        except (MovedError, ClusterDownError) as error:
            self._be_refused(error)
            return True
        return self._heeds(message)

    def _be_refused(self, error: RedisError) -> None:
        """A game is at another server, or at none. It is not said which one, so the next sweep asks for all again."""
        is_known = self._servers.learn_from(self._pool, error)
        self._is_refused = True
        self._sweep_in(PAUSE_SECONDS if is_known else COMMAND_SECONDS)

    def _heeds(self, message: list[bytes] | bytes) -> bool:
        match message:
            case [b"pong", _] | b"PONG":  # the second while it has no subscription
                self._is_pinged, self._due = False, monotonic() + SWEEP_SECONDS
                return self._sweeps()
            case [kind, channel, word] if channel in self.lines:
                self._heed(kind, self.lines[channel], word)
        return True

    def _heed(self, kind: bytes, line: Line, word: bytes) -> None:
        if kind == self._words.rung and word.isdigit():
            line.ring(int(word))
        elif kind == self._words.begun:
            if line.begin():
                self._sweep_in(0)
        elif kind == self._words.ended:  # the server's own doing: it says where the game is now, when it is asked
            line.end()
            with self._lock:
                self._send(self._words.subscribe, [line.channel])

    def _sweeps(self) -> bool:
        """Make up for lost rings; whether there is still somebody to do it for."""
        try:
            for lines in _parts(list(self.lines.values())):
                self._look_at(lines)
        except StoreUnavailable:
            self._sweep_in(COMMAND_SECONDS)
        # After the looks, from which it is known which games are elsewhere by now.
        is_wanted = self._is_wanted()
        if is_wanted and self._is_refused:
            self._is_refused = False
            with self._lock:
                self._send(self._words.subscribe, [line.channel for line in self.lines.values() if not line.has_begun])
        return is_wanted

    def _look_at(self, lines: list[Line]) -> None:
        before = [line.newest for line in lines]
        lengths = self._link.ask_each([("LLEN", line.keys.log) for line in lines])
        for line, newest, length in zip(lines, before, lengths, strict=True):
            if length < newest:  # the game has expired, or the store has forgotten a part of it
                with self._lock:
                    self.part_with([line])
                line.cut()
            elif length > newest:
                line.ring(length)

    def _lose(self, error: RedisError) -> None:
        self._servers.learn_from(self._pool, error)
        with self._lock:
            self._hang_up_connection()
            lines = list(self.lines.values())
        for line in lines:
            line.fail(error)


def _parts(lines: list[Line]) -> Iterator[list[Line]]:
    for start in range(0, len(lines), SWEPT_AT_ONCE):
        yield lines[start : start + SWEPT_AT_ONCE]
