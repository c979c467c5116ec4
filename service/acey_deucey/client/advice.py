"""Hints, evaluations and analyses, as frozen values; they send nothing."""

from dataclasses import dataclass
from typing import Literal

from acey_deucey.client.values import Player, Step


@dataclass(frozen=True, slots=True)
class Reasons:
    """What a play does and what it leaves, in the player's own numbering.

    ``hit_by`` are the numbers with which one of his ``blots`` can be hit by a single step, ``enters_with`` those
    that bring in his next checker, None when all are in.
    """

    hits: int
    entered: int
    borne_off: int
    made: tuple[int, ...]
    blots: tuple[int, ...]
    hit_by: tuple[int, ...]
    enters_with: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Hint:
    """A choice: a complete play, or a number to name with the best play of it.

    ``win`` is the chance to win, ``points`` what may be expected at a stake of one, ``loss`` how much less than the
    best choice; ``text`` tells the reasons in words.
    """

    name: int | None
    play: str
    steps: tuple[Step, ...]
    win: float
    points: float
    loss: float
    reasons: Reasons
    text: str


@dataclass(frozen=True, slots=True)
class Hints:
    """The best choices of the player in turn, the best first; none unless he is to move or to name."""

    version: int
    player: Player | None
    awaits: Literal["opening", "roll", "move", "name"] | None
    hints: tuple[Hint, ...]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a position is worth to a player: his chance to win, and the points to expect at a stake of one."""

    player: Player
    win: float
    points: float


@dataclass(frozen=True, slots=True)
class Decision:
    """A play or a name in a finished game, the best that there was instead, and the points that it lost."""

    version: int
    command: int
    player: Player
    kind: Literal["play", "name"]
    done: str
    best: str
    loss: float


@dataclass(frozen=True, slots=True)
class RollLuck:
    """A roll in a finished game, and the points that it was worth beyond what was to be expected."""

    version: int
    command: int
    player: Player
    dice: tuple[int, ...]
    luck: float


@dataclass(frozen=True, slots=True)
class Total:
    """What all decisions of a player lost, and what all his rolls brought."""

    decisions: int
    loss: float
    luck: float


@dataclass(frozen=True, slots=True)
class Totals:
    """Both players' totals."""

    white: Total
    black: Total


@dataclass(frozen=True, slots=True)
class WinChance:
    """White's chance to win at a version of the game."""

    version: int
    win: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """A finished game looked back upon; ``white_wins`` has an element for each command."""

    game: str
    decisions: tuple[Decision, ...]
    rolls: tuple[RollLuck, ...]
    totals: Totals
    white_wins: tuple[WinChance, ...]
