"""Web pages of other origins: those on the list may use every route, errors included; others may not."""

from typing import Any

import pytest
from acey_deucey.api.app import create_app
from acey_deucey.services import Services
from flask import Flask

OURS = {"Origin": "https://board.example"}
OTHERS = {"Origin": "https://elsewhere.example"}


def _routes(app: Flask) -> list[tuple[str, str]]:
    return [
        (rule.rule.replace("<", "").replace(">", ""), method)
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"OPTIONS"})
    ]


def test_a_preflight_is_answered_for_every_route_method_and_header(app: Flask, client: Any) -> None:
    for path, method in _routes(app):
        for header in (
            "authorization",
            "content-type",
            "if-match",
            "idempotency-key",
            "if-none-match",
            "last-event-id",
        ):
            asked = OURS | {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": header}
            answer = client.options(path, headers=asked)
            assert answer.status_code == 200
            assert answer.headers["Access-Control-Allow-Origin"] == "https://board.example"
            assert method in answer.headers["Access-Control-Allow-Methods"].split(", ")
            assert header in answer.headers["Access-Control-Allow-Headers"].lower().split(", ")


@pytest.mark.parametrize(
    "request_line",
    [("GET", "/v1/rules"), ("GET", "/nothing"), ("DELETE", "/v1/games"), ("POST", "/v1/games"), ("GET", "/v1/games/x"),
     ("POST", "/v1/games/x/rolls"), ("GET", "/v1/rulesets/compare"), ("GET", "/readyz")],
)  # fmt: skip
def test_answers_and_problems_carry_the_headers(client: Any, request_line: tuple[str, str]) -> None:
    method, path = request_line
    headers = client.open(path, method=method, headers=OURS).headers
    assert headers["Access-Control-Allow-Origin"] == "https://board.example"
    for name in ("ETag", "Location", "Link", "Retry-After", "RateLimit", "RateLimit-Policy", "Idempotent-Replayed"):
        assert name in headers["Access-Control-Expose-Headers"].split(", ")
    assert "Access-Control-Allow-Credentials" not in headers


def test_a_body_that_is_too_large_is_told_to_the_page_too(client: Any) -> None:
    answer = client.post("/v1/games", data=b"x" * 100_000, headers=OURS)
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (413, "https://board.example")


def test_other_origins_get_no_leave(client: Any) -> None:
    for answer in (client.get("/v1/rules", headers=OTHERS), client.options("/v1/games", headers=OTHERS)):
        assert not any(name.startswith("Access-Control") for name, _ in answer.headers)
        assert "Origin" in answer.headers["Vary"]


def test_a_star_lets_every_origin_in(services: Services) -> None:
    client: Any = create_app(services, ("*",)).test_client()
    assert client.get("/v1/rules", headers=OTHERS).headers["Access-Control-Allow-Origin"] == "*"
