"""Counts each request and each move, and shows all figures; it tells nothing of any one game or client.

With several worker processes each keeps its figures in a folder that all share (see gunicorn_options), and any of
them shows all.
"""

from functools import cache

from flask import Request, Response
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


def count_request(context: Context, answer: Response, seconds: float) -> None:
    """Count a request that has been answered."""
    request = asked()
    route = request.endpoint or "unknown"
    _requests(route, answer.status_code).inc()
    _request_seconds(route).observe(seconds)
    if route == "play_moves":
        _count_move(context, request, answer)


def _count_move(context: Context, request: Request, answer: Response) -> None:
    if "ETag" in answer.headers and "Idempotent-Replayed" not in answer.headers:  # no dry run, and no repeat
        # As this process saw it last: it has just stored it.
        record = context.services.recent.get((request.view_args or {})["game_id"])
        if record is not None:
            _moves(record.ruleset, "accepted").inc()
    elif refusal := noted().get("refusal"):
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
