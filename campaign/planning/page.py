"""Everything the planning page shows, put together for one side from its own draft."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from battles.forms import STANCES, TITLES
from campaign.map.home_battles import at_homes
from campaign.map.shapes import MapDrawing
from campaign.map.sight import Visits
from campaign.map.zone import ZoneLinks, ZoneSheet, zone_links, zone_sheet
from campaign.planning import board, edits, lanes, shipyard, squadrons
from campaign.planning.board import Bar, BoardRow
from campaign.planning.chances import LIKELY_LOST, LaneChance, chances
from campaign.planning.edits import WhyNot, WorkingPlan
from campaign.planning.proposals import ANSWERS as EVERYWHERE
from campaign.planning.proposals import SENDING
from campaign.planning.sectors import SectorHead, sector_heads
from campaign.planning.vain import HopelessFront, hopeless_fronts
from campaign.rules import decide
from campaign.rules.map.strategic_map import Place
from campaign.rules.orders import StandingInstruction
from campaign.rules.state import Ship
from config.pages import Part
from engines.seam.documents import Level
from engines.seam.refusals import Refusal
from engines.talon.catalogue import ShipClass, purchasable

ANSWERS = (
    ("ask", "Ask me"),
    ("engage", "Engage"),
    ("decline", "Decline"),
    ("unless", "Engage unless the enemy leads by (LP)"),
    ("leading", "Engage if I lead by (LP), else ask me"),
    ("odds", "Engage if I hold the front line in (of 100)"),
)


@dataclass(frozen=True)
class Remark:
    """A refusal with the id of the place on the page it concerns."""

    refusal: Refusal
    anchor: str


@dataclass(frozen=True)
class Instruction:
    """A sector's standing instruction as its fields show it."""

    sector: str
    number: int
    answer: str
    lead: int
    odds: int
    stance: str
    by_hand: bool = False
    answers: tuple[tuple[str, str], ...] = ANSWERS

    @property
    def has_lead(self) -> bool:
        """Whether the instruction depends on a lead in LP."""
        return self.answer in ("unless", "leading")

    @property
    def has_odds(self) -> bool:
        """Whether the instruction depends on the estimate."""
        return self.answer == "odds"

    @property
    def words(self) -> str:
        """The instruction in words; the captain's doctrine where it is not the usual one, and who fights."""
        words = dict(self.answers)[self.answer]
        if self.answer == "unless":
            words = f"Engage unless the enemy has {self.lead} LP more"
        if self.answer == "leading":
            words = f"Engage with {self.lead} LP more than the enemy, or if it has declined; otherwise ask"
        if self.answer == "odds":
            words = f"Engage if you hold the front line in {self.odds} of 100 or more, and at your home"
        if self.stance != StandingInstruction().stance:
            words = f"{words}; {TITLES[self.stance].lower()}"
        return f"{words}; play battles yourself" if self.by_hand else words


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
class DeskParts(Part):
    """The page's changing part.

    `set_apart` are the classes with damaged or stranded ships, `wrong_ship`: something stands against an undamaged
    one. `unspent` are points for which a ship could still be bought. `yard_dear` is how many classes are beyond a
    later turn's treasury, `yard_shared` why most of the others cannot be bought; `zone` is the sheet of the zone that
    was opened, `open_lanes` what can be sent there; `instructed`: there are instructions; `by_computer`: the computer
    fights the battles, `may_play`: but the side may play them; `remarks` is what stands against sealing, `refused`
    what was just tried in vain; `surrenders`: sealing this gives up the war, `too_few`: the next turn would begin
    with that; `homes`: what can end the war this turn, as the front line is at a home; `gives_up_home` are the sectors
    there whose instruction may decline; `without_room`: squadrons that would sit a battle out; `hopeless`: where the
    plan hardly ever wins.
    """

    yard: list[shipyard.YardLine]
    yard_dear: int
    yard_shared: WhyNot | None
    yard_refusals: list[Refusal]
    board: list[BoardRow]
    set_apart: list[BoardRow]
    wrong_ship: bool
    picture: MapDrawing
    zone: ZoneSheet | None
    zone_links: ZoneLinks | None
    open_lanes: tuple[lanes.Lane, ...]
    board_refusals: list[Refusal]
    sectors: list[SectorHead]
    bars: list[Bar]
    figures: list[shipyard.Figure]
    money: shipyard.Money
    scrapping: list[ScrapGroup]
    instructions: list[Instruction]
    instructed: bool
    by_computer: bool
    may_play: bool
    unspent: int
    answers: list[tuple[str, str]]
    sendings: list[tuple[str, str]]
    stances: tuple[tuple[str, str, str], ...]
    remarks: list[Remark]
    refused: tuple[Refusal, ...]
    surrenders: bool
    too_few: bool
    homes: tuple[str, ...]
    gives_up_home: tuple[str, ...]
    without_room: tuple[squadrons.WithoutRoom, ...]
    hopeless: tuple[HopelessFront, ...]
    has_damage: bool


