"""What a finished battle of Space Empires: 4X changes on the other map: sheets worked out by hand (32)."""

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from engines.seam.documents import Doctrine, Fate, FateWord, Level, Report
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon.damage import TalonDamage
from engines.talon.records.record import fight_out
from engines.talon.results.check import refusals
from engines.talon.sheets import typed
from engines.talon.sheets.report_form import report_form
from engines.talon.space_empires.brief import PLACES, Brief, BriefShip, Troops
from engines.talon.space_empires.brief import refusals as brief_refusals
from engines.talon.space_empires.carrying_back import ShipBack, carry_back
from engines.talon.space_empires.chart import chart_of, our_chart
from engines.talon.space_empires.entries import Group, ships_of
from engines.talon.space_empires.setting_up import Rolled, roll, setup_of
from engines.talon.space_empires.stored import encode

CHART = our_chart()
FEW = TalonDamage(fighters=(2, 2, 1))
ACES = tuple(BriefShip(f"Ace {number}", "fighter") for number in range(1, 6))


NOTHING = Rolled()


def sheet(
    brief, terran, talon, winner, *, rolled=NOTHING, rounds=7, ending="held", chart=CHART, troops=(), **more
):
    setup = setup_of(brief, rolled, chart)
    report = Report(rounds, ending, terran, talon, winner)
    return carry_back(brief, setup, report, chart, {one.side: one for one in troops}, **more)


def outcomes(found):
    return {ship.name: (ship.outcome, ship.whither or ship.why) for ship in found.ships}


@pytest.mark.parametrize(
    ("winner", "scout"), [("talon", "destroyed"), ("talon", "jumped"), ("terran", "stands")]
)
def test_s94_squadrons_that_stayed_at_their_colony_are_still_there_whoever_holds_the_hex(winner, scout):
    terran = (BriefShip("Pathfinder", "scout"), *ACES[:2])
    talon = (BriefShip("Honor", "battle_cruiser"),)
    told = Brief("Rigel", "planet", "terran", terran, talon, colony=True)
    waited = tuple(Fate(ace.name, "waited") for ace in ACES[:2])
    honor = Fate("Honor", "stands" if winner == "talon" else "destroyed")
    found = sheet(told, (Fate("Pathfinder", scout), *waited), (honor,), winner)
    assert [outcomes(found)[ace.name] for ace in ACES[:2]] == [("survived", "")] * 2


def test_r119_aliens_whose_side_concedes_are_lost():
    told = Brief("Rigel", "planet", "talon", (BriefShip("Duke", "destroyer"),), aliens=True)
    setup = setup_of(told, Rolled((), 5), CHART)
    aliens = tuple(Fate(f"Alien {number}", "stands") for number in (1, 2, 3))
    found = refusals(setup, Report(8, "conceded", (Fate("Duke", "stands"),), aliens, "terran"))
    assert {one.reason for one in found} == {
        f"Talon conceded, so Alien {number} is lost: aliens do not retreat." for number in (1, 2, 3)
    }


