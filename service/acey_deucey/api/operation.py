"""One operation of the API as data: where it is, what it takes, what it answers, which view does it.

The routes and the OpenAPI document are both made from these values, so that neither can lie about the other.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from flask import Response
from marshmallow import Schema

from acey_deucey.api.limiter import Limiter
from acey_deucey.api.owners import Owners
from acey_deucey.api.readiness import Readiness
from acey_deucey.api.streams import Streams
from acey_deucey.services import Services


class Context(NamedTuple):
    """What a view is given besides the parts of the path; ``document`` gives the OpenAPI document as JSON."""

    services: Services
    streams: Streams
    owners: Owners
    limiter: Limiter
    readiness: Readiness
    document: Callable[[], bytes]


View = Callable[..., Response]

COMMAND_PROBLEMS = (
    "invalid-request", "malformed-json", "body-too-large", "unsupported-media-type",
    "missing-token", "invalid-token", "token-of-another-game", "spectator-token",
    "game-not-found", "game-expired", "stale-version", "idempotency-key-reused", "lost-race",
    "waiting-for-opponent", "game-finished", "store-unavailable", "newer-format", "secret-retired",
)  # fmt: skip
READ_PROBLEMS = (
    "invalid-request", "missing-token", "invalid-token", "token-of-another-game",
    "game-not-found", "game-expired", "store-unavailable", "newer-format", "secret-retired",
)  # fmt: skip
BODY_PROBLEMS = ("invalid-request", "malformed-json", "body-too-large", "unsupported-media-type")
HEADERS_OF_COMMAND = ("If-Match", "Idempotency-Key")


class Answer(NamedTuple):
    """What an operation answers when all is well; ``example`` makes such an answer."""

    about: str
    schema: type[Schema] | dict[str, Any] | None = None
    example: Callable[[], Any] | None = None
    status: int = 200
    media: str = "application/json"
    headers: tuple[str, ...] = ()


class Operation(NamedTuple):
    """An operation: method and path (parts in braces), the view, and all that the document tells of it.

    ``takes_thought``: a bot thinks for it, so it is counted for a seat as a command is, though it only looks.
    """

    method: str
    path: str
    view: View
    summary: str
    tag: str
    answers: tuple[Answer, ...]
    body: type[Schema] | None = None
    body_example: Any = None
    query: type[Schema] | None = None
    problems: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    token: str | None = None
    about: str = ""
    takes_thought: bool = False

    @property
    def name(self) -> str:
        """The operation's id: the name of its view."""
        return self.view.__name__
