"""Several games created by one request, for a class or a tournament: all of them or none. It knows no HTTP.

They share a partition, so that one script stores them all.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.history import record_at
from acey_deucey.ports import GameExists, IdempotencyKey, Replay
from acey_deucey.seating import NewGame, drafted, new_id, tokens_of
from acey_deucey.services import KeyReused, LostRace, Reader, Services


class BulkGame(NamedTuple):
    """One of the games, and the tokens that its creator gets."""

    game_id: str
    tokens: dict[Reader, str]


class BulkGames(NamedTuple):
    """The games in the order in which they were asked for; ``replayed`` tells a repeated answer."""

    games: list[BulkGame]
    replayed: bool = False


def create_games(
    services: Services, wanted: Sequence[NewGame], key: IdempotencyKey | None = None, owner: str | None = None
) -> BulkGames:
    """New games, one or more, all or none of them. With a key, a repetition gives the same games.

    :raises AceyDeuceyError: there can be no such game as one of them, see ``seating.create``: ``details["index"]``.
    :raises KeyReused: the key belongs to another request.
    :raises GameExpired: they were created with this key, and one of them has expired.
    """
    ids = _ids(services, len(wanted), key, owner)
    drafts, games = [], []
    for index, (game_id, one) in enumerate(zip(ids, wanted, strict=True)):
        with in_game(index):
            made, draft = drafted(services, one, game_id, owner)
        drafts.append(draft)
        games.append(BulkGame(game_id, tokens_of(services, made[0].record)))
    try:
        stored = services.store.create(drafts, key)
    except GameExists:
        raise LostRace(1) from None
    if isinstance(stored, Replay):
        if key is None or not stored.is_of(key.fingerprint):
            raise KeyReused
        return BulkGames([_as_created(services, game_id) for game_id in ids], replayed=True)
    return BulkGames(games)


@contextmanager
def in_game(index: int) -> Iterator[None]:
    """Whatever goes wrong here tells that it did so in the game of this number, from 0."""
    try:
        yield
    except AceyDeuceyError as error:
        error.details = {**error.details, "index": index}
        raise


def _ids(services: Services, count: int, key: IdempotencyKey | None, owner: str | None) -> list[str]:
    """The first is that of a single game with this key: a key is not used for the one and the other."""
    first = new_id(services, key, owner)
    digests = [
        services.keys.derive(services.keys.newest_id, "bulk-game-id", first.encode(), number.to_bytes(2))
        for number in range(1, count)
    ]
    return [first, *(services.new_id(digest, owner, first) for digest in digests)]


def _as_created(services: Services, game_id: str) -> BulkGame:
    record, _ = record_at(game_id, services.store.log(game_id, 0, 1))
    return BulkGame(game_id, tokens_of(services, record))
