"""The worked sequences of the rules, S1 to S15, each as a small game. It must hold no rule of its own."""

import pytest
from acey_deucey.rules.events import Result
from acey_deucey.rules.game import Game
from acey_deucey.rules.position_id import format_position_id, parse_position_id
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.rules.violations import WrongState

from tests.rules.script import START, carried_out, game_at, moving, run

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def whole(game: Game) -> str:
    """The command that plays some complete play of the stage."""
    return f"{game.turn.player} play {game.legal_plays()[0].text}"


def played(game: Game, *lines: str) -> tuple[Game, list[str]]:
    """As ``run``, but ``whole`` stands for some complete play of the stage."""
    told: list[str] = []
    for line in lines:
        game, lines_told = run(game, whole(game) if line == "whole" else line)
        told += lines_told
    return game, [line for line in told if " plays " not in line]


@every_ruleset
def test_s1_a_tied_opening_is_thrown_again_and_the_opening_dice_are_not_the_roll(ruleset: str) -> None:
    game, told = run(game_at(START, ruleset), "open 4 4", "open 5 2")
    assert told == ["opening 4-4: again", "opening 5-2: white starts"]
    assert format_position_id(game.position, game.turn) == "h15/h15 w roll 0"
    assert (game.legal_steps(), game.turn.dice, game.turn.numbers) == ((), None, ())


@every_ruleset
@pytest.mark.parametrize(("dice", "stage"), [("3 3", "double"), ("2 1", "acey_deucey"), ("1 2", "acey_deucey")])
def test_s2_the_opening_player_may_roll_a_double_or_a_1_2(ruleset: str, dice: str, stage: str) -> None:
    game, _ = run(game_at(START, ruleset), "open 2 5", f"black roll {dice}")
    assert (game.turn.player, game.turn.awaits, game.turn.stage) == ("black", "move", stage)


def test_s3_after_an_american_double_that_is_all_played_the_opponent_rolls() -> None:
    game, told = played(game_at(), "open 5 2", "white roll 4 4", "whole")
    assert told[-1] == "white's turn ends"
    assert (game.turn.player, game.turn.awaits) == ("black", "roll")


def test_s4_a_european_double_brings_its_complement_and_a_new_roll() -> None:
    lines = ("open 5 2", "white roll 3 3", "whole", "whole", "white roll 6 5", "whole")
    _, told = played(game_at(START, "european"), *lines)
    assert told == [
        "opening 5-2: white starts",
        "white rolls 3-3, double, roll 2",
        "complement 4 is owed",
        "white rolls 6-5, plain, roll 3",
        "white's turn ends",
    ]


def test_s5_one_player_throughout_a_long_european_chain() -> None:
    chain = ("white roll 5 5", "whole", "whole", "white roll 6 6", "whole", "whole")
    bonus = ("white roll 2 1", "whole", "white name 4", "whole", "whole", "white roll 5 3", "whole")
    game, told = played(game_at(START, "european"), "open 6 1", *chain, *bonus)
    assert told == [
        "opening 6-1: white starts",
        "white rolls 5-5, double, roll 2",
        "complement 2 is owed",
        "white rolls 6-6, double, roll 3",
        "complement 1 is owed",
        "white rolls 2-1, acey_deucey, roll 4",
        "white names 4",
        "complement 3 is owed",
        "white rolls 5-3, plain, roll 5",
        "white's turn ends",
    ]
    assert (game.turn.player, game.turn.awaits) == ("black", "roll")


def test_s6_american_names_chain_and_a_double_in_the_chain_ends_it() -> None:
    first = ("white roll 2 1", "whole", "white name 6", "whole")
    second = ("white roll 2 1", "whole", "white name 3", "whole")
    game, told = played(game_at(), "open 6 1", *first, *second, "white roll 3 3", "whole")
    assert told[1:] == [
        "white rolls 2-1, acey_deucey, roll 2",
        "white names 6",
        "white rolls 2-1, acey_deucey, roll 3",
        "white names 3",
        "white rolls 3-3, double, roll 4",
        "white's turn ends",
    ]
    assert game.turn.player == "black"


def test_s7_a_named_double_played_in_part_stays_played_and_gives_no_roll() -> None:
    game = game_at("h1,24,4x13/h13,6x2 w name 1")
    before = game.position.pip_count("white")
    game, told = played(game, "white name 6", "whole")
    assert told == ["white names 6", "lost: 6 (no_legal_step), with it: roll", "white's turn ends"]
    assert game.position.pip_count("white") == before - 3 * 6
    assert (game.turn.player, game.turn.awaits) == ("black", "roll")


def test_s8_in_the_european_game_the_new_roll_comes_only_after_the_complement() -> None:
    game, told = played(game_at("h15/h15 w name 1", "european"), "white name 1", "whole")
    assert told[-1] == "complement 6 is owed"
    for left in (4, 3, 2, 1):
        assert (game.turn.awaits, game.turn.numbers) == ("move", (6,) * left)
        game, _ = run(game, f"white play {game.legal_steps()[0].text}")
    assert (game.turn.player, game.turn.awaits) == ("white", "roll")


