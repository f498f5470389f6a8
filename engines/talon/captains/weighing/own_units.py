"""What a captain has seen and worked out of each of its own units: kept as long as it stays so."""

from typing import Final

from engines.talon.captains.doctrine import RiskWeights, should_leave
from engines.talon.captains.weighing.evaluation import own_fire, readiness
from engines.talon.captains.weighing.sightings import SeenUnit
from engines.talon.hexes import Hex
from engines.talon.orders import Move
from engines.talon.units import Unit
from engines.talon.view import View

POISE: Final = 1.5
"""What a turn still to make toward an enemy that is near counts, for a ship of 80 points."""


class Own(SeenUnit):
    """One of the own units, with what is worked out about it when it is asked for.

    `hurt` is whether the doctrine sends it away; `ways` are how good its moves are, but for friends and missiles, and
    `here` is its exchange of fire from where it is, `covers` what a point of shield is worth there, by arc.
    `rated` are its moves of this turn with their values, friends counted, and where they lead, the best first,
    and `rated_of` the same as they are listed.
    `near` are the friends with which it may collide soon, while all stay where they are.

    `shy` are those that do not seek the enemy; `pull` is what a hex of the way to it is worth to the others, `poise` a
    turn toward one that is near. `caution` weighs the enemies' fire.
    """

    __slots__ = (
        "caution",
        "covers",
        "here",
        "hurt",
        "near",
        "poise",
        "pull",
        "radius",
        "rated",
        "rated_of",
        "saved",
        "shy",
        "temper",
        "turn",
        "ways",
    )

    def __init__(self, view: View, unit: Unit, temper: RiskWeights, saved: bool) -> None:
        self.temper = temper
        self.saved = saved
        self.turn = unit.turn
        self.radius: int = unit.radius
        self.hurt = self.shy = False
        self.caution = self.pull = self.poise = 0.0
        self.near: list[Unit] | None = None
        self.ways: dict[str, float] = {}
        self.rated: list[tuple[float, Move, Hex]] = []
        self.rated_of: list[Move] = []
        self.here: tuple[float, float] | None = None
        self.covers: list[float] | None = None
        super().__init__(view, unit, own_fire(unit.kind, readiness(unit)))

    def forget(self) -> None:
        """Nothing that was worked out about it is so any more."""
        if self.ways:
            self.ways = {}
        if self.rated:
            self.rated = []
        self.here = self.covers = None

    def heed(self, caution: float, eagerness: float, leaving: bool) -> None:
        """Weigh things from now on as the side does, and as one does that leaves."""
        kind = self.unit.kind
        weight = kind.points / 80
        self.shy = not kind.groups or leaving
        self.caution = 3.0 * caution if self.shy else caution
        self.pull = -weight * eagerness
        self.poise = -POISE * weight

    def _weigh(self, view: View) -> None:
        super()._weigh(view)
        self.hurt = should_leave(self.temper, self.unit, self.saved)

    def refresh(self, view: View) -> bool:
        """Look again; whether anything is different that its captain reckons with."""
        unit = self.unit
        self.changes = unit.changes
        changed = self.place != unit.place or self.facing != unit.facing
        if changed:
            self.place, self.facing = unit.place, unit.facing
        if self._weapons_changed(unit):
            now = own_fire(unit.kind, readiness(unit))
            changed = changed or now is not self.fire
            self.fire = now
        if self._was_struck(view, unit):
            changed = True
        radius = unit.kind.curve[unit.row][2] + unit.thrusters
        if changed or self.turn != unit.turn or self.radius != radius:
            self.turn, self.radius = unit.turn, radius
            self.forget()
        return changed
