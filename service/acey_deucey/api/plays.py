"""The complete plays of a stage as a list or as a tree of steps; the rules have found them."""

from collections.abc import Sequence
from typing import Any

from acey_deucey.api.present import play_json, steps_json
from acey_deucey.rules.game import Game
from acey_deucey.rules.moves import Play, Step
from acey_deucey.rules.turn import OVER, Turn, after_stage, ended


class _Branch:
    """The steps that may come next, each with its own branch, and the play that may end here."""

    __slots__ = ("ending", "steps")

    def __init__(self) -> None:
        self.steps: dict[Step, _Branch] = {}
        self.ending: dict[str, Any] | None = None


def plays_json(game: Game, plays: Sequence[Play], limit: int) -> dict[str, Any]:
    """How many plays there are, and the first ``limit`` of them."""
    return {"count": len(plays), "plays": [_play_json(game, play) for play in plays[:limit]]}


def plays_tree_json(game: Game, plays: Sequence[Play], limit: int) -> dict[str, Any]:
    """The same as a tree: each node a step, what may follow it, and where a play ends, what it leads to."""
    root = _Branch()
    for play in plays[:limit]:
        branch = root
        for step in play.steps:
            branch = branch.steps.setdefault(step, _Branch())
        ending = _play_json(game, play)
        branch.ending = {name: ending[name] for name in ("play", "position", "next")}
    return {"count": len(plays), "tree": _branch_json(root)}


def _branch_json(branch: _Branch) -> list[dict[str, Any]]:
    return [
        {"step": steps_json([step])[0], "ends": after.ending, "then": _branch_json(after)}
        for step, after in branch.steps.items()
    ]


def _play_json(game: Game, play: Play) -> dict[str, Any]:
    following = game.next_after(play)
    left = len(game.turn.numbers) - len(play.steps)
    return play_json(play, following, _turn_after(game, following, left))


def _turn_after(game: Game, following: str, left: int) -> Turn:
    """The turn that begins when the stage ends with this many numbers lost."""
    if following == "won":
        return OVER
    assert game.turn.player is not None, "a stage has a mover"
    if following == "opponent":
        return ended(game.turn.player)
    return after_stage(game.turn._replace(numbers=game.turn.numbers[:left]), game.options)
