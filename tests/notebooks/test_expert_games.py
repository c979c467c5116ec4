"""The games of notebook 12 are whole games, the same for the same seed, and kept as the script writes them."""

import gzip
import json

import pytest
from acey_deucey.rules.game import Game
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.rulesets import RULESETS

from notebooks import expert_games


@pytest.mark.parametrize("ruleset", ["american", "european"])
def test_the_same_seed_gives_the_same_whole_game(ruleset: str) -> None:
    game = expert_games.played(ruleset, 1)
    assert game == expert_games.played(ruleset, 1)
    assert all(rolls >= 1 and 0 <= before <= 1000 and abs(luck) <= 1000 for rolls, before, luck in game["turns"])
    last_player = game["starter"] if len(game["turns"]) % 2 else {"white": "black"}.get(game["starter"], "white")
    assert game["winner"] == last_player


@pytest.mark.parametrize(
    ("position", "phase"),
    [
        ("h1,13x14/h15 w name 1", "entering"),
        ("13,6x14/h15 w name 1", "under way"),
        ("b1,6x14/h15 w name 1", "under way"),
        ("6x10,o5/h15 w name 1", "all home"),
    ],
)
def test_a_name_is_kept_with_how_far_its_player_has_come(position: str, phase: str) -> None:
    game, _ = Game.start(RULESETS["american"].options, *parse_position_id(position))
    assert expert_games.phase(game) == phase


def test_the_kept_games_are_in_the_form_that_the_script_writes() -> None:
    games = [json.loads(line) for line in gzip.decompress(expert_games.FILE.read_bytes()).splitlines()]
    assert {game["ruleset"] for game in games} == {"american", "european"}
    assert all(set(game) == set(expert_games.played("american", 1)) for game in games[:1])
    for game in games:
        assert all(len(worths) == 6 for _turn, _phase, worths in game["names"])
        assert all(0 <= place < len(game["turns"]) for place, _phase, _worths in game["names"])
