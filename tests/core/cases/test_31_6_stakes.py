"""What an answer to 31.6 puts at stake, said before anybody answers (31.6, 31.8, S3, S9, S10, S18, S26)."""

from collections.abc import Sequence
from random import Random

import pytest

from bench.wars.random_player import GeneratorDice, random_answer, random_bases, random_plan
from campaign.rules import events as e
from campaign.rules.battles.stakes import (
    FrontMove,
    Outcome,
    Stakes,
    forfeit,
    landing,
    loses_something,
    stakes,
    victory,
)
from campaign.rules.decide import decide
from campaign.rules.evolve import evolve, fold
from campaign.rules.orders import AnyOrder, Engage
from campaign.rules.settings import Settings
from campaign.rules.sight import view
from campaign.rules.state import RULES, Battle, War
from engines.seam.sides import SIDES, Side, opponent
from tests.core.cases.openings import facing
from tests.core.table import Table, four_sectors


def at_stake(table: Table, side: Side) -> Stakes:
    """What hangs on the side's answer in the battle that asks, from its own view."""
    battle = table.war.current_battle()
    assert battle is not None
    return stakes(view(table.war, side), battle, side)


def test_s3_declining_moves_the_front_one_zone_and_the_incomes_with_it():
    """S3, 31.4: Antares 5 pays 50 and 50, Antares 4 pays 40 and 60."""
    told = at_stake(facing("BB", "BB, DD", planets={"Antares/4": "talon"}), "terran").given_up
    assert told == Outcome("talon", moves=(FrontMove("Antares", 4, 3),), income={"terran": -10, "talon": 10})


def test_s3_declining_over_an_own_planet_costs_no_ground():
    """S3, S9: without two transports nobody lands, and the planet stops the marker."""
    told = at_stake(facing("BB", "BB, DD, Tran", zone=4), "terran").given_up
    assert told == Outcome("talon", barred=True, income={"terran": 0, "talon": 0})
    assert not loses_something(told)


def test_s3_two_transports_take_a_planet_that_is_given_up():
    """S3: no base guards it, so they land, and the marker goes on."""
    told = at_stake(facing("BB", "BB, DD, 2 Tran", zone=4), "terran").given_up
    assert told is not None
    assert (told.takes_planet, told.moves) == (True, (FrontMove("Antares", 3, 2),))
    assert loses_something(told)


def test_s3_a_base_keeps_the_planet_that_is_given_up():
    """S3: nobody lands against it."""
    table = facing("BB", "BB, DD, 2 Tran", zone=4, bases={"Antares/4": ("terran", "")})
    told = at_stake(table, "terran").given_up
    assert told is not None
    assert (told.takes_planet, told.barred, told.moves) == (False, True, ())


def test_s10_declining_over_the_own_home_loses_the_war():
    """S10: so does losing there; winning does not end it."""
    told = at_stake(facing("BB", "BB, DD", zone=1), "terran")
    assert told.given_up == Outcome("talon", ends_war=True)
    assert told.lost == Outcome("talon", ends_war=True)
    assert (told.won.ends_war, told.lost_landing) == (False, None)


def test_s18_over_a_home_every_marker_moves_back():
    """S18: Antares and Badlands together."""
    told = at_stake(facing("BB, DD", "BB", zone=1, markers={"Badlands": 1}), "talon").given_up
    assert told is not None
    assert told.moves == (FrontMove("Antares", 0, 1), FrontMove("Badlands", 0, 1))
    assert told.income == {"terran": 10 + 20, "talon": -15 - 20}


def test_s26_squadrons_that_lose_their_base_are_stranded():
    """S26: six squadrons, a carrier for four, and a base that keeps four more only if the marker stays."""
    forces = ("CV, 6 FTR", "BB, 2 CL")
    moves = facing(*forces, bases={"Antares/5": ("terran", "")})
    stays = facing(*forces, zone=4, bases={"Antares/4": ("terran", "")})
    told = [at_stake(table, "terran").given_up for table in (moves, stays)]
    assert [outcome.stranded if outcome else None for outcome in told] == [2, 0]


def test_s4_nothing_is_lost_by_declining_what_the_enemy_has_declined():
    """S4: then nobody has won, and nothing moves."""
    table = facing("BB", "BB, DD")
    table.engage("terran", False)
    told = at_stake(table, "talon")
    assert (told.given_up, loses_something(told.given_up)) == (None, False)
    assert told.handed_over is not None
    assert told.handed_over.moves == (FrontMove("Antares", 4, 3),)


