"""The battles of an Empire War in miniatures, by house rules (S99, WF55 to WF60)."""

from random import Random
from typing import Literal

import msgspec
import pytest
from msgspec.structs import replace

from bench.battles.miniatures import setup as at_random
from campaign.commanders.commander import Commander
from campaign.rules.events import BattleJoined
from campaign.rules.evolve import fold
from campaign.rules.map.map_files import settings_faults
from campaign.rules.settings import Settings
from campaign.war.log.documents import decode_events, encoded
from campaign.war.playing import new_game
from engines.seam import codec
from engines.seam.commitments import DiceCommitment
from engines.seam.documents import (
    OPEN_SPACE,
    BattleSetup,
    Damage,
    Doctrine,
    Fate,
    Mode,
    Report,
    Stance,
    Unit,
)
from engines.seam.refusals import Refused, Unreadable
from engines.seam.sides import SIDES, Side
from engines.seam.systems import system, unit_class
from engines.seeded import SeededDice
from engines.warfleets.building import refusals as refusals_of_fleet
from engines.warfleets.fleet import fleet_points
from engines.warfleets.game import begin
from engines.warfleets.rules.shooting import guns
from engines.warfleets.rules.tracks import speed
from engines.warfleets.set_ups import refusals as refusals_of_set_up
from engines.warfleets.set_ups import table_refusals
from engines.warfleets.system import own
from engines.warfleets.war.damage import WarfleetsDamage, damage_of
from engines.warfleets.war.ground import is_terrain_of_warfleets, kinds_in
from engines.warfleets.war.grounds import ground_of, grounds, table_of
from engines.warfleets.war.setting_up import fleet_of, set_up_of
from engines.warfleets.war.storing import LARGEST_UPLOAD
from engines.warfleets.war.units import classes_of
from tests.core.table import four_sectors, three_sectors

GAME = system("warfleets")


def units(side: Side, *models: str, damage: dict[int, int] | None = None) -> tuple[Unit, ...]:
    """Units of these classes, numbered; `damage` by their numbers."""
    hurt = damage or {}
    return tuple(
        Unit(f"{side} {at}", f"warfleets/{model}", damage_of(hurt.get(at, 0)))
        for at, model in enumerate(models)
    )


def battle(terran: tuple[Unit, ...], talon: tuple[Unit, ...], *, planet: Side | None = None) -> BattleSetup:
    """A battle among nebulae; over a planet of a side."""
    mode: Mode = "planet" if planet else "last_ship_standing"
    ground = ground_of("nebulae", (1, 1))
    return BattleSetup("Orion 3", mode, terran, talon, ground, planet_owner=planet, system="warfleets")


EVEN = battle(units("terran", "battleship", "destroyer"), units("talon", "battleship", "destroyer"))
FIGHTING: dict[Side, Doctrine] = {"terran": Doctrine("hold"), "talon": Doctrine("hold")}


def report(setup: BattleSetup, fates: dict[str, Fate], **told: object) -> Report:
    """A report of four rounds that Terran won, in which everybody stands whose fate is not told."""
    found = {
        side: tuple(fates.get(one.name, Fate(one.name, "stands", one.damage)) for one in setup.force(side))
        for side in SIDES
    }
    whole = {"rounds": 4, "ending": "held", "winner": "terran", **told}
    return Report(terran=found["terran"], talon=found["talon"], **whole)  # type: ignore[arg-type]


@pytest.mark.parametrize("side", SIDES)
def test_wf57_every_class_is_a_model_that_the_rules_allow(side: Side) -> None:
    for kind in classes_of(side, side):
        if kind.role != "squadron":
            fleet = (
                fleet_of(battle(units(side, kind.model), ()), side)
                if side == "terran"
                else fleet_of(battle((), units(side, kind.model)), side)
            )
            assert not refusals_of_fleet(fleet, fleet_points(fleet)), kind.title
            assert kind.worth > 0
            assert len(kind.weapons) == len(kind.mounts) + (not kind.unarmed)


def test_wf58_every_table_is_one_that_can_be_played_on() -> None:
    for dice in grounds():
        for planet in (False, True):
            table = table_of(ground_of("x", dice), planet=planet)
            assert not table_refusals(table)
            assert (table[0].name == "Planet") == (planet or "planet" in grounds()[dice])
    assert len(table_of(OPEN_SPACE)) == 5


def test_wf55_disabled_upgrades_do_not_work_from_the_last_one_back() -> None:
    setup = battle(units("terran", "battleship", damage={0: 2}), units("talon", "destroyer"))
    started = begin(set_up_of(setup))
    ship = started.models[0]
    assert [ship.works(at) for at in range(4)] == [True, True, False, False]
    assert [one.title for one in guns(ship)] == ["turret"]


