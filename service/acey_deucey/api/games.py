"""Creating and reading games, and taking their seats: parse, one call, dump."""

from typing import Any

from flask import Response

from acey_deucey import looking, seating
from acey_deucey.api import examples, response_schemas
from acey_deucey.api.answers import created_answer, json_answer, unless_known
from acey_deucey.api.operation import (
    BODY_PROBLEMS,
    HEADERS_OF_COMMAND,
    READ_PROBLEMS,
    Answer,
    Context,
    Operation,
)
from acey_deucey.api.parsing import position_and_turn, transcript_in
from acey_deucey.api.present import game_json
from acey_deucey.api.queries import AtQuery, NoQuery
from acey_deucey.api.reading import read_body, read_command, read_key, read_query
from acey_deucey.api.schemas import NewGameBody, TakeSeatBody
from acey_deucey.lessons import lesson_by_id
from acey_deucey.rules.rulesets import DEFAULT_RULESET
from acey_deucey.rules.turn import OPENING
from acey_deucey.seating import Bot, NewGame, SeatRequest

_NEW_GAME, _TAKE_SEAT, _AT, _NO_QUERY = NewGameBody(), TakeSeatBody(), AtQuery(), NoQuery()


def create_game(context: Context) -> Response:
    asked, _, key = read_body(_NEW_GAME), read_query(_NO_QUERY), read_key()
    owner = context.owners.creator()
    context.limiter.creation(owner, 1, lambda: seating.is_repetition(context.services, key, owner))
    created = seating.create(context.services, new_game_of(asked), key, owner)
    body = {"game": game_json(created.outcome), "tokens": created.tokens}
    return created_answer(body, created.outcome)


def take_seat(context: Context, game_id: str) -> Response:
    asked, _, command = read_body(_TAKE_SEAT), read_query(_NO_QUERY), read_command(game_id)
    seat = asked["seat"]
    created = seating.take_seat(context.services, command, seat, asked["name"], asked["entropy"] or "")
    body = {"game": game_json(created.outcome), "token": created.tokens[seat]}
    return created_answer(body, created.outcome)


def get_game(context: Context, game_id: str) -> Response:
    at = read_query(_AT)["at"]
    outcome = looking.get(context.services, game_id, context.owners.reader(), at)
    return unless_known(str(outcome.record.version), lambda: json_answer(game_json(outcome)))


def new_game_of(asked: dict[str, Any]) -> NewGame:
    if "lesson" in asked:
        lesson = NewGame.of_lesson(lesson_by_id(asked["lesson"]), asked["private"], asked["labels"])
        return lesson._replace(turn_seconds=_turn_seconds(asked), hints=asked["hints"])
    transcript = transcript_in(asked)
    position, turn = position_and_turn(asked)
    seats, dice = asked.get("seats", {}), asked.get("dice", {})
    return NewGame(
        ruleset=asked.get("ruleset", DEFAULT_RULESET),
        options=asked["options"],
        white=_seat(seats.get("white", "held")),
        black=_seat(seats.get("black", "held")),
        mode=dice.get("mode", "server"),
        script=tuple((first, second) for first, second in dice.get("rolls", ())),
        position=position,
        turn=turn or OPENING,
        private=asked["private"],
        hints=asked["hints"],
        labels=asked["labels"],
        transcript=transcript,
        turn_seconds=_turn_seconds(asked),
    )


def _turn_seconds(asked: dict[str, Any]) -> int | None:
    seconds: int | None = asked.get("clock", {}).get("turn_seconds")
    return seconds


def _seat(asked: Any) -> SeatRequest:
    return Bot(asked["bot"]) if isinstance(asked, dict) else asked


