"""Listeners on real servers: one subscription for all of a process, woken by rings, and not lost without them."""

import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from threading import Thread

import pytest
from acey_deucey.ports import GameStore, Listening, StoreUnavailable
from acey_deucey.store import ear, open_store
from acey_deucey.store.keys import game_keys

from tests.store.games import DAY, KEY, begin
from tests.store.servers import Server, patient, python, wait_until

# Long enough to tell it from not being woken at all, on any machine.
LONG = 60


@pytest.fixture
def quick_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is lost is soon made up for, and a subscription that nobody needs soon given up."""
    monkeypatch.setattr(ear, "SWEEP_SECONDS", 0.05)


@pytest.fixture
def no_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only rings, and new subscriptions, wake a listener."""
    monkeypatch.setattr(ear, "SWEEP_SECONDS", 10 * LONG)


def subscriptions(server: Server) -> list[dict[str, str]]:
    with server.client() as client:
        return list(client.client_list(_type="pubsub"))


def channels(server: Server) -> set[bytes]:
    with server.client() as client:
        return set(client.pubsub_channels())


def kill_subscriptions(server: Server) -> None:
    with server.client() as client:
        client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")


@pytest.fixture
def hub_threads() -> Callable[[], list[Thread]]:
    """The hubs' threads that the test has begun; those of the tests before it end in their own time."""
    before = set(threading.enumerate())
    return lambda: [each for each in threading.enumerate() if each.name == "acey-deucey hub" and each not in before]


def refuses(store: GameStore, game: str) -> bool:
    """Whether who comes to listen is told that there is no subscription."""
    try:
        store.listen(game).close()
    except StoreUnavailable:
        return True
    return False


def in_background(act: Callable[[], object]) -> Thread:
    thread = Thread(target=act)
    thread.start()
    return thread


def ends(thread: Thread) -> bool:
    thread.join(timeout=30)
    return not thread.is_alive()


@pytest.mark.usefixtures("no_sweeps")
def test_a_listener_wakes_when_another_process_makes_a_version(own_store: GameStore, own_server: Server) -> None:
    game = begin(own_store)
    listener = in_background(lambda: own_store.wait(game, 1, LONG))
    wait_until(lambda: len(channels(own_server)) == 1)
    with python(
        "-c",
        "import sys; from acey_deucey.ports import Lifetime; from acey_deucey.store import open_store;"
        "store = open_store(sys.argv[1]); print(store.save(sys.argv[2], 1, b'', b'', Lifetime(60, 60))); store.close()",
        own_server.url,
        game,
    ) as other:
        assert other.communicate()[0] == "Saved(version=2)\n"
    assert ends(listener)


@pytest.mark.usefixtures("no_sweeps")
def test_all_listeners_of_a_process_share_one_subscription(
    own_store: GameStore, own_server: Server, hub_threads: Callable[[], list[Thread]]
) -> None:
    games = [begin(own_store) for _ in range(20)]
    lines = [own_store.listen(game) for game in games for _ in range(3)]
    assert len(subscriptions(own_server)) == 1
    assert channels(own_server) == {game_keys(game).game.encode() for game in games}
    assert len(hub_threads()) == 1
    own_store.save(games[0], 1, b"state 2", b"entry 2", DAY)
    assert all(line.wait(1, LONG) for line in lines[:3])
    assert not any(line.wait(1, 0) for line in lines[3:])
    for line in lines:
        line.close()


@pytest.mark.usefixtures("quick_sweeps")
def test_with_the_last_listener_the_subscription_ends_and_the_next_begins_it_anew(
    own_store: GameStore, own_server: Server, hub_threads: Callable[[], list[Thread]]
) -> None:
    first, second = begin(own_store), begin(own_store)
    for _ in range(2):
        with closing(own_store.listen(first)):
            with closing(own_store.listen(second)):
                assert len(channels(own_server)) == 2
            wait_until(lambda: channels(own_server) == {game_keys(first).game.encode()})
        wait_until(lambda: subscriptions(own_server) == [] and hub_threads() == [])


