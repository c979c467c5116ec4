"""The referee without a game: any position, the same rules, nothing stored."""

from typing import Any

import pytest

SIDES = {"white": {"points": {"13": 15}}, "black": {"hand": 15}}


def test_it_lists_the_plays_of_a_position_sent_as_an_object(client: Any) -> None:
    body = {"position": SIDES, "player": "white", "stage": "plain", "numbers": [5, 2]}
    answer = client.post("/v1/referee/plays", json=body).json
    assert (answer["count"], [play["play"] for play in answer["plays"]]) == (2, ["13/8 13/11", "13/8 8/6"])
    assert [step["text"] for step in answer["legal_steps"]] == ["13/8", "13/11"]
    assert [play["next"] for play in answer["plays"]] == ["opponent", "opponent"]
    assert answer["plays"][0]["position"]["id"].endswith(" b roll 0")
    assert answer["next_if_none"] is None


def test_a_position_id_may_bring_the_turn_with_it(client: Any) -> None:
    ids = client.post("/v1/referee/plays", json={"position": "13x15/h15 w move plain 52 52 - 1"}).json
    fields = {"position": "13x15/h15 opening", "player": "white", "stage": "plain", "numbers": [5, 2]}
    assert client.post("/v1/referee/plays", json=fields).json == ids


def test_where_nothing_can_be_played_it_says_what_follows(client: Any) -> None:
    shut_out = "h15/h11,2x2,1x2 w move acey_deucey 21 21 - 1"
    answer = client.post("/v1/referee/plays", json={"position": shut_out}).json
    assert (answer["count"], answer["legal_steps"], answer["next_if_none"]) == (0, [], "opponent")
    kept = client.post("/v1/referee/plays", json={"position": shut_out, "options": {"naming_requires": "nothing"}})
    assert kept.json["next_if_none"] == "name"


@pytest.mark.parametrize(
    ("position", "ruleset", "following"),
    [("13x15/h15 w move double 3 33 - 1", "american", {"opponent"}),
     ("13x15/h15 w move double 3 33 - 1", "european", {"complement"}),
     ("13x15/h15 w move named 3 21 3 1", "american", {"roll"}),
     ("13x15/h15 w move acey_deucey 21 21 - 1", "american", {"name"}),
     ("1,o14/h15 w move plain 61 61 - 1", "american", {"won"})],
)  # fmt: skip
def test_each_play_says_what_comes_next(client: Any, position: str, ruleset: str, following: set[str]) -> None:
    plays = client.post("/v1/referee/plays", json={"position": position, "ruleset": ruleset}).json["plays"]
    assert {play["next"] for play in plays} == following


@pytest.mark.parametrize("ruleset", ["american", "european"])
def test_the_position_of_a_play_is_the_one_that_playing_it_gives(client: Any, ruleset: str) -> None:
    start = {"ruleset": ruleset, "position": "13x3,8x4,6x8/h15 w move double 3333 33 - 1"}
    for play in client.post("/v1/referee/plays", json=start).json["plays"]:
        after = client.post("/v1/referee/apply", json={**start, "command": {"play": play["play"]}}).json
        assert after["position"] == play["position"]


def test_the_count_is_true_even_when_the_list_is_cut(client: Any) -> None:
    body: dict[str, Any] = {"position": "h3,24,22,20,18,16,14,13,11,9,7,5,3/h15 w move double 1111 11 - 1"}
    answer = client.post("/v1/referee/plays", json={**body, "limit": 3}).json
    everything = client.post("/v1/referee/plays", json={**body, "limit": 5000}).json
    assert len(answer["plays"]) == 3
    assert answer["count"] == everything["count"] == len(everything["plays"]) > 200


@pytest.mark.parametrize(
    ("position", "command", "awaits"),
    [("h15/h15 opening", {"roll": [5, 2]}, "roll"),
     ("h15/h15 w roll 0", {"roll": [2, 1]}, "move"),
     ("h15/h15 w move acey_deucey 21 21 - 1", {"play": "hand/23 hand/24"}, "name"),
     ("h15/h15 w name 1", {"name": 4}, "move")],
)  # fmt: skip
def test_it_applies_each_kind_of_command(client: Any, position: str, command: Any, awaits: str) -> None:
    answer = client.post("/v1/referee/apply", json={"position": position, "command": command})
    assert (answer.status_code, answer.json["turn"]["awaits"]) == (200, awaits)
    assert answer.json["events"]
    assert answer.json["result"] is None


def test_it_applies_commands_to_a_turn_sent_as_an_object(client: Any) -> None:
    turn = {"player": "white", "awaits": "move", "stage": "plain", "numbers": [5, 2], "dice": [5, 2], "rolls": 1}
    answer = client.post("/v1/referee/apply", json={"position": SIDES, "turn": turn, "command": {"play": "13/8"}})
    assert answer.json["turn"]["numbers"] == [2]
    assert answer.json["legal"]["steps"][0]["text"] == "13/11"


def test_it_shows_how_a_game_ends(client: Any) -> None:
    body = {"position": "1,o14/h15 w move plain 61 61 - 1", "command": {"play": "1/off"}}
    answer = client.post("/v1/referee/apply", json=body).json
    assert answer["result"] == {"winner": "white", "reason": "borne_off", "points": 15}
    assert answer["events"][-1] == {"type": "finished", "result": answer["result"]}


@pytest.mark.parametrize(
    ("body", "slug"),
    [({"position": SIDES, "player": "white", "stage": "double", "numbers": [3, 2]}, "invalid-turn"),
     ({"position": SIDES, "player": "white", "stage": "plain", "numbers": [2, 1]}, "invalid-turn"),
     ({"position": "13x15/h15 w roll 0"}, "invalid-turn"),
     ({"position": "o15/h15 w move plain 52 52 - 1"}, "invalid-turn"),
     ({"position": "13x14/h15 w move plain 52 52 - 1"}, "invalid-position"),
     ({"position": "nonsense"}, "invalid-position-id"),
     ({"position": SIDES, "player": "white", "stage": "plain", "numbers": [5, 2], "ruleset": "x"}, "unknown-ruleset"),
     ({"position": SIDES, "player": "white", "stage": "plain", "numbers": [5, 2], "options": {"bear_off": 1}},
      "invalid-options")],
)  # fmt: skip
def test_a_question_that_cannot_be_is_refused(client: Any, body: Any, slug: str) -> None:
    answer = client.post("/v1/referee/plays", json=body)
    assert (answer.status_code, answer.json["type"]) == (422, f"/problems/{slug}"), answer.text
