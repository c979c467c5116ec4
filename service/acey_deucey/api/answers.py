"""Answers of the common kinds: JSON, a game with its entity tag, not modified; it knows no route."""

import zlib
from typing import Any

import orjson
from flask import Response, request

from acey_deucey.api.language import in_words
from acey_deucey.api.present import game_json
from acey_deucey.services import Outcome

JSON = "application/json"
REVALIDATE = "no-cache"
NOT_STORED = "no-store"


def json_answer(body: Any, status: int = 200, cache: str = NOT_STORED) -> Response:
    """The body as JSON."""
    return Response(orjson.dumps(body), status, content_type=JSON, headers={"Cache-Control": cache})


def game_answer(outcome: Outcome) -> Response:
    """The game after a command."""
    answer = json_answer(game_json(outcome))
    _add_version(answer, outcome)
    return answer


def created_answer(body: dict[str, Any], outcome: Outcome) -> Response:
    """What a command gave besides the game, which now has an address or a new player."""
    answer = json_answer(body, 201)
    answer.headers["Location"] = f"/v1/games/{outcome.record.id}"
    _add_version(answer, outcome)
    return answer


def dry_run_answer(outcome: Outcome) -> Response:
    """The game as it would be after a command; it has no entity tag, for it does not exist."""
    return json_answer({**game_json(outcome), "dry_run": True})


def unless_known(tag: str, build: Any) -> Response:
    """What ``build()`` answers, under an entity tag; 304 without a body when the client holds that already."""
    if request.if_none_match.contains_weak(tag):
        answer = Response(status=304, headers={"Cache-Control": REVALIDATE})
    else:
        answer = build()
        answer.headers["Cache-Control"] = REVALIDATE
    answer.set_etag(tag)
    return answer


def document_answer(body: dict[str, Any]) -> Response:
    """A document in the language of the request, which changes only with a release of the service."""
    told = in_words(body)
    return unless_known(str(zlib.crc32(orjson.dumps(told))), lambda: json_answer(told))


def _add_version(answer: Response, outcome: Outcome) -> None:
    answer.headers["ETag"] = f'"{outcome.record.version}"'
    if outcome.replayed:
        answer.headers["Idempotent-Replayed"] = "true"
