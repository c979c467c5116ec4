"""Whole games as text, replayed and compared line by line. It must hold no rule of its own."""

from pathlib import Path

import pytest

from tests.rules.golden_games import FILES, retold


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_golden_game_goes_as_it_is_written(path: Path) -> None:
    text = path.read_text("utf-8")
    assert retold(text) == text


def test_the_golden_games_end_in_every_way_that_the_rules_know() -> None:
    ends = [path.read_text("utf-8").splitlines()[-2] for path in FILES]
    for reason in ("borne_off", "resigned", "deadlock", "timeout"):
        assert any(f"({reason})" in end for end in ends), reason
