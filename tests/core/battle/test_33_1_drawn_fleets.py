"""33.1, R44, R86: fleets drawn from the counters of a box, sentence by sentence."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from engines.seam.documents import BattleSetup, Unit
from engines.seam.sides import SIDES, Side
from engines.talon import game
from engines.talon.catalogue import class_of, classes_of
from engines.talon.fleets.drawn import drawn_fleets
from engines.talon.fleets.lists import points

OWN: dict[Side, Side] = {"terran": "terran", "talon": "talon"}
COUNTERS = {
    "terran": {"SC": 2, "DD": 3, "CL": 3, "CA": 4, "BC": 3, "BB": 3, "CV": 2, "FTR": 8},
    "talon": {"FF": 2, "DD": 3, "CL": 3, "CA": 4, "BC": 3, "BB": 3, "DN": 2},
}
"""The counters in one box, without bases and transports."""


def first_of(_number: int) -> int:
    """Always the first of the counters that are left: Terran's scouts, then its destroyers; Talon's frigates."""
    return 0


def last_of(number: int) -> int:
    """Always the last: Terran's carriers and then squadrons; Talon's dreadnoughts."""
    return number - 1


def classes(side: Side, units: tuple[Unit, ...]) -> list[str]:
    return [class_of(side, unit).abbreviation for unit in units]


def drawn(
    cap: int, below: Callable[[int], int], first: Side = "terran", of: dict[Side, Side] = OWN
) -> dict[Side, list[str]]:
    """The classes that each side has drawn, in that order."""
    return {side: classes(side, units) for side, units in drawn_fleets(cap, first, below, of).items()}


@pytest.mark.parametrize(
    ("cap", "terran", "talon"),
    [
        (37, ["SC"], ["FF"]),
        (38, ["SC", "SC"], ["FF"]),
        (44, ["SC", "SC"], ["FF"]),
        (45, ["SC", "SC"], ["FF", "FF"]),
        (75, ["SC", "SC", "DD"], ["FF", "FF"]),
        (89, ["SC", "SC", "DD"], ["FF", "FF", "DD"]),
    ],
)
def test_33_1_who_has_reached_the_cap_stops(cap: int, terran: list[str], talon: list[str]) -> None:
    """A total that equals the cap is enough, and one point less is not: scouts cost 37, frigates 44."""
    assert drawn(cap, first_of) == {"terran": terran, "talon": talon}


@pytest.mark.parametrize("cap", [1, 200, 300, 600, 900])
def test_33_1_nobody_draws_once_the_cap_is_reached(cap: int) -> None:
    """Without its last ship a side would be below the cap, whatever is drawn."""
    for seed in range(20):
        for side, units in drawn_fleets(cap, "talon", Random(seed).randrange).items():
            assert points(units[:-1], side) < cap <= points(units, side)


def test_33_1_all_counters_but_bases_and_transports_are_in_the_box() -> None:
    """With a cap that nobody reaches each side draws its whole box, every counter once."""
    found = drawn_fleets(10_000, "terran", Random(5).randrange)
    for side in SIDES:
        assert Counter(classes(side, found[side])) == COUNTERS[side]
        assert len({unit.name for unit in found[side]}) == sum(COUNTERS[side].values())


@pytest.mark.parametrize("side", SIDES)
def test_33_1_each_counter_is_drawn_as_often(side: Side) -> None:
    """By chance, not by class: of the first ships as many are of a class as it has counters."""
    rolls: list[int] = []

    def at(place: int) -> Callable[[int], int]:
        def below(number: int) -> int:
            rolls.append(number)
            return place if len(rolls) == 1 else 0

        return below

    found: Counter[str] = Counter()
    many = sum(number for key, number in COUNTERS[side].items() if key != "FTR")
    for place in range(many):
        rolls.clear()
        found[drawn(1, at(place), first=side)[side][0]] += 1
        assert rolls[0] == many
    assert found == {key: number for key, number in COUNTERS[side].items() if key != "FTR"}


@pytest.mark.parametrize("first", SIDES)
def test_33_1_r86_both_draw_in_turn_the_second_player_first(first: Side) -> None:
    """From one box the scouts are gone before the other side draws, so the order shows (33.2)."""
    other: Side = "talon" if first == "terran" else "terran"
    both: dict[Side, Side] = {"terran": "terran", "talon": "terran"}
    found = drawn(130, first_of, first=first, of=both)
    assert found[first] == ["SC", "DD", "DD"]
    assert found[other] == ["SC", "DD", "CL"]


def test_33_1_who_is_below_the_cap_goes_on_alone() -> None:
    """Talon's first dreadnought is enough for 218; Terran goes on by itself with carriers and squadrons."""
    found = drawn(218, last_of)
    assert found == {"terran": ["CV", "FTR", "FTR", "FTR", "FTR"], "talon": ["DN"]}
    assert drawn(219, last_of)["talon"] == ["DN", "DN"]


def test_33_1_r44_a_squadron_without_room_goes_back() -> None:
    """Before there is a carrier none stays; a carrier takes four, and the fifth stays once there is another."""
    found = drawn(10_000, last_of)["terran"]
    assert found[:10] == ["CV", "FTR", "FTR", "FTR", "FTR", "CV", "FTR", "FTR", "FTR", "FTR"]
    scouts = drawn(60, first_of)["terran"]
    assert "FTR" not in scouts


@pytest.mark.parametrize("seed", range(10))
def test_33_1_setting_up_goes_on_as_usual(seed: int) -> None:
    """21: the side with fewer counters sets up first, the top side on a tie; Talon has the initiative."""
    fleets = drawn_fleets(300, "terran", Random(seed).randrange)
    battle = game.new_battle(BattleSetup("Drawn", "last_ship_standing", fleets["terran"], fleets["talon"]))
    fewer = len(fleets["terran"]) < len(fleets["talon"])
    assert (battle.step, battle.side, battle.initiative) == (
        "deploy",
        "terran" if fewer else "talon",
        "talon",
    )


def test_the_numbers_of_counters_are_those_of_the_table() -> None:
    for side in SIDES:
        told = {kind.abbreviation: kind.counters for kind in classes_of(side)}
        assert {key: told[key] for key in COUNTERS[side]} == COUNTERS[side]