def test_31_8_a_victory_over_an_enemy_planet_needs_a_landing_to_move_the_front():
    """31.8, S22: with two transports it is possible, without them it is not."""
    for force, possible in (("BB, 2 Tran", True), ("BB, Tran", False)):
        told = at_stake(facing(force, "BB, DD", zone=6), "terran")
        assert (told.won.barred, told.won.moves) == (True, ())
        assert (told.won_landing is not None) is possible
    assert told.lost.moves == (FrontMove("Antares", 5, 4),)


Foreseen = dict[Side, dict[str, Outcome | None]]


def foreseen(war: War, battle: Battle) -> Foreseen:
    """Every outcome of a battle, by its winner."""
    return {
        side: {
            "forfeit": forfeit(war, battle, opponent(side)),
            "victory": victory(war, battle, side),
            "landing": landing(war, battle, side),
        }
        for side in SIDES
    }


def came_true(outcome: Outcome | None, found: list[e.AnyEvent], number: int) -> None:
    """Markers, planet, end of the war and stranded squadrons of the loser are as was said."""
    assert outcome is not None
    moved = [event for event in found if isinstance(event, e.MarkerMoved) and event.battle == number]
    assert tuple(FrontMove(event.sector, event.start, event.end) for event in moved) == outcome.moves
    assert any(isinstance(event, e.WarEnded) and event.why == "home" for event in found) is outcome.ends_war


def check_forfeits(course: "Course", found: list[e.AnyEvent]) -> int:
    """Compare each forfeit among the events that is over with what was foreseen; how many there were."""
    checked = 0
    for event in found:
        if isinstance(event, e.Forfeited) and not event.unasked:
            outcome = course.foreseen[event.battle][opponent(event.side)]["forfeit"]
            assert outcome is not None
            asked = [one for one in found if isinstance(one, e.QuestionAsked) and one.question.kind == "land"]
            if not asked:
                came_true(outcome, found, event.battle)
                taken = [one.place for one in found if isinstance(one, e.PlanetTaken)]
                assert (course.places[event.battle] in taken) is outcome.takes_planet
                checked += 1
            else:
                assert outcome.takes_planet
    return checked


def check_victories(course: "Course", found: list[e.AnyEvent]) -> int:
    """Compare each battle fought among the events with what was foreseen; how many there were."""
    checked = 0
    for event in found:
        if isinstance(event, e.ResultAccepted) and event.result.winner is not None:
            kind = "landing" if event.result.captured else "victory"
            lost = any(fate.fate == "destroyed" for fate in event.result.report.fates(event.result.winner))
            if event.result.degree != "minor" or not lost:
                came_true(course.foreseen[event.battle][event.result.winner][kind], found, event.battle)
                checked += 1
    return checked


class Course:
    """A war between random players, and what was foreseen of each battle before it was answered."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.war = fold([e.WarBegan(Settings(reveal="one_by_one"), four_sectors(), RULES)])
        self.foreseen: dict[int, Foreseen] = {}
        self.places: dict[int, str] = {}

    def step(self) -> list[e.AnyEvent]:
        """Give the next order; its events."""
        orders: Sequence[tuple[Side | None, AnyOrder]] = (
            [(side, random_bases(self.war, side, self.random)) for side in SIDES]
            if self.war.phase == "bases"
            else [(side, random_plan(self.war, side, self.random)) for side in SIDES]
            if self.war.phase == "planning"
            else [random_answer(self.war, self.random)]
        )
        found: list[e.AnyEvent] = []
        for side, order in orders:
            events = decide(self.war, side, self._often_declined(order), GeneratorDice(self.random))
            for event in events:
                self.war = evolve(self.war, event)
                if isinstance(event, e.SidesAsked):
                    asked = self.war.battle(event.battle)
                    assert asked is not None
                    self.foreseen[event.battle] = foreseen(self.war, asked)
                    self.places[event.battle] = asked.place
            found += events
        return found

    def _often_declined(self, order: AnyOrder) -> AnyOrder:
        if not isinstance(order, Engage):
            return order
        return Engage(order.battle, self.random.random() < 0.6)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_foreseen_comes_true_in_random_wars(seed: int) -> None:
    """31.6, S3: forfeits and victories of whole wars, over homes and planets too."""
    course, forfeits, victories = Course(seed), 0, 0
    while course.war.phase != "over" and course.war.turn < 12:
        found = course.step()
        forfeits += check_forfeits(course, found)
        victories += check_victories(course, found)
    assert forfeits
    assert victories
