"""The links of the document are followed at random, from command to command; the service must keep to the document.

Only what a link cannot carry is put in by hand: the token, and which of the legal moves to play.
"""

import re
from collections import Counter
from typing import Any

import schemathesis
from acey_deucey.api.app import create_app
from acey_deucey.api.request_log import configure_log
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.api.checked_client import DOCUMENT
from tests.api.conftest import services_without_chance
from tests.api.test_schemathesis import CONFIG

WALKS, STEPS = 30, 15
TAG = re.compile(r'"\d+"')
# White begins, and rolls a 1-2 first.
DICE = {"mode": "scripted", "rolls": [[6, 3], *([[2, 1], [5, 4]] * 20)]}
COMMANDS = ("roll_dice", "play_moves", "name_double", "undo_moves")
WALKED = ("create_game", *COMMANDS, "get_game")
ACCEPTED = (200, 201, 304)

OPERATIONS = {
    told["operationId"]: (path, told) for path, methods in DOCUMENT["paths"].items() for told in methods.values()
}


def test_every_answer_with_a_game_leads_to_every_operation_on_a_game() -> None:
    on_a_game = {name for name, (path, _) in OPERATIONS.items() if "{game_id}" in path}
    for name, (_, told) in OPERATIONS.items():
        for status, answer in told["responses"].items():
            schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
            holds_a_game = schema.get("$ref", "").rpartition("/")[2] in ("Game", "NewGame", "TakenSeat")
            assert set(answer.get("links", ())) == (on_a_game if holds_a_game else set()), (name, status)


def test_no_link_leads_nowhere() -> None:
    assert {link["operationId"] for link in DOCUMENT["components"]["links"].values()} <= set(OPERATIONS)
    OpenAPIV31SpecValidator(DOCUMENT).validate()


def test_links_lead_from_a_new_game_through_a_turn() -> None:
    client: Any = _app().test_client()
    answer = client.post("/v1/games", json={"dice": DICE})
    tokens, told = answer.json["tokens"], DOCUMENT["paths"]["/v1/games"]["post"]
    for name, body in (
        ("roll_dice", {}),
        ("play_moves", {"play": "hand/23 hand/24"}),
        ("name_double", {"number": 4}),
        ("undo_moves", {}),
    ):
        link = _resolved(told["responses"][str(answer.status_code)]["links"][name])
        path, told = OPERATIONS[link["operationId"]]
        found = {place: _evaluated(expression, answer) for place, expression in link["parameters"].items()}
        headers = {"Authorization": f"Bearer {tokens['white']}", "If-Match": found["header.If-Match"]}
        answer = client.post(path.format(game_id=found["game_id"]), json=body, headers=headers)
        assert answer.status_code == 200, answer.text


def _resolved(link: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = DOCUMENT["components"]["links"][link["$ref"].rpartition("/")[2]]
    return found


def _evaluated(expression: str, answer: Any) -> str:
    """What the two kinds of runtime expressions that we use stand for."""
    if expression.startswith("$response.header."):
        return str(answer.headers[expression.removeprefix("$response.header.")])
    found = answer.json
    for part in expression.removeprefix("$response.body#/").split("/"):
        found = found[part]
    return str(found)


def test_whichever_links_are_followed_the_service_keeps_to_its_document() -> None:
    app, taken = _app(), Counter[str]()

    class Walk(_machine(app)):  # type: ignore[misc]
        """A walk from game to game: what was last seen of each, and the tokens."""

        def setup(self) -> None:
            self.games: dict[str, Any] = {}
            self.tokens: dict[str, dict[str, str]] = {}

        def before_call(self, case: Any) -> None:
            if _name(case) == "create_game":
                case.body = {"dice": DICE}
            case.query.pop("dry_run", None)
            case.headers.pop("Idempotency-Key", None)  # one that is made up may stand for another request
            if not TAG.fullmatch(case.headers.get("If-Match", "")):  # no link has brought it
                case.headers.pop("If-Match", None)
            game = self.games.get(case.path_parameters.get("game_id", ""))
            if game:
                token = self.tokens[game["id"]][game["turn"]["player"]]
                case.headers["Authorization"] = f"Bearer {token}"
            if _name(case) in COMMANDS:
                case.body = _body(app, _name(case), game)

        def after_call(self, response: Any, case: Any) -> None:
            if response.status_code not in ACCEPTED:
                return
            taken[_name(case)] += 1
            if _name(case) == "create_game":
                self.tokens[response.json()["game"]["id"]] = response.json()["tokens"]
            if _name(case) in ("create_game", *COMMANDS):
                game = response.json().get("game", response.json())
                self.games[game["id"]] = game

    rules = settings(
        max_examples=WALKS, stateful_step_count=STEPS, derandomize=True, deadline=None, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    run_state_machine_as_test(Walk, settings=rules)
    assert min(taken[name] for name in ("create_game", "roll_dice", "play_moves", "get_game")) > 0, taken


def _app() -> Flask:
    configure_log("error")
    return create_app(services_without_chance(), ("*",))


def _machine(app: Flask) -> Any:
    config = schemathesis.Config.from_str(CONFIG + '[generation]\nmode = "positive"\n')
    schema: Any = schemathesis.openapi.from_wsgi("/openapi.json", app, config=config)
    return schema.include(operation_id=list(WALKED)).as_state_machine()


def _name(case: Any) -> str:
    return str(case.operation.definition.raw["operationId"])


def _body(app: Flask, command: str, game: Any) -> dict[str, Any]:
    """What the game lets be played or named, if it is known and does."""
    if command == "play_moves":
        client: Any = app.test_client()
        plays = client.get(game["links"]["plays"]).json["plays"] if game and game["legal"]["steps"] else []
        return {"play": plays[0]["play"] if plays else "hand/24"}
    if command == "name_double":
        return {"number": game["legal"]["names"][0] if game and game["legal"]["names"] else 1}
    return {}
