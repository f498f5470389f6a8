"""The three short screens with which a war begins: bases, a fleet, its assignment, each from named legal proposals."""

from dataclasses import dataclass

from msgspec.structs import replace

from battles.engine.catalogue import Side, purchasable
from campaign.commanders import assigning
from campaign.commanders.temper import TEMPERS, TemperName
from campaign.desk import bases as base_choice
from campaign.desk.ready_fleets import Offer, offers
from campaign.rules import decide, start
from campaign.rules.orders import RESERVE, PlaceBases, Plan, Standing
from campaign.rules.sight import view
from campaign.rules.state import War
from campaign.rules.strategic_map import HOMES, place_title

PLACING: tuple[tuple[str, str, str], ...] = (
    (
        "planets",
        "Guard the planets",
        "Home first, then planets near the front: no enemy lands where a base stands.",
    ),
    ("front", "Guard the front", "Home first, then the zones right behind the front lines."),
)
SENDING: tuple[tuple[str, TemperName | None, str, str], ...] = (
    ("steady", "steady", "Strike where it pays", "Every minimum met, and the rest where it can win."),
    ("careful", "careful", "Hold the line", "Strong everywhere it matters, and more kept in the Reserve."),
    ("even", None, "Evenly", "About the same strength in every sector."),
)


@dataclass(frozen=True)
class Proposal:
    """Something to choose: its `key`, name, a sentence, and what it comes to in short facts or ships."""

    key: str
    name: str
    words: str
    facts: tuple[str, ...]
    ships: tuple[tuple[str, str, int], ...] = ()


def base_proposals(war: War, side: Side) -> dict[str, tuple[Proposal, PlaceBases]]:
    """The ways to place the free bases, by key; only those that may be sealed."""
    found: dict[str, tuple[Proposal, PlaceBases]] = {}
    for key, name, words in PLACING:
        order = base_choice.proposal(war, side) if key == "planets" else _near_the_front(war, side)
        if not any(decide.bases_refusals(war, side, order)):
            facts = tuple(place_title(place) for place in order.places)
            found[key] = (Proposal(key, name, words, facts), order)
    return found


def _near_the_front(war: War, side: Side) -> PlaceBases:
    legal = set(start.base_places(war, side))
    away = {
        place: abs(war.markers[sector] - index)
        for place, sector, index, _ in war.chart.places()
        if place in legal and place != HOMES[side]
    }
    home = [HOMES[side]] if HOMES[side] in legal else []
    return PlaceBases(tuple([*home, *sorted(away, key=away.__getitem__)][: start.free_bases(war, side)]))


def fleet_proposals(war: War, side: Side) -> dict[str, tuple[Proposal, Plan]]:
    """The ready fleets, by key, as plans that buy them."""
    return {
        one.fleet.key: (
            Proposal(
                one.fleet.key, one.fleet.name, one.fleet.words, (f"{one.cost} points",), _ships(one, side)
            ),
            Plan(buy=one.desk.plan.buy),
        )
        for one in offers(war, side)
    }


def _ships(one: Offer, side: Side) -> tuple[tuple[str, str, int], ...]:
    """Class key, abbreviation and count of each class bought."""
    buy = one.desk.plan.buy
    return tuple(
        (kind.key, kind.abbreviation, buy[kind.key]) for kind in purchasable(side) if buy.get(kind.key)
    )


def sending_proposals(war: War, side: Side, bought: Plan) -> dict[str, tuple[Proposal, Plan]]:
    """The ways to send a fleet out, by key; only those that may be sealed, each once. Every battle is engaged (S36)."""
    spread = next((one.desk.plan for one in offers(war, side) if one.desk.plan.buy == bought.buy), None)
    found: dict[str, tuple[Proposal, Plan]] = {}
    for key, temper, name, words in SENDING:
        plan = assigning.assigned(view(war, side), side, bought, TEMPERS[temper], 0) if temper else spread
        if plan is None or any(plan.assign == other.assign for _, other in found.values()):
            continue
        plan = replace(plan, standing=dict.fromkeys(war.chart.order, Standing("engage")))
        if not any(decide.plan_refusals(war, side, plan)):
            found[key] = (Proposal(key, name, words, _sent(war, plan)), plan)
    return found


def _sent(war: War, plan: Plan) -> tuple[str, ...]:
    """How many ships go where."""
    targets = [*war.chart.order, RESERVE]
    counts = {target: sum(sent == target for sent in plan.assign.values()) for target in targets}
    return tuple(f"{target.title()} {count}" for target, count in counts.items())
