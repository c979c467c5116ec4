"""Whatever a parser is given, it reads it or raises what its documentation says: nothing else ever comes out."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pytest
from acey_deucey.api.app import create_app
from acey_deucey.api.bad_requests import InvalidRequest
from acey_deucey.api.cursors import cursor_of, place_in
from acey_deucey.api.language import negotiated
from acey_deucey.api.request_log import configure_log
from acey_deucey.api_keys import ApiKeys, UnreadableApiKey
from acey_deucey.codec import NewerFormat, load_entry, load_state
from acey_deucey.config import SETTINGS, InvalidSettings, load_settings
from acey_deucey.rules.moves import UnreadablePlay, parse_play
from acey_deucey.rules.options import InvalidOptions, Options
from acey_deucey.rules.position import InvalidPosition
from acey_deucey.rules.position_id import InvalidPositionId, parse_position_id
from acey_deucey.rules.rulesets import UnknownRuleset
from acey_deucey.rules.turn_check import InvalidTurn
from acey_deucey.store import open_servers
from acey_deucey.store.address import UnsupportedStoreUrl
from acey_deucey.transcript import UnknownRecordVersion, UnreadableRecord
from acey_deucey.transcript_json import transcript_from_json
from acey_deucey.transcript_text import parse_transcript
from acey_deucey.verify import read_record
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.checked_client import CheckedClient
from tests.api.conftest import services_without_chance
from tests.api.table import Table, bearer
from tests.security.made_up import JUNK, damaged_bytes, damaged_values, texts

VECTORS = Path(__file__).resolve().parents[1] / "vectors"
RECORDS = [case["record"] for case in json.loads((VECTORS / "records.json").read_text("utf-8"))[:12]]
RECORD_TEXTS = [case["text"] for case in json.loads((VECTORS / "records.json").read_text("utf-8"))[:12]]
IDS = [case["id"] for case in json.loads((VECTORS / "positions.json").read_text("utf-8"))]
PLAYS = ["13/8", "hand/20", "bar/22* 6/off", "24/20*/15", "hand/21(2)", "h/24 b/3 /o", "25/", "3/off=6", "13/3"]
PLAY_WORDS = ["hand", "bar", "off", "/", "*", "(2)", "(", ")", "=6", "24", "1", "25", "0", "h", "b", "o", "13/8"]
ID_WORDS = ["h15", "b1", "o3", "/", ",", "24", "x5", "w", "b", "opening", "over", " roll ", " move ", "named", "double",
            "complement", "acey_deucey", "plain", "44", "21", "-", "1", "x"]  # fmt: skip
RECORD_WORDS = ["acey-deucey record 1", "ruleset american 1", "option bear_off ", '"any"', "start ", "dice manual",
                "entropy white ", "seed ", "clock 60", "opening 3-5", "1. white ", "6-5", "; ", "name 4", "undo",
                "resigns", "times out", "result white borne_off 3", "#", "[[", "{"]  # fmt: skip
URLS = ["redis://u:p@h:6379/0", "unix:///s?db=1", "rediss://h?ssl_ca_certs=/c", "redis+sentinel://h1,h2:7/n/0",
        "redis+cluster://h1,[::1]:7", "valkey://h"]  # fmt: skip
URL_WORDS = [
    "redis",
    "+sentinel",
    "+cluster",
    "://",
    "@",
    ":",
    "[",
    "]",
    ",",
    "/",
    "?db=",
    "&",
    "%",
    "%zz",
    "socket_timeout=",
]
NO_SUCH_GAME = (UnknownRuleset, InvalidOptions, InvalidPositionId, InvalidPosition, InvalidTurn)


class Parser(NamedTuple):
    """A parser, what it is given, and all that it may raise."""

    reads: Callable[[Any], object]
    given: st.SearchStrategy[Any]
    raises: tuple[type[Exception], ...]


def _stored() -> tuple[list[bytes], list[bytes]]:
    """States and log entries as the service stores them."""
    services = services_without_chance()
    client = create_app(services).test_client()
    opened = Table(client, seats={"black": "open"}, clock={"turn_seconds": 60}, labels={"a;b": ";"})
    opened.does("seats", {"seat": "black", "name": "B;", "entropy": "x"})
    named = Table(client, position="h15/h15 w move named 3333 21 3 1", options={"max_rolls_per_turn": 3})
    replayed = Table(client, record=RECORDS[3])
    for table in (opened, named):
        table.does("resignations", seat="white")  # the other token is with who took the seat
    games = [table.game["id"] for table in (opened, named, replayed)]
    states = [services.store.load(game).state for game in games]
    return states, [entry.entry for game in games for entry in services.store.log(game)]


configure_log("error")
STATES, ENTRIES = _stored()
STATE_VALUES = damaged_values([orjson.loads(state) for state in STATES]).map(lambda value: json.dumps(value).encode())
PARSERS = {
    "play": Parser(parse_play, texts(PLAY_WORDS, PLAYS), (UnreadablePlay,)),
    "position id": Parser(
        parse_position_id, texts(ID_WORDS, IDS), (InvalidPositionId, InvalidPosition, InvalidTurn)
    ),
    "options": Parser(
        Options().override,
        st.dictionaries(st.sampled_from([*Options().as_dict(), "", "x"]), JUNK, max_size=4),
        (InvalidOptions,),
    ),
    "record as JSON": Parser(
        transcript_from_json, damaged_values(RECORDS), (UnreadableRecord, UnknownRecordVersion, *NO_SUCH_GAME)
    ),
    "record as text": Parser(
        parse_transcript, texts(RECORD_WORDS, RECORD_TEXTS), (UnreadableRecord, UnknownRecordVersion, *NO_SUCH_GAME)
    ),
    "record in a file": Parser(
        read_record,
        damaged_bytes([written.encode() for written in (*RECORD_TEXTS, *map(json.dumps, RECORDS))]),
        (UnreadableRecord, UnknownRecordVersion, *NO_SUCH_GAME),
    ),
    "stored state": Parser(
        lambda data: load_state("k3q8w1c5t9r2m4x7z0a6bd", data),
        st.one_of(damaged_bytes(STATES), STATE_VALUES),
        (NewerFormat, ValueError),
    ),
    "log entry": Parser(
        lambda data: load_entry("k3q8w1c5t9r2m4x7z0a6bd", 1, data), damaged_bytes(ENTRIES), (NewerFormat, ValueError)
    ),
    "cursor": Parser(
        lambda text: place_in(text, "v1", int), texts(["v1:", "=", "-", "_"], [cursor_of("v1", 7)]), (InvalidRequest,)
    ),
    "Accept-Language": Parser(
        negotiated, texts(["de", "-CH", ",", ";", "q=", "*", "0.5", "nan"], ["de-CH, fr;q=0.9, *;q=0.1"]), ()
    ),
    "store URL": Parser(open_servers, texts(URL_WORDS, URLS), (UnsupportedStoreUrl,)),
    "API keys": Parser(
        lambda text: ApiKeys([text]), texts(["a", "=", "0" * 64], [f"school={'1f' * 32}"]), (UnreadableApiKey,)
    ),
}  # fmt: skip


def feed(parser: Parser, examples: int, by_chance: bool = False) -> None:
    """Give the parser so many inputs; the same each time, unless they shall be made by chance."""

    @settings(
        max_examples=examples,
        derandomize=not by_chance,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
    @given(given=parser.given)
    def reads(given: Any) -> None:
        try:
            parser.reads(given)
        except parser.raises as error:
            str(error)

    reads()


@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_reads_or_raises_what_it_says(name: str) -> None:
    feed(PARSERS[name], 100)


@pytest.mark.slow
@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_reads_or_raises_what_it_says_however_long_one_looks(name: str) -> None:
    feed(PARSERS[name], 2_000)


@pytest.mark.nightly
@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_reads_or_raises_what_it_says_whatever_chance_gives_it(name: str) -> None:
    feed(PARSERS[name], 20_000, by_chance=True)


HEADERS = {
    "If-Match": texts(['"', "W/", ",", "7", "*", " "], ['"7", W/"8"', "*"]),
    "If-None-Match": texts(['"', "W/", ",", "7", "*"], ['"7", W/"8"', "*"]),
    "Idempotency-Key": texts(['"', "a", " ", "~"], ['"3fd1c2aa"', "3fd1c2aa"]),
    "Last-Event-ID": texts(["7", "-", "."], ["12"]),
    "Accept-Language": texts(["de", ",", ";q=", "*", "1.1"], ["de-CH, fr;q=0.9"]),
    "Accept": texts(["text/", "*", ";q=", ",", "json", '"'], ["application/json;q=0.5, text/event-stream;q=0.1"]),
    "Authorization": texts(["Bearer ", "acey_", "white_", "adk_", "=", ":"], ["Bearer acey_white_" + "x" * 43]),
    "Content-Type": texts(["application/", "json", ";", "charset=", '"', "+"], ["application/json; charset=utf-8"]),
    "X-Request-Id": texts(["a", ".", "-"], ["abc-1.2_Z"]),
    "traceparent": texts(["00", "-", "f"], ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"]),
    "Origin": texts(["https://", "null", "*"], ["https://board.example"]),
    "X-Forwarded-For": texts(["::1", ",", "%", "1."], ["192.0.2.1, ::1%eth0"]),
}  # fmt: skip


def sent(header: str) -> Parser:
    """Requests with that header, each answered without a mistake and as the document says."""
    app = create_app(services_without_chance(), ("https://board.example",))
    app.test_client_class = CheckedClient
    table = Table(app.test_client(), position="h15/h15 w roll 0")
    over = Table(app.test_client())  # so that its stream ends
    over.does("resignations")
    own = {} if header == "Authorization" else bearer(table.tokens["white"])

    def ask(value: str) -> None:
        # As WSGI has it: latin-1, without line ends.
        headers = {**own, header: value.encode("utf-8", "replace").decode("latin-1").translate({10: 32, 13: 32})}
        looks = [over.client.get(over.url + path, headers=headers) for path in ("", "/events", "/record")]
        commands = [
            table.client.post(f"{table.url}/{path}", data=b"{}", headers=headers) for path in ("rolls", "undos")
        ]
        for answer in (*looks, *commands):
            answer.close()
            assert answer.status_code < 500, answer.text

    return Parser(ask, HEADERS[header], ())


@pytest.mark.parametrize("header", HEADERS)
def test_a_header_may_hold_anything(header: str) -> None:
    feed(sent(header), 25)


@pytest.mark.slow
@pytest.mark.parametrize("header", HEADERS)
def test_a_header_may_hold_anything_however_long_one_looks(header: str) -> None:
    feed(sent(header), 200)


@pytest.mark.nightly
@pytest.mark.parametrize("header", HEADERS)
def test_a_header_may_hold_whatever_chance_gives_it(header: str) -> None:
    feed(sent(header), 2_000, by_chance=True)


@pytest.mark.parametrize("name", [setting.name for setting in SETTINGS])
def test_a_setting_is_read_or_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(value: str) -> None:
        monkeypatch.setenv(name, value.encode("utf-8", "replace").decode().replace("\0", ""))
        load_settings()

    words = ["1", "-", ".", "_", " ", ",", "=", "fast", "debug", "inf"]
    feed(Parser(read, texts(words, ["8000", "127.0.0.1", "a=b,c"]), (InvalidSettings,)), 25)
