"""Versions, idempotency keys and tokens: who may do what, when, and how often."""

from typing import Any

import pytest

from tests.api.table import Table, bearer

MOVING = "h15/h15 w move plain 52 52 - 1"
PLAY = {"play": "hand/20"}


def test_a_command_on_the_newest_version_is_carried_out(table: Any) -> None:
    for tag in ('"1"', "*", '"7", "1"', 'W/"9","1"'):
        played: Table = table(position=MOVING)
        assert played.post("moves", PLAY, If_Match=tag).status_code == 200


@pytest.mark.parametrize("tag", ['"2"', 'W/"1"', '"x"', '"2", "3"', '""'])
def test_a_command_on_another_version_is_told_the_current_one(table: Any, tag: str) -> None:
    played: Table = table(position=MOVING)
    answer = played.post("moves", PLAY, If_Match=tag)
    assert (answer.status_code, answer.json["type"]) == (412, "/problems/stale-version")
    assert answer.json["current_version"] == 1
    assert played.get().json["version"] == 1


@pytest.mark.parametrize("tag", ["1", '"1', "", 'x"1"', '"1" "2"'])
def test_an_if_match_that_is_no_entity_tag_is_refused(table: Any, tag: str) -> None:
    answer = table(position=MOVING).post("moves", PLAY, If_Match=tag)
    assert (answer.status_code, answer.json["errors"][0]["where"]) == (400, "If-Match")


def test_the_same_key_and_body_give_the_first_answer_again(table: Any) -> None:
    played: Table = table(position=MOVING)
    first = played.post("moves", PLAY, Idempotency_Key="a-key")
    played.does("moves", {"play": "hand/23"})
    again = played.post("moves", PLAY, seat="white", Idempotency_Key="a-key")
    assert (again.status_code, again.data, again.headers["ETag"]) == (200, first.data, '"2"')
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers
    assert played.get().json["version"] == 3


def test_a_repeated_roll_shows_the_same_dice(table: Any) -> None:
    played: Table = table()
    first = played.post("rolls", Idempotency_Key="one")
    again = played.post("rolls", Idempotency_Key="one")
    assert first.json["turn"] == again.json["turn"]
    assert again.headers["Idempotent-Replayed"] == "true"


def test_a_quoted_key_and_a_bare_one_are_the_same_and_so_are_bodies_that_say_the_same(table: Any) -> None:
    played: Table = table(position=MOVING)
    played.post("moves", {"steps": [{"from": "hand", "to": 20}]}, Idempotency_Key='"a-key"')
    body = '{ "steps" : [ {"to":20,"from":"hand"} ] }'
    headers = bearer(played.tokens["white"]) | {"Idempotency-Key": "a-key", "Content-Type": "application/json"}
    again = played.client.post(played.url + "/moves", data=body, headers=headers)
    assert (again.status_code, again.json["version"]) == (200, 2)


def test_a_key_used_for_something_else_is_refused(table: Any) -> None:
    played: Table = table(position=MOVING)
    played.post("moves", PLAY, Idempotency_Key="a-key")
    for path, body in (("moves", {"play": "hand/23"}), ("undos", {})):
        answer = played.post(path, body, Idempotency_Key="a-key")
        assert (answer.status_code, answer.json["type"]) == (422, "/problems/idempotency-key-reused")
    assert played.get().json["version"] == 2


def test_a_refused_command_does_not_use_up_its_key(table: Any) -> None:
    played: Table = table(position=MOVING)
    assert played.post("moves", {"play": "hand/19"}, Idempotency_Key="a-key").status_code == 422
    assert played.post("moves", PLAY, Idempotency_Key="a-key").status_code == 200


@pytest.mark.parametrize("key", ["", " ", "x" * 256, '"' + "x" * 256 + '"', "ä", '""'])
def test_a_key_that_is_none_is_refused(table: Any, key: str) -> None:
    answer = table(position=MOVING).post("moves", PLAY, Idempotency_Key=key)
    assert (answer.status_code, answer.json["errors"][0]["where"]) == (400, "Idempotency-Key")


