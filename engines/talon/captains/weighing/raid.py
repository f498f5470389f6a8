"""What a captain makes of intelligence that is fought for: who goes where, and who is hunted (26.9)."""

from typing import Final

from engines.talon.aim_documents import Intel
from engines.talon.aims import intelligence
from engines.talon.hexes import Hex
from engines.talon.rules import boarding
from engines.talon.units import Unit
from engines.talon.view import View

SPARE: Final = 2
"""So many squadrons are to bring the intelligence, while the base is there."""


class Raid:
    """Who is to go where, on the side whose squadrons board, and whom the other side hunts.

    `goals` are hexes of squadrons by number: the base that they are to board, or the carrier. `carrier` is who must not
    be lost, and `ready` whether it has the intelligence aboard and is to jump. `hunted` are enemies.
    """

    __slots__ = ("_aim", "_view", "carrier", "goals", "hunted", "ready")

    def __init__(self, view: View, aim: Intel) -> None:
        self._view = view
        self._aim = aim
        self.goals: dict[int, Hex] = {}
        self.hunted: set[int] = set()
        self.carrier = -1
        self.ready = False
        self.look()

    def look(self) -> bool:
        """Look again; whether anything is different."""
        before = (self.goals, self.hunted, self.ready)
        units = self._view.units(self._aim.side)
        carrier = next(unit for unit in units if unit.name == self._aim.unit)
        squadrons = [unit for unit in units if unit.kind.fighters and unit.status == "map"]
        if self._view.side == self._aim.side:
            self.carrier = carrier.number
            self.ready = any(
                unit.intel and unit.status == "docked" and unit.carrier == carrier.number for unit in units
            )
            self.goals = self._sent(units, squadrons, carrier)
        else:
            self.hunted = self._sought(squadrons, carrier)
        return before != (self.goals, self.hunted, self.ready)

    def _bases(self) -> list[Unit]:
        """The bases that a squadron which boards now comes out of in time."""
        view = self._view
        return [
            unit
            for unit in view.units("talon" if self._aim.side == "terran" else "terran")
            if unit.kind.base and unit.status == "map" and boarding.rounds_left(view.terrain, unit.place) > 1
        ]

    def _sent(self, units: list[Unit], squadrons: list[Unit], carrier: Unit) -> dict[int, Hex]:
        """Where squadrons go: home with the intelligence, or all to a base until one is inside."""
        goals = {}
        if carrier.status == "map":
            goals = {unit.number: carrier.place for unit in squadrons if unit.intel}
        sent = len(goals) + sum(unit.status == "boarded" for unit in units)
        for base in self._bases():
            free = [unit for unit in squadrons if unit.number not in goals and not unit.intel]
            if self.ready or sent >= SPARE or not free or boarding.inside(units, base) is not None:
                continue
            goals |= {one.number: base.place for one in free}
        return goals

    def _sought(self, squadrons: list[Unit], carrier: Unit) -> set[int]:
        """Whom to hunt: the carrier, and who has the intelligence."""
        found = {unit.number for unit in squadrons if unit.intel}
        return found | {carrier.number} if carrier.status == "map" else found


def raid_of(view: View) -> Raid | None:
    """What there is to know of intelligence that is fought for; None if none is, or not known to this side."""
    aim = intelligence(view.aims) if view.aims else None
    return None if aim is None else Raid(view, aim)
