"""Requests made from the OpenAPI document, proper and improper: no 5xx, nothing undocumented, for web pages too."""

from typing import Any

import pytest
import schemathesis
from acey_deucey.api.app import create_app
from acey_deucey.api.request_log import configure_log
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from tests.api.conftest import services_without_chance
from tests.api.table import Table

EXAMPLES = 25
# What is proper in form may still be impossible at the table.
CONFIG = """
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "304", "401", "403", "404", "409", "410", "412", "422"]
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "409", "412", "413", "415", "422"]
"""


WAYS = {way.name.lower(): way for way in GenerationMode}


def _table() -> Table:
    configure_log("error")
    app = create_app(services_without_chance(), ("*",))
    return Table(app.test_client(), position="h15/h15 w move named 3333 21 3 1")


def _operations(table: Table) -> dict[str, Any]:
    config = schemathesis.Config.from_str(CONFIG)
    schema = schemathesis.openapi.from_wsgi("/openapi.json", table.client.application, config=config)
    operations: list[Any] = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    return {operation.label: operation for operation in operations}


TABLE = _table()
OPERATIONS = _operations(TABLE)
# Of what has neither body nor query nothing improper can be made.
CASES = [
    (label, way)
    for label, operation in OPERATIONS.items()
    for way in WAYS
    if way == "positive" or len(operation.body) or len(operation.query)
]


@pytest.mark.parametrize(("label", "way"), CASES)
def test_whatever_is_sent_the_service_keeps_to_its_document(label: str, way: str) -> None:
    @settings(
        max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(OPERATIONS[label].as_strategy(generation_mode=WAYS[way]))
    def keeps_to_its_document(case: Any) -> None:
        if way == "positive":
            case.query.pop("cursor", None)  # none that is made up is one of ours
        _at_the_table(case)
        answer = case.call_and_validate(headers={"Origin": "https://board.example"})
        assert answer.headers["access-control-allow-origin"] == ["*"]
        assert answer.status_code < 400 or answer.headers["content-type"] == ["application/problem+json"]

    keeps_to_its_document()


def _at_the_table(case: Any) -> None:
    """Most requests shall meet a game and carry a token, and none shall wait for long."""
    if "game_id" in case.path_parameters:
        case.path_parameters["game_id"] = TABLE.game["id"]
        case.headers["Authorization"] = f"Bearer {TABLE.tokens['white']}"
    if case.query.get("wait") in range(1, 26):
        case.query["wait"] = 0
    if isinstance(case.body, dict):
        case.body = _without_fractions(case.body)


def _without_fractions(value: Any) -> Any:
    """5 for 5.0: in a JSON Schema these are the same, to the service they are not."""
    if isinstance(value, dict):
        return {name: _without_fractions(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_without_fractions(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
