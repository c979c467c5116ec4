"""A replica on a socket that somebody else holds, as the units of deploy/systemd have it; no systemd runs here."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from deploy.cluster.processes import free_port
from tests.api.running import environment
from tests.store.servers import Server, patient, running, wait_until

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
UNIT = (DEPLOY / "systemd" / "acey@.service").read_text("utf-8")
SECONDS = 60
HAND_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.argv[2], sys.argv[2:])
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running("valkey") as it:
        yield it


@pytest.fixture(scope="module")
def settings(server: Server, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of the unit, its secrets in files as LoadCredential gives them."""
    folder = tmp_path_factory.mktemp("credentials")
    (folder / "secret-keys").write_text("a secret for this test alone\n")
    (folder / "store-url").write_text(f"{patient(server.url)}\n")
    [line] = re.findall(r"^Environment=(.+)$", UNIT, re.MULTILINE)
    unit = dict(word.split("=", 1) for word in line.replace("%d", str(folder)).split())
    # Another port than the socket's: whoever listened there instead would be found out.
    return environment(**unit, ACEY_WORKERS="1", ACEY_PORT=str(free_port()))


def command() -> list[str]:
    """What the unit starts, as it is installed here."""
    [found] = re.findall(r"^ExecStart=(.+)$", UNIT, re.MULTILINE)
    line = str(found).replace("/etc/acey/gunicorn.conf.py", str(DEPLOY / "gunicorn.conf.py"))
    return line.replace("/opt/acey/bin/gunicorn", str(Path(sys.executable).with_name("gunicorn"))).split()


@contextmanager
def replica(words: list[str], settings: dict[str, str], handed: tuple[int, ...] = ()) -> Iterator[int]:
    """The process for as long as the ``with`` statement lasts; it drains at the end."""
    with subprocess.Popen(words, env=settings, pass_fds=handed) as process:
        try:
            yield process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(SECONDS)


@contextmanager
def on_socket(listener: socket.socket, settings: dict[str, str]) -> Iterator[int]:
    """A replica that is handed this socket as systemd does: as descriptor 3, told to the process by its id."""
    words = [sys.executable, "-c", HAND_OVER, str(listener.fileno()), *command()]
    with replica(words, settings, (listener.fileno(),)) as process:
        yield process


def answers(url: str) -> bool:
    try:
        return httpx2.get(f"{url}/livez", timeout=SECONDS).status_code == 200
    except httpx2.TransportError:
        return False


def test_who_comes_while_a_replica_restarts_waits_and_is_answered(settings: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=4096) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        with on_socket(listener, settings):
            made = httpx2.post(f"{url}/v1/games", json={}, timeout=SECONDS).json()
        told: list[int] = []
        path = made["game"]["links"]["self"]
        waiting = threading.Thread(target=lambda: told.append(httpx2.get(url + path, timeout=SECONDS).status_code))
        waiting.start()
        waiting.join(0.5)
        assert told == [], "nobody is there to answer"
        with on_socket(listener, settings):
            waiting.join(SECONDS)
            assert told == [200]


def test_a_reload_replaces_the_workers_on_the_same_socket(settings: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=4096) as listener, on_socket(listener, settings) as process:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        wait_until(lambda: answers(url), SECONDS)
        before = workers(process)
        os.kill(process, signal.SIGHUP)
        wait_until(lambda: bool(workers(process)) and not workers(process) & before, SECONDS)
        wait_until(lambda: answers(url), SECONDS)


def workers(process: int) -> set[str]:
    return set(Path(f"/proc/{process}/task/{process}/children").read_text().split())


def test_the_first_who_comes_starts_the_service(settings: dict[str, str]) -> None:
    activate = shutil.which("systemd-socket-activate")
    if activate is None:
        pytest.skip("systemd-socket-activate is not installed")
    port = free_port()
    handed = [word for name in settings for word in ("-E", name)]
    with replica([activate, "--listen", f"127.0.0.1:{port}", *handed, *command()], settings) as process:
        wait_until(lambda: listens(port), SECONDS)
        assert "gunicorn" not in Path(f"/proc/{process}/comm").read_text()
        answer = httpx2.get(f"http://127.0.0.1:{port}/readyz", timeout=SECONDS)
        assert answer.json() == {"status": "ready"}


def listens(port: int) -> bool:
    """Whether somebody listens there; asked of the kernel, since a connection would start the service."""
    return f":{port:04X} 00000000:0000 0A" in Path("/proc/net/tcp").read_text()
