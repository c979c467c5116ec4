"""A game's record over HTTP: taken away, replayed into a new game, and refused with the place where it is false."""

from typing import Any

import pytest

from tests.api.table import Table, bearer

SCRIPT = [[5, 2], [5, 2], [2, 1], [6, 6], [3, 2]]

READS_NOT = "The record cannot be read at /: '{\"format\": 1}'."


@pytest.fixture
def played(table: Any) -> Table:
    """A game in which a double has been named and a move taken back."""
    it: Table = table(
        ruleset="european", options={"bear_off": "any"}, dice={"mode": "scripted", "rolls": SCRIPT}, labels={"a": "b"}
    )
    it.does("rolls")
    it.does("moves", {"play": "hand/20 hand/23"})
    it.does("rolls")
    it.does("moves", {"play": "hand/24"})
    it.does("undos")
    it.does("moves", {"play": "hand/23 hand/24"})
    it.does("named-doubles", {"number": 4})
    it.does("moves", {"play": "hand/21"})
    return it


def replay(client: Any, record: Any, **more: Any) -> Table:
    """A new game of that record."""
    return Table(client, record=record, **more)


def test_a_record_holds_the_rules_and_every_command(played: Table) -> None:
    record = played.get("/record").json
    assert (record["format"], record["game"]) == (1, played.game["id"])
    assert record["ruleset"] == played.game["ruleset"]
    assert record["start"] == "h15/h15 opening"
    assert record["dice"] == {
        "mode": "scripted", "commitment": None, "entropy": {"white": "", "black": ""}, "seed": None,
    }  # fmt: skip
    assert record["commands"] == [
        {"opening": [5, 2]},
        {"player": "white", "roll": [5, 2]},
        {"player": "white", "play": "hand/20 hand/23"},
        {"player": "black", "roll": [2, 1]},
        {"player": "black", "play": "hand/24"},
        {"player": "black", "undo": True},
        {"player": "black", "play": "hand/23 hand/24"},
        {"player": "black", "name": 4},
        {"player": "black", "play": "hand/21"},
    ]
    assert record["result"] is None


def test_a_record_is_also_a_text_that_people_read(played: Table) -> None:
    answer = played.get("/record", Accept="text/plain")
    assert answer.mimetype == "text/plain"
    assert answer.text == (
        f"acey-deucey record 1\ngame {played.game['id']}\nruleset european 1\n"
        'option bear_off "any"\ndice scripted\nopening 5-2\n'
        "1. white 5-2; hand/20 hand/23\n"
        "2. black 2-1; hand/24; undo; hand/23 hand/24; name 4; hand/21\n"
    )
    for accept in ("*/*", "application/json", "application/json, text/plain;q=0.5", "image/png"):
        assert played.get("/record", Accept=accept).mimetype == "application/json"


def test_the_entity_tags_of_a_record_tell_version_and_form_apart(played: Table) -> None:
    json, text = played.get("/record").headers["ETag"], played.get("/record", Accept="text/plain").headers["ETag"]
    assert json != text
    assert played.get("/record", If_None_Match=json).status_code == 304
    played.does("moves", {"play": "hand/21"})
    assert played.get("/record", If_None_Match=json).status_code == 200


@pytest.mark.parametrize("accept", ["application/json", "text/plain"])
def test_a_record_is_replayed_into_a_new_game_in_its_final_state(client: Any, played: Table, accept: str) -> None:
    answer = played.get("/record", Accept=accept)
    again = replay(client, answer.json if accept == "application/json" else answer.text, labels={"from": "a record"})
    game = again.game
    for part in ("position", "turn", "legal", "stake", "result", "ruleset"):
        assert game[part] == played.game[part], part
    assert (game["version"], game["status"], game["labels"]) == (1, "playing", {"from": "a record"})
    assert game["id"] != played.game["id"]
    assert set(again.tokens) == {"white", "black"}


def test_a_replayed_game_goes_on_with_manual_dice_and_says_so_everywhere(client: Any, played: Table) -> None:
    again = replay(client, played.get("/record").json)
    assert again.game["dice"] == {"mode": "manual", "commitment": None}
    assert again.get("/dice").json["mode"] == again.get("/record").json["dice"]["mode"] == "manual"
    assert "\ndice manual\n" in again.get("/record", Accept="text/plain").text
    for _ in range(3):
        again.does("moves", {"play": "hand/21"})
    for _ in range(4):
        again.does("moves", {"play": "hand/22"})
    again.is_refused("dice-required", 422, "rolls")
    again.does("rolls", {"dice": [6, 5]})


def test_the_first_events_of_a_replayed_game_tell_all_that_was_replayed(client: Any, played: Table) -> None:
    told = [event for entry in played.get("/events").json["entries"] for event in entry["events"]]
    (undone,) = (event for event in told if event["type"] == "undone")
    undone["to_version"] = 5  # behind four commands, of which the opening throw is one
    again = replay(client, played.get("/record").json)
    assert again.game["events"] == told
    assert again.get("?at=1").json["events"] == told
    assert again.get("/record").json["commands"] == played.get("/record").json["commands"]


def test_a_replayed_game_keeps_its_whole_record_when_it_goes_on(client: Any, played: Table) -> None:
    again = replay(client, played.get("/record").json)
    again.is_refused("nothing-to-undo", 409, "undos")
    again.does("moves", {"play": "hand/21"})
    again.does("undos")
    again.does("resignations")
    last = replay(client, again.get("/record", Accept="text/plain").text)
    assert last.game["position"] == again.game["position"]
    assert last.game["result"] == again.game["result"] == {"winner": "white", "reason": "resigned", "points": 1}
    assert (last.game["status"], last.game["version"]) == ("finished", 1)
    assert last.get("/record").json["commands"] == again.get("/record").json["commands"]
    assert again.get("?at=2").json["version"] == 2


