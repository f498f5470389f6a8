"""Fronts at which a plan hardly ever wins, in a sentence each: whether the minimum forces it, what helps elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from campaign.commanders.foreseeing import Vain, sent_in_vain
from campaign.planning.proposals.chances import HARD, LaneChance
from campaign.rules.fleets import assignment
from campaign.rules.map.strategic_map import Place, place_in_text
from campaign.rules.orders import Plan
from campaign.rules.sight import WarView
from engines.seam.sides import Side
from engines.seam.words.in_a_row import in_row

HARDLY_EVER: Final = "where you hardly ever win if the enemy stays as it was seen"
"""How a front is named at which a plan hardly ever wins."""


@dataclass(frozen=True)
class HopelessFront:
    """Fronts at which the plan hardly ever wins, and a sentence that says why ships go there."""

    places: tuple[Place, ...]
    words: str


def hopeless_fronts(
    view: WarView, side: Side, plan: Plan, told: Mapping[str, LaneChance]
) -> tuple[HopelessFront, ...]:
    """The fronts at which the plan hardly ever wins against what was last seen of the enemy, in battle order.

    `told` is the chance that is said by sector: only fronts are named where that is likely lost or uphill, for the
    enemy may go elsewhere. Those that the minimum forces come first, in one sentence.
    """
    forced, others = {}, []
    if all(chance.grade not in HARD for chance in told.values()):
        return ()
    ships = assignment.ships_to_send(view, side, plan)
    lp = assignment.sent_lp(view, side, ships, plan)
    for vain in sent_in_vain(view, side, plan):
        sent = sum(lp[sector] for sector in vain.sectors)
        if any(told[sector].grade not in HARD for sector in vain.sectors if sector in told):
            continue
        if vain.forced:
            forced[vain.place] = f"{sent} LP to {place_in_text(vain.place)}"
        else:
            others.append(HopelessFront((vain.place,), _words(vain, sent)))
    if not forced:
        return tuple(others)
    sent_there = in_row(list(forced.values()))
    words = f"Because of the minimum you send {sent_there}, {HARDLY_EVER}."
    return (HopelessFront(tuple(forced), words), *others)


def _words(vain: Vain, sent: int) -> str:
    where = f"{sent} LP to {place_in_text(vain.place)}, {HARDLY_EVER}"
    if not vain.elsewhere:
        return f"You send {where}. Nothing that the minimum could spare would help at another front."
    near = dict.fromkeys(sector for sectors in vain.elsewhere.values() for sector in sectors)
    ships = sorted({name for group in vain.elsewhere for name in group})
    return f"You send {where}. {in_row(ships)} would help more in {' or '.join(near)}."
