"""A turn that lasts too long is lost, once, by the clock of the store, whoever finds it out first and however."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from acey_deucey import games, looking, portable, seating
from acey_deucey.audit import fault_of
from acey_deucey.codec import dump_state, load_state
from acey_deucey.history import record_at
from acey_deucey.ports import IdempotencyKey, Replay, Saved, Stale, StoreUnavailable
from acey_deucey.recent import RecentGames
from acey_deucey.rules.events import Finished, Result, TurnEnded
from acey_deucey.rules.moves import parse_play
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.violations import WrongState
from acey_deucey.seating import NewGame
from acey_deucey.services import Command, Outcome, Services, StaleVersion
from acey_deucey.store.memory import MemoryStore
from acey_deucey.transcript import replayed

from tests.games.player import Caller, StoppedClock, key_of, services_on

TURN = 30
DAY = 86_400
FOURS = parse_position_id("h15/h15 w move named 4444 21 4 1")


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def services(clock: StoppedClock) -> Services:
    return services_on(clock=clock)


def timed(services: Services, **wanted: object) -> Caller:
    position, turn = FOURS
    asked = {"position": position, "turn": turn, "turn_seconds": TURN} | wanted
    return Caller.starts(services, NewGame(**asked))  # type: ignore[arg-type]


def elsewhere(services: Services, off: float = 0) -> Services:
    """Another process on the same store, whose clock is off by so many seconds."""
    return services._replace(recent=RecentGames(), clock=StoppedClock(services.clock.now() + off))


def deadline(services: Services, caller: Caller) -> float | None:
    """Seconds from now to the deadline of the game, if it has one."""
    at = looking.get(services, caller.id).record.deadline
    return None if at is None else at / 1000 - services.clock.now()


def ends(services: Services, caller: Caller) -> list[tuple[int, tuple[str, ...]]]:
    """The versions in which the game ends, with the types of their events."""
    log = looking.later(services, caller.id, 0, 100)
    return [
        (entry.version, tuple(event.type for event in entry.events))
        for entry in log
        if any(isinstance(event, Finished) for event in entry.events)
    ]


def test_a_game_without_a_clock_has_no_deadline_and_never_ends_by_itself(
    services: Services, clock: StoppedClock
) -> None:
    caller = timed(services, turn_seconds=None)
    clock.seconds += 13 * DAY
    assert (deadline(services, caller), looking.get(services, caller.id).record.status) == (None, "playing")


def test_the_time_begins_with_the_turn_and_nothing_in_the_turn_prolongs_it(
    services: Services, clock: StoppedClock
) -> None:
    caller = timed(services)
    assert deadline(services, caller) == TURN
    uses: list[Callable[[], Outcome]] = [
        lambda: games.play(services, caller.command(), parse_play("hand/21")),
        lambda: games.undo(services, caller.command("white")),
        lambda: games.play(services, caller.command("white"), parse_play("hand/21(4)")),
        lambda: games.roll(services, caller.command("white")),
    ]
    for use in uses:
        clock.seconds += 5
        assert caller.note(use()).record.game.turn.player == "white"
    assert deadline(services, caller) == TURN - 20


def test_with_each_turn_the_time_begins_anew_until_the_game_is_over(services: Services, clock: StoppedClock) -> None:
    caller, turns = timed(services, position=None, turn=NewGame().turn), 0
    for outcome in caller.plays_on():
        clock.seconds += 0.25
        begun = any(isinstance(event, TurnEnded) for event in outcome.events)
        turns += begun
        expected = None if outcome.record.status == "finished" else outcome.record.updated_at + TURN * 1000
        if begun:
            assert outcome.record.deadline == expected
    assert turns > 20
    assert caller.last.record.deadline is None


def test_no_clock_runs_before_all_seats_are_taken_and_the_starter_is_known(
    services: Services, clock: StoppedClock
) -> None:
    created = seating.create(services, NewGame(black="open", mode="manual", turn_seconds=TURN))
    game_id, white = created.outcome.record.id, created.tokens["white"]
    clock.seconds += DAY - 1
    assert looking.get(services, game_id).record.deadline is None
    seating.take_seat(services, Command(game_id), "black", None, "")
    clock.seconds += DAY
    assert looking.get(services, game_id).record.deadline is None
    opened = games.roll(services, Command(game_id, white), (5, 2))
    assert opened.record.deadline == (clock.seconds + TURN) * 1000


def test_who_reads_after_the_deadline_finds_the_game_lost_and_written_down_once(
    services: Services, clock: StoppedClock
) -> None:
    caller = timed(services)
    clock.seconds += TURN - 0.001
    assert looking.get(services, caller.id).record.status == "playing"
    clock.seconds += 0.001
    for reader in (services, elsewhere(services), services):
        lost = looking.get(reader, caller.id)
        assert lost.record.game.result == Result("black", "timeout", 15)
        assert (lost.record.version, lost.record.updated_at) == (2, clock.seconds * 1000)
    assert ends(services, caller) == [(2, ("timed_out", "finished"))]


def test_the_loss_is_dated_at_the_deadline_however_late_it_is_found(services: Services, clock: StoppedClock) -> None:
    caller, began = timed(services), clock.seconds
    clock.seconds += DAY
    (*_, last) = looking.events(services, caller.id)
    assert last.at == (began + TURN) * 1000


def test_points_are_those_of_a_resignation(services: Services, clock: StoppedClock) -> None:
    position, turn = parse_position_id("1x4,o11/2x3,o12 w roll 0")
    for ruleset, points in (("american", 4), ("european", 1)):
        late, weary = (timed(services, ruleset=ruleset, position=position, turn=turn) for _ in range(2))
        resigned = games.resign(services, weary.command()).record.game.result
        clock.seconds += TURN
        assert looking.get(services, late.id).record.game.result == Result("black", "timeout", points)
        assert resigned == Result("black", "resigned", points)


def test_a_command_after_the_deadline_finds_the_game_over(services: Services, clock: StoppedClock) -> None:
    caller = timed(services)
    for process in (services, elsewhere(services)):
        clock.seconds += TURN
        command = caller.command("white")
        with pytest.raises(StaleVersion) as stale:
            games.play(process, command._replace(if_match=frozenset({1})), parse_play("hand/21"))
        assert stale.value.details["current_version"] == 2
        with pytest.raises(WrongState) as refused:
            games.play(process, command, parse_play("hand/21"))
        assert (refused.value.code, refused.value.details["version"]) == ("game-finished", 2)
    assert ends(services, caller) == [(2, ("timed_out", "finished"))]


def test_a_command_in_time_stands_and_gets_its_first_answer_for_ever(services: Services, clock: StoppedClock) -> None:
    caller = timed(services)
    clock.seconds += TURN - 0.001
    command = caller.command("white", key_of("in time"))
    first = games.play(services, command, parse_play("hand/21"))
    clock.seconds += DAY
    for process in (services, elsewhere(services)):
        assert games.play(process, command, parse_play("hand/21")) == first._replace(replayed=True)
    assert looking.get(services, caller.id).record.status == "finished"
    assert ends(services, caller) == [(3, ("timed_out", "finished"))]


@pytest.mark.parametrize("off", [-DAY, DAY])
def test_a_process_whose_clock_is_off_goes_by_the_clock_of_the_store(
    services: Services, clock: StoppedClock, off: int
) -> None:
    caller, process = timed(services), elsewhere(services, off)
    assert looking.get(process, caller.id).record.status == "playing"
    played = games.play(process, caller.command("white"), parse_play("hand/21(4)"))
    rolled = games.roll(process, caller.command("white"))
    assert played.record.updated_at == rolled.record.updated_at == clock.seconds * 1000
    clock.seconds += TURN
    assert looking.get(process, caller.id).record.status == "finished"
    created = seating.create(process, NewGame(turn_seconds=TURN)).outcome.record
    assert created.deadline == (clock.seconds + TURN) * 1000


def test_a_command_that_the_store_gets_after_the_deadline_is_not_in_time(clock: StoppedClock) -> None:
    class Slow(MemoryStore):
        """A store that gets the commands of the player half a minute late."""

        def save(self, *call: Any, **more: Any) -> Saved | Replay | Stale:
            if any(isinstance(part, IdempotencyKey) for part in call):
                clock.seconds += TURN
            return super().save(*call, **more)

    services = services_on(Slow(clock), clock)
    caller = timed(services)
    with pytest.raises(WrongState) as refused:
        games.play(services, caller.command("white", key_of("late")), parse_play("hand/21"))
    assert refused.value.code == "game-finished"
    assert ends(services, caller) == [(2, ("timed_out", "finished"))]


def test_a_game_is_shown_as_it_is_stored_while_the_store_takes_no_writes(clock: StoppedClock) -> None:
    class ReadOnly(MemoryStore):
        def save(self, *_: object, **__: object) -> Saved:
            raise StoreUnavailable("it is a read-only replica")

    services = services_on(ReadOnly(clock), clock)
    caller = timed(services)
    clock.seconds += TURN
    assert looking.get(services, caller.id) == caller.last
    assert len(looking.events(services, caller.id)) == 1
    with pytest.raises(StoreUnavailable):
        games.resign(services, caller.command("white"))


def test_many_who_find_it_out_at_once_write_it_down_once(services: Services, clock: StoppedClock) -> None:
    caller = timed(services)
    clock.seconds += TURN
    uses = [lambda process: looking.get(process, caller.id).record, lambda process: looking.read(process, caller.id),
            lambda process: portable.transcript(process, caller.id)[0]]  # fmt: skip
    with ThreadPoolExecutor(16) as racers:
        found = list(racers.map(lambda number: uses[number % 3](elsewhere(services)), range(48)))
    assert {dump_state(record) for record in found} == {dump_state(found[0])}
    assert ends(services, caller) == [(2, ("timed_out", "finished"))]


def test_a_listener_learns_at_the_deadline_without_anybody_else(services: Services, clock: StoppedClock) -> None:
    class Sleeping(MemoryStore):
        """A store in which waiting lets the time go by."""

        def wait(self, game_id: str, after: int, seconds: float) -> None:
            clock.seconds += seconds

    services = services_on(Sleeping(clock), clock)
    caller = timed(services)
    clock.seconds += 10
    assert looking.events(services, caller.id, after=1, wait=5) == []
    began = clock.seconds
    (lost,) = looking.events(services, caller.id, after=1, wait=25)
    assert [event.type for event in lost.events] == ["timed_out", "finished"]
    assert clock.seconds - began == TURN - 15


def test_a_timed_game_is_what_its_log_makes_of_it_and_its_record_replays(
    services: Services, clock: StoppedClock
) -> None:
    caller = timed(services, black="open", position=None, turn=NewGame().turn)
    rng = random.Random(5)
    for _ in range(40):
        clock.seconds += rng.random()
        caller.acts()
    clock.seconds += TURN
    lost = caller.note(looking.get(services, caller.id))
    log = services.store.log(caller.id, 0, 1_000)
    for version, outcome in caller.made.items():
        record, entry = record_at(caller.id, log[:version])
        assert (record, entry.events) == (outcome.record, outcome.events)
        assert load_state(caller.id, dump_state(record)) == record
    assert fault_of(services.store, caller.id) is None
    _, transcript = portable.transcript(services, caller.id)
    assert transcript.turn_seconds == TURN
    assert replace(replayed(transcript), version=lost.record.version) == lost.record.game
    again = seating.create(services, NewGame(transcript=transcript)).outcome.record
    assert (again.game.result, again.turn_seconds) == (lost.record.game.result, None)


def test_a_game_outlives_its_deadline(services: Services, clock: StoppedClock) -> None:
    short = services._replace(lifetimes=services.lifetimes._replace(playing=60))
    caller = timed(short, turn_seconds=7 * DAY)
    assert caller.last.expires_at == (clock.seconds + 7 * DAY + 60) * 1000
    clock.seconds += 7 * DAY + 59
    assert looking.get(short, caller.id).record.status == "finished"


def test_only_a_game_with_a_clock_needs_the_newer_format(services: Services) -> None:
    for turn_seconds, written in ((None, b'{"f":1,'), (TURN, b'{"f":2,')):
        record = timed(services, turn_seconds=turn_seconds).last.record
        assert dump_state(record).startswith(written), "an older server goes on with games that it can read"
        assert (b'"c":' in dump_state(record)) == (turn_seconds is not None)
