"""A battle that waits for somebody: shown by its link, joined with a fleet, withdrawn or declined."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts.live import latest_notice, topic_of
from accounts.models import User
from accounts.people.guests import take_on, turned_away
from battles.models import WarfleetsBattle
from battles.warfleets.tables.access import MISSING
from battles.warfleets.tables.forms import JoinForm
from battles.warfleets.tables.join_page import join_page
from battles.warfleets.tables.services import joining
from battles.warfleets.tables.services.joining import TableClosed
from config.going_back import post_or_back
from config.pages import show
from engines.seam.refusals import Refused


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_transform=True)
def join(request: HttpRequest, token: str) -> HttpResponse:
    """A battle that waits, for whoever has its link; a POST joins it, as a guest if nobody is signed in.

    Its players are led to the table once it has begun. The page is not compressed, as it has its own link, a key.
    """
    row, user = _found(token), _user(request)
    if user is not None and row.stage in ("on", "over") and row.seats_of(user.pk):
        return _to_the_table(request, row)
    form = JoinForm(request.POST or None, user=user, points=row.points)
    if not form.is_valid():
        return _shown(request, row, form, 422 if form.is_bound else 200)
    return turned_away(request, "skirmish") or _joined(request, row, form)


def _joined(request: HttpRequest, row: WarfleetsBattle, form: JoinForm) -> HttpResponse:
    token = row.token
    try:
        fleet = form.own_fleet
        joined = take_on(request, lambda user: joining.join(token=token, user=user, fleet=fleet))
    except TableClosed:
        return _shown(request, _found(token), form, 409)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return _shown(request, row, form, 422)
    return redirect(joined)


@post_or_back("warfleets_join")
def drop(request: HttpRequest, token: str) -> HttpResponse:
    """Withdraws one's own battle that waits, or declines one to which one is invited."""
    user = _user(request)
    try:
        dropped = user is not None and joining.drop(token=token, user=user)
    except WarfleetsBattle.DoesNotExist as error:
        raise Http404(MISSING) from error
    if not dropped:
        raise Http404(MISSING)
    messages.success(request, "The battle waits for nobody any more.")
    return redirect("warfleets")


def _shown(request: HttpRequest, row: WarfleetsBattle, form: JoinForm, status: int = 200) -> HttpResponse:
    user, live = _user(request), getattr(request, "htmx", False)
    newest = latest_notice([topic_of(user.pk)]) if user is not None and not live else 0
    page = join_page(row, user, request.build_absolute_uri(row.path_to_join), form, newest)
    return show(request, page, "state" if live else "", status)


def _to_the_table(request: HttpRequest, row: WarfleetsBattle) -> HttpResponse:
    if getattr(request, "htmx", False):
        return HttpResponse(status=204, headers={"HX-Redirect": row.get_absolute_url()})
    return redirect(row)


def _found(token: str) -> WarfleetsBattle:
    row = WarfleetsBattle.objects.select_related("terran_user", "invited").filter(token=token).first()
    if row is None or (row.stage in ("on", "over") and (row.level or row.one_screen)):
        raise Http404(MISSING)
    return row


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
