"""A game as it was, folded from its log: the log and the rules give every version back, exactly."""

from collections.abc import Sequence
from dataclasses import replace

from acey_deucey.codec import load_entry
from acey_deucey.ports import LogEntry
from acey_deucey.record import Entry, GameRecord, LogEvent, Seat, SeatTaken
from acey_deucey.rules import events as ev
from acey_deucey.rules.game import Events, Game
from acey_deucey.rules.moves import Request
from acey_deucey.rules.violations import Violation
from acey_deucey.services import BrokenLog


def record_at(game_id: str, log: Sequence[LogEntry]) -> tuple[GameRecord, Entry]:
    """The record after the last of these entries, and that entry; they begin with version 1, without a gap.

    :raises BrokenLog: an entry does not follow from the rules.
    """
    stored = load_entry(game_id, log[0].version, log[0].entry)
    if stored.first is None or log[0].version != 1:
        raise BrokenLog(game_id, log[0].version)
    record, entry = stored.first, stored.entry
    for version, data in log[1:]:
        entry = load_entry(game_id, version, data).entry
        try:
            record = _applied(record, entry)
        except Violation as broken:
            raise BrokenLog(game_id, version) from broken
    return record, entry


def _applied(record: GameRecord, entry: Entry) -> GameRecord:
    """The record after one more entry, whose events must be those that the rules give."""
    game, given = record.game, list(entry.events)
    if given and isinstance(taken := given[0], SeatTaken):
        record = with_seat_taken(record, taken)
        del given[0]
    while given:
        game, caused = _caused(game, given[0])
        if not caused or list(caused) != given[: len(caused)]:
            raise BrokenLog(record.id, entry.version)
        del given[: len(caused)]
    if not entry.events or record.version + 1 != entry.version:
        raise BrokenLog(record.id, entry.version)
    return replace(record, game=replace(game, version=entry.version), updated_at=entry.at)


def with_seat_taken(record: GameRecord, taken: SeatTaken) -> GameRecord:
    """The record with that seat held, and what its holder added to the dice."""
    seat = Seat("human", taken.name)
    white, black = record.dice.entropy
    if taken.seat == "white":
        return replace(record, white=seat, dice=record.dice._replace(entropy=(taken.entropy, black)))
    return replace(record, black=seat, dice=record.dice._replace(entropy=(white, taken.entropy)))


def _caused(game: Game, event: LogEvent) -> tuple[Game, Events]:
    """The game and all events of the command that begins with this event; none for one that begins no command."""
    match event:
        case ev.Moved(player, steps):
            return game.play(player, [Request(step.source, step.target, step.number) for step in steps])
        case ev.Rolled(player, dice):
            return game.roll(player, dice)
        case ev.Named(player, number):
            return game.name(player, number)
        case ev.OpeningRolled(white, black):
            return game.open(white, black)
        case ev.Undone(player):
            return game.take_back(player)
        case ev.Resigned(player):
            return game.resign(player)
    return game, ()
