"""The Ship Assignment Phase: reach, minimum, Reserve (31.2, 31.5, S8, S11, S16, S48)."""

from collections.abc import Iterator, Mapping, Sequence

from campaign.rules.fleets import building
from campaign.rules.fleets.just_enough import fewest_far, least_of_all
from campaign.rules.fleets.logistics import minimum_of
from campaign.rules.fleets.shortfall import NOWHERE, Mover, least_shortfall, loads, shortfall
from campaign.rules.orders import RESERVE, Plan, Target
from campaign.rules.position import Position
from campaign.rules.state import Ship
from engines.seam.refusals import Refusal
from engines.seam.sides import Side


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
            yield Refusal("31.5", f"{name} has no assignment: choose a sector or the Reserve.", name)
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
            yield Refusal("31.6", f"{name} is stranded and must go to the Reserve this turn.", name)


def _first_assignment(war: Position, side: Side, ships: Mapping[str, Ship], plan: Plan) -> Iterator[Refusal]:
    kept = sum(ship.class_of(side).points for name, ship in ships.items() if plan.assign[name] == RESERVE)
    least = war.settings.reserve
    if kept < least:
        reason = f"Ships worth {least} points must start in the Reserve; yours are worth {kept}."
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
    fleet = movers(war, side, ships, plan)
    least = least_shortfall(fleet, len(sent), minimum)
    if far and least:
        yield from _far_refusals(war, ships, fleet, far, lacking=lacking, minimum=minimum)
    elif far:
        yield from _out_of_reach(ships, plan, far)
    elif least and lacking > least:
        reason = f"You cannot send {minimum} LP to every sector"
        yield Refusal("S8", f"{reason}. {_short(lacking, least)}", "minimum")
    elif lacking > least:
        yield from _lacking(sent, minimum, "31.5")


def _short(lacking: int, least: int) -> str:
    """By how many LP a plan misses the minimum, and by how many the best one does (S8)."""
    return f"This plan is {lacking} LP short in all, and the best plan {least}."


def _out_of_reach(ships: Mapping[str, Ship], plan: Plan, far: list[str]) -> Iterator[Refusal]:
    for name in far:
        reason = f"{name} is in {ships[name].where} and cannot reach {plan.assign[name]}"
        yield Refusal("31.5", f"{reason}: it can stay, move one sector or go to the Reserve.", name)


def _far_refusals(
    war: Position,
    ships: Mapping[str, Ship],
    fleet: Sequence[Mover],
    far: Sequence[str],
    *,
    lacking: int,
    minimum: int,
) -> Iterator[Refusal]:
    """The minimum cannot be met within reach: just enough ships may go farther, and no more (31.5, S8, S48)."""
    order = war.chart.order
    places = fewest_far(fleet, len(order), minimum)
    least = shortfall(loads(fleet, places, len(order)), minimum)
    needed = [
        f"{name} to {order[place]}"
        for name, mover, place in zip(ships, fleet, places, strict=True)
        if place in mover.far
    ]
    if lacking > least:
        reason = f"Ships from farther away can help. {_short(lacking, least)}"
        yield Refusal("S8", reason, "minimum")
    elif war.rules == 1:
        alone = {number: name for number, name in enumerate(ships) if name in far}
        yield from _each_alone(fleet, alone, len(order), minimum)
    elif not needed:
        reason = "Ships within reach would come as close to the minimum. Send these within their reach: "
        yield Refusal("S8", f"{reason}{', '.join(far)}.", "minimum")
    elif len(far) > len(needed):
        yield Refusal("S8", _too_many(len(far), needed), "minimum")


def _each_alone(
    fleet: Sequence[Mover], far: Mapping[int, str], sectors: int, minimum: int
) -> Iterator[Refusal]:
    """By rules 1 a far move is refused only if its ship alone could be within reach and no more be lacking."""
    places = [mover.wish for mover in fleet]
    lacking = shortfall(loads(fleet, places, sectors), minimum)
    for ship, name in far.items():
        back = ([*places[:ship], place, *places[ship + 1 :]] for place in (NOWHERE, *fleet[ship].reach))
        if any(shortfall(loads(fleet, other, sectors), minimum) <= lacking for other in back):
            yield Refusal("S8", f"{name} is not needed so far away: send it within its reach.", name)


def _too_many(far: int, needed: Sequence[str]) -> str:
    enough = f"{len(needed)} {'is' if len(needed) == 1 else 'are'} enough"
    return f"You send {far} ships beyond their reach, and {enough}, for example {', '.join(needed)}."


def movers(war: Position, side: Side, ships: Mapping[str, Ship], plan: Plan) -> list[Mover]:
    """The ships as `shortfall` and `just_enough` see them, in the order of `ships`; the stranded go nowhere (S11)."""
    numbers = {sector: number for number, sector in enumerate(war.chart.order)}
    every = frozenset(numbers.values())
    found = []
    for name, ship in ships.items():
        near = frozenset(numbers[target] for target in reach(war, ship) if target != RESERVE)
        far = frozenset() if ship.stranded else every - near
        wish = numbers.get(plan.assign.get(name, RESERVE), NOWHERE)
        found.append(Mover(ship.class_of(side).lp, near, wish, far))
    return found


def far_moves_help(war: Position, side: Side, ships: Mapping[str, Ship], plan: Plan) -> bool:
    """Whether ships from beyond their reach bring the sectors closer to the minimum than all within it (S8)."""
    if war.turn == 1:
        return False
    fleet, sectors, minimum = movers(war, side, ships, plan), len(war.chart.order), war.fleet(side).minimum
    least = least_shortfall(fleet, sectors, minimum)
    return bool(least) and least_of_all(fleet, sectors, minimum) < least
