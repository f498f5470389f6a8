"""Invitations to the open seat of a war: made, accepted once, declined, withdrawn."""

import secrets
from datetime import timedelta
from typing import Final

from django.utils import timezone

from accounts.clock import lately
from accounts.deliveries.owing import cancel_owed, owe
from accounts.live.notices import publish, topic_of
from accounts.models import MessageKind, User
from campaign.models import Invitation, Seat, War
from campaign.new_war.settings import open_war, start
from campaign.war.services.log import locked
from engines.seam.refusals import refuse

TOKEN_BYTES = 32
NO_INVITATION = "The computer needs no invitation. To play it, start a new war and choose “The computer”."


OPEN_DAYS: Final = 14
"""How long a war is on the list of open wars, in days."""
MOST_TO_ONE: Final = 3
"""Wars to which one person can invite another by name before there is an answer."""
MOST_MESSAGES: Final = 10
"""Messages about invitations that a person gets in an hour: anybody can send some, from any number of accounts."""


class InvitationClosed(Exception):
    """The invitation can no longer be answered; the sentence says why."""


class InvitationLapsed(InvitationClosed):
    """Nobody has answered, and nobody can accept any more."""


def gone_words(invitation: Invitation) -> str:
    """Why an invitation can no longer be accepted; "" while it can."""
    if invitation.status == Invitation.Status.OPEN:
        return _lapsed_words(invitation)
    if invitation.status == Invitation.Status.ACCEPTED:
        return "Somebody else has accepted this invitation."
    if invitation.status == Invitation.Status.DECLINED:
        return "This invitation was declined. The sender can invite you again."
    return "This invitation was withdrawn. Ask the sender for a new one."


def _lapsed_words(invitation: Invitation) -> str:
    host = invitation.war.host
    if host is None or not host.is_active:
        return "The sender's account is closed."
    if invitation.listed and invitation.made_at <= timezone.now() - timedelta(days=OPEN_DAYS):
        return f"Nobody joined this war in {OPEN_DAYS} days, so it is off the list of open wars."
    return ""


def invite(*, war_id: int, host: User, invited: User | None = None, listed: bool = False) -> Invitation:
    """A new invitation to the empty seat, by link, for one person or `listed`; one still open is withdrawn first.

    `Refused` where nobody can be invited, or not to one more war.
    """
    if invited is not None and invited.pk == host.pk:
        raise refuse(
            "", "You cannot invite yourself. To play both sides, start a war at this screen.", "callsign"
        )
    if invited is not None and invited.is_computer:
        raise refuse("", NO_INVITATION, "callsign")
    if invited is not None and not invited.is_active:
        raise refuse("", "That player's account is closed.", "callsign")
    with locked(war_id) as war:
        open_war(war, host)
        if invited is not None and _unanswered(war, host, invited) >= MOST_TO_ONE:
            reason = f"{invited.username} has not answered your invitations to {MOST_TO_ONE} other wars."
            raise refuse("", f"{reason} Wait for an answer, or withdraw one.", "callsign")
        close_invitation(war)
        invitation = Invitation.objects.create(
            war=war,
            side=Seat.objects.get(war=war, user=None).side,
            token=secrets.token_urlsafe(TOKEN_BYTES),
            invited=invited,
            listed=listed,
        )
        if invited is not None:
            _notify_invited(invitation, host, invited)
        publish(topic_of(host.pk))
    return invitation


def _unanswered(war: War, host: User, invited: User) -> int:
    """How many invitations to other wars of the host's the person has not answered."""
    waiting = Invitation.objects.filter(invited=invited, status=Invitation.Status.OPEN, war__host=host)
    return waiting.exclude(war=war).count()


def close_invitation(war: War) -> int:
    """How many open invitations were withdrawn; whoever was invited by name is no longer asked."""
    found = list(war.invitations.filter(status=Invitation.Status.OPEN).select_related("invited"))
    for invitation in found:
        invitation.status = Invitation.Status.WITHDRAWN
        invitation.save(update_fields=["status"])
        if invitation.invited is not None:
            cancel_owed(user=invitation.invited, key=owed_key(invitation))
            publish(topic_of(invitation.invited.pk))
    return len(found)


