"""Everything the planning page shows, put together for one side from its own draft."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from campaign.planning.editor import board, edits, lanes, shipyard, squadrons
from campaign.planning.editor.board import Bar, BoardRow
from campaign.planning.editor.edits import WhyNot, WorkingPlan
from campaign.planning.editor.instructions import Instructions, instructions
from campaign.planning.editor.lanes import Lane
from campaign.planning.editor.sectors import SectorHead, sector_heads
from campaign.planning.proposals.chances import LaneChance, chances, with_played
from campaign.planning.proposals.proposals import SENDING
from campaign.planning.proposals.vain import HopelessFront, hopeless_fronts
from campaign.rules import decide
from campaign.rules.map.strategic_map import Place
from campaign.war.chart.home_battles import at_homes
from campaign.war.chart.shapes import MapDrawing
from campaign.war.chart.sight import Visits
from campaign.war.chart.zone import ZoneLinks, ZoneSheet, zone_links, zone_sheet
from config.pages import Part
from engines.seam.documents import Level
from engines.seam.refusals import Refusal


@dataclass(frozen=True)
class Remark:
    """A refusal with the id of the place on the page it concerns."""

    refusal: Refusal
    anchor: str


class Scrappable(NamedTuple):
    """A ship that could be scrapped, its damage in words, and whether it is marked for it."""

    name: str
    damage: str
    marked: bool


class ScrapGroup(NamedTuple):
    """The ships of a class that could be scrapped."""

    title: str
    ships: list[Scrappable]


@dataclass(frozen=True, slots=True)
class Yard:
    """What can be bought."""

    lines: list[shipyard.YardLine]
    money: shipyard.Money
    shared: WhyNot | None
    """Why most of the classes that a turn's treasury could pay for cannot be bought."""
    refusals: list[Refusal]

    @property
    def dear(self) -> int:
        """How many classes are beyond a later turn's treasury."""
        return sum(line.dear for line in self.lines)

    @property
    def unspent(self) -> int:
        """Points for which a ship could still be bought."""
        return shipyard.unspent(self.lines, self.money)


@dataclass(frozen=True, slots=True)
class Assignment:
    """Where the ships are sent."""

    rows: list[BoardRow]
    sectors: list[SectorHead]
    sendings: list[tuple[str, str]]
    """The ways to send all ships at once: the words of their buttons."""
    has_damage: bool
    refusals: list[Refusal]

    @property
    def set_apart(self) -> list[BoardRow]:
        """The classes with damaged or stranded ships."""
        return [row for row in self.rows if row.set_apart]

    @property
    def wrong_ship(self) -> bool:
        """Whether something stands against an undamaged one."""
        return any(row.open for row in self.rows)


@dataclass(frozen=True, slots=True)
class EditorMap:
    """The map with the draft on it."""

    picture: MapDrawing
    zone: ZoneSheet | None
    """The sheet of the zone that was opened."""
    links: ZoneLinks | None
    """The zones beside it."""
    lanes: tuple[Lane, ...]
    """What can be sent there."""


@dataclass(frozen=True, slots=True)
class Tray:
    """What stays in sight."""

    bars: list[Bar]
    figures: list[shipyard.Figure]

    @property
    def chances(self) -> dict[str, LaneChance]:
        """What is said of each sector to which ships go."""
        return {bar.sector: bar.chance for bar in self.bars if bar.chance is not None}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What stands against the plan, and what it may lead to."""

    remarks: list[Remark]
    """What stands against sealing it."""
    refused: tuple[Refusal, ...]
    """What was just tried in vain."""
    surrenders: bool
    """Whether sealing it gives up the war."""
    too_few: bool
    """Whether the next turn would begin with that."""
    homes: tuple[str, ...]
    """What can end the war this turn, as the front line is at a home."""
    gives_up_home: tuple[str, ...]
    """The sectors there whose instruction may decline."""
    without_room: tuple[squadrons.WithoutRoom, ...]
    """Squadrons that would sit a battle out."""
    hopeless: tuple[HopelessFront, ...]
    """Where the plan hardly ever wins."""


@dataclass(frozen=True, slots=True)
class EditorParts(Part):
    """The page's changing part."""

    yard: Yard
    assignment: Assignment
    on_map: EditorMap
    scrapping: list[ScrapGroup]
    instructions: Instructions
    tray: Tray
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class OnMap:
    """What the map of the page at `path` shows besides the draft: where the front has been, and the zone opened."""

    path: str
    stood: Visits
    zone: Place = ""


