"""The picture of the board: well-formed, the same each time, every checker in its place. Knows no browser."""

import re
from functools import cache
from xml.etree import ElementTree

import pytest
from acey_deucey.board.describe import describe, headline
from acey_deucey.board.geometry import BAR_LEFT, HAND_LEFT, HOME_LEFT, MIDDLE, OFF_LEFT, RADIUS, point_x
from acey_deucey.board.static_files import static_file
from acey_deucey.board.svg import board_svg
from acey_deucey.rules.events import Result
from acey_deucey.rules.position import PLAYERS, Player, Position, Side, opponent_of
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.turn import Turn
from acey_deucey.translation import ENGLISH, LANGUAGES

from tests.board.positions import GALLERY

NS = "{http://www.w3.org/2000/svg}"
CASES = [pytest.param(text, view, id=f"{name}, {view}") for name, (text, _) in GALLERY.items() for view in PLAYERS]


@cache
def drawn(text: str, view: Player) -> ElementTree.Element:
    position, turn = parse_position_id(text)
    return ElementTree.fromstring(board_svg(position, turn, view))


def discs(picture: ElementTree.Element, player: Player) -> list[tuple[float, float]]:
    """The centres of a player's checkers on the points and the bar."""
    groups = [group for group in picture.findall(f"{NS}g") if f"s-{player}-line" in group.get("class", "")]
    circles = [circle for group in groups for circle in group.findall(f"{NS}circle")]
    return [
        (float(circle.get("cx", "")), float(circle.get("cy", "")))
        for circle in circles
        if circle.get("r") == str(RADIUS - 1)
    ]


def edges(picture: ElementTree.Element, player: Player, left: int) -> int:
    """How many of a player's checkers lie in a column of trays."""
    groups = [group for group in picture.findall(f"{NS}g") if f"f-{player} " in group.get("class", "") + " "]
    return sum(rect.get("x") == str(left + 4) for group in groups for rect in group.findall(f"{NS}rect"))


@pytest.mark.parametrize(("text", "view"), CASES)
def test_every_checker_is_drawn_in_its_place(text: str, view: Player) -> None:
    picture, position = drawn(text, view), parse_position_id(text)[0]
    for player in PLAYERS:
        side = position.side(player)
        assert edges(picture, player, HAND_LEFT) == side.hand
        assert edges(picture, player, OFF_LEFT) == side.off
        on_bar = [spot for spot in discs(picture, player) if BAR_LEFT < spot[0] < HOME_LEFT]
        assert len(on_bar) == side.bar
        assert all((y < MIDDLE) == (player == view) for _, y in on_bar)
        assert len(discs(picture, player)) == side.bar + sum(side.points.values())
        for own, count in side.points.items():
            point = own if player == view else 25 - own
            there = [y for x, y in discs(picture, player) if x == point_x(point) and (y < MIDDLE) == (point > 12)]
            assert len(there) == count, f"{player} {own}"


@pytest.mark.parametrize(("text", "view"), CASES)
def test_checkers_stay_on_their_half_and_no_two_hide_one_another(text: str, view: Player) -> None:
    for player in PLAYERS:
        spots = discs(drawn(text, view), player)
        assert len(set(spots)) == len(spots)
        assert all(abs(y - MIDDLE) > 14 for _, y in spots)


@pytest.mark.parametrize(("text", "view"), CASES)
def test_the_picture_is_the_same_each_time_and_brings_all_it_needs(text: str, view: Player) -> None:
    position, turn = parse_position_id(text)
    svg = board_svg(position, turn, view)
    assert svg == board_svg(position, turn, view)
    assert len(svg) < 16_000
    assert not re.search(r"\bid=|href|url\(|<script|NaN|None", svg)
    assert set(re.findall(r"https?://[^\"]+", svg)) == {NS[1:-1]}


@pytest.mark.parametrize(("text", "view"), CASES)
def test_the_picture_tells_in_words_what_it_shows(text: str, view: Player) -> None:
    picture, (position, turn) = drawn(text, view), parse_position_id(text)
    assert picture.get("role") == "img"
    assert picture.findtext(f"{NS}title") == f"Acey-deucey board, seen by {view.title()}. {headline(turn)}"
    assert picture.findtext(f"{NS}desc") == describe(position, turn)


def test_both_seats_see_their_own_points_at_the_same_places() -> None:
    white = Side(4, 1, 2, {24: 3, 20: 1, 13: 2, 6: 1, 1: 1})
    black = Side(9, 0, 0, {22: 4, 10: 2})
    turn = Turn("white", "roll")
    position, mirrored = Position.of(white, black), Position.of(black, white)
    here = ElementTree.fromstring(board_svg(position, turn, "white"))
    there = ElementTree.fromstring(board_svg(mirrored, Turn("black", "roll"), "black"))
    for player in PLAYERS:
        assert discs(here, player) == discs(there, opponent_of(player))


@pytest.mark.parametrize("count", range(1, 16))
def test_more_than_five_on_a_point_carry_their_number(count: int) -> None:
    position = Position.of(Side(15 - count, 0, 0, {13: count}), Side(15, 0, 0, {}))
    picture = ElementTree.fromstring(board_svg(position, Turn("white", "roll")))
    last = discs(picture, "white")[-1]
    written = [
        label.text
        for label in picture.findall(f"{NS}text")
        if (float(label.get("x", "")), float(label.get("y", "")) - 8) == last
    ]
    assert written == ([str(count)] if count > 5 else [])


def test_played_numbers_are_told_apart_from_those_left() -> None:
    picture = drawn(GALLERY["a named double"][0], "white")
    assert [group.get("opacity") for group in picture.findall(f"{NS}g[{NS}rect]") if group.findall(f"{NS}g")] == [
        "0.35",
        "0.35",
        None,
        None,
    ]


def test_the_result_is_written_on_the_board() -> None:
    position, turn = parse_position_id(GALLERY["the end"][0])
    picture = ElementTree.fromstring(board_svg(position, turn, result=Result("white", "borne_off", 5)))
    words = " ".join(label.text or "" for label in picture.findall(f"{NS}text"))
    assert "White wins 5 points by bearing off all checkers" in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_of_the_start_page_is_drawn_by_the_same_hand(language: str) -> None:
    text, view = GALLERY["a named double"]
    position, turn = parse_position_id(text)
    name = "board.svg" if language == ENGLISH else f"board-{language}.svg"
    assert static_file(name).decode() == board_svg(position, turn, view, language=language)
