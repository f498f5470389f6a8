"""S67: a corrected result of an earlier turn changes the present, and only what can be told from it."""

from typing import Any, cast

import pytest

from campaign.rules import events as e
from campaign.rules.corrections import amended_events as a
from campaign.rules.corrections.amending import touched
from campaign.rules.corrections.battle_history import BattleHistory, battle_history
from campaign.rules.decide import decide
from campaign.rules.dice import ScriptedDice
from campaign.rules.evolve import fold
from campaign.rules.orders import RESERVE, Amend
from campaign.rules.record import clone
from campaign.rules.settings import Settings
from campaign.rules.state import RULES, War
from campaign.war.words.amended import amended_lines
from engines.seam.documents import Report
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.talon.damage import TalonDamage
from tests.core.table import Table, four_sectors, report


class Played:
    """A battle at the sector's front line in turn 3, recorded at a table, and turn 4 under way in planning."""

    def __init__(
        self,
        ours: str,
        theirs: str,
        sector: str = "Antares",
        zone: int = 5,
        *,
        bases: dict[str, tuple[Side, str]] | None = None,
        winner: Side | None = "terran",
        **told: Any,
    ) -> None:
        self.sector = sector
        self.table = Table.midway(
            terran={sector: ours, "Badlands": "2 BB"},
            talon={sector: theirs, "Maelstrom": "2 BB"},
            markers={sector: zone},
            bases=bases,
            boxes=2,
            minimum=(0, 0),
            treasury=(50, 50),
        )
        self.begun = clone(self.table.war)
        for side in SIDES:
            self.table.plan(side)
        self._fight(winner, **told)
        self.number = next(event.battle for event in self.past if isinstance(event, e.ResultAccepted))
        assert (self.table.war.phase, self.table.war.turn) == ("planning", 4)

    @property
    def asked(self) -> Side:
        """The side that is asked."""
        question = self.table.war.question
        assert question is not None
        return question.side

    @property
    def past(self) -> list[e.AnyEvent]:
        """The log so far."""
        began = e.WarBegan(self.begun.settings, self.begun.chart, RULES)
        return [began, e.SandboxBegan(clone(self.begun)), *cast("list[e.AnyEvent]", self.table.events)]

    def history(self, number: int = 0) -> BattleHistory:
        """The battle and what has happened since."""
        found = battle_history(self.past, number or self.number)
        assert found is not None
        return found

    def report(self, winner: Side | None, **told: Any) -> Report:
        """A report of the battle."""
        return report(self.history().setup, winner, **told)

    def in_orion(self) -> tuple[int, str, str]:
        """The index of the marker there, and whose the planets at Orion 6 and 8 are."""
        war = self.table.war
        return war.markers["Orion"], war.planets["Orion/6"], war.planets["Orion/8"]

    def amend(
        self, winner: Side | None, *, ships: bool = True, front: bool = True, income: bool = True, **told: Any
    ):
        """Correct the result; the events."""
        return self.give(Amend(self.number, self.report(winner, **told), ships, front, income))

    def give(self, order: Amend) -> list[e.AnyEvent]:
        """Correct a result; the events."""
        found = decide(self.table.war, None, order, ScriptedDice(), self.past)
        return self.table._book(found)

    def again(self, winner: Side, **told: Any) -> None:
        """Fight there once more, in the turn that is planned, and go on to the next turn's planning."""
        for side in SIDES:
            self.table.war.fleet(side).minimum = 0
            self.table.plan(side)
        self._fight(winner, **told)

    def _fight(self, winner: Side | None, **told: Any) -> None:
        while self.table.war.phase == "battles":
            battle = self.table.war.current_battle()
            if self.table.war.paused:
                self.table.go_on()
            elif self.table.war.question is not None:
                assert battle is not None
                self.table.engage(self.asked, engage=battle.sectors == (self.sector,))
            else:
                self.table.fought(winner, **told)

    def correct(self, number: int, winner: Side | None, **told: Any) -> list[e.AnyEvent]:
        """Correct the result of any battle; the events."""
        return self.give(Amend(number, report(self.history(number).setup, winner, **told)))


@pytest.fixture
def played() -> Played:
    """Terran held the field and moved the front; Achilles was lost, Unity was lost."""
    return Played(
        "BB, CA, DD Achilles", "CA Unity, DD Hunter, FF", terran="Achilles destroyed", talon="Unity destroyed"
    )


