"""The whole installation: a store, replicas, and a load balancer before them, up and down in one go."""

import secrets
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.cluster import balancers
from deploy.cluster.balancers import Balancer
from deploy.cluster.processes import free_port
from deploy.cluster.replicas import Replica
from deploy.cluster.stores import STORES, Store


@dataclass(frozen=True)
class Installation:
    """What is running. ``url`` goes through the load balancer, that of each replica goes to it alone."""

    balancer: Balancer
    replicas: list[Replica]
    store: Store

    @property
    def url(self) -> str:
        """Where clients go."""
        return self.balancer.url


@contextmanager
def running(
    balancer: str = "nginx",
    store: str = "valkey",
    replicas: int = 3,
    port: int = 0,
    settings: Mapping[str, str] = {},
    limited: bool = False,
) -> Iterator[Installation]:
    """An installation for as long as the ``with`` statement lasts; its data go with it.

    :param port: of the load balancer; 0 takes a free one.
    :raises NotInstalled: the load balancer is not on this machine.
    :raises DoesNotStart: one of the processes does not get ready.
    """
    balancers.program(balancer)
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="acey-cluster-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        servers = STORES[store](folder)
        stack.callback(servers.stop)
        servers.start()
        started = start_replicas(stack, folder, replicas, servers.url, settings)
        before = getattr(balancers, balancer)(folder, port or free_port(), started, limited)
        stack.callback(before.stop)
        before.start()
        before.wait_until(before.is_ready)
        yield Installation(before, started, servers)


def _common(folder: Path, store_url: str) -> dict[str, str]:
    secret = folder / "secret-keys"
    if not secret.exists():
        secret.touch(mode=0o600)
        secret.write_text(secrets.token_urlsafe(32))
    return {
        "ACEY_HOST": "127.0.0.1",
        "ACEY_STORE_URL": store_url,
        "ACEY_SECRET_KEYS_FILE": str(secret),
        "ACEY_WORKERS": "1",
        "ACEY_LOG_LEVEL": "warning",
        "ACEY_TRUSTED_PROXIES": "1",
    }


def start_replicas(
    stack: ExitStack, folder: Path, count: int, store_url: str, settings: Mapping[str, str] = {}
) -> list[Replica]:
    """Replicas on a store, ready, until the stack ends.

    :raises DoesNotStart: one of them does not get ready.
    """
    common = {**_common(folder, store_url), **settings}
    started = [Replica(f"replica-{number}", folder, free_port(), common) for number in range(1, count + 1)]
    for replica in started:
        stack.callback(replica.stop)
        replica.start()
    for replica in started:
        replica.wait_until(replica.is_ready)
    for replica in started:
        stack.callback(replica.ask_to_stop)  # all of them, before the first is waited for
    return started
