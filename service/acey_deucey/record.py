"""What is kept of a game beside the rules' own state, and what its log tells; it knows no store, JSON or HTTP."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple, TypeAlias, get_args

from acey_deucey.ports import Listed
from acey_deucey.rules import events as ev
from acey_deucey.rules.game import Game
from acey_deucey.rules.position import Player

SeatKind = Literal["human", "open", "bot"]
Level = Literal["random", "novice", "expert"]
LEVELS: tuple[Level, ...] = get_args(Level)
DiceMode = Literal["server", "scripted", "manual"]
Status = Literal["waiting", "playing", "finished"]


class Seat(NamedTuple):
    """Who plays a colour: ``open`` until somebody takes it; a ``bot``, and no other, has a level."""

    kind: SeatKind
    name: str | None = None
    level: Level | None = None


class DiceSetup(NamedTuple):
    """Where a game's dice come from.

    ``script`` holds the rolls of a scripted game, the opening first. ``salt`` and ``key_id`` say how the
    seed of a server game derives from the service secret; ``entropy`` is what White and Black added.
    """

    mode: DiceMode
    script: tuple[tuple[int, int], ...]
    salt: str
    key_id: str
    commitment: str | None
    entropy: tuple[str, str] = ("", "")


class GameRecord(NamedTuple):
    """One game at one version with its seats, dice and times (milliseconds since the epoch).

    ``lesson`` is the id of the lesson from which it was made, ``owner`` the name of whose API key made it.
    ``turn_seconds`` is how long a turn may last if there is a clock, and ``deadline`` when the one that is played must
    be over. ``hints`` says whether hints are given in play.
    """

    id: str
    ruleset: str
    ruleset_version: int
    game: Game
    white: Seat
    black: Seat
    dice: DiceSetup
    private: bool
    labels: Mapping[str, str]
    created_at: int
    updated_at: int
    lesson: str | None = None
    owner: str | None = None
    turn_seconds: int | None = None
    deadline: int | None = None
    hints: bool = True

    @property
    def version(self) -> int:
        """1 at creation, one more for each accepted command."""
        return self.game.version

    @property
    def status(self) -> Status:
        """``waiting`` while a seat is open, then ``playing`` until there is a result."""
        if self.game.result is not None:
            return "finished"
        return "waiting" if "open" in (self.white.kind, self.black.kind) else "playing"

    @property
    def listed(self) -> Listed | None:
        """Where it is listed; nowhere if it has no owner."""
        return None if self.owner is None else Listed(self.owner, self.status, self.created_at)

    def seat(self, player: Player) -> Seat:
        """The seat of that colour."""
        return self.white if player == "white" else self.black


@dataclass(frozen=True, slots=True)
class GameCreated:
    """The game began to exist."""

    type: ClassVar[str] = "game_created"


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody took an open seat, perhaps with entropy of his own for the dice."""

    seat: Player
    name: str | None
    entropy: str
    type: ClassVar[str] = "seat_taken"


LogEvent: TypeAlias = ev.Event | GameCreated | SeatTaken


class Entry(NamedTuple):
    """What one accepted command did, in order; ``at`` is in milliseconds since the epoch."""

    version: int
    at: int
    events: tuple[LogEvent, ...]