def owed_key(invitation: Invitation) -> str:
    """The key of the message about an invitation."""
    return f"war:{invitation.war_id}:invited:{invitation.pk}"


def _notify_invited(invitation: Invitation, host: User, invited: User) -> None:
    """Tell who is invited: on their pages, and in a message unless they get too many."""
    war = invitation.war
    publish(topic_of(invited.pk))
    told = Invitation.objects.filter(invited=invited, made_at__range=lately(timedelta(hours=1)))
    if told.count() > MOST_MESSAGES:  # this one is among them
        return
    owe(
        user=invited,
        kind=MessageKind.INVITATION,
        key=owed_key(invitation),
        subject=f"{host.username} invites you to a war",
        body=f"{host.username} invites you to {war.name}, on the {invitation.side.title()} side.",
        path=f"/wars/join/{invitation.token}/",
    )


def accept(*, token: str, user: User) -> War:
    """The war, begun: the user takes the seat; harmless when done twice.

    `InvitationClosed` if somebody was faster, `InvitationLapsed` if the host is gone or the war off the list,
    `Refused` for one's own invitation, Invitation.DoesNotExist for somebody else's.
    """
    with locked(_war_of(token, user)) as war:
        invitation = Invitation.objects.select_related("war__host").get(token=token)
        if war.host_id == user.pk:
            raise refuse("", "This is your own invitation. Send it to your opponent.")
        if invitation.status == Invitation.Status.OPEN and (why := _lapsed_words(invitation)):
            raise InvitationLapsed(why)
        if not _answer(invitation, Invitation.Status.ACCEPTED):
            if Seat.objects.filter(war=war, side=invitation.side, user=user).exists():
                return war
            raise InvitationClosed(gone_words(invitation))
        Seat.objects.filter(war=war, side=invitation.side, user=None).update(user=user)
        start(war)
        _notify_host(war, invitation, f"{user.username} accepted: the war begins")
    return war


def decline(*, token: str, user: User) -> War:
    """The war, still open: the person invited by name says no. `Gone` if it was answered or withdrawn before."""
    with locked(_war_of(token, user)) as war:
        invitation = Invitation.objects.get(token=token)
        if invitation.invited_id != user.pk:
            raise refuse("", "Anyone with this link can accept. If you do not want to play, ignore it.")
        if not _answer(invitation, Invitation.Status.DECLINED):
            raise InvitationClosed(gone_words(invitation))
        publish(topic_of(user.pk))
        _notify_host(war, invitation, f"{user.username} declined your invitation")
    return war


def _war_of(token: str, user: User) -> int:
    invitation = Invitation.objects.get(token=token)
    if invitation.invited_id not in (None, user.pk) and invitation.war.host_id != user.pk:
        raise Invitation.DoesNotExist
    return invitation.war_id


def _answer(invitation: Invitation, status: Invitation.Status) -> bool:
    """Whether this call answered it; of two answers at once only one is booked."""
    mine = Invitation.objects.filter(pk=invitation.pk, status=Invitation.Status.OPEN)
    answered = bool(mine.update(status=status, answered_at=timezone.now()))
    invitation.refresh_from_db(fields=["status"])
    return answered


def _notify_host(war: War, invitation: Invitation, sentence: str) -> None:
    if war.host is None:
        return
    publish(topic_of(war.host.pk))
    key = f"war:{war.pk}:answered:{invitation.pk}"
    body = f"{war.name}: {sentence}."
    path, subject = f"/wars/{war.pk}/", f"{war.name}: {sentence}"
    owe(user=war.host, kind=MessageKind.INVITATION, key=key, subject=subject, body=body, path=path)


def withdraw(*, war_id: int, host: User) -> War:
    """Withdraw the open invitation; the war stays open for another invitation."""
    with locked(war_id) as war:
        open_war(war, host)
        if not close_invitation(war):
            raise refuse("", "There is no open invitation to withdraw.")
        publish(topic_of(host.pk))
    return war
