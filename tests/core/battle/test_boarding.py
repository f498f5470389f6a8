"""Scenario 9 as printed: where it begins, what is said of it, and every way in which it ends (R74, R108, R109)."""

import pytest
from msgspec.structs import replace

from engines.seam.documents import BattleSetup, Doctrine, Ending, Fate, FateWord, Report
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.aim_documents import Destroy, Intel
from engines.talon.captains.captain import Captain
from engines.talon.damage import TalonDamage
from engines.talon.orders import Deploy, Undock
from engines.talon.play.aims import aim_lines
from engines.talon.play.board import play_board
from engines.talon.play.drawing.cards import ship_cards
from engines.talon.play.drawing.track import track
from engines.talon.play.offers.legal import offers
from engines.talon.play.offers.prompts import prompt
from engines.talon.play.offers.words import in_words
from engines.talon.play.roster import Roster
from engines.talon.records.record import fight_out
from engines.talon.report.drawing.geometry import centre
from engines.talon.results.check import refusals
from engines.talon.results.degree import decision, result_for
from engines.talon.results.layout_check import last_round_of_base
from engines.talon.results.setup_check import setup_refusals
from engines.talon.rules import floating_map
from engines.talon.set_ups.scenarios import scenario
from engines.talon.sheets.aims import aims_in_words
from engines.talon.sheets.report_form import report_form
from engines.talon.sheets.sheet import sheet_of
from engines.talon.terms import TalonTerms
from engines.talon.view import View
from tests.core.board import Board, board

SETUP = scenario(9)
BOARD = """
    clock {clock}
    initiative talon
    map 0,0
    bases-fall
    aim intel terran unit Hornet
    terrain black-hole 14,1
    terran CV Hornet {hornet}
    terran FTR Ace_of_Spades destroyed
    terran FTR Flying_Tiger destroyed
    terran FTR Double_Down destroyed
    terran FTR Wolverine {wolverine}
    terran CL Thor {thor}
    terran CL Asgard destroyed
    talon BC Victory {victory}
    talon DD Hunter destroyed
    talon FF Surprise destroyed
    talon Base Hope {hope}
"""


def table(
    clock: str,
    *,
    hornet: str = "5,9 NE speed 1 power 6",
    wolverine: str = "0,9 NE",
    thor: str = "destroyed",
    victory: str = "2,1 SE",
    hope: str = "9,3 W",
) -> Board:
    """The scenario, with what is not given somewhere out of the way."""
    return board(
        BOARD.format(clock=clock, hornet=hornet, wolverine=wolverine, thor=thor, victory=victory, hope=hope)
    )


FETCH = "Terran must fetch the intelligence from Hope with a squadron, bring it to Hornet, and jump"


def line(found: Board) -> tuple[str, str, str]:
    """What stands above the board."""
    one = aim_lines(View(found.battle, "terran"))[0]
    return one.words, one.state, one.stage


def test_where_everybody_begins() -> None:
    """Talon sets up first, in rows 1 to 3, the base in its hex; Terran in rows 10 and 11; the black hole is there."""
    battle = game.new_battle(SETUP)
    assert isinstance(SETUP.terms, TalonTerms)
    assert SETUP.terms.label == "Scenario 9"
    assert battle.side == "talon"
    assert [floating_map.hex_at(battle.window, 1, 14)] == [
        place for place, kind in battle.terrain.items() if kind == "black-hole"
    ]
    rows: dict[Side, set[int]] = {"terran": set(), "talon": set()}
    while battle.step == "deploy":
        for order in battle.options:
            if not isinstance(order, Deploy):
                continue
            if battle.units[order.unit].kind.base:
                assert order.place == floating_map.hex_at(battle.window, 3, 8)
            rows[order.side].add(next(row for row in range(1, 12) if order.place in _row(battle, row)))
        game.apply(battle, battle.options[-1], SeededDice("areas"))
    assert rows == {"terran": {10, 11}, "talon": {1, 2, 3}}
    assert last_round_of_base(SETUP) == 7


def _row(battle, row: int) -> list[int]:
    columns = range(1, floating_map.width(battle.window, row) + 1)
    return [floating_map.hex_at(battle.window, row, column) for column in columns]


