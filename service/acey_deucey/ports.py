"""What the use cases need from outside and what it raises; knows no Redis, no rules and no JSON.

A game is opaque bytes here: a state, and a log with one entry for each version. Versions are 1, 2, 3 …
without a gap, and every write is one atomic step: all of it happens, or nothing does.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, Protocol

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.wording import Message

FINGERPRINT_BYTES = 12  # what a store keeps of a fingerprint: enough to tell two honest requests apart


class Saved(NamedTuple):
    """The command was stored as this version."""

    version: int


class Replay(NamedTuple):
    """The idempotency key was used before: what made this version had this (cut) fingerprint."""

    version: int
    fingerprint: bytes

    def is_of(self, fingerprint: bytes) -> bool:
        """Whether the earlier request had this fingerprint, that is, was the same request."""
        return fingerprint[:FINGERPRINT_BYTES] == self.fingerprint


class Loaded(NamedTuple):
    """The newest state, and the earlier use of the key that was asked for, if there was one."""

    version: int
    state: bytes
    replay: Replay | None


class Stale(NamedTuple):
    """Nothing was stored, since the game had moved on: its newest state."""

    version: int
    state: bytes


class Window(NamedTuple):
    """When a write counts, by the store's own clock: from ``earliest`` on and before ``end``, in milliseconds."""

    earliest: int
    end: int


class LogEntry(NamedTuple):
    """What the command that made this version wrote to the log."""

    version: int
    entry: bytes


class Lifetime(NamedTuple):
    """How long a game lives after this command, and how long it is then remembered as expired."""

    ttl_seconds: int
    tombstone_seconds: int


class IdempotencyKey(NamedTuple):
    """A client's key for one request, and a digest (12 bytes or more) of all that the request asked for."""

    key: str
    fingerprint: bytes


Shelf = Literal["waiting", "playing", "finished"]
SHELVES: tuple[Shelf, ...] = ("waiting", "playing", "finished")  # a game only ever goes on to a later one


class Listed(NamedTuple):
    """Where a game is listed: under its owner, on a shelf; ``began_at`` is in milliseconds since the epoch.

    The name of an owner has up to 40 letters, digits, dots, dashes and underscores.
    """

    owner: str
    shelf: Shelf
    began_at: int


class Draft(NamedTuple):
    """A game that is to be stored as version 1.

    ``more`` holds the entries of the versions that follow at once, in the same step; the state is the last one's.
    """

    game_id: str
    state: bytes
    entry: bytes
    lifetime: Lifetime
    more: Sequence[bytes] = ()
    listed: Listed | None = None


class OwnedGame(NamedTuple):
    """A game on its owner's list: its place there, by which the list is ordered, and its newest state.

    ``state`` is None when the game has expired and is about to leave the list.
    """

    place: str
    game_id: str
    state: bytes | None


class Allowance(NamedTuple):
    """So much, at most, in a window of so many seconds; a window begins with what is first taken."""

    most: int
    seconds: int


class Standing(NamedTuple):
    """What is left of an allowance, and in how many seconds it is whole again; 0 when nothing is taken of it."""

    left: int
    seconds: int


class Spent(NamedTuple):
    """Whether something was taken of all the allowances, and how each stands now."""

    is_granted: bool
    standings: tuple[Standing, ...]


class GameStore(Protocol):
    """Games by id. Every method may also raise StoreUnavailable: whether a write took place is then
    unknown, and is settled by repeating it with the same key."""

    def create(self, drafts: Sequence[Draft], key: IdempotencyKey | None = None) -> Saved | Replay:
        """Store one or several new games in one step, all or none of them, or tell that this key created them before.

        They are in one partition, and all of one owner or all of none.

        :raises GameExists: another request created a game with one of the ids.
        :raises GameExpired: a game with one of the ids is still remembered; its id is not used again.
        """

    def owned(self, owner: str, shelves: Sequence[Shelf], before: str | None, limit: int) -> list[OwnedGame]:
        """The games listed under an owner on these shelves, those that began last first, at most ``limit`` (≥ 1).

        :param before: only those behind this place; None for all.
        """

    def load(self, game_id: str, key: str | None = None) -> Loaded:
        """The newest state, with the earlier use of ``key``, in one round trip.

        :raises GameNotFound: there never was such a game, or it is forgotten.
        :raises GameExpired: its lifetime is over.
        """

    def save(
        self,
        game_id: str,
        expected_version: int,
        state: bytes,
        entry: bytes,
        lifetime: Lifetime,
        key: IdempotencyKey | None = None,
        more: Sequence[bytes] = (),
        window: Window | None = None,
        listed: Listed | None = None,
    ) -> Saved | Replay | Stale:
        """Store the next version and renew the game's lifetime, if ``expected_version`` is the newest.

        ``more`` holds the entries of the versions that follow at once, in the same step: then the state, what is
        given back and what the key leads to are those of the last one.
        A key used before is told before the version is looked at, so that an honest retry never looks stale.
        A game that was listed when it was created is so each time.

        :raises Untimely: it is outside the ``window``; this is told to who has the newest version.
        :raises GameNotFound: there never was such a game, or it is forgotten.
        :raises GameExpired: its lifetime is over.
        """

    def log(self, game_id: str, after: int = 0, limit: int = 1000) -> list[LogEntry]:
        """The entries of the versions above ``after``, oldest first, at most ``limit`` (≥ 1) of them.

        :raises GameNotFound: there never was such a game, or it is forgotten.
        :raises GameExpired: its lifetime is over.
        """

    def now(self, game_id: str) -> int:
        """The time of the store, by which windows count for this game, in milliseconds since the epoch."""

    def wait(self, game_id: str, after: int, seconds: float) -> None:
        """Return as soon as the log may hold a version above ``after``, or the game is gone, or the time is over."""

    def listen(self, game_id: str) -> "Listening":
        """Begin to listen to a game: what is read of it after this call cannot change without its being heard."""

    def game_ids(self) -> Iterator[str]:
        """The ids of all games, in no order, one or the other perhaps twice; of games that come or go meanwhile
        some. It reads through the whole store: for keepers, not for requests."""

    def spend(self, subject: str, allowances: Sequence[Allowance], cost: int = 1) -> Spent:
        """Take ``cost`` (≥ 1) of each allowance of a subject in one step, or of none where one has less left.

        :param subject: who spends, in the form of a game id.
        """

    def hang_up(self) -> None:
        """Cut all listening and end all waiting, also what begins later: the process is about to stop."""

    def check(self) -> list[str]:
        """Why games must not be entrusted to this store now, a sentence each; empty when it is ready."""

    def close(self) -> None:
        """Let go of all connections; the store is not used again."""


