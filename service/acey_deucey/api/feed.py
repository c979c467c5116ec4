"""The newest messages of one game, read and written out once for all who listen to it in this process."""

import threading
from math import inf
from time import monotonic

from acey_deucey import looking
from acey_deucey.api.messages import Message, entry_message, game_message
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.ports import StoreUnavailable
from acey_deucey.record import GameRecord
from acey_deucey.services import Outcome, Services

AWAY_SECONDS = 1.0  # between two looks for a store that is away
MOST_AT_ONCE = 100
MOST_KEPT = 20


class Feed:
    """What the listeners of one line share."""

    def __init__(self, services: Services, game: GameRecord) -> None:
        self._services = services
        self._game_id = game.id
        self._has_clock = game.turn_seconds is not None
        self._ends_at: float | None = None if self._has_clock else inf  # None: not known
        self._lock = threading.Lock()
        self._newest: list[Message] = []
        self._game: Message | None = None

    def patience(self, most: float) -> float:
        """For how many seconds to wait for news, ``most`` at most: until the game may be lost on time.

        If it is, that becomes news by being found out here.
        """
        with self._lock:
            if self._ends_at is None or self._ends_at <= monotonic():
                self._ends_at = self._end()
            return max(0.0, min(most, self._ends_at - monotonic()))

    def after(self, version: int) -> list[Message]:
        """The messages behind that version, oldest first, not necessarily all of them.

        :raises GameNotFound, GameExpired, StoreUnavailable: they cannot be had.
        """
        with self._lock:
            if not self._newest or not self._newest[0].version <= version + 1 <= self._newest[-1].version:
                return self._read(version)
            return [message for message in self._newest if message.version > version]

    def game(self, outcome: Outcome) -> Message:
        """The message with the whole game."""
        if self._game is None or self._game.version != outcome.record.version:
            self._game = game_message(outcome)
        return self._game

    def _read(self, version: int) -> list[Message]:
        entries = looking.later(self._services, self._game_id, version, MOST_AT_ONCE)
        messages = [entry_message(entry) for entry in entries]
        if messages and (not self._newest or messages[-1].version > self._newest[-1].version):
            self._newest, self._game = messages[-MOST_KEPT:], None
            if self._has_clock:
                self._ends_at = None
        return messages

    def _end(self) -> float:
        """When the turn ends that is played, by this process's own clock: only the store knows, and is asked."""
        try:
            return monotonic() + looking.time_left(self._services, self._game_id)
        except StoreUnavailable:
            return monotonic() + AWAY_SECONDS
        except AceyDeuceyError:
            return inf
