"""The planet of the Sector Capital: fire at it, what its damage and destruction count, and how both are recorded."""

from functools import cache

import msgspec
import pytest
from msgspec.structs import replace

from engines.seam import codec as seam_codec
from engines.seam.documents import BattleSetup, Doctrine, Ending, Fate, FateWord, Level, Report, Result
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seam.systems import system
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.aim_documents import Bombard, Target
from engines.talon.captains.captain import Captain
from engines.talon.captains.ensign import Ensign
from engines.talon.captains.levels import player_of
from engines.talon.layout import Layout, Patch
from engines.talon.orders import PLANET, Concede, Deploy, Fire
from engines.talon.play.aims import aim_lines
from engines.talon.play.board import play_board
from engines.talon.play.drawing.overlay_drawing import shots_overlay
from engines.talon.play.drawing.overlays import arcs, shooters
from engines.talon.play.offers.legal import offers
from engines.talon.play.offers.why_not import not_there
from engines.talon.play.rounds.checks import check_round
from engines.talon.play.rounds.following import Follower
from engines.talon.play.rounds.orders import FireRule, RoundOrders, ShipOrders
from engines.talon.play.rounds.sheet import round_sheet
from engines.talon.play.table import play_table
from engines.talon.records.play_out import play_out
from engines.talon.records.record import FoughtBattle, fight_out
from engines.talon.report.cast import cast_of
from engines.talon.report.frames import frames_of
from engines.talon.report.headline import headline
from engines.talon.report.sentences import sentences_of
from engines.talon.report.tally import fire_of, services_of
from engines.talon.results.check import refusals
from engines.talon.results.degree import outcome
from engines.talon.results.layout_check import written
from engines.talon.results.setup_check import setup_refusals
from engines.talon.rules import floating_map
from engines.talon.set_ups.scenarios import scenario
from engines.talon.sheets.sheet import sheet_of
from engines.talon.sheets.typed import known
from engines.talon.terms import TalonTerms
from engines.talon.view import View
from tests.core.board import board

NEEDED = 50
NEAR_THE_END = """
    clock 5E talon fire
    initiative talon
    map -5,-6
    aim bombard talon planet Eden needs 50
    planet damage 48
    terrain planet 2,0
    terran CL Thor 6,3 W charge 0+0/0+0
    talon CA Unity 0,0 E charge 1+4/1+4
"""
IN_REACH = NEAR_THE_END.replace("damage 48", "damage 20")


def told(ending: Ending, winner: Side | None, damage: int | msgspec.UnsetType, **fates: FateWord) -> Report:
    """A report of scenario 8 in which each unit stands, but for those whose fate is given."""
    setup = scenario(8)
    terran, talon = (
        tuple(Fate(unit.name, fates.get(unit.name.replace(" ", "_"), "stands")) for unit in setup.force(side))
        for side in SIDES
    )
    return Report(9, ending, terran, talon, winner, planet_damage=damage)


def words_of(report: Report) -> str:
    """Everything that is wrong with a report of scenario 8."""
    return " ".join(found.reason for found in refusals(scenario(8), report))


TERRAN_GONE: dict[str, FateWord] = {
    "Caesar": "jumped",
    "Sun_Tzu": "jumped",
    "Zhukov": "destroyed",
    "Achilles": "jumped",
    "Thor": "jumped",
}


@cache
def fought(dice: str) -> FoughtBattle:
    """A battle of the scenario between two captains."""
    return fight_out(scenario(8), {side: Doctrine("hold") for side in SIDES}, SeededDice(dice))


@cache
def bombarded() -> FoughtBattle:
    """One in which the planet was destroyed."""
    found = (fought(f"bombardment {number}") for number in range(60))
    return next(battle for battle in found if battle.result.report.ending == "aim")


def test_it_is_set_up_as_printed() -> None:
    """26.8, R89: Eden lies in row 10, column 8; Terran sets up anywhere in rows 8 to 11 but there."""
    battle = game.new_battle(scenario(8))
    eden = floating_map.hex_at(battle.window, 10, 8)
    assert battle.terrain == {eden: "planet"}
    assert battle.bombarded == eden == battle.bombarded_by("talon")
    assert battle.bombarded_by("terran") is None
    while not any(order.side == "terran" for order in battle.options):
        game.apply(battle, battle.options[0], SeededDice("set-up"))
    places = {order.place for order in battle.options if isinstance(order, Deploy)}
    rows = {
        row
        for row in range(1, 12)
        for column in range(1, 17)
        if floating_map.hex_at(battle.window, row, column) in places
    }
    assert rows == {8, 9, 10, 11}
    assert eden not in places


