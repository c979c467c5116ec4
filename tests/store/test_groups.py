"""Stores of several servers: another takes over, a slot moves, and what was acknowledged with ``safe`` is not lost."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
import redis
from acey_deucey.ports import GameStore, Loaded, LogEntry, Saved, StoreUnavailable
from acey_deucey.store import open_servers, open_store
from acey_deucey.store.keys import game_keys

from deploy.cluster.stores import ClusterGroup, SentinelGroup
from tests.store.games import DAY, KEY, RECORDED, begin, create, new_game_id
from tests.store.groups import (
    Group,
    begin_to_move,
    hand_over,
    move_keys,
    primaries,
    primary_of,
    replica_of,
    running_group,
    slot_of,
)
from tests.store.servers import wait_until


@pytest.fixture
def sentinels() -> Iterator[SentinelGroup]:
    with running_group("sentinel") as group:
        assert isinstance(group, SentinelGroup)
        yield group


@pytest.fixture
def cluster() -> Iterator[ClusterGroup]:
    with running_group("cluster") as group:
        assert isinstance(group, ClusterGroup)
        yield group


@pytest.fixture
def store(request: pytest.FixtureRequest) -> Iterator[GameStore]:
    """A store on the group that the test uses."""
    name = "cluster" if "cluster" in request.fixturenames else "sentinels"
    group: Group = request.getfixturevalue(name)
    it = open_store(group.url)
    yield it
    it.close()


def save_at_last(store: GameStore, game: str, version: int) -> None:
    """Repeat a command with its key, as a client does, until it is answered."""

    def is_answered() -> bool:
        with suppress(StoreUnavailable):
            store.save(game, version, b"state", b"entry %d" % (version + 1), DAY, KEY._replace(key=f"v{version}"))
            return True
        return False

    wait_until(is_answered)


def assert_whole(store: GameStore, game: str, newest: int) -> None:
    """Each version is in the log once."""
    assert store.load(game).version == newest
    assert store.log(game, after=1) == [LogEntry(version, b"entry %d" % version) for version in range(2, newest + 1)]


def test_when_the_primary_dies_a_replica_goes_on(sentinels: SentinelGroup, store: GameStore) -> None:
    game = begin(store)
    for version in (1, 2):
        save_at_last(store, game, version)
    sentinels.primary().kill()
    save_at_last(store, game, 3)
    assert_whole(store, game, 4)


def test_a_planned_change_of_the_primary_refuses_no_command_with_a_key_for_long(
    sentinels: SentinelGroup, store: GameStore
) -> None:
    game, old = begin(store), sentinels.primary()
    save_at_last(store, game, 1)
    # Refused until the Sentinel has heard of the replicas from themselves.
    wait_until(lambda: sentinels.sentinels[0].ask("FAILOVER", "acey") is not None)
    for version in range(2, 40):
        save_at_last(store, game, version)
    wait_until(lambda: sentinels.primary() is not old)
    wait_until(lambda: old.facts().get("role") == "slave")
    save_at_last(store, game, 40)
    assert_whole(store, game, 41)


def test_an_old_primary_that_wakes_up_is_not_believed(sentinels: SentinelGroup, store: GameStore) -> None:
    game, old = begin(store), sentinels.primary()
    with ThreadPoolExecutor(8) as readers:  # a connection each, all of them to the old primary
        assert {one.version for one in readers.map(store.load, [game] * 200)} == {1}
    old.freeze()
    wait_until(lambda: sentinels.primary() is not old, 60)
    other = open_store(sentinels.url)
    for version in (1, 2):
        save_at_last(other, game, version)
    other.close()
    old.thaw()
    with ThreadPoolExecutor(8) as readers:
        assert {one.version for one in readers.map(store.load, [game] * 200)} == {3}


def test_without_any_sentinel_the_store_says_so(sentinels: SentinelGroup) -> None:
    for sentinel in sentinels.sentinels:
        sentinel.kill()
    store = open_store(sentinels.url)
    assert store.check() == ["The store cannot be used: it cannot be reached."]
    store.close()


def test_in_a_cluster_games_are_on_all_primaries(cluster: ClusterGroup, store: GameStore) -> None:
    games = {new_game_id() for _ in range(60)}
    for game in games:
        create(store, game, b"", b"", DAY)
        assert store.load(game) == Loaded(1, b"", None)
    assert {primary_of(cluster, game).port for game in games} == {node.port for node in primaries(cluster)}


def test_in_a_cluster_the_replica_of_a_lost_primary_goes_on(cluster: ClusterGroup, store: GameStore) -> None:
    game = begin(store)
    save_at_last(store, game, 1)
    primary_of(cluster, game).kill()
    save_at_last(store, game, 2)
    assert_whole(store, game, 3)


def test_a_game_is_found_while_its_slot_moves_and_after_it_has_moved(cluster: ClusterGroup, store: GameStore) -> None:
    game = begin(store)
    save_at_last(store, game, 1)
    source = primary_of(cluster, game)
    target = next(node for node in primaries(cluster) if node is not source)
    begin_to_move(slot_of(game), source, target)
    save_at_last(store, game, 2)
    move_keys(slot_of(game), source, target)
    save_at_last(store, game, 3)  # the source says where it is for now
    hand_over(cluster, slot_of(game), source, target)
    save_at_last(store, game, 4)  # the source says where it is for good
    assert_whole(store, game, 5)


def test_a_failure_just_after_a_look_at_the_map_leaves_no_game_without_a_server(
    shared_group: Callable[[str], Group],
) -> None:
    servers, key = open_servers(shared_group("cluster").url), game_keys(new_game_id()).game
    pool = servers.pool_of(key)
    servers.learn_from(pool, redis.ConnectionError("broken"))
    assert servers.pool_of(key) is pool
    servers.close()


def test_a_safe_store_acknowledges_nothing_that_only_the_primary_has(sentinels: SentinelGroup) -> None:
    safe = open_store(sentinels.url, safe=True)
    game = begin(safe)
    for replica in sentinels.nodes[1:]:
        replica.freeze()
    for _ in range(2):  # the repeat finds the key, and must not take that for an acknowledgement
        with pytest.raises(StoreUnavailable, match="no replica of it has the command yet"):
            safe.save(game, 1, b"state 2", b"entry 2", DAY, KEY)
    with pytest.raises(StoreUnavailable, match="no replica"):
        safe.load(game, KEY.key)
    for replica in sentinels.nodes[1:]:
        replica.thaw()
    wait_until(lambda: safe.check() == [])
    replay = safe.save(game, 1, b"state 2", b"entry 2", DAY, KEY)
    assert (replay.version, getattr(replay, "fingerprint", None)) == (2, RECORDED)
    assert safe.save(game, 2, b"state 3", b"entry 3", DAY) == Saved(3)
    assert_whole(safe, game, 3)
    safe.close()


def test_a_safe_store_finds_a_game_whose_server_has_become_a_replica(cluster: ClusterGroup) -> None:
    """That one refuses to wait for copies, too; what it says before that is where the game is now."""
    safe = open_store(cluster.url, safe=True)
    game = begin(safe)
    save_at_last(safe, game, 1)
    old = primary_of(cluster, game)
    replica_of(cluster, old).ask("CLUSTER", "FAILOVER")
    wait_until(lambda: old.facts().get("role") == "slave")
    save_at_last(safe, game, 2)
    assert_whole(safe, game, 3)
    safe.close()


def test_a_safe_store_without_a_replica_is_not_ready(valkey_url: str) -> None:
    store = open_store(valkey_url, safe=True)
    assert store.check() == ["The store has no replica, and with ACEY_DURABILITY=safe nothing counts without one."]
    store.close()
