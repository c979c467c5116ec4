"""A game as it was at one version: a frozen value that draws itself; it sends nothing."""

import html
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from acey_deucey.client.board import board_text
from acey_deucey.client.events import Event
from acey_deucey.client.rulesets import OptionValue
from acey_deucey.client.values import Legal, Player, Position, Result, Turn

Level: TypeAlias = Literal["random", "novice", "expert"]
Status: TypeAlias = Literal["waiting", "playing", "finished"]


@dataclass(frozen=True, slots=True)
class GameRuleset:
    """The rule set of a game with all options, resolved."""

    id: str
    version: int
    options: Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of the table: taken by somebody, open, or a bot's, which then has a level."""

    kind: Literal["human", "open", "bot"]
    name: str | None
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class Seats:
    """Both sides of the table."""

    white: Seat
    black: Seat


@dataclass(frozen=True, slots=True)
class GameDice:
    """Where the dice come from, and to what the server has committed itself."""

    mode: Literal["server", "scripted", "manual"]
    commitment: str | None


@dataclass(frozen=True, slots=True)
class GameClock:
    """How long a turn may last, and until when the one that is played; ``deadline`` is None while no clock runs."""

    turn_seconds: int
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class GameLesson:
    """The lesson that a game was made from; ``solved`` is None until all of its dice are played."""

    id: str
    task: str
    solved: bool | None
    href: str


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What a list tells of a game: all but its board, and what is done with it."""

    id: str
    version: int
    status: Status
    ruleset: GameRuleset
    seats: Seats
    turn: Turn
    result: Result | None
    private: bool
    labels: Mapping[str, str]
    created_at: datetime
    updated_at: datetime
    expires_at: datetime
    links: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class GamePage:
    """Part of a list of games; with ``more`` the cursor leads on."""

    games: tuple[GameSummary, ...]
    cursor: str | None
    more: bool


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A game at ``version``. ``events`` is what the command did that made it; ``links`` what can be done next.

    Its printed form is the board as text; notebooks show a picture where the service draws one.
    """

    id: str
    version: int
    status: Status
    ruleset: GameRuleset
    seats: Seats
    turn: Turn
    position: Position
    legal: Legal
    can_undo: bool
    stake: int
    result: Result | None
    dice: GameDice
    created_at: datetime
    updated_at: datetime
    expires_at: datetime
    events: tuple[Event, ...]
    links: Mapping[str, str]
    private: bool = False
    hints: bool = True
    labels: Mapping[str, str] = field(default_factory=dict)
    lesson: GameLesson | None = None
    clock: GameClock | None = None
    dry_run: bool = False
    # Gives the picture as SVG, or None where there is none.
    _picture: Callable[[], str | None] | None = field(default=None, compare=False)

    def drawn(self, view: Player = "white") -> str:
        """The board as text, seen by a player."""
        return board_text(self.position, self.turn, view, finished=self.status == "finished")

    def __str__(self) -> str:
        return self.drawn()

    def __repr__(self) -> str:
        return f"{self.drawn()}\n<Game {self.id} at version {self.version}, {self.status}>"

    def _repr_svg_(self) -> str | None:
        return self._picture() if self._picture else None

    def _repr_html_(self) -> str:
        """The picture, apart from the styles of the page, or the board as text."""
        if svg := self._repr_svg_():
            _, sides, turn = self.drawn().rsplit("\n\n", 2)
            alternative, source = html.escape(f"{turn} {sides}"), b64encode(svg.encode()).decode()
            return f'<img alt="{alternative}" style="max-width: 46em" src="data:image/svg+xml;base64,{source}">'
        return f"<pre>{html.escape(self.drawn())}</pre>"


@dataclass(frozen=True, slots=True)
class Applied:
    """A position and a turn after one command of the referee, and what happened."""

    position: Position
    turn: Turn
    legal: Legal
    events: tuple[Event, ...]
    result: Result | None

    def __str__(self) -> str:
        return board_text(self.position, self.turn, finished=self.result is not None)
