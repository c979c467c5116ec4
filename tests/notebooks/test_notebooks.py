"""Every notebook is what its text makes of it, shows what it shows on each run, and is fit to learn from."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import pytest
from acey_deucey.rules.rulebook import RULES

from notebooks.build import builds, notebook_of, run, text_of
from notebooks.languages import ENGLISH, read, sources, translations
from notebooks.start import FOLDER, replica

NOTEBOOKS = [notebook_of(source) for source in sources()]
MEMORY = Path("/dev/shm")
OUT_OF_DATE = "run .venv/bin/python -m notebooks.build and look at what changes"
BOX = re.compile(r'<div class="alert alert-info">\n\n(.+?)\n\n</div>', re.DOTALL)
RULE = re.compile(r"\*\*Rule\*\* \(`([a-z-]+)`; ([^)]+)\)\. ")
CITED_RULE = re.compile(r"\(`([a-z-]+)`; ([^)]+)\)")
RULE_OF_THE_API = re.compile(r"\*\*Rule of the API\*\* \(`([^`]+)`\)\. ")
RULE_OF_CHANCE = re.compile(r"\*\*Rule of chance\*\* \([^)]+\)\. ")
KINDS_OF_RULES = (RULE, RULE_OF_THE_API, RULE_OF_CHANCE)
QUESTION = "**Predict.** "
CALL = re.compile(r"^\s*(?:\w+ = )?(?:call|begin)\(", re.MULTILINE)
REQUEST = re.compile(r"\b(?:call|begin|service\.get|service\.post)\b")
EXERCISE = re.compile(r'^(my_(\w+) = "?)([^"\n]*)("?  # your \2)$', re.MULTILINE)
EXERCISES = re.compile(r"^my_\w+ = .*  # ", re.MULTILINE)
SOLUTION = re.compile(r"<b>Answer</b></summary>\n\n`([^`]+)`")
SECTION = re.compile(r"^(?=## )", re.MULTILINE)
NUMBERED = re.compile(r"## \d")
TOOL = re.compile(r"^def (\w+)\(", re.MULTILINE)
JUDGED = re.compile(r"^judge\(", re.MULTILINE)
WITHOUT_SERVICE = {"12-what-the-numbers-teach"}  # its games are kept in a file, and judge what is said of them
PLAYS_LONG = {"09-build-a-bot"}  # hundreds of games: once is enough for every change

Cell = dict[str, Any]

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.relative_to(FOLDER)))


def each_of(builds: list[tuple[Path, str]], slow: Callable[[Path, str], bool]) -> pytest.MarkDecorator:
    """A case for each of the notebooks."""
    return pytest.mark.parametrize(
        ("source", "language"),
        [
            pytest.param(*build, id=f"{build[0].stem}-{build[1]}", marks=[pytest.mark.slow] if slow(*build) else [])
            for build in builds
        ],
    )


# Notebooks in other languages run the same code and take minutes.
each_build = each_of(builds(), lambda source, language: language != ENGLISH)
each_with_exercise = each_of(
    [build for build in builds() if EXERCISE.search(build[0].read_text("utf-8"))],
    lambda source, language: language != ENGLISH or source.stem in PLAYS_LONG,
)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A live service with a store of its own."""
    # In memory, where there is such a place: a busy disk may hold a store up for longer than the service waits.
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder, replica(Path(folder)) as url:
        yield url


def cells_of(notebook: str) -> list[Cell]:
    """The cells of a notebook's file, each with its source as one text."""
    return [{**cell, "source": "".join(cell["source"])} for cell in json.loads(notebook)["cells"]]


def cells_in(path: Path) -> list[Cell]:
    return cells_of(path.read_text("utf-8"))


def changed(before: list[Cell], after: list[Cell]) -> list[str]:
    """The ids of the cells that differ."""
    return [new["id"] for old, new in zip(before, after, strict=True) if old != new]


def told_before_acts(path: Path) -> list[str]:
    """Of each cell that calls the service or follows a question, exercises apart: the prose since the last such."""
    told, prose = [], ""
    for cell in cells_in(path):
        if cell["cell_type"] == "markdown":
            prose += cell["source"] + "\n\n"
        elif is_exercise(cell):
            prose = ""
        elif QUESTION in prose or (CALL.search(cell["source"]) and not TOOL.search(cell["source"])):
            told.append(prose)
            prose = ""
    return told


def sections_of(path: Path) -> dict[str, list[Cell]]:
    """The cells of each numbered section, by its heading; a cell in which one begins is cut there."""
    sections: dict[str, list[Cell]] = {}
    title = ""
    for cell in cells_in(path):
        for part in SECTION.split(cell["source"]):
            title = part.partition("\n")[0] if part.startswith("## ") else title
            sections.setdefault(title, []).append({**cell, "source": part})
    return {title: cells for title, cells in sections.items() if NUMBERED.match(title)}


def is_exercise(cell: Cell) -> bool:
    return cell["cell_type"] == "code" and bool(EXERCISES.search(cell["source"]))


def helpers_that_ask(path: Path) -> set[str]:
    """The functions of a notebook that send requests, or are defined beside one that does."""
    code = [cell["source"] for cell in cells_in(path) if cell["cell_type"] == "code"]
    return {name for source in code if REQUEST.search(source) for name in TOOL.findall(source)}


def has_picture(cell: Cell) -> bool:
    """Whether a cell shows a board or a plot, by itself or in a page of its own."""
    shown = [output.get("data", {}) for output in cell.get("outputs", [])]
    return any("image/svg+xml" in data or "<svg" in "".join(data.get("text/html", "")) for data in shown)


def verdict(cell: Cell) -> str:
    """The last line that an exercise prints; a picture may stand beneath it."""
    [*_, said] = ["".join(output["text"]) for output in cell["outputs"] if "text" in output]
    return said.splitlines()[-1]


