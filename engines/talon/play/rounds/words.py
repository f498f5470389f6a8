"""Orders for the round in words: why a player is asked again, and what was not possible."""

from collections.abc import Iterable, Sequence
from typing import Final

from engines.talon.play.roster import Roster
from engines.talon.play.rounds.following import Unable
from engines.talon.play.rounds.sheet import GOES, short
from engines.talon.play.rounds.stops import Met
from engines.talon.state import IMPULSES
from engines.talon.view import View

ASKED: Final = {
    "round": "The round is over.",
    "initiative": "The initiative is at stake.",
    "draw": "The other side offers a draw.",
    "questions": "You have a choice in the middle of an effect.",
    "phase": "Your Power Phase begins.",
    "contact": "In range of an enemy: {}.",
    "hull": "Hit on the hull: {}.",
    "critical": "Critical hit: {}.",
    "loss": "Destroyed: {}.",
    "shields": "Shields lost: {}.",
    "stayed": "Could not jump away: {}.",
    "unable": "Not possible as ordered: {}.",
}
"""Why the player of a side is asked again, by the stop."""


def asked_in_words(view: View, stops: Iterable[Met]) -> tuple[str, ...]:
    """The stops that were met, as sentences."""
    roster = Roster(view)
    return tuple(ASKED[one.stop].format(roster.listed(list(one.units))) for one in stops)


def unable_in_words(view: View, unable: Sequence[Unable]) -> tuple[str, ...]:
    """What was ordered and not possible, as sentences: the captain decided in its place."""
    roster = Roster(view)
    names = (roster.name(one.unit) for one in unable)
    return tuple(_unable(name[:1].upper() + name[1:], one) for name, one in zip(names, unable, strict=True))


def _unable(name: str, one: Unable) -> str:
    impulse = IMPULSES[one.impulse]
    if one.step == "move":
        what = f"move as ordered in impulse {impulse} ({GOES[one.ordered]})"
    elif one.step == "ap":
        what = f"spend its AP as ordered in impulse {impulse} ({short(one.ordered)})"
    else:
        what = f"take Speed {one.ordered} as ordered"
    return f"{name} could not {what}. The captain decided."
