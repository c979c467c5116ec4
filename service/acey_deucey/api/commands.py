"""What players do in a game: parse, one call, dump. Whether it is allowed is decided by the rules."""

from flask import Response

from acey_deucey import games
from acey_deucey.api import examples, response_schemas
from acey_deucey.api.answers import dry_run_answer, game_answer
from acey_deucey.api.operation import COMMAND_PROBLEMS, HEADERS_OF_COMMAND, Answer, Context, Operation
from acey_deucey.api.parsing import play_of
from acey_deucey.api.queries import DryRunQuery, NoQuery
from acey_deucey.api.reading import read_body, read_command, read_query
from acey_deucey.api.schemas import EmptyBody, NameBody, PlayBody, RollBody
from acey_deucey.rules.rulebook import ILLEGAL_MOVES

_ROLL, _PLAY, _NAME, _EMPTY, _DRY_RUN, _NO_QUERY = (
    RollBody(), PlayBody(), NameBody(), EmptyBody(), DryRunQuery(), NoQuery(),
)  # fmt: skip


def roll_dice(context: Context, game_id: str) -> Response:
    asked, _ = read_body(_ROLL), read_query(_NO_QUERY)
    dice = asked["dice"] and (asked["dice"][0], asked["dice"][1])
    return game_answer(games.roll(context.services, read_command(game_id), dice))


def play_moves(context: Context, game_id: str) -> Response:
    asked, dry_run = read_body(_PLAY), read_query(_DRY_RUN)["dry_run"]
    command = read_command(game_id, dry_run=dry_run)
    outcome = games.play(context.services, command, play_of(asked))
    return dry_run_answer(outcome) if dry_run else game_answer(outcome)


def name_double(context: Context, game_id: str) -> Response:
    asked, _ = read_body(_NAME), read_query(_NO_QUERY)
    return game_answer(games.name(context.services, read_command(game_id), asked["number"]))


def undo_moves(context: Context, game_id: str) -> Response:
    read_body(_EMPTY), read_query(_NO_QUERY)
    return game_answer(games.undo(context.services, read_command(game_id)))


def resign_game(context: Context, game_id: str) -> Response:
    read_body(_EMPTY), read_query(_NO_QUERY)
    return game_answer(games.resign(context.services, read_command(game_id)))


_IN_TURN = ("not-your-turn", "opening-not-rolled", "name-a-double-first", "roll-first")
_NAMES = ("name-not-a-number", "name-not-playable")


def _answer(about: str) -> tuple[Answer, ...]:
    return (Answer(about, response_schemas.Game, examples.game, headers=("ETag", "Idempotent-Replayed")),)


OPERATIONS = (
    Operation(
        "POST", "/v1/games/{game_id}/rolls", roll_dice, "Roll the dice", "Play",
        _answer("The game with the roll to play; a roll that cannot be played has ended the turn."),
        body=RollBody, body_example={},
        problems=(*COMMAND_PROBLEMS, "not-your-turn", "numbers-still-playable", "name-a-double-first",
                  "dice-script-used-up", "dice-not-accepted", "dice-required"),
        headers=HEADERS_OF_COMMAND, token="seat",
        about="The server rolls, or a script does; with manual dice the body says what the players rolled.",
    ),
    Operation(
        "POST", "/v1/games/{game_id}/moves", play_moves, "Play one step, several, or the whole stage", "Play",
        _answer("The game after the steps; the event moved says how they were read."),
        body=PlayBody, body_example={"play": "hand/20 hand/23"}, query=DryRunQuery,
        problems=(*COMMAND_PROBLEMS, *_IN_TURN, "unreadable-play",
                  *(slug for slug in ILLEGAL_MOVES if slug not in _NAMES)),
        headers=HEADERS_OF_COMMAND, token="seat",
        about="All of it or nothing. Text is read tolerantly (case, commas, 24/20*/15, hand/21(2), h/, b/, /o) and "
        "answered in canonical form. Where several numbers fit a step that names none, the smallest legal one "
        "is taken. With ?dry_run=true the answer is the same and nothing is stored.",
    ),
    Operation(
        "POST", "/v1/games/{game_id}/named-doubles", name_double, "Name a double after a 1-2", "Play",
        _answer("The game with the named double to play."),
        body=NameBody, body_example={"number": 5},
        problems=(*COMMAND_PROBLEMS, "not-your-turn", "opening-not-rolled", "name-before-acey-deucey-played",
                  "name-not-earned", "name-forfeited", *_NAMES),
        headers=HEADERS_OF_COMMAND, token="seat",
    ),
    Operation(
        "POST", "/v1/games/{game_id}/undos", undo_moves, "Take the last moves back", "Play",
        _answer("The game as it was before the last moves command, or the name, of this roll."),
        body=EmptyBody, body_example={},
        problems=(*COMMAND_PROBLEMS, "nothing-to-undo", "acting-for-opponent"),
        headers=HEADERS_OF_COMMAND, token="seat",
        about="It is a command like any other: the game gets a new version. It never goes across a roll or a turn.",
    ),
    Operation(
        "POST", "/v1/games/{game_id}/resignations", resign_game, "Give the game up", "Play",
        _answer("The game, which the caller has lost."),
        body=EmptyBody, body_example={},
        problems=COMMAND_PROBLEMS,
        headers=HEADERS_OF_COMMAND, token="seat",
        about="In turn or out of turn.",
    ),
)  # fmt: skip
