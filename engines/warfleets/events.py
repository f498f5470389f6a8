"""What happened in a battle, each with the dice that decided it; numbers are those of `orders`."""

from typing import Literal

from msgspec import Struct

from engines.seam.sides import Side

Cause = Literal["weapon", "ram", "overlap", "push", "terrain", "mine", "overheating"]


class Event(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="event",
    tag=str.lower,
    gc=False,
):
    """Something that happened."""


class RolledOff(Event, frozen=True):
    """Both sides rolled for the initiative; if the dice are alike they roll again (WF4)."""

    terran: int
    talon: int


class Laid(Event, frozen=True):
    """A piece of terrain lies on the table."""

    piece: str
    name: str
    place: tuple[int, int]
    heading: int


class Picked(Event, frozen=True):
    """A side has taken an edge of the table."""

    side: Side
    edge: str


class Objectives(Event, frozen=True):
    """So many markers are laid, by this die (W5)."""

    die: int
    markers: int


class Placed(Event, frozen=True):
    """A marker of the mission lies here."""

    marker: int
    place: tuple[int, int]


class Deployed(Event, frozen=True):
    """A model was set up."""

    model: int
    place: tuple[int, int]
    heading: int


class Kept(Event, frozen=True):
    """A ship stays off the table for now."""

    model: int


class Skipped(Event, frozen=True):
    """A rogue squadron does not act in this phase."""

    model: int


class Began(Event, frozen=True):
    """A round or one of its phases began."""

    round: int
    phase: int
    side: Side


class Acted(Event, frozen=True):
    """A model took its action."""

    model: int
    action: str


class Warped(Event, frozen=True):
    """A Warp Drive takes a ship 2 inches farther than its die."""

    model: int
    die: int


class Went(Event, frozen=True):
    """A model is now here: by its own move, or by that of another."""

    model: int
    place: tuple[int, int]
    heading: int
    how: Literal["moved", "pivoted", "pushed", "pulled", "displaced", "returned"]
    die: int = 0


class Left(Event, frozen=True):
    """A model left the table here (W12)."""

    model: int
    place: tuple[int, int]


class Fired(Event, frozen=True):
    """A weapon was fired at a target: the dice, and the least that hits."""

    model: int
    weapon: int
    target: int
    needed: int
    dice: tuple[int, ...]


class Blocked(Event, frozen=True):
    """A target blocked hits: the dice, and the least that blocks."""

    model: int
    needed: int
    dice: tuple[int, ...]


class Ignored(Event, frozen=True):
    """A Shield Booster was asked about a point of damage."""

    model: int
    die: int


class Hurt(Event, frozen=True):
    """A model took a point of damage, a ship on an upgrade, which may be disabled by it."""

    model: int
    slot: int
    cause: Cause
    disabled: bool = False


class Mended(Event, frozen=True):
    """A point of damage came off a ship."""

    model: int
    slot: int


class Gone(Event, frozen=True):
    """A model is out of the battle; `die` is that of a morale test."""

    model: int
    how: Literal["destroyed", "surrendered"]
    die: int = 0


class Steadied(Event, frozen=True):
    """A ship passed its morale test (W19)."""

    model: int
    die: int


class Rammed(Event, frozen=True):
    """A ship came into contact with its target (W14)."""

    model: int
    target: int


class Marked(Event, frozen=True):
    """A ship took up a marker, or dropped it here."""

    marker: int
    model: int
    place: tuple[int, int]
    dropped: bool = False


class Mined(Event, frozen=True):
    """A mine was laid here, or went off under a model."""

    model: int
    place: tuple[int, int]
    exploded: bool = False


class Danger(Event, frozen=True):
    """A model came into dangerous terrain: the die of its D3 (W20)."""

    model: int
    terrain: str
    die: int


class Over(Event, frozen=True):
    """The battle is over; without a side it is a draw."""

    winner: Side | None


AnyEvent = (
    RolledOff
    | Laid
    | Picked
    | Objectives
    | Placed
    | Deployed
    | Kept
    | Skipped
    | Began
    | Acted
    | Warped
    | Went
    | Left
    | Fired
    | Blocked
    | Ignored
    | Hurt
    | Mended
    | Gone
    | Steadied
    | Rammed
    | Marked
    | Mined
    | Danger
    | Over
)
