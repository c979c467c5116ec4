"""Dice that anyone can check: promised before the players add theirs, fair, the same whenever they are asked for."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from typing import Any

import pytest
from acey_deucey.dicebox import commitment_to, dice_from
from acey_deucey.ports import StoreUnavailable
from acey_deucey.transcript_json import transcript_from_json
from acey_deucey.verify import verify
from flask import Flask
from flask.testing import FlaskClient

from tests.api.table import Table, bearer

GAMES = 3_600
SURE = 6  # standard deviations: fair dice go beyond them once in a billion runs
RACERS = 16


def limit_of_chi_square(freedom: int) -> float:
    """What fair dice stay below (after Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + SURE * sqrt(part)) ** 3)


def chi_square(counts: Counter[tuple[int, int]], chances: dict[tuple[int, int], float]) -> float:
    total = counts.total()
    return sum((counts[dice] - total * chance) ** 2 / (total * chance) for dice, chance in chances.items())


@pytest.fixture(scope="module")
def thrown() -> tuple[list[Any], list[Any]]:
    """The events of many openings and of as many first rolls, as the service throws them."""
    from acey_deucey.api.app import create_app
    from acey_deucey.api.request_log import configure_log
    from acey_deucey.api.wiring import services_of
    from acey_deucey.store.memory import MemoryStore, SystemClock

    configure_log("error")
    client = create_app(
        services_of(MemoryStore(SystemClock()), ("a secret for this test",), SystemClock())
    ).test_client()
    openings, rolls = [], []
    for _ in range(GAMES):
        created: Any = client.post("/v1/games").json
        game, tokens = created["game"], created["tokens"]
        openings += [event for event in game["events"] if event["type"] == "opening_rolled"]
        headers = bearer(tokens[game["turn"]["player"]])
        rolled: Any = client.post(f"/v1/games/{game['id']}/rolls", headers=headers).json
        rolls.append(rolled["events"][0])
    return openings, rolls


def test_all_36_pairs_of_the_opening_are_equally_likely_and_so_is_who_starts(
    thrown: tuple[list[Any], list[Any]],
) -> None:
    openings = thrown[0]
    pairs = {(white, black): 1 / 36 for white in range(1, 7) for black in range(1, 7)}
    counts = Counter((event["white"], event["black"]) for event in openings)
    assert set(counts) == set(pairs)
    assert chi_square(counts, pairs) < limit_of_chi_square(35)
    starters = Counter(event["starter"] for event in openings)
    assert abs(starters["white"] - starters["black"]) < SURE * sqrt(GAMES)
    assert starters["white"] + starters["black"] == GAMES


def test_all_36_pairs_of_a_roll_are_equally_likely(thrown: tuple[list[Any], list[Any]]) -> None:
    counts = Counter((event["dice"][0], event["dice"][1]) for event in thrown[1])
    rolls = {(high, low): (2 - (high == low)) / 36 for high in range(1, 7) for low in range(1, high + 1)}
    assert set(counts) == set(rolls)
    assert chi_square(counts, rolls) < limit_of_chi_square(20)


def waiting(client: Any) -> Table:
    """A game whose seats are both open."""
    return Table(client, seats={"white": "open", "black": "open"})


def join(table: Table, seat: str, entropy: str | None) -> None:
    answer = table.client.post(f"{table.url}/seats", json={"seat": seat, "entropy": entropy})
    assert answer.status_code == 201, answer.text
    table.game, table.tokens[seat] = answer.json["game"], answer.json["token"]


def test_the_commitment_is_there_before_anybody_adds_entropy_and_stays(client: Any) -> None:
    table = waiting(client)
    promised = table.game["dice"]["commitment"]
    assert promised.startswith("sha256:")
    assert table.get("/dice").json == {
        "game": table.game["id"], "mode": "server", "method": "acey-dice/v1", "commitment": promised,
        "entropy": {"white": "", "black": ""}, "rolls": [], "seed": None,
    }  # fmt: skip
    join(table, "black", "what Black has made up; 50 %")
    assert table.game["status"] == "waiting"
    assert table.get("/dice").json["rolls"] == []
    join(table, "white", "ünd White")
    table.does("resignations")
    dice = table.get("/dice").json
    assert dice["entropy"] == {"white": "ünd White", "black": "what Black has made up; 50 %"}
    assert dice["commitment"] == table.get("/record").json["dice"]["commitment"] == promised


