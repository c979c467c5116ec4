"""Plays as text: what is understood, how it is answered, what cannot be read. It must know no legality but Game's."""

import pytest
from acey_deucey.rules.moves import Play, Request, Step, UnreadablePlay, landing, parse_play, play_text
from acey_deucey.rules.position import BAR, HAND, OFF, Position

from tests.rules.script import moving, run

START, TWO_BLOTS, BAR_AND_HAND = "h15/h15", "24,23,13x13/h13,5,10", "h14,b1/h15"

# fmt: off
UNDERSTOOD = [
    # text as a player writes it      White/Black, stage, numbers        canonical answer
    ("hand/20 hand/23",               START, "plain", "52",              "hand/20 hand/23"),
    ("HAND/20   Hand/23",             START, "plain", "52",              "hand/20 hand/23"),
    ("hand/20, hand/23",              START, "plain", "52",              "hand/20 hand/23"),
    ("hand/20; hand/23",              START, "plain", "52",              "hand/20 hand/23"),
    ("hand / 20\thand /23\n",         START, "plain", "52",              "hand/20 hand/23"),
    ("h/20 h/23",                     START, "plain", "52",              "hand/20 hand/23"),
    ("h/23,h/20",                     START, "plain", "52",              "hand/23 hand/20"),
    ("hand/18",                       START, "plain", "52",              "hand/20 20/18"),
    ("hand/20/18",                    START, "plain", "52",              "hand/20 20/18"),
    ("hand/23/18",                    START, "plain", "52",              "hand/23 23/18"),
    ("hand/21(4)",                    START, "double", "4444",           "hand/21 hand/21 hand/21 hand/21"),
    ("hand/21 (2) 21/17(2)",          START, "double", "4444",           "hand/21 hand/21 21/17 21/17"),
    ("h/21/17(2)",                    START, "double", "4444",           "hand/21 21/17 hand/21 21/17"),
    ("hand/9",                        START, "double", "4444",           "hand/21 21/17 17/13 13/9"),
    ("hand/13 hand/21",               START, "double", "4444",           "hand/21 21/17 17/13 hand/21"),
    ("24/20/15",                      TWO_BLOTS, "plain", "54",          "24/20* 20/15*"),
    ("24/20*/15*",                    TWO_BLOTS, "plain", "54",          "24/20* 20/15*"),
    ("24/20*/15",                     TWO_BLOTS, "plain", "54",          "24/20* 20/15*"),
    ("24/20* 20/15",                  TWO_BLOTS, "plain", "54",          "24/20* 20/15*"),
    ("24/19* 13/9*",                  TWO_BLOTS, "plain", "54",          "24/19 13/9"),
    ("b/20",                          BAR_AND_HAND, "plain", "52",       "bar/20"),
    ("bar/20 h/23",                   BAR_AND_HAND, "plain", "52",       "bar/20 hand/23"),
    ("25/20",                         BAR_AND_HAND, "plain", "52",       "bar/20"),
    ("25/20 hand/23",                 BAR_AND_HAND, "plain", "52",       "bar/20 hand/23"),
    ("25/18",                         BAR_AND_HAND, "plain", "52",       "bar/20 20/18"),
    ("6/off 5/off",                   "6,5,o13/h15", "plain", "65",      "6/off 5/off"),
    ("6/o 5/0",                       "6,5,o13/h15", "plain", "65",      "6/off 5/off"),
    ("06/Off 05/O",                   "6,5,o13/h15", "plain", "65",      "6/off 5/off"),
    ("8/off",                         "8,o14/h15", "plain", "62",        "8/2 2/off"),
    ("8/2/off",                       "8,o14/h15", "plain", "62",        "8/2 2/off"),
    ("1/off(3)",                      "1x3,o12/h15", "double", "6666",   "1/off 1/off 1/off"),
]
# fmt: on


@pytest.mark.parametrize(
    ("text", "sides", "stage", "numbers", "answer"), UNDERSTOOD, ids=[row[0] for row in UNDERSTOOD]
)
def test_text_is_read_tolerantly_and_answered_in_canonical_form(
    text: str, sides: str, stage: str, numbers: str, answer: str
) -> None:
    _, told = run(moving(sides, stage, numbers), f"white play {text}")
    assert told[0] == f"white plays {answer}"


@pytest.mark.parametrize("hands", ["hand/20", "bar/20"])
def test_where_hand_and_bar_may_both_enter_each_is_told_by_its_name(hands: str) -> None:
    _, told = run(moving(BAR_AND_HAND, "plain", "52", "jacoby-crawford"), f"white play {hands}")
    assert told[0] == f"white plays {hands}"


UNREADABLE = [
    ("twenty", "twenty"),
    ("13", "13"),
    ("13/", "13/"),
    ("/8", "/8"),
    ("13//8", "13//8"),
    ("13-8", "13-8"),
    ("13/8 x", "x"),
    ("13/25", "13/25"),
    ("26/20", "26/20"),
    ("0/5", "0/5"),
    ("off/5", "off/5"),
    ("6/off/3", "6/off/3"),
    ("13/bar", "13/bar"),
    ("13/hand", "13/hand"),
    ("13/8(0)", "13/8(0)"),
    ("13/8(10)", "13/8(10)"),
    ("13/8(2", "13/8(2"),
    ("(2)", "(2)"),
    ("13/-8", "13/-8"),
    ("13/8.0", "13/8.0"),
    ("13/008", "13/008"),
    ("１３/8", "１３/8"),
    ("13/8\x00", "13/8\x00"),
    ("13/**", "13/**"),
    ("\ud800/8", "\ud800/8"),
]


@pytest.mark.parametrize(("text", "token"), UNREADABLE, ids=[ascii(text) for text, _ in UNREADABLE])
def test_what_is_no_step_is_named_in_the_refusal(text: str, token: str) -> None:
    with pytest.raises(UnreadablePlay) as refused:
        parse_play(text)
    assert refused.value.code == "unreadable-play"
    assert refused.value.details == {"token": token}
    assert str(refused.value).startswith(f"{token!r} is not a step.")


@pytest.mark.parametrize("text", ["13/8 " * 100, "13/8(9) " * 4, "a" * 10_000])
def test_text_longer_than_any_play_is_refused_with_its_beginning(text: str) -> None:
    with pytest.raises(UnreadablePlay) as refused:
        parse_play(text)
    assert refused.value.details == {"token": text[:40]}


def test_text_without_a_step_asks_for_nothing() -> None:
    assert parse_play("") == parse_play(" , ; ") == ()


def test_a_request_is_written_as_the_player_would_write_it() -> None:
    texts = ("25/20", "bar/20", "hand/20", "13/8", "6/off")
    assert tuple(request.text for text in texts for request in parse_play(text)) == texts
    assert Request(HAND, 20, 5).text == "hand/20"


def test_steps_and_plays_are_written_in_canonical_form() -> None:
    steps = (Step(HAND, 20, 5, True), Step(BAR, 19, 6, False), Step(13, 8, 5, False), Step(6, OFF, 6, False))
    assert [step.text for step in steps] == ["hand/20*", "bar/19", "13/8", "6/off"]
    assert Play(steps, Position.start()).text == play_text(steps) == "hand/20* bar/19 13/8 6/off"
    assert Play((), Position.start()).text == ""


@pytest.mark.parametrize(
    ("source", "number", "target"), [(HAND, 6, 19), (BAR, 1, 24), (13, 5, 8), (6, 6, OFF), (2, 6, OFF)]
)
def test_a_number_takes_a_checker_that_many_points_on_or_off(source: int, number: int, target: int) -> None:
    assert landing(source, number) == target
