"""What holds on real servers only: lifetimes of keys, memory, forgotten scripts, shared connections, processes."""

from contextlib import ExitStack
from threading import Thread

import pytest
from acey_deucey.ports import (
    GameStore,
    Lifetime,
    Loaded,
    Saved,
    StoreUnavailable,
)
from acey_deucey.store import connect
from acey_deucey.store import redis as redis_store
from acey_deucey.store.keys import game_keys
from acey_deucey.store.servers import OneServer
from redis.crc import key_slot

from tests.store.games import DAY, KEY, begin, create, new_game_id
from tests.store.servers import Server, patient, python, wait_until

# How long one may queue where nobody is to be turned away, on any machine.
LONG = 60


def ends(server: Server, game: str) -> dict[str, int]:
    """The seconds that each key of a game has left, to the nearest hundred; 0 for one that would stay for ever."""
    with server.client() as client:
        return {key.decode(): round(client.ttl(key), -2) for key in client.scan_iter(f"*{game}*")}


def test_every_key_ends_with_its_game_and_every_command_renews_all_of_them(store: GameStore, server: Server) -> None:
    game = begin(store)
    keys = game_keys(game)
    assert ends(server, game) == {keys.game: 86_400, keys.log: 86_400, keys.tombstone: 90_000}
    for version, key in ((1, KEY), (2, None), (3, KEY._replace(key="another"))):
        server.let_pass(86_000)
        store.save(game, version, b"", b"", DAY, key)
        assert ends(server, game) == {
            keys.game: 86_400,
            keys.log: 86_400,
            keys.records: 86_400,
            keys.tombstone: 90_000,
        }


def test_a_game_created_with_a_key_has_no_key_that_stays(store: GameStore, server: Server) -> None:
    game = new_game_id()
    create(store, game, b"", b"", DAY, KEY)
    assert sorted(ends(server, game).values()) == [86_400, 86_400, 86_400, 90_000]


def test_a_game_ends_by_itself(store: GameStore, server: Server) -> None:
    game = new_game_id()
    create(store, game, b"", b"", Lifetime(1, 1), KEY)
    wait_until(lambda: ends(server, game) == {})


def test_all_keys_of_a_partition_are_in_one_slot(store: GameStore) -> None:
    first, second = game_keys("k3" + 20 * "0"), game_keys("k3" + 20 * "z")
    assert len({key_slot(key.encode()) for key in (*first, *second)}) == 1


def test_a_log_of_another_length_stays_as_it_was(store: GameStore, server: Server) -> None:
    game = begin(store)
    with server.client() as client:
        client.rpush(game_keys(game).log, b"of somebody else")
        for more in ([], [b"entry 3", b"entry 4"]):
            with pytest.raises(StoreUnavailable):
                store.save(game, 1, b"state", b"entry 2", DAY, None, more)
        assert client.lrange(game_keys(game).log, 0, -1) == [b"entry 1", b"of somebody else"]
    assert store.load(game).state == b"state 1"


def test_a_finished_game_of_120_commands_takes_6_kb(store: GameStore, server: Server) -> None:
    game = begin(store)
    for version in range(1, 121):
        store.save(game, version, b"s" * 450, b"e" * 35, DAY)
    with server.client() as client:
        assert sum(client.memory_usage(key) for key in ends(server, game)) <= 6_144


def test_scripts_that_the_server_forgot_are_shown_to_it_again(own_store: GameStore, own_server: Server) -> None:
    with own_server.client() as client:
        forget = client.script_flush
        game = begin(own_store)
        forget()
        assert own_store.save(game, 1, b"state 2", b"", DAY) == Saved(2)
        forget()
        assert own_store.load(game).version == 2
        forget()
        assert len(own_store.log(game)) == 2
        forget()
        assert create(own_store, new_game_id(), b"", b"", DAY) == Saved(1)


def test_many_requests_queue_for_few_connections(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connect, "QUEUE_SECONDS", LONG)
    store = redis_store.RedisStore(OneServer(connect.open_pool(patient(server.url), 2)))
    game = begin(store)
    answers: list[Loaded] = []
    threads = [Thread(target=lambda: answers.append(store.load(game))) for _ in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == 32 * [Loaded(1, b"state 1", None)]
    store.close()


def test_a_request_that_gets_no_connection_in_time_is_refused(server: Server) -> None:
    pool = connect.open_pool(server.url, 1)
    store = redis_store.RedisStore(OneServer(pool))
    taken = pool.get_connection()
    with pytest.raises(StoreUnavailable, match="too many requests"):
        store.load(new_game_id())
    pool.release(taken)
    assert store.check() == []
    store.close()


def test_two_processes_that_race_win_each_version_once(store: GameStore, server: Server) -> None:
    game, last = begin(store), 200
    with ExitStack() as stack:
        command = ("-m", "tests.store.racer", patient(server.url), game)
        racers = [stack.enter_context(python(*command, name, str(last))) for name in "ab"]
        for racer in racers:
            assert racer.stdout is not None
            assert racer.stdout.readline() == "ready\n"
        store.save(game, 1, b"go", b"go", DAY)
        won = [int(line) for racer in racers for line in racer.communicate()[0].split()]
    assert sorted(won) == list(range(3, last + 1))
    log = store.log(game)
    assert [entry.version for entry in log] == list(range(1, last + 1))
    assert store.load(game) == Loaded(last, log[-1].entry, None)


FORKED = """
import os, sys
from acey_deucey.store import open_store
store = open_store(sys.argv[1])
load = lambda: {store.load(sys.argv[2]).version for _ in range(200)}
assert load() == {1}
child = os.fork()
assert load() == {1}
if child:
    assert os.waitpid(child, 0)[1] == 0
"""
GREEN = """
from gevent import monkey; monkey.patch_all()
import sys, gevent
from acey_deucey.ports import Lifetime, Saved
from acey_deucey.store import connect, open_store
from tests.store.games import create, new_game_id
connect.QUEUE_SECONDS = 60
store = open_store(sys.argv[1])
def play(game):
    create(store, game, b"", b"", Lifetime(60, 60))
    return all(store.save(game, version, b"", b"", Lifetime(60, 60)) == Saved(version + 1) for version in range(1, 6))
greenlets = [gevent.spawn(play, new_game_id()) for _ in range(200)]
assert all(greenlet.get(timeout=60) for greenlet in greenlets)
waiting = gevent.spawn(store.wait, sys.argv[2], 1, 60)
gevent.sleep(0.1)
assert not waiting.ready()
store.save(sys.argv[2], 1, b"", b"", Lifetime(60, 60))
waiting.get(timeout=30)
"""


@pytest.mark.parametrize("script", [FORKED, GREEN], ids=["after a fork", "with 200 greenlets"])
def test_a_store_serves(store: GameStore, server: Server, script: str) -> None:
    with python("-c", script, patient(server.url), begin(store)) as other:
        other.communicate()
    assert other.returncode == 0
