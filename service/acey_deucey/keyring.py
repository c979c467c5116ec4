"""The service secrets and all that is derived from them: seat tokens, seeds, digests. It stores nothing.

Every derivation is HMAC-SHA256 over length-prefixed fields, so that no two lists of fields run together.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Sequence
from functools import lru_cache

from acey_deucey.errors import AceyDeuceyError

SHORTEST_SECRET = 16
TOKENS_KNOWN = 4_096  # of the games that are played now: each command needs one again

_TOKEN = re.compile(r"acey_(?P<seat>white|black|spectator)_[A-Za-z0-9_-]{43}", re.ASCII)


class WeakSecret(AceyDeuceyError):
    """A service secret that is missing or too short."""

    def __init__(self) -> None:
        super().__init__(
            "weak-secret", f"A service secret has at least {SHORTEST_SECRET} bytes, and there is one at least."
        )


class RetiredSecret(AceyDeuceyError):
    """A game was made under a secret that the service does not know any more."""

    def __init__(self, key_id: str) -> None:
        super().__init__(
            "secret-retired",
            "This game was made under the service secret {key_id}, which this server does not have.",
            {"key_id": key_id},
        )


class Keyring:
    """The service secrets, the newest first; new games use that one, older games keep theirs."""

    def __init__(self, secrets: Sequence[bytes]) -> None:
        if not secrets or any(len(secret) < SHORTEST_SECRET for secret in secrets):
            raise WeakSecret
        self._secrets = {hashlib.sha256(b"acey-key-id" + secret).hexdigest()[:8]: secret for secret in secrets}
        self.newest_id = next(iter(self._secrets))
        self._known_token = lru_cache(TOKENS_KNOWN)(self._seat_token)

    def __repr__(self) -> str:
        return f"<Keyring {', '.join(self._secrets)}>"

    def derive(self, key_id: str, purpose: str, *fields: bytes) -> bytes:
        """32 bytes that follow from the secret, the purpose and the fields.

        :raises RetiredSecret: there is no secret of that id.
        """
        secret = self._secrets.get(key_id)
        if secret is None:
            raise RetiredSecret(key_id)
        return hmac.digest(secret, length_prefixed(purpose.encode(), *fields), "sha256")

    def seat_token(self, key_id: str, game_id: str, salt: str, seat: str) -> str:
        """The token that acts for one seat of one game; that of the seat ``spectator`` only reads it."""
        return self._known_token(key_id, game_id, salt, seat)

    def _seat_token(self, key_id: str, game_id: str, salt: str, seat: str) -> str:
        secret = self.derive(key_id, "seat-token", game_id.encode(), salt.encode(), seat.encode())
        return f"acey_{seat}_{base64.urlsafe_b64encode(secret).decode().rstrip('=')}"

    def seat_of(self, key_id: str, game_id: str, salt: str, token: str) -> str | None:
        """The seat that the token acts for in this game; None for any other token."""
        match = _TOKEN.fullmatch(token)
        if match is None:
            return None
        expected = self.seat_token(key_id, game_id, salt, match["seat"])
        return match["seat"] if hmac.compare_digest(expected, token) else None

    def is_game_token(self, token: str) -> bool:
        """See the function of this name."""
        return is_game_token(token)


def is_game_token(token: str) -> bool:
    """Whether the text has the form of a token of some game."""
    return _TOKEN.fullmatch(token) is not None


def length_prefixed(*fields: bytes) -> bytes:
    """The fields one after the other, each behind its length in four bytes."""
    return b"".join(len(field).to_bytes(4) + field for field in fields)
