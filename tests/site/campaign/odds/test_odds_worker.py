"""A real worker works odds out, killed in the middle, on both databases and queues."""

import pytest

from bench.site.workers import kill, worker
from campaign.models import Forecast, ForecastChunk
from campaign.odds import forecasts as odds
from campaign.rules.battles.predicting import STANCES
from campaign.rules.odds.asked import asked_of
from campaign.rules.sight import view
from engines.odds.playing import play_outs
from engines.seam.documents import Doctrine
from engines.seeded import SeededDice
from tests.site.campaign.engaging.test_answers import war_at
from tests.site.wars import state_of
from tests.workers import children, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.worker]


def booked(forecast: Forecast) -> int:
    """How many play-outs are booked, as long as somebody looks."""
    odds.want(Forecast.objects.get(pk=forecast.pk))
    return sum(case.tally.fought for case in odds.cases_of(forecast))


def test_a_worker_killed_in_the_middle_costs_no_play_out_and_counts_none_twice() -> None:
    war = war_at("SC", "FF, FF", settings={"settled_by": "worker"})
    state = state_of(war)
    asked = asked_of(
        view(state, "terran"), "terran", state.battles[0], Doctrine(stance="preserve"), "captain"
    )
    forecast = odds.ask(war=war, asked=asked)
    with worker() as first:
        wait_until(lambda: booked(forecast) > odds.FIRST, seconds=300)
        kill(first)
        assert wait_until(lambda: not children(first))
    with worker():
        wait_until(lambda: booked(forecast) == odds.MOST * len(STANCES), seconds=600)
    assert not ForecastChunk.objects.exclude(status="done").exists()
    for case, found in enumerate(odds.cases_of(forecast)):
        assert found.tally == play_outs(asked.case(case), range(odds.MOST), SeededDice)
