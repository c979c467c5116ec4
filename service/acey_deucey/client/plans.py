"""Plans of more than one answer, or of an answer that is no failure here; they do no input or output."""

from acey_deucey.client import calls, reference
from acey_deucey.client.calls import Place
from acey_deucey.client.errors import Failure, Unavailable
from acey_deucey.client.events import Entry
from acey_deucey.client.exchange import Patience, Plan, exchange
from acey_deucey.client.values import Readiness


def entries_after(place: Place, after: int, wait: int, patience: Patience) -> Plan[tuple[Entry, ...]]:
    """The log behind a version, page after page."""
    page = yield from exchange(calls.list_events(place, after, wait), patience)
    entries = page.entries
    while page.more:
        page = yield from exchange(calls.list_more_events(place, page.cursor), patience)
        entries += page.entries
    return entries


def aliveness(patience: Patience) -> Plan[bool]:
    """Whether the service answers at all."""
    try:
        yield from exchange(reference.livez(), patience)
    except Failure:
        return False
    return True


def readiness(patience: Patience) -> Plan[Readiness]:
    """Whether the service wants traffic: its no is an answer as well."""
    try:
        yield from exchange(reference.readyz(), patience)
    except Unavailable as problem:
        if problem.slug != "not-ready":
            raise
        return Readiness(False, problem.reasons)
    return Readiness(True)
