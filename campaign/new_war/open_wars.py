"""Open wars: those that wait for a stranger. Anybody may join the first that suits them."""

from datetime import timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from accounts.deliveries.owing import owe
from accounts.live.notices import publish, topic_of
from accounts.models import MessageKind, User
from accounts.work import sweep
from campaign.models import Invitation, War
from campaign.new_war.invitations import OPEN_DAYS, close_invitation
from campaign.war.services.log import locked
from engines.seam.refusals import refuse

MOST_LISTED: Final = 3
"""How many wars of one player are on the list at once."""


def listed() -> QuerySet[Invitation]:
    """The invitations that anybody may accept, the newest first."""
    since = timezone.now() - timedelta(days=OPEN_DAYS)
    found = Invitation.objects.filter(listed=True, status=Invitation.Status.OPEN, made_at__gt=since)
    return found.filter(war__status=War.Status.OPEN, war__host__is_active=True).order_by("-made_at", "-pk")


def check_may_list(host: User) -> None:
    """Raise `Refused` if a guest would be the host, or the player has as many wars on the list as anybody may have.

    Call it in the transaction that makes the war: it holds the player's row, so that no other war comes between.
    """
    User.objects.select_for_update().get(pk=host.pk)
    if host.is_guest:
        raise refuse("", "Create an account before you open a war to strangers.")
    if listed().filter(war__host=host).count() >= MOST_LISTED:
        raise refuse(
            "", f"{MOST_LISTED} of your wars are on the list already. Wait until somebody joins one."
        )


def sweep_listed() -> int:
    """How many wars were taken off the list because nobody has joined them in time."""
    before = timezone.now() - timedelta(days=OPEN_DAYS)
    stale = Invitation.objects.filter(listed=True, status=Invitation.Status.OPEN, made_at__lte=before)
    return sweep("campaign.open_wars", stale, _take_off, due="made_at")


def _take_off(number: int) -> bool:
    """Whether this call took the war off the list; it stays open for another invitation, and its host is told."""
    war_id = Invitation.objects.values_list("war_id", flat=True).get(pk=number)
    with locked(war_id) as war:
        waits = war.invitations.filter(pk=number, status=Invitation.Status.OPEN).exists()
        if not waits or not close_invitation(war):
            return False
        if war.host is not None:
            publish(topic_of(war.host.pk))
            owe(
                user=war.host,
                kind=MessageKind.INVITATION,
                key=f"war:{war.pk}:unlisted:{number}",
                subject=f"{war.name}: nobody has joined",
                body=f"Nobody has joined {war.name} in {OPEN_DAYS} days, so it is off the list of open wars.",
                path=f"/wars/{war.pk}/",
            )
    return True
