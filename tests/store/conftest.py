"""The stores that every test of the contract runs on, with a way to let time go by."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, partial

import pytest
from acey_deucey.ports import GameStore
from acey_deucey.store import link, open_store
from acey_deucey.store.memory import MemoryStore

from tests.store.groups import GROUPS, Group, let_pass_on_all, running_group
from tests.store.servers import KINDS, Server, patient, running


@dataclass
class SetClock:
    """A clock that stands still until it is moved on."""

    seconds: float = 1_700_000_000.0

    def now(self) -> float:
        return self.seconds

    def move_on(self, seconds: float) -> None:
        self.seconds += seconds


@dataclass(frozen=True)
class World:
    """A store, and the time in it."""

    store: GameStore
    let_pass: Callable[[float], None]


@pytest.fixture(scope="session")
def shared_server() -> Iterator[Callable[[str], Server]]:
    """One server of a kind for all tests that leave it as it was."""
    with ExitStack() as stack:
        yield cache(lambda kind: stack.enter_context(running(kind)))


@pytest.fixture(params=KINDS)
def server(request: pytest.FixtureRequest, shared_server: Callable[[str], Server]) -> Server:
    """The shared server of each kind."""
    return shared_server(request.param)


@pytest.fixture
def store(server: Server) -> Iterator[GameStore]:
    """A store on the shared server."""
    it = open_store(patient(server.url))
    yield it
    it.close()


@pytest.fixture(params=KINDS)
def own_server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server of each kind to do to as one likes."""
    with running(request.param) as it:
        yield it


@pytest.fixture
def own_store(own_server: Server) -> Iterator[GameStore]:
    """A store on that server."""
    it = open_store(own_server.url)
    yield it
    it.close()


@pytest.fixture(scope="session")
def shared_group() -> Iterator[Callable[[str], Group]]:
    """One group of servers of a kind for all tests that leave it as it was."""
    with ExitStack() as stack:
        yield cache(lambda kind: stack.enter_context(running_group(kind, steady=True)))


@pytest.fixture(params=("memory", *KINDS, *GROUPS))
def world(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    shared_server: Callable[[str], Server],
    shared_group: Callable[[str], Group],
) -> Iterator[World]:
    """Each store that there is."""
    if request.param == "memory":
        clock = SetClock()
        yield World(MemoryStore(clock), clock.move_on)
    elif request.param in GROUPS:
        group = shared_group(request.param)
        monkeypatch.setattr(link, "WAIT", ("WAIT", 1, 30_000))
        store = open_store(patient(group.url), safe=request.param == "sentinel")
        yield World(store, partial(let_pass_on_all, group))
        store.close()
    else:
        server = shared_server(request.param)
        store = open_store(patient(server.url))
        yield World(store, server.let_pass)
        store.close()
