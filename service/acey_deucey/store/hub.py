"""One place where all who listen in this process meet: which games are listened to, and at which servers.

A listener has a line to its game, and each line an ear: one for a single server or a Sentinel group, one for each
server of a Cluster that has such games. How an ear hears is its own business.
"""

import threading
from time import monotonic

from redis import RedisError

from acey_deucey.store.connect import COMMAND_SECONDS, LeanPool
from acey_deucey.store.ear import Ear
from acey_deucey.store.keys import GameKeys, game_keys
from acey_deucey.store.line import Line
from acey_deucey.store.link import Link, unavailable
from acey_deucey.store.servers import Servers


class Hub:
    """The lines to the games that somebody in this process listens to."""

    def __init__(self, servers: Servers, link: Link) -> None:
        self._servers = servers
        self._link = link
        self._ears: dict[LeanPool, Ear] = {}
        self._lock = threading.Lock()
        self._is_hung_up = False

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
        with self._lock:
            self._is_hung_up = True
            lines = [line for ear in self._ears.values() for line in ear.hang_up()]
        for line in lines:
            line.cut()

    def close(self) -> None:
        """Hang up and see the threads off."""
        self.hang_up()
        end = monotonic() + 3 * COMMAND_SECONDS
        for ear in self._ears.values():
            ear.join(end - monotonic())

    def _join(self, keys: GameKeys) -> Line:
        pool = self._pool_of(keys)
        with self._lock:
            line = self._line(keys) or self._new_line(keys, pool)
            line.listeners += 1
        return line

    def _pool_of(self, keys: GameKeys) -> LeanPool:
        try:
            return self._servers.pool_of(keys.game)
        except RedisError as error:
            raise unavailable(error) from error

    def _line(self, keys: GameKeys) -> Line | None:
        channel = keys.game.encode()
        return next((ear.lines[channel] for ear in self._ears.values() if channel in ear.lines), None)

    def _new_line(self, keys: GameKeys, pool: LeanPool) -> Line:
        line = Line(keys, self._lock)
        if self._is_hung_up:
            line.cut()
        else:
            self._ear_at(pool).take([line])
        return line

    def _ear_at(self, pool: LeanPool) -> Ear:
        if pool not in self._ears:
            self._ears[pool] = Ear(pool, self._servers, self._link, self._lock, self._move)
        return self._ears[pool]

    def _move(self, ear: Ear, lines: list[Line], pool: LeanPool) -> None:
        with self._lock:
            self._ear_at(pool).take(ear.part_with(lines))
