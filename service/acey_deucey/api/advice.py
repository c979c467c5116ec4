"""Advice: hints in a game, the worth of a position, the analysis of a finished game. Parse, one call, dump."""

from flask import Response

from acey_deucey import advising
from acey_deucey.api import advice_examples, advice_schemas
from acey_deucey.api.answers import json_answer, unless_known
from acey_deucey.api.language import in_words, language
from acey_deucey.api.operation import BODY_PROBLEMS, READ_PROBLEMS, Answer, Context, Operation
from acey_deucey.api.parsing import options_of, placed
from acey_deucey.api.present_advice import analysis_json, evaluation_json, hints_json
from acey_deucey.api.queries import HintQuery, NoQuery
from acey_deucey.api.reading import read_body, read_key, read_query
from acey_deucey.api.schemas import RefereeEvaluateBody

_HINT, _EVALUATE, _NO_QUERY = HintQuery(), RefereeEvaluateBody(), NoQuery()


def show_hints(context: Context, game_id: str) -> Response:
    most = read_query(_HINT)["limit"]
    record = advising.with_hints(context.services, game_id, context.owners.reader())
    tag = f"{record.version}-{most}-{language()}"
    return unless_known(tag, lambda: json_answer(in_words(hints_json(record, advising.hints(record, most)))))


def evaluate_position(context: Context) -> Response:
    asked, _, _ = read_body(_EVALUATE), read_query(_NO_QUERY), read_key()
    position, turn = placed(asked)
    return json_answer(evaluation_json(advising.evaluation(position, turn, options_of(asked))))


def show_analysis(context: Context, game_id: str) -> Response:
    read_query(_NO_QUERY)
    record = advising.finished(context.services, game_id, context.owners.reader())
    tag = f"{record.version}-analysis"
    return unless_known(tag, lambda: json_answer(analysis_json(record, advising.analysis(context.services, record))))


_UNCHANGED = Answer("The client's copy is still good.", status=304, headers=("ETag",))

OPERATIONS = (
    Operation(
        "GET", "/v1/games/{game_id}/hint", show_hints, "Ask for a hint", "Advice",
        (Answer("The best choices of the player in turn, the best first; none unless he is to move or to name.",
                advice_schemas.Hints, advice_examples.hints, headers=("ETag",)), _UNCHANGED),
        query=HintQuery,
        problems=(*READ_PROBLEMS, "hints-off"),
        headers=("If-None-Match",),
        token="private",
        about="What the expert bot thinks of the choices: the chance to win, the points to expect, what each loses "
        "against the best, and plain reasons. Whoever may read a game may ask, as for its plays. A game created with "
        '"hints": false gives none while it is played. That is a rule of the house, not a lock: the position can be '
        "evaluated anywhere.",
        takes_thought=True,
    ),
    Operation(
        "GET", "/v1/games/{game_id}/analysis", show_analysis, "Look back on a finished game", "Advice",
        (Answer("What each play and name lost, how lucky each roll was, totals, and how White's chances went.",
                advice_schemas.Analysis, advice_examples.analysis, headers=("ETag",)), _UNCHANGED),
        query=NoQuery,
        problems=(*READ_PROBLEMS, "game-not-finished", "analysis-too-long", "broken-log"),
        headers=("If-None-Match",),
        token="private",
        about="As the expert bot sees it; it takes a second or two. Keep the answer: it does not change.",
        takes_thought=True,
    ),
    Operation(
        "POST", "/v1/referee/evaluate", evaluate_position, "Say what a position is worth", "Referee",
        (Answer("The chance of the player in turn to win, and the points that he may expect.",
                advice_schemas.Evaluation, advice_examples.evaluation),),
        body=RefereeEvaluateBody, body_example=advice_examples.EVALUATE,
        problems=(*BODY_PROBLEMS, "invalid-options", "unknown-ruleset", "invalid-position", "invalid-position-id",
                  "invalid-turn"),
        headers=("Idempotency-Key",),
        about="Nothing is stored. It is what the expert bot thinks, if both play on as it would: learnt by playing, "
        "exact only when all checkers of both sides are home.",
    ),
)  # fmt: skip
