"""CPU per move of the service beside a bare view on the same store, in one run: requests over workers' and store's CPU.

Prints ratios: machines differ, and other work on the machine moves both alike.
"""

import argparse
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from acey_deucey.store.embedded import EmbeddedValkey

ROUNDS = 21
GAMES = 100
AS_SERVED = ("--config", "deploy/gunicorn.conf.py")
PLAIN = ("-k", "gevent", "--no-control-socket", "--log-level", "error", "--keep-alive", "75")


def cpu_seconds(pids: list[int]) -> float:
    """The CPU time, user and system, that the threads of these processes have used."""
    threads = (thread for pid in pids for thread in Path(f"/proc/{pid}/task").iterdir())
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class Server:
    """A gunicorn with one gevent worker, run as we run it or as it comes, and a kept-alive connection to it."""

    def __init__(self, app: str, url: str, folder: Path, options: tuple[str, ...] = AS_SERVED) -> None:
        socket = folder / f"{app.split(':')[0].rsplit('.')[-1]}.sock"
        command = [sys.executable, "-m", "gunicorn", app, *options, "-w", "1", "-b", f"unix:{socket}"]
        secrets = {"ACEY_STORE_URL": url, "ACEY_SECRET_KEYS": "only for the benchmark", "ACEY_LOG_LEVEL": "warning"}
        paths = os.pathsep.join(["service", "."])
        self.process = subprocess.Popen(command, env=os.environ | secrets | {"PYTHONPATH": paths})
        self.connection = UnixConnection(str(socket))
        self.wait()

    def wait(self) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                self.call("GET", "/readyz")
                return
            except (OSError, http.client.HTTPException):
                self.connection.close()
                time.sleep(0.1)
        raise RuntimeError("the server does not answer")

    def call(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        data = b"" if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} if data else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.connection.request(method, path, data, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:300]!r}")
        return json.loads(text) if text.startswith(b"{") else None

    def workers(self) -> list[int]:
        return children(self.process.pid)

    def stop(self) -> None:
        self.connection.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)


class UnixConnection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=10)
        self.path = path

    def connect(self) -> None:
        import socket

        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(10)
        self.sock.connect(self.path)


class Table:
    """One game, played by its first legal step; ``state`` is the newest answer."""

    def __init__(self, server: Server) -> None:
        created = server.call("POST", "/v1/games", {})
        self.server, self.state, self.tokens = server, created["game"], created["tokens"]

    def act(self, path: str, body: object) -> None:
        token = self.tokens[self.state["turn"]["player"]]
        self.state = self.server.call("POST", f"/v1/games/{self.state['id']}/{path}", body, token)

    def get_ready(self) -> None:
        """Whatever must happen before the next move."""
        while self.state["turn"]["awaits"] != "move":
            self.next()

    def next(self) -> None:
        """One command, whatever is due."""
        awaits = self.state["turn"]["awaits"]
        if awaits == "move":
            self.move()
        elif awaits == "roll":
            self.act("rolls", {})
        else:
            self.act("named-doubles", {"number": self.state["legal"]["names"][0]})

    def move(self) -> None:
        self.act("moves", {"play": self.state["legal"]["steps"][0]["text"]})


@contextmanager
def servers() -> Iterator[tuple[Server, Server, int]]:
    with tempfile.TemporaryDirectory() as folder:
        valkey = EmbeddedValkey(Path(folder) / "valkey")
        url = valkey.start()
        pid = int((Path(folder) / "valkey" / "valkey.pid").read_text())
        ours = Server("acey_deucey.wsgi:app", url, Path(folder))
        bare = Server("tests.bare_view:app", url, Path(folder), PLAIN)
        try:
            yield ours, bare, pid
        finally:
            ours.stop()
            bare.stop()
            valkey.stop()


def measure() -> dict[str, float]:
    """CPU seconds a thousand requests and the ratio of both, medians over interleaved rounds."""
    found: dict[str, list[float]] = {"move": [], "bare": []}
    with servers() as (ours, bare, store):
        tables = [Table(ours) for _ in range(GAMES)]
        for _ in range(ROUNDS):
            for table in tables:
                table.get_ready()
            found["move"].append(_cost([*ours.workers(), store], [table.move for table in tables]))
            calls = [
                lambda n=n: bare.call("POST", f"/v1/games/{n}/moves", {"play": "hand/20"}, "x" * 50)
                for n in range(GAMES)
            ]
            found["bare"].append(_cost([*bare.workers(), store], calls))
    found["ratio"] = [move / bare for move, bare in zip(found["move"], found["bare"], strict=True)]
    return {name: median(values) for name, values in found.items()}


def _cost(pids: list[int], calls: list[Any]) -> float:
    before = cpu_seconds(pids)
    for call in calls:
        call()
    return (cpu_seconds(pids) - before) / len(calls) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    asked = parser.parse_args()
    found = measure()
    print(f"POST moves          {found['move']:.3f} CPU-s a thousand")
    print(f"bare view           {found['bare']:.3f} CPU-s a thousand")
    print(f"ratio               {found['ratio']:.2f}   (goal: at most 1.00)")
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
