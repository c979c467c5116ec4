"""A bot plays its whole turn in the request that passes the turn to it, in one step with it, and by the rules."""

import random
import subprocess
import sys
from collections.abc import Iterator
from threading import Thread

import pytest
from acey_deucey import games, looking, seating
from acey_deucey.audit import fault_of
from acey_deucey.codec import load_entry
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.history import record_at
from acey_deucey.ports import LogEntry, Saved, Stale, StoreUnavailable
from acey_deucey.record import LEVELS, Level, Seat
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.rules.violations import WrongState
from acey_deucey.seating import Bot, NewGame
from acey_deucey.services import BotWithoutDice, Command, Created, KeyReused, Outcome, Services, TwoBots
from acey_deucey.store.memory import MemoryStore

from tests.games.player import StoppedClock, key_of, services_on

OPENED_BY_WHITE = ((6, 1), (5, 2), (6, 3), (4, 3))
OPENED_BY_BLACK = ((1, 6), (6, 3), (5, 2))

READER = """
from gevent import monkey
monkey.patch_all()
import socket, gevent
from acey_deucey.bot_seats import pause

here, there = socket.socketpair()
def read():
    print("waiting")
    here.recv(1)
    print("read")
gevent.spawn(read)
gevent.sleep(0.01)
there.send(b"x")
for _ in range(5):
    pause()
print("thought")
"""


@pytest.fixture
def services() -> Services:
    return services_on()


def scripted(services: Services, script: tuple[tuple[int, int], ...], level: Level = "expert") -> Created:
    """A game of the caller, who has White, with a bot."""
    return seating.create(services, NewGame(mode="scripted", script=script, black=Bot(level)))


def as_white(created: Created) -> Command:
    return Command(created.outcome.record.id, created.tokens["white"])


def log_of(services: Services, game_id: str) -> list[LogEntry]:
    return services.store.log(game_id, 0, 10_000)


def played_on(services: Services, created: Created, rng: random.Random) -> Iterator[Outcome]:
    """White's commands until the game is over, by chance; whenever he is asked it is his turn."""
    outcome, command = created.outcome, as_white(created)
    while outcome.record.status == "playing":
        game = outcome.record.game
        assert game.turn.player == "white"
        if game.turn.awaits == "roll":
            outcome = games.roll(services, command)
        elif game.turn.awaits == "name":
            outcome = games.name(services, command, rng.choice(game.names()))
        else:
            outcome = games.play(services, command, rng.choice(game.legal_plays()).text)
        yield outcome


def test_the_turn_of_a_bot_is_part_of_the_request_that_passes_the_turn(services: Services) -> None:
    created = scripted(services, OPENED_BY_WHITE)
    command = as_white(created)
    games.roll(services, command)
    answer = games.play(services, command, "hand/20 hand/23")
    assert [event.type for event in answer.events] == ["moved", "turn_ended", "rolled", "moved", "turn_ended"]
    assert (answer.record.version, answer.record.game.turn.player) == (5, "white")
    entries = [load_entry("", *entry).entry for entry in log_of(services, command.game_id)]
    assert [[event.type for event in entry.events] for entry in entries[2:]] == [
        ["moved", "turn_ended"],
        ["rolled"],
        ["moved", "turn_ended"],
    ]


def test_a_bot_that_wins_the_opening_has_played_when_the_game_is_shown_first(services: Services) -> None:
    created = scripted(services, OPENED_BY_BLACK)
    record = created.outcome.record
    assert (record.version, record.game.turn.player, record.game.turn.awaits) == (3, "white", "roll")
    assert [event.type for event in created.outcome.events] == [
        "game_created", "opening_rolled", "rolled", "moved", "turn_ended",
    ]  # fmt: skip
    assert created.tokens.keys() == {"white"}
    assert record.black == Seat("bot", None, "expert")
    assert fault_of(services.store, record.id) is None


def test_a_bot_begins_as_soon_as_the_open_seat_is_taken(services: Services) -> None:
    wanted = NewGame(mode="scripted", script=OPENED_BY_BLACK, white="open", black=Bot("random"))
    created = seating.create(services, wanted)
    assert (created.outcome.record.status, created.tokens) == ("waiting", {})
    taken = seating.take_seat(services, Command(created.outcome.record.id), "white", None, "")
    assert taken.outcome.record.game.turn.player == "white"
    assert [event.type for event in taken.outcome.events][-2:] == ["moved", "turn_ended"]


