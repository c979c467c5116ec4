"""The players of the three levels: each chooses one play or one number to name, the same for the same seed.

A player decides a stage at a time. How he throws dice is no business of his.
"""

import random
from typing import NamedTuple

from acey_deucey.bots.judging import Choice, NoChoice, Pause, choices, without_pause
from acey_deucey.record import Level
from acey_deucey.rules.game import Events, Game
from acey_deucey.rules.moves import Play, Request
from acey_deucey.rules.turn import mover

NOVICE_ERROR = 0.1
"""How far a novice misjudges a choice, as a standard deviation in parts of what a game is usually worth."""

USUAL_POINTS = {"one_point": 1.0, "checkers_left": 9.0}


class PlayChosen(NamedTuple):
    """A complete play of the stage."""

    play: Play


class NameChosen(NamedTuple):
    """A double to name."""

    number: int


def choose(game: Game, level: Level, seed: str, pause: Pause = without_pause) -> PlayChosen | NameChosen:
    """What a player of that level does now; the same for the same game, version and seed.

    :raises NoChoice: the game awaits neither a move nor a name.
    """
    rng = random.Random(f"{seed}/{game.version}/{level}")
    if level == "random":
        return _any(game, rng)
    found = choices(game, pause)
    return _command(found[0] if level == "expert" else _misjudged(game, found, rng))


def carried_out(game: Game, chosen: PlayChosen | NameChosen) -> tuple[Game, Events]:
    """The game after the player in turn has done what was chosen."""
    player = mover(game.turn)
    if isinstance(chosen, NameChosen):
        return game.name(player, chosen.number)
    return game.play(player, [Request(step.source, step.target, step.number) for step in chosen.play.steps])


def _any(game: Game, rng: random.Random) -> PlayChosen | NameChosen:
    if game.turn.awaits == "name":
        return NameChosen(rng.choice(game.names()))
    if game.turn.awaits == "move":
        return PlayChosen(rng.choice(game.legal_plays()))
    raise NoChoice


def _misjudged(game: Game, found: list[Choice], rng: random.Random) -> Choice:
    """The choice that seems best when each is misjudged a little; an immediate win is seen."""
    if found[0].chances.win == 1:
        return found[0]
    error = NOVICE_ERROR * USUAL_POINTS[game.options.scoring]
    return max(found, key=lambda choice: choice.chances.points + rng.gauss(0, error))


def _command(choice: Choice) -> PlayChosen | NameChosen:
    return NameChosen(choice.named) if choice.named is not None else PlayChosen(choice.play)
