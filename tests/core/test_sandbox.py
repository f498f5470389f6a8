"""A sandbox follows from one side's view: its own fleet as it is, the enemy's as supposed, the rest as it is open."""

from typing import cast

import pytest
from msgspec.structs import replace

from bench.wars.random_player import random_plan
from campaign.commanders.commander import Commander
from campaign.rules.decide import decide, plan_refusals
from campaign.rules.dice import ScriptedDice
from campaign.rules.events import (
    AnyEvent,
    BattleClosed,
    MarkerMoved,
    ShipsLanded,
    ShipsStranded,
    TurnBegan,
)
from campaign.rules.evolve import fold
from campaign.rules.moments import Moment, moments
from campaign.rules.odds.assumed_fleet import Supposed, Supposition, assumed_fleet
from campaign.rules.odds.assumptions import income_now, wealth
from campaign.rules.orders import RESERVE, Engage, Land, Plan, Strand
from campaign.rules.sandbox import beginning, sandbox
from campaign.rules.sight import OPEN_EVENTS, WarView, view
from campaign.rules.state import Ship, Sighting, War
from campaign.war.log.documents import decode_state, encoded
from campaign.war.log.projections import Rows, walk
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, opponent
from engines.talon.damage import TalonDamage
from tests.core.cases.openings import answer, facing, joined
from tests.core.table import Table
from tests.core.test_whole_wars import Course

PLACE = "Antares/5"
HURT = TalonDamage(hull=2)
HOMES_ASKED = 42
"""A war played at random in which both homes are fought over in one turn."""


def known() -> Table:
    """Turn 3 is planned: Terran has seen four Talon ships in turn 2."""
    table = Table.midway(
        terran={"Antares": "DD, 2 Tran", "Orion": "CA", "reserve": "SC"},
        talon={"Antares": "FF Raider, FF Rapine", "Orion": "DN Dominion, BB Hate"},
    )
    turn = table.war.turn - 1
    table.war.sightings["talon"] = {
        "Raider": Sighting(turn, PLACE, "frigate", HURT, 4),
        "Rapine": Sighting(turn, PLACE, "frigate", TalonDamage(), 4),
        "Dominion": Sighting(turn, "Orion/4", "dreadnought", TalonDamage(), 5),
        "Hate": Sighting(turn, "Orion/4", "battleship", TalonDamage(), 5),
    }
    return table


def made(seen: WarView, how: Supposed = "drawn", seed: str = "1", **classes: int) -> War:
    """The sandbox of a Terran view."""
    return sandbox(seen, assumed_fleet(seen, "talon", Supposition(how, classes, seed)))


def test_the_own_side_is_as_it_is_and_of_the_enemy_there_is_what_was_seen() -> None:
    war = known().war
    found = made(view(war, "terran"), "seen")
    assert found.terran == war.terran
    assert (found.markers, found.bases, found.turn, found.phase) == (war.markers, war.bases, 3, "planning")
    assert found.talon.ships == {
        "Raider": Ship("frigate", "Antares", HURT),
        "Rapine": Ship("frigate", "Antares"),
        "Dominion": Ship("dreadnought", "Orion"),
        "Hate": Ship("battleship", "Orion"),
    }
    assert found.talon.treasury == income_now(view(war, "terran"), "talon")


@pytest.mark.parametrize("how", ["seen", "drawn", "edited"])
def test_not_a_byte_of_a_sandbox_depends_on_what_the_enemy_keeps_secret(how: Supposed) -> None:
    one, two = known(), known()
    two.war.talon.treasury += 900
    two.war.talon.ships = {"Hidden": Ship("dreadnought", "Antares")}
    two.war.talon.names = ["Hidden"]
    two.war.talon.minimum = 9
    assert one.war.talon != two.war.talon
    first, second = (made(view(table.war, "terran"), how, frigate=3, dreadnought=2) for table in (one, two))
    assert encoded(first) == encoded(second)
    assert "Hidden" not in first.talon.ships


def test_a_random_fleet_has_the_points_the_enemy_may_have_and_follows_from_its_seed() -> None:
    seen = view(known().war, "terran")
    found, again, other = made(seen), made(seen), made(seen, seed="2")
    assert encoded(found) == encoded(again) != encoded(other)
    points = sum(ship.class_of("talon").points for ship in found.talon.ships.values())
    cheapest = 30
    assert 0 <= wealth(seen, "talon") - found.talon.treasury - points < cheapest
    assert set(seen.sightings["talon"]) < set(found.talon.ships)


