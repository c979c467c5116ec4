"""A record reads back from its JSON exactly, and whatever is no record is refused with the place."""

import copy
from dataclasses import replace
from typing import Any

import orjson
import pytest
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.rulesets import RULESETS, UnknownRuleset
from acey_deucey.transcript import Transcript, UnknownRecordVersion, UnreadableRecord, replayed
from acey_deucey.transcript_json import transcript_from_json, transcript_json
from acey_deucey.transcript_text import format_transcript, parse_transcript

from tests.games.test_transcript import transcript

SEED, COMMITMENT = "0f" * 32, "sha256:" + "f0" * 32


def sent(record: Transcript) -> Any:
    """The record after its way over the wire."""
    return orjson.loads(orjson.dumps(transcript_json(record)))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_record_reads_back_from_its_json(ruleset: str) -> None:
    _, record = transcript(ruleset, max_rolls_per_turn=4)
    again = transcript_from_json(sent(record))
    assert sent(again) == sent(record)
    assert replayed(again) == replayed(record)
    assert format_transcript(again) == format_transcript(record)


def test_json_and_text_hold_the_same_facts() -> None:
    _, record = transcript()
    position, turn = parse_position_id("h15/h15 w roll 0")
    told = replace(
        record,
        position=position,
        turn=turn,
        seed=SEED,
        commitment=COMMITMENT,
        entropy=("two words", 'quoted "and" ünicode'),
        commands=record.commands[1:],
    )
    assert sent(parse_transcript(format_transcript(told))) == sent(transcript_from_json(sent(told)))
    assert parse_transcript(format_transcript(told)).entropy == told.entropy


SHORT: dict[str, Any] = {
    "format": 1,
    "ruleset": {"id": "american", "version": 1, "options": {"bear_off": "exact"}},
    "dice": {"mode": "server", "commitment": COMMITMENT, "entropy": {"white": "a", "black": ""}, "seed": SEED},
    "commands": [{"opening": [6, 1]}, {"player": "white", "roll": [2, 5]}, {"player": "white", "play": "hand/20"}],
    "result": {"winner": None, "reason": "deadlock", "points": 0},
}


def test_what_may_be_left_out_has_its_usual_value() -> None:
    record = transcript_from_json({"format": 1, "ruleset": {"id": "european", "version": 1}, "commands": []})
    assert (record.mode, record.entropy, record.seed, record.result) == ("manual", ("", ""), None, None)
    assert record.options == RULESETS["european"].options
    assert replayed(record).turn.awaits == "opening"


WRONG: list[tuple[str, Any, str]] = [
    ("", [], "/"),
    ("", None, "/"),
    ("", {"format": 1}, "/"),
    ("more", 1, "/"),
    ("format", "1", "/format"),
    ("format", True, "/format"),
    ("ruleset", "american", "/ruleset"),
    ("ruleset/id", 5, "/ruleset/id"),
    ("ruleset/version", 1.0, "/ruleset/version"),
    ("ruleset/options", [], "/ruleset/options"),
    ("ruleset/options", {"bear_off": ["any"]}, "/ruleset/options"),
    ("start", 5, "/start"),
    ("game", "a\nb", "/game"),
    ("dice/mode", "loaded", "/dice/mode"),
    ("dice/mode", None, "/dice/mode"),
    ("dice/commitment", "sha256:00", "/dice/commitment"),
    ("dice/entropy", {"white": "a"}, "/dice/entropy"),
    ("dice/entropy/white", None, "/dice/entropy/white"),
    ("dice/entropy/white", "a\u2028b", "/dice/entropy/white"),
    ("dice/seed", SEED.upper(), "/dice/seed"),
    ("dice/salt", "x", "/dice"),
    ("commands", {}, "/commands"),
    ("commands/0", "6-1", "/commands/0"),
    ("commands/0/opening", [6], "/commands/0/opening"),
    ("commands/0/opening", [6, 7], "/commands/0/opening/1"),
    ("commands/0/player", "white", "/commands/0"),
    ("commands/1/player", "green", "/commands/1/player"),
    ("commands/1/roll", [2.0, 5], "/commands/1/roll/0"),
    ("commands/1/roll", [True, 5], "/commands/1/roll/0"),
    ("commands/1/play", "hand/20", "/commands/1"),
    ("commands/1/number", 4, "/commands/1"),
    ("commands/2/play", "", "/commands/2/play"),
    ("commands/2/play", "hand/25", "/commands/2/play"),
    ("commands/2/play", ["hand/20"], "/commands/2/play"),
    ("commands/2", {"player": "white", "name": 7}, "/commands/2/name"),
    ("commands/2", {"player": "white", "undo": 1}, "/commands/2/undo"),
    ("commands/2", {"player": "white", "resign": False}, "/commands/2/resign"),
    ("commands/2", {"player": "white", "timeout": 1}, "/commands/2/timeout"),
    ("commands/2", {"player": "white"}, "/commands/2"),
    ("result/winner", "nobody", "/result/winner"),
    ("clock", {}, "/clock"),
    ("clock", {"turn_seconds": 0}, "/clock/turn_seconds"),
    ("result/points", -1, "/result/points"),
    ("result/reason", "tired", "/result/reason"),
    ("result/reason", ["tired"], "/result/reason"),
]


@pytest.mark.parametrize(("at", "value", "where"), WRONG, ids=[f"{at} {value!r:.40}" for at, value, _ in WRONG])
def test_a_value_that_cannot_be_is_refused_with_its_place(at: str, value: Any, where: str) -> None:
    with pytest.raises(UnreadableRecord) as refused:
        transcript_from_json(changed(at, value))
    assert refused.value.details["where"] == where
    assert where in str(refused.value)


def test_a_record_of_another_version_is_told_apart_from_nonsense() -> None:
    for at, part in (("format", "record"), ("ruleset/version", "american")):
        with pytest.raises(UnknownRecordVersion) as refused:
            transcript_from_json(changed(at, 2))
        assert refused.value.details == {"part": part, "found": 2, "known": 1}
    for text in ("acey-deucey record 2\n", "acey-deucey record 1\nruleset american 2\n"):
        with pytest.raises(UnknownRecordVersion):
            parse_transcript(text)
    with pytest.raises(UnknownRuleset):
        transcript_from_json(changed("ruleset/id", "danish"))


def changed(at: str, value: Any) -> Any:
    """The short record with one value changed."""
    record = copy.deepcopy(SHORT)
    place: Any = {"": record}
    *way, last = ["", *at.split("/")] if at else [""]
    for name in way:
        place = place[int(name)] if isinstance(place, list) else place[name]
    if isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value
    return record if at else place[""]
