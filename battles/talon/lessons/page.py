"""The list of lessons, and the page before one begins."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from accounts.models import User
from battles.models import LessonRun
from config.pages import Page
from engines.talon.lessons.lesson import Lesson, lesson_after, lessons


@dataclass(frozen=True, slots=True)
class Progress:
    """A lesson and how far one has come: the steps of the scenes before, and when it was done."""

    lesson: Lesson
    begun: bool
    steps: int
    done_at: datetime | None


@dataclass(frozen=True, slots=True)
class LearnPage(Page):
    """Every lesson with one's progress; `following` is the first that is not done, None if all are."""

    template: ClassVar = "battles/learn.html"
    lessons: tuple[Progress, ...]
    done: int
    following: Lesson | None


@dataclass(frozen=True, slots=True)
class LessonPage(Page):
    """One lesson before it begins, or after it was done; `after` is the next."""

    template: ClassVar = "battles/lesson.html"
    progress: Progress
    after: Lesson | None


def learn_page(user: User | None) -> LearnPage:
    """The list for the user, None for somebody who is not signed in."""
    found = LessonRun.objects.filter(user=user) if user is not None else ()
    runs = {run.lesson: run for run in found}
    rows = tuple(_progress(lesson, runs.get(name)) for name, lesson in lessons().items())
    open_ = (row.lesson for row in rows if row.done_at is None)
    return LearnPage(rows, sum(row.done_at is not None for row in rows), next(open_, None))


def lesson_page(lesson: Lesson, run: LessonRun | None) -> LessonPage:
    """The page of a lesson for the user of the run."""
    return LessonPage(_progress(lesson, run), lesson_after(lesson.name))


def _progress(lesson: Lesson, run: LessonRun | None) -> Progress:
    if run is None:
        return Progress(lesson, begun=False, steps=0, done_at=None)
    return Progress(lesson, begun=True, steps=lesson.steps_before(run.scene), done_at=run.done_at)
