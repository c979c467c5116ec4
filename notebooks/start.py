"""Opens the notebooks in JupyterLab, and the service for them where none answers; knows no rule of the game."""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from types import FrameType
from typing import BinaryIO

import httpx2

FOLDER = Path(__file__).resolve().parent
FIRST = "01-first-game.ipynb"
NEWS = "@jupyterlab/apputils-extension:announcements"  # asks other hosts for news and newer releases
START_SECONDS = 60.0  # a machine that compiles the service's modules for the first time is slow
STOP_SECONDS = 45.0  # the service drains for up to 25, and stops its store in up to 10 more
ANSWER_SECONDS = 15.0
POLL_SECONDS = 0.1
PORTS = range(20_000, 32_768)  # below those that Linux, macOS and RFC 6335 keep for connections
EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}


def main() -> None:
    """Open JupyterLab until it is closed, with a service at ACEY_HOST and ACEY_PORT."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
    host, port = os.environ.get("ACEY_HOST", "127.0.0.1"), int(os.environ.get("ACEY_PORT") or 8000)
    with service_at(host, port, {"ACEY_LOG_LEVEL": "warning", **os.environ}) as url:
        print(f"The notebooks use the service at {url}", file=sys.stderr)
        with TemporaryDirectory() as folder:
            _open_lab({**os.environ, **settings_for(url), **_without_news(Path(folder))})


@contextmanager
def service_at(host: str, port: int, environment: Mapping[str, str], log: BinaryIO | None = None) -> Iterator[str]:
    """The URL of the service there: of one that answers already, or of one that lives as long as the block.

    Exits with a sentence when the service does not start; it has then said why in the log, by default on stderr.
    """
    name = EVERY_ADDRESS.get(host, f"[{host}]" if ":" in host else host)
    url = f"http://{name}:{port}"
    if _answers(url, "/livez"):
        yield url
        return
    command = [sys.executable, "-m", "acey_deucey", "serve", "--host", host, "--port", str(port)]
    # A session of its own: Ctrl-C asks JupyterLab whether to stop, and must not stop the service before.
    service = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
    )
    try:
        _wait_for(service, url)
        yield url
    finally:
        _stop(service)


@contextmanager
def replica(folder: Path) -> Iterator[str]:
    """The URL of a service of its own, as long as the block; all that are started on one folder share their games."""
    place = ("127.0.0.1", free_port(), quiet(folder))
    with (folder / "service.log").open("ab") as log, service_at(*place, log) as url:
        yield url


def free_port() -> int:
    """A port of 127.0.0.1 on which nobody listens now, and which no connection gets before the service comes."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def quiet(data: Path) -> dict[str, str]:
    """The environment of a service of two workers that keeps its store in a folder and says little."""
    own = {"ACEY_DATA": str(data), "ACEY_LOG_LEVEL": "warning", "ACEY_WORKERS": "2"}
    return {name: value for name, value in os.environ.items() if not name.startswith("ACEY_")} | own


def settings_for(url: str) -> dict[str, str]:
    """The environment by which a notebook finds the service, past any proxy of the machine."""
    local = httpx2.URL(url).host
    both = {name: os.environ.get(name, "") for name in ("NO_PROXY", "no_proxy")}
    return {"ACEY_URL": url} | {name: ",".join(filter(None, (hosts, local))) for name, hosts in both.items()}


def _answers(url: str, path: str) -> bool:
    with suppress(httpx2.HTTPError, ValueError):
        answer = httpx2.get(url + path, timeout=ANSWER_SECONDS, trust_env=False)
        return answer.status_code == 200 and answer.json()["status"] in ("live", "ready")
    return False


def _wait_for(service: subprocess.Popen[bytes], url: str) -> None:
    end = monotonic() + START_SECONDS
    while not _answers(url, "/readyz"):
        if service.poll() is not None or monotonic() > end:
            sys.exit(f"The service does not start at {url}.")
        sleep(POLL_SECONDS)


def _stop(service: subprocess.Popen[bytes]) -> None:
    service.terminate()
    try:
        service.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        service.kill()
        service.wait()


def _without_news(folder: Path) -> dict[str, str]:
    """The environment, with its file in the folder, in which JupyterLab asks no other host for anything."""
    page_config = folder / "labconfig" / "page_config.json"
    page_config.parent.mkdir()
    page_config.write_text(json.dumps({"disabledExtensions": {NEWS: True}}), "utf-8")
    others = os.environ.get("JUPYTER_CONFIG_PATH")
    return {"JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, (str(folder), others)))}


def _open_lab(environment: Mapping[str, str]) -> None:
    """Run JupyterLab until it ends; it opens the first notebook, and takes root for what it is in a container."""
    options = [
        f"--ServerApp.root_dir={FOLDER}",
        f"--LabApp.default_url=/lab/tree/{FIRST}",
        *(["--allow-root"] if os.geteuid() == 0 else []),
    ]
    # Ctrl-C reaches JupyterLab too, which asks before it stops.
    signal.signal(signal.SIGINT, lambda number, frame: None)
    lab = subprocess.Popen([sys.executable, "-m", "jupyterlab", *options], env=environment)
    try:
        lab.wait()
    finally:
        lab.terminate()
        lab.wait()


def _leave(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)


if __name__ == "__main__":
    main()
