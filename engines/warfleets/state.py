"""A battle as it stands: plain slotted objects, changed only while an order is applied."""

from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from engines.seam.sides import Side
from engines.warfleets.catalogue import Catalogue, Extra, Special, Weapon, catalogue
from engines.warfleets.catalogue import Model as Sheet
from engines.warfleets.dice import Dice, Label
from engines.warfleets.events import AnyEvent, Cause
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron
from engines.warfleets.geometry import Disc, Place, within
from engines.warfleets.shapes import Shape
from engines.warfleets.table import Edge, Marker, Mine
from engines.warfleets.terrain import Terrain, TerrainKind

RADII: Final = {"heavy": 118, "medium": 98, "light": 79, "squadron": 49}
"""Of bases of 60, 50, 40 and 25 mm, in 1/100 inch (WF1)."""
SQUADRON_BOXES: Final = 3
"""A squadron is destroyed by so many points of damage (W18)."""
PHASES: Final = ("squadron", "light", "medium", "heavy")
ROUNDS: Final = 4
NOBODY: Final = -1
NOWHERE: Final = (0, 0)
"""Where a model is that was never on the table."""
Status = Literal["waiting", "reserve", "table", "off", "destroyed", "surrendered"]
Step = Literal["initiative", "terrain", "edge", "markers", "ships", "squadrons", "fighting"]
"""What is decided before the first round, in turn, and then the battle."""
Stage = Literal["choosing", "activated", "warping", "shooting"]


