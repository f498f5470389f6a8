"""Technology, crews, tactics, troops and aliens of Space Empires: 4X in a battle (32.2 to 32.5, R115 to R119)."""

import pytest
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engines.seam.documents import BattleSetup, Doctrine, Fate, FateWord, Quality, Report, Unit
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.talon import events as e
from engines.talon import game, text
from engines.talon.aim_documents import Land
from engines.talon.captains.captain import Captain
from engines.talon.captains.doctrine import temper_of
from engines.talon.captains.weighing.salvos import mean_damage
from engines.talon.captains.weighing.situation import Situation
from engines.talon.dice import ScriptedDice
from engines.talon.documents.codec import decode_position, encode_position
from engines.talon.fleets.lists import fleet
from engines.talon.hexes import at
from engines.talon.orders import AnyOrder, Done, Tactics
from engines.talon.play.drawing.cards import ship_cards
from engines.talon.play.drawing.overlay_drawing import shots_overlay
from engines.talon.play.offers.chances import shot_at
from engines.talon.play.rounds import sheet
from engines.talon.play.rounds.checks import check_round
from engines.talon.play.rounds.following import Follower
from engines.talon.play.rounds.orders import RoundOrders, decode_round, encode_round
from engines.talon.records.record import fight_out
from engines.talon.report import luck
from engines.talon.report.cast import cast_of
from engines.talon.report.edges import came_to, counts_as, edge_words, missile_words
from engines.talon.report.frames import frames_of
from engines.talon.report.rolls import rolls_of
from engines.talon.report.sentences import sentences_of
from engines.talon.results.check import refusals
from engines.talon.rules import floating_map
from engines.talon.sheets.space_empires import rules_in_words
from engines.talon.sheets.typed import from_report, read
from engines.talon.state import Battle
from engines.talon.terms import TalonTerms, aims_of
from engines.talon.view import View

FIRE = "2E terran fire"


def battle_of(*lines: str, clock: str = FIRE) -> Battle:
    """The battle of a position."""
    battle = text.read_position("\n".join(("position 1", f"clock {clock}", *lines)))
    game.run_to_decision(battle, ScriptedDice([]))
    return battle


def give(battle: Battle, *orders: str, dice: tuple[int, ...] = ()) -> list[e.AnyEvent]:
    """What happened by the orders, with these dice."""
    script = ScriptedDice(list(dice))
    return [event for order in orders for event in game.apply(battle, text.read_order(order, battle), script)]


def shot_of(happened: list[e.AnyEvent]) -> e.Shot:
    """The first shot of what happened."""
    return next(event for event in happened if isinstance(event, e.Shot))


def test_the_example_of_32_4():
    """Attack 2 against defence 0 makes a 1 a 3: a torpedo hits at range 3."""
    battle = battle_of("terran CA Patton 0,0 E attack 2", "talon DD Hunter 3,0 W defence 0")
    shot = shot_of(give(battle, "terran fire Patton 2 Hunter", dice=(1,)))
    assert (shot.technology, shot.crews, shot.points > 0) == (2, 0, True)


def test_the_example_of_32_5():
    """Attack 2 against defence 1, and a crew two levels behind: a 4 stays a 4 and misses at range 1."""
    lines = "talon CA Sacrifice 0,0 E attack 2", "terran DD Caleb 1,0 W defence 1 experience 2"
    battle = battle_of(*lines, clock="2E talon fire")
    shot = shot_of(give(battle, "talon fire Sacrifice 1 Caleb", dice=(4, 4)))
    assert (shot.weapon, shot.technology, shot.crews, shot.points) == ("disruptor", 1, -1, 0)


def test_more_than_six_counts_as_six_and_below_one_misses():
    """All modifiers first, R115."""
    battle = battle_of("terran SC Enterprise 0,0 E attack 3", "talon FF Vision 3,0 W defence 0", clock=FIRE)
    shot = shot_of(give(battle, "terran fire Enterprise 1 Vision", dice=(6,)))
    assert (shot.points, counts_as(shot), came_to(shot)) == (1, 6, "counts as 6: 1 point")


