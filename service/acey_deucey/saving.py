"""Writing down what was made of a game: the one way from records to the log and state of the store. It knows no rules.

What is written is remembered as the newest version that this process has seen.
"""

from collections.abc import Sequence

from acey_deucey.codec import dump_entry, dump_state
from acey_deucey.ports import IdempotencyKey, Replay, Saved, Stale, Window
from acey_deucey.record import Entry
from acey_deucey.services import Made, Services


def write_down(
    services: Services,
    expected: int,
    made: Sequence[Made],
    window: Window | None = None,
    key: IdempotencyKey | None = None,
) -> Saved | Replay | Stale:
    """Write the versions that follow the expected one, one or more, all in one step; see GameStore.save.

    :raises Untimely: the window is over, or has not begun.
    """
    last = made[-1].record
    entry, *more = [dump_entry(Entry(each.version, each.updated_at, caused)) for each, caused in made]
    saved = services.store.save(
        last.id, expected, dump_state(last), entry, services.lifetimes.of(last), key, more, window, last.listed
    )
    if isinstance(saved, Saved):
        services.recent.keep(last)
    return saved
