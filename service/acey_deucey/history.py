"""A game as it was, folded from its log: the log and the rules give every version back, exactly."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from acey_deucey.bot_seats import is_of_a_bot
from acey_deucey.clocks import ticking
from acey_deucey.codec import StoredEntry, load_entry
from acey_deucey.ports import LogEntry
from acey_deucey.record import Entry, GameRecord, LogEvent, Seat, SeatTaken
from acey_deucey.rules.events import OpeningRolled, Rolled
from acey_deucey.rules.position import Player
from acey_deucey.rules.replay import Command, repeated
from acey_deucey.rules.turn import OPENING
from acey_deucey.rules.violations import Violation
from acey_deucey.services import BrokenLog
from acey_deucey.transcript import Transcript


def record_at(game_id: str, log: Sequence[LogEntry]) -> tuple[GameRecord, Entry]:
    """The record after the last of these entries, and that entry; they begin with version 1, without a gap.

    :raises BrokenLog: an entry does not follow from the rules.
    """
    entries = _decoded(game_id, log)
    return _folded(game_id, entries), entries[-1].entry


def request_at(game_id: str, log: Sequence[LogEntry]) -> tuple[GameRecord, tuple[LogEvent, ...]]:
    """The record after the last of these entries, with all that happened in the request that made it.

    A bot's versions belong to the request of the player who passed it the turn.

    :raises BrokenLog: an entry does not follow from the rules.
    """
    entries = _decoded(game_id, log)
    record, at = _folded(game_id, entries), len(entries) - 1
    happened = entries[at].entry.events
    while is_of_a_bot(record, entries[at].entry):
        at -= 1
        happened = (*entries[at].entry.events, *happened)
    return record, happened


def _decoded(game_id: str, log: Sequence[LogEntry]) -> list[StoredEntry]:
    return [load_entry(game_id, *entry) for entry in log]


def _folded(game_id: str, entries: Sequence[StoredEntry]) -> GameRecord:
    record = entries[0].first
    if record is None or entries[0].entry.version != 1:
        raise BrokenLog(game_id, entries[0].entry.version)
    for stored in entries[1:]:
        try:
            record = _applied(record, stored.entry)
        except Violation as broken:
            raise BrokenLog(game_id, stored.entry.version) from broken
    return record


class Throw(NamedTuple):
    """A throw of the dice: its number in the game, who rolled (None: both, one die each), and in which version."""

    number: int
    player: Player | None
    dice: tuple[int, int]
    version: int


def throws_of(entries: Iterable[Entry]) -> list[Throw]:
    """All throws of the dice that the entries tell of; those of the opening are White's die, then Black's."""
    return [
        Throw(event.roll, event.player, event.dice, entry.version)
        if isinstance(event, Rolled)
        else Throw(event.roll, None, (event.white, event.black), entry.version)
        for entry in entries
        for event in entry.events
        if isinstance(event, Rolled | OpeningRolled)
    ]


def _applied(record: GameRecord, entry: Entry) -> GameRecord:
    """The record after one more entry, whose events must be those that the rules give."""
    game, given = record.game, list(entry.events)
    if given and isinstance(taken := given[0], SeatTaken):
        record = with_seat_taken(record, taken)
        del given[0]
    while given:
        command = given[0]
        if not isinstance(command, Command):
            raise BrokenLog(record.id, entry.version)
        game, caused = repeated(game, command)
        if list(caused) != given[: len(caused)]:
            raise BrokenLog(record.id, entry.version)
        del given[: len(caused)]
    if not entry.events or record.version + 1 != entry.version:
        raise BrokenLog(record.id, entry.version)
    record = record._replace(game=replace(game, version=entry.version), updated_at=entry.at)
    return ticking(record, entry.events)


def with_seat_taken(record: GameRecord, taken: SeatTaken) -> GameRecord:
    """The record with that seat held, and what its holder added to the dice."""
    seat = Seat("human", taken.name)
    white, black = record.dice.entropy
    if taken.seat == "white":
        return record._replace(white=seat, dice=record.dice._replace(entropy=(taken.entropy, black)))
    return record._replace(black=seat, dice=record.dice._replace(entropy=(white, taken.entropy)))


def transcript_of(game_id: str, log: Sequence[LogEntry]) -> Transcript:
    """The portable record of the game whose whole log this is.

    The seed is left out: it is for the keeper of the secrets to show it when the game is over.

    :raises BrokenLog: an entry does not follow from the rules.
    """
    return transcript_by_versions(game_id, log)[0]


def transcript_by_versions(game_id: str, log: Sequence[LogEntry]) -> tuple[Transcript, list[int]]:
    """The same, and for each of its commands the version that it made.

    :raises BrokenLog: an entry does not follow from the rules.
    """
    entries = _decoded(game_id, log)
    last, first = _folded(game_id, entries), entries[0].first
    assert first is not None, "it was folded from there"
    told = ((event, stored.entry.version) for stored in entries for event in stored.entry.events)
    made = [(event, version) for event, version in told if isinstance(event, Command)]
    opened = any(isinstance(event, OpeningRolled) for event in entries[0].entry.events)
    position, turn = entries[0].start or (first.game.position, OPENING if opened else first.game.turn)
    transcript = Transcript(
        ruleset=last.ruleset,
        ruleset_version=last.ruleset_version,
        options=last.game.options,
        position=position,
        turn=turn,
        mode=last.dice.mode,
        commitment=last.dice.commitment,
        entropy=last.dice.entropy,
        game_id=game_id,
        commands=tuple(command for command, _ in made),
        result=last.game.result,
        turn_seconds=last.turn_seconds,
    )
    return transcript, [version for _, version in made]
