"""The battle of a brief: its fleets, its terrain by dice, and what is special to the place (32)."""

from collections.abc import Callable
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from engines.seam.classes import key_in
from engines.seam.documents import BattleSetup, Quality, Unit
from engines.seam.sides import Side
from engines.talon.aim_documents import Aim, Land
from engines.talon.catalogue import astrometrics, pattern_title
from engines.talon.layout import Layout, Patch, Strip, Zone
from engines.talon.results.layout_check import written
from engines.talon.set_ups.bases import with_bases_that_fall
from engines.talon.space_empires.brief import Brief, BriefShip, transports_of
from engines.talon.space_empires.chart import Chart
from engines.talon.terms import TalonTerms
from engines.talon.terrain import Pattern, TalonTerrain

LABEL: Final = "Space Empires: 4X (32)"
"""What the rules of such a battle are called."""
HOLE: Final = "black_hole"
ONE_HOLE: Final[Pattern] = (1, 6)
"""The pattern of a single black hole."""
KINDS: Final = {"asteroids": "asteroid", "nebulae": "nebula"}
"""By place the kind of terrain that it is full of."""
ATTACKERS_ROWS: Final = (10, 11)
"""The rows along the bottom edge, where the attacker sets up: the defender has the top edge (S91)."""
ALIENS: Final = (
    ("battleship",),
    ("battle_cruiser", "battle_cruiser"),
    ("heavy_cruiser", "heavy_cruiser", "heavy_cruiser"),
)
"""What may guard a planet of aliens: each as likely (32.2, S92)."""
HALF: Final = 3
"""Up to this face a die gives the initiative to Terran."""
FACES_EACH: Final = 2
"""How many faces of a die stand for each of them."""
UNSKILLED: Final = Quality()
"""A ship with which nothing changes: as in a battle of Talon alone."""
OF_ALIENS: Final = Quality(0, 0)
"""Aliens have level 0 in everything (S92)."""
Die = Callable[[], int]
Face = Annotated[int, Meta(ge=1, le=6)]


class Rolled(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="document", tag="rolled"
):
    """What dice decided: the patterns that were rolled, of which the last one is laid, and who the aliens are.

    `initiative` says who has it where both sides have Talon ships (33.2).
    """

    patterns: tuple[Pattern, ...] = ()
    aliens: Face | None = None
    initiative: Face | None = None
    format: Literal[1] = 1


def roll(brief: Brief, die: Die) -> Rolled:
    """The dice of a battle, from a `die` that gives a number from 1 to 6: column, then row of each pattern (30.3)."""
    aliens = die() if brief.aliens else None
    initiative = die() if brief.aliens and brief.attacker == "talon" else None
    kind = KINDS.get(brief.where)
    patterns: list[Pattern] = []
    while kind is not None and not (patterns and is_full_of(patterns[-1], kind)):
        patterns.append((die(), die()))
    return Rolled(tuple(patterns), aliens, initiative)


def is_full_of(pattern: Pattern, kind: str) -> bool:
    """Whether half of a pattern or more is terrain of a kind; one with a black hole never is (30.3, 32.2, S90).

    >>> is_full_of((2, 2), "asteroid"), is_full_of((2, 2), "nebula"), is_full_of((1, 2), "asteroid")
    (False, True, True)
    """
    laid = astrometrics()[pattern]
    counters = sum(len(hexes) for hexes in laid.values())
    return HOLE not in laid and 2 * len(laid.get(kind, ())) >= counters


def setup_of(brief: Brief, rolled: Rolled, chart: Chart) -> BattleSetup:
    """The set-up of a battle that can be fought as it is told, with what was rolled for it."""
    terran, talon = _force(brief, "terran", rolled, chart), _force(brief, "talon", rolled, chart)
    planet = brief.where == "planet"
    setup = BattleSetup(
        brief.place,
        "planet" if planet else "last_ship_standing",
        terran,
        talon,
        terrain=_terrain(brief, rolled),
        planet_owner=brief.defender if planet else None,
        initiative="terran" if rolled.initiative is not None and rolled.initiative <= HALF else "talon",
        boxes=brief.boxes,
        format=2,
        terms=TalonTerms(
            LABEL,
            _aims(brief),
            layout=_layout(brief),
            top=brief.defender,
            tactics=brief.tactician,
            no_retreat=brief.defender if brief.aliens else None,
        ),
    )
    return with_bases_that_fall(setup)


def _terrain(brief: Brief, rolled: Rolled) -> TalonTerrain:
    """The pattern that the defender lays, if there is one."""
    if brief.where == "black_hole":
        return TalonTerrain(pattern_title(*ONE_HOLE), ONE_HOLE)
    if not rolled.patterns:
        return TalonTerrain()
    return TalonTerrain(pattern_title(*rolled.patterns[-1]), rolled.patterns[-1], rolled=True)


def _aims(brief: Brief) -> tuple[Aim, ...]:
    """What decides besides the field: nothing; transports may set troops down, the owner's, too (32.3, R118)."""
    if not brief.is_lived_on:
        return ()
    sides = (brief.attacker, *(side for side in (brief.defender,) if transports_of(brief, side)))
    return tuple(Land(side, returns=True, rule="32.3", counts=1) for side in sides)


def _layout(brief: Brief) -> dict[str, object]:
    """Where a warp point lies, and who sets up near it (32.2)."""
    if brief.where != "warp_point" or brief.warp is None:
        return {}
    row, column = brief.warp
    strips = tuple(Strip(one) for one in ATTACKERS_ROWS)
    zones = (Zone(brief.attacker, strips, near_hole=True),) if brief.through else ()
    return written(Layout(zones, (Patch("worm-hole", row, column),)))


def _force(brief: Brief, side: Side, rolled: Rolled, chart: Chart) -> tuple[Unit, ...]:
    if rolled.aliens is not None and side == brief.defender:
        models = ALIENS[(rolled.aliens - 1) // FACES_EACH]
        return tuple(
            Unit(f"Alien {number}", key_in(side, "talon", model), quality=OF_ALIENS)
            for number, model in enumerate(models, 1)
        )
    return tuple(_unit(brief, ship, chart) for ship in brief.force(side))


def _unit(brief: Brief, ship: BriefShip, chart: Chart) -> Unit:
    """A ship with what counts here: technology as the level of the engine that changes a die in the same way."""
    attack = UNSKILLED.attack if brief.cancels else 1 + chart.attack_of(ship.attack).change
    defence = UNSKILLED.defence if brief.cancels else 1 - chart.defence_of(ship.defence).change
    quality = Quality(attack, defence, ship.experience, ship.legendary)
    return Unit(ship.name, ship.ship_class, quality=None if quality == UNSKILLED else quality)
