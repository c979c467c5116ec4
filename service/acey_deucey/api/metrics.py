"""Counts each request and each move, and shows all figures; it tells nothing of any one game or client.

With several worker processes each keeps its figures in a folder that all share (see gunicorn_options), and any of
them shows all.
"""

from functools import cache

from flask import Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from acey_deucey.api.answers import NOT_STORED
from acey_deucey.api.figures import MOVES, REQUEST_SECONDS, REQUESTS
from acey_deucey.api.lean_flask import asked, noted
from acey_deucey.api.operation import Context
from acey_deucey.api.queries import NoQuery
from acey_deucey.api.reading import read_query
from acey_deucey.config import metrics_folder

_NO_QUERY = NoQuery()


def show_metrics(context: Context) -> Response:
    read_query(_NO_QUERY)
    return Response(
        generate_latest(_registry()), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": NOT_STORED}
    )


def count_request(answer: Response, seconds: float) -> None:
    """Count a request that has been answered."""
    route = asked().endpoint or "unknown"
    _requests(route, answer.status_code).inc()
    _request_seconds(route).observe(seconds)
    if route == "play_moves":
        _count_move()


def _count_move() -> None:
    notes = noted()
    if ruleset := notes.get("accepted"):
        _moves(ruleset, "accepted").inc()
    elif refusal := notes.get("refusal"):
        _moves(*refusal).inc()


def _registry() -> CollectorRegistry:
    if metrics_folder() is None:
        return REGISTRY
    shared = CollectorRegistry()
    MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
    return shared


# Finding a label's counter costs more than counting.
@cache
def _requests(route: str, status: int) -> Counter:
    return REQUESTS.labels(route, str(status))


@cache
def _request_seconds(route: str) -> Histogram:
    return REQUEST_SECONDS.labels(route)


@cache
def _moves(ruleset: str, outcome: str) -> Counter:
    return MOVES.labels(ruleset, outcome)