@pytest.mark.usefixtures("quick_sweeps")
def test_who_comes_just_when_the_subscription_is_given_up_has_the_only_one(
    own_store: GameStore,
    own_server: Server,
    hub_threads: Callable[[], list[Thread]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = begin(own_store), begin(own_store)
    came: list[Listening] = []
    sweeps = ear.Ear._sweeps

    def swept_before_somebody_comes(it: ear.Ear) -> bool:
        is_wanted = sweeps(it)
        if not is_wanted and not came:
            came.append(own_store.listen(second))
        return is_wanted

    monkeypatch.setattr(ear.Ear, "_sweeps", swept_before_somebody_comes)
    own_store.listen(first).close()
    wait_until(lambda: len(came) == 1 and len(hub_threads()) == 1)
    assert len(subscriptions(own_server)) == 1
    came[0].close()
    wait_until(lambda: hub_threads() == [])


def test_without_listeners_there_is_no_subscription(
    own_store: GameStore, own_server: Server, hub_threads: Callable[[], list[Thread]]
) -> None:
    game = begin(own_store)
    own_store.save(game, 1, b"state 2", b"entry 2", DAY)
    assert (subscriptions(own_server), hub_threads()) == ([], [])


@pytest.mark.usefixtures("no_sweeps")
def test_what_happens_while_the_subscription_is_broken_is_heard_afterwards(
    own_store: GameStore, own_server: Server
) -> None:
    games = [begin(own_store) for _ in range(300)]
    lines = [own_store.listen(game) for game in games]
    for version in (1, 2, 3):
        kill_subscriptions(own_server)
        for game in games:
            own_store.save(game, version, b"state", b"entry", DAY)
        assert all(line.wait(version, LONG) for line in lines)
    assert len(subscriptions(own_server)) == 1
    for line in lines:
        line.close()


@pytest.mark.usefixtures("no_sweeps")
def test_listeners_outlive_the_server_and_miss_nothing(own_store: GameStore, own_server: Server) -> None:
    game = begin(own_store)
    with closing(own_store.listen(game)) as line:
        assert not line.wait(1, 0)
        own_server.kill()
        assert not line.wait(1, 0.2)
        own_server.start()
        own_store.save(game, 1, b"state 2", b"entry 2", DAY, KEY)
        assert line.wait(1, LONG)
        assert not line.is_cut


@pytest.mark.usefixtures("quick_sweeps")
def test_a_ring_that_is_lost_only_delays(own_store: GameStore, own_server: Server) -> None:
    game = begin(own_store)
    with closing(own_store.listen(game)) as line:
        assert not line.wait(1, 0)
        with own_server.client() as client:
            client.rpush(game_keys(game).log, b"entry 2")  # as a command would, without its ring
        assert line.wait(1, LONG)


@pytest.mark.usefixtures("quick_sweeps")
def test_a_subscription_that_has_fallen_silent_is_made_anew(
    own_store: GameStore, own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ear, "COMMAND_SECONDS", 0.3)
    game = begin(own_store)
    with closing(own_store.listen(game)) as line:
        (first,) = subscriptions(own_server)
        own_server.freeze()
        # Some time may pass before: a look at the logs that the freeze has caught gives up first, after its own while.
        wait_until(lambda: refuses(own_store, game))
        own_server.thaw()
        wait_until(lambda: [it["id"] for it in subscriptions(own_server)] not in ([], [first["id"]]))
        own_store.save(game, 1, b"state 2", b"entry 2", DAY)
        assert line.wait(1, LONG)


@pytest.mark.usefixtures("quick_sweeps")
def test_listening_is_cut_when_the_log_is_shorter_than_it_was(own_store: GameStore, own_server: Server) -> None:
    game = begin(own_store)
    own_store.save(game, 1, b"state 2", b"entry 2", DAY)
    with closing(own_store.listen(game)) as line:
        assert not line.wait(2, 0)
        with own_server.client() as client:
            client.rpop(game_keys(game).log)  # as a fail-over to a replica that lagged behind
        assert line.wait(2, LONG)
        assert line.is_cut
        with closing(own_store.listen(game)) as again:
            assert not again.is_cut
            assert not again.wait(1, 0)


@pytest.mark.usefixtures("quick_sweeps")
def test_listening_is_not_cut_because_somebody_waits_behind_a_version_that_there_is_not(own_store: GameStore) -> None:
    game = begin(own_store)
    with closing(own_store.listen(game)) as line:
        own_store.wait(game, after=1000, seconds=0.3)  # for some sweeps
        assert not line.is_cut


@pytest.mark.usefixtures("quick_sweeps")
def test_listening_is_cut_when_the_game_has_expired(own_store: GameStore, own_server: Server) -> None:
    game = begin(own_store)
    with closing(own_store.listen(game)) as line:
        assert not line.wait(1, 0)
        own_server.let_pass(DAY.ttl_seconds)
        assert line.wait(1, LONG)
        assert line.is_cut


def test_a_listener_is_told_when_the_server_is_gone(own_store: GameStore, own_server: Server) -> None:
    game = begin(own_store)
    own_server.kill()
    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        own_store.listen(game)
    with pytest.raises(StoreUnavailable):
        own_store.wait(game, after=1, seconds=LONG)


def test_a_listener_is_told_when_subscribing_is_forbidden(own_store: GameStore, own_server: Server) -> None:
    game = begin(own_store)
    with own_server.client() as client:
        client.execute_command("ACL", "SETUSER", "default", "resetchannels")
    with pytest.raises(StoreUnavailable, match="access rules forbid"):
        own_store.listen(game)


@pytest.mark.usefixtures("no_sweeps")
def test_a_store_that_is_closed_leaves_no_thread_and_no_subscription(
    own_server: Server, hub_threads: Callable[[], list[Thread]]
) -> None:
    store = open_store(own_server.url)
    game = begin(store)
    line = store.listen(game)
    waiting = in_background(lambda: line.wait(1, LONG))
    store.close()
    assert ends(waiting)
    assert hub_threads() == []
    wait_until(lambda: subscriptions(own_server) == [])


@pytest.mark.usefixtures("no_sweeps")
def test_an_idle_subscription_does_nothing(own_store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    heard, hears = [], ear.Ear._hears

    def counted(it: ear.Ear) -> bool:
        heard.append(it)
        return hears(it)

    monkeypatch.setattr(ear.Ear, "_hears", counted)
    games = [begin(own_store) for _ in range(3)]
    lines = [own_store.listen(game) for game in games]
    own_store.wait(games[0], after=1, seconds=0.5)
    assert len(heard) <= len(games) + len(["the answer to the ping", "the wait for more"])
    for line in lines:
        line.close()


GREENLETS = """
from gevent import monkey; monkey.patch_all()
import sys, gevent, threading
from contextlib import closing
from acey_deucey.ports import Lifetime
from acey_deucey.store import hub, open_store
from tests.store.games import create, new_game_id
hub.COMMAND_SECONDS = 60
store, day = open_store(sys.argv[1]), Lifetime(60, 60)
games = [new_game_id() for _ in range(100)]
for game in games:
    create(store, game, b'', b'', day)
def follow(game):
    with closing(store.listen(game)) as line:
        return [line.wait(version, 60) for version in range(1, 11)]
listeners = [gevent.spawn(follow, game) for game in games for _ in range(5)]
for version in range(1, 11):
    for game in games:
        store.save(game, version, b'', b'', day)
gevent.joinall(listeners, timeout=60)
print(all(all(listener.value) for listener in listeners))
store.close()
"""


def test_greenlets_listen_as_threads_do(server: Server) -> None:
    command = [sys.executable, "-W", "error", "-c", GREENLETS, patient(server.url)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.stderr) == ("True\n", "")
