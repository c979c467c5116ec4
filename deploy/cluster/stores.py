"""The stores of an installation: one Valkey, a Sentinel group, or a Cluster, of real servers on loopback ports."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import redis
from acey_deucey.store.embedded import server_program
from redis.backoff import NoBackoff
from redis.retry import Retry

from deploy.cluster.processes import DoesNotStart, Process, bare_environment, free_port

MASTER = "acey"
CONFIGURATION = Path(__file__).resolve().parents[1] / "valkey" / "valkey.conf"
LOCAL = {"bind": "127.0.0.1", "protected-mode": "no"}
SLOTS = 16_384
LOOK_SECONDS = 5.0  # of a server that may be frozen
ANSWER_SECONDS = 30.0  # of one that must answer
NODE_SECONDS = 2.0  # after which the nodes of a Cluster take one another for lost, and forget a greeting
GREETINGS = 10


class Node(Process):
    """One server with deploy/valkey's configuration, and a folder of its own for its data."""

    def __init__(self, name: str, folder: Path, options: Mapping[str, str] = {}) -> None:
        self.port = free_port()
        self.folder = folder = folder / name
        folder.mkdir()
        lines = {"include": str(CONFIGURATION), **LOCAL, "port": str(self.port), "dir": str(folder), **options}
        _write(folder / "valkey.conf", lines)
        super().__init__(name, folder, [server_program(), str(folder / "valkey.conf")], bare_environment())

    def client(self) -> "redis.Redis":
        """A plain client for a look behind the store."""
        return _client(self.port)

    def ask(self, *words: str) -> Any:
        """What it answers to a command.

        :raises redis.RedisError: nothing good.
        """
        with self.client() as client:
            return client.execute_command(*words)

    def answers(self) -> bool:
        """Whether it can be talked to."""
        with suppress(redis.RedisError), _client(self.port, LOOK_SECONDS) as client:
            return bool(client.ping())
        return False

    def facts(self) -> dict[str, str]:
        """What it says of its part in replication."""
        with suppress(redis.RedisError), _client(self.port, LOOK_SECONDS) as client:
            return {name: str(value) for name, value in client.info("replication").items()}
        return {}


class Store(Protocol):
    """Servers that keep games together, under one URL."""

    url: str
    nodes: list[Node]

    def start(self) -> None:
        """Start all of them, and return when games can be kept."""

    def stop(self) -> None:
        """End all of them."""


class Single:
    """One Valkey."""

    def __init__(self, folder: Path, options: Mapping[str, str] = {}) -> None:
        self.nodes = [Node("valkey", folder, options)]
        self.url = f"redis://127.0.0.1:{self.nodes[0].port}"

    def start(self) -> None:
        """See Store.start."""
        _start(self.nodes)

    def stop(self) -> None:
        """See Store.stop."""
        _stop(self.nodes)


class Sentinel(Process):
    """One of those who watch a primary and put another in its place."""

    def __init__(self, name: str, folder: Path, primary: int, options: Mapping[str, str]) -> None:
        self.port = free_port()
        folder = folder / name
        folder.mkdir()
        lines = {
            **LOCAL,
            "port": str(self.port),
            "dir": str(folder),
            f"sentinel monitor {MASTER}": f"127.0.0.1 {primary} 2",
            f"sentinel down-after-milliseconds {MASTER}": "1500",
            f"sentinel failover-timeout {MASTER}": "5000",
            **options,
        }
        _write(folder / "sentinel.conf", lines)
        super().__init__(
            name, folder, [server_program(), str(folder / "sentinel.conf"), "--sentinel"], bare_environment()
        )

    def ask(self, *words: str) -> Any:
        """What it answers about the primary; nothing when it does not."""
        with suppress(redis.RedisError), _client(self.port, LOOK_SECONDS) as client:
            return client.execute_command("SENTINEL", *words)
        return None

    def sees_all(self) -> bool:
        """Whether it knows two replicas and two other Sentinels, and so could act."""
        return all(len(self.ask(word, MASTER) or []) == 2 for word in ("REPLICAS", "SENTINELS"))


