"""A war as tables that people keep on paper: its turns, its fronts, the fleet, and what was seen of the enemy (S15)."""

from collections.abc import Iterable, Mapping
from typing import Final

from campaign.rules.fleets.building import income_of
from campaign.rules.map.strategic_map import place_title
from campaign.rules.sight import WarView
from campaign.rules.state import Sighting
from campaign.war.words.fleet_tables import Table, damage_words
from config.line_chart import Values
from config.spreadsheet import as_csv as rows_as_csv
from engines.seam.documents import Unit
from engines.seam.sides import SIDES, Side
from engines.seam.systems import unit_class

NONE: Final = "–"
"""How a cell begins that a spreadsheet takes for a formula, or that seems to have been kept from that already."""


def turns_table(title: str, columns: Mapping[str, Values], turns: Iterable[int]) -> Table:
    """The figures of each turn; turn 0 is before the war."""
    rows = (
        (str(turn), *(str(values[turn]) if turn in values else NONE for values in columns.values()))
        for turn in turns
        if any(turn in values for values in columns.values())
    )
    return Table(title, ("Turn", *columns), tuple(rows))


def fronts_table(view: WarView) -> Table:
    """Each sector's front line, what is there, and what it pays."""
    incomes = {side: income_of(view, side) for side in SIDES}
    rows = tuple(
        (
            sector,
            f"{view.markers[sector] + 1} of {len(view.chart.zones(sector))}",
            _what_is_at(view, view.place_of(sector), view.chart.zone(sector, view.markers[sector]).terrain),
            str(incomes["terran"][sector]),
            str(incomes["talon"][sector]),
        )
        for sector in view.chart.order
    )
    return Table("Fronts", ("Sector", "Zone", "Terrain", "Terran income", "Talon income"), rows)


def _what_is_at(view: WarView, place: str, terrain: str) -> str:
    owner = view.planets.get(place)
    return f"{owner.title()} planet" if owner else terrain


def seen_table(view: WarView, enemy: Side) -> Table:
    """What was last seen of each enemy ship, the latest first."""
    seen = sorted(view.sightings[enemy].items(), key=lambda one: (-one[1].turn, one[1].place, one[0]))
    rows = tuple(_seen_row(enemy, name, sighting) for name, sighting in seen)
    return Table(f"{enemy.title()} ships as last seen", ("Turn", "Place", "Ship", "Class", "Damage"), rows)


def _seen_row(enemy: Side, name: str, sighting: Sighting) -> tuple[str, ...]:
    damage = damage_words(enemy, Unit(name, sighting.ship_class, sighting.damage))
    kind = unit_class(enemy, sighting.ship_class).title
    return (str(sighting.turn), place_title(sighting.place), name, kind, damage)


def as_csv(tables: Iterable[Table]) -> str:
    """The tables one after the other as CSV."""
    return rows_as_csv(row for table in tables for row in ([table.title], table.head, *table.rows, []))
