"""One line of JSON for each request, to standard output: never a token, a body or a query."""

import logging
import re
import secrets
import sys
from time import perf_counter

import orjson
import structlog
from flask import Response

from acey_deucey.api.lean_flask import asked, noted

_TRACE_PARENT = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}", re.ASCII)
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)


def configure_log(level: str) -> None:
    """Write structured log lines of this level (``debug`` to ``error``) and above."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=orjson.dumps),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.BytesLoggerFactory(sys.stdout.buffer),
        cache_logger_on_first_use=True,
    )


_log = structlog.get_logger()


def begin_request() -> None:
    """Note when the request began and under which id: the client's, when it is a proper one, or a new one."""
    given = asked().environ.get("HTTP_X_REQUEST_ID")
    notes = noted()
    notes["request_id"] = given if given and _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
    notes["began_at"] = perf_counter()


def log_request(answer: Response) -> float:
    """Write the line of a request that has been answered; how many seconds that took."""
    request, notes = asked(), noted()
    answer.headers.add("X-Request-Id", notes["request_id"])
    seconds: float = perf_counter() - notes["began_at"]
    _log.info(
        "request",
        method=request.method,
        path=request.path,
        status=answer.status_code,
        ms=round(seconds * 1000, 2),
        request_id=notes["request_id"],
        **_trace(request.environ.get("HTTP_TRACEPARENT")),
    )
    return seconds


def _trace(header: str | None) -> dict[str, str]:
    """Under which trace the caller asked, if it said so as W3C Trace Context has it."""
    given = header and _TRACE_PARENT.fullmatch(header)
    return {"trace_id": given[1], "parent_id": given[2]} if given else {}
