"""Creating games, looking at them and taking seats."""

from typing import Any

import pytest

from tests.api.conftest import TurnedClock

DAY = 24 * 3600


def test_an_empty_body_gives_an_american_game_with_both_seats_held(client: Any) -> None:
    answer = client.post("/v1/games")
    game, tokens = answer.json["game"], answer.json["tokens"]
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/v1/games/{game['id']}"
    assert answer.headers["ETag"] == '"1"'
    assert game["ruleset"]["id"] == "american"
    assert set(tokens) == {"white", "black"}
    assert (game["status"], game["version"], game["turn"]["awaits"]) == ("playing", 1, "roll")
    assert [event["type"] for event in game["events"]][:2] == ["game_created", "opening_rolled"]


def test_both_sides_start_with_fifteen_checkers_in_hand(table: Any) -> None:
    position = table().game["position"]
    assert position["white"] == position["black"] == {"hand": 15, "bar": 0, "off": 0, "points": {}}
    assert position["board"] == [0] * 24
    assert position["pips"] == {"white": 375, "black": 375}


def test_options_are_stored_resolved_and_may_be_overridden(table: Any) -> None:
    game = table(ruleset="european", options={"bear_off": "highest"}).game
    assert game["ruleset"]["options"]["bear_off"] == "highest"
    assert game["ruleset"]["options"]["doubles_complement"] is True
    assert len(game["ruleset"]["options"]) == 15


def test_a_game_waits_until_its_open_seat_is_taken(table: Any, client: Any) -> None:
    waiting = table(seats={"black": "open"})
    assert (waiting.game["status"], waiting.game["turn"]["awaits"]) == ("waiting", None)
    assert set(waiting.tokens) == {"white"}
    assert set(waiting.game["links"]) == {"self", "events", "board", "board_text", "seats"}
    waiting.is_refused("waiting-for-opponent", 409, "rolls")
    answer = client.post(waiting.url + "/seats", json={"seat": "black", "name": "Ada", "entropy": "dice be good"})
    assert answer.status_code == 201
    assert answer.json["game"]["status"] == "playing"
    assert answer.json["game"]["seats"]["black"] == {"kind": "human", "name": "Ada", "level": None}
    assert answer.json["token"].startswith("acey_black_")
    types = [event["type"] for event in answer.json["game"]["events"]]
    assert types[:2] == ["seat_taken", "opening_rolled"]


def test_a_taken_seat_is_not_given_twice(table: Any) -> None:
    table().is_refused("seat-taken", 409, "seats", {"seat": "black"})


def test_a_game_can_be_looked_at_as_it_was(table: Any) -> None:
    played = table(dice={"mode": "scripted", "rolls": [[5, 2], [6, 5]]})
    first = played.get().json
    played.does("rolls")
    played.does("moves", {"play": "hand/19"})
    assert played.get("?at=1").json == first
    assert played.get("?at=2").json["turn"]["numbers"] == [6, 5]
    assert played.get("?at=3").json == played.get().json
    answer = played.get("?at=4")
    assert (answer.status_code, answer.json["current_version"]) == (404, 3)


def test_the_entity_tag_is_the_version_and_spares_a_second_copy(table: Any) -> None:
    played = table()
    assert played.get().headers["ETag"] == '"1"'
    unchanged = played.get(If_None_Match='"1"')
    assert (unchanged.status_code, unchanged.data) == (304, b"")
    assert unchanged.headers["ETag"] == '"1"'
    played.does("rolls")
    assert played.get(If_None_Match='"1"').status_code == 200


def test_an_unknown_game_is_not_found_whatever_its_id_looks_like(client: Any) -> None:
    for game_id in ("k3q8w1c5t9r2m4x7z0a6bd", "x", "k" * 3000, "%00", "ä", "{k3}:game"):
        answer = client.get(f"/v1/games/{game_id}")
        assert (answer.status_code, answer.json["type"]) == (404, "/problems/game-not-found")


def test_an_expired_game_is_gone_then_unknown_and_never_a_fresh_board(table: Any, clock: TurnedClock) -> None:
    played = table()
    clock.seconds += 14 * DAY + 1
    assert played.get().status_code == 410
    assert played.post("rolls").status_code == 410
    clock.seconds += 30 * DAY
    assert played.get().status_code == 404
    assert played.post("rolls").status_code == 404


def test_a_command_renews_the_lifetime_of_a_game(table: Any, clock: TurnedClock) -> None:
    played = table(dice={"mode": "scripted", "rolls": [[5, 2], [6, 5]]})
    for path, body in (("rolls", {}), ("moves", {"play": "hand/19"}), ("undos", {}), ("moves", {"play": "hand/20"})):
        clock.seconds += 14 * DAY - 1
        played.does(path, body)
    assert played.get().status_code == 200
    assert played.game["expires_at"] == "2027-03-26T07:59:56.000Z"


def test_labels_are_kept_and_shown(table: Any) -> None:
    assert table(labels={"class": "4b"}).get().json["labels"] == {"class": "4b"}


READS = ("", "/plays", "/events", "/record", "/dice", "/board.txt", "/board.svg")


def test_a_private_game_shows_itself_to_those_with_its_tokens_only(table: Any, client: Any) -> None:
    private, other = table(private=True), table(private=True)
    assert set(private.tokens) == {"white", "black", "spectator"}
    for path in READS:
        assert private.get(path).status_code == 401
        assert private.get(path, token="acey_white_nonsense").status_code == 401
        for token in other.tokens.values():
            assert private.get(path, token=token).status_code == 403
        for token in private.tokens.values():
            assert private.get(path, token=token).status_code == 200


