"""What those who play notice when every replica behind nginx is restarted, one after the other."""

import threading
from http.client import HTTPException

from deploy.cluster.balancers import NotInstalled
from deploy.cluster.installation import running
from tests.bench.figures import Figure
from tests.bench_streams import Caller, Game

PLAYERS = 4


class Player(threading.Thread):
    """Plays until told to stop, and counts what was answered and what was not."""

    def __init__(self, url: str, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.url, self.stop = url, stop
        self.answered, self.lost = 0, 0

    def run(self) -> None:
        game = Game(Caller(self.url))
        while not self.stop.is_set():
            try:
                game.next()
                self.answered += 1
            except (OSError, HTTPException, RuntimeError):
                self.lost += 1
                game = Game(Caller(self.url))


def measure() -> list[Figure]:
    """How many commands were not answered with success; nothing where nginx is not installed."""
    try:
        with running("nginx") as installation:
            stop = threading.Event()
            players = [Player(installation.url, stop) for _ in range(PLAYERS)]
            for player in players:
                player.start()
            for replica in installation.replicas:
                replica.stop()
                replica.start()
                replica.wait_until(replica.is_ready)
            stop.set()
            for player in players:
                player.join()
    except NotInstalled as error:
        print(f"left out: {error}")
        return []
    lost, answered = (sum(getattr(player, name) for player in players) for name in ("lost", "answered"))
    return [
        Figure("rolling restart behind nginx: commands lost", lost, "commands", most=0),
        Figure("rolling restart behind nginx: commands answered", answered, "commands"),
    ]