def test_wf56_a_base_stays_and_a_transport_has_no_turret() -> None:
    setup = battle(units("terran", "base", "transport"), units("talon", "destroyer"))
    base, transport, _ = begin(set_up_of(setup)).models
    assert (speed(base, "move"), speed(base, "cruise")) == (0, 0)
    assert not guns(transport)
    assert len(guns(base)) == 3


def test_wf56_squadrons_beyond_the_room_stay_out() -> None:
    setup = battle(units("terran", "carrier", *["fighter"] * 6), units("talon", "destroyer"))
    assert len(fleet_of(setup, "terran").squadrons) == 4
    fought = GAME.play_out(setup, FIGHTING, SeededDice("room"), {})
    assert [one.fate for one in fought.report.terran[-2:]] == ["stands", "stands"]


@pytest.mark.parametrize("seed", range(12))
def test_a_battle_comes_to_a_report_that_is_possible(seed: int) -> None:
    setup = at_random(Random(seed))
    if seed % 3 == 0:
        setup = replace(setup, mode="planet", planet_owner=SIDES[seed % 2])
    result = GAME.play_out(setup, {}, SeededDice(seed), {})
    assert GAME.result_of(setup, result.report) == result
    again = GAME.fight(setup, {}, SeededDice(seed))
    assert again.result == result
    assert GAME.unpack(GAME.pack(again)) == again
    assert GAME.differences(GAME.pack(again)) == []
    fields = GAME.report_fields(setup, result.report)
    form = GAME.report_form(setup, fields)
    assert (form.report, form.every_problem) == (result.report, ())
    assert codec.decode_result(codec.encode(result)) == result


def test_a_record_can_be_brought_and_its_dice_are_checked() -> None:
    promise = DiceCommitment("war:1/1", "ab" * 32, {"terran": "x", "talon": "y"})
    fought = GAME.fight(EVEN, FIGHTING, promise)
    raw = GAME.download(fought, {}, "json")
    brought = GAME.upload(EVEN, raw)
    assert brought.committed
    assert brought.battle.result == fought.result
    assert "energy" in GAME.download(fought, {"title": "Orion"}, "txt").decode()
    other = battle(units("terran", "battleship"), units("talon", "battleship"))
    for setup, wrong, said in (
        (other, raw, "other fleets"),
        (EVEN, b"nothing", "This is not a battle"),
        (EVEN, GAME.beginning(EVEN, {"title": "Orion"}), "before the battle is over"),
        (EVEN, b" " * (LARGEST_UPLOAD + 1), "too large"),
    ):
        with pytest.raises(Refused, match=said):
            GAME.upload(setup, wrong)


def test_what_is_stored_and_no_battle_is_said_to_be_none() -> None:
    for raw in (b"", b"none", own(GAME.fight(EVEN, FIGHTING, SeededDice(1))).setup.place.encode()):
        with pytest.raises(ValueError, match="no stored battle"):
            GAME.unpack(raw)


@pytest.mark.parametrize(
    ("stance", "ending"), [("hold", "held"), ("withdraw", "conceded"), ("preserve", "conceded")]
)
def test_wf60_a_side_breaks_off_as_its_doctrine_says(stance: Stance, ending: str) -> None:
    strong = units("terran", "battleship", "battleship", "heavy_cruiser", "destroyer")
    setup = battle(strong, units("talon", "battleship", "destroyer"))
    doctrines: dict[Side, Doctrine] = {"terran": Doctrine("hold"), "talon": Doctrine(stance)}
    results = [GAME.play_out(setup, doctrines, SeededDice(seed), {}) for seed in range(6)]
    assert ending in {one.report.ending for one in results}
    if stance == "hold":
        assert {one.report.ending for one in results} <= {"held", "draw"}
    for one in results:
        gone = {fate.fate for fate in one.report.talon}
        assert ("jumped" in gone) <= (one.report.ending == "conceded")


def test_wf59_a_side_without_a_ship_has_lost_and_its_squadrons_are_gone() -> None:
    setup = battle(units("terran", "fighter", "fighter"), units("talon", "destroyer"))
    fought = GAME.fight(setup, {}, SeededDice(1))
    assert fought.result.winner == "talon"
    assert {fate.fate for fate in fought.result.report.terran} == {"destroyed"}
    assert GAME.unpack(GAME.pack(fought)) == fought
    assert GAME.differences(GAME.pack(fought)) == []
    assert GAME.download(fought, {}, "json")
    assert b"gave up" in GAME.download(fought, {}, "txt")


