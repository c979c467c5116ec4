"""Cursors: opaque text that stands for a place in something long; clients only give it back."""

import base64
from collections.abc import Callable
from typing import TypeVar

from acey_deucey.api.bad_requests import InvalidRequest
from acey_deucey.wording import Message

T = TypeVar("T")


def cursor_of(kind: str, place: object) -> str:
    """The cursor for a place in something of that kind."""
    return base64.urlsafe_b64encode(f"{kind}:{place}".encode()).decode().rstrip("=")


def place_in(cursor: str, kind: str, read: Callable[[str], T]) -> T:
    """The place that the cursor stands for, as ``read`` understands it; it raises ValueError where it does not.

    :raises InvalidRequest: the cursor is none of that kind.
    """
    try:
        text = base64.b64decode(cursor.encode() + b"=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode()
        place = read(text.removeprefix(f"{kind}:"))
        if cursor_of(kind, place) != cursor:
            raise ValueError(cursor)
    except ValueError:
        raise InvalidRequest.at("/cursor", Message("Must be a cursor from an earlier answer.")) from None
    return place
