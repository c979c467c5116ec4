"""Whole random games of every rule set, and what holds at every point of them. It must hold no rule of its own."""

import random
from dataclasses import replace

import pytest
from acey_deucey.rules import events as ev
from acey_deucey.rules.game import Events, Game
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import ALL_POINTS, BAR, CHECKERS, PLAYERS, Position, count_at, mirrored, occupied
from acey_deucey.rules.position_id import format_position_id, parse_position_id
from acey_deucey.rules.replay import Command, repeated
from acey_deucey.rules.turn import Turn
from acey_deucey.rules.violations import WrongState
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.rules import translation as package
from tests.rules.option_sets import OPTION_SETS
from tests.rules.random_games import random_command, random_dice, random_game
from tests.rules.script import carried_out, moving
from tests.rules.strategies import options as option_sets

GAMES = 5
every_option_set = pytest.mark.parametrize("name", OPTION_SETS)


def assert_sound(game: Game) -> None:
    """Fifteen checkers a side, no point of both, and a text that gives position and turn back."""
    for player in PLAYERS:
        side = game.position.side(player)
        assert side.hand + side.bar + side.off + sum(side.points.values()) == CHECKERS
    assert not occupied(game.position.white) & occupied(mirrored(game.position.black)) & ALL_POINTS
    text = format_position_id(game.position, game.turn)
    assert parse_position_id(text) == (game.position, game.turn)


def assert_hits_fill_the_bar(before: Game, after: Game, events: Events) -> None:
    """Each hit puts one checker of the opponent on his bar, and nothing else does."""
    moved = [event for event in events if isinstance(event, ev.Moved)]
    hits = sum(step.hit for event in moved for step in event.steps)
    player = before.turn.player
    if player:
        other = PLAYERS[1 - PLAYERS.index(player)]
        change = count_at(after.position.packed(other), BAR) - count_at(before.position.packed(other), BAR)
        assert change == hits


def assert_undone_exactly(before: Game, after: Game) -> None:
    """If a command can be taken back, everything but the version is as before it."""
    if not after.undo:
        return
    player = after.turn.player
    assert player
    undone, events = after.take_back(player)
    assert replace(undone, version=before.version) == before
    assert (undone.version, events) == (after.version + 1, (ev.Undone(player, before.version),))


def assert_never_undone_across_a_roll_or_a_turn(events: Events, after: Game) -> None:
    ended = any(isinstance(event, ev.Rolled | ev.TurnEnded | ev.Finished) for event in events)
    assert not (ended or after.turn.awaits == "roll") or after.undo == ()


@every_option_set
def test_random_games_reach_their_end_and_are_sound_all_the_way(name: str) -> None:
    rng = random.Random(name)
    for _ in range(GAMES):
        before, _ = Game.start(package.options_of(OPTION_SETS[name]))
        for line, after, events in random_game(rng, before):
            assert after.version == before.version + 1
            assert_sound(after)
            assert_hits_fill_the_bar(before, after, events)
            if " play " in line or " name " in line:
                assert_undone_exactly(before, after)
            assert_never_undone_across_a_roll_or_a_turn(events, after)
            before = after
        assert before.result
        assert before.turn.awaits is None


@every_option_set
def test_a_game_is_repeated_exactly_from_the_first_event_of_each_command(name: str) -> None:
    game, _ = Game.start(package.options_of(OPTION_SETS[name]))
    for _, after, events in random_game(random.Random(f"again {name}"), game):
        command = events[0]
        assert isinstance(command, Command)
        assert repeated(game, command) == (after, events)
        game = after


@pytest.mark.parametrize("end", ["black resign", "white timeout"])
def test_undo_and_the_ends_without_a_move_are_repeated_from_their_events_too(end: str) -> None:
    game = moving("h15/h15", "plain", "53")
    for line in ("white play hand/20", "white undo", "white play hand/22", end):
        after, events = carried_out(game, line)
        command = events[0]
        assert isinstance(command, Command)
        assert repeated(game, command) == (after, events)
        game = after


