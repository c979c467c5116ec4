"""A game is what its log makes of it: every version can be had again, and a false log is found out."""

import pytest
from acey_deucey import looking
from acey_deucey.codec import dump_entry, dump_state, load_entry, load_state
from acey_deucey.history import record_at
from acey_deucey.ports import LogEntry
from acey_deucey.record import Entry, GameCreated
from acey_deucey.rules.events import Moved, Rolled
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.seating import NewGame
from acey_deucey.services import BrokenLog, NoSuchVersion

from tests.games.player import Caller, services_on

SPECIAL = {
    "stake_doubles_on_acey_deucey": True,
    "opening_roll": "opening_dice",
    "max_rolls_per_turn": 3,
    "naming_requires": "nothing",
    "named_roll_again": "always",
}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("options", [{}, SPECIAL], ids=["plain", "special"])
def test_every_version_of_a_game_can_be_folded_from_its_log(ruleset: str, options: dict[str, object]) -> None:
    caller = Caller.starts(services_on(), NewGame(ruleset, options, black="open", labels={"class": "7b; €"}))
    list(caller.plays_on())
    log = caller.services.store.log(caller.id, 0, 10_000)
    assert [entry.version for entry in log] == list(range(1, len(log) + 1)) == sorted(caller.made)
    for version in {1, 2, 3, len(log) // 2, len(log) - 1, len(log)}:
        record, entry = record_at(caller.id, log[:version])
        assert (record, entry.events) == (caller.made[version].record, caller.made[version].events)
        assert looking.get(caller.services, caller.id, at=version) == caller.made[version]


def test_every_state_and_every_entry_reads_back_as_it_was_written() -> None:
    caller = Caller.starts(services_on(), NewGame("european", black="open", private=True))
    for outcome in caller.plays_on():
        record = outcome.record
        assert load_state(record.id, dump_state(record)) == record
        entry = Entry(record.version, record.updated_at, outcome.events)
        assert load_entry(record.id, record.version, dump_entry(entry)).entry == entry


def test_a_version_that_does_not_exist_is_refused() -> None:
    caller = Caller.starts(services_on(), NewGame())
    with pytest.raises(NoSuchVersion) as refused:
        looking.get(caller.services, caller.id, at=2)
    assert refused.value.details["current_version"] == 1


def test_a_log_that_does_not_follow_from_the_rules_is_found_out() -> None:
    caller = Caller.starts(services_on(), NewGame())
    list(caller.plays_on())
    log = caller.services.store.log(caller.id, 0, 10_000)
    at = next(i for i, entry in enumerate(log) if isinstance(load_entry("", *entry).entry.events[0], Moved))
    moved = load_entry(caller.id, *log[at]).entry
    created = moved._replace(events=(GameCreated(),))
    for false in (created, _rolled_instead(moved), moved._replace(events=moved.events[:1] * 2)):
        with pytest.raises(BrokenLog):
            record_at(caller.id, [*log[:at], LogEntry(moved.version, dump_entry(false)), *log[at + 1 :]])
    with pytest.raises(BrokenLog):
        record_at(caller.id, log[1:])
    with pytest.raises(BrokenLog):
        record_at(caller.id, [log[0], *log[2:]])


def _rolled_instead(moved: Entry) -> Entry:
    player = moved.events[0].player  # type: ignore[union-attr]
    return moved._replace(events=(Rolled(player, (6, 5), 99, "plain"),))
