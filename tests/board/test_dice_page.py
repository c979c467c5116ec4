"""The page checks the dice of a finished game in the browser, and tells when they do not follow from the seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.board.player import Person

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def played(page: Page, **body: Any) -> str:
    """A game whose table the browser has seen, with some throws, given up in the end."""
    answer = page.request.post("/v1/games", data=body).json()
    game, tokens = answer["game"], answer["tokens"]
    person = Person(page)
    person.open(game["id"])
    page.locator(".dice .digest").wait_for()

    def act(path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {tokens[game['turn']['player']]}"}
        after: dict[str, Any] = page.request.post(f"/v1/games/{game['id']}/{path}", data=body, headers=headers).json()
        return after

    for _ in range(12):
        game = act(*next_command(game))
    act("resignations", {})
    return str(game["id"])


def next_command(game: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    match game["turn"]["awaits"]:
        case "roll":
            return "rolls", {}
        case "name":
            return "named-doubles", {"number": game["legal"]["names"][0]}
        case _:
            return "moves", {"play": game["legal"]["steps"][0]["text"]}


def dice_of(page: Page) -> str:
    """What the panel says once it has done the sum."""
    page.locator(".dice .verdict").wait_for()
    page.locator(".dice summary").click()
    return page.locator(".dice").inner_text()


def falsify(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """Let the service tell something else about the dice than it does."""

    def answer(route: Any) -> None:
        told = route.fetch().json()
        change(told)
        route.fulfill(json=told)

    page.route("**/dice", answer)


def test_during_the_game_the_commitment_is_shown_and_nothing_is_checked(page: Page) -> None:
    person = Person(page)
    game_id = person.create()
    commitment = page.request.get(f"/v1/games/{game_id}").json()["dice"]["commitment"]
    assert page.locator(".dice .digest").inner_text() == commitment
    assert page.locator(".dice .verdict").count() == 0


def test_after_the_game_every_throw_is_computed_again(page: Page) -> None:
    game_id = played(page)
    told = dice_of(page)
    throws = page.request.get(f"/v1/games/{game_id}/dice").json()["rolls"]
    assert f"all {len(throws)} throws follow from it" in told
    assert "this browser noted while the game was going on" in told
    assert "the service chose them alone" in told
    lines = page.locator(".throws li").all_inner_texts()
    assert len(lines) == len(throws)
    assert all(line.startswith("✓") for line in lines)


def test_what_both_players_added_is_part_of_the_sum(page: Page) -> None:
    made = page.request.post("/v1/games", data={"seats": {"white": "open", "black": "open"}}).json()["game"]
    url, token = f"/v1/games/{made['id']}", ""
    for seat in ("white", "black"):
        joined = page.request.post(f"{url}/seats", data={"seat": seat, "entropy": f"ürümqi {seat}"}).json()
        token = joined["token"]
    page.request.post(f"{url}/resignations", data={}, headers={"Authorization": f"Bearer {token}"})
    Person(page).open(made["id"])
    told = dice_of(page)
    assert "the secret number fits its fingerprint" in told
    assert "Players added a text of their own" in told
    assert "This browser did not see the game before its end" in told


def test_a_throw_that_does_not_follow_is_told_apart(page: Page) -> None:
    falsify(page, lambda told: told["rolls"][1].update(dice=[1, 1] if told["rolls"][1]["dice"] != [1, 1] else [2, 2]))
    played(page)
    assert "1 of the throws do not follow" in dice_of(page)
    lines = page.locator(".throws li").all_inner_texts()
    assert [line[0] for line in lines[:3]] == ["✓", "✗", "✓"]


def test_a_seed_that_is_not_the_one_promised_is_told(page: Page) -> None:
    falsify(page, lambda told: told.update(seed="00" * 32))
    played(page)
    assert "the secret number does not fit its fingerprint" in dice_of(page)


def test_a_commitment_that_was_changed_during_the_game_is_told(page: Page) -> None:
    game_id = played(page)
    page.evaluate("id => localStorage.setItem(`acey:commitment:${id}`, JSON.stringify('sha256:other'))", game_id)
    page.reload()
    assert "not the fingerprint that this browser noted" in dice_of(page)


def test_a_page_that_may_not_compute_says_so(page: Page) -> None:
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })")
    played(page)
    page.get_by_text("acey-deucey verify").wait_for()
    assert page.locator(".dice .verdict").count() == 0


@pytest.mark.parametrize(("mode", "words"), [("scripted", "written down beforehand"), ("manual", "of their own")])
def test_dice_that_nobody_can_check_are_said_to_be_such(page: Page, mode: str, words: str) -> None:
    rolls = {"rolls": [[6, 1], [5, 2]]} if mode == "scripted" else {}
    Person(page).create(dice={"mode": mode, **rolls})
    assert words in page.locator(".dice").inner_text()