class SentinelGroup:
    """A primary, two replicas, and three Sentinels that put another in the place of a lost primary."""

    def __init__(self, folder: Path, options: Mapping[str, str] = {}, of_sentinels: Mapping[str, str] = {}) -> None:
        primary = Node("valkey-1", folder, options)
        following = {**options, "replicaof": f"127.0.0.1 {primary.port}"}
        self.nodes = [primary, Node("valkey-2", folder, following), Node("valkey-3", folder, following)]
        self.sentinels = [Sentinel(f"sentinel-{number}", folder, primary.port, of_sentinels) for number in (1, 2, 3)]
        hosts = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in self.sentinels)
        self.url = f"redis+sentinel://{hosts}/{MASTER}/0"

    def start(self) -> None:
        """See Store.start."""
        _start(self.nodes)
        _await_copies(self.nodes[1:])
        for sentinel in self.sentinels:
            sentinel.start()
        for sentinel in self.sentinels:
            sentinel.wait_until(sentinel.sees_all)

    def stop(self) -> None:
        """See Store.stop."""
        _stop([*self.sentinels, *self.nodes])

    def primary(self) -> Node:
        """The node that the Sentinels take for the primary.

        :raises LookupError: none of them answers.
        """
        for sentinel in self.sentinels:
            if address := sentinel.ask("GET-MASTER-ADDR-BY-NAME", MASTER):
                return next(node for node in self.nodes if node.port == int(address[1]))
        raise LookupError("no Sentinel answers")


class ClusterGroup:
    """Three primaries, each for a third of all games, and a replica of each."""

    def __init__(self, folder: Path, options: Mapping[str, str] = {}) -> None:
        options = {"cluster-enabled": "yes", "cluster-node-timeout": f"{NODE_SECONDS * 1000:.0f}", **options}
        self._buses = [free_port() for _ in range(6)]
        self.nodes = [
            Node(f"valkey-{number}", folder, {**options, "cluster-port": str(bus)})
            for number, bus in enumerate(self._buses, 1)
        ]
        self.url = "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes[:3])

    def start(self) -> None:
        """See Store.start."""
        _start(self.nodes)
        self._share_slots()
        self._meet()
        for replica, primary in zip(self.nodes[3:], self.nodes[:3], strict=True):
            name = primary.ask("CLUSTER", "MYID")
            replica.wait_until(lambda replica=replica, name=name: name in str(replica.ask("CLUSTER", "NODES")))  # type: ignore[misc]
            replica.ask("CLUSTER", "REPLICATE", name)
        _await_copies(self.nodes[3:])
        for node in self.nodes:
            node.wait_until(lambda node=node: "cluster_state:ok" in str(node.ask("CLUSTER", "INFO")))  # type: ignore[misc]

    def stop(self) -> None:
        """See Store.stop."""
        _stop(self.nodes)

    def primaries(self) -> list[Node]:
        """The nodes that are primaries now."""
        return [node for node in self.nodes if node.facts().get("role") == "master"]

    def _share_slots(self) -> None:
        bounds = [SLOTS * number // 3 for number in range(4)]
        for number, node in enumerate(self.nodes[:3]):
            node.ask("CLUSTER", "ADDSLOTSRANGE", str(bounds[number]), str(bounds[number + 1] - 1))
        for epoch, node in enumerate(self.nodes, 1):
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", str(epoch))

    def _meet(self) -> None:
        for left in reversed(range(GREETINGS)):
            for node, bus in zip(self.nodes[1:], self._buses[1:], strict=True):
                self.nodes[0].ask("CLUSTER", "MEET", "127.0.0.1", str(node.port), str(bus))
            try:
                self._await_acquaintance()
                return
            except DoesNotStart:  # who is held up for too long forgets a greeting
                if not left:
                    raise

    def _await_acquaintance(self) -> None:
        for node in self.nodes:
            node.wait_until(
                lambda node=node: "cluster_known_nodes:6" in str(node.ask("CLUSTER", "INFO")),  # type: ignore[misc]
                3 * NODE_SECONDS,
            )


STORES: dict[str, type[Single] | type[SentinelGroup] | type[ClusterGroup]] = {
    "valkey": Single,
    "sentinel": SentinelGroup,
    "cluster": ClusterGroup,
}


def _client(port: int, seconds: float = ANSWER_SECONDS) -> "redis.Redis":
    # It repeats nothing of its own accord: who is away is asked again by those who wait for him.
    never = Retry(NoBackoff(), 0)
    return redis.Redis(port=port, protocol=2, socket_timeout=seconds, retry=never, decode_responses=True)


def _write(file: Path, lines: Mapping[str, str]) -> None:
    file.write_text("".join(f"{option} {value}\n" for option, value in lines.items()))


def _start(nodes: Sequence[Node]) -> None:
    for node in nodes:
        node.start()
    for node in nodes:
        node.wait_until(node.answers)


def _stop(processes: Sequence[Process]) -> None:
    for process in processes:
        process.ask_to_stop()
    for process in processes:
        process.stop()


def _await_copies(replicas: Sequence[Node]) -> None:
    for node in replicas:
        node.wait_until(lambda node=node: node.facts().get("master_link_status") == "up")  # type: ignore[misc]