ENDS = {
    "away with it": (
        {"clock": "6 terran jumps", "wolverine": "docked Hornet intel", "hope": "12,2 W"},
        "terran jump Hornet",
        "",
    ),
    "away without it": (
        {"clock": "6 terran jumps", "wolverine": "9,4 W intel", "hope": "12,2 W"},
        "terran jump Hornet",
        "",
    ),
    "carrier destroyed": (
        {
            "clock": "3D talon fire",
            "hornet": "4,3 W hull 5 shields 0/0/0/0",
            "wolverine": "docked Hornet intel",
            "victory": "2,3 E",
        },
        "talon fire Victory 1 Hornet",
        "6",
    ),
    "no squadron": (
        {
            "clock": "3D talon fire",
            "wolverine": "9,5 W fighters 2/2/1",
            "victory": "9,3 SE charge 1+4/0+0/0+0",
            "hope": "9,1 W",
        },
        "talon fire Victory 1 Wolverine/3",
        "6",
    ),
    "no base": (
        {"clock": "3D terran fire", "thor": "11,3 W", "hope": "9,3 W shields 0/0/0/0 hull 9"},
        "terran fire Thor 2 Hope",
        "6",
    ),
    "given up": ({"clock": "3D terran ap"}, "terran concede", ""),
    "let go": ({"clock": "3D terran ap"}, "talon concede", ""),
}
"""By a word: the board, the last order, and its dice."""


@pytest.mark.parametrize(
    ("end", "over", "words"),
    [
        ("away with it", "aim terran", "Terran has brought the intelligence away aboard Hornet."),
        ("away without it", "aim talon", "Talon has kept the intelligence from the enemy."),
        ("carrier destroyed", "aim talon", "Talon has kept the intelligence from the enemy."),
        ("no squadron", "aim talon", "Talon has kept the intelligence from the enemy."),
        ("no base", "aim talon", "Talon has kept the intelligence from the enemy."),
        ("given up", "conceded talon", ""),
        ("let go", "conceded terran", ""),
    ],
)
def test_every_end_on_the_board(end: str, over: str, words: str) -> None:
    given, order, dice = ENDS[end]
    found = table(**given).do(order, dice=dice)
    assert found.over == over
    report = game.report(found.battle)
    result = result_for(SETUP, report)
    winner = over.split()[1]
    assert (result.winner, result.degree) == (winner, "devastating" if winner == "terran" else "minor")
    assert decision(SETUP, report) == words


@pytest.mark.parametrize(("dice", "winner"), [("b6", "terran"), ("b0", "talon")])
def test_captains_bring_the_intelligence_away_or_keep_it(dice: str, winner: Side) -> None:
    record = fight_out(SETUP, {side: Doctrine("hold") for side in SIDES}, SeededDice(dice))
    report = record.result.report
    assert (report.ending, report.winner) == ("aim", winner)
    assert refusals(SETUP, report) == []


def test_a_captain_is_the_same_however_it_came_to_a_position() -> None:
    """What it keeps from one decision to the next changes nothing."""
    battle = game.new_battle(SETUP)
    players = {side: Captain(Doctrine("hold")) for side in SIDES}
    views = {side: View(battle, side) for side in SIDES}
    dice, looked = SeededDice("the same"), 0
    while battle.options and battle.round < 5:
        side = battle.options[0].side
        order = players[side].decide(views[side])
        if battle.round:
            looked += 1
            assert Captain(Doctrine("hold")).decide(View(battle, side)) == order
        game.apply(battle, order, dice)
    assert looked > 100


@pytest.mark.parametrize(
    ("given", "state", "stage"),
    [
        ({}, "in the base Hope", "open"),
        ({"wolverine": "boarded Hope 3B"}, "Wolverine in Hope, out from impulse B of round 4", "open"),
        ({"wolverine": "5,5 W intel"}, "with Wolverine", "open"),
        (
            {"wolverine": "docked Hornet intel"},
            "aboard Hornet, jumps from round 6, at Speed 1",
            "open",
        ),
    ],
)
def test_the_board_says_where_it_is(given: dict[str, str], state: str, stage: str) -> None:
    assert line(table("3C terran ap", **given)) == (FETCH, state, stage)


@pytest.mark.parametrize(
    ("end", "state", "stage"),
    [
        ("away with it", "away", "reached"),
        ("away without it", "Hornet away", "lost"),
        ("carrier destroyed", "Hornet destroyed", "lost"),
        ("no squadron", "nobody can bring it any more", "lost"),
        ("no base", "nobody can bring it any more", "lost"),
    ],
)
def test_the_board_says_what_became_of_it(end: str, state: str, stage: str) -> None:
    given, order, dice = ENDS[end]
    assert line(table(**given).do(order, dice=dice))[1:] == (state, stage)


