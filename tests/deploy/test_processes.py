"""Where the processes of an installation listen."""

import socket
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from deploy.cluster import processes

RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")


@pytest.fixture
def few_ports(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """There are only so many ports from LOWEST_PORT on, so that a port would soon be met again."""
    few = 200
    monkeypatch.setattr(processes, "_lowest_of_connections", lambda: processes.LOWEST_PORT + few)
    monkeypatch.setattr(processes, "_held", deque())
    yield few
    for holder in processes._held:
        holder.close()


@pytest.mark.skipif(not RANGE.exists(), reason="only Linux tells which ports connections get")
def test_a_server_gets_no_port_that_a_connection_may_have_when_it_comes_back() -> None:
    lowest = int(RANGE.read_text().split()[0])
    for port in (processes.free_port() for _ in range(200)):
        assert processes.LOWEST_PORT <= port < lowest


def test_no_port_is_given_twice_before_somebody_listens_there(few_ports: int) -> None:
    ports = [processes.free_port() for _ in range(few_ports // 2)]
    assert len(set(ports)) == len(ports)


def test_a_port_is_given_to_no_other_process_before_somebody_listens_there(few_ports: int) -> None:
    ours = {processes.free_port() for _ in range(few_ports // 2)}
    look = (
        "from deploy.cluster import processes;"
        f"processes._lowest_of_connections = lambda: processes.LOWEST_PORT + {few_ports};"
        f"print(*(processes.free_port() for _ in range({few_ports // 4})))"
    )
    told = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, timeout=60, check=True).stdout
    assert not ours & {int(port) for port in told.split()}


def test_a_server_can_listen_at_its_port_and_come_back_to_it() -> None:
    port = processes.free_port()
    for _ in range(2):
        with (
            socket.create_server(("127.0.0.1", port)) as server,
            socket.create_connection(("127.0.0.1", port)) as client,
            server.accept()[0] as served,
        ):
            served.sendall(b"x")
            assert client.recv(1) == b"x"


def test_a_port_at_which_somebody_listens_is_not_free(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", processes.free_port())) as taken:
        processes._held.pop().close()
        port = taken.getsockname()[1]
        draws = count(port - processes.LOWEST_PORT)
        monkeypatch.setattr("secrets.randbelow", lambda _: next(draws))
        assert processes.free_port() != port
