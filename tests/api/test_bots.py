"""Over HTTP: a bot has a seat and no token, and the answer that passes it the turn shows the game after its turn."""

from typing import Any

import pytest

SCRIPT = {"mode": "scripted", "rolls": [[6, 1], [5, 2], [6, 3], [4, 3]]}
BLACK_BOT = {"black": {"bot": "expert"}}


def test_a_bot_sits_where_the_creator_wants_it_and_nobody_else_can(table: Any, client: Any) -> None:
    created = table(seats=BLACK_BOT)
    assert created.game["seats"]["black"] == {"kind": "bot", "name": None, "level": "expert"}
    assert set(created.tokens) == {"white"}
    taken = client.post(created.url + "/seats", json={"seat": "black"})
    assert (taken.status_code, taken.json["type"]) == (409, "/problems/seat-taken")


def test_the_answer_shows_the_game_after_the_turn_of_the_bot_and_the_log_each_version(table: Any) -> None:
    created = table(dice=SCRIPT, seats=BLACK_BOT)
    created.does("rolls")
    answer = created.post("moves", {"play": "hand/20 hand/23"}, Idempotency_Key="play")
    assert answer.headers["ETag"] == '"5"'
    assert answer.json["turn"]["player"] == "white"
    assert [event["type"] for event in answer.json["events"]] == [
        "moved",
        "turn_ended",
        "rolled",
        "moved",
        "turn_ended",
    ]
    assert created.post("moves", {"play": "hand/20 hand/23"}, "white", Idempotency_Key="play").json == answer.json
    entries = created.get("/events?after=2").json["entries"]
    assert [[event["type"] for event in entry["events"]] for entry in entries] == [
        ["moved", "turn_ended"],
        ["rolled"],
        ["moved", "turn_ended"],
    ]
    rolled = [event for event in answer.json["events"] if event["type"] == "rolled"]
    assert rolled[0]["player"] == "black"
    assert created.get("?at=3").json["turn"]["player"] == "black"


def test_what_a_bot_played_is_in_record_and_dice(table: Any) -> None:
    created = table(dice={**SCRIPT, "rolls": SCRIPT["rolls"][:3]}, seats=BLACK_BOT)
    created.does("rolls")
    created.does("moves", {"play": "hand/20 hand/23"})
    created.does("resignations")
    assert "2. black 6-3; " in created.get("/record", Accept="text/plain").text
    assert [throw["player"] for throw in created.get("/dice").json["rolls"]] == [None, "white", "black"]


@pytest.mark.parametrize(
    ("body", "slug", "status"),
    [
        ({"seats": {"white": {"bot": "random"}, "black": {"bot": "random"}}}, "two-bots", 422),
        ({"seats": BLACK_BOT, "dice": {"mode": "manual"}}, "bot-without-dice", 422),
        ({"seats": {"black": {"bot": "grandmaster"}}}, "invalid-request", 400),
        ({"seats": {"black": {}}}, "invalid-request", 400),
        ({"seats": {"black": "bot"}}, "invalid-request", 400),
        ({"seats": {"black": ["bot"]}}, "invalid-request", 400),
        ({"seats": BLACK_BOT, "lesson": "hitting"}, "invalid-request", 400),
    ],
)
def test_a_bot_that_cannot_be_is_refused(client: Any, body: dict[str, Any], slug: str, status: int) -> None:
    answer = client.post("/v1/games", json=body)
    assert (answer.status_code, answer.json["type"]) == (status, f"/problems/{slug}")
