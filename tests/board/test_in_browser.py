"""The board and /play in a real browser, against a real service: played by mouse, by keyboard, by two people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.board.player import Person, quick_script

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

ASKS = "b.shadowRoot.querySelector('[role=button], .actions button:not(:disabled)')"


def played_by_mouse(person: Person, turn: int) -> None:
    """One step, dragged and tapped in turn."""
    source = person.choices().first
    before = person.game()["version"]
    target = person.game()["legal"]["steps"][0]
    if turn % 2:
        person.drag(person.place(target["from"]), person.place(target["to"]))
    else:
        source.click()
        person.choices().first.click()
    person.wait_for(
        f"b => b.data.version > {before} || b.shadowRoot.querySelector('[data-action=done]:not(:disabled)')"
    )


@pytest.mark.slow
def test_a_whole_american_game_is_played_by_mouse(page: Page) -> None:
    person = Person(page)
    person.create(dice={"mode": "scripted", "rolls": quick_script(117)})
    for turn in range(2_000):
        asked = person.ready()
        if asked == "over":
            break
        if asked == "board":
            played_by_mouse(person, turn)
        else:
            person.action(asked).click()
    result = person.game()["result"]
    assert result["reason"] == "borne_off"
    assert f"{result['winner'].title()} wins" in page.locator(".notice").inner_text()


@pytest.mark.slow
def test_a_whole_european_game_is_played_by_keyboard_alone(page: Page) -> None:
    person = Person(page)
    person.create(ruleset="european", dice={"mode": "scripted", "rolls": quick_script(87)})
    person.action("roll").focus()
    focused = "board => board.shadowRoot.activeElement !== null"
    for _ in range(3_000):
        if person.ready() == "over":
            break
        person.wait_for(focused)
        page.keyboard.press("Enter")
    assert person.game()["result"]["reason"] == "borne_off"


def test_arrow_keys_walk_over_what_can_be_chosen_and_escape_puts_a_checker_back(page: Page) -> None:
    person = Person(page)
    person.create(position="h5,20,13x5,8x4/h15 w move plain 52 52 - 1")
    labels = "board => [...board.shadowRoot.querySelectorAll('[role=button]')].map(b => b.ariaLabel)"
    here = "board => board.shadowRoot.activeElement?.ariaLabel ?? null"
    sources = person.board.evaluate(labels)
    assert sources[0] == "hand, 5 checkers: can move"
    person.choices().first.focus()
    page.keyboard.press("ArrowRight")
    assert person.board.evaluate(here) == sources[1]
    page.keyboard.press("End")
    assert person.board.evaluate(here) == sources[-1]
    page.keyboard.press("ArrowRight")
    assert person.board.evaluate(here) == sources[0]
    page.keyboard.press("Enter")
    assert person.board.evaluate(labels) == ["to point 23 with the 2", "to point 20 with the 5"]
    assert person.board.evaluate(here) == "to point 23 with the 2"
    page.keyboard.press("Escape")
    assert person.board.evaluate(labels) == sources


def test_the_last_step_of_a_turn_waits_for_done_and_can_be_taken_back(page: Page) -> None:
    person = Person(page)
    game_id = person.create(position="h13,20,15/h15 w move plain 2 52 - 1")
    before = person.game()["version"]
    person.choices().first.click()
    person.choices().first.click()
    person.action("done").wait_for()
    assert page.request.get(f"/v1/games/{game_id}").json()["version"] == before
    person.action("take-back").click()
    assert person.ready() == "board"
    assert page.request.get(f"/v1/games/{game_id}").json()["version"] == before
    person.choices().first.click()
    person.choices().first.click()
    person.action("done").click()
    person.wait_for(f"b => b.data.version === {before + 1}")
    assert person.game()["turn"]["player"] == "black"


def test_a_step_that_is_not_the_last_is_undone_by_the_service(page: Page) -> None:
    person = Person(page)
    person.create(position="h15/h15 w move plain 52 52 - 1")
    person.choices().first.click()
    person.choices().first.click()
    person.action("undo").click()
    person.wait_for("b => b.data.events.some(event => event.type === 'undone')")
    assert person.game()["position"]["white"]["hand"] == 15
    assert "White takes a move back." in person.said()


def test_a_forced_step_plays_by_itself_where_that_is_chosen(page: Page) -> None:
    person = Person(page)
    person.create(position="24,o14/h15 w move plain 52 52 - 1")
    page.locator("[data-setting='auto']").check()
    person.choices().first.click()
    person.choices().first.click()
    person.wait_for("b => b.data.turn.player === 'black'")
    assert person.game()["position"]["white"]["points"] == {"17": 1}


def test_a_refused_move_is_explained_with_its_rule(page: Page) -> None:
    person = Person(page)
    person.create(position="h15/h9,24x2,22x2,18x2 w move plain 52 52 - 1")
    person.drag(person.place("hand"), person.place(21))
    person.problem().wait_for()
    told = person.problem().inner_text()
    assert "That number was not rolled" in told
    assert "You roll two dice and play exactly their numbers" in told
    assert page.locator(".rules .cited summary").inner_text() == "The numbers rolled"
    assert person.game()["version"] == 1
    person.action("close").click()
    assert not person.problem().is_visible()


def test_a_move_can_be_written(page: Page) -> None:
    person = Person(page)
    person.create(position="h15/h15 w move plain 52 52 - 1")
    page.fill("input[name='play']", "hand/20 hand/23")
    page.keyboard.press("Enter")
    person.action("done").click()
    person.wait_for("b => b.data.turn.player === 'black'")
    assert "White plays hand/20 hand/23." in page.locator(".log").inner_text()


def test_two_browsers_share_a_game_through_a_link_that_holds_no_token(
    page: Page, visitor: Callable[..., BrowserContext]
) -> None:
    white = Person(page)
    page.goto("/play?lang=en")
    page.get_by_text("European acey-deucey").click()
    page.get_by_text("Options", exact=True).click()
    page.select_option("select[name='scoring']", label="checkers left")
    page.get_by_text("I play White and invite Black").click()
    page.get_by_text("Start the game").click()
    link = page.locator(".notice .link").input_value()
    assert "acey_" not in link
    assert "acey_" not in page.url
    black = Person(visitor().new_page())
    black.page.goto(link)
    black.page.fill(".notice input", "Zoë")
    black.page.locator("[data-action='take-seat']").click()
    white.wait_for("b => b.data?.status === 'playing'")
    # He may hear that the game has begun before he is told that the seat is his.
    black.wait_for("b => b.data?.status === 'playing' && b.getAttribute('view') === 'black'")
    assert white.game()["ruleset"]["options"]["scoring"] == "checkers_left"
    assert "Zoë" in (white.board.locator("svg").text_content() or "")
    play_turns([white, black], 6)


def play_turns(people: list[Person], turns: int) -> None:
    """Let the two, each in his own browser, play; both must see the same board after each turn."""
    seats = dict(zip(("white", "black"), people, strict=True))
    for turn in range(turns):
        mover = seats[people[0].game()["turn"]["player"]]
        other = next(person for person in people if person is not mover)
        assert other.choices().count() == 0
        while mover.game()["turn"]["player"] == _colour(seats, mover):
            asked = mover.ready()
            if asked == "board":
                played_by_mouse(mover, turn)
            else:
                mover.action(asked).click()
                mover.wait_for(f"b => {ASKS} || b.data.turn.player !== b.getAttribute('seat')")
        version = mover.game()["version"]
        other.wait_for(f"b => b.data.version === {version}")
        assert other.game()["position"] == mover.game()["position"]


def _colour(seats: dict[str, Person], person: Person) -> str:
    return next(colour for colour, one in seats.items() if one is person)


def test_a_watcher_sees_moves_without_asking_and_cannot_make_any(
    page: Page, visitor: Callable[..., BrowserContext]
) -> None:
    player = Person(page)
    game_id = player.create(position="h15/h15 w move plain 52 52 - 1")
    watcher = Person(visitor(reduced_motion="no-preference").new_page())
    watcher.open(game_id)
    assert "You are watching." in watcher.page.locator(".notice").inner_text()
    player.choices().first.click()
    player.choices().first.click()
    watcher.wait_for("b => b.data.version === 2")
    assert "White plays hand/23." in watcher.said()
    assert watcher.choices().count() == 0


def test_a_game_can_be_given_up_and_looked_through_again(page: Page) -> None:
    person = Person(page)
    person.create(dice={"mode": "scripted", "rolls": quick_script(1)})
    person.action("roll").click()
    person.ready()
    person.choices().first.click()
    person.choices().first.click()
    person.wait_for("b => b.data.version === 3")
    page.locator("[data-action='resign']").click()
    page.locator("[data-action='really-resign']").click()
    person.wait_for("b => b.data.status === 'finished'")
    assert "by resignation" in page.locator(".notice .result").inner_text()
    page.locator("[data-action='previous']").click()
    page.locator("[data-action='previous']").click()
    person.wait_for("b => b.data.version === 2")
    assert person.game()["position"]["white"]["hand"] == 15
    page.locator("[data-action='next']").click()
    person.wait_for("b => b.data.version === 3")
    assert "hand" in person.said()


def test_a_command_is_sent_once_more_with_its_key_when_no_answer_comes(page: Page) -> None:
    person = Person(page)
    person.create(position="h15/h15 w roll 0")
    keys: list[str] = []

    def fail_once(route: Any) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.abort()
        else:
            route.continue_()

    page.route("**/rolls", fail_once)
    person.action("roll").click()
    person.wait_for("b => b.data.version === 2")
    assert len(keys) > 1
    assert len(set(keys)) == 1


def test_an_answer_that_comes_late_does_not_set_the_board_back(page: Page) -> None:
    person = Person(page)
    game_id = person.create(position="h15/h15 w move plain 52 52 - 1")
    before = page.request.get(f"/v1/games/{game_id}").json()
    asked: list[Any] = []

    def hold_first(route: Any) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    page.route(f"**/v1/games/{game_id}", hold_first)
    person.board.evaluate("board => { board.refresh().then(() => { globalThis.refreshed = true }) }")
    person.choices().first.click()
    person.choices().first.click()
    person.wait_for("b => b.data.version === 2")
    asked[0].fulfill(json=before)
    page.wait_for_function("() => globalThis.refreshed")
    assert person.game()["version"] == 2
    assert "White plays hand/23." in person.said()
