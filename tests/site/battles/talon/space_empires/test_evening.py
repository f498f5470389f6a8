"""An evening of Space Empires in five battles, whose sheets are those worked out by hand (32)."""

import pytest

from accounts.models import LifetimeLine, User
from battles.models import Battle, SpaceEmpiresBattle, SpaceEmpiresGame
from battles.talon.space_empires.sheet_page import carry_back_of
from engines.seam.documents import Fate
from engines.seam.sides import Side
from engines.talon.aim_documents import Land
from engines.talon.damage import TalonDamage
from engines.talon.space_empires.carrying_back import CarryBack, ShipBack
from engines.talon.space_empires.stored import decode_rolled
from engines.talon.terms import TalonTerms, aims_of, terms_of, top_of
from engines.talon.terrain import talon_terrain
from tests.people import browser
from tests.site.battles.talon.space_empires.evening import (
    begun,
    enter,
    fields_of,
    new_battle,
    over,
    seal,
    troops,
)
from tests.site.seats import text

pytestmark = pytest.mark.django_db


def sheet(row: SpaceEmpiresBattle, *readers: Side) -> CarryBack:
    row = SpaceEmpiresBattle.objects.select_related("game", "battle").get(pk=row.pk)
    found = carry_back_of(row, readers)
    assert found is not None
    return found


def dice(monkeypatch: pytest.MonkeyPatch, *faces: int) -> None:
    rolls = iter(faces)
    monkeypatch.setattr("battles.talon.space_empires.beginning._die", lambda: next(rolls))


def test_the_battle_in_the_asteroids(
    game: SpaceEmpiresGame, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch, 2, 2, 5, 5, 5, 2)
    hers, row = browser(anna), new_battle(browser(anna), game)
    terran = [
        ("heavy_cruiser", "Zhukov", 2, 1, 1),
        ("destroyer", "Caleb", 1, 1, 0),
        ("carrier", "Wasp", 0, 0, 0),
        ("fighter", "Ace of Spades", 1, 0, 0),
        ("fighter", "Cougar", 1, 0, 0),
    ]
    talon = [("battle_cruiser", "Honor", 2, 2, 0), ("frigate", "Vision", 1, 1, 3)]
    who = {
        **fields_of("terran", terran),
        **fields_of("talon", talon),
        "terran_tactics": "1",
        "talon_tactics": "1",
    }
    battle = begun(
        enter(hers, row, {"where": "asteroids", "defender": "talon", "place": "Asteroids 12"}, who)
    )
    setup = battle.setup_document
    assert (battle.place, talon_terrain(setup.terrain).pattern, top_of(setup), terms_of(setup).tactics) == (
        "Asteroids 12",
        (5, 2),
        "talon",
        "talon",
    )
    assert {(unit.quality.attack, unit.quality.defence) for unit in setup.terran if unit.quality} == {(1, 1)}
    over(
        battle,
        (
            [
                Fate("Zhukov", "stands"),
                Fate("Caleb", "destroyed"),
                Fate("Wasp", "jumped"),
                Fate("Ace of Spades", "jumped", TalonDamage(fighters=(2, 2, 1))),
                Fate("Cougar", "destroyed"),
            ],
            [Fate("Honor", "jumped"), Fate("Vision", "destroyed")],
        ),
        "terran",
        7,
    )
    found = sheet(row)
    assert (found.winner, found.rounds, found.tactician) == ("terran", 7, "talon")
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
    row.refresh_from_db()
    assert decode_rolled(bytes(row.rolled or b"")).patterns == ((2, 2), (5, 5), (5, 2))
    for user in (anna, ben):
        shown = text(browser(user).get(row.get_absolute_url()))
        assert "Terran holds the hex after 7 rounds." in shown
        assert "Terrain: 5,2 after 2,2, 5,5, of which too little was of the hex’s kind." in shown
        assert (
            "Ace of Spades Fighter Squadron attack 1, defence 0, experience 0 Retreated with its carrier"
            in shown
        )
        assert "1 fighter left; whole again." in shown
        assert "Tactics 1 to 1: Talon, the defender, could change the initiative once." in shown
    page = text(hers.get(f"/battles/{battle.pk}/"))
    assert "Back to the sheet for Space Empires" in page
    assert "Rematch" not in page
    assert not LifetimeLine.objects.exists(), "S95: it counts in no score"


