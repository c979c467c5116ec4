"""Names of things in the store: game ids, keys, idempotency records; knows no connection.

A game id begins with two characters that name one of 1,024 partitions. The partition is the hash tag of
every key of the game, so that all of them are in one slot of a cluster. The games of an owner share a few partitions,
so that his list is written in the same step as a game, read from few places, and on no single server.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from acey_deucey.ports import FINGERPRINT_BYTES, SHELVES, Allowance, IdempotencyKey, Listed, Replay

ALPHABET = b"0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: an id survives being read aloud
ID_LENGTH = 22  # the partition, and 100 bits that nobody guesses
PARTITION_LENGTH = 2
OWNER_PARTITIONS = 16  # a list stays whole only as long as this number stays as it is
FIELD_BYTES = 12
EVERY_GAME = "acey:{*}:game:*"

_CHARACTER_OF_BYTE = bytes(ALPHABET[byte % 32] for byte in range(256))
_GAME_ID = re.compile(f"[{ALPHABET.decode()}]{{{ID_LENGTH}}}")
_PLACE = re.compile(f"[0-9a-f]{{11}}{_GAME_ID.pattern}")


class GameKeys(NamedTuple):
    """The keys of one game. ``game`` also names the channel that tells of new versions."""

    game: str
    log: str
    records: str
    tombstone: str


def game_id_from(digest: bytes, owner: str | None = None, beside: str | None = None) -> str:
    """The game id that belongs to a digest of at least 22 bytes: always the same for the same arguments.

    It is in a partition of its owner, or in that of the game ``beside``.
    """
    text = digest[:ID_LENGTH].translate(_CHARACTER_OF_BYTE).decode()
    partition = partition_of(text)
    if beside is not None:
        partition = partition_of(beside)
    elif owner is not None:
        partitions = owner_partitions(owner)
        partition = partitions[digest[0] % len(partitions)]
    return partition + text[PARTITION_LENGTH:]


@lru_cache(maxsize=1024)
def owner_partitions(owner: str) -> tuple[str, ...]:
    """The partitions in which games of this owner are: sixteen, or one less if two of them are the same by chance."""
    text = sha256(f"owner {owner}".encode()).digest().translate(_CHARACTER_OF_BYTE).decode()
    pairs = (text[at : at + PARTITION_LENGTH] for at in range(0, 2 * OWNER_PARTITIONS, PARTITION_LENGTH))
    return tuple(dict.fromkeys(pairs))


def list_keys(partition: str, owner: str) -> tuple[str, ...]:
    """Where the games of an owner in a partition are listed: one list for each shelf, and one by their ends."""
    return tuple(f"acey:{{{partition}}}:owned:{owner}:{name}" for name in (*SHELVES, "ends"))


def allowance_keys(subject: str, allowances: Sequence[Allowance]) -> tuple[str, ...]:
    """Where it is counted what a subject has used of each allowance."""
    prefix = f"acey:{{{partition_of(subject)}}}:spent:{subject}"
    return tuple(f"{prefix}:{allowance.most}/{allowance.seconds}" for allowance in allowances)


def place_of(game_id: str, listed: Listed) -> str:
    """What stands for a game in lists; the places of later games come later in the alphabet."""
    return f"{listed.began_at:011x}{game_id}"


def game_at(place: str) -> str:
    """The id of the game at a place; the reverse of ``place_of``."""
    return place[-ID_LENGTH:]


def is_place(text: str) -> bool:
    """Whether the text has the form of a place."""
    return _PLACE.fullmatch(text) is not None


def is_game_id(text: str) -> bool:
    """Whether the text has the form of a game id."""
    return _GAME_ID.fullmatch(text) is not None


def partition_of(game_id: str) -> str:
    """The partition in which the game is."""
    return game_id[:PARTITION_LENGTH]


@lru_cache(maxsize=4_096)
def game_keys(game_id: str) -> GameKeys:
    """Where the parts of a game are stored."""
    prefix = f"acey:{{{partition_of(game_id)}}}:"
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
