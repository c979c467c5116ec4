"""What every store promises of allowances: what is taken of them is counted until they are whole again."""

from threading import Thread

import pytest
from acey_deucey.ports import Allowance, GameStore, Spent, Standing

from tests.store.conftest import World
from tests.store.games import new_game_id

HOUR = Allowance(5, 3600)
DAY = Allowance(8, 86_400)


@pytest.fixture
def store(world: World) -> GameStore:
    return world.store


def lefts(spent: Spent) -> list[int]:
    return [standing.left for standing in spent.standings]


def test_an_allowance_is_used_up_one_by_one_and_then_nothing_more_is_taken(store: GameStore) -> None:
    subject = new_game_id()
    spent = [store.spend(subject, [HOUR]) for _ in range(7)]
    assert [one.is_granted for one in spent] == [True] * 5 + [False] * 2
    assert [lefts(one) for one in spent] == [[4], [3], [2], [1], [0], [0], [0]]
    assert all(3590 <= one.standings[0].seconds <= 3600 for one in spent)


def test_each_subject_has_an_allowance_of_its_own(store: GameStore) -> None:
    first, second = new_game_id(), new_game_id()
    store.spend(first, [HOUR], 5)
    assert store.spend(second, [HOUR]).is_granted
    assert not store.spend(first, [HOUR]).is_granted


def test_of_several_allowances_all_are_used_or_none(store: GameStore) -> None:
    subject = new_game_id()
    assert lefts(store.spend(subject, [HOUR, DAY], 4)) == [1, 4]
    refused = store.spend(subject, [HOUR, DAY], 2)
    assert (refused.is_granted, lefts(refused)) == (False, [1, 4])
    assert lefts(store.spend(subject, [HOUR, DAY])) == [0, 3]


def test_nothing_is_taken_by_who_wants_more_than_there_is(store: GameStore) -> None:
    assert store.spend(new_game_id(), [HOUR], 6) == Spent(False, (Standing(5, 0),))


def test_an_allowance_is_whole_again_after_its_time_and_no_sooner(world: World) -> None:
    subject = new_game_id()
    world.store.spend(subject, [HOUR, DAY])
    world.let_pass(3000)
    assert lefts(world.store.spend(subject, [HOUR, DAY], 4)) == [0, 3]
    world.let_pass(500)
    late = world.store.spend(subject, [HOUR, DAY])
    assert (late.is_granted, late.standings[0].left) == (False, 0)
    assert 0 < late.standings[0].seconds <= 100
    world.let_pass(101)
    again = world.store.spend(subject, [HOUR, DAY])
    assert (again.is_granted, lefts(again)) == (True, [4, 2])


def test_of_many_who_spend_at_once_no_more_get_something_than_there_is(store: GameStore) -> None:
    subject, allowance = new_game_id(), [Allowance(50, 3600)]
    granted: list[bool] = []

    def take() -> None:
        granted.extend(store.spend(subject, allowance).is_granted for _ in range(20))

    takers = [Thread(target=take) for _ in range(5)]
    for taker in takers:
        taker.start()
    for taker in takers:
        taker.join()
    assert sorted(granted) == [False] * 50 + [True] * 50
