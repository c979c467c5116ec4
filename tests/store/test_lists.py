"""What every store promises of the lists of an owner's games, and of games stored together (ports.GameStore)."""

from itertools import count
from secrets import token_bytes
from threading import Thread

import pytest
from acey_deucey.ports import (
    SHELVES,
    Draft,
    GameExists,
    GameExpired,
    GameStore,
    Lifetime,
    Listed,
    Loaded,
    Replay,
    Saved,
    Shelf,
    Stale,
)
from acey_deucey.store import keys
from acey_deucey.store.keys import game_id_from, owner_partitions, partition_of

from tests.store.conftest import World
from tests.store.games import DAY, KEY, RECORDED, create, new_game_id

OWNERS = (f"owner.{number}" for number in count())
BEGAN_AT = 1_700_000_000_000


@pytest.fixture
def store(world: World) -> GameStore:
    return world.store


@pytest.fixture
def owner() -> str:
    """An owner who has no game yet."""
    return next(OWNERS)


def own_id(owner: str) -> str:
    return game_id_from(token_bytes(32), owner)


def begin(store: GameStore, listed: Listed, lifetime: Lifetime = DAY) -> str:
    game_id = own_id(listed.owner)
    assert create(store, game_id, b"state 1", b"entry 1", lifetime, listed=listed) == Saved(1)
    return game_id


def named(store: GameStore, owner: str, *shelves: Shelf) -> list[str]:
    return [game.game_id for game in store.owned(owner, shelves or SHELVES, None, 1000)]


def test_the_games_of_an_owner_are_listed_those_that_began_last_first(store: GameStore, owner: str) -> None:
    games = [begin(store, Listed(owner, "playing", BEGAN_AT + at)) for at in range(30)]
    begin(store, Listed(next(OWNERS), "playing", BEGAN_AT))
    found = store.owned(owner, SHELVES, None, 1000)
    assert [game.game_id for game in found] == games[::-1]
    assert {game.state for game in found} == {b"state 1"}
    assert len({partition_of(game) for game in games}) > 1, "the test must look at several partitions"


