"""Whole games through gunicorn and Valkey, and what must hold of a service that runs."""

import json
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.api.crowd import wait_until
from tests.api.running import RunningService, environment, service
from tests.api.whole_game import created, played_to_the_end


def _script(seed: int, length: int) -> list[list[int]]:
    chance = random.Random(seed)
    return [[chance.randint(1, 6), chance.randint(1, 6)] for _ in range(length)]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with service(tmp_path_factory.mktemp("data"), "--workers", "1") as running:
        yield running


@pytest.fixture(scope="module")
def client(running: RunningService) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=running.url, timeout=30) as client:
        yield client


@pytest.mark.parametrize(
    ("ruleset", "dice"),
    [
        ("american", {"mode": "scripted", "rolls": _script(1, 1500)}),
        ("european", {"mode": "scripted", "rolls": _script(2, 1500)}),
        ("american", {"mode": "server"}),
    ],
)
def test_a_whole_game_is_played_from_the_opening_to_its_result(
    client: httpx2.Client, ruleset: str, dice: dict[str, Any]
) -> None:
    game, tokens = created(client, ruleset=ruleset, dice=dice)
    answers = played_to_the_end(client, game, tokens, seed=7)
    last = answers[-1]
    result = last["result"]
    assert result["reason"] in ("borne_off", "deadlock")
    if result["winner"]:
        loser = "black" if result["winner"] == "white" else "white"
        assert last["position"][result["winner"]]["off"] == 15
        left = 15 - last["position"][loser]["off"]
        assert result["points"] == (left if ruleset == "american" else 1)
    for answer in answers:
        assert all(_checkers(side) == 15 for side in (answer["position"]["white"], answer["position"]["black"]))
    assert sum(event["type"] == "finished" for answer in answers for event in answer["events"]) == 1
    _log_tells_what_the_answers_told(client, answers)


def _checkers(side: dict[str, Any]) -> int:
    return side["hand"] + side["bar"] + side["off"] + sum(side["points"].values())  # type: ignore[no-any-return]


def _log_tells_what_the_answers_told(client: httpx2.Client, answers: list[dict[str, Any]]) -> None:
    entries: list[dict[str, Any]] = []
    path: str | None = answers[0]["links"]["events"] + "?limit=500"
    while path:
        answer = client.get(path)
        entries += answer.json()["entries"]
        path = answer.links["next"]["url"] if "next" in answer.links else None
    assert [entry["version"] for entry in entries] == list(range(1, len(answers) + 1))
    assert [entry["events"] for entry in entries] == [answer["events"] for answer in answers]
    middle = answers[len(answers) // 2]
    then = client.get(f"{middle['links']['self']}?at={middle['version']}").json()
    assert then == middle


def test_waiting_readers_do_not_keep_a_single_worker_from_its_work(client: httpx2.Client) -> None:
    game, tokens = created(client)
    with ThreadPoolExecutor(8) as readers:
        waiting = [readers.submit(client.get, f"{game['links']['events']}?after=1&wait=20") for _ in range(8)]
        assert client.get("/livez").status_code == 200
        headers = {"Authorization": f"Bearer {tokens[game['turn']['player']]}"}
        assert client.post(game["links"]["rolls"], headers=headers).status_code == 200
        told = [reader.result().json()["entries"] for reader in waiting]
    assert {tuple(entry["version"] for entry in entries) for entries in told} == {(2,)}


def test_a_megabyte_is_refused_by_the_running_service_too(client: httpx2.Client) -> None:
    def in_pieces() -> Iterator[bytes]:
        for _ in range(16):
            yield b" " * 65_536

    for body in (b" " * 1_000_000, in_pieces()):
        answer = client.post("/v1/games", content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["type"]) == (413, "/problems/body-too-large")
    assert client.get("/livez").status_code == 200


def test_each_request_is_one_line_of_json_without_secrets(running: RunningService, client: httpx2.Client) -> None:
    headers = {"Authorization": "Bearer acey_white_secret", "X-Request-Id": "look-for-me"}
    client.post("/v1/games/x/rolls?secret=1", json={}, headers=headers)
    wait_until(lambda: any("look-for-me" in line for line in running.log))
    lines = [json.loads(line) for line in running.log]
    (line,) = [line for line in lines if line["request_id"] == "look-for-me"]
    assert (line["event"], line["method"], line["path"], line["status"]) == (
        "request",
        "POST",
        "/v1/games/x/rolls",
        400,
    )
    assert not any("secret" in line for line in running.log)


def test_games_and_tokens_outlive_a_restart(tmp_path: Path) -> None:
    with service(tmp_path, "--workers", "1") as first, httpx2.Client(base_url=first.url, timeout=30) as client:
        game, tokens = created(client)
    assert "Warning" not in first.told_text()
    with service(tmp_path, "--workers", "1") as second, httpx2.Client(base_url=second.url, timeout=30) as client:
        assert client.get(game["links"]["self"]).json() == game
        headers = {"Authorization": f"Bearer {tokens[game['turn']['player']]}"}
        assert client.post(game["links"]["rolls"], headers=headers).status_code == 200


def test_games_outlive_a_service_that_was_killed(tmp_path: Path) -> None:
    with service(tmp_path, "--workers", "1") as first, httpx2.Client(base_url=first.url, timeout=30) as client:
        game, _ = created(client)
        assert first.stop(signal.SIGKILL) == -signal.SIGKILL
    with service(tmp_path, "--workers", "1") as second:
        assert httpx2.get(second.url + game["links"]["self"], timeout=30).json() == game


def test_the_start_is_greeted_with_the_reference_and_a_first_request(running: RunningService) -> None:
    assert f"{running.url}/docs" in running.told_text()
    assert f"curl -X POST {running.url}/v1/games" in running.told_text()


def _refused(*arguments: str, **settings: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "acey_deucey", *arguments],
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    return done.stderr


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = _refused("serve", "--port", str(port), "--data", str(tmp_path))
    assert f"Port {port} on 127.0.0.1 is taken." in said


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"ACEY_PORT": "x"}, "ACEY_PORT"),
        ({"ACEY_STORE_URL": "redis://127.0.0.1:1"}, "ACEY_SECRET_KEYS"),
        ({"ACEY_STORE_URL": "redis://127.0.0.1:1", "ACEY_SECRET_KEYS": "short"}, "at least"),
        ({"ACEY_STORE_URL": "ftp://127.0.0.1", "ACEY_SECRET_KEYS": "x" * 32}, "The store URL cannot be used"),
        ({"ACEY_STORE_URL": "memory://", "ACEY_API_KEYS": "adk_in-clear"}, "Entry 1 of ACEY_API_KEYS"),
        ({"ACEY_STORE_URL": "memory://", "ACEY_CREATORS": "owners"}, "set ACEY_API_KEYS"),
        ({"ACEY_HOST": "no.such.host.invalid"}, "Cannot listen on no.such.host.invalid"),
    ],
)
def test_settings_that_cannot_be_stop_the_start_with_a_sentence(settings: dict[str, str], said: str) -> None:
    assert said in _refused("serve", **{"ACEY_PORT": "0", **settings})
