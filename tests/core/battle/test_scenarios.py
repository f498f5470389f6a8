"""The printed scenarios: where they begin, what decides them, and how their victories are counted (26, R36, R42)."""

from functools import cache

import msgspec
import pytest
from msgspec.structs import replace

from engines.seam import codec as seam_codec
from engines.seam.documents import BattleSetup, Doctrine, Ending, Fate, FateWord, Report, Unit
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seam.systems import system
from engines.seeded import SeededDice
from engines.talon import game, text
from engines.talon.aim_documents import Escape, Land, Losses, Unhurt
from engines.talon.damage import TalonDamage
from engines.talon.documents import codec
from engines.talon.layout import Layout, Strip, Zone
from engines.talon.orders import Deploy, Done, Pattern, Planet
from engines.talon.records.record import FoughtBattle, fight_out
from engines.talon.report.frames import frames_of
from engines.talon.results.check import refusals
from engines.talon.results.degree import decision, outcome
from engines.talon.results.layout_check import written
from engines.talon.results.recording import fates_open_to, likely_fates
from engines.talon.results.setup_check import setup_refusals
from engines.talon.rules import floating_map
from engines.talon.rules.arriving.setup import zone_of
from engines.talon.rules.arriving.terrain_placement import pattern_hexes
from engines.talon.set_ups.scenarios import scenario, scenarios
from engines.talon.sheets.sheet import sheet_of
from engines.talon.state import Battle
from engines.talon.terms import TalonTerms, aims_of
from engines.talon.terrain import TalonTerrain
from engines.talon.text import read_position
from tests.core.board import board

WHOLE = [number for number, found in scenarios().items() if found.whole]
OPTIONS = [(number, option.key) for number, found in scenarios().items() for option in found.options]


@cache
def fought(number: int, dice: str = "scenario", options: tuple[str, ...] = ()) -> FoughtBattle:
    """A battle of the scenario between two captains."""
    return fight_out(
        scenario(number, list(options)), {side: Doctrine("hold") for side in SIDES}, SeededDice(dice)
    )


def told(
    setup: BattleSetup, ending: Ending, winner: Side | None, rounds: int = 6, **fates: FateWord
) -> Report:
    """A report in which each unit stands, but for those whose fate is given."""
    forces = (
        tuple(Fate(unit.name, fates.get(unit.name.replace(" ", "_"), "stands")) for unit in setup.force(side))
        for side in SIDES
    )
    terran, talon = forces
    return Report(rounds, ending, terran, talon, winner)


@pytest.mark.parametrize("number", WHOLE)
def test_a_scenario_is_fought_to_a_possible_end(number: int) -> None:
    setup, battle = scenario(number), fought(number)
    assert refusals(setup, battle.result.report) == []
    assert seam_codec.decode_setup(seam_codec.encode(setup)) == setup
    assert setup.terms != msgspec.UNSET
    talon = system("talon")
    assert talon.unpack(talon.pack(battle)).result == battle.result
    assert talon.upload(setup, talon.download(battle, {}, "txt")).battle.result == battle.result


@pytest.mark.parametrize(("number", "option"), OPTIONS)
def test_so_is_one_with_an_option(number: int, option: str) -> None:
    battle = fight_out(
        scenario(number, [option]), {side: Doctrine() for side in SIDES}, SeededDice(f"with {option}")
    )
    assert refusals(battle.setup, battle.result.report) == []


@pytest.mark.parametrize("number", WHOLE)
def test_its_positions_are_the_same_in_text_and_as_documents(number: int) -> None:
    """Before anything is placed, and in the second round."""
    begun, later = game.new_battle(scenario(number)), advanced(number)
    for battle in (begun, later):
        raw = codec.encode_position(battle)
        assert codec.encode_position(codec.decode_position(raw)) == raw
        words = text.write_position(battle)
        assert text.write_position(text.read_position(words)) == words
        assert text.write_position(codec.decode_position(raw)) == words


def advanced(number: int) -> Battle:
    """The battle as captains left it at the beginning of round 2."""
    record = fought(number)
    battle = game.new_battle(scenario(number))
    dice = SeededDice("scenario")
    for given in record.written.given:
        if battle.round == 2:
            break
        game.apply(battle, given.order, dice)
    return battle


