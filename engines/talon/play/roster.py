"""Who takes part in a battle, as one side knows them, with the names that the notation and sentences use."""

from engines.seam.sides import SIDES
from engines.talon.aims import planet_name
from engines.talon.orders import MISSILES, PLANET
from engines.talon.units import Unit
from engines.talon.view import View


class Roster:
    """Every unit of a view by its number, and the planet that a side may fire at."""

    __slots__ = ("_named", "_planet", "units")

    def __init__(self, view: View) -> None:
        self.units: list[Unit] = sorted(
            (unit for side in SIDES for unit in view.units(side)), key=lambda unit: unit.number
        )
        self._named: dict[int, str] = {}
        self._planet = planet_name(view.aims)

    def name(self, number: int, fighter: int | None = None) -> str:
        """A unit's name, with its side where both have one of that name; "missile 4", "fighter 2 of Cougar"."""
        if number == PLANET:
            return self._planet
        if number >= MISSILES:
            return f"missile {number - MISSILES}"
        name = self._named.get(number)
        if name is None:
            name = self._named[number] = self._worked_out(number)
        return name if fighter is None else f"fighter {fighter + 1} of {name}"

    def _worked_out(self, number: int) -> str:
        unit = self.units[number]
        twice = sum(other.name == unit.name for other in self.units) > 1
        return f"{unit.name} ({unit.side.title()})" if twice else unit.name

    def listed(self, numbers: list[int], most: int = 3) -> str:
        """Units in a row: "Patton", "Patton and Thor"; more than `most` are only counted: "5 units"."""
        names = [self.name(number) for number in dict.fromkeys(numbers)]
        if len(names) > most:
            return f"{len(names)} units"
        return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
