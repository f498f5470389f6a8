"""The set-up sheet of a battle, whatever its system: forces, table, steps and reminders."""

from dataclasses import dataclass

from engines.seam.cards import UnitCard
from engines.seam.classes import UnitClass
from engines.seam.documents import BattleSetup
from engines.seam.sides import Side


@dataclass(frozen=True, slots=True)
class ClassDeployment:
    """One class of one side: `total` in the battle, `limit` on the map at once, `start` down, `wait` for later.

    `out` never fight: squadrons without room on a carrier or base (S20).
    """

    ship_class: UnitClass
    total: int
    limit: int
    start: int
    wait: int
    out: int


@dataclass(frozen=True, slots=True)
class SheetForce:
    """One side's units and how they come onto the map."""

    side: Side
    title: str
    cards: tuple[UnitCard, ...]
    points: int
    classes: tuple[ClassDeployment, ...] = ()
    at_start: int = 0

    @property
    def some_wait(self) -> bool:
        """Whether any of its ships must wait for a counter."""
        return any(row.wait or row.out for row in self.classes)


@dataclass(frozen=True, slots=True)
class Rule:
    """One step of setting up, with its rule number."""

    text: str
    number: str


@dataclass(frozen=True, slots=True)
class SetupSheet:
    """All of the set-up sheet; `picture` is of the table, as the system draws it, None without one.

    `endings` are in words those that the battle can have, `counts` what is counted in it besides its rounds. `ticking`
    says what is ticked at the table, and `fates` what can become of a unit; of a base only the first two.
    `has_hulls`: the boxes of a unit's card are ticked one by one.
    """

    setup: BattleSetup
    mode: str
    forces: tuple[SheetForce, ...]
    endings: tuple[str, ...]
    picture: object = None
    steps: tuple[Rule, ...] = ()
    reminders: tuple[Rule, ...] = ()
    counts: tuple[str, ...] = ()
    ticking: str = (
        "Tick boxes as you play: hull from the left, shields by arc, weapons and systems as criticals hit. "
        "Then enter the lasting damage here."
    )
    fates: tuple[str, ...] = ("stands", "destroyed", "jumped", "left the map")
    has_hulls: bool = True
