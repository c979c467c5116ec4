"""The computer as an adviser on the page: hints on demand, and a look back on the game that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.board.player import Person

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

MOVING = "h5,20,13x5,8x4/h2,24x3,18x4,13x6 w move plain 52 52 - 1"
HINT = "[data-action='hint']"


def asked(page: Page, game_id: str, path: str) -> dict[str, Any]:
    answer: dict[str, Any] = page.request.get(f"/v1/games/{game_id}/{path}").json()
    return answer


def test_a_hint_tells_the_best_plays_when_it_is_asked_for_and_goes_with_the_move(page: Page) -> None:
    person = Person(page)
    game_id = person.create(position=MOVING)
    assert page.locator(".hint li").count() == 0
    page.locator(HINT).click()
    page.locator(".hint li").first.wait_for()
    hints = asked(page, game_id, "hint?limit=3")["hints"]
    assert page.locator(".hint li strong").all_inner_texts() == [hint["play"] for hint in hints]
    assert page.locator(".hint li p").all_inner_texts() == [hint["text"] for hint in hints]
    person.choices().first.click()
    person.choices().first.click()
    person.wait_for("b => b.data.version === 2")
    assert page.locator(".hint li").count() == 0
    assert page.locator(HINT).is_enabled()


def test_a_hint_on_a_name_tells_which_double(page: Page) -> None:
    person = Person(page)
    game_id = person.create(position="h13,24,23/h15 w name 1")
    page.locator(HINT).click()
    page.locator(".hint li").first.wait_for()
    best = asked(page, game_id, "hint")["hints"][0]
    assert page.locator(".hint li strong").first.inner_text() == f"name the {best['name']}: {best['play']}"


def test_a_game_without_hints_has_no_button_and_says_why(page: Page) -> None:
    page.goto("/play?lang=en")
    page.get_by_label("Hints may be asked for").uncheck()
    page.get_by_text("Start the game").click()
    person = Person(page)
    person.action("roll").click()
    assert person.game()["hints"] is False
    page.get_by_text("No hints in this game").wait_for()
    assert not page.locator(HINT).is_visible()


def test_who_only_watches_or_learns_is_not_offered_a_hint(page: Page) -> None:
    made = page.request.post("/v1/games", data={"position": MOVING}).json()["game"]
    Person(page).open(made["id"])
    page.get_by_text("You are watching.").wait_for()
    assert not page.locator(HINT).is_visible()
    lesson = page.request.post("/v1/games", data={"lesson": "entering"}).json()
    Person(page).create(lesson=lesson["game"]["lesson"]["id"])
    Person(page).action("roll").click()
    Person(page).ready()
    assert not page.locator(HINT).is_visible()


def finished_badly(page: Page) -> str:
    """A game whose White takes the worst of all plays, and gives up after some more."""
    person = Person(page)
    game_id = person.create(position=MOVING)
    tokens = page.evaluate("id => JSON.parse(localStorage.getItem(`acey:seats:${id}`))", game_id)
    headers = {"Authorization": f"Bearer {tokens['white']}"}
    worst = asked(page, game_id, "hint?limit=50")["hints"][-1]
    page.request.post(f"/v1/games/{game_id}/moves", data={"play": worst["play"]}, headers=headers)
    page.request.post(f"/v1/games/{game_id}/resignations", data={}, headers=headers)
    person.wait_for("b => b.data.status === 'finished'")
    page.locator("[data-action='analyse']").click()
    page.locator(".chart").wait_for()
    return game_id


def test_the_chances_of_a_finished_game_are_shown_as_a_chart_and_as_a_table(page: Page) -> None:
    game_id = finished_badly(page)
    wins = asked(page, game_id, "analysis")["white_wins"]
    assert page.locator(".chart").get_attribute("aria-label") == "White’s chance to win"
    line = page.locator(".chart .line").get_attribute("d") or ""
    assert line.count("L") == len(wins) - 1
    page.get_by_text("The same as a table").click()
    rows = page.locator(".numbers tbody tr").all_inner_texts()
    assert [row.split() for row in rows] == [[str(one["version"]), f"{one['win']:.0%}"] for one in wins]


def test_the_worst_plays_are_told_and_their_positions_can_be_seen(page: Page) -> None:
    game_id = finished_badly(page)
    [decision] = asked(page, game_id, "analysis")["decisions"]
    told = page.locator(".sides section").first.inner_text()
    assert decision["loss"] > 0.01
    assert f"{decision['done']} lost {decision['loss']:.2f} points; better was {decision['best']}." in told
    assert "Black lost nothing worth telling." in page.locator(".sides").inner_text()
    page.locator("[data-action='show-position']").click()
    person = Person(page)
    person.wait_for(f"b => b.data.version === {decision['version'] - 1}")
    assert person.game()["position"]["id"] == MOVING
