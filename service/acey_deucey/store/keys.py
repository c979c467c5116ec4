"""Names of things in the store: game ids, keys, idempotency records; knows no connection.

A game id begins with two characters that name one of 1,024 partitions. The partition is the hash tag of
every key of the game, so that all of them are in one slot of a cluster.
"""

import re
import secrets
from hashlib import sha256
from typing import NamedTuple

from acey_deucey.ports import FINGERPRINT_BYTES, IdempotencyKey, Replay

ALPHABET = b"0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: an id survives being read aloud
ID_LENGTH = 22  # the partition, and 100 bits that nobody guesses
FIELD_BYTES = 12
EVERY_GAME = "acey:{*}:game:*"

_CHARACTER_OF_BYTE = bytes(ALPHABET[byte % 32] for byte in range(256))
_GAME_ID = re.compile(f"[{ALPHABET.decode()}]{{{ID_LENGTH}}}")


class GameKeys(NamedTuple):
    """The keys of one game. ``game`` also names the channel that tells of new versions."""

    game: str
    log: str
    records: str
    tombstone: str


def new_game_id() -> str:
    """A game id that nobody can guess."""
    return game_id_from(secrets.token_bytes(ID_LENGTH))


def game_id_from(digest: bytes) -> str:
    """The game id that belongs to a digest of at least 22 bytes: always the same for the same digest."""
    return digest[:ID_LENGTH].translate(_CHARACTER_OF_BYTE).decode()


def is_game_id(text: str) -> bool:
    """Whether the text has the form of a game id."""
    return _GAME_ID.fullmatch(text) is not None


def game_keys(game_id: str) -> GameKeys:
    """Where the parts of a game are stored."""
    prefix = f"acey:{{{game_id[:2]}}}:"
    return GameKeys(
        f"{prefix}game:{game_id}", f"{prefix}log:{game_id}", f"{prefix}keys:{game_id}", f"{prefix}tomb:{game_id}"
    )


def record_field(key: str) -> bytes:
    """The short name under which an idempotency key is recorded."""
    return sha256(key.encode()).digest()[:FIELD_BYTES]


def record_of(key: IdempotencyKey, version: int) -> bytes:
    """The record that says that the request with this key made this version; ``replay_of`` reads it."""
    return version.to_bytes((version.bit_length() + 7) // 8, "big") + key.fingerprint[:FINGERPRINT_BYTES]


def replay_of(record: bytes) -> Replay:
    """What a record says; the reverse of ``record_of``."""
    return Replay(int.from_bytes(record[:-FINGERPRINT_BYTES], "big"), record[-FINGERPRINT_BYTES:])
