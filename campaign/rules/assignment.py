"""The Ship Assignment Phase: reach, minimum, Reserve (31.2, 31.5, S8, S11, S16)."""

from collections.abc import Iterator, Mapping

from campaign.rules import building
from campaign.rules.logistics import minimum_of
from campaign.rules.orders import RESERVE, Plan, Target
from campaign.rules.position import Position
from campaign.rules.shortfall import NOWHERE, Mover, least_shortfall, shortfall
from campaign.rules.state import Ship
from engines.seam.refusals import Refusal
from engines.seam.sides import Side
from engines.talon.catalogue import ship_class


def ships_to_send(war: Position, side: Side, plan: Plan) -> dict[str, Ship]:
    """Every ship the plan must send, by name: those kept, and those bought."""
    ships = {name: ship for name, ship in war.fleet(side).ships.items() if name not in plan.scrap}
    for purchase in building.purchases_of(war, side, plan):
        ships[purchase.name] = Ship(purchase.ship_class)
    return ships


def reach(war: Position, ship: Ship) -> tuple[Target, ...]:
    """Where a ship may be sent as of right (31.5, S8): the Reserve always, then sectors in battle order."""
    if ship.stranded:
        return (RESERVE,)
    if ship.where is None or ship.where == RESERVE:
        return (RESERVE, *war.chart.order)
    near = {ship.where, *war.chart.neighbours(ship.where)}
    return (RESERVE, *(sector for sector in war.chart.order if sector in near))


def sent_lp(war: Position, side: Side, ships: Mapping[str, Ship], plan: Plan) -> dict[str, int]:
    """The LP the plan sends to each sector."""
    sums = dict.fromkeys(war.chart.order, 0)
    for name, ship in ships.items():
        target = plan.assign.get(name)
        if target in sums:
            sums[target] += ship.class_of(side).lp
    return sums


def minimum_for(war: Position, side: Side, sent: Mapping[str, int]) -> int:
    """The minimum per sector this turn; on turn 1 the assignment itself is counted (S16)."""
    return minimum_of(war, side, sum(sent.values())) if war.turn == 1 else war.fleet(side).minimum


def assignment_refusals(war: Position, side: Side, plan: Plan) -> Iterator[Refusal]:
    """Every reason why the plan's assignment may not be."""
    ships = ships_to_send(war, side, plan)
    unclear = [*_every_ship_once(war, ships, plan)]
    yield from unclear
    if unclear:
        return
    yield from _standing_refusals(war, plan)
    yield from _stranded_refusals(ships, plan)
    if war.turn == 1:
        yield from _first_assignment(war, side, ships, plan)
    else:
        yield from _minimum_refusals(war, side, ships, plan)


def _every_ship_once(war: Position, ships: Mapping[str, Ship], plan: Plan) -> Iterator[Refusal]:
    for name in ships:
        if name not in plan.assign:
            yield Refusal("31.5", f"{name} has no assignment: choose a sector or the Fleet Reserve.", name)
    for name, target in plan.assign.items():
        if name not in ships:
            yield Refusal("31.5", f"You have no ship {name} to send.", name)
        elif target != RESERVE and target not in war.chart.order:
            yield Refusal("31.5", f"{name} cannot go to {target}: there is no such sector.", name)


def _standing_refusals(war: Position, plan: Plan) -> Iterator[Refusal]:
    for sector in plan.standing:
        if sector not in war.chart.order:
            yield Refusal("S36", f"There is no sector {sector} to leave instructions for.", sector)


def _stranded_refusals(ships: Mapping[str, Ship], plan: Plan) -> Iterator[Refusal]:
    for name, ship in ships.items():
        if ship.stranded and plan.assign[name] != RESERVE:
            yield Refusal("31.6", f"{name} is stranded and must go to the Fleet Reserve this turn.", name)


def _first_assignment(war: Position, side: Side, ships: Mapping[str, Ship], plan: Plan) -> Iterator[Refusal]:
    kept = sum(ship.class_of(side).points for name, ship in ships.items() if plan.assign[name] == RESERVE)
    least = war.settings.reserve
    if kept < least:
        reason = f"Ships worth {least} points must start in the Fleet Reserve; yours are worth {kept}."
        yield Refusal("31.2", reason, RESERVE)
    sent = sent_lp(war, side, ships, plan)
    yield from _lacking(sent, minimum_for(war, side, sent), "31.5")


