"""Lessons: the list, one's own way through each, and what the coach's buttons do."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.people.guests import take_on, turned_away
from battles.models import LessonRun
from battles.talon.lessons.page import learn_page, lesson_page
from battles.talon.lessons.scene import is_known
from battles.talon.lessons.taking import begin_again, next_scene, take_lesson
from config.pages import show
from engines.seam.words.whole_numbers import whole_number
from engines.talon.lessons.lesson import Lesson, lesson_after, lessons


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Every lesson, with one's progress."""
    return show(request, learn_page(_user(request)))


@require_safe
def lesson(request: HttpRequest, name: str) -> HttpResponse:
    """The board of a lesson that is under way; else what it is about, and a button to begin."""
    found, user = _lesson(name), _user(request)
    run = LessonRun.objects.filter(user=user, lesson=name).first() if user is not None else None
    if run is not None and run.battle_id is not None and run.done_at is None and is_known(run):
        return redirect("battle_play", run.battle_id)
    return show(request, lesson_page(found, run))


@require_POST
def lesson_begin(request: HttpRequest, name: str) -> HttpResponse:
    """Begins a lesson or goes on with it, as a guest if nobody is signed in; `from_start`: from its first scene."""
    _lesson(name)
    if (refused := turned_away(request, "lesson")) is not None:
        return refused
    from_start = "from_start" in request.POST
    run = take_on(request, lambda user: take_lesson(user=user, name=name, from_start=from_start))
    return redirect("battle_play", run.battle_id)


@require_POST
def lesson_step(request: HttpRequest, name: str) -> HttpResponse:
    """Begins the scene again, or goes on to the next one, as `do` says; at the end on to the next lesson."""
    found, user = _lesson(name), _user(request)
    scene = whole_number(request.POST.get("scene", ""))
    if scene is None:
        raise BadRequest("The form does not say which scene it is for. Reload the page.")
    if user is None:
        return redirect("lesson", name)
    if (often := _often(request)) is not None:
        return often
    change = begin_again if request.POST.get("do") == "again" else next_scene
    run = change(user=user, name=name, scene=scene)
    if run is not None and run.battle_id is not None:
        return redirect("battle_play", run.battle_id)
    following = found if change is begin_again else lesson_after(found.name)
    return redirect("lesson", following.name) if following else redirect("learn")


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _lesson(name: str) -> Lesson:
    found = lessons().get(name)
    if found is None:
        raise Http404("There is no such lesson.")
    return found


def _often(request: HttpRequest) -> HttpResponse | None:
    """The answer to somebody who asks too often; None for everybody else."""
    if consume(request, action="lesson" if request.user.is_authenticated else "lesson_as_guest"):
        return None
    return cast("HttpResponse", respond_429(request))
