"""Problems: the table is complete, each kind has its page, and the framework's errors are problems too."""

import importlib
import pkgutil
from types import SimpleNamespace
from typing import Any

import acey_deucey
import pytest
from acey_deucey.api import problems
from acey_deucey.api.problem_kinds import GENERAL, KINDS, NOT_OVER_HTTP
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.rules.rulebook import REFUSALS
from acey_deucey.rules.violations import Violation


def _error_classes() -> set[type[AceyDeuceyError]]:
    for module in pkgutil.walk_packages(acey_deucey.__path__, "acey_deucey."):
        if module.name not in ("acey_deucey.wsgi", "acey_deucey.__main__"):
            _import(module.name)
    found, waiting = set(), [AceyDeuceyError]
    while waiting:
        below = [kind for kind in waiting.pop().__subclasses__() if kind.__module__.startswith("acey_deucey.")]
        found.update(below)
        waiting += below
    return found


def _import(name: str) -> None:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if str(error.name).startswith("acey_deucey"):
            raise
        # Else it is a part that needs an extra which is not installed.


def test_every_error_of_the_package_has_its_problem_or_never_meets_a_request() -> None:
    told = {kind.raised_by for kind in KINDS.values()} | set(NOT_OVER_HTTP) | {Violation}
    assert _error_classes() - told == set()


def test_no_two_kinds_have_one_slug() -> None:
    assert len(KINDS) == len(GENERAL) + len(REFUSALS)


@pytest.mark.parametrize("slug", KINDS)
def test_every_problem_leads_to_a_page_that_explains_it(client: Any, slug: str) -> None:
    page = client.get(f"/problems/{slug}", headers={"Accept": "text/html"})
    assert (page.status_code, page.mimetype) == (200, "text/html")
    assert KINDS[slug].title.replace("'", "&#39;").replace('"', "&#34;") in page.text
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    for media in ("application/problem+json", "application/json"):
        answer = client.get(f"/problems/{slug}", headers={"Accept": media})
        assert answer.mimetype == media
        assert answer.json["type"] == f"/problems/{slug}"
        assert answer.json["status"] == KINDS[slug].status
        assert answer.json["example"]


def test_the_list_of_problems_names_them_all(client: Any) -> None:
    listed = client.get("/problems", headers={"Accept": "application/json"}).json["problems"]
    assert {problem["type"] for problem in listed} == {f"/problems/{slug}" for slug in KINDS}
    page = client.get("/problems").text
    assert all(f'href="/problems/{slug}"' in page for slug in KINDS)


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/v1", "/v1/games/", "/v1/rules/nothing", "/v1/rulesets/danish", "/problems/nothing",
     "/assets/nothing", "/assets/..%2fapp.py", "//v1/games"],
)  # fmt: skip
def test_what_is_not_there_is_a_problem(client: Any, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json["type"]) == (404, "/problems/not-found")
    assert answer.json["title"]
    assert answer.json["detail"]


def test_a_wrong_method_is_a_problem_that_keeps_the_allowed_ones(client: Any) -> None:
    answer = client.get("/v1/referee/plays")
    assert (answer.status_code, answer.json["type"]) == (405, "/problems/method-not-allowed")
    assert set(answer.headers["Allow"].split(", ")) == {"POST", "OPTIONS"}
    assert set(client.delete("/v1/rules").headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_a_mistake_of_the_service_is_a_problem_that_tells_nothing_and_is_logged(
    client: Any, services: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[dict[str, Any]] = []
    mistake = RuntimeError("secret inside")

    def broken(*_: Any) -> None:
        raise mistake

    monkeypatch.setattr(problems, "_log", SimpleNamespace(error=lambda event, **facts: logged.append(facts)))
    services.store.load = broken
    answer = client.get("/v1/games/k3q8w1c5t9r2m4x7z0a6bd")
    assert (answer.status_code, answer.json["type"]) == (500, "/problems/internal-error")
    assert "secret" not in answer.text
    (facts,) = logged
    assert facts == {"exc_info": mistake, "path": answer.request.path, "request_id": answer.headers["X-Request-Id"]}


def test_a_store_that_fails_is_told_with_the_time_to_come_again(client: Any, services: Any) -> None:
    from acey_deucey.ports import StoreUnavailable

    def away(*_: Any, **__: Any) -> None:
        raise StoreUnavailable("it does not answer", retry_after=2)

    services.store.load = services.store.create = away
    for answer in (client.get("/v1/games/k3q8w1c5t9r2m4x7z0a6bd"), client.post("/v1/games")):
        assert (answer.status_code, answer.json["type"]) == (503, "/problems/store-unavailable")
        assert answer.headers["Retry-After"] == "2"


def test_every_answer_says_what_it_is_and_what_it_depends_on(client: Any) -> None:
    for path in ("/v1/rules", "/nothing", "/problems", "/livez"):
        answer = client.get(path)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Language"] == "en"
        assert "Origin" in answer.headers["Vary"]
        assert "Cache-Control" in answer.headers