def test_the_battle_in_the_asteroids():
    terran = (
        BriefShip("Zhukov", "heavy_cruiser", 2, 1, 1),
        BriefShip("Caleb", "destroyer", 1, 1),
        BriefShip("Wasp", "carrier"),
        BriefShip("Ace of Spades", "fighter", 1),
        BriefShip("Cougar", "fighter", 1),
    )
    talon = (BriefShip("Honor", "battle_cruiser", 2, 2), BriefShip("Vision", "frigate", 1, 1, 3))
    brief = Brief("Asteroids", "asteroids", "talon", terran, talon, 1, 1)
    found = sheet(
        brief,
        (
            Fate("Zhukov", "stands", TalonDamage(hull=3)),
            Fate("Caleb", "destroyed"),
            Fate("Wasp", "jumped", TalonDamage(hull=1)),
            Fate("Ace of Spades", "jumped", FEW),
            Fate("Cougar", "destroyed"),
        ),
        (Fate("Honor", "jumped", TalonDamage(hull=4)), Fate("Vision", "destroyed")),
        "terran",
        rolled=Rolled(((2, 2), (5, 5), (5, 2))),
        changed=True,
    )
    assert (found.winner, found.defender, found.rounds, found.tactician, found.changed) == (
        "terran",
        "talon",
        7,
        "talon",
        True,
    )
    assert found.ships == (
        ShipBack("terran", "Zhukov", "heavy_cruiser", "survived", attack=2, defence=1, experience=1),
        ShipBack("terran", "Caleb", "destroyer", "eliminated", why="destroyed", attack=1, defence=1),
        ShipBack("terran", "Wasp", "carrier", "retreated", "retreat"),
        ShipBack("terran", "Ace of Spades", "fighter", "retreated", "carrier", attack=1, fighters=1),
        ShipBack("terran", "Cougar", "fighter", "eliminated", why="destroyed", attack=1),
        ShipBack("talon", "Honor", "battle_cruiser", "retreated", "retreat", attack=2, defence=2),
        ShipBack(
            "talon", "Vision", "frigate", "eliminated", why="destroyed", attack=1, defence=1, experience=3
        ),
    )
    assert (found.choose, found.lost, found.ashore) == ({}, {}, ())


def test_the_battle_in_the_nebula_whose_squadrons_have_nowhere_to_land():
    terran = (
        BriefShip("Defiant", "battleship", 3, 3, 3, legendary=True),
        BriefShip("Hornet", "carrier", 0, 1),
        *(BriefShip(name, "fighter", 1, 1) for name in ("Black Jack", "Wolverine", "Cougar", "Diamondback")),
    )
    talon = (
        BriefShip("Dominion", "dreadnought", 3, 2, 1),
        *(BriefShip(name, "frigate", 1) for name in ("Surprise", "Vision", "Whisper")),
    )
    brief = Brief("Nebula", "nebulae", "terran", terran, talon, 0, 2)
    found = sheet(
        brief,
        (
            Fate("Defiant", "stands", TalonDamage(hull=4)),
            *(Fate(name, "destroyed") for name in ("Hornet", "Black Jack", "Wolverine")),
            Fate("Cougar", "stands", FEW),
            Fate("Diamondback", "stands", TalonDamage(fighters=(0, 0, 0))),
        ),
        (
            Fate("Dominion", "destroyed"),
            Fate("Surprise", "destroyed"),
            Fate("Vision", "jumped"),
            Fate("Whisper", "destroyed"),
        ),
        "terran",
        rolled=Rolled(((3, 2), (2, 1))),
        rounds=5,
        changed=True,
    )
    assert found.tactician == "talon"
    assert outcomes(found) == {
        "Defiant": ("survived", ""),
        "Hornet": ("eliminated", "destroyed"),
        "Black Jack": ("eliminated", "destroyed"),
        "Wolverine": ("eliminated", "destroyed"),
        "Cougar": ("eliminated", "no_room"),
        "Diamondback": ("eliminated", "no_room"),
        "Dominion": ("eliminated", "destroyed"),
        "Surprise": ("eliminated", "destroyed"),
        "Vision": ("retreated", "retreat"),
        "Whisper": ("eliminated", "destroyed"),
    }
    assert (found.ships[0].legendary, found.choose) == (True, {})


def test_the_battle_at_the_warp_point():
    terran = (
        BriefShip("Valley Forge", "base", 3, 3, 2),
        BriefShip("Thor", "light_cruiser", 2, 2, 1),
        BriefShip("Explorer", "scout", 1, 1),
    )
    talon = (
        BriefShip("Justice", "heavy_cruiser", 2, 1),
        BriefShip("Unity", "heavy_cruiser", 2, 1),
        BriefShip("Fearless", "light_cruiser", 1, 2),
    )
    brief = Brief("Warp", "warp_point", "terran", terran, talon, 2, 1, warp=(6, 8))
    found = sheet(
        brief,
        tuple(Fate(ship.name, "stands") for ship in terran),
        (Fate("Justice", "through"), Fate("Unity", "destroyed"), Fate("Fearless", "through")),
        "terran",
        rounds=3,
    )
    assert found.tactician == "terran"
    assert [outcomes(found)[name] for name in ("Justice", "Unity", "Fearless")] == [
        ("retreated", "warp_exit"),
        ("eliminated", "destroyed"),
        ("retreated", "warp_exit"),
    ]
    assert {ship.outcome for ship in found.of("terran")} == {"survived"}


