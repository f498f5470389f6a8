"""The feature series of battles."""

from typing import Any

from config import feature


class SeriesFeature(feature.Feature):
    """battles/talon/series/"""

    name = "battles.talon.series"

    def ready(self) -> None:
        """Follow the battles of campaign games, and list them with single battles."""
        from battles.battle.signals import battle_changed, chat_asked, onlookers_asked  # noqa: PLC0415
        from battles.talon.series.following import battle_has_changed  # noqa: PLC0415
        from battles.talon.series.lines import going_lines  # noqa: PLC0415
        from battles.talon.skirmish.hooks import SERIES  # noqa: PLC0415

        battle_changed.connect(battle_has_changed, dispatch_uid="battles series")
        chat_asked.connect(_chat_asked, dispatch_uid="battles series chat asked")
        onlookers_asked.connect(_onlookers_asked, dispatch_uid="battles series onlookers asked")
        SERIES.bring(going_lines)


def _chat_asked(battle: Any, side: Any, **_: Any) -> Any:
    from battles.talon.series.talk import chat_about  # noqa: PLC0415

    return chat_about(battle, side)


def _onlookers_asked(battle: Any, **_: Any) -> bool:
    from battles.talon.series.watching import is_watched  # noqa: PLC0415

    return is_watched(battle)