@dataclass(frozen=True, slots=True)
class OnMap:
    """What the map of the page at `path` shows besides the draft: where the front has been, and the zone opened."""

    path: str
    stood: Visits
    zone: Place = ""


def desk_parts(
    desk: WorkingPlan,
    on_map: OnMap,
    refused: tuple[Refusal, ...] = (),
    *,
    may_play: bool = False,
    level: Level = "captain",
    played_out: Mapping[str, LaneChance] = MappingProxyType({}),
) -> DeskParts:
    """What the page shows of a desk; `refused` is what was just tried in vain.

    `may_play`: the side may play battles itself that the computer would fight. `level` is that of the captains of whom
    battles are estimated, `played_out` by sector what has been played out of this plan, and stands in its place.
    """
    judged = list(decide.plan_refusals(desk.war, desk.side, desk.plan))
    refusals = [*judged, *refused]
    lane_chances = {**chances(desk, level), **played_out}
    bars = [
        dataclasses.replace(bar, chance=lane_chances.get(bar.sector))
        for bar in board.bars(desk, refusals, on_map.path)
    ]
    yard = shipyard.yard_lines(desk, refusals)
    money = shipyard.money(desk)
    surrenders = board.surrenders(desk)
    rows = board.board_rows(desk, refusals)
    sheet = zone_sheet(desk.view, lanes.own_fleet(desk), on_map.stood, on_map.zone) if on_map.zone else None
    open_points = [*judged, board.TOO_FEW_SENT] if judged and surrenders and desk.ships else judged
    remarks = [Remark(refusal, anchor_of(desk, refusal.where)) for refusal in open_points]
    return DeskParts(
        yard=yard,
        yard_dear=sum(line.dear for line in yard),
        yard_shared=shipyard.shared_reason(yard),
        yard_refusals=[r for r in refusals if r.where in ("treasury", "buy")],
        board=rows,
        set_apart=[row for row in rows if row.set_apart],
        wrong_ship=any(row.open for row in rows),
        picture=lanes.draft_map(desk, on_map.stood, on_map.path),
        zone=sheet,
        zone_links=zone_links(on_map.path, sheet) if sheet is not None else None,
        open_lanes=tuple(
            dataclasses.replace(lane, chance=lane_chances.get(lane.sector))
            for lane in lanes.lanes_of(desk, rows, on_map.zone)
        ),
        board_refusals=[r for r in refusals if anchor_of(desk, r.where) == "assignment"],
        sectors=sector_heads(desk, on_map.path),
        bars=bars,
        figures=[money.left, board.reserve_figure(desk)],
        money=money,
        scrapping=scrapping(desk),
        instructions=instructions(desk, may_play=may_play),
        instructed=any(standing.answer != "ask" for standing in desk.plan.standing.values()),
        by_computer=desk.war.settings.settled_by == "worker",
        may_play=may_play,
        unspent=shipyard.unspent(yard, money),
        answers=[(key, words) for key, (words, _) in EVERYWHERE.items()],
        sendings=[(key, name) for key, (name, _) in SENDING.items()],
        stances=STANCES,
        remarks=remarks,
        refused=refused,
        surrenders=surrenders,
        too_few=board.too_few_to_go_on(desk),
        homes=at_homes(desk.view, desk.side),
        gives_up_home=edits.giving_up_home(desk.war, desk.side, desk.plan.standing),
        without_room=squadrons.without_room(desk, on_map.path),
        hopeless=_hopeless(desk, lane_chances),
        has_damage=any(ship.damage for ship in desk.ships.values()),
    )


