"""The use cases of a game in play: load it, ask the rules, save it. Plain functions that know no HTTP and no Redis."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from acey_deucey import bot_seats
from acey_deucey.clocks import has_run_out, ticking, window_for_command
from acey_deucey.codec import load_state
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.history import request_at
from acey_deucey.ports import IdempotencyKey, Loaded, Replay, Saved, Stale, StoreUnavailable, Untimely
from acey_deucey.record import GameRecord, LogEvent
from acey_deucey.rules.game import Events, Game
from acey_deucey.rules.moves import Request, parse_play
from acey_deucey.rules.position import Player
from acey_deucey.rules.violations import Violation
from acey_deucey.saving import write_down
from acey_deucey.services import (
    Command,
    DiceNotAccepted,
    DiceRequired,
    DiceUsedUp,
    ForeignToken,
    InvalidToken,
    KeyReused,
    LostRace,
    Made,
    MissingToken,
    OnlyWatching,
    Outcome,
    Reader,
    Services,
    StaleVersion,
    WaitingForOpponent,
)
from acey_deucey.timekeeping import lost_on_time, time_in

TRIES = 5

Change: TypeAlias = Callable[[GameRecord, Player | None], tuple[GameRecord, tuple[LogEvent, ...]]]
Act: TypeAlias = Callable[[Game, GameRecord, Player], tuple[Game, Events]]


def roll(services: Services, command: Command, dice: tuple[int, int] | None = None) -> Outcome:
    """The caller rolls. ``dice`` are what real dice show; they are needed by a manual game and by no other."""
    return _play_on(services, command, partial(_roll, services, dice))


def play(services: Services, command: Command, asked: str | Sequence[Request]) -> Outcome:
    """The caller plays one step, several, or the whole stage, as text or as requests.

    Text is read only when the caller may move at all, so that who may not is told that first.
    """
    return _play_on(services, command, partial(_play, asked))


def name(services: Services, command: Command, number: object) -> Outcome:
    """The caller names a double; what is no number from 1 to 6 is refused by the rules."""
    return _play_on(services, command, lambda game, _, player: game.name(player, number))


def undo(services: Services, command: Command) -> Outcome:
    """The caller takes back his last moves or name of this roll."""
    return _play_on(services, command, lambda game, _, player: game.take_back(player))


def resign(services: Services, command: Command) -> Outcome:
    """The caller loses the game."""
    return _play_on(services, command, lambda game, _, player: game.resign(player))


def run(services: Services, command: Command, change: Change, *, needs_token: bool = True) -> Outcome:
    """Carry out a command on the newest version, in the order: token, replay, version, state, rules.

    It is first tried on the version last seen by this process, which saves a round trip: the store refuses
    it there if that is not the newest, or if the key was used before. What the rules refuse there is tried
    again on the stored game; what the store may have done already is not.

    :raises LostRace: other commands came first, more often than is tried again.
    """
    loaded: Loaded | Stale | None = None
    if not command.dry_run and (remembered := services.recent.get(command.game_id)):
        try:
            tried = _tried(services, command, change, needs_token, remembered)
        except StoreUnavailable:
            raise
        except AceyDeuceyError:
            services.recent.forget(command.game_id)
        except Untimely:
            pass
        else:
            if isinstance(tried, Outcome):
                return tried
            loaded = tried
    for _ in range(TRIES):
        loaded = loaded or services.store.load(command.game_id, command.key.key if command.key else None)
        record = load_state(command.game_id, loaded.state)
        replay = loaded.replay if isinstance(loaded, Loaded) else None
        try:
            tried = _tried(services, command, change, needs_token, record, replay)
        except Untimely:
            continue
        if isinstance(tried, Outcome):
            return tried
        loaded = tried
    raise LostRace(loaded.version if loaded else 0)


def _tried(
    services: Services,
    command: Command,
    change: Change,
    needs_token: bool,
    record: GameRecord,
    replay: Replay | None = None,
) -> Outcome | Stale:
    """The outcome of the command on this record, or the newest state if the record is not it."""
    player = seat_of(services, record, command.token) if needs_token else None
    if replay:
        return replay_of(services, record.id, replay, command.key)
    now = time_in(services, record)
    if has_run_out(record, now):
        record = lost_on_time(services, record)
    if command.if_match is not None and record.version not in command.if_match:
        raise StaleVersion(record.version)
    try:
        after, caused = change(record, player)
    except Violation as refused:
        refused.details = {**refused.details, "version": record.version, "ruleset": record.ruleset}
        raise
    made = [Made(stamped(now, after, record, caused), caused)]
    if command.dry_run:  # without a bot's answer, whose dice nobody may know before
        return outcome_of(services, made)
    made += answers_of_bot(services, made[0].record)
    window = window_for_command(record, made[-1].record.updated_at)
    saved = write_down(services, record.version, made, window, command.key)
    if isinstance(saved, Replay):
        return replay_of(services, record.id, saved, command.key)
    if isinstance(saved, Saved):
        return outcome_of(services, made)
    return saved


def next_dice(services: Services, record: GameRecord, manual: tuple[int, int] | None = None) -> tuple[int, int]:
    """The dice of the game's next throw.

    :raises DiceUsedUp: its script has no more.
    :raises DiceRequired: it is played with real dice and was told none.
    :raises DiceNotAccepted: it is not, and was told some.
    """
    setup, number = record.dice, record.game.throws + 1
    if setup.mode == "manual":
        return _manual(manual)
    if manual is not None:
        raise DiceNotAccepted
    if setup.mode == "server":
        return services.dice.roll(record.id, setup.salt, setup.key_id, setup.entropy, number)
    if number > len(setup.script):
        raise DiceUsedUp(len(setup.script))
    return setup.script[number - 1]


def seat_of(services: Services, record: GameRecord, token: str | None) -> Player:
    """The seat for which the token acts.

    :raises OnlyWatching: it is the spectators'.
    :raises MissingToken, InvalidToken, ForeignToken: see ``reader_of``.
    """
    reader = reader_of(services, record, token)
    if reader == "spectator":
        raise OnlyWatching
    return reader


def reader_of(services: Services, record: GameRecord, token: str | None) -> Reader:
    """Who reads the game with the token.

    :raises MissingToken: there is none.
    :raises InvalidToken: it is no token of a game.
    :raises ForeignToken: it is not one of this game.
    """
    if token is None:
        raise MissingToken
    seat = services.keys.seat_of(record.dice.key_id, record.id, record.dice.salt, token)
    match seat:
        case "white" | "black" | "spectator":
            return seat
    raise ForeignToken if services.keys.is_game_token(token) else InvalidToken


def stamped(now: int, after: GameRecord, before: GameRecord, caused: Sequence[LogEvent] = ()) -> GameRecord:
    """The changed record as the next version, at a time that never goes back, with what that means for its clock."""
    now, version = max(now, before.updated_at), before.version + 1
    game = after.game if after.version == version else replace(after.game, version=version)
    return ticking(after._replace(game=game, updated_at=now), caused)


def replay_of(services: Services, game_id: str, replay: Replay, key: IdempotencyKey | None) -> Outcome:
    """The first answer to a request that is sent again.

    :raises KeyReused: its key belongs to another request.
    """
    if key is None or not replay.is_of(key.fingerprint):
        raise KeyReused
    made = Made(*request_at(game_id, services.store.log(game_id, 0, replay.version)))
    return outcome_of(services, [made])._replace(replayed=True)


def answers_of_bot(services: Services, record: GameRecord) -> list[Made]:
    """The versions that a bot makes of the game at once; none unless the turn is a bot's."""
    level = bot_seats.bot_in_turn(record)
    if level is None:
        return []
    seed = services.dice.seed(record.id, record.dice.salt, record.dice.key_id).hex()
    played = list(bot_seats.bot_turn(record, level, seed, partial(next_dice, services)))
    now, made = time_in(services, record), []  # after it has thought: the player's next turn begins now
    for game, caused in played:
        record = stamped(now, record._replace(game=game), record, caused)
        made.append(Made(record, caused))
    return made