@pytest.mark.parametrize("number", [1, 2])
def test_no_devastating_victory_in_the_first_scenarios(number: int) -> None:
    """26.1, 26.2: a victory that would be devastating is great."""
    setup = scenario(number)
    lost = {unit.name.replace(" ", "_"): "destroyed" for unit in setup.talon}
    report = told(setup, "held", "terran", **lost)  # type: ignore[arg-type]
    assert outcome(setup, report).degree == "great"
    assert outcome(replace(setup, terms=TalonTerms()), report).degree == "devastating"


def test_beta_centauri_is_in_terrans_zone() -> None:
    """26.5, R66: Terran puts the planet on a hex of its zone before any ship is set up."""
    battle = game.new_battle(scenario(5))
    places = {order.place for order in battle.options if isinstance(order, Planet)}
    rows = {
        row
        for row in range(1, 12)
        for column in range(1, 16)
        if floating_map.hex_at(battle.window, row, column) in places
    }
    assert rows == {10, 11}
    assert {order.side for order in battle.options} == {"terran"}


def test_two_landings_end_the_loss_of_beta_centauri_and_nobody_concedes() -> None:
    """26.5, R67: the invader wins at once; enemy ships in reach are not destroyed for it."""
    setup = scenario(5)
    report = told(setup, "planet", "talon", Legion="landed", Tribe="landed", Thor="destroyed")
    assert refusals(setup, report) == []
    result = outcome(setup, report)
    assert (result.terran_lost, result.talon_lost) == (88 + 2 * 2 * 36, 0)
    assert not result.captured
    held = told(
        setup,
        "held",
        "terran",
        Legion="landed",
        Tribe="landed",
        Vision="jumped",
        Dauntless="jumped",
        Indomitable="jumped",
    )
    assert any("ends the battle at once" in found.reason for found in refusals(setup, held))


def test_one_landed_and_one_destroyed_count_double() -> None:
    """26.5: last ship standing decides, and each transport counts twice."""
    setup = scenario(5)
    report = told(
        setup,
        "held",
        "terran",
        Legion="landed",
        Tribe="destroyed",
        Vision="jumped",
        Dauntless="jumped",
        Indomitable="jumped",
    )
    assert refusals(setup, report) == []
    result = outcome(setup, report)
    assert (result.winner, result.terran_lost, result.talon_lost, result.degree) == (
        "terran",
        72,
        72,
        "minor",
    )


def test_who_escapes_has_won_whoever_holds_the_field() -> None:
    """26.7, R36, R42: the transport fixes the winner, the rest only the degree."""
    setup = scenario(7)
    report = told(setup, "held", "talon", Normandy="jumped", Hercules="destroyed", Asgard="jumped", rounds=8)
    assert refusals(setup, report) == []
    result = outcome(setup, report)
    assert (result.winner, result.report.winner, result.degree) == ("terran", "talon", "minor")
    assert (result.terran_lost, result.talon_lost) == (55, 2 * 32)
    assert decision(setup, report) == "Terran won: Normandy got away."


def test_a_destroyed_convoy_is_lost_whoever_holds_the_field() -> None:
    setup = scenario(7)
    report = told(
        setup,
        "held",
        "terran",
        Normandy="destroyed",
        Surprise="destroyed",
        Hunter="destroyed",
        Fearless="destroyed",
    )
    result = outcome(setup, report)
    assert (result.winner, result.degree, result.terran_lost) == ("talon", "minor", 64)
    assert decision(setup, report) == "Talon won: Normandy was destroyed."


def test_over_the_edge_is_no_escape() -> None:
    """R71: it counts neither way, and who holds the field has won."""
    setup = scenario(7)
    report = told(setup, "held", "talon", Normandy="left", Hercules="jumped", Asgard="destroyed", rounds=8)
    result = outcome(setup, report)
    assert (result.winner, result.terran_lost, result.talon_lost) == ("talon", 88, 0)
    assert result.by_aim is msgspec.UNSET
    assert decision(setup, report) == ""


def test_nobody_escapes_by_conceding() -> None:
    """R90: the transport of a side that concedes gets away, but has not escaped."""
    table = board("""
        clock 2A terran ap
        initiative terran
        map 0,-1
        aim escape terran rule 26 decides
        aim losses terran role transport
        terran Tran Normandy 0,5 E
        talon CA Sacrifice 9,5 W
    """)
    table.do("terran concede")
    assert table.over == "conceded talon"
    assert table.lines("terran Tran Normandy")[0].startswith("terran Tran Normandy left")
    setup = scenario(7)
    early = told(setup, "conceded", "talon", Normandy="jumped", Hercules="jumped", Asgard="jumped", rounds=3)
    assert any(found.where == "Normandy" for found in refusals(setup, early))
    late = told(setup, "conceded", "talon", Normandy="left", Hercules="jumped", Asgard="jumped", rounds=3)
    assert refusals(setup, late) == []


