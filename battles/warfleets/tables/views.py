"""Battles on a table: begun, shown, and what their buttons do."""

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from accounts.live import latest_notice
from accounts.models import User
from accounts.people.guests import take_on, turned_away
from battles.models import WarfleetsBattle
from battles.warfleets.tables.access import own_table
from battles.warfleets.tables.filling import line_of
from battles.warfleets.tables.forms import FIRST, NewTableForm
from battles.warfleets.tables.of_war import chat_of
from battles.warfleets.tables.page import Reply, WarfleetsNewPage, table_page
from battles.warfleets.tables.positions import match_of
from battles.warfleets.tables.services import ending, ordering
from battles.warfleets.tables.services.beginning import begin
from battles.warfleets.tables.services.joining import challenge
from battles.warfleets.tables.stale import StaleTable
from config.going_back import post_or_back
from config.pages import show
from engines.seam.refusals import Refused, refuse
from engines.seam.words.whole_numbers import whole_number
from engines.warfleets.notation.lines import write_order
from engines.warfleets.trying import nearest

DOES: Final = {
    "draw": ending.draw,
    "call-off": ending.call_off,
    "refuse": ending.refuse_offers,
    "stay": ending.stay,
    "take-command": ending.take_command,
}
Press = Callable[[HttpRequest, WarfleetsBattle, User, int], None]


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """The form of a new battle; a POST begins it, as a guest if nobody is signed in."""
    user = request.user if isinstance(request.user, User) else None
    if request.method != "POST":
        asked = {name: request.GET[name] for name in ("fleet", "points") if name in request.GET}
        return show(request, WarfleetsNewPage(NewTableForm(initial=FIRST | asked, user=user)))
    form = NewTableForm(request.POST, user=user)
    if form.is_valid():
        if (refused := turned_away(request, "skirmish")) is not None:
            return refused
        try:
            made = take_on(request, lambda user: _begun(user, form))
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(made.path_to_join if form.waits else made)
    return show(request, WarfleetsNewPage(form), status=422)


def _begun(user: User, form: NewTableForm) -> WarfleetsBattle:
    if form.waits:
        return challenge(user=user, terms=form.terms, fleet=form.own_fleet, invited=form.invited)
    return begin(
        user=user, terms=form.terms, fleets=(form.own_fleet, form.other_fleet), level=form.level_chosen
    )


@login_required
@require_safe
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """A battle as it stands for its player; only what follows each order when the page itself asks."""
    return _shown(request, *own_table(request, table_id))


def _shown(
    request: HttpRequest,
    row: WarfleetsBattle,
    user: User,
    status: int = 200,
    reply: Reply = Reply(),  # noqa: B008 - nothing changes it
) -> HttpResponse:
    live = _is_part(request)
    newest = 0 if live else latest_notice([row.topic])
    page = table_page(row, user, newest=newest, reply=reply, chat=None if live else chat_of(row, user))
    return show(request, page, "play" if live else "", status)


def _is_part(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def changes_a_table(do: Press) -> Callable[..., HttpResponseBase]:
    """For a POST of a player: answers with the battle as it stands then, or with why nothing was done.

    404 for anybody else; 400 for a form that does not say what was seen.
    """

    @post_or_back("warfleets_table")
    @login_required
    @wraps(do)
    def guarded(request: HttpRequest, table_id: int) -> HttpResponse:
        row, user = own_table(request, table_id)
        seen = whole_number(request.POST.get("seen", ""), digits=9)
        if seen is None:
            raise BadRequest("The form does not say for which moment it is. Reload the page.")
        try:
            do(request, row, user, seen)
        except StaleTable as stale:
            return _shown(request, *own_table(request, table_id), 409, Reply(stale=str(stale)))
        except Refused as refused:
            return _shown(request, *own_table(request, table_id), 422, _reply(request, row, user, refused))
        if _is_part(request):
            return _shown(request, *own_table(request, table_id))
        return HttpResponseRedirect(row.get_absolute_url(), status=303)

    return guarded


@changes_a_table
def order(request: HttpRequest, row: WarfleetsBattle, user: User, seen: int) -> None:
    """Gives an order: a whole line, or one whose fields are filled in."""
    ordering.give(battle_id=row.pk, user=user, seen=seen, line=line_of(request.POST.dict()))


@changes_a_table
def undo(request: HttpRequest, row: WarfleetsBattle, user: User, seen: int) -> None:  # noqa: ARG001
    """Takes the last order back."""
    ordering.undo(battle_id=row.pk, user=user, seen=seen)


@changes_a_table
def concede(request: HttpRequest, row: WarfleetsBattle, user: User, seen: int) -> None:  # noqa: ARG001
    """Gives up."""
    ending.concede(battle_id=row.pk, user=user, seen=seen)


@changes_a_table
def agree(request: HttpRequest, row: WarfleetsBattle, user: User, seen: int) -> None:
    """Offers a draw or agrees to one, calls the battle off or asks for it, or refuses what was offered.

    In a battle of a war: stays, or gives the orders that a captain gave.
    """
    do = DOES.get(request.POST.get("do", ""))
    if do is None:
        raise refuse("", "Choose what you want to agree on.")
    do(battle_id=row.pk, user=user, seen=seen)


def _reply(request: HttpRequest, row: WarfleetsBattle, user: User, refused: Refused) -> Reply:
    """Why the order was refused, with the nearest lawful one if there is any."""
    battle = match_of(row).battle
    try:
        sent = ordering.order_in(line_of(request.POST.dict()), battle, ordering.own_seats(row, user))
    except Refused:
        return Reply(refused.refusals[0])
    near = nearest(battle, sent)
    return Reply(refused.refusals[0], "" if near is None else write_order(near, battle.models))
