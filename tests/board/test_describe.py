"""The board in words, as tables of position ids and sentences."""

import pytest
from acey_deucey.board.describe import describe, headline
from acey_deucey.rules.events import Result
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.turn import OVER

HEADLINES = {
    "h15/h15 opening": "The opening throw decides who starts",
    "h15/h15 w roll 0": "White to roll",
    "h15/h15 b roll 2": "Black rolls again",
    "h13,24,23/h15 w name 1": "White has played the 1-2 and names a double",
    "h15/h15 b move plain 52 52 - 1": "Black to move: roll 5-2; to play: 5 2",
    "h15/h15 b move plain 2 52 - 1": "Black to move: roll 5-2; to play: 2",
    "h15/h15 w move acey_deucey 21 21 - 1": "White to move: acey-deucey, 1-2; to play: 2 1",
    "h15/h15 w move double 444 44 - 1": "White to move: double 4; to play: 4 4 4",
    "h15/h15 w move named 66 21 6 1": "White to move: named double 6; to play: 6 6",
    "h15/h15 w move complement 33 44 - 1": "White to move: complement 3 of the double 4; to play: 3 3",
    "h15/h15 w move complement 1111 21 6 1": "White to move: complement 1 of the named 6; to play: 1 1 1 1",
    "o15/h15 over": "The game is over",
}
RESULTS = {
    Result("white", "borne_off", 10): "White wins 10 points by bearing off all checkers",
    Result("black", "resigned", 1): "Black wins 1 point by resignation",
    Result("black", "timeout", 3): "Black wins 3 points on time",
    Result(None, "deadlock", 0): "The game is drawn: nobody could ever move again",
}


@pytest.mark.parametrize(("text", "told"), HEADLINES.items())
def test_the_headline_says_who_has_to_do_what(text: str, told: str) -> None:
    assert headline(parse_position_id(text)[1]) == told


@pytest.mark.parametrize(("result", "told"), RESULTS.items(), ids=lambda value: str(value)[:20])
def test_the_headline_of_a_finished_game_says_how_it_ended(result: Result, told: str) -> None:
    assert headline(OVER, result) == told


def test_the_description_names_every_checker_in_its_owners_numbering() -> None:
    position, turn = parse_position_id("h2,b1,24,13x3,6x2,o6/h13,20,2 w move plain 52 52 - 1")
    assert describe(position, turn) == (
        "White to move: roll 5-2; to play: 5 2. "
        "White: 2 in hand; 1 on the bar; 6 borne off; on points 24, 13 (3), 6 (2); 150 pips to go. "
        "Black: 13 in hand; on points 20, 2; 347 pips to go."
    )
