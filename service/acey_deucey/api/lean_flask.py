"""Flask, less what this service never uses: sessions, signals, blueprints, coroutines, the host; it knows no route.

Views, error handlers and templates find all that Flask promises them. A request costs a fourth of Flask's own way.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, cast

from flask import Flask, Request, Response
from flask.ctx import AppContext, RequestContext
from flask.globals import _cv_app, _cv_request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter, Rule

MOST_ROUTES_REMEMBERED = 2_048


def asked() -> Request:
    """The request that is being answered, as ``flask.request`` without a proxy's detour for each of its parts."""
    return _cv_request.get().request


def noted() -> dict[str, Any]:
    """What has been noted for the time of this request; the names in it are those of ``flask.g``."""
    return vars(_cv_app.get().g)


class LeanFlask(Flask):
    """A Flask app without a session, which sends no signals and runs no teardown functions."""

    def __init__(self, name: str) -> None:
        super().__init__(name, static_folder=None)
        self._adapter = self.url_map.bind("")
        self._matched = lru_cache(MOST_ROUTES_REMEMBERED)(self._match)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself: none is a coroutine."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """One for all requests, since no route depends on the host."""
        return self._adapter if request is not None else None

    def dispatch_request(self) -> Any:
        """What the view answers; all but the plain case is left to Flask."""
        request = asked()
        rule, arguments = request.url_rule, request.view_args
        if rule is None or arguments is None or request.method == "OPTIONS":
            return super().dispatch_request()
        return self.view_functions[rule.endpoint](**arguments)

    def make_default_options_response(self) -> Response:
        """The methods that the path of this request takes."""
        answer = self.response_class()
        answer.allow.update(self._adapter.allowed_methods(asked().path))
        return answer

    def process_response(self, response: Response) -> Response:
        """The response after all that is to be done to each."""
        for finish in self.after_request_funcs.get(None, ()):
            response = cast(Response, finish(response))
        return response

    def wsgi_app(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer one request, under Flask's own contexts."""
        context = RequestContext(self, environ)
        notes, current = _cv_app.set(AppContext(self)), _cv_request.set(context)
        try:
            try:
                answer = self._answer(context.request)
            except Exception as error:
                answer = self.handle_exception(error)
            return answer(environ, start_response)
        finally:
            _cv_request.reset(current)
            _cv_app.reset(notes)
            environ["werkzeug.request"] = None  # the request holds it: together they would wait for the collector

    def _answer(self, request: Request) -> Response:
        try:
            request.url_rule, arguments = self._matched(request.path, request.method)
            request.view_args = dict(arguments)
        except HTTPException as error:
            request.routing_exception = error
        try:
            for begin in self.before_request_funcs.get(None, ()):
                begin()
            answer = self.dispatch_request()
        except Exception as error:
            answer = self.handle_user_exception(error)
        return self.process_response(answer if isinstance(answer, Response) else self.make_response(answer))

    def _match(self, path: str, method: str) -> tuple[Rule, dict[str, Any]]:
        rule, arguments = self._adapter.match(path, method, return_rule=True)
        return rule, dict(arguments)
