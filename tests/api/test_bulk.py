"""Creating several games by one request: all of them or none, in order, and again by the same key."""

from typing import Any

import pytest
from acey_deucey.api_keys import new_api_key
from acey_deucey.services import Services
from flask import Flask

from tests.api.conftest import TurnedClock
from tests.api.table import bearer
from tests.api.test_owners import SCHOOL, app_with

OPEN = {"seats": {"white": "open", "black": "open"}}
DAY = 24 * 3600


@pytest.fixture
def app(services: Services) -> Flask:
    return app_with(services)


def create(client: Any, body: Any, key: str | None = None, token: str | None = None) -> Any:
    headers = bearer(token) | ({"Idempotency-Key": key} if key else {})
    return client.post("/v1/games/bulk", json=body, headers=headers)


def test_the_games_come_in_the_order_asked_for_with_their_tokens(client: Any) -> None:
    wanted = [
        {"ruleset": "european", "labels": {"n": "0"}},
        {"seats": {"black": "open"}, "labels": {"n": "1"}},
        {"private": True, "labels": {"n": "2"}},
        {"lesson": "hitting", "labels": {"n": "3"}},
    ]
    answer = create(client, {"games": wanted})
    assert answer.status_code == 201
    made = answer.json["games"]
    assert [set(game["tokens"]) for game in made] == [
        {"white", "black"}, {"white"}, {"white", "black", "spectator"}, {"white", "black"},
    ]  # fmt: skip
    for number, game in enumerate(made):
        shown = client.get(game["links"]["self"], headers=bearer(game["tokens"]["white"])).json
        assert (shown["id"], shown["version"], shown["labels"]) == (game["id"], 1, {"n": str(number)})


def test_each_game_of_a_kind_has_dice_and_tokens_of_its_own(client: Any) -> None:
    made = create(client, {"count": 100, "game": {"ruleset": "european"}}).json["games"]
    assert len({game["id"] for game in made}) == 100
    assert len({token for game in made for token in game["tokens"].values()}) == 200
    games = [client.get(game["links"]["self"]).json for game in made[:20]]
    assert len({game["dice"]["commitment"] for game in games}) == 20
    assert {game["ruleset"]["id"] for game in games} == {"european"}


def test_each_game_has_the_clock_that_was_asked_for(client: Any, clock: TurnedClock) -> None:
    made = create(client, {"count": 2, "game": {"clock": {"turn_seconds": 30}}}).json["games"]
    clock.seconds += 30
    assert [client.get(game["links"]["self"]).json["result"]["reason"] for game in made] == ["timeout", "timeout"]


def test_each_of_a_class_plays_a_bot_which_has_moved_where_it_starts(client: Any, services: Services) -> None:
    white = {"white": {"bot": "expert"}}
    starts = {"dice": {"mode": "scripted", "rolls": [[6, 1], [4, 3]]}, "seats": white}
    waits = {"dice": {"mode": "scripted", "rolls": [[1, 6], [4, 3]]}, "seats": white}
    made = create(client, {"games": [starts, waits, {"seats": white}]}).json["games"]
    assert [list(game["tokens"]) for game in made] == [["black"]] * 3
    first, second, _ = [client.get(game["links"]["self"]).json for game in made]
    assert [first["turn"]["player"], second["turn"]["player"]] == ["black", "black"]
    assert [first["version"], second["version"]] == [3, 1]
    assert first["position"]["white"]["hand"] == 13
    assert [len(services.store.log(game["id"])) for game in (first, second)] == [3, 1]


def test_how_many_is_enough_to_say(client: Any) -> None:
    assert len(create(client, {"count": 2}).json["games"]) == 2


def test_if_one_cannot_be_there_is_none_and_the_answer_says_which(client: Any, services: Services) -> None:
    for wrong, slug in (
        ({"ruleset": "danish"}, "unknown-ruleset"),
        ({"position": "h15"}, "invalid-position-id"),
        ({"lesson": "chess"}, "unknown-lesson"),
        ({"dice": {"mode": "scripted", "rolls": [[4, 4]]}}, "invalid-dice-script"),
        ({"seats": {"white": {"bot": "novice"}, "black": {"bot": "novice"}}}, "two-bots"),
        ({"seats": {"black": {"bot": "novice"}}, "dice": {"mode": "manual"}}, "bot-without-dice"),
    ):
        answer = create(client, {"games": [{}, {}, wrong, {}]})
        assert (answer.status_code, answer.json["type"]) == (422, f"/problems/{slug}")
        assert answer.json["index"] == 2
    assert list(services.store.game_ids()) == []


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({}, "/games"),
        ({"games": []}, "/games"),
        ({"games": [{}] * 101}, "/games"),
        ({"games": [{}], "count": 1}, "/games"),
        ({"games": [{}], "game": {}}, "/games"),
        ({"game": {}}, "/games"),
        ({"count": 0}, "/count"),
        ({"count": 101}, "/count"),
        ({"count": "3"}, "/count"),
        ({"games": [{}, {"ruleset": 5}]}, "/games/1/ruleset"),
        ({"games": [{"seats": {"black": {"bot": "best"}}}]}, "/games/0/seats/black/bot"),
        ({"count": 1, "game": {"record": "acey-deucey record 1"}}, "/game/record"),
    ],
)
def test_what_has_the_wrong_shape_is_refused_with_the_place(client: Any, body: Any, where: str) -> None:
    answer = create(client, body)
    assert (answer.status_code, answer.json["type"]) == (400, "/problems/invalid-request")
    assert where in [fault["where"] for fault in answer.json["errors"]]


def test_a_repetition_gives_the_same_games_and_tokens_though_they_have_gone_on(client: Any, services: Services) -> None:
    first = create(client, {"count": 5, "game": OPEN | {"private": True}}, key="class-4b")
    for game in first.json["games"][:2]:
        assert client.post(f"{game['links']['self']}/seats", json={"seat": "white"}).status_code == 201
    again = create(client, {"count": 5, "game": OPEN | {"private": True}}, key="class-4b")
    assert again.status_code == 201
    assert again.json == first.json
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers
    assert len(list(services.store.game_ids())) == 5


def test_a_key_is_for_one_request(client: Any, services: Services) -> None:
    create(client, {"count": 2}, key="one")
    single = client.post("/v1/games", headers={"Idempotency-Key": "one"})
    for answer in (create(client, {"count": 3}, key="one"), single):
        assert (answer.status_code, answer.json["type"]) == (422, "/problems/idempotency-key-reused")
    assert len(list(services.store.game_ids())) == 2


def test_a_repetition_after_one_has_expired_is_told_so(client: Any, clock: TurnedClock) -> None:
    body = {"games": [{}, OPEN]}
    create(client, body, key="one")
    clock.seconds += 2 * DAY
    answer = create(client, body, key="one")
    assert (answer.status_code, answer.json["type"]) == (410, "/problems/game-expired")


def test_an_owner_owns_them_all(client: Any) -> None:
    made = create(client, {"count": 7}, token=SCHOOL.key, key="one").json["games"]
    listed = client.get("/v1/games", headers=bearer(SCHOOL.key)).json["games"]
    assert {game["id"] for game in listed} == {game["id"] for game in made}
    assert create(client, {"count": 7}, key="one").json["games"] != made
    for token in (new_api_key("school").key, "adk_x"):
        answer = create(client, {"count": 1}, token=token)
        assert (answer.status_code, answer.json["type"]) == (401, "/problems/invalid-api-key")
