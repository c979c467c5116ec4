"""The list of an owner's games: parse, one call, dump."""

from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from acey_deucey import listing
from acey_deucey.api import examples, response_schemas
from acey_deucey.api.answers import json_answer
from acey_deucey.api.cursors import cursor_of, place_in
from acey_deucey.api.operation import Answer, Context, Operation
from acey_deucey.api.present import summary_json
from acey_deucey.api.queries import GamesQuery
from acey_deucey.api.reading import read_query
from acey_deucey.ports import SHELVES
from acey_deucey.store.keys import is_place

_GAMES = GamesQuery()
LIST = "g1"


def list_games(context: Context) -> Response:
    asked = read_query(_GAMES)
    before = place_in(asked["cursor"], LIST, _place) if "cursor" in asked else None
    shelves = (asked["status"],) if "status" in asked else SHELVES
    page = listing.owned_games(context.services, context.owners.owner(), shelves, before, asked["limit"])
    return _page(page, asked)


def _page(page: listing.GamePage, asked: dict[str, Any]) -> Response:
    cursor = None if page.place is None else cursor_of(LIST, page.place)
    games = [summary_json(game) for game in page.games]
    answer = json_answer({"games": games, "cursor": cursor, "more": cursor is not None})
    if cursor is not None:
        answer.headers["Link"] = f'<{request.path}?{urlencode({**asked, "cursor": cursor})}>; rel="next"'
    return answer


def _place(text: str) -> str:
    if not is_place(text):
        raise ValueError(text)
    return text


OPERATIONS = (
    Operation(
        "GET", "/v1/games", list_games, "List your games", "Games",
        (Answer("Games that were created with the API key, those that were created last first.",
                response_schemas.Games, examples.games, headers=("Link",)),),
        query=GamesQuery,
        problems=("invalid-request", "missing-api-key", "invalid-api-key", "invalid-token", "store-unavailable",
                  "newer-format"),
        token="owner",
        about="With an API key. All keys of one name open the same list. A game leaves it when it expires, so that a "
        "page may hold fewer games than limit though there are more behind it: more tells. The tokens of a game are "
        "not shown; who has lost them repeats the creation with its Idempotency-Key. To look at a private "
        "game of yours the API key is enough.",
    ),
)  # fmt: skip
