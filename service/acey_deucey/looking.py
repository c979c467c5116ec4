"""The use cases of those who only look at a game: as it is, as it was, what happened. They know no HTTP and no Redis.

Looking writes nothing but that a game has been lost on time, which is so whoever looks.
"""

from acey_deucey.codec import load_entry, load_state
from acey_deucey.games import outcome_of, reader_of
from acey_deucey.history import record_at
from acey_deucey.record import Entry, GameRecord
from acey_deucey.rules.moves import Play
from acey_deucey.services import ForeignToken, Made, NoSuchVersion, Outcome, Owner, Pass, Services
from acey_deucey.timekeeping import on_time, seconds_left


def get(services: Services, game_id: str, token: Pass = None, at: int | None = None) -> Outcome:
    """The game, at its newest version or as it was at another, with the events that made that version.

    :raises NoSuchVersion: it has no such version.
    """
    record = read(services, game_id, token)
    return _at(services, record, record.version if at is None else at)


def read(services: Services, game_id: str, token: Pass = None) -> GameRecord:
    """The newest record of the game; of a private game only with one of its tokens, or to its owner."""
    record = load_state(game_id, services.store.load(game_id).state)
    if record.private:
        _admit(services, record, token)
    return on_time(services, record)


def plays(services: Services, game_id: str, token: Pass = None) -> tuple[GameRecord, tuple[Play, ...]]:
    """The game and its legal complete plays; none when it awaits no move."""
    record = read(services, game_id, token)
    return record, record.game.legal_plays() if record.status == "playing" else ()


def events(
    services: Services, game_id: str, token: Pass = None, after: int = 0, limit: int = 100, wait: float = 0
) -> list[Entry]:
    """Log entries of the versions above ``after``, at most ``limit``; waits up to ``wait`` seconds for one."""
    record = read(services, game_id, token)
    if wait and record.version <= after and record.status != "finished":
        left = seconds_left(services, record)
        services.store.wait(game_id, after, min(wait, left))
        if left <= wait:
            read(services, game_id, token)
    return later(services, game_id, after, limit)


def later(services: Services, game_id: str, after: int, limit: int) -> list[Entry]:
    """Log entries as ``events`` gives them, for a caller who is known to be allowed to read the game."""
    return [load_entry(game_id, *entry).entry for entry in services.store.log(game_id, after, limit)]


def time_left(services: Services, game_id: str) -> float:
    """For how many seconds the turn may still last, for a caller who is known to be allowed to read the game.

    If that time is over, the game is lost by it. Infinite where no clock runs.
    """
    return seconds_left(services, on_time(services, load_state(game_id, services.store.load(game_id).state)))


def _admit(services: Services, record: GameRecord, token: Pass) -> None:
    if not isinstance(token, Owner):
        reader_of(services, record, token)
    elif token.name != record.owner:
        raise ForeignToken


def _at(services: Services, record: GameRecord, version: int) -> Outcome:
    if not 1 <= version <= record.version:
        raise NoSuchVersion(version, record.version)
    if version == record.version:
        (last,) = services.store.log(record.id, version - 1, 1)
        return outcome_of(services, [Made(record, load_entry(record.id, *last).entry.events)])
    then, entry = record_at(record.id, services.store.log(record.id, 0, version))
    return outcome_of(services, [Made(then, entry.events)])
