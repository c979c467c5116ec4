"""The lessons over the API: read, worked through, and judged by the service; every one of them."""

import re
from typing import Any

import pytest
from acey_deucey.lessons import LESSONS
from acey_deucey.rules.rulebook import RULES

from tests.api.table import Table

MOVE = re.compile(r"\b(?:hand|bar|\d+)/(?:off|\d+)(?:\(\d\))?")


def made_from(client: Any, lesson_id: str, **more: Any) -> Table:
    return Table(client, lesson=lesson_id, **more)


def acted(played: Table, act: dict[str, Any]) -> Any:
    return played.post(act["action"], act["body"], act["player"])


def test_the_lessons_are_listed_in_order_without_their_answers(client: Any) -> None:
    lessons = client.get("/v1/lessons").json["lessons"]
    assert [lesson["id"] for lesson in lessons] == list(LESSONS)
    assert len(lessons) >= 24
    assert all("answer" not in lesson and "hints" not in lesson for lesson in lessons)
    assert all(client.get(lesson["href"]).json.items() >= lesson.items() for lesson in lessons)


def test_a_lesson_leads_to_the_rules_that_it_teaches(client: Any) -> None:
    for lesson in client.get("/v1/lessons").json["lessons"]:
        for rule in lesson["rules"]:
            told = client.get(rule["href"]).json
            assert (rule["id"], rule["title"]) == (told["id"], told["title"])


def test_the_lists_of_lessons_and_a_lesson_are_not_sent_twice(client: Any) -> None:
    for path in ("/v1/lessons", "/v1/lessons/hitting"):
        tag = client.get(path).headers["ETag"]
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 304


def test_an_unknown_lesson_is_not_found(client: Any) -> None:
    answer = client.get("/v1/lessons/chess")
    assert (answer.status_code, answer.json["type"]) == (404, "/problems/not-found")


def test_there_is_no_game_of_an_unknown_lesson(client: Any) -> None:
    answer = client.post("/v1/games", json={"lesson": "chess"})
    assert (answer.status_code, answer.json["type"]) == (422, "/problems/unknown-lesson")


@pytest.mark.parametrize("lesson_id", LESSONS)
def test_a_game_of_a_lesson_begins_as_the_lesson_says(client: Any, lesson_id: str) -> None:
    lesson = client.get(f"/v1/lessons/{lesson_id}").json
    played = made_from(client, lesson_id)
    assert set(played.tokens) == {"white", "black"}
    assert played.game["dice"]["mode"] == "scripted"
    assert played.game["ruleset"] == lesson["ruleset"]
    assert played.game["lesson"] == {"id": lesson_id, "task": lesson["task"], "solved": None, "href": lesson["href"]}
    if lesson["turn"]["awaits"] != "opening":
        assert (played.game["position"], played.game["turn"]) == (lesson["position"], lesson["turn"])


@pytest.mark.parametrize("lesson_id", LESSONS)
def test_the_answer_of_a_lesson_solves_it(client: Any, lesson_id: str) -> None:
    lesson = client.get(f"/v1/lessons/{lesson_id}").json
    played = made_from(client, lesson_id)
    for act in lesson["answer"]:
        assert played.game["lesson"]["solved"] is None
        answer = acted(played, act)
        assert answer.status_code == 200, answer.text
        played.game = answer.json
    assert played.game["lesson"]["solved"] is True
    assert played.game["position"]["id"] in lesson["goal"]
    assert played.get().json["lesson"] == played.game["lesson"]


@pytest.mark.parametrize("lesson_id", LESSONS)
def test_the_mistake_of_a_lesson_does_not_solve_it(client: Any, lesson_id: str) -> None:
    mistake = client.get(f"/v1/lessons/{lesson_id}").json["mistake"]
    played = made_from(client, lesson_id)
    *before, last = mistake["acts"]
    assert all(acted(played, act).status_code == 200 for act in before)
    answer = acted(played, last)
    if mistake["problem"]:
        assert answer.json["type"] == mistake["problem"], answer.text
    else:
        assert answer.json["lesson"]["solved"] is False
    assert played.get().json["lesson"]["solved"] is not True


