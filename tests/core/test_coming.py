"""What people are told the enemy may send, and what is said of a battle that is still to come (S15)."""

import re

import pytest
from msgspec.structs import replace

from bench.wars.ahead import Told, fit
from campaign.planning.editor.edits import first_plan
from campaign.planning.proposals import ahead
from campaign.planning.proposals.ahead import (
    GROUNDS,
    error_ahead,
    ground_of,
    measured,
    said,
    set_right,
    weights_for,
)
from campaign.planning.proposals.chances import UNOPPOSED, chances
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.odds.assumptions import Force
from campaign.rules.odds.coming import coming
from campaign.rules.sight import view
from campaign.rules.state import Loss, Sighting, War
from engines.seam.documents import UNDAMAGED
from engines.seam.sides import Side
from tests.core.table import Table

HOME = {"terran": 1, "talon": 9}
FLEET = ("battleship", "heavy_cruiser", "destroyer", "frigate", "frigate", "destroyer")


def seen_in_orion(markers: dict[str, int] | None = None) -> War:
    """Six of Talon's ships were seen last turn, all in Orion."""
    war = Table.midway(
        terran={"Antares": "2 BB"}, talon={"Orion": "FF"}, minimum=(0, 0), markers=markers or {}
    ).war
    place = war.chart.place("Orion", war.markers["Orion"])
    war.sightings["talon"] = {
        f"Ship {number}": Sighting(war.turn - 1, place, key, UNDAMAGED, 5) for number, key in enumerate(FLEET)
    }
    return war


def seen_ships(forces: tuple[Force, ...]) -> float:
    """How many of the ships that were seen come on average."""
    return sum(unit.name.startswith("Ship") for force in forces for unit in force) / len(forces)


@pytest.mark.parametrize("home", ["terran", "talon"])
def test_more_comes_to_a_home_than_to_a_front_line_between(home: Side) -> None:
    """Whoever defends it sends what there is, whoever attacks it masses there."""
    seen = view(seen_in_orion({"Antares": HOME[home]}), "terran")
    assert seen.place_of("Antares") == HOMES[home]
    to_the_home = seen_ships(coming(seen, "talon", HOMES[home], 60))
    between = seen_ships(coming(seen, "talon", seen.place_of("Badlands"), 60))
    assert to_the_home > 1.5 * between > 0


def test_an_enemy_with_ships_sends_some() -> None:
    """31.5: the minimum forbids to send none."""
    seen = view(seen_in_orion(), "terran")
    empty = sum(not force for force in coming(seen, "talon", seen.place_of("Orion"), 60))
    assert empty == 0


def test_ships_come_together_or_not_at_all() -> None:
    """Of forces that are drawn in a row the strong ones differ from the weak ones by more than luck would have."""
    seen = view(seen_in_orion(), "terran")
    forces = coming(seen, "talon", seen.place_of("Orion"), 60)
    weak, strong = forces[0::6], forces[5::6]
    assert seen_ships(strong) > seen_ships(weak) + 2


def test_it_is_the_same_for_the_same_view_and_knows_no_secrets() -> None:
    one, other = seen_in_orion(), seen_in_orion()
    other.talon.ships.clear()
    other.talon.treasury += 900
    first, second = (view(war, "terran") for war in (one, other))
    place = first.place_of("Badlands")
    assert coming(first, "talon", place, 12) == coming(second, "talon", place, 12)


def test_an_enemy_without_ships_or_points_leaves_a_front_line_unopposed() -> None:
    """That is said as what it is, and not as a battle that is won."""
    table = Table.midway(terran={"Antares": "BB"}, talon={"Orion": "FF"}, minimum=(0, 0))
    war = table.war
    war.sightings["talon"] = {}
    war.losses = [Loss(1, 1, "talon", f"Lost {number}", "dreadnought") for number in range(60)]
    chance = chances(first_plan(war, "terran"), "captain")["Antares"]
    assert (chance.grade, chance.opposed, chance.error) == (UNOPPOSED, False, "")
    with_squadrons = Table.midway(terran={"Antares": "2 FTR"}, talon={"Orion": "FF"}, minimum=(0, 0)).war
    with_squadrons.sightings["talon"], with_squadrons.losses = {}, war.losses
    assert chances(first_plan(with_squadrons, "terran"), "captain")["Antares"].won == 0


