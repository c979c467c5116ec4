"""A notebook in another language is the English one said otherwise: the same code, rules, places and numbers."""

import json
import re
from collections import Counter
from pathlib import Path
from textwrap import wrap
from typing import Any

import jupytext  # type: ignore[import-untyped]
import pytest

from notebooks.build import builds, notebook_of
from notebooks.languages import (
    ENGLISH,
    OTHERS,
    catalogue,
    languages_of,
    links,
    messages,
    path_of,
    read,
    translations,
)
from notebooks.phrases import PLACEHOLDER, asked, code, prose

KEPT = {
    "code": re.compile(r"`[^`]+`"),
    "places of links": re.compile(r"\]\(([^)]+)\)"),
    "sources of a rule": re.compile(r"\b[GH]\d+\b|\bB\)"),
    "emphasis": re.compile(r"\*\*|(?<!\*)\*(?!\*)"),
    "values": PLACEHOLDER,
    "numbers": re.compile(r"\d+"),
}
END = re.compile(r"[.:?!…]\)?$")
LINK = re.compile(r"\]\(([^):]+\.ipynb)\)")
BOX = re.compile(r'<div class="alert alert-info">\n\n(.+?)\n\n</div>', re.DOTALL)
OUT_OF_DATE = "run .venv/bin/python -m notebooks.languages, translate what is empty, then -m notebooks.build"

each_language = pytest.mark.parametrize("language", OTHERS)
each_build = pytest.mark.parametrize(("source", "language"), builds(), ids=lambda part: getattr(part, "stem", part))
each_translated = pytest.mark.parametrize(
    ("source", "language"),
    [build for build in builds() if build[1] != ENGLISH],
    ids=lambda part: getattr(part, "stem", part),
)


def cells_in(path: Path) -> list[dict[str, Any]]:
    return [{**cell, "source": "".join(cell["source"])} for cell in json.loads(path.read_text("utf-8"))["cells"]]


def kinds(path: Path) -> list[list[str]]:
    """What sorts of output each cell has."""
    return [[output["output_type"] for output in cell.get("outputs", [])] for cell in cells_in(path)]


def without_code(text: str) -> str:
    return KEPT["code"].sub("", text)


def hidden(message: str) -> str:
    """Every message said in the same way, so that only what is no message remains to be seen."""
    return "…"


def shape(cell: dict[str, Any], language: str) -> str:
    """The source of a cell without its messages and without the language that it asks for."""
    if cell["cell_type"] == "code":
        return code(cell["source"], hidden).replace(f'"Accept-Language": "{language}"', "")
    return prose(cell["source"], hidden)


@each_language
def test_a_catalogue_has_the_messages_of_the_texts_in_their_order_and_no_other(language: str) -> None:
    assert path_of(language).read_bytes().decode() == catalogue(language, translations(language)).decode(), OUT_OF_DATE


@each_language
def test_every_message_is_translated_without_blanks_at_its_ends(language: str) -> None:
    kept = translations(language)
    assert {message for message, said in kept.items() if not said or said != said.strip()} == set()
    assert set(messages()) == set(kept)


@each_language
def test_no_text_waits_in_a_catalogue_for_somebody_to_look_at_it(language: str) -> None:
    assert "fuzzy" not in path_of(language).read_text("utf-8")


@each_language
@pytest.mark.parametrize("part", KEPT)
def test_a_translation_keeps_what_is_not_language(part: str, language: str) -> None:
    for message, said in translations(language).items():
        text, other = (message, said) if part == "code" else (without_code(message), without_code(said))
        assert Counter(KEPT[part].findall(other)) == Counter(KEPT[part].findall(text)), f"{message}\n{said}"


@each_language
def test_a_translation_ends_as_its_original_does(language: str) -> None:
    for message, said in translations(language).items():
        assert bool(END.search(said)) == bool(END.search(message)), f"{message}\n{said}"


@each_translated
def test_a_committed_notebook_has_the_cells_that_text_and_catalogue_make(source: Path, language: str) -> None:
    made = read(source.read_text("utf-8"), source.stem, language).cells
    kept = [(cell["id"], cell["cell_type"], cell["source"]) for cell in cells_in(notebook_of(source, language))]
    assert kept == [(cell.id, cell.cell_type, cell.source) for cell in made], OUT_OF_DATE


@each_translated
def test_a_translated_notebook_has_the_code_and_the_boxes_of_the_english_one(source: Path, language: str) -> None:
    [*english], [*other] = cells_in(notebook_of(source)), cells_in(notebook_of(source, language))
    assert [shape(cell, language) for cell in other] == [shape(cell, ENGLISH) for cell in english]


@each_translated
def test_a_translated_notebook_shows_something_where_the_english_one_does(source: Path, language: str) -> None:
    english, other = (kinds(notebook_of(source, spoken)) for spoken in (ENGLISH, language))
    assert other == english


@each_translated
def test_a_rule_stays_within_five_lines(source: Path, language: str) -> None:
    rules = [rule for cell in cells_in(notebook_of(source, language)) for rule in BOX.findall(cell["source"])]
    assert rules
    assert [rule for rule in rules if len(wrap(rule, 110)) > 5] == []


@each_build
def test_links_lead_to_notebooks_in_the_same_language_where_there_are_any(source: Path, language: str) -> None:
    here = notebook_of(source, language)
    text = "\n".join(cell["source"] for cell in cells_in(here)).replace(links(source.stem, language), "")
    for place in LINK.findall(text):
        target = (here.parent / place).resolve()
        assert target.exists()
        assert target.parent == here.parent or not (here.parent / target.name).exists()


@each_build
def test_a_notebook_leads_to_itself_in_every_other_language(source: Path, language: str) -> None:
    here, others = notebook_of(source, language), set(languages_of(source)) - {language}
    lines = cells_in(here)[0]["source"].splitlines()
    assert (lines[2] == links(source.stem, language)) == bool(others)
    if others:
        targets = {(here.parent / place).resolve() for place in LINK.findall(lines[2])}
        assert targets == {notebook_of(source, other) for other in others}


def test_messages_are_what_a_reader_reads_and_nothing_else() -> None:
    folded = "<details><summary><b>More</b></summary>\n\nHidden.\n\n</details>\n"
    text = f"# Title\n\nOne\ntwo.\n\n- item\n  of a list\n\n{folded}"
    shown = 'print("Aha!", x["key"], f"{x} ", f"It is {x}")'
    program = f'\n```python\ndef f(x):\n    """Say."""\n    {shown}  # aloud\n```\n'
    assert asked(jupytext.reads(text + program, fmt="md")) == [
        "Title", "One two.", "item of a list", "More", "Hidden.", "aloud", "Say.", "Aha!", "It is {x}",
    ]  # fmt: skip
