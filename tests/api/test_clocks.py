"""Turn clocks over HTTP: who asks for one, what is shown of it, and how a game that is lost on time is found out."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import httpx2
import pytest
from acey_deucey import games, seating
from acey_deucey.api.stream import StreamTimes
from acey_deucey.api.streams import Client, Streams
from acey_deucey.api.wiring import services_of
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.seating import NewGame
from acey_deucey.services import Command, Created, Services
from acey_deucey.store import open_store
from acey_deucey.store.memory import MemoryStore, SystemClock
from flask.testing import FlaskClient

from tests.api.conftest import TurnedClock
from tests.api.running import service
from tests.api.table import Table

SECRET = "a secret that both of them know"
TURN = 60
RACERS = 32


def test_the_game_shows_its_clock_and_when_the_turn_must_be_over(
    table: Callable[..., Table], clock: TurnedClock
) -> None:
    timed = table(clock={"turn_seconds": TURN}, position="h15/h15 w roll 0")
    assert timed.game["clock"] == {"turn_seconds": TURN, "deadline": "2027-01-15T08:01:00.000Z"}
    assert table().game["clock"] is None
    clock.seconds += 10
    assert timed.does("rolls")["clock"]["deadline"] == "2027-01-15T08:01:00.000Z"
    assert table(clock={"turn_seconds": TURN}, seats={"black": "open"}).game["clock"]["deadline"] is None


@pytest.mark.parametrize("seconds", [4, 604_801, 0, -5, 30.0, "30", None, True])
def test_a_turn_lasts_from_five_seconds_to_a_week(client: Any, seconds: Any) -> None:
    answer = client.post("/v1/games", json={"clock": {"turn_seconds": seconds}})
    assert (answer.status_code, answer.json["errors"][0]["where"]) == (400, "/clock/turn_seconds")
    for allowed in (5, 604_800):
        assert client.post("/v1/games", json={"clock": {"turn_seconds": allowed}}).status_code == 201


@pytest.mark.parametrize("wrong", [{}, {"turn_seconds": 30, "increment": 5}, 30, None, []])
def test_a_clock_of_another_kind_is_refused(client: FlaskClient, wrong: Any) -> None:
    assert client.post("/v1/games", json={"clock": wrong}).status_code == 400


@pytest.mark.parametrize("path", ["", "/plays", "/events", "/record", "/dice", "/board.svg", "/board.txt"])
def test_whatever_is_looked_at_first_after_the_deadline_finds_the_game_lost(
    table: Callable[..., Table], clock: TurnedClock, path: str
) -> None:
    timed = table(clock={"turn_seconds": TURN}, position="h15/h15 b roll 0")
    before = timed.get()
    clock.seconds += TURN
    assert timed.get(path, If_None_Match=before.headers["ETag"]).status_code == 200
    game = timed.get().json
    assert game["result"] == {"winner": "white", "reason": "timeout", "points": 15}
    assert (game["version"], game["status"], game["updated_at"]) == (2, "finished", "2027-01-15T08:01:00.000Z")
    assert game["clock"] == {"turn_seconds": TURN, "deadline": None}
    assert game["events"] == [
        {"type": "timed_out", "player": "black"}, {"type": "finished", "result": game["result"]}
    ]  # fmt: skip
    assert [entry["version"] for entry in timed.get("/events").json["entries"]] == [1, 2]
    assert timed.get("?at=1").json["clock"]["deadline"] == "2027-01-15T08:01:00.000Z"


def test_a_late_command_is_told_that_the_game_is_over(table: Callable[..., Table], clock: TurnedClock) -> None:
    timed = table(clock={"turn_seconds": TURN}, position="h15/h15 w roll 0")
    clock.seconds += TURN
    stale = timed.post("rolls", If_Match='"1"')
    assert (stale.status_code, stale.json["current_version"]) == (412, 2)
    assert timed.is_refused("game-finished", 409, "rolls", seat="white")["version"] == 2


def test_a_record_tells_the_clock_and_the_loss_and_replays_without_a_clock(
    table: Callable[..., Table], clock: TurnedClock
) -> None:
    timed = table(clock={"turn_seconds": TURN})
    clock.seconds += TURN
    record = timed.get("/record").json
    assert record["clock"] == {"turn_seconds": TURN}
    assert record["commands"][-1] == {"player": timed.game["turn"]["player"], "timeout": True}
    again = table(record=record).game
    assert (again["result"], again["clock"]) == (record["result"], None)
    text = timed.get("/record", Accept="text/plain").text
    assert f"\nclock {TURN}\n" in text
    del record["result"], record["commands"][-1]
    assert table(record=record, clock={"turn_seconds": 5}).game["clock"]["turn_seconds"] == 5


def test_a_lesson_may_be_worked_through_against_the_clock(table: Callable[..., Table]) -> None:
    lesson = table().client.get("/v1/lessons").json["lessons"][0]["id"]
    assert table(lesson=lesson, clock={"turn_seconds": TURN}).game["clock"]["turn_seconds"] == TURN


def test_a_stream_tells_of_the_loss_though_nobody_else_looks_and_then_ends() -> None:
    services = services_of(MemoryStore(SystemClock()), (SECRET,), SystemClock())
    created = seating.create(services, NewGame(mode="manual", turn_seconds=1))
    game_id = created.outcome.record.id
    stream = Streams(services, times=StreamTimes(heartbeat=60)).open(game_id, Client())
    assert stream is not None
    opening = threading.Timer(0.1, lambda: games.roll(services, Command(game_id, created.tokens["white"]), (5, 2)))
    opening.start()  # Only now does the clock begin to run, for a stream that has been waiting.
    with closing(stream):
        told = b"".join(stream)
    opening.join()
    assert told.count(b"event: entry") == 2
    assert told.index(b"opening_rolled") < told.index(b'{"type":"timed_out","player":"white"}')
    assert told.count(b'"type":"finished"') == 1
    assert b"event: drain" not in told


@pytest.fixture(scope="module")
def replicas(valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[httpx2.Client]]:
    settings = {"ACEY_STORE_URL": valkey_url, "ACEY_SECRET_KEYS": SECRET}
    data, limits = tmp_path_factory.mktemp("unused"), httpx2.Limits(max_connections=RACERS)
    with service(data, "--workers", "1", **settings) as one, service(data, "--workers", "1", **settings) as other:
        clients = [httpx2.Client(base_url=running.url, timeout=30, limits=limits) for running in (one, other)]
        yield clients
        for client in clients:
            client.close()


@pytest.fixture(scope="module")
def beside(valkey_url: str) -> Iterator[Services]:
    """The same store from this process, which makes games whose turns are over soon."""
    store = open_store(valkey_url)
    yield services_of(store, (SECRET,), SystemClock())
    store.close()


def test_of_many_replicas_and_requests_at_once_one_writes_the_loss_down(
    replicas: list[httpx2.Client], beside: Services
) -> None:
    created = _created(beside, seconds=1)
    url = f"/v1/games/{created.outcome.record.id}"
    token = {"Authorization": f"Bearer {created.tokens['white']}"}
    # They wait for the deadline, and then all of them wake at the same moment.
    with ThreadPoolExecutor(RACERS) as racers:
        waiting = [racers.submit(replicas[n % 2].get, f"{url}/events?after=1&wait=20") for n in range(RACERS)]
        answers = [waited.result() for waited in waiting]
    heard = [entry for answer in answers for entry in answer.json()["entries"]]
    assert heard == RACERS * heard[:1]
    assert [event["type"] for event in heard[0]["events"]] == ["timed_out", "finished"]
    late = [replica.post(f"{url}/rolls", headers=token) for replica in replicas]
    assert [(answer.status_code, answer.json()["version"]) for answer in late] == [(409, 2), (409, 2)]
    assert len({replica.get(url).content for replica in replicas}) == 1
    assert [entry["version"] for entry in replicas[0].get(f"{url}/events").json()["entries"]] == [1, 2]


def test_reads_and_commands_that_race_with_the_deadline_end_the_game_once(
    replicas: list[httpx2.Client], beside: Services
) -> None:
    created = _created(beside, seconds=1)
    url = f"/v1/games/{created.outcome.record.id}"
    token = {"Authorization": f"Bearer {created.tokens['white']}"}

    def asks(number: int) -> int:
        while True:
            replica, at = replicas[number % 2], number // 2 % 2
            answer = replica.get(url) if at else replica.post(f"{url}/undos", headers=token)
            if answer.json()["status"] == "finished" or answer.json().get("type") == "/problems/game-finished":
                return answer.status_code

    with ThreadPoolExecutor(8) as racers:
        assert set(racers.map(asks, range(8))) == {200, 409}
    ends = [event for entry in replicas[0].get(f"{url}/events").json()["entries"] for event in entry["events"]]
    assert [event["type"] for event in ends].count("finished") == 1


def _created(services: Services, seconds: int) -> Created:
    position, turn = parse_position_id("h15/h15 w roll 0")
    return seating.create(services, NewGame(position=position, turn=turn, turn_seconds=seconds))
