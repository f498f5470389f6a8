"""The form of each line: its words and terms in their order, which reading and writing both follow."""

from typing import Any, Final, NamedTuple

from engines.warfleets import events, orders
from engines.warfleets.notation.terms import (
    ACTION,
    COUNT,
    COUNTS,
    DISTANCE,
    HEADING,
    HOW,
    MODEL,
    MODELS,
    NAME,
    POINT,
    POINTS,
    SLOT,
    TEXT,
    TURNED,
    WEAPON,
    WINNER,
    Term,
)


class Field(NamedTuple):
    """A value of the record."""

    name: str
    term: Term


class Maybe(NamedTuple):
    """What is left out if its fields are as usual; it begins with a word."""

    parts: tuple["str | Field", ...]


class Flag(NamedTuple):
    """A word that is there if a field is true."""

    name: str
    word: str


Part = str | Field | Maybe | Flag
Form = tuple[Part, ...]
SIDE: Final = Field("side", NAME)
IT: Final = Field("model", MODEL)
AT: Final = Field("place", POINT)
AIM: Final = Field("target", MODEL)
DIE: Final = Maybe(("die", Field("die", COUNT)))
ROLLED: Final = ("die", Field("die", COUNT))
HEADED: Final = ("heading", Field("heading", HEADING))
PIVOT: Final = Maybe(("pivot", Field("before", DISTANCE), Field("turn", TURNED)))

ORDERS: Final[dict[type[Any], Form]] = {
    orders.RollOff: (SIDE, "roll"),
    orders.Lay: (SIDE, "lay", Field("piece", TEXT), AT, Maybe(HEADED)),
    orders.Enough: (SIDE, "enough"),
    orders.PickEdge: (SIDE, "edge", Field("edge", NAME)),
    orders.LayMarker: (SIDE, "marker", AT),
    orders.Deploy: (SIDE, IT, "deploy", AT, *HEADED, Maybe(("ahead", Field("ahead", DISTANCE)))),
    orders.Reserve: (SIDE, IT, "reserve"),
    orders.Skip: (SIDE, IT, "skip"),
    orders.Mine: (SIDE, IT, "mine", AT),
    orders.Repair: (SIDE, IT, "repair", AIM),
    orders.Pull: (SIDE, IT, "pull", AIM),
    orders.Hold: (SIDE, IT, "hold", Maybe(("pivot", Field("turn", TURNED)))),
    orders.Warp: (SIDE, IT, "warp"),
    orders.Ram: (SIDE, IT, "ram", AIM, PIVOT),
    orders.Fly: (SIDE, IT, "fly", Field("action", ACTION), Field("by", POINTS)),
    orders.Shoot: (
        SIDE,
        IT,
        "shoot",
        Field("weapon", WEAPON),
        "at",
        Field("targets", MODELS),
        Maybe(("split", Field("attacks", COUNTS))),
    ),
    orders.Done: (SIDE, IT, "done"),
    orders.Assign: (SIDE, IT, "damage", Field("slot", SLOT)),
    orders.Displace: (SIDE, IT, "aside", AT),
    orders.Return: (SIDE, IT, "return", AT, *HEADED),
    orders.Go: (SIDE, IT, Field("action", ACTION), PIVOT),
}

EVENTS: Final[dict[type[Any], Form]] = {
    events.RolledOff: ("roll-off", "terran", Field("terran", COUNT), "talon", Field("talon", COUNT)),
    events.Laid: ("laid", Field("piece", TEXT), Field("name", TEXT), AT, *HEADED),
    events.Picked: ("edge", SIDE, Field("edge", NAME)),
    events.Objectives: ("markers", Field("markers", COUNT), *ROLLED),
    events.Placed: ("placed", Field("marker", COUNT), AT),
    events.Began: ("round", Field("round", COUNT), "phase", Field("phase", COUNT), SIDE),
    events.Over: ("over", "winner", Field("winner", WINNER)),
    events.Deployed: (IT, "deployed", AT, *HEADED),
    events.Kept: (IT, "kept"),
    events.Skipped: (IT, "skipped"),
    events.Acted: (IT, "acts", Field("action", NAME)),
    events.Warped: (IT, "warps", *ROLLED),
    events.Left: (IT, "left", AT),
    events.Fired: (
        IT,
        "fired",
        Field("weapon", WEAPON),
        "at",
        AIM,
        "needs",
        Field("needed", COUNT),
        "dice",
        Field("dice", COUNTS),
    ),
    events.Blocked: (IT, "blocks", Field("needed", COUNT), "dice", Field("dice", COUNTS)),
    events.Ignored: (IT, "shielded", *ROLLED),
    events.Hurt: (IT, "hurt", Field("slot", SLOT), "by", Field("cause", NAME), Flag("disabled", "disabled")),
    events.Mended: (IT, "mended", Field("slot", SLOT)),
    events.Gone: (IT, "gone", Field("how", NAME), DIE),
    events.Steadied: (IT, "steady", *ROLLED),
    events.Rammed: (IT, "rammed", AIM),
    events.Marked: (IT, "marker", Field("marker", COUNT), AT, Flag("dropped", "dropped")),
    events.Mined: (IT, "mine", AT, Flag("exploded", "exploded")),
    events.Danger: (IT, "danger", Field("terrain", TEXT), *ROLLED),
    events.Went: (IT, Field("how", HOW), AT, *HEADED, DIE),
}
