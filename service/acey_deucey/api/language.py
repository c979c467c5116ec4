"""In which language a request is answered; it knows no text.

An answer that asks for the language says which one it is in; all others are in English or in no language.
"""

from functools import lru_cache
from typing import Any

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from acey_deucey.api.lean_flask import asked, noted
from acey_deucey.translation import ENGLISH, LANGUAGES, said
from acey_deucey.wording import Message

MOST_REMEMBERED = 256


def language() -> str:
    """The language of this request's answer, which from now on is said to be in it."""
    chosen = negotiated(asked().environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    noted()["language"] = chosen
    return chosen


def answered_in() -> str:
    """The language that the answer was made in."""
    return str(noted().get("language", ENGLISH))


def in_words(value: Any) -> Any:
    """The value with every message in it in the language of this request, and every text as it is."""
    return said(language(), value)


def text(template: str) -> str:
    """A text without facts in the language of this request."""
    return str(said(language(), Message(template)))


@lru_cache(maxsize=MOST_REMEMBERED)
def negotiated(header: str) -> str:
    """The language of ours that an Accept-Language header likes best, of equals the first named; else English.

    A range such as ``de-CH`` asks for German (RFC 4647, lookup), ``*`` for whatever is not named.
    """
    if not header:
        return ENGLISH
    wishes: dict[str, float] = {}
    for tag, quality in parse_accept_header(header, LanguageAccept):
        wished = tag.partition("-")[0].lower()
        wishes[wished] = max(quality, wishes.get(wished, 0))

    def quality_of(ours: str) -> float:
        return wishes.get(ours, wishes.get("*", 0))

    best = max((*(wished for wished in wishes if wished in LANGUAGES), *LANGUAGES), key=quality_of)
    return best if quality_of(best) > 0 else ENGLISH
