"""Connections to one server, bounded in number and in waiting; knows nothing of games, nor of several servers."""

from contextlib import suppress
from queue import Empty, Full
from time import monotonic
from typing import Any

from redis import BlockingConnectionPool, ConnectionError, MaxConnectionsError
from redis.backoff import NoBackoff
from redis.retry import Retry

from acey_deucey.store.address import UnsupportedStoreUrl

COMMAND_SECONDS = 1.0  # the longest silence of the store that a request puts up with
QUEUE_SECONDS = 0.5  # the longest wait for a free connection
QUIET_SECONDS = 1.0  # a connection that nobody used for longer is looked at before it is used again
MOST_CONNECTIONS = 50


class LeanPool(BlockingConnectionPool):
    """The pool of redis-py, less the look at the socket each time that a connection is handed out, and its counters.

    Under gevent that look costs as much as all the rest of a command. A busy connection has just shown
    that it works; one that was idle is looked at, so that a restart of the store goes unnoticed.

    ``renews_quiet`` has it made anew instead: where another server may have taken over meanwhile, the old one
    may still answer, and wrongly.
    """

    renews_quiet = False

    def __init__(self, **options: Any) -> None:
        self._released_at: dict[Any, float] = {}
        self._retired_at = float("-inf")
        super().__init__(**options)  # type: ignore[no-untyped-call]

    def reset(self) -> None:
        """Begin anew without connections, as a forked process must."""
        self._released_at.clear()
        super().reset()  # type: ignore[no-untyped-call]

    def get_connection(self, *_: Any, **__: Any) -> Any:
        """A connection for one user at a time.

        :raises redis.MaxConnectionsError: none became free in time.
        :raises redis.RedisError: the server cannot be reached.
        """
        self._checkpid()
        try:
            connection = self.pool.get(timeout=self.timeout) or self.make_connection()  # type: ignore[no-untyped-call]
        except Empty:
            raise MaxConnectionsError("no free connection") from None
        try:
            self._make_usable(connection)
        except BaseException:
            self.release(connection)
            raise
        return connection

    def release(self, connection: Any) -> None:
        """Take a connection back."""
        self._released_at[connection] = monotonic()
        if connection.pid != self.pid or connection.should_reconnect():
            super().release(connection)  # type: ignore[no-untyped-call]
            return
        with suppress(Full):  # the pool began anew meanwhile
            self.pool.put_nowait(connection)

    def retire(self) -> None:
        """Have each connection that is idle now made anew before it is used again."""
        self._retired_at = monotonic()

    def _make_usable(self, connection: Any) -> None:
        now = monotonic()
        released_at = self._released_at.get(connection, now)
        is_quiet = now - released_at > QUIET_SECONDS
        if released_at <= self._retired_at or (is_quiet and (self.renews_quiet or _is_spent(connection))):
            connection.disconnect()
        if not connection.is_connected:
            connection.connect()


def _is_spent(connection: Any) -> bool:
    try:
        return bool(connection.is_connected and connection.can_read())
    except ConnectionError:
        return True


def open_pool(url: str, most_connections: int = MOST_CONNECTIONS) -> LeanPool:
    """Connections to the server of a URL of redis-py; the first is made when it is needed.

    They speak RESP2, which saves a greeting, and repeat nothing of their own accord: only the store knows
    what may be repeated.

    :raises UnsupportedStoreUrl: the URL cannot be read.
    """
    try:
        pool = LeanPool.from_url(
            url,
            max_connections=most_connections,
            timeout=QUEUE_SECONDS,
            socket_timeout=COMMAND_SECONDS,
            socket_connect_timeout=COMMAND_SECONDS,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
        )
        pool.connection_class(**pool.connection_kwargs)
    except (TypeError, ValueError) as error:
        raise UnsupportedStoreUrl("it has an option or a part that is not understood") from error
    return pool
