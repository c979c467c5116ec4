"""Players without a plan: command lines for whole games, drawn from a generator. It must hold no rule of its own."""

import random
from collections.abc import Iterator

from acey_deucey.rules.game import Events, Game

from tests.rules.script import carried_out

MOST_COMMANDS = 20_000


def random_dice(rng: random.Random) -> str:
    return f"{rng.randint(1, 6)} {rng.randint(1, 6)}"


def random_play(rng: random.Random, game: Game) -> str:
    """One legal step, a whole legal play or its beginning."""
    if rng.random() < 0.3:
        return rng.choice(game.legal_steps()).text
    steps = rng.choice(game.legal_plays()).text.split()
    return " ".join(steps[: rng.randint(1, len(steps))])


def random_command(rng: random.Random, game: Game) -> str:
    """A command line that the game accepts: what it waits for."""
    match game.turn.awaits:
        case "opening":
            return f"open {random_dice(rng)}"
        case "roll":
            return f"{game.turn.player} roll {random_dice(rng)}"
        case "name":
            return f"{game.turn.player} name {rng.choice(game.names())}"
        case _:
            return f"{game.turn.player} play {random_play(rng, game)}"


def random_game(rng: random.Random, game: Game) -> Iterator[tuple[str, Game, Events]]:
    """The command lines of a game to its end, with the game after each and what it caused."""
    for _ in range(MOST_COMMANDS):
        if game.result is not None:
            return
        line = random_command(rng, game)
        game, events = carried_out(game, line)
        yield line, game, events
    raise AssertionError(f"no end after {MOST_COMMANDS} commands")
