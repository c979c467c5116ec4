"""What players do: rolls, steps, names, undos, resignations, and what the answers tell of them."""

from typing import Any

import pytest

from tests.api.table import Table

SCRIPT = {"mode": "scripted", "rolls": [[5, 2], [6, 5], [2, 1], [4, 3]]}


def types(game: dict[str, Any]) -> list[str]:
    return [event["type"] for event in game["events"]]


def test_the_starter_rolls_two_fresh_dice(table: Any) -> None:
    played: Table = table(dice=SCRIPT)
    assert (played.game["turn"]["player"], played.game["turn"]["awaits"]) == ("white", "roll")
    game = played.does("rolls")
    assert game["turn"] == {
        "player": "white", "awaits": "move", "stage": "plain", "dice": [6, 5], "numbers": [6, 5],
        "named": None, "rolls": 1,
    }  # fmt: skip
    assert game["events"] == [{"type": "rolled", "player": "white", "dice": [6, 5], "roll": 2, "kind": "plain"}]
    assert [step["text"] for step in game["legal"]["steps"]] == ["hand/19", "hand/20"]


def test_after_some_of_the_moves_the_other_numbers_are_left_and_no_new_dice_fall(table: Any) -> None:
    played: Table = table(dice=SCRIPT)
    played.does("rolls")
    game = played.does("moves", {"play": "h/20"})
    assert (game["turn"]["dice"], game["turn"]["numbers"]) == ([6, 5], [6])
    played.is_refused("numbers-still-playable", 409, "rolls")
    assert played.get().json["turn"]["dice"] == [6, 5]


def test_a_whole_stage_can_be_played_at_once_and_ends_the_turn(table: Any) -> None:
    played: Table = table(dice=SCRIPT)
    played.does("rolls")
    game = played.does("moves", {"play": "HAND/20, hand / 19"})
    assert game["events"][0]["play"] == "hand/20 hand/19"
    assert types(game) == ["moved", "turn_ended"]
    assert (game["turn"]["player"], game["turn"]["awaits"]) == ("black", "roll")


def test_steps_may_be_sent_as_objects(table: Any) -> None:
    played: Table = table(dice=SCRIPT)
    played.does("rolls")
    game = played.does("moves", {"steps": [{"from": "hand", "to": 20}, {"from": 20, "to": 14, "number": 6}]})
    assert game["events"][0]["play"] == "hand/20 20/14"
    assert game["events"][0]["steps"][1] == {"from": 20, "to": 14, "number": 6, "hit": False, "text": "20/14"}


def test_the_steps_of_a_refused_command_are_not_played_at_all(table: Any) -> None:
    played: Table = table(dice=SCRIPT)
    played.does("rolls")
    assert played.is_refused("number-not-rolled", 422, "moves", {"play": "hand/20 hand/22"})["step_index"] == 1


def test_a_dry_run_answers_as_the_move_does_and_stores_nothing(table: Any) -> None:
    played: Table = table(dice=SCRIPT)
    played.does("rolls")
    before = played.get().data
    tried = played.post("moves?dry_run=true", {"play": "hand/20"})
    assert (tried.status_code, tried.json["dry_run"], "ETag" in tried.headers) == (200, True, False)
    assert played.get().data == before
    done = played.does("moves", {"play": "hand/20"})
    assert {**tried.json, "dry_run": None} == {**done, "dry_run": None}
    assert played.post("moves?dry_run=true", {"play": "hand/20"}).status_code == 422


def test_an_acey_deucey_earns_a_named_double_and_a_further_roll(table: Any) -> None:
    played: Table = table(dice={"mode": "scripted", "rolls": [[5, 2], [2, 1], [4, 3]]})
    played.does("rolls")
    game = played.does("moves", {"play": "hand/23 hand/24"})
    assert (game["turn"]["awaits"], game["legal"]["names"]) == ("name", [1, 2, 3, 4, 5, 6])
    assert "named_doubles" in game["links"]
    game = played.does("named-doubles", {"number": 5})
    assert (game["turn"]["stage"], game["turn"]["numbers"], game["turn"]["named"]) == ("named", [5, 5, 5, 5], 5)
    game = played.does("moves", {"play": "hand/20(4)"})
    assert (game["turn"]["player"], game["turn"]["awaits"]) == ("white", "roll")


def test_a_european_double_is_followed_by_its_complement(table: Any) -> None:
    played: Table = table(ruleset="european", dice={"mode": "scripted", "rolls": [[5, 2], [3, 3]]})
    played.does("rolls")
    game = played.does("moves", {"play": "hand/22(4)"})
    assert types(game) == ["moved", "complement_owed"]
    assert (game["turn"]["stage"], game["turn"]["numbers"]) == ("complement", [4, 4, 4, 4])


def test_an_undo_is_an_event_with_a_new_version(table: Any) -> None:
    played: Table = table(dice=SCRIPT)
    rolled = played.does("rolls")
    moved = played.does("moves", {"play": "hand/20"})
    assert (moved["can_undo"], "undos" in moved["links"]) == (True, True)
    game = played.does("undos")
    assert game["events"] == [{"type": "undone", "player": "white", "to_version": 2}]
    assert game["version"] == 4
    assert (game["position"], game["turn"], game["can_undo"]) == (rolled["position"], rolled["turn"], False)


