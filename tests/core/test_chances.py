"""The chance of each sector on the plan: an estimate against forces the enemy may send."""

import dataclasses

import pytest
from msgspec.structs import replace

from campaign.planning.editor.edits import WorkingPlan, first_plan
from campaign.planning.editor.page import OnMap, editor_parts
from campaign.planning.proposals import chances as chances_module
from campaign.planning.proposals.chances import chances, graded
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.orders import RESERVE
from tests.core.table import Table


def working(own: str, enemy: str = "BB, DD", **midway: object) -> WorkingPlan:
    """Terran's plan of a later turn with those ships in Antares."""
    table = Table.midway(terran={"Antares": own}, talon={"Antares": enemy}, minimum=(0, 0), **midway)  # type: ignore[arg-type]
    return first_plan(table.war, "terran")


def test_more_ships_have_a_better_chance() -> None:
    won = [chances(working(own), "captain")["Antares"].won for own in ("DD", "BB, DD", "3 BB, 2 CA")]
    assert won == sorted(won)
    assert won[0] < 40 < won[-1]


def test_where_nothing_goes_nothing_is_estimated() -> None:
    planned = working("BB")
    assert set(chances(planned, "captain")) == {"Antares"}
    resting = replace(planned.plan, assign=dict.fromkeys(planned.ships, RESERVE))
    assert chances(planned.with_plan(resting), "captain") == {}


def test_squadrons_alone_cannot_fight() -> None:
    """S4: without a carrier or base they are no force."""
    assert chances(working("2 FTR"), "captain")["Antares"].won == 0


def test_it_stands_by_the_sector_and_says_what_it_rests_on() -> None:
    planned = working("BB, DD")
    parts = editor_parts(planned, OnMap("/plan/", {}, planned.war.place_of("Antares")))
    (bar,) = (one for one in parts.tray.bars if one.sector == "Antares")
    (lane,) = parts.on_map.lanes
    assert bar.chance == lane.chance == chances(planned, "captain")["Antares"]
    assert bar.chance is not None
    assert bar.chance.estimate
    assert bar.chance.between.startswith("from ")
    assert all(one.chance is None for one in parts.tray.bars if one is not bar)


def test_the_sectors_of_a_home_have_one_chance_together() -> None:
    """S17: their ships fight one battle."""
    table = Table.midway(
        terran={"Antares": "BB", "Orion": "2 BB"},
        talon={"Antares": "BB"},
        minimum=(0, 0),
        markers={"Antares": 1, "Orion": 1},
    )
    assert table.war.place_of("Antares") == table.war.place_of("Orion") == HOMES["terran"]
    found = chances(first_plan(table.war, "terran"), "captain")
    assert found["Antares"] == found["Orion"]


@pytest.mark.parametrize(
    ("shares", "word", "number"),
    [
        ([0.1, 0.2, 0.3, 0.9, 0.95, 1.0], "open", "20–95"),
        ([0.0, 0.7, 0.75, 0.8, 0.9, 1.0], "likely won", "80"),
        ([0.1, 0.1, 0.1, 0.1, 0.1, 1.0], "likely lost", "10"),
    ],
)
def test_a_battle_is_open_where_the_forces_that_may_come_do_not_agree(
    monkeypatch: pytest.MonkeyPatch, shares: list[float], word: str, number: str
) -> None:
    """The middle half counts: one force that is apart from the others leaves the number as it is."""
    fights = [dataclasses.replace(chances_module.NO_FIGHT, won=won) for won in shares]
    monkeypatch.setattr(chances_module, "_fights_against", lambda *_: fights)
    monkeypatch.setattr(chances_module, "said", lambda *_: sorted(shares)[3])
    chance = chances(working("BB, DD"), "captain")["Antares"]
    assert (chance.word, chance.of_100) == (word, number)


@pytest.mark.parametrize(
    ("won", "words"),
    [
        (0, "likely lost"),
        (0.15, "likely lost"),
        (0.3, "uphill"),
        (0.5, "even"),
        (0.61, "likely won"),
        (1, "likely won"),
    ],
)
def test_a_chance_has_a_word(won: float, words: str) -> None:
    assert graded(won) == words