def test_a_bot_plays_a_chain_to_its_end(services: Services) -> None:
    position, turn = parse_position_id("h15/h15 b roll 0")
    script = ((2, 1), (3, 3), (5, 4))
    wanted = NewGame("european", mode="scripted", script=script, position=position, turn=turn, black=Bot("novice"))
    created = seating.create(services, wanted)
    rolled = [event.type for event in created.outcome.events].count("rolled")
    assert (rolled, created.outcome.record.game.turn.player) == (3, "white")


@pytest.mark.parametrize("turn", ["b name 1", "b move plain 52 52 - 1", "b move named 44 21 4 1"])
def test_a_bot_goes_on_from_the_middle_of_its_turn(services: Services, turn: str) -> None:
    position, then = parse_position_id(f"h15/h13,23,20 {turn}")
    created = seating.create(services, NewGame(position=position, turn=then, black=Bot("expert")))
    assert created.outcome.record.game.turn.player == "white"
    assert fault_of(services.store, created.outcome.record.id) is None


def test_a_repeated_key_gives_the_first_answer_with_all_that_the_bot_did(services: Services) -> None:
    created = scripted(services, OPENED_BY_WHITE)
    command = as_white(created)
    games.roll(services, command)
    first = games.play(services, command._replace(key=key_of("play")), "hand/20 hand/23")
    games.roll(services, command)
    for process in (services, services_on(services.store)):
        again = games.play(process, command._replace(key=key_of("play")), "hand/20 hand/23")
        assert again == first._replace(replayed=True)
    with pytest.raises(KeyReused):
        games.play(services, command._replace(key=key_of("play", b"another")), "hand/20 hand/23")


def test_a_creation_with_a_repeated_key_gives_the_first_answer_with_all_that_the_bot_did(services: Services) -> None:
    wanted = NewGame(mode="scripted", script=OPENED_BY_BLACK, black=Bot("expert"))
    first = seating.create(services, wanted, key_of("new"))
    games.roll(services, as_white(first))
    again = seating.create(services, wanted, key_of("new"))
    assert again == first._replace(outcome=first.outcome._replace(replayed=True))


@pytest.mark.parametrize("lost", [True, False], ids=["nothing was written", "the answer was lost"])
def test_a_turn_of_a_bot_is_written_whole_or_not_at_all(lost: bool) -> None:
    class Failing(MemoryStore):
        """A store that fails once, before or after it writes."""

        fails = False

        def save(self, *call: object, **named: object) -> Saved | Stale:
            if self.fails and lost:
                self.fails = False
                raise StoreUnavailable("it did not answer")
            answer = super().save(*call, **named)  # type: ignore[arg-type]
            if self.fails:
                self.fails = False
                raise StoreUnavailable("the answer was lost")
            return answer  # type: ignore[return-value]

    store = Failing(StoppedClock())
    services = services_on(store)
    created = scripted(services, OPENED_BY_WHITE)
    command = as_white(created)._replace(key=key_of("play"))
    games.roll(services, as_white(created))
    store.fails = True
    with pytest.raises(StoreUnavailable):
        games.play(services, command, "hand/20 hand/23")
    assert looking.get(services, command.game_id).record.version == (2 if lost else 5)
    answer = games.play(services, command, "hand/20 hand/23")
    assert (answer.record.version, len(answer.events)) == (5, 5)
    assert fault_of(store, command.game_id) is None


