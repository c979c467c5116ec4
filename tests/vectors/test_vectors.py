"""The conformance vectors are what the package gives, and what the naive referee finds right."""

import json
from typing import Any

import pytest
from acey_deucey.rules.position_id import format_position_id, parse_position_id
from acey_deucey.transcript import BrokenRecord, replayed
from acey_deucey.transcript_json import transcript_from_json, transcript_json
from acey_deucey.transcript_text import parse_transcript

from tests.rules import brute_force as naive
from tests.vectors.make import FOLDER, text_of, vectors
from tests.vectors.naive_record import OTHER, PLAYER, NotAllowed, Replay, side_of, sides_of, steps_of

Json = dict[str, Any]

NEXT = {"END": "opponent", "NAME": "name", "ROLL": "roll", "WIN": "won"}
POSITIONS, PLAYS, RECORDS = (
    json.loads((FOLDER / f"{name}.json").read_text("utf-8")) for name in ("positions", "plays", "records")
)


def numbered(rows: list[Json]) -> list[str]:
    return [f"{number}" for number in range(len(rows))]


def test_there_are_two_hundred_and_the_files_are_as_they_are_made() -> None:
    assert len(POSITIONS) + len(PLAYS) + len(RECORDS) == 200
    for name, rows in vectors().items():
        assert (FOLDER / f"{name}.json").read_text("utf-8") == text_of(rows), "python -m tests.vectors.make"


@pytest.mark.parametrize("row", POSITIONS, ids=numbered(POSITIONS))
def test_a_position_id_stands_for_the_checkers_and_the_turn(row: Json) -> None:
    sides, _, turn = row["id"].partition(" ")
    for player, text in zip(("white", "black"), sides.split("/"), strict=True):
        told = row[player] | {"points": {int(point): count for point, count in row[player]["points"].items()}}
        assert told == side_of(text)
        assert told["hand"] + told["bar"] + told["off"] + sum(told["points"].values()) == 15
    words, told = turn.split(), row["turn"]
    if words not in (["opening"], ["over"]):
        assert (told["player"], told["awaits"], str(told["rolls"])) == (PLAYER[words[0]], words[1], words[-1])
    if "move" in words:
        assert [told["stage"], "".join(map(str, told["numbers"]))] == words[2:4]
        assert ["".join(map(str, told["dice"] or "-")), str(told["named"] or "-")] == words[4:6]
    assert format_position_id(*parse_position_id(row["id"])) == row["id"]


@pytest.mark.parametrize("row", PLAYS, ids=numbered(PLAYS))
def test_the_plays_of_a_stage_are_those_of_the_naive_referee(row: Json) -> None:
    options = naive.RULESETS[row["ruleset"]] | row["options"]
    sides, (letter, _, stage, digits, _, named, _) = sides_of(row["position"]), row["position"].split()[1:]
    player, numbers = PLAYER[letter], list(map(int, digits))
    mover, opponent = sides[player], sides[OTHER[player]]
    expected = naive.complete_plays(mover, opponent, stage, numbers, options)
    assert len(row["plays"]) == len(expected)
    for play in row["plays"]:
        after, sequence = sides_of(play["position"]), tuple(steps_with_numbers(play["play"], expected))
        end = naive.board_of(after[player], after[OTHER[player]])
        assert sequence in expected[end]
        origin = "double" if named == "-" else "named"
        follows = naive.next_after(stage, numbers, sequence, end, options, origin)
        assert play["next"] == NEXT.get(follows, "complement")
    legal = naive.legal_steps(mover, opponent, stage, numbers, options)
    assert {step for text in row["steps"] for step in steps_of(text)} == legal
    assert len(row["steps"]) == len(legal)


def steps_with_numbers(play: str, expected: dict[naive.Board, list[naive.Sequence]]) -> naive.Sequence:
    """The play's steps with the numbers of the naive sequence that is written alike."""
    for sequences in expected.values():
        for sequence in sequences:
            if " ".join(f"{step.source}/{step.target}{'*' * step.hit}" for step in sequence) == play:
                return sequence
    raise AssertionError(f"the naive referee does not know {play}")


@pytest.mark.parametrize("row", RECORDS, ids=numbered(RECORDS))
def test_a_record_leads_where_the_naive_referee_says_or_breaks_where_it_says(row: Json) -> None:
    record, replay, broken = row["record"], Replay(row["record"]), None
    for index, command in enumerate(record["commands"]):
        try:
            replay.does(command)
        except NotAllowed:
            broken = index
            break
    if "broken" in row:
        assert row["broken"] == broken
        assert broken is not None or record["result"] != replay.result
    else:
        assert (broken, replay.result, replay.stake) == (None, record["result"], row["stake"])
        assert sides_of(row["end"]) == replay.sides


@pytest.mark.parametrize("row", RECORDS, ids=numbered(RECORDS))
def test_a_record_is_the_same_in_both_forms_and_the_package_judges_it(row: Json) -> None:
    transcript = transcript_from_json(row["record"])
    assert transcript_json(transcript) == transcript_json(parse_transcript(row["text"])) == row["record"]
    if "broken" in row:
        with pytest.raises(BrokenRecord) as refused:
            replayed(transcript)
        assert refused.value.details["command"] == row["broken"]
    else:
        game = replayed(transcript)
        assert format_position_id(game.position, game.turn) == row["end"]
