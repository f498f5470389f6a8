"""Standing instructions: which one speaks for a battle, and what it answers (S36, S41, S60, S61)."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from campaign.rules.orders import StandingInstruction
from campaign.rules.state import Battle
from engines.seam.sides import Side, opponent


def instruction_for(battle: Battle, standing: Mapping[str, StandingInstruction]) -> StandingInstruction:
    """The instruction that speaks for a battle: that of the first of its sectors in battle order with one (S41)."""
    return next((standing[sector] for sector in battle.sectors if sector in standing), StandingInstruction())


def carried_out(told: StandingInstruction, battle: Battle, side: Side) -> bool | None:
    """What an instruction answers in a revealed battle; None if the side is to be asked (S36, S61)."""
    lead = battle.lp[side] - battle.lp[opponent(side)]
    match told.answer:
        case "ask":
            return None
        case "unless":
            return -lead < told.lead
        case "leading":
            declined = battle.answers.get(opponent(side)) is False
            return True if declined or lead >= told.lead else None
        case _:
            return told.answer == "engage"


def engage_when_leading(
    sectors: Iterable[str], standing: Mapping[str, StandingInstruction], lead: int
) -> dict[str, StandingInstruction]:
    """New instructions to engage with a lead of that many LP, for every sector that has no other instruction (S61)."""
    found = {sector: standing.get(sector, StandingInstruction()) for sector in sectors}
    return {
        sector: replace(told, answer="leading", lead=lead)
        for sector, told in found.items()
        if told.answer in ("ask", "leading")
    }
