"""The feature corrections of wars."""

from typing import Any

from config import feature


class CorrectionsFeature(feature.Feature):
    """campaign/corrections/"""

    name = "campaign.corrections"

    def ready(self) -> None:
        """Say where the result of a battle can be corrected, and ask the other side."""
        from battles.battle.signals import correction_asked  # noqa: PLC0415
        from campaign.corrections import waiting  # noqa: PLC0415
        from campaign.war.services.waiting import WAITS  # noqa: PLC0415
        from campaign.war.waiting import bring_task  # noqa: PLC0415

        bring_task(waiting.KIND, waiting.TASK)
        WAITS.bring(waiting.waits)
        correction_asked.connect(_correction_asked, dispatch_uid="campaign correction asked")


def _correction_asked(battle: Any, side: Any, **_: Any) -> str:
    from campaign.corrections.correcting import correction_path  # noqa: PLC0415

    return correction_path(battle, side)