def _lacking(sent: Mapping[str, int], minimum: int, rule: str) -> Iterator[Refusal]:
    for sector, lp in sent.items():
        if lp < minimum:
            yield Refusal(
                rule, f"{sector} has {lp} LP of the {minimum} it needs: send {minimum - lp} more.", sector
            )


def far_moves(war: Position, ships: Mapping[str, Ship], plan: Plan) -> list[str]:
    """The ships that the plan sends beyond their reach."""
    return [
        name
        for name, ship in ships.items()
        if not ship.stranded and plan.assign[name] not in reach(war, ship)
    ]


def _minimum_refusals(war: Position, side: Side, ships: Mapping[str, Ship], plan: Plan) -> Iterator[Refusal]:
    minimum = war.fleet(side).minimum
    sent = sent_lp(war, side, ships, plan)
    lacking = shortfall(list(sent.values()), minimum)
    far = far_moves(war, ships, plan)
    if not far and not lacking:
        return
    least = least_shortfall(movers(war, side, ships, plan), len(sent), minimum)
    if not far:
        if lacking > least and not least:
            yield from _lacking(sent, minimum, "31.5")
        elif lacking > least:
            reason = (
                f"You cannot send {minimum} LP to every sector, but you can come within {least} LP in all"
            )
            yield Refusal("S8", f"{reason}. You are {lacking} LP short.", "minimum")
        return
    if not least:
        yield from _out_of_reach(ships, plan, far)
        return
    yield from _forced_refusals(war, side, ships, plan, lacking)


def _out_of_reach(ships: Mapping[str, Ship], plan: Plan, far: list[str]) -> Iterator[Refusal]:
    for name in far:
        reason = f"{name} is in {ships[name].where} and cannot reach {plan.assign[name]}"
        yield Refusal("31.5", f"{reason}: it can stay, move one sector or go to the Fleet Reserve.", name)


def _forced_refusals(
    war: Position, side: Side, ships: Mapping[str, Ship], plan: Plan, lacking: int
) -> Iterator[Refusal]:
    """Ships may go beyond reach only as far as the minimum cannot be met without (S8)."""
    minimum, sectors = war.fleet(side).minimum, len(war.chart.order)
    least = least_shortfall(movers(war, side, ships, plan, anywhere=True), sectors, minimum)
    if lacking > least:
        reason = (
            f"With ships from farther away you can come within {least} LP in all. You are {lacking} LP short."
        )
        yield Refusal("S8", reason, "minimum")
        return
    for name in far_moves(war, ships, plan):
        if _not_needed_there(war, side, ships, plan, name=name, lacking=lacking):
            yield Refusal("S8", f"{name} is not needed so far away: send it within its reach.", name)


def _not_needed_there(
    war: Position, side: Side, ships: Mapping[str, Ship], plan: Plan, *, name: str, lacking: int
) -> bool:
    for target in reach(war, ships[name]):
        back = Plan(plan.scrap, plan.buy, {**plan.assign, name: target})
        sums = sent_lp(war, side, ships, back)
        if shortfall(list(sums.values()), war.fleet(side).minimum) <= lacking:
            return True
    return False


def movers(
    war: Position, side: Side, ships: Mapping[str, Ship], plan: Plan, *, anywhere: bool = False
) -> list[Mover]:
    """The ships as `shortfall` sees them, in the order of `ships`; with `anywhere`, reach is no limit but S11 is."""
    numbers = {sector: number for number, sector in enumerate(war.chart.order)}
    every = frozenset(numbers.values())
    found = []
    for name, ship in ships.items():
        near = frozenset(numbers[target] for target in reach(war, ship) if target != RESERVE)
        wish = numbers.get(plan.assign.get(name, RESERVE), NOWHERE)
        lp = ship_class(side, ship.ship_class).lp
        found.append(Mover(lp, every if anywhere and not ship.stranded else near, wish))
    return found
