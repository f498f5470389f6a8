"""Everything the planning page shows, put together for one side from its own draft."""

from dataclasses import dataclass
from typing import NamedTuple

from battles.forms import STANCES, TITLES
from campaign.planning import board, shipyard
from campaign.planning.board import Bar, BoardRow
from campaign.planning.edits import WhyNot, WorkingPlan
from campaign.planning.sectors import SectorHead, sector_heads
from campaign.rules import decide
from campaign.rules.orders import StandingInstruction
from campaign.rules.state import Ship
from config.pages import Part, RibbonStep
from engines.seam.refusals import Refusal
from engines.talon.catalogue import ShipClass, purchasable

ANSWERS = (
    ("ask", "Ask me"),
    ("engage", "Engage"),
    ("decline", "Decline"),
    ("unless", "Engage unless the enemy leads by (LP)"),
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
    stance: str
    answers: tuple[tuple[str, str], ...] = ANSWERS

    @property
    def words(self) -> str:
        """The instruction in words; the captain's doctrine where it is not the usual one."""
        words = dict(self.answers)[self.answer]
        if self.answer == "unless":
            words = f"Engage unless the enemy has {self.lead} LP more"
        return (
            words
            if self.stance == StandingInstruction().stance
            else f"{words}; {TITLES[self.stance].lower()}"
        )


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

    `yard_dear` is how many classes are beyond a later turn's treasury, `yard_shared` why most of the others cannot be
    bought; `scale` is the length of the bars' common rail; `instructed`: there are instructions; `by_computer`: it
    fights the battles; `remarks` is what stands against sealing, `refused` what was just tried in vain; `surrenders`:
    sealing this gives up the war, `too_few`: the next turn would begin with that.
    """

    yard: list[shipyard.YardLine]
    yard_dear: int
    yard_shared: WhyNot | None
    yard_refusals: list[Refusal]
    board: list[BoardRow]
    board_refusals: list[Refusal]
    sectors: list[SectorHead]
    bought: dict[str, int]
    bars: list[Bar]
    scale: int
    figures: list[shipyard.Figure]
    money: shipyard.Money
    scrapping: list[ScrapGroup]
    instructions: list[Instruction]
    instructed: bool
    by_computer: bool
    stances: tuple[tuple[str, str, str], ...]
    remarks: list[Remark]
    refused: tuple[Refusal, ...]
    steps: list[RibbonStep]
    surrenders: bool
    too_few: bool
    has_damage: bool


def desk_parts(desk: WorkingPlan, refused: tuple[Refusal, ...] = ()) -> DeskParts:
    """What the page shows of a desk; `refused` is what was just tried in vain."""
    judged = list(decide.plan_refusals(desk.war, desk.side, desk.plan))
    refusals = [*judged, *refused]
    bars = board.bars(desk, refusals)
    yard = shipyard.yard_lines(desk, refusals)
    money = shipyard.money(desk)
    surrenders = board.surrenders(desk)
    open_points = [*judged, board.TOO_FEW_SENT] if judged and surrenders and desk.ships else judged
    remarks = [Remark(refusal, anchor_of(desk, refusal.where)) for refusal in open_points]
    return DeskParts(
        yard=yard,
        yard_dear=sum(line.dear for line in yard),
        yard_shared=shipyard.shared_reason(yard),
        yard_refusals=[r for r in refusals if r.where in ("treasury", "buy")],
        board=board.board_rows(desk, refusals),
        board_refusals=[r for r in refusals if anchor_of(desk, r.where) == "assignment"],
        sectors=sector_heads(desk),
        bought=desk.plan.buy,
        bars=bars,
        scale=board.scale_of(bars),
        figures=[money.on_order, money.left, board.reserve_figure(desk)],
        money=money,
        scrapping=scrapping(desk),
        instructions=instructions(desk),
        instructed=any(standing.answer != "ask" for standing in desk.plan.standing.values()),
        by_computer=desk.war.settings.settled_by == "worker",
        stances=STANCES,
        remarks=remarks,
        refused=refused,
        steps=steps(desk, {remark.anchor for remark in remarks}),
        surrenders=surrenders,
        too_few=board.too_few_to_go_on(desk),
        has_damage=any(ship.damage for ship in desk.ships.values()),
    )


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


def steps(desk: WorkingPlan, anchors: set[str]) -> list[RibbonStep]:
    """The steps of the page with their anchors; a step is done when nothing in it stands against sealing."""
    bought = not any(anchor == "shipyard" or anchor.startswith("yard-") for anchor in anchors)
    sent = bought and bool(desk.ships) and not any(a == "assignment" or a.startswith("row-") for a in anchors)
    instructed = any(standing.answer != "ask" for standing in desk.plan.standing.values())
    later = [
        RibbonStep("Report", "done", "#report"),
        RibbonStep("Scrap", "done" if desk.plan.scrap else "later", "#scrap"),
    ]
    return [
        *(later if desk.war.turn > 1 else []),
        RibbonStep("Shipyard", "done" if bought else "now", "#shipyard"),
        RibbonStep("Assignment", "done" if sent else "now" if bought else "later", "#assignment"),
        RibbonStep("Instructions", "done" if instructed else "later", "#instructions"),
        RibbonStep("Seal", "later" if anchors else "now", "#seal"),
    ]


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


def instructions(desk: WorkingPlan) -> list[Instruction]:
    """Each sector's standing instruction, in battle order (S36)."""
    standings = {
        sector: desk.plan.standing.get(sector, StandingInstruction()) for sector in desk.war.chart.order
    }
    return [
        Instruction(sector, number, standing.answer, standing.lead, standing.stance)
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


def sealed_summary(desk: WorkingPlan) -> SealedSummary:
    """The plan of a desk in words: purchases, scrapping, forces by target, instructions."""
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
        instructions=instructions(desk),
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