def test_a_record_may_begin_at_any_position_and_its_seats_may_be_open(client: Any, table: Any) -> None:
    begun: Table = table(position="13x15/h15 w move plain 52 52 - 1")
    begun.does("moves", {"play": "13/8"})
    again = replay(client, begun.get("/record").json, seats={"black": "open"}, private=True)
    assert (again.game["status"], again.game["private"], list(again.tokens)) == (
        "waiting",
        True,
        ["white", "spectator"],
    )
    joined = again.does("seats", {"seat": "black"})
    assert joined["position"] == begun.game["position"]
    assert again.get("/record", token=again.tokens["white"]).json["start"] == "13x15/h15 w move plain 52 52 - 1"
    assert again.get("/record").status_code == again.get("/dice").status_code == 401


def test_a_repeated_replay_gives_the_same_game(client: Any, played: Table) -> None:
    body = {"record": played.get("/record").json}
    first = client.post("/v1/games", json=body, headers={"Idempotency-Key": "random"})
    second = client.post("/v1/games", json=body, headers={"Idempotency-Key": "random"})
    assert second.headers["Idempotent-Replayed"] == "true"
    assert second.json == first.json


@pytest.mark.parametrize("name", ["ruleset", "options", "dice", "position", "turn"])
def test_what_a_record_brings_with_it_cannot_be_sent_beside_it(client: Any, played: Table, name: str) -> None:
    values = {
        "ruleset": "american", "options": {}, "dice": {}, "position": "h15/h15 opening", "turn": {"awaits": "opening"},
    }  # fmt: skip
    answer = client.post("/v1/games", json={"record": played.get("/record").json, name: values[name]})
    assert (answer.status_code, answer.json["type"]) == (400, "/problems/invalid-request")
    assert answer.json["errors"][0]["where"] == f"/{name}"


@pytest.mark.parametrize("record", [5, None, [], True])
def test_a_record_is_a_text_or_an_object(client: Any, record: Any) -> None:
    answer = client.post("/v1/games", json={"record": record})
    assert (answer.status_code, answer.json["errors"][0]["where"]) == (400, "/record")


def test_a_record_that_breaks_a_rule_is_refused_with_the_command_and_the_rule(client: Any, played: Table) -> None:
    record = played.get("/record").json
    record["commands"][2]["play"] = "hand/20 hand/22"
    answer = client.post("/v1/games", json={"record": record})
    assert (answer.status_code, answer.json["type"]) == (422, "/problems/broken-record")
    assert answer.json["command"] == 2
    assert answer.json["rule"]["href"].startswith("/v1/rules/")
    assert "hand/20 hand/22" in answer.json["detail"]


def test_a_record_with_a_false_result_is_refused(client: Any, played: Table) -> None:
    record = played.get("/record").json | {"result": {"winner": "black", "reason": "resigned", "points": 1}}
    problem = client.post("/v1/games", json={"record": record}).json
    assert (problem["type"], problem["command"]) == ("/problems/broken-record", None)


@pytest.mark.parametrize(
    ("record", "slug", "place"),
    [
        ("", "unreadable-record", {"line": 1}),
        ("acey-deucey record 1\n1. green 5-2\n", "unreadable-record", {"line": 2}),
        ({"format": 1}, "unreadable-record", {"where": "/", "detail": READS_NOT}),
        ("acey-deucey record 7\n", "unknown-record-version", {}),
        ('acey-deucey record 1\noption bear_off ' + "[" * 1500 + "\n", "unreadable-record", {"line": 2}),
        ('acey-deucey record 1\noption bear_off "sometimes"\n', "invalid-options", {}),
        ("acey-deucey record 1\nruleset danish 1\n", "unknown-ruleset", {}),
        ("acey-deucey record 1\nstart h15x/h15 opening\n", "invalid-position-id", {}),
        ("acey-deucey record 1\nstart h15/h15 over\n", "invalid-turn", {}),
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused_with_the_place(client: Any, record: Any, slug: str, place: Any) -> None:
    answer = client.post("/v1/games", json={"record": record})
    assert (answer.status_code, answer.json["type"]) == (422, f"/problems/{slug}"), answer.text
    assert place.items() <= answer.json.items()


def test_a_record_too_long_for_one_request_is_refused(client: Any) -> None:
    turns = "1. white " + "; ".join(["undo"] * 100) + "\n"
    answer = client.post("/v1/games", json={"record": "acey-deucey record 1\n" + turns * 21})
    assert (answer.status_code, answer.json["errors"][0]["where"]) == (400, "/record/commands")


def test_the_record_of_a_finished_game_is_replayed_for_its_reader_to_look_at(client: Any, table: Any) -> None:
    won: Table = table(position="3,o14/h15 w move plain 63 63 - 1")
    won.does("moves", {"play": "3/off"})
    text = won.get("/record", Accept="text/plain").text
    assert "3/off" in text
    again = replay(client, text)
    assert again.game["result"] == won.game["result"]
    assert again.game["legal"] == {"steps": [], "names": []}
    answer = client.post(again.url + "/rolls", json={"dice": [1, 2]}, headers=bearer(again.tokens["white"]))
    assert answer.json["type"] == "/problems/game-finished"
