"""Lessons on the page, in a real browser: chosen, hinted at, solved, failed; the service judges, the page tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.board.player import Person

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def lessons_of(page: Page, lang: str = "en") -> list[dict[str, Any]]:
    lessons: list[dict[str, Any]] = page.request.get("/v1/lessons", headers={"Accept-Language": lang}).json()["lessons"]
    return lessons


def lesson_of(page: Page, lesson_id: str) -> dict[str, Any]:
    lesson: dict[str, Any] = page.request.get(f"/v1/lessons/{lesson_id}").json()
    return lesson


def begin(page: Page, lesson_id: str) -> Person:
    page.goto("/play?lessons&lang=en")
    page.locator(f"[data-lesson='{lesson_id}']").click()
    person = Person(page)
    person.wait_for("b => b.data")
    return person


def carry_out(person: Person, acts: list[dict[str, Any]]) -> None:
    """Give commands as the board gives them; what waits for Done is done."""
    for act in acts:
        version = person.game()["version"]
        person.board.evaluate("(board, act) => board.command(act.action, act.body)", act)
        if person.board.locator("[data-action='done']").count():
            person.action("done").click()
        person.wait_for(f"b => b.data.version > {version}")


@pytest.mark.parametrize("lang", ["en", "de", "fr", "hu"])
def test_all_lessons_are_offered_in_order_and_in_the_language_of_the_reader(page: Page, lang: str) -> None:
    page.goto(f"/play?lessons&lang={lang}")
    titles = page.locator(".lessons strong")
    titles.first.wait_for()
    assert titles.all_inner_texts() == [lesson["title"] for lesson in lessons_of(page, lang)]


def test_a_lesson_tells_its_task_and_its_hints_one_by_one(page: Page) -> None:
    begin(page, "entering")
    lesson = lesson_of(page, "entering")
    assert page.locator(".lesson .task").inner_text() == lesson["task"]
    hint = page.locator("[data-action='lesson-hint']")
    for number in range(1, len(lesson["hints"]) + 1):
        hint.click()
        assert page.locator(".hints li").all_inner_texts() == lesson["hints"][:number]
    assert hint.count() == 0


def test_a_lesson_that_is_solved_is_remembered_and_leads_to_the_next(page: Page) -> None:
    first, second = (lesson["id"] for lesson in lessons_of(page)[:2])
    person = begin(page, first)
    carry_out(person, lesson_of(page, first)["answer"])
    assert person.game()["lesson"]["solved"] is True
    assert page.locator(".lesson .verdict").inner_text() == "Solved!"
    page.locator("[data-action='next-lesson']").click()
    person.wait_for(f"b => b.data?.lesson.id === '{second}'")
    page.goto("/play?lessons")
    assert page.locator("[data-lesson]").first.locator(".mark").inner_text() == "✓ solved"
    assert page.locator(".mark").count() == 1


def test_a_lesson_that_is_played_and_not_solved_can_be_started_over(page: Page) -> None:
    tried = next(
        lesson
        for lesson in (lesson_of(page, one["id"]) for one in lessons_of(page))
        if lesson["mistake"]["problem"] is None
    )
    person = begin(page, tried["id"])
    carry_out(person, tried["mistake"]["acts"])
    assert person.game()["lesson"]["solved"] is False
    assert "not it yet" in page.locator(".lesson .verdict").inner_text()
    before = person.game()["id"]
    page.locator("[data-action='again']").click()
    person.wait_for(f"b => b.data && b.data.id !== '{before}'")
    assert person.game()["lesson"] == {**person.game()["lesson"], "id": tried["id"], "solved": None}


def test_the_language_of_a_link_stays_from_page_to_page(page: Page) -> None:
    page.goto("/play?lessons&lang=hu")
    page.locator("[data-lesson]").first.click()
    Person(page).wait_for("b => b.data")
    assert page.evaluate("document.documentElement.lang") == "hu"
