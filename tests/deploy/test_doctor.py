"""`acey-deucey doctor` says what is wrong with an installation, and nothing of its secrets."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from acey_deucey.api import doctor as examination

from tests.store.servers import Server, patient, running

SECRET = "0123456789abcdef-this-is-a-long-secret"


@pytest.fixture
def server() -> Iterator[Server]:
    with running("valkey") as it:
        yield it


def doctor(**settings: str) -> tuple[int, list[str]]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ACEY_")}
    command = [sys.executable, "-m", "acey_deucey", "doctor"]
    done = subprocess.run(command, env=kept | settings, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    assert SECRET not in done.stdout
    return done.returncode, done.stdout.splitlines()


def mended(lines: list[str]) -> set[str]:
    return {line.split()[1] for line in lines if line.startswith("MEND")}


def test_a_good_installation_has_nothing_to_mend(server: Server) -> None:
    status, lines = doctor(ACEY_STORE_URL=patient(server.url), ACEY_SECRET_KEYS=SECRET)
    assert mended(lines) == set(), lines
    assert status == 0
    assert {line.split()[1] for line in lines} >= {"secrets", "version", "persistence", "memory", "clock", "replicas"}


def test_the_local_installation_is_looked_at_too(tmp_path: Path) -> None:
    status, lines = doctor(ACEY_DATA=str(tmp_path / "data"))
    assert (status, mended(lines)) == (0, set()), lines


def test_who_may_create_how_much_is_told(server: Server) -> None:
    settings = {"ACEY_STORE_URL": patient(server.url), "ACEY_SECRET_KEYS": SECRET}
    assert any("Anyone creates as many games" in line for line in doctor(**settings)[1])
    status, lines = doctor(**settings, ACEY_CREATES_PER_ADDRESS="100/hour")
    assert (status, mended(lines)) == (0, set())
    assert not any("Anyone creates" in line for line in lines)
    assert any("ACEY_TRUSTED_PROXIES" in line for line in lines)


@pytest.mark.parametrize(
    ("command", "subject"),
    [
        (("CONFIG", "SET", "maxmemory-policy", "allkeys-lru"), "store"),
        (("CONFIG", "SET", "appendonly", "no"), "persistence"),
        (("CONFIG", "SET", "maxmemory", "1100kb"), "memory"),
        (("REPLICAOF", "127.0.0.1", "1"), "store"),
    ],
)
def test_what_is_wrong_with_the_store_is_told(server: Server, command: tuple[str, ...], subject: str) -> None:
    with server.client() as client:
        client.execute_command(*command)
    status, lines = doctor(ACEY_STORE_URL=patient(server.url), ACEY_SECRET_KEYS=SECRET)
    assert status == 1
    assert subject in mended(lines), lines


@pytest.mark.parametrize(
    ("settings", "subject"),
    [
        ({}, "secrets"),
        ({"ACEY_SECRET_KEYS": "short"}, "secrets"),
        ({"ACEY_SECRET_KEYS": "a" * 40}, "secrets"),
        ({"ACEY_SECRET_KEYS": SECRET, "ACEY_CORS_ORIGINS": "*"}, "web"),
        ({"ACEY_SECRET_KEYS": SECRET, "ACEY_API_KEYS": "adk_in-clear"}, "API"),
        ({"ACEY_SECRET_KEYS": SECRET, "ACEY_CREATORS": "owners"}, "API"),
        ({"ACEY_SECRET_KEYS": SECRET, "ACEY_DURABILITY": "safe"}, "store"),
        ({"ACEY_SECRET_KEYS": SECRET, "ACEY_STORE_URL": "redis://127.0.0.1:1"}, "store"),
        ({"ACEY_SECRET_KEYS": SECRET, "ACEY_STORE_URL": "memory://"}, "store"),
    ],
)
def test_what_is_wrong_with_the_settings_is_told(server: Server, settings: dict[str, str], subject: str) -> None:
    status, lines = doctor(**{"ACEY_STORE_URL": patient(server.url), **settings})
    assert status == 1
    assert subject in mended(lines), lines


class Answering:
    """A link to stores that tell these times."""

    def __init__(self, *seconds: int) -> None:
        self._seconds = seconds

    def ask_all(self, *_: str) -> list[tuple[bytes, bytes]]:
        return [(b"%d" % each, b"0") for each in self._seconds]


@pytest.mark.parametrize(
    ("stores", "off"), [((100, 105), 0.0), ((99,), 1.0), ((102, 96), 4.0), ((108, 102), 3.0)], ids=str
)
def test_a_clock_is_as_far_off_as_the_store_s_time_is_from_that_of_question_and_answer(
    monkeypatch: pytest.MonkeyPatch, stores: tuple[int, ...], off: float
) -> None:
    asked_and_answered = iter([100.0, 105.0])
    monkeypatch.setattr(examination, "time", SimpleNamespace(time=lambda: next(asked_and_answered)))
    [finding] = examination._clock(Answering(*stores))  # type: ignore[arg-type]
    assert (finding.sentence[:3], finding.must_be_mended) == (f"{off:.1f}", off > examination.CLOCK_SECONDS)
