"""What every store promises (ports.GameStore), on each of them."""

from collections.abc import Callable
from contextlib import closing
from threading import Thread

import pytest
from acey_deucey.ports import (
    GameExists,
    GameExpired,
    GameNotFound,
    GameStore,
    IdempotencyKey,
    Lifetime,
    Loaded,
    LogEntry,
    Replay,
    Saved,
    Stale,
    Untimely,
    Window,
)
from acey_deucey.store.keys import is_game_id

from tests.store.conftest import World
from tests.store.games import DAY, KEY, RECORDED, begin, create, new_game_id


@pytest.fixture
def store(world: World) -> GameStore:
    return world.store


def _uses(store: GameStore, game: str) -> list[Callable[[], object]]:
    return [
        lambda: store.load(game, KEY.key),
        lambda: store.save(game, 1, b"", b"", DAY, KEY),
        lambda: store.log(game),
    ]


@pytest.fixture
def game(store: GameStore) -> str:
    """A game that has just been created."""
    return begin(store)


def test_a_new_game_is_version_1(store: GameStore) -> None:
    game_id = new_game_id()
    assert create(store, game_id, b"state", b"entry", DAY) == Saved(1)
    assert store.load(game_id) == Loaded(1, b"state", None)
    assert store.log(game_id) == [LogEntry(1, b"entry")]


def test_each_command_makes_the_next_version(store: GameStore, game: str) -> None:
    assert store.save(game, 1, b"state 2", b"entry 2", DAY) == Saved(2)
    assert store.save(game, 2, b"state 3", b"entry 3", DAY) == Saved(3)
    assert store.load(game) == Loaded(3, b"state 3", None)
    assert store.log(game) == [LogEntry(n, b"entry %d" % n) for n in (1, 2, 3)]


def test_several_versions_are_written_in_one_step(store: GameStore, game: str) -> None:
    assert store.save(game, 1, b"state 4", b"entry 2", DAY, KEY, [b"entry 3", b"entry 4"]) == Saved(4)
    assert store.load(game, KEY.key) == Loaded(4, b"state 4", Replay(4, RECORDED))
    assert store.save(game, 1, b"again", b"again", DAY, KEY, [b"again"]) == Replay(4, RECORDED)
    assert store.save(game, 2, b"late", b"late", DAY, None, [b"late"]) == Stale(4, b"state 4")
    assert store.save(game, 4, b"state 5", b"entry 5", DAY) == Saved(5)
    assert store.log(game) == [LogEntry(n, b"entry %d" % n) for n in (1, 2, 3, 4, 5)]


def test_a_new_game_may_begin_with_several_versions(store: GameStore) -> None:
    game_id = new_game_id()
    assert create(store, game_id, b"state 3", b"entry 1", DAY, KEY, [b"entry 2", b"entry 3"]) == Saved(3)
    assert create(store, game_id, b"again", b"again", DAY, KEY) == Replay(3, RECORDED)
    assert store.load(game_id) == Loaded(3, b"state 3", None)
    assert store.log(game_id) == [LogEntry(n, b"entry %d" % n) for n in (1, 2, 3)]


def test_who_listens_hears_of_several_versions_at_once(store: GameStore, game: str) -> None:
    with closing(store.listen(game)) as line:
        store.save(game, 1, b"state 3", b"entry 2", DAY, None, [b"entry 3"])
        assert line.wait(after=2, seconds=60)


def test_the_log_is_read_from_any_version_on_and_in_parts(store: GameStore, game: str) -> None:
    for version in range(1, 10):
        store.save(game, version, b"", b"entry %d" % (version + 1), DAY)
    assert [entry.version for entry in store.log(game, after=7)] == [8, 9, 10]
    assert store.log(game, after=4, limit=2) == [LogEntry(5, b"entry 5"), LogEntry(6, b"entry 6")]
    assert store.log(game, after=10) == []


