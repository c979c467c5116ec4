"""Any store, with a count of what is asked of it, how long it takes and how it fails; it changes nothing."""

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import TypeVar

from acey_deucey.api.figures import CONFLICTS, FAILURES, REPLAYS, STORE_SECONDS
from acey_deucey.ports import (
    Allowance,
    Draft,
    GameStore,
    IdempotencyKey,
    Lifetime,
    Listed,
    Listening,
    Loaded,
    LogEntry,
    OwnedGame,
    Replay,
    Saved,
    Shelf,
    Spent,
    Stale,
    StoreUnavailable,
    Window,
)

T = TypeVar("T")


class MeasuredStore:
    """A store that is watched; see GameStore for its promises."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._seconds = {
            name: STORE_SECONDS.labels(name) for name in ("create", "load", "save", "log", "owned", "spend")
        }

    def create(self, drafts: Sequence[Draft], key: IdempotencyKey | None = None) -> Saved | Replay:
        """See GameStore.create."""
        return _counted(self._timed("create", lambda: self._store.create(drafts, key)))

    def owned(self, owner: str, shelves: Sequence[Shelf], before: str | None, limit: int) -> list[OwnedGame]:
        """See GameStore.owned."""
        return self._timed("owned", lambda: self._store.owned(owner, shelves, before, limit))

    def load(self, game_id: str, key: str | None = None) -> Loaded:
        """See GameStore.load."""
        loaded = self._timed("load", lambda: self._store.load(game_id, key))
        if loaded.replay is not None:
            REPLAYS.inc()
        return loaded

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
        words = (game_id, expected_version, state, entry, lifetime, key, more, window, listed)
        return _counted(self._timed("save", lambda: self._store.save(*words)))

    def log(self, game_id: str, after: int = 0, limit: int = 1000) -> list[LogEntry]:
        """See GameStore.log."""
        return self._timed("log", lambda: self._store.log(game_id, after, limit))

    def now(self, game_id: str) -> int:
        """See GameStore.now."""
        return self._store.now(game_id)

    def wait(self, game_id: str, after: int, seconds: float) -> None:
        """See GameStore.wait."""
        self._store.wait(game_id, after, seconds)

    def listen(self, game_id: str) -> Listening:
        """See GameStore.listen."""
        return self._store.listen(game_id)

    def game_ids(self) -> Iterator[str]:
        """See GameStore.game_ids."""
        return self._store.game_ids()

    def spend(self, subject: str, allowances: Sequence[Allowance], cost: int = 1) -> Spent:
        """See GameStore.spend."""
        return self._timed("spend", lambda: self._store.spend(subject, allowances, cost))

    def hang_up(self) -> None:
        """See GameStore.hang_up."""
        self._store.hang_up()

    def check(self) -> list[str]:
        """See GameStore.check."""
        return self._store.check()

    def close(self) -> None:
        """See GameStore.close."""
        self._store.close()

    def _timed(self, command: str, ask: Callable[[], T]) -> T:
        began = perf_counter()
        try:
            return ask()
        except StoreUnavailable as error:
            FAILURES.labels(error.details["reason"]).inc()
            raise
        finally:
            self._seconds[command].observe(perf_counter() - began)


def _counted(answer: T) -> T:
    if isinstance(answer, Stale):
        CONFLICTS.inc()
    elif isinstance(answer, Replay):
        REPLAYS.inc()
    return answer
