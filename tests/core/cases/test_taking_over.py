"""A war from paper: what can have been entered (31.2, 31.5, 31.8, 8.4), and how its next turn begins (31.3, 31.4)."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from campaign.rules import events as e
from campaign.rules.evolve import fold
from campaign.rules.paper.taken import Taken, TakenBase, TakenFleet, TakenShip
from campaign.rules.paper.taking_over import taken_over, taken_refusals
from campaign.rules.settings import Settings
from campaign.rules.sight import may_see
from campaign.rules.state import RULES
from engines.seam.own_documents import read_own
from engines.talon.damage import TalonDamage
from tests.core.table import four_sectors

CHART = four_sectors()
BEGAN = e.WarBegan(Settings(), CHART, RULES)


def fleet(treasury: int = 120, **more: TakenShip) -> TakenFleet:
    ships = {
        "Patton": TakenShip("heavy_cruiser", "Antares", TalonDamage(2)),
        "Thor": TakenShip("light_cruiser", "Orion"),
        "Mule": TakenShip("transport", "Maelstrom"),
        "Ninth": TakenShip("destroyer", "reserve", TalonDamage(1)),
    }
    return TakenFleet(treasury, {**ships, **more})


def taken(**changes: Any) -> Taken:
    """Turn 7 of a war on four sectors; Talon has lost the planet at Antares 6, on which the marker stands."""
    planets = {place: zone.owner for place, _, _, zone in CHART.places() if zone.owner}
    given: dict[str, Any] = {
        "turn": 7,
        "terran": fleet(),
        "talon": fleet(80),
        "markers": {"Antares": 5, "Badlands": 3, "Maelstrom": 2, "Orion": 4},
        "planets": {**planets, "Antares/6": "terran"},
        "bases": {"home/terran": TakenBase("terran", 3), "Antares/8": TakenBase("talon")},
    }
    return Taken(**{**given, **changes})


def rules_against(**changes: Any) -> list[str]:
    return [refusal.rule for refusal in taken_refusals(CHART, taken(**changes))]


def test_s68_the_next_turn_begins_with_its_income_and_repairs() -> None:
    events = taken_over(BEGAN, taken())
    war = fold(events)
    assert (war.turn, war.phase) == (7, "planning")
    assert war.terran.treasury == 120 + 60 + 50 + 40 + 50
    assert war.talon.treasury == 80 + 40 + 50 + 65 + 50
    assert war.terran.active_lp == 5
    assert not war.terran.ships["Ninth"].damage
    assert war.terran.ships["Patton"].damage == TalonDamage(2)
    assert war.bases["home/terran"].damage == TalonDamage(2)
    assert war.planets["Antares/6"] == "terran"
    assert [event for event in events if isinstance(event, e.TakenOver)] == [e.TakenOver(taken())]


def test_the_same_war_comes_from_the_stored_events() -> None:
    events = taken_over(BEGAN, taken())
    encoder = msgspec.json.Encoder(order="deterministic")
    stored = msgspec.json.decode(encoder.encode(events), type=tuple[e.AnyEvent, ...], dec_hook=read_own)
    assert encoder.encode(fold(stored)) == encoder.encode(fold(events))


def test_players_read_what_was_entered_and_onlookers_do_not() -> None:
    event = e.TakenOver(taken())
    assert may_see(event, "terran", over=False)
    assert may_see(event, "talon", over=False)
    assert not may_see(event, None, over=False)


def test_a_war_can_stand_like_that() -> None:
    assert rules_against() == []


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"markers": {"Antares": 5, "Badlands": 3, "Maelstrom": 2}}, "31.2"),
        ({"markers": {"Antares": 9, "Badlands": 3, "Maelstrom": 2, "Orion": 4}}, "31.2"),
        ({"markers": {"Antares": 5, "Badlands": 3, "Maelstrom": 2, "Orion": 4, "Elsewhere": 1}}, "31.2"),
        ({"bases": {"Antares/3": TakenBase("terran")}}, "31.2"),
        ({"bases": {"Antares/2": TakenBase("talon")}}, "31.2"),
        ({"bases": {"home/talon": TakenBase("terran")}}, "31.2"),
        ({"bases": {"Antares/6": TakenBase("talon")}}, "31.2"),
        ({"bases": {"Nowhere/1": TakenBase("talon")}}, "31.2"),
        ({"bases": {"Antares/2": TakenBase("terran", 20)}}, "8.4"),
        ({"terran": fleet(Ark=TakenShip("base", "Antares"))}, "31.4"),
        ({"terran": fleet(Ark=TakenShip("starship", "Antares"))}, "31.4"),
        ({"terran": fleet(Ark=TakenShip("carrier", "Elsewhere"))}, "31.5"),
        ({"terran": fleet(Ark=TakenShip("carrier", "Antares", TalonDamage(20)))}, "8.4"),
        ({"terran": fleet(Ark=TakenShip("carrier", "Antares", TalonDamage(6)))}, "8.4"),
        ({"terran": fleet(Ark=TakenShip("carrier", "Antares", TalonDamage(5, (2,))))}, "8.5"),
        ({"terran": TakenFleet(0, {"Ninth": TakenShip("destroyer", "Antares")})}, "31.5"),
    ],
)
def test_a_war_cannot_stand_like_that(changes: dict[str, Any], rule: str) -> None:
    assert rules_against(**changes) == [rule]


@pytest.mark.parametrize("place", ["home/terran", "Antares/4"])
def test_a_planet_behind_the_front_line_is_its_sides(place: str) -> None:
    assert rules_against(planets={**taken().planets, place: "talon"}, bases={}) == ["31.8"]


def test_every_planet_has_an_owner_and_nothing_else() -> None:
    without = {place: side for place, side in taken().planets.items() if place != "Antares/4"}
    assert rules_against(planets=without) == ["31.8"]
    assert rules_against(planets={**taken().planets, "Antares/2": "terran"}) == ["31.8"]


def test_s34_names_that_look_alike_are_one() -> None:
    """Of one side none looks like another; both sides may have the same name, but none that only looks like it."""
    talon = fleet(80, Hunter=TakenShip("destroyer", "Orion"))
    same = dict(talon.ships)
    assert "S34" not in rules_against(talon=TakenFleet(80, same))
    alike = {("THOR" if name == "Thor" else name): ship for name, ship in same.items()}
    assert rules_against(talon=TakenFleet(80, alike)).count("S34") == 1
    twice = fleet(THOR=TakenShip("destroyer", "Orion"))
    assert rules_against(terran=twice).count("S34") == 2
    base = fleet(120, **{"VALLEY FORGE": TakenShip("destroyer", "Orion")})
    assert rules_against(terran=base).count("S34") == 1
    assert not list(taken_refusals(CHART, taken(terran=base), 2))


def test_turn_1_is_not_taken_over() -> None:
    raw = msgspec.to_builtins(replace(taken(), turn=1))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw, Taken, dec_hook=read_own)
