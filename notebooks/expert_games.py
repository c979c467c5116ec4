"""Games of the expert against himself, as data for notebook 12: ``.venv/bin/python -m notebooks.expert_games``.

One line of JSON a game. Turns alternate, beginning with the starter's; a turn is how many rolls it had, the chance to
win before it, and what its rolls changed in that chance, in thousandths and for the player in turn. A name is the place
of its turn, the phase, and what each of the six numbers was worth in points. Ten minutes of work for a processor.
"""

import argparse
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from acey_deucey.bots.judging import Choice, choices, standing
from acey_deucey.bots.players import NameChosen, PlayChosen, carried_out
from acey_deucey.rules.game import Game
from acey_deucey.rules.position import HAND, POINTS, Player, count_at
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.rules.turn import mover

FILE = Path(__file__).parent / "data" / "expert-games.jsonl.gz"
HOME = range(1, 7)
Dice = tuple[int, int]


class _Turn:
    """What is kept of a turn while it is played."""

    def __init__(self, game: Game) -> None:
        self.player: Player = mover(game.turn)
        self.rolls = 0
        self.before = win_of(game, self.player)
        self.luck = 0.0

    def told(self) -> list[int]:
        return [self.rolls, round(1000 * self.before), round(1000 * self.luck)]


def main() -> None:
    """Read the command line, play, and write the file anew."""
    parser = argparse.ArgumentParser(prog="notebooks.expert_games", description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games of each rule set")
    parser.add_argument("--rulesets", nargs="+", choices=list(RULESETS), default=["american", "european"])
    parser.add_argument("--file", type=Path, default=FILE)
    given = parser.parse_args()
    lines = [json.dumps(played(name, seed)) for name in given.rulesets for seed in range(given.games)]
    given.file.parent.mkdir(exist_ok=True)
    given.file.write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))


def played(ruleset: str, seed: int) -> dict[str, Any]:
    """A whole game, whose dice follow from the rule set and the seed."""
    dice = _dice(Random(f"{ruleset}/{seed}"))
    game, _ = Game.start(RULESETS[ruleset].options)
    while game.turn.awaits == "opening":
        game, _ = game.open(*next(dice))
    starter = game.turn.player
    turns: list[list[int]] = []
    names: list[list[Any]] = []
    while game.result is None:
        turn = _Turn(game)
        while game.turn.player == turn.player:
            if game.turn.awaits == "name":
                names.append([len(turns), phase(game), _worth_of_numbers(choices(game))])
            game = _rolled(game, next(dice), turn) if game.turn.awaits == "roll" else _chosen(game)
        turns.append(turn.told())
    won = {"winner": game.result.winner, "points": game.result.points}
    return {"ruleset": ruleset, "seed": seed, "starter": starter, **won, "turns": turns, "names": names}


def phase(game: Game) -> str:
    """How far the player in turn has come: entering, under way, or all home."""
    side = game.position.packed(mover(game.turn))
    if count_at(side, HAND):
        return "entering"
    away = any(count_at(side, place) for place in range(1, POINTS + 2) if place not in HOME)
    return "under way" if away else "all home"


def win_of(game: Game, player: Player) -> float:
    """The player's chance to win as the game stands."""
    chances = standing(game)
    return chances.win if (game.turn.player or "white") == player else chances.other.win


def _rolled(game: Game, dice: Dice, turn: _Turn) -> Game:
    before = win_of(game, turn.player)
    game, _ = game.roll(turn.player, dice)
    turn.rolls += 1
    turn.luck += win_of(game, turn.player) - before
    return game


def _chosen(game: Game) -> Game:
    best = choices(game)[0]
    return carried_out(game, PlayChosen(best.play) if best.named is None else NameChosen(best.named))[0]


def _worth_of_numbers(found: list[Choice]) -> list[float]:
    worth = {choice.named: choice.chances.points for choice in found}
    return [round(worth[number], 3) for number in range(1, 7)]


def _dice(chance: Random) -> Iterator[Dice]:
    while True:
        yield chance.randint(1, 6), chance.randint(1, 6)


if __name__ == "__main__":
    main()
