"""Battles that a captain would give up before anybody fires: they need not be set up (20.4, 31.6)."""

from campaign.rules.battles.forces import revealed
from campaign.rules.sight import Known
from campaign.rules.state import Battle
from engines.seam.documents import Doctrine
from engines.seam.sides import Side
from engines.seam.systems import system


def gives_up_unfought(war: Known, battle: Battle, side: Side, doctrine: Doctrine) -> bool:
    """Whether the side's captain would concede a battle whose forces are revealed before anybody fires."""
    setup = revealed(war, battle)
    return system(setup.system).gives_up_unfought(setup, side, doctrine)
