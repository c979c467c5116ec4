"""The plays, the log and the board of a game."""

from threading import Timer
from typing import Any

from acey_deucey.api.cursors import cursor_of
from acey_deucey.api.events import LOG

from tests.api.table import Table

MOVING = "13x15/h15 w move plain 52 52 - 1"


def test_the_plays_of_a_game_are_those_that_the_referee_lists(table: Any, client: Any) -> None:
    played: Table = table(position=MOVING)
    plays = played.get("/plays").json
    assert plays["count"] == len(plays["plays"]) == 2
    referee = client.post("/v1/referee/plays", json={"position": MOVING}).json
    assert plays["plays"] == referee["plays"]


def test_a_game_that_awaits_no_move_has_no_plays(table: Any) -> None:
    assert table().get("/plays").json == {"count": 0, "plays": []}
    assert table().get("/plays?as=tree").json == {"count": 0, "tree": []}


def test_the_tree_holds_the_same_plays_as_the_list(table: Any) -> None:
    played: Table = table(position="h3,24,22,20,18,16,14,13,11,9,7,5,3/h15 w move double 4444 44 - 1")

    def walk(nodes: Any, before: tuple[str, ...] = ()) -> Any:
        for node in nodes:
            steps = (*before, node["step"]["text"])
            if node["ends"]:
                assert node["ends"]["play"] == " ".join(steps)
                yield node["ends"]["play"], node["ends"]["next"], node["ends"]["position"]["id"]
            yield from walk(node["then"], steps)

    listed = played.get("/plays?limit=5000").json
    tree = played.get("/plays?as=tree&limit=5000").json
    found = sorted(walk(tree["tree"]))
    assert found == sorted((play["play"], play["next"], play["position"]["id"]) for play in listed["plays"])
    assert tree["count"] == listed["count"] == len(found)


def test_the_entity_tag_of_the_plays_tells_version_form_and_limit_apart(table: Any) -> None:
    played: Table = table(position=MOVING)
    tags = {played.get(path).headers["ETag"] for path in ("/plays", "/plays?as=tree", "/plays?limit=1")}
    assert len(tags) == 3
    assert played.get("/plays", If_None_Match=played.get("/plays").headers["ETag"]).status_code == 304


def test_the_log_has_one_entry_for_each_version_in_order(table: Any) -> None:
    played: Table = table(position=MOVING)
    played.does("moves", {"play": "13/8"})
    played.does("undos")
    log = played.get("/events").json
    assert [entry["version"] for entry in log["entries"]] == [1, 2, 3]
    assert [entry["events"][0]["type"] for entry in log["entries"]] == ["game_created", "moved", "undone"]
    assert log["more"] is False
    assert "Link" not in played.get("/events").headers
    assert [entry["version"] for entry in played.get("/events?after=2").json["entries"]] == [3]


def test_pages_of_the_log_follow_their_link_without_gap_or_repeat(table: Any) -> None:
    played: Table = table(position=MOVING)
    for _ in range(3):
        played.does("moves", {"play": "13/8"})
        played.does("undos")
    seen: list[int] = []
    path: str | None = "/events?limit=3"
    while path:
        answer = played.get(path)
        seen += [entry["version"] for entry in answer.json["entries"]]
        link = answer.headers.get("Link")
        assert (link is not None) == answer.json["more"]
        path = link.partition(">")[0].removeprefix(f"<{played.url}") if link else None
    assert seen == [1, 2, 3, 4, 5, 6, 7]


def test_the_cursor_leads_on_from_the_end_of_the_log(table: Any) -> None:
    played: Table = table(position=MOVING)
    cursor = played.get("/events").json["cursor"]
    assert played.get(f"/events?cursor={cursor}").json == {"entries": [], "cursor": cursor, "more": False}
    played.does("moves", {"play": "13/8"})
    assert [entry["version"] for entry in played.get(f"/events?cursor={cursor}").json["entries"]] == [2]
    assert cursor == cursor_of(LOG, 1)


def test_a_reader_can_wait_for_what_happens_next(table: Any) -> None:
    played: Table = table(position=MOVING)
    mover = Timer(0.1, lambda: played.does("moves", {"play": "13/8"}))
    mover.start()
    entries = played.get("/events?after=1&wait=20").json["entries"]
    mover.join()
    assert [entry["version"] for entry in entries] == [2]


def test_nobody_waits_for_a_game_that_is_finished(table: Any) -> None:
    played: Table = table()
    played.does("resignations")
    assert played.get("/events?after=2&wait=25").json["entries"] == []


def test_the_board_is_shown_as_text_from_either_side(table: Any) -> None:
    played: Table = table(position=MOVING)
    white, black = played.get("/board.txt"), played.get("/board.txt?view=black")
    assert (white.mimetype, white.headers["ETag"]) == ("text/plain", '"1-white-en"')
    assert "White to play 5 2: plain (5-2 rolled)." in white.text
    assert white.text != black.text
    links = played.game["links"]
    assert {name: played.client.get(links[name]).mimetype for name in ("board", "board_text")} == {
        "board": "image/svg+xml",
        "board_text": "text/plain",
    }
    assert played.get("/board.txt", If_None_Match='"1-white-en"').status_code == 304


def test_the_board_can_be_shown_as_it_was(table: Any) -> None:
    played: Table = table(position=MOVING)
    before = played.get("/board.txt").text
    played.does("moves", {"play": "13/8"})
    assert played.get("/board.txt?at=1").text == before
    assert played.get("/board.txt").text != before
