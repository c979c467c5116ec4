"""The newest messages of one game, read and written out once for all who listen to it in this process."""

import threading

from acey_deucey import games
from acey_deucey.api.messages import Message, entry_message, game_message
from acey_deucey.services import Outcome, Services

MOST_AT_ONCE = 100
MOST_KEPT = 20


class Feed:
    """What the listeners of one line share."""

    def __init__(self, services: Services, game_id: str) -> None:
        self._services = services
        self._game_id = game_id
        self._lock = threading.Lock()
        self._newest: list[Message] = []
        self._game: Message | None = None

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
        entries = games.later(self._services, self._game_id, version, MOST_AT_ONCE)
        messages = [entry_message(entry) for entry in entries]
        if messages and (not self._newest or messages[-1].version > self._newest[-1].version):
            self._newest, self._game = messages[-MOST_KEPT:], None
        return messages
