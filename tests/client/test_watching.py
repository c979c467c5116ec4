"""Watching a game: every entry once and in order, whatever happens to connections and replicas."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from acey_deucey.client import AsyncClient, Client, Entry, NoAnswer, NotFound, Unavailable, UnexpectedAnswer
from acey_deucey.client.call import Answer
from acey_deucey.client.calls import in_game
from acey_deucey.client.exchange import Patience, Pause
from acey_deucey.client.watching import Message, Next, Open, watch

from deploy.cluster.processes import free_port
from tests.api.running import service
from tests.client.wires import Noting, Scripted

LOST = NoAnswer("lost")
STREAM = Answer(200, {"content-type": "text/event-stream; charset=utf-8"}, b"")
PROBLEM = {"content-type": "application/problem+json", "retry-after": "2"}
NOT_NOW = Answer(503, PROBLEM, b'{"type": "/problems/too-many-listeners", "title": "Full", "status": 503}')
GONE = Answer(404, PROBLEM, b'{"type": "/problems/game-not-found", "title": "None", "status": 404}')
DRAIN = Message("drain", "")


def told(version: int, finished: bool = False) -> dict[str, Any]:
    result = {"winner": "white", "reason": "resigned", "points": 1}
    events = [{"type": "finished", "result": result}] if finished else [{"type": "turn_ended", "player": "white"}]
    return {"version": version, "at": "2026-11-29T22:00:00.000Z", "events": events}


def entry(version: int, finished: bool = False) -> Message:
    return Message("entry", json.dumps(told(version, finished)))


def page(*versions: int, finished: bool = False) -> Answer:
    entries = [told(version, finished and version == versions[-1]) for version in versions]
    body = json.dumps({"entries": entries, "cursor": "c", "more": False}).encode()
    return Answer(200, {"content-type": "application/json"}, body)


class Watched:
    """What a plan asks for and yields when it meets these outcomes, one after another."""

    def __init__(self, *outcomes: Answer | NoAnswer | Message | None, after: int = 0) -> None:
        self.left = list(outcomes)
        self.versions: list[int] = []
        self.asked: list[int] = []
        self.streams: list[bool] = []
        self.pauses: list[float] = []
        plan = watch(in_game("k3", None), after, Patience(tries=3, longest=5))
        outcome = None
        with suppress(StopIteration):
            while True:
                outcome = self._does(plan.send(outcome))

    def _does(self, doing: Open | Next | Pause | Entry) -> Answer | NoAnswer | Message | None:
        match doing:
            case Entry():
                self.versions.append(doing.version)
                return None
            case Pause():
                self.pauses.append(doing.seconds)
                return None
            case Open():
                self.asked.append(int(parse_qs(urlsplit(doing.request.target).query)["after"][0]))
                self.streams.append("event-stream" in doing.request.headers["Accept"])
        return self.left.pop(0)


@pytest.mark.parametrize(
    "outcomes",
    [
        [STREAM, entry(3), entry(4), entry(5, finished=True)],
        [page(3, 4), page(5, finished=True)],
        [page(), page(3), page(), page(4, 5, finished=True)],
        [STREAM, entry(3), LOST, page(4), page(5, finished=True)],
        [STREAM, entry(3), None, STREAM, entry(4), entry(5, finished=True)],
        [STREAM, entry(3), DRAIN, STREAM, entry(4), entry(5, finished=True)],
        [LOST, LOST, STREAM, entry(3), LOST, page(3, 4, 5, finished=True)],
        [NOT_NOW, page(3, 4), LOST, STREAM, entry(4), entry(5, finished=True)],
        [STREAM, entry(1), entry(2), entry(3), entry(3), entry(4), entry(5, finished=True)],
    ],
)
def test_each_entry_comes_once_and_in_order(outcomes: Sequence[Any]) -> None:
    seen = Watched(*outcomes, after=2)
    assert seen.versions == [3, 4, 5]
    assert seen.left == []


def test_it_goes_on_behind_what_it_has_seen() -> None:
    seen = Watched(STREAM, entry(3), LOST, page(4, 5), STREAM, entry(6, finished=True), after=2)
    assert seen.asked == [2, 3, 5]


def test_after_a_loss_it_asks_the_other_way() -> None:
    seen = Watched(STREAM, LOST, page(1), LOST, STREAM, entry(2), DRAIN, STREAM, entry(3, finished=True))
    assert seen.streams == [True, False, False, True, True]


def test_it_ends_when_the_game_is_over_and_all_is_known() -> None:
    assert Watched(Answer(204, {}, b""), after=7).versions == []


def test_it_never_asks_without_a_pause() -> None:
    seen = Watched(page(), STREAM, None, page(), page(1, finished=True))
    assert len(seen.pauses) == len(seen.asked) - 1
    assert all(pause > 0 for pause in seen.pauses)


def test_it_waits_as_long_as_the_service_asks() -> None:
    assert Watched(NOT_NOW, page(1, finished=True)).pauses == [2]


def test_a_log_that_is_shorter_than_was_thought_is_followed_from_where_it_is(client: Client) -> None:
    game = client.games.create()
    whole = client._http.get(f"/v1/games/{game.id}").json()
    snapshot = Message("game", json.dumps({**whole, "version": 4}))
    assert Watched(STREAM, snapshot, entry(5), entry(6, finished=True), after=9).versions == [5, 6]


@pytest.mark.parametrize(
    ("outcomes", "failure"),
    [
        ([LOST, LOST, LOST], NoAnswer),
        ([page(1), LOST, LOST, LOST], NoAnswer),
        ([NOT_NOW, NOT_NOW, NOT_NOW], Unavailable),
        ([STREAM, LOST, STREAM, LOST, STREAM, LOST], NoAnswer),
        ([GONE], NotFound),
        ([STREAM, entry(1), LOST, GONE], NotFound),
        ([Answer(200, {"content-type": "text/html"}, b"<h1>")], UnexpectedAnswer),
        ([STREAM, Message("entry", "{}")], UnexpectedAnswer),
    ],
)
def test_it_gives_up_when_the_service_refuses_or_stays_away(outcomes: Sequence[Any], failure: type[Exception]) -> None:
    with pytest.raises(failure):
        Watched(*outcomes)


def test_what_others_do_is_seen_in_one_connection_and_the_state_keeps_up(url: str) -> None:
    wire = Noting()
    with Client(url, transport=wire) as watcher, Client(url) as player:
        game = player.games.create(dice={"mode": "scripted", "rolls": [[6, 3], [2, 1]]})
        seen, entries = watcher.games.get(game.id), []

        def play() -> None:
            game.roll()
            game.play("hand/23")
            game.play("hand/24")
            game.resign()

        playing = threading.Thread(target=play)
        for entry in seen.watch(after=0):
            if entry.version == 1:
                playing.start()
            assert seen.state.version >= entry.version
            entries.append(entry)
        playing.join()
        listened = [request for request in wire.sent if request.url.path.endswith("/events")]
        assert tuple(entries) == seen.events()
    assert [entry.version for entry in entries] == [1, 2, 3, 4, 5]
    assert seen.state.status == "finished"
    assert len(listened) == 1


class Breaking(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """The body of a stream that breaks off after some messages."""

    def __init__(self, *entries: Message) -> None:
        self.lines = [f"event: {event}\ndata: {data}\n\n".encode() for event, data in entries]

    def __iter__(self) -> Iterator[bytes]:
        yield from self.lines
        raise httpx2.ReadError("the replica died")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for line in self:
            yield line


def breaking_service(client: Client) -> Scripted:
    """A game at version 2, a stream that breaks, a refused connection, a page, a stream with the end."""
    game = client._http.get(f"/v1/games/{client.games.create().id}").json()
    known = httpx2.Response(200, json={**game, "version": 9})
    header = {"Content-Type": "text/event-stream"}
    return Scripted(
        known,
        httpx2.Response(200, headers=header, stream=Breaking(entry(3), entry(4))),
        httpx2.ConnectError("the replica is gone"),
        httpx2.Response(200, json={"entries": [told(5)], "cursor": "c", "more": False}),
        httpx2.Response(200, headers=header, content=Breaking(entry(6, finished=True)).lines[0]),
    )


def test_a_stream_that_breaks_off_is_taken_up_again(client: Client) -> None:
    wire = breaking_service(client)
    with Client(transport=wire) as watcher:
        game = watcher.games.get("k3")
        assert [entry.version for entry in game.watch(after=2)] == [3, 4, 5, 6]
    assert [request.url.params["after"] for request in wire.sent[1:]] == ["2", "4", "4", "5"]


def test_so_it_is_by_the_client_for_asyncio(client: Client) -> None:
    wire = breaking_service(client)

    async def watched() -> list[int]:
        async with AsyncClient(transport=wire) as watcher:
            game = await watcher.games.get("k3")
            return [entry.version async for entry in game.watch(after=2)]

    assert asyncio.run(watched()) == [3, 4, 5, 6]
    assert [request.url.params["after"] for request in wire.sent[1:]] == ["2", "4", "4", "5"]


def test_a_long_log_is_read_page_after_page(client: Client) -> None:
    pages = [
        {"entries": [told(1), told(2)], "cursor": "next", "more": True},
        {"entries": [told(3)], "cursor": "", "more": False},
    ]
    game = httpx2.Response(200, json=client._http.get(f"/v1/games/{client.games.create().id}").json())
    wire = Scripted(game, *(httpx2.Response(200, json=page) for page in pages))
    with Client(transport=wire) as reader:
        assert [entry.version for entry in reader.games.get("k3").events()] == [1, 2, 3]
    assert wire.sent[-1].url.params["cursor"] == "next"


def test_one_may_stop_watching_at_any_time(client: Client) -> None:
    game = client.games.create()
    for entry in game.watch(after=0):
        assert entry.version == 1
        break
    assert game.roll().version == 2


def test_watching_goes_on_when_the_service_was_restarted(tmp_path: Path) -> None:
    port = ("--port", str(free_port()))
    with service(tmp_path, "--workers", "1", *port) as running:
        client = Client(running.url)
        game = client.games.create(dice={"mode": "scripted", "rolls": [[6, 3], [2, 1]]})
        entries = game.watch(after=0)
        assert next(entries).version == 1
        game.roll()
        assert next(entries).version == 2
    with service(tmp_path, "--workers", "1", *port), client:
        game.play("hand/23 hand/24")
        game.resign()
        assert [entry.version for entry in entries] == [3, 4]
