"""Listeners in a Cluster: each game rings at the server that has it, and is followed wherever it goes."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from acey_deucey.ports import GameStore, Listening, StoreUnavailable
from acey_deucey.store import ear, hub, open_store
from acey_deucey.store.keys import game_keys

from deploy.cluster import stores
from deploy.cluster.stores import ClusterGroup, Node
from tests.store.games import DAY, KEY, begin
from tests.store.groups import begin_to_move, hand_over, move_keys, primaries, primary_of, replica_of, slot_of
from tests.store.servers import KINDS, patient, program, wait_until
from tests.store.test_listening import GREENLETS, LONG


@pytest.fixture(scope="module", params=KINDS)
def cluster(request: pytest.FixtureRequest) -> Iterator[ClusterGroup]:
    """A Cluster of each kind. Each test leaves it whole, but games and parts may have changed their places."""
    server = program(request.param)
    with TemporaryDirectory(prefix="acey-") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(stores, "server_program", lambda: server)
        group = ClusterGroup(Path(folder))
        try:
            group.start()
            yield group
        finally:
            group.stop()


@pytest.fixture
def store(cluster: ClusterGroup) -> Iterator[GameStore]:
    with closing(open_store(cluster.url)) as it:
        yield it


@pytest.fixture
def no_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only rings, and new subscriptions, wake a listener."""
    monkeypatch.setattr(ear, "SWEEP_SECONDS", 10 * LONG)


