"""Orders for the round: what they may say, how they are followed, and when their giver is asked again."""

import pytest

from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.orders import Burn, Curve, Done, Fire, Jump, Move
from engines.talon.play.rounds.checks import check_round
from engines.talon.play.rounds.following import Followed, Follower
from engines.talon.play.rounds.in_force import InForce
from engines.talon.play.rounds.orders import (
    FireRule,
    RoundOrders,
    ShipOrders,
    Stops,
    decode_round,
    encode_round,
)
from engines.talon.play.rounds.plan import planned
from engines.talon.play.rounds.stops import decode_watched, encode_watched, met, watch, without_lapsed
from engines.talon.set_ups.scenarios import fleets_of
from engines.talon.text import write_order
from engines.talon.view import View, decider
from tests.core.board import Board, board

MEETING = """
    clock 2B terran ap
    terran CA Patton 0,0 E
    terran CA Thor 0,4 E
    talon CA Sacrifice 9,0 W
"""
PATTON, THOR, SACRIFICE = range(3)
QUIET = Stops(contact="", hull=False, critical=False, loss=False)


def orders(*ships: ShipOrders, stops: Stops = QUIET) -> RoundOrders:
    """Orders for round 2."""
    return RoundOrders(2, ships, stops)


def view_of(table: Board, side: Side = "terran") -> View:
    return View(table.battle, side)


def refusals(table: Board, given: RoundOrders) -> list[tuple[str, str]]:
    """The rules by which orders are refused, and where."""
    with pytest.raises(Refused) as caught:
        check_round(given, view_of(table))
    return [(one.rule, one.where) for one in caught.value.refusals]


def test_orders_are_written_and_read() -> None:
    fire = FireRule("free", SACRIFICE, 3, 50, (0, 1))
    given = orders(
        ShipOrders(PATTON, {1: "left", 3: "ahead"}, {2: "charge-1"}, fire, 3), stops=Stops(reach=5)
    )
    assert decode_round(encode_round(given)) == given
    check_round(given, view_of(board(MEETING)))


