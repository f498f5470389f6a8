"""Asking somebody to be a deputy, the answer, revoking a deputy, and stepping down (S70)."""

from typing import Final

from django.utils import timezone

from accounts.deliveries.owing import owe
from accounts.live.notices import publish, topic_of
from accounts.models import MessageKind, User
from campaign.models import Deputy, DeputyRequest, Seat, War
from campaign.seats.deputies import end_deputy, follow_deputy, forget_request, owed_key, request_key
from campaign.war.log.fold import gone_on_after_its_end
from campaign.war.services.acting import knows
from campaign.war.services.consequences import players
from campaign.war.services.log import locked
from campaign.war.time.arranging import may_arrange
from engines.seam.refusals import refuse
from engines.seam.sides import Side, opponent

AFTER_ITS_END: Final = (
    "This war was continued after its end, when nothing was secret any more. So it has no deputies."
)
GONE: Final = "Nobody asks you to be a deputy here any more."
NOT_SO: Final = "Only a war in progress between two people in different places has deputies."


def ask_deputy(*, war_id: int, side: Side, player: User, user: User) -> DeputyRequest | None:
    """The request to the user, who can do nothing until they accept; None if they are the side's deputy already.

    It takes the place of an earlier one. `Refused` for somebody who plays in the war, who knows the other side's
    secrets, or where nobody can be named.
    """
    with locked(war_id) as war:
        _check_possible(war, side, player)
        if Deputy.objects.filter(war=war, side=side, user=user, ended_at=None).exists():
            return None
        known = DeputyRequest.objects.filter(war=war, side=side).select_related("user").first()
        if known is not None and known.user == user:
            return known
        _check(war, side, user)
        if known is not None:
            forget_request(known)
        row = DeputyRequest.objects.create(war=war, side=side, user=user, asked_at=timezone.now())
        _notify_asked(war, row, player)
    return row


def withdraw(*, war_id: int, side: Side, player: User) -> War:
    """The war in which the player asks nobody to be deputy; harmless when done twice."""
    with locked(war_id) as war:
        row = DeputyRequest.objects.filter(war=war, side=side).select_related("user").first()
        if row is not None and players(war)[side].user == player:
            forget_request(row)
    return war


def accept(*, war_id: int, side: Side, user: User) -> Deputy:
    """The user as the side's deputy from now on, who was asked for it; the one of before is one no more.

    `Refused` if nobody asks the user any more, or they cannot be a deputy by now. Harmless when done twice.
    """
    with locked(war_id) as war:
        known = Deputy.objects.filter(war=war, side=side, ended_at=None).select_related("user").first()
        if known is not None and known.user == user:
            return known
        row = _request(war, side, user)
        player = players(war)[side].user
        if player is None or not player.is_active:
            raise refuse("S70", GONE)
        _check_possible(war, side, player)
        _check(war, side, user)
        forget_request(row)
        if known is not None:
            end_deputy(war, known, Deputy.How.REVOKED)
            _notify_ended(war, known)
        deputy = Deputy.objects.create(war=war, side=side, user=user, turn=war.turn, given_at=timezone.now())
        follow_deputy(war, side, user)
        _notify_answered(war, row, player, f"{user.username} is now your deputy")
    return deputy


def decline(*, war_id: int, side: Side, user: User) -> War:
    """The war to whose player the user has said no; `Refused` if nobody asks the user any more."""
    with locked(war_id) as war:
        row = _request(war, side, user)
        forget_request(row)
        player = players(war)[side].user
        if player is not None:
            _notify_answered(war, row, player, f"{user.username} will not be your deputy")
    return war


def _request(war: War, side: Side, user: User) -> DeputyRequest:
    row = DeputyRequest.objects.filter(war=war, side=side, user=user).select_related("user").first()
    if row is None:
        raise refuse("S70", GONE)
    return row


def _check_possible(war: War, side: Side, player: User) -> None:
    """Raise `Refused` where nobody can be named, or the player does not play the side."""
    seats = players(war)
    if gone_on_after_its_end(war.pk):
        raise refuse("S70", AFTER_ITS_END, "callsign")
    if war.status != War.Status.RUNNING or not may_arrange(war, seats.values()):
        raise refuse("S70", NOT_SO, "callsign")
    if seats[side].user != player:
        raise refuse("S70", "This seat is not yours any more.", "callsign")


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
            _notify_ended(war, row)
    return war


def _notify_asked(war: War, row: DeputyRequest, player: User) -> None:
    publish(topic_of(row.user.pk), f"war:{war.pk}")
    said = f"{player.username} asks you to be their deputy"
    owe(
        user=row.user,
        kind=MessageKind.INVITATION,
        key=request_key(row),
        subject=f"{war.name}: {said}",
        body=f"{said} in {war.name}, on the {row.side.title()} side. You can accept or decline.",
        path=f"/wars/{war.pk}/{row.side}/deputy/",
    )


def _notify_answered(war: War, row: DeputyRequest, player: User, said: str) -> None:
    publish(topic_of(player.pk))
    owe(
        user=player,
        kind=MessageKind.NEWS,
        key=f"war:{war.pk}:deputy-answer:{row.asked_at:%Y%m%d%H%M%S%f}",
        subject=f"{war.name}: {said}",
        body=f"{said} ({war.name}).",
        path=f"/wars/{war.pk}/{row.side}/time/",
    )


def _notify_ended(war: War, row: Deputy) -> None:
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