@pytest.mark.parametrize("ground", GROUNDS)
def test_what_is_said_rises_with_the_mean_and_claims_no_certainty(ground: str) -> None:
    said = [set_right(mean / 20, ground, measured()) for mean in range(21)]  # type: ignore[arg-type]
    assert said == sorted(said)
    assert 0 < said[0] < 0.15
    assert 0.6 < said[-1] < 0.985
    assert measured().battles[ground] >= 20  # type: ignore[index]
    assert 0.05 < measured().off[ground] < 0.4  # type: ignore[index]


@pytest.mark.parametrize(("zone", "words"), [(1, "own home"), (9, "enemy's home"), (4, "between the homes")])
def test_the_error_that_is_said_is_that_of_such_battles(zone: int, words: str) -> None:
    seen = view(seen_in_orion({"Antares": zone}), "terran")
    place = seen.place_of("Antares")
    error = error_ahead(seen, "terran", place)
    assert words in error
    assert f" {round(100 * measured().off[ground_of(seen, 'terran', place)])} of 100" in error
    assert "known ships" not in error


def test_what_promised_too_much_is_set_right() -> None:
    """Of battles in which every mean lies twice as far from 0.4 as what came, the fit says what came."""
    told = [
        Told(number, 2, ground, (mean,), came=0.4 + (mean - 0.4) / 2, met=True, won=None)
        for number in range(8)
        for ground in GROUNDS
        for mean in (0.05, 0.3, 0.4, 0.6, 0.95)
    ]
    found = fit(told)
    for mean in (0.3, 0.6, 0.95):
        assert set_right(mean, "own", found) == pytest.approx(0.4 + (mean - 0.4) / 2, abs=0.06)
    assert set(found.battles.values()) == {20}
    assert all(off < 0.06 for off in found.off.values())


@pytest.mark.parametrize("shares", [(0.2, 0.9, 0.7), (0.05, 0.05, 0.6, 1.0), (0.5, 0.5)])
@pytest.mark.parametrize("by", [0.7, 0.95, 1.1])
def test_the_forces_are_weighted_so_that_they_are_won_as_often_as_it_is_said(
    shares: tuple[float, ...], by: float
) -> None:
    """So what becomes of the front line and the points goes with it; where all forces are alike nothing can."""
    mean = sum(shares) / len(shares)
    weights = weights_for(shares, by * mean)
    assert sum(weights) == pytest.approx(1)
    told = sum(weight * share for weight, share in zip(weights, shares, strict=True))
    assert told == pytest.approx(by * mean if len(set(shares)) > 1 else mean, abs=0.005)


def test_a_system_in_which_nothing_was_measured_has_the_plain_mean_and_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The numbers were fitted to battles of one game."""
    war = seen_in_orion()
    place, seen = war.chart.place("Orion", war.markers["Orion"]), view(war, "terran")
    assert said(seen, "terran", place, (0.2, 0.9)) != pytest.approx(0.55)
    assert error_ahead(seen, "terran", place)
    monkeypatch.setattr(ahead, "measured", lambda: replace(measured(), system="another"))
    assert said(seen, "terran", place, (0.2, 0.9)) == pytest.approx(0.55)
    assert error_ahead(seen, "terran", place) == ""


def test_a_lane_says_what_becomes_of_the_front_line_and_the_points() -> None:
    """S15: in one sentence with the chance, and for the side that reads."""
    told = chances(first_plan(seen_in_orion(), "terran"), "captain")
    words = [one.ends for one in told.values() if one.opposed]
    assert words
    for one in words:
        assert re.fullmatch(
            r"you win \d+ of 100 and (hold|advance) the front line in \d+; you lose about \d+ points, the enemy \d+\.",
            one,
        )