@pytest.mark.parametrize(
    "content", [b"", b" ", b"1 2", b"\x00\xff\r\n", b"x" * 300_000], ids=["empty", "space", "digits", "binary", "long"]
)
def test_any_bytes_come_back_as_they_were(store: GameStore, game: str, content: bytes) -> None:
    store.save(game, 1, content, content, DAY)
    assert store.load(game) == Loaded(2, content, None)
    assert store.log(game, after=1) == [LogEntry(2, content)]


def test_what_was_never_created_is_not_found(store: GameStore) -> None:
    with pytest.raises(GameNotFound):
        store.load(new_game_id())
    with pytest.raises(GameNotFound):
        store.save(new_game_id(), 1, b"", b"", DAY, KEY)
    with pytest.raises(GameNotFound):
        store.log(new_game_id())


def test_an_id_is_used_once(store: GameStore, game: str) -> None:
    with pytest.raises(GameExists):
        create(store, game, b"other", b"other", DAY)
    with pytest.raises(GameExists):
        create(store, game, b"other", b"other", DAY, KEY)
    assert store.load(game, KEY.key) == Loaded(1, b"state 1", None)
    assert len(store.log(game)) == 1


@pytest.mark.parametrize("expected", [0, 1, 3, 12])
def test_a_stale_command_learns_the_newest_state_and_changes_nothing(
    store: GameStore, game: str, expected: int
) -> None:
    store.save(game, 1, b"state 2", b"entry 2", DAY)
    assert store.save(game, expected, b"late", b"late", DAY, KEY) == Stale(2, b"state 2")
    assert store.load(game, KEY.key) == Loaded(2, b"state 2", None)
    assert len(store.log(game)) == 2


def test_a_version_is_not_taken_for_one_that_begins_with_the_same_digits(store: GameStore, game: str) -> None:
    for version in range(1, 11):
        store.save(game, version, b"state", b"", DAY)
    assert store.save(game, 1, b"late", b"", DAY) == Stale(11, b"state")


def test_a_repeated_command_gets_its_first_answer_before_any_look_at_the_version(store: GameStore, game: str) -> None:
    store.save(game, 1, b"state 2", b"entry 2", DAY, KEY)
    store.save(game, 2, b"state 3", b"entry 3", DAY)
    for expected in (1, 2, 3):
        assert store.save(game, expected, b"again", b"again", DAY, KEY) == Replay(2, RECORDED)
    assert store.load(game, KEY.key) == Loaded(3, b"state 3", Replay(2, RECORDED))
    assert len(store.log(game)) == 3


def test_a_repeated_creation_gets_its_first_answer(store: GameStore) -> None:
    game_id = new_game_id()
    assert create(store, game_id, b"state", b"entry", DAY, KEY) == Saved(1)
    store.save(game_id, 1, b"state 2", b"entry 2", DAY)
    assert create(store, game_id, b"again", b"again", DAY, KEY) == Replay(1, RECORDED)
    assert store.load(game_id, KEY.key) == Loaded(2, b"state 2", Replay(1, RECORDED))


def test_a_key_used_for_another_request_is_told_apart(store: GameStore, game: str) -> None:
    store.save(game, 1, b"state 2", b"entry 2", DAY, KEY)
    answer = store.save(game, 2, b"", b"", DAY, IdempotencyKey(KEY.key, b"something else altogether"))
    assert isinstance(answer, Replay)
    assert answer.is_of(KEY.fingerprint)
    assert not answer.is_of(b"something else altogether")


def test_a_key_belongs_to_one_game(store: GameStore, game: str) -> None:
    other = new_game_id()
    create(store, other, b"state", b"entry", DAY, KEY)
    assert store.load(game, KEY.key).replay is None
    assert store.save(game, 1, b"state 2", b"entry 2", DAY, KEY) == Saved(2)


def test_every_key_of_a_long_game_is_remembered(store: GameStore, game: str) -> None:
    keys = [IdempotencyKey(f"key {n} é", b"fingerprint %05d" % n) for n in range(600)]
    for version, key in enumerate(keys, 1):
        assert store.save(game, version, b"state", b"entry", DAY, key) == Saved(version + 1)
    for version, key in enumerate(keys, 1):
        assert store.load(game, key.key).replay == Replay(version + 1, key.fingerprint[:12])
    assert [entry.version for entry in store.log(game)] == list(range(1, 602))


