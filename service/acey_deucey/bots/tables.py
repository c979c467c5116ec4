"""Build the bear-off tables of the shipped rule sets, ``python -m acey_deucey.bots.tables``; needs the extra train."""

import argparse
from pathlib import Path

import numpy as np

from acey_deucey.bots.encoding import option_numbers
from acey_deucey.bots.races import SCALE, table_name
from acey_deucey.bots.strength import solved_races
from acey_deucey.bots.training.bearoff import Solved
from acey_deucey.rules.rulesets import RULESETS

WEIGHTS = Path(__file__).parent / "weights"


def packed(solved: Solved) -> np.ndarray:
    """The chance to be done by each turn in whole parts of SCALE, a row for each turn that anybody needs.

    Each column is what is to be added, modulo 256, to the column before it.
    """
    done = np.rint(solved.done * SCALE).astype(np.uint8)
    done[:, -1] = SCALE
    turns = np.flatnonzero((done < SCALE).any(axis=0))[-1] + 2
    return np.diff(done[:, :turns].T, axis=1, prepend=np.uint8(0))


def main() -> None:
    """Read the command line and write the tables."""
    parser = argparse.ArgumentParser(prog="acey_deucey.bots.tables", description=__doc__)
    parser.add_argument("--folder", type=Path, default=WEIGHTS, help="where the tables are written")
    folder = parser.parse_args().folder
    names = {table_name(option_numbers(ruleset.options)): ruleset.options for ruleset in RULESETS.values()}
    for name, options in names.items():
        if name:
            solved = solved_races(options)
            np.savez_compressed(folder / name, steps=packed(solved))
            print(f"{name}: {(folder / name).stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    main()
