"""Whether the process lives and whether traffic should come here; it looks at no game."""

from flask import Response

from acey_deucey.api import response_schemas
from acey_deucey.api.answers import json_answer
from acey_deucey.api.metrics import show_metrics
from acey_deucey.api.operation import Answer, Context, Operation
from acey_deucey.api.problem_kinds import KINDS
from acey_deucey.api.problems import problem_answer
from acey_deucey.api.queries import NoQuery
from acey_deucey.api.reading import read_query
from acey_deucey.wording import Message

_NO_QUERY = NoQuery()


def livez(context: Context) -> Response:
    read_query(_NO_QUERY)
    return json_answer({"status": "live"})


def readyz(context: Context) -> Response:
    read_query(_NO_QUERY)
    reasons = context.readiness.reasons()
    if not reasons:
        return json_answer({"status": "ready"})
    detail = " ".join(reasons)  # for those who run the service, in English as the log is
    return problem_answer(KINDS["not-ready"], Message(detail), {"reasons": reasons}, {"Retry-After": "1"})


OPERATIONS = (
    Operation(
        "GET", "/livez", livez, "Is the process alive?", "Operations",
        (Answer("It is.", response_schemas.Status, lambda: {"status": "live"}),),
        query=NoQuery, problems=("invalid-request",),
    ),
    Operation(
        "GET", "/readyz", readyz, "Should traffic come here?", "Operations",
        (Answer("It should.", response_schemas.Status, lambda: {"status": "ready"}),), query=NoQuery,
        problems=("invalid-request", "not-ready"),
        about="Not ready when the store cannot be used as it must be; the reasons say why.",
    ),
    Operation(
        "GET", "/metrics", show_metrics, "The figures of this server", "Operations",
        (Answer("As Prometheus reads them.", {"type": "string"}, lambda: "acey_listeners 0.0\n", media="text/plain"),),
        query=NoQuery, problems=("invalid-request",),
        about="For those who run the service: a load balancer before it lets nobody else see them.",
    ),
)  # fmt: skip