def test_the_battle_with_aliens():
    terran = (
        BriefShip("Alexander", "battle_cruiser", 2, 2),
        BriefShip("Caleb", "destroyer", 1, 1),
        BriefShip("Hercules", "destroyer", 1, 1),
    )
    brief = Brief("Aliens", "planet", "talon", terran, (), 1, 0, aliens=True)
    found = sheet(
        brief,
        (Fate("Alexander", "stands"), Fate("Caleb", "destroyed"), Fate("Hercules", "jumped")),
        tuple(Fate(f"Alien {number}", "destroyed") for number in (1, 2, 3)),
        "terran",
        rolled=Rolled(aliens=5),
        rounds=8,
        changed=False,
    )
    assert (found.tactician, found.changed) == ("terran", False)
    assert found.of("talon") == tuple(
        ShipBack("talon", f"Alien {number}", "heavy_cruiser", "eliminated", why="destroyed")
        for number in (1, 2, 3)
    )
    assert [(ship.outcome, ship.bombards) for ship in found.of("terran")] == [
        ("survived", 2),
        ("eliminated", None),
        ("retreated", None),
    ]


LANDING = Brief(
    "Colony",
    "planet",
    "talon",
    (
        BriefShip("Napoleon", "heavy_cruiser", 1, 2, 1),
        *(BriefShip(name, "transport") for name in ("Normandy", "Rodger Young", "Third")),
    ),
    (BriefShip("Indomitable", "light_cruiser", 2, 1), BriefShip("Hunter", "destroyer", 1, 1)),
    colony=True,
)
LANDED = (
    (
        Fate("Napoleon", "stands"),
        Fate("Normandy", "jumped", unloaded=True),
        Fate("Rodger Young", "destroyed"),
        Fate("Third", "jumped", unloaded=True),
    ),
    (Fate("Indomitable", "jumped"), Fate("Hunter", "destroyed")),
)
ABOARD = Troops("terran", {"Normandy": "3 infantry", "Rodger Young": "2 infantry", "Third": "2 marines"})


def test_the_battle_with_troops():
    found = sheet(LANDING, *LANDED, "terran", troops=[ABOARD], rounds=5, readers=("terran",))
    assert [(ship.name, ship.outcome, ship.cargo, ship.troops) for ship in found.of("terran")] == [
        ("Napoleon", "survived", "", ""),
        ("Normandy", "retreated", "landed", "3 infantry"),
        ("Rodger Young", "eliminated", "lost", "2 infantry"),
        ("Third", "retreated", "landed", "2 marines"),
    ]
    assert [ship.name for ship in found.ashore] == ["Normandy", "Third"]
    assert found.tactician == "talon"


def test_s93_the_enemys_sheet_has_no_word_of_troops_that_have_not_landed():
    other = Troops("terran", {**ABOARD.aboard, "Rodger Young": "9 dragoons in grav armour"})
    empty = Troops("terran", {name: words for name, words in ABOARD.aboard.items() if name != "Rodger Young"})
    sheets = {
        encode(sheet(LANDING, *LANDED, "terran", troops=[one], readers=("talon",)))
        for one in (ABOARD, other, empty)
    }
    assert len(sheets) == 1
    assert b"3 infantry" in sheets.pop(), "what has landed is seen"


