"""A position as documents: frozen, tagged and strict about their fields; `codec` turns a battle into them and back.

Their fields are those of the state they stand for, so `codec` can go by the names.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from engines.seam.documents import Mode, Name, Quality
from engines.seam.sides import Side
from engines.talon.aim_documents import Aim
from engines.talon.layout import Layout
from engines.talon.orders import MISSILES, Arc, Facing, Group, Hex, Player, Target
from engines.talon.orders import Missile as MissileNumber
from engines.talon.orders import Unit as UnitNumber
from engines.talon.rules.victory import LAST_ROUND, QUIET_ROUNDS

Few = Annotated[int, Meta(ge=0, le=99)]
Die = Annotated[int, Meta(ge=1, le=6)]
Repairable = Annotated[int, Meta(ge=0, le=2)]
UnitOrNone = Annotated[int, Meta(ge=-1, lt=MISSILES)]
Kind = Literal["asteroid", "black-hole", "nebula", "planet", "worm-hole"]
Status = Literal[
    "undeployed",
    "waiting",
    "out",
    "map",
    "docked",
    "boarded",
    "destroyed",
    "jumped",
    "left",
    "through",
    "landed",
    "landed-after",
]
Vote = Literal["", "change", "defend"]
Step = Literal[
    "planet", "worm-hole", "terrain", "deploy", "launch", "start", "undock", "ap", "move", "fire", "initiative",
    "tactics", "curves", "arrivals", "jumps", "pull",
]  # fmt: skip
Ending = Literal["held", "conceded", "planet", "aim", "draw"]
Agenda = Annotated[list["AnyTask"], Meta(max_length=200)]


class DocumentPart(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a position; what is as on a fresh unit is left out."""


class UnitDocument(DocumentPart, frozen=True, gc=False):
    """A ship, base or squadron; its number is its place among the units."""

    side: Side
    ship_class: str
    name: Name
    status: Status
    place: Hex
    facing: Facing
    row: Few
    power: Annotated[int, Meta(ge=-20, le=20)]
    shields: tuple[Few, ...]
    red: tuple[Few, ...]
    yellow: tuple[Few, ...]
    lost: tuple[bool, ...]
    turn: Few = 0
    slip: bool = False
    markers: Annotated[tuple[Annotated[int, Meta(ge=0, le=23)], ...], Meta(max_length=2)] = ()
    hull: Few = 0
    battery: bool = False
    afterburners: Few = 0
    shields_down: Repairable = 0
    helm_down: Repairable = 0
    power_loss: Repairable = 0
    ftl_offline: bool = False
    thrusters: Few = 0
    relays: Few = 0
    vote: Vote = ""
    fighters: tuple[Few, ...] = ()
    carrier: UnitOrNone = -1
    home: UnitOrNone = -1
    spent: bool = False
    moved: bool = False
    firing: bool = False
    fired: bool = False
    curve_set: bool = False
    arrived: bool = False
    jury: Annotated[int, Meta(ge=-1, le=9)] = -1
    broken: Repairable = 0
    shift: bool = False
    boarded: Annotated[int, Meta(ge=-1, lt=6 * (LAST_ROUND + 1))] = -1
    intel: bool = False


class MissileDocument(DocumentPart, frozen=True, gc=False):
    """A missile in flight."""

    number: MissileNumber
    side: Side
    place: Hex
    facing: Facing
    target: UnitOrNone = -1
    damaged: bool = False
    moved: bool = False
    player: Player = 0
    firer: UnitOrNone = -1


class PlayersDocument(DocumentPart, frozen=True):
    """The players where a side has several: of each unit its own, then what is as in the state."""

    owners: tuple[Player, ...]
    current: Player = 0
    barred: tuple[tuple[Side, Player], ...] = ()
    conceding: tuple[tuple[Side, Player], ...] = ()
    drawing: tuple[tuple[Side, Player], ...] = ()


class QualitiesDocument(DocumentPart, frozen=True):
    """What technology and crews are worth (32): of each unit its own, and whose extra AP is there."""

    of: tuple[Quality, ...]
    charged: tuple[UnitNumber, ...] = ()


class WindowDocument(DocumentPart, frozen=True):
    """Where the map lies."""

    q: int
    r: int
    extended: bool
    rows: Annotated[int, Meta(ge=11, le=999)]
    columns: Annotated[int, Meta(ge=15, le=999)]