def test_s67_a_ship_not_lost_after_all_is_back_in_the_reserve(played: Played) -> None:
    played.amend("terran", terran="Achilles stands hull=1", talon="Unity destroyed")
    ship = played.table.ship("terran", "Achilles")
    assert (ship.where, ship.damage) == (RESERVE, TalonDamage(hull=1))
    assert [loss.name for loss in played.table.war.losses] == ["Unity"]
    assert played.table.war.sightings["terran"]["Achilles"].damage == TalonDamage(hull=1)


def test_s67_a_ship_lost_after_all_is_gone(played: Played) -> None:
    played.amend("terran", terran="Achilles destroyed", talon="Unity destroyed, Hunter destroyed")
    assert not played.table.alive("talon", "Hunter")
    assert "Hunter" not in played.table.war.sightings["talon"]
    assert {loss.name for loss in played.table.war.losses} == {"Achilles", "Unity", "Hunter"}


def test_s67_other_damage_is_corrected_unless_it_was_repaired_since() -> None:
    told: Any = {"terran": "Patton stands hull=2", "talon": "Unity jumped hull=1"}
    played = Played("BB, CA Patton, DD", "CA Unity, DD", **told)
    played.amend("terran", terran="Patton stands hull=3", talon="Unity jumped hull=1")
    assert played.table.ship("terran", "Patton").damage == TalonDamage(hull=3)
    again = Played("BB, CA Patton, DD", "CA Unity, DD", **told)
    for side in SIDES:
        again.table.war.fleet(side).minimum = 0
        again.table.plan(side, send={RESERVE: "Patton"} if side == "terran" else None)
    while again.table.war.phase == "battles":
        again.table.engage(again.asked, engage=False)
    assert again.table.war.turn == 5
    again.amend("terran", terran="Patton stands hull=3", talon="Unity jumped hull=1")
    assert again.table.ship("terran", "Patton").damage == TalonDamage()


def test_s67_the_front_and_the_income_since_follow_the_winner(played: Played) -> None:
    """A draw in place of a victory: the marker goes back a zone, and what that zone pays more or less is settled."""
    chart, war = played.table.war.chart, played.table.war
    before = {side: played.table.treasury(side) for side in SIDES}
    assert played.table.marker("Antares") == 6
    events = played.amend(None, ending="draw", terran="Achilles destroyed", talon="Unity destroyed")
    assert played.table.marker("Antares") == 5
    assert a.MarkerAmended("Antares", 5, 4, 1, -1) in events
    for which, side in enumerate(SIDES):
        owed = chart.zone("Antares", 4).income[which] - chart.zone("Antares", 5).income[which]
        assert played.table.treasury(side) == before[side] + owed
    assert war.phase == "planning"


def test_s67_each_part_can_be_left_as_it_is(played: Played) -> None:
    before = clone(played.table.war)
    told: Any = {"ending": "draw", "terran": "Achilles stands", "talon": "Unity destroyed"}
    events = played.amend(None, ships=False, front=False, income=False, **told)
    assert [type(event) for event in events] == [a.ResultAmended]
    assert played.table.war == before
    second = played.amend(
        "terran", front=False, income=False, terran="Achilles stands", talon="Unity destroyed"
    )
    assert [unit.name for event in second if isinstance(event, a.FatesAmended) for unit in event.alive] == [
        "Achilles"
    ]


def test_s67_a_treasury_loses_no_more_than_it_has(played: Played) -> None:
    """The points that are due are open; what the treasury could pay is its side's own."""
    chart = played.table.war.chart
    for side in SIDES:
        played.table.war.fleet(side).treasury = 1
    events = played.amend(None, ending="draw", terran="Achilles destroyed", talon="Unity destroyed")
    due = {event.side: event.points for event in events if isinstance(event, a.IncomeAmended)}
    paid = {event.side: event.points for event in events if isinstance(event, a.TreasuryAmended)}
    assert chart.zone("Antares", 4).income != chart.zone("Antares", 5).income
    assert min(due.values()) < -1
    assert min(paid.values()) == -1
    assert all(played.table.treasury(side) >= 0 for side in SIDES)


def test_s67_corrected_there_and_back_everything_nominal_is_as_before(played: Played) -> None:
    told: Any = {"terran": "Achilles destroyed", "talon": "Unity destroyed"}
    before = clone(played.table.war)
    played.amend("talon", terran="Achilles destroyed", talon="Unity stands")
    played.amend("terran", **told)
    after = played.table.war
    assert after.markers == before.markers
    assert {side: after.fleet(side).treasury for side in SIDES} == {
        side: before.fleet(side).treasury for side in SIDES
    }
    assert {loss.name for loss in after.losses} == {loss.name for loss in before.losses}
    assert after.fleet("talon").ships.keys() == before.fleet("talon").ships.keys()


