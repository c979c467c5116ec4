"""Stores of several servers when one of them is lost: what a fail-over keeps, and how long it takes."""

from contextlib import suppress
from pathlib import Path

import pytest

from deploy.cluster.stores import ClusterGroup, Node, SentinelGroup
from tests.api.crowd import Crowd
from tests.api.running import RunningService
from tests.api.test_live_streams import play_while
from tests.faults.conftest import Report, serving, started
from tests.faults.ledger import SETTLE_SECONDS, Ledger, writing
from tests.faults.steps import await_more, await_refusals, lost_of, told, urls
from tests.store.groups import replica_of
from tests.store.servers import wait_until

pytestmark = pytest.mark.faults
FILLER = 32_000_000  # bytes, more than the buffers of two connections


def await_another_primary(group: SentinelGroup, old: Node) -> None:
    wait_until(lambda: is_another_primary(group, old), SETTLE_SECONDS)


def is_another_primary(group: SentinelGroup, old: Node) -> bool:
    with suppress(LookupError):  # the Sentinels are held up
        return group.primary() is not old
    return False


def await_role(node: Node, role: str) -> None:
    wait_until(lambda: node.facts().get("role") == role, SETTLE_SECONDS)


def wait(ledger: Ledger) -> str:
    return f"longest wait of a command {ledger.longest_wait:.1f} s"


@pytest.mark.parametrize("durability", ["safe", "fast"])
@pytest.mark.parametrize("befalls", ["killed", "frozen"])
def test_f9_another_primary_has_all_that_was_acknowledged(
    folder: Path, report: Report, befalls: str, durability: str
) -> None:
    group = SentinelGroup(folder)
    with started(group), serving(folder, group.url, ACEY_DURABILITY=durability) as replicas:
        with writing(urls(replicas), forgiving=durability == "fast") as ledger:
            await_more(ledger)
            old = group.primary()
            old.kill() if befalls == "killed" else old.freeze()
            await_another_primary(group, old)
            await_more(ledger)
            if befalls == "frozen":
                old.thaw()
                await_role(old, "slave")
            await_more(ledger)
        lost = ledger.check(replicas[0].url, may_have_lost=durability == "fast")
    assert durability == "fast" or lost == 0
    report(9, f"Sentinel, primary {befalls}, {durability}", f"{lost_of(lost)}, {wait(ledger)}: {told(ledger)}")


@pytest.mark.parametrize("durability", ["safe", "fast"])
def test_f9_when_the_replicas_were_behind_safe_loses_nothing_and_fast_keeps_a_whole_prefix(
    folder: Path, report: Report, durability: str
) -> None:
    group = SentinelGroup(folder)
    with started(group), serving(folder, group.url, ACEY_DURABILITY=durability) as replicas:
        with writing(urls(replicas), forgiving=durability == "fast") as ledger:
            await_more(ledger)
            old = group.primary()
            behind = [node for node in group.nodes if node is not old]
            for node in behind:
                node.freeze()
            with old.client() as client:
                client.set("filler", "x" * FILLER)  # fills what the system holds for them
            # What is written from now on, only the primary has.
            await_more(ledger) if durability == "fast" else await_refusals(ledger)
            old.kill()
            for node in behind:
                node.thaw()
            await_another_primary(group, old)
            await_more(ledger)
        lost = ledger.check(replicas[0].url, may_have_lost=durability == "fast")
    assert (lost == 0) == (durability == "safe")
    what = f"{lost_of(lost)}{', the rest whole' if lost else ''}, {wait(ledger)}: {told(ledger)}"
    report(9, f"Sentinel, replicas frozen, then primary killed, {durability}", what)


@pytest.mark.parametrize("durability", ["safe", "fast"])
@pytest.mark.parametrize("befalls", ["killed", "frozen"])
def test_f10_in_a_cluster_a_replica_goes_on_with_all_that_was_acknowledged(
    folder: Path, report: Report, befalls: str, durability: str
) -> None:
    group = ClusterGroup(folder)
    with started(group), serving(folder, group.url, ACEY_DURABILITY=durability) as replicas:
        with writing(urls(replicas), writers=9, forgiving=durability == "fast") as ledger:
            await_more(ledger, 100)
            old = group.primaries()[0]
            new = replica_of(group, old)
            old.kill() if befalls == "killed" else old.freeze()
            await_role(new, "master")
            # With safe nothing of its part is acknowledged before it has a replica again.
            old.start() if befalls == "killed" else old.thaw()
            await_more(ledger, 100)
        lost = ledger.check(replicas[0].url, may_have_lost=durability == "fast")
    what = f"{lost_of(lost)}, {wait(ledger)}: {told(ledger)}"
    report(10, f"Cluster of six, one primary {befalls}, {durability}", what)


def test_f14_in_a_cluster_no_listener_misses_anything_when_a_primary_is_killed(
    folder: Path, tmp_path: Path, report: Report
) -> None:
    group = ClusterGroup(folder)

    def befall(_: list[RunningService]) -> None:
        old = group.primaries()[0]
        new = replica_of(group, old)
        old.kill()
        await_role(new, "master")
        old.start()
        wait_until(lambda: old.facts().get("master_link_status") == "up", SETTLE_SECONDS)

    with started(group), Crowd() as crowd:
        connections = play_while(group.url, tmp_path, crowd, 30, 10, befall)
    again = f"{sum(connections):,} connections in all"
    report(14, f"{len(connections):,} listeners; a primary of a Cluster killed twice", f"no list has a gap; {again}")
