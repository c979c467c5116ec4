"""Checks a record without any service: its commands by the rules, its dice by the sum that anybody can do."""

from collections.abc import Iterator
from typing import NamedTuple

import orjson

from acey_deucey.dicebox import commitment_to, dice_from
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.rules import events as ev
from acey_deucey.rules.game import Game
from acey_deucey.transcript import Transcript, UnreadableRecord, replayed, result_text
from acey_deucey.transcript_json import transcript_from_json
from acey_deucey.transcript_text import parse_transcript

WORDS = {"scripted": "were scripted", "manual": "were thrown by the players"}


class Check(NamedTuple):
    """Something that was checked, and whether it is as it should be."""

    is_right: bool
    sentence: str


def read_record(written: bytes) -> Transcript:
    """The record in a file, JSON or text.

    :raises UnreadableRecord, UnknownRecordVersion: it is none, or not one of this release.
    :raises UnknownRuleset, InvalidOptions, InvalidPositionId, InvalidPosition, InvalidTurn: there can be no such game.
    """
    try:
        if written.lstrip().startswith(b"{"):
            return transcript_from_json(orjson.loads(written))
        return parse_transcript(written.decode())
    except ValueError as error:  # neither JSON nor UTF-8
        raise UnreadableRecord("/", str(error)) from None


def verify(transcript: Transcript) -> Iterator[Check]:
    """All that can be known of a record, a sentence each."""
    try:
        game = replayed(transcript)
    except AceyDeuceyError as error:
        yield Check(False, str(error))
    else:
        yield Check(True, f"All {len(transcript.commands)} commands follow from the rules ({transcript.ruleset}).")
        yield Check(True, _ending(game, transcript))
    yield from _dice_checks(transcript)


def _ending(game: Game, transcript: Transcript) -> str:
    if game.result is None:
        return "The game is not finished."
    told = "The result is right" if transcript.result else "The record tells no result; it is this"
    return f"{told}: {result_text(game.result)}."


def _dice_checks(transcript: Transcript) -> Iterator[Check]:
    if transcript.mode != "server":
        yield Check(True, f"The dice {WORDS[transcript.mode]}: nothing can be known of their chance.")
    elif transcript.commitment is None or transcript.game_id is None:
        yield Check(False, "The record has server dice and tells no commitment, or not of which game.")
    elif transcript.seed is None:
        over = transcript.result is not None
        yield Check(not over, "The seed is missing." if over else "The seed is not shown before the game is finished.")
    else:
        yield from _seed_checks(transcript, transcript.game_id, bytes.fromhex(transcript.seed))


def _seed_checks(transcript: Transcript, game_id: str, seed: bytes) -> Iterator[Check]:
    if commitment_to(game_id, seed) != transcript.commitment:
        yield Check(False, f"The seed does not fit the commitment {transcript.commitment}.")
    else:
        yield Check(True, f"The seed fits the commitment. Compare it with what you were shown: {transcript.commitment}")
    throws = [command for command in transcript.commands if isinstance(command, ev.OpeningRolled | ev.Rolled)]
    for throw in throws:
        due = _due(throw, dice_from(seed, game_id, transcript.entropy, throw.roll))
        if due != _shown(throw):
            yield Check(False, f"Throw {throw.roll} is {_text(_shown(throw))}; from the seed follows {_text(due)}.")
            return
    yield Check(True, f"All {len(throws)} throws follow from the seed and what the players added.")


def _shown(throw: ev.OpeningRolled | ev.Rolled) -> tuple[int, int]:
    return (throw.white, throw.black) if isinstance(throw, ev.OpeningRolled) else throw.dice


def _due(throw: ev.OpeningRolled | ev.Rolled, dice: tuple[int, int]) -> tuple[int, int]:
    """The dice as they are written down: those of a roll with the larger one first."""
    return dice if isinstance(throw, ev.OpeningRolled) else (max(dice), min(dice))


def _text(dice: tuple[int, int]) -> str:
    return f"{dice[0]}-{dice[1]}"