def test_a_fleet_that_is_set_has_so_many_of_each_class_first_those_that_were_seen() -> None:
    ships = made(view(known().war, "terran"), "edited", frigate=3, battleship=1, dreadnought=0).talon.ships
    classes = sorted(ship.ship_class for ship in ships.values())
    assert classes == ["battleship", "frigate", "frigate", "frigate"]
    assert {"Raider", "Rapine", "Hate"} < set(ships)
    assert ships["Raider"].damage == HURT


def test_too_few_ships_to_go_on_are_refused() -> None:
    with pytest.raises(Refused, match="fewer than 4 LP"):
        made(view(known().war, "terran"), "edited", frigate=1)


def test_before_the_first_plan_the_enemy_has_its_treasury_and_no_ship() -> None:
    course = Course(1)
    while course.war.phase == "bases":
        course.step()
    found = made(view(course.war, "terran"), "seen")
    assert found.talon.ships == {}
    assert found.talon.treasury == course.war.settings.treasury


def test_what_was_revealed_this_turn_is_as_it_was_and_the_rest_is_supposed() -> None:
    course = Course(3)
    while not (course.war.turn == 2 and course.war.question is not None):
        course.step()
    seen = view(course.war, "terran")
    found = made(seen)
    shown = [battle for battle in seen.battles if battle.status == "asking"]
    covered = {sector for battle in seen.battles if battle.status == "hidden" for sector in battle.sectors}
    assert shown
    for battle in shown:
        units = {unit.name for unit in battle.forces["talon"] if unit.ship_class != "base"}
        assert {name for name, ship in found.talon.ships.items() if ship.where in battle.sectors} == units
    others = {name for name in found.talon.ships if found.talon.ships[name].where in covered}
    assert others
    question = found.question
    assert question is not None
    after = decide(found, question.side, Engage(question.battle, engage=False), ScriptedDice())
    assert after


def test_a_sandbox_begins_with_events_that_make_it_and_its_rows() -> None:
    found = made(view(known().war, "terran"))
    events = beginning(found)
    assert encoded(fold(events)) == encoded(found)
    assert encoded(walk(None, events, Rows())) == encoded(found)
    assert decode_state(encoded(found)) == found
    assert type(events[-1]) not in OPEN_EVENTS


@pytest.mark.parametrize("how", ["seen", "drawn"])
def test_a_commander_plans_on_with_the_fleet_that_is_supposed(how: Supposed) -> None:
    found = made(view(known().war, "terran"), how)
    order = Commander("talon", "steady", "whim").decide(view(found, "talon"))
    assert isinstance(order, Plan)
    assert not list(plan_refusals(found, "talon", order))


@pytest.mark.parametrize("seed", [2, 3])
def test_a_sandbox_goes_on_by_the_rules_of_a_war(seed: int) -> None:
    """A commander for the enemy, random play for the own side, over the next two turns; the checks are the course's."""
    past = Course(seed)
    while past.war.turn < 3:
        past.step()
    moment, number = list(moments(past.events, "talon").items())[-3]
    seen = view(fold(past.events[:number]), "talon")
    course = Course(seed)
    course.events = list(
        beginning(sandbox(seen, assumed_fleet(seen, "terran", Supposition("drawn", {}, "1"))))
    )
    course.war = fold(course.events)
    enemy = Commander("terran", "shrewd", "whim")
    while not course.over and course.war.turn < moment.turn + 2:
        if course.war.phase == "planning":
            for side in SIDES:
                seen = view(course.war, side)
                plan = (
                    enemy.decide(seen) if side == "terran" else random_plan(course.war, side, course.random)
                )
                assert plan is not None
                course.give(side, plan)
        else:
            course.step()
    assert encoded(fold(course.events)) == encoded(course.war)


