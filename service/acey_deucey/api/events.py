"""The log of a game: as a list, as a list that waits, and as a stream of server-sent events. One cursor for all."""

import re
from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from acey_deucey import looking
from acey_deucey.api import examples, response_schemas
from acey_deucey.api.answers import JSON, NOT_STORED, json_answer
from acey_deucey.api.bad_requests import InvalidRequest
from acey_deucey.api.cursors import cursor_of, place_in
from acey_deucey.api.messages import EVENT_STREAM
from acey_deucey.api.operation import READ_PROBLEMS, Answer, Context, Operation
from acey_deucey.api.present import entry_json
from acey_deucey.api.queries import EventsQuery
from acey_deucey.api.reading import read_query
from acey_deucey.api.streams import Client
from acey_deucey.record import Entry
from acey_deucey.wording import Message

_EVENTS = EventsQuery()
LOG = "v1"
_VERSION = re.compile(r"\d{1,10}", re.ASCII)


def list_events(context: Context, game_id: str) -> Response:
    asked, last_seen = read_query(_EVENTS), _read_last_event_id()
    client = Client(context.owners.reader(), request.remote_addr, request.environ.get("gunicorn.socket"))
    if request.accept_mimetypes.best_match((JSON, EVENT_STREAM), JSON) == EVENT_STREAM:
        return _stream(context, game_id, client, _start(asked) if last_seen is None else last_seen)
    after, limit, wait = _start(asked) or 0, asked["limit"], asked["wait"]
    if not wait:
        return _page(looking.events(context.services, game_id, client.token, after, limit + 1), after, limit)
    with context.streams.place(game_id, client):
        return _page(looking.events(context.services, game_id, client.token, after, limit + 1, wait), after, limit)


def _stream(context: Context, game_id: str, client: Client, after: int | None) -> Response:
    stream = context.streams.open(game_id, client, after)
    headers = {"Cache-Control": NOT_STORED, "X-Accel-Buffering": "no"}
    if stream is None:
        return Response(status=204, headers=headers)
    return Response(stream, content_type=EVENT_STREAM, headers=headers, direct_passthrough=True)


def _page(entries: list[Entry], after: int, limit: int) -> Response:
    entries, more = entries[:limit], len(entries) > limit
    cursor = cursor_of(LOG, entries[-1].version if entries else after)
    answer = json_answer({"entries": [entry_json(entry) for entry in entries], "cursor": cursor, "more": more})
    if more:
        query = urlencode({"cursor": cursor, "limit": limit})
        answer.headers["Link"] = f'<{request.path}?{query}>; rel="next"'
    return answer


def _start(asked: dict[str, Any]) -> int | None:
    """The version behind which to begin, if one is asked for.

    :raises InvalidRequest: the cursor is none of ours.
    """
    cursor: str | None = asked.get("cursor")
    return asked.get("after") if cursor is None else place_in(cursor, LOG, _version)


def _version(text: str) -> int:
    if not _VERSION.fullmatch(text):
        raise ValueError(text)
    return int(text)


def _read_last_event_id() -> int | None:
    """The id of the last message that a client of a stream has seen.

    :raises InvalidRequest: no message has that id.
    """
    header = request.headers.get("Last-Event-ID", "").strip()
    if header and not _VERSION.fullmatch(header):
        raise InvalidRequest.at("Last-Event-ID", Message("Must be the id of a message of the stream."))
    return int(header) if header else None


OPERATIONS = (
    Operation(
        "GET", "/v1/games/{game_id}/events", list_events, "Read the log, or listen to it", "Look",
        (Answer("Log entries, oldest first, one for each version; cursor leads on from here.", response_schemas.Events,
                examples.events, headers=("Link",)),
         Answer("Log entries, oldest first, as server-sent events.", {"type": "string"}, examples.stream,
                media=EVENT_STREAM),
         Answer("The game is over, and a client with this Last-Event-ID knows its end: do not connect again.",
                status=204)),
        query=EventsQuery,
        problems=(*READ_PROBLEMS, "too-many-listeners"),
        headers=("Last-Event-ID",),
        token="private",
        about="Entries of the versions above ?after=, or behind a cursor. When there is none yet, ?wait= holds the "
        "answer back until there is one, for that many seconds at most.\n\n"
        "With Accept: text/event-stream the same entries come as a stream that goes on until the game is over: one "
        "message named entry for each, its id the version, its data the entry as it stands in the list. Without "
        "?after=, ?cursor= or Last-Event-ID the stream begins with a message named game, whose data is the whole "
        "game; so it does where the log has no such version. A message named drain ends a stream whose game goes on: "
        "connect again, with Last-Event-ID. limit and wait do not matter to a stream. Browsers can use EventSource "
        "for public games; for private ones fetch the stream with the token.",
    ),
)  # fmt: skip
