"""Positions that many cases start from."""

from typing import Any

import msgspec

from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.orders import StandingInstruction
from engines.seam.documents import BattleSetup
from engines.seam.sides import Side
from tests.core.table import Table, four_sectors

ONE_EACH: dict[Side, str] = {
    "terran": "SC, DD, CL, CA, BC, BB, CV, FTR, Tran",  # 769 points, 16 LP
    "talon": "FF, DD, CL, CA, BC, BB, DN, Tran",  # 870 points, 18 LP
}
SMALL: dict[Side, dict[str, str]] = {
    # 5 LP in sectors, 475 + 44 points in the Reserve.
    "terran": {"Antares": "Explorer", "Badlands": "Achilles", "Maelstrom": "Asgard", "Orion": "Hornet"},
    # 7 LP in sectors, 548 points in the Reserve.
    "talon": {"Antares": "Surprise", "Badlands": "Hunter", "Maelstrom": "Dauntless", "Orion": "Freedom"},
}
BASES: dict[Side, tuple[str, ...]] = {
    "terran": ("home/terran", "Antares/4", "Orion/4"),
    "talon": ("home/talon", "Antares/6", "Orion/6"),
}
DECLINE = StandingInstruction("decline")
ENGAGE = StandingInstruction("engage")


def building(**settings: Any) -> Table:
    """Turn 1 of a new war on the default map, with each side's three bases placed."""
    table = Table(**settings)
    for side, places in BASES.items():
        table.bases(side, *places)
    return table


def small_plan(table: Table, side: Side) -> None:
    """One ship of each class, one in each sector, the rest in the Reserve."""
    table.plan(side, buy=ONE_EACH[side], send=SMALL[side])


def begun(*dice: int, **settings: Any) -> Table:
    """Turn 1 with both small fleets assigned: Antares asks, 1 LP against 1, so give a die."""
    table = building(**settings)
    table.roll(*dice)
    small_plan(table, "terran")
    small_plan(table, "talon")
    return table


def shipyard(terran: str = "", talon: str = "", points: int = 1000, **settings: Any) -> Table:
    """A later Building Phase: all ships in the Reserve, no minimum to meet."""
    return Table.midway(
        terran={"reserve": terran}, talon={"reserve": talon},
        treasury=(points, points), minimum=(0, 0), **settings,
    )  # fmt: skip


def facing(terran: str, talon: str, *, sector: str = "Antares", zone: int = 5, **midway: Any) -> Table:
    """Both sides have forces in one sector only and have planned: its battle is revealed."""
    markers = {sector: zone, **midway.pop("markers", {})}
    dice = midway.pop("dice", ())
    midway.setdefault("minimum", (0, 0))
    table = Table.midway(terran={sector: terran}, talon={sector: talon}, markers=markers, **midway)
    table.roll(*dice)
    table.plan("terran")
    table.plan("talon")
    return table


def answer(table: Table, *answers: bool) -> None:
    """The asked sides answer 31.6 in turn."""
    for engage in answers:
        assert table.war.question is not None
        table.engage(table.war.question.side, engage)


def joined(terran: str, talon: str, **midway: Any) -> Table:
    """As `facing`, with both sides having engaged."""
    table = facing(terran, talon, **midway)
    answer(table, True, True)
    return table


def set_up(table: Table) -> BattleSetup:
    """The set-up document of the first battle of the turn, which is joined."""
    setup = table.war.battles[0].setup
    assert setup is not None
    return setup


def at_home(terran: str, talon: str, *, home: str = "terran", **midway: Any) -> Table:
    """Two markers, of Antares and Badlands, over one home, where both sides' ships meet; one battle, joined."""
    ends = {"terran": (1, 1), "talon": (9, 7)}[home]
    return joined(terran, talon, zone=ends[0], markers={"Badlands": ends[1]}, **midway)


def lanes(number: int) -> StrategicMap:
    """A map of that many sectors, each like Badlands."""
    chart = four_sectors()
    names = tuple(f"Lane {letter}" for letter in "ABCDEFGH"[:number])
    return msgspec.structs.replace(
        chart, order=names, sectors=dict.fromkeys(names, chart.sectors["Badlands"])
    )