def test_a_transport_that_comes_back_and_is_destroyed_has_landed_its_troops():
    terran = (
        Fate("Napoleon", "stands"),
        Fate("Normandy", "destroyed", unloaded=True),
        Fate("Rodger Young", "landed"),
        Fate("Third", "stands"),
    )
    found = sheet(LANDING, terran, LANDED[1], "terran", troops=[ABOARD])
    assert [(ship.outcome, ship.cargo, ship.troops) for ship in found.of("terran")[1:]] == [
        ("eliminated", "landed", "3 infantry"),
        ("survived", "landed", "2 infantry"),
        ("survived", "aboard", ""),
    ]


@pytest.mark.parametrize(
    ("colony", "fates", "squadrons", "kept", "chosen"),
    [
        (False, ("stands",), 5, 4, 1),
        (True, ("stands",), 5, 5, 0),
        (True, ("destroyed",), 5, 5, 0),
        (False, ("destroyed",), 5, 0, 0),
        (False, ("destroyed", "stands"), 5, 4, 1),
        (False, ("stands", "stands"), 5, 5, 0),
    ],
)
def test_s94_fighters_need_a_carrier_or_a_colony(
    colony: bool, fates: tuple[FateWord, ...], squadrons: int, kept: int, chosen: int
):
    carriers = tuple(BriefShip(f"Ark {number}", "carrier") for number in range(len(fates)))
    fort = (BriefShip("Fort", "base"),)
    brief = Brief(
        "Home",
        "planet",
        "terran",
        (*fort, *carriers, *ACES[:squadrons]),
        (BriefShip("Claw", "frigate"),),
        colony=colony,
    )
    terran = (
        Fate("Fort", "stands"),
        *(Fate(ship.name, fate) for ship, fate in zip(carriers, fates, strict=True)),
        *(Fate(ace.name, "stands", FEW) for ace in ACES[:squadrons]),
    )
    found = sheet(brief, terran, (Fate("Claw", "destroyed"),), "terran")
    aces = [ship for ship in found.of("terran") if ship.ship_class == "fighter"]
    assert sum(ship.outcome == "survived" for ship in aces) == kept
    assert {ship.why for ship in aces if ship.outcome == "eliminated"} <= {"no_room"}
    assert found.choose == ({"terran": chosen} if chosen else {})


def test_a_carrier_that_has_jumped_saves_those_that_went_with_it():
    brief = Brief(
        "Space", "space", "terran", (BriefShip("Ark", "carrier"), *ACES[:4]), (BriefShip("Claw", "frigate"),)
    )
    fates: tuple[FateWord, ...] = ("jumped", "jumped", "stands", "stands")
    terran = (
        Fate("Ark", "jumped"),
        *(Fate(ace.name, fate) for ace, fate in zip(ACES[:4], fates, strict=True)),
    )
    found = sheet(brief, terran, (Fate("Claw", "destroyed"),), "terran")
    assert [outcomes(found)[ace.name] for ace in ACES[:4]] == [("retreated", "carrier")] * 2 + [
        ("eliminated", "no_room")
    ] * 2


@pytest.mark.parametrize(
    ("winner", "outcome"), [("terran", "retreated"), ("talon", "survived"), (None, "survived")]
)
def test_s94_who_never_came_in_goes_with_the_fleet(winner, outcome):
    talon = tuple(BriefShip(f"Claw {number}", "frigate") for number in range(3))
    brief = Brief("Space", "space", "terran", (BriefShip("Duke", "destroyer"),), talon)
    fates = (Fate("Claw 0", "jumped"), Fate("Claw 1", "left"), Fate("Claw 2", "waited"))
    found = sheet(brief, (Fate("Duke", "stands"),), fates, winner, ending="conceded" if winner else "draw")
    assert [ship.outcome for ship in found.of("talon")] == ["retreated", "retreated", outcome]
    assert [ship.waited for ship in found.of("talon")] == [False, False, True]


def test_costs_and_ratings_are_added_up_where_every_one_is_known():
    chart = chart_of(
        "[cp.terran]\nheavy_cruiser = 12\ntransport = 6\n[cp.talon]\ndestroyer = 9\n[bombardment]\nheavy_cruiser = 2\n"
    )
    found = sheet(LANDING, *LANDED, "terran", chart=chart)
    assert found.lost == {"terran": 6}
    assert next((ship.bombards, ship.rating) for ship in found.of("terran")) == (1, 2)