OPERATIONS = (
    Operation(
        "POST", "/v1/games", create_game, "Create a game", "Games",
        (Answer("The game at version 1, and the tokens of the seats that the caller holds.", response_schemas.NewGame,
                examples.new_game, 201, headers=("ETag", "Location", "Idempotent-Replayed")),),
        body=NewGameBody,
        body_example={"ruleset": "european", "seats": {"black": "open"}},
        problems=(*BODY_PROBLEMS, "invalid-token", "missing-api-key", "invalid-api-key", "invalid-options",
                  "unknown-ruleset", "invalid-position", "invalid-position-id", "invalid-turn", "invalid-dice-script",
                  "two-bots", "bot-without-dice", "unreadable-record", "unknown-record-version", "broken-record",
                  "unknown-lesson", "idempotency-key-reused", "lost-race", "store-unavailable"),
        headers=("Idempotency-Key",),
        token="creator",
        about="Every field is optional: an empty body gives an American game with both seats held by the caller, "
        "its opening dice thrown. The tokens are shown only here. An Idempotency-Key makes the request safe to "
        "repeat; use a random one, for whoever knows it can ask for the tokens again.\n\n"
        "With an API key the game is yours: it is in the list of your games, and only you can repeat its creation. "
        "Whether creating takes an API key is set by who runs the service.\n\n"
        "A private game shows itself only to those who have one of its tokens, and to the API key that "
        "it was made with. Give tokens.spectator to whoever may watch; it reads everything and acts for no seat.\n\n"
        "With a record, as JSON or as text, every command of it is judged again: the game begins at version 1 where "
        "they end, its first events tell them all, and it goes on with manual dice, for nobody here has thrown those "
        "of the record. None of them can be undone; to_version of an undo among them counts the commands before it, "
        "and one. A record that breaks a rule is refused, with the place.\n\n"
        'A seat can be a bot\'s, {"bot": "expert"}; novice and random play worse. It plays its whole turn in the '
        "request that passes the turn to it: the answer shows the game when it is your turn again, several versions "
        "later, with the events of all of them. A bot needs dice that it can throw, and somebody to play with. "
        "Programs of your own play as people do: they take a seat.\n\n"
        "With a clock every turn must be over turn_seconds after it began, whatever happens in it; else the player in "
        "turn loses what he would lose by giving up, with the events timed_out and finished. The clock of the store "
        "counts, and nobody has to do anything for it: who looks at the game or listens to it finds it so. While a "
        "seat is open and before the opening throw no clock runs.\n\n"
        "With the id of a lesson the game begins in its position, with its rules and its dice; its member lesson says "
        "what is to be done, and when the dice are played whether it is solved.",
    ),
    Operation(
        "GET", "/v1/games/{game_id}", get_game, "Look at a game", "Games",
        (Answer("The game.", response_schemas.Game, examples.game, headers=("ETag",)),
         Answer("The client's copy is still good.", status=304, headers=("ETag",))),
        query=AtQuery,
        problems=(*READ_PROBLEMS, "version-not-found", "broken-log"),
        headers=("If-None-Match",),
        token="private",
        about="With ?at= it is shown as it was at that version. A game whose clock has run out is shown as lost, which "
        "it has been since its deadline, at the version that says so.",
    ),
    Operation(
        "POST", "/v1/games/{game_id}/seats", take_seat, "Take an open seat", "Games",
        (Answer("The game, and the token of the seat.", response_schemas.TakenSeat, examples.taken_seat, 201,
                headers=("ETag", "Location", "Idempotent-Replayed")),),
        body=TakeSeatBody,
        body_example={"seat": "black", "name": "Ada"},
        problems=(*BODY_PROBLEMS, "invalid-token", "game-not-found", "game-expired", "stale-version",
                  "idempotency-key-reused", "lost-race", "seat-taken", "store-unavailable", "newer-format",
                  "secret-retired"),
        headers=HEADERS_OF_COMMAND,
        about="With the last seat the game begins and its opening dice are thrown. Entropy, if sent, is mixed "
        "into the server's dice, to which the server has committed itself before: read the commitment first, then "
        "make the entropy. Who wants a say in the dice takes his seat here; at creation there is nothing to read yet.",
    ),
)  # fmt: skip
