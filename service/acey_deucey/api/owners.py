"""Whose API key a request carries, and whether it needs one; it knows no game."""

from typing import NamedTuple

from acey_deucey.api.reading import read_token
from acey_deucey.api_keys import PREFIX, ApiKeys, InvalidApiKey, MissingApiKey
from acey_deucey.keyring import is_game_token
from acey_deucey.services import Owner, Pass


class Owners(NamedTuple):
    """The API keys that there are, and whether only their owners create games."""

    keys: ApiKeys
    only_they_create: bool = False

    def creator(self) -> str | None:
        """Who creates a game by this request; None: somebody without an API key.

        :raises MissingApiKey: it needs one.
        :raises InvalidApiKey: it carries another.
        :raises InvalidToken: there is an Authorization header without a bearer token.
        """
        key = _read_api_key()
        if key is None and self.only_they_create:
            raise MissingApiKey
        return None if key is None else self.keys.owner_of(key)

    def owner(self) -> str:
        """Who asks for what is his.

        :raises MissingApiKey, InvalidApiKey, InvalidToken: nobody.
        """
        key = _read_api_key()
        if key is None:
            raise MissingApiKey
        return self.keys.owner_of(key)

    def reader(self) -> Pass:
        """By what somebody looks at a game. A key that is nobody's is judged like any other text that is no token.

        :raises InvalidToken: there is an Authorization header without a bearer token.
        """
        token = read_token()
        if token is None or not token.startswith(PREFIX):
            return token
        try:
            return Owner(self.keys.owner_of(token))
        except InvalidApiKey:
            return token


def _read_api_key() -> str | None:
    # Who sends a seat's token wherever he goes does no harm by it.
    token = read_token()
    return None if token is None or is_game_token(token) else token
