"""Where the processes of an installation listen."""

import socket
from itertools import count
from pathlib import Path

import pytest

from deploy.cluster import processes

RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")


@pytest.mark.skipif(not RANGE.exists(), reason="only Linux tells which ports connections get")
def test_a_server_gets_no_port_that_a_connection_may_have_when_it_comes_back() -> None:
    lowest = int(RANGE.read_text().split()[0])
    for port in (processes.free_port() for _ in range(200)):
        assert processes.LOWEST_PORT <= port < lowest


def test_no_port_is_given_twice_before_somebody_listens_there() -> None:
    ports = [processes.free_port() for _ in range(500)]
    assert len(set(ports)) == len(ports)


def test_a_port_at_which_somebody_listens_is_not_free(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", processes.free_port())) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(processes, "_places", count(port - processes.LOWEST_PORT))
        assert processes.free_port() != port
