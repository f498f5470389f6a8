"""Who may act for a side of a war, as its player or deputy, and who has known its secrets (S70)."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.seats import SeatLost
from campaign.models import Deputy, Entry, Seat, Waiting, War
from campaign.war.waiting import of_the_player
from engines.seam.sides import Side, as_side


def acting_now() -> QuerySet[Deputy]:
    """The deputies of now: nobody acts for, or with, an account that is closed."""
    owner = Seat.objects.filter(war=OuterRef("war"), side=OuterRef("side"), user__is_active=True)
    return Deputy.objects.filter(Exists(owner), ended_at=None, user__is_active=True)


def deputies_now(war: War) -> dict[Side, Deputy]:
    """The deputies of both sides as they are now; one query."""
    rows = acting_now().filter(war=war).select_related("user")
    return {as_side(row.side): row for row in rows}


def has_deputy() -> Exists:
    """Whether somebody acts for the player of a seat now."""
    return Exists(
        Deputy.objects.filter(war=OuterRef("war"), side=OuterRef("side"), ended_at=None, user__is_active=True)
    )


def commands(war_id: int, side: str, user: User) -> bool:
    """Whether the user may give the side's orders now, as its player or deputy; one query."""
    deputy = acting_now().filter(war=war_id, side=side, user=user)
    return Seat.objects.filter(Q(user=user) | Exists(deputy), war=war_id, side=side).exists()


def plays_in(user: User) -> Q:
    """Which wars the user plays in now, or acts in for a player."""
    return Q(seats__user=user) | Q(Exists(acting_now().filter(war=OuterRef("pk"), user=user)))


def check_seat(war: War, side: Side, user: User | None, *, alone: bool = False) -> None:
    """Raise `SeatLost` if a person may act for a side no more: as its player or deputy, or as its player `alone`.

    The computer and the site itself may. Inside `locked` only; one query.
    """
    if user is None or user.is_computer:
        return
    players = Seat.objects.filter(war=war, side=side, user=user)
    if not (players.exists() if alone else commands(war.pk, side, user)):
        raise SeatLost


def waiting_for(user: User) -> tuple[QuerySet[Waiting], QuerySet[Waiting]]:
    """What waits for the user in no sandbox: as a player, and as a deputy; no row is in both.

    Two of them, each with an index of its own: a query for either reads every line of every war.
    """
    rows = Waiting.objects.filter(war__sandbox_of=None)
    acted = Deputy.objects.filter(user=user, ended_at=None)
    of_the_side = acted.filter(war=OuterRef("war"), side=OuterRef("side"))
    lent = rows.filter(Exists(of_the_side), war__in=acted.values("war"), user__is_active=True)
    return rows.filter(user=user), lent.exclude(kind__in=of_the_player())


def knows(war: War, side: Side, user: User) -> bool:
    """Whether somebody has ever known a side's secrets: its player of now or before, or a deputy of it."""
    if user.is_computer:
        return False
    return (
        Seat.objects.filter(war=war, side=side, user=user).exists()
        or Deputy.objects.filter(war=war, side=side, user=user).exists()
        or Entry.objects.filter(war=war, seat=side, user=user).exists()
    )
