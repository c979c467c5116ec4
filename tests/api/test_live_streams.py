"""Event streams through gunicorn and Valkey: whatever is killed, stopped or cut off, no listener misses anything."""

import os
import random
import re
import signal
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
import redis

from tests.api.crowd import Crowd, Listener, wait_until
from tests.api.running import RunningService, service
from tests.api.whole_game import created, next_command
from tests.store.servers import running as running_store

SECRET = "a secret that all replicas know"
LONG = 600.0  # seconds, for thousands of listeners on a busy machine
SECONDS = 120  # the longest that all servers may be away
UNLIMITED = {f"ACEY_LISTENERS_PER_{name}": "20000" for name in ("GAME", "ADDRESS", "PROCESS")}


class Moves:
    """A game in which somebody acts now and then, through any of several services."""

    def __init__(self, clients: list[httpx2.Client], seed: int = 1, **body: Any) -> None:
        self.chance = random.Random(seed)
        self.clients = clients
        self.game, self.tokens = created(self.chance.choice(clients), **body)
        self.path = self.game["links"]["events"]

    def act(self, times: int = 1) -> None:
        """Commands by chance."""
        for _ in range(times):
            self.command(*next_command(self.game, self.chance))

    def command(self, link: str, body: Any) -> None:
        """A command of the player in turn; when it meets a server that is away it is sent again, with its key."""
        token = self.tokens[self.game["turn"]["player"]]
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": f"key-{self.game['version']}"}
        self.game = self._sent(self.game["links"][link], body, headers)

    def log(self) -> list[Any]:
        """All entries, as the list shows them."""
        entries: list[Any] = []
        path: str | None = f"{self.path}?limit=1000"
        while path:
            answer = self.clients[0].get(path)
            entries += answer.json()["entries"]
            path = answer.links["next"]["url"] if "next" in answer.links else None
        return entries

    def _sent(self, path: str, body: Any, headers: dict[str, str]) -> Any:
        end = monotonic() + SECONDS
        while monotonic() < end:
            try:
                answer = self.chance.choice(self.clients).post(path, json=body, headers=headers)
            except httpx2.TransportError:
                sleep(0.05)
                continue
            if answer.status_code == 200:
                return answer.json()
            assert answer.status_code == 503, answer.text
            sleep(0.05)
        raise AssertionError("no server answers")


def misses_nothing(listener: Listener, log: list[Any]) -> bool:
    """Whether the listener heard the game first, then each version up to the newest once, as the log has it."""
    first = listener.ids[0]
    entries = log[first:] if listener.names[0] == "game" else log[first - 1 :]
    return (listener.ids, listener.entries) == (list(range(first, len(log) + 1)), entries)


def has_heard_all(listener: Listener, moves: Moves) -> bool:
    return bool(listener.last_id == moves.game["version"])


def workers(running: RunningService) -> list[int]:
    """The process ids of gunicorn's workers."""
    pid = running._process.pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def replicas(
    store_url: str, data: Path, count: int, **settings: str
) -> Iterator[tuple[list[RunningService], list[httpx2.Client]]]:
    """Services with a worker each on one store, and a client to each."""
    settings = {"ACEY_STORE_URL": store_url, "ACEY_SECRET_KEYS": SECRET, "ACEY_LOG_LEVEL": "error", **settings}
    with ExitStack() as stack:
        started = [stack.enter_context(service(data, "--workers", "1", **settings)) for _ in range(count)]
        clients = [stack.enter_context(httpx2.Client(base_url=one.url, timeout=30)) for one in started]
        yield started, clients


@pytest.fixture(scope="module")
def trio(valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[list[str], list[httpx2.Client]]]:
    """Three replicas that nothing befalls."""
    with replicas(valkey_url, tmp_path_factory.mktemp("unused"), 3) as (started, clients):
        yield [one.url for one in started], clients


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    with Crowd() as it:
        yield it


