"""Named legal proposals for the short screens: bases, a purchase, an assignment; made from one side's view alone."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from campaign.commanders import assigning
from campaign.commanders import building as buying
from campaign.commanders.muster import Body, assignment_of, bodies
from campaign.commanders.temper import TEMPERS
from campaign.planning import bases as base_choice
from campaign.planning import ready_fleets
from campaign.rules import assignment, building, decide, start
from campaign.rules.nearest import nearest_legal
from campaign.rules.orders import RESERVE, PlaceBases, Plan, StandingInstruction, Target
from campaign.rules.sight import WarView
from campaign.rules.strategic_map import HOMES, Place, place_title
from engines.seam.sides import Side
from engines.talon.catalogue import purchasable

Named = tuple[str, str, str]
"""Key, name and a sentence."""
PLACING: tuple[Named, ...] = (
    (
        "planets",
        "Guard the planets",
        "Home first, then planets near the front. No enemy can land where you have a base.",
    ),
    (
        "front",
        "Guard the front",
        "Home first, then zones without a planet as near the front as possible.",
    ),
)
NEEDED: Named = (
    "needed",
    "What the front needs",
    "Missing classes, transports for planets ahead, squadrons for your carriers, then a good mix.",
)
SAVED: Named = ("saved", "Save points", "Buy nothing this turn and save for bigger ships.")
SENDING: dict[str, tuple[str, str]] = {
    "strike": ("Strike where it pays", "Meet every minimum, and send the rest together where it can win."),
    "guard": ("Guard the front", "About the same strength in every sector, as far as ships can reach."),
    "stay": (
        "Hold and reinforce",
        "Ships stay in their sectors. Damaged ships go to the Reserve, and idle ships to the weakest sectors.",
    ),
}
LEAD = 5
ANSWERS: dict[str, tuple[str, StandingInstruction]] = {
    "engage": ("Engage every battle", StandingInstruction("engage")),
    "unless": (f"Engage unless the enemy has {LEAD} LP more", StandingInstruction("unless", LEAD)),
    "ask": ("Ask me before each battle", StandingInstruction()),
}


@dataclass(frozen=True)
class Proposal:
    """Something to choose: its `key`, name, a sentence, and what it comes to in short facts.

    `ships`: class key, how many in words, for each class that is bought.
    """

    key: str
    name: str
    words: str
    facts: tuple[str, ...]
    ships: tuple[tuple[str, str], ...] = ()


def base_proposals(view: WarView, side: Side) -> dict[str, tuple[Proposal, PlaceBases]]:
    """The ways to place the free bases, by key; only those that may be sealed, each once."""
    found: dict[str, tuple[Proposal, PlaceBases]] = {}
    for key, name, words in PLACING:
        order = base_choice.proposal(view, side) if key == "planets" else _near_the_front(view, side)
        known = any(set(order.places) == set(other.places) for _, other in found.values())
        if not known and not any(decide.bases_refusals(view, side, order)):
            facts = tuple(_place_words(view, place) for place in order.places)
            found[key] = (Proposal(key, name, words, facts), order)
    return found


def _near_the_front(view: WarView, side: Side) -> PlaceBases:
    legal = set(start.base_places(view, side))
    away = {
        place: (zone.terrain == "planet", abs(view.markers[sector] - index))
        for place, sector, index, zone in view.chart.places()
        if place in legal and place != HOMES[side]
    }
    home = [HOMES[side]] if HOMES[side] in legal else []
    return PlaceBases(tuple([*home, *sorted(away, key=away.__getitem__)][: start.free_bases(view, side)]))


def _place_words(view: WarView, place: Place) -> str:
    """A place in words that cannot be taken for a number of ships."""
    if place in HOMES.values():
        return place_title(place)
    ground = ", a planet" if view.chart.zone_at(place).terrain == "planet" else ""
    return f"{place.partition('/')[0]}, zone {place.partition('/')[2]}{ground}"


def purchase_proposals(view: WarView, side: Side) -> dict[str, tuple[Proposal, Plan]]:
    """What may be bought, by key: ready fleets on turn 1, later what the front asks for and more of their kind."""
    found: dict[str, tuple[Proposal, Plan]] = {}
    for (key, name, words), plan in _purchases(view, side):
        known = any(plan.buy == other.buy for _, other in found.values())
        if not known and not any(building.building_refusals(view, side, plan)):
            found[key] = (_purchase(view, side, (key, name, words), plan), plan)
    return found


def _purchases(view: WarView, side: Side) -> Iterator[tuple[Named, Plan]]:
    if view.turn == 1:
        for one in ready_fleets.fleet_choices(view, side):
            yield (one.fleet.key, one.fleet.name, one.fleet.words), Plan(buy=one.desk.plan.buy)
        return
    bought = buying.bought(view, side)
    if bought.buy:
        yield NEEDED, bought
    for fleet in ready_fleets.ready_fleets():
        if fleet.side == side and (more := ready_fleets.reinforced(view, side, fleet)).buy:
            yield (fleet.key, f"More of {fleet.name}", fleet.words), more
    yield SAVED, Plan()


def _purchase(view: WarView, side: Side, named: Named, plan: Plan) -> Proposal:
    cost = building.cost_of(side, plan)
    ships = tuple(
        (kind.key, f"{number} {kind.title if number == 1 else kind.plural}")
        for kind in purchasable(side)
        if (number := plan.buy.get(kind.key, 0))
    )
    left = view.fleet(side).treasury - cost
    return Proposal(*named, facts=(f"{cost} points, {left} left",), ships=ships)


def sending_proposals(view: WarView, side: Side, bought: Plan) -> dict[str, tuple[Proposal, Plan]]:
    """The ways to send a fleet out, by key; only those that may be sealed, each once."""
    found: dict[str, tuple[Proposal, Plan]] = {}
    for (key, name, words), plan in _sendings(view, side, bought):
        known = any(plan.assign == other.assign for _, other in found.values())
        if not known and not any(decide.plan_refusals(view, side, plan)):
            found[key] = (Proposal(key, name, words, _sent(view, side, plan)), plan)
    return found


def _sendings(view: WarView, side: Side, bought: Plan) -> Iterator[tuple[Named, Plan]]:
    for key, (name, words) in SENDING.items():
        if key != "stay" or view.turn > 1:
            yield (key, name, words), sent_by(view, side, bought, key)


def sent_by(view: WarView, side: Side, bought: Plan, key: str) -> Plan:
    """The plan with every ship sent as a proposal has it; LookupError if there is none of that key."""
    return SENDERS[key](view, side, bought)


def _strike(view: WarView, side: Side, bought: Plan) -> Plan:
    return assigning.assigned(view, side, bought, TEMPERS["steady"], 0)


def _guard(view: WarView, side: Side, bought: Plan) -> Plan:
    """A ready fleet as it is spread on turn 1; else the heaviest first, each where there is least in its reach."""
    spread = [
        one.desk.plan for one in ready_fleets.fleet_choices(view, side) if one.desk.plan.buy == bought.buy
    ]
    if spread:
        return spread[0]
    return _levelled(view, side, bought, {})


def _stay(view: WarView, side: Side, bought: Plan) -> Plan:
    fighting, _ = bodies(view, side, bought)
    held = {body: body.where for body in fighting if body.where in view.chart.order and not body.tired}
    return _levelled(view, side, bought, {body: target for body, target in held.items() if target})


def _levelled(view: WarView, side: Side, bought: Plan, held: Mapping[Body, Target]) -> Plan:
    """The plan with those held where they are, and the others, the heaviest first, where there is least in reach.

    Transports, squadrons without a carrier and the damaged go to the Reserve.
    """
    fighting, transports = bodies(view, side, bought)
    sent: dict[Body, Target] = {**dict.fromkeys(transports, RESERVE), **held}
    load = dict.fromkeys(view.chart.order, 0)
    for body, target in held.items():
        load[target] += body.lp
    for body in sorted((one for one in fighting if one not in held), key=lambda one: -one.lp):
        near = [sector for sector in body.reach if sector in load and _goes_out(body)]
        sent[body] = min(near, key=load.__getitem__) if near else RESERVE
        if near:
            load[sent[body]] += body.lp
    return replace(bought, assign=nearest_legal(view, side, replace(bought, assign=assignment_of(sent))))


def _goes_out(body: Body) -> bool:
    return not body.tired and body.pieces[0][0] != "fighter"


SENDERS: dict[str, Callable[[WarView, Side, Plan], Plan]] = {
    "strike": _strike,
    "guard": _guard,
    "stay": _stay,
}


def whole(view: WarView, side: Side, key: str) -> Plan:
    """A turn's purchase, what the front asks for, and its assignment; LookupError for a proposal there is not."""
    return sent_by(view, side, buying.bought(view, side), key)


def answering(view: WarView, plan: Plan, answer: str) -> Plan:
    """The plan with the same instruction for every sector (S36); LookupError for an answer there is not."""
    instruction = ANSWERS[answer][1]
    return replace(
        plan,
        standing={} if instruction == StandingInstruction() else dict.fromkeys(view.chart.order, instruction),
    )


def _sent(view: WarView, side: Side, plan: Plan) -> tuple[str, ...]:
    """How many ships go where, and their LP against the minimum."""
    ships = assignment.ships_to_send(view, side, plan)
    sent = assignment.sent_lp(view, side, ships, plan)
    need = assignment.minimum_for(view, side, sent)
    counts = dict.fromkeys((*view.chart.order, RESERVE), 0)
    for target in plan.assign.values():
        counts[target] += 1
    fronts = (
        f"{sector}, zone {view.markers[sector] + 1}: {_ships(counts[sector])}, {lp} LP (minimum {need})"
        for sector, lp in sent.items()
    )
    return (*fronts, f"Fleet Reserve: {_ships(counts[RESERVE])}")


def _ships(number: int) -> str:
    return f"{number} ship{'' if number == 1 else 's'}"
