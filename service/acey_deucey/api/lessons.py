"""The lessons, to be read; a game is made from one of them as any other game is."""

from flask import Response

from acey_deucey.api import examples
from acey_deucey.api.answers import document_answer
from acey_deucey.api.bad_requests import NoSuchPage
from acey_deucey.api.lesson_schemas import LessonDetails, Lessons
from acey_deucey.api.operation import Answer, Context, Operation
from acey_deucey.api.present_lessons import lesson_json, lesson_summary
from acey_deucey.api.queries import NoQuery
from acey_deucey.api.reading import read_query
from acey_deucey.lessons import LESSONS

_NO_QUERY = NoQuery()


def list_lessons(context: Context) -> Response:
    read_query(_NO_QUERY)
    return document_answer({"lessons": [lesson_summary(lesson) for lesson in LESSONS.values()]})


def get_lesson(context: Context, lesson_id: str) -> Response:
    read_query(_NO_QUERY)
    if lesson_id not in LESSONS:
        raise NoSuchPage("There is no lesson {name!r}.", lesson_id)
    return document_answer(lesson_json(LESSONS[lesson_id]))


_UNCHANGED = Answer("The client's copy is still good.", status=304, headers=("ETag",))

OPERATIONS = (
    Operation(
        "GET", "/v1/lessons", list_lessons, "List the lessons", "Lessons",
        (Answer("The lessons, in the order in which they teach the game.", Lessons, examples.lessons,
                headers=("ETag",)), _UNCHANGED),
        query=NoQuery, problems=("invalid-request",), headers=("If-None-Match",),
        about="A lesson is a position with scripted dice and a task. Together they show every rule. Create a game "
        "with the id of one: the game tells in its member lesson whether it is solved.",
    ),
    Operation(
        "GET", "/v1/lessons/{lesson_id}", get_lesson, "Read a lesson", "Lessons",
        (Answer("The lesson with its hints, its answer and what may go wrong.", LessonDetails, examples.lesson,
                headers=("ETag",)), _UNCHANGED),
        query=NoQuery, problems=("invalid-request", "not-found"), headers=("If-None-Match",),
    ),
)  # fmt: skip
