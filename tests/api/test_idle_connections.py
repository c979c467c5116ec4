"""Who asks nothing for too long is hung up on, under a gunicorn as it is served, whose patience is a second here."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from itertools import repeat

import pytest

from tests.bench_http import AS_SERVED, Server

HEAD = b"GET /livez HTTP/1.1\r\nHost: x\r\n"
PATIENCE = ("--keep-alive", "1")
SECONDS = 20.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server("acey_deucey.wsgi:app", "memory://", tmp_path_factory.mktemp("server"), (*AS_SERVED, *PATIENCE))
    yield server
    server.stop()


@pytest.fixture
def connection(server: Server) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(SECONDS)
        connection.connect(server.connection.path)
        yield connection


def _trickle(connection: socket.socket) -> None:
    for byte in repeat(b"x", int(SECONDS / 0.1)):
        connection.sendall(byte)
        with suppress(TimeoutError):
            connection.recv(100)


@pytest.mark.parametrize("head", [b"", HEAD], ids=["nothing", "half a head"])
def test_who_goes_silent_is_hung_up_on(connection: socket.socket, head: bytes) -> None:
    connection.sendall(head)
    assert connection.recv(100) == b""


def test_who_only_asks_bit_by_bit_is_hung_up_on(connection: socket.socket) -> None:
    connection.settimeout(0.1)
    with pytest.raises(BrokenPipeError):
        _trickle(connection)


def test_who_has_been_answered_may_go_on(connection: socket.socket) -> None:
    for _ in range(2):
        connection.sendall(HEAD + b"\r\n")
        assert connection.recv(4_096).startswith(b"HTTP/1.1 200 OK")