def test_a_lesson_can_be_taken_back_and_then_solved(client: Any) -> None:
    played = made_from(client, "naming")
    played.does("rolls")
    played.does("moves", {"play": "2/off 1/off"})
    played.does("named-doubles", {"number": 3})
    played.does("undos")
    played.does("named-doubles", {"number": 4})
    assert played.does("moves", {"play": "4/off(4)"})["lesson"]["solved"] is True


def test_a_lesson_that_is_given_up_is_not_solved(client: Any) -> None:
    played = made_from(client, "doubles")
    played.does("rolls")
    played.does("moves", {"play": "hand/21(4)"})
    assert played.game["lesson"]["solved"] is True
    assert played.does("resignations", seat="black")["lesson"]["solved"] is False


def test_an_earlier_version_of_a_lesson_is_judged_as_it_was(client: Any) -> None:
    played = made_from(client, "doubles")
    played.does("rolls")
    played.does("moves", {"play": "hand/21(4)"})
    assert [played.get(f"?at={version}").json["lesson"]["solved"] for version in (1, 2, 3)] == [None, None, True]


def test_other_games_have_no_lesson(table: Any) -> None:
    assert table().game["lesson"] is None


def test_a_lesson_may_be_private_and_labelled(client: Any) -> None:
    played = made_from(client, "hitting", private=True, labels={"class": "4b"})
    assert played.get().status_code == 401
    assert played.game["labels"] == {"class": "4b"}


@pytest.mark.parametrize(
    "more",
    [
        {"ruleset": "european"},
        {"options": {}},
        {"dice": {"mode": "manual"}},
        {"position": "h15/h15 opening"},
        {"turn": {"awaits": "opening"}},
        {"seats": {}},
    ],
)
def test_what_a_lesson_brings_with_it_is_not_sent_beside_it(client: Any, more: dict[str, Any]) -> None:
    answer = client.post("/v1/games", json={"lesson": "hitting", **more})
    assert (answer.status_code, answer.json["type"]) == (400, "/problems/invalid-request")
    (fault,) = answer.json["errors"]
    assert fault["where"] == f"/{next(iter(more))}"


def test_the_points_that_lessons_promise_are_given(client: Any) -> None:
    for lesson_id, points in (("winning", 10), ("doubled-stake", 2), ("dead-position", 0)):
        played = made_from(client, lesson_id)
        for act in client.get(f"/v1/lessons/{lesson_id}").json["answer"]:
            played.game = acted(played, act).json
        assert played.game["result"]["points"] == points


def test_the_lessons_name_every_rule(client: Any) -> None:
    named = {rule["href"] for lesson in client.get("/v1/lessons").json["lessons"] for rule in lesson["rules"]}
    assert named == {f"/v1/rules/{slug}" for slug in RULES}


@pytest.mark.parametrize("language", ["de", "fr", "hu"])
def test_a_lesson_is_told_in_the_language_of_the_request_with_the_same_moves(client: Any, language: str) -> None:
    asked = {"Accept-Language": language}
    listed = client.get("/v1/lessons", headers=asked)
    assert listed.headers["Content-Language"] == language
    for translated in listed.json["lessons"]:
        english = client.get(translated["href"]).json
        lesson = client.get(translated["href"], headers=asked).json
        texts, originals = ([told["title"], told["task"], *told["hints"]] for told in (lesson, english))
        assert all(text != original for text, original in zip(texts, originals, strict=True))
        assert [MOVE.findall(text) for text in texts] == [MOVE.findall(original) for original in originals]
        codes = ("id", "ruleset", "position", "turn", "dice", "statements", "answer", "goal", "mistake")
        assert all(lesson[name] == english[name] for name in codes)
