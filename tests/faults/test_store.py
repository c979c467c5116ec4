"""One store: killed, frozen, full, deceived about its answers. What was acknowledged stays, nothing is done twice."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from email.utils import parsedate_to_datetime
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import monotonic, sleep

import httpx2
import pytest
import redis

from deploy.cluster.replicas import status_of
from deploy.cluster.stores import Single
from tests.api.running import service
from tests.faults.conftest import Report, serving, started
from tests.faults.ledger import ANSWER_SECONDS, SETTLE_SECONDS, writing
from tests.faults.relay import relaying
from tests.faults.steps import await_more, await_reads, await_refusals, get, let_log, lost_of, post, restart, told, urls
from tests.store.servers import patient, wait_until

pytestmark = pytest.mark.faults
# The clock of one process set forward or back. libfaketime would do it below Python, but with it every sleep of
# Python 3.11 fails or does not end.
SKEW = """
import os, time
true_time, skew = time.time, float(os.environ["SKEW_SECONDS"])
time.time = lambda: true_time() + skew
"""


@pytest.mark.parametrize("fsync", ["everysec", "always"])
def test_f1_a_store_killed_six_times_loses_nothing_acknowledged(folder: Path, report: Report, fsync: str) -> None:
    store = Single(folder, {"appendfsync": fsync})
    with started(store), serving(folder, store.url) as replicas:
        with writing(urls(replicas)) as ledger:
            for _ in range(6):
                await_more(ledger)
                if fsync == "everysec":
                    let_log(store.nodes[0])
                restart(store.nodes[0])
            await_more(ledger)
        ledger.check(replicas[0].url)
    when = "everysec, when its log had all that was answered" if fsync == "everysec" else fsync
    report(1, f"store killed under load, six times, AOF {when}", f"none lost: {told(ledger)}")


@pytest.mark.parametrize(("lose", "delay"), [(0.05, 0.0), (0.0, 1.5)], ids=["lost", "late"])
def test_f2_a_command_whose_answer_is_lost_is_done_once(
    folder: Path, report: Report, lose: float, delay: float
) -> None:
    store = Single(folder)
    with (
        started(store),
        relaying(store.nodes[0].port) as relay,
        serving(folder, f"redis://127.0.0.1:{relay.port}") as replicas,
    ):
        with writing(urls(replicas)) as ledger:
            await_more(ledger)
            relay.lose, relay.delay = lose, delay
            wait_until(lambda: relay.lost >= 10 or ledger.silences >= 10, SETTLE_SECONDS)
            relay.lose = relay.delay = 0.0
            await_more(ledger)
        ledger.check(replicas[0].url)
    assert (relay.lost > 0) == (lose > 0)
    report(
        2,
        f"one answer in twenty lost ({relay.lost})" if lose else "answers 1.5 s late",
        f"each done once: {told(ledger)}",
    )


def test_f3_a_frozen_store_gives_503_at_once_and_does_nothing_twice(folder: Path, report: Report) -> None:
    store = Single(folder)
    waits: list[float] = []
    with started(store), serving(folder, store.url) as replicas:
        with writing(urls(replicas)) as ledger, httpx2.Client(timeout=ANSWER_SECONDS) as client:
            for seconds in (2, 4):
                await_more(ledger)
                store.nodes[0].freeze()
                end = monotonic() + seconds
                while monotonic() < end:
                    began = monotonic()
                    answer = client.post(f"{replicas[0].url}/v1/games", json={})
                    waits.append(monotonic() - began)
                    assert answer.status_code == 503
                    assert answer.headers["content-type"] == "application/problem+json"
                    assert int(answer.headers["retry-after"]) >= 1
                    assert status_of(f"{replicas[1].url}/readyz") == 503
                    assert status_of(f"{replicas[1].url}/livez") == 200
                store.nodes[0].thaw()
            await_more(ledger)
        ledger.check(replicas[0].url)
    assert median(waits) < 5, "long before the store goes on"
    report(3, "store frozen for 2 and 4 s", f"503 within {median(waits):.1f} s; none done twice: {told(ledger)}")


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    disk = folder / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root may mount a small disk")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


@pytest.mark.parametrize("fsync", ["always", "everysec"])
def test_f4_a_full_disk_loses_nothing_acknowledged(folder: Path, report: Report, fsync: str) -> None:
    with small_disk(folder, "32m") as disk:
        store = Single(disk, {"appendfsync": fsync, "logfile": str(folder / "valkey.log")})
        node = store.nodes[0]
        with started(store), serving(folder, store.url) as replicas:
            with writing(urls(replicas), forgiving=fsync == "everysec") as ledger:
                await_more(ledger)
                fill(disk / "filler")
                if fsync == "always":  # it ends rather than promise what it cannot keep
                    wait_until(lambda: not node.answers(), SETTLE_SECONDS)
                    await_refusals(ledger)
                else:
                    await_refusals(ledger)
                    await_reads(replicas[0], ledger)
                (disk / "filler").unlink()
                if fsync == "always":
                    restart(node)
                await_more(ledger)
            lost = ledger.check(replicas[0].url, may_have_lost=fsync == "everysec")
    ends = "the store ends rather than promise, and goes on when there is room"
    reading = ends if fsync == "always" else "reads go on"
    report(4, f"disk full, fsync {fsync}", f"{lost_of(lost)}; {reading}: {told(ledger)}")


def fill(file: Path) -> None:
    """Take all the room that is left."""
    with file.open("ab", buffering=0) as filler:
        for size in (65_536, 4_096, 1):
            try:
                while filler.write(b"\0" * size):
                    pass
            except OSError:
                continue


def test_f5_a_full_memory_refuses_before_it_writes_anything(folder: Path, report: Report) -> None:
    store = Single(folder)
    with started(store), serving(folder, patient(store.url)) as replicas:
        with writing(urls(replicas)) as ledger:
            await_more(ledger)
            used = int(store.nodes[0].client().info("memory")["used_memory"])
            store.nodes[0].ask("CONFIG", "SET", "maxmemory", str(used // 2))
            await_refusals(ledger)
            await_reads(replicas[0], ledger)
            store.nodes[0].ask("CONFIG", "SET", "maxmemory", "0")
            await_more(ledger)
        ledger.check(replicas[0].url)
    assert ledger.replayed == 0, "what was refused for want of memory had not been done"
    report(5, "memory full (maxmemory, noeviction)", f"refused before any write, reads go on: {told(ledger)}")


def test_f6_a_store_that_drops_keys_makes_no_replica_ready(folder: Path, report: Report) -> None:
    store = Single(folder)
    with started(store), serving(folder, store.url, 1) as [replica]:
        store.nodes[0].ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
        wait_until(lambda: not replica.is_ready())
        [reason] = get(f"{replica.url}/readyz").json()["reasons"]
        assert "allkeys-lru" in reason
        assert status_of(f"{replica.url}/livez") == 200
        store.nodes[0].ask("CONFIG", "SET", "maxmemory-policy", "noeviction")
        wait_until(replica.is_ready)
    report(6, "eviction policy allkeys-lru", f"not ready: “{reason}”")


def test_f11_scripts_forgotten_under_load_are_shown_again(folder: Path, report: Report) -> None:
    store = Single(folder)
    with started(store), serving(folder, patient(store.url)) as replicas:
        with writing(urls(replicas)) as ledger, store.nodes[0].client() as client:
            for _ in range(100):
                client.script_flush()
                sleep(0.03)
            await_more(ledger)
        ledger.check(replicas[0].url)
    assert ledger.statuses == set(), "nobody was refused"
    report(11, "scripts flushed a hundred times under load", f"no error at all: {told(ledger)}")


@pytest.mark.parametrize("cut", [1, 37, 700])
def test_f12_a_log_that_is_cut_off_holds_whole_commands_only(folder: Path, report: Report, cut: int) -> None:
    store = Single(folder)
    node = store.nodes[0]
    with started(store), serving(folder, patient(store.url), 1) as replicas:
        with writing(urls(replicas), 2) as ledger:
            await_more(ledger, 100)
        let_log(node)
        node.kill()
        [log] = node.folder.glob("appendonlydir/*.incr.aof")
        os.truncate(log, log.stat().st_size - cut)
        node.start()
        node.wait_until(node.answers)
        wait_until(replicas[0].is_ready)
        lost = ledger.check(replicas[0].url, may_have_lost=True)
    assert lost <= 1 + cut // 100
    report(
        12,
        f"AOF cut off by {cut} byte{'s' * (cut > 1)}",
        f"whole commands only; the last {lost} of {ledger.acknowledged:,} gone with the bytes",
    )


def test_f16_more_requests_than_connections_queue_or_get_503(folder: Path, report: Report) -> None:
    store = Single(folder)
    with (
        started(store),
        relaying(store.nodes[0].port) as relay,
        serving(folder, f"redis://127.0.0.1:{relay.port}", 1) as [replica],
    ):
        relay.delay = 0.2
        with writing([replica.url], writers=200) as ledger:
            await_refusals(ledger)
            await_more(ledger, 1000)
            relay.delay = 0.0
        ledger.check(replica.url)
    assert ledger.statuses <= {503}
    report(
        16, "200 clients at once on a pool of 50, the store 0.2 s away", f"answered or 503, never 500: {told(ledger)}"
    )


def test_f13_clocks_a_day_apart_change_neither_order_nor_lifetimes(folder: Path, report: Report) -> None:
    store = Single(folder)
    places = [folder / name for name in ("now", "ahead", "behind")]
    for place in places:
        place.mkdir()
        (place / "secret-keys").write_text("one secret for all three of them")
        (place / "sitecustomize.py").write_text(SKEW)
    with (
        started(store),
        serving(places[0], patient(store.url), 1) as [now],
        serving(places[1], patient(store.url), 1, PYTHONPATH=str(places[1]), SKEW_SECONDS="86400") as [ahead],
        serving(places[2], patient(store.url), 1, PYTHONPATH=str(places[2]), SKEW_SECONDS="-86400") as [behind],
    ):
        with writing(urls([now, ahead, behind])) as ledger:
            await_more(ledger, 300)
        for replica in (now, ahead, behind):
            ledger.check(replica.url)
        with store.nodes[0].client() as client:
            lifetimes = [client.ttl(key) for key in client.scan_iter("acey:*:game:*")]
        assert min(lifetimes) > 23 * 3600, "the store's clock counts, and no other"
        told_by = [get(f"{replica.url}/livez").headers["date"] for replica in (behind, now, ahead)]
        dates = [parsedate_to_datetime(date) for date in told_by]
        assert all(later - earlier > timedelta(hours=23) for earlier, later in pairwise(dates)), "they are a day apart"
        body = {"clock": {"turn_seconds": 5}}
        made = [post(f"{replica.url}/v1/games", body) for replica in (ahead, behind)]
        for answer, other in zip(made, (behind, ahead), strict=True):
            events = f"{other.url}{answer.json()['game']['links']['events']}?after=1&wait=20"
            (lost,) = get(events).json()["entries"]
            assert [event["type"] for event in lost["events"]] == ["timed_out", "finished"]
    assert ledger.statuses == set()
    report(13, "three replicas, their clocks a day apart", f"order by version, nothing expires early: {told(ledger)}")


def test_f17_the_local_store_outlives_its_parent_and_is_adopted(folder: Path, report: Report) -> None:
    with service(folder / "data", "--workers", "1") as first:
        made = post(f"{first.url}/v1/games", {}).json()["game"]
        first.stop(signal.SIGKILL)
    with service(folder / "data", "--workers", "1") as second:
        again = get(f"{second.url}{made['links']['self']}")
        assert again.json()["position"] == made["position"]
        assert post(f"{second.url}/v1/games", {}).status_code == 201
    with pytest.raises(redis.ConnectionError):
        redis.Redis(unix_socket_path=str(folder / "data" / "valkey.sock")).ping()
    report(17, "acey-deucey serve killed with its own Valkey", "the next start adopts the server; the games are there")
