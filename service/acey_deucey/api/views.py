"""Ways of looking at a game that change nothing: its plays, its board as text."""

from flask import Response

from acey_deucey import looking
from acey_deucey.api import examples, response_schemas
from acey_deucey.api.answers import json_answer, unless_known
from acey_deucey.api.language import language
from acey_deucey.api.operation import READ_PROBLEMS, Answer, Context, Operation
from acey_deucey.api.plays import plays_json, plays_tree_json
from acey_deucey.api.queries import BoardQuery, PlaysQuery
from acey_deucey.api.reading import read_query
from acey_deucey.board.text import board_text

_PLAYS, _BOARD = PlaysQuery(), BoardQuery()


def list_plays(context: Context, game_id: str) -> Response:
    asked = read_query(_PLAYS)
    record, plays = looking.plays(context.services, game_id, context.owners.reader())
    build = plays_tree_json if asked["form"] == "tree" else plays_json
    tag = f"{record.version}-{asked['form']}-{asked['limit']}"
    return unless_known(tag, lambda: json_answer(build(record.game, plays, asked["limit"])))


def show_board_text(context: Context, game_id: str) -> Response:
    asked = read_query(_BOARD)
    record = looking.get(context.services, game_id, context.owners.reader(), asked["at"]).record
    game, view, told_in = record.game, asked["view"], language()
    tag = f"{record.version}-{view}-{told_in}"
    return unless_known(tag, lambda: _text(board_text(game.position, game.turn, view, told_in)))


def _text(text: str) -> Response:
    return Response(text, content_type="text/plain; charset=utf-8")


OPERATIONS = (
    Operation(
        "GET", "/v1/games/{game_id}/plays", list_plays, "List the legal plays", "Look",
        (Answer("The complete plays of the stage; none when the game awaits no move.",
                {"oneOf": [response_schemas.Plays, response_schemas.PlaysTree]}, examples.plays, headers=("ETag",)),
         Answer("The client's copy is still good.", status=304, headers=("ETag",))),
        query=PlaysQuery,
        problems=READ_PROBLEMS,
        headers=("If-None-Match",),
        token="private",
        about="count is always the true number; the list is cut at limit. With ?as=tree the same plays come as a "
        "tree of steps.",
    ),
    Operation(
        "GET", "/v1/games/{game_id}/board.txt", show_board_text, "See the board as text", "Look",
        (Answer("The board.", {"type": "string"}, examples.board, media="text/plain", headers=("ETag",)),
         Answer("The client's copy is still good.", status=304, headers=("ETag",))),
        query=BoardQuery,
        problems=(*READ_PROBLEMS, "version-not-found", "broken-log"),
        headers=("If-None-Match",),
        token="private",
    ),
)  # fmt: skip