@pytest.fixture
def quick_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is lost is soon made up for."""
    monkeypatch.setattr(ear, "SWEEP_SECONDS", 0.05)


@pytest.fixture
def hub_threads() -> Callable[[], int]:
    """How many threads the hubs of the test have."""
    before = set(threading.enumerate())
    return lambda: sum(each.name == "acey-deucey hub" for each in set(threading.enumerate()) - before)


def a_game_at(cluster: ClusterGroup, store: GameStore, node: Node) -> str:
    """A new game that a certain server has."""
    while primary_of(cluster, game := begin(store)) is not node:
        pass
    return game


def listening_at(cluster: ClusterGroup, game: str) -> list[Node]:
    """The servers at which somebody listens to a game."""
    return [node for node in cluster.nodes if node.answers() and is_heard_at(node, game)]


def is_heard_at(node: Node, game: str) -> bool:
    return bool(node.ask("PUBSUB", "SHARDNUMSUB", game_keys(game).game)[1])


def subscriptions(cluster: ClusterGroup) -> int:
    """How many connections on which somebody listens the servers have, all of them together."""
    return sum(len(node.ask("CLIENT", "LIST", "TYPE", "pubsub").splitlines()) for node in cluster.nodes)


def save(store: GameStore, game: str, version: int) -> None:
    """Make the version after this one, as a client does that repeats its command until it is answered."""

    def is_answered() -> bool:
        with suppress(StoreUnavailable):
            store.save(game, version, b"state", b"entry", DAY, KEY._replace(key=f"v{version}"))
            return True
        return False

    wait_until(is_answered, LONG)


def rings(store: GameStore, game: str, line: Listening, version: int) -> bool:
    """Whether the listener is told of the version that is made after this one."""
    save(store, game, version)
    return line.wait(version, LONG)


@pytest.mark.usefixtures("no_sweeps")
def test_a_game_at_each_server_rings_at_that_server_alone(
    cluster: ClusterGroup, store: GameStore, hub_threads: Callable[[], int]
) -> None:
    nodes = primaries(cluster)
    games = [a_game_at(cluster, store, node) for node in nodes for _ in range(5)]
    with closing(open_store(cluster.url)) as other:
        lines = [other.listen(game) for game in games for _ in range(2)]
        assert [listening_at(cluster, game) for game in games] == [[node] for node in nodes for _ in range(5)]
        assert (hub_threads(), subscriptions(cluster)) == (len(nodes), len(nodes))
        for game in games[:-1]:
            store.save(game, 1, b"state 2", b"entry 2", DAY)
        assert all(line.wait(1, LONG) for line in lines[:-2])
        assert not any(line.wait(1, 0) for line in lines[-2:])
    assert not any("messages_publish_" in str(node.ask("CLUSTER", "INFO")) for node in nodes), "told to all servers"
    assert hub_threads() == 0
    wait_until(lambda: subscriptions(cluster) == 0)


@pytest.mark.usefixtures("quick_sweeps")
def test_with_the_last_listener_at_a_server_the_subscription_there_ends(
    cluster: ClusterGroup, store: GameStore, hub_threads: Callable[[], int]
) -> None:
    first, second = (a_game_at(cluster, store, node) for node in primaries(cluster)[:2])
    for _ in range(2):
        with closing(store.listen(first)):
            with closing(store.listen(second)):
                assert (hub_threads(), subscriptions(cluster)) == (2, 2)
            wait_until(lambda: (hub_threads(), subscriptions(cluster)) == (1, 1))
            assert listening_at(cluster, second) == []
        wait_until(lambda: (hub_threads(), subscriptions(cluster)) == (0, 0))


@pytest.mark.usefixtures("no_sweeps")
def test_a_slot_that_moves_takes_its_listeners_along(cluster: ClusterGroup, store: GameStore) -> None:
    source, target = primaries(cluster)[:2]
    game, neighbour = (a_game_at(cluster, store, source) for _ in range(2))
    with closing(store.listen(game)) as line, closing(store.listen(neighbour)) as beside:
        assert rings(store, game, line, 1)
        begin_to_move(slot_of(game), source, target)
        assert rings(store, game, line, 2)
        move_keys(slot_of(game), source, target)
        save(store, game, 3)  # rings where nobody listens yet
        hand_over(cluster, slot_of(game), source, target)
        assert line.wait(3, LONG)
        wait_until(lambda: listening_at(cluster, game) == [target])
        assert rings(store, game, line, 4)
        assert rings(store, neighbour, beside, 1)
        assert not line.is_cut
        assert not beside.is_cut


@pytest.mark.usefixtures("quick_sweeps")
def test_a_ring_that_is_lost_while_a_slot_moves_only_delays(cluster: ClusterGroup, store: GameStore) -> None:
    source, target = primaries(cluster)[:2]
    games = [a_game_at(cluster, store, source) for _ in range(2)]
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(store.listen(game))) for game in games]
        save(store, games[0], 1)  # with a key: while a slot moves, a script is refused that would make one
        begin_to_move(slot_of(games[0]), source, target)
        move_keys(slot_of(games[0]), source, target)
        for game, line in zip(games, lines, strict=True):
            assert rings(store, game, line, 1 + (game == games[0]))
        hand_over(cluster, slot_of(games[0]), source, target)


def test_who_listens_while_a_slot_is_elsewhere_than_the_map_says_is_sent_there(
    cluster: ClusterGroup, store: GameStore
) -> None:
    source, target = primaries(cluster)[:2]
    game = a_game_at(cluster, store, source)
    store.load(game)
    begin_to_move(slot_of(game), source, target)
    move_keys(slot_of(game), source, target)
    hand_over(cluster, slot_of(game), source, target)
    with closing(store.listen(game)) as line:
        assert listening_at(cluster, game) == [target]
        assert rings(store, game, line, 1)


@pytest.mark.usefixtures("quick_sweeps")
def test_after_a_planned_change_of_the_primary_one_listens_at_the_new_one(
    cluster: ClusterGroup, store: GameStore
) -> None:
    old = primaries(cluster)[0]
    games = [a_game_at(cluster, store, old) for _ in range(20)]
    new = replica_of(cluster, old)
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(store.listen(game))) for game in games]
        new.ask("CLUSTER", "FAILOVER")
        wait_until(lambda: old.facts().get("role") == "slave")
        for version in (1, 2):
            assert all(rings(store, game, line, version) for game, line in zip(games, lines, strict=True))
            wait_until(lambda: all(listening_at(cluster, game) == [new] for game in games))
        assert subscriptions(cluster) == 1
        assert not any(line.is_cut for line in lines)


@pytest.mark.usefixtures("no_sweeps")
def test_listeners_outlive_the_primary_and_its_return(cluster: ClusterGroup, store: GameStore) -> None:
    old, other = primaries(cluster)[:2]
    game, elsewhere = a_game_at(cluster, store, old), a_game_at(cluster, store, other)
    new = replica_of(cluster, old)
    with closing(store.listen(game)) as line, closing(store.listen(elsewhere)) as beside:
        old.kill()
        assert rings(store, elsewhere, beside, 1)
        assert rings(store, game, line, 1)
        wait_until(lambda: listening_at(cluster, game) == [new])
        old.start()
        wait_until(lambda: old.facts().get("master_link_status") == "up", LONG)
        assert rings(store, game, line, 2)
        assert not line.is_cut


@pytest.mark.usefixtures("quick_sweeps")
def test_listeners_leave_a_primary_that_has_fallen_silent(cluster: ClusterGroup, store: GameStore) -> None:
    old = primaries(cluster)[0]
    game, new = a_game_at(cluster, store, old), replica_of(cluster, old)
    with closing(store.listen(game)) as line:
        old.freeze()
        assert rings(store, game, line, 1)
        wait_until(lambda: is_heard_at(new, game))
        old.thaw()
        assert rings(store, game, line, 2)
        wait_until(lambda: subscriptions(cluster) == 1)
        assert not line.is_cut


@pytest.mark.usefixtures("no_sweeps")
def test_subscriptions_that_are_killed_are_made_anew(cluster: ClusterGroup, store: GameStore) -> None:
    games = [begin(store) for _ in range(60)]
    lines = [store.listen(game) for game in games]
    for version in (1, 2, 3):
        for node in cluster.nodes:
            node.ask("CLIENT", "KILL", "TYPE", "pubsub")
        for game in games:
            store.save(game, version, b"state", b"entry", DAY)
        assert all(line.wait(version, LONG) for line in lines)
    assert subscriptions(cluster) == 3
    for line in lines:
        line.close()


@pytest.mark.usefixtures("no_sweeps")
def test_a_slot_that_nobody_has_silences_no_other(
    cluster: ClusterGroup, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = primaries(cluster)[0]
    lost, game = (a_game_at(cluster, store, node) for _ in range(2))
    while slot_of(lost) == slot_of(game):
        game = a_game_at(cluster, store, node)
    for each in cluster.nodes:
        each.ask("CONFIG", "SET", "cluster-require-full-coverage", "no")
    with closing(store.listen(game)) as line:
        (connection,) = [each["id"] for each in pubsub_clients(node)]
        node.ask("CLUSTER", "DELSLOTS", slot_of(lost))
        with monkeypatch.context() as patch:
            patch.setattr(hub, "COMMAND_SECONDS", 0.3)
            with pytest.raises(StoreUnavailable):
                store.listen(lost)
        assert rings(store, game, line, 1)
        assert [each["id"] for each in pubsub_clients(node)] == [connection]
        node.ask("CLUSTER", "ADDSLOTS", slot_of(lost))
        wait_until(lambda: can_listen(store, lost))


def pubsub_clients(node: Node) -> list[dict[str, str]]:
    with node.client() as client:
        return list(client.client_list(_type="pubsub"))


def can_listen(store: GameStore, game: str) -> bool:
    with suppress(StoreUnavailable):
        store.listen(game).close()
        return True
    return False


def test_greenlets_listen_in_a_cluster_as_threads_do(cluster: ClusterGroup) -> None:
    command = [sys.executable, "-W", "error", "-c", GREENLETS, patient(cluster.url)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.stderr) == ("True\n", "")
