"""Everything the planning page shows, put together for one side from its own draft."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from battles.forms import STANCES, TITLES
from campaign.planning import board, shipyard
from campaign.planning.edits import Desk
from campaign.planning.sectors import sector_heads
from campaign.rules import building, decide
from campaign.rules.orders import Standing
from campaign.rules.state import Ship
from engines.seam.refusals import Refusal
from engines.talon.catalogue import purchasable

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
        return words if self.stance == Standing().stance else f"{words}; {TITLES[self.stance].lower()}"


def shown(desk: Desk, refused: Iterable[Refusal] = ()) -> dict[str, Any]:
    """The context of the page's changing part; `refused` is what was just tried in vain."""
    judged = list(decide.plan_refusals(desk.war, desk.side, desk.plan))
    refusals = [*judged, *refused]
    bars = board.bars(desk, refusals)
    yard = shipyard.yard_lines(desk, refusals)
    surrenders = board.surrenders(desk)
    open_points = [*judged, board.TOO_FEW_SENT] if judged and surrenders and desk.ships else judged
    remarks = [Remark(refusal, anchor_of(desk, refusal.where)) for refusal in open_points]
    return {
        "yard": yard,
        "yard_dear": sum(line.dear for line in yard),
        "yard_shared": shipyard.shared_reason(yard),
        "yard_refusals": [r for r in refusals if r.where in ("treasury", "buy")],
        "board": board.board_rows(desk, refusals),
        "board_refusals": [r for r in refusals if anchor_of(desk, r.where) == "assignment"],
        "sectors": sector_heads(desk),
        "bought": desk.plan.buy,
        "bars": bars,
        "scale": board.scale_of(bars),
        "figures": [*shipyard.money(desk)[1:], board.reserve_figure(desk)],
        "money": shipyard.money(desk),
        "scrapping": scrapping(desk),
        "instructions": instructions(desk),
        "told": any(standing.answer != "ask" for standing in desk.plan.standing.values()),
        "by_computer": desk.war.settings.settled_by == "worker",
        "stances": STANCES,
        "remarks": remarks,
        "refused": list(refused),
        "steps": steps(desk, {remark.anchor for remark in remarks}),
        "surrenders": surrenders,
        "too_few": board.too_few_to_go_on(desk),
        "has_damage": any(ship.damage for ship in desk.ships.values()),
        "active_lp": desk.war.fleet(desk.side).active_lp,
    }


def anchor_of(desk: Desk, where: str) -> str:
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


def steps(desk: Desk, anchors: set[str]) -> list[dict[str, str]]:
    """The steps of the page with their anchors; a step is done when nothing in it stands against sealing."""
    bought = not any(anchor == "shipyard" or anchor.startswith("yard-") for anchor in anchors)
    sent = bought and bool(desk.ships) and not any(a == "assignment" or a.startswith("row-") for a in anchors)
    told = any(standing.answer != "ask" for standing in desk.plan.standing.values())
    later = [("Report", "report", "done"), ("Scrap", "scrap", "done" if desk.plan.scrap else "later")]
    found = [
        *(later if desk.war.turn > 1 else []),
        ("Shipyard", "shipyard", "done" if bought else "now"),
        ("Assignment", "assignment", "done" if sent else "now" if bought else "later"),
        ("Instructions", "instructions", "done" if told else "later"),
        ("Seal", "seal", "later" if anchors else "now"),
    ]
    return [{"name": name, "href": f"#{anchor}", "state": state} for name, anchor, state in found]


def scrapping(desk: Desk) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """The ships that could be scrapped, by class: name, damage in words, and whether they are marked for it."""
    ships = desk.war.fleet(desk.side).ships
    found = []
    for kind in purchasable(desk.side):
        lines = [
            (name, ", ".join(board.damage_words(desk, ship)), name in desk.plan.scrap)
            for name, ship in sorted(ships.items())
            if ship.ship_class == kind.key
        ]
        if lines:
            found.append((kind.title if len(lines) == 1 else kind.plural, lines))
    return found


def instructions(desk: Desk) -> list[Instruction]:
    """Each sector's standing instruction, in battle order (S36)."""
    told = {sector: desk.plan.standing.get(sector, Standing()) for sector in desk.war.chart.order}
    return [
        Instruction(sector, number, standing.answer, standing.lead, standing.stance)
        for number, (sector, standing) in enumerate(told.items())
    ]


def sealed_summary(desk: Desk) -> dict[str, Any]:
    """What was sealed, to be read: purchases, scrapping, forces by target, instructions."""
    bars = board.bars(desk, [])
    by_target = [
        (board.target_words(target), [name for name, to in desk.plan.assign.items() if to == target])
        for target in desk.targets
    ]
    counted = [
        (words, by_class(desk, {name: desk.ships[name] for name in names})) for words, names in by_target
    ]
    return {
        "bought": [
            (kind, desk.plan.buy[kind.key]) for kind in purchasable(desk.side) if desk.plan.buy.get(kind.key)
        ],
        "cost": building.cost_of(desk.side, desk.plan),
        "scrapped": desk.plan.scrap,
        "forces": counted,
        "bars": bars,
        "scale": board.scale_of(bars),
        "instructions": instructions(desk),
        "money": shipyard.money(desk),
    }


def by_class(desk: Desk, ships: dict[str, Ship]) -> list[tuple[str, str, list[str]]]:
    """Ships by class: the class's key, how many in words, and their names."""
    found = []
    for kind in purchasable(desk.side):
        names = sorted(name for name, ship in ships.items() if ship.ship_class == kind.key)
        if names:
            words = f"{len(names)} {kind.plural}" if len(names) > 1 else kind.title
            found.append((kind.key, words, names))
    return found
