"""Hints, analyses and evaluations: who may ask, when, and about what."""

import random

import pytest
from acey_deucey import advising, games, looking, seating
from acey_deucey.codec import StoredEntry, load_entry
from acey_deucey.rules.position_id import parse_position_id
from acey_deucey.rules.rulesets import RULESETS
from acey_deucey.seating import Bot, NewGame
from acey_deucey.services import AnalysisTooLong, Command, HintsOff, MissingToken, NotFinished, Services

from tests.games.player import Caller, services_on

SCRIPT = ((4, 2), (5, 2), (6, 3))


@pytest.fixture
def services() -> Services:
    return services_on()


def scripted(services: Services, **wanted: object) -> Caller:
    return Caller.starts(services, NewGame(mode="scripted", script=SCRIPT, **wanted))  # type: ignore[arg-type]


def test_hints_are_given_to_every_reader_when_there_is_something_to_choose(services: Services) -> None:
    caller = scripted(services)
    assert advising.hints(advising.with_hints(services, caller.id), 5) == ()
    games.roll(services, caller.command("white"))
    hints = advising.hints(advising.with_hints(services, caller.id), 5)
    assert {hint.choice.play.text for hint in hints} == {"hand/20 hand/23", "hand/20 20/18"}
    assert [hint.loss for hint in hints] == sorted(hint.loss for hint in hints)
    assert len(advising.hints(advising.with_hints(services, caller.id), 1)) == 1


def test_a_private_game_gives_hints_and_an_analysis_to_its_seats_alone(services: Services) -> None:
    caller = scripted(services, private=True)
    games.resign(services, caller.command("white"))
    for ask in (advising.with_hints, advising.finished):
        with pytest.raises(MissingToken):
            ask(services, caller.id)
        assert ask(services, caller.id, caller.tokens["black"]).id == caller.id


def test_a_game_without_hints_gives_none_until_it_is_over(services: Services) -> None:
    caller = scripted(services, hints=False)
    assert looking.get(services, caller.id).record.hints is False
    with pytest.raises(HintsOff):
        advising.with_hints(services, caller.id)
    games.resign(services, caller.command("white"))
    assert advising.hints(advising.with_hints(services, caller.id), 5) == ()


def test_only_a_finished_game_is_analysed(services: Services) -> None:
    caller = scripted(services)
    with pytest.raises(NotFinished):
        advising.finished(services, caller.id)


@pytest.mark.parametrize("ruleset", ["american", "european"])
def test_an_analysis_tells_of_each_command_which_version_it_made(services: Services, ruleset: str) -> None:
    created = seating.create(services, NewGame(ruleset, white="open", black=Bot("expert")))
    taken = seating.take_seat(services, Command(created.outcome.record.id), "white", None, "")
    caller = Caller(services, random.Random(4), created.outcome.record.id, taken.tokens, taken.outcome)
    for _ in range(12):
        caller.acts()
    caller.note(games.resign(services, caller.command("white")))
    record = advising.finished(services, caller.id)
    analysis, versions = advising.analysis(services, record)
    assert len(versions) == len(analysis.white_wins)
    assert (versions[-1], versions[0]) == (record.version, 2)
    assert analysis.white_wins[-1] == 0
    entries = {entry.version: entry for entry in looking.later(services, caller.id, 0, 1_000)}
    for roll in analysis.rolls:
        assert entries[versions[roll.command]].events[0].type == "rolled"
    for decision in analysis.decisions:
        assert entries[versions[decision.command]].events[0].type in ("moved", "named")
    assert analysis.totals["black"].loss == pytest.approx(0, abs=1e-6)
    assert analysis.totals["white"].decisions > 0


def test_an_analysis_is_made_once_for_all_who_look_at_the_game(services: Services) -> None:
    caller = scripted(services)
    games.roll(services, caller.command("white"))
    games.resign(services, caller.command("white"))
    record = advising.finished(services, caller.id)
    first, again = advising.analysis(services, record), advising.analysis(services_on(services.store), record)
    assert first == again
    assert first.analysis is again.analysis


def test_an_analysis_reads_each_entry_of_the_log_once(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    caller = scripted(services)
    games.resign(services, caller.command("white"))
    record = advising.finished(services, caller.id)
    versions = []

    def counted(game_id: str, version: int, stored: bytes) -> StoredEntry:
        versions.append(version)
        return load_entry(game_id, version, stored)

    monkeypatch.setattr("acey_deucey.history.load_entry", counted)
    advising.analysis(services, record)
    assert versions == list(range(1, record.version + 1))


def test_a_game_of_endless_undoing_is_not_analysed(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "MOST_ANALYSED", 6)
    caller = scripted(services)
    games.roll(services, caller.command("white"))
    for _ in range(2):
        games.play(services, caller.command("white"), "hand/20")
        games.undo(services, caller.command("white"))
    games.resign(services, caller.command("white"))
    record = advising.finished(services, caller.id)
    with pytest.raises(AnalysisTooLong):
        advising.analysis(services, record)


def test_a_position_is_worth_to_one_what_it_costs_the_other() -> None:
    position, turn = parse_position_id("o14,1/h15 w roll 0")
    ahead = advising.evaluation(position, turn, RULESETS["american"].options)
    assert (ahead.player, ahead.chances.win > 0.9) == ("white", True)
    behind = advising.evaluation(*parse_position_id("h15/o14,1 w roll 0"), RULESETS["american"].options)
    assert behind.chances.win < 0.2
