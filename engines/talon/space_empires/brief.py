"""A battle of Space Empires: 4X as its players tell it: where it is, who meets, and what cannot be so (32)."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from engines.seam.documents import Name
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.seam.words.articles import with_article
from engines.seam.words.names import unwritable
from engines.talon.catalogue import ShipClass, known_class
from engines.talon.deployment import SQUADRONS_CARRIED, takes_squadrons
from engines.talon.layout import Column, Row
from engines.talon.results.layout_check import columns_of
from engines.talon.space_empires.chart import Chart

Where = Literal["space", "asteroids", "nebulae", "black_hole", "planet", "warp_point"]
PLACES: Final[dict[Where, str]] = {
    "space": "Empty space",
    "asteroids": "Asteroids",
    "nebulae": "Nebulae",
    "black_hole": "A black hole",
    "planet": "A planet",
    "warp_point": "A warp point",
}
CANCELLING: Final = ("asteroids", "nebulae")
"""Where attack and defence technology count nothing (32.2)."""
Level = Annotated[int, Meta(ge=0, le=3)]
Rating = Annotated[int, Meta(ge=0, le=9)]
MOST_SHIPS: Final = 30
"""The most ships of a side."""
ROWS_BETWEEN: Final = range(3, 10)
"""The rows between the zones of both sides, in which a warp point lies (30.1, S91)."""
Ways = Literal["hand", "table", "worker"]


class BriefShip(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A ship, squadron or base that comes into the battle, with its technology and its crew (32.4, 32.5)."""

    name: Name
    ship_class: str
    attack: Level = 0
    defence: Level = 0
    experience: Level = 0
    legendary: bool = False


class Brief(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="document", tag="brief"
):
    """What is told of a battle. Terran has the blue counters of the other game, and Talon the red ones (32.1).

    `aliens`: the defender is a fleet that belongs to nobody, played by that side; it has no ships here, dice say which
    come (32.2). `colony`: the planet is the defender's, not a barren one. `terran_tactics` and `talon_tactics` are the
    ratings of both sides, `warp` is the row and column of a warp point, which the defender chooses, and `through` says
    that the attacker comes through it. `boxes` of the game limit the counters (31.6, 32.6), and `way` says how it is
    fought.
    """

    place: Name
    where: Where
    defender: Side
    terran: Annotated[tuple[BriefShip, ...], Meta(max_length=MOST_SHIPS)] = ()
    talon: Annotated[tuple[BriefShip, ...], Meta(max_length=MOST_SHIPS)] = ()
    terran_tactics: Rating = 0
    talon_tactics: Rating = 0
    aliens: bool = False
    colony: bool = False
    warp: tuple[Row, Column] | None = None
    through: bool = True
    boxes: Annotated[int, Meta(ge=1, le=9)] = 1
    way: Ways = "hand"
    format: Literal[1] = 1

    def force(self, side: Side) -> tuple[BriefShip, ...]:
        """The ships of one side, as they are told; aliens have none."""
        return self.terran if side == "terran" else self.talon

    def tactics_of(self, side: Side) -> int:
        """The tactics rating of a side."""
        return self.terran_tactics if side == "terran" else self.talon_tactics

    @property
    def attacker(self) -> Side:
        """The side that came into the hex."""
        return opponent(self.defender)

    @property
    def tactician(self) -> Side:
        """Who may change the initiative once: the higher rating, the defender on a tie (32.4)."""
        mine, theirs = self.tactics_of(self.defender), self.tactics_of(self.attacker)
        return self.attacker if theirs > mine else self.defender

    @property
    def is_lived_on(self) -> bool:
        """Whether it is at a planet with a colony or with aliens, where troops can land."""
        return self.where == "planet" and (self.colony or self.aliens)

    @property
    def cancels(self) -> bool:
        """Whether technology counts nothing here (32.2)."""
        return self.where in CANCELLING


class Troops(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="document", tag="troops"
):
    """What one side has put aboard its transports, in secret before the battle: words by the name of each (32.3)."""

    side: Side
    aboard: dict[Name, Annotated[str, Meta(min_length=1, max_length=80)]] = {}
    format: Literal[1] = 1


def refusals(brief: Brief, chart: Chart) -> Iterator[Refusal]:
    """Every reason why the battle cannot be fought as it is told."""
    yield from _about_aliens(brief)
    if brief.colony and (brief.where != "planet" or brief.aliens):
        words = "Only a planet that belongs to the defender is a colony. Choose a planet, and no aliens."
        yield Refusal("32.2", words)
    yield from _about_warp_point(brief)
    for side in SIDES:
        if brief.aliens and side == brief.defender:
            continue
        yield from _force(brief, side, chart)


def _about_aliens(brief: Brief) -> Iterator[Refusal]:
    if not brief.aliens:
        return
    if brief.where != "planet":
        yield Refusal("32.2", "Aliens guard their planet. Choose a planet as the place.")
    if brief.force(brief.defender):
        title = SIDE_TITLES[brief.defender]
        words = f"The aliens defend, and {title} plays them: dice say which ships they have. Leave {title}’s ships out."
        yield Refusal("32.2", words)
    if brief.tactics_of(brief.defender):
        words = "Aliens have no tactics rating. Leave out that of the side that plays them."
        yield Refusal("S92", words)