def test_a_command_just_before_the_end_renews_all_of_the_game(world: World, game: str) -> None:
    store = world.store
    store.save(game, 1, b"state 2", b"entry 2", DAY, KEY)
    for version in (2, 3):
        world.let_pass(DAY.ttl_seconds - 60)
        assert store.save(game, version, b"state", b"entry", DAY) == Saved(version + 1)
    world.let_pass(DAY.ttl_seconds - 60)
    assert store.load(game, KEY.key) == Loaded(4, b"state", Replay(2, RECORDED))
    assert len(store.log(game)) == 4


def test_a_command_may_shorten_the_lifetime(world: World, game: str) -> None:
    world.store.save(game, 1, b"", b"", Lifetime(60, 60))
    world.let_pass(90)
    with pytest.raises(GameExpired):
        world.store.load(game)


def test_a_command_counts_only_in_its_window_by_the_clock_of_the_store(store: GameStore, game: str) -> None:
    now = store.now(game)
    for window in (Window(now + 60_000, now + 120_000), Window(now - 60_000, now), Window(now - 120_000, now - 60_000)):
        with pytest.raises(Untimely) as refused:
            store.save(game, 1, b"late", b"late", DAY, KEY, window=window)
        assert now <= refused.value.now < now + 60_000
    assert store.load(game, KEY.key) == Loaded(1, b"state 1", None)
    assert len(store.log(game)) == 1
    window = Window(now, now + 60_000)
    assert store.save(game, 1, b"state 2", b"entry 2", DAY, KEY, [b"entry 3"], window) == Saved(3)
    assert store.log(game, after=1) == [LogEntry(2, b"entry 2"), LogEntry(3, b"entry 3")]


def test_a_repeated_or_stale_command_is_told_so_whenever_it_comes(store: GameStore, game: str) -> None:
    past = Window(0, 1)
    store.save(game, 1, b"state 2", b"entry 2", DAY, KEY)
    assert store.save(game, 2, b"again", b"again", DAY, KEY, window=past) == Replay(2, RECORDED)
    assert store.save(game, 1, b"late", b"late", DAY, window=past) == Stale(2, b"state 2")


def test_an_expired_game_is_expired_then_unknown_and_never_a_fresh_board(world: World, game: str) -> None:
    store = world.store
    world.let_pass(DAY.ttl_seconds + 1)
    for refused in _uses(store, game):
        with pytest.raises(GameExpired):
            refused()
    with pytest.raises(GameExpired):
        create(store, game, b"fresh", b"fresh", DAY, KEY)
    world.let_pass(DAY.tombstone_seconds)
    for refused in _uses(store, game):
        with pytest.raises(GameNotFound):
            refused()


def test_the_id_of_a_forgotten_game_may_be_used_again(world: World, game: str) -> None:
    world.let_pass(DAY.ttl_seconds + DAY.tombstone_seconds)
    assert create(world.store, game, b"state", b"entry", DAY) == Saved(1)
    assert world.store.load(game) == Loaded(1, b"state", None)


def test_waiting_ends_at_once_when_there_is_news_or_no_game(world: World, game: str) -> None:
    world.store.wait(game, after=0, seconds=60)
    world.store.wait(new_game_id(), after=0, seconds=60)


def test_who_waits_behind_a_version_that_there_is_not_disturbs_nobody(store: GameStore, game: str) -> None:
    with closing(store.listen(game)) as line:
        store.wait(game, after=1000, seconds=0.05)
        assert not line.wait(after=1, seconds=0)
        store.save(game, 1, b"state 2", b"entry 2", DAY)
        assert line.wait(after=1, seconds=60)
        assert not line.is_cut


def test_waiting_ends_when_the_time_is_over(store: GameStore, game: str) -> None:
    store.wait(game, after=1, seconds=0.05)
    store.wait(game, after=1, seconds=0)


