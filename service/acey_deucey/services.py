"""What the use cases work with, what they give back, and how they fail; it does nothing itself."""

from typing import Literal, NamedTuple, Protocol, TypeAlias

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.ports import Clock, Dice, GameStore, IdempotencyKey, Keys, Lifetime
from acey_deucey.recent import RecentGames
from acey_deucey.record import GameRecord, LogEvent
from acey_deucey.rules.position import Player
from acey_deucey.wording import Plural

Reader: TypeAlias = Player | Literal["spectator"]


class Owner(NamedTuple):
    """Whose API key somebody has sent who wants to look."""

    name: str


Pass: TypeAlias = str | Owner | None  # by which somebody looks: a token, an owner's name, or nothing


class Lifetimes(NamedTuple):
    """For how many seconds after its last command a game is kept, and then remembered as expired."""

    waiting: int = 24 * 3600
    playing: int = 14 * 24 * 3600
    finished: int = 90 * 24 * 3600
    tombstone: int = 30 * 24 * 3600

    def seconds(self, record: GameRecord) -> int:
        """How long a game is kept as it is; the time that its clock gives comes first."""
        kept = {"waiting": self.waiting, "playing": self.playing, "finished": self.finished}[record.status]
        return kept if record.deadline is None else kept + (record.turn_seconds or 0)

    def of(self, record: GameRecord) -> Lifetime:
        """What to tell the store about this record."""
        return Lifetime(self.seconds(record), self.tombstone)


class NewId(Protocol):
    """Makes game ids out of 32 bytes, always the same out of the same."""

    def __call__(self, digest: bytes, owner: str | None = None, beside: str | None = None) -> str:
        """The id of a game of this owner, or of nobody; it can be stored together with the game ``beside``."""


class Services(NamedTuple):
    """What a use case needs from outside; ``recent`` saves a round trip."""

    store: GameStore
    dice: Dice
    keys: Keys
    clock: Clock
    lifetimes: Lifetimes
    new_id: NewId
    recent: RecentGames


class Command(NamedTuple):
    """Who wants to do something to which game, and under which conditions.

    ``if_match`` holds the versions that the caller accepts as newest; None accepts any.
    """

    game_id: str
    token: str | None = None
    if_match: frozenset[int] | None = None
    key: IdempotencyKey | None = None
    dry_run: bool = False


class Outcome(NamedTuple):
    """A game after a command, or at one of its versions, with the events that made that version.

    After a command these are all that it led to: a bot plays its turn in the request that passes it the turn.
    ``expires_at`` is in milliseconds since the epoch; ``replayed`` tells a repeated answer.
    """

    record: GameRecord
    events: tuple[LogEvent, ...]
    expires_at: int
    replayed: bool = False


class Made(NamedTuple):
    """A version of a game, and the events that made it."""

    record: GameRecord
    events: tuple[LogEvent, ...]


class Created(NamedTuple):
    """An outcome with the tokens that the caller gets by it: of his seats, and of a private game that to watch it."""

    outcome: Outcome
    tokens: dict[Reader, str]


class MissingToken(AceyDeuceyError):
    """No seat token was sent where one is needed."""

    def __init__(self) -> None:
        super().__init__("missing-token", "Send the seat token of the game as 'Authorization: Bearer acey_…'.")


class InvalidToken(AceyDeuceyError):
    """What was sent is no seat token at all."""

    def __init__(self) -> None:
        super().__init__("invalid-token", "The token is not a seat token.")


class ForeignToken(AceyDeuceyError):
    """A seat token, but none of this game."""

    def __init__(self) -> None:
        super().__init__("token-of-another-game", "The token does not belong to a seat of this game.")


class OnlyWatching(AceyDeuceyError):
    """The token of spectators was sent with a command."""

    def __init__(self) -> None:
        super().__init__("spectator-token", "This token is for watching the game; it acts for no seat.")


