"""A person at the board, as the browser tests see him: reads and acts only on what the page shows."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# Rolls that bring a game to its end soon and show everything on the way.
QUICK_ROLLS = ((6, 6), (5, 5), (6, 5), (4, 4), (2, 1), (6, 4), (3, 3))


def quick_script(seed: int) -> list[list[int]]:
    """Scripted dice, the opening first, for a game with many doubles."""
    chance = random.Random(seed)
    return [[5, 3], *(list(chance.choice(QUICK_ROLLS)) for _ in range(400))]


class Person:
    """Somebody who looks at a page with a board."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.locator("acey-board")

    def create(self, **body: Any) -> str:
        """A game made over HTTP whose tokens are in this browser; the page shows it."""
        answer = self.page.request.post("/v1/games", data=body)
        assert answer.status == 201, answer.text()
        made = answer.json()
        self.page.goto("/static/icon.svg")
        self.page.evaluate(
            "([id, tokens]) => localStorage.setItem(`acey:seats:${id}`, JSON.stringify(tokens))",
            [made["game"]["id"], made["tokens"]],
        )
        self.open(made["game"]["id"])
        return str(made["game"]["id"])

    def open(self, game_id: str) -> None:
        self.page.goto(f"/play?game={game_id}&lang=en")
        self.wait_for("board => board.data !== null")

    def wait_for(self, condition: str) -> None:
        """Wait until a function of the board is true."""
        board = "const board = document.querySelector('acey-board')"
        self.page.wait_for_function(f"() => {{ {board}; return board && ({condition})(board) }}")

    def game(self) -> dict[str, Any]:
        """The game that the board shows."""
        shown: dict[str, Any] = self.board.evaluate("board => board.data")
        return shown

    def action(self, name: str) -> Locator:
        return self.board.locator(f"[data-action='{name}']:not(:disabled)")

    def choices(self) -> Locator:
        """What can be chosen on the board now."""
        return self.board.locator("[role='button']")

    def place(self, name: str | int) -> Locator:
        return self.board.locator(f".place[data-place='{name}']")

    def said(self) -> str:
        """The sentences under the board."""
        return self.board.locator(".said").inner_text()

    def problem(self) -> Locator:
        return self.board.locator(".problem")

    def ready(self) -> str:
        """Wait until the board asks for something; what that is: an action's name, "board", or "over"."""
        found = self.page.wait_for_function(
            """() => {
              const board = document.querySelector("acey-board");
              if (board?.data?.status === "finished") return "over";
              const root = board?.shadowRoot;
              const action = root?.querySelector(".actions .main:not(:disabled)")?.dataset.action;
              if (action) return action;
              return root?.querySelector("[role='button']") ? "board" : null;
            }"""
        )
        return str(found.json_value())

    def drag(self, source: Locator, target: Locator) -> None:
        start, end = source.bounding_box(), target.bounding_box()
        assert start
        assert end
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
        mouse.up()
