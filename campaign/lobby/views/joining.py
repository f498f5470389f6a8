"""The page an invitation leads to, and the answers to it."""

from typing import cast
from urllib.parse import urlencode

from allauth.core.ratelimit import consume, respond_429
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.people.guests import take_on
from campaign.lobby.pages.lobby import GonePage, join_page
from campaign.models import Invitation
from campaign.new_war import invitations
from campaign.new_war.invitations import InvitationClosed, InvitationLapsed, gone_words
from config.pages import show
from engines.seam.refusals import Refused


@require_safe
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What one is invited to; looking changes nothing, and needs no account unless it is for one person."""
    invitation = _found(token)
    user = request.user if request.user.is_authenticated else None
    if user is not None and user.pk == invitation.war.host_id:
        return redirect("war", invitation.war_id)
    if invitation.invited_id is not None and invitation.invited_id != getattr(user, "pk", None):
        if user is None:
            return redirect(f"{reverse('account_login')}?{urlencode({'next': request.path})}")
        raise Http404
    if gone_words(invitation):
        return _closed(request, invitation, user, status=410)
    return _page(request, invitation)


def _found(token: str) -> Invitation:
    found = Invitation.objects.select_related("war__host").filter(token=token).first()
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest, invitation: Invitation, *, sentence: str = "", status: int = 200
) -> HttpResponse:
    back = urlencode({"next": request.path.removesuffix("accept/").removesuffix("decline/")})
    page = join_page(invitation, sentence=sentence, back=back, guests=settings.SIGN_UP_OPEN)
    return show(request, page, status=status)


def _closed(request: HttpRequest, invitation: Invitation, user: object, *, status: int) -> HttpResponse:
    seat = invitation.war.seats.filter(side=invitation.side).first()
    if seat is not None and user is not None and seat.user_id == getattr(user, "pk", None):
        return redirect("war", invitation.war_id)
    return show(request, GonePage(gone_words(invitation)), status=status)


@require_POST
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Takes the seat, and begins the war, as a guest if nobody is signed in; guests and strangers are counted."""
    invitation = _found(token)
    if (refused := _refused(request, invitation)) is not None:
        return refused
    try:
        war = take_on(request, lambda user: invitations.accept(token=token, user=user))
    except Invitation.DoesNotExist as error:
        raise Http404 from error
    except InvitationClosed as gone:
        return show(request, GonePage(str(gone)), status=410 if isinstance(gone, InvitationLapsed) else 409)
    except Refused as refusal:
        return _page(request, _found(token), sentence=str(refusal), status=422)
    messages.success(request, "The war begins.")
    return redirect("war", war.pk)


def _refused(request: HttpRequest, invitation: Invitation) -> HttpResponse | None:
    """The answer to somebody who may not accept now; None for everybody else."""
    known = request.user.is_authenticated
    if not known and (invitation.invited_id is not None or not settings.SIGN_UP_OPEN):
        page = reverse("war-join", args=[invitation.token])
        return redirect(f"{reverse('account_login')}?{urlencode({'next': page})}")
    action = "join" if known else "join_as_guest"
    if (invitation.listed or not known) and not consume(request, action=action):
        return cast("HttpResponse", respond_429(request))
    return None


@login_required
@require_POST
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """Says no to an invitation by name."""
    try:
        invitations.decline(token=token, user=cast("User", request.user))
    except Invitation.DoesNotExist as error:
        raise Http404 from error
    except InvitationClosed as gone:
        return show(request, GonePage(str(gone)), status=409)
    except Refused as refused:
        return _page(request, _found(token), sentence=str(refused), status=422)
    messages.info(request, "Invitation declined.")
    return redirect("wars")
