"""A reader is addressed in one way by the refusals, the pages and the notebooks: du, vous, te."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = files("acey_deucey").joinpath("board", "static")
OTHERWISE = {
    # A sentence may begin with Sie that means the checkers, so what follows a word or a comma counts.
    "de": re.compile(r"(?<=[\wäöüß,]) (?:Sie|Ihnen|Ihre?[mnrs]?)\b"),
    "fr": re.compile(r"\b(?:tu|toi|ton|tes)\b", re.IGNORECASE),
    "hu": re.compile(r"\b(?:Ön|Önt|Önnek|Önök|kérjük)\b"),
}


def texts(language: str) -> dict[str, str]:
    """All that people read in a language, by file; a file of the pages has all languages."""
    service = files("acey_deucey").joinpath("locale", language).iterdir()
    catalogues = [*service, ROOT / f"notebooks/src/locale/{language}.po"]
    pages = [file for file in PAGES.iterdir() if file.name.endswith("texts.js")]
    assert len(pages) > 1
    translations = {file.name: "\n".join(re.findall("^msgstr.*", file.read_text("utf-8"), re.M)) for file in catalogues}
    return translations | {file.name: file.read_text("utf-8") for file in pages}


@pytest.mark.parametrize("language", OTHERWISE)
def test_nobody_is_addressed_otherwise_than_elsewhere(language: str) -> None:
    found = {name: OTHERWISE[language].findall(text) for name, text in texts(language).items()}
    assert {name: words for name, words in found.items() if words} == {}
