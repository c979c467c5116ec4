"""One round trip to the store: runs a script or a command and tells failures; knows nothing of games.

Nothing is repeated unless the caller says that it may be: a lost answer is no refusal.
"""

from hashlib import sha1
from pathlib import Path
from typing import Any, NamedTuple

from redis import RedisError
from redis import exceptions as failures

from acey_deucey.ports import StoreUnavailable
from acey_deucey.store.connect import LeanPool

Word = str | bytes | int

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
    (RedisError, "", "it refused the command"),
)


class Script(NamedTuple):
    """A Lua script, and the name by which a server that has seen it knows it."""

    source: bytes
    sha: str


def read_script(name: str) -> Script:
    """The script in the file of this name beside this module."""
    source = Path(__file__).with_name(f"{name}.lua").read_bytes()
    return Script(source, sha1(source, usedforsecurity=False).hexdigest())


class Link:
    """Sends commands over a pool. Whatever goes wrong is raised as StoreUnavailable, with a plain reason."""

    def __init__(self, pool: LeanPool) -> None:
        self._pool = pool

    def run(self, script: Script, keys: tuple[str, ...], words: tuple[Word, ...], repeatable: bool = True) -> Any:
        """The answer of a script; a server that has not seen it yet is shown it.

        :param repeatable: the script may be run again if the connection breaks, since twice is as once.
        """
        rest = (len(keys), *keys, *words)
        try:
            try:
                return self._send(("EVALSHA", script.sha, *rest), repeatable)
            except failures.NoScriptError:
                return self._send(("EVAL", script.source, *rest), repeatable)
        except RedisError as error:
            raise unavailable(error) from error

    def ask(self, *command: Word) -> Any:
        """The answer of a command that changes nothing."""
        try:
            return self._send(command, repeatable=True)
        except RedisError as error:
            raise unavailable(error) from error

    def close(self) -> None:
        """Close all connections."""
        self._pool.disconnect()

    def _send(self, command: tuple[Word, ...], repeatable: bool) -> Any:
        connection = self._pool.get_connection()
        try:
            packed = connection.pack_command(*command)
            try:
                connection.send_packed_command(packed, check_health=False)
                return connection.read_response()
            except failures.ConnectionError:
                if not repeatable:
                    raise
                connection.disconnect()
            connection.send_packed_command(packed, check_health=False)
            return connection.read_response()
        finally:
            self._pool.release(connection)


def unavailable(error: RedisError) -> StoreUnavailable:
    """What a failure of redis-py means to those who know no Redis."""
    first_word, _, _ = str(error).partition(" ")
    return StoreUnavailable(
        next(reason for kind, word, reason in REASONS if isinstance(error, kind) and word in ("", first_word))
    )
