"""Guests who do not come back are forgotten, with the wars they had to themselves."""

import logging
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.live.notices import publish, topic_of
from accounts.models import LifetimeLine, User
from accounts.work import Bell, sweep
from battles.models import Battle
from battles.services import delete_battles
from campaign.models import Entry, Invitation, SealedOrder, Seat, War
from campaign.services.deleting import delete_wars
from campaign.services.invitations import close_invitation

AT_ONCE = 20
ROUND_SECONDS = 600
"""For so long one round of forgetting goes on; the next begins then."""
GUESTS = Bell("campaign.tasks.forget_guests")
"""Rung for the time, in seconds, until which this round goes on."""
logger = logging.getLogger(__name__)


def prune_guests() -> int:
    """How many guests were forgotten, at most AT_ONCE, who were not seen and ordered nothing for GUEST_DAYS.

    Whoever has played with a person stays, and so do their wars, battles and scores: these are that person's too.
    """
    return sweep("campaign.guests", _lapsed(), _forget, due="date_joined", at_once=AT_ONCE)


def _lapsed() -> QuerySet[User]:
    before = timezone.now() - timedelta(days=settings.GUEST_DAYS)
    return (
        User.objects.filter(is_guest=True, is_superuser=False, date_joined__lt=before)
        .filter(password__startswith=UNUSABLE_PASSWORD_PREFIX)  # the host made them no link to come back with
        .filter(Q(last_login=None) | Q(last_login__lt=before))
        .filter(Q(seen_on=None) | Q(seen_on__lt=before.date()))
        .exclude(Exists(Entry.objects.filter(user=OuterRef("pk"), made_at__gte=before)))
        .exclude(Exists(SealedOrder.objects.filter(user=OuterRef("pk"), sealed_at__gte=before)))
        .exclude(_played_with_a_person())
    )


def _played_with_a_person() -> Q:
    """Whether a war, a battle or a score of the guest is somebody else's too; the computer is nobody."""
    guest = OuterRef("pk")
    others = Seat.objects.exclude(user=None).exclude(user__is_computer=True).exclude(user=guest)
    hosted = others.filter(war__host=guest)
    seated = others.filter(war__seats__user=guest)
    ordered = others.filter(war__entries__user=guest)
    fought = Battle.objects.filter(Q(terran_user=guest) | Q(talon_user=guest) | Q(notes__user=guest))
    with_another = Q(terran_user__is_computer=False) & ~Q(terran_user=guest)
    with_another |= Q(talon_user__is_computer=False) & ~Q(talon_user=guest)
    scored = LifetimeLine.objects.filter(
        Q(player=guest, opponent__is_computer=False) | Q(opponent=guest, player__is_computer=False)
    )
    found = (hosted, seated, ordered, fought.filter(with_another), scored)
    return Q(*(Exists(one) for one in found), _connector=Q.OR)


def _forget(number: int) -> bool:
    """Whether the guest was forgotten; not if somebody came back meanwhile."""
    with transaction.atomic():
        guest = _lapsed().select_for_update().filter(pk=number).first()
        if guest is None:
            return False
        _withdraw_invitations_to(guest)
        wars = list(War.objects.filter(Q(host=guest) | Q(seats__user=guest)).distinct())
        for war in wars:
            close_invitation(war)
        alone = Q(terran_user=guest) | Q(talon_user=guest) | Q(notes__user=guest)
        delete_battles(Battle.objects.filter(pk__in=Battle.objects.filter(alone)))
        delete_wars(wars)
        guest.delete()
    logger.info("guest forgotten", extra={"user": number, "wars": len(wars)})
    return True


def _withdraw_invitations_to(guest: User) -> None:
    """The wars they were invited to by name are open for another invitation."""
    asked = Invitation.objects.filter(invited=guest, status=Invitation.Status.OPEN).select_related("war")
    for invitation in asked:
        close_invitation(invitation.war)
        if invitation.war.host_id is not None:
            publish(topic_of(invitation.war.host_id))
