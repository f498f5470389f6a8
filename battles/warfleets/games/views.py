"""Games of Warfleets: FTL fought on a table: entered, corrected and read by their two players."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import LifetimeLine, PastResult, User
from accounts.people.guests import keep_first
from accounts.scores import confirming
from accounts.scores.lines import line_of
from accounts.scores.told import told_by
from battles.models import WarfleetsFleet
from battles.warfleets.games.counting import game_in
from battles.warfleets.games.forms import GameForm, first_of, form_of
from battles.warfleets.games.page import WarfleetsGameFormPage, game_page, size_of
from battles.warfleets.keeping import fleet_in
from config.pages import show
from engines.seam.refusals import Refused, refuse
from engines.seam.words.whole_numbers import whole_number

Stage = PastResult.Stage
OVER = "This game does not wait for you any more."
RECORDING = ("Record a game", "Ask to confirm", "It counts once your opponent has confirmed it.")
"""The title of the form, its button, and from when on the game counts."""


@login_required
@keep_first
@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest, fleet_id: int) -> HttpResponse:
    """The form of a game that was fought with a fleet of the user's; a POST enters it.

    `game` names one that the other player has entered: the form then says what they have told, and is not taken if they
    have corrected it since. If it waits no more when the form is sent, all stays for a game of the user's own.
    """
    user = _me(request)
    row = get_object_or_404(WarfleetsFleet, pk=fleet_id, user=user)
    asked, late = _told_by_the_other(request, user), None
    if asked is not None and asked.stage != Stage.ASKED:
        if request.method != "POST" or asked.stage == Stage.COUNTED:
            messages.info(request, OVER)
            return redirect(asked)
        late, asked = asked, None
    if request.method == "POST" and not consume(request, action="past_result", user=user):
        return cast("HttpResponse", respond_429(request))
    form = _form(request, row, asked, late)
    if asked is not None and form.part is not None and form.part.fleet_size != size_of(form.fleet):
        messages.warning(
            request, f"{row.name} is not the fleet that {asked.by.username} told of. Choose another."
        )
        return redirect(asked)
    whole = form.is_bound and form.is_valid()
    corrected = form.is_bound and _was_corrected(request, form, asked)
    if whole and not corrected:
        try:
            if late is not None:
                raise refuse("", f"{OVER} Record it yourself, and {late.by.username} is asked to confirm it.")
            entered = confirming.enter(user=user, other=form.other, told=form.told)
        except Refused as refused:
            if asked is None or not form.point_out(asked.by):
                form.add_error(None, refused.reasons)
        else:
            messages.success(request, entered.words)
            return redirect(entered.row)
    page = _form_page(form, request.get_full_path(), asked, row)
    return show(request, page, status=422 if form.is_bound else 200)


@login_required
@require_safe
def game(request: HttpRequest, result_id: int) -> HttpResponse:
    """A game for its two players; 404 for anybody else."""
    return show(request, game_page(_own(_me(request), result_id), _me(request)))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, result_id: int) -> HttpResponse:
    """The form of a game that the user has entered, to tell it otherwise; a POST asks the other player anew."""
    user = _me(request)
    row = _own(user, result_id)
    fleet = game_in(bytes(row.details)).own.fleet
    if row.by_id != user.pk or fleet is None:
        raise Http404("There is nothing to be corrected.")
    if row.stage == Stage.COUNTED:
        messages.warning(request, "This result is confirmed. Take it back together first, then correct it.")
        return redirect(row)
    initial = form_of(row, told_by(row), row.other)
    form = GameForm(request.POST or None, user=user, fleet=fleet, fixed=True, initial=initial)
    if request.method == "POST":
        if not consume(request, action="past_result", user=user):
            return cast("HttpResponse", respond_429(request))
        if form.is_valid():
            try:
                confirming.correct(result_id=row.pk, user=user, told=form.told)
            except Refused as refused:
                form.add_error(None, refused.reasons)
            else:
                messages.success(request, f"Corrected. {row.other.username} is asked to confirm it.")
                return redirect(row)
    path, back = reverse("warfleets_game_correct", args=[row.pk]), row.get_absolute_url()
    counts = f"It counts once {row.other.username} has confirmed it."
    page = WarfleetsGameFormPage(form, path, "Correct a game", "Correct and ask again", back, counts)
    return show(request, page, status=422 if form.is_bound else 200)


def _form(
    request: HttpRequest, row: WarfleetsFleet, asked: PastResult | None, late: PastResult | None
) -> GameForm:
    """The form of a game with the fleet, which confirms the one that is `asked`.

    What was only read when it confirmed the one that is too `late` is not sent: it is as told.
    """
    fleet, data, told = fleet_in(row), request.POST.dict(), None
    initial = first_of(fleet, row.points) | {"played_on": timezone.localdate()}
    if late is not None:
        read = form_of(late, told_by(late).turned, late.by)
        data = {name: str(value) for name, value in read.items() if value is not False} | data
    if asked is not None:
        seen = told_by(asked).turned
        initial |= form_of(asked, seen, asked.by)
        told = game_in(seen.details).own
    return GameForm(data or None, user=_me(request), fleet=fleet, told=told, initial=initial)


def _was_corrected(request: HttpRequest, form: GameForm, asked: PastResult | None) -> bool:
    """Whether the game that is confirmed is not as its reader saw it: the form then says so."""
    if asked is None or request.POST.get("version") == str(asked.version):
        return False
    form.add_error(None, f"{asked.by.username} has corrected this game. Read it again.")
    return True


def _form_page(
    form: GameForm, path: str, asked: PastResult | None, row: WarfleetsFleet
) -> WarfleetsGameFormPage:
    """The form of a game with that fleet, or of the one that is `asked`; back is where that can be refused."""
    if asked is None:
        return WarfleetsGameFormPage(
            form, path.partition("?")[0], *RECORDING[:2], row.get_absolute_url(), RECORDING[2]
        )
    by = asked.by.username
    told = "" if form.part is None else f"{by} entered of it: {form.part.losses}"
    words = (
        f"{line_of(asked, asked.other).outcome}. Say what became of your fleet. {told} "
        "The game counts as soon as you confirm it. "
        f"If anything is wrong here, go back and refuse it; {by} can then correct it."
    )
    return WarfleetsGameFormPage(
        form, path, "Confirm a game", "Confirm", asked.get_absolute_url(), words, asked.version
    )


def _told_by_the_other(request: HttpRequest, user: User) -> PastResult | None:
    """The game that the address names, which another player has told with the user; 404 if there is none."""
    number = request.GET.get("game", "")
    if not number:
        return None
    row = _own(user, whole_number(number) or 0)
    if row.other_id != user.pk:
        raise Http404("This game does not wait for you.")
    return row


def _own(user: User, result_id: int) -> PastResult:
    found = confirming.between(user).filter(pk=result_id, system=LifetimeLine.System.WARFLEETS).first()
    if found is None:
        raise Http404("There is no such game.")
    return found


def _me(request: HttpRequest) -> User:
    return cast("User", request.user)