def test_who_jumps_in_time_has_escaped() -> None:
    """11: from round 4 on, at Speed 1; the battle goes on (26.7)."""
    table = board("""
        clock 4 terran jumps
        initiative terran
        map 0,-1
        aim escape terran rule 26 decides
        terran Tran Normandy 0,5 E speed 1
        terran CA Patton 1,5 E
        talon CA Sacrifice 9,5 W
    """)
    table.do("terran jump Normandy")
    assert table.over == ""


def test_a_report_leaves_open_what_became_of_the_transport() -> None:
    """The form fills in what is usual, but never whether the convoy escaped."""
    setup = scenario(7)
    fates = likely_fates(setup, "terran", "talon", "held", 8)
    assert dict(zip([unit.name for unit in setup.terran], fates, strict=True)) == {
        "Normandy": None,
        "Hercules": "jumped",
        "Asgard": "jumped",
    }
    assert "jumped" in fates_open_to(setup, "terran", setup.terran[0])


def test_a_battle_cruiser_that_is_hurt_halves_what_talon_gets() -> None:
    """26.10, R75: with the Freedom in its fleet, exactly half of Terran's losses counts."""
    setup = scenario(10, ["freedom"])
    assert [unit.name for unit in setup.talon if unit.ship_class == "battle_cruiser"] == [
        "Honor",
        "Victory",
        "Freedom",
    ]
    report = told(
        setup,
        "held",
        "talon",
        Valhalla="destroyed",
        Alexander="destroyed",
        Thunderchild="jumped",
        Sun_Tzu="jumped",
        rounds=9,
    )
    whole = outcome(setup, report)
    hurt = replace(report, talon=(replace(report.talon[0], damage=TalonDamage(hull=1)), *report.talon[1:]))
    half = outcome(setup, hurt)
    assert (whole.terran_lost, half.terran_lost) == (88 + 134, (88 + 134) // 2)
    assert system("talon").counted_double(setup, hurt) == (
        "A battle cruiser of Talon took hull damage, so what Terran has lost counts half",
    )
    assert system("talon").counted_double(setup, report) == ()
    usual = scenario(10)
    assert not any(isinstance(aim, Unhurt) for aim in aims_of(usual))


def test_the_lines_of_dogger_bank() -> None:
    """26.10: Terran heads to the top right, Talon to the bottom left; nobody has a choice."""
    battle = game.new_battle(scenario(10, ["lines"]))
    assert battle.step == "ap"
    assert {unit.side: unit.facing for unit in battle.units} == {
        "terran": 1,
        "talon": 4,
    }


def test_the_report_begins_with_the_lines_of_dogger_bank() -> None:
    """26.10: nobody set up: everybody is put down at once, and is on the board of every frame from the first."""
    record = fought(10, "lines", ("lines",))
    frames = frames_of(record)
    assert set(frames[0].stands) == set(frames[1].before) == set(range(9))
    first = read_position(record.positions[0])
    assert {number: (stand.place, stand.facing) for number, stand in frames[0].stands.items()} == {
        unit.number: (unit.place, unit.facing) for unit in first.units
    }


@pytest.mark.parametrize(("number", "option"), OPTIONS)
def test_every_variant_is_fought_and_told(number: int, option: str) -> None:
    """26: with every option of a scenario a battle comes to its end, and its report to its last frame."""
    record = fought(number, "variant", (option,))
    report = record.result.report
    fates = [fate for side in SIDES for fate in report.fates(side)]
    assert set(frames_of(record)[-1].stands) == {
        number for number, fate in enumerate(fates) if fate.fate == "stands"
    }


def test_earth_lies_where_it_is_and_is_no_target() -> None:
    """26.12: row 9, column 8; Terran sets up in rows 8 to 11 around it, Talon in rows 1 and 2."""
    battle = game.new_battle(scenario(12))
    earth = floating_map.hex_at(battle.window, 9, 8)
    assert battle.terrain == {earth: "planet"}
    assert battle.capital is None
    places = {order.place for order in battle.options if isinstance(order, Deploy)}
    assert earth not in places
    first = battle.side
    rows = {
        row
        for row in range(1, 12)
        for column in range(1, 17)
        if floating_map.hex_at(battle.window, row, column) in places
    }
    assert rows == ({8, 9, 10, 11} if first == "terran" else {1, 2})


def test_a_zone_of_its_own_and_any_facing() -> None:
    """26.4: a ship that a zone names is set up there, and faces as the zone says."""
    zones = (Zone("terran", (Strip(5, 1, 2),), ("Napoleon",), "any"), Zone("terran", (Strip(11),)))
    setup = with_layout(Layout(zones))
    battle = game.new_battle(setup)
    while not any(order.side == "terran" for order in battle.options):
        game.apply(battle, battle.options[0], SeededDice("zones"))
    napoleon = battle.units[0]
    mine = [order for order in battle.options if isinstance(order, Deploy) and order.unit == napoleon.number]
    assert {order.place for order in mine} == {
        floating_map.hex_at(battle.window, 5, column) for column in (1, 2)
    }
    assert {order.facing for order in mine} == set(range(6))
    others = [
        order for order in battle.options if isinstance(order, Deploy) and order.unit != napoleon.number
    ]
    assert len({order.facing for order in others}) == 2
    assert len({order.place for order in others}) == 15


def with_layout(layout: Layout) -> BattleSetup:
    """The first scenario's fleets with another beginning."""
    return replace(scenario(1), terms=TalonTerms("", (), "devastating", written(layout)))


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        (Layout((Zone("terran", (Strip(5, 1, 1),)),)), "sets up 2 units in a zone with room for 1"),
        (Layout((Zone("terran", (Strip(5),), ("Nobody",)),)), "has no Nobody to set up"),
        (
            Layout((Zone("terran", (Strip(5),)), Zone("terran", (Strip(6),)))),
            "two zones for all its other units",
        ),
        (
            Layout((Zone("terran", (Strip(5),), ("Zhukov",)), Zone("terran", (Strip(6),), ("Zhukov",)))),
            "two zones to set up in",
        ),
    ],
)
def test_a_layout_that_cannot_be(layout: Layout, words: str) -> None:
    with pytest.raises(Refused, match=words):
        game.new_battle(with_layout(layout))


