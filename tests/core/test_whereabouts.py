"""S15: what was seen of the enemy is on the map until it is known to be gone, and nowhere twice."""

from collections import Counter

import pytest

from bench.wars.commanders import settings
from campaign.commanders.commander import Commander
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.sight import WarView, last_sightings, missed_since, view
from campaign.war.chart.fronts import elsewhere
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from campaign.war.playing import Game, new_game
from engines.seam.sides import SIDES, Side, opponent


def places(seen: WarView, enemy: Side) -> Counter[str]:
    """By ship at how many places of the map it is."""
    found = {(name, "not found since") for name in missed_since(seen, enemy)}
    for sector in seen.chart.order:
        found |= {(name, seen.place_of(sector)) for name in last_sightings(seen, enemy, sector)}
    return Counter(name for name, _ in found)


@pytest.mark.parametrize("seed", range(3))
def test_every_ship_that_was_seen_is_on_one_place_of_the_map(seed: int) -> None:
    players = {side: Commander(side, "steady", f"{side} {seed}") for side in SIDES}
    game = new_game(900 + seed, players, settings(), shipped_maps()[DEFAULT])  # type: ignore[arg-type]
    while game.war.phase != "over" and game.war.turn < 12:
        game.step()
        for side in SIDES:
            seen = view(game.war, side)
            assert places(seen, opponent(side)) == Counter(dict.fromkeys(seen.sightings[opponent(side)], 1))


def a_war_with_lost_attacks_on_a_home() -> Game:
    """A war in which a front line was at a home and is not any more."""
    for seed in range(20):
        players = {side: Commander(side, "steady", f"{side} {seed}") for side in SIDES}
        game = new_game(950 + seed, players, settings(), shipped_maps()[DEFAULT])  # type: ignore[arg-type]
        while game.war.phase != "over" and game.war.turn < 20:
            game.step()
            for side in SIDES:
                seen = view(game.war, side).sightings[opponent(side)].values()
                if any(one.place.startswith("home/") and not game.war.markers_on(one.place) for one in seen):
                    return game
    raise AssertionError("no war came to that")


def test_a_fleet_seen_at_a_home_stays_on_the_map_once_the_front_line_is_back() -> None:
    game = a_war_with_lost_attacks_on_a_home()
    for side in SIDES:
        seen = view(game.war, side)
        enemy = seen.sightings[opponent(side)]
        at_home = {name: one for name, one in enemy.items() if one.place == HOMES[opponent(side)]}
        looks = {sector: last_sightings(seen, opponent(side), sector) for sector in seen.chart.order}
        shown = {name for look in looks.values() for name in look}
        newest = max((one.turn for one in enemy.values()), default=0)
        assert {name for name, one in at_home.items() if one.turn == newest} <= shown
        missed = elsewhere(seen, opponent(side))
        assert (missed.ships if missed else 0) == len(missed_since(seen, opponent(side)))