def mirrored_turn(turn: Turn) -> Turn:
    other = {"white": "black", "black": "white"}
    return turn._replace(player=other.get(turn.player or ""))  # type: ignore[arg-type]


def mirrored_game(game: Game) -> Game:
    """The game with the colours swapped."""
    marks = tuple(
        mark._replace(position=Position(*mark.position[::-1]), turn=mirrored_turn(mark.turn)) for mark in game.undo
    )
    position, result = Position(*game.position[::-1]), game.result
    if result and result.winner:
        result = result._replace(winner=PLAYERS[1 - PLAYERS.index(result.winner)])
    return replace(game, position=position, turn=mirrored_turn(game.turn), undo=marks, result=result)


def mirrored_line(line: str) -> str:
    """The command with the colours swapped."""
    word, _, rest = line.partition(" ")
    if word == "open":
        return " ".join(["open", *rest.split()[::-1]])
    return f"{'black' if word == 'white' else 'white'} {rest}"


@every_option_set
def test_swapping_the_colours_gives_the_mirrored_game(name: str) -> None:
    rng = random.Random(f"mirror {name}")
    start, _ = Game.start(package.options_of(OPTION_SETS[name]))
    mirror = mirrored_game(start)
    for line, game, _ in random_game(rng, start):
        mirror, _ = carried_out(mirror, mirrored_line(line))
        assert mirror == mirrored_game(game)
        assert [step.text for step in mirror.legal_steps()] == [step.text for step in game.legal_steps()]


class GamesOfAnyOptions(RuleBasedStateMachine):
    """Any legal command at any time, and now and then one that the state of the game refuses."""

    game: Game
    before: Game
    events: Events = ()

    @initialize(options=option_sets)
    def start(self, options: Options) -> None:
        self.game, self.events = Game.start(options)
        self.before = self.game

    def carry_out(self, line: str) -> None:
        self.before = self.game
        self.game, self.events = carried_out(self.game, line)
        assert self.game.version == self.before.version + 1

    @rule(seed=st.integers(0, 2**32 - 1))
    def go_on(self, seed: int) -> None:
        if self.game.result is None:
            self.carry_out(random_command(random.Random(seed), self.game))

    @precondition(lambda self: self.game.undo)
    @rule()
    def take_back(self) -> None:
        mark = self.game.undo[-1]
        self.carry_out(f"{self.game.turn.player} undo")
        assert (self.game.position, self.game.turn) == (mark.position, mark.turn)

    @precondition(lambda self: self.game.turn.awaits in ("move", "name", None))
    @rule(seed=st.integers(0, 2**32 - 1), player=st.sampled_from(PLAYERS))
    def roll_at_the_wrong_time(self, seed: int, player: str) -> None:
        with pytest.raises(WrongState):
            carried_out(self.game, f"{player} roll {random_dice(random.Random(seed))}")

    @precondition(lambda self: self.game.version > 30 and self.game.result is None)
    @rule(player=st.sampled_from(PLAYERS))
    def resign(self, player: str) -> None:
        self.carry_out(f"{player} resign")
        assert self.game.result
        assert self.game.result.winner != player

    @invariant()
    def sound(self) -> None:
        assert_sound(self.game)
        assert_never_undone_across_a_roll_or_a_turn(self.events, self.game)
        if self.events and not isinstance(self.events[0], ev.Undone):
            assert_hits_fill_the_bar(self.before, self.game, self.events)

    @invariant()
    def waits_only_for_what_can_be_done(self) -> None:
        assert (self.game.turn.awaits == "move") == bool(self.game.legal_steps())
        assert (self.game.turn.awaits == "name") == bool(self.game.names())
        assert (self.game.turn.awaits is None) == (self.game.result is not None)


GamesOfAnyOptions.TestCase.settings = settings(
    max_examples=100, stateful_step_count=80, deadline=None, derandomize=True
)
TestGamesOfAnyOptions = GamesOfAnyOptions.TestCase
