"""The pages for people: start, API reference, problems; each served wholly from here, also as JSON where it fits."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any
from zlib import crc32

from flask import Response, render_template, request

from acey_deucey.api.answers import REVALIDATE, json_answer, unless_known
from acey_deucey.api.bad_requests import NoSuchPage
from acey_deucey.api.language import answered_in, language, text
from acey_deucey.api.operation import Answer, Context, Operation
from acey_deucey.api.problem_examples import problem_example
from acey_deucey.api.problem_kinds import KINDS, ProblemKind
from acey_deucey.api.problems import PROBLEM_JSON, problem_json, rule_reference
from acey_deucey.wording import Message

# Nothing of a page comes from another host, and no page may be framed.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# Swagger UI sets styles on its elements and shows its own images.
DOCS_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
ASSETS = {
    "style.css": ("acey_deucey.api", "static/style.css", "text/css"),
    "docs.js": ("acey_deucey.api", "static/docs.js", "text/javascript"),
    "swagger-ui.css": ("flask_swagger_ui", "dist/swagger-ui.css", "text/css"),
    "swagger-ui-bundle.js": ("flask_swagger_ui", "dist/swagger-ui-bundle.js", "text/javascript"),
}


START_LINKS = {
    "docs": "/docs",
    "openapi": "/openapi.json",
    "rulesets": "/v1/rulesets",
    "rules": "/v1/rules",
    "problems": "/problems",
    "games": "/v1/games",
    "play": "/play",
}


def show_start(context: Context) -> Response:
    return _either({"name": "acey-deucey", "links": START_LINKS}, _start_page)


def _start_page() -> Response:
    language()  # noted before the page is made, which says in its first line what it is in
    return _page("start.html", text=text, service=request.host_url)


def show_docs(context: Context) -> Response:
    return _page("docs.html", DOCS_POLICY, text=str)


def show_problems(context: Context) -> Response:
    listed = {"problems": [_listed(kind) for kind in KINDS.values()]}
    return _either(listed, lambda: _page("problems.html", text=text, kinds=KINDS.values()))


def show_problem(context: Context, slug: str) -> Response:
    if slug not in KINDS:
        raise NoSuchPage("There is no problem {name!r}.", slug)
    body = explained(KINDS[slug])
    return _either(body, lambda: _page("problem.html", text=text, kind=KINDS[slug], problem=body), PROBLEM_JSON)


def show_openapi(context: Context) -> Response:
    body = context.document()
    return unless_known(_tag(body), lambda: Response(body, content_type="application/json"))


def show_asset(context: Context, name: str) -> Response:
    if name not in ASSETS:
        raise NoSuchPage("There is no file {name!r}.", name)
    body = _asset(name)
    return unless_known(_tag(body), lambda: Response(body, content_type=ASSETS[name][2]))


def explained(kind: ProblemKind) -> dict[str, Any]:
    """A kind of problem as a problem of that kind: its detail is the explanation."""
    chosen = language()
    more: dict[str, Any] = {"example": problem_example(kind, "/v1/…", chosen)["detail"]}
    if kind.rule:
        more["rule"] = rule_reference(kind.rule)
    return problem_json(kind, Message(kind.description), f"/problems/{kind.slug}", more, chosen)


def _listed(kind: ProblemKind) -> dict[str, Any]:
    return {"type": f"/problems/{kind.slug}", "status": kind.status, "title": text(kind.title)}


def _either(body: dict[str, Any], page: Callable[[], Response], media: str | None = None) -> Response:
    """The page for browsers, the body for programs that ask for JSON."""
    offered = ["text/html", "application/json", *([media] if media else [])]
    best = request.accept_mimetypes.best_match(offered, "text/html")
    if best == "text/html":
        return page()
    answer = json_answer(body, cache=REVALIDATE)
    answer.content_type = best
    return answer


def _page(template: str, policy: str = POLICY, **values: Any) -> Response:
    made = render_template(template, language=answered_in(), **values)
    page = Response(made, content_type="text/html; charset=utf-8")
    page.headers["Content-Security-Policy"] = policy
    page.headers["Referrer-Policy"] = "no-referrer"
    page.headers["Cache-Control"] = REVALIDATE
    return page


@cache
def _asset(name: str) -> bytes:
    package, path, _ = ASSETS[name]
    return files(package).joinpath(path).read_bytes()


def _tag(body: bytes) -> str:
    return str(crc32(body))


_UNCHANGED = Answer("The client's copy is still good.", status=304, headers=("ETag",))


def _html(about: str) -> Answer:
    return Answer(about, {"type": "string"}, lambda: "<!doctype html>…", media="text/html")


OPERATIONS = (
    Operation(
        "GET", "/", show_start, "Where to begin", "Pages",
        (_html("A page; with Accept: application/json the links alone."),),
    ),
    Operation("GET", "/docs", show_docs, "The API reference", "Pages", (_html("A page."),)),
    Operation(
        "GET", "/openapi.json", show_openapi, "This document", "Pages",
        (Answer("The OpenAPI 3.1 document.", {"type": "object"}, lambda: {"openapi": "3.1.0"}, headers=("ETag",)),
         _UNCHANGED),
        headers=("If-None-Match",),
    ),
    Operation(
        "GET", "/problems", show_problems, "All kinds of problems", "Pages",
        (_html("A page; with Accept: application/json a list."),),
    ),
    Operation(
        "GET", "/problems/{slug}", show_problem, "What a problem means", "Pages",
        (_html("A page; with Accept: application/problem+json or application/json the same as data."),),
        problems=("not-found",),
    ),
    Operation(
        "GET", "/assets/{name}", show_asset, "Parts of the pages", "Pages",
        (Answer("A style sheet or a script.", {"type": "string"}, lambda: "…", media="text/css", headers=("ETag",)),
         _UNCHANGED),
        problems=("not-found",), headers=("If-None-Match",),
    ),
)  # fmt: skip
