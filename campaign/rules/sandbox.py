"""A sandbox: a war that goes on from what one side sees of another, with an enemy as that side supposes it (S15)."""

from msgspec.structs import replace

from campaign.rules.events import SandboxBegan, TurnBegan, WarBegan
from campaign.rules.settings import Settings
from campaign.rules.sight import WarView
from campaign.rules.state import Fleet, War


def settings_of(war: Settings) -> Settings:
    """The settings of a sandbox: captains fight its battles, nothing is due, and nothing is scored."""
    return replace(war, settled_by="worker", clock="", pace="", lifetime_score=False)


def sandbox(view: WarView, enemy: Fleet) -> War:
    """The war as the view's side sees it, with its own fleet and the enemy's as supposed; LookupError for nobody's."""
    if view.viewer is None or view.own is None:
        raise LookupError("nobody's view has a sandbox")
    terran, talon = (view.own, enemy) if view.viewer == "terran" else (enemy, view.own)
    return War(
        settings=settings_of(view.settings),
        chart=view.chart,
        phase=view.phase,
        turn=view.turn,
        terran=terran,
        talon=talon,
        markers=view.markers,
        planets=view.planets,
        bases=view.bases,
        battles=list(view.battles),
        battles_fought=_battles_known(view),
        question=view.question,
        losses=list(view.losses),
        sightings=view.sightings,
        rules=view.rules,
    )


def _battles_known(view: WarView) -> int:
    """The highest number of a battle that the view tells of, 0 for none: later ones get others."""
    seen = (one.battle for of_side in view.sightings.values() for one in of_side.values())
    numbers = [*seen, *(loss.battle for loss in view.losses), *(battle.number for battle in view.battles)]
    return max(numbers, default=0)


def beginning(war: War) -> tuple[WarBegan, TurnBegan, SandboxBegan]:
    """The events with which a sandbox begins."""
    return WarBegan(war.settings, war.chart, war.rules), TurnBegan(war.turn), SandboxBegan(war)
