"""What a proposal comes to in each sector: own ships, the enemy last seen, what is defended, what is risked."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from campaign.planning.proposals.vain import HopelessFront
from campaign.rules.fleets import assignment
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.orders import RESERVE, Plan, Target
from campaign.rules.sight import WarView, last_sightings
from campaign.war.chart.fronts import last_seen_in, seen_lp
from engines.seam.sides import Side, opponent
from engines.seam.systems import place_in_list, unit_class
from engines.seam.words.in_a_row import in_row

LEAD = 2
"""From so many more LP of the enemy on, a side is called outnumbered."""
ShipCount = tuple[str, str]
"""A class's key, and how many of it in words: "2 Destroyers"."""


@dataclass(frozen=True)
class SectorProspect:
    """What a plan means for one sector.

    `zone` is that of the front line, from 1 at the Terran home, `own` and `lp` what is sent there, `minimum` the LP it
    needs. `seen` are the enemy's ships last seen there, in turn `seen_turn`, 0 for never. `defends` says what of the
    side's stands there, "" for nothing; `faces`, what of the enemy's, and `risks` are sentences. `danger` says how far
    the enemy's ships that can come outnumber what is sent, "" if they do not.
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

    `warnings` are sentences, the worst first: what known enemies can do to the home, where they outnumber it,
    and where the plan hardly ever wins.
    """

    sectors: tuple[SectorProspect, ...]
    reserve: tuple[ShipCount, ...]
    warnings: tuple[str, ...] = ()

    @property
    def reserve_words(self) -> str:
        """The ships in the Reserve in a row."""
        return _in_words(self.reserve)


def _in_words(ships: tuple[ShipCount, ...]) -> str:
    return ", ".join(words for _, words in ships) or "no ships"


def prospect(
    view: WarView, side: Side, plan: Plan, hopeless: tuple[HopelessFront, ...] = ()
) -> SendingProspect:
    """What the plan means, by what the side may know; `hopeless` are the fronts that are warned of last."""
    ships = assignment.ships_to_send(view, side, plan)
    lp = assignment.sent_lp(view, side, ships, plan)
    minimum = assignment.minimum_for(view, side, lp)
    stands = {sector: _standoff(view, side, sector, lp) for sector in view.chart.order}

    def sent_to(target: Target) -> tuple[ShipCount, ...]:
        return counted(side, (ships[name].ship_class for name, to in plan.assign.items() if to == target))

    sectors = tuple(
        _sector(view, side, sector, own=sent_to(sector), stand=stands[sector], minimum=minimum)
        for sector in view.chart.order
    )
    return SendingProspect(
        sectors, sent_to(RESERVE), (*_warnings(view, side, stands), *(one.words for one in hopeless))
    )


@dataclass(frozen=True)
class _Standoff:
    """Who can meet where a sector's front line is, in LP: those sent to it, to all of a home's sectors `own`.

    Of the enemy's: those last seen `here`, and those last seen `beside` it, from where they can come (S8).
    """

    sent: int
    own: int
    here: int
    beside: int
    neighbours: tuple[str, ...]

    @property
    def can_come(self) -> int:
        """All of the enemy's that can be there."""
        return self.here + self.beside

    @property
    def is_outnumbered(self) -> bool:
        """Whether those that were seen here are more than those that are sent."""
        return self.here >= self.own + LEAD

    @property
    def can_be(self) -> bool:
        """Whether those that can come are more than those that are sent."""
        return self.can_come >= self.own + LEAD


def _standoff(view: WarView, side: Side, sector: str, lp: Mapping[str, int]) -> _Standoff:
    enemy, place = opponent(side), view.place_of(sector)
    sectors = view.markers_on(place) if place in HOMES.values() else (sector,)
    near = [at for at in view.chart.order if any(at in view.chart.neighbours(one) for one in sectors)]
    here = {name: one for at in sectors for name, one in last_sightings(view, enemy, at).items()}
    beside = {name: one for at in near for name, one in last_sightings(view, enemy, at).items()}
    apart = {name: one for name, one in beside.items() if name not in here}
    where = [at for at in near if apart.keys() & last_sightings(view, enemy, at).keys()]
    return _Standoff(
        sent=lp[sector],
        own=sum(lp[one] for one in sectors),
        here=seen_lp(enemy, here.values()),
        beside=seen_lp(enemy, apart.values()),
        neighbours=tuple(where),
    )


def _danger(stand: _Standoff) -> str:
    """What of the enemy's may come, where it is more than what is sent; "" where it is not."""
    if not stand.can_be:
        return ""
    if not stand.beside:
        return f"Outnumbered: the enemy last had {stand.here} LP here."
    next_door = f"{stand.beside} LP next door in {in_row(stand.neighbours)}"
    if not stand.here:
        return f"Perhaps outnumbered: the enemy last had {next_door}."
    first = "Outnumbered" if stand.is_outnumbered else "Perhaps outnumbered"
    return f"{first}: the enemy last had {stand.here} LP here, and {next_door}."


def _warnings(view: WarView, side: Side, stands: Mapping[str, _Standoff]) -> Iterator[str]:
    """Where the enemy's ships that are known can come in force: the home, what lies before it, all other fronts."""
    home = view.markers_on(HOMES[side])
    if home and stands[home[0]].can_be:
        base = " and a base" if view.base_of(side, HOMES[side]) is not None else ""
        stand = stands[home[0]]
        yield f"Your home has {stand.own} LP{base}. {_can_bring(stand)}"
        if view.markers_on(HOMES[opponent(side)]):
            yield "Both homes are attacked: the side with more LP in the sectors chooses which battle is first."
    rest = [sector for sector in view.chart.order if sector not in home]
    before = [sector for sector in rest if _is_before_home(view, side, sector)]
    for sector in before:
        stand = stands[sector]
        if stand.can_be:
            yield f"{sector}, the last zone before your home, has {stand.own} LP. {_can_bring(stand)}"
    others = [one for one in rest if one not in before and stands[one].is_outnumbered]
    if others:
        yield f"In {in_row(others)} the enemy last had more LP than you send."


def _can_bring(stand: _Standoff) -> str:
    return f"Counting the ships you last saw, the enemy can bring {stand.can_come} LP."


def _is_before_home(view: WarView, side: Side, sector: str) -> bool:
    """Whether the front line's next zone back is the home."""
    back = view.markers[sector] + (-1 if side == "terran" else 1)
    return view.place_of(sector) != HOMES[side] and view.chart.place(sector, back) == HOMES[side]


def _sector(
    view: WarView, side: Side, sector: str, *, own: tuple[ShipCount, ...], stand: _Standoff, minimum: int
) -> SectorProspect:
    turn, latest = last_seen_in(view, opponent(side), sector)
    return SectorProspect(
        sector=sector,
        zone=view.markers[sector] + 1,
        own=own,
        lp=stand.sent,
        minimum=minimum,
        seen=counted(opponent(side), (sighting.ship_class for sighting in latest)),
        seen_turn=turn,
        defends=_stands_there(view, side, sector, "your"),
        faces=_faces(view, side, sector),
        risks=_risks(view, side, sector),
        danger=_danger(stand),
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
    if _is_before_home(view, side, sector):
        return "A defeat can move the front line to your home."
    back = view.markers[sector] + (-1 if side == "terran" else 1)
    return f"A defeat can move the front line back to zone {back + 1}."
