"""The feature series of battles."""

from typing import Any

from config import feature


class SeriesFeature(feature.Feature):
    """battles/talon/series/"""

    name = "battles.talon.series"

    def ready(self) -> None:
        """Follow the battles of campaign games, and list them with single battles."""
        from battles.battle.signals import (  # noqa: PLC0415
            absence_asked,
            battle_changed,
            chat_asked,
            onlookers_asked,
            time_asked,
        )
        from battles.talon.choosing.hooks import OPENED, STOPPED  # noqa: PLC0415
        from battles.talon.series.following import battle_has_changed  # noqa: PLC0415
        from battles.talon.series.lines import going_lines  # noqa: PLC0415
        from battles.talon.series.sealed_legs.choosing import open_chosen, stopped  # noqa: PLC0415
        from battles.talon.skirmish.hooks import SERIES  # noqa: PLC0415

        battle_changed.connect(battle_has_changed, dispatch_uid="battles series")
        chat_asked.connect(_chat_asked, dispatch_uid="battles series chat asked")
        onlookers_asked.connect(_onlookers_asked, dispatch_uid="battles series onlookers asked")
        absence_asked.connect(_absence_asked, dispatch_uid="battles series absence asked")
        time_asked.connect(_time_asked, dispatch_uid="battles series time asked")
        SERIES.bring(going_lines)
        STOPPED.bring(stopped)
        OPENED.bring(open_chosen)


def _chat_asked(battle: Any, side: Any, **_: Any) -> Any:
    from battles.talon.series.talk import chat_about  # noqa: PLC0415

    return chat_about(battle, side)


def _onlookers_asked(battle: Any, **_: Any) -> bool:
    from battles.talon.series.watching import is_watched  # noqa: PLC0415

    return is_watched(battle)


def _absence_asked(battle: Any, side: Any, **_: Any) -> Any:
    from battles.talon.series.time.holidays import away_from  # noqa: PLC0415

    return None if battle.owner_topic else away_from(battle, side)


def _time_asked(battle: Any, side: Any, **_: Any) -> Any:
    from battles.talon.series.time.now import time_of_battle  # noqa: PLC0415

    return None if battle.owner_topic else time_of_battle(battle, side)