def test_a_spectator_sees_what_players_see_as_it_happens(table: Any) -> None:
    private = table(private=True, dice={"mode": "scripted", "rolls": [[5, 2], [6, 5]]})
    private.does("rolls")
    seen = private.get(token=private.tokens["spectator"])
    assert seen.json == private.get(token=private.tokens["white"]).json == private.game
    private.does("resignations")
    stream = private.get("/events?after=0", token=private.tokens["spectator"], Accept="text/event-stream")
    assert (stream.status_code, stream.mimetype) == (200, "text/event-stream")
    assert "finished" in stream.text


def test_a_spectator_acts_for_nobody(table: Any) -> None:
    private = table(private=True)
    private.tokens = dict.fromkeys(private.tokens, private.tokens["spectator"])
    for path, body in (
        ("rolls", {}),
        ("moves", {"play": "hand/20"}),
        ("moves?dry_run=true", {"play": "hand/20"}),
        ("named-doubles", {"number": 3}),
        ("undos", {}),
        ("resignations", {}),
    ):
        answer = private.post(path, body)
        assert (answer.status_code, answer.json["type"]) == (403, "/problems/spectator-token")
    assert private.get(token=private.tokens["white"]).json == private.game


def test_a_public_game_needs_no_token_to_be_watched(table: Any) -> None:
    public = table()
    assert set(public.tokens) == {"white", "black"}
    assert all(public.get(path).status_code == 200 for path in READS)


def test_the_token_of_spectators_is_given_again_with_the_others(client: Any) -> None:
    first, again = [
        client.post("/v1/games", json={"private": True}, headers={"Idempotency-Key": "one"}).json for _ in range(2)
    ]
    assert first["tokens"]["spectator"].startswith("acey_spectator_")
    assert again == first


def test_a_position_with_its_turn_starts_a_game_there(table: Any) -> None:
    game = table(position="13x15/h15 w move plain 52 52 - 1").game
    assert game["turn"]["numbers"] == [5, 2]
    sides = {"white": {"points": {"13": 15}}, "black": {"hand": 15}}
    turn = {"player": "white", "awaits": "move", "stage": "plain", "numbers": [5, 2], "dice": [5, 2], "rolls": 1}
    assert table(position=sides, turn=turn).game["position"] == game["position"]


def test_what_the_service_shows_of_a_position_and_turn_it_takes_back(table: Any) -> None:
    played = table(dice={"mode": "scripted", "rolls": [[5, 2], [2, 1]]})
    played.does("rolls")
    played.does("moves", {"play": "hand/23 hand/24"})
    position = {side: played.game["position"][side] for side in ("white", "black")}
    again = table(position=position, turn=played.game["turn"])
    assert again.game["position"] == played.game["position"]
    assert again.game["turn"] == played.game["turn"]
    assert table(position=played.game["position"]["id"]).game["turn"] == played.game["turn"]


@pytest.mark.parametrize(
    ("body", "slug"),
    [
        ({"ruleset": "danish"}, "unknown-ruleset"),
        ({"options": {"bear_off": "sometimes"}}, "invalid-options"),
        ({"options": {"colour": "red"}}, "invalid-options"),
        ({"options": {"max_rolls_per_turn": 0}}, "invalid-options"),
        ({"options": {"bar_first": 1}}, "invalid-options"),
        ({"position": {"white": {"hand": 14}, "black": {"hand": 15}}}, "invalid-position"),
        ({"position": {"white": {"points": {"3": 15}}, "black": {"points": {"22": 15}}}}, "invalid-position"),
        ({"position": "h15"}, "invalid-position-id"),
        ({"position": "o15/h15 w roll 0"}, "invalid-turn"),
        ({"position": "h15/h15 over"}, "invalid-turn"),
        ({"turn": {"player": "white", "awaits": "move", "stage": "double", "numbers": [3, 4]}}, "invalid-turn"),
        ({"dice": {"mode": "scripted", "rolls": [[4, 4]]}}, "invalid-dice-script"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_the_reason(client: Any, body: Any, slug: str) -> None:
    answer = client.post("/v1/games", json=body)
    assert (answer.status_code, answer.json["type"]) == (422, f"/problems/{slug}"), answer.text


def test_wrong_options_are_told_one_by_one(client: Any) -> None:
    answer = client.post("/v1/games", json={"options": {"bear_off": "x", "bar_first": "yes"}})
    assert set(answer.json["faults"]) == {"bear_off", "bar_first"}


def test_looking_never_changes_a_game(table: Any, client: Any, app: Any) -> None:
    played = table()
    before = played.get().data
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<game_id>", played.game["id"]).replace("<", "").replace(">", "")
        for method in ("GET", "HEAD", "OPTIONS"):
            client.open(path, method=method, headers={"Authorization": f"Bearer {played.tokens['white']}"})
    assert played.get().data == before


def test_head_answers_as_get_does_without_a_body(table: Any, client: Any) -> None:
    played = table()
    for path in ("", "/plays", "/events", "/board.txt"):
        answer, head = played.get(path), client.head(played.url + path)
        assert (head.status_code, head.data) == (200, b"")
        assert head.headers["Content-Length"] == str(len(answer.data))
        assert head.headers.get("ETag") == answer.headers.get("ETag")