def test_s9_a_european_complement_played_in_part_ends_the_turn() -> None:
    game = moving("h3,1x12/h13,8x2", "complement", "4444", "european")
    game, told = played(game, "whole")
    assert told == ["lost: 4 (no_legal_step), with it: roll", "white's turn ends"]
    assert (game.turn.player, game.turn.awaits) == ("black", "roll")


@every_ruleset
@pytest.mark.parametrize(("stage", "numbers"), [("plain", "63"), ("double", "3333"), ("named", "3333")])
def test_s10_the_fifteenth_checker_off_wins_at_once_whatever_is_left(ruleset: str, stage: str, numbers: str) -> None:
    game, told = run(moving("3,o14/h15", stage, numbers, ruleset), "white play 3/off")
    assert told[1:] == [f"the end: white wins {1 if ruleset == 'european' else 15} (borne_off)"]
    assert (game.turn.player, game.turn.awaits, game.turn.numbers) == (None, None, ())
    for line in ("white roll 1 3", "black roll 1 3", "white play 3/off", "white name 3", "white undo", "black resign"):
        with pytest.raises(WrongState) as refused:
            carried_out(game, line)
        assert refused.value.code == "game-finished"


@pytest.mark.parametrize(("ruleset", "points"), [("american", 10), ("european", 1)])
@pytest.mark.parametrize("end", ["white play 1/off", "black resign", "black timeout"])
def test_s11_the_american_winner_gets_a_point_for_each_checker_left_the_european_one(
    ruleset: str, points: int, end: str
) -> None:
    sides, reason = (
        "1,o14/h3,b1,8x6,o5",
        {"play": "borne_off", "resign": "resigned", "timeout": "timeout"}[end.split()[1]],
    )
    start = game_at(f"{sides} b roll 0", ruleset) if reason == "timeout" else moving(sides, "plain", "61", ruleset)
    game, _ = run(start, end)
    assert game.result == Result("white", reason, points)  # type: ignore[arg-type]


def test_s12_every_1_2_doubles_the_points_by_either_player_playable_or_not() -> None:
    game = game_at("6x15/2,1,o13 w roll 0", "european", stake_doubles_on_acey_deucey=True)
    game, told = run(game, "white roll 2 1")
    assert (told[-1], game.stake) == ("white's turn ends", 2)
    game, told = run(game, "black roll 1 2", "black play 2/off 1/off")
    assert told[-1] == "the end: black wins 4 (borne_off)"


@every_ruleset
def test_s13_a_1_2_with_both_numbers_dead_ends_the_turn_by_itself(ruleset: str) -> None:
    game, told = run(game_at("h15/h11,2x2,1x2 w roll 0", ruleset), "white roll 1 2")
    lost = "name, complement, roll" if ruleset == "european" else "name, roll"
    assert told[1:] == [f"lost: 2 1 (no_legal_step), with it: {lost}", "white's turn ends"]
    assert (game.turn.player, game.turn.awaits) == ("black", "roll")


@pytest.mark.parametrize(
    "lines",
    [
        ("whole",),
        ("whole", "white name 4"),
        ("whole", "white name 4", "white play hand/21 hand/21"),
        ("whole", "white name 4", "whole"),
        ("whole", "white name 4", "whole", "white play hand/22"),
        ("whole", "white name 4", "whole", "whole"),
    ],
    ids=["name", "named", "named, two of four", "complement", "complement, one of four", "roll again"],
)
def test_s14_a_game_saved_in_any_stage_goes_on_where_it_was(lines: tuple[str, ...]) -> None:
    game, _ = played(game_at("h15/h15 w move acey_deucey 21 21 - 1", "european"), *lines)
    position, turn = parse_position_id(format_position_id(game.position, game.turn))
    assert (position, turn) == (game.position, game.turn)
    loaded, _ = Game.start(game.options, position, turn)
    assert (loaded.turn, loaded.legal_steps(), loaded.names()) == (game.turn, game.legal_steps(), game.names())


CLOSED = "h3,6x2,5x2,4x2,3x2,2x2,1x2"


def test_s15_the_dead_position_is_drawn_at_once() -> None:
    almost = "h3,7,6,5x2,4x2,3x2,2x2,1x2"
    game, told = run(moving(f"{almost}/{CLOSED}", "plain", "1", "european"), "white play 7/6")
    assert told[-2:] == ["white's turn ends", "the end: nobody wins 0 (deadlock)"]
    assert game.result == Result(None, "deadlock", 0)
    assert game.turn.awaits is None


@pytest.mark.parametrize("turn", ["opening", "w roll 0", "b roll 0", "w name 1", "w move plain 61 61 - 1"])
def test_s15_a_game_that_starts_in_the_dead_position_is_drawn_before_anybody_rolls(turn: str) -> None:
    assert game_at(f"{CLOSED}/{CLOSED} {turn}", "european").result == Result(None, "deadlock", 0)


def test_s15_the_same_position_lives_on_where_checkers_move_at_home() -> None:
    assert game_at(f"{CLOSED}/{CLOSED} w roll 0").result is None