@pytest.mark.parametrize(
    ("raw", "where"),
    [
        (b"{", ""),
        (b"[]", ""),
        (b'{"document":"round-orders","round":0}', "$.round"),
        (
            b'{"document":"round-orders","round":2,"ships":[{"unit":0,"course":{"0":"back"}}]}',
            "$.ships[0].course[...]",
        ),
        (
            b'{"document":"round-orders","round":2,"ships":[{"unit":0,"power":{"7":"slip"}}]}',
            "$.ships[0].power",
        ),
        (
            b'{"document":"round-orders","round":2,"ships":[{"unit":0,"power":{"0":"dance"}}]}',
            "$.ships[0].power[...]",
        ),
        (
            b'{"document":"round-orders","round":2,"ships":[{"unit":0,"power":{"0":"battery\\n"}}]}',
            "$.ships[0].power[...]",
        ),
        (
            '{"document":"round-orders","round":2,"ships":[{"unit":0,"dock":"\u0665"}]}'.encode(),
            "$.ships[0].dock",
        ),
        (b'{"document":"round-orders","round":2,"stops":{"often":true}}', "$.stops"),
        (b" " * 50_000, ""),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(raw: bytes, where: str) -> None:
    with pytest.raises(Refused) as caught:
        decode_round(raw)
    assert caught.value.refusals[0].where.startswith(where)


def test_what_never_can_be_is_refused_with_rule_and_place() -> None:
    table = board(MEETING)
    speed = table.battle.units[PATTON].speed
    idle = next(at for at in range(6) if at not in moves_of(table, PATTON))
    assert refusals(table, RoundOrders(3)) == [("3", "round")]
    assert refusals(table, orders(ShipOrders(SACRIFICE))) == [("3", "ships, 2")]
    assert refusals(table, orders(ShipOrders(99))) == [("3", "ships, 99")]
    assert refusals(table, orders(ShipOrders(PATTON), ShipOrders(PATTON))) == [("3", "ships, 0")]
    assert refusals(table, orders(ShipOrders(PATTON, {idle: "ahead"}))) == [("4.1", "Patton, course")]
    assert refusals(table, orders(ShipOrders(PATTON, {1: "stay"}))) == [("7", "Patton, course")]
    assert refusals(table, orders(ShipOrders(PATTON, {}, {2: "charge-9"}))) == [("6.1", "Patton, power")]
    assert refusals(table, orders(ShipOrders(PATTON, fire=FireRule(target=THOR)))) == [("8", "Patton, fire")]
    assert refusals(table, orders(ShipOrders(PATTON, fire=FireRule(groups=(9,))))) == [("8", "Patton, fire")]
    assert refusals(table, orders(ShipOrders(PATTON, speed=speed + 3))) == [("5.4", "Patton, speed")]


def moves_of(table: Board, unit: int) -> list[int]:
    """The impulses in which a unit moves."""
    from engines.talon.rules.movement import scheduled_in

    return [at for at in range(6) if scheduled_in(table.battle.units[unit], at)]


def test_before_the_first_round_there_are_none() -> None:
    battle = game.new_battle(fleets_of(2))
    side = decider(battle)
    assert side is not None
    with pytest.raises(Refused) as caught:
        check_round(RoundOrders(1), View(battle, side))
    assert caught.value.refusals[0].rule == "21"


def follow(
    table: Board, follower: Follower, side: Side = "terran", steps: tuple[str, ...] = ()
) -> list[Followed]:
    """What the follower orders while its side decides and the step is one of those, carried out."""
    found, view, dice = [], View(table.battle, side), SeededDice(1)
    while decider(table.battle) == side and (not steps or table.battle.step in steps):
        found.append(follower.decide(view))
        game.apply(table.battle, found[-1].order, dice)
    return found


def test_courses_and_ap_are_followed_step_by_step() -> None:
    """Speed 3 moves in B, D and F; Power 2 has an AP in C and F (4.1)."""
    table = board(MEETING.replace("clock 2B", "clock 2F"))
    given = orders(
        ShipOrders(PATTON, {5: "right"}, {5: "reinforce-3"}),
        ShipOrders(THOR, {5: "left"}, {5: "keep"}),
    )
    found = follow(table, Follower(given), steps=("ap", "move"))
    words = [write_order(one.order, table.battle) for one in found]
    assert not any(one.unable for one in found)
    assert [one for one in words if " move " not in one] == ["terran reinforce Patton rear", "terran done"]
    assert {one for one in words if " move " in one} == {"terran move Patton right", "terran move Thor left"}


def test_a_step_that_is_not_possible_is_filled_by_the_captain_who_says_so() -> None:
    table = board(
        MEETING.replace("clock 2B terran ap", "clock 2F terran move").replace("0,0 E", "0,0 E turn 3")
    )
    found = follow(table, Follower(orders(ShipOrders(PATTON, {5: "left"}))), steps=("move",))
    said = [one for told in found for one in told.unable]
    assert [(one.unit, one.round, one.impulse, one.step, one.ordered) for one in said] == [
        (PATTON, 2, 5, "move", "left")
    ]
    moved = [one.order for one in found if isinstance(one.order, Move) and one.order.unit == PATTON]
    assert [one.way for one in moved] == ["ahead"]


CLOSE = """
    clock 2C terran fire
    terran CA Patton 0,0 E
    terran CA Thor 0,1 E
    talon CA Sacrifice 2,0 W
    talon FF Knife 3,0 W
"""


def shots(rule: FireRule, position: str = CLOSE, unit: int = PATTON) -> list[Fire]:
    """What a ship fires under a rule, while the other holds its fire."""
    table = board(position)
    for one in table.battle.units:
        for at, group in enumerate(one.kind.groups):
            one.mark_yellow(at, group.yellow - one.yellow[at])
            while one.red[at] < group.red:
                one.mark_red(at)
    game.run_to_decision(table.battle, SeededDice(1))
    given = orders(ShipOrders(unit, fire=rule), ShipOrders(1 - unit, fire=FireRule("hold")))
    found = follow(table, Follower(given), steps=("fire",))
    return [one.order for one in found if isinstance(one.order, Fire)]


def test_a_ship_holds_its_fire() -> None:
    assert shots(FireRule("hold")) == []


def test_a_ship_fires_at_will_with_every_group_that_has_a_target() -> None:
    fired = shots(FireRule("free"))
    assert fired
    assert {one.unit for one in fired} == {PATTON}
    assert len({one.group for one in fired}) == len(fired)


def test_fire_keeps_to_its_target_range_groups_and_chance() -> None:
    knife = 3
    assert {one.target for one in shots(FireRule("free", target=knife))} == {knife}
    assert {one.target for one in shots(FireRule("free", reach=2))} == {2}
    every = {one.group for one in shots(FireRule("free"))}
    assert {one.group for one in shots(FireRule("free", groups=(min(every),)))} == {min(every)}
    assert {one.target for one in shots(FireRule("free", chance=90))} == {2}, (
        "at range 3 no weapon hits so often"
    )


def test_stops_are_met_by_what_has_changed_since() -> None:
    table = board(CLOSE)
    view = view_of(table)
    all_ticked = Stops("each", 2, True, True, True, True, True, True, True, True)
    before = watch(view, 2)
    assert decode_watched(encode_watched(before)) == before
    assert met(orders(stops=all_ticked), before, view) == ()
    unit = table.battle.units[PATTON]
    unit.mark_hull()
    unit.set_shields(0, unit.shields[0] - 1)
    unit.set_thrusters(1)
    table.battle.units[3].stand(table.battle.units[THOR].place + 1024, 0)
    table.battle.initiative = "terran" if table.battle.initiative == "talon" else "talon"
    found = {one.stop: one.units for one in met(orders(stops=all_ticked), before, view)}
    assert found == {
        "contact": (PATTON, THOR),
        "hull": (PATTON,),
        "critical": (PATTON,),
        "shields": (PATTON,),
        "initiative": (),
    }
    assert met(orders(stops=QUIET), before, view) == ()


def test_the_first_enemy_in_range_of_a_ship_and_each_new_pair() -> None:
    table = board(CLOSE)
    view, before = view_of(table), watch(view_of(table), 2)
    knife = table.battle.units[3]
    knife.stand(table.battle.units[PATTON].place + 1024, 0)
    first = met(orders(stops=Stops("first", 2, False, False, False)), before, view)
    each = met(orders(stops=Stops("each", 2, False, False, False)), before, view)
    assert PATTON not in [unit for one in first for unit in one.units]
    assert PATTON in each[0].units


def test_a_loss_and_the_end_of_the_round() -> None:
    table = board(CLOSE)
    view, before = view_of(table), watch(view_of(table), 4)
    table.battle.units[3].status = "destroyed"
    table.battle.muster()
    assert [one.stop for one in met(orders(stops=Stops()), before, view)] == ["loss"]
    table.battle.round = 3
    assert [one.stop for one in met(orders(stops=QUIET), before, view)] == ["round"]


def test_an_offer_of_a_draw_that_was_not_seen_always_stops() -> None:
    """R57: a followed order would end the offer before its player was asked."""
    table = board(CLOSE)
    view, before = view_of(table), watch(view_of(table), 4)
    following = InForce(orders(), before)
    assert following.decide(view) is not None
    table.battle.offers = ["terran"]
    assert following.decide(view) is not None, "one's own offer"
    table.battle.offers = ["talon"]
    assert following.decide(view) is None
    assert [one.stop for one in following.met] == ["draw"]
    seen = watch(view, 4)
    assert decode_watched(encode_watched(seen)) == seen
    assert InForce(orders(), seen).decide(view) is not None, "whoever has seen it may go on"
    assert without_lapsed(seen, view) == seen
    table.battle.offers = []
    assert without_lapsed(seen, view) == before, "the next offer is another one"


def test_what_was_seen_before_offers_were_looked_at_is_read() -> None:
    assert not decode_watched(b'[[],{},{},{},[],"terran"]').offered


def test_an_afterburner_is_burned_or_kept_as_ordered() -> None:
    """10.2: in an impulse without a move, once all that must have moved."""
    burning = """
        clock 2C talon move
        terran CA Patton 9,0 W
        talon CA Sacrifice 0,0 E afterburners 2
        talon CA Knife 0,4 E afterburners 2
    """
    table = board(burning)
    assert table.battle.step == "move"
    given = orders(ShipOrders(1, {2: "ahead"}), ShipOrders(2, {2: "stay"}))
    check_round(given, view_of(table, "talon"))
    found = [one.order for one in follow(table, Follower(given), "talon", ("move",))]
    assert [one for one in found if isinstance(one, Burn)] == [Burn("talon", 1, "ahead")]


LATE = """
    clock 9 terran jumps
    terran DD Patton 0,0 E speed 1
    terran DD Thor 0,4 E speed 1 hull 3
    talon CA Sacrifice 9,0 W
"""


def test_a_ship_jumps_away_or_stays_as_ordered() -> None:
    """11: at the end of a late round, at Speed 1; a doctrine would let the damaged ship go."""
    given = RoundOrders(9, (ShipOrders(PATTON, leave="jump"), ShipOrders(THOR, leave="stay")), QUIET)
    table = board(LATE)
    check_round(given, view_of(table))
    found = [one.order for one in follow(table, Follower(given), steps=("jumps",))]
    assert [one.unit for one in found if isinstance(one, Jump)] == [PATTON]
    other = follow(board(LATE), Follower(RoundOrders(9, (), QUIET)), steps=("jumps",))
    assert THOR in [one.order.unit for one in other if isinstance(one.order, Jump)]


def test_who_could_not_jump_away_is_named_at_the_end() -> None:
    table = board(LATE.replace("speed 1\n    terran DD Thor", "speed 2\n    terran DD Thor"))
    given = RoundOrders(9, (ShipOrders(PATTON, leave="jump"),), QUIET)
    before = watch(view_of(table), 4)
    table.battle.round = 10
    assert [(one.stop, one.units) for one in met(given, before, view_of(table))] == [
        ("round", ()),
        ("stayed", (PATTON,)),
    ]
    assert refusals(board(MEETING), orders(ShipOrders(PATTON, leave="jump"))) == [("11", "Patton, leave")]


def test_a_speed_is_set_at_the_end_of_the_round() -> None:
    table = board(MEETING.replace("clock 2B terran ap", "clock 2 terran curves"))
    speeds = [one.speed for one in view_of(table).orders if isinstance(one, Curve) and one.unit == PATTON]
    now = table.battle.units[THOR].speed
    given = orders(ShipOrders(PATTON, speed=speeds[0]), ShipOrders(THOR, speed=now))
    found = [one.order for one in follow(table, Follower(given), steps=("curves",))]
    assert [one for one in found if not isinstance(one, Done)] == [Curve("terran", PATTON, speeds[0])]


def test_a_plan_is_legal_the_same_each_time_and_followed_to_the_end_of_the_round() -> None:
    """The plan's dice are its own: it is the same for two battles of which only the dice to come differ."""
    battle = game.new_battle(fleets_of(2))
    captains = {side: Captain() for side in SIDES}
    while not battle.round:
        side = decider(battle)
        assert side is not None
        game.apply(battle, captains[side].decide(View(battle, side)), SeededDice(7))
    side = decider(battle)
    assert side is not None
    view = View(battle, side)
    plan = planned(view, QUIET)
    assert plan == planned(view, QUIET)
    check_round(plan, view)
    assert any(one.course for one in plan.ships)
    assert any(one.power for one in plan.ships)
    followers = {one: Follower(planned(View(battle, one), QUIET)) for one in SIDES}
    dice = SeededDice(3)
    while battle.round == 1 and (now := decider(battle)) is not None:
        game.apply(battle, followers[now].decide(View(battle, now)).order, dice)
    assert battle.round == 2
