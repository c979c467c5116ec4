"""Measure the players against each other: ``python -m acey_deucey.bots.strength``; needs the extra ``train``.

The games are played by the compiled simulator, by the rules and with the networks that the package ships.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from acey_deucey.bots.encoding import option_numbers
from acey_deucey.bots.families import family_of
from acey_deucey.bots.players import NOVICE_ERROR, USUAL_POINTS
from acey_deucey.bots.training.bearoff import Solved, solve
from acey_deucey.bots.training.games import GREEDY, NETWORK, RANDOM, match, new_room, seed_dice
from acey_deucey.bots.training.moves import new_plays
from acey_deucey.bots.training.network import Net, with_weights
from acey_deucey.bots.weights import Weights, previous_weights, read_weights, shipped_weights
from acey_deucey.rules.options import Options
from acey_deucey.rules.rulesets import RULESETS

CERTAIN = 1.96
HEADER = "| rule set | against | games | wins % | points a game | stages a game | without an end |\n" + "|---" * 7 + "|"


class Player(NamedTuple):
    """Somebody to play against: how he chooses, how far he misjudges, and by which weights."""

    name: str
    policy: int
    error: float
    net: Net


class Score(NamedTuple):
    """The expert's wins and points a game, each with half the width of its 95 % interval."""

    games: int
    wins: float
    wins_within: float
    points: float
    points_within: float
    states: float
    endless: int


def opponents(options: Options) -> Iterator[Player]:
    """Those whom the expert should beat under these options."""
    net = as_net(shipped_weights(family_of(options)))
    yield Player("random", RANDOM, 0.0, net)
    yield Player("greedy", GREEDY, 0.0, net)
    yield Player("novice", NETWORK, NOVICE_ERROR * USUAL_POINTS[options.scoring], net)


def predecessor(options: Options, folder: Path | None = None) -> Player:
    """The network that was shipped before, or the one of the same family in the folder."""
    family = family_of(options)
    weights = read_weights((folder / f"{family}.npz").read_bytes()) if folder else previous_weights(family)
    return Player("previous", NETWORK, 0.0, as_net(weights))


def as_net(weights: Weights) -> Net:
    """The compiled form of the weights."""
    return with_weights(*(array.copy() for array in weights))


def play(options: Options, solved: Solved, opponent: Player, games: int, seed: int) -> Score:
    """That many games of the expert against the opponent, each beginning half of them; both know the races."""
    expert = as_net(shipped_weights(family_of(options)))
    nets = (expert, opponent.net)
    room = new_room(max(len(net.b1) for net in nets))
    margins = np.zeros(games)
    seed_dice(seed)
    policies, errors = np.array((NETWORK, opponent.policy)), np.array((0.0, opponent.error))
    numbers = np.array(option_numbers(options), np.int64)
    states, endless = match(policies, errors, nets, numbers, True, solved, games, room, margins)
    wins = margins > 0
    return Score(
        games,
        float(wins.mean()),
        CERTAIN * float(wins.std()) / games**0.5,
        float(margins.mean()),
        CERTAIN * float(margins.std()) / games**0.5,
        states / games,
        endless,
    )


def solved_races(options: Options) -> Solved:
    """The exact races under these options; it takes some seconds."""
    return solve(np.array(option_numbers(options), np.int64), new_plays())


def row(ruleset: str, opponent: str, score: Score) -> str:
    """One line of the table."""
    wins = f"{100 * score.wins:.1f} ± {100 * score.wins_within:.1f}"
    points = f"{score.points:+.2f} ± {score.points_within:.2f}"
    return f"| {ruleset} | {opponent} | {score.games} | {wins} | {points} | {score.states:.0f} | {score.endless} |"


def main() -> None:
    """Read the command line and print the table, a line as soon as it is known."""
    parser = argparse.ArgumentParser(prog="acey_deucey.bots.strength", description=__doc__)
    parser.add_argument("--games", type=int, default=5_000, help="games a pairing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rulesets", nargs="+", choices=list(RULESETS), default=list(RULESETS))
    parser.add_argument(
        "--previous", type=Path, help="a folder with networks to compare with instead of those shipped before"
    )
    given = parser.parse_args()
    print(HEADER, flush=True)
    for ruleset in given.rulesets:
        options = RULESETS[ruleset].options
        solved = solved_races(options)
        for opponent in (*opponents(options), predecessor(options, given.previous)):
            print(row(ruleset, opponent.name, play(options, solved, opponent, given.games, given.seed)), flush=True)


if __name__ == "__main__":
    main()
