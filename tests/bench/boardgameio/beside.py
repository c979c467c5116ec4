"""Commands of this service beside moves of boardgame.io, each on a Valkey of its own, by processor seconds.

boardgame.io knows no rules here: it only keeps a board of the same size. npm installs it beside this Python.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from urllib.parse import unquote, urlsplit

from acey_deucey.store.embedded import EmbeddedValkey

from tests.bench.figures import Figure
from tests.bench.growth import bench, ready_table, round_cost
from tests.bench_http import cpu_seconds

HERE = Path(__file__).parent
INSTALLED = Path(sys.prefix) / "boardgameio"
ROUNDS, MATCHES, MOVES = 5, 20, 25
TABLES = 100
SECONDS = 120


def measure() -> list[Figure]:
    """Both measured in turns; no figures, and a line that says why, where boardgame.io cannot be had."""
    reason = install()
    if reason:
        print(f"left out: {reason}")
        return []
    ours, theirs = [], []
    with bench() as here, boardgameio() as (port, pids):
        tables = [ready_table(here) for _ in range(TABLES)]
        for _ in range(ROUNDS):
            ours.append(round_cost(here, tables))
            theirs.append(cost_of_moves(port, pids))
    ratio = median(their / our for our, their in zip(ours, theirs, strict=True))
    return [
        Figure("commands a processor second, store included", 1000 / median(ours), "/s"),
        Figure("moves of boardgame.io, the same", 1000 / median(theirs), "/s"),
        Figure("ours beside boardgame.io", ratio, least=1.0),
    ]


def install() -> str:
    """Install boardgame.io if it is not there; why that cannot be done, or nothing."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        return "npm is not installed"
    INSTALLED.mkdir(exist_ok=True)
    shutil.copy(HERE / "package.json", INSTALLED)
    command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(INSTALLED)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "npm does not get an answer from its registry"
    return "" if done.returncode == 0 else f"npm cannot install it: {done.stderr.strip()[-200:]}"


@contextmanager
def boardgameio() -> Iterator[tuple[str, list[int]]]:
    """A running server: its port, and the processes whose time it takes."""
    with tempfile.TemporaryDirectory() as folder:
        valkey = EmbeddedValkey(Path(folder) / "valkey")
        socket = unquote(urlsplit(valkey.start()).path)
        server = node("server.cjs", socket)
        try:
            assert server.stdout is not None
            port = next(line.strip() for line in server.stdout if line.strip().isdigit())
            yield port, [server.pid, int((Path(folder) / "valkey" / "valkey.pid").read_text())]
        finally:
            server.terminate()
            server.wait(SECONDS)
            valkey.stop()


def node(script: str, *words: str) -> "subprocess.Popen[str]":
    paths = {"NODE_PATH": str(INSTALLED / "node_modules"), "NODE_ENV": "production"}
    command = ["node", str(HERE / script), *words]
    return subprocess.Popen(command, env=os.environ | paths, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def cost_of_moves(port: str, pids: list[int]) -> float:
    """Processor seconds for a thousand moves; beginning the matches does not count."""
    player = node("player.cjs", port, str(MATCHES), str(MOVES))
    assert player.stdin is not None
    assert player.stdout is not None
    if player.stdout.readline() != "begun\n":
        raise RuntimeError("the player of boardgame.io did not begin")
    before = cpu_seconds(pids)
    player.stdin.write("go\n")
    player.stdin.flush()
    if player.stdout.readline() != "done\n":
        raise RuntimeError("the player of boardgame.io did not come to the end")
    used = cpu_seconds(pids) - before
    player.wait(SECONDS)
    player.stdin.close()
    player.stdout.close()
    return used / (MATCHES * MOVES) * 1000