def test_s67_battles_since_that_would_have_been_others_are_named(played: Played) -> None:
    for side in SIDES:
        played.table.war.fleet(side).minimum = 0
        played.table.plan(side)
    found = played.history()
    told = report(
        found.setup, "terran", terran="Achilles destroyed", talon="Unity destroyed, Hunter destroyed"
    )
    (one,) = touched(found, told)
    assert one.battle.number == 5
    assert one.ships == {"terran": (), "talon": ("Hunter",)}
    assert not one.elsewhere
    (other,) = touched(
        found, report(found.setup, None, ending="draw", terran="Achilles destroyed", talon="Unity destroyed")
    )
    assert other.elsewhere


def test_s67_a_home_that_was_taken_after_all_ends_the_war() -> None:
    home = len(four_sectors().zones("Antares"))
    table = Table.midway(
        terran={"Antares": "BB, CA, DD", "Badlands": "2 BB"},
        talon={"Antares": "CA Unity", "Orion": "2 BB"}, markers={"Antares": home},
        minimum=(0, 0),
    )  # fmt: skip
    begun = clone(table.war)
    for side in SIDES:
        table.plan(side)
    while table.war.question is not None:
        table.engage(table.war.question.side)
    table.fought("talon")
    while table.war.paused:
        table.go_on()
    past = [
        e.WarBegan(Settings(), begun.chart, RULES),
        e.SandboxBegan(begun),
        *cast("list[e.AnyEvent]", table.events),
    ]
    (accepted,) = [event for event in table.events if isinstance(event, e.ResultAccepted)]
    found = battle_history(past, accepted.battle)
    assert found is not None
    order = Amend(accepted.battle, report(found.setup, "terran", talon="Unity destroyed"))
    events = decide(table.war, None, order, ScriptedDice(), past)
    assert events[-1] == e.WarEnded("terran", "home")


def refusal(war: War, order: Amend, past: list[e.AnyEvent], side=None) -> str:
    with pytest.raises(Refused) as caught:
        decide(war, side, order, ScriptedDice(), past)
    return caught.value.refusals[0].reason


def test_s67_what_cannot_be_corrected(played: Played) -> None:
    war, past = played.table.war, played.past
    same = played.report("terran", terran="Achilles destroyed", talon="Unity destroyed")
    other = played.report("talon", terran="Achilles destroyed")
    assert "as it is recorded" in refusal(war, Amend(1, same), past)
    assert "no result" in refusal(war, Amend(2, other), past)
    assert "One side alone" in refusal(war, Amend(1, other), past, "terran")
    fought = [
        e.ResultAccepted(event.battle, event.result, fought=True)
        if isinstance(event, e.ResultAccepted)
        else event
        for event in past
    ]
    assert "fought here" in refusal(war, Amend(1, other), fought)
    for side in SIDES:
        played.table.war.fleet(side).minimum = 0
        played.table.plan(side)
    assert "Finish this turn's battles first" in refusal(played.table.war, Amend(1, other), played.past)


def test_s67_the_log_with_a_correction_folds_to_the_war(played: Played) -> None:
    played.amend(None, ending="draw", terran="Achilles stands", talon="Unity destroyed")
    assert fold(played.past) == played.table.war


TOLD: Any = {"terran": "Achilles destroyed", "talon": "Unity destroyed"}
HUNTER_TOO: Any = {"terran": "Achilles destroyed", "talon": "Unity destroyed, Hunter destroyed"}


def second_battle(played: Played, **told: Any) -> int:
    """The number of a second battle at Antares, fought in turn 4."""
    played.again("terran", **told)
    *_, last = [event.battle for event in played.past if isinstance(event, e.ResultAccepted)]
    assert last != 1
    return last


def test_s67_a_ship_scrapped_or_lost_since_does_not_come_back(played: Played) -> None:
    """Corrected to "lost" and back, a ship that is gone for another reason stays gone, and nobody reads why."""
    for side in SIDES:
        played.table.war.fleet(side).minimum = 0
    played.table.plan("talon", scrap="Hunter")
    played.table.plan("terran")
    while played.table.war.phase == "battles":
        played.table.engage(played.asked, engage=False)
    assert not played.table.alive("talon", "Hunter")
    played.amend("terran", **HUNTER_TOO)
    events = played.amend("terran", **TOLD)
    assert not played.table.alive("talon", "Hunter")
    assert not any(isinstance(event, a.FleetAmended) for event in events)
    assert [loss.name for loss in played.table.war.losses] == ["Achilles", "Unity"]


