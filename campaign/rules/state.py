"""The state of a war: everything, both sides' secrets included. Changed only by `evolve`."""

from typing import Literal

from msgspec import Struct, field

from campaign.rules.map.strategic_map import Place, StrategicMap
from campaign.rules.map.zone_terrain import ZoneTerrain
from campaign.rules.orders import RESERVE, Hopeless, LaterAnswer, StandingInstruction, Target
from campaign.rules.settings import Settings
from engines.seam.classes import UnitClass
from engines.seam.documents import UNDAMAGED, BattleSetup, Damage, Result, Unit
from engines.seam.sides import Side
from engines.seam.systems import unit_class

Rules = Literal[1, 2, 3, 4]
RULES: Rules = 4
"""The rules of a war that begins today; a war is judged to its end by those it began with (`events.WarBegan`)."""
Phase = Literal["bases", "planning", "battles", "over"]
BattleStatus = Literal["hidden", "revealed", "asking", "joined", "closing", "closed"]
QuestionKind = Literal["engage", "first", "land", "strand"]
WarEnd = Literal["home", "surrender", "logistics", "agreed"]


class Ship(Struct):
    """A living ship: `where` it was last assigned, None if bought this turn."""

    ship_class: str
    where: Target | None = None
    damage: Damage = UNDAMAGED
    stranded: bool = False

    def class_of(self, side: Side) -> UnitClass:
        """The ship's class, for the side that owns it."""
        return unit_class(side, self.ship_class)


class Base(Struct):
    """A standing base."""

    side: Side
    name: str
    damage: Damage = UNDAMAGED

    def unit(self, settings: Settings) -> Unit:
        """The base as it comes into a battle of a war with those settings."""
        return Unit(self.name, settings.catalogue.base_class(self.side).key, self.damage)


class Fleet(Struct):
    """What one side has: treasury in Ship Points, ships by name, and this turn's figures (S16).

    `names` are those of all ships it ever bought, which no other ship gets (S34). `ahead` holds its answers
    for later battles of the turn (S62), `hopeless` what it does this turn where a battle is hopeless (S78).
    """

    treasury: int = 0
    ships: dict[str, Ship] = {}
    active_lp: int = 0
    minimum: int = 0
    planned: bool = False
    standing: dict[str, StandingInstruction] = {}
    bases_placed: bool = False
    names: list[str] = []
    ahead: tuple[LaterAnswer, ...] = ()
    hopeless: Hopeless = "ask"

    def answered_ahead(self, number: int) -> bool | None:
        """Whether the side will engage in a later battle of the turn; None if it has not said (S62)."""
        return next((answer.engage for answer in self.ahead if answer.battle == number), None)


class Loss(Struct, frozen=True):
    """A ship or base destroyed, for good."""

    turn: int
    battle: int
    side: Side
    name: str
    ship_class: str


class Sighting(Struct, frozen=True):
    """What was last seen of a ship: where and how it stood when its battle was revealed or over (S15)."""

    turn: int
    place: Place
    ship_class: str
    damage: Damage
    battle: int


class Battle(Struct):
    """One battle of the turn: over one zone, or over a home for every marker on it (S17)."""

    number: int
    place: Place
    sectors: tuple[str, ...]
    status: BattleStatus = "hidden"
    lp: dict[Side, int] = {}
    forces: dict[Side, tuple[Unit, ...]] = {}
    asked: tuple[Side, ...] = ()
    answers: dict[Side, bool] = {}
    terrain: ZoneTerrain | None = None
    setup: BattleSetup | None = None
    result: Result | None = None
    fought: bool = False
    forfeited_by: Side | None = None
    moved: bool = False


class Question(Struct, frozen=True):
    """A choice the rules give to `side`; the game waits for it. `options` are names, `count` how many to choose."""

    kind: QuestionKind
    side: Side
    battle: int
    options: tuple[str, ...] = ()
    count: int = 1


class War(Struct):
    """The whole war. `markers` hold each sector's zone index from the Terran home; `planets` each place's owner.

    `lent` are the sides that the computer plays while their players are away (S64).
    """

    settings: Settings
    chart: StrategicMap
    phase: Phase = "bases"
    turn: int = 1
    terran: Fleet = field(default_factory=Fleet)
    talon: Fleet = field(default_factory=Fleet)
    markers: dict[str, int] = {}
    planets: dict[Place, Side] = {}
    bases: dict[Place, Base] = {}
    battles: list[Battle] = []
    battles_fought: int = 0
    question: Question | None = None
    paused: bool = False
    draw_offered_by: Side | None = None
    losses: list[Loss] = []
    sightings: dict[Side, dict[str, Sighting]] = field(default_factory=lambda: {"terran": {}, "talon": {}})
    winner: Side | None = None
    ended: WarEnd | None = None
    rules: Rules = 1
    lent: tuple[Side, ...] = ()
    format: Literal[1] = 1

    def fleet(self, side: Side) -> Fleet:
        """The fleet of one side."""
        return self.terran if side == "terran" else self.talon

    def place_of(self, sector: str) -> Place:
        """The place under a sector's front line marker."""
        return self.chart.place(sector, self.markers[sector])

    def markers_on(self, place: Place) -> tuple[str, ...]:
        """The sectors, in battle order, whose marker stands on a place."""
        return tuple(sector for sector in self.chart.order if self.place_of(sector) == place)

    def base_of(self, side: Side, place: Place) -> Base | None:
        """The side's base at a place, if one stands."""
        base = self.bases.get(place)
        return base if base is not None and base.side == side else None

    def assigned(self, side: Side, sectors: tuple[str, ...]) -> dict[str, Ship]:
        """The side's ships assigned to any of the sectors, by name."""
        return {name: ship for name, ship in self.fleet(side).ships.items() if ship.where in sectors}

    def current_battle(self) -> Battle | None:
        """The battle being settled, if any: asked about, joined, or with something still to follow."""
        busy = ("asking", "joined", "closing")
        return next((battle for battle in self.battles if battle.status in busy), None)

    def battle(self, number: int) -> Battle | None:
        """This turn's battle of that number, if there is one."""
        return next((battle for battle in self.battles if battle.number == number), None)


def lp_of(side: Side, ships: dict[str, Ship]) -> int:
    """The Logistics Points of ships (31.5)."""
    return sum(ship.class_of(side).lp for ship in ships.values())


def in_reserve(ship: Ship) -> bool:
    """Whether the ship is in the Fleet Reserve."""
    return ship.where == RESERVE
