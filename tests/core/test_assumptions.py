"""What may be assumed of an enemy comes from the view, is the same for the same, and fits what is known (S15)."""

from campaign.rules.odds.asked import asked_ahead, ends_war, moves_front, takes_planet
from campaign.rules.odds.assumptions import DRAWS, Expected, Force, as_seen, drawn, wealth
from campaign.rules.sight import WarView, view
from campaign.rules.state import Battle, Ship, Sighting
from engines.odds.playing import play_outs
from engines.odds.tally import Ended
from engines.seam.documents import Doctrine
from engines.seeded import SeededDice
from engines.talon.catalogue import ship_class
from engines.talon.damage import TalonDamage
from tests.core.table import Table

PLACE = "Antares/5"
HURT = TalonDamage(hull=2)
FREE = Ended("terran", unhurt=True, unfought=True)


def seen_from_terran(markers: dict[str, int] | None = None, **settings: object) -> WarView:
    """Turn 3 is planned: Raider was seen hurt at Antares, Rapine there unhurt, Dominion at Orion."""
    table = Table.midway(
        terran={"Antares": "DD, 2 Tran", "reserve": "SC"},
        talon={"Antares": "FF Raider, FF Rapine", "Orion": "DN Dominion"},
        minimum=(0, 0),
        markers=markers or {},
        **settings,  # type: ignore[arg-type]
    )
    table.war.sightings["talon"] = {
        "Raider": Sighting(table.war.turn - 1, PLACE, "frigate", HURT, 4),
        "Rapine": Sighting(table.war.turn - 1, PLACE, "frigate", TalonDamage(), 4),
        "Dominion": Sighting(table.war.turn - 1, "Orion/4", "dreadnought", TalonDamage(), 5),
    }
    return view(table.war, "terran")


def share_of(forces: tuple[Force, ...], name: str) -> float:
    return sum(any(unit.name == name for unit in force) for force in forces) / len(forces)


def test_as_last_seen_is_what_was_seen_there_with_its_damage() -> None:
    raider, rapine = as_seen(seen_from_terran(), "talon", PLACE)
    assert (raider.name, raider.damage) == ("Raider", HURT)
    assert (rapine.name, rapine.damage) == ("Rapine", TalonDamage())


def test_what_was_seen_there_comes_more_often_than_what_was_seen_elsewhere_or_damaged() -> None:
    forces = drawn(seen_from_terran(), "talon", PLACE)
    assert len(forces) == DRAWS
    assert share_of(forces, "Rapine") > 2 * share_of(forces, "Raider")
    assert share_of(forces, "Rapine") > share_of(forces, "Dominion") > 0
    assert {unit.damage for force in forces for unit in force if unit.name == "Raider"} == {HURT}


def test_the_same_view_draws_the_same_and_the_enemys_secrets_change_nothing() -> None:
    one = seen_from_terran()
    table = Table.midway(terran={"Antares": "DD"}, talon={"Antares": "BB"}, minimum=(0, 0))
    table.war.talon.treasury += 900
    table.war.talon.ships["Hidden"] = Ship("dreadnought", "Antares")
    table.war.sightings = one.sightings
    again = view(table.war, "terran")
    assert drawn(one, "talon", PLACE) == drawn(seen_from_terran(), "talon", PLACE)
    assert drawn(again, "talon", PLACE) == drawn(one, "talon", PLACE)


def test_what_nobody_has_seen_costs_no_more_than_the_enemy_may_have() -> None:
    seen = seen_from_terran()
    rest = wealth(seen, "talon") - sum(
        ship_class("talon", one.ship_class).points for one in seen.sightings["talon"].values()
    )
    unseen = [
        sum(
            ship_class("talon", unit.ship_class).points
            for unit in force
            if unit.name not in seen.sightings["talon"]
        )
        for force in drawn(seen, "talon", PLACE)
    ]
    assert 0 < max(unseen) <= rest
    assert len(set(unseen)) > DRAWS // 10


def test_each_play_out_meets_the_next_force_and_where_nothing_comes_nobody_fights() -> None:
    seen = seen_from_terran()
    forces = (as_seen(seen, "talon", PLACE), ())
    own = {"Wolf": Ship("destroyer", "Antares")}
    asked = asked_ahead(seen, PLACE, own, Expected("drawn", forces), doctrine=Doctrine(), level="captain")
    found = play_outs(asked.case(0), range(6), SeededDice)
    assert found.chance(lambda ended: ended.unfought).times == 3
    assert play_outs(asked.case(0), [1, 3], SeededDice).ended == ((FREE, 2),)
    fought = play_outs(asked.case(0), [0, 2, 4], SeededDice)
    one = asked_ahead(seen, PLACE, own, Expected("seen", forces[:1]), doctrine=Doctrine(), level="captain")
    assert (one.forces, one.assumption) == ((), "seen")
    assert one.fleet == own
    assert fought.fought == 3
    assert not fought.chance(lambda ended: ended.unfought).times


def without_a_fight(seen: WarView, place: str) -> tuple[bool, bool, bool]:
    """Whether the front moves, the planet is taken and the war ends where nothing comes against Terran."""
    own = {"Wolf": "destroyer"} | {f"Transport {number}": "transport" for number in (1, 2)}
    ships = {name: Ship(key, "Antares") for name, key in own.items()}
    asked = asked_ahead(seen, place, ships, Expected("nothing", ((),)), doctrine=Doctrine(), level="captain")
    battle = Battle(
        0, place, seen.markers_on(place), "revealed", forces={"terran": asked.setup.terran, "talon": ()}
    )
    return moves_front(seen, battle, FREE), takes_planet(seen, battle, FREE), ends_war(battle, FREE)


def test_without_a_fight_the_front_moves_and_transports_land_as_in_the_war() -> None:
    """S3, S10."""
    assert without_a_fight(seen_from_terran(), PLACE) == (True, False, False)
    assert without_a_fight(seen_from_terran(markers={"Antares": 9}), "home/talon") == (False, False, True)
    for index in range(1, 9):
        seen = seen_from_terran(markers={"Antares": index})
        place = seen.place_of("Antares")
        moved, taken, over = without_a_fight(seen, place)
        owned = seen.planets.get(place) == "talon"
        based = seen.base_of("talon", place) is not None
        assert (moved, taken, over) == (not owned or not based, owned and not based, False)


def test_what_was_seen_damaged_before_last_turn_is_repaired_by_now() -> None:
    """31.4: it was out of sight since."""
    seen = seen_from_terran()
    seen.sightings["talon"]["Raider"] = Sighting(seen.turn - 2, PLACE, "frigate", HURT, 4)
    forces = drawn(seen, "talon", PLACE)
    assert {unit.damage for force in forces for unit in force if unit.name == "Raider"} == {TalonDamage()}
