"""One command on a position without a stored game, and what it leads to; the rules judge as they do for games."""

from collections.abc import Mapping
from typing import Any

from acey_deucey.api.plays import plays_json
from acey_deucey.api.present import events_json, position_json, result_json, steps_json, turn_json
from acey_deucey.rules.game import Events, Game
from acey_deucey.rules.moves import parse_play
from acey_deucey.rules.turn import OPENING


def applied(game: Game, command: Mapping[str, Any]) -> tuple[Game, Events]:
    """The game after one command of the player in turn: a roll, a play or a name.

    :raises Violation: the rules refuse it.
    :raises UnreadablePlay: the play is no play.
    """
    player = game.turn.player or "white"
    if "roll" in command:
        first, second = command["roll"]
        return game.open(first, second) if game.turn == OPENING else game.roll(player, (first, second))
    if "play" in command:
        return game.play(player, parse_play(command["play"]))
    return game.name(player, command["name"])


def stage_json(game: Game, limit: int) -> dict[str, Any]:
    """All that may be played of the stage, and what follows when that is nothing."""
    plays = game.legal_plays()
    return {
        **plays_json(game, plays, limit),
        "legal_steps": steps_json(game.legal_steps()),
        "next_if_none": None if plays else game.next_if_left(len(game.turn.numbers)),
    }


def applied_json(game: Game, happened: Events) -> dict[str, Any]:
    """The board and the turn after a command, and what happened."""
    return {
        "position": position_json(game.position, game.turn),
        "turn": turn_json(game.turn),
        "legal": {"steps": steps_json(game.legal_steps()), "names": game.names()},
        "events": events_json(happened),
        "result": result_json(game.result),
    }
