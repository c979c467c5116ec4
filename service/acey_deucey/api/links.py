"""Where an answer leads: from every game that is answered to the operations on that game, as links of OpenAPI."""

from collections.abc import Sequence
from typing import Any

from marshmallow import Schema

from acey_deucey.api.operation import Operation
from acey_deucey.api.response_schemas import Game, NewGame, TakenSeat

# Where the answers that hold a game hold its id.
GAME_IDS: tuple[tuple[type[Schema], str], ...] = ((Game, "/id"), (NewGame, "/game/id"), (TakenSeat, "/game/id"))
PART = "{game_id}"


def add_links(document: dict[str, Any], operations: Sequence[Operation]) -> None:
    """Put links into the document: from each answer with a game, to each operation on a game.

    A link to a command carries the version of the answer, so that it does not act on another.
    """
    targets = [operation for operation in operations if PART in operation.path]
    document["components"]["links"] = {
        _key(target, schema): _link(target, pointer) for schema, pointer in GAME_IDS for target in targets
    }
    for operation in operations:
        for answer in operation.answers:
            for schema, _ in GAME_IDS:
                if answer.schema is schema:
                    told = document["paths"][operation.path][operation.method.lower()]["responses"]
                    told[str(answer.status)]["links"] = {
                        target.name: {"$ref": f"#/components/links/{_key(target, schema)}"} for target in targets
                    }


def _key(target: Operation, schema: type[Schema]) -> str:
    return f"{target.name}.{schema.__name__}"


def _link(target: Operation, pointer: str) -> dict[str, Any]:
    parameters = {"game_id": f"$response.body#{pointer}"}
    if "If-Match" in target.headers:
        parameters["header.If-Match"] = "$response.header.ETag"
    return {"operationId": target.name, "description": f"{target.summary}.", "parameters": parameters}
