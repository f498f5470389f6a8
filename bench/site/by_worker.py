"""From "resolve" to the report: a worker that has nothing else to do, on the database and the queue of this process."""

import time

from django.urls import reverse

from accounts.models import User
from battles.models import Battle, Status, Way
from battles.services import open_battle
from bench.battles.fleets import over_terrain
from bench.figures import Measurement, middle
from bench.site.pages import client_of
from bench.site.workers import worker

RUNS, REPORT_LIMIT_MS, PATIENCE_S = 9, 2_000.0, 60.0


def resolve_to_report(name: str, terran: User, talon: User) -> Measurement:
    """Milliseconds from the order to fight to the report's page, answered; RuntimeError if no worker comes.

    An open page hears of it within half a second more, with Redis at once.
    """
    with worker():
        _resolved(terran, talon)  # the worker has started when this is done
        runs = [1000 * _resolved(terran, talon) for _ in range(RUNS)]
    setup = over_terrain()
    note = f"a battle of {len(setup.terran) + len(setup.talon)} units"
    return middle(f"resolve_to_report_ms_{name}", runs, "ms", REPORT_LIMIT_MS, note)


def _resolved(terran: User, talon: User) -> float:
    began = time.perf_counter()
    battle = open_battle(
        setup=over_terrain(),
        title="First Light, battle 3",
        place="Vega 5",
        terran_user=terran,
        talon_user=talon,
        owner_topic="war:0",
        owner_path="/wars/",
        way=Way.WORKER,
    )
    while Battle.objects.values_list("status", flat=True).get(pk=battle.pk) != Status.SETTLED:
        if time.perf_counter() > began + PATIENCE_S:
            raise RuntimeError(f"no worker has fought the battle within {PATIENCE_S:.0f} s")
        time.sleep(0.01)
    answer = client_of(terran).get(reverse("battle_fought", args=[battle.pk]))
    if answer.status_code != 200:
        raise RuntimeError(f"the report answers {answer.status_code}")
    return time.perf_counter() - began
