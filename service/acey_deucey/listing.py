"""The games of an owner, page by page: a use case that reads lists and states, and knows no HTTP and no key."""

from collections.abc import Sequence
from typing import NamedTuple

from acey_deucey.codec import load_state
from acey_deucey.games import outcome_of
from acey_deucey.ports import SHELVES, OwnedGame, Shelf
from acey_deucey.services import Made, Outcome, Services
from acey_deucey.timekeeping import on_time

ROUNDS = 5  # a list full of games that are over is read on, but not for ever


class GamePage(NamedTuple):
    """Part of a list of games; ``place`` is that of the last game looked at, None when nothing is behind it."""

    games: list[Outcome]
    place: str | None


def owned_games(
    services: Services, owner: str, shelves: Sequence[Shelf] = SHELVES, before: str | None = None, limit: int = 20
) -> GamePage:
    """The games of an owner with one of these statuses, those that began last first, at most ``limit`` (≥ 1).

    There may be fewer on a page, and yet another behind it, where many of the list have just expired.

    :param before: begin behind the place of an earlier page.
    """
    games: list[Outcome] = []
    for _ in range(ROUNDS):
        asked = limit - len(games) + 1
        found = services.store.owned(owner, shelves, before, asked)
        read = found[: asked - 1]
        games += [outcome for game in read for outcome in _living(services, game, shelves)]
        if len(found) < asked:
            return GamePage(games, None)
        before = read[-1].place
        if len(games) == limit:
            break
    return GamePage(games, before)


def _living(services: Services, game: OwnedGame, shelves: Sequence[Shelf]) -> list[Outcome]:
    """The game, unless it has expired, or has gone on to another shelf since, perhaps on time."""
    if game.state is None:
        return []
    record = on_time(services, load_state(game.game_id, game.state))
    return [outcome_of(services, [Made(record, ())])] if record.status in shelves else []
