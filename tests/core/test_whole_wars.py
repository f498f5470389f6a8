"""Whole wars between random legal players, without a database: what must hold after every single order."""

from random import Random

import msgspec
import pytest

from bench.wars.random_player import GeneratorDice, random_answer, random_bases, random_plan
from campaign.rules import events as e
from campaign.rules.decide import decide, plan_refusals
from campaign.rules.evolve import evolve, fold
from campaign.rules.fleets.assignment import far_moves, ships_to_send
from campaign.rules.orders import RESERVE, AnyOrder, Plan
from campaign.rules.record import clone
from campaign.rules.settings import Settings
from campaign.rules.sight import HIDDEN_EVENTS, OPEN_EVENTS, OWN_EVENTS, PLAYERS_EVENTS, view
from campaign.rules.state import RULES, Ship, War
from campaign.war.log.documents import decode_events, encoded
from engines.seam.documents import BattleSetup
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import class_of, ship_class
from engines.talon.damage import in_talon
from tests.core.table import four_sectors, three_sectors

TURNS = 40


class Course:
    """A war being played, with all its events."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        chart = (four_sectors, three_sectors)[seed % 2]()
        settings = Settings(
            treasury=chart.start_treasury,
            reserve=chart.reserve_points,
            free_bases=chart.free_bases,
            black_holes=chart.black_holes,
            boxes=self.random.choice((1, 2)),
            reveal=self.random.choice(("one_by_one", "together")),
        )
        self.events: list[e.AnyEvent] = [e.WarBegan(settings, chart, RULES)]
        self.war = fold(self.events)
        self.setups: dict[int, BattleSetup] = {}
        self.ships: dict[Side, dict[str, Ship]] = {}

    @property
    def over(self) -> bool:
        """Whether the war is over."""
        return self.war.phase == "over"

    def give(self, side: Side | None, order: AnyOrder) -> list[e.AnyEvent]:
        """Give an order and check what must hold after any."""
        before = msgspec.json.encode(self.war)
        found = decide(self.war, side, order, GeneratorDice(self.random))
        assert msgspec.json.encode(self.war) == before, "decide changed the war it was given"
        points = {side: worth(self.war, side) for side in SIDES}
        self.ships = {side: dict(self.war.fleet(side).ships) for side in SIDES}
        for event in found:
            self.war = evolve(self.war, event)
        check_points(self, points, found)
        check_places(self.war)
        self.events += found
        return found

    def change(self, side: Side, event: e.AnyEvent) -> int:
        """The points that an event brings a side, or takes from it."""
        match event:
            case e.IncomePaid() if event.side == side:
                return event.total
            case e.BasesPlaced() if event.side == side:
                return ship_class(side, "base").points * len(event.bases) - event.cost
            case e.ShipsScrapped() if event.side == side:
                return -sum(self.ships[side][name].class_of(side).points for name in event.names)
            case e.BattleJoined():
                self.setups[event.battle] = event.setup
            case e.ResultAccepted():
                units = {unit.name: unit for unit in self.setups[event.battle].force(side)}
                fates = event.result.report.fates(side)
                return -sum(class_of(side, units[f.name]).points for f in fates if f.fate == "destroyed")
            case _:
                pass
        return 0

    def step(self) -> None:
        """Do the next thing, for both sides where both are asked."""
        if self.war.phase == "bases":
            for side in SIDES:
                self.give(side, random_bases(self.war, side, self.random))
        elif self.war.phase == "planning":
            for side in SIDES:
                plan = random_plan(self.war, side, self.random)
                check_minimum(self.war, side, plan)
                self.give(side, plan)
        else:
            self.give(*random_answer(self.war, self.random))


def worth(war: War, side: Side) -> int:
    """Treasury and all ships and bases, in Ship Points."""
    fleet = war.fleet(side)
    ships = sum(ship.class_of(side).points for ship in fleet.ships.values())
    bases = sum(ship_class(base.side, "base").points for base in war.bases.values() if base.side == side)
    return fleet.treasury + ships + bases


def check_points(course: Course, before: dict[Side, int], found: list[e.AnyEvent]) -> None:
    """Points only come in as income and free bases, and only go with what is scrapped or destroyed."""
    for side in SIDES:
        change = sum(course.change(side, event) for event in found)
        assert worth(course.war, side) == before[side] + change
        assert course.war.fleet(side).treasury >= 0


def check_places(war: War) -> None:
    """Every ship is in one place that exists; hull and fighters are within the ship."""
    for side in SIDES:
        for ship in war.fleet(side).ships.values():
            assert ship.where is None or ship.where == RESERVE or ship.where in war.chart.order
            kind = ship.class_of(side)
            assert in_talon(ship.damage).hull < kind.boxes
            assert in_talon(ship.damage).fighters_lost < 3


def check_minimum(war: War, side: Side, plan: Plan) -> None:
    """What was sealed meets the minimum, or lacks what no assignment could avoid (S8)."""
    assert not list(plan_refusals(war, side, plan))
    ships = ships_to_send(war, side, plan)
    assert war.turn == 1 or not far_moves(war, ships, plan)


@pytest.mark.parametrize("seed", range(60))
def test_a_war_between_random_players(seed: int) -> None:
    course = Course(seed)
    while not course.over and course.war.turn < TURNS:
        course.step()
    assert msgspec.json.encode(fold(course.events)) == msgspec.json.encode(course.war)
    again = decode_events(msgspec.json.encode(tuple(course.events)))
    assert list(again) == course.events
    assert clone(course.war) == course.war


def test_every_event_is_classified_for_sight() -> None:
    """A new kind of event must be put among the open ones or a side's own before it compiles into a game."""
    kinds = set(e.AnyEvent.__args__)
    classified = [*OPEN_EVENTS, *OWN_EVENTS, *PLAYERS_EVENTS, *HIDDEN_EVENTS]
    assert set(classified) == kinds
    assert len(classified) == len(kinds)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_view_of_one_side_does_not_change_with_the_secrets_of_the_other(seed: int) -> None:
    course = Course(seed)
    while not course.over and course.war.turn < 4:
        course.step()
        other = clone(course.war)
        other.talon.treasury += 77
        other.talon.standing = {}
        for name, ship in list(other.talon.ships.items()):
            if ship.where == RESERVE:
                del other.talon.ships[name]
        if not course.over:
            for viewer in ("terran", None):
                assert msgspec.json.encode(view(course.war, viewer)) == msgspec.json.encode(
                    view(other, viewer)
                )


def test_a_war_begins_by_rules_that_are_named() -> None:
    """Nobody begins one by the rules of before by leaving them out; what was stored without is by those (S34, S48)."""
    plan = four_sectors()
    with pytest.raises(TypeError, match="rules"):
        e.WarBegan(Settings(), plan)  # type: ignore[call-arg]
    now = e.WarBegan(Settings(), plan, 1)
    stored = encoded((now,)).replace(b',"rules":1', b"").replace(b'"rules":1,', b"")
    assert b'"rules"' not in stored
    assert decode_events(stored) == (now,)
    with pytest.raises(msgspec.ValidationError):
        decode_events(stored.replace(b'"chart"', b'"charts"'))
