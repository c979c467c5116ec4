"""The games that this process saw last, so that a command needs one round trip. Never trusted: the store compares
the version of every write, and whatever fails on a remembered game is tried again on the stored one."""

from acey_deucey.record import GameRecord


class RecentGames:
    """The newest record that this process knows of each of the ``most`` games it used last."""

    def __init__(self, most: int = 2_000) -> None:
        self._most = most
        self._records: dict[str, GameRecord] = {}

    def get(self, game_id: str) -> GameRecord | None:
        """The record as last seen here; others may have moved on since."""
        return self._records.get(game_id)

    def keep(self, record: GameRecord) -> None:
        """Remember this record as the newest of its game, and forget the game that was not used for longest."""
        self._records.pop(record.id, None)
        self._records[record.id] = record
        if len(self._records) > self._most:
            self._records.pop(next(iter(self._records)), None)

    def forget(self, game_id: str) -> None:
        """Remember nothing of that game."""
        self._records.pop(game_id, None)
