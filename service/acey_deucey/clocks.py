"""The turn clock of a game: until when a turn must be over, and how the game ends when it is not. It reads no clock.

A turn's time begins with the turn; a further roll in it, or moves that are taken back, do not prolong it. That it has
run out follows from the game alone, whoever finds it out and whenever: all write the same.
"""

from collections.abc import Sequence

from acey_deucey.ports import Window
from acey_deucey.record import GameRecord, LogEvent
from acey_deucey.rules.events import TurnEnded
from acey_deucey.rules.game import Events
from acey_deucey.rules.turn import mover

SLOWEST = 1_000  # milliseconds for which what a command took for the time may be late: the next turn begins with it
NEVER = 2**53


def ticking(record: GameRecord, happened: Sequence[LogEvent]) -> GameRecord:
    """The record with the deadline that holds after these events, which made it what it is at ``updated_at``.

    There is none while a seat is open, before the opening throw has told who starts, and when the game is over.
    """
    if record.turn_seconds is None:
        return record
    if record.status != "playing" or record.game.turn.player is None:
        return record._replace(deadline=None)
    if record.deadline is None or any(isinstance(event, TurnEnded) for event in happened):
        return record._replace(deadline=record.updated_at + record.turn_seconds * 1000)
    return record


def has_run_out(record: GameRecord, now: int) -> bool:
    """Whether the time of the player in turn is over, ``now`` being the time in milliseconds since the epoch."""
    return record.deadline is not None and now >= record.deadline


def run_out(record: GameRecord) -> tuple[GameRecord, Events]:
    """The game after the player in turn has lost it on time, at the moment of the deadline, and what that caused."""
    assert record.deadline is not None, "a clock that does not run cannot run out"
    game, caused = record.game.run_out(mover(record.game.turn))
    return record._replace(game=game, updated_at=record.deadline, deadline=None), caused


def window_for_command(before: GameRecord, now: int) -> Window | None:
    """When a command on this game that takes it to be ``now`` counts: before the deadline, and soon; None is always."""
    if before.turn_seconds is None:
        return None
    return Window(0, min(now + SLOWEST, before.deadline or NEVER))


def window_for_running_out(before: GameRecord) -> Window:
    """When it counts that the time is over: from the deadline on."""
    return Window(before.deadline or NEVER, NEVER)
