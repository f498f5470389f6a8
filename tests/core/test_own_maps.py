"""Commanders play on maps that somebody has drawn."""

import pytest

from campaign.commanders.commander import Commander
from campaign.rules.map.map_edits import add_sector, add_zone, blank_map, change_zone, remove_zone
from campaign.rules.map.map_files import map_faults, suggested
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.settings import Settings
from campaign.war.log.documents import converted
from campaign.war.playing import new_game
from engines.seam.sides import Side

TURNS = 10


def short_and_long() -> StrategicMap:
    """Sectors of three and of eleven zones, with fixed terrain, planets and bases beside each other."""
    chart = blank_map("Short and long", 2)
    chart = remove_zone(remove_zone(chart, "Alpha", 1), "Alpha", 2)
    for _ in range(6):
        chart = add_zone(chart, "Beta", 1)
    for index, ground in enumerate(("planet:terran", "3,4", "random", "4,6"), 1):
        base: Side | None = "terran" if ground == "planet:terran" else None
        chart = change_zone(chart, "Beta", index, income=(0, 1000), ground=ground, base=base, start=False)
    return chart


def widest() -> StrategicMap:
    """As many sectors as there can be, with a base at both homes."""
    chart = add_sector(blank_map("Widest", 5))
    last = len(chart.zones("Alpha")) - 1
    chart = change_zone(chart, "Alpha", 0, income=(10, 100), ground="", base="terran", start=False)
    return change_zone(chart, "Alpha", last, income=(100, 10), ground="", base="talon", start=False)


@pytest.mark.parametrize("chart", [short_and_long(), widest()], ids=lambda chart: chart.name)
def test_commanders_play_ten_turns_on_an_own_map(chart: StrategicMap) -> None:
    assert [*map_faults(chart)] == []
    settings = converted(
        {**suggested(chart), "settled_by": "worker", "computer": "ensign"}, Settings, "settings"
    )
    players = {"terran": Commander("terran", whim="1"), "talon": Commander("talon", whim="2")}
    game = new_game(3, players, settings, chart)  # type: ignore[arg-type]
    while game.war.phase != "over" and game.war.turn <= TURNS:
        game.step()
    assert game.war.turn > TURNS or game.war.winner is not None