def test_wf60_far_too_many_are_not_met() -> None:
    setup = battle(units("terran", "destroyer"), units("talon", *["battleship"] * 4))
    assert GAME.gives_up_unfought(setup, "terran", Doctrine())
    assert not GAME.gives_up_unfought(setup, "terran", Doctrine("hold"))
    assert not GAME.gives_up_unfought(setup, "talon", Doctrine("preserve"))
    fought = GAME.fight(setup, {}, SeededDice(1)).result
    assert (fought.winner, fought.report.ending, fought.talon_lost, fought.terran_lost) == (
        "talon",
        "conceded",
        0,
        0,
    )
    assert [fate.fate for fate in fought.report.terran] == ["jumped"]
    assert GAME.estimate(setup, {"terran": "withdraw", "talon": "withdraw"}).won == {
        "terran": 0.0,
        "talon": 1.0,
    }


LANDING = battle(
    units("terran", "base"), units("talon", "battleship", "transport", "transport"), planet="terran"
)


def test_wf59_transports_of_an_invader_that_has_won_take_the_planet() -> None:
    won = report(LANDING, {"terran 0": Fate("terran 0", "destroyed")}, winner="talon")
    form = GAME.report_form(LANDING, GAME.report_fields(LANDING, won))
    assert form.report is not None
    assert [fate.fate for fate in form.report.talon] == ["stands", "landed_after", "landed_after"]
    assert GAME.result_of(LANDING, form.report).captured
    one = replace(LANDING, talon=LANDING.talon[:2])
    alone = report(one, {"terran 0": Fate("terran 0", "destroyed")}, winner="talon")
    assert not GAME.result_of(one, alone).captured


WRONG: list[tuple[dict[str, Fate], dict[str, object], str]] = [
    ({}, {"rounds": 5}, r"rounds at most. Correct the number. \[W5\]"),
    ({}, {"rounds": 2}, r"goes on to round 4"),
    ({}, {"winner": None}, r"Choose who won"),
    ({}, {"ending": "draw"}, r"Choose who won"),
    ({}, {"ending": "planet"}, r"Say who held more markers"),
    ({}, {"ending": "conceded"}, r"Talon conceded, so talon 0 got away"),
    ({"talon 0": Fate("talon 0", "jumped")}, {}, r"gets away only if its side concedes. \[WF60\]"),
    ({"talon 0": Fate("talon 0", "left")}, {}, r"cannot have come to that end"),
    ({"talon 0": Fate("talon 0", "landed")}, {}, r"cannot land here. \[31.8\]"),
    (
        {"talon 0": Fate("talon 0", "stands", WarfleetsDamage(1)), "terran 0": Fate("terran 0", "stands")},
        {},
        r"stays so in a battle. \[WF36\]",
    ),
    (
        {"terran 1": Fate("terran 1", "stands", WarfleetsDamage(2))},
        {},
        r"If all are disabled it is destroyed. \[W18\]",
    ),
    ({"terran 1": Fate("terran 1", "destroyed", WarfleetsDamage(1))}, {}, r"no damage is noted"),
    ({"terran 1": Fate("somebody", "stands")}, {}, r"fate of Terran terran 1 is missing"),
    (
        {f"terran {at}": Fate(f"terran {at}", "destroyed") for at in range(2)},
        {},
        r"so Talon has won. \[W19\]",
    ),
]


@pytest.mark.parametrize(("fates", "told", "said"), WRONG)
def test_what_cannot_have_been_is_refused(fates: dict[str, Fate], told: dict[str, object], said: str) -> None:
    setup = battle(units("terran", "battleship", "destroyer", damage={0: 1}), units("talon", "battleship"))
    with pytest.raises(Refused, match=said):
        GAME.result_of(setup, report(setup, fates, **told))


def test_the_form_says_what_is_missing_and_fills_in_what_is_usual() -> None:
    form = GAME.report_form(EVEN, {})
    assert (form.report, [str(one) for one in form.problems]) == (
        None,
        ["Choose who won, or nobody. [W5]", "Enter the number of rounds, 1 to 4. [W5]"],
    )
    usual = GAME.usual_fields(EVEN, {"winner": "terran", "ending": "conceded"})
    assert (usual["talon-0-fate"], usual["terran-0-fate"]) == ("jumped", "stands")
    for hull, said in (("x", "as a number"), ("4", "so it is destroyed")):
        fields = {**usual, "rounds": "3", "talon-0-hull": hull}
        assert said in str(GAME.report_form(EVEN, fields).every_problem[0])
    known = GAME.known_fields(EVEN, {"winner": " terran ", "talon-0-hull": "1" * 99, "other": "x"})
    assert known == {"winner": "terran", "talon-0-hull": "1" * 12}


