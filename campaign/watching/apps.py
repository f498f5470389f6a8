"""The feature watching of wars."""

from typing import Any

from config import feature


class WatchingFeature(feature.Feature):
    """campaign/watching/"""

    name = "campaign.watching"

    def ready(self) -> None:
        """Stand beside every war, and say which battles are watched."""
        from battles.battle.signals import onlookers_asked  # noqa: PLC0415
        from campaign.war.hooks import PANELS, TABS  # noqa: PLC0415
        from campaign.watching.war_hooks import link, tabs  # noqa: PLC0415

        PANELS.bring(link)
        TABS.bring(tabs)
        onlookers_asked.connect(_onlookers_asked, dispatch_uid="campaign onlookers asked")


def _onlookers_asked(battle: Any, **_: Any) -> bool:
    from campaign.watching.link import is_watched  # noqa: PLC0415

    return is_watched(battle)
