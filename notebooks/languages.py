"""Reads the text of a notebook in one of its languages, from gettext catalogues; knows no service and no kernel.

English is the one source: its texts are the keys of the catalogues in ``src/locale``.
``.venv/bin/python -m notebooks.languages`` adds new messages to them, still to be translated, and drops those that are
gone; after that, and after each change of a catalogue, the notebooks are built anew.
"""

import re
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import jupytext  # type: ignore[import-untyped]
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from nbformat import NotebookNode

from notebooks.phrases import asked, put

SOURCES = Path(__file__).resolve().parent / "src"
ENGLISH = "en"
NAMES = {ENGLISH: "English", "de": "Deutsch", "fr": "Français", "hu": "Magyar"}
OTHERS = tuple(language for language in NAMES if language != ENGLISH)
TRANSLATED = (
    "01-first-game", "02-enter-and-move", "03-the-1-2", "04-doubles-and-complements", "05-bearing-off",
    "06-american-and-european", "07-refused-moves",
)  # fmt: skip
PLACE = re.compile(r"\]\((?=([\w-]+)\.ipynb\))")  # what comes before the place of a link, and the notebook there
ASKS = '"Accept-Language": "{}"'  # how a notebook asks the service for its language


def main() -> None:
    """Bring every catalogue up to the messages of the texts."""
    for language in OTHERS:
        path_of(language).write_bytes(catalogue(language, translations(language)))


def sources() -> list[Path]:
    """The texts of all notebooks, in order."""
    return sorted(SOURCES.rglob("*.md"))


def languages_of(source: Path) -> tuple[str, ...]:
    """The languages in which there is a notebook of that text."""
    return tuple(NAMES) if source.stem in TRANSLATED else (ENGLISH,)


def read(text: str, name: str, language: str = ENGLISH) -> NotebookNode:
    """The notebook of that name that an English text describes, in one of its languages, without outputs.

    :raises KeyError: the catalogue of the language lacks a message.
    """
    notebook = _parsed(text)
    if language != ENGLISH:
        said = translations(language)
        put(notebook, lambda message: PLACE.sub(_towards, said[message]))
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number:02}"
        cell.metadata.clear()
        cell.source = cell.source.replace(ASKS.format(ENGLISH), ASKS.format(language))
    if name in TRANSLATED:
        title, rest = notebook.cells[0].source.split("\n", 1)
        notebook.cells[0].source = f"{title}\n\n{links(name, language)}\n{rest}"
    return notebook


def links(name: str, language: str) -> str:
    """The line in a notebook that leads to it in the other languages."""
    up = "" if language == ENGLISH else "../"
    folders = {other: "" if other == ENGLISH else f"{other}/" for other in NAMES}
    return " · ".join(
        own if other == language else f"[{own}]({up}{folders[other]}{name}.ipynb)" for other, own in NAMES.items()
    )


def messages() -> dict[str, list[str]]:
    """Each message of the texts that are translated, in order, with the names of the texts that have it."""
    found: dict[str, list[str]] = {}
    for source in sources():
        if source.stem in TRANSLATED:
            for message in dict.fromkeys(asked(_parsed(source.read_text("utf-8")))):
                found.setdefault(message, []).append(source.stem)
    return found


def path_of(language: str) -> Path:
    """The file that holds a language's translations."""
    return SOURCES / "locale" / f"{language}.po"


def translations(language: str) -> dict[str, str]:
    """The translations of a language by English text, as its file has them; those that wait are empty."""
    with path_of(language).open("rb") as file:
        return {str(entry.id): str(entry.string) for entry in read_po(file, locale=language) if entry.id}


def catalogue(language: str, known: Mapping[str, str]) -> bytes:
    """A language's file: every message of the texts with its translation, empty where none is known."""
    entries, file = Catalog(locale=language), BytesIO()
    for message, names in messages().items():
        entries.add(message, known.get(message, ""), auto_comments=names)
    write_po(file, entries, width=0, omit_header=True)
    return file.getvalue().rstrip(b"\n") + b"\n"


def _towards(link: re.Match[str]) -> str:
    """The beginning of a link in another language than English, for there may be no such notebook in its folder."""
    return link[0] if link[1] in TRANSLATED else f"{link[0]}../"


def _parsed(text: str) -> NotebookNode:
    notebook: NotebookNode = jupytext.reads(text, fmt="md")
    return notebook


if __name__ == "__main__":
    main()