EDGES = [
    (Quality(), Quality(), (0, 0, 0)),
    (Quality(2), Quality(1, 0), (2, 0, 0)),
    (Quality(0), Quality(1, 3), (-3, 0, 0)),
    (Quality(experience=1), Quality(), (0, 1, 0)),
    (Quality(experience=3), Quality(), (0, 1, 0)),
    (Quality(), Quality(experience=1), (0, 0, 0)),
    (Quality(), Quality(experience=2), (0, -1, 0)),
    (Quality(), Quality(experience=3), (0, -1, 1)),
    (Quality(), Quality(legendary=True), (0, -1, 1)),
    (Quality(experience=1), Quality(legendary=True), (0, -1, 1)),
    (Quality(experience=2), Quality(legendary=True), (0, -1, 0)),
    (Quality(legendary=True), Quality(experience=3), (0, 1, 0)),
]


@pytest.mark.parametrize(("own", "other", "edge"), EDGES)
@pytest.mark.parametrize("weapon", range(3))
def test_chances_captains_and_rolls_know_the_same(
    own: Quality, other: Quality, edge: tuple[int, int, int], weapon: int
):
    """Each of the six faces is rolled: what comes of it is what the chance says, and what a captain expects."""
    setup = BattleSetup(
        place="Hex 12",
        mode="last_ship_standing",
        terran=(Unit("Patton", "heavy_cruiser", quality=own), Unit("Thor", "destroyer")),
        talon=(Unit("Sacrifice", "heavy_cruiser", quality=replace(other, attack=2)),),
        format=2,
        terms=TalonTerms(),
    )
    battle = game.new_battle(setup)
    for unit, place, facing in zip(battle.units, (at(0, 0), at(9, 9), at(3, 0)), (0, 0, 3), strict=True):
        unit.status = "map"
        unit.stand(place, facing)
    battle.muster()
    battle.agenda, battle.step, battle.round, battle.impulse, battle.side = [], "fire", 2, 4, "terran"
    game.run_to_decision(battle, ScriptedDice([]))
    view, order = (
        View(battle, "terran"),
        text.read_order(f"terran fire Patton {weapon + 1} Sacrifice", battle),
    )
    shot = shot_at(view, battle.units[0], weapon, 2)
    assert (shot.technology, shot.crews, shot.spared) == edge
    points = []
    for die in range(1, 7):
        course = battle.copy()
        told = shot_of(game.apply(course, order, ScriptedDice([die, *[1] * 20])))
        assert (told.technology, told.crews, told.spared) == edge
        points.append(told.points)
    assert shot.one is not None
    assert shot.one.ways == tuple(points.count(one) for one in range(max(points) + 1))
    assert luck.points_of(told) == tuple(points)
    advantage = Situation(view, temper_of(Doctrine()), ()).advantage(0, 2)
    kind = battle.units[0].kind.groups[weapon].weapon
    mean = mean_damage({}, battle.units[0], kind, at(3, 0), advantage)
    assert mean == pytest.approx(sum(points) / 6)


def test_sentences_say_what_changed_a_roll():
    lines = "talon CA Sacrifice 0,0 E attack 2", "terran DD Caleb 1,0 W experience 2"
    battle = battle_of(*lines, clock="2E talon fire")
    shot = shot_of(give(battle, "talon fire Sacrifice 1 Caleb", dice=(4, 4)))
    assert came_to(shot) == "counts as 4: miss"
    assert edge_words(shot.technology, shot.crews) == ", technology +1, experience −1"
    assert (
        missile_words(e.Detonated(1001, 0, 2, -1, 2, 1))
        == " (technology +2, experience −1, 1 less by experience)"
    )
    assert missile_words(e.Detonated(1001, 0, 0, 0, 2)) == ""


def test_a_battle_is_told_with_what_changed_its_rolls():
    """A battle of captains: whatever counts is said in its sentences and among its rolls."""
    terran, talon = (
        tuple(replace(unit, quality=Quality(3, 0, at % 4, at == 1)) for at, unit in enumerate(units))
        for units in (fleet("terran", "CA,CA,DD"), fleet("talon", "DD,CA,CL"))
    )
    setup = BattleSetup(
        "Hex 12", "last_ship_standing", terran, talon, format=2, terms=TalonTerms(tactics="terran")
    )
    record = fight_out(setup, {side: Doctrine("hold") for side in SIDES}, SeededDice("33"))
    cast = cast_of(record.setup)
    frames = frames_of(record)
    words = [cast.plain(one.words) for frame in frames for one in sentences_of(frame, cast)]
    assert any("technology +3" in one and "missile" not in one for one in words)
    assert any("(technology +3" in one and "missile" in one for one in words)
    assert any("experience" in one for one in words)
    assert any("takes the initiative by its tactics" in one for one in words)
    rolls = [roll for frame in frames for roll in rolls_of(frame, cast)]
    assert any("counts as" in roll.result for roll in rolls)


