"""A test client that holds every answer to the OpenAPI document: its status, its media type and its shape."""

import re
from functools import cache
from typing import Any

import jsonschema_rs
import orjson
from acey_deucey.api.openapi import openapi_document
from acey_deucey.api.routes import OPERATIONS
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

DOCUMENT: dict[str, Any] = orjson.loads(orjson.dumps(openapi_document(OPERATIONS)))
# The document leaves room for more fields; the tests do not.
COMPONENTS = {
    "schemas": {
        name: schema if "oneOf" in schema else {"additionalProperties": False, **schema}
        for name, schema in DOCUMENT["components"]["schemas"].items()
    }
}
# What the framework answers before an operation is found, and what can befall any of them.
UNROUTED = {405, 413}


class CheckedClient(FlaskClient):
    """Flask's test client, but each answer must be one that the document tells of."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        check_answer(answer.request.method, answer.request.path, answer)
        return answer


def check_answer(method: str, path: str, answer: TestResponse) -> None:
    """Make sure that the document tells of this answer."""
    if answer.status_code >= 400 and method != "HEAD":
        assert answer.mimetype == "application/problem+json", answer.text
        assert answer.json is not None
        assert answer.json["status"] == answer.status_code
    told = _told(method, path)
    if told is None or answer.status_code in UNROUTED:
        return
    assert str(answer.status_code) in told["responses"], f"{method} {path} answered {answer.status_code}: undocumented"
    content = told["responses"][str(answer.status_code)].get("content", {})
    if method != "HEAD" and answer.data and str(answer.mimetype).endswith("json"):
        assert answer.mimetype in content or "text/html" in content
        if answer.mimetype in content:
            _validator(orjson.dumps(content[answer.mimetype]["schema"])).validate(answer.json)


def _told(method: str, path: str) -> dict[str, Any] | None:
    for pattern, operations in _paths():
        if pattern.fullmatch(path):
            told: dict[str, Any] | None = operations.get({"HEAD": "get"}.get(method, method.lower()))
            return told
    return None


@cache
def _paths() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    fixed_first = sorted(DOCUMENT["paths"].items(), key=lambda item: "{" in item[0])
    return [(re.compile(re.sub(r"\\?{\w+\\?}", "[^/]+", re.escape(path))), told) for path, told in fixed_first]


@cache
def _validator(schema: bytes) -> Any:
    return jsonschema_rs.Draft202012Validator({**orjson.loads(schema), "components": COMPONENTS})
