"""The link for onlookers of a battle: either player makes it, both see that it is there, either takes it back."""

import secrets

from django.db import transaction
from django_stubs_ext import WithAnnotations

from accounts.live import Newest, publish, topic_of
from battles.battle.selectors import with_news
from battles.models import Battle, OnlookerLink, Play
from battles.talon.play.services.publishing import TALON
from engines.seam.refusals import refuse
from engines.seam.sides import Side

TOKEN_BYTES = 32


@transaction.atomic
def open_to_onlookers(*, battle: Battle, side: Side) -> str:
    """The token of the battle's link; a new one if there was none. `Refused` for a battle not played by hand."""
    played = battle.system == TALON and battle.plays.exclude(stage=Play.Stage.GONE).exists()
    if battle.sandbox or not played:
        raise refuse("", "This battle is not played in the browser, so there is nothing to watch.")
    fresh = {"token": secrets.token_urlsafe(TOKEN_BYTES), "side": side}
    link, made = OnlookerLink.objects.get_or_create(battle=battle, defaults=fresh)
    if made:
        _notify(battle)
    return link.token


@transaction.atomic
def close_to_onlookers(*, battle: Battle) -> None:
    """Take the link back: it leads nowhere from now on. Harmless without one."""
    if OnlookerLink.objects.filter(battle=battle).delete()[0]:
        _notify(battle)


def watched_battle(token: str) -> "WithAnnotations[Battle, Newest] | None":
    """The battle that the link leads to; None if it was taken back, or never was. One query."""
    found = with_news().select_related("terran_user", "talon_user", "onlooker_link")
    return found.filter(onlooker_link__token=token).first() if token else None


def _notify(battle: Battle) -> None:
    """Wake the players' pages; those of onlookers show nothing else."""
    publish(*sorted({topic_of(user.pk) for user in battle.people}))
