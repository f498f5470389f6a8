"""Ships that a battle brings in later: when, from where, and what sheets, reports and the board say of it (22, R69)."""

import re

import pytest
from msgspec.structs import replace

from engines.seam.documents import BattleSetup, Doctrine, Fate, FateWord, Report
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.dice import ScriptedDice
from engines.talon.layout import Arrival, Layout, Strip, Zone
from engines.talon.orders import Arrive
from engines.talon.play.aims import aim_lines
from engines.talon.play.drawing.cards import ship_cards
from engines.talon.records.record import beginning, fight_out
from engines.talon.results.check import refusals
from engines.talon.results.deployment import counters_at_start, first_to_deploy
from engines.talon.results.layout_check import written
from engines.talon.results.recording import fates_open_to, likely_fates
from engines.talon.rules.arriving.reinforcements import Arrivals
from engines.talon.set_ups.scenarios import scenario
from engines.talon.sheets.sheet import sheet_of
from engines.talon.terms import TalonTerms
from engines.talon.text.orders import write_order
from engines.talon.view import View
from tests.core.board import board

LATER = (
    Arrival("terran", 1, ("Zhukov",), ("right",)),
    Arrival("talon", 2, ("Unity",), ("top", "bottom")),
)


def later(arrivals: tuple[Arrival, ...] = LATER, zones: tuple[Zone, ...] = ()) -> BattleSetup:
    """The first scenario's fleets, of which some come in later."""
    layout = Layout(zones, arrivals=arrivals)
    return replace(scenario(1), terms=TalonTerms("Later", (), "devastating", written(layout)))


def test_they_wait_and_come_in_at_the_end_of_their_rounds() -> None:
    record = fight_out(later(), {side: Doctrine("hold") for side in SIDES}, SeededDice("later"))
    battle = game.new_battle(later())
    assert [unit.status for unit in battle.units] == ["undeployed", "waiting", "undeployed", "waiting"]
    rounds = {}
    for step in record.steps:
        if isinstance(step.order, Arrive):
            rounds[battle.units[step.order.unit].name] = battle.round
        game.apply(battle, step.order, ScriptedDice([int(die) for die in step.dice]))
    assert rounds == {"Zhukov": 1, "Unity": 2}


