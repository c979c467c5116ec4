"""Measure what the expert's choices lose against roll-outs: ``python -m acey_deucey.bots.reference``; needs ``train``.

Positions come from games of the expert with dice that training does not see. Each of the best few choices is
played out many times. One half of these games says which choice is best, the other half what was lost by the
expert's, so that luck in the games does not look like a loss; it errs low, where that half picks another than the best.
"At most" takes the choice that is best in all of its games for the best one, by luck or not, and errs high. What is
measured is kept by position, and gone on with.
"""

import argparse
import csv
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from acey_deucey.bots.encoding import option_numbers
from acey_deucey.bots.families import family_of
from acey_deucey.bots.features import unpacked
from acey_deucey.bots.judging import Choice, choices
from acey_deucey.bots.players import USUAL_POINTS, carried_out, choose
from acey_deucey.bots.strength import CERTAIN, as_net, solved_races
from acey_deucey.bots.training.games import new_room, roll_out, seed_dice
from acey_deucey.bots.weights import VERSION, shipped_weights
from acey_deucey.rules.game import Game
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import ALL_OFF, opponent_of
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.rules.turn import mover

FEW = 4
SHARE = 20
HEADER = "| rule set | positions | points lost | in parts of a game | at most |\n" + "|---" * 5 + "|"


class Loss(NamedTuple):
    """What the expert loses at one position, in points at a stake of one: what errs low, and what errs high."""

    ruleset: str
    number: int
    points: float
    at_most: float


def decisions(options: Options, count: int, seed: int) -> Iterator[Game]:
    """Games in which the expert has to choose, about one in SHARE of those that he meets."""
    rng = random.Random(f"reference {seed}")
    while True:
        game, _ = Game.start(options)
        while game.result is None:
            dice = rng.randint(1, 6), rng.randint(1, 6)
            if game.turn.awaits == "opening":
                game, _ = game.open(*dice)
            elif game.turn.awaits == "roll":
                game, _ = game.roll(mover(game.turn), dice)
            else:
                if rng.randrange(SHARE) == 0 and len(choices(game)) > 1:
                    yield game
                    count -= 1
                    if count == 0:
                        return
                game, _ = carried_out(game, choose(game, "expert", "reference"))


def losses(ruleset: str, positions: int, games: int, seed: int, skip: int = 0) -> Iterator[Loss]:
    """What the expert loses at each position but the first ``skip``, each with dice of its own."""
    options = RULESETS[ruleset].options
    weights = shipped_weights(family_of(options))
    tools = (as_net(weights), np.array(option_numbers(options), np.int64), True, solved_races(options))
    room = new_room(len(weights.b1))
    for number, game in enumerate(decisions(options, positions, seed)):
        if number < skip:
            continue
        seed_dice(1_000_000 * seed + number)
        few = choices(game)[:FEW]
        worth = np.zeros((len(few), games))
        for row, choice in enumerate(few):
            named = choice.named is not None or game.turn.named is not None
            worth[row] = choice.chances.points
            if choice.play.position.packed(mover(game.turn)) != ALL_OFF:
                roll_out(*tools, start(game, choice), int(choice.pending), named, games, room, worth[row])
        judged, told, means = worth[:, ::2].mean(axis=1), worth[:, 1::2].mean(axis=1), worth.mean(axis=1)
        yield Loss(ruleset, number, float(told[judged.argmax()] - told[0]), float(means.max() - means[0]))


def start(game: Game, choice: Choice) -> np.ndarray:
    """The board after a choice, the player who made it in row 0."""
    player, position = mover(game.turn), choice.play.position
    return unpacked([position.packed(player), position.packed(opponent_of(player))])


def row(found: list[Loss]) -> str:
    """A line of the table about the positions of one rule set."""
    ruleset = found[0].ruleset
    usual = USUAL_POINTS[RULESETS[ruleset].options.scoring]
    points, at_most = np.array([loss.points for loss in found]), np.mean([loss.at_most for loss in found])
    mean, within = points.mean(), CERTAIN * points.std() / len(found) ** 0.5
    parts = f"{mean / usual:.3f} ± {within / usual:.3f} | {at_most / usual:.3f}"
    return f"| {ruleset} | {len(found)} | {mean:.3f} ± {within:.3f} | {parts} |"


def read(path: Path) -> list[Loss]:
    """What was measured before, by position."""
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return [Loss(name, int(number), float(mean), float(most)) for name, number, mean, most in csv.reader(file)]


def main() -> None:
    """Read the command line, measure what is not yet in the file, and print the table."""
    parser = argparse.ArgumentParser(prog="acey_deucey.bots.reference", description=__doc__)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--games", type=int, default=1_000, help="games a choice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rulesets", nargs="+", choices=list(RULESETS), default=list(RULESETS))
    parser.add_argument("--folder", type=Path, default=Path("training"), help="where it is kept, to go on from there")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    kept = given.folder / f"reference-{VERSION}-{given.games}-{given.seed}.csv"
    print(HEADER, flush=True)
    for ruleset in given.rulesets:
        found = [loss for loss in read(kept) if loss.ruleset == ruleset][: given.positions]
        for loss in losses(ruleset, given.positions, given.games, given.seed, len(found)):
            found.append(loss)
            with kept.open("a", newline="") as file:
                csv.writer(file).writerow(loss)
        print(row(found), flush=True)


if __name__ == "__main__":
    main()
