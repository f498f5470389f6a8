"""Who can meet where a front line is, and how that would go: warnings of a plan, by the estimate (S8, S15)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from campaign.rules.battles.forces import has_forces
from campaign.rules.battles.settling import chance_to_win
from campaign.rules.map.strategic_map import HOMES, Place
from campaign.rules.odds.asked import expected_battle
from campaign.rules.odds.assumptions import damage_now
from campaign.rules.sight import WarView, last_sightings
from campaign.rules.state import Ship, Sighting
from engines.seam.documents import Unit
from engines.seam.sides import Side, opponent
from engines.seam.words.in_a_row import in_row

OUTMATCHED: Final = 40
"""A side that wins so many of 100 or fewer is called outmatched."""


@dataclass(frozen=True)
class Standoff:
    """A front line, and how many of 100 battles the side would win there, None where no such enemy is known.

    `here`: against the enemy's ships that were last seen there; `reach`: against those and the ones last seen next
    door, in the sectors `beside`.
    """

    here: int | None
    reach: int | None
    beside: tuple[str, ...]

    @property
    def is_outmatched(self) -> bool:
        """Whether those that were seen here are stronger than what is sent."""
        return self.here is not None and self.here <= OUTMATCHED

    @property
    def may_be(self) -> bool:
        """Whether those that can come are stronger than what is sent."""
        return self.reach is not None and self.reach <= OUTMATCHED

    def danger(self, typical: int | None) -> str:
        """How the enemy's ships that may come would do there; "" where they are no stronger than what is sent.

        `typical` is the mean over all that may come, of 100; None where nobody has worked it out.
        """
        if not self.may_be:
            return ""
        neighbours = in_row(self.beside) if self.beside else ""
        if self.here is None:
            words = f"If the enemy comes from {neighbours}, you win {self.reach} of 100"
        else:
            words = f"If the enemy stays, you win {self.here} of 100"
            words += f"; if its neighbours in {neighbours} join, {self.reach}" if neighbours else ""
        return f"{words}." if typical is None else f"{words}; typically {typical}."

    @property
    def may_fall(self) -> str:
        """What all that can come would do there, as the end of a sentence."""
        return f"may fall: against all the enemy ships last seen in reach you would win {self.reach} of 100."


def standoff(view: WarView, side: Side, sector: str, own: Mapping[str, Ship]) -> Standoff:
    """How the ships `own` at a sector's front line would do against known enemies."""
    enemy, place = opponent(side), view.place_of(sector)
    sectors = view.markers_on(place) if place in HOMES.values() else (sector,)
    near = [at for at in view.chart.order if any(at in view.chart.neighbours(one) for one in sectors)]
    here = {name: one for at in sectors for name, one in last_sightings(view, enemy, at).items()}
    beside = {name: one for at in near for name, one in last_sightings(view, enemy, at).items()}
    apart = {name: one for name, one in beside.items() if name not in here}

    def won(seen: Mapping[str, Sighting]) -> int | None:
        units = [Unit(name, one.ship_class, damage_now(view, one)) for name, one in sorted(seen.items())]
        if not has_forces(units):
            return None
        battle = expected_battle(view, side, place, own, units)
        return round(100 * chance_to_win(view, battle, side, view.settings.computer))

    where = tuple(at for at in near if apart.keys() & last_sightings(view, enemy, at).keys())
    return Standoff(won(here), won({**here, **apart}), where)


def warnings(
    view: WarView, side: Side, stands: Mapping[str, Standoff], named: Collection[Place] = ()
) -> Iterator[str]:
    """Where the enemy's ships that are known can come in force: the home, what lies before it, all other fronts.

    Of those `named` are left out: they are warned of as hopeless.
    """
    home = view.markers_on(HOMES[side])
    if home and stands[home[0]].may_be:
        yield f"Your home {stands[home[0]].may_fall}"
        if view.markers_on(HOMES[opponent(side)]):
            yield "Both homes are attacked: the side with more LP in the sectors chooses which battle is first."
    rest = [sector for sector in view.chart.order if sector not in home]
    before = [sector for sector in rest if is_before_home(view, side, sector)]
    for sector in before:
        if stands[sector].may_be:
            yield f"{sector}, the last zone before your home, {stands[sector].may_fall}"
    others = [
        f"{stands[one].here} of 100 in {one}"
        for one in rest
        if one not in before and view.place_of(one) not in named and stands[one].is_outmatched
    ]
    if others:
        yield f"Against the enemy as it was last seen you would win {in_row(others)}."


def is_before_home(view: WarView, side: Side, sector: str) -> bool:
    """Whether the front line's next zone back is the home."""
    back = view.markers[sector] + (-1 if side == "terran" else 1)
    return view.place_of(sector) != HOMES[side] and view.chart.place(sector, back) == HOMES[side]
