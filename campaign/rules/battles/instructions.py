"""Standing instructions: which one speaks for a battle, and what it answers (S36, S41, S60, S61, S76, S83)."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from campaign.rules.map.strategic_map import HOMES
from campaign.rules.orders import StandingInstruction
from campaign.rules.state import Battle
from engines.seam.sides import Side, opponent


def instruction_for(battle: Battle, standing: Mapping[str, StandingInstruction]) -> StandingInstruction:
    """The instruction that speaks for a battle: that of the first of its sectors in battle order with one (S41)."""
    return next((standing[sector] for sector in battle.sectors if sector in standing), StandingInstruction())


def goes_by_odds(instruction: StandingInstruction, battle: Battle, side: Side) -> bool:
    """Whether the odds decide what is answered: not at the own home, nor where the enemy has declined (S76)."""
    return instruction.answer == "odds" and _is_open(battle, side)


def goes_by_worth(instruction: StandingInstruction, battle: Battle, side: Side) -> bool:
    """Whether it is decided by what to engage is worth: where the odds would decide, too (S83)."""
    return instruction.answer == "worth" and _is_open(battle, side)


def _is_open(battle: Battle, side: Side) -> bool:
    return battle.place != HOMES[side] and battle.answers.get(opponent(side)) is not False


def carried_out(
    instruction: StandingInstruction,
    battle: Battle,
    side: Side,
    odds: int | None = None,
    gain: int | None = None,
) -> bool | None:
    """What an instruction answers in a revealed battle; None if the side is to be asked (S36, S61, S76, S83).

    `odds`: in how many of 100 the side stands its ground; `gain`: by how many Ship Points it is worth more to engage
    than to decline. Each where the instruction goes by that.
    """
    lead = battle.lp[side] - battle.lp[opponent(side)]
    match instruction.answer:
        case "ask":
            return None
        case "unless":
            return -lead < instruction.lead
        case "leading":
            declined = battle.answers.get(opponent(side)) is False
            return True if declined or lead >= instruction.lead else None
        case "odds":
            return odds is None or odds >= instruction.odds
        case "worth":
            return gain is None or gain >= 0
        case _:
            return instruction.answer == "engage"


def engage_when_leading(
    sectors: Iterable[str], standing: Mapping[str, StandingInstruction], lead: int
) -> dict[str, StandingInstruction]:
    """New instructions to engage with a lead of that many LP, for every sector that has no other instruction (S61)."""
    found = {sector: standing.get(sector, StandingInstruction()) for sector in sectors}
    return {
        sector: replace(instruction, answer="leading", lead=lead)
        for sector, instruction in found.items()
        if instruction.answer in ("ask", "leading")
    }
