"""What gunicorn itself refuses: over a raw socket, since no proper client sends it; each answer is a problem."""

import socket
from collections.abc import Iterator
from email.message import Message
from email.parser import BytesParser
from typing import Any
from urllib.parse import urlsplit

import httpx2
import orjson
import pytest

from tests.api.crowd import wait_until
from tests.api.running import RunningService, service

HEAD = "POST /v1/games HTTP/1.1\r\nHost: x\r\nOrigin: https://board.example\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + "Transfer-Encoding: chunked\r\n\r\n"
UNREAD = {
    "no request line": ("hello\r\n\r\n", 400, "bad-request"),
    "a method that is none": ("G/T / HTTP/1.1\r\n\r\n", 400, "bad-request"),
    "a version that is none": ("GET / HTTP/9.9\r\n\r\n", 400, "bad-request"),
    "a header without a colon": ("GET / HTTP/1.1\r\nHost\r\n\r\n", 400, "bad-request"),
    "a header with a blank in its name": ("GET / HTTP/1.1\r\nA b: c\r\n\r\n", 400, "bad-request"),
    "a folded header": ("GET / HTTP/1.1\r\nHost: x\r\n y\r\n\r\n", 400, "bad-request"),
    "two lengths": ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, "bad-request"),
    "an expectation": ("POST / HTTP/1.1\r\nExpect: wonders\r\n\r\n", 400, "bad-request"),
    "a chunk without a size": (CHUNKED + "many\r\n{}\r\n0\r\n\r\n", 400, "bad-request"),
    "a chunk that is longer than told": (CHUNKED + "1\r\n{}\r\n0\r\n\r\n", 400, "bad-request"),
    "a long address": ("GET /" + "a" * 8_000 + " HTTP/1.1\r\n\r\n", 414, "address-too-long"),
    "an address without end": ("GET /" + "a" * 100_000, 414, "address-too-long"),
    "a long header": ("GET / HTTP/1.1\r\nA: " + "b" * 8_000 + "\r\n\r\n", 431, "headers-too-large"),
    "many headers": ("GET / HTTP/1.1\r\n" + "A: b\r\n" * 51 + "\r\n", 431, "headers-too-large"),
    "headers without end": ("GET / HTTP/1.1\r\n" + "A: b\r\n" * 100_000, 431, "headers-too-large"),
    "an unknown coding": (CHUNKED.replace("chunked", "rot13"), 501, "unknown-transfer-coding"),
}  # fmt: skip


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with service(tmp_path_factory.mktemp("data"), "--workers", "1") as running:
        yield running


def _answer(url: str, sent: str) -> tuple[int, Message, Any]:
    """Status, headers and body of what comes back, up to the end of the connection."""
    address = urlsplit(url)
    with socket.create_connection((address.hostname or "", address.port or 0), timeout=20) as connection:
        connection.sendall(sent.encode())
        told = b"".join(iter(lambda: connection.recv(65_536), b""))
    line, _, rest = told.partition(b"\r\n")
    head, _, body = rest.partition(b"\r\n\r\n")
    return int(line.split()[1]), BytesParser().parsebytes(head), orjson.loads(body)


@pytest.mark.parametrize(("sent", "status", "slug"), UNREAD.values(), ids=UNREAD)
def test_what_is_no_http_is_answered_with_a_problem(running: RunningService, sent: str, status: int, slug: str) -> None:
    told, headers, problem = _answer(running.url, sent)
    assert (told, headers["Content-Type"], problem["type"]) == (status, "application/problem+json", f"/problems/{slug}")
    assert problem["status"] == status
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert headers["Cache-Control"] == "no-store"
    assert httpx2.get(running.url + problem["type"], timeout=30).status_code == 200


def test_what_was_sent_is_in_no_log(running: RunningService) -> None:
    _answer(running.url, "GET /secret-1 secret-2 secret-3\r\n\r\n")
    _answer(running.url, "GET / HTTP/1.1\r\nsecret 4: secret-5\r\n\r\n")
    httpx2.get(running.url + "/v1/look-for-me", timeout=30)
    wait_until(lambda: any("look-for-me" in line for line in running.log))
    assert not any("secret" in line for line in [*running.log, *running.told])
    assert any('"event":"unread"' in line for line in running.log)
