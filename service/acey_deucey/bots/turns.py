"""A bot's whole turn, played until the other player is in turn or the game is over; dice are asked for."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from acey_deucey.bots.families import FAMILIES
from acey_deucey.bots.judging import Pause, without_pause
from acey_deucey.bots.players import carried_out, choose
from acey_deucey.bots.weights import shipped_weights
from acey_deucey.record import Level
from acey_deucey.rules.game import Events, Game
from acey_deucey.rules.turn import mover


class Done(NamedTuple):
    """One command of a bot: the game after it and what it caused."""

    game: Game
    events: Events


def warm_up() -> None:
    """Load the networks, so that the first turn takes no longer than others."""
    for family in FAMILIES:
        shipped_weights(family)


def bot_turn(
    game: Game, level: Level, seed: str, next_dice: Callable[[Game], tuple[int, int]], pause: Pause = without_pause
) -> Iterator[Done]:
    """Every command of the player in turn, from now until he is no longer in turn; none when nobody is.

    ``next_dice`` gives the dice for the next throw of the game that it is shown; what it raises ends the turn there.
    """
    player = game.turn.player
    while player is not None and game.turn.player == player:
        if game.turn.awaits == "roll":
            game, events = game.roll(mover(game.turn), next_dice(game))
        else:
            game, events = carried_out(game, choose(game, level, seed, pause))
        yield Done(game, events)