def _hopeless(desk: WorkingPlan, found: Mapping[str, LaneChance]) -> tuple[HopelessFront, ...]:
    """Where the plan hardly ever wins; looked for only if a sector is likely lost."""
    if all(chance.grade != LIKELY_LOST for chance in found.values()):
        return ()
    return hopeless_fronts(desk.view, desk.side, desk.plan)


def anchor_of(desk: WorkingPlan, where: str) -> str:
    """The id of the place on the page that a refusal concerns."""
    keys = {kind.key for kind in purchasable(desk.side)}
    if where in keys:
        return f"yard-{where}"
    if where in ("treasury", "buy"):
        return "shipyard"
    ship = desk.ships.get(where)
    if ship is not None:
        return f"row-{ship.ship_class}"
    return {"standing": "instructions", "scrap": "scrap"}.get(where, "assignment")


def scrapping(desk: WorkingPlan) -> list[ScrapGroup]:
    """The ships that could be scrapped, by class."""
    ships = desk.war.fleet(desk.side).ships
    found = []
    for kind in purchasable(desk.side):
        lines = [
            Scrappable(name, ", ".join(board.damage_words(desk, ship)), name in desk.plan.scrap)
            for name, ship in sorted(ships.items())
            if ship.ship_class == kind.key
        ]
        if lines:
            found.append(ScrapGroup(kind.title if len(lines) == 1 else kind.plural, lines))
    return found


def instructions(desk: WorkingPlan, *, may_play: bool) -> list[Instruction]:
    """Each sector's standing instruction, in battle order (S36); by hand only if the side `may_play`."""
    standings = {
        sector: desk.plan.standing.get(sector, StandingInstruction()) for sector in desk.war.chart.order
    }
    return [
        Instruction(
            sector,
            number,
            standing.answer,
            standing.lead,
            standing.odds,
            standing.stance,
            may_play and standing.by_hand,
        )
        for number, (sector, standing) in enumerate(standings.items())
    ]


class BoughtShips(NamedTuple):
    """How many ships of a class were bought."""

    kind: ShipClass
    number: int


class ClassGroup(NamedTuple):
    """The ships of a class: its key, how many in words, and their names."""

    key: str
    words: str
    names: list[str]


class Sent(NamedTuple):
    """The ships that go to one place."""

    place: str
    classes: list[ClassGroup]


@dataclass(frozen=True, slots=True)
class SealedSummary(Part):
    """What was sealed, to be read; `scale` is the length of the bars' common rail."""

    bought: list[BoughtShips]
    scrapped: tuple[str, ...]
    forces: list[Sent]
    bars: list[Bar]
    scale: int
    instructions: list[Instruction]
    money: shipyard.Money


def sealed_summary(desk: WorkingPlan, *, may_play: bool = False) -> SealedSummary:
    """The plan of a desk in words: purchases, scrapping, forces by target, instructions; `may_play` as on the page."""
    bars = board.bars(desk, [])
    buy, assign = desk.plan.buy, desk.plan.assign
    forces = {
        target: {name: desk.ships[name] for name in assign if assign[name] == target}
        for target in desk.targets
    }
    return SealedSummary(
        bought=[BoughtShips(kind, buy[kind.key]) for kind in purchasable(desk.side) if buy.get(kind.key)],
        scrapped=desk.plan.scrap,
        forces=[Sent(board.target_words(target), by_class(desk, ships)) for target, ships in forces.items()],
        bars=bars,
        scale=board.scale_of(bars),
        instructions=instructions(desk, may_play=may_play),
        money=shipyard.money(desk),
    )


def by_class(desk: WorkingPlan, ships: dict[str, Ship]) -> list[ClassGroup]:
    """Ships by class."""
    found = []
    for kind in purchasable(desk.side):
        names = sorted(name for name, ship in ships.items() if ship.ship_class == kind.key)
        if names:
            words = f"{len(names)} {kind.plural}" if len(names) > 1 else kind.title
            found.append(ClassGroup(kind.key, words, names))
    return found
