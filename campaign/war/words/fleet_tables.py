"""A side's bases and fleet as tables that people keep on paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaign.rules.map.strategic_map import place_title
from campaign.rules.orders import RESERVE
from campaign.rules.sight import WarView
from campaign.war.words.history_line import counted
from engines.seam.cards import UnitCard
from engines.seam.documents import Unit
from engines.seam.sides import Side
from engines.seam.systems import unit_card


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


def bases_table(view: WarView) -> Table:
    """Every base that stands, with its damage; both sides know all of them."""
    rows = tuple(
        (
            base.side.title(),
            base.name,
            place_title(place),
            damage_words(base.side, base.unit(view.settings)),
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
