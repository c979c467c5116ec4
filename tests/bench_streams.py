"""Event streams held by the service, in one run: memory a listener, fan-out, and what they cost the commands.

Real gunicorn with two workers and a real Valkey; the listeners and those who act are processes of their own, so that
on a small machine all of them share its processors. Prints figures and ratios, with the goals beside them.
"""

import argparse
import gc
import http.client
import json
import multiprocessing
import random
import resource
import tempfile
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from time import perf_counter, sleep
from typing import Any
from urllib.parse import urlsplit

from tests.api.crowd import Crowd, wait_until
from tests.api.running import RunningService, service
from tests.bench_http import Table, children, cpu_seconds

WORKERS = 2
LISTENERS_A_GAME = 2
COMMANDS_A_SECOND = 200
ACTORS = 8
SECONDS = 8.0
LIMITS = {f"ACEY_LISTENERS_PER_{name}": "100000" for name in ("GAME", "ADDRESS")} | {
    "ACEY_LISTENERS_PER_PROCESS": "15000",
    "ACEY_LOG_LEVEL": "warning",
}

SPAWNED = multiprocessing.get_context("spawn")


class Caller:
    """A kept-alive connection to the service."""

    def __init__(self, url: str) -> None:
        place = urlsplit(url)
        self._connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=30)

    def call(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        self._connection.request(
            method, path, json.dumps(body), headers if token else {"Content-Type": headers["Content-Type"]}
        )
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:300]!r}")
        return json.loads(text)


class Game(Table):
    """A game that is acted in by its first legal command."""

    def __init__(self, caller: Caller) -> None:
        super().__init__(caller)  # type: ignore[arg-type]

    def next(self) -> None:
        """One command, whatever is due; a game that is over begins anew."""
        if self.state["turn"]["awaits"] is None:
            Game.__init__(self, self.server)  # type: ignore[arg-type]
        else:
            super().next()


def act_for(url: str, seconds: float, told: Connection) -> None:
    """As many commands as the service answers in this time, from several at once; in a process of its own."""
    counts: list[int] = []

    def act() -> None:
        game, count = Game(Caller(url)), 0
        ready.wait()
        end = perf_counter() + seconds
        while perf_counter() < end:
            game.next()
            count += 1
        counts.append(count)

    ready = threading.Barrier(ACTORS + 1)
    actors = [threading.Thread(target=act) for _ in range(ACTORS)]
    for actor in actors:
        actor.start()
    ready.wait()
    told.send("begun")
    for actor in actors:
        actor.join()
    told.send(sum(counts))