def test_every_throw_follows_from_the_seed_and_both_players_entropy(client: Any) -> None:
    table = waiting(client)
    join(table, "white", "a" * 128)
    join(table, "black", None)
    for _ in range(3):
        table.does("rolls")
        while table.game["turn"]["awaits"] != "roll":
            step = table.game["legal"]["steps"]
            table.does("moves", {"play": step[0]["text"]}) if step else table.does("named-doubles", {"number": 3})
    table.does("resignations")
    dice = table.get("/dice").json
    seed = bytes.fromhex(dice["seed"])
    assert commitment_to(dice["game"], seed) == dice["commitment"]
    assert [roll["number"] for roll in dice["rolls"]] == list(range(1, len(dice["rolls"]) + 1))
    for roll in dice["rolls"]:
        due = dice_from(seed, dice["game"], ("a" * 128, ""), roll["number"])
        assert roll["dice"] == (list(due) if roll["player"] is None else sorted(due, reverse=True))
        events = [event for entry in table.get(f"/events?after={roll['version'] - 1}&limit=1").json["entries"]
                  for event in entry["events"]]  # fmt: skip
        assert roll["number"] in [event.get("roll") for event in events]
    assert all(check.is_right for check in verify(transcript_from_json(table.get("/record").json)))


def test_no_seed_is_shown_while_the_game_can_still_be_played(table: Any) -> None:
    played: Table = table()
    for path in ("/dice", "/record"):
        told = played.get(path).json
        assert told.get("dice", told)["seed"] is None
    assert "seed" not in played.get("/record", Accept="text/plain").text
    played.does("resignations")
    shown = played.get("/dice").json["seed"]
    assert shown == played.get("/record").json["dice"]["seed"]
    assert f"\nseed {shown}\n" in played.get("/record", Accept="text/plain").text


def test_scripted_and_manual_dice_say_so_and_show_no_roll_to_come(table: Any) -> None:
    scripted: Table = table(dice={"mode": "scripted", "rolls": [[5, 5], [5, 2], [4, 3], [6, 1]]})
    scripted.does("rolls")
    assert scripted.get("/dice").json == {
        "game": scripted.game["id"], "mode": "scripted", "method": None, "commitment": None,
        "entropy": {"white": "", "black": ""}, "seed": None,
        "rolls": [
            {"number": 1, "player": None, "dice": [5, 5], "version": 1},
            {"number": 2, "player": None, "dice": [5, 2], "version": 1},
            {"number": 3, "player": "white", "dice": [4, 3], "version": 2},
        ],
    }  # fmt: skip
    manual: Table = table(dice={"mode": "manual"})
    manual.does("resignations", seat="white")
    assert (manual.get("/dice").json["mode"], manual.get("/dice").json["seed"]) == ("manual", None)


def test_a_repeated_roll_shows_the_same_dice(table: Any, client: Any) -> None:
    played: Table = table()
    first = played.post("rolls", Idempotency_Key="the-same")
    again = played.post("rolls", Idempotency_Key="the-same")
    assert (again.headers["Idempotent-Replayed"], again.json) == ("true", first.json)
    assert len(played.get("/dice").json["rolls"]) == len(played.get("/events").json["entries"][0]["events"])


def test_a_roll_that_was_not_stored_shows_the_same_dice_when_it_is_tried_again(table: Any, services: Any) -> None:
    played: Table = table()
    save, tried = services.store.save, []

    def lost(*words: Any, **__: Any) -> Any:
        tried.append(words[3])
        raise StoreUnavailable("it does not answer")

    services.store.save = lost
    for _ in range(5):
        assert played.post("rolls").status_code == 503
    services.store.save = save
    played.does("rolls")
    tried.append(services.store.log(played.game["id"])[-1].entry)
    assert len(tried) == 6
    assert len({entry.partition(b";")[2] for entry in tried}) == 1


def test_of_many_rolls_at_once_all_show_the_same_dice(table: Any, app: Flask) -> None:
    played: Table = table()
    headers = bearer(played.tokens[played.game["turn"]["player"]])

    def roll(_: int) -> Any:
        return FlaskClient(app, app.response_class).post(f"{played.url}/rolls", headers=headers)

    with ThreadPoolExecutor(RACERS) as runners:
        answers = list(runners.map(roll, range(RACERS)))
    accepted = [answer.json for answer in answers if answer.status_code == 200]
    assert len(accepted) == 1
    played.does("resignations")
    dice = played.get("/dice").json
    due = dice_from(bytes.fromhex(dice["seed"]), dice["game"], ("", ""), dice["rolls"][-1]["number"])
    assert accepted[0]["events"][0]["dice"] == dice["rolls"][-1]["dice"] == sorted(due, reverse=True)