def test_what_is_offered_to_a_squadron_inside() -> None:
    """A placing in the base's hex, with both Speeds and every facing; or to stay inside."""
    found = table("3C terran undock", wolverine="boarded Hope 2C home Hornet")
    view = View(found.battle, "terran")
    offered = offers(view)
    (placing,) = offered.placed
    assert (placing.verb, placing.rule, placing.speeds) == ("undock", "26", (6, 5))
    assert [area.hexes for area in placing.areas] == [((9, 3),)]
    assert placing.items[0].order == "terran undock Wolverine {hex} {facing} {speed}"
    stay = next(choice for choice in offered.whole if choice.verb == "done")
    assert stay.words == "Stay inside"
    assert prompt(view, Roster(view)) == (
        "Terran, impulse C: bring your squadron out of the base, or let it stay inside."
    )
    assert [leg.name for leg in track(view).legs if leg.state == "now"] == ["Undocking"]
    order = next(one for one in view.orders if isinstance(one, Undock))
    assert in_words(view, order) == "Bring out Wolverine at 9,3, facing E, Speed 6"
    card = next(card for card in ship_cards(view, set()) if card.name == "Wolverine")
    assert card.place == "inside Hope, may come out in impulse C of round 3"
    assert not card.gone


def test_what_is_offered_to_a_squadron_beside_the_base() -> None:
    found = table("2C terran move", wolverine="7,3 E speed 6", hope="8,3 W")
    words = [offer.words for offer in offers(View(found.battle, "terran")).units[4]]
    assert "Ahead, board Hope" in words


@pytest.mark.parametrize(
    ("wolverine", "warn"),
    [("docked Hornet intel", "With the intelligence you win."), ("9,4 W intel", "Without the intelligence")],
)
def test_a_jump_says_what_it_comes_to(wolverine: str, warn: str) -> None:
    view = View(table("6 terran jumps", wolverine=wolverine, hope="12,2 W").battle, "terran")
    (offer,) = offers(view).units[0]
    assert offer.warn.startswith(warn)


def test_sheets_say_what_decides() -> None:
    sheet = sheet_of(SETUP)
    words = " ".join(rule.text for rule in sheet.reminders)
    assert "Terran's squadrons may dock with Talon's base at any Speed, one at a time" in words
    assert (
        "If it then docks with Hornet and Hornet jumps, Terran has won a devastating victory at once."
        in words
    )
    assert "Who is left on the map decides nothing" in words
    assert "whoever has the last ships on the map wins" not in words
    assert sheet.endings == (
        "Opponent conceded",
        "Hornet jumped with the intelligence, or that was prevented",
    )


def told(ending: Ending, winner: Side | None, rounds: int, **fates: FateWord) -> Report:
    """A report in which all stand whose fate is not given."""
    terran, talon = (
        tuple(
            Fate(unit.name, fates.get(unit.name.replace(" ", "_"), "stands"), unit.damage)
            for unit in SETUP.force(side)
        )
        for side in SIDES
    )
    return Report(rounds, ending, terran, talon, winner)


SQUADRONS = ("Ace_of_Spades", "Flying_Tiger", "Double_Down", "Wolverine")
LOST: dict[str, FateWord] = dict.fromkeys(SQUADRONS, "destroyed")


@pytest.mark.parametrize(
    ("report", "degree"),
    [
        (told("aim", "terran", 6, Hornet="jumped", Wolverine="jumped"), "devastating"),
        (told("aim", "terran", 8, Hornet="jumped", Wolverine="jumped", Hope="destroyed"), "devastating"),
        (told("aim", "talon", 3, Hornet="destroyed"), "minor"),
        (told("aim", "talon", 6, Hornet="jumped"), "minor"),
        (told("aim", "talon", 3, Hornet="left"), "minor"),
        (told("aim", "talon", 3, **LOST), "minor"),
        (told("aim", "talon", 3, Hope="destroyed"), "minor"),
        (told("aim", "talon", 7, Hope="destroyed"), "minor"),
        (
            told(
                "conceded",
                "terran",
                3,
                Victory="jumped",
                Hunter="destroyed",
                Surprise="jumped",
                Hope="destroyed",
            ),
            "minor",
        ),
        (told("draw", None, 7), None),
    ],
)
def test_every_end_as_a_table_reports_it(report: Report, degree: str | None) -> None:
    if report.ending == "conceded":
        report = replace(report, rounds=6)
        degree = "devastating"
    assert refusals(SETUP, report) == []
    assert result_for(SETUP, report).degree == degree


@pytest.mark.parametrize(
    ("report", "rule", "words"),
    [
        (told("held", "terran", 6), "R108", "Who holds the field decides nothing"),
        (told("aim", "terran", 6), "26", "Terran wins so only if Hornet has jumped."),
        (told("aim", "terran", 6, Hornet="jumped"), "26", "no intelligence without a squadron aboard"),
        (told("aim", "terran", 5, Hornet="jumped", Wolverine="jumped"), "11", "cannot jump before round 6"),
        (told("draw", None, 6, Hornet="jumped"), "26", "Hornet is gone, which ends the battle at once"),
        (told("draw", None, 6, **LOST), "26", "Every squadron of Terran is gone"),
        (told("draw", None, 8), "18", "The base is in the black hole at the end of round 7"),
        (
            told("conceded", "terran", 6, Hornet="destroyed", Victory="destroyed"),
            "26",
            "Hornet is destroyed, which ends the battle at once",
        ),
    ],
)
def test_impossible_reports_are_refused_with_the_rule(report: Report, rule: str, words: str) -> None:
    found = [(one.rule, one.reason) for one in refusals(SETUP, report)]
    assert any(one == rule and words in reason for one, reason in found), found