# The form of a battle at a table


def test_the_form_of_a_table_asks_whose_troops_are_on_the_planet():
    setup = setup_of(LANDING, Rolled(), CHART)
    asked = [entry.card.name for entry in report_form(setup, {}).entries if entry.unloads]
    assert asked == ["Normandy", "Rodger Young", "Third"]
    report = Report(5, "held", *LANDED, "terran")
    fields = typed.from_report(setup, report)
    reading = typed.read(setup, fields)
    assert (reading.problems, reading.report) == ((), report)
    assert [entry.card.name for entry in report_form(setup, fields).entries if entry.unloaded] == [
        "Normandy",
        "Third",
    ]


def test_who_is_still_on_the_planet_has_set_its_troops_down():
    setup = setup_of(LANDING, Rolled(), CHART)
    report = Report(5, "held", (*LANDED[0][:3], Fate("Third", "landed", unloaded=True)), LANDED[1], "terran")
    fields = {
        key: value for key, value in typed.from_report(setup, report).items() if key != "terran-3-unloaded"
    }
    assert typed.read(setup, fields).report == report


def test_nothing_else_sets_troops_down():
    setup = setup_of(LANDING, Rolled(), CHART)
    report = Report(
        5, "held", (Fate("Napoleon", "stands", unloaded=True), *LANDED[0][1:]), LANDED[1], "terran"
    )
    assert [one.rule for one in refusals(setup, report)] == ["32.3"]
    plain = setup_of(replace(LANDING, colony=False), Rolled(), CHART)
    assert not [entry for entry in report_form(plain, {}).entries if entry.unloads]


# What captains make of it


@pytest.mark.parametrize("defender", SIDES)
@pytest.mark.parametrize("where", [*PLACES, "aliens"])
def test_every_ship_of_a_battle_between_captains_is_carried_back_once(where: Any, defender: Side):
    chance = random.Random(f"{where} {defender}")
    aliens = where == "aliens"
    fleets = {
        "terran": ships_of(
            "terran", [Group("heavy_cruiser", 1, "", 2, 1, 2), Group("carrier"), Group("transport")]
        )
        + ships_of("terran", [Group("fighter", 2, attack=1)]),
        "talon": ships_of(
            "talon", [Group("battle_cruiser", 1, "", 1, 2), Group("frigate", 3), Group("transport")]
        ),
    }
    fleets |= {defender: ()} if aliens else {}
    brief = Brief(
        "Rigel",
        "planet" if aliens else where,
        defender,
        fleets["terran"],
        fleets["talon"],
        aliens=aliens,
        colony=where == "planet",
        warp=(6, 8) if where == "warp_point" else None,
    )
    assert not list(brief_refusals(brief, CHART))
    setup = setup_of(brief, roll(brief, lambda: chance.randint(1, 6)), CHART)
    doctrines = dict.fromkeys(SIDES, Doctrine("withdraw", land_first=True))
    levels: dict[Side, Level] = dict.fromkeys(SIDES, "ensign")
    report = fight_out(setup, doctrines, SeededDice(f"{where} {defender}"), levels=levels).result.report
    found = carry_back(brief, setup, report, CHART, {})
    assert [(ship.side, ship.name) for ship in found.ships] == [
        (side, unit.name) for side in SIDES for unit in setup.force(side)
    ]
    assert all(bool(ship.whither) == (ship.outcome == "retreated") for ship in found.ships)
    assert all(bool(ship.why) == (ship.outcome == "eliminated") for ship in found.ships)
    carriers = Counter(ship.outcome for ship in found.of("terran") if ship.ship_class == "carrier")
    for ship in found.of("terran"):
        if ship.ship_class == "fighter" and ship.outcome != "eliminated":
            assert carriers[ship.outcome] or (
                brief.colony and defender == "terran" and ship.outcome == "survived"
            )
    if aliens:
        assert "retreated" not in {ship.outcome for ship in found.of(defender)}
