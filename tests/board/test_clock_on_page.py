"""A turn clock on the board: it counts down where one runs, in every language, and a loss is told without asking."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from tests.board.player import Person
from tests.board.test_component import game_of, show

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

LEFT = {
    "en": "0:57 left for White", "de": "noch 0:57 für Weiß",
    "fr": "il reste 0:57 à Blanc", "hu": "Világos hátralévő ideje: 0:57",
}  # fmt: skip
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)  # in the browser, where it stands still


def with_clock(page: Page, seconds: int, left: float) -> dict[str, Any]:
    """A game whose clock gives so many seconds a turn, of which some are left by the browser's own time."""
    page.clock.set_fixed_time(NOW)
    deadline = (NOW + timedelta(seconds=left)).isoformat()
    return game_of(page, "h15/h15 w roll 0") | {"clock": {"turn_seconds": seconds, "deadline": deadline}}


@pytest.mark.parametrize("lang", LEFT)
def test_the_time_that_is_left_is_told_beside_the_board(page: Page, lang: str) -> None:
    show(page, with_clock(page, 60, 56.4), lang=lang)
    timer = page.locator("acey-board").get_by_role("timer")
    assert timer.inner_text() == LEFT[lang]
    assert timer.get_attribute("aria-live") is None, "a timer is not read aloud by itself"


def test_it_counts_down_to_nothing_and_alarms_in_time(page: Page) -> None:
    show(page, with_clock(page, 60, 10.5), lang="en")
    timer = page.locator("acey-board").get_by_role("timer")
    alarmed = page.locator("acey-board .clock.soon")
    assert timer.inner_text() == "0:11 left for White"
    assert alarmed.count() == 0
    for passed, left in ((1, "0:10"), (10, "0:01"), (11, "0:00"), (99, "0:00")):
        page.clock.set_fixed_time(NOW + timedelta(seconds=passed))
        alarmed.filter(has_text=f"{left} left for White").wait_for()


@pytest.mark.parametrize(("seconds", "text"), [(604_800, "168:00:00"), (3_600, "1:00:00"), (75, "1:15"), (9, "0:09")])
def test_times_are_written_as_people_read_them(page: Page, seconds: int, text: str) -> None:
    page.goto("/problems")
    told = page.evaluate("async s => (await import('/static/board-clock.js')).clockText(s)", seconds)
    assert told == text


def test_a_clock_of_another_time_never_shows_more_than_a_turn_has(page: Page) -> None:
    show(page, with_clock(page, 60, 86_400), lang="en")
    assert page.locator("acey-board").get_by_role("timer").inner_text() == "1:00 left for White"


def test_without_a_running_clock_there_is_no_line(page: Page) -> None:
    for game in (game_of(page, "h15/h15 w roll 0"), with_clock(page, 60, 60) | {"clock": None}):
        show(page, game, lang="en")
        assert not page.locator("acey-board").locator(".clock").is_visible()


def test_a_game_with_a_clock_is_chosen_in_the_form_and_shown(page: Page) -> None:
    page.goto("/play?lang=en")
    page.wait_for_selector("select[name=clock] option", state="attached")
    assert page.locator("select[name=clock] option").all_inner_texts() == [
        "no limit", "30 seconds", "1 minute", "3 minutes", "10 minutes", "1 day"
    ]  # fmt: skip
    page.select_option("select[name=clock]", "180")
    page.locator("input[name=who][value=hot]").check(force=True)
    page.get_by_role("button", name="Start the game").click()
    person = Person(page)
    person.wait_for("board => board.data !== null")
    clock = person.game()["clock"]
    assert clock["turn_seconds"] == 180
    page.clock.set_fixed_time(datetime.fromisoformat(clock["deadline"]) - timedelta(seconds=100))
    page.locator("acey-board").get_by_role("timer").get_by_text("1:40 left for").wait_for()


def test_who_looks_on_while_the_time_runs_out_is_told_of_the_loss(page: Page) -> None:
    person = Person(page)
    person.create(clock={"turn_seconds": 5})
    person.wait_for("board => board.data.status === 'finished'")
    assert "has run out of time." in person.said()
    assert not page.locator("acey-board").locator(".clock").is_visible()
