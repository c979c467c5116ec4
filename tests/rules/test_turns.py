"""The turn as a state machine: what each option makes of it. It must hold no rule of its own."""

import pytest
from acey_deucey.rules.game import Game
from acey_deucey.rules.options import MOST_ROLLS
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.turn_check import InvalidTurn

from tests.rules.script import START, carried_out, game_at, moving, run

FREE = "h15/h15"
# Three can be played of the number asked: White's way is barred after that (see each test).
SHORT_SIX, SHORT_FOUR = "h1,24,4x13/h13,6x2", "h3,1x12/h13,8x2"


def what_follows(game: Game, play: str) -> list[str]:
    """What the command causes beside the steps themselves."""
    return run(game, f"white play {play}")[1][1:]


def awaits(game: Game) -> tuple[str | None, str | None, int]:
    return game.turn.player, game.turn.awaits, game.turn.rolls


def test_where_the_opening_dice_are_the_first_roll_they_are_played_at_once() -> None:
    game, told = run(game_at(START, opening_roll="opening_dice"), "open 2 5")
    assert told == ["opening 2-5: black starts"]
    assert (game.turn.player, game.turn.dice, game.turn.numbers, game.throws) == ("black", (5, 2), (5, 2), 1)


def test_an_opening_1_2_that_is_the_first_roll_doubles_the_stake() -> None:
    game = game_at(START, opening_roll="opening_dice", stake_doubles_on_acey_deucey=True)
    assert run(game, "open 2 1")[0].stake == 2
    assert run(game, "open 3 1")[0].stake == 1


def test_a_plain_roll_that_is_played_ends_the_turn() -> None:
    assert what_follows(moving(FREE, "plain", "63"), "hand/19 hand/22") == ["white's turn ends"]


def test_a_number_that_cannot_be_played_is_lost_and_the_other_one_is_not() -> None:
    told = what_follows(moving("13,1x14/h13,22x2", "plain", "64"), "13/7")
    assert told == ["lost: 4 (no_legal_step), with it: nothing", "white's turn ends"]


@pytest.mark.parametrize(
    ("options", "rest"),
    [
        ({}, ["white's turn ends"]),
        ({"doubles_roll_again": "if_all_played"}, []),
        ({"doubles_roll_again": "always"}, []),
        ({"doubles_complement": True}, ["complement 3 is owed"]),
        ({"doubles_complement": True, "doubles_roll_again": "always"}, ["complement 3 is owed"]),
    ],
)
def test_what_follows_a_double_that_is_all_played(options: dict[str, object], rest: list[str]) -> None:
    game = moving(FREE, "double", "4444", **options)
    assert what_follows(game, "hand/21(4)") == rest


LOST_4 = "lost: 4 (no_legal_step), with it: {}".format


@pytest.mark.parametrize(
    ("options", "rest", "rolls_again"),
    [
        ({}, [LOST_4("nothing"), "white's turn ends"], False),
        ({"doubles_roll_again": "if_all_played"}, [LOST_4("roll"), "white's turn ends"], False),
        ({"doubles_roll_again": "always"}, [LOST_4("nothing")], True),
        ({"doubles_complement": True}, [LOST_4("complement"), "white's turn ends"], False),
        (
            {"doubles_complement": True, "doubles_roll_again": "if_all_played"},
            [LOST_4("complement, roll"), "white's turn ends"],
            False,
        ),
        ({"doubles_complement": True, "doubles_roll_again": "always"}, [LOST_4("complement")], True),
    ],
)
def test_what_follows_a_double_played_in_part(options: dict[str, object], rest: list[str], rolls_again: bool) -> None:
    game, told = run(moving(SHORT_FOUR, "double", "4444", **options), "white play hand/21(3)")
    assert told[1:] == rest
    assert awaits(game) == (("white", "roll", 1) if rolls_again else ("black", "roll", 0))


@pytest.mark.parametrize(
    ("options", "rest", "rolls_again"),
    [
        ({"doubles_roll_again": "never"}, ["white's turn ends"], False),
        ({"doubles_roll_again": "if_all_played"}, [], True),
        ({"doubles_roll_again": "always"}, [], True),
    ],
)
def test_what_follows_the_complement_of_a_double(
    options: dict[str, object], rest: list[str], rolls_again: bool
) -> None:
    game, told = run(moving(FREE, "complement", "4444", doubles_complement=True, **options), "white play hand/21(4)")
    assert told[1:] == rest
    assert awaits(game) == (("white", "roll", 1) if rolls_again else ("black", "roll", 0))