def test_a_zone_needs_room_for_its_own_ships_alone() -> None:
    """21, R114: Napoleon has one hex, and Zhukov the usual rows."""
    layout = Layout((Zone("terran", (Strip(6, 8, 8),), ("Napoleon",)),))
    battle = game.new_battle(with_layout(layout))
    assert [len(zone_of(battle, unit)) for unit in battle.force("terran")] == [1, 15 + 16]


def test_usual_rows_that_are_all_in_zones_have_no_room() -> None:
    """21, R114."""
    layout = Layout((Zone("talon", (Strip(10), Strip(11))),))
    with pytest.raises(Refused, match="Terran sets up 2 units in a zone with room for 0"):
        game.new_battle(with_layout(layout))


def test_the_worm_hole_of_a_blockade_takes_a_hex_of_the_zone() -> None:
    """21, 29.5: whoever places it has to find a hex for it and for each ship."""
    fleets = replace(scenario(1), terran=(*scenario(1).terran, Unit("Normandy", "transport")))
    for columns, fits in ((2, False), (3, True)):
        layout = Layout((Zone("talon", (Strip(5, 1, columns),)),))
        aims = (Escape("terran", decides=True, hole=True),)
        setup = replace(fleets, terms=TalonTerms("", aims, "devastating", written(layout)))
        assert [one.rule for one in setup_refusals(setup)] == ([] if fits else ["21"])


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        ({"zones": [{"side": "terran", "strips": [{"row": 12}]}]}, "cannot be read"),
        ({"terrain": [{"kind": "planet", "row": 3, "column": 16}]}, "no column 16"),
        (
            {
                "terrain": [
                    {"kind": "planet", "row": 3, "column": 6},
                    {"kind": "nebula", "row": 3, "column": 6},
                ]
            },
            "already has terrain",
        ),
        ({"somewhere": []}, "cannot be read"),
    ],
)
def test_a_layout_that_cannot_be_read(layout: dict[str, object], words: str) -> None:
    setup = replace(scenario(1), terms=TalonTerms("", (), "devastating", layout))
    with pytest.raises(Refused, match=words):
        game.new_battle(setup)


