"""Examples for the OpenAPI document, made by the rules and dumped by the code that answers requests."""

from dataclasses import replace
from typing import Any

from acey_deucey.api.messages import HEARTBEAT, entry_message, game_message, retry_message
from acey_deucey.api.plays import plays_json
from acey_deucey.api.present import entry_json, game_json, summary_json
from acey_deucey.api.present_lessons import lesson_json, lesson_summary
from acey_deucey.api.present_rules import comparison_json, rule_json, ruleset_json, ruleset_summary
from acey_deucey.api.stateless import applied_json, stage_json
from acey_deucey.board.text import board_text
from acey_deucey.lessons import LESSONS
from acey_deucey.record import DiceSetup, Entry, GameCreated, GameRecord, LogEvent, Seat
from acey_deucey.rules.game import Game
from acey_deucey.rules.moves import parse_play
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import Position
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.replay import Command
from acey_deucey.rules.rulebook import RULES
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.services import Outcome
from acey_deucey.transcript import Transcript
from acey_deucey.transcript_json import transcript_json
from acey_deucey.transcript_text import format_transcript
from acey_deucey.translation import ENGLISH, said

GAME_ID = "k3q8w1c5t9r2m4x7z0a6bd"
CREATED_AT = 1_798_761_600_000
COMMITMENT = "sha256:" + "0f" * 32
DAY = 24 * 3600 * 1000
TOKEN = "acey_white_" + "A" * 43
REFEREE_PLAYS: dict[str, Any] = {
    "ruleset": "american",
    "position": {"white": {"points": {"13": 15}}, "black": {"points": {"24": 15}}},
    "player": "white",
    "stage": "plain",
    "numbers": [5, 2],
}
REFEREE_APPLY: dict[str, Any] = {"ruleset": "european", "position": "h15/h15 w roll 0", "command": {"roll": [5, 2]}}


def _outcome(commands: int) -> Outcome:
    """A game after its opening and up to two more commands: a roll and a play."""
    game, happened = Game.start(Options())
    game, opened = game.open(5, 2)
    game, happened = replace(game, version=1), (*happened, *opened)
    told: tuple[LogEvent, ...] = (GameCreated(), *happened)
    if commands > 0:
        game, told = game.roll("white", (5, 2))
    if commands > 1:
        game, told = game.play("white", parse_play("hand/20"))
    dice = DiceSetup("server", (), "", "", COMMITMENT)
    made_at = CREATED_AT + 60_000 * commands
    seat = Seat("human")
    record = GameRecord(GAME_ID, "american", 1, game, seat, seat, dice, False, {}, CREATED_AT, made_at)
    return Outcome(record, told, made_at + 14 * DAY)


def game() -> dict[str, Any]:
    """A game whose first roll is to be played."""
    return game_json(_outcome(1))


def new_game() -> dict[str, Any]:
    """What creating a game answers."""
    return {"game": game_json(_outcome(0)), "tokens": {"white": TOKEN, "black": TOKEN.replace("white", "black")}}


def games() -> dict[str, Any]:
    """A page of an owner's games."""
    return {"games": [summary_json(_outcome(1))], "cursor": None, "more": False}


def created_games() -> dict[str, Any]:
    """What creating several games answers, cut to one."""
    tokens = new_game()["tokens"]
    return {"games": [{"id": GAME_ID, "tokens": tokens, "links": {"self": f"/v1/games/{GAME_ID}"}}]}


def taken_seat() -> dict[str, Any]:
    """What taking a seat answers."""
    return {"game": game_json(_outcome(0)), "token": TOKEN.replace("white", "black")}


def plays() -> dict[str, Any]:
    """The plays of a stage."""
    game = _outcome(1).record.game
    return plays_json(game, game.legal_plays(), 200)


def events() -> dict[str, Any]:
    """A page of the log."""
    outcomes = [_outcome(commands) for commands in range(3)]
    entries = [Entry(outcome.record.version, outcome.record.updated_at, outcome.events) for outcome in outcomes]
    return {"entries": [entry_json(entry) for entry in entries], "cursor": "djE6Mw", "more": False}


def stream() -> str:
    """A stream that begins with a game."""
    outcome = _outcome(2)
    entry = Entry(outcome.record.version, outcome.record.updated_at, outcome.events)
    parts = retry_message(2_000), game_message(_outcome(1)).text, entry_message(entry).text, HEARTBEAT
    return b"".join(parts).decode()


def _transcript() -> Transcript:
    """The first three commands of a game that goes on."""
    events = [event for commands in range(3) for event in _outcome(commands).events]
    return Transcript(
        ruleset="american",
        ruleset_version=1,
        options=Options(),
        position=Position.start(),
        commitment=COMMITMENT,
        game_id=GAME_ID,
        commands=tuple(event for event in events if isinstance(event, Command)),
    )


def record() -> dict[str, Any]:
    """A record."""
    return transcript_json(_transcript())


def record_text() -> str:
    """The same record as text."""
    return format_transcript(_transcript())


def dice() -> dict[str, Any]:
    """The dice of the same game."""
    return {
        "game": GAME_ID,
        "mode": "server",
        "method": "acey-dice/v1",
        "commitment": COMMITMENT,
        "entropy": {"white": "", "black": "what Black has made up"},
        "rolls": [
            {"number": 1, "player": None, "dice": [5, 2], "version": 1},
            {"number": 2, "player": "white", "dice": [5, 2], "version": 2},
        ],
        "seed": None,
    }


def board() -> str:
    """A board as text."""
    game = _outcome(2).record.game
    return board_text(game.position, game.turn)


def referee_plays() -> dict[str, Any]:
    """The answer to REFEREE_PLAYS."""
    position, turn = parse_position_id("13x15/24x15 w move plain 52 52 - 1")
    return stage_json(Game(Options(), position, turn), 200)


def applied() -> dict[str, Any]:
    """The answer to REFEREE_APPLY."""
    game, _ = Game.start(RULESETS["european"].options, *parse_position_id(REFEREE_APPLY["position"]))
    return applied_json(*game.roll("white", (5, 2)))


def rulesets() -> dict[str, Any]:
    """The list of rule sets, cut to one."""
    return _in_english({"rulesets": [ruleset_summary(RULESETS["american"])]})


def ruleset() -> dict[str, Any]:
    """One rule set."""
    return _in_english(ruleset_json(RULESETS["american-bkgm"]))


def comparison() -> dict[str, Any]:
    """Two rule sets compared."""
    return _in_english(comparison_json(RULESETS["american"], RULESETS["american-bkgm"]))


def rules() -> dict[str, Any]:
    """The list of rules, cut to one."""
    return {"rules": [rule()]}


def rule() -> dict[str, Any]:
    """One rule."""
    return _in_english(rule_json(RULES["larger-number"]))


def lessons() -> dict[str, Any]:
    """The list of lessons, cut to one."""
    return _in_english({"lessons": [lesson_summary(LESSONS["hitting"])]})


def lesson() -> dict[str, Any]:
    """One lesson."""
    return _in_english(lesson_json(LESSONS["hitting"]))


def _in_english(body: dict[str, Any]) -> dict[str, Any]:
    english: dict[str, Any] = said(ENGLISH, body)
    return english
