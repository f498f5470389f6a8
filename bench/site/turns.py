"""Wars played through the services: quiet turns on the clock, one long war with big fleets, a dozen short ones."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from accounts.models import User
from battles.services import confirm, enter_report
from bench.site.played_wars import make_war, state_of, step, user_of
from bench.wars.plans import fighting_plan, free_bases, opening_plan, quiet_plan, tame_report
from campaign.models import Engagement, War
from campaign.rules import orders as o
from campaign.rules import state as core
from campaign.war.services import log, results, sealing
from campaign.war.services import secret_orders as planning
from engines.seam.sides import SIDES, Side

QUIET_TURNS, LONG_WAR_TURNS, LONG_WAR_SHIPS = 15, 40, 66
SHORT_WAR_ENTRIES = 105
MAPS = ("four_sectors", "three_gates")


@dataclass
class Played:
    """A war with big fleets, and how long each of its quiet turns took, ms."""

    war: War
    runs: list[float] = field(default_factory=list)


def big_war(terran: User, talon: User, ships: int, *, name: str, turns: int = QUIET_TURNS) -> Played:
    """A war with that many ships a side, after some turns in which both sides decline everywhere."""
    war = make_war(terran, talon, name=name, treasury=20_000, boxes=9, lifetime_score=True)
    state = state_of(war)
    _seal_both(war, {side: free_bases(state, side) for side in SIDES})
    state = state_of(war)
    _seal_both(war, {side: opening_plan(state, side, ships) for side in SIDES})
    return Played(war, [_quiet_turn(war) for _ in range(turns)])


def _quiet_turn(war: War) -> float:
    state = state_of(war)
    orders = {side: quiet_plan(state, side) for side in SIDES}
    users = {side: user_of(war, side) for side in SIDES}
    began = perf_counter()
    for side in SIDES:
        sealing.seal_order(
            war_id=war.pk,
            side=side,
            user=users[side],
            turn=state.turn,
            phase=state.phase,
            order=orders[side],
        )
    took = 1000 * (perf_counter() - began)
    after = state_of(war)
    if (after.turn, after.phase) != (state.turn + 1, "planning"):
        raise RuntimeError("a battle was fought in a turn that was to have none")
    return took


def _seal_both(war: War, orders: Mapping[Side, planning.Sealed]) -> None:
    turn, phase = war.turn, war.phase
    for side in SIDES:
        sealing.seal_order(
            war_id=war.pk, side=side, user=user_of(war, side), turn=turn, phase=phase, order=orders[side]
        )
    war.refresh_from_db()


def fight_on(war: War, until: int) -> core.War:
    """Play on with one battle a turn, won by whoever is behind there, to the planning of that turn."""
    state = state_of(war)
    while state.phase != "over" and state.turn < until:
        sector = state.chart.order[state.turn % len(state.chart.order)]
        state = join_battle(war, sector)
        while state.phase == "battles":
            state = _go_on(war, state)
    return state


def join_battle(war: War, sector: str) -> core.War:
    """Seal orders of both sides that fight in one sector; the state after they are revealed."""
    state = state_of(war)
    _seal_both(war, {side: fighting_plan(state, side, sector, LONG_WAR_SHIPS) for side in SIDES})
    return state_of(war)


def _go_on(war: War, state: core.War) -> core.War:
    battle = state.current_battle()
    if battle is None or battle.setup is None or battle.status != "joined":
        return step(war, Random(3))
    winner = _behind(state, battle.sectors[0])
    report = tame_report(battle.setup, winner)
    row = Engagement.objects.select_related("battle").get(war=war, number=battle.number).battle
    if row is None:
        raise RuntimeError("the battle has no page")
    entered = enter_report(battle_id=row.pk, side="terran", seen_version=row.version, report=report)
    confirm(battle_id=row.pk, side="talon", seen_version=entered.version)
    results.absorb(battle_id=row.pk)
    return state_of(war)


def _behind(state: core.War, sector: str) -> Side:
    """Who has the shorter way home from a sector's marker: whoever wins there does not win the war so soon."""
    zones = len(state.chart.zones(sector))
    return "terran" if 2 * state.markers[sector] < zones else "talon"


def first_sector(war: War) -> str:
    """The sector whose battle comes first."""
    return state_of(war).chart.order[0]


def surrender(war: War) -> None:
    """End a war: Talon gives up."""
    war.refresh_from_db()
    user = user_of(war, "talon")
    log.submit(war_id=war.pk, side="talon", user=user, seen_version=war.version, order=o.Surrender())


def short_wars(terran: User, talon: User, number: int) -> list[War]:
    """Random wars of some hundred entries each: in planning, in battle, over."""
    found: list[War] = []
    for seed in range(10 * number):
        war = make_war(
            terran, talon, name=f"Skirmish {seed}", map_name=MAPS[seed % 2], lifetime_score=True, boxes=3
        )
        _play(war, Random(seed), stop="battles" if len(found) % 3 else "planning")
        if war.version >= SHORT_WAR_ENTRIES:
            found.append(war)
        if len(found) == number:
            return found
    raise RuntimeError("the random wars are all too short")


def _play(war: War, random: Random, stop: str) -> None:
    state = state_of(war)
    while state.phase != "over" and (war.version < SHORT_WAR_ENTRIES or state.phase != stop):
        state = step(war, random)
