"""What can happen in a game, as plain values in the order in which it happens; it knows no JSON.

Each event has a ``type``, the name that clients see; its fields are what the event tells.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from acey_deucey.rules.moves import Step, play_text
from acey_deucey.rules.position import Player

RollKind = Literal["plain", "acey_deucey", "double"]
Loss = Literal["name", "complement", "roll"]
LossReason = Literal["no_legal_step", "nothing_to_name", "roll_limit"]
EndReason = Literal["borne_off", "resigned", "deadlock", "timeout"]


class Result(NamedTuple):
    """How a game ended: no winner and no points when it is drawn."""

    winner: Player | None
    reason: EndReason
    points: int


@dataclass(frozen=True, slots=True)
class OpeningRolled:
    """One die each; ``starter`` is None for a tie, which is thrown again. ``roll`` counts the game's throws."""

    white: int
    black: int
    starter: Player | None
    roll: int
    type: ClassVar[str] = "opening_rolled"


@dataclass(frozen=True, slots=True)
class Rolled:
    """Two dice; ``roll`` counts the throws of the game from 1, the opening ones included."""

    player: Player
    dice: tuple[int, int]
    roll: int
    kind: RollKind
    type: ClassVar[str] = "rolled"


@dataclass(frozen=True, slots=True)
class Moved:
    """Steps played by one command."""

    player: Player
    steps: tuple[Step, ...]
    type: ClassVar[str] = "moved"

    @property
    def play(self) -> str:
        """The steps in canonical notation."""
        return play_text(self.steps)


@dataclass(frozen=True, slots=True)
class Named:
    """The double named after a 1-2."""

    player: Player
    number: int
    type: ClassVar[str] = "named"


@dataclass(frozen=True, slots=True)
class ComplementOwed:
    """A double has been played in full; its complement, this number, is to be played four times."""

    number: int
    type: ClassVar[str] = "complement_owed"


@dataclass(frozen=True, slots=True)
class NumbersLost:
    """Numbers that no checker could play, why, and what the player loses with them (H19, H20)."""

    numbers: tuple[int, ...]
    reason: LossReason
    forfeits: tuple[Loss, ...]
    type: ClassVar[str] = "numbers_lost"


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The player's turn is over; the other one rolls."""

    player: Player
    type: ClassVar[str] = "turn_ended"


@dataclass(frozen=True, slots=True)
class Undone:
    """The player took his last command back; the board is that of ``to_version`` again."""

    player: Player
    to_version: int
    type: ClassVar[str] = "undone"


@dataclass(frozen=True, slots=True)
class Resigned:
    """The player gave the game up."""

    player: Player
    type: ClassVar[str] = "resigned"


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The player, who was in turn, let the time for it run out."""

    player: Player
    type: ClassVar[str] = "timed_out"


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over."""

    result: Result
    type: ClassVar[str] = "finished"


Event: TypeAlias = (
    OpeningRolled
    | Rolled
    | Moved
    | Named
    | ComplementOwed
    | NumbersLost
    | TurnEnded
    | Undone
    | Resigned
    | TimedOut
    | Finished
)