@pytest.mark.parametrize(
    ("aims", "words"),
    [
        ((Land("talon", 2),), "no planet to land on"),
        ((Escape("terran", decides=True),), "no transport, but an aim"),
        ((Unhurt("talon", "scout"),), "no class scout"),
    ],
)
def test_aims_about_nothing_are_refused(aims: tuple[Land | Escape | Unhurt, ...], words: str) -> None:
    setup = replace(scenario(1), terms=TalonTerms("", aims))
    assert any(words in found.reason for found in setup_refusals(setup))


def test_the_format_says_whether_there_are_terms() -> None:
    for changed in ({"format": 1}, {"terms": msgspec.UNSET}):
        with pytest.raises(ValueError, match="format 2 has terms"):
            replace(scenario(7), **changed)


def test_the_lines_of_aims_and_zones_say_what_is_wrong() -> None:
    for line, words in (
        ("aim", "written as: aim land"),
        ("aim boarding terran", "not an aim"),
        ("aim land romulan", "not a side"),
        ("aim land terran needs", "value of needs is missing"),
        ("aim land terran needs many", "whole number"),
        ("aim land terran net net", "appears twice"),
        ("aim land terran shout", "shout"),
        ("aim losses terran", "not whole"),
        ("zone terran", "written as: zone"),
        ("zone terran here", "not a row"),
        ("zone terran 12", "a row is 1 to 11"),
        ("zone terran 9 facing up", "a way to face"),
        ("zone terran 9 somewhere", "only its units"),
    ):
        with pytest.raises(Refused, match=words):
            board(f"clock 0 terran deploy\n{line}\nterran CA Patton undeployed\ntalon CA Unity undeployed")


def test_aims_are_written_as_they_are_read() -> None:
    lines = [
        "aim land terran needs 2 rule S22 net guarded conceded afterwards takes",
        "aim escape talon decides counts 3",
        "aim losses terran role transport",
        "aim unhurt talon ship_class battle_cruiser",
        "aim target terran unit Sun_Tzu rule 26 conceded away",
        "zone terran 9 10:1-4 for Patton Sun_Tzu facing any",
        "zone talon 1",
    ]
    table = board(
        "\n".join(
            [
                "clock 1A terran ap",
                *lines,
                "terran BC Sun_Tzu 1,0 E",
                "terran CA Patton 0,0 E",
                "talon CA Unity 4,0 W",
            ]
        )
    )
    found = text.write_position(table.battle).splitlines()
    assert [line for line in found if line.startswith(("aim", "zone"))] == lines
    assert Losses("terran", "transport") in table.battle.aims


def test_a_side_may_stop_its_jumps_and_stay() -> None:
    """26.7: nobody has to escape."""
    table = board("""
        clock 4 terran jumps
        initiative terran
        map 0,-1
        aim escape terran decides
        terran Tran Normandy 0,5 E speed 1
        talon CA Sacrifice 9,5 W
    """)
    assert Done("terran") in table.battle.options


def test_the_sheet_says_where_and_what_for() -> None:
    words = " ".join(rule.text for rule in (*sheet_of(scenario(12)).steps, *sheet_of(scenario(12)).reminders))
    assert "rows 8 to 11" in words
    words = " ".join(rule.text for rule in (*sheet_of(scenario(7)).steps, *sheet_of(scenario(7)).reminders))
    assert "Terran wins if its transport escapes by FTL, and Talon if it is destroyed" in words


SECRETS = """
    clock 6 terran jumps
    initiative terran
    map 0,-1
    aim target terran unit Wasp rule 26
    aim target talon unit Imperial rule 26
    terran CV Wasp 0,5 E speed 1
    terran BC Alexander 1,5 E
    talon CA Service 9,5 W
"""


def test_who_has_destroyed_the_target_and_brings_its_own_away_wins_at_once() -> None:
    """26, R72: by FTL here; what is left of the enemy is not treated as having conceded."""
    table = board(SECRETS + "    talon DN Imperial destroyed").do("terran jump Wasp")
    assert table.over == "aim terran"
    assert table.lines("talon CA Service")[0].startswith("talon CA Service 9,5 W")
    table = board(SECRETS.replace("rule 26", "rule 29.8 conceded") + "    talon DN Imperial destroyed")
    table.do("terran jump Wasp")
    assert table.over == "aim terran"
    assert table.lines("talon CA Service") == ["talon CA Service jumped"]