class TaskDocument(
    DocumentPart, frozen=True, tag_field="task", tag=lambda name: name.removesuffix("Document").lower()
):
    """Something under way."""


class VolleyDocument(TaskDocument, frozen=True):
    """A group that is firing."""

    unit: UnitNumber
    group: Group
    left: Few


class FusionDocument(TaskDocument, frozen=True):
    """Fusion cannons that are firing."""

    unit: UnitNumber
    group: Group
    left: Few
    area: list[Target]


class PushDocument(TaskDocument, frozen=True):
    """A target about to be pushed."""

    unit: UnitNumber
    target: UnitNumber


class HammerDocument(TaskDocument, frozen=True):
    """The damage after the push."""

    target: UnitNumber
    fighter: Group | None
    arc: Arc
    points: Few


class LaunchingDocument(TaskDocument, frozen=True):
    """A missile about to be placed."""

    unit: UnitNumber
    group: Group
    target: UnitNumber
    place: Hex | None


class DetonationDocument(TaskDocument, frozen=True):
    """A missile about to hit."""

    missile: MissileNumber
    arc: Arc
    dice: tuple[Die, ...]


class BlastsDocument(TaskDocument, frozen=True):
    """The queue of explosions is dealt."""


class BlastDocument(TaskDocument, frozen=True):
    """One explosion with its victims to come."""

    unit: UnitNumber
    victims: list[Target]


class PullDocument(TaskDocument, frozen=True):
    """The pull of black holes."""

    left: list[UnitNumber]
    found: list[tuple[UnitNumber, Facing]]


class BerthingDocument(TaskDocument, frozen=True):
    """A squadron that stays docked."""

    unit: UnitNumber


class ClosingDocument(TaskDocument, frozen=True):
    """A battle that is ending."""

    ending: Ending
    winner: Side | None
    saved: list[UnitNumber]


AnyTask = (
    VolleyDocument
    | FusionDocument
    | PushDocument
    | HammerDocument
    | LaunchingDocument
    | DetonationDocument
    | BlastsDocument
    | BlastDocument
    | PullDocument
    | BerthingDocument
    | ClosingDocument
)


class PositionDocument(Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="position"):
    """A position; `terrain` has the hexes of each kind, all else is as in the state.

    `aims` are there if they do not follow from the planet's owner, `layout` if the battle does not begin as usual,
    `more` if patterns are laid after the one that is laid now, `moon` if the side that is not the `owner` has a planet
    too, `planet_damage` once damage is done to a planet, and `players` if a side has several (25). In a battle of Space
    Empires: 4X there are `qualities`, `tactics` until it is used, `no_retreat`, and `unloaded` once troops are down.
    """

    units: Annotated[list[UnitDocument], Meta(max_length=MISSILES)]
    round: Annotated[int, Meta(ge=0, le=LAST_ROUND)]
    impulse: Annotated[int, Meta(ge=0, le=5)]
    side: Side
    step: Step
    initiative: Side
    top: Side
    mode: Mode
    owner: Side | None
    boxes: Annotated[int, Meta(ge=1, le=20)]
    pattern: tuple[Die, Die] | None
    capital: Hex | None
    terrain: dict[Kind, Annotated[list[Hex], Meta(min_length=1)]]
    window: WindowDocument
    missiles: list[MissileDocument]
    launched: Annotated[int, Meta(ge=0, le=9999)]
    quiet: Annotated[int, Meta(ge=0, le=QUIET_ROUNDS)]
    stirred: bool
    offers: Annotated[list[Side], Meta(max_length=2)]
    agenda: Agenda
    blasts: list[UnitNumber]
    ending: Ending | Literal[""]
    winner: Side | None
    format: Literal[1] = 1
    aims: tuple[Aim, ...] | UnsetType = UNSET
    layout: Layout | UnsetType = UNSET
    moon: Hex | UnsetType = UNSET
    more: Annotated[tuple[tuple[Die, Die], ...], Meta(max_length=3)] | UnsetType = UNSET
    planet_damage: Few | UnsetType = UNSET
    power_shift: bool | UnsetType = UNSET
    bases_fall: bool | UnsetType = UNSET
    players: PlayersDocument | UnsetType = UNSET
    qualities: QualitiesDocument | UnsetType = UNSET
    tactics: Side | UnsetType = UNSET
    no_retreat: Side | UnsetType = UNSET
    unloaded: tuple[UnitNumber, ...] | UnsetType = UNSET
