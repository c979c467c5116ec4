"""Games in the memory of one process, lost with it: for tests and trials; knows no rules and no JSON."""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from threading import Condition

from acey_deucey.ports import (
    Allowance,
    Clock,
    Draft,
    GameExists,
    GameExpired,
    GameNotFound,
    IdempotencyKey,
    Lifetime,
    Listed,
    Loaded,
    LogEntry,
    OwnedGame,
    Replay,
    Saved,
    Shelf,
    Spent,
    Stale,
    Standing,
    Untimely,
    Window,
)
from acey_deucey.store.keys import allowance_keys, place_of, record_field, record_of, replay_of

SWEEP_SECONDS = 60.0


class SystemClock:
    """The time of this machine."""

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time()


@dataclass(slots=True)
class _Game:
    state: bytes = b""
    log: list[bytes] = field(default_factory=list)
    records: dict[bytes, bytes] = field(default_factory=dict)
    expires_at: float = 0.0
    forgotten_at: float = 0.0
    listed: Listed | None = None


class MemoryStore:
    """The store without a server, for any number of threads; see GameStore for its promises."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._games: dict[str, _Game] = {}
        self._spent: dict[str, tuple[int, float]] = {}  # how much, and until when it counts
        self._changed = Condition()
        self._sweep_at = 0.0
        self._is_hung_up = False

    def __len__(self) -> int:
        """How many games take up memory, those that have expired included."""
        return len(self._games)

    def create(self, drafts: Sequence[Draft], key: IdempotencyKey | None = None) -> Saved | Replay:
        """See GameStore.create."""
        with self._changed:
            self._sweep()
            for number, draft in enumerate(drafts):
                if earlier := self._earlier(draft.game_id, key if number == 0 else None):
                    return earlier
            for number, draft in enumerate(drafts):
                self._games[draft.game_id] = game = _Game()
                self._write(game, draft, key if number == 0 else None)
            return Saved(1 + len(drafts[0].more))

    def owned(self, owner: str, shelves: Sequence[Shelf], before: str | None, limit: int) -> list[OwnedGame]:
        """See GameStore.owned."""
        with self._changed:
            now = self._clock.now()
            games = [
                OwnedGame(place_of(game_id, game.listed), game_id, game.state if game.expires_at > now else None)
                for game_id, game in self._games.items()
                if game.listed and game.listed.owner == owner and game.listed.shelf in shelves
            ]
        return sorted((game for game in games if before is None or game.place < before), reverse=True)[:limit]

    def load(self, game_id: str, key: str | None = None) -> Loaded:
        """See GameStore.load."""
        with self._changed:
            game = self._game(game_id)
            return Loaded(len(game.log), game.state, _replay(game, key))

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
        """See GameStore.save."""
        with self._changed:
            game = self._game(game_id)
            if replay := _replay(game, key and key.key):
                return replay
            if len(game.log) != expected_version:
                return Stale(len(game.log), game.state)
            self._check(window)
            return self._write(game, Draft(game_id, state, entry, lifetime, more, listed), key)

    def log(self, game_id: str, after: int = 0, limit: int = 1000) -> list[LogEntry]:
        """See GameStore.log."""
        with self._changed:
            entries = self._game(game_id).log[after : after + limit]
        return [LogEntry(version, entry) for version, entry in enumerate(entries, after + 1)]

    def now(self, game_id: str) -> int:
        """See GameStore.now."""
        return int(self._clock.now() * 1000)

    def wait(self, game_id: str, after: int, seconds: float) -> None:
        """See GameStore.wait."""
        self.has_news(game_id, after, seconds)

    def has_news(self, game_id: str, after: int, seconds: float = 0) -> bool:
        """Whether there is, or within this time comes, a version above ``after`` or the end of listening."""
        with self._changed:
            return self._changed.wait_for(lambda: self._is_hung_up or self._has_news(game_id, after), seconds)

    def listen(self, game_id: str) -> "MemoryLine":
        """See GameStore.listen."""
        return MemoryLine(self, game_id)

    def game_ids(self) -> Iterator[str]:
        """See GameStore.game_ids."""
        with self._changed:
            now = self._clock.now()
            return iter([game_id for game_id, game in self._games.items() if game.expires_at > now])

    def spend(self, subject: str, allowances: Sequence[Allowance], cost: int = 1) -> Spent:
        """See GameStore.spend."""
        keys = allowance_keys(subject, allowances)
        with self._changed:
            self._sweep()
            now = self._clock.now()
            states = [self._spent.get(key, (0, 0.0)) for key in keys]
            used = [amount if ends > now else 0 for amount, ends in states]
            is_granted = all(amount + cost <= one.most for amount, one in zip(used, allowances, strict=True))
            if is_granted:
                for key, amount, (_, ends), one in zip(keys, used, states, allowances, strict=True):
                    self._spent[key] = (amount + cost, ends if amount else now + one.seconds)
            return Spent(is_granted, tuple(self._standing(*pair) for pair in zip(keys, allowances, strict=True)))

    def _standing(self, key: str, allowance: Allowance) -> Standing:
        used, ends = self._spent.get(key, (0, 0.0))
        left = ends - self._clock.now()
        return Standing(max(0, allowance.most - used), ceil(left)) if left > 0 else Standing(allowance.most, 0)

    def hang_up(self) -> None:
        """See GameStore.hang_up."""
        with self._changed:
            self._is_hung_up = True
            self._changed.notify_all()

    def check(self) -> list[str]:
        """See GameStore.check: always ready."""
        return []

    def close(self) -> None:
        """See GameStore.close."""

    def _game(self, game_id: str) -> _Game:
        game = self._games.get(game_id)
        now = self._clock.now()
        if game is None or game.forgotten_at <= now:
            raise GameNotFound(game_id)
        if game.expires_at <= now:
            raise GameExpired(game_id)
        return game

    def _check(self, window: Window | None) -> None:
        now = self.now("")
        if window and not window.earliest <= now < window.end:
            raise Untimely(now)

    def _earlier(self, game_id: str, key: IdempotencyKey | None) -> Replay | None:
        """The earlier creation of a game with this key; None if there is no such game.

        :raises GameExists: another request created it.
        :raises GameExpired: it is still remembered.
        """
        try:
            game = self._game(game_id)
        except GameNotFound:
            return None
        if replay := _replay(game, key and key.key):
            return replay
        raise GameExists(game_id)

    def _write(self, game: _Game, draft: Draft, key: IdempotencyKey | None) -> Saved:
        game.state, game.listed = draft.state, draft.listed
        game.log.extend((draft.entry, *draft.more))
        game.expires_at = self._clock.now() + draft.lifetime.ttl_seconds
        game.forgotten_at = game.expires_at + draft.lifetime.tombstone_seconds
        if key is not None:
            game.records[record_field(key.key)] = record_of(key, len(game.log))
        self._changed.notify_all()
        return Saved(len(game.log))

    def _has_news(self, game_id: str, after: int) -> bool:
        try:
            return len(self._game(game_id).log) > after
        except (GameNotFound, GameExpired):
            return True

    def _sweep(self) -> None:
        now = self._clock.now()
        if now >= self._sweep_at:
            self._sweep_at = now + SWEEP_SECONDS
            self._games = {name: game for name, game in self._games.items() if game.forgotten_at > now}
            self._spent = {key: spent for key, spent in self._spent.items() if spent[1] > now}


@dataclass(frozen=True, eq=False)
class MemoryLine:
    """Listening to a game in memory; see Listening."""

    store: MemoryStore
    game_id: str

    @property
    def is_cut(self) -> bool:
        """See Listening.is_cut. No game has so many versions: only its end is news."""
        return self.store.has_news(self.game_id, sys.maxsize)

    def wait(self, after: int, seconds: float) -> bool:
        """See Listening.wait."""
        return self.store.has_news(self.game_id, after, seconds)

    def close(self) -> None:
        """See Listening.close."""


def _replay(game: _Game, key: str | None) -> Replay | None:
    record = game.records.get(record_field(key)) if key is not None else None
    return replay_of(record) if record is not None else None
