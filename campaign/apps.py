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
        from battles.battle.signals import (  # noqa: PLC0415
            battle_changed,
            battle_settled,
            effect_asked,
        )

        battle_settled.connect(_settled, dispatch_uid="campaign settled")
        battle_changed.connect(_changed, dispatch_uid="campaign changed")
        effect_asked.connect(_asked, dispatch_uid="campaign asked")


def _settled(battle_id: int, **_: Any) -> None:
    from campaign.war.services.results import absorb  # noqa: PLC0415

    absorb(battle_id=battle_id)


def _changed(battle_id: int, **_: Any) -> None:
    """Refresh once the battle's own transaction is over: a war's lock is never taken inside a battle's."""
    from campaign.war.services.results import refresh_waiting  # noqa: PLC0415

    after_commit(refresh_waiting, battle_id=battle_id)


def _asked(battle: Any, **_: Any) -> tuple[str, ...]:
    from campaign.war.words.effect import effect_of  # noqa: PLC0415

    return effect_of(battle)
