"""Finds what a reader reads in a cell, and puts something else in its place; knows no language and no catalogue.

Its messages are, in prose, each heading, list item and paragraph, without the line breaks; in code each comment, each
docstring and each text that ``print`` is given directly. Names in the code are no messages. Prose has no tables.
"""

import ast
import re
from collections.abc import Callable, Iterator
from io import StringIO
from tokenize import COMMENT, generate_tokens

from nbformat import NotebookNode

# A heading, a list item, the title of what is folded up, or a paragraph.
PART = re.compile(r"(#+ |- |<details><summary><b>|)(.*?)(</b></summary>|)")
BEGINNINGS = ("#", "- ", "<")
LITERAL = re.compile(r"""(f?"+\s*)(.*?)(\s*"+)""", re.DOTALL)
PLACEHOLDER = re.compile(r"\{[^}]*\}")
WORD = re.compile("[a-z]{2}")

Say = Callable[[str], str]


def put(notebook: NotebookNode, say: Say) -> None:
    """Put what ``say`` says in place of each message of a notebook, in the order in which a reader meets them."""
    for cell in notebook.cells:
        cell.source = (prose if cell.cell_type == "markdown" else code)(cell.source, say)


def asked(notebook: NotebookNode) -> list[str]:
    """The messages of a notebook."""
    messages: list[str] = []

    def keep(message: str) -> str:
        messages.append(message)
        return message

    put(notebook, keep)
    return messages


def prose(text: str, say: Say) -> str:
    """The Markdown with its messages said by ``say``; a paragraph becomes one line."""
    return "\n".join(_said(part, say) for part in _parts(text))


def _parts(text: str) -> Iterator[str]:
    part, *lines = text.splitlines()
    for line in lines:
        if part and line and not part.startswith(("#", "<")) and not line.startswith(BEGINNINGS):
            part = f"{part} {line.strip()}"
        else:
            yield part
            part = line
    yield part


def _said(part: str, say: Say) -> str:
    before, message, after = PART.fullmatch(part).groups()  # type: ignore[union-attr]
    return part if not message or message.startswith("<") else f"{before}{say(message)}{after}"


def code(text: str, say: Say) -> str:
    """The code with its messages said by ``say``."""
    for comment in _comments(text):
        new = f"# {say(comment.removeprefix('# '))}"
        text = "\n".join(f"{line.removesuffix(comment)}{new}" if line.endswith(comment) else line
                         for line in text.split("\n"))  # fmt: skip
    for literal in dict.fromkeys(shown(text)):
        before, message, after = LITERAL.fullmatch(literal).groups()  # type: ignore[union-attr]
        if WORD.search(PLACEHOLDER.sub("", message)):
            text = text.replace(literal, f"{before}{say(message)}{after}")
    return text


def _comments(text: str) -> list[str]:
    return [token.string for token in generate_tokens(StringIO(text).readline) if token.type == COMMENT]


def shown(text: str) -> list[str]:
    """The literals of a program that people read: docstrings, and what ``print`` is given directly."""
    values = [value for node in ast.walk(ast.parse(text)) for value in _values(node)]
    return [ast.get_source_segment(text, value) or "" for value in values]


def _values(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.FunctionDef(body=[ast.Expr(value=ast.Constant(value=str()) as docstring), *_]):
            yield docstring
        case ast.Call(func=ast.Name(id="print"), args=values):
            for value in values:
                yield from _texts(value)


def _texts(value: ast.expr) -> Iterator[ast.expr]:
    match value:
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_texts(body), *_texts(orelse))
        case ast.JoinedStr() | ast.Constant(value=str()):
            yield value
