"""Whatever a player asks for is played or refused with a reason and an example. It must hold no rule of its own."""

from acey_deucey.rules.moves import Request, Step, parse_play, play_text
from acey_deucey.rules.reading import read_play
from acey_deucey.rules.rulebook import ILLEGAL_MOVES
from acey_deucey.rules.situation import Situation
from acey_deucey.rules.violations import IllegalMove
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.rules.strategies import likely_requests, situations

many = settings(max_examples=600, deadline=None, derandomize=True)


def assert_each_is_legal(situation: Situation, steps: tuple[Step, ...]) -> None:
    for step in steps:
        assert step in situation.legal_steps()
        situation = situation.after(step)


def assert_explained(situation: Situation, error: IllegalMove) -> None:
    """The refusal is one of the rule book, can be read, and its example is accepted."""
    assert error.code in ILLEGAL_MOVES
    assert "{" not in str(error)
    assert error.legal_example
    assert_each_is_legal(situation, read_play(situation, parse_play(error.legal_example)).steps)


@many
@given(st.data(), situations)
def test_any_request_is_played_or_refused_with_a_reason(data: st.DataObject, situation: Situation) -> None:
    assume(situation.legal_steps())
    requests = data.draw(st.lists(likely_requests(situation), max_size=5))
    try:
        assert_each_is_legal(situation, read_play(situation, requests).steps)
    except IllegalMove as error:
        assert_explained(situation, error)


@many
@given(st.data(), situations)
def test_one_step_is_refused_exactly_when_it_is_not_listed(data: st.DataObject, situation: Situation) -> None:
    assume(situation.legal_steps())
    asked = data.draw(likely_requests(situation))._replace(either_entry=False)
    listed = {(step.source, step.target, step.number) for step in situation.legal_steps()}
    wanted = {(asked.source, asked.target, number) for number in situation.numbers if asked.number in (None, number)}
    try:
        steps = read_play(situation, (asked,)).steps
    except IllegalMove as error:
        assert not wanted & listed
        assert_explained(situation, error)
    else:
        assert len(steps) > 1 or (steps[0].source, steps[0].target, steps[0].number) in wanted & listed


@many
@given(situations)
def test_every_legal_play_is_read_back_from_its_canonical_text(situation: Situation) -> None:
    for play in situation.legal_plays():
        steps = read_play(situation, parse_play(play.text)).steps
        assert play_text(steps) == play.text
        assert situation.after_all(steps).position == play.position


@many
@given(situations)
def test_every_legal_step_is_read_back_with_its_number(situation: Situation) -> None:
    for step in situation.legal_steps():
        assert read_play(situation, (Request(step.source, step.target, step.number),)).steps == (step,)
