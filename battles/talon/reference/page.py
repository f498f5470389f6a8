"""What the pages show that anybody may look up: How to play, and the ship classes."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import msgspec

from battles.battle.terms import SECTIONS, TERMS, Term
from config.pages import Page
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.catalogue import ShipClass, classes_of, ship_classes
from engines.talon.sheets.ship_drawing import ShipSheet, draw_sheet


@dataclass(frozen=True, slots=True)
class HowToPlayPage(Page):
    """The rules of a war in a minute; `sections` are its headings by anchor."""

    template: ClassVar = "reference/how_to_play.html"
    sections: dict[str, str]


def how_to_play_page() -> HowToPlayPage:
    """The page with its headings."""
    return HowToPlayPage(SECTIONS)


@dataclass(frozen=True, slots=True)
class GlossaryPage(Page):
    """The game's own words, by their letters, each in a sentence."""

    template: ClassVar = "reference/glossary.html"
    terms: tuple[Term, ...]


def glossary_page() -> GlossaryPage:
    """The page with every word."""
    return GlossaryPage(tuple(sorted(TERMS.values(), key=lambda term: term.name.lower())))


class ClassList(NamedTuple):
    """One side's classes."""

    side: Side
    classes: tuple[ShipClass, ...]


@dataclass(frozen=True, slots=True)
class ShipsPage(Page):
    """Both sides' classes."""

    template: ClassVar = "reference/ships.html"
    rosters: list[ClassList]


def ships_page() -> ShipsPage:
    """All of them."""
    return ShipsPage([ClassList(side, classes_of(side)) for side in SIDES])


@dataclass(frozen=True, slots=True)
class ShipPage(Page):
    """One class with its sheet; `jumps_from` is the first round in which it can leave by FTL, 0 if it never can.

    `ship` is what components/ship_sheet.html says of the class besides its drawings; `before` and `after` are the
    classes beside it in the side's table, `counterpart` the other side's class of the same name.
    """

    template: ClassVar = "reference/ship.html"
    kind: ShipClass
    ship: dict[str, object]
    sheet: ShipSheet
    before: ShipClass
    after: ShipClass
    counterpart: ShipClass | None
    jumps_from: int


def ship_page(kind: ShipClass) -> ShipPage:
    """The page of a class."""
    classes = classes_of(kind.side)
    place = classes.index(kind)
    return ShipPage(
        kind=kind,
        ship={**msgspec.structs.asdict(kind), "class_id": kind.key, "class_name": kind.title},
        sheet=draw_sheet(kind),
        before=classes[place - 1],
        after=classes[(place + 1) % len(classes)],
        counterpart=ship_classes().get((opponent(kind.side), kind.key)),
        jumps_from=0 if kind.fighters or kind.role == "base" else len(kind.hull),
    )
