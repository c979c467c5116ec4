"""The shape of the queries that clients send: types, ranges and lengths; bodies are elsewhere."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from acey_deucey.api.fields import Choice, Line, QueryFlag, QueryWhole, Strict
from acey_deucey.api.schemas import MOST_PLAYS
from acey_deucey.ports import SHELVES
from acey_deucey.rules.position import PLAYERS

LONGEST_WAIT = 25
MOST_GAMES = 100  # of a page
MOST_HINTS = 50


class NoQuery(Strict):
    """No query parameter at all."""


class AtQuery(Strict):
    """The game as it was at a version."""

    at = QueryWhole(1, 10**9, load_default=None)


class DryRunQuery(Strict):
    """Whether to try only."""

    dry_run = QueryFlag(load_default=False)


class PlaysQuery(Strict):
    """How the plays are listed, and how many."""

    form = Choice(("list", "tree"), data_key="as", load_default="list")
    limit = QueryWhole(1, MOST_PLAYS, load_default=200)


class GamesQuery(Strict):
    """Which games of an owner, and from where on."""

    status = Choice(SHELVES)
    cursor = Line(80)
    limit = QueryWhole(1, MOST_GAMES, load_default=20)


class HintQuery(Strict):
    """How many choices are told."""

    limit = QueryWhole(1, MOST_HINTS, load_default=5)


class EventsQuery(Strict):
    """Which part of the log, and how long to wait for more of it."""

    after = QueryWhole(0, 10**9)
    cursor = Line(40)
    limit = QueryWhole(1, 1000, load_default=100)
    wait = QueryWhole(0, LONGEST_WAIT, load_default=0)

    @validates_schema
    def _one_start(self, data: dict[str, Any], **_: Any) -> None:
        if "after" in data and "cursor" in data:
            raise ValidationError("Send either after or cursor.", "cursor")


class BoardQuery(AtQuery):
    """From which side the board is seen, and at which version."""

    view = Choice(PLAYERS, load_default="white")


class CompareQuery(Strict):
    """The two rule sets to compare."""

    left = Line(40, required=True)
    right = Line(40, required=True)
