"""Use cases for those who trust nobody: a game's record, and all that its dice follow from. It knows no HTTP.

The seed of a server game is told once the game is finished, and never before.
"""

from dataclasses import replace
from typing import NamedTuple

from acey_deucey.history import Throw, throws_of, transcript_of
from acey_deucey.looking import later, read
from acey_deucey.record import GameRecord
from acey_deucey.services import Pass, Services
from acey_deucey.transcript import Transcript


class DiceReport(NamedTuple):
    """What is known of a game's dice; ``seed`` is in hex digits."""

    record: GameRecord
    throws: list[Throw]
    seed: str | None


def transcript(services: Services, game_id: str, token: Pass = None) -> tuple[GameRecord, Transcript]:
    """The game, and all of it as a portable record.

    :raises BrokenLog: its log does not follow from the rules.
    """
    record = read(services, game_id, token)
    log = services.store.log(game_id, 0, record.version)
    return record, replace(transcript_of(game_id, log), seed=_seed(services, record))


def dice(services: Services, game_id: str, token: Pass = None) -> DiceReport:
    """All throws of the game so far, and what they follow from."""
    record = read(services, game_id, token)
    return DiceReport(record, throws_of(later(services, game_id, 0, record.version)), _seed(services, record))


def _seed(services: Services, record: GameRecord) -> str | None:
    if record.dice.mode != "server" or record.status != "finished":
        return None
    return services.dice.seed(record.id, record.dice.salt, record.dice.key_id).hex()
