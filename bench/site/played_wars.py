"""Wars on the site: begun, and played on through the services by random legal players."""

from random import Random
from typing import Any

from django.db import transaction

from accounts.models import User
from battles.services import confirm, enter_report
from bench.wars.random_player import random_answer, random_bases, random_plan
from campaign.models import Engagement, Seat, War
from campaign.rules import events as e
from campaign.rules import state as core
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.orders import AcceptResult
from campaign.rules.settings import Settings
from campaign.war.chart.map_library import shipped_maps, suggested
from campaign.war.log.documents import RULES_VERSION, converted, decode_state, encoded
from campaign.war.services import log, results, sealing
from campaign.war.services import secret_orders as planning
from engines.seam.sides import SIDES, Side, opponent


def chart(name: str = "four_sectors") -> StrategicMap:
    """A map of the house by the name of its file."""
    return shipped_maps()[name]


def make_war(
    terran: User,
    talon: User,
    *,
    name: str = "The Long Night",
    map_name: str = "four_sectors",
    one_screen: bool = False,
    **settings: Any,
) -> War:
    """A war in the bases phase of turn 1; `settings` override those the map suggests (S32)."""
    plan = chart(map_name)
    agreed = converted({**suggested(plan), **settings}, Settings, "test")
    with transaction.atomic():
        war = War.objects.create(
            name=name,
            host=terran,
            one_screen=one_screen,
            settings=encoded(agreed),
            pace=agreed.pace,
            chart=encoded(plan),
            rules_version=RULES_VERSION,
            map_name=plan.name,
        )
        for side, user in zip(SIDES, (terran, talon), strict=True):
            Seat.objects.create(war=war, side=side, user=user)
        begin(war, agreed, plan)
    return war


def begin(war: War, settings: Settings, plan: StrategicMap) -> None:
    """Write the first entry of a war whose seats are taken."""
    log.start(war, e.WarBegan(settings, plan, core.RULES))


def state_of(war: War) -> core.War:
    """The war's state as it is stored now; the row is refreshed."""
    war.refresh_from_db()
    assert war.state is not None
    return decode_state(bytes(war.state))


def seal_random(war: War, side: Side, random: Random, entropy: str = "") -> None:
    """Seal random legal orders for what the war waits for from the side, with its part of the dice."""
    state = state_of(war)
    order = random_bases(state, side, random) if state.phase == "bases" else random_plan(state, side, random)
    sealing.seal_order(
        war_id=war.pk,
        side=side,
        user=user_of(war, side),
        turn=state.turn,
        phase=state.phase,
        order=order,
        entropy=entropy,
    )


def user_of(war: War, side: Side) -> User | None:
    """Who plays the side."""
    return war.seats.select_related("user").get(side=side).user


def step(war: War, random: Random) -> core.War:
    """Do the next thing the war waits for, whatever it is; the state after it."""
    state = state_of(war)
    if state.phase in ("bases", "planning"):
        done = planning.sealed_sides(war, state)
        for side in SIDES:
            if side not in done:
                seal_random(war, side, random)
    elif state.phase == "battles":
        asked, order = random_answer(state, random)
        if isinstance(order, AcceptResult):
            record(war, order, random)
        elif asked is not None:
            user = user_of(war, asked)
            log.submit(war_id=war.pk, side=asked, user=user, seen_version=war.version, order=order)
    return state_of(war)


def record(war: War, order: AcceptResult, random: Random) -> None:
    """Enter a report as one side, confirm it as the other, and let the war book it."""
    battle = Engagement.objects.select_related("battle").get(war=war, number=order.battle).battle
    assert battle is not None
    one: Side = random.choice(SIDES)
    entered = enter_report(battle_id=battle.pk, side=one, seen_version=battle.version, report=order.report)
    confirm(battle_id=battle.pk, side=opponent(one), seen_version=entered.version)
    results.absorb(battle_id=battle.pk)
