"""All operations of the service, and their registration with Flask; the one list that the document shares."""

from functools import partial

from flask import Flask

from acey_deucey.api import (
    advice,
    board_pages,
    bulk_games,
    commands,
    events,
    games,
    health,
    lessons,
    own_games,
    pages,
    records,
    referee,
    rulesets,
    views,
)
from acey_deucey.api.operation import Context, Operation

OPERATIONS: tuple[Operation, ...] = (
    *games.OPERATIONS,
    *own_games.OPERATIONS,
    *bulk_games.OPERATIONS,
    *commands.OPERATIONS,
    *views.OPERATIONS,
    *events.OPERATIONS,
    *records.OPERATIONS,
    *advice.OPERATIONS,
    *referee.OPERATIONS,
    *rulesets.OPERATIONS,
    *lessons.OPERATIONS,
    *health.OPERATIONS,
    *pages.OPERATIONS,
    *board_pages.OPERATIONS,
)


def register_routes(app: Flask, context: Context) -> None:
    """Let the app answer every operation."""
    for operation in OPERATIONS:
        rule = operation.path.replace("{", "<").replace("}", ">")
        view = partial(operation.view, context)
        app.add_url_rule(rule, operation.name, view, methods=[operation.method])
