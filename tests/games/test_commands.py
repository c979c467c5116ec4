"""A command is applied once, by the one who may, to the version he knows, or it changes nothing."""

import pytest
from acey_deucey import games, looking, seating
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.ports import Saved, Stale, StoreUnavailable
from acey_deucey.recent import RecentGames
from acey_deucey.record import Entry
from acey_deucey.rules.moves import parse_play
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.violations import WrongState
from acey_deucey.seating import NewGame
from acey_deucey.services import (
    Command,
    DiceNotAccepted,
    DiceRequired,
    DiceUsedUp,
    ForeignToken,
    InvalidDiceScript,
    InvalidToken,
    KeyReused,
    LostRace,
    MissingToken,
    SeatIsTaken,
    Services,
    StaleVersion,
    WaitingForOpponent,
)
from acey_deucey.store.memory import MemoryStore

from tests.games.player import Caller, StoppedClock, key_of, services_on

SCRIPT = ((4, 2), (5, 2), (6, 3))


@pytest.fixture
def services() -> Services:
    return services_on()


def scripted(services: Services, script: tuple[tuple[int, int], ...] = SCRIPT, **wanted: object) -> Caller:
    return Caller.starts(services, NewGame(mode="scripted", script=script, **wanted))  # type: ignore[arg-type]


def test_scripted_dice_come_in_their_order_and_then_are_used_up(services: Services) -> None:
    caller = scripted(services)
    assert caller.last.record.game.turn.player == "white"
    for play in ("hand/20 hand/23", "hand/19 hand/22"):
        caller.note(games.roll(services, caller.command()))
        caller.note(games.play(services, caller.command(), parse_play(play)))
    with pytest.raises(DiceUsedUp):
        games.roll(services, caller.command())


def test_a_tie_in_the_opening_is_thrown_again_and_logged(services: Services) -> None:
    caller = scripted(services, ((4, 4), (2, 5)))
    assert [event.type for event in caller.last.events] == ["game_created", "opening_rolled", "opening_rolled"]
    assert caller.last.record.game.turn.player == "black"