def test_creating_twice_with_one_key_gives_one_game_and_the_same_tokens(client: Any) -> None:
    headers = {"Idempotency-Key": "5f0c6f0e-9f5b-4f0e-8f5e-0b9b1f0c7a51"}
    first, again = (client.post("/v1/games", json={"ruleset": "european"}, headers=headers) for _ in range(2))
    assert (again.status_code, again.data) == (201, first.data)
    assert again.headers["Idempotent-Replayed"] == "true"
    other = client.post("/v1/games", json={"ruleset": "american"}, headers=headers)
    assert (other.status_code, other.json["type"]) == (422, "/problems/idempotency-key-reused")


def test_taking_a_seat_twice_with_one_key_gives_the_same_token(table: Any, client: Any) -> None:
    waiting: Table = table(seats={"black": "open"})
    first, again = (
        client.post(waiting.url + "/seats", json={"seat": "black"}, headers={"Idempotency-Key": "k"}) for _ in range(2)
    )
    assert (again.status_code, again.data) == (201, first.data)


@pytest.mark.parametrize(
    ("header", "slug"),
    [(None, "missing-token"), ("Basic YTpi", "invalid-token"), ("Bearer", "invalid-token"),
     ("Bearer ", "invalid-token"), ("Bearer x y", "invalid-token"), ("Bearer " + "x" * 5000, "invalid-token"),
     ("Bearer acey_white_x", "invalid-token")],
)  # fmt: skip
def test_without_a_seat_token_a_command_is_not_carried_out(table: Any, header: str | None, slug: str) -> None:
    played: Table = table(position=MOVING)
    headers = {"Authorization": header} if header else {}
    answer = played.client.post(played.url + "/moves", json=PLAY, headers=headers)
    assert (answer.status_code, answer.json["type"]) == (401, f"/problems/{slug}")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_token_of_another_game_is_refused(table: Any) -> None:
    played, other = table(position=MOVING), table()
    played.tokens = other.tokens
    played.is_refused("token-of-another-game", 403, "moves", PLAY)


def test_the_checks_come_in_the_order_that_the_contract_names(table: Any, client: Any) -> None:
    played: Table = table(position=MOVING)
    played.does("moves", PLAY, Idempotency_Key="used")
    url, token = played.url + "/rolls", bearer(played.tokens["black"])
    stale = {"If-Match": '"1"'}
    assert client.post(url, data="{", content_type="application/json", headers=stale).status_code == 400
    assert client.post(url, data="x", content_type="text/plain", headers=stale).status_code == 415
    assert client.post(url, data=b"x" * 70_000, headers=stale).status_code == 413
    assert client.post(url, headers=stale).status_code == 401
    again = played.post("moves", PLAY, seat="white", Idempotency_Key="used", If_Match='"1"')
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (200, "true")
    assert client.post(url, headers=token | stale).status_code == 412
    assert client.post(url, headers=token).status_code == 409
    assert played.post("moves", {"play": "hand/22"}, seat="white").status_code == 422


def test_a_lost_race_that_never_ends_is_given_up_with_the_current_version(table: Any, services: Any) -> None:
    from acey_deucey.ports import Stale

    played: Table = table(position=MOVING)
    load = services.store.load

    def always_stale(game_id: str, *_: Any, **__: Any) -> Stale:
        loaded = load(game_id)
        return Stale(loaded.version, loaded.state)

    services.store.save = always_stale
    answer = played.post("moves", PLAY)
    assert (answer.status_code, answer.json["type"], answer.json["current_version"]) == (409, "/problems/lost-race", 1)


def test_no_token_or_seed_is_shown_after_it_was_given(table: Any, capsys: pytest.CaptureFixture[str]) -> None:
    played: Table = table()
    game_id = played.game["id"]
    told = [played.get(path).text for path in ("", "/events", "/plays", "/board.txt")]
    told.append(played.post("moves", {"play": "x"}).text)
    told.append(played.client.get(f"/v1/games/{game_id}/nothing?token={played.tokens['white']}").text)
    told += list(capsys.readouterr())
    assert not any(token in text for token in played.tokens.values() for text in told)


def test_text_that_is_no_play_is_judged_last_like_every_rule(table: Any) -> None:
    played: Table = table(position=MOVING)
    nonsense = {"play": "nonsense"}
    assert played.client.post(played.url + "/moves", json=nonsense).status_code == 401
    assert played.post("moves", nonsense, seat="white", If_Match='"7"').status_code == 412
    assert played.post("moves", nonsense, seat="black").json["type"] == "/problems/not-your-turn"
    assert played.post("moves", nonsense, seat="white").json["type"] == "/problems/unreadable-play"
