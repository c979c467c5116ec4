"""A game that is made from a lesson stays the lesson's game in every store form and at every version."""

from acey_deucey import games, seating
from acey_deucey.codec import dump_state, load_state
from acey_deucey.history import record_at, transcript_of
from acey_deucey.lessons import LESSONS
from acey_deucey.seating import NewGame
from acey_deucey.services import Command
from acey_deucey.transcript import replayed

from tests.games.player import services_on


def test_the_lesson_of_a_game_is_stored_and_folded_from_its_log() -> None:
    services, lesson = services_on(), LESSONS["first-roll"]
    created = seating.create(services, NewGame.of_lesson(lesson))
    record = games.roll(services, Command(created.outcome.record.id, created.tokens["white"])).record
    assert record.lesson == lesson.id
    assert load_state(record.id, dump_state(record)) == record
    log = services.store.log(record.id)
    assert record_at(record.id, log)[0] == record
    assert replayed(transcript_of(record.id, log)).position == record.game.position


def test_a_game_without_a_lesson_stores_no_word_of_it() -> None:
    created = seating.create(services_on(), NewGame())
    assert created.outcome.record.lesson is None
    assert b'"w":' not in dump_state(created.outcome.record)