@pytest.mark.parametrize(("rule", "lost"), [("never", "nothing"), ("if_all_played", "roll"), ("always", "nothing")])
def test_what_follows_the_complement_of_a_double_played_in_part(rule: str, lost: str) -> None:
    game = moving(SHORT_FOUR, "complement", "4444", doubles_complement=True, doubles_roll_again=rule)
    game, told = run(game, "white play hand/21(3)")
    assert told[1:] == [LOST_4(lost)] + ["white's turn ends"] * (rule != "always")
    assert awaits(game) == (("white", "roll", 1) if rule == "always" else ("black", "roll", 0))


@pytest.mark.parametrize("rule", ["if_all_played", "always"])
def test_a_named_double_that_is_all_played_gives_a_roll(rule: str) -> None:
    game, told = run(moving(FREE, "named", "4444", named_roll_again=rule), "white play hand/21(4)")
    assert told[1:] == []
    assert awaits(game) == ("white", "roll", 1)


def test_a_named_double_that_is_all_played_brings_its_complement_before_the_roll() -> None:
    game = moving(FREE, "named", "4444", named_complement=True, named_roll_again="always")
    game, told = run(game, "white play hand/21(4)", "white play hand/22(4)")
    assert told[1:2] == ["complement 3 is owed"]
    assert (awaits(game), game.turn.named) == (("white", "roll", 1), None)


@pytest.mark.parametrize(
    ("options", "lost"),
    [
        ({"named_roll_again": "if_all_played"}, "roll"),
        ({"named_roll_again": "if_all_played", "named_complement": True}, "complement, roll"),
        ({"named_roll_again": "always"}, "nothing"),
        ({"named_roll_again": "always", "named_complement": True}, "complement"),
    ],
)
def test_what_follows_a_named_double_played_in_part(options: dict[str, object], lost: str) -> None:
    again = options["named_roll_again"] == "always"
    game, told = run(moving(SHORT_FOUR, "named", "4444", **options), "white play hand/21(3)")
    assert told[1:] == [LOST_4(lost)] + ["white's turn ends"] * (not again)
    assert awaits(game) == (("white", "roll", 1) if again else ("black", "roll", 0))


@pytest.mark.parametrize(("rule", "lost"), [("if_all_played", "roll"), ("always", "nothing")])
def test_what_follows_the_complement_of_a_named_double_played_in_part(rule: str, lost: str) -> None:
    game = game_at(f"{SHORT_FOUR} w move complement 4444 21 3 1", named_complement=True, named_roll_again=rule)
    game, told = run(game, "white play hand/21(3)")
    assert told[1:] == [LOST_4(lost)] + ["white's turn ends"] * (rule != "always")
    assert awaits(game) == (("white", "roll", 1) if rule == "always" else ("black", "roll", 0))


@pytest.mark.parametrize(
    ("options", "rest", "awaits_next"),
    [
        ({}, ["lost: 1 (no_legal_step), with it: name, roll", "white's turn ends"], "roll"),
        (
            {"named_complement": True},
            ["lost: 1 (no_legal_step), with it: name, complement, roll", "white's turn ends"],
            "roll",
        ),
        ({"naming_requires": "nothing"}, ["lost: 1 (no_legal_step), with it: nothing"], "name"),
    ],
)
def test_what_a_half_played_1_2_costs(options: dict[str, object], rest: list[str], awaits_next: str) -> None:
    game, told = run(moving("h1,1x14/h13,3x2", "acey_deucey", "21", "wikipedia", **options), "white play hand/23")
    assert told[1:] == rest
    assert game.turn.awaits == awaits_next


def test_a_blocked_1_2_keeps_its_name_where_naming_requires_nothing() -> None:
    game = game_at("h15/h11,2x2,1x2 w roll 0", naming_requires="nothing")
    game, told = run(game, "white roll 2 1", "white name 6")
    assert told[1:] == ["lost: 2 1 (no_legal_step), with it: nothing", "white names 6"]
    assert game.turn.numbers == (6, 6, 6, 6)


@pytest.mark.parametrize(("ruleset", "forfeits"), [("wikipedia", "name, roll"), ("european", "name, complement, roll")])
def test_a_name_that_nothing_could_follow_ends_by_itself(ruleset: str, forfeits: str) -> None:
    shut_out = moving("h2,9,1x12/h3,6x2,5x2,4x2,3x2,2x2,1x2", "acey_deucey", "21", ruleset)
    assert shut_out.next_after(shut_out.legal_plays()[0]) == "name"
    game, told = run(shut_out, "white play 9/6")
    assert told[1:] == [f"lost: nothing (nothing_to_name), with it: {forfeits}", "white's turn ends"]
    assert (awaits(game), game.names()) == (("black", "roll", 0), ())


