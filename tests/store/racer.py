"""A process that races others for the versions of a game: ``racer.py URL GAME NAME LAST`` prints those it won."""

import sys
from threading import Thread

from acey_deucey.ports import GameStore, Lifetime, Saved
from acey_deucey.store import hub, open_store

THREADS = 4


def race(store: GameStore, game: str, name: bytes, last: int, won: list[int]) -> None:
    version = 2
    while version < last:
        answer = store.save(game, version, name, name, Lifetime(600, 600))
        version = answer.version
        if isinstance(answer, Saved):
            won.append(version)


def main() -> None:
    url, game, process, last = sys.argv[1:]
    hub.COMMAND_SECONDS = 60.0  # type: ignore[attr-defined]  # as patient as the tests
    store = open_store(url)
    print("ready", flush=True)
    store.wait(game, after=1, seconds=60)  # version 2 is the starting gun
    won: list[int] = []
    names = [b"%b %d" % (process.encode(), number) for number in range(THREADS)]
    racers = [Thread(target=race, args=(store, game, name, int(last), won)) for name in names]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    store.close()
    print(*won)


if __name__ == "__main__":
    main()
