"""Hints, evaluations and analyses as the JSON that clients see, the reasons of a hint in words; it decides nothing."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from acey_deucey.advising import Analysed
from acey_deucey.api.present import steps_json
from acey_deucey.record import GameRecord
from acey_deucey.rules.position import PLAYERS
from acey_deucey.wording import Message, Plural, chained

if TYPE_CHECKING:
    from acey_deucey.bots.advice import Evaluation, Hint, Reasons

Json = dict[str, Any]
DIGITS = 4


def hints_json(record: GameRecord, hints: Sequence["Hint"]) -> Json:
    """The best choices of the player in turn, the best first, with what each is worth to him."""
    turn = record.game.turn
    return {
        "version": record.version,
        "player": turn.player,
        "awaits": turn.awaits,
        "hints": [_hint_json(hint) for hint in hints],
    }


def _hint_json(hint: "Hint") -> Json:
    choice = hint.choice
    return {
        "name": choice.named,
        "play": choice.play.text,
        "steps": steps_json(choice.play.steps),
        "win": round(choice.chances.win, DIGITS),
        "points": round(choice.chances.points, DIGITS),
        "loss": round(hint.loss, DIGITS),
        "reasons": hint.reasons._asdict(),
        "text": chained("{one} {other}", _sentences(hint.reasons)),
    }


def _sentences(reasons: "Reasons") -> Iterator[Message]:
    """What a play does and what it leaves, each in a sentence."""
    if reasons.hits:
        yield Message(Plural("Hits a checker.", "Hits {count} checkers."), {"count": reasons.hits})
    if reasons.borne_off:
        yield Message(Plural("Bears off a checker.", "Bears off {count} checkers."), {"count": reasons.borne_off})
    if reasons.entered:
        yield Message(Plural("Enters a checker.", "Enters {count} checkers."), {"count": reasons.entered})
    if reasons.made:
        yield Message(Plural("Makes the point {places}.", "Makes the points {places}."), _places(reasons.made))
    if reasons.blots:
        yield Message(Plural("Leaves a blot on {places}.", "Leaves blots on {places}."), _places(reasons.blots))
    else:
        yield Message("Leaves no blot.")
    if reasons.hit_by:
        yield Message("Can be hit with {numbers}.", {"numbers": _listed(reasons.hit_by)})
    if reasons.enters_with:
        yield Message("The next checker enters with {numbers}.", {"numbers": _listed(reasons.enters_with)})
    elif reasons.enters_with is not None:
        yield Message("No number brings the next checker in.")


def _places(points: Sequence[int]) -> dict[str, object]:
    return {"count": len(points), "places": _listed(points)}


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def evaluation_json(evaluation: "Evaluation") -> Json:
    """For whom the position is judged, his chance to win and the points that he may expect."""
    chances = evaluation.chances
    return {"player": evaluation.player, "win": round(chances.win, DIGITS), "points": round(chances.points, DIGITS)}


def analysis_json(record: GameRecord, analysed: Analysed) -> Json:
    """All decisions with what they lost, all rolls with their luck, totals, and how White's chances went."""
    analysis, versions = analysed
    return {
        "game": record.id,
        "decisions": [
            {
                "version": versions[decision.command],
                **decision._asdict(),
                "loss": round(decision.loss, DIGITS),
            }
            for decision in analysis.decisions
        ],
        "rolls": [
            {
                "version": versions[luck.command],
                "command": luck.command,
                "player": luck.player,
                "dice": luck.dice,
                "luck": round(luck.points, DIGITS),
            }
            for luck in analysis.rolls
        ],
        "totals": {player: _rounded(analysis.totals[player]._asdict()) for player in PLAYERS},
        "white_wins": [
            {"version": version, "win": round(win, DIGITS)}
            for version, win in zip(versions, analysis.white_wins, strict=True)
        ],
    }


def _rounded(numbers: Json) -> Json:
    return {name: round(number, DIGITS) for name, number in numbers.items()}
