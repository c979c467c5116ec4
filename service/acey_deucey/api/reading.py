"""What a request says: its body, query and headers, read strictly or refused; it knows no game rule.

Wrong form is found here, before any game is looked at: 400, 413 and 415.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Any

import orjson
from flask import Request
from gunicorn.http.errors import ParseException  # type: ignore[import-untyped]
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge
from werkzeug.http import parse_options_header

from acey_deucey.api.bad_requests import InvalidRequest, MalformedJson, UnsupportedMediaType
from acey_deucey.api.lean_flask import asked, noted
from acey_deucey.api_keys import PREFIX
from acey_deucey.ports import IdempotencyKey
from acey_deucey.services import Command, InvalidToken
from acey_deucey.wording import Message

LARGEST_BODY = 64 * 1024
SHORT_BODY = 100  # of those that are read once and then remembered; views only read what they say
MOST_REMEMBERED = 4_096
DEEPEST = 50  # levels of a body; who writes JSON anew gets no further than some hundred
LONGEST_KEY = 255
LONGEST_TOKEN = 200

_JSON_TYPE = re.compile(r"application/(?:[\w.+-]+\+)?json", re.ASCII)
_KEY = re.compile(
    rf'"(?P<quoted>[\x20\x21\x23-\x7e]{{1,{LONGEST_KEY}}})"|(?P<bare>[\x21\x23-\x7e]{{1,{LONGEST_KEY}}})', re.ASCII
)
_KEY_SHAPE = Message(
    "Must be 1 to {most} printable ASCII characters, no double quotes; with spaces only in quotes.",
    {"most": LONGEST_KEY},
)
_BEARER = re.compile(rf"bearer +(?P<token>[\x21-\x7e]{{1,{LONGEST_TOKEN}}})", re.ASCII | re.IGNORECASE)
_TAGS = re.compile(r'(?:W/)?"[^"]*"(?:[ \t]*,[ \t]*(?:W/)?"[^"]*")*')
_STRONG = re.compile(r'(?<!/)"(\d{1,15})"', re.ASCII)


def read_body(schema: Schema) -> dict[str, Any]:
    """The body as the schema reads it; no body counts as an empty object.

    :raises RequestEntityTooLarge: it has more than 64 KiB.
    :raises BadRequest: its chunks are none.
    :raises MalformedJson: it is no JSON text.
    :raises UnsupportedMediaType: it does not say that it is JSON.
    :raises InvalidRequest: it is not an object of the schema.
    """
    data = _data()
    if not data:
        return _loaded_empty(schema)
    mimetype = _mimetype(asked().environ.get("CONTENT_TYPE", ""))
    if not _JSON_TYPE.fullmatch(mimetype):
        raise UnsupportedMediaType(mimetype)
    return _read_short(schema, data) if len(data) <= SHORT_BODY else _read(schema, data)


def _read(schema: Schema, data: bytes) -> dict[str, Any]:
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise MalformedJson(error.lineno, error.colno) from None
    if not isinstance(value, dict):
        raise InvalidRequest.at("", Message("Must be an object."))
    if data.count(b"[") + data.count(b"{") > DEEPEST and _is_deep(value):
        raise InvalidRequest.at("", Message("Must not be nested more than {most} levels deep.", {"most": DEEPEST}))
    return _loaded(schema, value)


def _is_deep(value: dict[str, Any]) -> bool:
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        level = [part for each in level for part in _parts(each)]
    return bool(level)


def _parts(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


# Players send the same few rolls and plays again and again. Reading one takes a sixth of the time of a command.
_read_short = lru_cache(maxsize=MOST_REMEMBERED)(_read)


@lru_cache(maxsize=MOST_REMEMBERED)
def _mimetype(content_type: str) -> str:
    return parse_options_header(content_type)[0].lower()


def _data() -> bytes:
    """The body; it is read from the client only once."""
    notes = noted()
    if "body" not in notes:
        notes["body"] = _received(asked())
    data: bytes = notes["body"]
    return data


def _received(request: Request) -> bytes:
    try:
        if request.environ.get("wsgi.input_terminated"):
            data: bytes = request.environ["wsgi.input"].read(LARGEST_BODY + 1)
        else:  # a server that would let us wait for more than was sent
            data = request.get_data()
    except ParseException:  # gunicorn reads chunks only now
        raise BadRequest from None
    # A body without an announced length is cut one byte above the limit.
    if len(data) > LARGEST_BODY:
        raise RequestEntityTooLarge
    return data


def read_query(schema: Schema) -> dict[str, Any]:
    """The query parameters as the schema reads them.

    :raises InvalidRequest: one is unknown, repeated, or cannot be read.
    """
    request = asked()
    if not request.query_string:
        return _loaded_empty(schema)
    given = request.args
    if len(given) != len(list(given.items(multi=True))):
        raise InvalidRequest.at("query", Message("A parameter is given twice."))
    return _loaded(schema, given.to_dict())


@lru_cache(maxsize=64)
def _loaded_empty(schema: Schema) -> dict[str, Any]:
    """What the schema makes of nothing: the same for every request, which only reads it."""
    return _loaded(schema, {})


def _loaded(schema: Schema, value: dict[str, Any]) -> dict[str, Any]:
    try:
        loaded: dict[str, Any] = schema.load(value)
    except ValidationError as error:
        raise InvalidRequest(_faults("", error.messages)) from None
    return loaded


def _faults(where: str, messages: Any) -> list[dict[str, str | Message]]:
    """marshmallow's nested messages as a flat list of JSON pointers and reasons."""
    if isinstance(messages, dict):
        # A dictionary's faults come under "key" and "value", which are no places of the request.
        inner = [
            (where if name in ("key", "value", "_schema") else f"{where}/{name}", part)
            for name, part in messages.items()
        ]
        return [fault for place, part in inner for fault in _faults(place, part)]
    reasons = (reason if isinstance(reason, Message) else Message(reason) for reason in messages)
    return [{"where": where[:200], "reason": reason} for reason in reasons]


