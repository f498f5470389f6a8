"""The feature odds of wars."""

from typing import Any

from config import feature


class OddsFeature(feature.Feature):
    """campaign/odds/"""

    name = "campaign.odds"

    def ready(self) -> None:
        """Say where the odds of a battle under way are asked for."""
        from battles.battle.signals import odds_asked  # noqa: PLC0415

        odds_asked.connect(_odds_asked, dispatch_uid="campaign odds asked")


def _odds_asked(battle: Any, side: Any, **_: Any) -> str:
    from campaign.odds.under_way import odds_path  # noqa: PLC0415

    return odds_path(battle, side)
