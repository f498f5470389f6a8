"""What an AP is spent on, in words (6)."""

from engines.talon import orders as o
from engines.talon.hexes import ARCS
from engines.talon.report.cast import Cast
from engines.talon.report.pending_sentences import Verb
from engines.talon.report.words import WEAPONS

USES = {"charge": "fighters' weapons", "power-through": "a tighter turn", "slip": "a side slip"}
PLAIN: dict[type, Verb] = {
    o.Battery: ("charges its battery", "charge their batteries", ""),
    o.Slip: ("prepares", "prepare", " a side slip"),
    o.PowerThrough: ("powers", "power", " through a turn"),
    o.PowerShift: ("prepares", "prepare", " a power shift"),
}
PURCHASES = (o.Charge, o.Battery, o.Vote, o.Reinforce, o.Slip, o.PowerThrough, o.PowerShift, o.Transmit)
Purchase = o.Charge | o.Battery | o.Vote | o.Reinforce | o.Slip | o.PowerThrough | o.PowerShift | o.Transmit


def purchase(order: Purchase, cast: Cast) -> Verb:
    """What the order buys."""
    match order:
        case o.Charge(unit=unit, group=group):
            name = WEAPONS[cast[unit].kind.groups[group].weapon]
            return ("charges", "charge", f" {name}{'es' if name.endswith('o') else 's'}")
        case o.Vote(marker=marker):
            return ("bids", "bid", f" to {marker} the initiative")
        case o.Reinforce(arc=arc):
            return ("reinforces", "reinforce", f" the {ARCS[arc]}")
        case o.Transmit(squadron=squadron, use=use):
            return ("sends", "send", f" {cast.name(squadron)} power for {USES[use]}")
    return PLAIN[type(order)]
