"""A game's record replays to the same end, as values and as text, and a false record is refused with the place."""

from dataclasses import replace

import pytest
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.history import transcript_of
from acey_deucey.rules.events import Moved, Result
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.seating import NewGame
from acey_deucey.transcript import BrokenRecord, Transcript, UnreadableRecord, replayed
from acey_deucey.transcript_json import transcript_from_json, transcript_json
from acey_deucey.transcript_text import format_transcript, parse_transcript

from tests.games.player import Caller, services_on


def transcript(ruleset: str = "american", seed: int = 1, **options: object) -> tuple[Caller, Transcript]:
    caller = Caller.starts(services_on(), NewGame(ruleset, options, black="open"), seed)
    list(caller.plays_on())
    return caller, transcript_of(caller.id, caller.services.store.log(caller.id, 0, 10_000))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_record_replays_to_the_game_that_was_played(ruleset: str) -> None:
    caller, record = transcript(ruleset, stake_doubles_on_acey_deucey=True)
    played = caller.last.record.game
    assert replace(replayed(record), version=played.version) == played


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_record_reads_back_from_its_text(ruleset: str) -> None:
    _, record = transcript(ruleset, max_rolls_per_turn=4)
    text = format_transcript(record)
    assert format_transcript(parse_transcript(text)) == text
    assert replayed(parse_transcript(text)) == replayed(record)


def test_the_text_of_a_record_is_read_by_people() -> None:
    text = """\
acey-deucey record 1
ruleset european 1
option bear_off "any"
dice scripted
opening 2-5
# Black starts
1. black 2-1; hand/23 hand/24; name 4; hand/21 hand/21; undo; hand/21 hand/21 hand/21 hand/21; hand/22 hand/22 \
hand/22 hand/22; 5-2; hand/20 hand/23
2. white 6-4; hand/19 hand/21
3. black resigns
result white resigned 1
"""
    game = replayed(parse_transcript(text))
    assert game.result == Result("white", "resigned", 1)
    assert game.options.bear_off == "any"


@pytest.mark.parametrize("player", ["white", "black"])
def test_in_a_record_the_time_runs_out_for_the_player_in_turn_alone(player: str) -> None:
    text = f"acey-deucey record 1\nruleset american 1\nclock 30\ndice manual\nopening 6-1\n1. {player} times out\n"
    record = parse_transcript(text)
    assert (format_transcript(record), record.turn_seconds) == (text, 30)
    assert transcript_from_json(transcript_json(record)) == record
    if player == "white":
        assert replayed(record).result == Result("black", "timeout", 15)
    else:
        with pytest.raises(BrokenRecord, match=r"Command 1 of the record .*White's turn"):
            replayed(record)


def test_a_record_that_breaks_a_rule_is_refused_with_the_place() -> None:
    text = "acey-deucey record 1\nruleset american 1\ndice scripted\nopening 6-1\n1. white 5-2; hand/20 hand/22\n"
    with pytest.raises(BrokenRecord) as refused:
        replayed(parse_transcript(text))
    assert refused.value.details["command"] == 2
    assert "hand/22" in str(refused.value)


def test_a_false_result_or_a_false_hit_is_refused() -> None:
    _, record = transcript()
    with pytest.raises(BrokenRecord):
        replayed(replace(record, result=Result("white", "borne_off", 99)))
    at, moved = next((i, c) for i, c in enumerate(record.commands) if isinstance(c, Moved))
    step = moved.steps[0]._replace(hit=not moved.steps[0].hit)
    false = replace(record, commands=(*record.commands[:at], replace(moved, steps=(step, *moved.steps[1:]))))
    with pytest.raises(BrokenRecord):
        replayed(false)


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "1. white",
        "1. green 5-2",
        "1. white 7-2",
        "1. white hand/25",
        "1. white 13-8/2",
        "1. white name 7",
        "1. white 5-2;; undo",
        "opening 5",
        "ruleset american",
        "ruleset american x",
        'option bear_off "any',
        "dice loaded",
        "dice server a b",
        "entropy green x",
        "entropy white",
        "seed",
        "clock",
        "clock 0",
        "clock 3O",
        "clock 1000000",
        "result nobody borne_off 1",
        "1. white " + "hand/20 " * 400,
    ],
)
def test_a_line_that_is_no_record_is_refused_with_its_number(line: str) -> None:
    with pytest.raises(UnreadableRecord) as refused:
        parse_transcript(f"acey-deucey record 1\n\n{line}\n")
    assert refused.value.details["line"] == 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        "acey-deucey record 2\n",
        "acey-deucey record 1\nruleset none 1",
        "acey-deucey record 1\nstart h15/h16 opening",
    ],
)
def test_what_can_be_no_record_at_all_is_refused(text: str) -> None:
    with pytest.raises(AceyDeuceyError):
        parse_transcript(text)
