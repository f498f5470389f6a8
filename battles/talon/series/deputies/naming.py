"""Asking somebody to be a deputy in a campaign game, the answer, revoking a deputy, and stepping down (S70, S96)."""

from collections.abc import Collection
from typing import Final, cast

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.deliveries.owing import cancel_owed, cancel_owed_below
from accounts.live import publish, topic_of
from accounts.models import User
from battles.battle.services.opening import set_deputy
from battles.deputies import (
    GONE,
    DeputyPlace,
    check_account,
    check_player,
    knows_too_much,
    tell_answered,
    tell_asked,
    tell_ended,
)
from battles.models import Battle, Series, SeriesDeputy, SeriesDeputyRequest
from battles.table.telling import tell_new_deputy
from battles.talon.series.acting import knows
from battles.talon.series.arranging import locked, tell
from battles.talon.series.holding import held
from battles.talon.series.reading import closed_of, player_in, user_of
from engines.seam.refusals import refuse
from engines.seam.series import Player, other
from engines.seam.sides import SIDES

WHOLE: Final = "campaign game"
RULE: Final = "S96"
NOT_SO: Final = "Only a campaign game under way between two people has deputies."


def place_of(series: Series, request: SeriesDeputyRequest | None = None) -> DeputyPlace:
    """The campaign game as somebody is a deputy in it, or answers a request."""
    question = "" if request is None else reverse("series_deputy", args=[series.pk, request.pk])
    return DeputyPlace(
        name=series.name,
        key=f"series:{series.pk}",
        question=question,
        time=reverse("series_time", args=[series.pk]),
        home=reverse("series_list"),
    )


@transaction.atomic
def ask_deputy(*, series_id: int, player: User, user: User) -> SeriesDeputyRequest | None:
    """The request to the user, who can do nothing until they accept; None if they are the player's deputy already.

    It takes the place of an earlier one. `Refused` for somebody who plays, who knows the other player's secrets, or
    where nobody can be named.
    """
    row = locked(pk=series_id)
    mine = _check_possible(row, player)
    if SeriesDeputy.objects.filter(series=row, player=mine, user=user, ended_at=None).exists():
        return None
    known = SeriesDeputyRequest.objects.filter(series=row, player=mine).select_related("user").first()
    if known is not None and known.user_id == user.pk:
        return known
    _check(row, mine, user)
    if known is not None:
        _forget(row, known)
    now = timezone.now()
    made = SeriesDeputyRequest.objects.create(series=row, player=mine, user=user, asked_at=now)
    publish(topic_of(user.pk), topic_of(player.pk))
    tell_asked(place_of(row, made), made, player, f"in the {WHOLE} {row.name}")
    return made


@transaction.atomic
def withdraw(*, series_id: int, player: User) -> None:
    """The player asks nobody to be deputy any more; harmless when done twice."""
    row = locked(pk=series_id)
    known = SeriesDeputyRequest.objects.filter(series=row, player=player_in(row, player) or "")
    for asked in known.select_related("user"):
        _forget(row, asked)
        publish(topic_of(player.pk))


@transaction.atomic
def accept(*, series_id: int, request: int, user: User) -> SeriesDeputy:
    """The user as the player's deputy from now on, who was asked for it; the one of before is one no more.

    `Refused` if nobody asks the user any more, or they cannot be a deputy by now.
    """
    row, numbers = held(series_id, every=True)
    asked = _asked(row, request, user)
    mine = cast("Player", asked.player)
    player = cast("User", user_of(row, mine))
    _check_possible(row, player)
    _check(row, mine, user)
    _forget(row, asked)
    known = SeriesDeputy.objects.filter(series=row, player=mine, ended_at=None).select_related("user").first()
    if known is not None:
        _end(row, known, left=False)
    made = SeriesDeputy.objects.create(series=row, player=mine, user=user, given_at=timezone.now())
    _follow(row, mine, user)
    for number in numbers:
        tell_new_deputy(number, user)
    tell_answered(place_of(row), asked, player, accepted=True)
    return made