def test_nothing_is_scored_or_due_in_a_sandbox_and_captains_fight() -> None:
    war = known().war
    war.settings = replace(war.settings, lifetime_score=True, pace="days:2", settled_by="hand")
    war.lent, war.draw_offered_by = ("terran",), "talon"
    found = made(view(war, "terran"))
    told = found.settings
    assert (told.lifetime_score, told.pace, told.settled_by) == (False, "", "worker")
    assert (found.lent, found.draw_offered_by) == ((), None)


def test_the_moments_of_a_war_are_its_plannings_and_its_questions() -> None:
    course = Course(5)
    while not course.over and course.war.turn < 3:
        course.step()
    found = moments(course.events, "terran")
    assert [one.turn for one in found if one.planning] == [1, 2, 3]
    for moment, number in found.items():
        war = fold(course.events[:number])
        assert war.turn == moment.turn
        if not moment.planning:
            assert war.question is not None
            assert (war.question.kind, war.question.battle) == (moment.asks, moment.battle)
        else:
            assert war.phase == "planning"
            assert not war.terran.planned
            assert all(ship.where is not None for ship in war.terran.ships.values())
    readable = moments([event for event in course.events if isinstance(event, OPEN_EVENTS)], "terran")
    assert list(readable) == list(found)
    assert Moment(9) not in found


def told_at(table: Table) -> list[AnyEvent]:
    """The events of a table's turn, from its beginning on."""
    return [TurnBegan(3), *cast("list[AnyEvent]", table.events)]


def landing() -> Table:
    """Terran has won at a planet without a fight, and is asked which two of three transports land (S3)."""
    table = facing("BB, CA, 3 Tran", "CA, DD", zone=6)
    answer(table, False, True)
    return table


@pytest.mark.parametrize("how", ["seen", "drawn"])
def test_which_transports_land_is_tried_out_by_the_side_that_is_asked(how: Supposed) -> None:
    """It is no moment of the other side's, and the sandbox goes on as the war does."""
    table = landing()
    events = told_at(table)
    assert Moment(3, 1, "land") in moments(events, "terran")
    assert not [one for one in moments(events, "talon") if one.asks == "land"]
    found = made(view(table.war, "terran"), how)
    assert found.question == table.war.question
    assert found.question is not None
    chosen = found.question.options[:2]
    went_on = decide(found, "terran", Land(1, chosen), ScriptedDice([1] * 30))
    assert [event.names for event in went_on if isinstance(event, ShipsLanded)] == [chosen]
    assert any(isinstance(event, MarkerMoved) for event in went_on)


def test_two_wars_that_differ_in_secrets_have_the_same_sandbox_of_a_landing() -> None:
    one, two = landing(), landing()
    two.war.talon.treasury += 900
    two.war.talon.ships["Hidden"] = Ship("dreadnought", RESERVE)
    first, second = (made(view(table.war, "terran")) for table in (one, two))
    assert encoded(first) == encoded(second)


def test_which_squadrons_are_left_behind_is_tried_out() -> None:
    """S26: five squadrons and one carrier, after a battle that was fought."""
    table = joined("CV Hornet, FTR Cougar, 4 FTR", "CA Justice")
    table.fought("terran", terran="Cougar waited", talon="Justice destroyed")
    assert Moment(3, 1, "strand") in moments(told_at(table), "terran")
    found = made(view(table.war, "terran"), "drawn")
    assert found.question == table.war.question
    went_on = decide(found, "terran", Strand(1, ("Cougar",)), ScriptedDice([1] * 30))
    assert [event.names for event in went_on if isinstance(event, ShipsStranded)] == [("Cougar",)]
    assert any(isinstance(event, BattleClosed) for event in went_on)


def test_the_order_of_the_homes_is_tried_out() -> None:
    """S19: in a war played at random, from the view of the side that is asked; two turns on."""
    course = Course(HOMES_ASKED)
    while (question := course.war.question) is None or question.kind != "first":
        course.step()
        assert not course.over
    [moment] = [one for one in moments(course.events, question.side) if one.asks == "first"]
    assert moment.battle == 0
    seen = view(course.war, question.side)
    enemy = opponent(question.side)
    course.events = list(beginning(sandbox(seen, assumed_fleet(seen, enemy, Supposition("drawn", {}, "1")))))
    course.war = fold(course.events)
    assert course.war.question == question
    while not course.over and course.war.turn == moment.turn:
        course.step()
    assert encoded(fold(course.events)) == encoded(course.war)
