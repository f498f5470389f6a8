"""What the assignment board shows: classes by sector, single ships with their targets, LP against the minimum."""

from dataclasses import dataclass

from campaign.planning.editor import edits
from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.editor.shipyard import Figure
from campaign.planning.proposals.chances import LaneChance
from campaign.rules.fleets import assignment
from campaign.rules.fleets.logistics import SURRENDER_BELOW
from campaign.rules.orders import RESERVE, Target
from campaign.rules.state import Ship
from campaign.war.chart.picture import zone_address
from engines.seam.cards import HullBox
from engines.seam.classes import UnitClass
from engines.seam.documents import Unit
from engines.seam.refusals import Refusal
from engines.seam.systems import system_of, unit_card

RESERVE_WORDS = "Reserve"
TOO_FEW_SENT = Refusal(
    "S16", "Send at least 4 LP to the sectors. With fewer you surrender the war.", "assign"
)


@dataclass(frozen=True)
class Cell:
    """A sector in a class's row: its undamaged ships, and whether there can be one fewer or one more."""

    target: Target
    title: str
    count: int
    damaged: int
    less: bool
    more: bool
    why_not: str
    far: bool


@dataclass(frozen=True)
class Choice:
    """A target of a single ship; `far` ones are beyond its reach and open only by S8."""

    target: Target
    title: str
    chosen: bool
    far: bool


@dataclass(frozen=True)
class Single:
    """A single ship: where it was, its damage, and where it may go; `closed` names what is out of reach."""

    name: str
    was: str
    new: bool
    damage: tuple[str, ...]
    boxes: tuple[HullBox, ...]
    hull_left: int
    stranded: bool
    goes_to: Target
    choices: tuple[Choice, ...]
    closed: tuple[str, ...]
    refusals: tuple[Refusal, ...]

    @property
    def singled_out(self) -> bool:
        """Whether it does not go with the group of its class."""
        return bool(self.damage) or self.stranded


@dataclass(frozen=True)
class BoardRow:
    """The ships of a class together; `repaired` are those in the Reserve that are damaged, and repaired there."""

    kind: UnitClass
    total: int
    in_reserve: int
    repaired: int
    cells: tuple[Cell, ...]
    singles: tuple[Single, ...]

    @property
    def set_apart(self) -> list[Single]:
        """The damaged and stranded ones."""
        return [single for single in self.singles if single.singled_out]

    @property
    def alike(self) -> list[Single]:
        """The undamaged ones, which go as a group."""
        return [single for single in self.singles if not single.singled_out]

    @property
    def open(self) -> bool:
        """Whether a single ship of the group has something against it."""
        return any(single.refusals for single in self.alike)


@dataclass(frozen=True)
class Bar:
    """A sector's LP sent against its minimum, and the chance to win there where one is known."""

    sector: str
    sent: int
    need: int
    refusals: tuple[Refusal, ...] = ()
    href: str = ""
    chance: LaneChance | None = None

    @property
    def shortfall(self) -> int:
        """How many LP are lacking."""
        return max(0, self.need - self.sent)


def target_words(target: Target) -> str:
    """A target in words."""
    return RESERVE_WORDS if target == RESERVE else target


def board_rows(working: WorkingPlan, refusals: list[Refusal]) -> list[BoardRow]:
    """A row for each class the plan has ships of."""
    far = edits.far_allowed(working)
    ships = working.ships
    found = []
    for kind in working.purchasable:
        names = sorted(name for name, ship in ships.items() if ship.ship_class == kind.key)
        if names:
            found.append(_row(working, kind, {name: ships[name] for name in names}, refusals, far))
    return found


def _row(
    working: WorkingPlan, kind: UnitClass, ships: dict[str, Ship], refusals: list[Refusal], far: bool
) -> BoardRow:
    idle = [ship for name, ship in ships.items() if working.plan.assign[name] == RESERVE]
    return BoardRow(
        kind=kind,
        total=len(ships),
        in_reserve=len(idle),
        repaired=sum(bool(ship.damage) for ship in idle),
        cells=tuple(_cell(working, ships, sector, far) for sector in working.war.chart.order),
        singles=tuple(_single(working, name, ship, refusals, far) for name, ship in ships.items()),
    )


