"""Where squadrons can dock (16)."""

from engines.talon.captains.weighing.own_units import Own
from engines.talon.deployment import SQUADRONS_CARRIED
from engines.talon.hexes import RANGE, Hex
from engines.talon.view import View


def homes(view: View) -> list[Hex]:
    """The hexes of the own carriers and bases that still take a squadron; a docked one keeps its room."""
    carriers = [unit for unit in view.own if unit.kind.carries]
    if not carriers:
        return []
    room = {unit.number: SQUADRONS_CARRIED for unit in carriers}
    for unit in view.units(view.side):
        if unit.status == "docked" and unit.kind.fighters and unit.carrier in room:
            room[unit.carrier] -= 1
    return [unit.place for unit in carriers if room[unit.number] > 0]


class Homes:
    """The homes of a side's squadrons, looked up again once they have `changed`."""

    __slots__ = ("_places", "_view")

    def __init__(self, view: View) -> None:
        self._view = view
        self._places: list[Hex] | None = None

    def nearest(self, place: Hex) -> Hex | None:
        """The home nearest to a hex, None if there is none."""
        places = self._places
        if places is None:
            places = self._places = homes(self._view)
        return min(places, key=lambda home: RANGE[home - place]) if places else None

    def base(self, place: Hex) -> Hex | None:
        """The own base nearest to a hex, None if there is none."""
        bases = [unit.place for unit in self._view.own if unit.kind.base]
        return min(bases, key=lambda base: RANGE[base - place], default=None)

    def changed(self, own: list[Own]) -> None:
        """A carrier has moved, or units have come or gone: those of the squadrons that go home think again."""
        self._places = None
        for one in own:
            if one.unit.kind.fighters:
                one.ways, one.rated = {}, []
