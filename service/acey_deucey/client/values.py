"""What the service tells of positions, plays and rules, as frozen values; they send nothing and decide nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from acey_deucey.client.reading import JSON_NAME

Player = Literal["white", "black"]
Reader = Literal["white", "black", "spectator"]
Stage = Literal["plain", "acey_deucey", "double", "named", "complement"]
Awaits = Literal["opening", "roll", "move", "name"]
Next = Literal["opponent", "name", "complement", "roll", "won"]


@dataclass(frozen=True, slots=True)
class Side:
    """One player's checkers; ``points`` counts them by the player's own numbering, 24 to 1."""

    hand: int
    bar: int
    off: int
    points: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Pips:
    """How far each player has to go, in points."""

    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Position:
    """The checkers of both. ``board``: White's points 1 to 24, Black's checkers negative; ``id``: all in one line."""

    white: Side
    black: Side
    board: tuple[int, ...]
    pips: Pips
    id: str


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is, what the game waits for (None: for nobody), and the ``numbers`` still to be played."""

    player: Player | None
    awaits: Awaits | None
    stage: Stage | None = None
    dice: tuple[int, ...] | None = None
    numbers: tuple[int, ...] = ()
    named: int | None = None
    rolls: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One checker's way with one number: from ``"hand"``, ``"bar"`` or a point to a point or ``"off"``."""

    source: int | str = field(metadata={JSON_NAME: "from"})
    target: int | str = field(metadata={JSON_NAME: "to"})
    number: int
    hit: bool
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Legal:
    """What may be done next: exactly the steps that may be played, or the numbers that may be named."""

    steps: tuple[Step, ...]
    names: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; a deadlock has no winner."""

    winner: Player | None
    reason: Literal["borne_off", "resigned", "deadlock", "timeout"]
    points: int


@dataclass(frozen=True, slots=True)
class Play:
    """A complete play of a stage, the position that it leads to, and what comes next."""

    play: str
    steps: tuple[Step, ...]
    position: Position
    next: Next

    def __str__(self) -> str:
        return self.play


@dataclass(frozen=True, slots=True)
class Plays:
    """All plays of a stage: ``count`` is always the true number, ``plays`` is cut at the limit."""

    count: int
    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class End:
    """The play that ends at a branch."""

    play: str
    position: Position
    next: Next


@dataclass(frozen=True, slots=True)
class Branch:
    """A step, the play that ends with it, if one does, and the branches that go on from there."""

    step: Step
    ends: End | None
    then: tuple["Branch", ...]


@dataclass(frozen=True, slots=True)
class PlaysTree:
    """The plays of a stage as a tree of steps."""

    count: int
    tree: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class RefereePlays(Plays):
    """The plays of a stage of any position, the steps that may come first, and what follows if there is no play."""

    legal_steps: tuple[Step, ...]
    next_if_none: Next | None


@dataclass(frozen=True, slots=True)
class Entropy:
    """What each player has added to the server's dice."""

    white: str
    black: str


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of the dice; one without a player is the opening, White's die first."""

    number: int
    player: Player | None
    dice: tuple[int, ...]
    version: int


@dataclass(frozen=True, slots=True)
class DiceReport:
    """All throws so far, and what they can be checked by; the seed is shown when the game is finished."""

    game: str
    mode: Literal["server", "scripted", "manual"]
    method: str | None
    commitment: str | None
    entropy: Entropy
    rolls: tuple[Throw, ...]
    seed: str | None


@dataclass(frozen=True, slots=True)
class RuleReference:
    """A rule as problems cite it; ``href`` leads to all that is known of it."""

    id: str
    sources: tuple[str, ...]
    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A place in a request, and what is wrong there."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in words, where it is written, and the problems that cite it."""

    slug: str
    id: str
    title: str
    text: str
    sources: tuple[str, ...]
    problems: tuple[str, ...]
    href: str


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of problem: its address, status and title; ``detail`` and ``example`` when asked for alone."""

    type: str
    status: int
    title: str
    detail: str | None = None
    example: str | None = None
    rule: RuleReference | None = None


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether the service wants traffic, and why not."""

    ready: bool
    reasons: tuple[str, ...] = ()
