"""A battle as it stands: plain slotted objects, changed only while an order is applied."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Final, NamedTuple, Protocol

from engines.seam.documents import Quality
from engines.seam.sides import Side
from engines.talon.aim_documents import Aim, planet_aims
from engines.talon.aims import bombardment
from engines.talon.dice import Dice, Label
from engines.talon.events import AnyEvent
from engines.talon.hexes import Hex
from engines.talon.layout import Layout
from engines.talon.orders import MISSILES, AnyOrder
from engines.talon.units import COMPILED, Missile, Unit

IMPULSES: Final = "ABCDEF"
Target = tuple[int, Hex, tuple[bool, ...] | None]
"""What may be fired at, as far as that decides who may: its number, its place, and of a squadron the fighters lost."""


class Task(Protocol):
    """Something under way: it goes on by itself, or asks for one of several orders."""

    def proceed(self, battle: "Battle") -> list[AnyOrder]:
        """The orders one of which is needed to go on; none when it has gone on by itself."""

    def answer(self, battle: "Battle", order: AnyOrder) -> None:
        """Go on with the order that was chosen."""

    def asked(self, battle: "Battle") -> int:
        """The unit or missile whose player answers; `THE_SIDE` for a choice of the side as a whole (25, R40)."""


THE_SIDE: Final = -1


class Seat(NamedTuple):
    """A player: the side, and the place in its order, from 0."""

    side: Side
    player: int


@dataclass(slots=True)
class Players:
    """The players of a battle in which a side has several (25).

    `owners` are the players of the units by number, each as a place in the order of his side; `current` is the player
    in turn, of the side whose turn it is. `barred` have said too many words and spend no AP in this round. `conceding`
    would concede, and `drawing` have a draw, if the others of their side would.
    """

    owners: tuple[int, ...]
    current: int = 0
    barred: list[Seat] = field(default_factory=list)
    conceding: list[Seat] = field(default_factory=list)
    drawing: list[Seat] = field(default_factory=list)

    def copy(self) -> "Players":
        """The same once more, to be changed apart."""
        return Players(self.owners, self.current, self.barred[:], self.conceding[:], self.drawing[:])


@dataclass(slots=True)
class Qualities:
    """What technology and crews are worth in a battle of Space Empires: 4X, of each unit by its number (32.4, 32.5).

    `charged` are the legendary units whose extra AP is there, by number.
    """

    of: tuple[Quality, ...]
    charged: list[int] = field(default_factory=list)

    def copy(self) -> "Qualities":
        """The same once more, to be changed apart."""
        return Qualities(self.of, self.charged[:])


def copy_of(task: Task) -> Task:
    """The same task once more, to be carried on apart."""
    lists = {
        field.name: list(value)
        for field in fields(task)  # type: ignore[arg-type]
        if isinstance(value := getattr(task, field.name), list)
    }
    return replace(task, **lists)  # type: ignore[type-var]


@dataclass(slots=True)
class Window:
    """Where the map lies (7.5, R6): shifted by q, r from its first place, and how large it is."""

    q: int = 0
    r: int = 0
    extended: bool = False
    rows: int = 11
    columns: int = 15


@dataclass(slots=True, init=False)
class Battle:
    """A battle; `agenda` is what is under way, the next task last; `dice` and `events` are those of the order applied.

    `capital` is the hex of a planet that can be captured, `owner` whose it is, `moon` that of the other side's
    (29.3), `aims` what is fought for besides the field, such as that planet unless other aims are given; `top` the
    side whose long edge is row 1. `layout` is where the battle begins, None if as usual. `pattern` is the terrain
    pattern to be laid now, `more` are those after it, in turn (30.1).
    `planet_damage` are the points of damage done to the planet that a side may fire at.
    `bases_fall`: a base of a side that concedes is lost wherever it is (R30).
    `players` are there only if a side has several (25), `qualities` only if a unit has one that says something (32).
    `tactics` is the side that may still change the initiative at the start of an impulse (32.4), `no_retreat` the one
    whose ships never leave (32.2), `unloaded` are the transports that have set their troops down, by number (32.3).
    `present` are the units on the map by side, `terrans` and `talons` the same.
    `listed` are the orders by which units may spend an AP, kept until one of them does something that bears on others.
    `fires` are the orders by which units may fire, with the count of the unit's changes then; they are kept within a
    step as long as `targets` stay as they are.
    """

    units: list[Unit]
    round: int
    impulse: int
    side: Side
    step: str
    initiative: Side
    top: Side
    mode: str
    owner: Side | None
    aims: tuple[Aim, ...]
    layout: Layout | None
    boxes: int
    pattern: tuple[int, int] | None
    more: tuple[tuple[int, int], ...]
    capital: Hex | None
    moon: Hex | None
    planet_damage: int
    terrain: dict[Hex, str]
    window: Window
    missiles: list[Missile]
    launched: int
    quiet: int
    stirred: bool
    power_shift: bool
    bases_fall: bool
    players: Players | None
    qualities: Qualities | None
    tactics: Side | None
    no_retreat: Side | None
    unloaded: tuple[int, ...]
    offers: list[Side]
    agenda: list[Task]
    blasts: list[int]
    ending: str
    winner: Side | None
    present: dict[Side, list[Unit]]
    terrans: list[Unit]
    talons: list[Unit]
    options: Sequence[AnyOrder]
    listed: dict[int, list[AnyOrder]]
    fires: dict[int, tuple[int, list[AnyOrder]]]
    targets: list[Target]
    events: list[AnyEvent]
    dice: Dice | None

    def __init__(
        self,
        units: list[Unit],
        *,
        round: int = 0,  # noqa: A002 - a battle's round is its round
        impulse: int = 0,
        side: Side = "talon",
        step: str = "deploy",
        initiative: Side = "talon",
        top: Side = "talon",
        mode: str = "last_ship_standing",
        owner: Side | None = None,
        aims: tuple[Aim, ...] | None = None,
        layout: Layout | None = None,
        boxes: int = 1,
        pattern: tuple[int, int] | None = None,
        more: tuple[tuple[int, int], ...] = (),
        capital: Hex | None = None,
        moon: Hex | None = None,
        planet_damage: int = 0,
        terrain: dict[Hex, str] | None = None,
        window: Window | None = None,
        missiles: list[Missile] | None = None,
        launched: int = 0,
        quiet: int = 0,
        stirred: bool = False,
        power_shift: bool = False,
        bases_fall: bool = False,
        players: Players | None = None,
        qualities: Qualities | None = None,
        tactics: Side | None = None,
        no_retreat: Side | None = None,
        unloaded: tuple[int, ...] = (),
        offers: list[Side] | None = None,
        agenda: list[Task] | None = None,
        blasts: list[int] | None = None,
        ending: str = "",
        winner: Side | None = None,
    ) -> None:
        self.units = units
        self.round = round
        self.impulse = impulse
        self.side = side
        self.step = step
        self.initiative = initiative
        self.top = top
        self.mode = mode
        self.owner = owner
        self.aims = aims if aims is not None else () if owner is None else planet_aims(owner)
        self.layout = layout
        self.boxes = boxes
        self.pattern = pattern
        self.more = more
        self.capital = capital
        self.moon = moon
        self.planet_damage = planet_damage
        self.terrain = {} if terrain is None else terrain
        self.window = Window() if window is None else window
        self.missiles = [] if missiles is None else missiles
        self.launched = launched
        self.quiet = quiet
        self.stirred = stirred
        self.power_shift = power_shift
        self.bases_fall = bases_fall
        self.players = players
        self.qualities = qualities
        self.tactics = tactics
        self.no_retreat = no_retreat
        self.unloaded = unloaded
        self.offers = [] if offers is None else offers
        self.agenda = [] if agenda is None else agenda
        self.blasts = [] if blasts is None else blasts
        self.ending = ending
        self.winner = winner
        self.present = {}
        self.options = []
        self.listed = {}
        self.fires = {}
        self.targets = []
        self.events = []
        self.dice = None
        self.muster()

    @property
    def own_aims(self) -> tuple[Aim, ...] | None:
        """Its aims, if they are not those that follow from the planet's owner."""
        usual = () if self.owner is None else planet_aims(self.owner)
        return None if self.aims == usual else self.aims

    @property
    def bombarded(self) -> Hex | None:
        """The hex of the planet that a side may fire at; None if planets are no targets (26.8)."""
        if not self.aims or bombardment(self.aims) is None:
            return None
        return next((place for place, kind in self.terrain.items() if kind == "planet"), None)

    def bombarded_by(self, side: Side) -> Hex | None:
        """The hex of the planet at which that side may fire; None if there is none (26.8)."""
        aim = bombardment(self.aims) if self.aims else None
        return self.bombarded if aim is not None and aim.side == side else None

    def over_planet(self, owner: Side) -> None:
        """It is fought over a planet of that owner (31.8)."""
        self.mode, self.owner, self.aims = "planet", owner, planet_aims(owner)

    @property
    def planets(self) -> list[Hex]:
        """The planets that matter: those that can be landed on."""
        return [place for place in (self.capital, self.moon) if place is not None]

    def landing_place(self, side: Side) -> Hex | None:
        """The planet on which a side's transports land: the one there is, or of two the enemy's (29.3)."""
        return self.capital if self.moon is None or side != self.owner else self.moon

    def copy(self) -> "Battle":
        """The same battle once more, with the same orders to choose from, to be played on apart."""
        twin = Battle([]) if COMPILED else object.__new__(Battle)
        twin.units = [unit.clone() for unit in self.units]
        twin.round = self.round
        twin.impulse = self.impulse
        twin.side = self.side
        twin.step = self.step
        twin.initiative = self.initiative
        twin.top = self.top
        twin.mode = self.mode
        twin.owner = self.owner
        twin.aims = self.aims
        twin.layout = self.layout
        twin.boxes = self.boxes
        twin.pattern = self.pattern
        twin.more = self.more
        twin.capital = self.capital
        twin.moon = self.moon
        twin.planet_damage = self.planet_damage
        twin.terrain = self.terrain
        twin.window = self.window
        twin.missiles = [missile.clone() for missile in self.missiles]
        twin.launched = self.launched
        twin.quiet = self.quiet
        twin.stirred = self.stirred
        twin.power_shift = self.power_shift
        twin.bases_fall = self.bases_fall
        twin.players = None if self.players is None else self.players.copy()
        twin.qualities = None if self.qualities is None else self.qualities.copy()
        twin.tactics = self.tactics
        twin.no_retreat = self.no_retreat
        twin.unloaded = self.unloaded
        twin.offers = self.offers[:]
        twin.agenda = [copy_of(task) for task in self.agenda]
        twin.blasts = self.blasts[:]
        twin.ending = self.ending
        twin.winner = self.winner
        twin.options = self.options
        twin.listed = {}
        twin.fires = {}
        twin.targets = []
        twin.events = []
        twin.dice = None
        units = twin.units
        twin.terrans = [units[unit.number] for unit in self.terrans]
        twin.talons = [units[unit.number] for unit in self.talons]
        twin.present = {"terran": twin.terrans, "talon": twin.talons}
        return twin

    def muster(self) -> None:
        """Recount the units on the map, each side's in the order of their numbers."""
        self.terrans = [unit for unit in self.units if unit.status == "map" and unit.side == "terran"]
        self.talons = [unit for unit in self.units if unit.status == "map" and unit.side == "talon"]
        self.present = {"terran": self.terrans, "talon": self.talons}

    def take_off(self, unit: Unit) -> None:
        """Take a unit off the map; it is found as itself, for to compare units field by field takes long."""
        units = self.present[unit.side]
        del units[next(at for at, other in enumerate(units) if other is unit)]

    def against(self, side: Side) -> list[Unit]:
        """The units on the map of the side's enemy."""
        return self.talons if side == "terran" else self.terrans

    @property
    def in_turn(self) -> list[Unit]:
        """The units on the map of the side whose turn it is; in a team only those of the player in turn (25)."""
        units, players = self.present[self.side], self.players
        if players is None:
            return units
        return [unit for unit in units if players.owners[unit.number] == players.current]

    def has_turn(self, unit: Unit) -> bool:
        """Whether a unit of the side whose turn it is belongs to the player in turn (25)."""
        return self.players is None or self.players.owners[unit.number] == self.players.current

    def force(self, side: Side) -> list[Unit]:
        """Every unit of one side, wherever it is."""
        return [unit for unit in self.units if unit.side == side]

    def roll(self, unit: Unit, cause: str) -> int:
        """The next die, for a unit and the cause given."""
        if self.dice is None:
            raise LookupError("dice are only rolled while an order is applied")
        return self.dice.roll(Label(self.round, self.impulse, unit.number, cause))

    def missile(self, number: int) -> Missile | None:
        """The missile of that number, if it is still in flight."""
        return next((missile for missile in self.missiles if missile.number == number), None)

    def forget(self, unit: Unit) -> None:
        """Missiles aimed at a unit that is no longer on the map aim at nothing (13.3)."""
        for missile in self.missiles:
            if missile.target == unit.number:
                missile.target = -1

    def next_missile(self) -> int:
        """A number for a missile to come."""
        self.launched += 1
        return MISSILES + self.launched
