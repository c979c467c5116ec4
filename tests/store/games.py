"""A game to test with, as opaque to the tests as it is to the stores."""

from collections.abc import Sequence
from secrets import token_bytes

from acey_deucey.ports import Draft, GameStore, IdempotencyKey, Lifetime, Listed, Replay, Saved
from acey_deucey.store.keys import ID_LENGTH, game_id_from

DAY = Lifetime(ttl_seconds=86_400, tombstone_seconds=3_600)
KEY = IdempotencyKey("a key", b"what was asked for")
RECORDED = KEY.fingerprint[:12]


def new_game_id() -> str:
    """The id of a game that there is not yet."""
    return game_id_from(token_bytes(ID_LENGTH))


def create(
    store: GameStore,
    game_id: str,
    state: bytes,
    entry: bytes,
    lifetime: Lifetime,
    key: IdempotencyKey | None = None,
    more: Sequence[bytes] = (),
    listed: Listed | None = None,
) -> Saved | Replay:
    """One new game in the store."""
    return store.create([Draft(game_id, state, entry, lifetime, more, listed)], key)


def begin(store: GameStore) -> str:
    """The id of a new game, whose state is "state 1" and whose log is "entry 1"."""
    game_id = new_game_id()
    create(store, game_id, b"state 1", b"entry 1", DAY)
    return game_id
