"""A function for each operation of a game: what is asked for, as a call; it sends nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict, TypeVar

from acey_deucey.client.advice import Analysis, Hints
from acey_deucey.client.call import Answer, Call
from acey_deucey.client.events import Entry
from acey_deucey.client.game import Game, GamePage, Level, Status
from acey_deucey.client.reading import read
from acey_deucey.client.rulesets import OptionValue
from acey_deucey.client.values import DiceReport, Play, Player, Plays, PlaysTree, Position, Reader, Step, Turn

T = TypeVar("T")

MOST_PLAYS = 5_000
MOST_HINTS = 5
LONGEST_WAIT = 25
EVENT_STREAM = "text/event-stream"


class Bot(TypedDict):
    """A seat for a bot, which plays its turn at once when it gets it."""

    bot: Level


class Seating(TypedDict, total=False):
    """Who holds a colour at first: the creator of the game, nobody yet, or a bot."""

    white: Literal["held", "open"] | Bot
    black: Literal["held", "open"] | Bot


class Dice(TypedDict, total=False):
    """Where dice come from; ``rolls`` only for scripted ones, the opening first."""

    mode: Literal["server", "scripted", "manual"]
    rolls: Sequence[Sequence[int]]


class Clock(TypedDict):
    """How long a turn may last; the service says from when to when."""

    turn_seconds: int


class NewGame(TypedDict, total=False):
    """What may be said of a game to be created; whatever is left out, the service chooses."""

    ruleset: str
    options: Mapping[str, OptionValue]
    seats: Seating
    dice: Dice
    position: Position | Mapping[str, Any] | str
    turn: Turn | Mapping[str, Any]
    private: bool
    hints: bool
    labels: Mapping[str, str]
    record: Mapping[str, Any] | str
    lesson: str
    clock: Clock


class How(TypedDict, total=False):
    """How a command is given.

    ``seat``: for which player, where both tokens are held; otherwise the one whose turn it is.
    ``if_unchanged``: only if nobody has acted since the handle saw the game; else StaleVersion is raised.
    ``key``: an idempotency key of your own, to repeat the command from another process.
    """

    seat: Player
    if_unchanged: bool
    key: str


@dataclass(frozen=True, slots=True)
class Created:
    """A new game and the tokens of the seats that its creator holds, of a private game with that to watch it."""

    game: Game
    tokens: Mapping[Reader, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class CreatedGame:
    """One of several new games and its tokens; ``games.get(game.id, game.tokens)`` is a handle on it."""

    id: str
    tokens: Mapping[Reader, str] = field(repr=False)
    links: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CreatedGames:
    """Several new games, in the order in which they were asked for."""

    games: tuple[CreatedGame, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """A game and the token of the seat taken in it."""

    game: Game
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Page:
    """Part of a log; with ``more`` the cursor leads on."""

    entries: tuple[Entry, ...]
    cursor: str
    more: bool


class Place(TypedDict):
    """Which game, and with which token."""

    parts: Mapping[str, str]
    token: str | None


def in_game(game_id: str, token: str | None) -> Place:
    """The place of a call in a game."""
    return {"parts": {"game_id": game_id}, "token": token}


def as_value(kind: type[T]) -> Any:
    """What reads an answer as a value of this kind."""
    return lambda answer: read(kind, answer.json())


def as_text(answer: Answer) -> str:
    """The answer as text."""
    return answer.body.decode()


def create_game(game: NewGame, key: str | None, api_key: str | None) -> Call[Created]:
    """Create a game."""
    return Call("create_game", as_value(Created), body=game, key=key, token=api_key)


def create_games(games: Sequence[NewGame], key: str | None, api_key: str | None) -> Call[CreatedGames]:
    """Create several games at once."""
    return Call("create_games", as_value(CreatedGames), body={"games": games}, key=key, token=api_key)


def list_games(api_key: str | None, status: Status | None, cursor: str | None, limit: int) -> Call[GamePage]:
    """List your games."""
    query = {"status": status, "cursor": cursor, "limit": limit}
    return Call("list_games", as_value(GamePage), query=query, token=api_key)


def take_seat(place: Place, seat: Player, name: str | None, entropy: str | None, key: str | None) -> Call[Joined]:
    """Take an open seat."""
    body = {"seat": seat, "name": name, "entropy": entropy}
    sent = {name: value for name, value in body.items() if value is not None}
    return Call("take_seat", as_value(Joined), body=sent, key=key, **place)


def get_game(place: Place, at: int | None = None) -> Call[Game]:
    """Look at a game."""
    return Call("get_game", as_value(Game), query={"at": at}, **place)


def command(operation: str, body: Mapping[str, Any], place: Place, if_match: int | None, key: str | None) -> Call[Game]:
    """Act in a game."""
    return Call(operation, as_value(Game), body=body, if_match=if_match, key=key, **place)


def play_body(play: str | Step | Play | Sequence[Step]) -> dict[str, Any]:
    """A play as it is sent: text, one step, several, or a complete play."""
    if isinstance(play, str):
        return {"play": play}
    if isinstance(play, Play):
        return {"steps": play.steps}
    return {"steps": [play] if isinstance(play, Step) else list(play)}


def dry_run(place: Place, play: str | Step | Play | Sequence[Step]) -> Call[Game]:
    """Try a play."""
    return Call("play_moves", as_value(Game), query={"dry_run": True}, body=play_body(play), **place)


def list_plays(place: Place, limit: int) -> Call[Plays]:
    """List the legal plays."""
    return Call("list_plays", as_value(Plays), query={"limit": limit}, **place)


def list_plays_as_tree(place: Place, limit: int) -> Call[PlaysTree]:
    """List the legal plays as a tree."""
    return Call("list_plays", as_value(PlaysTree), query={"as": "tree", "limit": limit}, **place)


def list_events(place: Place, after: int, wait: int = 0) -> Call[Page]:
    """Read the log."""
    query = {"after": after, "limit": 1000, "wait": wait or None}
    return Call("list_events", as_value(Page), query=query, wait=wait, **place)


def list_more_events(place: Place, cursor: str) -> Call[Page]:
    """Read on in the log."""
    return Call("list_events", as_value(Page), query={"cursor": cursor, "limit": 1000}, **place)


def show_record(place: Place) -> Call[Mapping[str, Any]]:
    """Take the game with you."""
    return Call("show_record", lambda answer: answer.json(), **place)


def show_record_as_text(place: Place) -> Call[str]:
    """Take the game with you, as text."""
    return Call("show_record", as_text, accept="text/plain", **place)


def show_dice(place: Place) -> Call[DiceReport]:
    """Check the dice."""
    return Call("show_dice", as_value(DiceReport), **place)


def show_hints(place: Place, limit: int) -> Call[Hints]:
    """Ask for a hint."""
    return Call("show_hints", as_value(Hints), query={"limit": limit}, **place)


def show_analysis(place: Place) -> Call[Analysis]:
    """Look back on a finished game."""
    return Call("show_analysis", as_value(Analysis), **place)


def board_text(place: Place, view: Player | None, at: int | None) -> Call[str]:
    """See the board as text."""
    return Call("show_board_text", as_text, query={"view": view, "at": at}, accept="text/plain", **place)


def board_svg(place: Place, view: Player | None, at: int | None) -> Call[str]:
    """See the board as a picture."""
    return Call("show_board_svg", as_text, query={"view": view, "at": at}, accept="image/svg+xml", **place)
