"""Odds that were shown before a side engaged are kept, and everybody can see how often they came true."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from bench.hand.battles import begun
from bench.site.fought_samples import HOLD, fought_battle
from campaign.models import Engagement, Forecast, ForecastChunk, War
from campaign.odds import forecasts as odds
from campaign.odds.kept import CameTrue, came_true
from campaign.odds.reliability import LEAST, reliability
from campaign.rules.battles.predicting import STANCES
from campaign.rules.odds.asked import Asked
from campaign.war.log.documents import encoded
from engines.odds import tally as tallies
from engines.odds.tally import Ended, Losses, Tally
from engines.seam.documents import Doctrine, Level
from tests.core.battle.records import duel
from tests.people import make_person
from tests.site.campaign.engaging.test_answers import Player, war_at
from tests.site.campaign.odds.test_odds import asks
from tests.site.seats import text
from tests.site.wars import make_war, state_of

pytestmark = pytest.mark.django_db
SHARES = [0.2, 0.5, 0.8]


def counted(won: int, fought: int) -> bytes:
    """A tally of battles that Terran won so many of."""
    ended = ((Ended("talon", "great"), fought - won), (Ended("terran", "great"), won))
    return tallies.encode(Tally(fought, ended, Losses(), Losses()))


def shown(player: Player, fought: int) -> None:
    """Terran has asked, and so many play-outs of each case are booked."""
    asks(player)
    forecast = Forecast.objects.get()
    ForecastChunk.objects.all().delete()
    for case in range(len(STANCES)):
        won, end = round(SHARES[case] * fought), {"status": "done", "fought": fought}
        forecast.chunks.create(case=case, start=0, due_at=timezone.now(), tally=counted(won, fought), **end)


@pytest.fixture
def player() -> Player:
    return Player(war_at("SC", "FF, FF", settings={"settled_by": "worker"}), "terran")


def test_what_was_shown_is_kept_when_the_side_engages(player: Player) -> None:
    shown(player, odds.FIRST)
    assert Forecast.objects.get().shares is None
    assert player.answer("yes").status_code == 302
    kept = Forecast.objects.get()
    assert (kept.shares, kept.kept_at is None) == (SHARES, False)


@pytest.mark.parametrize(("engage", "fought"), [("no", odds.FIRST), ("yes", odds.FIRST - 1)])
def test_a_decline_keeps_nothing_and_neither_do_odds_without_a_figure(
    player: Player, engage: str, fought: int
) -> None:
    shown(player, fought)
    assert player.answer(engage, sure="yes").status_code == 302
    assert Forecast.objects.get().kept_at is None


def kept(
    war: War,
    number: int,
    winner: str,
    side: str = "terran",
    *,
    doctrine: Doctrine | None = None,
    level: Level = "captain",
    **more: Any,
) -> Forecast:
    """A battle with kept odds that the winner won."""
    Engagement.objects.update_or_create(
        war=war,
        number=number,
        defaults={
            "turn": 1,
            "place": "Orion/5",
            "sectors": "Orion",
            "outcome": "fought",
            "winner": winner,
            **more,
        },
    )
    now = timezone.now()
    when = {"asked_at": now, "wanted_until": now, "kept_at": now}
    key = f"{number}-{side}-{Forecast.objects.count()}"
    asked = Asked("terran", 1, number, duel(), (), doctrine or HOLD, level)
    return Forecast.objects.create(
        war=war, side=side, battle=number, key=key, asked=encoded(asked), shares=SHARES, **when
    )


@pytest.fixture
def over(db: None) -> War:
    """A war that is over."""
    war = make_war(make_person("anna"), make_person("boris"))
    Engagement.objects.filter(war=war).delete()
    War.objects.filter(pk=war.pk).update(phase="over")
    return war


def test_where_people_fought_the_mean_of_the_cases_counts_once_a_battle(over: War) -> None:
    kept(over, 1, "terran")
    kept(over, 1, "terran", side="talon")
    kept(over, 2, "talon")
    found = sorted(came_true(), key=lambda one: one.won)
    assert [(round(one.said, 3), one.won, one.by_captains) for one in found] == [(0.5, False, False)] * 2


def test_where_captains_fought_the_enemys_doctrine_counts(over: War) -> None:
    """Talon preserved its fleet: the third case."""
    battle = fought_battle(make_person("clara"), make_person("dora"), duel())
    kept(over, 1, "terran", battle=battle)
    assert came_true() == [CameTrue(SHARES[2], True, True)]


@pytest.mark.parametrize("asked", [{"doctrine": Doctrine("withdraw")}, {"level": "admiral"}])
def test_odds_of_another_battle_between_captains_do_not_count(over: War, asked: Any) -> None:
    """Another doctrine was fought by than was asked about, or another level of captains fought."""
    battle = fought_battle(make_person("clara"), make_person("dora"), duel())
    kept(over, 1, "terran", battle=battle, **asked)
    assert came_true() == []


def test_a_battle_that_a_captain_played_does_not_count_as_one_of_people(over: War) -> None:
    play = begun(make_person("clara"), make_person("dora"), duel())
    kept(over, 1, "terran", battle=play.battle)
    lines = [("terran", "person"), ("terran", "captain"), ("talon", "captain")]
    for number, (side, by) in enumerate(lines, 900):
        play.lines.create(number=number, side=side, by=by, round=1, impulse=1, line=b"")
    assert len(came_true()) == 1
    play.lines.create(number=999, side="terran", by="captain", round=1, impulse=1, line=b"")
    assert came_true() == []


def test_a_second_question_hides_no_figure_that_was_shown(player: Player) -> None:
    """The case that had none yet stays without."""
    shown(player, odds.FIRST)
    first = Forecast.objects.get()
    first.chunks.filter(case=1).delete()
    first.chunks.create(case=1, start=0, due_at=timezone.now(), status="queued")
    Forecast.objects.create(
        war=first.war,
        side="terran",
        battle=first.battle,
        key="second",
        asked=first.asked,
        asked_at=timezone.now(),
        wanted_until=timezone.now(),
    )
    assert player.answer("yes").status_code == 302
    assert [row.shares for row in Forecast.objects.order_by("pk")] == [[0.2, None, 0.8], None]


def test_a_war_under_way_and_a_battle_that_was_not_fought_do_not_count(over: War) -> None:
    kept(over, 1, "terran", outcome="forfeited")
    kept(over, 2, "terran")
    War.objects.update(phase="battles")
    assert came_true() == []
    War.objects.update(phase="over")
    assert len(came_true()) == 1


def test_there_is_no_curve_of_fewer_than_fifty_battles(over: War) -> None:
    for number in range(LEAST - 1):
        kept(over, number + 1, "terran")
    page = text(Client().get("/odds/"))
    assert page.index("Measured at the bench, not on this site: 281 battles") < page.index(
        "Fewer than 50 such"
    )
    assert re.search(r"90 to 100% \d+ 9\d% 9\d% ", page)
    assert page.count("Fewer than 50 such battles so far") == 2
    kept(over, LEAST, "talon")
    page = text(Client().get("/odds/"))
    assert page.count("Fewer than 50 such battles so far") == 1
    assert "40 to 60% 50 50% 98%" in page
    assert "Brier score: 0.25" in page


def test_the_score_and_the_rows_are_what_they_are_called() -> None:
    sure = [CameTrue(1.0, True, False)] * 30 + [CameTrue(0.0, False, False)] * 30
    found = reliability("", "", sure)
    assert (found.brier, [(row.span, row.said, row.won) for row in found.rows]) == (
        "0.00",
        [("0 to 20%", 0, 0), ("80 to 100%", 100, 100)],
    )
    wrong = reliability("", "", [CameTrue(0.9, False, False)] * 60)
    assert (wrong.brier, wrong.rows[0].won, wrong.rows[0].battles) == ("0.81", 0, 60)


def test_what_was_kept_outlives_its_play_outs(player: Player) -> None:
    shown(player, odds.FIRST)
    player.answer("yes")
    old = timezone.now() - odds.KEPT * 2
    Forecast.objects.update(asked_at=old)
    assert odds.prune_forecasts() == len(STANCES)
    assert (Forecast.objects.count(), ForecastChunk.objects.count()) == (1, 0)
    assert state_of(player.war).battles
