"""What a command costs late in a long game and in a full store, beside an early one and an empty store."""

import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import truediv
from pathlib import Path
from statistics import median
from typing import NamedTuple

from acey_deucey.ports import Lifetime
from acey_deucey.store import open_store
from acey_deucey.store.embedded import EmbeddedValkey
from acey_deucey.store.keys import ID_LENGTH, game_id_from
from redis import Redis

from tests.bench.figures import Figure
from tests.bench_http import Server, Table, cpu_seconds
from tests.store.games import create

LONG_GAMES, PAIRS = 20, 5
LATE_VERSION = 400
PLAYED_OUT = 30
TABLES, ROUNDS = 100, 7
FEW, MANY = 100, 100_000
STATE, ENTRY, LIFETIME = b"x" * 450, b"x" * 30, Lifetime(3_600, 3_600)


class Bench(NamedTuple):
    """A service and its store, by which commands are counted."""

    server: Server
    url: str
    store_pid: int

    def cost(self, act: Callable[[], int]) -> float:
        """CPU seconds of workers and store for a thousand of the commands of which ``act`` gives the number."""
        pids = [*self.server.workers(), self.store_pid]
        before = cpu_seconds(pids)
        count = act()
        return (cpu_seconds(pids) - before) / count * 1000

    def store_bytes(self) -> int:
        """The memory that the store uses for what it holds."""
        used: int = Redis.from_url(self.url).info("memory")["used_memory"]
        return used


@contextmanager
def bench() -> Iterator[Bench]:
    with tempfile.TemporaryDirectory() as folder:
        valkey = EmbeddedValkey(Path(folder) / "valkey")
        url = valkey.start()
        server = Server("acey_deucey.wsgi:app", url, Path(folder))
        try:
            yield Bench(server, url, int((Path(folder) / "valkey" / "valkey.pid").read_text()))
        finally:
            server.stop()
            valkey.stop()


def play_and_take_back(tables: list[Table], pairs: int) -> int:
    """That many moves and undos in each game; how many commands that was."""
    for table in tables:
        for _ in range(pairs):
            table.move()
            table.act("undos", {})
    return 2 * pairs * len(tables)


def length_figure(here: Bench) -> Figure:
    """Commands from version 400 on beside the first ones of other games, in turns."""
    old = undoable_tables(here)
    play_and_take_back(old, LATE_VERSION // 2)
    early, late = [], []
    for _ in range(ROUNDS):
        young = undoable_tables(here)
        early.append(here.cost(lambda young=young: play_and_take_back(young, PAIRS)))  # type: ignore[misc]
        late.append(here.cost(lambda: play_and_take_back(old, PAIRS)))
    ratio = median(map(truediv, late, early))
    return Figure("a command from version 400 on, beside the first", ratio, most=1.1, least=0.9)


def undoable_tables(here: Bench) -> list[Table]:
    tables: list[Table] = []
    while len(tables) < LONG_GAMES:
        tables += filter(can_be_undone, [ready_table(here)])
    return tables


def can_be_undone(table: Table) -> bool:
    """Whether a move leaves numbers to play, so that it can be taken back: with one step it would end the turn."""
    return len(table.state["turn"]["numbers"]) > 1


def ready_table(here: Bench) -> Table:
    table = Table(here.server)
    table.get_ready()
    return table


def size_figure(few: Bench, many: Bench) -> Figure:
    """Moves in a store of 100,000 games beside the same in one of 100, in turns."""
    places = ((few, FEW), (many, MANY))
    for here, games in places:
        fill(here.url, games)
    tables = {here: [ready_table(here) for _ in range(TABLES)] for here, _ in places}
    costs = [[round_cost(here, tables[here]) for here, _ in places] for _ in range(ROUNDS)]
    ratio = median(large / small for small, large in costs)
    return Figure("a move among 100,000 games, beside 100", ratio, most=1.1, least=0.9)


def round_cost(here: Bench, tables: list[Table]) -> float:
    for table in tables:
        table.get_ready()
    return here.cost(lambda: move_all(tables))


def move_all(tables: list[Table]) -> int:
    for table in tables:
        table.move()
    return len(tables)


def fill(url: str, games: int) -> None:
    store = open_store(url)
    for _ in range(games):
        create(store, game_id_from(secrets.token_bytes(ID_LENGTH)), STATE, ENTRY, LIFETIME)
    store.close()


def memory_figures(here: Bench) -> list[Figure]:
    """What games played to the end leave in the store."""
    before, commands = here.store_bytes(), 0
    for _ in range(PLAYED_OUT):
        table = Table(here.server)
        while table.state["status"] != "finished":
            table.next()
        commands += table.state["version"]
    grown = here.store_bytes() - before
    return [
        Figure("memory of a game in the store, for each of its commands", grown / commands, "bytes"),
        Figure("commands of a game that plays its first legal step", commands / PLAYED_OUT, "commands"),
    ]


def measure() -> list[Figure]:
    """All figures of growth."""
    with bench() as here:
        figures = [*memory_figures(here), length_figure(here)]
    with bench() as few, bench() as many:  # workers of the same age: an old one has more to keep in order
        return [*figures, size_figure(few, many)]
