"""Two doctrines compared on the same dice: beside each other on the page, and the one that is sent is kept."""

import re
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from accounts.work import Bell
from campaign.models import Forecast, ForecastChunk
from campaign.odds import forecasts as odds
from campaign.rules.battles.predicting import STANCES
from campaign.rules.orders import RESERVE
from campaign.rules.state import Ship
from campaign.war.log.documents import encoded
from engines.odds.comparing import Compared, comparisons
from engines.odds.tally import Ended, Tally
from engines.seeded import SeededDice
from tests.emptying import count_from_one, empty_tables
from tests.site.campaign.engaging.test_answers import Player, war_at
from tests.site.campaign.odds import test_odds_ahead, test_odds_under_way
from tests.site.campaign.odds.test_odds import TOKEN
from tests.site.seats import HTMX, Seated, text
from tests.site.wars import put_state, state_of, user_of

pytestmark = pytest.mark.django_db
FEW, FIRST = 6, 4
war = test_odds_ahead.war


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few play-outs a case, and pieces of two however fast the machine is."""
    for module in ("campaign.odds.forecasts", "campaign.odds.words"):
        monkeypatch.setattr(f"{module}.MOST", FEW)
        monkeypatch.setattr(f"{module}.SURE", FIRST)
        monkeypatch.setattr(f"{module}.ROUGH", FIRST)
    monkeypatch.setattr("campaign.odds.forecasts.FIRST", FIRST)
    monkeypatch.setattr("campaign.odds.question.SURE", FIRST)
    monkeypatch.setattr("campaign.odds.kept.FIRST", FIRST)
    ticks = count(step=odds.CHUNK_SECONDS * 0.6)
    monkeypatch.setattr(odds, "monotonic", lambda: next(ticks))
    monkeypatch.setattr(Bell, "ring_now", lambda *_words: True)


def asked_to_engage() -> Player:
    """Terran, who is asked whether it engages."""
    return Player(war_at("SC", "FF, FF", settings={"settled_by": "worker"}), "terran")


def asks(player: Player, **fields: Any) -> Any:
    """The button of the page, with its script."""
    question = state_of(player.war).question
    assert question is not None
    sent = {"odds": question.battle, "stance": "hold", "compare": "preserve", **fields}
    return player.client.post(f"{player.path}odds/", sent, headers=HTMX)


def work_off() -> Forecast:
    """The forecast asked for last, when nothing is owed any more."""
    while (piece := ForecastChunk.objects.filter(status="queued").first()) is not None:
        assert odds.play_out_chunk(piece.pk)
    return Forecast.objects.latest("asked_at")


def panel(player: Player) -> Any:
    """The part of the page with the odds asked for last."""
    return player.client.post(f"{player.path}odds/{Forecast.objects.latest('asked_at').key}/", headers=HTMX)


def test_both_doctrines_stand_beside_each_other_with_the_difference() -> None:
    player = asked_to_engage()
    assert "Compare the odds with" in player.page
    first = text(asks(player))
    assert "Your captain: Hold the field, compared with Preserve the fleet." in first
    assert "Captains have fought this battle 0 times" in first
    forecast = work_off()
    said = text(panel(player))
    fought = [case.tally.fought for case in odds.cases_of(forecast)]
    assert f"Captains have fought this battle {2 * sum(fought)} times" in said
    assert f"Play-outs of each {' '.join(map(str, fought))}" in said
    assert "You win Hold the field" in said
    assert "Front line advances Hold the field" in said
    assert "In full: Hold the field Who wins" in said
    assert said.count("Difference") == 2
    table, _, sentence = said.rpartition(" You win ")
    assert table in player.page
    assert f" You win {sentence}" in player.page


def test_the_figures_are_those_of_the_library_in_pairs() -> None:
    """However the pieces were cut: both doctrines met the same dice, and the difference is counted in pairs."""
    player = asked_to_engage()
    asks(player)
    forecast = work_off()
    asked = odds.asked_in(forecast)
    said = text(panel(player))
    for number, case in enumerate(odds.cases_of(forecast)):
        both = asked.case(number), asked.other_case(number)
        assert both[0].seed == both[1].seed
        assert [one.doctrines["terran"].stance for one in both] == ["hold", "preserve"]
        found = comparisons(*both, range(case.tally.fought), SeededDice)
        assert case.compared == found
        assert case.tally == found.first
        pairs = found.pairs(_terran_won)
        assert pairs.difference == pytest.approx(
            found.first.won("terran").share - found.second.won("terran").share
        )
        low, high = (round(100 * end) for end in pairs.interval)
        assert f"{_signed(low)} to {_signed(high)}" in said


def _terran_won(ended: Ended) -> bool:
    return ended.winner == "terran"


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def test_without_another_doctrine_nothing_is_compared() -> None:
    player = asked_to_engage()
    asks(player, compare="")
    work_off()
    said = text(panel(player))
    assert "compared with" not in said
    assert "Difference" not in said
    assert "Play-outs of each" not in said


@pytest.mark.parametrize("word", ["hold", "flee", "Preserve"])
def test_what_cannot_be_compared_is_refused(word: str) -> None:
    answer = asks(asked_to_engage(), compare=word)
    assert (answer.status_code, "Choose another doctrine" in answer.content.decode()) == (422, True)
    assert not Forecast.objects.exists()


def test_the_ships_it_saves_are_saved_in_both() -> None:
    player = asked_to_engage()
    name = state_of(player.war).battles[0].forces["terran"][0].name
    asks(player, save=name)
    asked = odds.asked_in(Forecast.objects.get())
    assert asked.other is not None
    assert asked.doctrine.save == asked.other.save == (name,)


@pytest.mark.parametrize(("stance", "kept"), [("hold", 0.75), ("preserve", 0.25), ("withdraw", 0.75)])
def test_of_the_two_that_which_is_sent_is_kept(stance: str, kept: float) -> None:
    """Of a third one there are no figures, so those of the doctrine asked about count."""
    player = asked_to_engage()
    asks(player)
    forecast = Forecast.objects.get()
    ForecastChunk.objects.all().delete()
    booked = encoded(
        Compared(_won(3), _won(1), (((TERRAN, TERRAN), 1), ((TERRAN, TALON), 2), ((TALON, TALON), 1)))
    )
    for case in range(len(STANCES)):
        forecast.chunks.create(
            case=case, start=0, due_at=timezone.now(), tally=booked, status="done", fought=FIRST
        )
    assert "Difference +50" in text(panel(player))
    assert player.answer("yes", stance=stance).status_code == 302
    assert Forecast.objects.get().shares == [kept] * len(STANCES)


TERRAN, TALON = Ended("terran", "great"), Ended("talon", "great")


def _won(times: int) -> Tally:
    """A tally of battles that Terran won so many of."""
    return Tally(FIRST, ((TALON, FIRST - times), (TERRAN, times)))


def test_it_goes_on_after_a_worker_died_and_counts_each_pair_once() -> None:
    player = asked_to_engage()
    asks(player)
    row = ForecastChunk.objects.get()
    held = odds.FORECASTS.claim(row.pk)
    assert held is not None
    late = odds.FORECASTS.perform(held)
    ForecastChunk.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert odds.play_out_chunk(row.pk)
    assert not odds.FORECASTS.settle(held, late)
    forecast = work_off()
    for number, case in enumerate(odds.cases_of(forecast)):
        asked = odds.asked_in(forecast)
        pair = asked.case(number), asked.other_case(number)
        assert case.compared == comparisons(*pair, range(case.tally.fought), SeededDice)


def test_the_plan_and_a_battle_under_way_compare_too(war: Any) -> None:
    user = user_of(war, "terran")
    assert user is not None
    anna = Seated(war, user, "terran")
    assert 'name="compare"' in anna.get(test_odds_ahead.ADDRESS).content.decode()
    same = test_odds_ahead.asks(anna, **{"enemy-frigate": "2", "compare": "hold"})
    assert (same.status_code, "Choose another doctrine" in text(same)) == (422, True)
    answer = test_odds_ahead.asks(anna, **{"enemy-frigate": "2", "compare": "withdraw"})
    work_off()
    said = text(anna.client.get(answer["Location"]))
    assert "Your captain: Hold the field, compared with Fight and withdraw." in said
    assert "You miss the minimum Hold the field" in said


def test_a_battle_that_is_joined_compares_too() -> None:
    joined, _, address = test_odds_under_way.joined("table")
    player = Player(joined, "terran")
    same = player.client.post(player.path + address, {"stance": "hold", "compare": "hold"})
    assert (same.status_code, "Choose another doctrine" in text(same)) == (422, True)
    answer = player.client.post(player.path + address, {"stance": "hold", "compare": "preserve"})
    work_off()
    assert "Difference" in text(player.client.get(answer["Location"]))


def test_the_enemys_secrets_change_no_byte_of_a_comparison(transactional_db: None) -> None:
    """Two wars that differ in the enemy's treasury, other ships and its own comparison."""
    said = []
    for variant in (0, 1):
        empty_tables()
        count_from_one()
        cache.clear()
        noon = timezone.now().replace(hour=12, minute=0, second=0, microsecond=0)
        with time_machine.travel(noon, tick=False):
            said.append(_told(variant))
    assert said[0] == said[1]


def _told(variant: int) -> list[bytes]:
    """All that Terran is told of a comparison, from the question to the end, and what is stored of it."""
    player = asked_to_engage()
    if variant:
        state = state_of(player.war)
        state.talon.treasury += 900
        state.talon.ships["Hidden"] = Ship("dreadnought", RESERVE)
        put_state(player.war, state)
    answers = [asks(player)]
    pieces = ForecastChunk.objects.filter(status="queued").order_by("case")
    while (piece := pieces.first()) is not None:
        row = odds.FORECASTS.claim(piece.pk)
        assert row is not None
        asked = odds.asked_in(row.forecast)
        pair = asked.case(row.case), asked.other_case(row.case)
        odds.FORECASTS.settle(row, comparisons(*pair, range(row.start, row.start + 2), SeededDice))
        answers.append(panel(player))
    answers.append(player.client.get(player.path))
    stored = [bytes(row.asked) + row.key.encode() for row in Forecast.objects.all()]
    assert len(odds.cases_of(Forecast.objects.get())) == len(STANCES)
    return [*(re.sub(TOKEN, b"", one.content) for one in answers), *stored]