def test_a_list_is_read_in_parts_without_gap_or_repeat_also_when_games_began_at_once(
    store: GameStore, owner: str
) -> None:
    games = {begin(store, Listed(owner, "waiting", BEGAN_AT + at // 20)) for at in range(60)}
    places: list[str] = []
    while page := store.owned(owner, SHELVES, places[-1] if places else None, 7):
        assert len(page) <= 7
        places += [game.place for game in page]
    assert places == sorted(set(places), reverse=True)
    assert {keys.game_at(place) for place in places} == games


def test_a_game_is_on_one_shelf_and_goes_on_with_its_commands(store: GameStore, owner: str) -> None:
    game = begin(store, Listed(owner, "waiting", BEGAN_AT))
    other = begin(store, Listed(owner, "waiting", BEGAN_AT - 1))
    assert named(store, owner, "waiting") == [game, other]
    for version, shelf in enumerate(SHELVES, 1):
        assert isinstance(store.save(game, version, b"later", b"", DAY, listed=Listed(owner, shelf, BEGAN_AT)), Saved)
        assert named(store, owner, shelf)[0] == game
        assert sum(game in named(store, owner, one) for one in SHELVES) == 1
    assert named(store, owner) == [game, other]
    assert store.owned(owner, ("finished",), None, 1)[0].state == b"later"


def test_what_is_not_stored_changes_no_list(store: GameStore, owner: str) -> None:
    game = begin(store, Listed(owner, "waiting", BEGAN_AT))
    on = Listed(owner, "finished", BEGAN_AT)
    assert isinstance(store.save(game, 7, b"", b"", DAY, listed=on), Stale)
    with pytest.raises(GameExists):
        create(store, game, b"", b"", DAY, listed=on)
    assert named(store, owner, "finished") == []
    assert named(store, owner) == [game]


def test_an_expired_game_leaves_the_list_and_those_that_live_stay(world: World, owner: str) -> None:
    short = Lifetime(100, 100)
    over = [begin(world.store, Listed(owner, "playing", BEGAN_AT + at), short) for at in range(5)]
    kept = begin(world.store, Listed(owner, "playing", BEGAN_AT))
    renewed = begin(world.store, Listed(owner, "playing", BEGAN_AT + 9), short)
    world.store.save(renewed, 1, b"renewed", b"", DAY, listed=Listed(owner, "playing", BEGAN_AT + 9))
    world.let_pass(101)
    states = {game.game_id: game.state for game in world.store.owned(owner, SHELVES, None, 1000)}
    assert {states.get(game) for game in over} == {None}
    assert (states[kept], states[renewed]) == (b"state 1", b"renewed")
    world.let_pass(DAY.ttl_seconds)
    assert [game for game in world.store.owned(owner, SHELVES, None, 1000) if game.state is not None] == []


def test_a_new_game_takes_those_that_are_over_from_the_list(world: World, owner: str) -> None:
    partition = owner_partitions(owner)[0]
    ids = [game_id_from(token_bytes(32), beside=partition) for _ in range(9)]
    for at, game in enumerate(ids[:-1]):
        create(world.store, game, b"", b"", Lifetime(100, 100), listed=Listed(owner, SHELVES[at % 3], BEGAN_AT))
    create(world.store, ids[-1], b"", b"", DAY, listed=Listed(owner, "finished", BEGAN_AT))
    world.let_pass(201)
    last = game_id_from(token_bytes(32), beside=partition)
    create(world.store, last, b"", b"", DAY, listed=Listed(owner, "waiting", BEGAN_AT))
    assert set(named(world.store, owner)) <= {ids[-1], last}


def test_games_are_stored_together_or_not_at_all(store: GameStore, owner: str) -> None:
    first = own_id(owner)
    ids = [first, *(game_id_from(token_bytes(32), None, first) for _ in range(99))]
    listed = Listed(owner, "waiting", BEGAN_AT)
    drafts = [Draft(game, b"state of " + game.encode(), b"entry", DAY, (), listed) for game in ids]
    taken = drafts[57].game_id
    create(store, taken, b"other", b"other", DAY)
    with pytest.raises(GameExists, match=taken):
        store.create(drafts, KEY)
    assert named(store, owner) == []
    assert set(store.game_ids()).isdisjoint({*ids} - {taken})
    del drafts[57]
    assert store.create(drafts, KEY) == Saved(1)
    assert all(store.load(draft.game_id) == Loaded(1, draft.state, None) for draft in drafts[1:])
    assert set(named(store, owner)) == {*ids} - {taken}


def test_games_stored_together_are_found_again_by_their_key(store: GameStore) -> None:
    first = new_game_id()
    drafts = [Draft(game, b"", b"", DAY) for game in (first, game_id_from(token_bytes(32), beside=first))]
    assert store.create(drafts, KEY) == Saved(1)
    assert store.create(drafts, KEY) == Replay(1, RECORDED)
    with pytest.raises(GameExists):
        store.create(drafts)


def test_games_stored_together_may_each_have_gone_on_at_once(store: GameStore) -> None:
    first = new_game_id()
    drafts = [
        Draft(first, b"a", b"1", DAY, (b"2", b"3")),
        Draft(game_id_from(token_bytes(32), beside=first), b"b", b"1", DAY),
        Draft(game_id_from(token_bytes(32), beside=first), b"c", b"1", DAY, (b"2",)),
    ]
    assert store.create(drafts, KEY) == Saved(3)
    assert [store.load(draft.game_id) for draft in drafts] == [
        Loaded(3, b"a", None),
        Loaded(1, b"b", None),
        Loaded(2, b"c", None),
    ]
    assert [entry.entry for entry in store.log(first)] == [b"1", b"2", b"3"]
    assert store.create(drafts, KEY) == Replay(3, RECORDED)


def test_none_is_stored_where_one_has_expired(world: World) -> None:
    first = new_game_id()
    drafts = [Draft(game, b"", b"", DAY) for game in (first, game_id_from(token_bytes(32), beside=first))]
    create(world.store, drafts[1].game_id, b"", b"", Lifetime(10, 1000))
    world.let_pass(11)
    with pytest.raises(GameExpired):
        world.store.create(drafts)
    assert first not in set(world.store.game_ids())


def test_of_many_who_create_games_for_one_owner_none_is_lost(store: GameStore, owner: str) -> None:
    games: list[str] = []
    racers = [
        Thread(target=lambda: games.extend(begin(store, Listed(owner, "playing", BEGAN_AT)) for _ in range(10)))
        for _ in range(4)
    ]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert set(named(store, owner)) == set(games)
    assert len(games) == 40


def test_the_games_of_an_owner_are_in_his_partitions() -> None:
    for owner in ("school", "a.b-c_D", "x"):
        partitions = owner_partitions(owner)
        assert 1 < len(partitions) <= keys.OWNER_PARTITIONS
        assert partitions == owner_partitions(owner)
        assert {partition_of(own_id(owner)) for _ in range(300)} == set(partitions)
