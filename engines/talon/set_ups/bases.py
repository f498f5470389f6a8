"""Bases in battles of no war: one whose side concedes is lost wherever it is (20.4, R30)."""

from msgspec.structs import replace

from engines.seam.documents import BattleSetup
from engines.seam.sides import SIDES
from engines.talon.catalogue import role_of
from engines.talon.terms import terms_of


def with_bases_that_fall(setup: BattleSetup) -> BattleSetup:
    """The set-up of a battle of no war, in format 2 if there is a base; without one nothing changes."""
    if all(role_of(unit.ship_class) != "base" for side in SIDES for unit in setup.force(side)):
        return setup
    terms = terms_of(setup)
    return replace(setup, format=2, terms=replace(terms, bases_fall=True))
