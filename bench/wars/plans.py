"""Legal plans for big fleets: bought at the start, moved about, instructed to decline or to fight in one sector."""

from itertools import cycle
from random import Random
from typing import Literal

from msgspec.structs import replace

from bench.wars.random_player import random_report
from campaign.rules import start
from campaign.rules.fleets import building
from campaign.rules.fleets.assignment import reach, ships_to_send
from campaign.rules.fleets.nearest import nearest_legal
from campaign.rules.orders import RESERVE, PlaceBases, Plan, StandingInstruction
from campaign.rules.state import War
from engines.seam.documents import BattleSetup, Fate, Report, Unit
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import ShipClass, class_of, purchasable
from engines.talon.results.check import refusals
from engines.talon.results.reported import landings_after

AFFORDABLE, SHIPS_A_SET = 90, 20


def free_bases(war: War, side: Side) -> PlaceBases:
    """The home base and the other free ones, so that the whole treasury goes into ships."""
    return PlaceBases(tuple(start.base_places(war, side))[: start.free_bases(war, side)])


def opening_plan(war: War, side: Side, ships: int) -> Plan:
    """Turn 1: that many ships, some of each class and then the smaller ones in turn, sent to every sector."""
    plan = Plan((), {kind.key: max(1, ships // SHIPS_A_SET) for kind in purchasable(side)})
    smaller = [kind for kind in purchasable(side) if kind.points <= AFFORDABLE]
    for tried, kind in enumerate(cycle(smaller)):
        if sum(plan.buy.values()) >= ships or tried > 4 * ships:
            break
        plan = _one_more(war, side, plan, kind)
    return _sent(war, side, plan, turn=0, fought="")


def quiet_plan(war: War, side: Side) -> Plan:
    """A later turn: a third of the ships go next door, and every sector declines."""
    return _sent(war, side, Plan(), turn=war.turn, fought="")


def fighting_plan(war: War, side: Side, sector: str, ships: int) -> Plan:
    """As `quiet_plan`, but one sector engages, and losses are made good up to that many ships."""
    plan = Plan()
    kind = min(purchasable(side), key=lambda kind: kind.points)
    for _ in range(ships - len(war.fleet(side).ships)):
        plan = _one_more(war, side, plan, kind)
    return _sent(war, side, plan, turn=war.turn, fought=sector)


def _one_more(war: War, side: Side, plan: Plan, kind: ShipClass) -> Plan:
    more = Plan((), {**plan.buy, kind.key: plan.buy.get(kind.key, 0) + 1})
    return plan if any(building.building_refusals(war, side, more)) else more


def _sent(war: War, side: Side, plan: Plan, *, turn: int, fought: str) -> Plan:
    ships = ships_to_send(war, side, plan)
    order = war.chart.order
    wish = {}
    for number, (name, ship) in enumerate(ships.items()):
        near = [target for target in reach(war, ship) if target != RESERVE]
        stays = ship.where in near and number % 3 != turn % 3
        wish[name] = str(ship.where) if stays else near[number % len(near)] if near else RESERVE
        if turn == 0:
            wish[name] = RESERVE if number % 7 == 0 else order[number % len(order)]
    standing = {sector: StandingInstruction("engage" if sector == fought else "decline") for sector in order}
    wished = Plan((), plan.buy, wish, standing)
    return Plan((), plan.buy, nearest_legal(war, side, wished), standing)


def tame_report(setup: BattleSetup, winner: Side) -> Report:
    """The loser concedes, loses its smallest ship and jumps away; any possible report where that cannot be."""
    fates = {side: tuple(_fates(setup, side, won=side == winner)) for side in SIDES}
    report = _landed(setup, Report(20, "conceded", fates["terran"], fates["talon"], winner))
    return random_report(setup, Random(4)) if refusals(setup, report) else report


def _landed(setup: BattleSetup, report: Report) -> Report:
    """The report with the transports landed that take the planet (S23)."""
    needed = landings_after(setup, report)
    if not needed or setup.invader is None:
        return report
    carriers = [unit.name for unit in setup.force(setup.invader) if unit.ship_class == "transport"][:needed]
    fates = tuple(
        replace(fate, fate="landed_after") if fate.name in carriers else fate
        for fate in report.fates(setup.invader)
    )
    return replace(report, **{setup.invader: fates})


def _fates(setup: BattleSetup, side: Side, *, won: bool) -> list[Fate]:
    force = setup.force(side)
    lost = None if won else min(filter(_can_jump, force), key=lambda unit: class_of(side, unit).points)
    return [
        Fate(unit.name, "destroyed")
        if unit is lost
        else Fate(unit.name, "stands", unit.damage)
        if won or unit.ship_class == "base"
        else Fate(unit.name, _away(side, unit), unit.damage)
        for unit in force
    ]


def _can_jump(unit: Unit) -> bool:
    return unit.ship_class not in ("base", "fighter")


def _away(side: Side, unit: Unit) -> Literal["left", "jumped"]:
    return "left" if class_of(side, unit).fighters else "jumped"
