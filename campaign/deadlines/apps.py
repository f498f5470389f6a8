"""The feature deadlines of wars."""

from typing import Any

from config import feature


class DeadlinesFeature(feature.Feature):
    """campaign/deadlines/"""

    name = "campaign.deadlines"

    def ready(self) -> None:
        """Stand in the line of a war's pages, tell of time in the history, and say when battles are due."""
        from battles.battle.signals import absence_asked, time_asked  # noqa: PLC0415
        from campaign.deadlines import waiting  # noqa: PLC0415
        from campaign.deadlines.war_hooks import tabs  # noqa: PLC0415
        from campaign.deadlines.words import chapters  # noqa: PLC0415
        from campaign.war.hooks import CHAPTERS, TABS  # noqa: PLC0415
        from campaign.war.services.waiting import WAITS  # noqa: PLC0415
        from campaign.war.waiting import bring_task  # noqa: PLC0415

        bring_task(waiting.KIND, waiting.TASK)
        WAITS.bring(waiting.waits)
        TABS.bring(tabs)
        CHAPTERS.bring(chapters)
        absence_asked.connect(_absence_asked, dispatch_uid="campaign absence asked")
        time_asked.connect(_time_asked, dispatch_uid="campaign time asked")


def _absence_asked(battle: Any, side: Any, **_: Any) -> Any:
    from campaign.deadlines.holidays import away_from  # noqa: PLC0415

    return away_from(battle, side) if battle.owner_topic else None


def _time_asked(battle: Any, side: Any, play: Any, **_: Any) -> Any:
    from campaign.war.time.words import time_of_battle  # noqa: PLC0415

    return time_of_battle(battle, side, play)
