"""Clubs: the list, a club's page, and everything its members and organisers do there."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from allauth.core.ratelimit import consume, respond_429
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts.links import by_link
from accounts.models import User, WebhookKind
from accounts.people.guests import keep_first
from clubs.announcing.announcing import announce, take_back
from clubs.announcing.posting import set_channel
from clubs.membership import founding, joining, organising
from clubs.membership.locking import not_an_organiser
from clubs.membership.reading import member_in, organises, seen_by
from clubs.models import Club
from clubs.overview.forms import (
    AnnouncementForm,
    ChannelForm,
    ClubForm,
    InvitationForm,
    RequestForm,
    channel_of,
)
from clubs.overview.page import club_link_page, club_page, clubs_page
from config.going_back import post_or_back
from config.pages import show
from engines.seam.refusals import Refused

P = ParamSpec("P")
FIRST = {"joining": "ask"}
MISSING = "There is no such club. It may have been closed, or only its members see it."
NO_LINK = "This link leads to no club. An organiser may have withdrawn it."
Changing = Callable[Concatenate[HttpRequest, Club, P], HttpResponse]


@login_required
@keep_first
@require_http_methods(["GET", "HEAD", "POST"])
def clubs(request: HttpRequest) -> HttpResponse:
    """The player's clubs and those they may join; a POST founds one."""
    user = _me(request)
    if request.method != "POST":
        return show(request, clubs_page(user, ClubForm(initial=FIRST)))
    form = ClubForm(request.POST)
    if not form.is_valid():
        return show(request, clubs_page(user, form), status=422)
    if not consume(request, action="new_club", user=user):
        return cast("HttpResponse", respond_429(request))
    try:
        made = founding.found_club(user=user, **form.chosen)
    except Refused as refusal:
        form.add_error("name", refusal.reasons)
        return show(request, clubs_page(user, form), status=422)
    return redirect(made)


@login_required
@keep_first
@require_safe
@cache_control(no_transform=True)
def club(request: HttpRequest, club_id: int) -> HttpResponse:
    """A club, for its members and whoever may join. It is not compressed, as it has the club's link, a key."""
    return _show(request, _seen(request, club_id))