def test_any_number_may_be_named_even_one_that_cannot_be_played() -> None:
    game = game_at("h15/h13,1x2 w name 1")
    assert game.names() == (1, 2, 3, 4, 5, 6)
    game, told = run(game, "white name 1")
    assert told[1:] == ["lost: 1 1 1 1 (no_legal_step), with it: roll", "white's turn ends"]


def test_where_the_name_must_be_playable_only_such_numbers_are_offered() -> None:
    assert game_at("h15/h13,1x2 w name 1", named_must_be_playable=True).names() == (2, 3, 4, 5, 6)


@pytest.mark.parametrize(("limit", "rolls", "again"), [(1, 1, False), (2, 1, True), (2, 2, False), (1000, 1000, False)])
def test_a_roll_beyond_the_limit_is_lost(limit: int, rolls: int, again: bool) -> None:
    game = game_at(f"{FREE} w move named 4444 21 4 {rolls}", max_rolls_per_turn=limit)
    assert game.next_after(game.legal_plays()[0]) == ("roll" if again else "opponent")
    game, told = run(game, "white play hand/21(4)")
    assert told[1:] == [] if again else ["lost: nothing (roll_limit), with it: roll", "white's turn ends"]
    assert awaits(game) == (("white", "roll", rolls) if again else ("black", "roll", 0))
    assert game.forfeited == (() if again else ("roll",))


def test_the_limit_leaves_name_and_complement_alone() -> None:
    game = moving(FREE, "acey_deucey", "21", "european", max_rolls_per_turn=1)
    game, told = run(game, "white play hand/23 hand/24", "white name 4", "white play hand/21(4)")
    assert told[-1] == "complement 3 is owed"


def test_a_chain_may_go_on_beyond_any_count() -> None:
    game = game_at(f"15x15/h15 w roll {MOST_ROLLS}", doubles_roll_again="always")
    game, _ = run(game, "white roll 3 3", "white play 15/12(4)")
    assert awaits(game) == ("white", "roll", MOST_ROLLS)
    game, _ = run(game, "white roll 2 2")
    assert game.turn.rolls == MOST_ROLLS


def test_dice_are_shown_the_larger_first_however_they_fall() -> None:
    game, told = run(game_at(f"{FREE} b roll 0"), "black roll 2 5")
    assert told == ["black rolls 5-2, plain, roll 1"]
    assert (game.turn.dice, game.turn.numbers) == ((5, 2), (5, 2))


@pytest.mark.parametrize("turn", ["w roll 0", "w move plain 63 63 - 1", "w name 1", "opening"])
@pytest.mark.parametrize("sides", ["o15/h15", "h15/o15"])
def test_a_game_cannot_start_from_a_position_that_is_won(sides: str, turn: str) -> None:
    with pytest.raises(InvalidTurn, match="The game is over: a player has borne off all fifteen checkers"):
        game_at(f"{sides} {turn}")


def test_a_game_cannot_start_from_a_turn_that_is_over() -> None:
    with pytest.raises(InvalidTurn, match="A turn belongs to a player"):
        game_at("h15/h15 over")


def test_a_game_that_starts_in_a_stage_without_a_step_tells_how_it_goes_on() -> None:
    position, turn = parse_position_id("h15/h11,2x2,1x2 w move acey_deucey 21 21 - 1")
    game, events = Game.start(game_at().options, position, turn)
    assert [event.type for event in events] == ["numbers_lost", "turn_ended"]
    assert (game.version, awaits(game)) == (1, ("black", "roll", 0))


def test_a_finished_game_offers_nothing() -> None:
    game, _ = carried_out(game_at(), "white resign")
    assert (game.legal_steps(), game.legal_plays(), game.names()) == ((), (), ())


@pytest.mark.parametrize(("loser", "winner"), [("white", "black"), ("black", "white")])
def test_who_resigns_loses_in_turn_or_out_of_turn(loser: str, winner: str) -> None:
    _, told = run(game_at(f"{FREE} w roll 0"), f"{loser} resign")
    assert told == [f"{loser} resigns", f"the end: {winner} wins 15 (resigned)"]


@pytest.mark.parametrize("turn", ["w roll 0", "w name 1", "w move plain 52 52 - 1", "w move complement 44 33 - 2"])
def test_whose_time_runs_out_loses_in_his_turn_whatever_it_waits_for(turn: str) -> None:
    game, told = run(game_at(f"{FREE} {turn}", "european", scoring="checkers_left"), "white timeout")
    assert told == ["white times out", "the end: black wins 15 (timeout)"]
    assert (game.turn.player, game.undo, game.version) == (None, (), 2)
