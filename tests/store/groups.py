"""Several servers that keep games together: a Sentinel group and a Cluster, of real processes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.cluster.stores import ClusterGroup, Node, SentinelGroup
from tests.store.servers import let_pass

Group = SentinelGroup | ClusterGroup
GROUPS: dict[str, type[SentinelGroup] | type[ClusterGroup]] = {"sentinel": SentinelGroup, "cluster": ClusterGroup}


@contextmanager
def running_group(kind: str) -> Iterator[Group]:
    """A group of a kind for as long as the ``with`` statement lasts."""
    with TemporaryDirectory(prefix="acey-") as folder:
        group = GROUPS[kind](Path(folder))
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
