"""Whether traffic should come here: the store's own reasons against it, asked at most every 250 ms."""

from collections.abc import Callable
from time import monotonic

from acey_deucey.ports import GameStore

FRESH_SECONDS = 0.25


class Readiness:
    """The store's state, kept for a moment, so that a flood of probes is not a flood of commands."""

    def __init__(self, store: GameStore, clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._clock = clock
        self._asked_at = float("-inf")
        self._reasons: list[str] = []

    def reasons(self) -> list[str]:
        """Why the service is not ready, a sentence each; none when it is."""
        now = self._clock()
        if now - self._asked_at >= FRESH_SECONDS:
            self._reasons = self._store.check()
            self._asked_at = now
        return self._reasons
