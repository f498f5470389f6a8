"""Random battles of Space Empires: 4X: qualities, tactics, aliens, troops, and zones near a worm hole (32)."""

from random import Random

from msgspec.structs import replace

from engines.seam.codec import encode
from engines.seam.documents import BattleSetup, Quality, Unit
from engines.seam.sides import SIDES
from engines.talon.aim_documents import Land
from engines.talon.results.layout_check import layout_of, written
from engines.talon.results.setup_check import setup_refusals
from engines.talon.terms import aims_of, terms_of

SHARE = 0.3
"""The share of set-ups that become such a battle."""


def perhaps_of_space_empires(setup: BattleSetup) -> BattleSetup:
    """The set-up, or the same as a battle of Space Empires: 4X; it follows from the set-up alone which."""
    random = Random(encode(setup))
    if random.random() > SHARE:
        return setup
    forces = {side: tuple(_skilled(random, unit) for unit in setup.force(side)) for side in SIDES}
    terms = terms_of(setup)
    found = replace(
        setup,
        **forces,
        format=2,
        terms=replace(
            terms,
            tactics=random.choice((None, *SIDES)),
            no_retreat=random.choice((None, None, *SIDES)),
            aims=_troops(random, setup) or aims_of(setup),
            layout=_near(random, setup) or terms.layout,
        ),
    )
    return setup if setup_refusals(found) else found


def _skilled(random: Random, unit: Unit) -> Unit:
    if random.random() < 0.3:
        return unit
    attack, defence, experience = (random.randint(0, 3) for _ in range(3))
    return replace(unit, quality=Quality(attack, defence, experience, random.random() < 0.3))


def _troops(random: Random, setup: BattleSetup) -> tuple[Land, ...]:
    """Over a planet, mostly, transports only set troops down."""
    if setup.planet_owner is None or random.random() < 0.3:
        return ()
    return tuple(Land(side, returns=True, counts=1) for side in SIDES)


def _near(random: Random, setup: BattleSetup) -> dict[str, object]:
    """Where a worm hole lies, mostly, ships set up near it."""
    layout = layout_of(setup)
    if layout is None or random.random() < 0.3:
        return {}
    if all(patch.kind != "worm-hole" for patch in layout.terrain):
        return {}
    return written(replace(layout, zones=tuple(replace(zone, near_hole=True) for zone in layout.zones)))
