"""The Flask app put together: services in, routes, problems, limits and headers on; it handles no request itself."""

from functools import cache

import orjson
from flask import Flask, Response

from acey_deucey.api import board_pages, draining, pages
from acey_deucey.api.cross_origin import cross_origin_headers
from acey_deucey.api.language import answered_in
from acey_deucey.api.lean_flask import LeanFlask, asked
from acey_deucey.api.limiter import Limiter, Quotas, add_limits
from acey_deucey.api.metrics import count_request
from acey_deucey.api.openapi import openapi_document
from acey_deucey.api.operation import Context
from acey_deucey.api.owners import Owners
from acey_deucey.api.problems import register_problems
from acey_deucey.api.readiness import Readiness
from acey_deucey.api.reading import LARGEST_BODY
from acey_deucey.api.request_log import begin_request, log_request
from acey_deucey.api.routes import OPERATIONS, register_routes
from acey_deucey.api.streams import Streams
from acey_deucey.api_keys import ApiKeys
from acey_deucey.services import Services

NOT_MODIFIED = 304
NOBODY = Owners(ApiKeys(()))
NO_QUOTAS = Quotas()
ON_EVERY_ANSWER = (
    ("X-Content-Type-Options", "nosniff"),
    ("Vary", "Accept, Accept-Language, Origin"),
)
# Pages and pictures say more; what is only data must do nothing where a browser opens it, and tell nobody its address.
UNLESS_SAID = (
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Referrer-Policy", "no-referrer"),
)
THOUGHTFUL = frozenset(operation.name for operation in OPERATIONS if operation.takes_thought)
MAY_SAY_MORE = {operation.name for operation in (*pages.OPERATIONS, *board_pages.OPERATIONS)}


def create_app(
    services: Services,
    cors_origins: tuple[str, ...] = (),
    streams: Streams | None = None,
    owners: Owners = NOBODY,
    quotas: Quotas = NO_QUOTAS,
) -> Flask:
    """The service as a WSGI app on these services, open to web pages of these origins (``*``: of any)."""
    app = LeanFlask(__name__)
    app.extensions[draining.EXTENSION] = streams = streams or Streams(services)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY + 1
    app.url_map.merge_slashes = False
    register_problems(app)
    limiter = Limiter(services, quotas, THOUGHTFUL)
    context = Context(services, streams, owners, limiter, Readiness(services.store), cache(_document))
    register_routes(app, context)
    add_cross_origin = cross_origin_headers(cors_origins)

    def finish(answer: Response) -> Response:
        add_cross_origin(answer)
        add_limits(answer)
        for name, value in ON_EVERY_ANSWER:
            answer.headers.add(name, value)
        # To look for a header costs five times as much as to add one.
        write = answer.headers.setdefault if asked().endpoint in MAY_SAY_MORE else answer.headers.add
        # A 304 renews the headers of the copy that the browser holds, and that may be a page with a policy of its own.
        for name, value in UNLESS_SAID if answer.status_code != NOT_MODIFIED else ():
            write(name, value)
        answer.headers.add("Content-Language", answered_in())
        count_request(answer, log_request(answer))
        return answer

    app.before_request(begin_request)
    if limiter.counts_requests:
        app.before_request(limiter.request)
    app.after_request(finish)
    return app


def _document() -> bytes:
    return orjson.dumps(openapi_document(OPERATIONS))
