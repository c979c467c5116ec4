"""CPU per list of legal steps and of plays beside OpenSpiel's ``legal_actions`` on its backgammon, in one run.

Prints ratios over positions of random games: machines differ, and other work on the machine moves both alike.
"""

import argparse
import importlib
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import Any

from acey_deucey.rules.game import Game
from acey_deucey.rules.legal import legal_steps
from acey_deucey.rules.moves import Request, Step
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.rules.situation import Situation, situation_of

ROUNDS = 15
SAMPLE = 2_000
MOST_STEPS_RATIO, MOST_PLAYS_RATIO, MOST_P99_MS = 1.0, 4.0, 1.0


def random_dice(rng: random.Random) -> tuple[int, int]:
    return rng.randint(1, 6), rng.randint(1, 6)


def advanced(rng: random.Random, game: Game) -> Game:
    """The game after a random command that it accepts."""
    player = game.turn.player
    if player is None:
        return game.open(*random_dice(rng))[0]
    if game.turn.awaits == "roll":
        return game.roll(player, random_dice(rng))[0]
    if game.turn.awaits == "name":
        return game.name(player, rng.choice(game.names()))[0]
    steps = rng.choice(game.legal_plays()).steps
    return game.play(player, [Request(step.source, step.target, step.number) for step in steps])[0]


def situations(rng: random.Random) -> Iterator[Situation]:
    """The stages, each as it begins, of random games of every rule set in turn."""
    while True:
        for ruleset in RULESETS.values():
            game, _ = Game.start(ruleset.options)
            while game.result is None:
                if game.turn.awaits == "move":
                    yield situation_of(game.position, game.turn, game.options)
                game = advanced(rng, game)


def sample(rng: random.Random, numbers: int) -> list[Situation]:
    """Situations of random games with that many numbers to play."""
    found: list[Situation] = []
    for situation in situations(rng):
        if len(situation.numbers) == numbers:
            found.append(situation)
            if len(found) == SAMPLE:
                return found
    raise AssertionError("random games go on for ever")


def backgammon_states(rng: random.Random) -> list[Any]:
    """Decisions of random games of OpenSpiel's backgammon."""
    backgammon = importlib.import_module("pyspiel").load_game("backgammon")
    states: list[Any] = []
    while len(states) < SAMPLE:
        state = backgammon.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, odds)[0])
            else:
                states.append(state.clone())
                state.apply_action(rng.choice(state.legal_actions()))
    return states[:SAMPLE]


def steps_of(situation: Situation) -> tuple[Step, ...]:
    """Its legal steps, worked out, not remembered."""
    return legal_steps(*situation)


def searched(situation: Situation) -> Situation:
    """The situation under the one option with which the order of equal numbers matters and has to be searched."""
    return situation._replace(options=situation.options.override({"home_moves": "not_while_bearing_off"}))


def mean_us(call: Callable[[Any], object], values: Sequence[Any]) -> float:
    """CPU microseconds of one call, the mean over the values."""
    begun = time.thread_time_ns()
    for value in values:
        call(value)
    return (time.thread_time_ns() - begun) / len(values) / 1_000


def p99_ms(call: Callable[[Any], object], values: Sequence[Any]) -> float:
    """CPU milliseconds that 99 of 100 calls stay below, the median of five calls standing for each value."""
    times = [median(mean_us(call, [value]) for _ in range(5)) for value in values]
    return quantiles(times, n=100)[98] / 1_000


def measure() -> dict[str, float]:
    """Medians over interleaved rounds, in microseconds; the p99 in milliseconds."""
    rng = random.Random(1)
    two, four, states = sample(rng, 2), sample(rng, 4), backgammon_states(rng)
    any_stage = two[: SAMPLE * 5 // 6] + four[: SAMPLE // 6]  # as often as the dice give them
    rounds: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for name, call, values in (
            ("openspiel", lambda state: state.legal_actions(), states),
            ("steps", steps_of, any_stage),
            ("plays_of_two_numbers", Situation.legal_plays, two),
        ):
            rounds.setdefault(name, []).append(mean_us(call, values))
    found = {f"{name}_us": median(times) for name, times in rounds.items()}
    for name in ("steps", "plays_of_two_numbers"):
        found[f"{name}_ratio"] = median(
            ours / theirs for ours, theirs in zip(rounds[name], rounds["openspiel"], strict=True)
        )
    found["plays_of_two_numbers_mean"] = fmean(len(situation.legal_plays()) for situation in two)
    return found | {"steps_of_four_numbers_p99_ms": p99_ms(steps_of, list(map(searched, four)))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    asked = parser.parse_args()
    found = measure()
    print(f"OpenSpiel, legal_actions of backgammon  {found['openspiel_us']:8.1f} µs")
    for title, name, goal in (
        ("legal steps of a stage", "steps", MOST_STEPS_RATIO),
        ("all plays of two numbers", "plays_of_two_numbers", MOST_PLAYS_RATIO),
    ):
        ratio = found[f"{name}_ratio"]
        print(f"{title:38}  {found[f'{name}_us']:8.1f} µs   ratio {ratio:.2f}   (goal: at most {goal:.2f})")
    title, p99 = "legal steps of four numbers, slowest 1 %", found["steps_of_four_numbers_p99_ms"]
    print(f"{title:40}{p99 * 1_000:8.1f} µs   {p99:.3f} ms     (goal: at most {MOST_P99_MS:.0f} ms)")
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
