"""What holds of the store in memory only."""

from contextlib import closing

from acey_deucey.ports import Lifetime
from acey_deucey.store import open_store
from acey_deucey.store.memory import MemoryStore, SystemClock

from tests.store.conftest import SetClock
from tests.store.games import DAY, begin, create, new_game_id


def test_forgotten_games_take_no_room() -> None:
    clock = SetClock()
    store = MemoryStore(clock)
    for _ in range(100):
        create(store, new_game_id(), b"", b"", Lifetime(60, 60))
    clock.move_on(120)
    create(store, new_game_id(), b"", b"", Lifetime(60, 60))
    assert len(store) == 1


def test_listening_is_cut_when_the_game_has_expired() -> None:
    clock = SetClock()
    store = MemoryStore(clock)
    game = begin(store)
    with closing(store.listen(game)) as line:
        assert not line.wait(1, 0)
        clock.move_on(DAY.ttl_seconds)
        assert line.wait(1, 60)
        assert line.is_cut


def test_the_url_of_the_store_in_memory_opens_an_empty_one() -> None:
    store = open_store("memory://")
    assert isinstance(store, MemoryStore)
    assert len(store) == 0
    store.close()


def test_the_time_of_this_machine_goes_forward() -> None:
    clock = SystemClock()
    assert 1_700_000_000 < clock.now() <= clock.now()
