"""Odds take turns by person: who asks much does not keep others from their first figure."""

from datetime import timedelta
from itertools import count

import pytest
from django.utils import timezone

from accounts.work import Bell
from campaign.models import Forecast, ForecastChunk, War
from campaign.odds import forecasts as odds
from campaign.odds.turns import play_out_in_turn
from campaign.rules.odds.asked import asked_of
from campaign.rules.sight import view
from campaign.tasks import play_out
from engines.seam.documents import Doctrine
from tests.people import make_person
from tests.site.campaign.engaging.test_answers import war_at
from tests.site.wars import make_war, put_state, state_of

pytestmark = pytest.mark.django_db
MANY = 12


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece is one play-out, and nobody hears a bell."""
    ticks = count(step=odds.CHUNK_SECONDS * 2)
    monkeypatch.setattr(odds, "monotonic", lambda: next(ticks))
    monkeypatch.setattr(Bell, "ring_now", lambda _bell, _number: True)


def asked(war: War, number: int) -> Forecast:
    """A question of Terran's that is wanted; the numbers make many of them."""
    seen = view(state_of(war), "terran")
    battle = seen.battles[0]
    found = odds.ask(war=war, asked=asked_of(seen, "terran", battle, Doctrine(stance="hold"), "captain"))
    return Forecast.objects.create(
        war=war,
        side="terran",
        battle=number,
        key=f"{number:032}",
        asked=bytes(found.asked),
        asked_at=timezone.now(),
        wanted_until=found.wanted_until,
    )


def test_who_asks_late_has_the_next_turn() -> None:
    """One person has asked a dozen things before; the other waits for one piece at the most."""
    much = war_at("SC", "FF, FF", settings={"settled_by": "worker"})
    other = make_war(make_person("carol"), make_person("dave"), settled_by="worker")
    put_state(other, state_of(much))
    due = timezone.now() - timedelta(seconds=5)
    for number in range(MANY):
        asked(much, 100 + number).chunks.create(case=1, start=0, due_at=due)
    first = ForecastChunk.objects.filter(forecast__war=much).earliest("pk")
    assert play_out_in_turn(first.pk)
    asked(other, 300)
    rung = ForecastChunk.objects.filter(forecast__war=much, status="queued").earliest("pk")
    play_out(rung.pk)
    assert ForecastChunk.objects.filter(forecast__war=other, status="done").count() == 1
    for _ in range(4):
        play_out(rung.pk)
    done = ForecastChunk.objects.filter(status="done")
    assert done.filter(forecast__war=other).count() == done.filter(forecast__war=much).count() == 3


def test_the_one_rung_for_is_done_where_nobody_else_waits() -> None:
    war = war_at("SC", "FF, FF", settings={"settled_by": "worker"})
    asked(war, 100)
    piece = ForecastChunk.objects.get()
    play_out(piece.pk)
    piece.refresh_from_db()
    assert piece.status == "done"
    play_out(0)
    assert ForecastChunk.objects.filter(status="done").count() == 2
