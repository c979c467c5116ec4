"""Replicas killed, restarted, kept busy by slow clients: their games go on, and healthy clients do not notice."""

import os
import signal
import socket
import threading
from pathlib import Path
from time import perf_counter, sleep
from urllib.parse import urlsplit

import httpx2
import pytest

from deploy.cluster.balancers import BALANCERS
from deploy.cluster.stores import Single
from tests.api.crowd import Crowd
from tests.api.running import RunningService
from tests.api.test_live_streams import kill_subscriptions, kill_workers, play_while
from tests.deploy.conftest import installed
from tests.faults.conftest import Report, serving, started
from tests.faults.ledger import writing
from tests.faults.test_store import await_more, told, urls

pytestmark = pytest.mark.faults
DRIPPING = 200


def test_f7_a_worker_killed_in_mid_request_does_nothing_twice(folder: Path, report: Report) -> None:
    store = Single(folder)
    with started(store), serving(folder, store.url, ACEY_WORKERS="2") as replicas:
        with writing(urls(replicas)) as ledger:
            for count in range(6):
                await_more(ledger)
                os.kill(replicas[count % 2].workers()[0], signal.SIGKILL)
            await_more(ledger)
        ledger.check(replicas[0].url)
    report(7, "six workers killed under load", f"each command done once: {told(ledger)}")


@pytest.mark.parametrize("balancer", BALANCERS)
def test_f8_a_rolling_restart_shows_no_error_to_anybody(report: Report, balancer: str) -> None:
    with installed(balancer, replicas=3) as it:
        with writing([it.url]) as ledger:
            await_more(ledger)
            for _ in range(2):
                for replica in it.replicas:
                    replica.stop()
                    replica.start()
                    replica.wait_until(replica.is_ready)
                    await_more(ledger, 30)
        ledger.check(it.url)
    assert ledger.statuses == set(), "no client saw anything but success"
    assert ledger.repeated == 0
    report(8, f"six restarts behind {balancer} under load", f"no error and no repeat by a client: {told(ledger)}")


def test_f14_no_listener_misses_anything_when_subscriptions_and_workers_are_killed(
    valkey_url: str, tmp_path: Path, report: Report
) -> None:
    def befall(running: list[RunningService]) -> None:
        kill_subscriptions(valkey_url)
        kill_workers(running)

    with Crowd(pause=3.0) as crowd:
        connections = play_while(valkey_url, tmp_path, crowd, 50, 20, befall)
    again = f"{sum(connections):,} connections in all (10,000 listeners: make test-slow)"
    report(14, f"{len(connections):,} listeners; subscriptions and workers killed twice", f"no list has a gap; {again}")


@pytest.mark.parametrize("balancer", ["gunicorn itself", *BALANCERS])
def test_f15_clients_that_drip_hold_up_nobody(report: Report, balancer: str) -> None:
    with installed("nginx" if balancer not in BALANCERS else balancer, replicas=1) as it:
        url = it.replicas[0].url if balancer not in BALANCERS else it.url
        ended = threading.Event()
        drips = threading.Thread(target=drip, args=(url, ended), daemon=True)
        drips.start()
        sleep(1)
        with httpx2.Client(base_url=url, timeout=10) as client:
            times = sorted(timed(client) for _ in range(300))
        ended.set()
        drips.join()
    p99 = times[int(len(times) * 0.99)]
    assert p99 < 1
    report(15, f"{DRIPPING} clients of {balancer} send a byte a second", f"healthy requests: p99 {p99 * 1000:.0f} ms")


def timed(client: httpx2.Client) -> float:
    began = perf_counter()
    assert client.get("/v1/rulesets").status_code == 200
    return perf_counter() - began


def drip(url: str, ended: threading.Event) -> None:
    """Send a request a byte a second, from many connections."""
    at = urlsplit(url)
    head = f"POST /v1/games HTTP/1.1\r\nHost: {at.netloc}\r\nX-Slow: ".encode()
    connections = [socket.create_connection((at.hostname, at.port)) for _ in range(DRIPPING)]
    for connection in connections:
        connection.sendall(head)
    while not ended.wait(1):
        for connection in connections:
            try:
                connection.send(b"a")
            except OSError:
                connection.close()
                connections[connections.index(connection)] = socket.create_connection((at.hostname, at.port))
    for connection in connections:
        connection.close()
