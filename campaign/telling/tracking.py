"""A war as tables that people keep on paper: its turns, its fronts, the fleet, and what was seen of the enemy (S15)."""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Final

from campaign.rules.fleets.building import income_of
from campaign.rules.map.strategic_map import place_title
from campaign.rules.orders import RESERVE
from campaign.rules.sight import WarView
from campaign.rules.state import Sighting
from campaign.telling.charts import Values
from campaign.telling.line import counted
from engines.seam.documents import Unit
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import ship_class
from engines.talon.sheets.unit_cards import UnitCard, unit_card

NONE: Final = "–"
FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
"""How a cell begins that a spreadsheet takes for a formula, or that seems to have been kept from that already."""


@dataclass(frozen=True)
class Table:
    """A table of words: its title, the heads of its columns, and its rows."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class TrackedShip:
    """A ship of the fleet: where it is, and its card with the damage it carries."""

    card: UnitCard
    where: str


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


def bases_table(view: WarView) -> Table:
    """Every base that stands, with its damage; both sides know all of them."""
    rows = tuple(
        (
            base.side.title(),
            base.name,
            place_title(place),
            damage_words(base.side, Unit(base.name, "base", base.damage)),
        )
        for place, base in sorted(view.bases.items(), key=lambda found: (found[1].side != "terran", found[0]))
    )
    return Table("Bases", ("Side", "Base", "Place", "Damage"), rows)


def fleet_of(view: WarView, side: Side) -> tuple[TrackedShip, ...]:
    """The ships of a side, by place, the costliest first; LookupError if the view does not show them."""
    order = {RESERVE: len(view.chart.order), **{sector: at for at, sector in enumerate(view.chart.order)}}
    ships = sorted(
        view.fleet(side).ships.items(),
        key=lambda one: (order.get(one[1].where or "", -1), -one[1].class_of(side).points, one[0]),
    )
    return tuple(
        TrackedShip(unit_card(side, Unit(name, ship.ship_class, ship.damage)), _where(ship.where))
        for name, ship in ships
    )


def _where(target: str | None) -> str:
    return "not assigned" if target is None else "Reserve" if target == RESERVE else target


def fleet_table(title: str, fleet: Sequence[TrackedShip]) -> Table:
    """The same as a table."""
    rows = tuple(
        (
            ship.where,
            ship.card.name,
            ship.card.kind.title,
            str(ship.card.kind.points),
            str(ship.card.kind.lp),
            _card_words(ship.card),
        )
        for ship in fleet
    )
    return Table(title, ("Place", "Ship", "Class", "Points", "LP", "Damage"), rows)


def seen_table(view: WarView, enemy: Side) -> Table:
    """What was last seen of each enemy ship, the latest first."""
    seen = sorted(view.sightings[enemy].items(), key=lambda one: (-one[1].turn, one[1].place, one[0]))
    rows = tuple(_seen_row(enemy, name, sighting) for name, sighting in seen)
    return Table(f"{enemy.title()} ships as last seen", ("Turn", "Place", "Ship", "Class", "Damage"), rows)


def _seen_row(enemy: Side, name: str, sighting: Sighting) -> tuple[str, ...]:
    damage = damage_words(enemy, Unit(name, sighting.ship_class, sighting.damage))
    kind = ship_class(enemy, sighting.ship_class).title
    return (str(sighting.turn), place_title(sighting.place), name, kind, damage)


def damage_words(side: Side, unit: Unit) -> str:
    """A unit's damage in words, "none" if it is whole."""
    return _card_words(unit_card(side, unit))


def _card_words(card: UnitCard) -> str:
    if card.fighters:
        lost = len(card.fighters) - card.fighters_left
        hurt = sum(boxes == 1 for boxes in card.fighters)
        found = ((lost, "lost"), (hurt, "damaged"))
        return ", ".join(f"{counted(number, 'fighter')} {word}" for number, word in found if number) or "none"
    marked = len(card.boxes) - card.hull_left
    hull = (f"hull {marked} of {len(card.boxes)}",) if marked else ()
    return ", ".join((*hull, *card.lasting)) or "none"


def as_csv(tables: Iterable[Table]) -> str:
    """The tables one after the other as CSV; a cell that a spreadsheet would take for a formula begins with '."""
    text = StringIO()
    writer = csv.writer(text)
    for table in tables:
        writer.writerow([_cell(table.title)])
        writer.writerow([_cell(word) for word in table.head])
        writer.writerows([_cell(word) for word in row] for row in table.rows)
        writer.writerow([])
    return text.getvalue()


def _cell(word: str) -> str:
    return f"'{word}" if FORMULA.match(word) else word
