"""A stage in play as one value: the board, the mover, his numbers; what is legal in it and what a step makes of it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from acey_deucey.rules.legal import Stage, legal_steps
from acey_deucey.rules.moves import Play, Step
from acey_deucey.rules.options import Options
from acey_deucey.rules.plays import legal_plays
from acey_deucey.rules.position import ALL_OFF, Player, Position
from acey_deucey.rules.turn import Turn, mover


class Situation(NamedTuple):
    """What legality depends on; ``numbers`` are those still to be played of the stage."""

    position: Position
    player: Player
    stage: Stage
    numbers: tuple[int, ...]
    options: Options

    @property
    def is_won(self) -> bool:
        """Whether the mover has borne off all his checkers."""
        return self.position.packed(self.player) == ALL_OFF

    def legal_steps(self) -> tuple[Step, ...]:
        """The steps that keep the maximal play reachable; none when the game is won."""
        return _legal_steps(self)

    def legal_plays(self) -> tuple[Play, ...]:
        """The complete plays, one for each position that can be reached; none when the game is won."""
        return () if self.is_won else legal_plays(*self)

    def after(self, step: Step) -> "Situation":
        """The situation after a legal step."""
        left = list(self.numbers)
        left.remove(step.number)
        position = self.position.moved(self.player, step.source, step.target, step.hit)
        return self._replace(position=position, numbers=tuple(left))

    def after_all(self, steps: Sequence[Step]) -> "Situation":
        """The situation after legal steps, one after the other."""
        situation = self
        for step in steps:
            situation = situation.after(step)
        return situation


# One command asks up to three times about a stage: when it is read, when the game settles, when it is shown.
@lru_cache(maxsize=1_024)
def _legal_steps(situation: Situation) -> tuple[Step, ...]:
    return () if situation.is_won else legal_steps(*situation)


def situation_of(position: Position, turn: Turn, options: Options) -> Situation:
    """The situation of a turn that awaits a move."""
    assert turn.stage is not None, "who is to move is in a stage"
    return Situation(position, mover(turn), turn.stage, turn.numbers, options)