def of_a_club(view: Changing[P]) -> Callable[..., HttpResponseBase]:
    """For a POST about a club that the user sees: 404 for others, 429 for too many, the page again with a refusal.

    A GET leads to the club's page, and changes nothing.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    @login_required
    @keep_first
    @wraps(view)
    def guarded(request: HttpRequest, club_id: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        row = _seen(request, club_id)
        if request.method != "POST":
            return redirect(row)
        if not consume(request, action="change_club", user=_me(request)):
            return cast("HttpResponse", respond_429(request))
        try:
            return view(request, row, *args, **kwargs)
        except Refused as refusal:
            return _show(request, _seen(request, club_id), refusal)

    return guarded


@of_a_club
def club_change(request: HttpRequest, row: Club) -> HttpResponse:
    """Changes what the club says about itself."""
    form = ClubForm(request.POST)
    if form.is_valid():
        try:
            return redirect(founding.change_club(club_id=row.pk, user=_me(request), **form.chosen))
        except Refused as refusal:
            _say(request, row, form, refusal)
    return _show(request, row, form=form)


@of_a_club
def club_share(request: HttpRequest, row: Club) -> HttpResponse:
    """Makes the link by which one joins, or withdraws it."""
    if request.POST.get("do") == "withdraw":
        founding.withdraw_link(club_id=row.pk, user=_me(request))
        messages.success(request, "The link leads nowhere now.")
    else:
        founding.make_link(club_id=row.pk, user=_me(request))
    return redirect(f"{reverse('club', args=[row.pk])}#link")


@of_a_club
def club_invite(request: HttpRequest, row: Club) -> HttpResponse:
    """Invites a player by callsign."""
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _show(request, row, invitation=form)
    if not consume(request, action="club_invitation", user=_me(request)):
        return cast("HttpResponse", respond_429(request))
    callsign = form.cleaned_data["callsign"]
    try:
        made = joining.invite(club_id=row.pk, by=_me(request), callsign=callsign)
    except Refused as refusal:
        _say(request, row, form, refusal, "callsign")
        return _show(request, row, invitation=form)
    said = (
        f"{made.user.username} is invited." if made else f"{callsign} had asked to join, and is a member now."
    )
    messages.success(request, said)
    return redirect(f"{reverse('club', args=[row.pk])}#invitations")


@of_a_club
def club_join(request: HttpRequest, row: Club) -> HttpResponse:
    """Asks to join, accepts an invitation or declines it, or takes a request back."""
    user, do = _me(request), request.POST.get("do")
    if do == "ask":
        form = RequestForm(request.POST)
        if not form.is_valid():
            return _show(request, row)
        joining.ask_to_join(club_id=row.pk, user=user, words=form.cleaned_data["words"])
        return redirect(row)
    joining.decide(club_id=row.pk, user=user, yes=do == "yes")
    return redirect(row if do == "yes" else "clubs")


@of_a_club
def club_answer(request: HttpRequest, row: Club, candidate: int) -> HttpResponse:
    """Lets somebody in who has asked to join, declines, or takes an invitation back."""
    yes = request.POST.get("do") == "yes"
    joining.answer(club_id=row.pk, by=_me(request), candidate=candidate, yes=yes)
    return redirect(row)


@of_a_club
def club_member(request: HttpRequest, row: Club, member: int) -> HttpResponse:
    """Makes a member an organiser, ends that, or takes the member out of the club."""
    change = {"appoint": organising.appoint, "dismiss": organising.dismiss, "remove": organising.remove}
    do = change.get(request.POST.get("do", ""))
    if do is None:
        raise Http404("There is no such change.")
    do(club_id=row.pk, by=_me(request), member=member)
    return redirect(f"{reverse('club', args=[row.pk])}#members")


@of_a_club
def club_announce(request: HttpRequest, row: Club) -> HttpResponse:
    """Announces something to all members."""
    form = AnnouncementForm(request.POST)
    if not form.is_valid():
        return _show(request, row, announcement=form)
    if not consume(request, action="announce", user=_me(request)):
        return cast("HttpResponse", respond_429(request))
    try:
        announce(club_id=row.pk, by=_me(request), text=form.cleaned_data["text"])
    except Refused as refusal:
        _say(request, row, form, refusal)
        return _show(request, row, announcement=form)
    return redirect(row)


@of_a_club
def club_take_back(request: HttpRequest, row: Club, announcement: int) -> HttpResponse:
    """Deletes an announcement."""
    take_back(club_id=row.pk, by=_me(request), number=announcement)
    messages.success(request, "The announcement was deleted.")
    return redirect(row)


@of_a_club
def club_channel(request: HttpRequest, row: Club) -> HttpResponse:
    """Sets the webhook to which announcements are posted."""
    form = channel_of(row, request.POST)
    if not organises(row, _me(request)):
        raise not_an_organiser()
    if not form.is_valid():
        return _show(request, row, channel=form)
    found = form.cleaned_data
    url, kind = found["webhook_url"], WebhookKind(found["webhook_kind"])
    set_channel(club_id=row.pk, user=_me(request), url=url, kind=kind)
    said = "Announcements are posted there from now on." if url else "Announcements are posted nowhere else."
    messages.success(request, said)
    return redirect(row)


@of_a_club
def club_leave(request: HttpRequest, row: Club) -> HttpResponse:
    """Leaves the club."""
    joining.leave(club_id=row.pk, user=_me(request))
    messages.success(request, f"You have left {row.name}.")
    return redirect("clubs")


@of_a_club
def club_close(request: HttpRequest, row: Club) -> HttpResponse:
    """Closes the club for good."""
    founding.close_club(club_id=row.pk, user=_me(request))
    messages.success(request, f"{row.name} is closed.")
    return redirect("clubs")


def _linked(token: str) -> Club | None:
    return Club.objects.filter(token=token, closed_at=None).first()


@by_link(_linked, NO_LINK)
def club_link(request: HttpRequest, row: Club) -> HttpResponse:
    """A club as whoever has its link sees it; its members are led to its page."""
    if isinstance(request.user, User) and member_in(row, request.user) is not None:
        return redirect(row)
    return show(request, club_link_page(row))


@post_or_back("club_link")
@login_required
@keep_first
def club_link_join(request: HttpRequest, token: str) -> HttpResponse:
    """Joins the club of a link."""
    row = _linked(token)
    if row is None:
        raise Http404(NO_LINK)
    if not consume(request, action="change_club", user=_me(request)):
        return cast("HttpResponse", respond_429(request))
    try:
        joining.join_by_link(token=token, user=_me(request))
    except Refused as refusal:
        return show(request, club_link_page(row, refusal.refusals), status=422)
    return redirect(row)


def _show(
    request: HttpRequest,
    row: Club,
    refusal: Refused | None = None,
    *,
    form: ClubForm | None = None,
    announcement: AnnouncementForm | None = None,
    invitation: InvitationForm | None = None,
    channel: ChannelForm | None = None,
) -> HttpResponse:
    """The club's page; with a refusal, or a form that is not valid, as 422."""
    link = request.build_absolute_uri(reverse("club_link", args=[row.token])) if row.token else ""
    page = club_page(
        row,
        _me(request),
        link,
        refused=refusal.refusals if refusal else (),
        form=form,
        announcement=announcement,
        invitation=invitation,
        channel=channel,
    )
    wrong = refusal or form or announcement or invitation or channel
    return show(request, page, status=422 if wrong else 200)


def _say(
    request: HttpRequest, row: Club, form: forms.Form, refusal: Refused, field: str | None = None
) -> None:
    """Say in the form why it was refused; whoever is no organiser, and so has no such form, gets the refusal itself."""
    if not organises(row, _me(request)):
        raise refusal
    form.add_error(field, refusal.reasons)


def _seen(request: HttpRequest, club_id: int) -> Club:
    found = seen_by(_me(request)).filter(pk=club_id).first()
    if found is None:
        raise Http404(MISSING)
    return found


def _me(request: HttpRequest) -> User:
    return cast("User", request.user)