def test_the_battle_in_the_nebula(
    game: SpaceEmpiresGame, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch, 3, 2, 2, 1)
    row = new_battle(browser(ben), game)
    squadrons = [("fighter", name, 1, 1, 0) for name in ("Black Jack", "Wolverine", "Cougar", "Diamondback")]
    terran = [("battleship", "Defiant", 3, 3, 3), ("carrier", "Hornet", 0, 1, 0), *squadrons]
    talon = [
        ("dreadnought", "Dominion", 3, 2, 1),
        *(("frigate", n, 1, 0, 0) for n in ("Surprise", "Vision", "Third")),
    ]
    who = {
        **fields_of("terran", terran, legendary=["Defiant"]),
        **fields_of("talon", talon),
        "terran_tactics": "0",
        "talon_tactics": "2",
    }
    battle = begun(enter(browser(ben), row, {"where": "nebulae", "defender": "terran"}, who))
    assert (
        battle.place,
        terms_of(battle.setup_document).tactics,
        talon_terrain(battle.setup_document.terrain).pattern,
    ) == (
        "Battle 1",
        "talon",
        (2, 1),
    )
    over(
        battle,
        (
            [
                Fate("Defiant", "stands"),
                *(Fate(name, "destroyed") for name in ("Hornet", "Black Jack", "Wolverine")),
                Fate("Cougar", "stands", TalonDamage(fighters=(2, 2, 0))),
                Fate("Diamondback", "stands"),
            ],
            [
                Fate("Dominion", "destroyed"),
                Fate("Surprise", "destroyed"),
                Fate("Vision", "jumped"),
                Fate("Third", "destroyed"),
            ],
        ),
        "terran",
        5,
    )
    found = sheet(row)
    assert {ship.name: ship.outcome for ship in found.ships} == {
        "Defiant": "survived",
        "Hornet": "eliminated",
        "Black Jack": "eliminated",
        "Wolverine": "eliminated",
        "Cougar": "eliminated",
        "Diamondback": "eliminated",
        "Dominion": "eliminated",
        "Surprise": "eliminated",
        "Vision": "retreated",
        "Third": "eliminated",
    }
    assert [ship.name for ship in found.ships if ship.why == "no_room"] == ["Cougar", "Diamondback"]
    assert found.ships[0] == ShipBack(
        "terran", "Defiant", "battleship", "survived", attack=3, defence=3, experience=3, legendary=True
    )


def test_the_battle_at_the_warp_point(game: SpaceEmpiresGame, anna: User) -> None:
    row = new_battle(browser(anna), game)
    terran = [
        ("base", "Valley Forge", 3, 3, 2),
        ("light_cruiser", "Thor", 2, 2, 1),
        ("scout", "Explorer", 1, 1, 0),
    ]
    talon = [
        ("heavy_cruiser", "Justice", 2, 1, 0),
        ("heavy_cruiser", "Unity", 2, 1, 0),
        ("light_cruiser", "Fearless", 1, 2, 0),
    ]
    who = {
        **fields_of("terran", terran),
        **fields_of("talon", talon),
        "terran_tactics": "2",
        "talon_tactics": "1",
    }
    where = {"where": "warp_point", "defender": "terran", "warp_row": "5", "warp_column": "3"}
    battle = begun(enter(browser(anna), row, where, who))
    terms = battle.setup_document.terms
    assert isinstance(terms, TalonTerms)
    assert terms.layout["terrain"] == [{"kind": "worm-hole", "row": 5, "column": 3}]
    over(
        battle,
        (
            [Fate(name, "stands") for name in ("Valley Forge", "Thor", "Explorer")],
            [Fate("Justice", "through"), Fate("Unity", "destroyed"), Fate("Fearless", "through")],
        ),
        "terran",
        3,
    )
    found = sheet(row)
    assert found.tactician == "terran"
    assert found.of("talon") == (
        ShipBack("talon", "Justice", "heavy_cruiser", "retreated", "warp_exit", attack=2, defence=1),
        ShipBack("talon", "Unity", "heavy_cruiser", "eliminated", why="destroyed", attack=2, defence=1),
        ShipBack("talon", "Fearless", "light_cruiser", "retreated", "warp_exit", attack=1, defence=2),
    )
    assert {ship.outcome for ship in found.of("terran")} == {"survived"}


