"""The link for onlookers of a war: either player makes it, both see that it is there, either takes it back."""

import secrets

from django_stubs_ext import WithAnnotations

from accounts.live.notices import Newest, newest_under, publish
from battles.models import Battle
from campaign.models import Engagement, War
from campaign.war.services.log import locked
from engines.seam.refusals import refuse
from engines.seam.sides import Side

TOKEN_BYTES = 32


def open_to_onlookers(*, war_id: int, side: Side) -> str:
    """The token of the war's link; a new one if there was none. `Refused` for a war that has not begun."""
    with locked(war_id) as war:
        if war.is_sandbox:
            raise refuse("", "A sandbox is your own. There are no onlookers.")
        if war.state is None:
            raise refuse("", "This war has not begun, so there is nothing to watch.")
        if war.watch_token is None:
            war.watch_token, war.watch_by = secrets.token_urlsafe(TOKEN_BYTES), side
            war.save(update_fields=["watch_token", "watch_by"])
            publish(f"war:{war.pk}")
        return war.watch_token


def close_to_onlookers(*, war_id: int) -> None:
    """Take the link back: it leads nowhere from now on. Harmless without one."""
    with locked(war_id) as war:
        if war.watch_token is not None:
            war.watch_token, war.watch_by = None, ""
            war.save(update_fields=["watch_token", "watch_by"])
            publish(f"war:{war.pk}")


def is_watched(battle: Battle) -> bool:
    """Whether the battle's war has a link for onlookers, who see the battle too; one query."""
    return Engagement.objects.filter(battle=battle.pk, war__watch_token__isnull=False).exists()


def watched_war(token: str) -> "WithAnnotations[War, Newest] | None":
    """The war that the link leads to; None if it was taken back, or never was. One query."""
    found = War.objects.annotate(newest=newest_under("war:"))
    return found.filter(watch_token=token, state__isnull=False).first() if token else None
