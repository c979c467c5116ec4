"""Games with a clock are lost on time: by the clock of their store, once, whoever looks at them first. No HTTP here.

Each use of such a game asks the store for the time, one round trip more, since the clocks of services may differ.
"""

from math import inf

from acey_deucey.clocks import has_run_out, run_out, window_for_running_out
from acey_deucey.codec import load_state
from acey_deucey.ports import Stale, StoreUnavailable, Untimely
from acey_deucey.record import GameRecord
from acey_deucey.saving import write_down
from acey_deucey.services import Made, Services


def time_in(services: Services, record: GameRecord) -> int:
    """The time in milliseconds since the epoch; for a game with a clock that of its store, the same for everybody."""
    return int(services.clock.now() * 1000) if record.turn_seconds is None else services.store.now(record.id)


def seconds_left(services: Services, record: GameRecord) -> float:
    """How long the turn may still last; infinite where no clock runs."""
    return inf if record.deadline is None else max(0, record.deadline - time_in(services, record)) / 1000


def on_time(services: Services, record: GameRecord) -> GameRecord:
    """The game as it is by now: lost when its time is over, though nobody has written that down yet.

    While the store takes no writes, or its clock has gone back, it is shown as it is stored.
    """
    if record.deadline is None or not has_run_out(record, time_in(services, record)):
        return record
    try:
        return lost_on_time(services, record)
    except (StoreUnavailable, Untimely):
        return record


def lost_on_time(services: Services, record: GameRecord) -> GameRecord:
    """The game after it has been written down, by whomever, that the player in turn has lost it on time.

    If another command came first and in time, it is the game after that one.

    :raises Untimely: it is not over, by the clock of the store.
    """
    after, caused = run_out(record)
    saved = write_down(services, record.version, [Made(after, caused)], window_for_running_out(record))
    return load_state(record.id, saved.state) if isinstance(saved, Stale) else after
