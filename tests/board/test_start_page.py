"""The page that greets, in a real browser: in the language of its reader, or in the one that he chose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

GREETINGS = {
    "en": "Backgammon that begins with an empty board",
    "de": "Backgammon, das mit einem leeren Brett beginnt",
    "fr": "Un backgammon qui commence sur un tablier vide",
    "hu": "Backgammon, amely üres táblával kezdődik",
}


def is_greeted_in(page: Page, lang: str) -> None:
    """Wait until the page is in a language as a whole."""
    page.locator(f"html[lang='{lang}'] #language select").wait_for()
    assert page.locator("h1").inner_text() == GREETINGS[lang]
    assert page.locator("#language select").input_value() == lang


@pytest.mark.parametrize(("locale", "lang"), [("hu-HU", "hu"), ("fr-CA", "fr"), ("es-ES", "en")])
def test_it_greets_in_the_language_of_the_browser(
    visitor: Callable[..., BrowserContext], locale: str, lang: str
) -> None:
    page = visitor(locale=locale).new_page()
    page.goto("/")
    is_greeted_in(page, lang)


def test_a_language_that_is_chosen_there_is_kept_on_all_pages(page: Page) -> None:
    page.goto("/")
    is_greeted_in(page, "en")
    page.locator("#language select").select_option("de")
    is_greeted_in(page, "de")
    assert page.title() == "acey-deucey: die Backgammon-Variante, nicht das Kartenspiel"
    page.get_by_role("link", name="Jetzt spielen").click()
    page.locator("html[lang='de'] .setup").wait_for()
    page.locator(".brand").click()
    is_greeted_in(page, "de")


@pytest.mark.parametrize("lang", GREETINGS)
def test_it_can_be_linked_to_in_every_language(page: Page, lang: str) -> None:
    page.goto(f"/?lang={lang}")
    is_greeted_in(page, lang)