def test_the_fiftieth_point_wins_at_once() -> None:
    """26.8, R91: the rest of the group is not rolled, nobody concedes, and the victory is devastating."""
    table = board(NEAR_THE_END).do("talon fire Unity 1 planet", dice="4")
    assert table.over == "aim talon"
    assert table.lines("planet damage") == ["planet damage 50"]
    assert table.lines("terran CL Thor")[0].startswith("terran CL Thor 6,3 W")
    assert game.report(table.battle).planet_damage == NEEDED


def test_the_last_ship_standing_ends_it_with_the_damage_done() -> None:
    """26.8: Talon flies away with 48 points done, and Terran, which stays, has lost 480 points by it."""
    table = board("""
        clock 8 talon jumps
        initiative talon
        map -5,-6
        aim bombard talon planet Eden needs 50
        planet damage 48
        terrain planet 2,0
        terran CL Thor 6,3 W charge 0+0/0+0
        talon CA Unity 0,0 E speed 1
    """)
    table.do("talon jump Unity")
    assert table.over == "held terran"
    assert game.report(table.battle).planet_damage == 48


def test_a_side_that_concedes_keeps_what_was_done() -> None:
    """R91: the record has the damage that was done, and the result counts all of it."""
    table = board(IN_REACH).do("terran concede")
    assert table.over == "conceded talon"
    assert game.report(table.battle).planet_damage == 20


@pytest.mark.parametrize(
    ("report", "lost", "winner", "degree"),
    [
        (told("aim", "talon", 50), (500, 0), "talon", "devastating"),
        (
            told("aim", "talon", 50, Eliminator="destroyed", Honor="destroyed"),
            (500, 321),
            "talon",
            "devastating",
        ),
        (told("held", "talon", 31, **TERRAN_GONE), (115 + 310, 0), "talon", "devastating"),
        (told("held", "talon", 0, **TERRAN_GONE), (115, 0), "talon", "devastating"),
        (told("conceded", "talon", 7, **TERRAN_GONE), (115 + 500, 0), "talon", "devastating"),
    ],
)
def test_every_victory_of_talon_by_table(
    report: Report, lost: tuple[int, int], winner: Side, degree: str
) -> None:
    """26.8, R91, R92: by destruction, by the last ship standing, and because Terran concedes."""
    assert refusals(scenario(8), report) == []
    result = outcome(scenario(8), report)
    assert ((result.terran_lost, result.talon_lost), result.winner, result.degree) == (lost, winner, degree)
    raw = seam_codec.encode(report)
    assert b"planet_damage" in raw


def test_terrans_victory_counts_the_damage_too() -> None:
    """26.8: Terran destroyed all of Talon's 532 points; with 40 points of damage that is only great."""
    gone: dict[str, FateWord] = dict.fromkeys(
        ("Eliminator", "Honor", "Unity", "Predator", "Hunter"), "destroyed"
    )
    degrees = {}
    for damage in (0, 30, 40):
        report = told("held", "terran", damage, **gone)
        assert refusals(scenario(8), report) == []
        result = outcome(scenario(8), report)
        assert (result.terran_lost, result.talon_lost) == (10 * damage, 532)
        degrees[damage] = result.degree
    assert degrees == {0: "devastating", 30: "great", 40: "minor"}


def test_a_draw_has_points_and_no_degree() -> None:
    """R92: nobody wins, and the damage is Terran's loss all the same."""
    result = outcome(scenario(8), told("draw", None, 12))
    assert (result.winner, result.degree, result.terran_lost, result.talon_lost) == (None, None, 120, 0)


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (told("aim", "talon", 51), "destroyed with 50 points of damage, and more cannot be done"),
        (told("held", "talon", 50, **TERRAN_GONE), "Talon wins at once"),
        (told("conceded", "talon", 50, **TERRAN_GONE), "Talon wins at once"),
        (told("aim", "talon", 49), "destroyed with 50 points of damage; 49 were done"),
        (told("aim", "terran", 30), "Only Talon can win by destroying Eden"),
        (told("held", "talon", msgspec.UNSET, **TERRAN_GONE), "Enter the damage done to Eden, 0 to 50"),
    ],
)
def test_a_damage_that_cannot_be_is_refused_with_its_rule(report: Report, words: str) -> None:
    assert words in words_of(report)
    assert any(found.rule == "26" for found in refusals(scenario(8), report))


