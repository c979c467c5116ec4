"""What fills up: a full store refuses writes and goes on reading, nothing stays for ever, no log grows on a disk."""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx2
import pytest
from acey_deucey.api.operation import Operation
from acey_deucey.api.routes import OPERATIONS

from tests.api.running import service
from tests.api.whole_game import created, played_to_the_end
from tests.contract.asking import scene
from tests.contract.world import World

WRITES = [
    operation for operation in OPERATIONS if "store-unavailable" in operation.problems and operation.method == "POST"
]
READS = [operation for operation in OPERATIONS if "{game_id}" in operation.path and operation.method == "GET"]

VALKEY_LOG = "valkey.log"


@contextmanager
def full(world: World) -> Iterator[None]:
    """The memory of the server is full for as long as the ``with`` statement lasts."""
    with world.server.client() as server:
        server.config_set("maxmemory", "1")
        try:
            yield
        finally:
            server.config_set("maxmemory", "0")


@pytest.mark.parametrize("operation", WRITES, ids=lambda operation: str(operation.name))
def test_a_full_store_refuses_what_writes_and_takes_it_afterwards(world: World, operation: Operation) -> None:
    ask, client = scene(world, operation).ask.with_headers(Idempotency_Key=f"{operation.name}-full"), world.client()
    with full(world):
        refused = ask.sent_by(client)
    assert (refused.status_code, refused.json["type"]) == (503, "/problems/store-unavailable")
    assert "its memory is full" in refused.json["detail"]
    assert int(refused.headers["Retry-After"]) > 0
    taken = ask.sent_by(client)
    assert taken.status_code in (200, 201), taken.text
    assert "Idempotent-Replayed" not in taken.headers, "the refusal has left nothing behind"


@pytest.mark.parametrize("operation", READS, ids=lambda operation: str(operation.name))
def test_a_full_store_goes_on_reading(world: World, operation: Operation) -> None:
    ask, client = scene(world, operation).ask, world.client()
    with full(world):
        assert ask.sent_by(client).status_code == 200


def test_whatever_is_done_no_key_of_the_store_stays_for_ever(world: World) -> None:
    for operation in OPERATIONS:
        ask = scene(world, operation).ask
        if "Idempotency-Key" in operation.headers:
            ask = ask.with_headers(Idempotency_Key=f"{operation.name}-ttl")
        assert ask.sent_by(world.client()).status_code < 300
    with world.server.client() as server:
        lives = {key: server.ttl(key) for key in server.scan_iter()}
    assert len(lives) > len(OPERATIONS)
    assert {key for key, seconds in lives.items() if seconds < 0} == set()


def test_logs_go_to_standard_output_and_no_file_grows_by_looking_at_games(tmp_path: Path) -> None:
    """The Valkey beside the service has a log of its own, which tells of its start and end."""
    with service(tmp_path, "--workers", "2") as running, httpx2.Client(base_url=running.url, timeout=30) as client:
        game, tokens = created(client)
        before, log = _sizes(tmp_path), (tmp_path / VALKEY_LOG).read_text()
        for number in range(100):
            assert client.get(game["links"]["self"]).status_code == 200
            assert client.get(f"/v1/games/{number}").status_code == 404
        assert _sizes(tmp_path) == before
        written = {path for process in _processes_of(running.pid) for path in _written_by(process)}
        played_to_the_end(client, game, tokens, seed=5)
        assert _sizes(tmp_path).keys() == before.keys()
        more = (tmp_path / VALKEY_LOG).read_text().removeprefix(log).splitlines()
        assert [line for line in more if "fsync is taking too long" not in line] == [], "but of a slow disk it tells"
    assert {path for path in written if not _is_data(path, tmp_path)} == set()
    assert sum('"event":"request"' in line for line in running.log) > 200


def _sizes(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): path.stat().st_size for path in folder.rglob("*") if path.is_file()}


def _processes_of(pid: int) -> list[int]:
    """The process and all below it."""
    parents = {int(path.name): _parent(path) for path in Path("/proc").iterdir() if path.name.isdigit()}
    return [pid, *(each for child, parent in parents.items() if parent == pid for each in _processes_of(child))]


def _parent(process: Path) -> int:
    with suppress(OSError):  # it has ended meanwhile
        return int(re.findall(r"PPid:\t(\d+)", (process / "status").read_text())[0])
    return 0


def _written_by(pid: int) -> Iterator[Path]:
    """The regular files that a process holds open for writing."""
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):  # it has been closed meanwhile
            flags = int((handle.parents[1] / "fdinfo" / handle.name).read_text().split("flags:")[1].split()[0], 8)
            if flags & os.O_ACCMODE != os.O_RDONLY and stat.S_ISREG(handle.stat().st_mode):
                yield handle.readlink()


def _is_data(path: Path, data: Path) -> bool:
    """The store's own files, and the figures and heartbeats of the workers, which are of a fixed size."""
    return path.is_relative_to(data) or path.is_relative_to("/dev/shm")
