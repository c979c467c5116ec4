"""The log as a stream of server-sent events, in this process: what stands in it, where it begins and ends."""

import json
import resource
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

import pytest
from acey_deucey.api import listeners, stream
from acey_deucey.api.app import create_app
from acey_deucey.api.listeners import ListenerLimits, Places, TooManyListeners, network_of
from acey_deucey.api.open_files import room_for
from acey_deucey.api.request_log import configure_log
from acey_deucey.api.stream import StreamTimes
from acey_deucey.api.streams import Streams
from acey_deucey.ports import StoreUnavailable
from acey_deucey.services import Services
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.conftest import TurnedClock
from tests.api.table import Table

SSE = {"Accept": "text/event-stream"}
QUICK = StreamTimes(heartbeat=0.05, life=3_600)
LIMITS = ListenerLimits(per_game=2, per_address=3, per_process=4)


class Heard(NamedTuple):
    """A message of a stream."""

    name: str
    id: int | None
    data: Any


class Listening:
    """An open stream, read message by message."""

    def __init__(self, answer: TestResponse) -> None:
        self.answer = answer
        self.parts = 0
        self._blocks = self._read()

    def _read(self) -> Iterator[bytes]:
        for part in self.answer.iter_encoded():
            assert part.endswith(b"\n\n"), "whole messages only"
            self.parts += 1
            yield from part.split(b"\n\n")[:-1]

    def blocks(self) -> Iterator[dict[bytes, bytes]]:
        """The fields of each message; a comment has none."""
        for block in self._blocks:
            yield dict(line.split(b": ", 1) for line in block.split(b"\n") if not line.startswith(b":"))

    def __iter__(self) -> Iterator[Heard]:
        for fields in self.blocks():
            if b"data" in fields:
                number = int(fields[b"id"]) if b"id" in fields else None
                yield Heard(fields[b"event"].decode(), number, json.loads(fields[b"data"]))

    def next(self, count: int = 1) -> list[Heard]:
        """The next messages, without the heartbeats between them."""
        messages = iter(self)
        return [next(messages) for _ in range(count)]


Listen = Callable[..., Any]


@pytest.fixture(autouse=True)
def _quiet_log() -> None:
    configure_log("error")


@pytest.fixture
def streams(services: Services) -> Streams:
    return Streams(services, LIMITS, QUICK)


@pytest.fixture
def client(services: Services, streams: Streams) -> FlaskClient:
    return FlaskClient(create_app(services, ("*",), streams))


@pytest.fixture
def table(client: FlaskClient) -> Callable[..., Table]:
    return lambda **body: Table(client, **body)


@pytest.fixture
def played(table: Callable[..., Table]) -> Table:
    """A game in which White has four threes to play."""
    return table(position="h15/h15 w move named 3333 21 3 1")


@contextmanager
def listening(table: Table, query: str = "", address: str = "192.0.2.1", **headers: str) -> Iterator[Listening]:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    environ = {"REMOTE_ADDR": address}
    answer = table.client.get(f"{table.url}/events{query}", headers={**SSE, **names}, environ_base=environ)
    with closing(answer):
        assert (answer.status_code, answer.mimetype) == (200, "text/event-stream"), answer.text
        yield Listening(answer)


def plays_threes(table: Table, times: int) -> None:
    for _ in range(times):
        table.does("moves", {"play": "hand/22"})


def test_a_fresh_stream_begins_with_the_whole_game(played: Table) -> None:
    plays_threes(played, 1)
    with listening(played) as stream:
        assert stream.next() == [Heard("game", 2, played.get().json)]
        plays_threes(played, 1)
        assert [message.id for message in stream.next()] == [3]


def test_each_entry_of_the_log_is_one_message_as_it_stands_in_the_list(played: Table) -> None:
    with listening(played, "?after=0") as stream:
        plays_threes(played, 2)
        heard = stream.next(3)
    listed = played.get("/events").json["entries"]
    assert heard == [Heard("entry", entry["version"], entry) for entry in listed]


@pytest.mark.parametrize(
    ("query", "last_seen"),
    [("?after=2", {}), ("?cursor={cursor}", {}), ("", {"Last_Event_ID": "2"}), ("?after=1", {"Last_Event_ID": "2"}),
     ("?after=0&wait=25", {"Last_Event_ID": "2"})],
)  # fmt: skip
def test_a_stream_resumes_behind_any_cursor_without_gap_or_repeat_or_game(
    played: Table, query: str, last_seen: dict[str, str]
) -> None:
    plays_threes(played, 2)
    cursor = played.get("/events?limit=2").json["cursor"]
    with listening(played, query.format(cursor=cursor), **last_seen) as stream:
        plays_threes(played, 1)
        assert [(message.name, message.id) for message in stream.next(2)] == [("entry", 3), ("entry", 4)]


