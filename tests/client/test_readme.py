"""The client's README tells the truth: its examples print what they say, and its table is that of the code."""

import doctest
import re
from pathlib import Path

import acey_deucey.client
import pytest
from acey_deucey.client import Client
from acey_deucey.client.errors import Problem
from acey_deucey.client.operations import OPERATIONS
from acey_deucey.client.sync_client import Lessons, Problems, Referee, Rules, Rulesets
from acey_deucey.client.sync_games import GameHandle, Games

README = Path(acey_deucey.client.__file__).with_name("README.md").read_text("utf-8")
HERE = "http://127.0.0.1:8000"
RESOURCES = {
    "games": Games,
    "referee": Referee,
    "rulesets": Rulesets,
    "lessons": Lessons,
    "rules": Rules,
    "problems": Problems,
}


def public(kind: type) -> set[str]:
    return {name for name in vars(kind) if not name.startswith("_") and callable(getattr(kind, name))}


def test_the_examples_print_what_they_say(url: str) -> None:
    text = re.sub(r"^```.*$", "", README.replace(HERE, url), flags=re.MULTILINE)
    example = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    told: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=told.append)
    assert result.failed == 0, "".join(told)
    assert result.attempted > 35


def test_the_table_names_every_method_and_every_operation() -> None:
    rows = re.findall(r"^\| (`.*`) \| `(\w+)` \|$", README, re.MULTILINE)
    assert [operation for _, operation in rows if operation in OPERATIONS] == [operation for _, operation in rows]
    assert {operation for _, operation in rows} == set(OPERATIONS)
    named = {method for methods, _ in rows for method in re.findall(r"`([\w.]+)`", methods)}
    handled = {f"game.{name}" for name in public(GameHandle) - {"widget"}}
    called = {f"client.{part}.{name}" for part, kind in RESOURCES.items() for name in public(kind)}
    assert named == handled | called | {f"client.{name}" for name in public(Client) - {"close"}}


def test_every_exception_that_the_readme_names_is_there() -> None:
    names = set(re.findall(r"`([A-Z]\w+[a-z])`", README)) - {"AsyncClient"}
    assert names <= set(acey_deucey.client.__all__)
    assert {name for name in names if issubclass(getattr(acey_deucey.client, name), Problem)}


@pytest.mark.parametrize("name", acey_deucey.client.__all__)
def test_every_name_of_the_package_is_there(name: str) -> None:
    assert getattr(acey_deucey.client, name)
