"""What happens by itself after a command: wins, draws, stages that are over, names and rolls that are lost.

It knows positions and turns, but no commands, versions or undo.
"""

from typing import NamedTuple

from acey_deucey.rules import events as ev
from acey_deucey.rules.legal import is_dead
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import ALL_OFF, CHECKERS, OFF, Player, Position, count_at, opponent_of
from acey_deucey.rules.situation import situation_of
from acey_deucey.rules.turn import OVER, Turn, after_stage, can_name, ended, forfeits, mover


class Table(NamedTuple):
    """What stays as it is while a game settles: the checkers, the options, what the game is worth."""

    position: Position
    options: Options
    stake: int


class Settled(NamedTuple):
    """Where a game has come to rest. ``forfeited`` is what the turn that has just ended lost, and
    ``same_roll`` whether the roll is still the one of before."""

    turn: Turn
    result: ev.Result | None = None
    forfeited: tuple[ev.Loss, ...] = ()
    same_roll: bool = True


def settled(table: Table, turn: Turn, log: list[ev.Event]) -> Settled:
    """Go on from a turn until a player can act or the game is over; what happens is added to the log."""
    rest = Settled(turn)
    while (following := _by_itself(table, rest, log)) is not None:
        rest = following
    return rest


def finished(table: Table, winner: Player | None, reason: ev.EndReason, log: list[ev.Event]) -> Settled:
    """The end of the game; without a winner it is drawn and worth nothing."""
    points = 0
    if winner is not None:
        left = CHECKERS - count_at(table.position.packed(opponent_of(winner)), OFF)
        points = table.stake * (left if table.options.scoring == "checkers_left" else 1)
    result = ev.Result(winner, reason, points)
    log.append(ev.Finished(result))
    return Settled(OVER, result, same_roll=False)


def within_limit(turn: Turn, options: Options) -> Turn:
    """The turn, or the opponent's when a further roll is beyond the limit of rolls in a turn."""
    limit = options.max_rolls_per_turn
    if turn.awaits == "roll" and limit is not None and turn.rolls >= limit:
        return ended(mover(turn))
    return turn


def _by_itself(table: Table, rest: Settled, log: list[ev.Event]) -> Settled | None:
    """The next thing that happens by itself; None when a player has to act or the game is over."""
    position, options = table.position, table.options
    turn, player = rest.turn, rest.turn.player
    if player and position.packed(player) == ALL_OFF:
        return finished(table, player, "borne_off", log)
    if turn.awaits == "move":
        return None if situation_of(position, turn, options).legal_steps() else _stage_over(rest, options, log)
    if turn.awaits == "name":
        return None if can_name(position, turn, options) else _nothing_to_name(rest, options, log)
    if rest.result is None and is_dead(position, options):
        return finished(table, None, "deadlock", log)
    return None


def _stage_over(rest: Settled, options: Options, log: list[ev.Event]) -> Settled:
    """What comes after a stage of which all is played, or nothing more can be."""
    lost: tuple[ev.Loss, ...] = ()
    turn = after_stage(rest.turn, options)
    if rest.turn.numbers:
        lost = forfeits(rest.turn, options)
        log.append(ev.NumbersLost(rest.turn.numbers, "no_legal_step", lost))
    if turn.stage == "complement":
        log.append(ev.ComplementOwed(turn.numbers[0]))
    if within_limit(turn, options) != turn:
        lost = ("roll",)
        log.append(ev.NumbersLost((), "roll_limit", lost))
    if within_limit(turn, options).player != rest.turn.player:
        return _turn_over(rest, lost, log)
    return Settled(turn, same_roll=rest.same_roll and turn.awaits != "roll")


def _nothing_to_name(rest: Settled, options: Options, log: list[ev.Event]) -> Settled:
    """A name that no number could follow is lost with all that would have come of it."""
    lost = forfeits(rest.turn, options)
    log.append(ev.NumbersLost((), "nothing_to_name", lost))
    return _turn_over(rest, lost, log)


def _turn_over(rest: Settled, lost: tuple[ev.Loss, ...], log: list[ev.Event]) -> Settled:
    player = mover(rest.turn)
    log.append(ev.TurnEnded(player))
    return Settled(ended(player), None, lost, same_roll=False)
