"""How many may listen at once: each stream and each waiting read takes a place, as long as there is one."""

import threading
from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple, Self

from acey_deucey.api.figures import LISTENERS
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.wording import Plural

RETRY_SECONDS = 5


class ListenerLimits(NamedTuple):
    """The most listeners of one game, of one client address, and of all together in this process."""

    per_game: int = 500
    per_address: int = 200
    per_process: int = 8_000


_TOO_MANY = {
    "game": Plural(
        "This game has {count} listener on this server already. Try again in {retry_after} s.",
        "This game has {count} listeners on this server already. Try again in {retry_after} s.",
    ),
    "address": Plural(
        "Your address has {count} listener on this server already. Try again in {retry_after} s.",
        "Your address has {count} listeners on this server already. Try again in {retry_after} s.",
    ),
    "process": Plural(
        "This server has {count} listener already. Try again in {retry_after} s.",
        "This server has {count} listeners already. Try again in {retry_after} s.",
    ),
    "queue": Plural(
        "Too many are connecting to this server: {count} at a time. Try again in {retry_after} s.",
        "Too many are connecting to this server: {count} at a time. Try again in {retry_after} s.",
    ),
}


class TooManyListeners(AceyDeuceyError):
    """There is no place for another listener; ``limit`` says which of the limits is reached."""

    def __init__(self, limit: str, most: int) -> None:
        details = {"limit": limit, "count": most, "retry_after": RETRY_SECONDS}
        super().__init__("too-many-listeners", _TOO_MANY[limit], details)


class Places:
    """The places that there are, and who has taken them."""

    def __init__(self, limits: ListenerLimits) -> None:
        self._most = {"game": limits.per_game, "address": limits.per_address, "process": limits.per_process}
        self._taken: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()

    def take(self, game_id: str, address: str | None) -> "Place":
        """A place for a listener to a game; whose address is not known is not counted by it.

        :raises TooManyListeners: one of the limits is reached.
        """
        counted = [("process", ""), ("game", game_id), *([("address", network_of(address))] if address else [])]
        with self._lock:
            for limit, name in counted:
                if self._taken[limit, name] >= self._most[limit]:
                    raise TooManyListeners(limit, self._most[limit])
            self._taken.update(counted)
        LISTENERS.inc()
        return Place(self, counted)

    def leave(self, counted: list[tuple[str, str]]) -> None:
        """Give back what was counted."""
        with self._lock:
            for name in counted:
                self._taken[name] -= 1
                if not self._taken[name]:
                    del self._taken[name]
        if counted:
            LISTENERS.dec()

    @property
    def taken(self) -> int:
        """How many there are in use."""
        return self._taken["process", ""]


class Place:
    """A place that is taken until it is released, or until the ``with`` statement ends."""

    __slots__ = ("_counted", "_places")

    def __init__(self, places: Places, counted: list[tuple[str, str]]) -> None:
        self._places = places
        self._counted = counted

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Make room for another; doing it again does nothing."""
        counted, self._counted = self._counted, []
        self._places.leave(counted)


def network_of(address: str) -> str:
    """By what a client is known: its address, of IPv6 the half that is given to one customer."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
    return str(found)
