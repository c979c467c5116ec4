"""The served document breaks nothing that the last release promised, and whatever changes in it is looked at."""

import pytest

from tests.contract.document import REFRESH, RELEASED, SERVED, broken, has_risen, kept, served


def test_nothing_that_was_released_is_broken_without_a_risen_version() -> None:
    assert broken(kept(RELEASED), served()) == [], "Take it back, or raise the version: see tests/contract/document.py"


def test_the_kept_document_is_the_served_one() -> None:
    assert kept(SERVED) == served(), REFRESH


def test_a_release_leaves_its_document() -> None:
    assert kept(RELEASED)["info"] == served()["info"], (
        "The version has risen: .venv/bin/python -m tests.contract.refresh"
    )


@pytest.mark.parametrize(
    ("old", "new", "may_break"),
    [("0.1.0", "0.1.1", False), ("0.1.0", "0.2.0", True), ("0.9.3", "1.0.0", True), ("1.2.0", "1.3.0", False),
     ("1.2.0", "2.0.0", True), ("0.2.0", "0.1.0", False), ("1.0.0", "1.0.0", False)],
)  # fmt: skip
def test_before_one_the_second_number_rises_and_later_the_first(old: str, new: str, may_break: bool) -> None:
    assert has_risen(old, new) is may_break


def test_what_breaks_is_told_and_a_risen_version_is_free_to() -> None:
    now = served()
    poorer = now | {"paths": {path: told for path, told in now["paths"].items() if path != "/v1/rules"}}
    assert broken(now, poorer) == ["GET /v1/rules is gone"]
    assert broken(now, poorer | {"info": {"version": "9.0.0"}}) == []
