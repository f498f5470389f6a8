"""The app campaign: empire wars."""

from typing import Any

from django.apps import AppConfig

from accounts.after_commit import after_commit


class CampaignConfig(AppConfig):
    """Wars, and what they hear of their battles."""

    name = "campaign"
    verbose_name = "Empire wars"

    def ready(self) -> None:
        """Listen to battles."""
        from battles.signals import (  # noqa: PLC0415
            absence_asked,
            battle_changed,
            battle_settled,
            chat_asked,
            correction_asked,
            effect_asked,
            odds_asked,
            onlookers_asked,
            time_asked,
        )

        absence_asked.connect(_absence_asked, dispatch_uid="campaign absence asked")
        battle_settled.connect(_settled, dispatch_uid="campaign settled")
        battle_changed.connect(_changed, dispatch_uid="campaign changed")
        chat_asked.connect(_chat_asked, dispatch_uid="campaign chat asked")
        correction_asked.connect(_correction_asked, dispatch_uid="campaign correction asked")
        effect_asked.connect(_asked, dispatch_uid="campaign asked")
        odds_asked.connect(_odds_asked, dispatch_uid="campaign odds asked")
        onlookers_asked.connect(_onlookers_asked, dispatch_uid="campaign onlookers asked")
        time_asked.connect(_time_asked, dispatch_uid="campaign time asked")


def _settled(battle_id: int, **_: Any) -> None:
    from campaign.services.results import absorb  # noqa: PLC0415

    absorb(battle_id=battle_id)


def _changed(battle_id: int, **_: Any) -> None:
    """Refresh once the battle's own transaction is over: a war's lock is never taken inside a battle's."""
    from campaign.services.results import refresh_waiting  # noqa: PLC0415

    after_commit(refresh_waiting, battle_id=battle_id)


def _asked(battle: Any, **_: Any) -> tuple[str, ...]:
    from campaign.telling.effect import effect_of  # noqa: PLC0415

    return effect_of(battle)


def _chat_asked(battle: Any, side: Any, **_: Any) -> Any:
    from campaign.telling.battle_chat import chat_about  # noqa: PLC0415

    return chat_about(battle, side)


def _absence_asked(battle: Any, side: Any, **_: Any) -> Any:
    from campaign.services.holidays import away_from  # noqa: PLC0415

    return away_from(battle, side)


def _correction_asked(battle: Any, side: Any, **_: Any) -> str:
    from campaign.services.correcting import correction_path  # noqa: PLC0415

    return correction_path(battle, side)


def _odds_asked(battle: Any, side: Any, **_: Any) -> str:
    from campaign.services.under_way import odds_path  # noqa: PLC0415

    return odds_path(battle, side)


def _onlookers_asked(battle: Any, **_: Any) -> bool:
    from campaign.services.watching import is_watched  # noqa: PLC0415

    return is_watched(battle)


def _time_asked(battle: Any, side: Any, play: Any, **_: Any) -> Any:
    from campaign.telling.deadlines import time_of_battle  # noqa: PLC0415

    return time_of_battle(battle, side, play)
