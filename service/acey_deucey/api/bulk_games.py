"""Creating several games at once: parse, one call, dump."""

from typing import Any

from flask import Response

from acey_deucey import bulk, seating
from acey_deucey.api import examples, response_schemas
from acey_deucey.api.answers import json_answer
from acey_deucey.api.games import new_game_of
from acey_deucey.api.operation import BODY_PROBLEMS, Answer, Context, Operation
from acey_deucey.api.queries import NoQuery
from acey_deucey.api.reading import read_body, read_key, read_query
from acey_deucey.api.schemas import BulkBody, BulkGameBody
from acey_deucey.seating import NewGame

_BULK, _GAME, _NO_QUERY = BulkBody(), BulkGameBody(), NoQuery()


def create_games(context: Context) -> Response:
    asked, _, key = read_body(_BULK), read_query(_NO_QUERY), read_key()
    owner = context.owners.creator()
    wanted = _wanted(asked)
    context.limiter.creation(owner, len(wanted), lambda: seating.is_repetition(context.services, key, owner))
    return _answer(bulk.create_games(context.services, wanted, key, owner))


def _wanted(asked: dict[str, Any]) -> list[NewGame]:
    bodies = asked["games"] if "games" in asked else [asked.get("game") or _GAME.load({})] * asked["count"]
    wanted = []
    for index, body in enumerate(bodies):
        with bulk.in_game(index):
            wanted.append(new_game_of(body))
    return wanted


def _answer(created: bulk.BulkGames) -> Response:
    games = [
        {"id": game.game_id, "tokens": game.tokens, "links": {"self": f"/v1/games/{game.game_id}"}}
        for game in created.games
    ]
    answer = json_answer({"games": games}, 201)
    if created.replayed:
        answer.headers["Idempotent-Replayed"] = "true"
    return answer


OPERATIONS = (
    Operation(
        "POST", "/v1/games/bulk", create_games, "Create several games at once", "Games",
        (Answer("The games in the order in which they were asked for, each with the tokens that are yours.",
                response_schemas.CreatedGames, examples.created_games, 201, headers=("Idempotent-Replayed",)),),
        body=BulkBody,
        body_example={"count": 3, "game": {"ruleset": "european", "seats": {"white": "open", "black": "open"}}},
        problems=(*BODY_PROBLEMS, "invalid-token", "missing-api-key", "invalid-api-key", "invalid-options",
                  "unknown-ruleset", "invalid-position", "invalid-position-id", "invalid-turn", "invalid-dice-script",
                  "two-bots", "bot-without-dice", "unknown-lesson", "idempotency-key-reused",
                  "lost-race", "game-expired", "store-unavailable"),
        headers=("Idempotency-Key",),
        token="creator",
        about="For a class or a tournament: up to 100 games, all of them or none. Either games holds them one by one, "
        "or count says how many there shall be of one kind, game. Each is what POST /v1/games takes, but for records, "
        "which are replayed one by one. What is wrong with one of them is told with its number, the member index. "
        "With an Idempotency-Key the same request gives the same games and tokens again.",
    ),
)  # fmt: skip
