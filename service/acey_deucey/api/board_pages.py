"""The board for people: its picture, the page to play on, and the files that both load; it knows no rule."""

from typing import Any
from zlib import crc32

from flask import Response

from acey_deucey import looking
from acey_deucey.api.answers import unless_known
from acey_deucey.api.bad_requests import NoSuchPage
from acey_deucey.api.language import language
from acey_deucey.api.operation import READ_PROBLEMS, Answer, Context, Operation
from acey_deucey.api.pages import POLICY
from acey_deucey.api.queries import BoardQuery
from acey_deucey.api.reading import read_query
from acey_deucey.board.static_files import static_file, static_files
from acey_deucey.board.svg import board_svg

SVG = "image/svg+xml"
# The picture brings its dark colours in a style sheet of its own.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

_BOARD = BoardQuery()


def show_board_svg(context: Context, game_id: str) -> Response:
    asked = read_query(_BOARD)
    record = looking.get(context.services, game_id, context.owners.reader(), asked["at"]).record
    game, view, told_in = record.game, asked["view"], language()
    tag = f"{record.version}-{view}-{told_in}-svg"
    return unless_known(tag, lambda: _picture(board_svg(game.position, game.turn, view, game.result, told_in)))


def show_play(context: Context) -> Response:
    return _file("play.html")


def show_static(context: Context, name: str) -> Response:
    if name not in static_files():
        raise NoSuchPage("There is no file {name!r}.", name)
    return _file(name)


def _picture(svg: str) -> Response:
    return Response(svg, content_type=SVG, headers={"Content-Security-Policy": PICTURE_POLICY})


def _file(name: str) -> Response:
    body, headers = static_file(name), {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"}
    if name.endswith(".svg"):
        headers["Content-Security-Policy"] = PICTURE_POLICY
    return unless_known(str(crc32(body)), lambda: Response(body, content_type=static_files()[name], headers=headers))


_UNCHANGED = Answer("The client's copy is still good.", status=304, headers=("ETag",))


def _answer(about: str, media: str, example: str) -> Answer:
    schema: dict[str, Any] = {"type": "string"}
    return Answer(about, schema, lambda: example, media=media, headers=("ETag",))


OPERATIONS = (
    Operation(
        "GET", "/v1/games/{game_id}/board.svg", show_board_svg, "See the board", "Look",
        (_answer("A picture of the board, with its description inside.", SVG, "<svg …>…</svg>"), _UNCHANGED),
        query=BoardQuery,
        problems=(*READ_PROBLEMS, "version-not-found", "broken-log"),
        headers=("If-None-Match",),
        token="private",
    ),
    Operation(
        "GET", "/play", show_play, "The page to play on", "Pages",
        (_answer("A page.", "text/html", "<!doctype html>…"), _UNCHANGED),
        headers=("If-None-Match",),
    ),
    Operation(
        "GET", "/static/{name}", show_static, "The board component and the parts of the pages", "Pages",
        (_answer("A script, style sheet, page or picture.", "text/javascript", "…"), _UNCHANGED),
        problems=("not-found",), headers=("If-None-Match",),
    ),
)  # fmt: skip