def test_the_id_of_a_message_is_a_cursor_for_the_list_and_for_waiting_too(played: Table) -> None:
    with listening(played) as stream:
        (game,) = stream.next()
        plays_threes(played, 1)
        (entry,) = stream.next()
    assert played.get(f"/events?after={game.id}").json["entries"] == [entry.data]
    assert played.get(f"/events?after={game.id}&wait=20").json["entries"] == [entry.data]


@pytest.mark.parametrize("lost", ["?after=7", "?after=1000000000"])
def test_behind_a_version_that_the_log_does_not_have_the_stream_begins_with_the_game(played: Table, lost: str) -> None:
    with listening(played, lost) as stream:
        assert [(message.name, message.id) for message in stream.next()] == [("game", 1)]


def test_a_long_log_comes_whole(played: Table) -> None:
    for _ in range(60):
        plays_threes(played, 1)
        played.does("undos")
    plays_threes(played, 3)
    with listening(played, "?after=0") as stream:
        assert [message.id for message in stream.next(124)] == list(range(1, 125))


def test_taking_a_move_back_is_an_entry_of_its_own(played: Table) -> None:
    plays_threes(played, 1)
    with listening(played) as stream:
        stream.next()
        undone = played.does("undos")
        (message,) = stream.next()
    assert (message.name, message.id) == ("entry", 3)
    assert message.data["events"] == undone["events"] == [{"type": "undone", "player": "white", "to_version": 1}]


def test_taking_a_seat_is_told(table: Callable[..., Table], client: FlaskClient) -> None:
    waiting = table(seats={"black": "open"})
    with listening(waiting) as stream:
        assert stream.next()[0].data["status"] == "waiting"
        client.post(f"{waiting.url}/seats", json={"seat": "black", "name": "Ada"})
        (message,) = stream.next()
    assert [event["type"] for event in message.data["events"]][:2] == ["seat_taken", "opening_rolled"]


CLOSED = "h3,6x2,5x2,4x2,3x2,2x2,1x2"
ENDS: dict[str, tuple[dict[str, Any], str, Any, str]] = {
    "borne_off": ({"position": "1,o14/h15 w move plain 1 51 - 1"}, "moves", {"play": "1/off"}, "white"),
    "deadlock": (
        {"ruleset": "european", "position": f"h3,7,6,5x2,4x2,3x2,2x2,1x2/{CLOSED} w move plain 1 61 - 1"},
        "moves",
        {"play": "7/6"},
        "white",
    ),
    "resigned by the player in turn": ({"position": "h15/h15 w roll 0"}, "resignations", None, "white"),
    "resigned by the other player": ({"position": "h15/h15 w roll 0"}, "resignations", None, "black"),
    "resigned before the opening": ({"dice": {"mode": "manual"}}, "resignations", None, "white"),
}


@pytest.mark.parametrize(("body", "path", "command", "seat"), ENDS.values(), ids=ENDS)
def test_every_end_of_a_game_is_told_once_and_then_the_stream_closes(
    table: Callable[..., Table], body: dict[str, Any], path: str, command: Any, seat: str
) -> None:
    ending = table(**body)
    with listening(ending) as stream:
        stream.next()
        ending.does(path, command, seat)
        rest = list(stream)
    finished = [event for message in rest for event in message.data["events"] if event["type"] == "finished"]
    assert [event["result"] for event in finished] == [ending.game["result"]]
    assert [message.name for message in rest] == ["entry"]


def test_a_game_that_is_over_is_told_once_and_who_knows_its_end_is_sent_away(played: Table) -> None:
    played.does("resignations")
    with listening(played) as stream:
        assert [(message.name, message.data["status"]) for message in stream] == [("game", "finished")]
    with listening(played, "?after=1") as stream:
        assert [(message.name, message.id) for message in stream] == [("entry", 2)]
    known = played.get("/events", Accept="text/event-stream", Last_Event_ID="2")
    assert (known.status_code, known.data) == (204, b"")


def test_a_stream_says_when_to_come_again_first_of_all_and_not_the_same_to_all(
    played: Table, services: Services, client: FlaskClient
) -> None:
    said = set()
    for _ in range(20):
        with listening(played) as stream:
            said.add(int(next(stream.blocks())[b"retry"]))
    assert all(1_000 <= milliseconds <= 3_000 for milliseconds in said)
    assert len(said) > 5


def test_a_quiet_stream_beats(played: Table) -> None:
    with listening(played, "?after=1") as stream:
        blocks = stream.blocks()
        assert b"retry" in next(blocks)
        assert [next(blocks) for _ in range(3)] == [{}, {}, {}]
        plays_threes(played, 1)
        assert next(blocks)[b"id"] == b"2"


