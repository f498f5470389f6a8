"""The whole fleet that a side takes its enemy to have, from its view alone (S15)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from campaign.rules.fleets.logistics import SURRENDER_BELOW, active_lp, minimum_of
from campaign.rules.odds.assumptions import (
    UNSEEN,
    bought_unseen,
    damage_now,
    habit_of,
    income_now,
    named_unit,
    shares_from,
    wealth,
)
from campaign.rules.orders import RESERVE, Target
from campaign.rules.sight import WarView
from campaign.rules.state import Fleet, Ship, Sighting, lp_of
from engines.seam.documents import Damage
from engines.seam.refusals import refuse
from engines.seam.sides import Side

Supposed = Literal["real", "seen", "drawn", "edited"]
SUPPOSED: Final[tuple[Supposed, ...]] = get_args(Supposed)
"""What it really had; the ships last seen; those and random others for the points left; so many of each class."""


class Supposition(Struct, frozen=True):
    """What is supposed; `classes` are those of a fleet that is set, and all chance follows from `seed`."""

    how: Supposed
    classes: dict[str, int] = {}
    seed: str = ""


def real_fleet(fleet: Fleet) -> Fleet:
    """The fleet that the enemy really had, led by a commander of its own: without what its player had instructed."""
    return replace(fleet, standing={}, ahead=(), hopeless="ask")


def assumed_fleet(view: WarView, enemy: Side, supposition: Supposition) -> Fleet:
    """The enemy's fleet as it is supposed to be.

    In turn 1 nobody has ships before the plans are revealed. `Refused` if so few ships would surrender (31.5).
    """
    ships: dict[str, Ship] = {}
    if not is_first_plan(view):
        ships = _Muster(view, enemy, supposition, shares_from(supposition.seed)).ships()
        if lp_of(enemy, ships) < SURRENDER_BELOW:
            raise refuse("31.5", "With fewer than 4 LP the enemy would surrender. Assume more ships.")
    lost = {loss.name for loss in view.losses if loss.side == enemy}
    fleet = Fleet(_purse(view, enemy), ships, bases_placed=True)
    fleet.names = sorted(lost | view.sightings[enemy].keys() | ships.keys())
    fleet.planned = view.phase == "battles"
    fleet.active_lp = active_lp(enemy, fleet)
    fleet.minimum = minimum_of(view, enemy, fleet.active_lp)
    return fleet


def is_first_plan(view: WarView) -> bool:
    """Whether the first fleets are being bought, so that nobody has a ship."""
    return view.turn == 1 and view.phase == "planning"


def _purse(view: WarView, enemy: Side) -> int:
    """What the enemy has to spend: the first treasury, then each turn's income until it has planned."""
    if view.phase != "planning":
        return 0
    return view.settings.first_treasury(enemy) if view.turn == 1 else income_now(view, enemy)


@dataclass(frozen=True)
class _Muster:
    """The ships of an enemy, gathered; `shares` are what chance brings."""

    view: WarView
    enemy: Side
    supposition: Supposition
    shares: Iterator[float]

    def ships(self) -> dict[str, Ship]:
        """All ships by name: those that were seen, then the others."""
        found = {
            name: Ship(one.ship_class, self._where(one), self._damage(one))
            for name, one in self._seen().items()
        }
        taken = set(self.view.sightings[self.enemy])
        have = [ship.ship_class for ship in found.values()]
        for key in self._unseen(have):
            where = self._somewhere() if next(self.shares) < UNSEEN else RESERVE
            found[named_unit(self.enemy, key, taken).name] = Ship(key, where)
        return found

    def _seen(self) -> dict[str, Sighting]:
        """The ships that were seen; of a fleet that is set at most so many of each class, those seen last."""
        seen = sorted(self.view.sightings[self.enemy].items())
        if self.supposition.how != "edited":
            return dict(seen)
        latest = sorted(seen, key=lambda found: -found[1].turn)
        return {
            name: one
            for key, many in self.supposition.classes.items()
            for name, one in [found for found in latest if found[1].ship_class == key][:many]
        }

    def _unseen(self, have: list[str]) -> Iterator[str]:
        """The classes of the ships that nobody has seen."""
        if self.supposition.how == "drawn":
            points = wealth(self.view, self.enemy) - _purse(self.view, self.enemy)
            for kind in bought_unseen(self.view, self.enemy, points, self.shares):
                yield kind.key
        elif self.supposition.how == "edited":
            for key, many in self.supposition.classes.items():
                yield from [key] * (many - have.count(key))

    def _damage(self, one: Sighting) -> Damage:
        """The damage of a ship: as it was seen, but of a random fleet without what is repaired since."""
        return damage_now(self.view, one) if self.supposition.how == "drawn" else one.damage

    def _where(self, one: Sighting) -> Target:
        """Where a ship is: this turn where it was seen, else there too, or where habit brings one of a random fleet."""
        sector, covered = self._sector(one), self._covered()
        there = sector if one.turn == self.view.turn or sector in covered else RESERVE
        if one.turn == self.view.turn or self.supposition.how != "drawn" or self.view.phase == "planning":
            return there
        habit, share = habit_of(self.view, one), next(self.shares)
        if share < habit.stays:
            return there
        return self._somewhere() if share < habit.stays + habit.goes else RESERVE

    def _somewhere(self) -> Target:
        """A sector whose ships are not revealed yet; Reserve if all are."""
        covered = self._covered()
        return covered[int(next(self.shares) * len(covered))] if covered else RESERVE

    def _covered(self) -> tuple[str, ...]:
        """The sectors whose ships of this turn are not revealed yet, in battle order."""
        shown = {
            sector for battle in self.view.battles if battle.status != "hidden" for sector in battle.sectors
        }
        return tuple(sector for sector in self.view.chart.order if sector not in shown)

    def _sector(self, one: Sighting) -> str:
        """The sector in which a ship was seen; at a home one of those that are fought for there."""
        sector = one.place.partition("/")[0]
        if sector in self.view.chart.order:
            return sector
        battle = next((battle for battle in self.view.battles if battle.number == one.battle), None)
        there = battle.sectors if battle is not None else self.view.markers_on(one.place)
        return (there or self.view.chart.order)[0]