def _about_warp_point(brief: Brief) -> Iterator[Refusal]:
    if brief.where != "warp_point":
        return
    if brief.warp is None:
        yield Refusal("32.2", "The defender places the warp point. Enter its row and its column.")
        return
    row, column = brief.warp
    if row not in ROWS_BETWEEN or column > columns_of(row):
        words = f"The warp point lies between the set-up zones: in row 3 to 9, and in column 1 to {columns_of(row)}."
        yield Refusal("S91", words)


def _force(brief: Brief, side: Side, chart: Chart) -> Iterator[Refusal]:
    ships, title = brief.force(side), SIDE_TITLES[side]
    kinds = [known_class(side, ship.ship_class) for ship in ships]
    if len(ships) > MOST_SHIPS:
        words = (
            f"{title} has {len(ships)} ships, and a battle has room for {MOST_SHIPS} a side. Leave some out."
        )
        yield Refusal("", words, side)
    if not any(kind is not None and kind.role != "squadron" for kind in kinds):
        yield Refusal("32", f"{title} has no ship and no base. Enter at least one.", side)
    for name, count in Counter(ship.name for ship in ships).items():
        if count > 1:
            yield Refusal(
                "S34", f"{title} has {count} ships named {name}. Give each a name of its own.", side
            )
    if sum(kind is not None and kind.role == "base" for kind in kinds) > 1:
        yield Refusal("31.2", f"{title} has more than one base. A battle has room for one a side.", side)
    beyond = without_room(brief, side)
    if beyond and not (brief.colony and side == brief.defender):
        words = (
            f"{title} has {beyond} squadron{'' if beyond == 1 else 's'} too many: a carrier carries four. "
            "Leave them out, or enter another carrier."
        )
        yield Refusal("32.1", words, side)
    for ship, kind in zip(ships, kinds, strict=True):
        if kind is None:
            named = ship.ship_class.replace("_", " ")
            words = f"{title} has no {named}: some classes are only one side’s. Choose another class."
            yield Refusal("32.1", words, ship.name)
            continue
        yield from _ship(brief, side, ship, kind, chart)


def _ship(brief: Brief, side: Side, ship: BriefShip, kind: ShipClass, chart: Chart) -> Iterator[Refusal]:
    if wrong := unwritable(ship.name):
        yield Refusal("S34", f"{wrong} Give the ship another name.", ship.name)
    if kind.role == "base" and side != brief.defender:
        yield Refusal("32.2", f"{ship.name} is a base, and bases do not attack. Leave it out.", ship.name)
    hull = chart.size_of(kind.model)
    if hull is None:
        return
    for what, level in (("attack", ship.attack), ("defence", ship.defence)):
        if level > hull.size:
            words = (
                f"{ship.name} has {what} {level}, and {with_article(kind.title.lower())} with hull size {hull.size} "
                f"carries {hull.size} at most. Enter {what} {hull.size} or less."
            )
            yield Refusal("32.4", words, ship.name)


def unknown(brief: Brief, chart: Chart) -> Iterator[str]:
    """What the chart does not say of these ships, so that the sheet cannot say it either, as sentences."""
    ships = [(side, ship.ship_class) for side in SIDES for ship in brief.force(side)]
    if any(chart.cost_of(side, model) is None for side, model in ships):
        yield "The costs of these ships in CP are not all known. The sheet does not add up what was lost."
    if brief.where == "planet":
        attackers = {ship.ship_class for ship in brief.force(brief.attacker)}
        if not attackers <= chart.bombardment.keys():
            words = "The bombardment ratings of these ships are not all known. "
            yield f"{words}Where one is missing, the sheet says only what attack technology adds to it."


def without_room(brief: Brief, side: Side) -> int:
    """How many squadrons of a side have no carrier or base to be launched from: at a colony they take no part (S20)."""
    kinds = [kind for ship in brief.force(side) if (kind := known_class(side, ship.ship_class)) is not None]
    room = SQUADRONS_CARRIED * sum(takes_squadrons(kind.role) for kind in kinds)
    return max(0, sum(kind.role == "squadron" for kind in kinds) - room)


def transports_of(brief: Brief, side: Side) -> tuple[str, ...]:
    """The names of a side's transports that may land: of either side, where somebody lives on the planet (32.3)."""
    if not brief.is_lived_on:
        return ()
    return tuple(
        ship.name
        for ship in brief.force(side)
        if (kind := known_class(side, ship.ship_class)) is not None and kind.role == "transport"
    )


def troops_refusals(brief: Brief, troops: Troops) -> Iterator[Refusal]:
    """Why troops cannot be aboard so: each is on a transport of its side that may land."""
    known = transports_of(brief, troops.side)
    for name in troops.aboard:
        if name not in known:
            words = f"{SIDE_TITLES[troops.side]} has no transport {name} that could carry troops here."
            yield Refusal("32.3", words, name)
