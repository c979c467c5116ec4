"""Examples of hints, evaluations and analyses for the OpenAPI document.

They are written out, not judged: the document must not need what bots need.
"""

from typing import Any

from acey_deucey.api.examples import GAME_ID
from acey_deucey.api.present import steps_json
from acey_deucey.rules.moves import Step
from acey_deucey.rules.position import HAND

EVALUATE: dict[str, Any] = {"ruleset": "european", "position": "h13,23,20/h15 b roll 0"}


def hints() -> dict[str, Any]:
    """The best play of a roll."""
    steps = steps_json([Step(HAND, 20, 5, False), Step(HAND, 23, 2, False)])
    reasons = {
        "hits": 0,
        "entered": 2,
        "borne_off": 0,
        "made": [],
        "blots": [23, 20],
        "hit_by": [],
        "enters_with": [1, 2, 3, 4, 5, 6],
    }
    text = "Enters 2 checkers. Leaves blots on 23, 20. The next checker enters with 1, 2, 3, 4, 5, 6."
    best = {"name": None, "play": "hand/20 hand/23", "steps": steps, "win": 0.5134, "points": 0.2061, "loss": 0.0}
    hint = {**best, "reasons": reasons, "text": text}
    return {"version": 2, "player": "white", "awaits": "move", "hints": [hint]}


def evaluation() -> dict[str, Any]:
    """The answer to EVALUATE."""
    return {"player": "black", "win": 0.5031, "points": 0.0062}


def analysis() -> dict[str, Any]:
    """A short game."""
    decision = {"version": 3, "command": 2, "player": "white", "kind": "play"}
    return {
        "game": GAME_ID,
        "decisions": [{**decision, "done": "hand/20 20/18", "best": "hand/20 hand/23", "loss": 0.1204}],
        "rolls": [{"version": 2, "command": 1, "player": "white", "dice": [5, 2], "luck": -0.0313}],
        "totals": {
            "white": {"decisions": 1, "loss": 0.1204, "luck": -0.0313},
            "black": {"decisions": 0, "loss": 0.0, "luck": 0.0},
        },
        "white_wins": [
            {"version": 1, "win": 0.5212},
            {"version": 2, "win": 0.5188},
            {"version": 3, "win": 0.5102},
            {"version": 4, "win": 1.0},
        ],
    }
