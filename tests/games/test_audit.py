"""An audit finds every game that is not what its log makes of it, and no other."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from acey_deucey import games, seating
from acey_deucey.audit import audit, fault_of
from acey_deucey.codec import dump_state, load_state
from acey_deucey.portable import transcript
from acey_deucey.ports import Lifetime
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.seating import NewGame
from acey_deucey.services import Command, Services
from acey_deucey.store import store_in_use

from tests.games.player import Caller, services_on
from tests.store.games import create

LIFE = Lifetime(1000, 1000)


def store_false(services: Services, game_id: str, state: bytes, entry: bytes) -> None:
    """Write a next version that no use case would write."""
    version = services.store.load(game_id).version
    services.store.save(game_id, version, state, entry, LIFE)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_games_that_were_played_are_what_their_logs_make_of_them(ruleset: str) -> None:
    caller = Caller.starts(services_on(), NewGame(ruleset, black="open", labels={"a": "b"}))
    for number, _ in enumerate(caller.plays_on()):
        if number % 40 == 0:
            assert fault_of(caller.services.store, caller.id) is None
    record = transcript(caller.services, caller.id)[1]
    seating.create(caller.services, NewGame(transcript=record))
    seating.create(caller.services, NewGame(white="open"))
    found = list(audit(caller.services.store))
    assert len(found) == 3
    assert [fault for _, fault in found] == [None] * 3


def test_a_state_that_its_log_does_not_give_is_found() -> None:
    caller = Caller.starts(services_on(), NewGame())
    before, store = caller.last.record, caller.services.store
    record = caller.acts().record
    (entry,) = store.log(caller.id, before.version)
    other = Caller.starts(caller.services, NewGame())
    store_false(caller.services, other.id, dump_state(record._replace(labels={"behind": "the back"})), entry.entry)
    assert fault_of(store, caller.id) is None
    assert fault_of(store, other.id) is not None


def test_a_command_missing_from_the_log_or_unreadable_is_found() -> None:
    for state, entry in ((None, b"1;Tw"), (b"{}", b"1;Tw"), (b"not json", b"1;Tw"), (None, b"nonsense")):
        caller = Caller.starts(services_on(), NewGame())
        store = caller.services.store
        record = load_state(caller.id, store.load(caller.id).state)
        after = games.stamped(record.updated_at, record, record)
        store_false(caller.services, caller.id, dump_state(after) if state is None else state, entry)
        good = Caller.starts(caller.services, NewGame())
        faults = dict(audit(store))
        assert faults[good.id] is None
        assert faults[caller.id]


def test_a_first_state_that_does_not_follow_from_its_record_is_found() -> None:
    services = services_on()
    caller = Caller.starts(services, NewGame())
    created = seating.create(services, NewGame(transcript=transcript(services, caller.id)[1])).outcome.record
    (log,) = services.store.log(created.id)
    line, _, start = log.entry.split(b"\n")
    later = replace(caller.acts().record.game, version=1)
    state = dump_state(created._replace(game=later))
    create(services.store, "0" * 22, state, b"\n".join((line, state, start)), LIFE)
    assert fault_of(services.store, "0" * 22) == "its record leads to another state."


def test_the_command_audits_the_games_of_a_data_folder(tmp_path: Path) -> None:
    with store_in_use("", tmp_path) as store:
        services = services_on(store)
        created = seating.create(services, NewGame())
        games.resign(services, Command(created.outcome.record.id, created.tokens["white"]))
        assert audited(tmp_path) == (0, "Games: 1. Wrong: 0.\n"), "also while the store is in use"
        wrong = seating.create(services, NewGame()).outcome.record.id
        store.save(wrong, 1, orjson.dumps({"f": 1}), b"1;Tw", LIFE)
    code, text = audited(tmp_path)
    assert (code, text.splitlines()[-1]) == (1, "Games: 2. Wrong: 1.")
    assert f"WRONG {wrong}: " in text
    assert audited(tmp_path / "nothing")[0] == 1


def audited(folder: Path) -> tuple[int, str]:
    """Exit code and output of the command."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ACEY_")}
    command = [sys.executable, "-m", "acey_deucey", "audit", "--data", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=environment)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout
