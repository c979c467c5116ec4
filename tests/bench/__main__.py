"""All benchmarks in one run, as one table and as JSON; each part measures its own figures."""

import argparse
import json
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
from acey_deucey.rules.rulesets import RULESETS

from tests import bench_bots, bench_http, bench_rules, bench_streams
from tests.bench import growth, opponents, restart, workers
from tests.bench.boardgameio import beside
from tests.bench.figures import Figure, table

BOT_GAMES = 3
STREAMS = 10_000


def rules() -> list[Figure]:
    """The rules beside OpenSpiel."""
    found = bench_rules.measure()
    return [
        Figure("legal steps, beside OpenSpiel's backgammon", found["steps_ratio"], most=1.0),
        Figure("all plays of two numbers, beside the same", found["plays_of_two_numbers_ratio"], most=4.0),
        Figure("legal steps of four numbers, slowest 1 %", found["steps_of_four_numbers_p99_ms"], "ms", most=1.0),
    ]


def moves() -> list[Figure]:
    """A move beside the bare view."""
    found = bench_http.measure()
    return [
        Figure("POST …/moves, CPU beside the bare view", found["ratio"], most=1.0),
        Figure("POST …/moves, CPU of worker and store", found["move"], "s a thousand"),
        Figure("the bare view, the same", found["bare"], "s a thousand"),
    ]


def bots() -> list[Figure]:
    """The turns of the expert."""
    slowest = [
        float(np.percentile(list(bench_bots.turn_times(RULESETS[name].options, BOT_GAMES)), 99)) * 1000
        for name in opponents.RULESETS
    ]
    return [Figure("a turn of the expert, CPU, slowest 1 %", max(slowest), "ms", most=bench_bots.BUDGET)]


def streams() -> list[Figure]:
    """Event streams held on two workers, and what they cost the moves."""
    found = bench_streams.measure(STREAMS)
    rates = {when: found[f"commands a second {when}"] for when in ("without streams", "with streams", "after them")}
    return [
        Figure("streams held on two workers", found["listeners"], "", least=float(STREAMS)),
        Figure("memory of the workers for a stream", found["kB a listener"], "kB"),
        Figure("streams that missed something", found["not heard"], "", most=0.0),
        Figure("fan-out after the answer, median", found["p50 ms after its answer"], "ms"),
        Figure("fan-out after the answer, slowest 1 %", found["p99 ms after its answer"], "ms", most=10.0),
        Figure(
            "commands a second with streams, beside without",
            rates["with streams"] * 2 / (rates["without streams"] + rates["after them"]),
        ),
    ]


PARTS: dict[str, Callable[[], list[Figure]]] = {
    "rules": rules,
    "moves": moves,
    "workers": workers.measure,
    "growth": growth.measure,
    "restart": restart.measure,
    "bots": bots,
    "opponents": opponents.measure,
    "streams": streams,
    "boardgameio": beside.measure,
}


def main() -> None:
    """Measure the parts that are named, or all."""
    parser = argparse.ArgumentParser(prog="tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="what to measure; all when nothing is named")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    asked = parser.parse_args()
    figures: list[Figure] = []
    for name in asked.parts or PARTS:
        print(f"measuring: {name}", flush=True)
        figures += PARTS[name]()
    print(f"\nOn {os.cpu_count()} processors, everything on one machine:\n\n{table(figures)}")
    if asked.json:
        asked.json.write_text(json.dumps([figure._asdict() for figure in figures], indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
