"""What axe-core finds on the pages, light and dark, on a desk and on a phone: nothing serious."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from tests.board.player import Person

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCREENS = {"desk": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
GRAVE = ("serious", "critical")


def faults(page: Page) -> list[str]:
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in GRAVE]


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest, page: Page) -> Literal["light", "dark"]:
    page.emulate_media(color_scheme=request.param)
    chosen: Literal["light", "dark"] = request.param
    return chosen


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.usefixtures("scheme")
def test_the_page_that_greets_has_no_serious_fault(page: Page, screen: str) -> None:
    page.set_viewport_size({"width": SCREENS[screen]["width"], "height": SCREENS[screen]["height"]})
    page.goto("/?lang=hu")
    page.locator("html[lang='hu'] #language select").wait_for()
    page.locator(".hero img").wait_for()
    assert faults(page) == []


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.usefixtures("scheme")
def test_the_form_before_a_game_has_no_serious_fault(page: Page, screen: str) -> None:
    page.set_viewport_size({"width": SCREENS[screen]["width"], "height": SCREENS[screen]["height"]})
    page.goto("/play?lang=en")
    page.get_by_text("Options", exact=True).click()
    assert faults(page) == []


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.usefixtures("scheme")
def test_a_game_in_play_and_a_refusal_have_no_serious_fault(page: Page, screen: str) -> None:
    page.set_viewport_size({"width": SCREENS[screen]["width"], "height": SCREENS[screen]["height"]})
    person = Person(page)
    person.create(position="h5,20,13x5,8x4/h15 w move plain 52 52 - 1")
    page.get_by_text("All rules").click()
    page.locator("[data-action='hint']").click()
    page.locator(".hint li").first.wait_for()
    assert faults(page) == []
    person.choices().first.click()
    person.place(10).click()
    person.problem().wait_for()
    assert faults(page) == []


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.usefixtures("scheme")
def test_the_lessons_and_one_of_them_have_no_serious_fault(page: Page, screen: str) -> None:
    page.set_viewport_size({"width": SCREENS[screen]["width"], "height": SCREENS[screen]["height"]})
    page.goto("/play?lessons&lang=en")
    page.locator("[data-lesson='entering']").wait_for()
    assert faults(page) == []
    page.locator("[data-lesson='entering']").click()
    page.locator("[data-action='lesson-hint']").click()
    Person(page).ready()
    assert faults(page) == []


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.usefixtures("scheme")
def test_a_game_that_is_over_and_its_dice_have_no_serious_fault(page: Page, screen: str) -> None:
    page.set_viewport_size({"width": SCREENS[screen]["width"], "height": SCREENS[screen]["height"]})
    person = Person(page)
    person.create()
    page.locator("[data-action='resign']").click()
    page.locator("[data-action='really-resign']").click()
    page.locator(".dice .verdict").wait_for()
    page.locator(".dice summary").click()
    page.locator("[data-action='analyse']").click()
    page.locator(".chart").wait_for()
    page.get_by_text("The same as a table").click()
    assert faults(page) == []


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.usefixtures("scheme")
def test_nothing_is_wider_than_the_screen(page: Page, screen: str) -> None:
    page.set_viewport_size({"width": SCREENS[screen]["width"], "height": SCREENS[screen]["height"]})
    person = Person(page)
    wide = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
    for lang in ("en", "de", "fr", "hu"):
        page.goto(f"/?lang={lang}")
        page.locator(f"html[lang='{lang}'] #language select").wait_for()
        assert not page.evaluate(wide)
    page.goto("/play?lessons&lang=de")
    page.locator(".lessons").wait_for()
    assert not page.evaluate(wide)
    page.goto("/play?lang=de")
    page.locator(".setup").wait_for()
    assert not page.evaluate(wide)
    person.create(position="h13,24,23/h15 w name 1")
    person.ready()
    assert not page.evaluate(wide)


@pytest.mark.usefixtures("scheme")
def test_places_on_a_phone_are_big_enough_for_a_finger(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    person = Person(page)
    person.create(position="h5,20,13x5,8x4/h15 w move plain 52 52 - 1")
    for place in person.board.locator(".place .hit-area").all():
        box = place.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 22