def test_what_happened_meanwhile_comes_in_one_part(played: Table) -> None:
    with listening(played) as stream:
        stream.next()
        plays_threes(played, 3)
        before = stream.parts
        stream.next(3)
        assert stream.parts == before + 1


def test_the_headers_keep_proxies_and_caches_from_holding_a_stream_back(played: Table) -> None:
    with listening(played, Origin="https://board.example") as stream:
        headers = stream.answer.headers
    assert headers["Content-Type"] == "text/event-stream"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Accel-Buffering"] == "no"
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert "Content-Length" not in headers


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/event-stream;q=0.5, application/json"])
def test_who_does_not_ask_for_a_stream_gets_the_list(played: Table, accept: str) -> None:
    assert played.get("/events", Accept=accept).json["cursor"]


def test_a_stream_may_be_asked_for_before_the_list(played: Table) -> None:
    with listening(played, Accept="text/event-stream, application/json;q=0.9") as stream:
        assert stream.next()[0].name == "game"


@pytest.mark.parametrize(
    ("query", "headers"),
    [("?cursor=x", {}), ("?after=x", {}), ("?after=1&cursor=djE6MQ", {}), ("?other=1", {}),
     ("", {"Last_Event_ID": "x"}), ("", {"Last_Event_ID": "-1"}),
     ("", {"Last_Event_ID": "1" * 40}), ("", {"Last_Event_ID": "¹"})],
)  # fmt: skip
@pytest.mark.parametrize("accept", ["text/event-stream", "application/json"])
def test_a_place_in_the_log_that_cannot_be_read_is_refused(
    played: Table, query: str, headers: dict[str, str], accept: str
) -> None:
    answer = played.get(f"/events{query}", Accept=accept, **headers)
    assert (answer.status_code, answer.json["type"]) == (400, "/problems/invalid-request")


def test_to_ask_only_for_the_head_takes_no_place(played: Table, streams: Streams) -> None:
    for _ in range(10):
        with closing(played.client.head(f"{played.url}/events", headers=SSE)) as answer:
            assert (answer.status_code, answer.mimetype, answer.data) == (200, "text/event-stream", b"")
    assert streams.listeners == 0


def test_a_private_game_is_told_to_its_players_alone(table: Callable[..., Table]) -> None:
    secret = table(private=True)
    other = table()
    for token, status in ((None, 401), ("nonsense", 401), (other.tokens["white"], 403)):
        assert secret.get("/events", token, Accept="text/event-stream").status_code == status
    for token in secret.tokens.values():
        with listening(secret, Authorization=f"Bearer {token}") as stream:
            assert stream.next()[0].name == "game"


def test_no_token_and_no_seed_is_told(played: Table) -> None:
    with listening(played, Authorization=f"Bearer {played.tokens['white']}") as stream:
        played.does("resignations")
        told = b"".join(stream.answer.iter_encoded())
    assert b"finished" in told
    assert not any(token.encode() in told for token in played.tokens.values())
    assert not any(beginning in told for beginning in (b"acey_white", b"acey_black", b"seed", b"salt"))


@pytest.mark.parametrize("gone", [404, 410])
def test_a_game_that_is_not_there_has_no_stream(
    played: Table, client: FlaskClient, clock: TurnedClock, streams: Streams, gone: int
) -> None:
    clock.seconds += 20 * 86_400 if gone == 410 else 400 * 86_400
    answer = played.get("/events", Accept="text/event-stream")
    assert (answer.status_code, answer.mimetype) == (gone, "application/problem+json")
    assert streams.listeners == 0


def test_a_game_that_expires_ends_its_stream(played: Table, clock: TurnedClock) -> None:
    with listening(played) as stream:
        stream.next()
        clock.seconds += 20 * 86_400
        assert list(stream) == [Heard("drain", None, {"after": 1})]


def test_streams_end_by_themselves_and_say_where_to_go_on(services: Services) -> None:
    streams = Streams(services, times=StreamTimes(heartbeat=0.02, life=0.2))
    played = Table(FlaskClient(create_app(services, (), streams)))
    with listening(played) as stream:
        assert [(message.name, message.id) for message in stream] == [("game", 1), ("drain", None)]


def test_a_process_that_stops_ends_all_streams_and_all_waiting(played: Table, streams: Streams) -> None:
    with listening(played) as first, listening(played, "?after=1") as second:
        first.next()
        streams.drain()
        for stream in (first, second):
            assert list(stream) == [Heard("drain", None, {"after": 1})]
    with listening(played) as late:
        assert [message.name for message in late] == ["game", "drain"]
    assert played.get("/events?after=1&wait=25").json["entries"] == []
    plays_threes(played, 1)


