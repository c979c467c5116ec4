"""The lessons: every rule of the game as a position with scripted dice and a task; it knows no seats and no HTTP."""

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.lessons.bonus import BONUS
from acey_deucey.lessons.entering import ENTERING
from acey_deucey.lessons.hitting import HITTING
from acey_deucey.lessons.home import HOME
from acey_deucey.lessons.lesson import Lesson
from acey_deucey.lessons.moving import MOVING
from acey_deucey.lessons.winning import WINNING

LESSONS = {lesson.id: lesson for lesson in (*ENTERING, *MOVING, *HITTING, *BONUS, *HOME, *WINNING)}


class UnknownLesson(AceyDeuceyError):
    """No lesson has that id."""

    def __init__(self, lesson_id: str) -> None:
        super().__init__(
            "unknown-lesson", "There is no lesson {lesson!r}; /v1/lessons lists them all.", {"lesson": lesson_id[:40]}
        )


def lesson_by_id(lesson_id: str) -> Lesson:
    """The lesson of that id.

    :raises UnknownLesson: there is none.
    """
    lesson = LESSONS.get(lesson_id)
    if lesson is None:
        raise UnknownLesson(lesson_id)
    return lesson