@pytest.mark.parametrize(
    ("words", "disabled"), [("", 0), ("2", 2), ("1 disabled", 1), ("3 upgrades disabled", 3)]
)
def test_damage_is_written_as_a_number(words: str, disabled: int) -> None:
    kind = unit_class("terran", "warfleets/battleship")
    found: Damage = GAME.read_damage(words, kind)
    assert GAME.marks(found) == disabled
    assert len(GAME.damage_words(kind, found)) == disabled
    assert GAME.condition(kind, found) <= 1.0
    assert [*GAME.listed_damage_refusals(kind, "X", found)] == []


@pytest.mark.parametrize("words", ["4", "two", "1 hull", "-1"])
def test_what_is_no_damage_is_said_to_be_none(words: str) -> None:
    with pytest.raises(Unreadable):
        GAME.read_damage(words, unit_class("terran", "warfleets/battleship"))


def test_wf55_a_base_gets_one_upgrade_back() -> None:
    assert GAME.marks(GAME.repaired_base(GAME.marked_base(2))) == 1
    assert not GAME.repaired_base(GAME.marked_base(0))


def test_a_sheet_says_how_a_battle_is_set_up() -> None:
    setup = battle(
        units("terran", "battleship", damage={0: 1}), units("talon", "battleship"), planet="terran"
    )
    sheet = GAME.sheet(setup)
    steps = " ".join(step.text for step in sheet.steps)
    assert "Planet" in steps
    assert "terran 0 begins with its Weapon Batteries disabled." in steps
    rows = {row.title: row.boxes for row in sheet.forces[0].cards[0].system_tracks}
    assert rows["Heavy Ship, Avenger: move 4″, cruise 6″, evasion 2+, defence 2+"] == ()
    assert rows["Turret 24″, attacks 2, strength 2"] == ()
    assert rows["Shield Booster"] == (False,) * 3
    assert rows["Weapon Batteries (both sides) 6″, attacks 2, strength 2"] == (True,) * 3
    assert any("have landed" in one.text for one in sheet.reminders)


@pytest.mark.parametrize("level", ["ensign", "captain", "admiral"])
def test_an_estimate_says_who_is_stronger(level: str) -> None:
    stances: dict[Side, Stance] = {"terran": "withdraw", "talon": "withdraw"}
    even = GAME.estimate(EVEN, stances, level)  # type: ignore[arg-type]
    assert even.won["terran"] == pytest.approx(even.won["talon"])
    setup = replace(EVEN, terran=EVEN.terran[:1])
    less = GAME.estimate(setup, stances, level)  # type: ignore[arg-type]
    assert less.won["terran"] < even.won["terran"]
    assert less.advanced["terran"] <= less.won["terran"]
    assert GAME.estimate_error(level).battles > 0  # type: ignore[arg-type]


@pytest.mark.parametrize("settled_by", ["hand", "worker", "table"])
def test_s99_such_a_war_is_fought_each_way_and_has_no_clock(
    settled_by: Literal["hand", "worker", "table"],
) -> None:
    settings = Settings(system="warfleets", settled_by=settled_by)
    assert not [*settings_faults(settings, four_sectors())]
    clocked = msgspec.structs.replace(settings, clock="turn:86400")
    assert [(one.rule, one.where) for one in settings_faults(clocked, four_sectors())] == [("S99", "clock")]


@pytest.mark.parametrize("seed", [1, 2])
def test_s99_a_war_in_miniatures_is_played_from_the_first_purchase_to_victory(seed: int) -> None:
    players = {side: Commander(side, "steady", f"{seed}") for side in SIDES}
    chart = (four_sectors, three_sectors)[seed % 2]()
    played = new_game(seed, dict(players), Settings(system="warfleets"), chart)
    played.play()
    assert played.war.phase == "over"
    assert played.war.winner in SIDES
    assert played.battles
    assert {loss.ship_class.partition("/")[0] for loss in played.war.losses} == {"warfleets"}
    laid = [event.setup.terrain for event in played.events if isinstance(event, BattleJoined)]
    assert all(is_terrain_of_warfleets(terrain) for terrain in laid)
    assert any(kinds_in(terrain) for terrain in laid)
    stored = fold(decode_events(encoded(played.events)))
    assert stored.winner == played.war.winner


def test_a_set_up_refuses_ships_that_begin_as_none_can() -> None:
    found = set_up_of(battle(units("terran", "destroyer", damage={0: 1}), units("talon", "destroyer")))
    [start] = found.starts
    for wrong, said in (
        ((start, start), "is said 2 times"),
        ((replace(start, name="Nobody"),), "has no ship Nobody"),
        ((replace(start, disabled=2),), "cannot begin with 2 upgrades disabled"),
    ):
        assert said in str(refusals_of_set_up(replace(found, starts=wrong))[0])
