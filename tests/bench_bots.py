"""How long the expert takes for a whole turn, chains included, in processor milliseconds; it judges no play."""

import random
import time
from collections.abc import Iterator

import numpy as np
from acey_deucey.bots.turns import bot_turn
from acey_deucey.rules.game import Game
from acey_deucey.rules.options import Options
from acey_deucey.rules.rulesets import RULESETS

GAMES = 20
BUDGET = 150.0


def main() -> None:
    """Print a line for each rule set."""
    print(f"The expert's turn in ms (the goal is p99 <= {BUDGET:g}):")
    for ruleset in RULESETS.values():
        turns = np.array(list(turn_times(ruleset.options, GAMES))) * 1000
        p50, p99 = np.percentile(turns, (50, 99))
        print(f"  {ruleset.id:16} {len(turns):6} turns   p50 {p50:6.1f}   p99 {p99:6.1f}   max {turns.max():6.1f}")


def turn_times(options: Options, games: int) -> Iterator[float]:
    """The processor seconds of each turn of some games of the expert against himself."""
    rng = random.Random(1)

    def dice(_: Game) -> tuple[int, int]:
        return rng.randint(1, 6), rng.randint(1, 6)

    for _ in range(games):
        game, _events = Game.start(options)
        while game.turn.awaits == "opening":
            game, _events = game.open(*dice(game))
        while game.turn.player is not None:
            begun = time.process_time()
            game = list(bot_turn(game, "expert", "bench", dice))[-1].game
            yield time.process_time() - begun


if __name__ == "__main__":
    main()
