"""The document and the running service agree in both directions, and every example in it is true."""

from typing import Any

import pytest
from acey_deucey.api.problem_kinds import KINDS
from acey_deucey.api.routes import OPERATIONS
from flask import Flask
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.api.checked_client import COMPONENTS, DOCUMENT
from tests.api.table import Table

PROBLEMS = DOCUMENT["components"]["examples"]
OPERATIONS_TOLD = [
    (path, method, told) for path, methods in DOCUMENT["paths"].items() for method, told in methods.items()
]


def test_the_document_is_valid_openapi_31() -> None:
    OpenAPIV31SpecValidator(DOCUMENT).validate()


def test_the_document_and_the_routes_agree_in_both_directions(app: Flask) -> None:
    routes = {
        (rule.rule.replace("<", "{").replace(">", "}"), method)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == {(path, method.upper()) for path, method, _ in OPERATIONS_TOLD}


def test_the_service_serves_the_document(client: Any) -> None:
    answer = client.get("/openapi.json")
    assert answer.json == DOCUMENT
    assert client.get("/openapi.json", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_operations_have_distinct_names() -> None:
    names = [told["operationId"] for _, _, told in OPERATIONS_TOLD]
    assert len(set(names)) == len(names) == len(OPERATIONS)


@pytest.mark.parametrize(("path", "method", "told"), OPERATIONS_TOLD)
def test_every_operation_has_examples_that_fit_their_schemas(path: str, method: str, told: dict[str, Any]) -> None:
    import jsonschema_rs

    contents = [answer["content"] for answer in told["responses"].values() if "content" in answer]
    contents += [told["requestBody"]["content"]] if "requestBody" in told else []
    assert any(status.startswith("2") for status in told["responses"])
    for content in contents:
        for media in content.values():
            named = [PROBLEMS[slug]["value"] for slug in media.get("examples", {})]
            examples = named or [media["example"]]
            validator = jsonschema_rs.Draft202012Validator({**media["schema"], "components": COMPONENTS})
            for example in examples:
                validator.validate(example)


def test_examples_of_problems_have_the_status_under_which_they_stand() -> None:
    for _, _, told in OPERATIONS_TOLD:
        for status, answer in told["responses"].items():
            for slug in answer.get("content", {}).get("application/problem+json", {}).get("examples", {}):
                assert PROBLEMS[slug]["value"]["status"] == int(status)


def test_every_problem_has_an_example_in_the_document() -> None:
    told = {
        slug
        for _, _, operation in OPERATIONS_TOLD
        for answer in operation["responses"].values()
        for slug in answer.get("content", {}).get("application/problem+json", {}).get("examples", {})
    }
    # These come before any operation is found.
    unrouted = {"bad-request", "address-too-long", "headers-too-large", "unknown-transfer-coding", "method-not-allowed"}
    assert set(KINDS) - told == unrouted | {"game-exists"}


@pytest.mark.parametrize(("path", "method", "told"), [told for told in OPERATIONS_TOLD if "requestBody" in told[2]])
def test_the_example_of_a_request_is_accepted(
    table: Any, client: Any, path: str, method: str, told: dict[str, Any]
) -> None:
    positions = {
        "moves": "h15/h15 w move plain 52 52 - 1",
        "named-doubles": "h15/h15 w name 1",
        "undos": "h15/h15 w name 1",
    }
    last = path.rpartition("/")[2]
    played: Table = table(
        seats={"black": "open"} if last == "seats" else {}, position=positions.get(last, "h15/h15 w roll 0")
    )
    if last == "undos":
        played.does("named-doubles", {"number": 2})
    body = told["requestBody"]["content"]["application/json"]["example"]
    answer = client.post(
        path.replace("{game_id}", played.game["id"]),
        json=body,
        headers={"Authorization": f"Bearer {played.tokens['white']}"},
    )
    assert answer.status_code in (200, 201), answer.text