def solved(text: str) -> str:
    """The text of a notebook in which every exercise has the answer that is hidden beneath it."""
    return EXERCISE.sub(lambda found: found[1] + SOLUTION.search(text, found.end())[1] + found[4], text)  # type: ignore[index]


def test_every_notebook_has_a_text_and_every_text_a_notebook() -> None:
    found = {path for path in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts}
    assert found
    assert {notebook_of(*build) for build in builds()} == found


@each_build
def test_a_notebook_run_anew_is_the_committed_one_with_all_that_it_shows(source: Path, language: str, url: str) -> None:
    kept = notebook_of(source, language).read_text("utf-8")
    anew = text_of(run(read(source.read_text("utf-8"), source.stem, language), url))
    assert changed(cells_of(kept), cells_of(anew)) == [], OUT_OF_DATE
    assert kept == anew, OUT_OF_DATE


@each_with_exercise
def test_the_hidden_answers_satisfy_the_referee_and_change_no_other_cell(source: Path, language: str, url: str) -> None:
    committed = cells_in(notebook_of(source, language))
    after = cells_of(text_of(run(read(solved(source.read_text("utf-8")), source.stem, language), url)))
    exercises = [cell for cell in after if is_exercise(cell)]
    assert changed(committed, after) == [cell["id"] for cell in exercises]
    told = {cell["id"]: verdict(cell) for cell in exercises}
    praise = "solved!" if language == ENGLISH else translations(language)["solved!"]
    assert {number: line for number, line in told.items() if not line.endswith(praise)} == {}


@each_notebook
def test_no_exercise_is_solved_before_it_is_tried(path: Path) -> None:
    for cell in filter(is_exercise, cells_in(path)):
        assert "solved!" not in verdict(cell)


def test_the_tools_are_the_same_in_every_notebook() -> None:
    tools: dict[str, set[str]] = {}
    for cell in (cell for path in NOTEBOOKS for cell in cells_in(path) if cell["cell_type"] == "code"):
        for name in TOOL.findall(cell["source"]):
            tools.setdefault(name, set()).add(cell["source"])
    assert {"call", "show"} <= set(tools)
    assert {name for name, forms in tools.items() if len(forms) > 1} == set()


@each_notebook
def test_a_notebook_begins_with_what_game_it_is_and_what_to_do_learn_and_need(path: Path) -> None:
    first = cells_in(path)[0]["source"]
    assert "backgammon variant (not the card game)" in first.splitlines()[0]
    assert re.findall(r"^## (What you'll .*)$", first, re.MULTILINE) == [
        "What you'll do", "What you'll learn", "What you'll need",
    ]  # fmt: skip


@each_notebook
def test_a_notebook_has_15_to_35_cells_of_at_most_15_lines_of_code(path: Path) -> None:
    cells = cells_in(path)
    assert 15 <= len(cells) <= 35
    code = {cell["id"]: len(cell["source"].splitlines()) for cell in cells if cell["cell_type"] == "code"}
    assert {number: lines for number, lines in code.items() if lines > 15} == {}


@each_notebook
def test_before_each_act_stand_a_rule_of_at_most_five_lines_and_a_question(path: Path) -> None:
    told = told_before_acts(path)
    assert told
    for prose in told:
        [rule] = BOX.findall(prose)
        assert any(kind.match(rule) for kind in KINDS_OF_RULES), rule
        assert len(rule.splitlines()) <= 5
        assert prose.count(QUESTION) == 1


@each_notebook
def test_every_section_asks_calls_shows_answers_and_lets_the_referee_judge_what_the_reader_tries(path: Path) -> None:
    sections = sections_of(path)
    assert len(sections) >= 3
    asks = re.compile("|".join([REQUEST.pattern, *(rf"\b{name}\(" for name in helpers_that_ask(path))]))
    for title, cells in sections.items():
        prose = "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
        tried = [cell["source"] for cell in cells if is_exercise(cell)]
        assert QUESTION in prose, title
        assert BOX.search(prose), title
        assert any(has_picture(cell) for cell in cells), title
        assert prose.count("<b>Answer</b>") > len(tried) > 0, title
        if path.stem not in WITHOUT_SERVICE:
            assert any(asks.search(cell["source"]) for cell in cells), title
            assert all(JUDGED.search(code) for code in tried), title


@each_notebook
def test_a_notebook_cites_rules_of_the_rule_book_with_their_sources(path: Path) -> None:
    told = [cell["source"] for cell in cells_in(path) if cell["cell_type"] == "markdown"]
    assert any(RULE.search(prose) for prose in told)
    cited = [match for prose in told for match in CITED_RULE.findall(prose)]
    for slug, sources_cited in cited:
        assert set(re.split(r",\s+", sources_cited)) <= set(RULES[slug].sources), slug


def test_a_rule_of_the_api_names_an_operation_of_the_document_or_a_page_of_the_repository(url: str) -> None:
    paths = httpx2.get(f"{url}/openapi.json", trust_env=False).json()["paths"]
    operations = {f"{method.upper()} {path}" for path, kept in paths.items() for method in kept}
    cited = {name for path in NOTEBOOKS for cell in cells_in(path) for name in RULE_OF_THE_API.findall(cell["source"])}
    assert cited
    for name in cited:
        assert name.replace("{id}", "{game_id}") in operations or (FOLDER.parent / name).is_file(), name


@each_notebook
def test_every_box_that_is_opened_is_closed(path: Path) -> None:
    prose = "\n".join(cell["source"] for cell in cells_in(path) if cell["cell_type"] == "markdown")
    for tag in ("div", "details", "summary"):
        assert prose.count(f"<{tag}") == prose.count(f"</{tag}>"), tag
