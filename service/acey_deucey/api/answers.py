"""Answers of the common kinds: JSON, a game with its entity tag, not modified; it knows no route."""

import zlib
from collections.abc import Iterable
from typing import Any, cast

import orjson
from flask import Response, request

from acey_deucey.api.language import in_words
from acey_deucey.api.lean_flask import noted
from acey_deucey.api.present import game_json
from acey_deucey.services import Outcome

JSON = "application/json"
REVALIDATE = "no-cache"
NOT_STORED = "no-store"


class WholeAnswer(Response):
    """An answer whose body is at hand when it is made, so that nothing is left to be found out when it is sent."""

    def __init__(self, body: bytes, status: int, media: str, cache: str) -> None:
        headers = [("Content-Type", media), ("Content-Length", str(len(body))), ("Cache-Control", cache)]
        super().__init__([body], status, headers)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response(self.status, self.headers.to_wsgi_list())
        return () if environ["REQUEST_METHOD"] == "HEAD" else cast(Iterable[bytes], self.response)


def json_answer(body: Any, status: int = 200, cache: str = NOT_STORED) -> Response:
    """The body as JSON."""
    return WholeAnswer(orjson.dumps(body), status, JSON, cache)


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
    answer.headers.add("ETag", f'"{outcome.record.version}"')
    if outcome.replayed:
        answer.headers["Idempotent-Replayed"] = "true"
    else:
        noted()["accepted"] = outcome.record.ruleset
