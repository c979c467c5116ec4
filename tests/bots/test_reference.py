"""What is measured of the expert's choices against roll-outs does not depend on how often one stopped."""

from pathlib import Path

import pytest

pytest.importorskip("numba", reason="the extra train is not installed")

from acey_deucey.bots import reference

pytestmark = pytest.mark.slow


def measured(folder: Path, positions: int, monkeypatch: pytest.MonkeyPatch) -> str:
    given = {"--positions": str(positions), "--games": "6", "--rulesets": "european", "--folder": str(folder)}
    monkeypatch.setattr("sys.argv", ["reference", *(word for pair in given.items() for word in pair)])
    reference.main()
    (kept,) = folder.iterdir()
    return kept.read_text()


def test_a_measurement_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = measured(tmp_path / "stopped", 2, monkeypatch)
    gone_on = measured(tmp_path / "stopped", 4, monkeypatch)
    assert gone_on == measured(tmp_path / "whole", 4, monkeypatch)
    assert gone_on.startswith(begun)
    assert gone_on == measured(tmp_path / "whole", 4, monkeypatch)
    fewer, going_on, at_once, again = [line for line in capsys.readouterr().out.splitlines() if "european" in line]
    assert fewer != going_on == at_once == again


def test_what_is_lost_at_most_bounds_what_one_half_of_the_games_tells() -> None:
    found = list(reference.losses("american", 4, 6, 2))
    assert [loss.number for loss in found] == [0, 1, 2, 3]
    assert all(loss.at_most >= 0 for loss in found)
    # The other half judged the choice no worse than the expert's.
    assert all(2 * loss.at_most >= loss.points - 1e-6 for loss in found)
