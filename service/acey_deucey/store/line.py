"""What all who listen to one game in this process share: whether it has news; it knows no connection."""

import threading
from contextlib import AbstractContextManager

from redis import RedisError

from acey_deucey.ports import StoreUnavailable
from acey_deucey.store.keys import GameKeys
from acey_deucey.store.link import unavailable


class Line:
    """Begins with its subscription, rings with each version of the game, and may be cut; see ports.Listening."""

    def __init__(self, keys: GameKeys, hub_lock: AbstractContextManager[bool]) -> None:
        self.keys = keys
        self.channel = keys.game.encode()
        self.listeners = 0  # under the hub's lock
        self.newest = 0  # the highest version that is known to have been in the log
        self.is_cut = False
        self._hub_lock = hub_lock
        self.has_begun = False
        self._is_behind = False  # there was a time without a subscription
        self._failure: RedisError | None = None
        self._failures = 0
        self._changed = threading.Condition(threading.Lock())

    def wait(self, after: int, seconds: float) -> bool:
        """See Listening.wait."""
        with self._changed:
            self.newest = max(self.newest, after)  # who has read that far needs no ring for it
            return self._changed.wait_for(lambda: self.is_cut or self.newest > after, seconds)

    def close(self) -> None:
        """See Listening.close."""
        with self._hub_lock:
            self.listeners -= 1

    def await_begin(self, seconds: float) -> None:
        """Return when the subscription has begun, or is not needed any more.

        :raises StoreUnavailable: it cannot be made, or not in this time.
        """
        with self._changed:
            seen = self._failures  # the subscription may be about to begin anew: only another failure counts
            if not self._changed.wait_for(lambda: self.has_begun or self.is_cut or self._failures > seen, seconds):
                raise StoreUnavailable("it does not answer")
            if self._failure and not self.is_cut:
                raise unavailable(self._failure) from self._failure

    def begin(self) -> bool:
        """The subscription has begun, or has begun anew; whether rings may have got lost before."""
        with self._changed:
            was_behind, self._is_behind = self._is_behind, False
            self.has_begun, self._failure = True, None
            self._changed.notify_all()
        return was_behind

    def end(self) -> None:
        """The subscription is over; if it is still needed, another one is about to begin."""
        with self._changed:
            self.has_begun, self._is_behind = False, True

    def fail(self, error: RedisError) -> None:
        """There is no subscription. Those who listen already stay: it is made again, and they miss nothing."""
        with self._changed:
            self.has_begun, self._is_behind, self._failure = False, True, error
            self._failures += 1
            self._changed.notify_all()

    def ring(self, version: int) -> None:
        """The log holds this version."""
        with self._changed:
            self.newest = max(self.newest, version)
            self._changed.notify_all()

    def cut(self) -> None:
        """There will be no more rings."""
        with self._changed:
            self.is_cut = True
            self._changed.notify_all()