class StaleVersion(AceyDeuceyError):
    """The caller's version is not the newest; the details hold the one that is."""

    def __init__(self, current: int) -> None:
        details = {"current_version": current}
        super().__init__("stale-version", "The game is at version {current_version}, not at the one given.", details)


class TwoBots(AceyDeuceyError):
    """A game in which nobody would be left to play."""

    def __init__(self) -> None:
        super().__init__(
            "two-bots",
            "One seat at most can be a bot's: a bot answers a player. Programs that play one another hold a seat each.",
        )


class BotWithoutDice(AceyDeuceyError):
    """A bot in a game with manual dice, which it cannot throw."""

    def __init__(self) -> None:
        super().__init__(
            "bot-without-dice", "A bot cannot throw real dice: give the seat to a player, or let the server throw."
        )


class LostRace(AceyDeuceyError):
    """Other commands were faster every time; the details hold the version that they made."""

    def __init__(self, current: int) -> None:
        details = {"current_version": current}
        super().__init__("lost-race", "Other commands came first; the game is at version {current_version}.", details)


class KeyReused(AceyDeuceyError):
    """An idempotency key was used before for another request."""

    def __init__(self) -> None:
        message = "This idempotency key was used before for a different request: make a new key for each request."
        super().__init__("idempotency-key-reused", message)


class NoSuchVersion(AceyDeuceyError):
    """The game has no such version (yet)."""

    def __init__(self, version: int, current: int) -> None:
        details = {"version": version, "current_version": current}
        super().__init__("version-not-found", "The game has versions 1 to {current_version}, not {version}.", details)


class SeatIsTaken(AceyDeuceyError):
    """The seat is not open."""

    def __init__(self, seat: Player) -> None:
        message = "The white seat is taken." if seat == "white" else "The black seat is taken."
        super().__init__("seat-taken", message)


class WaitingForOpponent(AceyDeuceyError):
    """The game has not begun: a seat is still open."""

    def __init__(self) -> None:
        super().__init__("waiting-for-opponent", "The game begins when the open seat is taken.")


class DiceUsedUp(AceyDeuceyError):
    """A scripted game has no roll left."""

    def __init__(self, length: int) -> None:
        message = Plural(
            "The only roll of this game's dice script is used up.",
            "All {count} rolls of this game's dice script are used up.",
        )
        super().__init__("dice-script-used-up", message, {"count": length})


class InvalidDiceScript(AceyDeuceyError):
    """A dice script with which the game could not begin."""

    def __init__(self) -> None:
        message = "The dice script must begin with the opening: one die for White, one for Black, not all pairs equal."
        super().__init__("invalid-dice-script", message)


class DiceNotAccepted(AceyDeuceyError):
    """Dice were sent to a game that throws its own."""

    def __init__(self) -> None:
        super().__init__("dice-not-accepted", "This game throws its own dice; send a roll without dice.")


class DiceRequired(AceyDeuceyError):
    """A game with manual dice was not told what was rolled."""

    def __init__(self) -> None:
        super().__init__("dice-required", "This game is played with real dice: send what you rolled as 'dice'.")


class HintsOff(AceyDeuceyError):
    """A hint in a game whose creator wants none."""

    def __init__(self) -> None:
        super().__init__("hints-off", "The creator of this game wants no hints while it is played.")


class NotFinished(AceyDeuceyError):
    """An analysis of a game that goes on."""

    def __init__(self) -> None:
        super().__init__("game-not-finished", "The game is not over; it can be analysed when it is.")


class AnalysisTooLong(AceyDeuceyError):
    """An analysis of a game that is too long for one request."""

    def __init__(self, most: int) -> None:
        message = "The game has more than {most} commands, which is too long to be analysed."
        super().__init__("analysis-too-long", message, {"most": most})


class BrokenLog(AceyDeuceyError):
    """A stored log that does not follow from the rules; the details hold the version where it breaks."""

    def __init__(self, game_id: str, version: int) -> None:
        details = {"game": game_id, "version": version}
        super().__init__(
            "broken-log", "The log of game {game} does not follow from the rules at version {version}.", details
        )
