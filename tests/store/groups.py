"""Several servers that keep games together: a Sentinel group and a Cluster, of real processes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import redis
from acey_deucey.store.keys import game_keys
from redis.crc import key_slot

from deploy.cluster.stores import MASTER, ClusterGroup, Node, SentinelGroup
from tests.store.servers import let_pass

Group = SentinelGroup | ClusterGroup
GROUPS: dict[str, Callable[[Path], Group]] = {"sentinel": SentinelGroup, "cluster": ClusterGroup}
# The same, but a machine that holds one of them up for a while brings no other into its place.
STEADY: dict[str, Callable[[Path], Group]] = {
    "sentinel": lambda folder: SentinelGroup(folder, {}, {f"sentinel down-after-milliseconds {MASTER}": "60000"}),
    "cluster": lambda folder: ClusterGroup(folder, {"cluster-node-timeout": "60000"}),
}


@contextmanager
def running_group(kind: str, steady: bool = False) -> Iterator[Group]:
    """A group of a kind for as long as the ``with`` statement lasts."""
    with TemporaryDirectory(prefix="acey-") as folder:
        group = (STEADY if steady else GROUPS)[kind](Path(folder))
        try:
            group.start()
            yield group
        finally:
            group.stop()


def primaries(group: Group) -> list[Node]:
    """The servers of the group that take writes."""
    return [node for node in group.nodes if node.facts().get("role") == "master"]


def let_pass_on_all(group: Group, seconds: float) -> None:
    """Bring the end of everything stored nearer, as if that time had passed."""
    for node in primaries(group):
        with node.client() as client:
            let_pass(client, seconds)


def slot_of(game: str) -> str:
    """The slot of a Cluster in which a game is."""
    return str(key_slot(game_keys(game).game.encode()))


def primary_of(group: ClusterGroup, game: str) -> Node:
    """The server that has a game, as the first one that answers says."""
    for first, last, (_, port, *_), *_ in next(node for node in group.nodes if node.answers()).ask("CLUSTER", "SLOTS"):
        if first <= int(slot_of(game)) <= last:
            return next(node for node in group.nodes if node.port == port)
    raise LookupError("nobody has the slot")


def replica_of(group: ClusterGroup, primary: Node) -> Node:
    """The server that follows a primary."""
    return next(node for node in group.nodes if node.facts().get("master_port") == str(primary.port))


def begin_to_move(slot: str, source: Node, target: Node) -> None:
    """A slot is about to leave its server for another."""
    target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", source.ask("CLUSTER", "MYID"))
    source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", target.ask("CLUSTER", "MYID"))


def move_keys(slot: str, source: Node, target: Node) -> None:
    """All that is in the slot goes to the other server, to which the slot does not belong yet."""
    keys = source.ask("CLUSTER", "GETKEYSINSLOT", slot, "100")
    source.ask("MIGRATE", "127.0.0.1", str(target.port), "", "0", "5000", "KEYS", *keys)


def hand_over(group: ClusterGroup, slot: str, source: Node, target: Node) -> None:
    """The slot belongs to the other server."""
    for node in (target, source, *group.nodes):
        with suppress(redis.RedisError):  # replicas refuse
            node.ask("CLUSTER", "SETSLOT", slot, "NODE", target.ask("CLUSTER", "MYID"))
