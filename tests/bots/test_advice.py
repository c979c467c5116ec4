"""Hints and evaluations say what the expert would do, what it is worth and why."""

import pytest
from acey_deucey.bots.advice import evaluate, hint
from acey_deucey.bots.judging import NoChoice
from acey_deucey.bots.players import NameChosen, PlayChosen, choose
from acey_deucey.rules.game import Game
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.rulesets import RULESETS

AMERICAN = RULESETS["american"].options


def game_at(text: str, ruleset: str = "american") -> Game:
    position, turn = parse_position_id(text)
    game, _ = Game.start(RULESETS[ruleset].options, position, turn)
    return game


def test_the_first_hint_is_what_the_expert_plays() -> None:
    game = game_at("h11,20x2,18,24/h12,21,18x2 w move plain 64 64 - 1")
    hints = hint(game)
    assert choose(game, "expert", "seed") == PlayChosen(hints[0].choice.play)
    assert hints[0].loss == 0
    assert [each.loss for each in hints] == sorted(each.loss for each in hints)


def test_hints_on_a_name_judge_each_number_by_its_best_play() -> None:
    game = game_at("h11,20x2,18,24/h12,21,18x2 w name 1")
    hints = hint(game, 6)
    assert sorted(each.choice.named or 0 for each in hints) == [1, 2, 3, 4, 5, 6]
    assert choose(game, "expert", "seed") == NameChosen(hints[0].choice.named or 0)
    assert all(len(each.choice.play.steps) == 4 for each in hints if each.choice.named != 0)


def test_a_hint_says_plainly_what_its_play_does_and_leaves() -> None:
    game = game_at("h13,24,20/h14,9 w move plain 54 54 - 1")
    found = {each.choice.play.text: each.reasons for each in hint(game, 50)}
    reasons = found["hand/20 hand/21"]
    assert (reasons.hits, reasons.entered, reasons.borne_off) == (0, 2, 0)
    assert reasons.made == (20,)
    assert reasons.blots == (24, 21)
    assert reasons.hit_by == (5,)
    assert reasons.enters_with == (1, 2, 3, 4, 5, 6)


def test_a_hint_counts_hits_and_checkers_borne_off() -> None:
    hitting = hint(game_at("h13,24,20/h14,9 w move plain 54 54 - 1"), 50)
    assert any(each.reasons.hits == 1 for each in hitting)
    off = hint(game_at("o10,6x2,5,4,1/o10,6x5 w move plain 64 64 - 1"), 50)
    assert off[0].reasons.borne_off == 2
    assert off[0].reasons.enters_with is None


def test_there_is_no_hint_before_a_roll() -> None:
    with pytest.raises(NoChoice):
        hint(game_at("h13,24,20/h14,9 w roll 0"))


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_the_start_is_even_and_a_player_about_to_win_is_valued_so(ruleset: str) -> None:
    options = RULESETS[ruleset].options
    start = evaluate(*parse_position_id("h15/h15 opening"), options)
    assert start.player == "white"
    assert start.chances.win == pytest.approx(0.5)
    assert start.chances.points == pytest.approx(0)
    ahead = evaluate(*parse_position_id("o14,1/o2,7x5,5x4,4x4 b move plain 31 31 - 1"), options)
    assert ahead.player == "black"
    assert ahead.chances.win < 0.4
    assert ahead.chances.points < 0


def test_a_win_on_the_board_is_worth_exactly_what_it_brings() -> None:
    evaluation = evaluate(*parse_position_id("o14,6/o3,h12 w move plain 65 65 - 1"), AMERICAN)
    assert evaluation.chances == (1.0, 12.0)
    evaluation = evaluate(*parse_position_id("o14,6/o3,h12 w move plain 65 65 - 1"), RULESETS["european"].options)
    assert evaluation.chances == (1.0, 1.0)


def test_both_views_of_a_position_add_up() -> None:
    chances = evaluate(*parse_position_id("h13,24,20/h14,9 w roll 0"), AMERICAN).chances
    assert chances.other.other == pytest.approx(chances)
    assert chances.win + chances.other.win == pytest.approx(1)
