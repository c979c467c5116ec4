"""Use cases for those who want to know better: hints in a game, the analysis of one that is over, the worth of a
position. Whoever may read a game may ask. It knows no HTTP; numpy is loaded when something is asked for."""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from acey_deucey.bot_seats import pause
from acey_deucey.history import transcript_by_versions
from acey_deucey.looking import read
from acey_deucey.record import GameRecord
from acey_deucey.rules.options import Options
from acey_deucey.rules.position import Position
from acey_deucey.rules.turn import Turn
from acey_deucey.services import AnalysisTooLong, HintsOff, NotFinished, Pass, Services
from acey_deucey.transcript import Transcript

if TYPE_CHECKING:
    from acey_deucey.bots.advice import Evaluation, Hint
    from acey_deucey.bots.analysis import Analysis

MOST_ANALYSED = 1_000  # commands; a game has some 300, and a thousand take five seconds
MOST_REMEMBERED = 64  # analyses, of some 50 kB each


class Analysed(NamedTuple):
    """An analysis, and for each command of the record the version that it made."""

    analysis: "Analysis"
    versions: list[int]


def with_hints(services: Services, game_id: str, token: Pass = None) -> GameRecord:
    """The game as it is, if hints may be given in it.

    :raises HintsOff: its creator wants none while it is played.
    """
    record = read(services, game_id, token)
    if not record.hints and record.status != "finished":
        raise HintsOff
    return record


def hints(record: GameRecord, most: int) -> tuple["Hint", ...]:
    """The best choices of the player in turn; none unless he is to move or to name."""
    if record.status != "playing" or record.game.turn.awaits not in ("move", "name"):
        return ()
    from acey_deucey.bots import advice

    return advice.hint(record.game, most, pause)


def finished(services: Services, game_id: str, token: Pass = None) -> GameRecord:
    """The game, if it is over.

    :raises NotFinished: it is not.
    """
    record = read(services, game_id, token)
    if record.status != "finished":
        raise NotFinished
    return record


def analysis(services: Services, record: GameRecord) -> Analysed:
    """What the players of a finished game did well and badly, and what the dice did.

    :raises AnalysisTooLong: it has more commands than are looked at in one request.
    :raises BrokenLog: its log does not follow from the rules.
    """
    log = services.store.log(record.id, 0, record.version)
    transcript, versions = transcript_by_versions(record.id, log)
    if len(transcript.commands) > MOST_ANALYSED:
        raise AnalysisTooLong(MOST_ANALYSED)
    return Analysed(_analysed(transcript), versions)


@lru_cache(maxsize=MOST_REMEMBERED)
def _analysed(transcript: Transcript) -> "Analysis":
    """The same for the same record, so that those who look at it together after a game have it made once."""
    from acey_deucey.bots.analysis import analyse

    return analyse(transcript, pause)


def evaluation(position: Position, turn: Turn, options: Options) -> "Evaluation":
    """What a position is worth to the player in turn, if both play on as the expert does.

    :raises InvalidTurn: the turn cannot be, or the game is over.
    """
    from acey_deucey.bots import advice

    return advice.evaluate(position, turn, options, pause)
