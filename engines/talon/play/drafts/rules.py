"""The rules by which the orders of a line are given."""

from collections.abc import Iterable
from typing import Final

from engines.talon import orders as o

RULES: Final[dict[type, str]] = {
    o.Planet: "31.8",
    o.WormHole: "29.5",
    o.Pattern: "30.3",
    o.Deploy: "21",
    o.Launch: "21",
    o.Charge: "6.1",
    o.Battery: "6.2",
    o.Vote: "6.3",
    o.Reinforce: "6.4",
    o.Slip: "6.5",
    o.PowerThrough: "6.6",
    o.PowerShift: "24",
    o.Retarget: "6.7",
    o.Transmit: "6.8",
    o.Move: "7",
    o.Burn: "10.2",
    o.Rotate: "14",
    o.Steer: "13.4",
    o.Fire: "8",
    o.Curve: "5.4",
    o.Arrive: "22",
    o.Undock: "26",
    o.Jump: "11",
    o.Grant: "4.2",
    o.Tactics: "32.4",
    o.Concede: "20.4",
    o.OfferDraw: "R29",
    o.FightOn: "R112",
    o.Exceed: "25",
}
"""The rule of each kind of order; answers and "done" have none of their own."""


def rules_of(orders: Iterable[o.AnyOrder]) -> tuple[str, ...]:
    """The rules of the orders, each once, in their order."""
    return tuple(dict.fromkeys(RULES[type(order)] for order in orders if type(order) in RULES))