def _cell(working: WorkingPlan, ships: dict[str, Ship], sector: str, far: bool) -> Cell:
    here = [ship for name, ship in ships.items() if working.plan.assign[name] == sector]
    sound = sum(map(edits.sound, here))
    idle = [
        ship for name, ship in ships.items() if working.plan.assign[name] == RESERVE and edits.sound(ship)
    ]
    near = any(sector in assignment.reach(working.war, ship) for ship in idle)
    return Cell(
        target=sector,
        title=sector,
        count=sound,
        damaged=len(here) - sound,
        less=sound > 0,
        more=near or (far and bool(idle)),
        why_not=_why_no_more(idle, near or far),
        far=far and not near and bool(idle),
    )


def _why_no_more(idle: list[Ship], reachable: bool) -> str:
    if not idle:
        return "none available in the Reserve"
    return "" if reachable else "those in the Reserve cannot reach it"


def _single(working: WorkingPlan, name: str, ship: Ship, refusals: list[Refusal], far: bool) -> Single:
    reach = assignment.reach(working.war, ship)
    allowed = edits.may_go(working, ship, far=far)
    hurt = unit_card(working.side, Unit(name, ship.ship_class, ship.damage)) if ship.damage else None
    goes = working.plan.assign[name]
    offered = [target for target in working.targets if target in allowed or target == goes]
    return Single(
        name=name,
        was="new" if ship.where is None else target_words(ship.where),
        new=ship.where is None,
        damage=damage_words(working, ship),
        boxes=hurt.boxes if hurt and hurt.hull_left < len(hurt.boxes) else (),
        hull_left=hurt.hull_left if hurt else ship.class_of(working.side).boxes,
        stranded=ship.stranded,
        goes_to=goes,
        choices=tuple(Choice(t, target_words(t), t == goes, t not in reach) for t in offered),
        closed=tuple(target_words(target) for target in working.targets if target not in offered),
        refusals=tuple(refusal for refusal in refusals if refusal.where == name),
    )


def damage_words(working: WorkingPlan, ship: Ship) -> tuple[str, ...]:
    """What a ship carries from earlier battles, a few words each (S13)."""
    if not ship.damage:
        return ()
    return system_of(ship.ship_class).damage_words(ship.class_of(working.side), ship.damage)


def bars(working: WorkingPlan, refusals: list[Refusal], path: str = "") -> list[Bar]:
    """Each sector's LP sent and needed, with the address of its front on the page at `path`."""
    sent = sent_lp(working)
    need = assignment.minimum_for(working.war, working.side, sent)
    return [
        Bar(
            sector,
            lp,
            need,
            tuple(refusal for refusal in refusals if refusal.where == sector),
            zone_address(path, working.war.place_of(sector)),
        )
        for sector, lp in sent.items()
    ]


def scale_of(found: list[Bar]) -> int:
    """The length of the bars' common rail, LP."""
    return max(1, *(max(bar.sent, bar.need) for bar in found))


def sent_lp(working: WorkingPlan) -> dict[str, int]:
    """The LP the draft sends to each sector."""
    return assignment.sent_lp(working.war, working.side, working.ships, working.plan)


def reserve_figure(working: WorkingPlan) -> Figure:
    """What the Reserve is worth, against its share on turn 1 (31.2); later how many ships it has."""
    idle = [ship for name, ship in working.ships.items() if working.plan.assign[name] == RESERVE]
    if working.war.turn != 1:
        return Figure("Reserve", f"{len(idle)} ship{'' if len(idle) == 1 else 's'}")
    points = sum(ship.class_of(working.side).points for ship in idle)
    needed = working.war.settings.reserve
    return Figure("Reserve", f"{points} points (min. {needed})", over=bool(working.ships) and points < needed)


def surrenders(working: WorkingPlan) -> bool:
    """Whether sealing this on turn 1 gives up the war: fewer than four LP in the sectors (S16)."""
    return working.war.turn == 1 and sum(sent_lp(working).values()) < SURRENDER_BELOW


def too_few_to_go_on(working: WorkingPlan) -> bool:
    """Whether, left so, the next turn would begin with a surrender: fewer than four LP outside the Reserve (S16)."""
    return working.war.turn > 1 and sum(sent_lp(working).values()) < SURRENDER_BELOW