def test_a_game_created_on_one_replica_is_heard_on_another_and_moved_on_a_third(
    trio: tuple[list[str], list[httpx2.Client]], crowd: Crowd
) -> None:
    urls, (creator, _, mover) = trio
    moves = Moves([creator])
    listener = crowd.listen(urls[1], path=moves.path)
    wait_until(lambda: listener.is_listening)
    moves.clients = [mover]
    moves.act(20)
    wait_until(lambda: has_heard_all(listener, moves))
    assert misses_nothing(listener, moves.log())
    assert listener.connections == 1


def test_a_fresh_stream_begins_with_the_whole_game_as_it_is(
    trio: tuple[list[str], list[httpx2.Client]], crowd: Crowd
) -> None:
    urls, clients = trio
    moves = Moves(clients)
    moves.act(7)
    listener = crowd.listen(*urls, path=moves.path)
    wait_until(lambda: listener.heard != [])
    assert [(message.name, message.id, message.data) for message in listener.heard] == [("game", 8, moves.game)]


def test_when_the_game_ends_every_stream_ends_with_it_and_nobody_comes_again(
    trio: tuple[list[str], list[httpx2.Client]], crowd: Crowd
) -> None:
    urls, clients = trio
    moves = Moves(clients)
    listeners = [crowd.listen(*urls, path=moves.path) for _ in range(6)]
    wait_until(lambda: all(listener.is_listening for listener in listeners))
    moves.act(3)
    moves.command("resignations", {})
    wait_until(lambda: all(listener.is_over for listener in listeners))
    log = moves.log()
    for listener in listeners:
        assert listener.statuses == [200, 204]
        ends = [event for entry in listener.entries for event in entry["events"] if event["type"] == "finished"]
        assert len(ends) == 1
        assert misses_nothing(listener, log)


def test_a_private_game_is_streamed_to_who_holds_a_token(
    trio: tuple[list[str], list[httpx2.Client]], crowd: Crowd
) -> None:
    urls, clients = trio
    game, tokens = created(clients[0], private=True)
    admitted = crowd.listen(urls[1], path=game["links"]["events"], token=tokens["black"])
    refused = crowd.listen(urls[2], path=game["links"]["events"])
    wait_until(lambda: admitted.names == ["game"] and refused.is_over)
    assert refused.refusal["type"] == "/problems/missing-token"


@pytest.mark.parametrize("killed", ["a worker", "a replica"])
def test_who_listened_to_what_was_killed_goes_on_where_it_was(
    valkey_url: str, tmp_path: Path, crowd: Crowd, killed: str
) -> None:
    with replicas(valkey_url, tmp_path, 2) as (started, clients):
        moves = Moves(clients)
        listeners = [crowd.listen(*(one.url for one in started), path=moves.path) for _ in range(12)]
        wait_until(lambda: all(listener.is_listening for listener in listeners))
        moves.act(5)
        its_workers = workers(started[0])
        if killed == "a replica":
            os.kill(started[0]._process.pid, signal.SIGKILL)
        for worker in its_workers:
            os.kill(worker, signal.SIGKILL)
        if killed == "a replica":
            started[0].stop()
            clients.pop(0)
        moves.act(20)
        wait_until(lambda: all(has_heard_all(listener, moves) for listener in listeners))
        log = moves.log()
        assert all(misses_nothing(listener, log) for listener in listeners)
        assert any(listener.connections > 1 for listener in listeners)
        assert clients[-1].get(moves.game["links"]["self"]).json() == moves.game


def play_while(
    valkey_url: str,
    data: Path,
    crowd: Crowd,
    games: int,
    listeners_each: int,
    befall: Callable[[list[RunningService]], None],
) -> list[int]:
    """Listeners to many games on two replicas, while all of them are acted in and something happens, twice.

    Every one of them has missed nothing; how often each has connected.
    """
    with replicas(valkey_url, data, 2, **UNLIMITED) as (started, clients):
        tables = [Moves(clients, seed) for seed in range(games)]
        urls = [one.url for one in started]
        heard = [(crowd.listen(*urls, path=moves.path), moves) for moves in tables for _ in range(listeners_each)]
        wait_until(lambda: all(listener.is_listening for listener, _ in heard), LONG)
        for _ in range(2):
            with ThreadPoolExecutor(1) as other:
                happening = other.submit(befall, started)
                for moves in tables:
                    moves.act(2)
                happening.result()
        for moves in tables:
            moves.act(1)
        wait_until(lambda: all(has_heard_all(listener, moves) for listener, moves in heard), LONG)
        logs = {moves.path: moves.log() for moves in tables}
        assert all(misses_nothing(listener, logs[listener.path]) for listener, _ in heard)
        return [listener.connections for listener, _ in heard]