def test_each_has_its_own_hexes() -> None:
    table = board("""
        clock 2 talon arrivals
        map 0,0
        arrival talon 1 top for Hunter
        arrival talon 2 bottom for Predator
        terran CA Patton 3,5 E
        talon DD Hunter waiting
        talon DD Predator waiting
        talon FF Vision 4,5 W
    """)
    orders = table.battle.options
    assert isinstance(orders, Arrivals)
    top, bottom = orders.places.values()
    assert not {*top} & {*bottom}
    assert len(orders) == sum(1 for _ in orders)
    assert all(orders[at] in orders for at in (0, len(orders) // 2, len(orders) - 1))
    assert orders[-1] == list(orders)[-1]


def test_of_a_refused_arrival_only_the_first_one_that_is_possible_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same ship's, or else the first ship's; a fleet has hundreds of thousands of ways to come in (22)."""
    battle = board("""
        clock 2 talon arrivals
        map 0,0
        terran CA Patton 3,5 E
        talon DD Hunter waiting
        talon DD Predator waiting
        talon FF Vision 4,5 W
    """).battle
    taken, legal = battle.units[0].place, list(battle.options)
    monkeypatch.setattr(Arrivals, "__iter__", None)
    for unit in battle.units[1:]:
        asked = Arrive("talon", unit.number, taken, 0, 3)
        own = [one for one in legal if isinstance(one, Arrive) and one.unit == unit.number]
        told = write_order((own or legal)[0], battle)
        with pytest.raises(Refused, match=re.escape(f"Possible: {told}.")):
            game.apply(battle, asked, ScriptedDice([]))
        with pytest.raises(Refused, match="It is Talon's turn") as refused:
            game.apply(battle, Arrive("terran", unit.number, taken, 0, 3), ScriptedDice([]))
        assert "Possible" not in str(refused.value)


def test_the_sheet_says_when_and_from_where() -> None:
    sheet = sheet_of(later())
    words = " ".join(rule.text for rule in sheet.steps)
    assert "Terran's CA Zhukov comes in at the end of round 1, from the right" in words
    assert "Talon's CA Unity comes in at the end of round 2, from the top or bottom" in words
    assert all("another of its class must come in" not in rule.text for rule in sheet.reminders)
    assert [counters_at_start(later(), side) for side in SIDES] == [1, 1]
    assert first_to_deploy(later((LATER[0],))) == "terran"


def test_the_board_says_who_is_still_to_come() -> None:
    view = View(game.new_battle(later()), "terran")
    lines = [f"{line.words} {line.state}".strip() for line in aim_lines(view)]
    assert lines == [
        "Whoever has the last ships on the map wins",
        "CA Zhukov arrives in round 1 from the right",
        "CA Unity arrives in round 2 from the top or bottom",
    ]
    cards = {card.name: card.place for card in ship_cards(view, set())}
    assert cards["Zhukov"] == "arrives in round 1 from the right"
    assert cards["Napoleon"] == "not placed yet"


def reported(rounds: int, winner: Side | None, **fates: FateWord) -> Report:
    """A report of that battle, in which all stand whose fate is not given."""
    terran, talon = (
        tuple(Fate(unit.name, fates.get(unit.name, "stands")) for unit in later().force(side))
        for side in SIDES
    )
    return Report(rounds, "draw" if winner is None else "conceded", terran, talon, winner)


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (reported(1, None, Unity="destroyed"), "Unity comes in at the end of round 2; the battle lasted 1."),
        (reported(3, None, Napoleon="waited"), "Napoleon is set up at the start"),
        (reported(8, "terran", Justice="waited", Unity="destroyed"), "Justice is set up at the start"),
    ],
)
def test_reports_that_cannot_be(report: Report, words: str) -> None:
    assert any(words in found.reason for found in refusals(later(), report))


def test_reports_that_can_be() -> None:
    for report in (
        reported(1, None, Unity="waited", Zhukov="waited"),
        reported(2, None, Unity="waited"),
        reported(5, "terran", Justice="jumped", Unity="jumped"),
    ):
        assert refusals(later(), report) == []


def test_one_that_stands_to_come_in_keeps_its_side_in_the_battle() -> None:
    drawn = reported(1, None, Unity="waited", Justice="destroyed")
    found = refusals(later(), replace(drawn, ending="held", winner="terran"))
    assert any("were still to come in" in one.reason for one in found)


def test_what_a_form_offers() -> None:
    units = {unit.name: unit for side in SIDES for unit in later().force(side)}
    assert "waited" in fates_open_to(later(), "talon", units["Unity"])
    assert "waited" not in fates_open_to(later(), "talon", units["Justice"])
    assert likely_fates(later(), "talon", "talon", "held", 1) == ("stands", "waited")
    assert likely_fates(later(), "talon", "talon", "held", 3) == ("stands", "stands")


@pytest.mark.parametrize(
    ("arrivals", "words"),
    [
        ((Arrival("talon", 1, ("Nobody",), ("top",)),), "has no Nobody to come in"),
        ((Arrival("talon", 1, ("Unity", "Unity"), ("top",)),), "Unity comes in twice"),
        ((Arrival("talon", 1, ("Unity", "Justice"), ("top",)),), "sets up no ship or base"),
    ],
)
def test_arrivals_that_cannot_be(arrivals: tuple[Arrival, ...], words: str) -> None:
    with pytest.raises(Refused, match=words):
        game.new_battle(later(arrivals))


def test_what_comes_in_later_has_no_zone_and_is_a_ship() -> None:
    zones = (Zone("talon", (Strip(1),), ("Unity",)),)
    with pytest.raises(Refused, match="comes in later, so it has no zone"):
        game.new_battle(later(zones=zones))
    fleets = scenario(11)
    layout = Layout(arrivals=(Arrival("terran", 1, ("Cougar",), ("top",)),))
    with pytest.raises(Refused, match="does not come in by itself"):
        game.new_battle(replace(fleets, terms=TalonTerms("", (), "great", written(layout))))


def test_the_lines_of_arrivals_say_what_is_wrong() -> None:
    for line, words in (
        ("arrival talon", "written as: arrival"),
        ("arrival talon 1 top for", "written as: arrival"),
        ("arrival romulan 1 top for Unity", "not a side"),
        ("arrival talon 0 top for Unity", "not a round"),
        ("arrival talon 1 above for Unity", "not an edge of the map"),
    ):
        with pytest.raises(Refused, match=words):
            board(f"clock 0 terran deploy\n{line}\nterran CA Patton undeployed\ntalon CA Unity undeployed")
    with pytest.raises(Refused, match="until then it is waiting"):
        board(
            "clock 0 terran deploy\narrival talon 1 top for Unity\n"
            "terran CA Patton undeployed\ntalon CA Unity undeployed\ntalon FF Vision undeployed"
        )


def test_a_record_begins_with_its_arrivals() -> None:
    assert beginning(later()).layout == Layout(arrivals=LATER)
