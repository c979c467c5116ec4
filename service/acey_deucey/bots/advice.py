"""Advice to a player: what a position is worth, and the best choices with their reasons; it plays nothing."""

from typing import NamedTuple

from acey_deucey.bots.judging import Choice, Pause, choices, standing, without_pause
from acey_deucey.bots.network import Chances
from acey_deucey.rules.game import Game
from acey_deucey.rules.legal import NUMBERS, legal_steps
from acey_deucey.rules.moves import Play
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import (
    BAR,
    HAND,
    OFF,
    POINTS,
    Player,
    Position,
    count_at,
    opponent_of,
)
from acey_deucey.rules.turn import Turn, mover

MOST_HINTS = 5


class Evaluation(NamedTuple):
    """What a position is worth to ``player``, who is in turn; to White when nobody is yet."""

    player: Player
    chances: Chances


class Reasons(NamedTuple):
    """What a play does and what it leaves, all points in the player's own numbering.

    ``blots`` are his lone checkers, ``hit_by`` the numbers with which the opponent could hit one of them by a
    single step, ``made`` the points that he holds now and did not before, ``entered`` and ``borne_off`` how many
    checkers came in and left, ``enters_with`` the numbers that would bring in his next checker; None if all are in.
    """

    hits: int
    entered: int
    borne_off: int
    made: tuple[int, ...]
    blots: tuple[int, ...]
    hit_by: tuple[int, ...]
    enters_with: tuple[int, ...] | None


class Hint(NamedTuple):
    """A choice, how many points it is worse than the best one, and why it is what it is."""

    choice: Choice
    loss: float
    reasons: Reasons


def evaluate(position: Position, turn: Turn, options: Options, pause: Pause = without_pause) -> Evaluation:
    """What a position is worth to the player in turn, if both play on as the expert does.

    :raises InvalidTurn: the turn cannot be, or the game is over.
    """
    game, _ = Game.start(options, position, turn)
    return Evaluation(game.turn.player or "white", standing(game, pause))


def hint(game: Game, most: int = MOST_HINTS, pause: Pause = without_pause) -> tuple[Hint, ...]:
    """The best choices of the player in turn, the best first; of the same points the likelier win.

    :raises NoChoice: the game awaits neither a move nor a name.
    """
    found = choices(game, pause)
    best = found[0].chances.points
    return tuple(Hint(each, best - each.chances.points, reasons(game, each.play)) for each in found[:most])


def reasons(game: Game, play: Play) -> Reasons:
    """What the play does for the player in turn, and what it leaves him."""
    player, position = mover(game.turn), play.position
    before, after = game.position.packed(player), position.packed(player)
    return Reasons(
        hits=sum(step.hit for step in play.steps),
        entered=sum(step.source in (BAR, HAND) for step in play.steps),
        borne_off=count_at(after, OFF) - count_at(before, OFF),
        made=tuple(p for p in range(POINTS, 0, -1) if count_at(after, p) >= 2 > count_at(before, p)),
        blots=tuple(p for p in range(POINTS, 0, -1) if count_at(after, p) == 1),
        hit_by=_hitting(position, opponent_of(player), game.options),
        enters_with=_entering(position, player, game.options),
    )


def _hitting(position: Position, player: Player, options: Options) -> tuple[int, ...]:
    return tuple(n for n in NUMBERS if any(step.hit for step in legal_steps(position, player, "double", (n,), options)))


def _entering(position: Position, player: Player, options: Options) -> tuple[int, ...] | None:
    side = position.packed(player)
    if not (count_at(side, HAND) or count_at(side, BAR)):
        return None
    steps = {n: legal_steps(position, player, "double", (n,), options) for n in NUMBERS}
    return tuple(n for n in NUMBERS if any(step.source in (BAR, HAND) for step in steps[n]))
