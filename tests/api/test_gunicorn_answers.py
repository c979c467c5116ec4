"""An answer is what gunicorn would send, in as few pieces as can be."""

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from acey_deucey.api.gunicorn_answers import WholeResponse
from gunicorn.http.errors import InvalidResponseHeader, InvalidResponseHeaderName  # type: ignore[import-untyped]
from gunicorn.http.wsgi import Response  # type: ignore[import-untyped]

KNOWN = [("Content-Type", "text/plain"), ("Content-Length", "6")]
CASES: dict[str, tuple[str, tuple[int, int], str, list[tuple[str, str]], list[bytes], int]] = {
    "a whole body": ("GET", (1, 1), "200 OK", KNOWN, [b"abcdef"], 1),
    "a body in two pieces": ("GET", (1, 1), "200 OK", KNOWN, [b"abc", b"def"], 3),
    "a body that is longer than told": ("GET", (1, 1), "200 OK", KNOWN, [b"abcdefgh"], 2),
    "no body": ("GET", (1, 1), "204 No Content", [], [], 1),
    "a head alone": ("HEAD", (1, 1), "200 OK", KNOWN, [b"abcdef"], 1),
    "nothing new": ("GET", (1, 1), "304 NOT MODIFIED", KNOWN, [b"abcdef"], 1),
    "a stream": ("GET", (1, 1), "200 OK", [], [b"abc", b"def"], 4),
    "a length in small letters": ("GET", (1, 1), "200 OK", [("content-length", "6")], [b"abcdef"], 1),
    "headers of gunicorn's own": ("GET", (1, 1), "200 OK", [*KNOWN, ("Server", "x"), ("TE", "x")], [b"abcdef"], 1),
    "an empty header": ("GET", (1, 1), "200 OK", [*KNOWN, ("Via", "")], [b"abcdef"], 1),
    "an old client": ("GET", (1, 0), "200 OK", KNOWN, [b"abcdef"], 2),
}


class Wire:
    """A socket that keeps what is sent, and takes only so much at once of what it may take in parts."""

    def __init__(self, room: int = 65_536) -> None:
        self.pieces: list[bytes] = []
        self.room = room

    def send(self, data: bytes) -> int:
        self.pieces.append(data[: self.room])
        return len(self.pieces[-1])

    def sendall(self, data: bytes) -> None:
        self.pieces.append(data)

    @property
    def sent(self) -> bytes:
        """All of it, but for the time."""
        return re.sub(rb"Date: [^\r]*", b"Date:", b"".join(self.pieces))


def _answered(
    kind: Callable[..., Any], wire: Wire, method: str, version: tuple[int, int], status: str,
    headers: list[tuple[str, str]], body: list[bytes], keep: bool = True,
) -> Wire:  # fmt: skip
    asked = SimpleNamespace(method=method, version=version, should_close=lambda: not keep)
    response = kind(asked, wire, SimpleNamespace(is_ssl=False))
    response.start_response(status, headers)
    for piece in body:
        response.write(piece)
    response.close()
    return wire


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize(("method", "version", "status", "headers", "body", "pieces"), CASES.values(), ids=CASES)
def test_an_answer_is_gunicorns_in_fewer_pieces(
    method: str, version: tuple[int, int], status: str, headers: Any, body: list[bytes], pieces: int, keep: bool
) -> None:
    ours, theirs = (
        _answered(kind, Wire(), method, version, status, headers, body, keep) for kind in (WholeResponse, Response)
    )
    assert ours.sent == theirs.sent
    assert len(ours.pieces) == pieces


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("Content-Type", "a\r\nSet-Cookie: b", InvalidResponseHeader),
        ("Content-Type", "a\nb", InvalidResponseHeader),
        ("Content-Type", "a\rb", InvalidResponseHeader),
        ("Content-Type", "\x00", InvalidResponseHeader),
        ("Content-Type", "\u20ac", InvalidResponseHeader),
        ("Content Type", "a", InvalidResponseHeaderName),
        ("", "a", InvalidResponseHeaderName),
    ],
)
def test_a_header_that_is_none_is_refused(name: str, value: str, error: type[Exception]) -> None:
    _answered(WholeResponse, Wire(), "GET", (1, 1), "200 OK", KNOWN, [b"abcdef"])  # its names are known from now on
    wire = Wire()
    with pytest.raises(error):
        _answered(WholeResponse, wire, "GET", (1, 1), "200 OK", [*KNOWN, (name, value)], [b"abcdef"])
    assert wire.pieces == []


def test_what_the_socket_does_not_take_at_once_follows() -> None:
    whole = _answered(Response, Wire(), "GET", (1, 1), "200 OK", KNOWN, [b"abcdef"])
    slow = _answered(WholeResponse, Wire(room=10), "GET", (1, 1), "200 OK", KNOWN, [b"abcdef"])
    assert slow.sent == whole.sent
    assert [len(piece) > 10 for piece in slow.pieces] == [False, True]