def test_a_position_keeps_all_of_it_in_both_forms():
    """As JSON and as text, and without it nothing is said."""
    battle = battle_of(
        "mode planet of talon",
        "aim land terran counts 1 returns",
        "terrain planet 5,5",
        "capital 5,5",
        "tactics terran",
        "no-retreat talon",
        "terran CA Patton 0,0 E attack 0 defence 3 experience 2 legendary extra",
        "terran Tran Normandy landed unloaded attack 2",
        "talon DD Hunter destroyed attack 3",
        "talon CA Sacrifice 2,0 W defence 0",
        "talon missile m1 4,0 W at Patton by Hunter",
        clock=FIRE,
    )
    written = text.write_position(battle)
    for line in ("tactics terran", "no-retreat talon", "talon missile m1 4,0 W at Patton by Hunter"):
        assert line in written.splitlines()
    assert text.write_position(text.read_position(written)) == written
    assert text.write_position(decode_position(encode_position(battle))) == written
    plain = encode_position(battle_of("terran CA Patton 0,0 E", "talon CA Sacrifice 2,0 W", clock=FIRE))
    for word in (b"qualities", b"tactics", b"no_retreat", b"unloaded", b"firer"):
        assert word not in plain


@pytest.mark.parametrize(
    "lines",
    [
        ("terran CA Patton 0,0 E attack 4", "talon CA Sacrifice 2,0 W"),
        ("terran CA Patton 0,0 E attack 1", "talon CA Sacrifice 2,0 W"),
        ("terran CA Patton 0,0 E extra attack 2", "talon CA Sacrifice 2,0 W"),
        ("terran CV Wasp 0,0 E", "terran FTR Cougar 1,1 E legendary extra", "talon CA Sacrifice 2,0 W"),
        ("terran CA Patton 0,0 E unloaded", "talon CA Sacrifice 2,0 W"),
        ("terran CA Patton 0,0 E", "talon DD Hunter 9,0 W", "talon missile m1 4,0 W at Patton by Hunter"),
        (
            "terran CA Patton 0,0 E attack 2",
            "talon CA Sacrifice 9,0 W",
            "talon missile m1 4,0 W at Patton by Sacrifice",
        ),
    ],
)
def test_impossible_positions_are_refused(lines: tuple[str, ...]):
    with pytest.raises(Refused):
        battle_of(*lines, clock=FIRE)


def test_nobody_may_change_the_initiative_who_has_no_tactics():
    with pytest.raises(Refused, match="tactics"):
        battle_of("terran CA Patton 0,0 E", "talon CA Sacrifice 9,0 W", clock="2E terran tactics")


def test_aliens_never_leave_the_map():
    battle = battle_of("no-retreat talon", "terran CA Patton 0,0 E", "talon CA Sacrifice 2,0 W", clock=FIRE)
    assert [floating_map.may_leave(battle, unit) for unit in battle.units] == [True, False]


def test_the_card_says_what_a_ship_is_worth():
    battle = battle_of(
        "terran CA Patton 0,0 E attack 2 experience 3", "talon CA Sacrifice 2,0 W legendary extra", clock=FIRE
    )
    patton, sacrifice = ship_cards(View(battle, "terran"), set())
    assert {("Attack", "2"), ("Defence", "1"), ("Crew", "elite (level 3)")} <= {*patton.facts}
    assert {("Crew", "legendary (level 4)"), ("Extra AP", "ready")} <= {*sacrifice.facts}


def test_a_captain_takes_the_initiative_when_there_is_something_to_fire_at():
    for place, taken in (("3,0", True), ("14,0", False)):
        battle = battle_of(
            "initiative talon",
            "tactics terran",
            "terran CA Patton 0,0 E",
            f"talon CA Sacrifice {place} W",
            clock="2E terran tactics",
        )
        assert (Captain().decide(View(battle, "terran")) == Tactics("terran")) is taken


