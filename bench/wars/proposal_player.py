"""A person who takes the site's own proposals: at every choice the one in the same place of those offered."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from campaign.commanders.commander import Commander
from campaign.planning.proposals import proposals, ready_fleets
from campaign.rules.orders import AnyOrder, Plan, StandingInstruction
from campaign.rules.sight import WarView
from engines.seam.documents import Doctrine
from engines.seam.sides import Side

T = TypeVar("T")
Taken = Literal["first", "middle", "last"]
"""Which of the proposals is taken at every choice; of two, the middle one is the first."""


@dataclass(frozen=True)
class ProposalPlayer:
    """Plays a side by what the bases page and the planning page propose.

    At every choice it takes the one that is `taken`; its answer to battles is the one that the site recommends, unless
    it has another one. What the war's page asks besides, which home first or which transports land, it answers as a
    commander does.
    """

    side: Side
    taken: Taken = "middle"
    answer: str = proposals.ADVISED

    def decide(self, view: WarView) -> AnyOrder | None:
        """The order that the side owes, or None if nothing waits for it."""
        if view.phase == "bases" and not view.fleet(self.side).bases_placed:
            return self._one([order for _, order in proposals.base_proposals(view, self.side).values()])
        if view.phase == "planning" and not view.fleet(self.side).planned:
            return self._plan(view)
        return Commander(self.side).decide(view)

    def _plan(self, view: WarView) -> Plan:
        """On turn 1 a ready fleet as it is sent out; later a purchase and an assignment in one."""
        fleets = [one.working.plan for one in ready_fleets.fleet_choices(view, self.side)]
        plan = (
            self._one(fleets) if fleets else proposals.whole(view, self.side, self._one([*proposals.SENDING]))
        )
        return proposals.answering(view, plan, self.answer)

    def _one(self, offered: Sequence[T]) -> T:
        return {"first": offered[0], "middle": _middle(offered), "last": offered[-1]}[self.taken]

    def doctrine(self, view: WarView, number: int) -> Doctrine:
        """What a standing instruction brings with it (S36)."""
        standing = view.fleet(self.side).standing
        told = (standing[sector] for sector in view.battle(number).sectors if sector in standing)
        return Doctrine(stance=next(told, StandingInstruction()).stance)


def _middle(offered: Sequence[T]) -> T:
    """The one in the middle, of two the first."""
    return offered[(len(offered) - 1) // 2]
