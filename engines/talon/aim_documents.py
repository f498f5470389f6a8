"""What a battle is fought for besides the field: aims, as data.

One list is read by whoever judges the battle, checks its report, prints its sheets, or plays a side of it.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engines.seam.sides import SIDES, Side, opponent

Counted = Literal["transport", "base"]
"""A role of which losses may count more than once."""
Times = Annotated[int, Meta(ge=1, le=9)]
"""How many times the points of a unit count."""
Fixed = Literal["minor", "great", "devastating"]
"""The degree of a victory that is won by an aim alone."""


class Land(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="aim", tag="land"):
    """A side's transports may land on the planet, and the points of each that does count `counts` times (R36).

    `needs`: with so many landed the side wins at once; 0: landing decides nothing. `net`: the enemy's landings are
    subtracted. `guarded`: none lands while a base of the enemy stands. `conceded`: the enemy is then treated as if it
    had conceded (20.4). `afterwards`: a side that wins in another way lands what it still needs, for no points (S23).
    `takes`: the planet becomes the side's. `theirs`: each side has a planet, and lands on the enemy's (29.3).
    `later`: its transports are not set up, they come in afterwards (S24). `returns`: a transport only sets troops down,
    and comes back in the next Power Phase (32.3); nothing is decided by that. `rule` is cited where a report says
    otherwise.
    """

    side: Side
    needs: Annotated[int, Meta(ge=0, le=99)] = 0
    rule: str = "31.8"
    net: bool = False
    guarded: bool = False
    conceded: bool = False
    afterwards: bool = False
    takes: bool = False
    later: bool = False
    counts: Times = 2
    theirs: bool = False
    returns: bool = False


class Losses(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="aim", tag="losses"
):
    """The points of a side's destroyed units of a role count `counts` times (R36)."""

    side: Side
    role: Counted
    counts: Times = 2


class Escape(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="aim", tag="escape"
):
    """A side's units of a role are to get away by FTL or a worm hole; each that does counts `counts` times (R36).

    `decides`: if one escapes the side has won, and if all are destroyed the enemy has; the battle goes on, but only
    the degree of the victory is still open (R42). `mutual`: both sides have such an aim, and a side has won if one of
    its own escapes and all of the enemy's are destroyed. `hole`: they cannot jump, only enter the worm hole, which the
    enemy places in its set-up zone (29.5). `rule` is cited where a report says otherwise.
    """

    side: Side
    role: Counted = "transport"
    rule: str = "29.4"
    decides: bool = False
    mutual: bool = False
    counts: Times = 2
    hole: bool = False


class Destroy(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="aim", tag="destroy"
):
    """A side has won if all of the enemy's units of a role are destroyed, whoever holds the field (29.7, R42)."""

    side: Side
    role: Counted = "base"
    rule: str = "29.7"


class Unhurt(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="aim", tag="unhurt"
):
    """Once hull damage is done to a side's unit of a class, what its enemy loses counts half (26.10, R75)."""

    side: Side
    ship_class: str


class Target(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="aim", tag="target"
):
    """A side's unit that the enemy is to destroy, and the side to bring away; destroyed it counts `counts` times (R36).

    A side whose target has got away, and which has destroyed the enemy's, wins at once. `conceded`: the enemy is then
    treated as if it had conceded (20.4). `away`: a target that has got away counts as often against the enemy. `rule`
    is cited where a report says otherwise.
    """

    side: Side
    unit: str
    rule: str = "29.8"
    conceded: bool = False
    away: bool = False
    counts: Times = 2


class Dock(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="aim", tag="dock"):
    """A side's unit is to dock with a base of its side, at any Speed: then the side wins at once (R70).

    The enemy wins at once if the unit is destroyed, or the last base of the side. The unit never leaves the map.
    """

    side: Side
    unit: str
    rule: str = "26"


class Bombard(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="aim", tag="bombard"
):
    """A side may fire at the enemy's `planet`, and wins at once when it has done `needs` points of damage to it (26.8).

    Such a victory is of the `degree` that is given. Otherwise each point adds `counts` to what the enemy has lost,
    whoever wins; an enemy that concedes is counted as if all that is needed had been done. `rule` is cited where a
    report says otherwise.
    """

    side: Side
    planet: str
    needs: Annotated[int, Meta(ge=1, le=99)]
    rule: str = "26"
    counts: Annotated[int, Meta(ge=0, le=99)] = 10
    degree: Fixed = "devastating"


class Intel(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="aim", tag="intel"
):
    """A side's squadrons may board the enemy's base, and `unit`, a carrier, is to jump with the intelligence (26.9).

    If it does, the side wins at once, by the `degree` that is given. The enemy wins at once when no squadron can bring
    the intelligence home any more (R74), by the degree of `denied`. Nothing else decides the battle.
    """

    side: Side
    unit: str
    rule: str = "26"
    degree: Fixed = "devastating"
    denied: Fixed = "minor"


Aim = Land | Losses | Escape | Destroy | Unhurt | Target | Dock | Bombard | Intel


def planet_aims(owner: Side) -> tuple[Aim, ...]:
    """What a war's battle over a planet is about, whose `owner` is named (29.2, 31.8, R36, S22, S23, S24)."""
    invader = opponent(owner)
    return (
        Land(invader, 2, "S22", net=True, guarded=True, conceded=True, afterwards=True, takes=True),
        Land(owner, later=True),
        *(Losses(side, "transport") for side in SIDES),
    )
