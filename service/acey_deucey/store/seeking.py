"""Connections that learn where they lead whenever they are made; who knows that is not their business."""

from collections.abc import Callable
from typing import Any

from redis import ConnectionError, RedisError
from redis.connection import Connection, SSLConnection

from acey_deucey.store.connect import LeanPool

Address = tuple[str, int]
Seek = Callable[[], Address]


class SeekingConnection(Connection):
    """Leads to the primary, which is where ``seek`` says."""

    def __init__(self, *, seek: Seek, **options: Any) -> None:
        self._seek = seek
        super().__init__(**options)  # type: ignore[no-untyped-call]

    def connect(self) -> None:
        """Connect.

        :raises redis.RedisError: nobody answers there, or it is no primary.
        """
        _connect(self, self._seek, super().connect)


class SeekingSSLConnection(SSLConnection):
    """The same under TLS."""

    def __init__(self, *, seek: Seek, **options: Any) -> None:
        self._seek = seek
        super().__init__(**options)

    def connect(self) -> None:
        """See SeekingConnection.connect."""
        _connect(self, self._seek, super().connect)


def let_seek(pool: LeanPool, seek: Seek) -> None:
    """Let the connections of a pool lead to the primary, where ``seek`` says that it is."""
    encrypted = issubclass(pool.connection_class, SSLConnection)
    pool.connection_class = SeekingSSLConnection if encrypted else SeekingConnection
    pool.connection_kwargs |= {"seek": seek}


def _connect(connection: Any, seek: Seek, connect: Callable[[], None]) -> None:
    connection.host, connection.port = seek()
    try:
        connect()
        _make_sure(connection)
    except RedisError:
        connection.disconnect()
        raise


def _make_sure(connection: Any) -> None:
    connection.send_command("ROLE", check_health=False)
    if connection.read_response()[0] != b"master":
        raise ConnectionError("it is not the primary any more")
