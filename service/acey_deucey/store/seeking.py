"""Connections that learn where they lead whenever they are made; who knows that is not their business."""

from collections.abc import Callable
from typing import Any

from redis import ConnectionError, RedisError
from redis.connection import Connection, SSLConnection

from acey_deucey.store.connect import LeanPool

Address = tuple[str, int]
Seek = Callable[[], list[Address]]


class SeekingConnection(Connection):
    """Leads to the first of the addresses that ``seek`` gives where somebody answers."""

    def __init__(self, *, seek: Seek, primary: bool, **options: Any) -> None:
        self._seek = seek
        self._primary = primary
        super().__init__(**options)  # type: ignore[no-untyped-call]

    def connect(self) -> None:
        """Connect.

        :raises redis.RedisError: nobody answers, or a primary is wanted and it is none.
        """
        _connect(self, self._seek, self._primary, super().connect)


class SeekingSSLConnection(SSLConnection):
    """The same under TLS."""

    def __init__(self, *, seek: Seek, primary: bool, **options: Any) -> None:
        self._seek = seek
        self._primary = primary
        super().__init__(**options)

    def connect(self) -> None:
        """See SeekingConnection.connect."""
        _connect(self, self._seek, self._primary, super().connect)


def let_seek(pool: LeanPool, seek: Seek, *, primary: bool) -> None:
    """Let the connections of a pool lead where ``seek`` says, and only to a primary if that is asked."""
    encrypted = issubclass(pool.connection_class, SSLConnection)
    pool.connection_class = SeekingSSLConnection if encrypted else SeekingConnection
    pool.connection_kwargs |= {"seek": seek, "primary": primary}


def _connect(connection: Any, seek: Seek, primary: bool, connect: Callable[[], None]) -> None:
    failure = RedisError("there is no address")
    for connection.host, connection.port in seek():
        try:
            connect()
            if primary:
                _make_sure(connection)
        except RedisError as error:
            connection.disconnect()
            failure = error
        else:
            return
    raise failure


def _make_sure(connection: Any) -> None:
    connection.send_command("ROLE", check_health=False)
    if connection.read_response()[0] != b"master":
        raise ConnectionError("it is not the primary any more")
