"""<acey-board> by itself in a real browser: without network, in a page of another origin, in four languages."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest
from acey_deucey.board.svg import board_svg
from acey_deucey.rules.options import OPTIONS
from acey_deucey.rules.position import PLAYERS
from acey_deucey.rules.position_id import parse_position_id

from tests.board.player import Person
from tests.board.positions import GALLERY

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

PLACES = ("cx", "cy", "x", "y", "width", "height", "r")
SHAPES = """selector => board => [...board.shadowRoot.querySelectorAll(selector)].map(shape =>
  ['cx', 'cy', 'x', 'y', 'width', 'height', 'r'].map(name => shape.getAttribute(name))
    .filter(value => value !== null).map(Number).join(' '))"""


COUNT_FLIGHTS = """() => {
  window.flights = 0;
  const count = records => records.flatMap(record => [...record.addedNodes])
    .filter(node => node.classList?.contains("flying")).length;
  new MutationObserver(records => { window.flights += count(records) })
    .observe(document.querySelector("acey-board").shadowRoot, { childList: true, subtree: true });
}"""

# What the README says to put into a page.
README = files("acey_deucey.client").joinpath("README.md").read_text("utf-8")
SNIPPET = README.split("```html\n")[1].split("```")[0]


def game_of(page: Page, text: str) -> dict[str, Any]:
    answer = page.request.post("/v1/games", data={"position": text})
    assert answer.status == 201, answer.text()
    game: dict[str, Any] = answer.json()["game"]
    return game


def show(page: Page, game: dict[str, Any], **attributes: str) -> None:
    """A page with a single board that has its game as data."""
    page.goto("/problems")
    page.evaluate(
        """async ([game, attributes]) => {
          await import("/static/acey-board.js");
          const board = document.createElement("acey-board");
          for (const [name, value] of Object.entries(attributes)) board.setAttribute(name, value);
          document.body.replaceChildren(board);
          board.data = game;
        }""",
        [game, attributes],
    )
    Person(page).wait_for("b => b.data !== null")


def drawn_shapes(svg: str, shape: str) -> list[str]:
    """Where the drawing has its shapes of a kind, written as the page writes them."""
    shapes = [element.attrib for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("}" + shape)]
    return [" ".join(f"{float(at[name]):g}" for name in PLACES if name in at) for at in shapes]


@pytest.mark.parametrize("name", [name for name in GALLERY if name not in ("the start", "the end")])
def test_component_and_drawing_put_every_shape_at_the_same_place(page: Page, name: str) -> None:
    text, _ = GALLERY[name]
    position, turn = parse_position_id(text)
    game = game_of(page, text)
    for view in PLAYERS:
        show(page, game, view=view, lang="en")
        for shape in ("circle", "rect"):
            shown = page.locator("acey-board").evaluate(f"board => ({SHAPES})('{shape}')(board)")
            assert sorted(shown) == sorted(drawn_shapes(board_svg(position, turn, view), shape))


def test_without_a_service_a_move_is_an_event_for_the_page(page: Page) -> None:
    game = game_of(page, "h15/h15 w move plain 52 52 - 1")
    show(page, game, interactive="")
    person = Person(page)
    page.evaluate("addEventListener('acey-move', event => { window.asked = event.detail })")
    person.choices().first.click()
    person.choices().last.click()
    assert page.evaluate("window.asked") == {"steps": [{"from": "hand", "to": 20, "number": 5}]}
    assert person.game() == game


def test_the_next_version_given_as_data_is_told_as_what_happened(page: Page) -> None:
    created = page.request.post("/v1/games", data={"position": "h15/h15 w move plain 52 52 - 1"}).json()
    show(page, created["game"], lang="en")
    moved = page.request.post(
        f"/v1/games/{created['game']['id']}/moves",
        data={"play": "hand/20"},
        headers={"Authorization": f"Bearer {created['tokens']['white']}"},
    ).json()
    page.locator("acey-board").evaluate("(board, game) => { board.data = game }", moved)
    person = Person(page)
    person.wait_for("b => b.data.version === 2")
    assert person.said().strip() == "White plays hand/20."


def test_a_board_that_is_far_behind_shows_only_the_end_of_the_way(visitor: Callable[..., BrowserContext]) -> None:
    page = visitor(reduced_motion="no-preference").new_page()
    page.clock.install()
    game = game_of(page, "h15/h15 w move plain 52 52 - 1")
    show(page, game)
    page.evaluate(COUNT_FLIGHTS)
    events = [moved(player, place) for place in range(20, 17, -1) for player in PLAYERS for _ in range(5)]
    end = {**game, "version": game["version"] + 1, "events": events}
    page.locator("acey-board").evaluate("(board, game) => { board.data = game }", end)
    for _ in range(600):
        page.clock.run_for(100)
        if page.evaluate("document.querySelector('acey-board').data.version") == end["version"]:
            break
    assert (len(events), page.evaluate("window.flights")) == (30, 24)


def moved(player: str, place: int) -> dict[str, Any]:
    """A checker that has come in by itself."""
    step = {"from": "hand", "to": place, "number": 25 - place, "hit": False}
    return {"type": "moved", "player": player, "steps": [step]}


LANGUAGES = {
    "en": ("hand, 15 checkers: can move", "White to move, Roll 5-2, to play: 5 2"),
    "de": ("Hand, 15 Steine: kann ziehen", "Weiß am Zug, Wurf 5-2, zu spielen: 5 2"),
    "fr": ("main, 15 pions : peut jouer", "Blanc au trait, Jet 5-2, à jouer : 5 2"),
    "hu": ("kéz, 15 korong: léphet", "Világos lép, Dobás: 5-2, lépendő: 5 2"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_board_speaks_four_languages(page: Page, lang: str) -> None:
    show(page, game_of(page, "h15/h15 w move plain 52 52 - 1"), interactive="", lang=lang)
    source, headline = LANGUAGES[lang]
    board = page.locator("acey-board")
    assert board.locator("[role='button']").first.get_attribute("aria-label") == source
    label = board.locator("svg").get_attribute("aria-label") or ""
    assert headline in label.replace(": ", ", ", 1) or headline.split(", ", 1)[1] in label


def test_no_language_lacks_a_text(page: Page) -> None:
    page.goto("/play?lang=en")
    keys = page.evaluate(
        """async () => {
          const paths = (value, path = "") => typeof value === "object"
            ? Object.entries(value).flatMap(([key, inner]) => paths(inner, `${path}.${key}`))
            : [`${path}:${typeof value}`];
          const { LANGUAGES } = await import("/static/board-texts.js");
          const { PAGE_TEXTS } = await import("/static/play-texts.js");
          const { LESSON_TEXTS } = await import("/static/play-lessons-texts.js");
          const { DICE_TEXTS } = await import("/static/play-dice-texts.js");
          const { BOT_TEXTS } = await import("/static/play-bots-texts.js");
          const catalogues = [LANGUAGES, PAGE_TEXTS, LESSON_TEXTS, DICE_TEXTS, BOT_TEXTS];
          return catalogues.map(all => Object.values(all).map(texts => paths(texts).sort()));
        }"""
    )
    for catalogue in keys:
        assert len(catalogue) == 4
        assert all(paths == catalogue[0] for paths in catalogue)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_value_of_an_option_can_be_chosen_by_a_name_in_the_language_of_the_page(page: Page, lang: str) -> None:
    page.goto(f"/play?lang={lang}")
    page.locator(".options summary").click()
    names = page.evaluate("async lang => (await import('/static/play-texts.js')).PAGE_TEXTS[lang].values", lang)
    for option in OPTIONS.values():
        words = [names[choice.value] for choice in option.choices if isinstance(choice.value, str)]
        offered = page.locator(f"select[name='{option.name}'] option").all_inner_texts()
        assert [text for text in offered if text in words] == words


@pytest.fixture
def elsewhere() -> Iterator[tuple[str, dict[str, str]]]:
    """The address of a web server of another origin, and the pages that it has."""
    pages: dict[str, str] = {}

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path, "").encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}", pages
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_page_of_another_origin_embeds_the_board_with_one_tag_and_one_script(
    page: Page, origin: str, elsewhere: tuple[str, dict[str, str]]
) -> None:
    site, pages = elsewhere
    created = page.request.post("/v1/games", data={"position": "h15/h15 w move plain 52 52 - 1"}).json()
    game_id, token = created["game"]["id"], created["tokens"]["white"]
    snippet = SNIPPET.replace("http://127.0.0.1:8000", origin).replace("GAME", game_id)
    pages["/"] = f"<!doctype html><title>Club</title>{snippet}"
    page.goto(site)
    person = Person(page)
    person.wait_for("b => b.data")
    assert person.choices().count() == 0
    person.board.evaluate("(board, token) => { board.token = token }", token)
    person.choices().first.click()
    person.choices().first.click()
    person.wait_for("b => b.data.version === 2")
    assert token not in page.content()
    seen = page.request.get(f"{origin}/v1/games/{game_id}/board.svg")
    assert seen.headers["content-type"] == "image/svg+xml"
    assert "1 in hand" not in seen.text()
    assert "14 in hand" in seen.text()
