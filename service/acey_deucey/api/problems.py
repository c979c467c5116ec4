"""Every error as an answer: an RFC 9457 problem, translated here once; it knows no route."""

from collections.abc import Mapping
from typing import Any

import orjson
import structlog
from flask import Flask, Response
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as WerkzeugResponse

from acey_deucey.api.bad_requests import InvalidRequest
from acey_deucey.api.language import language
from acey_deucey.api.lean_flask import asked, noted
from acey_deucey.api.problem_kinds import HTTP_SLUGS, KINDS, ProblemKind
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.rules.rulebook import Rule
from acey_deucey.rules.violations import Violation
from acey_deucey.transcript import BrokenRecord
from acey_deucey.translation import ENGLISH, said, translated
from acey_deucey.wording import Message

PROBLEM_JSON = "application/problem+json"
# The details that clients act on; the others are only for the sentence.
SHOWN_DETAILS = ("current_version", "version", "faults", "command", "line", "where", "index")
RETRY_SECONDS = 5

_log = structlog.get_logger()


def register_problems(app: Flask) -> None:
    """Answer every error that rises in a view, or in Flask itself, with a problem."""
    app.register_error_handler(AceyDeuceyError, _of_error)
    app.register_error_handler(HTTPException, _of_http_exception)
    app.register_error_handler(Exception, _of_mistake)


def problem_json(
    kind: ProblemKind, detail: Message, instance: str, more: Mapping[str, Any], language: str = ENGLISH
) -> dict[str, Any]:
    """The body of a problem."""
    return {
        "type": f"/problems/{kind.slug}",
        "title": translated(language, kind.title),
        "status": kind.status,
        "detail": said(language, detail),
        "instance": instance,
        **said(language, more),
    }


def rule_reference(rule: Rule) -> dict[str, Any]:
    """A rule as problems cite it."""
    return {"id": rule.id, "sources": rule.sources, "text": Message(rule.text), "href": f"/v1/rules/{rule.slug}"}


def problem_answer(
    kind: ProblemKind, detail: Message, extras: Mapping[str, Any] = {}, headers: Mapping[str, str] = {}
) -> Response:
    """A problem as the answer to the request, in its language."""
    body = orjson.dumps(problem_json(kind, detail, asked().path, extras, language()))
    headers = {"Cache-Control": "no-store", **_standing_headers(kind), **headers}
    return Response(body, kind.status, content_type=PROBLEM_JSON, headers=headers)


def _standing_headers(kind: ProblemKind) -> dict[str, str]:
    if kind.status == 401:
        return {"WWW-Authenticate": "Bearer"}
    return {"Retry-After": str(RETRY_SECONDS)} if kind.status == 503 else {}


def _of_error(error: AceyDeuceyError) -> Response:
    kind = KINDS.get(error.code)
    if kind is None:
        return _of_mistake(error)
    if isinstance(error, Violation):
        noted()["refusal"] = (str(error.details.get("ruleset", "")), kind.slug)
    retry_after = error.details.get("retry_after")
    return problem_answer(kind, error.told, facts_json(error), {"Retry-After": str(retry_after)} if retry_after else {})


def facts_json(error: AceyDeuceyError) -> dict[str, Any]:
    """What a problem tells of its case besides the sentence, as values and messages."""
    extras = {name: error.details[name] for name in SHOWN_DETAILS if name in error.details}
    if isinstance(error, InvalidRequest):
        extras["errors"] = error.faults
    if isinstance(error, BrokenRecord) and error.violation:
        extras["rule"] = rule_reference(error.violation.rule)
    if isinstance(error, Violation):
        extras |= {
            "rule": rule_reference(error.rule),
            "step_index": error.step_index,
            "number": error.number,
            "legal_example": error.legal_example,
        }
    return extras


def _of_http_exception(error: HTTPException) -> WerkzeugResponse:
    if error.code is None or error.code < 400:
        return error.get_response()
    slug = HTTP_SLUGS.get(error.code)
    if slug is None:
        return _of_mistake(error)
    answer = problem_answer(KINDS[slug], KINDS[slug].example or Message(KINDS[slug].title))
    answer.headers.extend(pair for pair in error.get_headers() if pair[0].lower() != "content-type")
    return answer


def _of_mistake(error: Exception) -> Response:
    _log.error("mistake", exc_info=error, path=asked().path, request_id=noted().get("request_id"))
    kind = KINDS["internal-error"]
    return problem_answer(kind, kind.example or Message(kind.title))
