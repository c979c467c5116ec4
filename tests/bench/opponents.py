"""What playing against the expert feels like: a command with its whole turn in it, and requests that come meanwhile."""

import tempfile
import threading
from pathlib import Path
from time import perf_counter

import numpy as np
from acey_deucey.client import Client, GameHandle

from tests.api.running import service
from tests.bench.figures import Figure
from tests.bench_bots import BUDGET

GAMES = 3
RULESETS = ("american", "european")
PAUSE = 0.002


class Onlooker(threading.Thread):
    """Looks at another game again and again until told to stop, and notes how long each answer took, in seconds."""

    def __init__(self, url: str, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.url, self.stop = url, stop
        self.waits: list[float] = []

    def run(self) -> None:
        with Client(self.url) as client:
            game = client.games.create()
            while not self.stop.wait(PAUSE):
                begun = perf_counter()
                game.refresh()
                self.waits.append(perf_counter() - begun)


def measure() -> list[Figure]:
    """Both on one worker, under an American and a European rule set."""
    with (
        tempfile.TemporaryDirectory() as folder,
        service(Path(folder), "--workers", "1", ACEY_LOG_LEVEL="warning") as it,
    ):
        stop = threading.Event()
        onlooker = Onlooker(it.url, stop)
        with Client(it.url) as client:
            turns_with(client, RULESETS[0])  # the worker learns what it remembers
            onlooker.start()
            turns = [taken for ruleset in RULESETS for _ in range(GAMES) for taken in turns_with(client, ruleset)]
        stop.set()
        onlooker.join()
    return [
        Figure("a command with the expert's turn, median", 1000 * float(np.median(turns)), "ms"),
        Figure(
            "a command with the expert's turn, slowest 1 %", 1000 * float(np.percentile(turns, 99)), "ms", most=BUDGET
        ),
        Figure("other requests of that worker, slowest 1 %", 1000 * float(np.percentile(onlooker.waits, 99)), "ms"),
    ]


def turns_with(client: Client, ruleset: str) -> list[float]:
    """The seconds of each command of a game to which the expert answered, dice, plays and names."""
    game = client.games.create(ruleset=ruleset, seats={"black": {"bot": "expert"}})
    turns = []
    while game.state.status == "playing":
        version, begun = game.state.version, perf_counter()
        act(game)
        if game.state.version > version + 1:
            turns.append(perf_counter() - begun)
    return turns


def act(game: GameHandle) -> None:
    """What comes first to hand."""
    match game.state.turn.awaits:
        case "roll":
            game.roll()
        case "name":
            game.name(game.state.legal.names[-1])
        case _:
            game.play(str(game.plays(limit=1).plays[0]))
