"""Named legal proposals beside the map: bases, and whole turns; made from one side's view alone."""

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from campaign.commanders import assigning
from campaign.commanders import building as buying
from campaign.commanders.temper import TEMPERS
from campaign.planning.editor import bases as base_choice
from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.proposals import ready_fleets
from campaign.planning.proposals.chances import LaneChance, chances
from campaign.planning.proposals.prospects import SendingProspect, ShipCount, counted, prospect
from campaign.planning.proposals.ready_fleets import FleetChoice
from campaign.planning.proposals.reasons import WORTH_A_TRY, Reason, fleet_reasons, reason
from campaign.planning.proposals.setting_apart import set_apart
from campaign.planning.proposals.vain import hopeless_fronts
from campaign.rules import decide
from campaign.rules.fleets import building
from campaign.rules.map.strategic_map import HOMES, Place, place_title
from campaign.rules.orders import USUAL_ODDS, PlaceBases, Plan, StandingInstruction
from campaign.rules.sight import WarView
from engines.seam.documents import Level
from engines.seam.sides import Side

Named = tuple[str, str, str]
"""Key, name and a sentence."""
PLACING: Named = (
    "planets",
    "Guard the planets",
    "Home first, then planets near the front line. No enemy can land where you have a base.",
)
SENDING: dict[str, tuple[str, str]] = {
    "strike": (
        "Strike where it pays",
        "Send all that can be spared together to where there is most to win or lose.",
    ),
    "guard": (
        "Guard the front line",
        "Send all that can be spared where it can prevent the greatest loss.",
    ),
    "stay": (
        "Hold and reinforce",
        "Ships stay, or go next door to defend your home. Damaged ships go to the Reserve, idle ones where they help.",
    ),
}
RECOMMENDED = ("long-wall", "drawn-blades", "guard")
"""What a newcomer does well to take: a ready fleet of either side, a whole turn."""
THRIFTY = ("strike",)
"""The proposals that buy only what is worth most for its points."""
STRIKING = dataclasses.replace(TEMPERS["steady"], unsure=6, homeward=2.0)
GUARDING = dataclasses.replace(TEMPERS["steady"], drive=0.1, impatience=0.02, homeward=1.5)
"""What is to be lost weighs more than what is to be won; it never presses."""
HOLDING = dataclasses.replace(TEMPERS["steady"], drive=0.25, impatience=0.04, homeward=2.0)
"""What is to be lost weighs more than what is to be won."""
LEAD = 2
"""The lead in LP of the enemy at which a side declines that goes by LP."""
ANSWERS: dict[str, tuple[str, StandingInstruction]] = {
    "odds": (
        f"Engage where you hold the front line in {USUAL_ODDS} of 100 or more, and always at your home",
        StandingInstruction("odds"),
    ),
    "worth": ("Engage where it is worth more than to decline", StandingInstruction("worth")),
    "unless": (
        f"Engage unless the enemy leads by {LEAD} LP, and always at your home",
        StandingInstruction("unless", LEAD),
    ),
    "engage": ("Engage every battle", StandingInstruction("engage")),
    "ask": ("Ask me before each battle", StandingInstruction()),
}
ADVISED = "odds"
"""The answer that is recommended, and comes with a ready fleet.

To go by the worth alone is hardly better, and leaves fewer battles: docs/commanders.md has the figures.
"""
AT_HOME = StandingInstruction("engage", stance="hold")
"""At the own home: to decline there loses the war (S10)."""


@dataclass(frozen=True)
class Proposal:
    """Something to choose: its `key`, name, a sentence, and what it comes to in short facts.

    `because` says why it is proposed, in a sentence, "" for bases. `key` of a whole turn is the word
    of its button. `ships`: class key, how many in words, for each class that is bought. `prospect`: what an assignment
    means for each sector; None for bases. `recommended`: to newcomers.
    """

    key: str
    name: str
    words: str
    facts: tuple[str, ...]
    ships: tuple[ShipCount, ...] = ()
    prospect: SendingProspect | None = None
    recommended: bool = False
    because: str = ""

    @property
    def anchor(self) -> str:
        """The id of its button: "do-proposal-strike"."""
        return f"do-{self.key.replace('/', '-')}"


def base_proposals(view: WarView, side: Side) -> dict[str, tuple[Proposal, PlaceBases]]:
    """The ways to place the free bases, by key; only those that may be sealed.

    There is one. On a planet near the front without a base the enemy lands: with bases in zones without a planet, 12 of
    80 wars as Terran were won against the easy computer.
    """
    order = base_choice.proposal(view, side)
    if any(decide.bases_refusals(view, side, order)):
        return {}
    key, name, words = PLACING
    facts = tuple(_place_words(view, place) for place in order.places)
    return {key: (Proposal(key, name, words, facts), order)}


def _place_words(view: WarView, place: Place) -> str:
    """A place in words that cannot be taken for a number of ships."""
    if place in HOMES.values():
        return place_title(place)
    ground = ", a planet" if view.chart.zone_at(place).terrain == "planet" else ""
    return f"{place.partition('/')[0]}, zone {place.partition('/')[2]}{ground}"