class Listening(Protocol):
    """Listening to one game, until it is closed; several who listen to a game together may share one.

    A ring that gets lost, or a store that is away, only delays: nothing is missed.
    """

    @property
    def is_cut(self) -> bool:
        """Whether nothing more will be heard: the game is gone, its log is shorter than it was, or all was hung up."""

    def wait(self, after: int, seconds: float) -> bool:
        """Whether the log has a version above ``after`` (which has been read before), or listening is cut.

        Returns as soon as it is so, at the latest when the time is over.
        """

    def close(self) -> None:
        """Listen no more; once for each call of ``GameStore.listen``."""


class Clock(Protocol):
    """Where the time comes from."""

    def now(self) -> float:
        """Seconds since the epoch."""


class Untimely(Exception):
    """Nothing was stored, since it was not the time for it: ``now`` is the store's, in milliseconds since the epoch.

    It is dealt with where the window was set, and never told to clients.
    """

    def __init__(self, now: int) -> None:
        super().__init__(now)
        self.now = now


class GameNotFound(AceyDeuceyError):
    """No game has this id."""

    def __init__(self, game_id: str) -> None:
        super().__init__("game-not-found", "There is no game {game}.", {"game": game_id})


class GameExpired(AceyDeuceyError):
    """The game was there, and its lifetime is over."""

    def __init__(self, game_id: str) -> None:
        super().__init__("game-expired", "Game {game} has expired.", {"game": game_id})


class GameExists(AceyDeuceyError):
    """Another request created a game with this id."""

    def __init__(self, game_id: str) -> None:
        super().__init__("game-exists", "There is already a game {game}.", {"game": game_id})


class StoreUnavailable(AceyDeuceyError):
    """The store did not answer, or refused: ``details["retry_after"]`` is in seconds."""

    def __init__(self, reason: str, retry_after: int = 1) -> None:
        super().__init__(
            "store-unavailable",
            "The game store cannot be used now: {reason}. Try again in {retry_after} s.",
            {"reason": Message(reason), "retry_after": retry_after},
        )


class Dice(Protocol):
    """Where a server game's chance comes from."""

    def new_salt(self) -> str:
        """Fresh chance for one game, safe to store: nothing follows from it without the service secret."""

    def commitment(self, game_id: str, salt: str, key_id: str) -> str:
        """What is published of a game's seed before its first roll, ``sha256:`` and 64 hex digits."""

    def seed(self, game_id: str, salt: str, key_id: str) -> bytes:
        """The secret from which all rolls of the game follow; shown when the game is over, never before."""

    def roll(self, game_id: str, salt: str, key_id: str, entropy: tuple[str, str], number: int) -> tuple[int, int]:
        """The two dice, each 1-6, of the game's throw of that number (from 1); the same each time it is asked."""


class Keys(Protocol):
    """What is derived from the service secrets; nothing of it is stored."""

    @property
    def newest_id(self) -> str:
        """The id of the secret from which new games derive."""

    def derive(self, key_id: str, purpose: str, *fields: bytes) -> bytes:
        """32 bytes that follow from the secret of that id, the purpose and the fields, and from nothing else."""

    def seat_token(self, key_id: str, game_id: str, salt: str, seat: str) -> str:
        """The token that acts for one seat of one game; that of the seat ``spectator`` only reads it."""

    def seat_of(self, key_id: str, game_id: str, salt: str, token: str) -> str | None:
        """The seat that the token acts for in this game, found in constant time; None for any other token."""

    def is_game_token(self, token: str) -> bool:
        """Whether the text has the form of a token of some game."""
