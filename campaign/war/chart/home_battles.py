"""What is said where the front line is at a home, and the war can end there (31.6, S10, S17 to S19)."""

from collections.abc import Iterator

from campaign.rules.map.strategic_map import HOMES
from campaign.rules.sight import WarView, last_sightings
from campaign.rules.state import Sighting, lp_of
from campaign.war.chart.fronts import seen_lp
from engines.seam.sides import Side, opponent
from engines.seam.words.in_a_row import in_row


def at_homes(view: WarView, side: Side) -> tuple[str, ...]:
    """What a battle over each home that the front line has reached can decide; the own home first."""
    return tuple(_at_homes(view, side))


def _at_homes(view: WarView, side: Side) -> Iterator[str]:
    mine, theirs = (view.markers_on(HOMES[of]) for of in (side, opponent(side)))
    if mine:
        yield f"The enemy attacks your home from {in_row(mine)}: a defeat there loses the war."
    if theirs:
        yield f"You attack the enemy's home from {in_row(theirs)}: a victory there wins the war."


def whose(home: Side, side: Side) -> str:
    """A home as the side calls it."""
    return "your home" if home == side else "the enemy's home"


def forces(view: WarView, side: Side, home: Side) -> str:
    """Who stands at a home before its battle is revealed: the own ships, and the enemy as last seen there (S15)."""
    enemy, sectors = opponent(side), view.markers_on(HOMES[home])
    ships = view.own.ships if view.own is not None else {}
    lp = lp_of(side, {name: ship for name, ship in ships.items() if ship.where in sectors})
    base = view.base_of(home, HOMES[home]) is not None
    own = f"{'You defend it' if home == side else 'You attack it'} with {lp} LP"
    if base:
        own += " and a base" if home == side else ", and its base still stands"
    # By name, because each marker that is on the home has the same ships there.
    seen: dict[str, Sighting] = {}
    for sector in sectors:
        seen |= last_sightings(view, enemy, sector)
    turn = max((sighting.turn for sighting in seen.values()), default=0)
    if not turn:
        return f"{own}. You have not seen the enemy there."
    theirs = seen_lp(enemy, (sighting for sighting in seen.values() if sighting.turn == turn))
    return f"{own}. The enemy last had {theirs} LP there, in turn {turn}."
