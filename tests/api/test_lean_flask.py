"""The lean way through Flask keeps Flask's promises to views, handlers and templates."""

import gc
from typing import Any

import pytest
from acey_deucey.api.lean_flask import LeanFlask, asked, noted
from flask import Response, current_app, g, has_app_context, has_request_context, render_template_string, request
from werkzeug.test import create_environ


@pytest.fixture
def app() -> LeanFlask:
    app = LeanFlask(__name__)
    app.add_url_rule("/echo/<word>", "echo", _echo)
    app.add_url_rule("/fails", "fails", _fail)
    app.add_url_rule("/page", "page", lambda: render_template_string("{{ request.path }} {{ g.get('seen') }}"))
    return app


def _echo(word: str) -> Response:
    g.seen = word
    same = asked().path == request.path and noted() == {"seen": word} and current_app.name == __name__
    return Response(f"{word} {request.endpoint} {same}")


def _fail() -> Any:
    raise ZeroDivisionError


def test_what_is_asked_and_noted_is_what_flask_gives(app: LeanFlask) -> None:
    answers = [app.test_client().get(f"/echo/{word}").get_data(as_text=True) for word in ("a", "b", "a")]
    assert answers == ["a echo True", "b echo True", "a echo True"]


def test_templates_see_the_request_and_what_was_noted(app: LeanFlask) -> None:
    app.before_request(lambda: noted().__setitem__("seen", "before"))
    assert app.test_client().get("/page").get_data(as_text=True) == "/page before"


def test_nothing_of_a_request_is_left_after_it(app: LeanFlask) -> None:
    app.test_client().get("/echo/a")
    assert not has_request_context()
    assert not has_app_context()


def test_a_request_leaves_nothing_to_the_garbage_collector(app: LeanFlask) -> None:
    def ask() -> None:
        list(app(create_environ("/echo/a"), lambda *_: None))  # type: ignore[arg-type]

    ask()  # what is made once may be left over
    gc.collect()
    gc.disable()
    try:
        ask()
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_one_request_does_not_see_the_arguments_of_another(app: LeanFlask) -> None:
    seen: list[Any] = []
    app.before_request(lambda: seen.append(request.view_args))
    for _ in range(2):
        app.test_client().get("/echo/a")
        seen[-1]["word"] = "changed"
    assert app.test_client().get("/echo/a").get_data(as_text=True) == "a echo True"


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/fails", 500), ("GET", "/nowhere", 404), ("PUT", "/page", 405)]
)
def test_what_goes_wrong_is_handled_and_finished(app: LeanFlask, method: str, path: str, status: int) -> None:
    app.after_request(lambda answer: answer.headers.add("X-Finished", "yes") or answer)
    answer = app.test_client().open(path, method=method)
    assert (answer.status_code, answer.headers["X-Finished"]) == (status, "yes")


def test_a_handler_that_fails_itself_is_answered_as_a_mistake(app: LeanFlask) -> None:
    app.register_error_handler(404, lambda _: _fail())
    assert app.test_client().get("/nowhere").status_code == 500


def test_options_and_head_are_answered_from_the_route(app: LeanFlask) -> None:
    client = app.test_client()
    assert set(client.options("/echo/a").allow) == {"GET", "HEAD", "OPTIONS"}
    assert client.head("/echo/a").data == b""