def editor_parts(
    working: WorkingPlan,
    on_map: OnMap,
    refused: tuple[Refusal, ...] = (),
    *,
    may_play: bool = False,
    level: Level = "captain",
    played_out: Mapping[str, LaneChance] = MappingProxyType({}),
) -> EditorParts:
    """What the page shows of a working plan; `refused` is what was just tried in vain.

    `may_play`: the side may play battles itself that the computer would fight. `level` is that of the captains of whom
    battles are estimated, `played_out` by sector what has been played out of this plan, and stands in its place.
    """
    judged = list(decide.plan_refusals(working.war, working.side, working.plan))
    refusals = [*judged, *refused]
    found = with_played(chances(working, level), played_out)
    yard, assignment = _yard(working, refusals), _assignment(working, on_map, refusals)
    return EditorParts(
        yard=yard,
        assignment=assignment,
        on_map=_editor_map(working, on_map, assignment.rows, found),
        scrapping=scrapping(working),
        instructions=instructions(working, may_play=may_play),
        tray=Tray(
            bars=[
                dataclasses.replace(bar, chance=found.get(bar.sector))
                for bar in board.bars(working, refusals, on_map.path)
            ],
            figures=[yard.money.left, board.reserve_figure(working)],
        ),
        judgement=_judgement(working, on_map, judged, refused, found),
    )


def _yard(working: WorkingPlan, refusals: list[Refusal]) -> Yard:
    lines = shipyard.yard_lines(working, refusals)
    return Yard(
        lines=lines,
        money=shipyard.money(working),
        shared=shipyard.shared_reason(lines),
        refusals=[one for one in refusals if one.where in ("treasury", "buy")],
    )


def _assignment(working: WorkingPlan, on_map: OnMap, refusals: list[Refusal]) -> Assignment:
    return Assignment(
        rows=board.board_rows(working, refusals),
        sectors=sector_heads(working, on_map.path),
        sendings=[(key, name) for key, (name, _) in SENDING.items()],
        has_damage=any(ship.damage for ship in working.ships.values()),
        refusals=[one for one in refusals if anchor_of(working, one.where) == "assignment"],
    )


def _editor_map(
    working: WorkingPlan, on_map: OnMap, rows: list[BoardRow], found: Mapping[str, LaneChance]
) -> EditorMap:
    """The map; `found` are the chances by sector."""
    sheet = (
        zone_sheet(working.view, lanes.own_fleet(working), on_map.stood, on_map.zone) if on_map.zone else None
    )
    return EditorMap(
        picture=lanes.draft_map(working, on_map.stood, on_map.path),
        zone=sheet,
        links=zone_links(on_map.path, sheet) if sheet is not None else None,
        lanes=tuple(
            dataclasses.replace(lane, chance=found.get(lane.sector))
            for lane in lanes.lanes_of(working, rows, on_map.zone)
        ),
    )


def _judgement(
    working: WorkingPlan,
    on_map: OnMap,
    judged: list[Refusal],
    refused: tuple[Refusal, ...],
    found: Mapping[str, LaneChance],
) -> Judgement:
    """The plan as the rules have `judged` it; `found` are the chances by sector."""
    surrenders = board.surrenders(working)
    open_points = [*judged, board.TOO_FEW_SENT] if judged and surrenders and working.ships else judged
    return Judgement(
        remarks=[Remark(refusal, anchor_of(working, refusal.where)) for refusal in open_points],
        refused=refused,
        surrenders=surrenders,
        too_few=board.too_few_to_go_on(working),
        homes=at_homes(working.view, working.side),
        gives_up_home=edits.giving_up_home(working.war, working.side, working.plan.standing),
        without_room=squadrons.without_room(working, on_map.path),
        hopeless=hopeless_fronts(working.view, working.side, working.plan, found),
    )


def anchor_of(working: WorkingPlan, where: str) -> str:
    """The id of the place on the page that a refusal concerns."""
    keys = {kind.key for kind in working.purchasable}
    if where in keys:
        return f"yard-{where}"
    if where in ("treasury", "buy"):
        return "shipyard"
    ship = working.ships.get(where)
    if ship is not None:
        return f"row-{ship.ship_class}"
    return {"standing": "instructions", "scrap": "scrap"}.get(where, "assignment")


def scrapping(working: WorkingPlan) -> list[ScrapGroup]:
    """The ships that could be scrapped, by class."""
    ships = working.war.fleet(working.side).ships
    found = []
    for kind in working.purchasable:
        lines = [
            Scrappable(name, ", ".join(board.damage_words(working, ship)), name in working.plan.scrap)
            for name, ship in sorted(ships.items())
            if ship.ship_class == kind.key
        ]
        if lines:
            found.append(ScrapGroup(kind.title if len(lines) == 1 else kind.plural, lines))
    return found
