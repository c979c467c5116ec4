"""What a game leaves to those who check it: its record, and its dice with all that they follow from."""

from typing import Any

from flask import Response, request

from acey_deucey import portable
from acey_deucey.api import examples, response_schemas
from acey_deucey.api.answers import JSON, json_answer, unless_known
from acey_deucey.api.operation import READ_PROBLEMS, Answer, Context, Operation
from acey_deucey.api.queries import NoQuery
from acey_deucey.api.reading import read_query
from acey_deucey.api.record_schemas import RecordBody
from acey_deucey.dicebox import METHOD
from acey_deucey.portable import DiceReport
from acey_deucey.transcript_json import transcript_json
from acey_deucey.transcript_text import format_transcript

TEXT = "text/plain"

_NO_QUERY = NoQuery()


def show_record(context: Context, game_id: str) -> Response:
    read_query(_NO_QUERY)
    record, transcript = portable.transcript(context.services, game_id, context.owners.reader())
    if request.accept_mimetypes.best_match((JSON, TEXT), JSON) == TEXT:
        return unless_known(f"{record.version}-text", lambda: _text(format_transcript(transcript)))
    return unless_known(f"{record.version}-json", lambda: json_answer(transcript_json(transcript)))


def show_dice(context: Context, game_id: str) -> Response:
    read_query(_NO_QUERY)
    report = portable.dice(context.services, game_id, context.owners.reader())
    return unless_known(f"{report.record.version}-dice", lambda: json_answer(dice_json(report)))


def dice_json(report: DiceReport) -> dict[str, Any]:
    """The dice of a game, with all that its throws can be checked by."""
    dice = report.record.dice
    return {
        "game": report.record.id,
        "mode": dice.mode,
        "method": METHOD if dice.mode == "server" else None,
        "commitment": dice.commitment,
        "entropy": dict(zip(("white", "black"), dice.entropy, strict=True)),
        "rolls": [throw._asdict() for throw in report.throws],
        "seed": report.seed,
    }


def _text(text: str) -> Response:
    return Response(text, content_type="text/plain; charset=utf-8")


OPERATIONS = (
    Operation(
        "GET", "/v1/games/{game_id}/record", show_record, "Take the game with you", "Look",
        (Answer("The record.", RecordBody, examples.record, headers=("ETag",)),
         Answer("The record as text that people read.", {"type": "string"}, examples.record_text, media=TEXT),
         Answer("The client's copy is still good.", status=304, headers=("ETag",))),
        problems=(*READ_PROBLEMS, "broken-log"),
        headers=("If-None-Match",),
        token="private",
        about="All of the game in one document: its rules, where it began, every command, its dice, its result. POST "
        "/v1/games takes it and replays it; acey-deucey verify checks it without any service. The seed of server "
        "dice is in it once the game is finished. The grammar of the text is in the service's README.",
    ),
    Operation(
        "GET", "/v1/games/{game_id}/dice", show_dice, "Check the dice", "Look",
        (Answer("Every throw so far, and what it follows from.", response_schemas.DiceReport, examples.dice,
                headers=("ETag",)),
         Answer("The client's copy is still good.", status=304, headers=("ETag",))),
        problems=READ_PROBLEMS,
        headers=("If-None-Match",),
        token="private",
        about="The commitment is the SHA-256 of the game's seed, published before anybody could add entropy. Throw k "
        "is HMAC-SHA256 under the seed over game, both entropies and k. The seed is shown when the game is finished: "
        "then everybody can do the sum again.",
    ),
)  # fmt: skip
