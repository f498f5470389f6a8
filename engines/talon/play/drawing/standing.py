"""Where units and missiles stood at a moment of a battle, from what had happened up to then."""

from collections.abc import Iterable

from engines.talon import events as e
from engines.talon.report.drawing.geometry import angle, centre

Standing = tuple[int, int, int]
"""The middle of a hex in the drawing, and the angle of what stands there."""


def standing_after(events: Iterable[e.AnyEvent]) -> dict[int, Standing]:
    """Where each unit and missile on the map stands after the events of a battle, by number."""
    found: dict[int, Standing] = {}
    for event in events:
        if isinstance(event, e.Put | e.Went):
            found[event.unit] = (*centre(event.place), angle(event.facing))
        elif isinstance(event, e.Flew | e.Launched):
            found[event.missile] = (*centre(event.place), angle(event.facing))
        elif isinstance(event, e.Lost | e.Gone):
            found.pop(event.unit, None)
        elif isinstance(event, e.MissileStruck) and event.gone:
            found.pop(event.missile, None)
    return found
