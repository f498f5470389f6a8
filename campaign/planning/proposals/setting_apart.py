"""What sets proposals apart that have the same reason: what each one alone does, as the end of its sentence."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.proposals.prospects import counted
from campaign.rules.fleets import assignment, building
from campaign.rules.orders import RESERVE


def set_apart(reasons: Mapping[str, str], plans: Mapping[str, WorkingPlan]) -> dict[str, str]:
    """The reasons by key; those that are alike gain what is true of that plan and of none beside it.

    Two plans that do the same keep the same reason.
    """
    told: dict[str, str] = {}
    for key, why in reasons.items():
        beside = [plans[other] for other, words in reasons.items() if words == why and other != key]
        alone = apart(plans[key], beside)
        told[key] = f"{why}, and this plan {alone}" if alone else why
    return told


def apart(plan: WorkingPlan, beside: Sequence[WorkingPlan]) -> str:
    """What a plan does and none of those beside it; where each shares something, one thing against each.

    "" if there is nothing beside it, or nothing that sets it apart.
    """
    if not beside:
        return ""
    own = [*_deeds(plan)]
    others = [{*_deeds(other)} for other in beside]
    alone = next((deed for deed in own if not any(deed in other for other in others)), "")
    against = (next((deed for deed in own if deed not in other), "") for other in others)
    return alone or " and ".join(dict.fromkeys(filter(None, against)))


def _deeds(plan: WorkingPlan) -> Iterator[str]:
    """What a plan does, the weightiest first, each the rest of "This plan ..."."""
    sent = assignment.sent_lp(plan.war, plan.side, plan.ships, plan.plan)
    yield f"sends {sum(sent.values())} LP to the sectors"
    left = plan.view.fleet(plan.side).treasury - building.cost_of(plan.side, plan.plan)
    yield f"leaves {left} points"
    for sector, lp in sent.items():
        yield f"sends {lp} LP to {sector}"
    for _, words in counted(plan.side, Counter(plan.plan.buy).elements()):
        yield f"buys {words}"
    for name, where in plan.plan.assign.items():
        yield f"keeps {name} in the Reserve" if where == RESERVE else f"sends {name} to {where}"