@pytest.mark.parametrize(
    ("tactics", "given"),
    [("keep", Done("terran")), ("3", Done("terran")), ("4", Tactics("terran")), (UNSET, Tactics("terran"))],
)
def test_orders_for_the_round_say_when(tactics: str | UnsetType, given: AnyOrder):
    """In the impulse that was ordered, or as a captain decides where nothing was."""
    battle = battle_of(
        "initiative talon",
        "tactics terran",
        "terran CA Patton 0,0 E",
        "talon CA Sacrifice 3,0 W",
        clock="2E terran tactics",
    )
    view, orders = View(battle, "terran"), RoundOrders(2, tactics=tactics)
    check_round(orders, view)
    assert decode_round(encode_round(orders)) == orders
    assert Follower(orders).decide(view).order == given
    assert [entry.value for entry in sheet.tactics(view, orders)] == ["", "keep", "4", "5"]


def test_orders_for_the_round_without_tactics():
    battle = battle_of("terran CA Patton 0,0 E", "talon CA Sacrifice 3,0 W", clock=FIRE)
    view = View(battle, "terran")
    assert sheet.tactics(view, RoundOrders(2)) == ()
    with pytest.raises(Refused, match="tactics"):
        check_round(RoundOrders(2, tactics="keep"), view)


def landing_battle() -> BattleSetup:
    """A battle in which Terran's transport may set troops down, and Talon may not retreat."""
    return BattleSetup(
        place="Hex 12",
        mode="planet",
        planet_owner="talon",
        terran=(Unit("Patton", "heavy_cruiser"), Unit("Normandy", "transport")),
        talon=(Unit("Sacrifice", "heavy_cruiser"),),
        format=2,
        terms=TalonTerms(aims=(Land("terran", returns=True, counts=1),), no_retreat="talon"),
    )


def report_of(normandy: Fate, sacrifice: FateWord = "destroyed") -> Report:
    """A report of that battle, which Terran has won."""
    return Report(5, "held", (Fate("Patton", "stands"), normandy), (Fate("Sacrifice", sacrifice),), "terran")


@pytest.mark.parametrize("fate", ["stands", "jumped", "destroyed", "landed"])
def test_a_report_says_whose_troops_are_down(fate: FateWord):
    """32.3: also of a transport that is gone; typed in, it is the same report."""
    report = report_of(Fate("Normandy", fate, unloaded=True))
    assert refusals(landing_battle(), report) == []
    assert read(landing_battle(), from_report(landing_battle(), report)).report == report


@pytest.mark.parametrize(
    ("report", "rule"),
    [
        (report_of(Fate("Normandy", "landed")), "32.3"),
        (report_of(Fate("Normandy", "waited", unloaded=True)), "32.3"),
        (report_of(Fate("Normandy", "stands"), "jumped"), "32.2"),
        (report_of(Fate("Normandy", "stands"), "left"), "32.2"),
    ],
)
def test_what_no_report_says(report: Report, rule: str):
    assert rule in [refusal.rule for refusal in refusals(landing_battle(), report)]


def test_the_sheet_of_a_table_says_it():
    setup = replace(landing_battle(), talon=(Unit("Sacrifice", "heavy_cruiser", quality=Quality(2, 0, 3)),))
    terms = TalonTerms(aims=aims_of(setup), no_retreat="talon", tactics="talon")
    setup = replace(setup, terms=terms)
    words = [rule.text for rule in rules_in_words(setup)]
    assert "Talon may change the initiative once, at the start of an impulse." in words
    assert "Talon may not retreat." in words
    assert "Talon Sacrifice: Attack 2, Defence 0, elite crew." in words
    assert list(rules_in_words(replace(setup, format=1, terms=UNSET, talon=(Unit("A", "frigate"),)))) == []


def test_the_table_of_shots_says_what_changes_them():
    battle = battle_of("terran CA Patton 0,0 E attack 2", "talon CA Sacrifice 2,0 W experience 2", clock=FIRE)
    view = View(battle, "terran")
    tables = shots_overlay(view, battle.units[0]).tables
    assert any(", technology +1, experience −1" in table.title for table in tables)
