"""What a proposal comes to in each sector: own ships, the enemy last seen, what is defended, what is risked."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from campaign.planning.proposals.chances import LaneChance
from campaign.planning.proposals.standoff import is_before_home, standoff, warnings
from campaign.planning.proposals.vain import HopelessFront
from campaign.rules.fleets import assignment
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.orders import RESERVE, Plan, Target
from campaign.rules.sight import WarView
from campaign.rules.state import Ship
from campaign.war.chart.fronts import last_seen_in
from engines.seam.sides import Side, opponent
from engines.seam.systems import place_in_list, unit_class
from engines.seam.words.in_a_row import in_row

ShipCount = tuple[str, str]
"""A class's key, and how many of it in words: "2 Destroyers"."""


@dataclass(frozen=True)
class SectorProspect:
    """What a plan means for one sector.

    `zone` is that of the front line, from 1 at the Terran home, `own` and `lp` what is sent there, `minimum` the LP it
    needs. `seen` are the enemy's ships last seen there, in turn `seen_turn`, 0 for never. `defends` says what of the
    side's stands there, "" for nothing; `faces`, what of the enemy's, and `risks` are sentences. `danger` says how the
    enemy's ships that can come would do against what is sent, "" if they are no stronger.
    """

    sector: str
    zone: int
    own: tuple[ShipCount, ...]
    lp: int
    minimum: int
    seen: tuple[ShipCount, ...]
    seen_turn: int
    defends: str
    faces: str
    risks: str
    danger: str = ""

    @property
    def own_words(self) -> str:
        """The own ships in a row."""
        return _in_words(self.own)

    @property
    def seen_words(self) -> str:
        """The enemy's ships in a row."""
        return _in_words(self.seen)


@dataclass(frozen=True)
class SendingProspect:
    """What a plan means for every sector, in battle order, and the ships it leaves in the Fleet Reserve.

    `warnings` are sentences, the worst first: what known enemies can do to the home, where they are stronger,
    and where the plan hardly ever wins.
    """

    sectors: tuple[SectorProspect, ...]
    reserve: tuple[ShipCount, ...]
    warnings: tuple[str, ...] = ()

    @property
    def lp_words(self) -> str:
        """How many LP go where, in a row; "nothing" where no ship is sent."""
        sent = [f"{one.lp} LP to {one.sector}" for one in self.sectors if one.lp]
        return in_row(sent) if sent else "nothing"

    @property
    def dangers(self) -> dict[str, str]:
        """By sector how known enemies would do there, where they are stronger than what is sent."""
        return {one.sector: one.danger for one in self.sectors if one.danger}

    @property
    def reserve_words(self) -> str:
        """The ships in the Reserve in a row."""
        return _in_words(self.reserve)


def _in_words(ships: tuple[ShipCount, ...]) -> str:
    return ", ".join(words for _, words in ships) or "no ships"


def prospect(
    view: WarView,
    side: Side,
    plan: Plan,
    hopeless: tuple[HopelessFront, ...] = (),
    told: Mapping[str, LaneChance] = MappingProxyType({}),
) -> SendingProspect:
    """What the plan means, by what the side may know; `hopeless` are the fronts that are warned of last.

    `told` is the chance that is said by sector.
    """
    ships = assignment.ships_to_send(view, side, plan)
    lp = assignment.sent_lp(view, side, ships, plan)
    minimum = assignment.minimum_for(view, side, lp)

    def there(sector: str) -> dict[str, Ship]:
        place = view.place_of(sector)
        sectors = view.markers_on(place) if place in HOMES.values() else (sector,)
        return {name: ship for name, ship in ships.items() if plan.assign.get(name) in sectors}

    stands = {sector: standoff(view, side, sector, there(sector)) for sector in view.chart.order}

    def sent_to(target: Target) -> tuple[ShipCount, ...]:
        return counted(side, (ships[name].ship_class for name, to in plan.assign.items() if to == target))

    sectors = tuple(
        _sector(
            view,
            side,
            sector,
            own=sent_to(sector),
            lp=lp[sector],
            danger=stands[sector].danger(told[sector].won if sector in told else None),
            minimum=minimum,
        )
        for sector in view.chart.order
    )
    named = {place for one in hopeless for place in one.places}
    return SendingProspect(
        sectors, sent_to(RESERVE), (*warnings(view, side, stands, named), *(one.words for one in hopeless))
    )


def _sector(
    view: WarView,
    side: Side,
    sector: str,
    *,
    own: tuple[ShipCount, ...],
    lp: int,
    danger: str,
    minimum: int,
) -> SectorProspect:
    turn, latest = last_seen_in(view, opponent(side), sector)
    return SectorProspect(
        sector=sector,
        zone=view.markers[sector] + 1,
        own=own,
        lp=lp,
        minimum=minimum,
        seen=counted(opponent(side), (sighting.ship_class for sighting in latest)),
        seen_turn=turn,
        defends=_stands_there(view, side, sector, "your"),
        faces=_faces(view, side, sector),
        risks=_risks(view, side, sector),
        danger=danger,
    )


def counted(side: Side, keys: Iterable[str]) -> tuple[ShipCount, ...]:
    """How many there are of each class, in words, in the table's order."""
    number = Counter(keys)
    listed = sorted(number, key=lambda key: place_in_list(side, key))
    kinds = [unit_class(side, key) for key in listed]
    return tuple(
        (kind.key, f"{number[kind.key]} {kind.title if number[kind.key] == 1 else kind.plural}")
        for kind in kinds
    )


def _stands_there(view: WarView, of: Side, sector: str, whose: str) -> str:
    """What of a side's stands under the front line: "your planet and base"; "" for nothing."""
    place = view.place_of(sector)
    planet, base = view.planets.get(place) == of, view.base_of(of, place) is not None
    found = ["home" if place == HOMES[of] else "planet"] * planet + ["base"] * base
    return f"{whose} {' and '.join(found)}" if found else ""


def _faces(view: WarView, side: Side, sector: str) -> str:
    """What of the enemy's stands there, in a sentence; "" for nothing (S10)."""
    enemy = opponent(side)
    if view.place_of(sector) == HOMES[enemy]:
        base = ", which has a base" if view.base_of(enemy, HOMES[enemy]) is not None else ""
        return f"Attacks the enemy's home{base}. A victory wins the war."
    found = _stands_there(view, enemy, sector, "an enemy")
    return f"Faces {found}." if found else ""


def _risks(view: WarView, side: Side, sector: str) -> str:
    """What a battle lost there costs the side (31.6, 31.8, S10)."""
    place = view.place_of(sector)
    if place == HOMES[side]:
        return "A defeat here loses the war."
    if view.planets.get(place) == side:
        first = "destroys your base and " if view.base_of(side, place) is not None else ""
        return f"You lose the planet if the enemy {first}lands two more transports than you."
    if is_before_home(view, side, sector):
        return "A defeat can move the front line to your home."
    back = view.markers[sector] + (-1 if side == "terran" else 1)
    return f"A defeat can move the front line back to zone {back + 1}."
