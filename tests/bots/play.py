"""Whole games of bots against each other with seeded dice. It must hold no rule of its own."""

import random
from collections.abc import Callable

from acey_deucey.bots.turns import bot_turn
from acey_deucey.record import Level
from acey_deucey.rules import events as ev
from acey_deucey.rules.game import Game
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import Player, Position
from acey_deucey.rules.replay import Command
from acey_deucey.transcript import Transcript

MOST_TURNS = 3_000
Dice = Callable[[Game], tuple[int, int]]


def seeded_dice(seed: int) -> Dice:
    rng = random.Random(seed)
    return lambda game: (rng.randint(1, 6), rng.randint(1, 6))


def opened(options: Options, dice: Dice) -> tuple[Game, list[Command]]:
    """A game whose opening is over, with the commands that it took."""
    game, _ = Game.start(options)
    commands: list[Command] = []
    while game.turn.awaits == "opening":
        game, events = game.open(*dice(game))
        commands += [event for event in events if isinstance(event, ev.OpeningRolled)]
    return game, commands


def bot_game(options: Options, levels: dict[Player, Level], seed: int) -> tuple[Game, list[Command]]:
    """A game played to its end, with its commands."""
    dice = seeded_dice(seed)
    game, commands = opened(options, dice)
    for _ in range(MOST_TURNS):
        if game.turn.player is None:
            return game, commands
        for done in bot_turn(game, levels[game.turn.player], str(seed), dice):
            game = done.game
            first = done.events[0]
            assert isinstance(first, Command)
            commands.append(first)
    raise AssertionError(f"no end after {MOST_TURNS} turns")


def transcript(options: Options, commands: list[Command]) -> Transcript:
    """The record of a game that began at the opening."""
    return Transcript("american", 1, options, Position.start(), commands=tuple(commands))