def listen_to(url: str, paths: list[str], told: Connection) -> None:
    """Listen to all of them until told to stop, then tell what was heard and when; in a process of its own."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.disable()  # a pause here would be taken for one of the service
    began = perf_counter()
    with Crowd() as crowd:
        listeners = [crowd.listen(url, path=path) for path in paths]
        wait_until(lambda: all(listener.is_listening and listener.heard for listener in listeners), 300)
        told.send(perf_counter() - began)
        told.recv()
        told.send([(listener.path, message.id, message.at) for listener in listeners for message in listener.heard[1:]])
        told.send(sum(listener.connections - 1 for listener in listeners))


class Bench:
    """The running service and the figures so far."""

    def __init__(self, running: RunningService, store: int) -> None:
        self.url = running.url
        self.workers = children(running._process.pid)
        self.processes = [*self.workers, store]
        self.found: dict[str, float] = {}

    def memory(self) -> int:
        """The memory of the workers, in bytes."""
        return sum(
            int(line.split()[1]) * 1024
            for worker in self.workers
            for line in Path(f"/proc/{worker}/status").read_text().splitlines()
            if line.startswith("VmRSS")
        )

    def commands(self, name: str) -> None:
        """How many commands are answered, and what a thousand of them cost."""
        here, there = SPAWNED.Pipe()
        actors = SPAWNED.Process(target=act_for, args=(self.url, SECONDS, there))
        actors.start()
        there.close()
        here.recv()
        used, began = cpu_seconds(self.processes), perf_counter()
        count = here.recv()
        self.found[f"commands a second {name}"] = count / (perf_counter() - began)
        self.found[f"CPU-s a thousand {name}"] = (cpu_seconds(self.processes) - used) / count * 1000
        actors.join()

    def streams(self, count: int) -> None:
        """Hold that many streams, and act in their games."""
        games = [Game(Caller(self.url)) for _ in range(1)]
        games += [Game(games[0].server) for _ in range(count // LISTENERS_A_GAME - 1)]  # type: ignore[arg-type]
        paths = [game.state["links"]["events"] for game in games] * LISTENERS_A_GAME
        self.commands("without streams")
        before = self.memory()
        here, there = SPAWNED.Pipe()
        crowd = SPAWNED.Process(target=listen_to, args=(self.url, paths, there))
        crowd.start()
        there.close()
        self.found["listeners"] = len(paths)
        self.found["seconds to connect"] = here.recv()
        self.found["kB a listener"] = (self.memory() - before) / len(paths) / 1000
        sleep(2)
        self.commands("with streams")
        acted = self.act(games)
        sleep(1)
        here.send("stop")
        self.fan_out(acted, here.recv())
        self.found["lost connections"] = here.recv()
        crowd.join()
        self.commands("after them")

    def act(self, games: list[Game]) -> dict[tuple[str, int], tuple[float, float]]:
        """Commands at an even pace in games taken at random: when each was sent and answered, by path and version."""
        chance, acted = random.Random(1), {}
        began = perf_counter()
        for number in range(int(COMMANDS_A_SECOND * SECONDS)):
            sleep(max(0.0, began + number / COMMANDS_A_SECOND - perf_counter()))
            game, sent = chance.choice(games), perf_counter()
            game.next()
            acted[game.state["links"]["events"], game.state["version"]] = sent, perf_counter()
        return acted

    def fan_out(self, acted: dict[tuple[str, int], tuple[float, float]], heard: list[tuple[str, int, float]]) -> None:
        """How long after each command was sent, and after it was answered, its listeners heard of it."""
        times = [(at, *acted[path, version]) for path, version, at in heard if (path, version) in acted]
        self.found["heard"] = len(times)
        self.found["not heard"] = len(acted) * LISTENERS_A_GAME - len(times)
        for name, values in (
            ("after the command", [(at - sent) * 1000 for at, sent, _ in times]),
            ("after its answer", [max(0.0, at - answered) * 1000 for at, _, answered in times]),
            ("answer after the command", [(answered - sent) * 1000 for sent, answered in acted.values()]),
        ):
            parts = quantiles(values, n=100)
            self.found |= {f"p50 ms {name}": parts[49], f"p99 ms {name}": parts[98], f"max ms {name}": max(values)}


def measure(listeners: int) -> dict[str, float]:
    """All figures."""
    gc.disable()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with service(data, "--workers", str(WORKERS), **LIMITS) as running:
            bench = Bench(running, int((data / "valkey.pid").read_text()))
            wait_until(lambda: len(children(running._process.pid)) == WORKERS)
            bench.workers = children(running._process.pid)
            bench.streams(listeners)
            return bench.found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--listeners", type=int, default=10_000, help="how many streams to hold")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    asked = parser.parse_args()
    found = measure(asked.listeners)
    print_table(found)
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=2) + "\n")


def print_table(found: dict[str, float]) -> None:
    """The figures for people."""
    before, held, after = (
        found[f"commands a second {when}"] for when in ("without streams", "with streams", "after them")
    )
    print(f"{found['listeners']:.0f} streams on {WORKERS} workers, connected in {found['seconds to connect']:.1f} s,")
    lost = found["lost connections"]
    print(f"  {found['kB a listener']:.1f} kB of the workers' memory each, {lost:.0f} connections lost")
    print(f"fan-out at {COMMANDS_A_SECOND} commands a second      p50     p99     max ms")
    for name in ("after the command", "after its answer", "answer after the command"):
        values = (found[f"{part} ms {name}"] for part in ("p50", "p99", "max"))
        print(f"  {name:28} {'  '.join(f'{value:6.2f}' for value in values)}")
    print(
        f"  heard {found['heard']:.0f}, not heard {found['not heard']:.0f}   (goal: p99 at most 10 ms, none not heard)"
    )
    print("                           without    with   after   with : mean of the others")
    for name in ("commands a second", "CPU-s a thousand"):
        before, held, after = (found[f"{name} {when}"] for when in ("without streams", "with streams", "after them"))
        print(f"{name:26} {before:7.2f} {held:7.2f} {after:7.2f}   {held * 2 / (before + after):.2f}")


if __name__ == "__main__":
    main()
