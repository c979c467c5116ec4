"""Real servers for the store tests, and what can befall them; knows nothing of games."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

import pytest
import redis
from acey_deucey.store.embedded import server_program

KINDS = ("valkey", "redis")


def program(kind: str) -> str:
    """The server program of a kind; skips the test where Debian's redis-server is not installed."""
    if kind == "valkey":
        return server_program()
    found = os.environ.get("ACEY_TEST_REDIS_SERVER") or shutil.which("redis-server")
    if found is None:
        pytest.skip("no redis-server on PATH, and ACEY_TEST_REDIS_SERVER names none")
    return found


class Server:
    """A server process with a unix socket and an append-only file in a folder of its own."""

    def __init__(self, kind: str, folder: Path) -> None:
        self._program = program(kind)
        self._folder = folder
        self.socket = folder / "s"
        self.url = f"unix://{self.socket}"
        self.start()

    def start(self) -> None:
        """Start the server, on the data that are there, and wait until it answers."""
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "dir": str(self._folder),
            "save": "",
            "appendonly": "yes",
            # Each write reaches the log before its answer, which outlives a killed server, and no slow disk is waited
            # for; with everysec a write is held back while an earlier fsync takes long, with always so is the answer.
            "appendfsync": "no",
            "logfile": str(self._folder / "log"),
        }
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        self.socket.unlink(missing_ok=True)
        self._process = subprocess.Popen([self._program, *words])
        with self.client() as client:
            wait_until(lambda: _answers(client))

    def kill(self) -> None:
        """End the server at once, as a crash would."""
        self._process.kill()
        self._process.wait()

    def freeze(self) -> None:
        """Let the server keep its connections and do nothing."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen server go on."""
        self._process.send_signal(signal.SIGCONT)

    def let_pass(self, seconds: float) -> None:
        """Bring the end of everything stored nearer, as if that time had passed."""
        with self.client() as client:
            let_pass(client, seconds)

    def client(self) -> redis.Redis:
        """A plain client for a look behind the store."""
        return redis.Redis(unix_socket_path=str(self.socket), protocol=2)


def patient(url: str) -> str:
    """The same store, whose answers are waited for as long as a busy machine may take."""
    return f"{url}?socket_timeout=30&socket_connect_timeout=30"


def let_pass(client: redis.Redis, seconds: float) -> None:
    """Bring the end of everything on a server nearer, as if that time had passed."""
    for key in set(client.scan_iter()):  # a scan may name a key twice
        left = client.pttl(key) - int(seconds * 1000)
        if left > 0:
            client.pexpire(key, left)
        else:
            client.delete(key)
    for key in set(client.scan_iter("*:ends")):  # the lists that hold ends as scores
        places: Any = client.zrange(key, 0, -1)
        for place in places:
            client.zincrby(key, -seconds, place)


@contextmanager
def running(kind: str) -> Iterator[Server]:
    """A server of a kind for as long as the ``with`` statement lasts. Its folder has a short name, for the socket."""
    with TemporaryDirectory(prefix="acey-") as folder:
        server = Server(kind, Path(folder))
        try:
            yield server
        finally:
            server.kill()


@contextmanager
def python(*words: str) -> Iterator["subprocess.Popen[str]"]:
    """Another Python process that can import what this one can; ended at the latest with the ``with`` statement."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, *words], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_until(is_so: Callable[[], bool], seconds: float = 60.0) -> None:
    """Return when something has become so; fail when it has not after ``seconds``."""
    end = monotonic() + seconds
    while not is_so():
        assert monotonic() < end, "it did not come about in time"
        sleep(0.01)


def _answers(client: redis.Redis) -> bool:
    with suppress(redis.RedisError):
        return bool(client.ping())
    return False
