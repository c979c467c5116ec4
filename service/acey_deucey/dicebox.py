"""The only source of chance. A game's rolls follow from its seed, so that a repeated roll shows the same dice.

Throw k of a game is HMAC-SHA256 over (game id, both entropies, k) under the game's seed; of its bytes
those below 252 give a die each, byte mod 6 plus 1, so that all faces are equally likely. The seed derives
from the service secret and the game's salt; its SHA-256 is published before the first throw.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator

from acey_deucey.keyring import Keyring, length_prefixed

METHOD = "acey-dice/v1"
FACES = 6
_FAIR_BYTES = 256 // FACES * FACES


class Dicebox:
    """Dice for server games, by the keyring's secrets."""

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring

    def new_salt(self) -> str:
        """128 fresh random bits as hex digits."""
        return secrets.token_hex(16)

    def seed(self, game_id: str, salt: str, key_id: str) -> bytes:
        """The secret from which all rolls of the game follow; shown when the game is over."""
        return self._keyring.derive(key_id, "dice-seed", game_id.encode(), salt.encode())

    def commitment(self, game_id: str, salt: str, key_id: str) -> str:
        """``sha256:`` and the hex digest that commits the service to the game's seed."""
        return commitment_to(game_id, self.seed(game_id, salt, key_id))

    def roll(self, game_id: str, salt: str, key_id: str, entropy: tuple[str, str], number: int) -> tuple[int, int]:
        """The two dice of the game's throw of that number, from 1."""
        return dice_from(self.seed(game_id, salt, key_id), game_id, entropy, number)


def commitment_to(game_id: str, seed: bytes) -> str:
    """What is published of a seed before the first throw."""
    return "sha256:" + hashlib.sha256(length_prefixed(METHOD.encode(), game_id.encode(), seed)).hexdigest()


def dice_from(seed: bytes, game_id: str, entropy: tuple[str, str], number: int) -> tuple[int, int]:
    """The two dice of a throw, by anyone who knows the seed."""
    faces = _faces(seed, game_id, entropy, number)
    return next(faces), next(faces)


def _faces(seed: bytes, game_id: str, entropy: tuple[str, str], number: int) -> Iterator[int]:
    fields = [METHOD.encode(), game_id.encode(), *(part.encode() for part in entropy), number.to_bytes(4)]
    for block in range(2**16):
        digest = hmac.digest(seed, length_prefixed(*fields, block.to_bytes(4)), "sha256")
        yield from (byte % FACES + 1 for byte in digest if byte < _FAIR_BYTES)
