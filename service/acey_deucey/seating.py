"""How a game comes to be and its seats are taken; with the last seat the opening dice are thrown."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeAlias

from acey_deucey import bot_seats
from acey_deucey.clocks import ticking
from acey_deucey.codec import Start, dump_entry, dump_state
from acey_deucey.games import answers_of_bot, next_dice, outcome_of, replay_of, run
from acey_deucey.history import with_seat_taken
from acey_deucey.lessons.lesson import Lesson
from acey_deucey.ports import Draft, GameExists, GameExpired, GameNotFound, IdempotencyKey, Replay
from acey_deucey.record import DiceMode, DiceSetup, Entry, GameCreated, GameRecord, Level, LogEvent, Seat, SeatTaken
from acey_deucey.rules.game import Events, Game
from acey_deucey.rules.position import PLAYERS, Player, Position
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.rulesets import DEFAULT_RULESET, Ruleset, ruleset_by_id
from acey_deucey.rules.turn import OPENING, Turn
from acey_deucey.services import (
    BotWithoutDice,
    Command,
    Created,
    InvalidDiceScript,
    LostRace,
    Made,
    Reader,
    SeatIsTaken,
    Services,
    TwoBots,
)
from acey_deucey.transcript import Transcript, retold


class Bot(NamedTuple):
    """A seat for a bot of that level."""

    level: Level


SeatRequest: TypeAlias = Literal["held", "open"] | Bot


class NewGame(NamedTuple):
    """What a new game shall be; a position without a turn is played from the opening throw.

    A ``transcript`` brings rules, position and turn with it: the game begins where its commands end, with manual
    dice, since nobody here has thrown those of the record. ``lesson`` is only kept: ``of_lesson`` brings the rest.
    ``turn_seconds`` gives the game a clock; that of a transcript is not taken over.
    """

    ruleset: str = DEFAULT_RULESET
    options: Mapping[str, Any] = {}
    white: SeatRequest = "held"
    black: SeatRequest = "held"
    mode: DiceMode = "server"
    script: tuple[tuple[int, int], ...] = ()
    position: Position | None = None
    turn: Turn = OPENING
    private: bool = False
    hints: bool = True
    labels: Mapping[str, str] = {}
    transcript: Transcript | None = None
    lesson: str | None = None
    turn_seconds: int | None = None

    @classmethod
    def of_lesson(cls, lesson: Lesson, private: bool = False, labels: Mapping[str, str] = {}) -> "NewGame":
        """The game in which a lesson is worked through: its position, its dice, both seats held."""
        position, turn = parse_position_id(lesson.position)
        return cls(
            lesson.ruleset,
            lesson.options,
            mode="scripted",
            script=lesson.dice,
            position=position,
            turn=turn,
            private=private,
            labels=labels,
            lesson=lesson.id,
        )


class _Beginning(NamedTuple):
    """The game as it is first seen, what has happened in it by then, and from where if that was replayed."""

    ruleset: Ruleset
    game: Game
    happened: Events
    start: Start | None = None


def create(services: Services, wanted: NewGame, key: IdempotencyKey | None = None, owner: str | None = None) -> Created:
    """A new game at version 1, with the tokens of its held seats. With a key, a repetition gives the same game.

    An owner's game is on his list; his keys are apart from those of all others.

    :raises UnknownRuleset, InvalidOptions, InvalidTurn, InvalidDiceScript: there can be no such game.
    :raises TwoBots, BotWithoutDice: bots could not play so.
    :raises BrokenRecord: the transcript breaks a rule.
    :raises KeyReused: the key belongs to another request.
    """
    made, draft = drafted(services, wanted, new_id(services, key, owner), owner)
    try:
        stored = services.store.create([draft], key)
    except GameExists:
        raise LostRace(1) from None
    if isinstance(stored, Replay):
        outcome = replay_of(services, draft.game_id, stored, key)
    else:
        outcome = outcome_of(services, made)
    return Created(outcome, tokens_of(services, outcome.record))


def is_repetition(services: Services, key: IdempotencyKey | None, owner: str | None) -> bool:
    """Whether a game, or the first of several, was created with this key before, and is still there."""
    if key is None:
        return False
    try:
        return services.store.load(new_id(services, key, owner), key.key).replay is not None
    except (GameNotFound, GameExpired):
        return False


def new_id(services: Services, key: IdempotencyKey | None, owner: str | None) -> str:
    """The id of a new game: with a key always the same, and another for each owner."""
    words = (key.key if key else services.dice.new_salt(), *([owner] if owner else []))
    digest = services.keys.derive(services.keys.newest_id, "game-id", *(word.encode() for word in words))
    return services.new_id(digest, owner)


def drafted(services: Services, wanted: NewGame, game_id: str, owner: str | None) -> tuple[list[Made], Draft]:
    """A new game with what a bot does in it at once, and how it is stored.

    :raises AceyDeuceyError: there can be no such game, see ``create``.
    """
    beginning = _replayed(wanted.transcript) if wanted.transcript else _started(wanted)
    first = Made(*_new_record(services, wanted, game_id, owner, beginning))
    made = [first, *answers_of_bot(services, first.record)]
    record = made[-1].record
    entry = dump_entry(Entry(1, record.created_at, first.events), first.record, beginning.start)
    more = [dump_entry(Entry(each.version, each.updated_at, caused)) for each, caused in made[1:]]
    return made, Draft(game_id, dump_state(record), entry, services.lifetimes.of(record), more, record.listed)


def take_seat(services: Services, command: Command, seat: Player, name: str | None, entropy: str) -> Created:
    """The caller takes an open seat and gets its token; with the last one the game begins.

    :raises SeatIsTaken: it is not open.
    """

    def change(record: GameRecord, _: Player | None) -> tuple[GameRecord, tuple[LogEvent, ...]]:
        if record.seat(seat).kind != "open":
            raise SeatIsTaken(seat)
        taken = SeatTaken(seat, name, entropy)
        after, happened = _begun(services, with_seat_taken(record, taken))
        return after, (taken, *happened)

    outcome = run(services, command, change, needs_token=False)
    return Created(outcome, {seat: _token(services, outcome.record, seat)})


def _started(wanted: NewGame) -> _Beginning:
    ruleset = ruleset_by_id(wanted.ruleset)
    return _Beginning(ruleset, *Game.start(ruleset.options.override(wanted.options), wanted.position, wanted.turn))


def _replayed(transcript: Transcript) -> _Beginning:
    """The game after the transcript's commands, none of which can be taken back: its versions are not this game's."""
    game, told = retold(transcript)
    ruleset = ruleset_by_id(transcript.ruleset)
    return _Beginning(ruleset, replace(game, undo=()), told, (transcript.position, transcript.turn))


def _new_record(
    services: Services, wanted: NewGame, game_id: str, owner: str | None, beginning: _Beginning
) -> tuple[GameRecord, tuple[LogEvent, ...]]:
    ruleset, mode = beginning.ruleset, "manual" if wanted.transcript else wanted.mode
    salt, key_id = services.dice.new_salt(), services.keys.newest_id
    commitment = services.dice.commitment(game_id, salt, key_id) if mode == "server" else None
    has_clock = wanted.turn_seconds is not None
    now = services.store.now(game_id) if has_clock else int(services.clock.now() * 1000)
    record = GameRecord(
        id=game_id,
        ruleset=ruleset.id,
        ruleset_version=ruleset.version,
        game=beginning.game,
        white=_seat(wanted.white),
        black=_seat(wanted.black),
        dice=DiceSetup(mode, wanted.script, salt, key_id, commitment),
        private=wanted.private,
        hints=wanted.hints,
        labels=wanted.labels,
        created_at=now,
        updated_at=now,
        lesson=wanted.lesson,
        owner=owner,
        turn_seconds=wanted.turn_seconds,
    )
    _check_script(record)
    _check_bots(record)
    record, opened = _begun(services, record)
    record = ticking(record._replace(game=replace(record.game, version=1)), opened)
    return record, (GameCreated(), *beginning.happened, *opened)


def _begun(services: Services, record: GameRecord) -> tuple[GameRecord, tuple[LogEvent, ...]]:
    """The record after the opening dice, thrown until they differ, if it is time for them."""
    happened: tuple[LogEvent, ...] = ()
    while record.status == "playing" and record.game.turn == OPENING and record.dice.mode != "manual":
        game, caused = record.game.open(*next_dice(services, record))
        record, happened = record._replace(game=game), (*happened, *caused)
    return record, happened


def _check_script(record: GameRecord) -> None:
    ties = all(white == black for white, black in record.dice.script)
    if record.dice.mode == "scripted" and record.game.turn == OPENING and ties:
        raise InvalidDiceScript


def _check_bots(record: GameRecord) -> None:
    bots = [seat for seat in (record.white, record.black) if seat.kind == "bot"]
    if len(bots) > 1:
        raise TwoBots
    if bots and record.dice.mode == "manual":
        raise BotWithoutDice
    if bots:
        bot_seats.warm_up()


def _seat(wanted: SeatRequest) -> Seat:
    if isinstance(wanted, Bot):
        return Seat("bot", level=wanted.level)
    return Seat("open" if wanted == "open" else "human")


def tokens_of(services: Services, record: GameRecord) -> dict[Reader, str]:
    """What the creator of the game gets."""
    readers: list[Reader] = [player for player in PLAYERS if record.seat(player).kind == "human"]
    if record.private:
        readers.append("spectator")
    return {reader: _token(services, record, reader) for reader in readers}


def _token(services: Services, record: GameRecord, reader: Reader) -> str:
    return services.keys.seat_token(record.dice.key_id, record.id, record.dice.salt, reader)
