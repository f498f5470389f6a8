"""What a finished battle changes on the map of the other game: a line for each ship, and what else to note (32)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from engines.seam.documents import BattleSetup, Fate, Name, Report, Unit
from engines.seam.sides import SIDES, Side
from engines.talon.aims import RETREATED
from engines.talon.catalogue import ShipClass, class_of
from engines.talon.damage import in_talon
from engines.talon.deployment import SQUADRONS_CARRIED
from engines.talon.space_empires.brief import Brief, BriefShip, Troops, transports_of
from engines.talon.space_empires.chart import Chart

Outcome = Literal["survived", "retreated", "eliminated"]
Whither = Literal["", "warp_exit", "retreat", "carrier"]
"""Where a ship has retreated to: the exit of the warp point, a hex by the other game's rules, or with its carrier."""
Why = Literal["", "destroyed", "no_room"]
"""What eliminated it: the battle, or that nothing is left for fighters to land on (32.1)."""
Cargo = Literal["", "landed", "lost", "aboard"]
"""Where the troops of a transport are now that could land."""
LANDED: Final = ("landed", "landed_after")


class ShipBack(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What to carry back of one ship: what became of it, and what it keeps.

    `waited`: it never came in. `fighters` are those that a squadron has left at the end of the battle; it is whole
    again. `cargo` is where the troops of a transport are, and `troops` what they are, "" if that is not to be known.
    `bombards` is what it adds to a bombardment of the planet by its attack technology, `rating` its own, where it is
    known. `cost` is what it cost in CP, where that is known.
    """

    side: Side
    name: Name
    ship_class: str
    outcome: Outcome
    whither: Whither = ""
    why: Why = ""
    attack: int = 0
    defence: int = 0
    experience: int = 0
    legendary: bool = False
    waited: bool = False
    fighters: int | None = None
    cargo: Cargo = ""
    troops: str = ""
    bombards: int | None = None
    rating: int | None = None
    cost: int | None = None


class CarryBack(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="document",
    tag="carry-back",
):
    """The sheet of a battle: `winner` holds the hex, None if both sides are still there; `rounds` is how long it took.

    `tactician` could change the initiative once; `changed` says whether it did, None if nobody has recorded it.
    `choose` is by side how many of its squadrons without room its player may name in place of those that are listed.
    `lost` is by side what was eliminated in CP, for sides of which every cost is known.
    """

    place: str
    defender: Side
    winner: Side | None
    ships: tuple[ShipBack, ...]
    rounds: int
    tactician: Side
    changed: bool | None = None
    choose: dict[Side, Annotated[int, Meta(ge=1)]] = {}
    lost: dict[Side, int] = {}
    format: Literal[1] = 1

    def of(self, side: Side) -> tuple[ShipBack, ...]:
        """The ships of one side."""
        return tuple(ship for ship in self.ships if ship.side == side)

    @property
    def ashore(self) -> tuple[ShipBack, ...]:
        """The transports whose troops are on the planet."""
        return tuple(ship for ship in self.ships if ship.cargo == "landed")


def carry_back(
    brief: Brief,
    setup: BattleSetup,
    report: Report,
    chart: Chart,
    troops: Mapping[Side, Troops],
    *,
    readers: Collection[Side] = (),
    changed: bool | None = None,
) -> CarryBack:
    """The sheet of a battle with this report.

    It names `troops` that have landed, and to the players of the sides of `readers` all of their own.
    """
    ships: list[ShipBack] = []
    choose: dict[Side, int] = {}
    for side in SIDES:
        found = [
            _ship(brief, side, unit, fate, report.winner, chart) for unit, fate in _units(setup, report, side)
        ]
        with_room, named = _with_room(brief, side, found)
        ships += (_with_troops(ship, troops.get(side), all_of_them=side in readers) for ship in with_room)
        if named:
            choose[side] = named
    return CarryBack(
        brief.place,
        brief.defender,
        report.winner,
        tuple(ships),
        report.rounds,
        brief.tactician,
        changed,
        choose,
        dict(_lost(ships)),
    )


def _units(setup: BattleSetup, report: Report, side: Side) -> Iterator[tuple[Unit, Fate]]:
    fates = {fate.name: fate for fate in report.fates(side)}
    return ((unit, fates[unit.name]) for unit in setup.force(side))


def _ship(brief: Brief, side: Side, unit: Unit, fate: Fate, winner: Side | None, chart: Chart) -> ShipBack:
    told = next(
        (ship for ship in brief.force(side) if ship.name == unit.name), BriefShip(unit.name, unit.ship_class)
    )
    kind = class_of(side, unit)
    at_home = brief.colony and side == brief.defender and kind.role == "squadron"
    outcome = _outcome(fate, side, winner, at_home=at_home)
    bombards = (
        brief.where == "planet"
        and side == brief.attacker
        and outcome == "survived"
        and kind.role == "warship"
    )
    return ShipBack(
        side,
        unit.name,
        unit.ship_class,
        outcome,
        _whither(fate, outcome, kind),
        "destroyed" if outcome == "eliminated" else "",
        told.attack,
        told.defence,
        told.experience,
        told.legendary,
        waited=fate.fate == "waited",
        fighters=kind.fighters - in_talon(fate.damage).fighters_lost
        if kind.fighters and outcome != "eliminated"
        else None,
        cargo=_cargo(fate, outcome) if unit.name in transports_of(brief, side) else "",
        bombards=told.attack if bombards else None,
        rating=chart.bombardment.get(kind.model) if bombards else None,
        cost=None if brief.aliens and side == brief.defender else chart.cost_of(side, kind.model),
    )


def _outcome(fate: Fate, side: Side, winner: Side | None, *, at_home: bool) -> Outcome:
    """What a fate of the battle is on the other map: who never came in goes with the fleet, or is `at_home` (S94)."""
    if fate.fate == "destroyed":
        return "eliminated"
    if fate.fate in RETREATED:
        return "retreated"
    goes = fate.fate == "waited" and winner not in (None, side) and not at_home
    return "retreated" if goes else "survived"


def _whither(fate: Fate, outcome: Outcome, kind: ShipClass) -> Whither:
    if outcome != "retreated":
        return ""
    if kind.role == "squadron":
        return "carrier"
    return "warp_exit" if fate.fate == "through" else "retreat"


def _with_room(brief: Brief, side: Side, ships: list[ShipBack]) -> tuple[list[ShipBack], int]:
    """The ships with squadrons eliminated that have nothing to land on; and how many of those a player may choose.

    Squadrons that are still there land on carriers that are, or on the colony; those that retreated on carriers that
    did, too (32.1).
    """
    found, choices = list(ships), 0
    for outcome in ("survived", "retreated"):
        if outcome == "survived" and brief.colony and side == brief.defender:
            continue
        here = [at for at, ship in enumerate(ships) if ship.outcome == outcome]
        carriers = sum(_kind(ships[at]).role == "carrier" for at in here)
        squadrons = [at for at in here if _kind(ships[at]).role == "squadron"]
        homeless = squadrons[SQUADRONS_CARRIED * carriers :]
        for at in homeless:
            found[at] = replace(ships[at], outcome="eliminated", whither="", why="no_room")
        choices += len(homeless) if carriers else 0
    return found, choices


def _kind(ship: ShipBack) -> ShipClass:
    return class_of(ship.side, Unit(ship.name, ship.ship_class))


def _cargo(fate: Fate, outcome: Outcome) -> Cargo:
    """Where the troops are of a transport with this fate, whatever they are."""
    if fate.unloaded or fate.fate in LANDED:
        return "landed"
    return "lost" if outcome == "eliminated" else "aboard"


def _with_troops(ship: ShipBack, troops: Troops | None, *, all_of_them: bool) -> ShipBack:
    """The ship with the words of its troops, where they may be known."""
    if troops is None or not (all_of_them or ship.cargo == "landed"):
        return ship
    return replace(ship, troops=troops.aboard.get(ship.name, ""))


def _lost(ships: list[ShipBack]) -> Iterator[tuple[Side, int]]:
    """What each side has lost in CP, if the cost of every ship of its own is known."""
    for side in SIDES:
        own = [ship for ship in ships if ship.side == side]
        if own and all(ship.cost is not None for ship in own):
            yield side, sum(ship.cost or 0 for ship in own if ship.outcome == "eliminated")
