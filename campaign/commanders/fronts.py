"""The places that are fought over this turn, what is at stake at each, and what the enemy may bring there."""

from collections.abc import Mapping
from dataclasses import dataclass

from campaign.commanders.strength import Piece, piece, strength
from campaign.commanders.temper import Temper
from campaign.commanders.variation import tilt
from campaign.rules.battles.settling import zones_to
from campaign.rules.map.strategic_map import HOMES, Place
from campaign.rules.odds.assumptions import wealth
from campaign.rules.sight import WarView
from engines.seam.sides import Side, opponent

STAYS = 0.75
"""The share of an enemy seen in a sector last turn that is reckoned to be there again."""
RESTS = 0.25
"""The same of an enemy that was seen damaged: it will be in its Reserve."""
FIT = 0.75
"""What has less than this left of its worth is damaged, for that."""
LANDING_PARTY = 2
"""How many transports take a planet (31.8)."""
NEXT_DOOR = 1
"""How far from the own home a defeat brings the enemy there, zones."""
WAR = 2.0
"""What the battle over a home is worth: all the rest together."""

Forces = Mapping[Place, float]
"""By place what a side has there is worth, about in Ship Points."""


@dataclass(frozen=True, slots=True)
class Front:
    """A place that is fought over: with both homes' battles it may be several sectors' (S17).

    `gain` and `loss` say what a marker moved forward or back would be worth. `barred`: a planet of the enemy's stops
    it until transports have landed; `shut`: a base guards that planet besides (31.8).
    """

    place: Place
    sectors: tuple[str, ...]
    gain: float
    loss: float
    barred: bool
    shut: bool
    own_home: bool
    enemy_home: bool

    @property
    def stake(self) -> float:
        """All that is at stake."""
        return self.gain + self.loss


def fronts(view: WarView, side: Side, temper: Temper, whim: str = "") -> tuple[Front, ...]:
    """Every place that is fought over this turn, in battle order (31.6)."""
    places = dict.fromkeys(view.place_of(sector) for sector in view.chart.order)
    return tuple(_front(view, side, place, temper, whim) for place in places)


def _front(view: WarView, side: Side, place: Place, temper: Temper, whim: str) -> Front:
    enemy = opponent(side)
    sectors = view.markers_on(place)
    gain, loss = zip(*(_stakes(view, side, sector) for sector in sectors), strict=True)
    barred = view.planets.get(place) == enemy and place != HOMES[enemy]
    shift = tilt(whim, temper.whimsy, view.turn, sectors[0])
    near = any(way_home(view, sector, side) <= NEXT_DOOR for sector in sectors)
    return Front(
        place=place,
        sectors=sectors,
        gain=max(gain) * shift * (temper.drive + temper.impatience * view.turn),
        loss=max(loss) * shift * (temper.homeward if near else 1.0),
        barred=barred,
        shut=barred and view.base_of(enemy, place) is not None,
        own_home=place == HOMES[side],
        enemy_home=place == HOMES[enemy],
    )


def _stakes(view: WarView, side: Side, sector: str) -> tuple[float, float]:
    """What a zone won and a zone lost is worth: every zone nearer to a home doubles it."""
    own = way_home(view, sector, side)
    enemy = way_home(view, sector, opponent(side))
    gain = 0.5 ** (enemy + 1) + 0.5 ** (own + 2)
    loss = 0.5 ** (own + 1) + 0.5 ** (enemy + 2)
    return (gain if enemy else WAR), (loss if own else WAR)


def way_home(view: WarView, sector: str, of: Side) -> int:
    """How far it is from a sector's front line to a side's home, zones; its own planets on the way make it longer."""
    return zones_to(view, sector, view.markers[sector], view.planets, of)


def forecast(view: WarView, side: Side, ground: tuple[Front, ...]) -> Forces:
    """What the enemy may be worth at each front: what was seen near there last turn, and a share of all the rest.

    The rest is what may stand in its Reserve or is new, and what may have moved; it goes where much is at stake.
    """
    enemy = opponent(side)
    boxes = view.settings.boxes
    found = {place: strength(enemy, ships, boxes) for place, ships in _seen(view, enemy, ground).items()}
    rest = max(wealth(view, enemy), sum(found.values())) - STAYS * sum(found.values())
    stakes = sum(front.stake for front in ground)
    return {
        front.place: STAYS * found[front.place]
        + rest * front.stake / stakes
        + _base(view, enemy, front, boxes)
        for front in ground
    }


def _base(view: WarView, enemy: Side, front: Front, boxes: int) -> float:
    base = view.base_of(enemy, front.place)
    if base is None:
        return 0.0
    key = view.settings.catalogue.base_class(enemy).key
    return strength(enemy, [piece(enemy, key, base.damage)], boxes)


def _seen(view: WarView, enemy: Side, ground: tuple[Front, ...]) -> dict[Place, list[Piece]]:
    """The enemy's ships of last turn's battles at the fronts where their sectors are now; most damaged ones rest."""
    found: dict[Place, list[Piece]] = {front.place: [] for front in ground}
    for sighting in view.sightings[enemy].values():
        if sighting.turn == view.turn - 1:
            at = _front_of(view, ground, sighting.place)
            key, left = piece(enemy, sighting.ship_class, sighting.damage)
            found[at.place].append((key, left if left >= FIT else RESTS * left))
    return found


def _front_of(view: WarView, ground: tuple[Front, ...], place: Place) -> Front:
    """The front at which ships are that were seen at a place: that of its sector; for a home the nearest to it."""
    sector = place.partition("/")[0]
    for front in ground:
        if sector in front.sectors:
            return front
    home: Side = "terran" if place == HOMES["terran"] else "talon"
    return min(ground, key=lambda front: min(way_home(view, one, home) for one in front.sectors))