def test_waiting_ends_with_the_next_version(store: GameStore, game: str) -> None:
    listeners = [Thread(target=store.wait, args=(game, 1, 60)) for _ in range(3)]
    for listener in listeners:
        listener.start()
    store.save(game, 1, b"state 2", b"entry 2", DAY)
    for listener in listeners:
        listener.join(timeout=30)
    assert not any(listener.is_alive() for listener in listeners)


def test_who_listens_hears_of_each_version_and_of_nothing_else(store: GameStore, game: str) -> None:
    with closing(store.listen(game)) as line:
        assert not line.wait(after=1, seconds=0)
        for version in range(1, 10):
            store.save(game, version, b"state", b"entry", DAY)
            assert line.wait(after=version, seconds=60)
            assert not line.wait(after=version + 1, seconds=0)
        assert not line.is_cut


def test_what_changes_after_listening_began_is_heard_whenever_it_is_asked_for(store: GameStore, game: str) -> None:
    with closing(store.listen(game)) as line:
        for version in range(1, 6):
            store.save(game, version, b"state", b"entry", DAY)
        assert all(line.wait(version, seconds=60) for version in range(1, 6))


def test_those_who_listen_to_a_game_together_hear_the_same_and_part_one_by_one(store: GameStore, game: str) -> None:
    lines = [store.listen(game) for _ in range(3)]
    for version, line in enumerate(lines, 1):
        store.save(game, version, b"state", b"entry", DAY)
        assert all(other.wait(version, seconds=60) for other in lines[version - 1 :])
        line.close()


def test_hanging_up_ends_all_waiting_now_and_later_and_commands_go_on(store: GameStore, game: str) -> None:
    with closing(store.listen(game)) as line:
        waiting = [Thread(target=line.wait, args=(1, 60)), Thread(target=store.wait, args=(game, 1, 60))]
        for thread in waiting:
            thread.start()
        store.hang_up()
        for thread in waiting:
            thread.join(timeout=30)
        assert not any(thread.is_alive() for thread in waiting)
        assert line.is_cut
    with closing(store.listen(game)) as late:
        assert late.is_cut
        assert late.wait(1, seconds=60)
    store.wait(game, 1, seconds=60)
    assert store.save(game, 1, b"state 2", b"entry 2", DAY) == Saved(2)


def test_of_many_racers_for_a_version_one_wins_and_the_rest_learn_the_newest_state(store: GameStore, game: str) -> None:
    last = 40
    wins: list[Saved] = []
    losses: list[Replay | Stale] = []

    def race(name: int) -> None:
        version = 1
        while version < last:
            answer = store.save(game, version, b"by %d" % name, b"by %d" % name, DAY)
            if isinstance(answer, Saved):
                wins.append(answer)
            else:
                losses.append(answer)
            version = answer.version

    racers = [Thread(target=race, args=(name,)) for name in range(8)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(answer.version for answer in wins) == list(range(2, last + 1))
    assert [entry.version for entry in store.log(game)] == list(range(1, last + 1))
    assert store.load(game).state == store.log(game, after=last - 1)[0].entry
    assert all(isinstance(answer, Stale) for answer in losses)


def test_of_many_racers_with_one_key_one_wins_and_the_rest_get_its_answer(store: GameStore, game: str) -> None:
    answers: list[object] = []
    racers = [
        Thread(target=lambda: answers.append(store.save(game, 1, b"state 2", b"entry 2", DAY, KEY))) for _ in range(8)
    ]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(answers, key=lambda answer: isinstance(answer, Replay)) == [Saved(2)] + 7 * [Replay(2, RECORDED)]
    assert len(store.log(game)) == 2


def test_all_games_are_named_but_those_that_are_over(world: World) -> None:
    short, long = [begin(world.store) for _ in range(2)], [begin(world.store) for _ in range(3)]
    for game in short:
        world.store.save(game, 1, b"", b"", Lifetime(100, 1000))
    assert set(world.store.game_ids()) >= {*short, *long}
    world.let_pass(101)
    named = set(world.store.game_ids())
    assert named >= set(long)
    assert named.isdisjoint(short)
    assert all(is_game_id(game) for game in named)


def test_a_store_in_order_is_ready(store: GameStore) -> None:
    assert store.check() == []