def turn_proposals(view: WarView, side: Side, level: Level = "captain") -> dict[str, tuple[Proposal, Plan]]:
    """Whole turns, by the word of the button that takes one: a ready fleet on turn 1, later what the front needs.

    Only those that may be sealed, each once; `level` is that of the captains of whom battles are estimated.
    """
    found: dict[str, tuple[Proposal, Plan]] = {}
    reasons: dict[str, Reason] = {}
    choices = ready_fleets.fleet_choices(view, side)
    fleets = fleet_reasons(choices)
    for (key, name, words), plan in _turns(view, side, choices):
        advised = key.rpartition("/")[2] in RECOMMENDED
        orders = (plan.buy, plan.assign)
        known = next((at for at, (_, other) in found.items() if (other.buy, other.assign) == orders), "")
        if known:
            same, other = found[known]
            found[known] = (dataclasses.replace(same, recommended=same.recommended or advised), other)
        elif not any(decide.plan_refusals(view, side, plan)):
            working = WorkingPlan(view, side, plan)
            told = chances(working, level) if view.turn > 1 else {}
            ahead = prospect(view, side, plan, hopeless_fronts(view, side, plan, told), told)
            why = _why(working, key, name, (told, ahead.dangers), fleets)
            reasons[key] = why
            facts = _facts(view, side, plan)
            ships = counted(side, Counter(plan.buy).elements())
            found[key] = (Proposal(key, why.name, words, facts, ships, ahead, advised), plan)
    return _for_the_goal(_with_reasons(view, side, found, reasons), reasons)


def _facts(view: WarView, side: Side, plan: Plan) -> tuple[str, ...]:
    cost = building.cost_of(side, plan)
    return (f"{cost} points, {view.fleet(side).treasury - cost} left",)


def _why(
    working: WorkingPlan,
    key: str,
    name: str,
    told: tuple[Mapping[str, LaneChance], Mapping[str, str]],
    fleets: Mapping[str, str],
) -> Reason:
    """Its name and reason, by the chances and dangers that are `told`; a ready fleet is compared with the others."""
    kind, _, which = key.partition("/")
    return Reason(name, fleets[which]) if kind == "fleet" else reason(working, which, name, *told)


def _with_reasons(
    view: WarView, side: Side, found: Mapping[str, tuple[Proposal, Plan]], reasons: Mapping[str, Reason]
) -> dict[str, tuple[Proposal, Plan]]:
    """The same, each with a reason that no other one beside it has."""
    plans = {key: WorkingPlan(view, side, plan) for key, (_, plan) in found.items()}
    whys = set_apart({key: one.why for key, one in reasons.items()}, plans)
    told = {key: dataclasses.replace(one, why=whys[key]) for key, one in reasons.items()}
    return {
        key: (dataclasses.replace(one, because=told[key].because), plan) for key, (one, plan) in found.items()
    }


def _for_the_goal(
    found: dict[str, tuple[Proposal, Plan]], reasons: Mapping[str, Reason]
) -> dict[str, tuple[Proposal, Plan]]:
    """The same, with that recommended which is likely enough to win the war now; where none is, as it was."""
    best = max(reasons, key=lambda key: reasons[key].wins_war, default="")
    if not best or reasons[best].wins_war < WORTH_A_TRY:
        return found
    return {
        key: (dataclasses.replace(one, recommended=key == best), plan) for key, (one, plan) in found.items()
    }


def _turns(view: WarView, side: Side, choices: Iterable[FleetChoice]) -> Iterator[tuple[Named, Plan]]:
    if view.turn == 1:
        for one in choices:
            yield (f"fleet/{one.fleet.key}", one.fleet.name, one.fleet.words), one.working.plan
        return
    purchases = {thrifty: buying.bought(view, side, thrifty=thrifty) for thrifty in (True, False)}
    for key, (name, words) in SENDING.items():
        yield (f"proposal/{key}", name, words), sent_by(view, side, purchases[key in THRIFTY], key)


def sent_by(view: WarView, side: Side, bought: Plan, key: str) -> Plan:
    """The plan with every ship sent as a proposal has it; LookupError if there is none of that key."""
    return SENDERS[key](view, side, bought)


def _strike(view: WarView, side: Side, bought: Plan) -> Plan:
    return assigning.assigned(view, side, bought, STRIKING)


def _guard(view: WarView, side: Side, bought: Plan) -> Plan:
    """On turn 1, when nothing is known of the enemy, a ready fleet is spread evenly."""
    choices = ready_fleets.fleet_choices(view, side)
    spread = next((one.working.plan for one in choices if one.working.plan.buy == bought.buy), None)
    return spread or assigning.assigned(view, side, bought, GUARDING)


def _stay(view: WarView, side: Side, bought: Plan) -> Plan:
    return assigning.assigned(view, side, bought, HOLDING, holding=True)


SENDERS: dict[str, Callable[[WarView, Side, Plan], Plan]] = {
    "strike": _strike,
    "guard": _guard,
    "stay": _stay,
}


def whole(view: WarView, side: Side, key: str) -> Plan:
    """A turn's purchase, what the front asks for, and its assignment; LookupError for a proposal there is not."""
    return sent_by(view, side, buying.bought(view, side, thrifty=key in THRIFTY), key)


def answering(view: WarView, plan: Plan, answer: str) -> Plan:
    """The plan with the same answer for every sector, but never to decline at home; LookupError for no answer.

    How battles are fought stays as it was in each sector, by whom and with which doctrine, but at home to hold.
    """
    instruction = ANSWERS[answer][1]
    home = HOMES[view.viewer] if view.viewer is not None else None
    asks = instruction == StandingInstruction()
    standing = {}
    for sector in view.chart.order:
        was = plan.standing.get(sector, StandingInstruction())
        at_home = not asks and view.place_of(sector) == home
        one = replace(AT_HOME if at_home else replace(instruction, stance=was.stance), by_hand=was.by_hand)
        if one != StandingInstruction():
            standing[sector] = one
    return replace(plan, standing=standing)
