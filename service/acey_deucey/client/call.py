"""What a call is: the request that it makes and how its answer is read, as values; it sends nothing."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import quote, urlencode
from uuid import uuid4

from acey_deucey.client.operations import OPERATIONS
from acey_deucey.client.values import Position, Side, Step, Turn

T = TypeVar("T")

JSON = "application/json"
PROBLEM_JSON = "application/problem+json"


class Answer(NamedTuple):
    """What came back; the names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def media(self) -> str:
        """The media type without its parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    def json(self) -> Any:
        """The body as JSON.

        :raises ValueError: it is none.
        """
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent. ``target`` is path and query; the answer may be held back for ``wait`` seconds."""

    method: str
    target: str
    headers: Mapping[str, str] = field(repr=False)
    content: bytes | None = None
    wait: float = 0.0


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One use of an operation, and how its answer becomes a value. Parts of the query that are None are left out.

    Every POST has an idempotency key, so that repeating it is safe. ``repeated`` says whether trouble is worth
    another try.
    """

    operation: str
    read: Callable[[Answer], T] = field(repr=False)
    parts: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, object] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    accept: str = JSON
    token: str | None = field(default=None, repr=False)
    if_match: int | None = None
    key: str | None = field(default=None, repr=False)
    wait: float = 0.0
    repeated: bool = True

    def request(self) -> Request:
        """The request, the same for every try."""
        method, path = OPERATIONS[self.operation]
        target = path.format(**{name: quote(part, safe="") for name, part in self.parts.items()})
        query = urlencode({name: _query_text(value) for name, value in self.query.items() if value is not None})
        content = None if self.body is None else json.dumps(self.body, default=plain).encode()
        return Request(method, f"{target}?{query}" if query else target, self._headers(method), content, self.wait)

    def _headers(self, method: str) -> dict[str, str]:
        headers = {"Accept": f"{self.accept}, {PROBLEM_JSON};q=0.9"}
        if self.body is not None:
            headers["Content-Type"] = JSON
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.if_match is not None:
            headers["If-Match"] = f'"{self.if_match}"'
        if method == "POST":
            headers["Idempotency-Key"] = f'"{self.key or uuid4()}"'
        return headers


def _query_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@singledispatch
def plain(value: Any) -> Any:
    """What JSON has no form for, in the form that the service reads.

    :raises TypeError: the service reads no such value.
    """
    raise TypeError(f"{type(value).__name__} cannot be sent")


@plain.register
def _(value: Position) -> dict[str, Any]:
    return {"white": value.white, "black": value.black}


@plain.register
def _(value: Side) -> dict[str, Any]:
    return {"hand": value.hand, "bar": value.bar, "off": value.off, "points": dict(value.points)}


@plain.register
def _(value: Turn) -> dict[str, Any]:
    return {name: getattr(value, name) for name in Turn.__slots__}


@plain.register
def _(value: Step) -> dict[str, Any]:
    return {"from": value.source, "to": value.target, "number": value.number}
