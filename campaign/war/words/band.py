"""What a sandbox says on each of its pages."""

from collections.abc import Mapping
from dataclasses import dataclass

from campaign.models import War
from engines.seam.sides import Side

ENEMY: Mapping[str, str] = {
    "": "The enemy buys its first fleet.",
    "real": "The enemy has what it really had.",
    "seen": "The enemy has the ships you had seen.",
    "drawn": "The enemy has the ships you had seen, and random others.",
    "edited": "The enemy has the ships you set.",
}
"""What a sandbox supposes of the enemy."""


@dataclass(frozen=True)
class SandboxBand:
    """What every page of a sandbox says: of what it is, and where one throws it away."""

    title: str
    enemy: str
    back: str
    throw_away: str


def band_of(war: War, side: Side) -> SandboxBand | None:
    """What a page of the war says of being a sandbox; None of a war that is none."""
    if not war.is_sandbox:
        return None
    back = f"/wars/{war.sandbox_of_id}/{side}/"
    return SandboxBand(sandbox_title(war), ENEMY[war.sandbox_how], back, throw_away_path(war))


def sandbox_title(war: War) -> str:
    """Of which moment of which war it is a sandbox."""
    battle = f", at battle {war.sandbox_battle}" if war.sandbox_battle else ""
    return f"Sandbox of turn {war.sandbox_turn} of {war.name}{battle}"


def throw_away_path(war: War) -> str:
    """Where its player throws it away."""
    return f"/wars/{war.pk}/throw-away/"


def may_be_tried(war: War) -> bool:
    """Whether a war has sandboxes: not one at one screen, where both players share an account, nor a sandbox itself.

    Nothing is tried out before the first bases stand.
    """
    begun = war.state is not None and war.phase != "bases"
    return begun and not war.one_screen and not war.is_sandbox
