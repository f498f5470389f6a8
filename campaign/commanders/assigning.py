"""Sending the fleet out: every minimum met, strength where it can win, the damaged to the Reserve (31.5, S8)."""

import dataclasses
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from campaign.commanders.deploying import Search
from campaign.commanders.foreseeing import sent_in_vain
from campaign.commanders.fronts import LANDING_PARTY, Forces, Front, forecast, fronts, way_home
from campaign.commanders.muster import Body, assignment_of, bodies
from campaign.commanders.spreading import spread
from campaign.commanders.stakes import Stakes
from campaign.commanders.temper import Temper
from campaign.commanders.variation import drawn
from campaign.rules.fleets import assignment
from campaign.rules.fleets.just_enough import fewest_far
from campaign.rules.fleets.nearest import nearest_legal
from campaign.rules.fleets.shortfall import NOWHERE, Mover, best_places, shortfall
from campaign.rules.map.strategic_map import Place
from campaign.rules.orders import RESERVE, Plan, Target
from campaign.rules.sight import WarView
from engines.seam.sides import Side

MOST_LANDING = 3
"""How many transports go to one planet: two land, one may be lost."""
NEAR_HOME = 2
"""How far the front line is from home, in zones, where ships that hold their sectors come to its defence."""
WORTH_LANDING = 0.4
"""The least chance to win for which transports are sent along."""


def assigned(
    view: WarView,
    side: Side,
    plan: Plan,
    temper: Temper,
    whim: str = "",
    *,
    holding: bool = False,
    read: Sequence[Forces] = (),
) -> Plan:
    """The plan with every ship sent somewhere, legally.

    `holding`: ships that are fit stay in their sectors, or go next door where the front line is at or near home. What
    goes where it hardly ever wins is no more than the minimum, as long as it would count elsewhere. `read`: what the
    enemy may send, each as likely; without any, one forecast.
    """
    given_up: frozenset[Place] = frozenset()
    apart: frozenset[str] = frozenset()
    while True:
        sent = _sent(
            view, side, plan, temper, whim, holding=holding, given_up=given_up, apart=apart, read=read
        )
        vain = [one for one in sent_in_vain(view, side, sent) if one.elsewhere]
        if all(one.place in given_up for one in vain):
            return sent
        given_up |= {one.place for one in vain}
        apart |= {name for one in vain for name in one.sent}.difference(
            *(group for one in vain for group in one.elsewhere)
        )


def _sent(
    view: WarView,
    side: Side,
    plan: Plan,
    temper: Temper,
    whim: str,
    *,
    holding: bool,
    given_up: frozenset[Place],
    apart: frozenset[str],
    read: Sequence[Forces],
) -> Plan:
    ground = fronts(view, side, temper, whim)
    fighting, transports = bodies(view, side, plan, apart)
    choosing = [_held(view, side, body, given_up) for body in fighting] if holding else fighting
    spreads = temper.scattering(view.turn) or drawn(whim, "spread", view.turn) < temper.spreads
    starts = [spread(view, side, choosing, temper.whimsy, whim)] if spreads else _starts(choosing, ground)
    search = _searched(view, side, ground, choosing, transports, temper, starts, given_up, read)
    sent = dict(zip(fighting, _met(view, side, fighting, search.targets), strict=True))
    wish = replace(plan, assign=assignment_of({**sent, **_convoys(search, transports)}))
    legal = replace(plan, assign=nearest_legal(view, side, wish))
    return from_afar(view, side, legal) or legal


def _searched(
    view: WarView,
    side: Side,
    ground: tuple[Front, ...],
    fighting: list[Body],
    transports: list[Body],
    temper: Temper,
    starts: list[list[Target]],
    given_up: frozenset[Place],
    read: Sequence[Forces],
) -> Search:
    """The best that is found from any of the starts; a single one is left as it is."""
    landing = frozenset(front.place for front in ground if len(_able(front, transports)) >= LANDING_PARTY)
    forces = read or (forecast(view, side, ground),)
    expected = {front.place: tuple(force[front.place] for force in forces) for front in ground}
    stakes = Stakes(view, side, temper, ground, expected, landing, fighting, given_up)
    searches = [Search(stakes, start) for start in starts]
    return searches[0] if len(searches) == 1 else max(searches, key=lambda search: search.improve())