def test_a_battle_without_such_a_planet_has_no_damage() -> None:
    setup = scenario(12)
    assert "planet-damage" not in known(setup, {"planet-damage": "3"})
    fates = (tuple(Fate(unit.name, "stands") for unit in setup.force(side)) for side in SIDES)
    terran, talon = fates
    report = Report(5, "draw", terran, talon, planet_damage=3)
    assert any("No planet can be damaged" in found.reason for found in refusals(setup, report))
    assert b"planet_damage" not in seam_codec.encode(replace(report, planet_damage=msgspec.UNSET))


def with_aim(*aims: Bombard | Target, planets: int = 1) -> BattleSetup:
    """The fleets of the scenario with other aims, and so many planets."""
    terrain = tuple(Patch("planet", 6, column) for column in range(1, planets + 1))
    return replace(scenario(8), terms=TalonTerms("", aims, layout=written(Layout(terrain=terrain))))


EDEN = Bombard("talon", "Eden", NEEDED)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (with_aim(EDEN, planets=2), "that must be the only planet"),
        (replace(with_aim(EDEN), terms=TalonTerms("", (EDEN,))), "that must be the only planet"),
        (with_aim(EDEN, replace(EDEN, planet="Mars")), "Only one planet"),
        (with_aim(replace(EDEN, planet=" ")), "A name is empty"),
        (with_aim(EDEN, Target("talon", "Honor")), "not both"),
    ],
)
def test_an_aim_at_no_planet_is_refused(setup: BattleSetup, words: str) -> None:
    assert any(words in found.reason for found in setup_refusals(setup))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("damage 48", "damage 51", "destroyed with 50 points"),
        ("damage 48", "damage 50", "The battle is over once Eden has 50"),
        ("clock 5E talon fire", "clock 0 talon deploy", "before the first round"),
        ("aim bombard talon planet Eden needs 50", "", "No planet can be damaged"),
        ("terrain planet 2,0", "terrain planet 2,0 3,0", "there must be one planet; there are 2"),
        ("needs 50", "needs 50\n    aim bombard terran planet Mars needs 9", "Only one planet"),
        ("planet damage 48", "planet hurt 48", "what is said of the planet"),
    ],
)
def test_a_position_that_cannot_be_is_refused(old: str, new: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        board(NEAR_THE_END.replace(old, new))


def test_a_missile_of_terran_is_never_aimed_at_it() -> None:
    lines = NEAR_THE_END + "    terran missile m1 4,0 W at planet\n    launched 1"
    with pytest.raises(Refused, match="Terran cannot fire at a planet"):
        board(lines)


def test_a_ship_called_planet_is_written_with_its_side() -> None:
    """The word stands for the target; a unit of that name is still found."""
    table = board(IN_REACH)
    assert table.offers("talon fire Unity 1 planet")
    named = board("""
        clock 1E talon fire
        initiative talon
        map -5,-6
        terran CL planet 2,0 W
        talon CA Unity 0,0 E
    """)
    assert named.offers("talon fire Unity 1 terran:planet")
    assert named.offers("talon fire Unity 1 planet")


def test_the_other_side_learns_why_not() -> None:
    """26.8: refusals name the planet, the rule, and what stands in the way."""
    table = board(IN_REACH)
    table.refuses("talon fire Unity 1 Thor", "8")
    far = board(IN_REACH.replace("Unity 0,0 E", "Unity -4,0 E").replace("Thor 6,3 W", "Thor -2,0 W"))
    far.refuses("talon fire Unity 1 planet", "8")
    terran = board(
        IN_REACH.replace("clock 5E talon", "clock 5E terran").replace(
            "Thor 6,3 W charge 0+0/0+0", "Thor 1,0 W"
        )
    )
    terran.refuses("terran fire Thor 1 planet", "26")


def view_of(text: str, side: Side) -> View:
    """What a side sees of a position."""
    return View(board(text).battle, side)


def test_it_stands_above_the_board_and_on_it() -> None:
    """ "20 of 50" after what Talon must do, the figure on the counter, and offers at the planet by its name."""
    for side in SIDES:
        view = view_of(IN_REACH, side)
        (line,) = aim_lines(view)
        assert (line.side, line.words, line.state, line.stage) == (
            "talon",
            "Talon must do 50 points of damage to Eden",
            "20 of 50",
            "open",
        )
        figure = play_board(view, offers(view)).planet
        assert figure is not None
        assert (figure.damage, figure.words) == (20, "Eden: 20 of 50 points of damage")
    table = play_table(view_of(IN_REACH, "talon"), offers(view_of(IN_REACH, "talon")))
    (unity,) = table.units
    assert [(at.target, at.title) for at in unity.by_target] == [(PLANET, "Eden")]
    first = unity.options[0].offer
    assert (first.words, first.chance, first.damage) == ("Fire 2 disruptors (group 1) at Eden", 83, 3.3)
    assert first.hull == 0.0


def test_why_not_and_overlays_know_the_planet() -> None:
    mine, theirs = view_of(IN_REACH, "talon"), view_of(IN_REACH, "terran")
    eden = mine.bombarded
    assert eden is not None
    found = not_there(mine, mine.own[0], eden)
    assert found[0].what.startswith("Fire disruptor, group 1, at Eden")
    assert found[0].why == "This is possible."
    assert {sight.target for sight in shooters(mine)} == {PLANET}
    (table,) = shots_overlay(mine, mine.own[0]).tables
    assert (table.title, table.head) == ("Unity at Eden, range 2", ("Group", "Hits", "Damage"))
    assert table.rows[0] == ("1: 2 disruptors, ready", "83% each, 97% at least one", "3.3")
    reached = [
        place for one in arcs(mine, mine.own[0]) for places in one.by_range.values() for place in places
    ]
    assert (2, 0) in reached
    at_thor = [
        place for one in arcs(theirs, theirs.own[0]) for places in one.by_range.values() for place in places
    ]
    assert (2, 0) not in at_thor


def test_orders_for_the_round_name_the_planet() -> None:
    """A ship that is to fire at Eden does so whenever it can, though its captain would fight ships first."""
    view = view_of(IN_REACH, "talon")
    (row,) = round_sheet(view, RoundOrders(5))
    assert [(entry.value, entry.words) for entry in row.targets][-1] == (str(PLANET), "Eden")
    for rule, fires in ((FireRule(), False), (FireRule(target=PLANET), True)):
        given = RoundOrders(5, (ShipOrders(view.own[0].number, fire=rule),))
        check_round(given, view)
        order = Follower(given).decide(view).order
        assert isinstance(order, Fire) == fires
    theirs = view_of(IN_REACH, "terran")
    with pytest.raises(Refused, match="can fire only at an enemy on the map"):
        check_round(RoundOrders(5, (ShipOrders(theirs.own[0].number, fire=FireRule(target=PLANET)),)), theirs)


def test_the_record_and_the_report_tell_of_it() -> None:
    """The whole way of a battle in which Eden is destroyed: record, frames, sentences, tally and sheet."""
    battle, talon = bombarded(), system("talon")
    report = battle.result.report
    assert (report.winner, report.planet_damage, battle.result.degree) == ("talon", NEEDED, "devastating")
    assert talon.unpack(talon.pack(battle)).result == battle.result
    for form in ("txt", "json"):
        assert talon.upload(scenario(8), talon.download(battle, {}, form)).battle.result == battle.result
    cast = cast_of(battle.setup)
    frames = frames_of(battle, cast)
    assert frames[-1].planet_damage == NEEDED
    assert [frame.planet_damage for frame in frames] == sorted(frame.planet_damage for frame in frames)
    words = [cast.plain(one.words) for frame in frames for one in sentences_of(frame, cast)]
    assert any("at Eden, range" in one and "of damage, now" in one for one in words)
    assert words[-1] == "The battle is over: Talon has destroyed Eden."
    assert cast.plain(headline(frames[-1], cast, "terran")).endswith("Eden: Talon wins.")
    dealt = sum(service.dealt_planet for service in services_of(battle, frames, cast))
    fire = {one.side: one.planet for one in fire_of(frames, cast)}
    assert dealt == fire["talon"] >= NEEDED
    assert fire["terran"] == 0
    assert talon.counted_double(battle.setup, report)[-1] == (
        "Eden took 50 points of damage: 500 points against Terran"
    )
    assert talon.decision(battle.setup, report) == "Talon has destroyed Eden."


def test_the_sheets_say_what_counts_and_have_room_for_it() -> None:
    sheet = sheet_of(scenario(8))
    words = " ".join(rule.text for rule in sheet.reminders)
    assert "Talon wins a devastating victory at once with 50 points of damage to Eden." in words
    assert "If Terran concedes, Eden counts as destroyed." in words
    assert sheet.counts == ("Damage to Eden, of 50",)
    assert sheet.endings == ("Held the field", "Opponent conceded", "Destroyed Eden")
    assert any("row 10, column 8" in rule.text for rule in sheet.steps)


def test_a_captain_goes_for_the_planet_once_the_enemy_is_broken() -> None:
    """A shot at the planet is not fired while a ship may still be fought, and then before all else."""
    broken = IN_REACH.replace("Thor 6,3 W", "Thor 6,3 W hull 4")
    order = Captain(Doctrine("hold")).decide(view_of(broken, "talon"))
    assert isinstance(order, Fire)
    assert order.target == PLANET
    even = IN_REACH.replace("terran CL Thor 6,3 W", "terran BB Defiant 6,3 W charge 0+0/0+0/0+0 #")
    order = Captain(Doctrine("hold")).decide(view_of(even, "talon"))
    assert not isinstance(order, Fire)


def test_a_captain_finishes_what_is_nearly_done() -> None:
    """With two points lacking the planet comes first, however strong the enemy is."""
    even = NEAR_THE_END.replace("terran CL Thor 6,3 W", "terran BB Defiant 6,3 W charge 0+0/0+0/0+0 #")
    order = Captain(Doctrine("hold")).decide(view_of(even, "talon"))
    assert isinstance(order, Fire)
    assert order.target == PLANET


def test_terrans_captain_does_not_concede_its_planet() -> None:
    """R91: to concede would be a devastating defeat, so its ships leave instead."""
    lost = """
        clock 6F terran ap
        initiative terran
        map -5,-6
        aim bombard talon planet Eden needs 50
        terrain planet 2,0
        terran DD Achilles 6,3 W hull 3
        talon BB Eliminator 0,-3 E
        talon BC Honor 1,-3 E
    """
    captain = Captain(Doctrine("preserve"))
    assert not isinstance(captain.decide(view_of(lost, "terran")), Concede)
    plain = lost.replace("aim bombard talon planet Eden needs 50", "")
    assert isinstance(Captain(Doctrine("preserve")).decide(view_of(plain, "terran")), Concede)


@pytest.mark.parametrize("level", ["ensign", "admiral"])
def test_every_level_fights_it_to_a_possible_end(level: str) -> None:
    setup = scenario(8)
    if level == "admiral":
        view = view_of(NEAR_THE_END, "talon")
        order = player_of("admiral", Doctrine("hold"), 7).decide(view)
        assert isinstance(order, Fire)
        assert order.target == PLANET
        return
    battle = game.new_battle(setup)
    players = {side: Ensign(Doctrine("hold"), seed) for seed, side in enumerate(SIDES)}
    dice = SeededDice("ensigns")
    while not battle.ending:
        side = battle.options[0].side
        game.apply(battle, players[side].decide(View(battle, side)), dice)
    assert refusals(setup, game.report(battle)) == []


def test_a_play_out_ends_in_each_way() -> None:
    """The worker's play-outs reach both printed ends between captains, and count them as the rules do."""
    found: dict[tuple[str, Side | None], Result] = {}
    doctrines = {side: Doctrine("hold") for side in SIDES}
    levels: dict[Side, Level] = dict.fromkeys(SIDES, "captain")
    for number in range(60):
        result = play_out(scenario(8), doctrines, SeededDice(f"bombardment {number}"), levels)
        found.setdefault((result.report.ending, result.winner), result)
        if {("aim", "talon"), ("held", "talon"), ("held", "terran")} <= found.keys():
            return
    raise AssertionError(f"only {sorted(map(str, found))}")
