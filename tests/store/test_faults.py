"""What can befall a server, and what must hold all the same."""

from collections.abc import Callable, Iterator

import pytest
import redis
from acey_deucey.ports import (
    GameStore,
    Loaded,
    Replay,
    Saved,
    Stale,
    StoreUnavailable,
)
from acey_deucey.store import connect, open_store
from acey_deucey.store.keys import game_keys

from tests.store.games import DAY, KEY, RECORDED, begin, create, new_game_id
from tests.store.proxy import relaying
from tests.store.servers import Server


def test_a_killed_server_is_unavailable_and_has_lost_nothing_when_it_is_back(
    own_store: GameStore, own_server: Server
) -> None:
    game = begin(own_store)
    own_store.save(game, 1, b"state 2", b"entry 2", DAY, KEY)
    own_server.kill()
    for use in uses(own_store, game):
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            use()
    assert own_store.check() == ["The store cannot be used: it cannot be reached."]
    own_server.start()
    assert own_store.load(game, KEY.key) == Loaded(2, b"state 2", Replay(2, RECORDED))
    assert own_store.check() == []


def test_a_restart_between_two_requests_goes_unnoticed(
    own_store: GameStore, own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(own_store)
    monkeypatch.setattr(connect, "QUIET_SECONDS", -1.0)
    own_server.kill()
    own_server.start()
    assert own_store.save(game, 1, b"state 2", b"", DAY) == Saved(2)


def test_a_restart_goes_unnoticed_by_what_may_be_repeated(own_store: GameStore, own_server: Server) -> None:
    game = begin(own_store)
    own_server.kill()
    own_server.start()
    assert own_store.save(game, 1, b"state 2", b"", DAY, KEY) == Saved(2)


def test_a_frozen_server_is_unavailable_and_a_late_command_is_not_doubled(
    own_store: GameStore, own_server: Server
) -> None:
    game = begin(own_store)
    own_server.freeze()
    with pytest.raises(StoreUnavailable, match="does not answer") as refusal:
        own_store.save(game, 1, b"state 2", b"entry 2", DAY, KEY)
    assert refusal.value.details["retry_after"] == 1
    assert own_store.check() == ["The store cannot be used: it does not answer."]
    own_server.thaw()
    assert own_store.save(game, 1, b"state 2", b"entry 2", DAY, KEY) in (Saved(2), Replay(2, RECORDED))
    assert [entry.version for entry in own_store.log(game)] == [1, 2]


def fill_memory(client: redis.Redis) -> None:
    client.config_set("maxmemory", "1")


def demand_replicas(client: redis.Redis) -> None:
    client.config_set("min-replicas-to-write", "1")


def make_replica(client: redis.Redis) -> None:
    client.replicaof("127.0.0.1", "1")


@pytest.mark.parametrize(
    ("befall", "reason"),
    [
        (fill_memory, "its memory is full"),
        (demand_replicas, "it has too few replicas"),
        (make_replica, "it is a read-only replica"),
    ],
)
def test_a_store_that_takes_no_writes_stays_as_it_was_and_goes_on_reading(
    own_store: GameStore, own_server: Server, befall: Callable[[redis.Redis], None], reason: str
) -> None:
    game = begin(own_store)
    own_store.save(game, 1, b"state 2", b"entry 2", DAY, KEY)
    with own_server.client() as client:
        befall(client)
    for key in (None, KEY._replace(key="new")):
        with pytest.raises(StoreUnavailable, match=reason):
            own_store.save(game, 2, b"state 3", b"entry 3", DAY, key)
        with pytest.raises(StoreUnavailable, match=reason):
            create(own_store, new_game_id(), b"", b"", DAY, key)
    assert own_store.load(game, "new") == Loaded(2, b"state 2", None)
    assert [entry.version for entry in own_store.log(game)] == [1, 2]
    assert own_store.save(game, 1, b"again", b"again", DAY, KEY) == Replay(2, RECORDED)
    assert own_store.save(game, 1, b"late", b"late", DAY) == Stale(2, b"state 2")


def test_a_full_memory_that_is_enlarged_takes_games_again(own_store: GameStore, own_server: Server) -> None:
    game = begin(own_store)
    with own_server.client() as client:
        fill_memory(client)
        with pytest.raises(StoreUnavailable):
            own_store.save(game, 1, b"state 2", b"", DAY)
        client.config_set("maxmemory", "0")
    assert own_store.save(game, 1, b"state 2", b"", DAY) == Saved(2)


def test_a_server_that_would_evict_games_is_not_ready(own_store: GameStore, own_server: Server) -> None:
    with own_server.client() as client:
        client.config_set("maxmemory-policy", "allkeys-lru")
    (reason,) = own_store.check()
    assert "allkeys-lru" in reason
    assert "noeviction" in reason


def test_a_read_only_replica_is_not_ready(own_store: GameStore, own_server: Server) -> None:
    with own_server.client() as client:
        make_replica(client)
    assert own_store.check() == ["The store is a read-only replica: no game can be changed."]


def test_a_server_that_forbids_scripts_is_not_ready(own_store: GameStore, own_server: Server) -> None:
    with own_server.client() as client:
        client.execute_command("ACL", "SETUSER", "default", "-evalsha", "-eval")
    assert own_store.check() == ["The store cannot be used: its access rules forbid the command."]


def test_a_game_whose_log_is_lost_takes_no_command(store: GameStore, server: Server) -> None:
    game = begin(store)
    with server.client() as client:
        client.delete(game_keys(game).log)
        with pytest.raises(StoreUnavailable):
            store.save(game, 1, b"state 2", b"entry 2", DAY, KEY)
        client.rpush(game_keys(game).log, "a", "b", "c")
        with pytest.raises(StoreUnavailable):
            store.save(game, 1, b"state 2", b"entry 2", DAY, KEY)
        assert client.lrange(game_keys(game).log, 0, -1) == [b"a", b"b", b"c"]
    assert store.load(game, KEY.key) == Loaded(1, b"state 1", None)


@pytest.mark.parametrize("silent", [False, True], ids=["connection broken", "no answer"])
def test_a_command_whose_answer_is_lost_is_done_once_and_answered_when_repeated(server: Server, silent: bool) -> None:
    with relaying(server.socket) as relay:
        store = open_store(relay.url)
        game = begin(store)
        assert store.save(game, 1, b"state 2", b"entry 2", DAY) == Saved(2)  # the server knows the script
        relay.silent = silent
        relay.lose_next.set()
        if silent:
            with pytest.raises(StoreUnavailable, match="does not answer"):
                store.save(game, 2, b"state 3", b"entry 3", DAY, KEY)
        assert store.save(game, 2, b"state 3", b"entry 3", DAY, KEY) == Replay(3, RECORDED)
        assert [entry.version for entry in store.log(game)] == [1, 2, 3]
        store.close()


def test_a_command_without_a_key_is_never_repeated(server: Server) -> None:
    with relaying(server.socket) as relay:
        store = open_store(relay.url)
        game = begin(store)
        store.save(game, 1, b"state 2", b"entry 2", DAY)
        relay.lose_next.set()
        with pytest.raises(StoreUnavailable):
            store.save(game, 2, b"state 3", b"entry 3", DAY)
        assert store.load(game) == Loaded(3, b"state 3", None)
        assert store.save(game, 2, b"state 3", b"entry 3", DAY) == Stale(3, b"state 3")
        store.close()


def uses(store: GameStore, game: str) -> Iterator[Callable[[], object]]:
    yield lambda: create(store, new_game_id(), b"", b"", DAY)
    yield lambda: store.load(game)
    yield lambda: store.save(game, 2, b"", b"", DAY)
    yield lambda: store.save(game, 2, b"", b"", DAY, KEY)
    yield lambda: store.log(game)
    yield lambda: store.wait(game, 2, 60)
