"""Asking somebody to be a deputy, the answer, revoking a deputy, and stepping down (S70)."""

from typing import Final

from django.utils import timezone

from accounts.live.notices import publish, topic_of
from accounts.models import User
from battles.deputies import (
    GONE,
    check_account,
    check_player,
    knows_too_much,
    tell_answered,
    tell_asked,
    tell_ended,
)
from campaign.models import Deputy, DeputyRequest, Seat, War
from campaign.seats.deputies import end_deputy, follow_deputy, forget_request, place_of
from campaign.war.log.fold import gone_on_after_its_end
from campaign.war.services.acting import knows
from campaign.war.services.consequences import players
from campaign.war.services.log import locked
from campaign.war.time.arranging import may_arrange
from engines.seam.refusals import refuse
from engines.seam.sides import Side, as_side, opponent

AFTER_ITS_END: Final = (
    "This war was continued after its end, when nothing was secret any more. So it has no deputies."
)
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
            forget_request(war, known)
        row = DeputyRequest.objects.create(war=war, side=side, user=user, asked_at=timezone.now())
        _notify_asked(war, row, player)
    return row


def withdraw(*, war_id: int, side: Side, player: User) -> War:
    """The war in which the player asks nobody to be deputy; harmless when done twice."""
    with locked(war_id) as war:
        row = DeputyRequest.objects.filter(war=war, side=side).select_related("user").first()
        if row is not None and players(war)[side].user == player:
            forget_request(war, row)
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
        forget_request(war, row)
        if known is not None:
            end_deputy(war, known, Deputy.How.REVOKED)
            _notify_ended(war, known)
        deputy = Deputy.objects.create(war=war, side=side, user=user, turn=war.turn, given_at=timezone.now())
        follow_deputy(war, side, user)
        _notify_answered(war, row, player, accepted=True)
    return deputy


def decline(*, war_id: int, side: Side, user: User) -> War:
    """The war to whose player the user has said no; `Refused` if nobody asks the user any more."""
    with locked(war_id) as war:
        row = _request(war, side, user)
        forget_request(war, row)
        player = players(war)[side].user
        if player is not None:
            _notify_answered(war, row, player, accepted=False)
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
    check_account(user)
    seats = Seat.objects.filter(war=war, user=user)
    check_player(user, player=seats.filter(side=side).exists(), plays=seats.exists(), whole="war")
    if knows(war, opponent(side), user):
        raise knows_too_much(user, "the other side's", "war")


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
    side = as_side(row.side)
    tell_asked(place_of(war, side), row, player, f"in {war.name}, on the {side.title()} side")


def _notify_answered(war: War, row: DeputyRequest, player: User, *, accepted: bool) -> None:
    publish(topic_of(player.pk))
    tell_answered(place_of(war, as_side(row.side)), row, player, accepted=accepted)


def _notify_ended(war: War, row: Deputy) -> None:
    """Tell the deputy who was revoked, or the player whose deputy stepped down."""
    publish(topic_of(row.user.pk))
    player = Seat.objects.select_related("user").get(war=war, side=row.side).user
    if player is not None:
        tell_ended(place_of(war, as_side(row.side)), row, player, left=row.how == Deputy.How.LEFT)
