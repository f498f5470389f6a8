"""Naming a deputy, revoking one, and stepping down: each in one request, at once (S70)."""

from typing import Final

from django.utils import timezone

from accounts.deliveries.owing import owe
from accounts.live.notices import publish, topic_of
from accounts.models import MessageKind, User
from campaign.log.fold import gone_on_after_its_end
from campaign.models import Deputy, Seat, War
from campaign.services.acting import knows
from campaign.services.agreements import may_arrange
from campaign.services.consequences import players
from campaign.services.deputies import end_deputy, follow_deputy, owed_key
from campaign.services.log import locked
from engines.seam.refusals import refuse
from engines.seam.sides import Side, opponent

AFTER_ITS_END: Final = (
    "This war was continued after its end, when nothing was secret any more. So it has no deputies."
)
NOT_SO: Final = "Only a war in progress between two people in different places has deputies."


def name_deputy(*, war_id: int, side: Side, player: User, user: User) -> Deputy:
    """The side's deputy from now on; the one of before, if `user` has been that already.

    `Refused` for somebody who plays in the war, who knows the other side's secrets, or where nobody can be named.
    """
    with locked(war_id) as war:
        seats = players(war)
        if gone_on_after_its_end(war.pk):
            raise refuse("S70", AFTER_ITS_END, "callsign")
        if war.status != War.Status.RUNNING or not may_arrange(war, seats.values()):
            raise refuse("S70", NOT_SO, "callsign")
        if seats[side].user != player:
            raise refuse("S70", "This seat is not yours any more.", "callsign")
        known = Deputy.objects.filter(war=war, side=side, ended_at=None).select_related("user").first()
        if known is not None and known.user == user:
            return known
        _check(war, side, user)
        if known is not None:
            end_deputy(war, known, Deputy.How.REVOKED)
        row = Deputy.objects.create(war=war, side=side, user=user, turn=war.turn, given_at=timezone.now())
        follow_deputy(war, side, user)
        _tell_named(war, row, player)
    return row


def revoke(*, war_id: int, side: Side, player: User) -> War:
    """The war in which nobody acts for the player any more; harmless when done twice."""
    return _ended(war_id, Deputy.How.REVOKED, side, player=player)


def step_down(*, war_id: int, side: Side, user: User) -> War:
    """The war in which the user is not the side's deputy any more; harmless when done twice."""
    return _ended(war_id, Deputy.How.LEFT, side, deputy=user)


def _check(war: War, side: Side, user: User) -> None:
    """Raise `Refused` if the user can be nobody's deputy, or not this side's."""
    if user.is_computer or user.is_guest or not user.is_active:
        raise refuse("S70", "A deputy needs an account on this site.", "callsign")
    if Seat.objects.filter(war=war, side=side, user=user).exists():
        raise refuse("S70", "That is you. Name somebody else.", "callsign")
    if Seat.objects.filter(war=war, user=user).exists():
        raise refuse("S70", f"{user.username} is your opponent in this war.", "callsign")
    if knows(war, opponent(side), user):
        reason = f"{user.username} has seen the other side's secrets in this war. Name somebody else."
        raise refuse("S70", reason, "callsign")


def _ended(
    war_id: int, how: Deputy.How, side: Side, *, player: User | None = None, deputy: User | None = None
) -> War:
    with locked(war_id) as war:
        row = Deputy.objects.filter(war=war, side=side, ended_at=None).select_related("user").first()
        mine = players(war)[side].user == player if player is not None else row and row.user == deputy
        if row is not None and mine:
            end_deputy(war, row, how)
            _tell_ended(war, row)
    return war


def _tell_named(war: War, row: Deputy, player: User) -> None:
    publish(topic_of(row.user.pk))
    said = f"{player.username} has named you as deputy"
    owe(
        user=row.user,
        kind=MessageKind.NEWS,
        key=owed_key(row),
        subject=f"{war.name}: {said}",
        body=f"{said} in {war.name}, on the {row.side.title()} side. You can step down on the page Time.",
        path=f"/wars/{war.pk}/{row.side}/",
    )


def _tell_ended(war: War, row: Deputy) -> None:
    """Tell the deputy who was revoked, or the player whose deputy stepped down."""
    publish(topic_of(row.user.pk))
    player = Seat.objects.select_related("user").get(war=war, side=row.side).user
    if player is None:
        return
    left = row.how == Deputy.How.LEFT
    said = (
        f"{row.user.username} is no longer your deputy"
        if left
        else f"You are no longer {player.username}'s deputy"
    )
    owe(
        user=player if left else row.user,
        kind=MessageKind.NEWS,
        key=f"{owed_key(row)}:over",
        subject=f"{war.name}: {said}",
        body=f"{said} ({war.name}).",
        path=f"/wars/{war.pk}/{row.side}/time/" if left else "/wars/",
    )
