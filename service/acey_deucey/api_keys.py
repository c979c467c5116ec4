"""The keys of those who own games: only their digests are configured, and nothing here shows or stores a key.

A key has 256 bits by chance, so that a plain digest of it tells nothing; passwords would need more.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from typing import NamedTuple

from acey_deucey.errors import AceyDeuceyError

PREFIX = "adk_"

_OWNER = re.compile(r"[A-Za-z0-9._-]{1,40}", re.ASCII)
_LINE = re.compile(rf"(?P<owner>{_OWNER.pattern})=(?P<digest>[0-9a-f]{{64}})", re.ASCII)


class MissingApiKey(AceyDeuceyError):
    """No API key was sent where one is needed."""

    def __init__(self) -> None:
        super().__init__("missing-api-key", "Send an API key as 'Authorization: Bearer adk_…'.")


class InvalidApiKey(AceyDeuceyError):
    """What was sent is none of the configured API keys."""

    def __init__(self) -> None:
        super().__init__("invalid-api-key", "The API key is not one of this service.")


class UnreadableApiKey(AceyDeuceyError):
    """A configured API key that is no name with a digest. It is not told, since it may be a key in clear."""

    def __init__(self, number: int) -> None:
        super().__init__(
            "unreadable-api-key",
            "Entry {number} of ACEY_API_KEYS is not as `acey-deucey api-key NAME` prints it: name=digest.",
            {"number": number},
        )


class NewApiKey(NamedTuple):
    """A key to be given to its owner, and the line to be configured for it."""

    key: str
    line: str


class ApiKeys:
    """The API keys that are known. An owner may have several, of which each opens the same games."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Read lines of a name and a digest, as ``new_api_key`` makes them.

        :raises UnreadableApiKey: one is none.
        """
        self._owners = [_read(number, line) for number, line in enumerate(lines, 1)]

    def __repr__(self) -> str:
        return f"<ApiKeys of {', '.join(sorted({owner for owner, _ in self._owners})) or 'nobody'}>"

    def __bool__(self) -> bool:
        return bool(self._owners)

    def owner_of(self, key: str) -> str:
        """Whose key it is. How long that takes tells nothing about the keys that there are.

        :raises InvalidApiKey: nobody's.
        """
        digest = hashlib.sha256(key.encode()).digest()
        owners = [owner for owner, known in self._owners if hmac.compare_digest(known, digest)]
        if not owners:
            raise InvalidApiKey
        return owners[0]


def is_owner(name: str) -> bool:
    """Whether it can be the name of an owner: up to 40 letters, digits, dots, dashes and underscores."""
    return _OWNER.fullmatch(name) is not None


def new_api_key(owner: str) -> NewApiKey:
    """A new key for an owner, whose name is one by ``is_owner``."""
    key = PREFIX + secrets.token_urlsafe(32)
    return NewApiKey(key, f"{owner}={hashlib.sha256(key.encode()).hexdigest()}")


def _read(number: int, line: str) -> tuple[str, bytes]:
    match = _LINE.fullmatch(line)
    if match is None:
        raise UnreadableApiKey(number)
    return match["owner"], bytes.fromhex(match["digest"])
