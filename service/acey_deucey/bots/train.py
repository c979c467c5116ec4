"""Train the networks by self-play: ``python -m acey_deucey.bots.train``; needs the extra ``train``.

TD(lambda) with the lambda-return of each game, learnt backwards from its end. A run is cut into rounds, each
with a seed of its own, and kept after each: it can be stopped and taken up again, and gives the same weights.
"""

import argparse
import csv
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from acey_deucey.bots.encoding import option_numbers
from acey_deucey.bots.families import FAMILIES, Family
from acey_deucey.bots.training.bearoff import solve_all
from acey_deucey.bots.training.curriculum import option_sets
from acey_deucey.bots.training.games import GREEDY, NETWORK, match, new_room, seed_dice, train_games
from acey_deucey.bots.training.network import Net, new_net, with_weights
from acey_deucey.rules.rulesets import RULESETS

ROUND = 500
YARDSTICK = 2_000
CURVE_GAMES = 1_000
CURVE = ("family", "games", "seconds", "wins_greedy", "points_greedy", "wins_first", "points_first")


class Plan(NamedTuple):
    """How long and how to train; the rate falls geometrically from first to last."""

    games: int
    hidden: int
    seed: int
    folder: Path
    first_rate: float = 0.02
    last_rate: float = 0.001
    trace: float = 0.7

    def rate(self, played: int) -> float:
        """The step size after that many games."""
        share = min(played / self.games, 1.0)
        return float(self.first_rate * (self.last_rate / self.first_rate) ** share)


class Run:
    """One family's training so far, kept in the plan's folder."""

    def __init__(self, plan: Plan, family: Family) -> None:
        self.plan, self.family, self.played, self.seconds = plan, family, 0, 0.0
        self.net, self.room = new_net(plan.hidden, plan.seed), new_room(plan.hidden)
        self.sets = option_sets(family)
        self.races = solve_all(self.sets)
        if self._path().exists():
            self._load()

    def round(self) -> None:
        """Play and learn from one round of games, and keep what was learnt."""
        begun = time.monotonic()
        seed_dice(self.plan.seed * 1_000_003 + self.played)
        rate = self.plan.rate(self.played)
        train_games(self.net, self.sets, *self.races, ROUND, rate, self.plan.trace, self.room)
        self.played += ROUND
        self.seconds += time.monotonic() - begun
        self._save(self._path())
        if self.played == YARDSTICK:
            self._save(self._path("-first"))

    def measure(self) -> None:
        """Add the strength now to the curve: against the greedy player and against the net of YARDSTICK games."""
        seed_dice(self.plan.seed + 7)
        greedy = self._margins((NETWORK, GREEDY), self.net)
        first = self._margins((NETWORK, NETWORK), _read(self._path("-first")))
        facts = [round(float(f), 4) for m in (greedy, first) for f in ((m > 0).mean(), m.mean())]
        row = [self.family, self.played, round(self.seconds), *facts]
        path = self.plan.folder / "curve.csv"
        new = not path.exists()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerows([CURVE, row] if new else [row])
        print(dict(zip(CURVE, row, strict=True)), flush=True)

    def _margins(self, policies: tuple[int, int], other: Net) -> np.ndarray:
        options = np.array(option_numbers(RULESETS[self.family].options), np.int64)
        margins = np.zeros(CURVE_GAMES)
        nets = (self.net, other)
        races = (True, self.races.of(0))
        match(np.array(policies), np.zeros(2), nets, options, *races, CURVE_GAMES, self.room, margins)
        return margins

    def _path(self, suffix: str = "") -> Path:
        return self.plan.folder / f"{self.family}{suffix}.npz"

    def _save(self, path: Path) -> None:
        net, played = self.net, np.array([self.played, self.seconds])
        fresh = path.with_suffix(".new.npz")
        np.savez_compressed(fresh, w1=net.w1, b1=net.b1, w2=net.w2, b2=net.b2, played=played)
        fresh.replace(path)

    def _load(self) -> None:
        self.net = _read(self._path())
        with np.load(self._path()) as stored:
            self.played, self.seconds = int(stored["played"][0]), float(stored["played"][1])


def _read(path: Path) -> Net:
    with np.load(path) as stored:
        return with_weights(*(stored[name] for name in ("w1", "b1", "w2", "b2")))


def train(plan: Plan, families: Sequence[Family], every: int) -> None:
    """Train the families by turns, a round each, until each has played the plan's games."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    runs = [Run(plan, family) for family in families]
    while unfinished := [run for run in runs if run.played < plan.games]:
        for run in unfinished:
            run.round()
            if run.played % every == 0:
                run.measure()


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(prog="acey_deucey.bots.train", description=__doc__)
    parser.add_argument("--games", type=int, default=200_000, help="games of self-play a family")
    parser.add_argument("--hidden", type=int, default=64, help="hidden units")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("training"), help="where the run is kept")
    parser.add_argument("--families", nargs="+", choices=FAMILIES, default=list(FAMILIES))
    parser.add_argument("--every", type=int, default=5_000, help="games between two points of the curve")
    given = parser.parse_args()
    train(Plan(given.games, given.hidden, given.seed, given.folder), given.families, given.every)


if __name__ == "__main__":
    main()
