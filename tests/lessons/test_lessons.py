"""The lessons teach the whole game, and nothing in them is untrue."""

import re

import pytest
from acey_deucey.lessons import LESSONS, UnknownLesson, lesson_by_id
from acey_deucey.lessons.lesson import Act, Lesson, carried_out
from acey_deucey.rules.game import Game
from acey_deucey.rules.moves import parse_play
from acey_deucey.rules.position_id import format_position_id
from acey_deucey.rules.rulebook import REFUSALS, RULES
from acey_deucey.rules.violations import Violation

ALL = [pytest.param(lesson, id=lesson.id) for lesson in LESSONS.values()]

# The statements of the source texts that the product cites.
STATEMENTS = {
    "G5", "G6", "G10", "G11", "G12", "G13", "G14", "G15", "G16", "G17", "G18", "G19", "G20", "G21", "G24", "G25",
    "G26", "G27", "G28", "G29", "G30", "G31", "G32", "G34", "G35", "G36", "G37", "G38", "G39", "G40", "G41", "G42",
    "H1", "H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9", "H10", "H11", "H12", "H13", "H14", "H16", "H17", "H18",
    "H19", "H20", "H22", "H23", "H24", "H25", "H26", "H27", "H28", "H29", "H30", "H31", "H32", "H33", "H34", "H35",
    "H36", "H37", "H42",
}  # fmt: skip
STEP = re.compile(r"\b(?:hand|bar|\d+)/(?:off|\d+)(?:\(\d\))?")


def begun(lesson: Lesson) -> Game:
    game = lesson.started()
    while game.turn.awaits == "opening":
        game, _ = game.open(*lesson.dice[game.throws])
    return game


def after(lesson: Lesson, acts: tuple[Act, ...]) -> Game:
    game = begun(lesson)
    for act in acts:
        game, _ = carried_out(game, act, lesson.dice)
    return game


def steps_in(text: str) -> set[tuple[int, int]]:
    return {(step.source, step.target) for step in parse_play(text)}


def test_the_rule_book_rests_on_the_statements_and_the_lessons_show_each_of_them() -> None:
    cited = {source for rule in RULES.values() for source in rule.sources if re.fullmatch(r"[GH]\d+", source)}
    assert cited == STATEMENTS
    assert {statement for lesson in LESSONS.values() for statement in lesson.statements} >= STATEMENTS


def test_the_lessons_teach_every_rule() -> None:
    assert {rule for lesson in LESSONS.values() for rule in lesson.rules} == set(RULES)


def test_no_two_lessons_have_one_name_or_one_title() -> None:
    assert len({lesson.title for lesson in LESSONS.values()}) == len(LESSONS) >= 24
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", lesson_id) for lesson_id in LESSONS)


@pytest.mark.parametrize("lesson", ALL)
def test_the_statements_of_a_lesson_stand_behind_its_rules(lesson: Lesson) -> None:
    behind = {source for rule in lesson.rules for source in RULES[rule].sources}
    assert set(lesson.statements) <= behind
    assert all(set(RULES[rule].sources) & set(lesson.statements) for rule in lesson.rules)


@pytest.mark.parametrize("lesson", ALL)
def test_a_lesson_is_not_solved_before_the_last_act_of_its_answer(lesson: Lesson) -> None:
    assert [lesson.is_solved(after(lesson, lesson.answer[:count])) for count in range(len(lesson.answer))] == [
        None
    ] * len(lesson.answer)
    assert lesson.is_solved(after(lesson, lesson.answer)) is True


@pytest.mark.parametrize("lesson", ALL)
def test_the_answer_of_a_lesson_uses_all_its_dice(lesson: Lesson) -> None:
    assert after(lesson, lesson.answer).throws == len(lesson.dice)


@pytest.mark.parametrize("lesson", ALL)
def test_every_goal_of_a_lesson_can_be_reached(lesson: Lesson) -> None:
    assert lesson.goal <= ends(lesson, begun(lesson))


def ends(lesson: Lesson, game: Game) -> set[str]:
    """The ids of all positions in which the lesson can end."""
    if lesson.is_solved(game) is not None:
        return {format_position_id(game.position, game.turn)}
    player = game.turn.player
    assert player is not None
    if game.turn.awaits == "roll":
        return ends(lesson, game.roll(player, lesson.dice[game.throws])[0])
    if game.turn.awaits == "name":
        after_names = [game.name(player, number)[0] for number in game.names()]
        return {end for named in after_names for end in ends(lesson, named)}
    plays = [play for play in game.legal_plays() if worth_trying(lesson, game, play.text)]
    return {end for play in plays for end in ends(lesson, game.play(player, parse_play(play.text))[0])}


def worth_trying(lesson: Lesson, game: Game, text: str) -> bool:
    """From a full hand all the ways of ten numbers are too many: those goals are reached by entering alone."""
    return lesson.position.startswith("h15/") is False or text.count("hand") == len(text.split())


@pytest.mark.parametrize("lesson", ALL)
def test_the_mistake_of_a_lesson_is_refused_under_its_rules_or_in_vain(lesson: Lesson) -> None:
    *before, last = lesson.mistake.acts
    game = after(lesson, tuple(before))
    if lesson.mistake.problem is None:
        assert lesson.is_solved(carried_out(game, last, lesson.dice)[0]) is False
        return
    with pytest.raises(Violation) as refused:
        carried_out(game, last, lesson.dice)
    assert refused.value.code == lesson.mistake.problem
    assert REFUSALS[refused.value.code].rule in lesson.rules
    assert lesson.is_solved(game) is not True


@pytest.mark.parametrize("lesson", ALL)
def test_the_moves_in_the_hints_are_moves_of_the_answer(lesson: Lesson) -> None:
    played = {step for act in lesson.answer if act.action == "moves" for step in steps_in(str(act.value))}
    hinted = {step for hint in lesson.hints for text in STEP.findall(hint) for step in steps_in(text)}
    assert len(lesson.hints) >= 2
    assert hinted
    assert hinted <= played
    assert not STEP.search(lesson.task), "the task does not give the moves away"


@pytest.mark.parametrize("lesson", ALL)
def test_the_last_hint_ends_the_answer(lesson: Lesson) -> None:
    last = next(str(act.value) for act in reversed(lesson.answer) if act.action == "moves")
    hinted = {step for hint in lesson.hints for text in STEP.findall(hint) for step in steps_in(text)}
    assert steps_in(last) & hinted


def test_an_unknown_lesson_is_refused_by_name() -> None:
    with pytest.raises(UnknownLesson, match="chess"):
        lesson_by_id("chess")
