"""The answer to a request that gunicorn could not read, as a problem like all others; there is no Flask request yet."""

from http import HTTPStatus

import orjson
import structlog
from gunicorn.http import errors  # type: ignore[import-untyped]

from acey_deucey.api.problem_kinds import KINDS, ProblemKind
from acey_deucey.api.problems import PROBLEM_JSON, problem_json
from acey_deucey.translation import ENGLISH
from acey_deucey.wording import Message

# The nearest class of an error counts.
SLUGS: dict[type[BaseException], str] = {
    errors.LimitRequestLine: "address-too-long",
    errors.LimitRequestHeaders: "headers-too-large",
    errors.UnsupportedTransferCoding: "unknown-transfer-coding",
    errors.ConfigurationProblem: "internal-error",
    errors.InvalidResponseHeader: "internal-error",
    errors.InvalidResponseHeaderName: "internal-error",
    errors.ParseException: "bad-request",
    BaseException: "internal-error",
}
# Which page asked is not known, and the answer tells nothing of any game.
HEADERS = (
    ("Connection", "close"),
    ("Content-Type", PROBLEM_JSON),
    ("Content-Language", ENGLISH),
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("Access-Control-Allow-Origin", "*"),
)

_log = structlog.get_logger()


def answer_to_unread(error: BaseException) -> bytes:
    """The whole answer, to be followed by the end of the connection; it is logged without what was sent."""
    kind = KINDS[next(SLUGS[base] for base in type(error).__mro__ if base in SLUGS)]
    if kind.status == 500:
        _log.error("mistake", exc_info=error)
    else:
        _log.info("unread", status=kind.status, reason=type(error).__name__)
    return _answer(kind)


def _answer(kind: ProblemKind) -> bytes:
    problem = problem_json(kind, kind.example or Message(kind.title), "", {})
    del problem["instance"]
    body = orjson.dumps(problem)
    lines = [f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}"]
    lines += [f"{name}: {value}" for name, value in (*HEADERS, ("Content-Length", str(len(body))))]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
