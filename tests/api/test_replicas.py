"""Two services on one store: every command is accepted once, wherever it is sent."""

import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest

from tests.api.running import service
from tests.api.whole_game import created, next_command

RACERS = 32


@pytest.fixture(scope="module")
def replicas(valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[httpx2.Client]]:
    settings = {"ACEY_STORE_URL": valkey_url, "ACEY_SECRET_KEYS": "a secret that both of them know"}
    data = tmp_path_factory.mktemp("unused")
    limits = httpx2.Limits(max_connections=RACERS)
    with service(data, "--workers", "1", **settings) as one, service(data, "--workers", "1", **settings) as other:
        clients = [httpx2.Client(base_url=running.url, timeout=30, limits=limits) for running in (one, other)]
        yield clients
        for client in clients:
            client.close()


def _race(
    replicas: list[httpx2.Client], path: str, body: Any, headers: dict[str, str], racers: int = RACERS
) -> list[Any]:
    with ThreadPoolExecutor(racers) as runners:
        running = [
            runners.submit(replicas[runner % 2].post, path, json=body, headers=headers) for runner in range(racers)
        ]
        return [runner.result() for runner in running]


def test_of_32_rolls_at_once_one_is_accepted_and_the_dice_are_recorded_once(replicas: list[httpx2.Client]) -> None:
    game, tokens = created(replicas[0])
    headers = {"Authorization": f"Bearer {tokens[game['turn']['player']]}"}
    answers = _race(replicas, game["links"]["rolls"], {}, headers)
    counted = Counter(answer.status_code for answer in answers)
    assert (counted[200], set(counted)) == (1, {200, 409})
    (won,) = [answer.json() for answer in answers if answer.status_code == 200]
    entries = replicas[1].get(f"{game['links']['events']}?after=1").json()["entries"]
    assert [entry["events"] for entry in entries] == [won["events"]]


def test_of_32_moves_at_once_on_one_version_one_is_accepted_and_the_others_learn_the_current_one(
    replicas: list[httpx2.Client],
) -> None:
    game, tokens = created(replicas[0], position="h15/h15 w move named 3333 21 3 1")
    headers = {"Authorization": f"Bearer {tokens['white']}", "If-Match": '"1"'}
    answers = _race(replicas, game["links"]["moves"], {"play": "hand/22"}, headers)
    assert Counter(answer.status_code for answer in answers) == {200: 1, 412: RACERS - 1}
    assert {answer.json()["current_version"] for answer in answers if answer.status_code == 412} == {2}
    assert replicas[1].get(game["links"]["self"]).json()["version"] == 2


def test_moves_without_a_version_are_carried_out_one_after_the_other(replicas: list[httpx2.Client]) -> None:
    game, tokens = created(replicas[0], position="h15/h15 w move named 3333 21 3 1")
    answers = _race(
        replicas, game["links"]["moves"], {"play": "hand/22"}, {"Authorization": f"Bearer {tokens['white']}"}
    )
    accepted = [answer.json()["version"] for answer in answers if answer.status_code == 200]
    assert sorted(accepted) == [2, 3, 4, 5]
    assert {answer.status_code for answer in answers} <= {200, 409}


def test_the_same_request_sent_32_times_at_once_is_carried_out_once(replicas: list[httpx2.Client]) -> None:
    game, tokens = created(replicas[0])
    headers = {"Authorization": f"Bearer {tokens[game['turn']['player']]}", "Idempotency-Key": "sent-often"}
    answers = _race(replicas, game["links"]["rolls"], {}, headers)
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert Counter(answer.headers.get("Idempotent-Replayed") for answer in answers) == {None: 1, "true": RACERS - 1}


def test_of_20_who_want_a_seat_one_gets_it(replicas: list[httpx2.Client]) -> None:
    """A challenge was accepted by two at once (lila #8643): the seat, and its token, go to one."""
    game, _ = created(replicas[0], seats={"black": "open"})
    answers = _race(replicas, game["links"]["seats"], {"seat": "black"}, {}, racers=20)
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: 19}
    (token,) = [answer.json()["token"] for answer in answers if answer.status_code == 201]
    assert {answer.json()["type"] for answer in answers if answer.status_code == 409} == {"/problems/seat-taken"}
    assert not any(token in answer.text for answer in answers if answer.status_code == 409)
    (entry,) = replicas[1].get(f"{game['links']['events']}?after=1").json()["entries"]
    taken, *opening = [event["type"] for event in entry["events"]]
    assert (taken, set(opening)) == ("seat_taken", {"opening_rolled"}), "a tie of the opening dice repeats them"


def test_a_game_is_created_joined_and_played_on_any_replica(replicas: list[httpx2.Client]) -> None:
    chance = random.Random(3)
    game, tokens = created(replicas[0], seats={"black": "open"})
    joined = replicas[1].post(game["links"]["seats"], json={"seat": "black"}).json()
    game, tokens = joined["game"], tokens | {"black": joined["token"]}
    for _ in range(60):
        path, body = next_command(game, chance)
        headers = {"Authorization": f"Bearer {tokens[game['turn']['player']]}"}
        answer = chance.choice(replicas).post(game["links"][path], json=body, headers=headers)
        assert (answer.status_code, answer.json()["version"]) == (200, game["version"] + 1)
        game = answer.json()
    assert [replica.get(game["links"]["self"]).json() for replica in replicas] == [game, game]


def test_a_reader_on_one_replica_hears_of_a_move_on_the_other(replicas: list[httpx2.Client]) -> None:
    game, tokens = created(replicas[0])
    with ThreadPoolExecutor(1) as readers:
        reader = readers.submit(replicas[1].get, f"{game['links']['events']}?after=1&wait=20")
        headers = {"Authorization": f"Bearer {tokens[game['turn']['player']]}"}
        replicas[0].post(game["links"]["rolls"], headers=headers)
        assert [entry["version"] for entry in reader.result().json()["entries"]] == [2]
