"""Who would win with a fleet of one's own, by the estimate: against another of them, or against a scenario's."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from accounts.models import User
from battles.models import SavedFleet
from battles.talon.fleets.keeping import fleet_in
from engines.seam.documents import BattleSetup, Doctrine, Unit
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.words.whole_numbers import whole_number
from engines.talon.estimate.estimating import error_of, estimate
from engines.talon.fleets.lists import named_fleets, points
from engines.talon.fleets.own import OwnFleet
from engines.talon.set_ups.scenarios import fleets_of, numbered

OWN: Final = "fleet"
PRINTED: Final = "scenario"


@dataclass(frozen=True, slots=True)
class Odds:
    """In how many of 100 battles captains win with the fleet, and with the other; `error` is how far that may be off.

    `name` and `cost` are the other fleet's.
    """

    name: str
    cost: int
    won: int
    lost: int
    error: int

    @property
    def undecided(self) -> int:
        """In how many of 100 battles neither side wins."""
        return 100 - self.won - self.lost


@dataclass(frozen=True, slots=True)
class Rival:
    """A fleet that one's own can be compared with: the value of its choice, and its words."""

    value: str
    words: str
    chosen: bool


def rivals_of(user: User, row: SavedFleet, against: str) -> list[Rival]:
    """The player's fleets of the other faction with a ship, and those of the scenarios; one query.

    The estimate is fitted to battles of Terran against Talon, so it says nothing of two fleets of one faction.
    """
    fleet = fleet_in(row)
    found = [
        (
            f"{OWN}:{other.pk}",
            f"{other.name} ({fleet_in(other).faction.title()}, {fleet_in(other).cost} points)",
        )
        for other in user.fleets.exclude(pk=row.pk).order_by("name")
        if fleet_in(other).is_armed and fleet_in(other).faction != fleet.faction
    ]
    enemy = opponent(fleet.faction)
    for number, printed in numbered().items():
        cost = points(fleets_of(number).force(enemy), enemy)
        found.append((f"{PRINTED}:{number}", f"{enemy.title()} in {number} {printed.title} ({cost} points)"))
    return [Rival(value, words, value == against) for value, words in found]


def odds_against(user: User, fleet: OwnFleet, against: str) -> Odds | None:
    """The estimate of a standard battle in open space, Talon with the initiative (21); None against nobody known."""
    kind, _, written = against.partition(":")
    number = whole_number(written)
    if not fleet.is_armed or number is None:
        return None
    if kind == PRINTED and number in numbered():
        enemy = opponent(fleet.faction)
        title = f"{enemy.title()} in {numbered()[number].title}"
        forces = {
            **named_fleets({fleet.faction: fleet.keys(fleet.faction)}),
            enemy: fleets_of(number).force(enemy),
        }
        return _odds(title, fleet.faction, forces)
    row = user.fleets.filter(pk=number).first() if kind == OWN else None
    other = None if row is None else fleet_in(row)
    if row is None or other is None or not other.is_armed or other.faction == fleet.faction:
        return None
    mine, enemy = fleet.faction, opponent(fleet.faction)
    forces = named_fleets({mine: fleet.keys(mine), enemy: other.keys(enemy)})
    return _odds(row.name, mine, forces)


def _odds(name: str, mine: Side, forces: Mapping[Side, tuple[Unit, ...]]) -> Odds:
    setup = BattleSetup("Odds", "last_ship_standing", forces["terran"], forces["talon"])
    ends, enemy = estimate(setup, dict.fromkeys(SIDES, Doctrine().stance)), opponent(mine)
    cost, error = points(forces[enemy], enemy), round(100 * error_of("captain").overall)
    return Odds(name, cost, round(100 * ends.won[mine]), round(100 * ends.won[enemy]), error)