@pytest.mark.parametrize(
    ("limit", "most", "addresses"),
    [("game", 2, "aab"), ("address", 3, "cccc"), ("process", 4, "abcde")],
)
def test_beyond_each_limit_there_is_a_problem_until_a_listener_goes(
    table: Callable[..., Table], streams: Streams, limit: str, most: int, addresses: str
) -> None:
    tables = [table() for _ in addresses] if limit != "game" else [table()] * len(addresses)
    opening = [listening(at, address=f"192.0.2.{ord(who)}") for at, who in zip(tables, addresses, strict=True)]
    for place in opening[:most]:
        place.__enter__()
    last = tables[-1]
    environ = {"REMOTE_ADDR": f"192.0.2.{ord(addresses[-1])}"}
    for query, headers in (("", SSE), ("?after=1&wait=25", {})):
        refused = last.client.get(f"{last.url}/events{query}", headers=headers, environ_base=environ)
        assert (refused.status_code, refused.json["type"]) == (503, "/problems/too-many-listeners")
        assert refused.headers["Retry-After"] == str(listeners.RETRY_SECONDS)
        assert str(most) in refused.json["detail"]
    assert last.get("/events").status_code == 200, "a list needs no place"
    last.does("resignations")
    opening[0].__exit__(None, None, None)
    with opening[-1] as heard:
        assert heard.next()[0].name == "game"
    for place in opening[1:most]:
        place.__exit__(None, None, None)
    assert streams.listeners == 0


def test_a_place_is_given_back_once() -> None:
    places = Places(ListenerLimits(1, 1, 1))
    first = places.take("k3", "192.0.2.1")
    first.release()
    second = places.take("k3", "192.0.2.1")
    first.release()
    with pytest.raises(TooManyListeners):
        places.take("k4", None)
    second.release()
    assert places.taken == 0


def test_clients_without_an_address_are_not_counted_together() -> None:
    places = Places(ListenerLimits(per_game=10, per_address=1, per_process=10))
    taken = [places.take("k3", address) for address in (None, None, "")]
    assert places.taken == len(taken)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("unix:", "unix:", True),
    ],
)
def test_a_customers_addresses_count_as_one(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) is same


def opened(client: FlaskClient, path: str, forwarded: str) -> TestResponse:
    return client.get(path, headers={**SSE, "X-Forwarded-For": forwarded})


@pytest.mark.parametrize(("proxies", "statuses"), [("0", [200, 503, 503]), ("1", [200, 200, 503])])
def test_behind_a_proxy_that_is_trusted_clients_are_counted_by_their_own_addresses(
    app_set: Callable[..., Flask], proxies: str, statuses: list[int]
) -> None:
    client = FlaskClient(app_set(ACEY_TRUSTED_PROXIES=proxies, ACEY_LISTENERS_PER_ADDRESS="1"))
    path = f"{Table(client).url}/events"
    answers = [opened(client, path, address) for address in ("192.0.2.1", "192.0.2.2", "192.0.2.9, 192.0.2.2")]
    assert [answer.status_code for answer in answers] == statuses
    for answer in answers:
        answer.close()


@pytest.mark.parametrize(
    ("soft", "hard", "room", "raised"),
    [
        (1_024, 1_048_576, 8_000, 8_500),
        (1_024, 4_096, 3_596, 4_096),
        (1_024, resource.RLIM_INFINITY, 8_000, 8_500),
        (20_000, 20_000, 8_000, None),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, 8_000, None),
        (256, 256, 0, 256),
    ],
)
def test_there_are_no_more_places_than_files_may_be_open(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, room: int, raised: int | None
) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    assert room_for(8_000) == room
    assert asked == ([] if raised is None else [(raised, hard)])


def test_a_stream_outlives_a_store_that_is_away(
    played: Table, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "AWAY_SECONDS", 0.01)
    store: Any = services.store
    log, failures = store.log, iter(range(3))

    def away_at_first(*arguments: Any) -> Any:
        for _ in failures:
            raise StoreUnavailable("it does not answer")
        return log(*arguments)

    with listening(played) as listener:
        listener.next()
        plays_threes(played, 1)
        store.log = away_at_first
        assert [message.id for message in listener.next()] == [2]


def test_a_stream_whose_log_has_lost_what_was_rung_for_ends(
    played: Table, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening(played) as stream:
        stream.next()
        plays_threes(played, 1)
        monkeypatch.setattr(services.store, "log", lambda *_: [])
        assert list(stream) == [Heard("drain", None, {"after": 1})]


def test_a_store_that_is_away_refuses_new_streams_and_keeps_no_place(
    played: Table, services: Services, streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> Any:
        raise StoreUnavailable("it does not answer")

    monkeypatch.setattr(services.store, "listen", away)
    answer = played.get("/events", Accept="text/event-stream")
    assert (answer.status_code, answer.json["type"]) == (503, "/problems/store-unavailable")
    assert streams.listeners == 0
