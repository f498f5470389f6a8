"""Guests who do not come back are forgotten, with the wars they had to themselves or with each other."""

import logging
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.live.notices import publish, topic_of
from accounts.models import LifetimeLine, User
from accounts.work import Bell, sweep
from battles.models import (
    Battle,
    Series,
    SeriesDeputy,
    SpaceEmpiresGame,
    TeamBattle,
    TeamLine,
    WarfleetsBattle,
)
from battles.services import delete_battles
from campaign.models import Deputy, Entry, Invitation, SealedOrder, Seat, War
from campaign.new_war.invitations import close_invitation
from campaign.war.services.deleting import delete_wars
from engines.seam.series import PLAYERS

AT_ONCE = 20
ROUND_SECONDS = 600
"""For so long one round of forgetting goes on; the next begins then."""
GUESTS = Bell("campaign.tasks.forget_guests")
"""Rung for the time, in seconds, until which this round goes on."""
FIGHTERS: Final = (
    "terran_user",
    "talon_user",
    "terran_deputy",
    "talon_deputy",
    "notes__user",
    "notes__deputy",
    "team__user",
    "team__seats__user",
)
"""By what a battle is somebody's."""
SEATED: Final = ("user", "seats__user")
"""By what a battle of teams that has not begun is somebody's."""
logger = logging.getLogger(__name__)


def prune_guests() -> int:
    """How many guests were forgotten, at most AT_ONCE, who were not seen and ordered nothing for GUEST_DAYS.

    Whoever has played with somebody who may come back stays, and so do their wars, battles and scores: these are that
    player's too. Guests who have lapsed as well and the computer do not come back.
    """
    return sweep("campaign.guests", _lapsed(), _forget, due="date_joined", at_once=AT_ONCE)


def _lapsed() -> QuerySet[User]:
    """The guests to forget."""
    return _away().exclude(_played_with_somebody())


def _away() -> QuerySet[User]:
    """Guests who do not come back."""
    before = timezone.now() - timedelta(days=settings.GUEST_DAYS)
    return (
        User.objects.filter(is_guest=True, is_superuser=False, date_joined__lt=before)
        .filter(password__startswith=UNUSABLE_PASSWORD_PREFIX)  # the host made them no link to come back with
        .filter(Q(last_login=None) | Q(last_login__lt=before))
        .filter(Q(seen_on=None) | Q(seen_on__lt=before.date()))
        .exclude(Exists(Entry.objects.filter(user=OuterRef("pk"), made_at__gte=before)))
        .exclude(Exists(SealedOrder.objects.filter(user=OuterRef("pk"), sealed_at__gte=before)))
    )


def _played_with_somebody() -> Q:
    """Whether a war, a battle or a score of the guest is also that of somebody who may come back."""
    guest = OuterRef("pk")
    somebody = User.objects.filter(is_computer=False).exclude(pk__in=_away().values("pk")).values("pk")
    found: list[QuerySet[Any]] = [
        of_war.filter(**{f"{war}{mine}": guest})
        for war, of_war in (
            ("", War.objects.filter(host__in=somebody)),
            ("war__", Seat.objects.filter(user__in=somebody)),
            ("war__", Deputy.objects.filter(user__in=somebody)),
            ("war__", Entry.objects.filter(user__in=somebody)),
        )
        for mine in ("host", "seats__user", "entries__user")
    ]
    found += [Battle.objects.filter(_fought(guest)).filter(Q(**{f"{who}__in": somebody})) for who in FIGHTERS]
    found += [
        TeamBattle.objects.filter(**{mine: guest}).filter(**{f"{who}__in": somebody})
        for mine in SEATED
        for who in SEATED
    ]
    for games, one, other in (
        (Series, "user", "rival"),
        (SpaceEmpiresGame, "user", "rival"),
        (WarfleetsBattle, "terran_user", "talon_user"),
    ):
        found += [
            games.objects.filter(**{one: guest, f"{other}__in": somebody}),
            games.objects.filter(**{other: guest, f"{one}__in": somebody}),
        ]
    found += [
        SeriesDeputy.objects.filter(user__in=somebody, **{f"series__{player}": guest}) for player in PLAYERS
    ]
    found += [
        LifetimeLine.objects.filter(player=guest, opponent__in=somebody),
        LifetimeLine.objects.filter(opponent=guest, player__in=somebody),
    ]
    return Q(*(Exists(rows) for rows in found), _connector=Q.OR)


def _fought(guest: User | OuterRef) -> Q:
    """Whether a battle is one of the guest's."""
    return Q(*(Q(**{who: guest}) for who in FIGHTERS), _connector=Q.OR)


def _forget(number: int) -> bool:
    """Whether the guest was forgotten; not if they, or a guest they played with, came back meanwhile."""
    with transaction.atomic():
        _hold_all(number)
        guest = _lapsed().filter(pk=number).first()
        if guest is None:
            return False
        _withdraw_invitations_to(guest)
        wars = list(War.objects.filter(Q(host=guest) | Q(seats__user=guest)).distinct())
        for war in wars:
            close_invitation(war)
        delete_battles(Battle.objects.filter(pk__in=Battle.objects.filter(_fought(guest))))
        TeamBattle.objects.filter(Q(user=guest) | Q(seats__user=guest)).delete()
        TeamLine.objects.filter(user=guest).delete()
        delete_wars(wars)
        guest.delete()
    logger.info("guest forgotten", extra={"user": number, "wars": len(wars)})
    return True


def _hold_all(number: int) -> None:
    """Lock the guest and the other guests in the same wars and battles: whoever comes back now is seen or waits."""
    together = Q(pk=number) | Q(seats__war__seats__user=number) | Q(seats__war__host=number)
    together |= Q(team_seats__team__seats__user=number) | Q(team_battles__seats__user=number)
    together |= Q(team_seats__team__user=number)
    together |= Q(series_begun__rival=number) | Q(series_accepted__user=number)
    together |= Q(space_empires__rival=number) | Q(space_empires_accepted__user=number)
    together |= Q(warfleets_battles__talon_user=number) | Q(warfleets_battles_joined__terran_user=number)
    together |= Q(battles_as_terran__talon_user=number) | Q(battles_as_talon__terran_user=number)
    numbers = User.objects.filter(together, is_guest=True).values_list("pk", flat=True)
    list(User.objects.select_for_update().filter(pk__in=list(numbers)).order_by("pk"))


def _withdraw_invitations_to(guest: User) -> None:
    """The wars they were invited to by name are open for another invitation."""
    asked = Invitation.objects.filter(invited=guest, status=Invitation.Status.OPEN).select_related("war")
    for invitation in asked:
        close_invitation(invitation.war)
        if invitation.war.host_id is not None:
            publish(topic_of(invitation.war.host_id))