def test_s67_a_ship_destroyed_in_a_later_battle_does_not_come_back(played: Played) -> None:
    later = second_battle(played, talon="Hunter destroyed")
    played.amend("terran", **HUNTER_TOO)
    assert {loss.battle for loss in played.table.war.losses if loss.name == "Hunter"} == {1}
    played.amend("terran", **TOLD)
    assert not played.table.alive("talon", "Hunter")
    assert [loss.battle for loss in played.table.war.losses if loss.name == "Hunter"] == [later]


@pytest.mark.parametrize("order", ["first", "last"])
def test_s67_the_fleet_follows_all_results_that_hold(played: Played, order: str) -> None:
    """Hunter was recorded lost in the second battle, but fell in the first: whichever is corrected first."""
    later = second_battle(played, talon="Hunter destroyed")
    if order == "first":
        played.amend("terran", **HUNTER_TOO)
    played.correct(later, "terran")
    if order == "last":
        assert played.table.alive("talon", "Hunter")
        played.amend("terran", **HUNTER_TOO)
    assert not played.table.alive("talon", "Hunter")
    assert [loss.battle for loss in played.table.war.losses if loss.name == "Hunter"] == [1]
    assert "Hunter" not in played.table.war.sightings["talon"]


@pytest.mark.parametrize("order", ["first", "last"])
def test_s67_income_is_settled_by_all_results_together(played: Played, order: str) -> None:
    """Talon won both battles after all: the planet at Antares 4 stops the front line in both Building Phases (S9)."""
    income = [zone.income for zone in played.table.war.chart.zones("Antares")]
    later = second_battle(played)
    before = {side: played.table.treasury(side) for side in SIDES}
    if order == "first":
        played.amend("talon", terran="Achilles destroyed")
    played.correct(later, "talon")
    if order == "last":
        played.amend("talon", terran="Achilles destroyed")
    assert played.table.marker("Antares") == 4
    for which, side in enumerate(SIDES):
        owed = 2 * income[3][which] - 2 * income[5][which]
        assert played.table.treasury(side) == before[side] + owed


def test_s67_the_way_back_brings_only_what_a_treasury_could_pay(played: Played) -> None:
    for side in SIDES:
        played.table.war.fleet(side).treasury = 0
    played.amend(None, ending="draw", **TOLD)
    gained = {side: played.table.treasury(side) for side in SIDES}
    assert gained["terran"] == 0
    events = played.amend("terran", **TOLD)
    assert any(isinstance(event, a.IncomeAmended) and event.side == "terran" for event in events)
    assert [played.table.treasury(side) for side in SIDES] == [0, 0]


def test_s67_a_part_left_out_can_follow_later(played: Played) -> None:
    """The same report once more, while the front line or the income has not followed it; then it is as recorded."""
    told: Any = {"ending": "draw", **TOLD}
    played.amend(None, front=False, income=False, **told)
    assert played.table.marker("Antares") == 6
    played.amend(None, income=False, **told)
    assert played.table.marker("Antares") == 5
    events = played.amend(None, **told)
    assert any(isinstance(event, a.IncomeAmended) for event in events)
    same = Amend(1, played.report(None, **told))
    assert "as it is recorded" in refusal(played.table.war, same, played.past)


def test_s67_a_ship_whose_name_is_taken_comes_back_with_another_and_goes_again(played: Played) -> None:
    """By the rules of early wars the name of a lost ship is free again (S34): the newer ship stays as it is."""
    played.table._book([e.ShipsBought("terran", (e.Purchase("Achilles", "destroyer", 0),))])
    before = clone(played.table.war)
    played.amend("terran", terran="Achilles stands hull=1", talon="Unity destroyed")
    (other,) = played.table.war.terran.ships.keys() - before.terran.ships.keys()
    assert played.table.ship("terran", other).damage == TalonDamage(hull=1)
    played.amend("terran", **TOLD)
    assert played.table.war.terran.ships == before.terran.ships
    assert played.table.war.losses == before.losses


LANDED: Any = {"terran": "One landed_after, Two landed_after", "talon": "Unity destroyed"}
SHOT: Any = {"terran": "One destroyed", "talon": "Unity destroyed"}
DRAWN: Any = {"ending": "draw", "talon": "Unity destroyed"}
ESCORT = "BB, CA, DD, Tran One, Tran Two"