@transaction.atomic
def decline(*, series_id: int, request: int, user: User) -> None:
    """The user says no; `Refused` if nobody asks them any more."""
    row = locked(pk=series_id)
    asked = _asked(row, request, user)
    player = cast("User", user_of(row, cast("Player", asked.player)))
    _forget(row, asked)
    publish(topic_of(player.pk))
    tell_answered(place_of(row), asked, player, accepted=False)


@transaction.atomic
def revoke(*, series_id: int, player: User) -> None:
    """Nobody acts for the player any more; harmless when done twice."""
    row, _going = held(series_id, every=True)
    known = SeriesDeputy.objects.filter(series=row, player=player_in(row, player) or "", ended_at=None)
    for term in known.select_related("user"):
        _end(row, term, left=False)


@transaction.atomic
def step_down(*, series_id: int, user: User) -> None:
    """The user is nobody's deputy any more; harmless when done twice."""
    row, _going = held(series_id, every=True)
    for term in SeriesDeputy.objects.filter(series=row, user=user, ended_at=None).select_related("user"):
        _end(row, term, left=True)


def _asked(row: Series, request: int, user: User) -> SeriesDeputyRequest:
    asked = (
        SeriesDeputyRequest.objects.filter(series=row, pk=request, user=user).select_related("user").first()
    )
    if asked is None:
        raise refuse(RULE, GONE)
    return asked


def _check_possible(row: Series, player: User) -> Player:
    """Which of the two the player is; `Refused` where nobody can be named."""
    mine = player_in(row, player)
    people = [one for one in (row.user, row.rival) if one is not None and not one.is_computer]
    if mine is None or row.stage != Series.Stage.ON or len(people) < 2 or closed_of(row) is not None:
        raise refuse(RULE, NOT_SO, "callsign")
    return mine


def _check(row: Series, mine: Player, user: User) -> None:
    """Raise `Refused` if the user can be nobody's deputy, or not this player's."""
    check_account(user)
    plays = player_in(row, user)
    check_player(user, player=plays == mine, plays=plays is not None, whole=WHOLE)
    if knows(row, other(mine), user):
        rival = cast("User", user_of(row, other(mine)))
        raise knows_too_much(user, f"{rival.username}’s", WHOLE)


def _forget(row: Series, asked: SeriesDeputyRequest) -> None:
    """Take a request back, with the message about it; the caller holds the campaign game."""
    cancel_owed(user=asked.user, key=place_of(row).request_key(asked))
    publish(topic_of(asked.user_id))
    asked.delete()


def _end(row: Series, term: SeriesDeputy, *, left: bool) -> None:
    """End a deputy's right to act, and tell who did not end it; the caller holds the campaign game and its battles."""
    mine = cast("Player", term.player)
    term.ended_at = max(timezone.now(), term.given_at)
    term.save(update_fields=["ended_at"])
    publish(topic_of(term.user_id))
    _follow(row, mine, None)
    _owe_no_more(row, term.user)
    tell_ended(place_of(row), term, cast("User", user_of(row, mine)), left=left)


def _owe_no_more(row: Series, user: User) -> None:
    """Messages about what waits that have not been sent to a deputy by now are not sent any more."""
    battles = Battle.objects.filter(leg_battle__leg__series=row).values_list("pk", flat=True)
    for prefix in (f"series:{row.pk}:", *(f"battle:{number}:" for number in battles)):
        cancel_owed_below(user=user, prefix=prefix)


def _follow(row: Series, player: Player, user: User | None) -> None:
    """Let the campaign game and all its battles know who acts for the player, and open pages that it has changed."""
    mine, column = cast("User", user_of(row, player)), f"{player}_deputy"
    setattr(row, column, user)
    row.save(update_fields=[column])
    battles = Battle.objects.filter(leg_battle__leg__series=row)
    for side in SIDES:
        numbers: Collection[int] = battles.filter(**{f"{side}_user": mine}).values_list("pk", flat=True)
        set_deputy(battle_ids=list(numbers), side=side, user=user)
    tell(row)
