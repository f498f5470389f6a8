"""What is agreed on for a leg whose fleets are chosen in secret (27, S102)."""

from typing import Final

import msgspec

from battles.models import Leg
from battles.talon.skirmish.ground import grounds
from engines.seam.refusals import refuse, refuse_all
from engines.talon.set_ups.choosing import STANDARD, Design, design_refusals
from engines.talon.set_ups.modes import battle_modes

_design: Final = msgspec.json.Decoder(Design)


def design_of(leg: Leg) -> Design | None:
    """What is agreed on for the leg; None for one whose battle was known from the beginning."""
    return None if leg.design is None else _design.decode(bytes(leg.design))


def check_design(design: Design) -> None:
    """Refuse what no leg can be: fleets that are not chosen in secret, teams, and what the rules do not allow."""
    if design.how != "sealed" or design.in_teams:
        raise refuse("S102", "In a leg each of the two players chooses a fleet in secret.")
    if design.mode and design.mode not in battle_modes():
        raise refuse("S102", f"There is no battle mode “{design.mode}”.")
    if design.ground not in dict(grounds()):
        raise refuse("S102", f"There is no terrain “{design.ground}”.")
    refuse_all(design_refusals(design))


def design_title(design: Design) -> str:
    """What such a leg is called."""
    mode = design.battle_mode
    return f"{mode.title if mode else STANDARD}, {design.size} points"


def design_words(leg: Leg) -> str:
    """What is agreed on for the leg, in brief; "" for one whose battle was known from the beginning."""
    design = design_of(leg)
    if design is None:
        return ""
    edge = "by die" if design.initiative is None else design.initiative.title()
    ground = dict(grounds())[design.ground]
    return (
        f"fleets chosen in secret; terrain: {ground[0].lower()}{ground[1:]}; top edge and initiative: {edge}"
    )