def test_an_undo_never_goes_across_a_turn(table: Any) -> None:
    played: Table = table(dice=SCRIPT)
    played.does("rolls")
    played.does("moves", {"play": "hand/20 hand/19"})
    played.is_refused("nothing-to-undo", 409, "undos", seat="white")


def test_numbers_that_cannot_be_played_are_logged_once_with_what_they_cost(table: Any) -> None:
    played: Table = table(position="h15/h11,2x2,1x2 w roll 0", dice={"mode": "scripted", "rolls": [[2, 1], [4, 3]]})
    game = played.does("rolls")
    assert types(game) == ["rolled", "numbers_lost", "turn_ended"]
    assert game["events"][1] == {
        "type": "numbers_lost", "numbers": [2, 1], "reason": "no_legal_step", "forfeits": ["name", "roll"],
    }  # fmt: skip
    log = played.get("/events").json["entries"]
    assert sum(event["type"] == "numbers_lost" for entry in log for event in entry["events"]) == 1


def test_the_loser_by_resignation_pays_for_every_checker_not_off(table: Any) -> None:
    played: Table = table()
    game = played.does("resignations", seat="black")
    assert game["result"] == {"winner": "white", "reason": "resigned", "points": 15}
    assert types(game) == ["resigned", "finished"]


def test_a_finished_game_has_no_dice_to_play_and_nothing_to_do(table: Any) -> None:
    played: Table = table(position="1,o14/h3,b1,13x6,o5 w move plain 61 61 - 1")
    game = played.does("moves", {"play": "1/off"})
    assert game["result"] == {"winner": "white", "reason": "borne_off", "points": 10}
    assert game["status"] == "finished"
    assert game["turn"] == {
        "player": None, "awaits": None, "stage": None, "dice": None, "numbers": [], "named": None, "rolls": 0,
    }  # fmt: skip
    assert game["legal"] == {"steps": [], "names": []}
    assert set(game["links"]) == {"self", "events", "board", "board_text", "record", "dice", "analysis"}
    for path, body in (("rolls", {}), ("moves", {"play": "1/off"}), ("named-doubles", {"number": 1}),
                       ("undos", {}), ("resignations", {})):  # fmt: skip
        played.is_refused("game-finished", 409, path, body, seat="white")


def test_a_european_win_is_worth_one_point(table: Any) -> None:
    played: Table = table(ruleset="european", position="1,o14/h15 w move plain 61 61 - 1")
    assert played.does("moves", {"play": "1/off"})["result"]["points"] == 1


def test_a_script_that_is_used_up_gives_no_more_rolls(table: Any) -> None:
    played: Table = table(dice={"mode": "scripted", "rolls": [[4, 4], [5, 2]]})
    assert types(played.game) == ["game_created", "opening_rolled", "opening_rolled"]
    played.is_refused("dice-script-used-up", 409, "rolls")


def test_players_with_real_dice_say_what_they_rolled_the_opening_first(table: Any) -> None:
    played: Table = table(dice={"mode": "manual"})
    assert (played.game["turn"]["awaits"], played.game["dice"]) == ("opening", {"mode": "manual", "commitment": None})
    played.is_refused("dice-required", 422, "rolls")
    assert types(played.does("rolls", {"dice": [3, 3]})) == ["opening_rolled"]
    game = played.does("rolls", {"dice": [3, 6]})
    assert (game["turn"]["player"], game["turn"]["awaits"]) == ("black", "roll")
    assert played.does("rolls", {"dice": [1, 4]})["turn"]["dice"] == [4, 1]


def test_the_server_takes_no_dice_from_players_of_its_own_games(table: Any) -> None:
    table().is_refused("dice-not-accepted", 422, "rolls", {"dice": [6, 6]})
    table(dice=SCRIPT).is_refused("dice-not-accepted", 422, "rolls", {"dice": [6, 6]})


def test_server_dice_are_committed_to_before_they_fall(table: Any) -> None:
    commitment = table(seats={"black": "open"}).game["dice"]["commitment"]
    assert commitment.startswith("sha256:")
    assert len(commitment) == len("sha256:") + 64


@pytest.mark.parametrize("path", ["rolls", "moves", "named-doubles", "undos", "resignations"])
def test_every_command_answers_with_the_whole_game_and_its_version(table: Any, path: str) -> None:
    played: Table = table(position="h15/h15 w move plain 52 52 - 1")
    if path in ("rolls", "moves"):
        played.does("moves", {"play": "hand/20"})
    if path == "rolls":
        played.does("moves", {"play": "hand/23"})
    if path == "undos":
        played.does("moves", {"play": "hand/20"})
    if path == "named-doubles":
        played = table(position="h15/h15 w name 1")
    body = {"moves": {"play": "hand/23"}, "named-doubles": {"number": 3}}.get(path, {})
    answer = played.post(path, body)
    assert answer.status_code == 200
    assert answer.headers["ETag"] == f'"{answer.json["version"]}"'
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json["version"] == played.game["version"] + 1