@pytest.mark.parametrize("script", [(), ((3, 3),)])
def test_a_script_without_an_opening_is_refused(services: Services, script: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(InvalidDiceScript):
        scripted(services, script)


def test_a_repeated_key_gives_the_first_answer_before_any_other_check(services: Services) -> None:
    caller = scripted(services)
    command = caller.command(key=key_of("roll-1"))._replace(if_match=frozenset({1}))
    first = games.roll(services, command)
    games.play(services, caller.command("white"), parse_play("hand/20"))
    again = games.roll(services, command)
    assert again == first._replace(replayed=True)
    assert looking.get(services, caller.id).record.version == 3


def test_a_key_used_for_another_request_is_refused(services: Services) -> None:
    caller = scripted(services)
    games.roll(services, caller.command(key=key_of("k", b"roll")))
    with pytest.raises(KeyReused):
        games.resign(services, caller.command(key=key_of("k", b"resign")))


def test_a_creation_with_a_repeated_key_gives_the_same_game_and_tokens(services: Services) -> None:
    first = seating.create(services, NewGame(), key_of("new"))
    Caller(services, None, first.outcome.record.id, first.tokens, first.outcome)  # type: ignore[arg-type]
    again = seating.create(services, NewGame(), key_of("new"))
    assert again == first._replace(outcome=first.outcome._replace(replayed=True))
    assert seating.create(services, NewGame(), key_of("other")).outcome.record.id != first.outcome.record.id
    with pytest.raises(KeyReused):
        seating.create(services, NewGame(), key_of("new", b"another body"))


def test_a_stale_version_is_refused_with_the_current_one(services: Services) -> None:
    caller = scripted(services)
    games.roll(services, caller.command())
    with pytest.raises(StaleVersion) as refused:
        games.resign(services, caller.command("white")._replace(if_match=frozenset({1})))
    assert refused.value.details == {"current_version": 2}


def test_a_dry_run_shows_what_would_be_and_stores_nothing(services: Services) -> None:
    caller = scripted(services)
    games.roll(services, caller.command())
    before = looking.get(services, caller.id)
    dry = caller.command("white", key_of("dry"))._replace(dry_run=True)
    shown = games.play(services, dry, parse_play("hand/20 hand/23"))
    assert shown.record.game.turn.player == "black"
    assert looking.get(services, caller.id) == before
    assert games.play(services, dry._replace(dry_run=False), parse_play("hand/20")).replayed is False


def test_tokens_open_their_own_seat_and_nothing_else(services: Services) -> None:
    caller, other = scripted(services), scripted(services)
    cases = [(None, MissingToken), ("nonsense", InvalidToken), (other.tokens["white"], ForeignToken)]
    for token, error in cases:
        with pytest.raises(error):
            games.roll(services, Command(caller.id, token))
    with pytest.raises(WrongState) as refused:
        games.roll(services, caller.command("black"))
    assert refused.value.code == "not-your-turn"


def test_a_private_game_is_shown_to_its_seats_alone(services: Services) -> None:
    caller = scripted(services, private=True)
    assert looking.get(services, caller.id, caller.tokens["black"]).record == caller.last.record
    for read in (looking.get, looking.plays, looking.events):
        with pytest.raises(MissingToken):
            read(services, caller.id)


def test_a_game_waits_for_its_open_seat_and_begins_with_it(services: Services) -> None:
    created = seating.create(services, NewGame(black="open"))
    record = created.outcome.record
    assert (record.status, list(created.tokens)) == ("waiting", ["white"])
    with pytest.raises(WaitingForOpponent):
        games.roll(services, Command(record.id, created.tokens["white"]))
    taken = seating.take_seat(services, Command(record.id), "black", "Zoé", "salt of mine")
    assert taken.outcome.record.status == "playing"
    assert [event.type for event in taken.outcome.events][:2] == ["seat_taken", "opening_rolled"]
    with pytest.raises(SeatIsTaken):
        seating.take_seat(services, Command(record.id), "black", None, "")


def test_real_dice_are_typed_in_where_the_game_wants_them_and_only_there(services: Services) -> None:
    caller = Caller.starts(services, NewGame(mode="manual"))
    assert caller.last.record.game.turn.awaits == "opening"
    with pytest.raises(DiceRequired):
        games.roll(services, caller.command("white"))
    games.roll(services, caller.command("black"), (3, 3))
    opened = games.roll(services, caller.command("white"), (3, 6))
    assert opened.record.game.turn.player == "black"
    with pytest.raises(DiceRequired):
        games.roll(services, caller.command("black"))
    assert games.roll(services, caller.command("black"), (2, 1)).record.game.turn.numbers == (2, 1)
    with pytest.raises(DiceNotAccepted):
        games.roll(services, scripted(services).command("white"), (3, 1))


def test_a_game_can_begin_from_a_position_in_mid_turn(services: Services) -> None:
    position, turn = parse_position_id("h13,23,20/h15 b move named 44 21 4 1")
    caller = Caller.starts(services, NewGame("european", position=position, turn=turn))
    assert caller.last.record.game.turn == turn
    assert (
        games.play(services, caller.command("black"), parse_play("hand/21(2)")).record.game.turn.stage == "complement"
    )


def test_a_game_that_is_never_quiet_ends_in_a_lost_race() -> None:
    class Busy(MemoryStore):
        """A store in which somebody else is always first."""

        def save(self, game_id: str, *_: object, **__: object) -> Saved | Stale:
            loaded = self.load(game_id)
            return Stale(loaded.version, loaded.state)

    services = services_on(Busy(StoppedClock()))
    caller = scripted(services)
    with pytest.raises(LostRace):
        games.roll(services, caller.command())


def test_events_come_in_pages_and_waiting_ends_with_the_game(services: Services) -> None:
    caller = scripted(services)
    games.roll(services, caller.command())
    games.resign(services, caller.command("black"))
    first = looking.events(services, caller.id, limit=2)
    rest = looking.events(services, caller.id, after=first[-1].version, limit=2)
    assert [entry.version for entry in first + rest] == [1, 2, 3]
    assert isinstance(rest[0], Entry)
    assert looking.events(services, caller.id, after=3, wait=20) == []


def test_time_never_goes_back_between_versions() -> None:
    clock = StoppedClock()
    services = services_on(clock=clock)
    caller = scripted(services)
    clock.seconds -= 86_400
    assert games.roll(services, caller.command()).record.updated_at == caller.last.record.updated_at


def test_no_error_of_the_use_cases_holds_a_token(services: Services) -> None:
    caller, other = scripted(services), scripted(services)
    token = other.tokens["white"]
    with pytest.raises(AceyDeuceyError) as refused:
        games.roll(services, Command(caller.id, token))
    assert token not in repr(refused.value)
    assert token not in str(refused.value)


def two_processes() -> tuple[Services, Services]:
    """Two processes on one store, each with what it saw last."""
    first = services_on()
    return first, first._replace(recent=RecentGames())


def test_what_a_process_saw_last_is_never_trusted() -> None:
    here, there = two_processes()
    caller = scripted(here)
    games.roll(here, caller.command())
    games.play(there, caller.command("white"), parse_play("hand/20"))
    caller.note(games.play(here, caller.command("white"), parse_play("hand/23")))
    assert caller.last.record.version == 4
    assert caller.last.record == looking.get(there, caller.id).record
    games.resign(there, caller.command("white"))
    with pytest.raises(WrongState) as refused:
        games.roll(here, caller.command("black"))
    assert refused.value.code == "game-finished"


def test_a_key_used_at_one_process_is_known_at_the_other() -> None:
    here, there = two_processes()
    caller = scripted(here)
    first = games.roll(here, caller.command(key=key_of("roll")))
    games.play(there, caller.command("white"), parse_play("hand/20"))
    assert games.roll(here, caller.command("white", key_of("roll"))) == first._replace(replayed=True)


def test_a_command_whose_fate_is_unknown_is_not_tried_again_without_a_key() -> None:
    class Dropping(MemoryStore):
        """A store whose answer is lost after the write."""

        def save(self, *call: object, **more: object) -> Saved:
            super().save(*call, **more)  # type: ignore[arg-type]
            raise StoreUnavailable("the answer was lost")

    services = services_on(Dropping(StoppedClock()))
    caller = scripted(services)
    services.recent.keep(caller.last.record)
    with pytest.raises(StoreUnavailable):
        games.roll(services, caller.command())
    assert looking.get(services, caller.id).record.version == 2


def test_only_the_games_used_last_are_remembered() -> None:
    services = services_on()._replace(recent=RecentGames(most=2))
    callers = [scripted(services) for _ in range(3)]
    for caller in callers:
        games.roll(services, caller.command())
    assert [services.recent.get(caller.id) is None for caller in callers] == [True, False, False]