@dataclass(slots=True)
class Model:
    """A ship or a squadron. `slots` are its upgrades and then its weapons, with `damage` on each.

    Upgrades, `hero` and `title` are those as which a faction's work (WF61); `slot_titles` and `extras`, its hero and
    title, are its own. `weapons` are those of `mounts`.

    `order` are the slots in the order in which damage came to them; the last is the one that takes the next point, if
    it is not disabled. `held` stays until the model moves again (W13). `fired` are the weapons used in this activation;
    a weapon on the sides of an Avenger is there as often as it fired. `skipped` is the last phase that a rogue squadron
    skipped in this round. `led` is the ship of an Ace Commander whose first squadron was activated in this round.
    """

    number: int
    side: Side
    name: str
    size: str
    sheet: Sheet
    radius: int
    slots: tuple[str, ...] = ()
    boxes: tuple[int, ...] = (SQUADRON_BOXES,)
    mounts: tuple[Mount, ...] = ()
    hero: str = ""
    title: str = ""
    specials: tuple[Special, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    slot_titles: tuple[str, ...] = ()
    extras: tuple[Extra, ...] = ()
    place: Place = NOWHERE
    heading: int = 0
    status: Status = "waiting"
    action: str = ""
    acted: bool = False
    held: bool = False
    hurt: bool = False
    edge: Edge = "bottom"
    skipped: int = -1
    led: bool = False
    damage: list[int] = field(default_factory=lambda: [0])
    order: list[int] = field(default_factory=list)
    fired: list[tuple[int, str]] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    is_ship: bool = field(init=False)

    def __post_init__(self) -> None:
        """Note whether it is a ship and not a squadron: nothing is asked as often."""
        self.is_ship = bool(self.slots)

    @property
    def disc(self) -> Disc:
        """What its base covers."""
        return (self.place, self.radius)

    @property
    def phase(self) -> int:
        """In which phase it is activated (W7)."""
        return PHASES.index(self.size) if self.is_ship else 0

    def works(self, slot: int) -> bool:
        """Whether an upgrade is not disabled."""
        return self.damage[slot] < self.boxes[slot]

    def has(self, upgrade: str) -> bool:
        """Whether it has an upgrade that is not disabled; no ship has one twice (W3)."""
        return upgrade in self.slots and self.works(self.slots.index(upgrade))

    @property
    def live(self) -> int:
        """How many of its upgrades are not disabled."""
        return sum(self.works(at) for at in range(len(self.slots)))

    def slot_of(self, weapon: int) -> int:
        """The slot of a mounted weapon."""
        return len(self.slots) - len(self.mounts) + weapon


class Push(NamedTuple):
    """A ship that is pushed once the damage of a ram is taken, by one die or by two (W14, Gravity Bumper)."""

    rammer: int
    target: int
    dice: int


class Wound(NamedTuple):
    """Points of damage that are still to be taken; `passed` if the Shield Booster was asked about the next."""

    model: int
    points: int
    cause: Cause
    passed: bool = False


@dataclass(slots=True)
class Battle:
    """A battle; `active` is the model in turn, `stage` how far it is, and `warp` how far its Warp Drive takes it.

    `step` is "fighting" from the first round on. Before it `to_lay` are the markers still to be laid, and `enough` says
    that one side wants no more terrain. `coming` are the ships that may be deployed at the start of this round.
    `ace` is the ship of an Ace Commander by whom a second squadron is activated after this one.

    `wounds` are taken before anything else goes on, `displaced` are squadrons under a ship and that ship.
    `push` comes after the wounds of a ram.
    `starting` are the ships of each side at the beginning (W19).
    `shapes` are those of the terrain that is `shaped`, by kind; `pieces` keeps them.
    """

    models: list[Model]
    initiative: Side
    edges: dict[Side, Edge]
    terrain: tuple[Terrain, ...] = ()
    markers: list[Marker] = field(default_factory=list)
    mines: list[Mine] = field(default_factory=list)
    step: Step = "fighting"
    to_lay: int = 0
    enough: bool = False
    round: int = 1
    phase: int = 0
    side: Side = "terran"
    coming: tuple[int, ...] = ()
    active: int = NOBODY
    ace: int = NOBODY
    warp: int = 0
    stage: Stage = "choosing"
    wounds: list[Wound] = field(default_factory=list)
    displaced: list[tuple[int, int]] = field(default_factory=list)
    push: Push | None = None
    starting: dict[Side, int] = field(default_factory=dict)
    returning: bool = False
    over: bool = False
    winner: Side | None = None
    events: list[AnyEvent] = field(default_factory=list)
    dice: Dice | None = None
    shaped: tuple[Terrain, ...] | None = field(default=None, compare=False, repr=False)
    shapes: dict[str, list[Shape]] = field(default_factory=dict, compare=False, repr=False)

    def pieces(self, kind: TerrainKind) -> list[Shape]:
        """The shapes of the pieces of terrain of a kind; they are sorted once more when another piece lies there."""
        if self.shaped is not self.terrain:
            self.shaped, self.shapes = self.terrain, {}
            for piece in self.terrain:
                for one in dict.fromkeys(piece.kinds):
                    self.shapes.setdefault(one, []).append(piece.shape())
        return self.shapes.get(kind, [])

    def roll(self, model: Model | None, cause: str) -> int:
        """A die for a model, or for none."""
        if self.dice is None:
            raise RuntimeError("dice are there only while an order is applied")
        return self.dice.roll(Label(self.round, self.phase, model.number if model else NOBODY, cause))

    def on_table(self) -> list[Model]:
        """The models on the table."""
        return [model for model in self.models if model.status == "table"]

    def ships(self) -> list[Model]:
        """The ships on the table."""
        return [model for model in self.models if model.status == "table" and model.is_ship]

    def enemies(self, model: Model) -> list[Model]:
        """The models of the other side on the table."""
        return [one for one in self.models if one.status == "table" and one.side != model.side]

    def engaged_with(self, model: Model) -> list[Model]:
        """The enemy's squadrons that a squadron is engaged with (W9)."""
        if model.is_ship:
            return []
        disc = model.disc
        return [one for one in self.enemies(model) if not one.is_ship and within(disc, one.disc, 200)]


def ship_model(number: int, side: Side, ship: Ship, known: Catalogue) -> Model:
    """A ship of a fleet that may have what is known, before it is on the table."""
    boxes = [known.upgrades[one].boxes for one in ship.upgrades]
    extras = (known.heroes.get(ship.hero), known.titles.get(ship.title))
    boxes += [known.weapons[mount.weapon].boxes for mount in ship.weapons]
    upgrades = [known.effect(one) for one in ship.upgrades]
    slots = (*upgrades, *(mount.weapon for mount in ship.weapons))
    weapons = [known.weapons[mount.weapon] for mount in ship.weapons]
    titles = [known.upgrades[one].title for one in ship.upgrades]
    return Model(
        number,
        side,
        ship.name,
        ship.size,
        known.ships[ship.size],
        RADII[ship.size],
        slots,
        tuple(boxes),
        ship.weapons,
        known.effect(ship.hero),
        known.effect(ship.title),
        weapons=tuple(weapons),
        slot_titles=(*titles, *(weapon.title for weapon in weapons)),
        extras=tuple([extra for extra in extras if extra]),
        damage=[0] * len(slots),
    )


def squadron_model(number: int, side: Side, squadron: Squadron) -> Model:
    """A squadron of a fleet, before it is on the table."""
    kind = catalogue().squadrons[squadron.kind]
    return Model(number, side, squadron.name, squadron.kind, kind, RADII["squadron"], specials=kind.specials)


def models_of(fleets: dict[Side, Fleet]) -> list[Model]:
    """The models of both fleets, numbered: each side's ships and then its squadrons."""
    found: list[Model] = []
    for side, fleet in fleets.items():
        known = fleet.assets
        for ship in fleet.ships:
            found.append(ship_model(len(found), side, ship, known))
        for squadron in fleet.squadrons:
            found.append(squadron_model(len(found), side, squadron))
    return found
