"""What happens in a game, as frozen values: one class for each type of event; they send nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Literal

from acey_deucey.client.values import Player, Result, Step


@dataclass(frozen=True, slots=True)
class GameCreated:
    """The game began to be."""

    type: ClassVar = "game_created"


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody sat down."""

    type: ClassVar = "seat_taken"
    seat: Player
    name: str | None


@dataclass(frozen=True, slots=True)
class OpeningRolled:
    """Each player threw one die; with equal dice there is no starter, and they are thrown again."""

    type: ClassVar = "opening_rolled"
    white: int
    black: int
    starter: Player | None
    roll: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of a turn; ``roll`` counts all throws of the game."""

    type: ClassVar = "rolled"
    player: Player
    dice: tuple[int, ...]
    roll: int
    kind: Literal["plain", "acey_deucey", "double"]


@dataclass(frozen=True, slots=True)
class Moved:
    """Checkers moved; ``play`` is the same in writing."""

    type: ClassVar = "moved"
    player: Player
    steps: tuple[Step, ...]
    play: str


@dataclass(frozen=True, slots=True)
class Named:
    """A double was named after a 1-2."""

    type: ClassVar = "named"
    player: Player
    number: int


@dataclass(frozen=True, slots=True)
class ComplementOwed:
    """The other side of the double is to be played as well."""

    type: ClassVar = "complement_owed"
    number: int


@dataclass(frozen=True, slots=True)
class NumbersLost:
    """Numbers could not be played, and what else is lost with them."""

    type: ClassVar = "numbers_lost"
    numbers: tuple[int, ...]
    reason: Literal["no_legal_step", "nothing_to_name", "roll_limit"]
    forfeits: tuple[Literal["name", "complement", "roll"], ...]


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The other player is to roll."""

    type: ClassVar = "turn_ended"
    player: Player


@dataclass(frozen=True, slots=True)
class Undone:
    """The game is again as it was at a version."""

    type: ClassVar = "undone"
    player: Player
    to_version: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """The player gave up."""

    type: ClassVar = "resigned"
    player: Player


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The player let the time for his turn run out."""

    type: ClassVar = "timed_out"
    player: Player


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over."""

    type: ClassVar = "finished"
    result: Result


@dataclass(frozen=True, slots=True)
class OtherEvent:
    """An event of a type that this release does not know; ``data`` is all that the service told."""

    type: str
    data: Mapping[str, Any]

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> "OtherEvent":
        """The event that is told."""
        return cls(data["type"], data)


Event = (
    GameCreated
    | SeatTaken
    | OpeningRolled
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
    | OtherEvent
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a game's log: the version that a command made, when, and what it did, in order."""

    version: int
    at: datetime
    events: tuple[Event, ...]

    @property
    def finishes(self) -> bool:
        """Whether nothing can follow."""
        return any(isinstance(event, Finished) for event in self.events)
