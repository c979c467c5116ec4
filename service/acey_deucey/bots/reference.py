"""Measure what the expert's choices lose against roll-outs: ``python -m acey_deucey.bots.reference``; needs ``train``.

Positions come from games of the expert with dice that training does not see. Each of the best few choices is
played out many times. One half of these games says which choice is best, the other half what was lost by the
expert's, so that chance in the games does not look like a loss: the mean over the positions is unbiased.
"""

import argparse
import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from acey_deucey.bots.encoding import option_numbers
from acey_deucey.bots.families import family_of
from acey_deucey.bots.features import unpacked
from acey_deucey.bots.judging import Choice, choices
from acey_deucey.bots.players import carried_out, choose
from acey_deucey.bots.strength import as_net, solved_races
from acey_deucey.bots.training.games import new_room, roll_out, seed_dice
from acey_deucey.bots.weights import shipped_weights
from acey_deucey.rules.game import Game
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import ALL_OFF, opponent_of
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.rules.turn import mover

FEW = 4
SHARE = 20


class Loss(NamedTuple):
    """Over all positions: the mean loss of the expert's choice, its standard error, and what a game is worth."""

    positions: int
    mean: float
    error: float
    game_value: float


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


def measure(options: Options, positions: int, games: int, seed: int) -> Loss:
    """What the expert loses, in points at a stake of one."""
    weights = shipped_weights(family_of(options))
    tools = (as_net(weights), np.array(option_numbers(options), np.int64), True, solved_races(options))
    room = new_room(len(weights.b1))
    seed_dice(seed)
    losses, values = [], []
    for game in decisions(options, positions, seed):
        worth = np.zeros((FEW, games))
        few = choices(game)[:FEW]
        for row, choice in enumerate(few):
            named = choice.named is not None or game.turn.named is not None
            worth[row] = choice.chances.points
            if choice.play.position.packed(mover(game.turn)) != ALL_OFF:
                roll_out(*tools, start(game, choice), int(choice.pending), named, games, room, worth[row])
        judged, told = worth[: len(few), ::2].mean(axis=1), worth[: len(few), 1::2].mean(axis=1)
        losses.append(told[judged.argmax()] - told[0])
        values.append(np.abs(worth[0]).mean())
    return Loss(positions, float(np.mean(losses)), float(np.std(losses)) / positions**0.5, float(np.mean(values)))


def start(game: Game, choice: Choice) -> np.ndarray:
    """The board after a choice, the player who made it in row 0."""
    player, position = mover(game.turn), choice.play.position
    return unpacked([position.packed(player), position.packed(opponent_of(player))])


def main() -> None:
    """Read the command line and print the table, a line as soon as it is known."""
    parser = argparse.ArgumentParser(prog="acey_deucey.bots.reference", description=__doc__)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--games", type=int, default=1_000, help="games a choice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rulesets", nargs="+", choices=list(RULESETS), default=list(RULESETS))
    given = parser.parse_args()
    print("| rule set | positions | points lost | in parts of a game |\n|---|---|---|---|", flush=True)
    for ruleset in given.rulesets:
        loss = measure(RULESETS[ruleset].options, given.positions, given.games, given.seed)
        points, share = f"{loss.mean:.3f} ± {1.96 * loss.error:.3f}", loss.mean / loss.game_value
        print(f"| {ruleset} | {loss.positions} | {points} | {share:.3f} |", flush=True)


if __name__ == "__main__":
    main()