def outcome_of(services: Services, made: Sequence[Made]) -> Outcome:
    """The last of the versions that a request made as the answer to it, with the time when it will expire."""
    record, caused = made[-1].record, tuple(event for each in made for event in each.events)
    expires_at = record.updated_at + services.lifetimes.seconds(record) * 1000
    return Outcome(record, caused, expires_at)


# What is tried again is bound by ``partial``: a function inside would work out its annotations with every command.
def _play_on(services: Services, command: Command, act: Act) -> Outcome:
    return run(services, command, partial(_acted, act))


def _acted(act: Act, record: GameRecord, player: Player | None) -> tuple[GameRecord, Events]:
    if record.status == "waiting":
        raise WaitingForOpponent
    assert player is not None, "a command in play needs a token"
    game, caused = act(record.game, record, player)
    return record._replace(game=game), caused


def _roll(
    services: Services, dice: tuple[int, int] | None, game: Game, record: GameRecord, player: Player
) -> tuple[Game, Events]:
    if game.turn.awaits == "opening" and record.dice.mode == "manual":
        return game.open(*_manual(dice))
    game.check_can_roll(player)
    return game.roll(player, next_dice(services, record, dice))


def _play(asked: str | Sequence[Request], game: Game, _: GameRecord, player: Player) -> tuple[Game, Events]:
    game.check_can_move(player)
    return game.play(player, parse_play(asked) if isinstance(asked, str) else asked)


def _manual(dice: tuple[int, int] | None) -> tuple[int, int]:
    if dice is None:
        raise DiceRequired
    return dice
