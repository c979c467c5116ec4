"""Listeners on real servers: woken by the bell, and not lost without it."""

from threading import Thread

import pytest
from acey_deucey.ports import (
    GameStore,
    StoreUnavailable,
)
from acey_deucey.store import redis as redis_store
from acey_deucey.store.keys import game_keys

from tests.store.games import DAY, begin
from tests.store.servers import Server, python, wait_until


@pytest.fixture
def long_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the bell wakes a listener."""
    monkeypatch.setattr(redis_store, "LOOK_SECONDS", 60.0)


def listen(store: GameStore, game: str, server: Server) -> Thread:
    thread = Thread(target=store.wait, args=(game, 1, 60))
    thread.start()
    wait_until(lambda: len(listeners(server)) == 1)
    return thread


def listeners(server: Server) -> list[object]:
    with server.client() as client:
        return list(client.client_list(_type="pubsub"))


@pytest.mark.usefixtures("long_looks")
def test_a_listener_wakes_when_another_process_makes_a_version(own_store: GameStore, own_server: Server) -> None:
    game = begin(own_store)
    listener = listen(own_store, game, own_server)
    with python(
        "-c",
        "import sys; from acey_deucey.ports import Lifetime; from acey_deucey.store import open_store;"
        "store = open_store(sys.argv[1]); print(store.save(sys.argv[2], 1, b'', b'', Lifetime(60, 60))); store.close()",
        own_server.url,
        game,
    ) as other:
        assert other.communicate()[0] == "Saved(version=2)\n"
    listener.join(timeout=30)
    assert not listener.is_alive()
    wait_until(lambda: listeners(own_server) == [])


@pytest.mark.usefixtures("long_looks")
def test_a_listener_whose_connection_is_killed_misses_nothing(own_store: GameStore, own_server: Server) -> None:
    game = begin(own_store)
    listener = listen(own_store, game, own_server)
    with own_server.client() as client:
        client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
    own_store.save(game, 1, b"state 2", b"", DAY)
    listener.join(timeout=30)
    assert not listener.is_alive()


def test_a_bell_that_is_lost_only_delays(own_store: GameStore, own_server: Server) -> None:
    game = begin(own_store)
    listener = listen(own_store, game, own_server)
    with own_server.client() as client:
        client.rpush(game_keys(game).log, b"entry 2")  # as a command would, without its bell
    listener.join(timeout=30)
    assert not listener.is_alive()


def test_a_listener_is_told_when_the_server_is_gone(own_store: GameStore, own_server: Server) -> None:
    game = begin(own_store)
    own_server.kill()
    with pytest.raises(StoreUnavailable):
        own_store.wait(game, after=1, seconds=60)
