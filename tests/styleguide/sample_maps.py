"""Sample maps for the style guide: the default one some turns into a war, the longest, and a short one."""

import tomllib
from pathlib import Path
from typing import Any

from campaign.war.chart.layout import draw_map
from campaign.war.chart.shapes import MapDrawing, SectorSight, Side, ZoneSight

DEFAULT = Path(__file__).resolve().parents[2] / "campaign" / "war" / "maps" / "four_sectors.toml"
Table = dict[str, Any]
Turns = dict[int, tuple[int, ...]]
Bases = dict[int, Side]
FRONTS: dict[str, tuple[int, Turns, Bases]] = {
    "Antares": (5, {4: (1, 2)}, {3: "terran"}),
    "Badlands": (3, {3: (1, 2)}, {}),
    "Maelstrom": (1, {3: (1,), 2: (2,)}, {5: "talon"}),
    "Orion": (3, {4: (1,), 5: (2,)}, {1: "terran", 7: "talon"}),
}
ASTEROIDS: Table = {"income": [20, 100], "terrain": "asteroid chain"}
PLANET: Table = {"income": [100, 20], "terrain": "planet", "owner": "talon"}
HOMES: tuple[Table, Table] = (
    {"income": [10, 100], "terrain": "planet", "home": True, "owner": "terran"},
    {"income": [100, 10], "terrain": "planet", "home": True, "owner": "talon"},
)


def zone(table: Table, base: Side | None, marked: bool, turns: tuple[int, ...]) -> ZoneSight:
    """Return a zone from its table of a map file."""
    home = table.get("home", False)
    return ZoneSight(
        terran_income=table["income"][0],
        talon_income=table["income"][1],
        terrain=table["terrain"],
        has_planet=table["terrain"] == "planet",
        planet_owner=table.get("owner"),
        base_side=table["owner"] if home else base,
        is_home=home,
        is_start=table.get("start", False),
        has_marker=marked,
        visited=turns,
        href="#main",
    )


def lane(name: str, tables: list[Table], front: int, turns: Turns, bases: Bases) -> SectorSight:
    """Return a lane with the marker on the given zone."""
    return SectorSight(
        name,
        tuple(
            zone(table, bases.get(place), place == front, turns.get(place, ()))
            for place, table in enumerate(tables)
        ),
    )


def four_sectors() -> MapDrawing:
    """Return the default map some turns into a war."""
    sectors = tomllib.loads(DEFAULT.read_text())["sectors"]
    return draw_map([lane(name, sectors[name]["zones"], *FRONTS[name]) for name in FRONTS])


def long_map() -> MapDrawing:
    """Return the largest map the layout is made for: eight sectors of thirteen zones."""
    hole: Table = {"income": [50, 50], "terrain": "black hole"}
    tables = [HOMES[0], *[ASTEROIDS, PLANET] * 5, hole, HOMES[1]]
    return draw_map(
        [lane(f"Sector {n}", tables, n + 1, {n: (11, 12), n + 2: (10, 13, 14)}, {}) for n in range(1, 9)]
    )


def short_map() -> MapDrawing:
    """Return a small map: three sectors of three to five zones, with markers on both homes."""
    open_zone: Table = {"income": [30, 80], "terrain": "open"}
    hole: Table = {"income": [50, 50], "terrain": "black hole", "start": True}
    dice: Table = {"income": [50, 50], "terrain": "random", "start": True}
    long = [HOMES[0], open_zone, hole, open_zone, HOMES[1]]
    near, far = lane("Near", long, 2, {}, {}), lane("Far", long, 4, {}, {})
    return draw_map([near, lane("Middle", [HOMES[0], dice, HOMES[1]], 0, {1: (1,)}, {}), far])