def _starts(fighting: list[Body], ground: tuple[Front, ...]) -> list[list[Target]]:
    """Where the fleet is, and all that reaches a front at that front."""
    return [[_start(body, front) for body in fighting] for front in (None, *ground)]


def _held(view: WarView, side: Side, body: Body, given_up: frozenset[Place]) -> Body:
    """A body that stays where it is, if it is fit and in a sector not given up, or goes to defend the own home."""
    if body.tired or body.where not in view.chart.order or body.where not in body.reach:
        return body
    if view.place_of(str(body.where)) in given_up:
        return body
    near = tuple(to for to in body.reach if to == body.where or _is_near_home(view, side, to))
    return dataclasses.replace(body, reach=near)


def _is_near_home(view: WarView, side: Side, to: Target) -> bool:
    """Whether a sector's front line is at the own home, or so near that two defeats would bring it there."""
    return to != RESERVE and way_home(view, to, side) <= NEAR_HOME


def _met(view: WarView, side: Side, fighting: list[Body], targets: list[Target]) -> list[Target]:
    """The targets with as few bodies elsewhere as the minimum takes (S8); on turn 1 it follows from what is sent.

    So a carrier that has to go elsewhere takes its squadrons along.
    """
    if view.turn == 1:
        return targets
    order = view.chart.order
    numbers = {sector: number for number, sector in enumerate(order)}
    fleet = [
        Mover(
            body.lp,
            frozenset(numbers[to] for to in body.reach if to != RESERVE),
            numbers.get(target, NOWHERE),
        )
        for body, target in zip(fighting, targets, strict=True)
    ]
    places = best_places(fleet, len(order), view.fleet(side).minimum)
    return [RESERVE if place == NOWHERE else order[place] for place in places]


def _start(body: Body, front: Front | None) -> Target:
    """Where a body is before the search: at the front if it is fit and reaches it, else where it is."""
    stays = body.where if body.where in body.reach else RESERVE
    if body.tired:
        return RESERVE
    if front is None:
        return stays or RESERVE
    return next((sector for sector in front.sectors if sector in body.reach), stays or RESERVE)


def _able(front: Front, transports: list[Body]) -> list[Body]:
    """The fit transports that reach a front where there is something to take."""
    if not (front.barred or front.enemy_home):
        return []
    return [body for body in transports if not body.tired and set(body.reach) & set(front.sectors)]


def _convoys(search: Search, transports: list[Body]) -> Mapping[Body, Target]:
    """Transports by two or three to planets that may be won, with the ships sent there; the others to the Reserve."""
    sent: dict[Body, Target] = dict.fromkeys(transports, RESERVE)
    for number, front in sorted(enumerate(search.stakes.ground), key=lambda pair: -pair[1].gain):
        left = [body for body in _able(front, transports) if sent[body] == RESERVE]
        if (
            len(left) < LANDING_PARTY
            or not search.goes_to(number)
            or search.chance_at(number) < WORTH_LANDING
        ):
            continue
        for body in left[:MOST_LANDING]:
            near = [sector for sector in front.sectors if sector in body.reach]
            sent[body] = max(near, key=search.targets.count)
    return sent


def from_afar(view: WarView, side: Side, plan: Plan) -> Plan | None:
    """The plan with just enough ships from beyond their reach, where nothing else is as close to the minimum (S48).

    None if none has to come, or if it would not help.
    """
    ships = assignment.ships_to_send(view, side, plan)
    if not _lacking(view, side, plan) or not assignment.far_moves_help(view, side, ships, plan):
        return None
    order = view.chart.order
    fleet = assignment.movers(view, side, ships, plan)
    places = fewest_far(fleet, len(order), view.fleet(side).minimum)
    targets = zip(ships, places, strict=True)
    return replace(
        plan, assign={name: RESERVE if place == NOWHERE else order[place] for name, place in targets}
    )


def _lacking(view: WarView, side: Side, plan: Plan) -> int:
    """What the sectors lack of the minimum in all, LP."""
    ships = assignment.ships_to_send(view, side, plan)
    sent = assignment.sent_lp(view, side, ships, plan)
    return shortfall(list(sent.values()), view.fleet(side).minimum)
