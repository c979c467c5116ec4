"""Who asks nothing for too long is hung up on, under a gunicorn as it is served, whose patience is a second here.

Who is not to be hung up on meets one with the patience that it is served with: this process may be held up as well.
"""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import repeat
from pathlib import Path

import pytest

from tests.bench_http import AS_SERVED, Server

HEAD = b"GET /livez HTTP/1.1\r\nHost: x\r\n"
PATIENCE = ("--keep-alive", "1")
SECONDS = 20.0


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Callable[[], socket.socket]]:
    """Makes connections to a server with these options."""
    server = Server("acey_deucey.wsgi:app", "memory://", folder, (*AS_SERVED, *options))

    def connected() -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(SECONDS)
        connection.connect(server.connection.path)
        return connection

    try:
        yield connected
    finally:
        server.stop()


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], socket.socket]]:
    with serving(tmp_path_factory.mktemp("server"), *PATIENCE) as connected:
        yield connected


@pytest.fixture
def connection(impatient: Callable[[], socket.socket]) -> Iterator[socket.socket]:
    with impatient() as connection:
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


def test_who_has_been_answered_may_go_on(tmp_path: Path) -> None:
    with serving(tmp_path) as connected, connected() as connection:
        for _ in range(2):
            connection.sendall(HEAD + b"\r\n")
            assert connection.recv(4_096).startswith(b"HTTP/1.1 200 OK")