def test_the_form_fills_in_what_is_usual() -> None:
    form = report_form(SETUP, {"winner": "terran", "ending": "aim", "rounds": "6"})
    fates = {entry.card.name: entry.fate for side in form.sides for entry in side.entries}
    assert fates["Hornet"] == fates["Ace of Spades"] == "jumped"
    assert fates["Thor"] == fates["Hope"] == "stands"
    assert form.report is not None
    form = report_form(SETUP, {"winner": "talon", "ending": "aim", "rounds": "6"})
    assert {entry.card.name: entry.fate for entry in form.sides[0].entries}["Hornet"] == "destroyed"


def _with(setup: BattleSetup, *aims: Intel | Destroy) -> BattleSetup:
    assert isinstance(setup.terms, TalonTerms)
    return replace(setup, terms=replace(setup.terms, aims=aims))


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (_with(SETUP, Intel("terran", "Thor")), "Terran has no carrier Thor"),
        (_with(SETUP, Intel("terran", "Hornet"), Destroy("terran")), "nothing else decides the battle"),
        (
            replace(SETUP, talon=SETUP.talon[:3], terms=TalonTerms("", (Intel("terran", "Hornet"),))),
            "Talon has no base with intelligence",
        ),
        (
            replace(
                SETUP,
                terran=(SETUP.terran[0], SETUP.terran[5]),
                terms=TalonTerms("", (Intel("terran", "Hornet"),)),
            ),
            "Terran has no squadron to board",
        ),
    ],
)
def test_a_set_up_without_what_it_needs_is_refused(setup: BattleSetup, words: str) -> None:
    assert any(words in one.reason for one in setup_refusals(setup))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ({"wolverine": "boarded Victory 2C"}, "is not inside a base of the enemy"),
        ({"wolverine": "boarded Hope 3D"}, "not later than now"),
        ({"wolverine": "boarded Hope 0C"}, "from round 1 on"),
        ({"thor": "0,9 E intel"}, "cannot have the intelligence"),
        ({"wolverine": "waiting intel"}, "only once it has come out"),
        ({"hornet": "boarded Hope 2C"}, "cannot board"),
        ({"wolverine": "boarded Hope"}, "missing after this word"),
        ({"wolverine": "boarded Hope C2"}, "not a round and an impulse"),
    ],
)
def test_positions_that_cannot_be_are_refused(lines: dict[str, str], words: str) -> None:
    with pytest.raises(Exception, match=words):
        table("3C terran ap", **lines)


def test_damage_is_kept_inside() -> None:
    found = table("3C terran undock", wolverine="boarded Hope 2C fighters 2/1/0 home Hornet")
    found.do("terran undock Wolverine 9,3 W 6")
    wolverine = found.battle.units[4]
    assert (wolverine.fighters, wolverine.intel, wolverine.carrier) == ((2, 1, 0), True, -1)
    assert game.fate_now(found.battle, wolverine) == Fate(
        "Wolverine", "stands", TalonDamage(fighters=(2, 1, 0))
    )


def test_while_fleets_set_up_it_is_said_when_the_base_falls_into_the_hole() -> None:
    """The base has one hex (18); the rules of the scenario say it, too."""
    view = View(game.new_battle(SETUP), "talon")
    assert view.round == 0
    ours, theirs = aim_lines(view)
    assert (ours.side, ours.words, ours.state) == ("terran", FETCH, "in the base Hope")
    assert (theirs.side, theirs.words, theirs.state) == (
        "talon",
        "Talon must destroy Hornet, every squadron, or Hope while the intelligence is inside",
        "Hope is pulled into the black hole at the end of round 7",
    )
    said = [rule.text for rule in aims_in_words(SETUP)]
    assert "The base is pulled into the black hole at the end of round 7." in said


def test_the_first_view_of_the_board_holds_the_base_and_the_black_hole() -> None:
    view = View(table("1A terran ap").battle, "terran")
    drawn = play_board(view, offers(view))
    assert drawn.overview
    holes = [place for place, kind in view.terrain.items() if kind == "black-hole"]
    assert holes
    assert all(drawn.view.holds(centre(place)) for place in holes)
    assert drawn.view.width < drawn.map.width or drawn.view.height < drawn.map.height
    assert not play_board(View(game.new_battle(scenario(1)), "terran"), offers(view)).overview
