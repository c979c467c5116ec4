"""The part of a bot in a game: its whole turn, as soon as the turn comes to it. It knows no store and no HTTP.

numpy is loaded with the first bot that has something to do, so that who plays without bots does without it.
"""

import time
from collections.abc import Callable, Iterator

from acey_deucey.record import Entry, GameRecord, Level
from acey_deucey.rules.events import Moved, Named, Rolled
from acey_deucey.rules.game import Events, Game
from acey_deucey.services import DiceUsedUp

SHORT = 0.000_01  # seconds


def bot_in_turn(record: GameRecord) -> Level | None:
    """The level of the bot whose turn it is; None when it is nobody's or a person's."""
    player = record.game.turn.player
    return None if player is None or record.status != "playing" else record.seat(player).level


def bot_turn(
    record: GameRecord, level: Level, seed: str, next_dice: Callable[[GameRecord], tuple[int, int]]
) -> Iterator[tuple[Game, Events]]:
    """Every command of the bot in turn until its turn is over: the game after it, and what it caused.

    The turn ends where a dice script does. A turn is never endless: each play brings checkers nearer the end, and
    a roll that cannot be played costs next to nothing.
    """
    from acey_deucey.bots import turns

    try:
        for done in turns.bot_turn(record.game, level, seed, lambda game: next_dice(record._replace(game=game)), pause):
            yield done
            pause()
    except DiceUsedUp:
        return


def is_of_a_bot(record: GameRecord, entry: Entry) -> bool:
    """Whether a bot gave the command that made this version of the game."""
    first = entry.events[0]
    return isinstance(first, Rolled | Moved | Named) and record.seat(first.player).level is not None


def warm_up() -> None:
    """Load what bots need, a quarter of a second, before one of them has something to do."""
    from acey_deucey.bots import turns

    turns.warm_up()


def pause() -> None:
    """Let others come to their turn: other greenlets of a gevent worker, and other threads elsewhere.

    Only a sleep that lasts lets gevent look for requests that have come in; one of no time lets go on who is ready.
    """
    time.sleep(SHORT)