def test_the_battle_with_aliens(game: SpaceEmpiresGame, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    dice(monkeypatch, 5)
    row = new_battle(browser(anna), game)
    terran = [
        ("battle_cruiser", "Alexander", 2, 2, 0),
        ("destroyer", "Caleb", 1, 1, 0),
        ("destroyer", "Hercules", 1, 1, 0),
    ]
    who = {**fields_of("terran", terran), "talon_rows": "4", "terran_tactics": "1", "talon_tactics": "3"}
    battle = begun(enter(browser(anna), row, {"where": "aliens", "defender": "talon"}, who))
    setup = battle.setup_document
    assert [unit.ship_class for unit in setup.talon] == ["heavy_cruiser"] * 3
    assert (terms_of(setup).no_retreat, setup.planet_owner) == ("talon", "talon")
    assert terms_of(setup).tactics == "terran", "the rating of a fleet that is not there does not count"
    over(
        battle,
        (
            [Fate("Alexander", "stands"), Fate("Caleb", "destroyed"), Fate("Hercules", "jumped")],
            [Fate(f"Alien {number}", "destroyed") for number in (1, 2, 3)],
        ),
        "terran",
        8,
    )
    found = sheet(row)
    assert [(ship.name, ship.outcome) for ship in found.ships] == [
        ("Alexander", "survived"),
        ("Caleb", "eliminated"),
        ("Hercules", "retreated"),
        ("Alien 1", "eliminated"),
        ("Alien 2", "eliminated"),
        ("Alien 3", "eliminated"),
    ]
    shown = text(browser(anna).get(row.get_absolute_url()))
    assert "Aliens, played by Talon" in shown
    assert "A planet of aliens." in shown
    assert "Bombards with its rating + 2 for attack technology." in shown


def test_the_battle_with_troops(game: SpaceEmpiresGame, anna: User, ben: User) -> None:
    hers, his = browser(anna), browser(ben)
    row = new_battle(hers, game)
    transports = [("transport", name, 0, 0, 0) for name in ("Normandy", "Rodger Young", "Third")]
    terran = [("heavy_cruiser", "Napoleon", 1, 2, 1), *transports]
    talon = [("light_cruiser", "Indomitable", 2, 1, 0), ("destroyer", "Hunter", 1, 1, 0)]
    who = {**fields_of("terran", terran), **fields_of("talon", talon)}
    answer = enter(his, row, {"where": "colony", "defender": "talon", "place": "Vega"}, who)
    assert answer["Location"] == row.get_absolute_url()
    assert not Battle.objects.exists(), "troops go aboard first"
    assert "puts troops aboard in secret." in text(his.get(row.get_absolute_url()))
    sent = {**troops(hers, row, "2 spies"), "side": "terran"}
    assert his.post(f"{row.get_absolute_url()}troops/", sent).status_code == 404
    assert "Write down what is aboard each transport" in text(hers.get(row.get_absolute_url()))
    battle = begun(seal(hers, row, "3 infantry", "2 infantry", "2 marines"))
    assert aims_of(battle.setup_document) == (Land("terran", returns=True, rule="32.3", counts=1),)
    over(
        battle,
        (
            [
                Fate("Napoleon", "stands"),
                Fate("Normandy", "jumped", unloaded=True),
                Fate("Rodger Young", "destroyed"),
                Fate("Third", "jumped", unloaded=True),
            ],
            [Fate("Indomitable", "jumped"), Fate("Hunter", "destroyed")],
        ),
        "terran",
        5,
    )
    found = sheet(row, "terran")
    assert [(ship.name, ship.outcome, ship.cargo, ship.troops) for ship in found.of("terran")] == [
        ("Napoleon", "survived", "", ""),
        ("Normandy", "retreated", "landed", "3 infantry"),
        ("Rodger Young", "eliminated", "lost", "2 infantry"),
        ("Third", "retreated", "landed", "2 marines"),
    ]
    assert found.tactician == "talon"
    mine, theirs = (text(client.get(row.get_absolute_url())) for client in (hers, his))
    assert "On the planet Terran Normandy: 3 infantry Terran Third: 2 marines" in mine
    assert "On the planet Terran Normandy: 3 infantry Terran Third: 2 marines" in theirs
    assert "Its troops are lost with it: 2 infantry." in mine
    assert "Its troops are lost with it." in theirs


@pytest.mark.parametrize(("where", "zones"), [("warp_point", 1), ("warp_aside", 0)])
def test_who_comes_through_a_warp_point_sets_up_near_it(
    game: SpaceEmpiresGame, anna: User, where: str, zones: int
) -> None:
    who = {
        **fields_of("terran", [("destroyer", "Caleb", 0, 0, 0)]),
        **fields_of("talon", [("frigate", "Vision", 0, 0, 0)]),
    }
    row = new_battle(browser(anna), game)
    setup = begun(enter(browser(anna), row, {"where": where, "defender": "terran"}, who)).setup_document
    assert isinstance(setup.terms, TalonTerms)
    assert len(terms_of(setup).layout.get("zones", ())) == zones
    assert [patch["kind"] for patch in terms_of(setup).layout["terrain"]] == ["worm-hole"]