def read_token() -> str | None:
    """The bearer token of the request, if there is one.

    :raises InvalidToken: the header is there, and is no bearer token.
    """
    header = asked().environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    token = bearer_of(header)
    if token is None:
        raise InvalidToken
    return token


def bearer_of(header: str) -> str | None:
    """The bearer token that an Authorization header holds, if it holds one."""
    match = _BEARER.fullmatch(header.strip())
    return match["token"] if match else None


def read_command(game_id: str, *, dry_run: bool = False) -> Command:
    """Who asks for a command on the game, and under which conditions.

    :raises InvalidRequest: a header cannot be read.
    :raises InvalidToken: there is an Authorization header without a bearer token.
    """
    if_match, key = _read_if_match(), read_key()
    return Command(game_id, read_token(), if_match, key, dry_run)


def read_key() -> IdempotencyKey | None:
    """The idempotency key, quoted or bare, with the fingerprint of this request.

    :raises InvalidRequest: it is empty, too long, or holds what is not allowed in it.
    """
    header = asked().environ.get("HTTP_IDEMPOTENCY_KEY")
    if header is None:
        return None
    match = _KEY.fullmatch(header.strip())
    if match is None:
        raise InvalidRequest.at("Idempotency-Key", _KEY_SHAPE)
    return IdempotencyKey(match["quoted"] or match["bare"], _fingerprint())


def _fingerprint() -> bytes:
    """A digest of all that the request asks for: two requests with one digest are the same request."""
    request = asked()
    data = _data()
    body = orjson.dumps(orjson.loads(data), option=orjson.OPT_SORT_KEYS) if data else b"{}"
    token = request.headers.get("Authorization", "")
    if f" {PREFIX}" in token:
        token = ""  # an idempotency key is its owner's, with whichever of his API keys he sends it
    parts = (request.method, request.path, request.query_string.decode("latin-1"), token)
    return sha256("\n".join(parts).encode() + b"\n" + body).digest()


def _read_if_match() -> frozenset[int] | None:
    """The versions that If-Match accepts; None for any."""
    header = asked().environ.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return None
    if not _TAGS.fullmatch(header.strip()):
        raise InvalidRequest.at("If-Match", Message('Must be * or entity tags such as "7".'))
    return frozenset(int(version) for version in _STRONG.findall(header))
