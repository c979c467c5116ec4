"""The computer as an opponent on the page: chosen in the form, seen to throw and to play, never waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.board.player import Person

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SCRIPT = {"mode": "scripted", "rolls": [[6, 1], [5, 2], [6, 3], [4, 3]]}

NOTES = """board => {
  globalThis.notes = [];
  const { shadowRoot } = board;
  new MutationObserver(() => notes.push([board.data.version, shadowRoot.querySelector("svg").textContent]))
    .observe(shadowRoot, { childList: true, subtree: true });
}"""


def plays_a_turn(person: Person) -> None:
    """The first legal steps, until the turn waits for Done."""
    for _ in range(2):
        person.choices().first.click()
        person.choices().first.click()
    person.action("done").click()


@pytest.mark.parametrize(("colour", "bot"), [("White", "black"), ("Black", "white")])
def test_a_game_against_the_computer_is_chosen_in_the_form(page: Page, colour: str, bot: str) -> None:
    page.goto("/play?lang=en")
    page.get_by_text("Against the computer").click()
    page.select_option("select[name='level']", "expert")
    page.select_option("select[name='colour']", label=colour)
    page.get_by_text("Start the game").click()
    person = Person(page)
    person.wait_for("b => b.data")
    assert person.game()["seats"][bot] == {"kind": "bot", "name": None, "level": "expert"}
    assert person.game()["turn"]["player"] == colour.lower()
    assert f"{bot.title()} · computer, expert" in (person.board.locator("svg").text_content() or "")


def test_level_and_colour_are_asked_for_only_where_the_computer_plays(page: Page) -> None:
    page.goto("/play?lang=en")
    page.locator("select[name='level']").wait_for()
    page.get_by_text("Two players, this device").click()
    assert not page.locator("select[name='level']").is_visible()
    page.get_by_text("Start the game").click()
    person = Person(page)
    person.wait_for("b => b.data")
    assert {seat["kind"] for seat in person.game()["seats"].values()} == {"human"}


def test_the_turn_of_the_computer_follows_ones_own_and_is_told(page: Page) -> None:
    person = Person(page)
    person.create(dice=SCRIPT, seats={"black": {"bot": "expert"}})
    person.action("roll").click()
    plays_a_turn(person)
    person.wait_for("b => b.data.version === 6")
    assert person.game()["turn"]["player"] == "white"
    assert "Black rolls 6-3." in person.said()
    assert person.ready() == "roll"


def test_its_dice_are_seen_before_it_plays(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    person = Person(page)
    person.create(dice=SCRIPT, seats={"black": {"bot": "expert"}})
    person.action("roll").click()
    # They are shown for less than a second, in which nobody may come to look; so the page itself notes what it shows.
    person.board.evaluate(NOTES)
    plays_a_turn(person)
    person.wait_for("b => b.data.version === 6")
    assert any("Roll 6-3" in shown for version, shown in page.evaluate("notes") if version < 6)
