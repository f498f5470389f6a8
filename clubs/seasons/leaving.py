"""Whoever leaves a club, or whose account is closed, is withdrawn from the seasons that are under way."""

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.work import sweep
from clubs.models import Entrant, Member, Pairing, Season
from clubs.seasons.beginning import go_on, take_out_who_left
from clubs.seasons.setting_up import locked


def sweep_who_left() -> int:
    """From how many seasons players were withdrawn now."""
    return sweep("clubs.season_left", _left(), follow_who_left, due="started_at")


def _left() -> QuerySet[Season]:
    """The seasons with games to play of which somebody who plays on has gone."""
    place = Member.objects.filter(club=OuterRef("season__club"), user=OuterRef("user"), user__is_active=True)
    gone = Entrant.objects.filter(~Exists(place), season=OuterRef("pk"), withdrawn_at=None)
    undecided = Pairing.objects.filter(
        round__season=OuterRef("pk"), outcome="", ruled="", first__struck=False, second__struck=False
    )
    rows = Season.objects.filter(stage=Season.Stage.ON, club__closed_at=None)
    return rows.filter(Exists(gone), Exists(undecided))


@transaction.atomic
def follow_who_left(number: int) -> bool:
    """Whether this call withdrew somebody from the season, which goes on without them."""
    season = locked(Season.objects.get(pk=number))
    if not _left().filter(pk=number).exists():
        return False
    take_out_who_left(season)
    go_on(season)
    return True
