"""What the assignment board says of each sector: the zone under its front line, incomes, the enemy as last seen."""

from dataclasses import dataclass

from campaign.map.sight import ground_of
from campaign.planning.edits import WorkingPlan
from campaign.rules.strategic_map import Place, Zone
from engines.seam.sides import SIDES, opponent
from engines.talon.catalogue import ship_class


@dataclass(frozen=True)
class SectorHead:
    """Where a sector's front line stands, what is there, what it pays each side in Ship Points, who was seen there."""

    title: str
    words: str
    mine: int
    theirs: int
    seen: str


def sector_heads(desk: WorkingPlan) -> list[SectorHead]:
    """What both sides may know of the zone each sector's front line stands in, in battle order."""
    found = []
    for sector in desk.war.chart.order:
        place = desk.war.place_of(sector)
        zone = desk.war.chart.zone_at(place)
        incomes = dict(zip(SIDES, zone.income, strict=True))
        found.append(
            SectorHead(
                title=f"{sector} {desk.war.markers[sector] + 1}",
                words=", ".join(_ground_words(desk, place, zone)),
                mine=incomes[desk.side],
                theirs=incomes[opponent(desk.side)],
                seen=seen_words(desk, sector),
            )
        )
    return found


def seen_words(desk: WorkingPlan, sector: str) -> str:
    """What the latest look at the enemy in a sector showed: turn, ships, LP (S15); "" if none still stands there."""
    enemy = opponent(desk.side)
    here = [
        sighting
        for sighting in desk.war.sightings[enemy].values()
        if sighting.place == desk.war.place_of(sector) or sighting.place.partition("/")[0] == sector
    ]
    turn = max((sighting.turn for sighting in here), default=0)
    latest = [sighting for sighting in here if sighting.turn == turn]
    if not latest:
        return ""
    lp = sum(ship_class(enemy, sighting.ship_class).lp for sighting in latest)
    return f"turn {turn}, {len(latest)} ship{'' if len(latest) == 1 else 's'}, {lp} LP"


def _ground_words(desk: WorkingPlan, place: Place, zone: Zone) -> list[str]:
    whose = {desk.side: "your", opponent(desk.side): "their"}
    owner, base = desk.war.planets.get(place), desk.war.bases.get(place)
    if zone.terrain == "planet":
        ground = f"{whose[owner]} planet" if owner else "neutral planet"
    else:
        ground = "random terrain" if zone.terrain == "random" else ground_of(desk.war.chart, zone)
    return [ground, f"{whose[base.side]} base"] if base else [ground]