def kill_subscriptions(valkey_url: str) -> None:
    with redis.Redis.from_url(valkey_url, protocol=2) as client:
        for _ in range(5):
            client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
            sleep(0.05)


def kill_workers(started: list[RunningService]) -> None:
    for running in started:
        for worker in workers(running):
            os.kill(worker, signal.SIGKILL)


def test_no_listener_misses_anything_when_all_subscriptions_are_killed(
    valkey_url: str, tmp_path: Path, crowd: Crowd
) -> None:
    connections = play_while(valkey_url, tmp_path, crowd, 30, 10, lambda _: kill_subscriptions(valkey_url))
    assert set(connections) == {1}, "their streams stay open"


def test_no_listener_misses_anything_when_all_have_to_connect_again_at_once(
    valkey_url: str, tmp_path: Path, crowd: Crowd
) -> None:
    assert min(play_while(valkey_url, tmp_path, crowd, 30, 10, kill_workers)) > 1


@pytest.mark.slow
def test_no_listener_of_ten_thousand_misses_anything(valkey_url: str, tmp_path: Path) -> None:
    def befall(started: list[RunningService]) -> None:
        kill_subscriptions(valkey_url)
        kill_workers(started)

    with Crowd(pause=3.0) as crowd:
        play_while(valkey_url, tmp_path, crowd, 500, 20, befall)


def test_streams_outlive_a_restart_of_the_store(tmp_path: Path, crowd: Crowd) -> None:
    with running_store("valkey") as store, replicas(store.url, tmp_path, 2) as (started, clients):
        moves = Moves(clients)
        listeners = [crowd.listen(*(one.url for one in started), path=moves.path) for _ in range(8)]
        wait_until(lambda: all(listener.is_listening for listener in listeners))
        moves.act(3)
        store.kill()
        store.start()
        moves.act(3)
        wait_until(lambda: all(has_heard_all(listener, moves) for listener in listeners))
        log = moves.log()
        assert all(misses_nothing(listener, log) for listener in listeners)
        assert {listener.connections for listener in listeners} == {1}


def test_a_full_house_of_streams_leaves_commands_alone_and_turns_the_next_away(
    valkey_url: str, tmp_path: Path, crowd: Crowd
) -> None:
    with replicas(valkey_url, tmp_path, 1, **(UNLIMITED | {"ACEY_LISTENERS_PER_PROCESS": "50"})) as (started, clients):
        moves, url = Moves(clients), started[0].url
        listeners = [crowd.listen(url, path=moves.path) for _ in range(50)]
        wait_until(lambda: all(listener.is_listening for listener in listeners))
        late = crowd.listen(url, path=moves.path)
        wait_until(lambda: late.is_over)
        assert (late.statuses, late.refusal["type"]) == ([503], "/problems/too-many-listeners")
        assert int(late.refusal["headers"]["retry-after"]) > 0
        moves.act(5)
        moves.command("resignations", {})
        wait_until(lambda: all(listener.is_over for listener in listeners))
        again = crowd.listen(url, path=Moves(clients).path)
        wait_until(lambda: again.is_listening)


