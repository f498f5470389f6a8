"""Wars for tests of the site: begun and played on as for the benchmarks, and put where a test wants them."""

from random import Random
from typing import Any

import pytest

from bench.site.played_wars import chart, make_war, record, seal_random, state_of, step, user_of
from campaign.models import War
from campaign.rules import state as core
from campaign.rules.events import SandboxBegan
from campaign.war.chart.map_library import suggested
from campaign.war.log.documents import decode_events, encoded
from campaign.war.log.fold import log_of
from campaign.war.services import log
from tests.people import make_person
from tests.prepared import prepared

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


@prepared
def war_at(turn: int = 1, phase: str = "bases", seed: int = 7, **settings: Any) -> War:
    """A war of anna (Terran) against boris (Talon), played until it is in that phase of that turn."""
    war = make_war(make_person("anna"), make_person("boris"), **settings)
    play_until(war, phase=phase, turn=turn, random=Random(seed))
    war.refresh_from_db()
    return war


def war_wanted(request: pytest.FixtureRequest, **settings: Any) -> War:
    """The war of a test, as far as its mark says: `@pytest.mark.played_until(turn=2, phase="planning")`."""
    mark = request.node.get_closest_marker("played_until")
    return war_at(**(mark.kwargs if mark else {}), **settings)


def put_state(war: War, state: core.War) -> None:
    """Replace the stored position of a war by one made by hand; its last entry then leads there."""
    war.refresh_from_db()
    entry = log_of(war.pk)[-1]
    entry.events = encoded([*decode_events(bytes(entry.events)), SandboxBegan(state)])
    entry.save(update_fields=["events"])
    log.snapshot(war, state, version=war.version)
    war.save()
