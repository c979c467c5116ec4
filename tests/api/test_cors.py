"""Web pages of other origins: those on the list may use every route, errors included; others may not."""

import re
from typing import Any

import pytest
from acey_deucey.api.app import create_app
from acey_deucey.api.wiring import services_of
from acey_deucey.services import Services
from acey_deucey.store.memory import MemoryStore
from flask import Flask

from tests.api.checked_client import DOCUMENT
from tests.api.conftest import SECRET, TurnedClock

OURS = {"Origin": "https://board.example"}
OTHERS = {"Origin": "https://elsewhere.example"}
# What any request may carry, beside what its operation is documented to take.
GENERAL = ("Authorization", "Content-Type", "X-Request-Id")
PREFLIGHTS = [
    pytest.param(path, method, header, id=f"{method}-{path}-{header}")
    for path, methods in DOCUMENT["paths"].items()
    for verb, told in methods.items()
    for method in ((verb.upper(), "HEAD") if verb == "get" else (verb.upper(),))
    for header in (*GENERAL, *(each["name"] for each in told["parameters"] if each["in"] == "header"))
]


@pytest.fixture(scope="module")
def one_client() -> Any:
    """A client of one service for all of the many preflights."""
    clock = TurnedClock()
    return create_app(services_of(MemoryStore(clock), (SECRET,), clock), (OURS["Origin"],)).test_client()


def _asked_before(client: Any, path: str, method: str, headers: str) -> Any:
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers}
    return client.options(re.sub(r"[{}]", "", path), headers=OURS | asked)


def _words(text: str) -> set[str]:
    return set(text.lower().split(", "))


@pytest.mark.parametrize(("path", "method", "header"), PREFLIGHTS)
def test_a_preflight_allows_every_documented_header_of_every_operation(
    one_client: Any, path: str, method: str, header: str
) -> None:
    answer = _asked_before(one_client, path, method, header.lower())
    assert (answer.status_code, answer.data) == (200, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == "https://board.example"
    assert method.lower() in _words(answer.headers["Access-Control-Allow-Methods"])
    assert header.lower() in _words(answer.headers["Access-Control-Allow-Headers"])
    assert int(answer.headers["Access-Control-Max-Age"]) > 0


def test_the_preflights_are_of_every_route(app: Flask) -> None:
    routes = {
        (rule.rule.replace("<", "{").replace(">", "}"), method)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"OPTIONS"}
    }
    assert {(each.values[0], each.values[1]) for each in PREFLIGHTS} == routes


@pytest.mark.parametrize("path", DOCUMENT["paths"])
def test_a_preflight_promises_no_method_that_the_route_does_not_have(one_client: Any, path: str) -> None:
    # One address may be of several routes, as /v1/games/bulk is.
    patterns = {re.sub(r"{\w+}", "[^/]+", each): methods for each, methods in DOCUMENT["paths"].items()}
    told = [methods for pattern, methods in patterns.items() if re.fullmatch(pattern, re.sub(r"[{}]", "", path))]
    documented = {verb.upper() for methods in told for verb in methods}
    there = documented | {"OPTIONS"} | ({"HEAD"} if "GET" in documented else set())
    answer = _asked_before(one_client, path, "DELETE", "authorization")
    assert set(answer.headers["Access-Control-Allow-Methods"].split(", ")) == there


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
