"""Wars for tests of the site: begun and played on as for the benchmarks, and put where a test wants them."""

from random import Random

from bench.played_wars import chart, make_war, record, seal_random, state_of, step, user_of
from campaign.map.shelf import suggested
from campaign.models import War
from campaign.rules import state as core
from campaign.services import log

__all__ = [
    "chart",
    "make_war",
    "play_until",
    "put_state",
    "record",
    "seal_random",
    "state_of",
    "step",
    "suggested",
    "user_of",
    "version_of",
]


def version_of(war: War) -> int:
    """The version a page opened now would have seen."""
    return War.objects.values_list("version", flat=True).get(pk=war.pk)


def play_until(war: War, *, phase: str, turn: int = 1, random: Random | None = None) -> core.War:
    """Play on until the war is in that phase of that turn or later, or over; the state there."""
    random = random or Random(7)
    state = state_of(war)
    while state.phase != "over" and (state.turn < turn or state.phase != phase):
        state = step(war, random)
    return state


def put_state(war: War, state: core.War) -> None:
    """Replace the stored position of a war by one made by hand; the log then no longer leads there."""
    war.refresh_from_db()
    log.snapshot(war, state, version=war.version)
    war.save()