def test_a_service_that_stops_lets_go_of_all_listeners_first(valkey_url: str, tmp_path: Path, crowd: Crowd) -> None:
    with replicas(valkey_url, tmp_path, 2) as (started, clients), ThreadPoolExecutor(4) as readers:
        moves = Moves([clients[1]])
        staying = [crowd.listen(started[1].url, path=moves.path) for _ in range(5)]
        moving = [crowd.listen(started[0].url, path=moves.path) for _ in range(40)]
        wait_until(lambda: all(listener.is_listening for listener in moving + staying))
        waiting = [readers.submit(clients[0].get, f"{moves.path}?after=1&wait=25") for _ in range(4)]
        wait_until(lambda: b"\nacey_listeners 44.0\n" in clients[0].get("/metrics").content)
        for listener in moving:
            listener.servers = [started[1].url]
        assert started[0].stop(signal.SIGTERM) == 0
        assert "timeout" not in started[0].told_text().lower()
        assert {reader.result().status_code for reader in waiting} == {200}
        moves.act(3)
        wait_until(lambda: all(has_heard_all(listener, moves) for listener in moving + staying))
        for listener in moving:
            assert listener.names == ["game", "drain", "entry", "entry", "entry"]
            assert listener.heard[1].data == {"after": 1}
        for listener in staying:
            assert listener.names == ["game", "entry", "entry", "entry"]


def test_a_client_that_takes_nothing_is_let_go_and_goes_on_where_it_was(
    valkey_url: str, tmp_path: Path, crowd: Crowd
) -> None:
    settings = {"ACEY_STREAM_HEARTBEAT": "1", "ACEY_LISTENERS_PER_GAME": "1"}
    with replicas(valkey_url, tmp_path, 1, **settings) as (started, clients):
        moves = Moves(clients, position="h15/h15 w move named 3333 21 3 1")
        for _ in range(500):
            moves.command("moves", {"play": "hand/22"})
            moves.command("undos", {})
        place = f"{moves.path}?after={moves.game['version']}&wait=1"
        with deaf_listener(started[0].url, f"{moves.path}?after=0") as deaf:
            # It has the only place: whoever looks for one from now on gets it when this listener has lost it.
            assert deaf.recv(12, socket.MSG_PEEK | socket.MSG_WAITALL) == b"HTTP/1.1 200"
            wait_until(lambda: clients[0].get(place).status_code == 200)
            told = everything(deaf)
        seen = [int(number) for number in re.findall(rb"^id: (\d+)\n(?=.*\n.*\n\n)", told, re.MULTILINE)]
        assert seen == list(range(1, seen[-1] + 1))
        assert seen[-1] < moves.game["version"], "there was more than it had room for"
        resumed = crowd.listen(started[0].url, path=moves.path, after=seen[-1])
        wait_until(lambda: has_heard_all(resumed, moves))
        assert [*seen, *resumed.ids] == list(range(1, moves.game["version"] + 1))


def test_the_connection_of_a_stream_says_that_it_ends_with_it_and_others_stay_open(
    trio: tuple[list[str], list[httpx2.Client]],
) -> None:
    (url, *_), (client, *_) = trio
    moves = Moves([client])
    with raw_connection(url) as it:
        ask(it, moves.path)
        assert b"connection: keep-alive" in head(it)
        ask(it, moves.path, "Accept: text/event-stream")
        assert b"connection: close" in head(it)
        moves.command("resignations", {})
        assert everything(it).endswith(b"\r\n0\r\n\r\n"), "the end is told, and nothing is torn off"


@contextmanager
def raw_connection(url: str) -> Iterator[socket.socket]:
    server = urlsplit(url)
    with socket.create_connection((server.hostname or "", server.port or 0), timeout=30) as it:
        yield it


def ask(connection: socket.socket, path: str, *headers: str) -> None:
    connection.sendall("\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *headers, "", ""]).encode())


def head(connection: socket.socket) -> bytes:
    """The head of an answer, in lower case; a body whose length it tells is taken too."""
    told = b""
    while not told.endswith(b"\r\n\r\n"):
        told += connection.recv(1)
    told = told.lower()
    if length := re.search(rb"content-length: (\d+)", told):
        connection.recv(int(length[1]), socket.MSG_WAITALL)
    return told


@contextmanager
def deaf_listener(url: str, path: str) -> Iterator[socket.socket]:
    """A connection on which a stream was asked for and nothing is read."""
    server = urlsplit(url)
    with socket.socket() as it:
        it.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        it.connect((server.hostname, server.port))
        it.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode())
        yield it


def everything(connection: socket.socket) -> bytes:
    """What comes until the other end hangs up."""
    parts = []
    while part := connection.recv(65_536):
        parts.append(part)
    return b"".join(parts)