def test_s67_the_front_goes_back_from_a_planet_that_nobody_took() -> None:
    """Talon held the planet at Orion 6: the marker that had gone on from there by two zones is back there (S9)."""
    played = Played(ESCORT, "CA Unity, 2 DD", "Orion", 6, **LANDED)
    assert played.in_orion()[1] == "terran"
    later = second_battle(played)
    before = clone(played.table.war)
    assert before.markers["Orion"] == 7
    events = played.amend("terran", **SHOT)
    assert played.in_orion()[1] == "talon"
    assert a.MarkerAmended("Orion", 7, 5, played.number, -1) in events
    income = [zone.income for zone in before.chart.zones("Orion")]
    for which, side in enumerate(SIDES):
        owed = 2 * income[5][which] - income[6][which] - income[7][which]
        assert played.table.treasury(side) == before.fleet(side).treasury + owed
    assert [one.battle.number for one in touched(played.history(), played.report("terran", **LANDED))] == [
        later
    ]
    played.amend("terran", **LANDED)
    assert (played.table.war.markers, played.table.war.planets) == (before.markers, before.planets)


def test_s67_a_planet_before_one_that_was_taken_since_stays_whose_it_is() -> None:
    """Orion 6 was not taken, but Orion 8 beyond it was since: the front line had passed both, and so it stays."""
    played = Played(f"{ESCORT}, Tran Three, Tran Four", "CA Unity, 4 DD", "Orion", 6, **LANDED)
    played.again("terran", talon="")
    played.again("terran", terran="Three landed_after, Four landed_after", talon="")
    *_, last = [event.battle for event in played.past if isinstance(event, e.ResultAccepted)]
    assert played.in_orion() == (8, "terran", "terran")
    played.amend(None, **DRAWN)
    assert played.in_orion() == (7, "terran", "terran")
    played.give(Amend(last, report(played.history(last).setup, None, ending="draw")))
    assert played.in_orion() == (5, "talon", "talon")


@pytest.mark.parametrize("ships", [True, False])
def test_s67_a_base_and_its_planet_are_one_sides(ships: bool) -> None:
    """It is back only where its planet is not the enemy's, and gone with it even if the fleets do not follow."""
    bases: dict[str, tuple[Side, str]] = {"Antares/6": ("talon", "")}
    both: Any = {"terran": "One landed_after, Two landed_after", "talon": "Unity destroyed, Base_2 destroyed"}
    played = Played(ESCORT, "CA Unity, 2 DD", zone=6, bases=bases, **both)
    assert not played.table.war.bases
    played.amend(None, front=False, **DRAWN)
    assert not played.table.war.bases
    played.amend(None, **DRAWN)
    assert played.table.war.bases["Antares/6"].side == "talon"
    played.amend("terran", ships=ships, **both)
    assert not played.table.war.bases
    assert played.table.war.planets["Antares/6"] == "terran"


def test_s67_a_base_destroyed_before_its_planet_was_taken_stays_gone() -> None:
    """Not destroyed in the first battle after all; but in the second the enemy has taken the planet."""
    bases: dict[str, tuple[Side, str]] = {"Antares/6": ("talon", "")}
    played = Played(
        ESCORT, "CA Unity, 2 DD", zone=6, bases=bases, winner=None, ending="draw", talon="Base_2 destroyed"
    )
    assert played.table.marker("Antares") == 6
    played.again("terran", terran="One landed_after, Two landed_after")
    assert played.table.war.planets["Antares/6"] == "terran"
    played.amend(None, ending="draw")
    assert not played.table.war.bases
    assert "Base 2" not in {loss.name for loss in played.table.war.losses}


def test_s67_a_line_says_what_stops_the_front(played: Played) -> None:
    """Where the marker has not gone as far as the result would move it, the sentence names the planet or the home."""
    chart = played.table.war.chart
    stopped = a.MarkerAmended("Antares", 5, 3, 1, -3)
    free = a.MarkerAmended("Antares", 5, 3, 1, -2)
    home = a.MarkerAmended("Antares", 0, 0, 1, -1)
    said = [amended_lines(one, chart)[0].text for one in (stopped, free, home)]
    assert said[0].endswith("It cannot be beyond the planet at Antares 4.")
    assert "beyond" not in said[1]
    assert said[2] == "The front line in Antares stays at the Terran home."
