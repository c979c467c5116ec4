"""The files of the page: the same figures and colours as the drawing, nothing inline, nothing from elsewhere."""

import json
import re
from html.parser import HTMLParser

import pytest
from acey_deucey.board.geometry import GEOMETRY
from acey_deucey.board.palette import PALETTE
from acey_deucey.board.static_files import static_file, static_files

SCRIPTS = [name for name in static_files() if name.endswith(".js")]
PAGES = [name for name in static_files() if name.endswith(".html")]


def text_of(name: str) -> str:
    return static_file(name).decode()


def constant(name: str, file: str) -> object:
    """The value of an exported constant that is written as JSON."""
    found = re.search(rf"export const {name} = (\{{.*?\n\}});", text_of(file), re.DOTALL)
    assert found
    return json.loads(found[1])


def test_component_and_drawing_have_the_same_figures() -> None:
    assert constant("GEOMETRY", "board-geometry.js") == GEOMETRY


def test_component_and_drawing_have_the_same_colours() -> None:
    assert constant("PALETTE", "board-style.js") == {name: list(pair) for name, pair in PALETTE.items()}


def lightness(colour: str) -> float:
    """The relative luminance of a colour (WCAG 2.2), 0 to 1."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    brighter, darker = sorted((lightness(one), lightness(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("index", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("one", "other", "least"),
    [
        ("white", "black", 7),
        ("white", "white-line", 3),
        ("black", "black-line", 3),
        ("point-a", "point-b", 1.7),
        ("text", "frame", 4.5),
        ("soft", "frame", 4.5),
        ("ink", "felt", 4.5),
        ("turn-ink", "turn", 4.5),
    ],
)
def test_what_must_be_told_apart_differs_in_lightness(one: str, other: str, least: float, index: int) -> None:
    assert contrast(PALETTE[one][index], PALETTE[other][index]) >= least


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_begins_with_its_rule_and_loads_only_its_neighbours(name: str) -> None:
    text = text_of(name)
    assert text.startswith("// ")
    assert set(re.findall(r"from \"\./([^\"]+)\"|import \"\./([^\"]+)\"", text)) <= {
        pair for file in SCRIPTS for pair in ((file, ""), ("", file))
    }
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|\beval\(|\.cookie|\.style\b|insertAdjacentHTML", text)


class Parts(HTMLParser):
    """Collects what a page loads, and what its policy would refuse."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("script", "link", "img"):
            self.loaded.append(given.get("src") or given.get("href") or "")
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in given):
            self.inline.append(tag)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_loads_only_what_is_there_and_holds_nothing_inline(name: str) -> None:
    parts = Parts()
    parts.feed(text_of(name))
    assert parts.inline == []
    assert {path.removeprefix("/static/") for path in parts.loaded} <= set(static_files())


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_that_this_is_not_the_card_game(name: str) -> None:
    assert "the backgammon variant, not the card game" in text_of(name)
