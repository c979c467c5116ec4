"""One round trip to the store: runs a script or a command and tells failures; knows nothing of games.

Nothing is repeated unless the caller says that it may be: a lost answer is no refusal.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha1
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import hiredis
from redis import RedisError
from redis import exceptions as failures

from acey_deucey.ports import StoreUnavailable
from acey_deucey.store.connect import LeanPool
from acey_deucey.store.servers import Servers

Word = str | bytes | int
pack: Callable[[tuple[Word, ...]], bytes] = hiredis.pack_command  # type: ignore[assignment]  # typed for one word

COPY_MILLISECONDS = 500  # the longest wait for a replica
WAIT: tuple[Word, ...] = ("WAIT", 1, COPY_MILLISECONDS)
SCANNED_AT_ONCE = 1_000
LATE_SECONDS = 0.4  # an answer may be later, but then it is made sure who gave it
MOST_DETOURS = 4  # servers of a cluster that send a command on to one another


class NotCopied(RedisError):
    """The server has carried the command out, but no replica has it: a fail-over might lose it."""


# The first that fits is told. A few failures have no class of their own, only a first word.
REASONS: tuple[tuple[type[RedisError], str, str], ...] = (
    (failures.TimeoutError, "", "it does not answer"),
    (failures.MaxConnectionsError, "", "too many requests are waiting for it"),
    (failures.BusyLoadingError, "", "it is still loading its data"),
    (failures.AuthenticationError, "", "it refuses the password"),
    (failures.ConnectionError, "", "it cannot be reached"),
    (failures.OutOfMemoryError, "", "its memory is full"),
    (failures.ReadOnlyError, "", "it is a read-only replica"),
    (failures.NoPermissionError, "", "its access rules forbid the command"),
    (failures.ResponseError, "MISCONF", "it cannot write to its disk"),
    (failures.ResponseError, "NOREPLICAS", "it has too few replicas"),
    (NotCopied, "", "no replica of it has the command yet"),
    (failures.ClusterDownError, "", "the part of it that has this game is down"),
    (RedisError, "", "it refused the command"),
)


class Script(NamedTuple):
    """A Lua script, and the name by which a server that has seen it knows it."""

    source: bytes
    sha: str


def read_script(*names: str) -> Script:
    """The script in the files of these names beside this module, one behind the other."""
    source = b"".join(Path(__file__).with_name(f"{name}.lua").read_bytes() for name in names)
    return Script(source, sha1(source, usedforsecurity=False).hexdigest())


class Link:
    """Sends commands to the server that has their key. Whatever goes wrong is raised as StoreUnavailable, plainly.

    :param safe: what is sent as ``durable`` counts only when a replica of the server has it too.
    """

    def __init__(self, servers: Servers, safe: bool = False) -> None:
        self._servers = servers
        self._safe = safe

    def run(
        self,
        script: Script,
        keys: tuple[str, ...],
        words: tuple[Word, ...],
        repeatable: bool = True,
        durable: bool = False,
    ) -> Any:
        """The answer of a script; a server that has not seen it yet is shown it.

        :param repeatable: the script may be run again if the connection breaks, since twice is as once.
        :param durable: the script writes, and its answer promises that this will last.
        """
        rest = (len(keys), *keys, *words)
        waits = durable and self._safe
        try:
            try:
                return self._send(keys[0], ("EVALSHA", script.sha, *rest), repeatable, waits)
            except failures.NoScriptError:
                return self._send(keys[0], ("EVAL", script.source, *rest), repeatable, waits)
        except RedisError as error:
            raise unavailable(error) from error

    def ask(self, command: str, key: str) -> Any:
        """The answer of a command that changes nothing, about one key."""
        return self.ask_beside(key, command, key)

    def ask_beside(self, key: str, *command: Word) -> Any:
        """The answer of a command that changes nothing, from the server that has the key."""
        try:
            return self._send(key, command, repeatable=True, waits=False)
        except RedisError as error:
            raise unavailable(error) from error

    def ask_each(self, commands: Sequence[tuple[Word, ...]]) -> list[Any]:
        """The answers of commands that change nothing, each about its second word, in one round trip to each server."""
        try:
            answers = dict(self._answers(commands))
        except RedisError as error:
            raise unavailable(error) from error
        return [answers[command] for command in commands]

    def ask_all(self, *command: Word) -> list[Any]:
        """What each server that takes writes answers to a command that changes nothing."""
        try:
            return [_exchange(pool, command, waits=False)[0] for pool in self._servers.all()]
        except RedisError as error:
            raise unavailable(error) from error

    def scan(self, pattern: str) -> Iterator[bytes]:
        """The keys of this pattern on all servers, some perhaps twice; read in small parts, so that nobody waits."""
        try:
            for pool in self._servers.all():
                cursor = b"0"
                while True:
                    command = ("SCAN", cursor, "MATCH", pattern, "COUNT", SCANNED_AT_ONCE)
                    (cursor, keys), _ = _exchange(pool, command, waits=False)
                    yield from keys
                    if cursor == b"0":
                        break
        except RedisError as error:
            raise unavailable(error) from error

    def close(self) -> None:
        """Close all connections."""
        self._servers.close()

    def _send(self, key: str, command: tuple[Word, ...], repeatable: bool, waits: bool) -> Any:
        for _ in range(MOST_DETOURS):
            pool = self._servers.pool_of(key)
            try:
                return self._exchange(pool, key, command, waits)
            except failures.MovedError as error:
                self._servers.learn_from(pool, error)
            except failures.AskError as error:
                return _exchange(self._servers.pool_at(error.host, error.port), command, waits, asking=True)[0]
            except RedisError as error:
                if not self._servers.learn_from(pool, error) and not (repeatable and _is_break(error)):
                    raise
                repeatable = False
        raise failures.ClusterDownError("it sends the command to and fro")

    def _exchange(self, pool: LeanPool, key: str, command: tuple[Word, ...], waits: bool) -> Any:
        """The answer, unless it came so late that another server may have taken over, and one has.

        A server that was frozen wakes up and answers as if it were still the one.
        """
        began = monotonic()
        answer, address = _exchange(pool, command, waits)
        if monotonic() - began > LATE_SECONDS and not self._servers.is_at(key, address):
            raise failures.TimeoutError("it answered too late")
        return answer

    def _answers(
        self, commands: Sequence[tuple[Word, ...]], repeatable: bool = True
    ) -> Iterator[tuple[tuple[Word, ...], Any]]:
        for pool, those in self._by_server(commands):
            try:
                yield from zip(those, self._exchange_all(pool, those), strict=True)
            except failures.AskError:  # or MovedError, which is one: some of them are elsewhere, and each finds its way
                for command in those:
                    yield command, self._send(str(command[1]), command, repeatable=True, waits=False)
            except RedisError as error:
                is_known = self._servers.learn_from(pool, error)
                if not repeatable or not (is_known or _is_break(error)):
                    raise
                yield from self._answers(those, repeatable=False)

    def _by_server(self, commands: Sequence[tuple[Word, ...]]) -> list[tuple[LeanPool, list[tuple[Word, ...]]]]:
        groups: dict[int, tuple[LeanPool, list[tuple[Word, ...]]]] = {}
        for command in commands:
            pool = self._servers.pool_of(str(command[1]))
            groups.setdefault(id(pool), (pool, []))[1].append(command)
        return list(groups.values())

    def _exchange_all(self, pool: LeanPool, commands: Sequence[tuple[Word, ...]]) -> list[Any]:
        connection = pool.get_connection()
        try:
            connection.send_packed_command(_packed(commands), check_health=False)
            return [connection.read_response() for _ in commands]
        except BaseException:
            connection.disconnect()  # the answers that are still to come belong to nobody
            raise
        finally:
            pool.release(connection)


def _exchange(
    pool: LeanPool, command: tuple[Word, ...], waits: bool, asking: bool = False
) -> tuple[Any, tuple[str, int] | None]:
    """The answer to one command, and who gave it; with ``waits``, once a replica has what it wrote.

    :raises redis.RedisError: it failed, or no replica has it yet.
    """
    connection = pool.get_connection()
    try:
        if not waits and not asking:
            connection.send_packed_command([pack(command)], check_health=False)
            answer = connection.read_response()
        else:
            commands = [*[("ASKING",)] * asking, command, *[WAIT] * waits]
            answer = _exchange_more(connection, commands, asking, waits)
        return answer, (connection.host, connection.port) if hasattr(connection, "port") else None
    finally:
        pool.release(connection)


def _exchange_more(connection: Any, commands: list[tuple[Word, ...]], asking: bool, waits: bool) -> Any:
    # On one connection: WAIT counts only what was written on its own.
    connection.send_packed_command(_packed(commands), check_health=False)
    if asking:
        connection.read_response()
    try:
        answer = connection.read_response()
    except failures.ResponseError:
        if waits:
            # Who has become a replica refuses that too; the first refusal says more, such as where the game is now.
            with suppress(failures.ResponseError):
                connection.read_response()
        raise
    if waits and connection.read_response() < 1:
        raise NotCopied("no replica has it yet")
    return answer


def _packed(commands: Sequence[tuple[Word, ...]]) -> list[bytes]:
    return [b"".join(map(pack, commands))]


def _is_break(error: RedisError) -> bool:
    return isinstance(error, failures.ConnectionError) and not isinstance(error, failures.MaxConnectionsError)


def unavailable(error: RedisError) -> StoreUnavailable:
    """What a failure of redis-py means to those who know no Redis."""
    first_word, _, _ = str(error).partition(" ")
    reason = next(reason for kind, word, reason in REASONS if isinstance(error, kind) and word in ("", first_word))
    return StoreUnavailable(reason)