def test_nobody_brings_a_target_away_by_conceding() -> None:
    """R72: who concedes has lost, though its target gets away."""
    setup = scenario(6)
    away: dict[str, FateWord] = {"Wasp": "jumped", "Alexander": "jumped", "Imperial": "destroyed"}
    squadrons: dict[str, FateWord] = dict.fromkeys(
        ("Black_Sheep", "Flying_Tiger", "Diamondback", "Cougar"), "jumped"
    )
    report = told(setup, "conceded", "talon", 5, **away, **squadrons)
    assert refusals(setup, report) == []
    assert outcome(setup, report).winner == "talon"


def test_half_of_it_does_not_end_the_battle() -> None:
    table = board(SECRETS + "    talon DN Imperial 8,5 W").do("terran jump Wasp")
    assert table.over == ""


@pytest.mark.parametrize(
    ("wasp", "imperial", "lost"),
    [
        ("jumped", "destroyed", (0, 0, 2 * 218 + 2 * 70)),
        ("left", "jumped", (2 * 218, 0, 2 * 70)),
        ("destroyed", "destroyed", (2 * 70, 0, 2 * 218)),
        ("destroyed", "left", (2 * 70 + 2 * 218, 0, 0)),
    ],
)
def test_targets_count_double_once(wasp: FateWord, imperial: FateWord, lost: tuple[int, int, int]) -> None:
    """R36, R72: destroyed or away, against one side or the other."""
    setup = scenario(6)
    winner: Side = "talon" if wasp == "destroyed" and imperial == "left" else "terran"
    at_once = (wasp, imperial) in (("jumped", "destroyed"), ("destroyed", "left"))
    rest: dict[str, FateWord] = {}
    if not at_once:
        rest = {"Service": "jumped", "Shadow": "jumped"}
    squadrons: dict[str, FateWord] = dict.fromkeys(
        ("Black_Sheep", "Flying_Tiger", "Diamondback", "Cougar"), "destroyed"
    )
    report = told(
        setup, "aim" if at_once else "held", winner, 10, Wasp=wasp, Imperial=imperial, **rest, **squadrons
    )
    assert refusals(setup, report) == []
    result = outcome(setup, report)
    assert (result.terran_lost, result.talon_lost) == (lost[0] + 4 * 44, lost[2])
    wrong = replace(report, ending="held" if at_once else "aim")
    assert any(found.rule == "29.8" for found in refusals(setup, wrong))
    if winner == "terran":
        assert any("counts double" in words for words in system("talon").counted_double(setup, report))


def test_saturn_divides_the_fleets() -> None:
    """26, R76: group A sets up left of the middle column, group B right of it."""
    battle = game.new_battle(scenario(11))
    window = battle.window
    left = {floating_map.hex_at(window, row, column) for row in range(1, 12) for column in range(1, 8)}
    while battle.step == "deploy":
        for order in battle.options:
            assert isinstance(order, Deploy)
            name = battle.units[order.unit].name
            group_a = name in ("Hornet", "Caleb", "Eradicator", "Service", "Predator", "Vision")
            assert (order.place in left) == group_a
        game.apply(battle, battle.options[0], SeededDice("groups"))
    assert len(battle.terrain) == 11


def test_nobody_escapes_from_a_base_by_conceding() -> None:
    """R90: not even out of reach, docked with a base that stands."""
    table = board("""
        clock 6F terran ap
        aim losses terran role transport
        aim escape terran rule 26 decides
        terran Base Valley_Forge -9,0 W
        terran Tran Normandy docked Valley_Forge
        terran DD Hercules 0,0 E
        talon FF Surprise 2,0 W
    """).do("terran concede")
    assert table.over == "conceded talon"
    assert table.lines("terran Tran Normandy")[0].startswith("terran Tran Normandy left")


def test_whoever_no_zone_names_keeps_the_usual_rows() -> None:
    """21, R38, R66: they belong to the side's zone, also where a planet or a pattern is put down."""
    setup = with_layout(Layout((Zone("terran", (Strip(6, 1, 4),), ("Napoleon",)),)))
    pattern = replace(setup, terrain=TalonTerrain("pattern", (1, 2)))
    battle = game.new_battle(pattern)
    places = {
        place for order in battle.options if isinstance(order, Pattern) for place in placed(battle, order)
    }
    rows = {
        row
        for row in range(1, 12)
        for column in range(1, 17)
        if floating_map.hex_at(battle.window, row, column) in places
    }
    assert rows == set(range(3, 10))


def placed(battle: Battle, order: Pattern) -> list[int]:
    """The hexes on which a pattern lies."""
    assert battle.pattern is not None
    return [place for _, place in pattern_hexes(battle.pattern, order.place, order.turned)]
