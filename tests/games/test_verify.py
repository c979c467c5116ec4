"""A record is checked without any service: what is true passes, and every way of cheating is found out."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from acey_deucey.dicebox import commitment_to
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.portable import transcript as record_of
from acey_deucey.rules.events import Result, Rolled
from acey_deucey.rules.turn import roll_kind
from acey_deucey.seating import NewGame
from acey_deucey.transcript import Transcript, UnreadableRecord
from acey_deucey.transcript_json import transcript_json
from acey_deucey.transcript_text import format_transcript
from acey_deucey.verify import read_record, verify

from tests.games.player import Caller, services_on

DEEP = b'{"format": 1, "commands": ' + b"[" * 1_000 + b"]" * 1_000 + b"}"  # JSON, deeper than Python goes


@pytest.fixture(scope="module")
def finished() -> Transcript:
    """The record of a finished game with server dice to which Black has added entropy."""
    caller = Caller.starts(services_on(), NewGame(black="open"))
    list(caller.plays_on())
    return record_of(caller.services, caller.id)[1]


def faults(transcript: Transcript) -> list[str]:
    return [check.sentence for check in verify(transcript) if not check.is_right]


def test_the_record_of_a_finished_game_is_right_in_all_it_says(finished: Transcript) -> None:
    checks = list(verify(finished))
    assert [check.is_right for check in checks] == [True] * 4
    assert checks[0].sentence == f"All {len(finished.commands)} commands follow from the rules (american)."
    assert checks[1].sentence.startswith("The result is right: ")
    assert str(finished.commitment) in checks[2].sentence


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_record_is_read_from_a_file_in_either_form(finished: Transcript, form: str) -> None:
    text = orjson.dumps(transcript_json(finished)) if form == "json" else format_transcript(finished).encode()
    assert faults(read_record(text)) == []


def test_a_seed_that_is_not_the_promised_one_is_found_out(finished: Transcript) -> None:
    other = "00" * 32
    assert faults(replace(finished, seed=other))[0].startswith("The seed does not fit the commitment")
    promised = commitment_to(str(finished.game_id), bytes.fromhex(other))
    (fault,) = faults(replace(finished, seed=other, commitment=promised))
    assert "from the seed follows" in fault


@pytest.mark.parametrize("entropy", [("", ""), ("e" * 16, ""), ("", "e" * 15)])
def test_entropy_that_is_not_what_the_player_gave_is_found_out(finished: Transcript, entropy: tuple[str, str]) -> None:
    assert finished.entropy == ("", "e" * 16)
    assert "from the seed follows" in faults(replace(finished, entropy=entropy))[0]


def test_another_game_s_dice_are_found_out(finished: Transcript) -> None:
    assert len(faults(replace(finished, game_id="k3another"))) == 2


def test_a_single_false_throw_is_found_out(finished: Transcript) -> None:
    at = max(index for index, command in enumerate(finished.commands) if isinstance(command, Rolled))
    thrown = finished.commands[at]
    assert isinstance(thrown, Rolled)
    dice = (6, 5) if thrown.dice != (6, 5) else (6, 4)
    false = replace(thrown, dice=dice, kind=roll_kind(dice))
    changed = replace(finished, commands=(*finished.commands[:at], false), result=None)
    assert faults(changed) == [
        f"Throw {thrown.roll} is {dice[0]}-{dice[1]}; from the seed follows {thrown.dice[0]}-{thrown.dice[1]}."
    ]


def test_an_illegal_command_and_a_false_result_are_found_out(finished: Transcript) -> None:
    first, second, *rest = finished.commands
    assert "Command 1 of the record" in faults(replace(finished, commands=(first, *rest)))[0]
    assert "does not follow" in faults(replace(finished, result=Result("white", "borne_off", 14)))[0]
    assert faults(replace(finished, commands=(first, second), result=None)) == []


def test_what_cannot_be_known_is_said(finished: Transcript) -> None:
    unfinished = replace(finished, commands=finished.commands[:2], result=None, seed=None)
    sentences = [check.sentence for check in verify(unfinished)]
    assert sentences[1:] == ["The game is not finished.", "The seed is not shown before the game is finished."]
    assert faults(replace(finished, seed=None)) == ["The seed is missing."]
    assert len(faults(replace(finished, commitment=None))) == 1
    manual = replace(finished, mode="manual", seed=None, commitment=None)
    assert list(verify(manual))[-1].sentence == (
        "The dice were thrown by the players: nothing can be known of their chance."
    )


@pytest.mark.parametrize("written", [b"", b"{", b"{}", b"\xff\xfe", b"[1]", b'{"format": NaN}', b"{" * 5000, DEEP])
def test_a_file_that_is_no_record_is_refused(written: bytes) -> None:
    with pytest.raises(UnreadableRecord):
        read_record(written)


def test_verifying_needs_no_service(tmp_path: Path, finished: Transcript) -> None:
    listing = "import sys, acey_deucey.verify; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True, timeout=60)
    assert set(loaded.stdout.split()).isdisjoint({"flask", "redis", "gevent", "gunicorn", "marshmallow", "environs"})
    right, false = tmp_path / "right.json", tmp_path / "false.txt"
    right.write_bytes(orjson.dumps(transcript_json(finished)))
    false.write_text(format_transcript(replace(finished, seed="00" * 32)))
    assert verified(right) == (0, ["ok"] * 4)
    assert verified(false) == (1, ["ok", "ok", "WRONG", "WRONG"])
    assert verified(tmp_path / "missing")[0] == 1


def verified(file: Path) -> tuple[int, list[str]]:
    """Exit code and verdicts of the command."""
    command = [sys.executable, "-m", "acey_deucey", "verify", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert "Traceback" not in done.stderr
    return done.returncode, [line.split()[0] for line in done.stdout.splitlines()]


def test_the_error_of_a_rule_and_of_a_record_are_of_one_tree() -> None:
    assert issubclass(UnreadableRecord, AceyDeuceyError)
