"""The picture and the pages over HTTP from a real service: types, policies, copies that are still good."""

import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from acey_deucey.board.static_files import static_files
from acey_deucey.board.svg import board_svg
from acey_deucey.rules.position_id import parse_position_id

POSITION = "h2,24,22x2,17,13x3,8x2,6x2,5,4/h1,b2,23x3,13x2,9,7x2,6x4 w move named 44 21 4 1"


@pytest.fixture(scope="module")
def game_url(origin: str) -> str:
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(f"{origin}/v1/games", json.dumps({"position": POSITION}).encode(), headers)) as answer:
        return f"{origin}/v1/games/{json.load(answer)['game']['id']}"


@pytest.mark.parametrize("view", ["white", "black"])
def test_the_picture_of_a_game_is_the_drawing_of_its_position(game_url: str, view: str) -> None:
    with urlopen(f"{game_url}/board.svg?view={view}&at=1") as answer:
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert "style-src 'unsafe-inline'" in answer.headers["Content-Security-Policy"]
        position, turn = parse_position_id(POSITION)
        assert answer.read().decode() == board_svg(position, turn, "black" if view == "black" else "white")


def test_a_picture_that_the_client_holds_is_not_sent_again(game_url: str) -> None:
    with urlopen(f"{game_url}/board.svg") as answer:
        tag = answer.headers["ETag"]
    with pytest.raises(HTTPError) as unchanged:
        urlopen(Request(f"{game_url}/board.svg", headers={"If-None-Match": tag}))
    unchanged.value.close()
    assert unchanged.value.code == 304


@pytest.mark.parametrize("name", ["play", *(f"static/{name}" for name in static_files())])
def test_a_part_of_the_pages_has_its_type_and_lets_nothing_in_from_elsewhere(origin: str, name: str) -> None:
    with urlopen(f"{origin}/{name}") as answer:
        media = static_files().get(name.removeprefix("static/"), "text/html; charset=utf-8")
        assert answer.headers["Content-Type"] == media
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("name", ["play", "static/board.svg", "static/play.js"])
def test_a_copy_that_is_still_good_keeps_its_policy(origin: str, name: str) -> None:
    with urlopen(f"{origin}/{name}") as answer:
        tag = answer.headers["ETag"]
    with pytest.raises(HTTPError) as unchanged:
        urlopen(Request(f"{origin}/{name}", headers={"If-None-Match": tag}))
    unchanged.value.close()
    assert unchanged.value.code == 304
    assert unchanged.value.headers["Content-Security-Policy"] is None


@pytest.mark.parametrize("name", ["nothing.js", "..%2Fsvg.py", "%2e%2e"])
def test_nothing_else_is_served_from_the_folder(origin: str, name: str) -> None:
    with pytest.raises(HTTPError) as refused:
        urlopen(f"{origin}/static/{name}")
    refused.value.close()
    assert refused.value.code == 404
