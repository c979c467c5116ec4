"""The one-line text of position and turn: its grammar by examples, and what it refuses. It must hold no rule."""

import pytest
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.rules.position import BAR, OFF, InvalidPosition, Position, Side
from acey_deucey.rules.position_id import InvalidPositionId, format_position_id, parse_position_id
from acey_deucey.rules.turn import OPENING, OVER, Turn
from acey_deucey.rules.turn_check import InvalidTurn

HANDS = "h15/h15"
ROLLED = "w move plain 52 52 - 1"

WRITTEN = [
    ("h15/h15 opening", OPENING),
    ("h15/h15 over", OVER),
    ("h15/h15 w roll 0", Turn("white", "roll")),
    ("h15/h15 b roll 3", Turn("black", "roll", rolls=3)),
    ("h15/h15 b name 2", Turn("black", "name", "acey_deucey", (2, 1), rolls=2)),
    ("h15/h15 w move plain 52 52 - 1", Turn("white", "move", "plain", (5, 2), (5, 2), None, 1)),
    ("h15/h15 w move plain 2 52 - 1", Turn("white", "move", "plain", (5, 2), (2,), None, 1)),
    ("h15/h15 w move plain 2 - - 1", Turn("white", "move", "plain", None, (2,), None, 1)),
    ("h15/h15 w move acey_deucey 21 21 - 1", Turn("white", "move", "acey_deucey", (2, 1), (2, 1), None, 1)),
    ("h15/h15 b move double 333 33 - 1", Turn("black", "move", "double", (3, 3), (3, 3, 3), None, 1)),
    ("h15/h15 b move named 44 21 4 1", Turn("black", "move", "named", (2, 1), (4, 4), 4, 1)),
    ("h15/h15 w move complement 3333 21 4 2", Turn("white", "move", "complement", (2, 1), (3,) * 4, 4, 2)),
    ("h15/h15 w move complement 4 33 - 1000", Turn("white", "move", "complement", (3, 3), (4,), None, 1000)),
]


@pytest.mark.parametrize(("text", "turn"), WRITTEN, ids=[text for text, _ in WRITTEN])
def test_every_kind_of_turn_has_a_text_and_comes_back_from_it(text: str, turn: Turn) -> None:
    assert parse_position_id(text) == (Position.start(), turn)
    assert format_position_id(Position.start(), turn) == text


def test_the_piles_of_a_side_are_written_hand_bar_points_from_high_to_low_off() -> None:
    white = Side(2, 1, 3, {24: 1, 13: 5, 1: 3})
    position = Position.of(white, Side(0, 0, 15, {}))
    text = "h2,b1,24,13x5,1x3,o3/o15 over"
    assert format_position_id(position, OVER) == text
    assert parse_position_id(text) == (position, OVER)


def test_what_follows_from_the_rest_may_be_left_open() -> None:
    assert parse_position_id("h15/h15 w move named 4444 - - 1")[1] == Turn(
        "white", "move", "named", (2, 1), (4,) * 4, 4, 1
    )
    assert parse_position_id("h15/h15 w move double 33 - - 0")[1].dice == (3, 3)
    assert parse_position_id("h15/h15 w move plain 25 - - 1")[1].numbers == (5, 2)


UNREADABLE = [
    ("", ""),
    ("h15", "h15"),
    ("h15 h15 opening", "h15 h15 opening"),
    ("h15/h15", ""),
    ("h15/h15/h15 opening", "h15/h15"),
    ("/h15 opening", ""),
    ("h15,/h15 opening", "h15,"),
    ("x15/h15 opening", "x15"),
    ("h16/h15 opening", "h16"),
    ("h0/h15 opening", "h0"),
    ("h14,25/h15 opening", "25"),
    ("h14,0/h15 opening", "0"),
    ("h14,05/h15 opening", "05"),
    ("h13,5x0/h15 opening", "5x0"),
    ("h10,h5/h15 opening", "h10,h5"),
    ("h13,5,5/h15 opening", "h13,5,5"),
    ("H15/h15 opening", "H15"),
    ("h15/h15 Opening", "Opening"),
    ("h15/h15  opening", " opening"),
    ("h15/h15 opening ", "opening "),
    ("h15/h15 w", "w"),
    ("h15/h15 x roll 0", "x roll 0"),
    ("h15/h15 w roll", "w roll"),
    ("h15/h15 w roll -1", "w roll -1"),
    ("h15/h15 w roll 10000", "w roll 10000"),
    ("h15/h15 w roll ٣", "w roll ٣"),
    ("h15/h15 w wait 0", "w wait 0"),
    ("h15/h15 w move plain 52", "w move plain 52"),
    ("h15/h15 w move plain 57 57 - 1", "w move plain 57 57 - 1"),
    ("h15/h15 w move plain 55555 55 - 1", "w move plain 55555 55 - 1"),
    ("h15/h15 w move fancy 52 52 - 1", "w move fancy 52 52 - 1"),
    ("h15/h15 w move named 44 21 0 1", "w move named 44 21 0 1"),
    (f"{HANDS} {ROLLED}\n", f"{ROLLED}\n"),
]


@pytest.mark.parametrize(("text", "part"), UNREADABLE, ids=[ascii(text) for text, _ in UNREADABLE])
def test_what_is_not_in_the_grammar_is_named_in_the_refusal(text: str, part: str) -> None:
    with pytest.raises(InvalidPositionId) as refused:
        parse_position_id(text)
    assert refused.value.code == "invalid-position-id"
    assert str(refused.value) == f"{part!r} cannot be read as part of a position id."


def test_text_longer_than_any_position_is_refused_with_its_beginning() -> None:
    with pytest.raises(InvalidPositionId) as refused:
        parse_position_id("h15/h15 " + "w" * 10_000)
    assert refused.value.details == {"part": "h15/h15 " + "w" * 52}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("h14/h15 opening", InvalidPosition),
        ("h14,13/h14,12 opening", InvalidPosition),
        ("h15/h15 w roll 1001", InvalidTurn),
        ("h15/h15 w move plain 33 33 - 1", InvalidTurn),
        ("h15/h15 w move double 33 44 - 1", InvalidTurn),
    ],
)
def test_what_is_in_the_grammar_but_cannot_be_is_refused_as_such(text: str, fault: type[AceyDeuceyError]) -> None:
    with pytest.raises(fault):
        parse_position_id(text)


def test_a_bar_and_a_borne_off_checker_are_not_lost() -> None:
    position, _ = parse_position_id("b1,6x13,o1/h15 w roll 0")
    assert [position.side("white").bar, position.side("white").off] == [1, 1]
    assert position.moved("white", 6, OFF, hit=False).moved("white", BAR, 20, hit=False).side("white") == Side(
        0, 0, 2, {20: 1, 6: 12}
    )
