"""Playing through the client, on a service that runs."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from acey_deucey.client import (
    BrokenRecord,
    Client,
    GameHandle,
    IllegalMove,
    NotAllowed,
    NotFound,
    Refused,
    SeatIsTaken,
    StaleVersion,
    Step,
    UnreadablePlay,
    WrongRequest,
    WrongSeat,
    WrongState,
    events,
)
from acey_deucey.client.calls import Dice

from tests.client.wires import Losing, Noting

ACEY_DEUCEY: Dice = {"mode": "scripted", "rolls": [[6, 3], [2, 1], [5, 3], [6, 4]]}


@pytest.fixture
def game(client: Client) -> GameHandle:
    """White has won the opening throw and will roll the acey-deucey."""
    return client.games.create(dice=ACEY_DEUCEY)


def act(game: GameHandle, chance: random.Random) -> None:
    """Whatever the game waits for, done at random."""
    match game.state.turn.awaits:
        case "roll":
            game.roll()
        case "name":
            game.name(chance.choice(game.state.legal.names))
        case _:
            game.play(chance.choice(game.state.legal.steps))


@pytest.mark.parametrize("ruleset", ["american", "european"])
def test_a_whole_game_is_played_from_the_opening_to_its_result(client: Client, ruleset: str) -> None:
    game, chance = client.games.create(ruleset=ruleset), random.Random(3)
    while game.state.result is None:
        if game.state.version % 20 == 0:
            assert game.state.drawn("black") + "\n" == game.board_text("black")
        act(game, chance)
    assert str(game) + "\n" == game.board_text()
    assert game.state.result.reason in ("borne_off", "deadlock")
    assert [entry.version for entry in game.events()] == list(range(1, game.state.version + 1))
    assert game.events()[-1].finishes
    assert list(game.watch()) == []


def test_a_turn_with_an_acey_deucey(game: GameHandle) -> None:
    assert game.roll().turn.stage == "acey_deucey"
    assert game.play("hand/23 hand/24").turn.awaits == "name"
    assert str(game) + "\n" == game.board_text()
    assert game.name(6).turn.numbers == (6, 6, 6, 6)
    after = game.play("h/19(4)")
    assert after is game.state
    assert after.turn.awaits == "roll"
    assert after.position.white.points == {19: 4, 23: 1, 24: 1}
    assert isinstance(after.events[0], events.Moved)


def test_a_play_is_text_or_a_step_or_steps_or_one_of_the_legal_plays(game: GameHandle) -> None:
    game.roll()
    step = game.state.legal.steps[0]
    assert isinstance(step, Step)
    assert game.play(step).position.white.hand == 14
    game.undo()
    assert game.play(list(game.plays().plays[0].steps)).position.white.hand == 13
    game.undo()
    play = game.plays(limit=1).plays[0]
    assert game.play(play).position == play.position


def test_a_refusal_tells_the_rule_and_what_would_be_legal(game: GameHandle) -> None:
    game.roll()
    with pytest.raises(IllegalMove, match="takes a 4") as refusal:
        game.play("hand/21")
    problem = refusal.value
    assert (problem.slug, problem.status, problem.number, problem.step_index) == ("number-not-rolled", 422, 4, 0)
    assert problem.rule
    assert problem.rule.id == "B-dice"
    assert problem.legal_example == "hand/23"
    assert problem.version == game.state.version
    assert game.play(problem.legal_example).version == problem.version + 1


def test_what_cannot_be_done_is_raised_by_whose_fault_it_is(client: Client, game: GameHandle) -> None:
    with pytest.raises(WrongState, match="Roll"):
        game.play("hand/21")
    with pytest.raises(WrongSeat):
        game.roll(seat="black")
    game.roll()
    with pytest.raises(UnreadablePlay):
        game.play("e2-e4")
    with pytest.raises(NotAllowed):
        client.games.get(game.id).play("hand/23")
    with pytest.raises(NotFound):
        game.at(99)
    with pytest.raises(NotFound):
        client.games.get("k3q8w1c5t9r2m4x7z0a6bd")
    with pytest.raises(WrongRequest) as fault:
        client.games.create(seats={"white": "nobody"})  # type: ignore[typeddict-item]
    assert fault.value.errors[0].where == "/seats/white"
    assert issubclass(UnreadablePlay, Refused)


def test_a_dry_run_shows_the_game_and_plays_nothing(game: GameHandle) -> None:
    before = game.roll()
    tried = game.try_play("hand/23 hand/24")
    assert tried.dry_run
    assert tried.turn.awaits == "name"
    assert game.refresh() == before


def test_two_players_share_a_game_by_its_id(client: Client, url: str) -> None:
    white = client.games.create(seats={"black": "open"}, dice=ACEY_DEUCEY)
    assert white.state.status == "waiting"
    assert white.state.drawn() + "\n" == white.board_text()
    with Client(url) as other:
        black = other.games.join(white.id, "black", name="Ada", entropy="of her own")
        assert black.state.status == "playing"
        assert set(black.tokens) == {"black"}
        with pytest.raises(SeatIsTaken):
            other.games.join(white.id, "black")
        with pytest.raises(WrongSeat):
            black.roll()
    assert white.refresh().seats.black.name == "Ada"
    assert white.roll().turn.player == "white"


def test_a_handle_may_take_the_other_seat_as_well(client: Client) -> None:
    game = client.games.create(seats={"black": "open"}, dice=ACEY_DEUCEY)
    game.take_seat("black")
    assert set(game.tokens) == {"white", "black"}
    assert game.resign(seat="black").result.winner == "white"  # type: ignore[union-attr]


def test_a_game_is_found_again_with_its_tokens(client: Client, game: GameHandle) -> None:
    again = client.games.get(game.id, game.tokens)
    assert again.roll().turn.stage == "acey_deucey"
    assert game.refresh() == again.state


def test_a_private_game_is_seen_with_a_token_only(client: Client) -> None:
    game = client.games.create(private=True, labels={"class": "5b"})
    assert client.games.get(game.id, game.tokens).state.labels == {"class": "5b"}
    with pytest.raises(NotAllowed):
        client.games.get(game.id)


def test_a_command_may_be_meant_for_the_version_last_seen(client: Client, game: GameHandle) -> None:
    other = client.games.get(game.id, game.tokens)
    other.roll()
    with pytest.raises(StaleVersion) as refusal:
        game.roll(if_unchanged=True)
    assert refusal.value.current_version == other.state.version == 2
    game.refresh()
    assert game.play("hand/23", if_unchanged=True).version == 3


def test_a_lost_answer_is_asked_for_again_and_the_command_is_carried_out_once(url: str) -> None:
    wire = Losing()
    with Client(url, transport=wire) as client:
        wire.lost = 1
        game = client.games.create(dice=ACEY_DEUCEY)
        wire.lost = 2
        game.roll()
    keys = [request.headers["Idempotency-Key"] for request in wire.sent]
    assert len(keys) == 5
    assert len(set(keys)) == 2
    assert game.state.version == 2


def test_a_key_of_ones_own_finds_a_created_game_again(client: Client) -> None:
    first = client.games.create(key="a key that only this test knows")
    assert client.games.create(key="a key that only this test knows").tokens == first.tokens


def test_the_past_is_shown_as_it_was(game: GameHandle) -> None:
    first = game.state
    game.roll()
    assert game.at(1).turn == first.turn
    assert game.state.version == 2
    assert "to roll" in game.board_text(at=1)


def test_the_log_is_read_from_a_version_on(game: GameHandle) -> None:
    game.roll()
    game.play("hand/23")
    [rolled, moved] = game.events(after=1)
    assert isinstance(rolled.events[0], events.Rolled)
    assert isinstance(moved.events[0], events.Moved)
    assert datetime.now(UTC) - moved.at < timedelta(minutes=5)
    assert game.events(after=3, wait=1) == ()


def test_plays_come_as_a_list_and_as_a_tree(game: GameHandle) -> None:
    game.roll()
    plays, tree = game.plays(), game.plays_tree()
    assert plays.count == tree.count == len(plays.plays) == 2
    ends = [leaf.ends.play for branch in tree.tree for leaf in branch.then if leaf.ends]
    assert sorted(ends) == sorted(str(play) for play in plays.plays)
    assert game.plays(limit=1).count == 2


@pytest.mark.parametrize("kept", [GameHandle.record, GameHandle.record_text])
def test_a_game_goes_on_from_its_record(client: Client, game: GameHandle, kept: Callable[[GameHandle], Any]) -> None:
    game.roll()
    game.play("hand/23 hand/24")
    again = client.games.create(record=kept(game))
    assert again.state.position.white == game.state.position.white
    assert again.name(6).turn.numbers == (6, 6, 6, 6)


def test_a_record_that_breaks_a_rule_is_refused_with_the_place(client: Client, game: GameHandle) -> None:
    game.roll()
    record = dict(game.record())
    record["commands"] = [*record["commands"], {"player": "white", "play": "hand/20"}]
    with pytest.raises(BrokenRecord) as refusal:
        client.games.create(record=record)
    assert refusal.value.command == len(record["commands"]) - 1
    assert refusal.value.rule
    with pytest.raises(BrokenRecord) as fault:
        client.games.create(record="1. e4 e5\n")
    assert fault.value.line == 1


def test_the_dice_of_a_game_can_be_checked_when_it_is_finished(client: Client) -> None:
    game = client.games.create()
    assert game.dice().seed is None
    assert game.dice().commitment == game.state.dice.commitment
    game.resign()
    assert game.dice().seed


def test_real_dice_are_told(client: Client) -> None:
    game = client.games.create(dice={"mode": "manual"})
    game.roll((5, 2))
    assert game.state.turn.player == "white"
    assert game.roll([6, 4]).turn.numbers == (6, 4)


def test_the_referee_needs_no_game(client: Client, game: GameHandle) -> None:
    opened = client.referee.apply("h15/h15 opening", roll=(6, 3))
    rolled = client.referee.apply(opened.position, turn=opened.turn, roll=(5, 2))
    assert str(rolled).endswith("White to play 5 2: plain (5-2 rolled).")
    assert client.referee.plays(rolled.position.id).count == 2
    stage = client.referee.plays(rolled.position, player="white", stage="double", numbers=[6] * 4, limit=1)
    assert (len(stage.plays), stage.legal_steps[0].text, stage.next_if_none) == (1, "hand/19", None)
    with pytest.raises(IllegalMove):
        client.referee.apply(rolled.position.id, play="hand/24")
    over = client.referee.apply(
        {"white": {"off": 14, "points": {"3": 1}}, "black": {"hand": 15}},
        turn={"player": "white", "awaits": "roll"},
        roll=(3, 5),
        ruleset="american",
    )
    won = client.referee.apply(over.position.id, play="3/off")
    assert won.result
    assert str(won).endswith("The game is over.")


def test_a_lesson_is_solved_by_its_answer(client: Client) -> None:
    for lesson in client.lessons.list():
        game = client.games.create(lesson=lesson.id)
        assert game.state.lesson
        assert game.state.lesson.solved is None
        for act in client.lessons.get(lesson.id).answer:
            match act.action:
                case "rolls":
                    game.roll(seat=act.player)
                case "moves":
                    game.play(act.body["play"], seat=act.player)
                case "named-doubles":
                    game.name(act.body["number"], seat=act.player)
        assert game.state.lesson.solved, lesson.id


def test_the_rules_are_read(client: Client) -> None:
    assert client.rulesets.list()[0].id == "american"
    details = client.rulesets.get("european").details
    assert {detail.option for detail in details} == set(client.rulesets.list()[0].options)
    assert details[0].example.accepted
    differences = client.rulesets.compare("american", "european").differences
    assert "bear_off" in {difference.option for difference in differences}
    assert client.rules.get(client.rules.list()[0].slug) == client.rules.list()[0]
    problem = client.problems.get("number-not-rolled")
    assert problem.rule
    assert client.rules.get(problem.rule.href.rpartition("/")[2]).text == problem.rule.text
    assert problem.type in {kind.type for kind in client.problems.list()}


def test_requests_carry_tokens_and_keys_in_headers_and_never_in_the_url(url: str) -> None:
    wire = Noting()
    with Client(url, transport=wire) as client:
        game = client.games.create(dice=ACEY_DEUCEY)
        game.roll()
        game.refresh()
        game.board_text("black")
    tokens = game.tokens.values()
    assert all(token not in str(request.url) for request in wire.sent for token in tokens)
    assert all(request.headers["User-Agent"].startswith("acey-deucey-client/") for request in wire.sent)
    assert all("Idempotency-Key" in request.headers for request in wire.sent if request.method == "POST")


def test_who_holds_the_token_to_watch_a_private_game_watches_and_does_not_act(client: Client) -> None:
    game = client.games.create(private=True)
    with pytest.raises(NotAllowed):
        client.games.get(game.id)
    watching = client.games.get(game.id, {"spectator": game.tokens["spectator"]})
    assert watching.state == game.state
    assert "holds no seat" in repr(watching)
    assert "holds white and black" in repr(game)
    assert not any(token in repr(held) for held in (game, watching) for token in game.tokens.values())
    with pytest.raises(NotAllowed):
        watching.resign()
    game.resign()
    assert [entry.version for entry in watching.watch()] == [2]
