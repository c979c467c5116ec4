"""Which web pages of other origins may use the API, and which headers they may send and read (CORS)."""

from collections.abc import Callable

from flask import Response

from acey_deucey.api.lean_flask import asked

EXPOSED = "ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, X-Request-Id"
ALLOWED = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id"
PREFLIGHT_SECONDS = "7200"
EVERYONE = "*"


def cross_origin_headers(origins: tuple[str, ...]) -> Callable[[Response], None]:
    """What adds the headers to an answer, errors and preflights included, for these origins or ``*``."""

    def add(answer: Response) -> None:
        request = asked()
        origin = request.environ.get("HTTP_ORIGIN")
        if origin is None:
            return
        if EVERYONE not in origins and origin not in origins:
            return
        headers = answer.headers
        headers["Access-Control-Allow-Origin"] = EVERYONE if EVERYONE in origins else origin
        headers["Access-Control-Expose-Headers"] = EXPOSED
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
            headers["Access-Control-Allow-Headers"] = ALLOWED
            headers["Access-Control-Max-Age"] = PREFLIGHT_SECONDS

    return add
