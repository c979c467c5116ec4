"""Checks games that are stored: each must be what its log makes of it, by the rules as they are. It changes nothing."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from acey_deucey.codec import load_state
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.history import record_at, transcript_of
from acey_deucey.ports import GameExpired, GameNotFound, GameStore, StoreUnavailable
from acey_deucey.rules.game import Game
from acey_deucey.transcript import replayed


class Audited(NamedTuple):
    """A game that was looked at: what is wrong with it, in a sentence, or nothing."""

    game_id: str
    fault: str | None


def audit(store: GameStore) -> Iterator[Audited]:
    """All games of the store, one after the other; those that end meanwhile are left out.

    :raises StoreUnavailable: the store does not answer.
    """
    for game_id in store.game_ids():
        try:
            yield Audited(game_id, fault_of(store, game_id))
        except (GameNotFound, GameExpired):
            continue


def fault_of(store: GameStore, game_id: str) -> str | None:
    """What is wrong with a game: its state, its log, or that the one does not follow from the other.

    :raises GameNotFound, GameExpired, StoreUnavailable: it cannot be looked at.
    """
    loaded = store.load(game_id)
    log = store.log(game_id, 0, loaded.version)  # it may have become longer since
    try:
        state = load_state(game_id, loaded.state)
        if not loaded.version == state.version == len(log):
            return f"its version is {state.version}, and its log has {len(log)} entries."
        if record_at(game_id, log)[0] != state:
            return "its state is not what its log makes of it."
        # Its first entry brings a state of its own: from the record's beginning that must follow as well.
        if _as_played(replayed(transcript_of(game_id, log))) != _as_played(state.game):
            return "its record leads to another state."
    except (StoreUnavailable, GameNotFound, GameExpired):
        raise
    except AceyDeuceyError as error:
        return str(error)
    except (ValueError, LookupError, TypeError) as error:
        return f"it cannot be read: {error!r}."
    return None


def _as_played(game: Game) -> Game:
    """The game without what belongs to its versions, which a record does not keep."""
    return replace(game, version=0, undo=())
