"""A person who takes the site's own proposals: at every choice the one in the middle of those offered."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaign.commanders.commander import Commander
from campaign.planning import proposals
from campaign.rules.orders import AnyOrder, PlaceBases, Plan, StandingInstruction
from campaign.rules.sight import WarView
from engines.seam.documents import Doctrine
from engines.seam.sides import Side


@dataclass(frozen=True)
class ProposalPlayer:
    """Plays a side by the short screens alone.

    Of three proposals it takes the second, of two the first. What the war's page asks besides, which home first or
    which transports land, it answers as a commander does.
    """

    side: Side

    def decide(self, view: WarView) -> AnyOrder | None:
        """The order that the side owes, or None if nothing waits for it."""
        if view.phase == "bases" and not view.fleet(self.side).bases_placed:
            bases: PlaceBases = self._middle(proposals.base_proposals(view, self.side))
            return bases
        if view.phase == "planning" and not view.fleet(self.side).planned:
            return self._plan(view)
        return Commander(self.side).decide(view)

    def _plan(self, view: WarView) -> Plan:
        bought: Plan = self._middle(proposals.purchase_proposals(view, self.side))
        sent: Plan = self._middle(proposals.sending_proposals(view, self.side, bought))
        answers = list(proposals.ANSWERS)
        return proposals.answering(view, sent, answers[(len(answers) - 1) // 2])

    def _middle(self, offered: Mapping[str, tuple[proposals.Proposal, Any]]) -> Any:
        found = list(offered.values())
        return found[(len(found) - 1) // 2][1]

    def doctrine(self, view: WarView, number: int) -> Doctrine:
        """What a standing instruction brings with it (S36)."""
        standing = view.fleet(self.side).standing
        told = (standing[sector] for sector in view.battle(number).sectors if sector in standing)
        return Doctrine(stance=next(told, StandingInstruction()).stance)