def test_of_many_who_pass_the_turn_at_once_one_is_answered_by_the_bot(services: Services) -> None:
    created = scripted(services, OPENED_BY_WHITE)
    command = as_white(created)
    games.roll(services, command)
    answered: list[Outcome] = []
    refused: list[str] = []

    def race() -> None:
        process = services_on(services.store)
        try:
            answered.append(games.play(process, command, "hand/20 hand/23"))
        except AceyDeuceyError as error:
            refused.append(error.code)

    racers = [Thread(target=race) for _ in range(8)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert (len(answered), set(refused)) == (1, {"roll-first"})
    assert looking.get(services, command.game_id).record == answered[0].record
    assert fault_of(services.store, command.game_id) is None


def test_a_dry_run_does_not_tell_what_the_bot_will_roll(services: Services) -> None:
    created = scripted(services, OPENED_BY_WHITE)
    command = as_white(created)
    games.roll(services, command)
    shown = games.play(services, command._replace(dry_run=True), "hand/20 hand/23")
    assert [event.type for event in shown.events] == ["moved", "turn_ended"]
    assert shown.record.game.turn.player == "black"


def test_nobody_takes_back_what_a_bot_has_answered(services: Services) -> None:
    created = scripted(services, OPENED_BY_WHITE)
    command = as_white(created)
    games.roll(services, command)
    games.play(services, command, "hand/20")
    assert games.undo(services, command).record.game.turn.numbers == (5, 2)
    games.play(services, command, "hand/20 hand/23")
    with pytest.raises(WrongState) as refused:
        games.undo(services, command)
    assert refused.value.code == "nothing-to-undo"


def test_a_bot_stops_where_the_dice_script_ends_and_the_player_may_resign(services: Services) -> None:
    created = scripted(services, OPENED_BY_WHITE[:2])
    command = as_white(created)
    games.roll(services, command)
    answer = games.play(services, command, "hand/20 hand/23")
    assert (answer.record.game.turn.player, answer.record.game.turn.awaits) == ("black", "roll")
    assert games.resign(services, command).record.status == "finished"


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_game_has_the_same_moves(level: Level) -> None:
    logs = []
    for services in (services_on(), services_on()):
        created = seating.create(services, NewGame(black=Bot(level)))
        for _, _outcome in zip(range(12), played_on(services, created, random.Random(1)), strict=False):
            pass
        logs.append(log_of(services, created.outcome.record.id))
    assert logs[0] == logs[1]
    assert len(logs[0]) > 12


def test_two_bots_and_a_bot_with_real_dice_are_refused(services: Services) -> None:
    with pytest.raises(TwoBots):
        seating.create(services, NewGame(white=Bot("random"), black=Bot("expert")))
    with pytest.raises(BotWithoutDice):
        seating.create(services, NewGame(mode="manual", black=Bot("expert")))


def test_requests_that_come_in_while_a_bot_thinks_are_read_at_its_next_pause() -> None:
    done = subprocess.run([sys.executable, "-c", READER], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["waiting", "read", "thought"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_with_a_bot_is_what_its_log_makes_of_it(services: Services, ruleset: str) -> None:
    created = seating.create(services, NewGame(ruleset, white="held", black=Bot("random")))
    made = {created.outcome.record.version: created.outcome}
    for outcome in played_on(services, created, random.Random(5)):
        made[outcome.record.version] = outcome
    log = log_of(services, created.outcome.record.id)
    assert fault_of(services.store, created.outcome.record.id) is None
    for version in sorted(made)[:: len(made) // 5]:
        assert record_at(created.outcome.record.id, log[:version])[0] == made[version].record
    versions = [entry.version for entry in looking.later(services, created.outcome.record.id, 0, 10_000)]
    assert versions == list(range(1, max(made) + 1))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_expert_plays_every_rule_set_to_its_end(services: Services, ruleset: str) -> None:
    created = seating.create(services, NewGame(ruleset, black=Bot("expert")))
    last = list(played_on(services, created, random.Random(2)))[-1]
    assert last.record.status == "finished"


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(143))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_expert_does_not_stall_in_10_games_of_10_000(ruleset: str, part: int) -> None:
    rng = random.Random(f"{ruleset} {part}")
    services = services_on(seed=rng.getrandbits(32))
    for _ in range(10):
        created = seating.create(services, NewGame(ruleset, black=Bot("expert")))
        last = list(played_on(services, created, rng))[-1]
        assert last.record.status == "finished"
        assert fault_of(services.store, last.record.id) is None


def test_a_bot_answers_at_once_and_then_the_time_of_the_player_begins(services: Services) -> None:
    wanted = NewGame(mode="scripted", script=OPENED_BY_WHITE, black=Bot("random"), turn_seconds=30)
    created = seating.create(services, wanted)
    command = as_white(created)
    games.roll(services, command)
    answer = games.play(services, command, "hand/20 hand/23")
    assert (answer.record.version, answer.record.deadline) == (5, answer.record.updated_at + 30_000)
    assert record_at(command.game_id, log_of(services, command.game_id))[0] == answer.record
