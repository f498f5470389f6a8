"""Odds on the war's page: asked by one side, worked out in pieces while somebody looks, and nobody else's."""

import re
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.work import Bell
from campaign.models import Forecast, ForecastChunk, War
from campaign.odds import forecasts as odds
from campaign.rules.battles.predicting import STANCES
from campaign.rules.odds.asked import asked_of
from campaign.rules.orders import RESERVE, StandingInstruction
from campaign.rules.sight import view
from campaign.rules.state import Ship
from config.host.health import findings
from engines.odds import tally as tallies
from engines.odds.playing import play_out, play_outs
from engines.seam.documents import Doctrine
from engines.seam.sides import opponent
from engines.seam.systems import system
from engines.seeded import SeededDice
from tests.emptying import count_from_one, empty_tables
from tests.people import make_person
from tests.site.campaign.engaging.test_answers import Player, war_at
from tests.site.seats import HTMX, text
from tests.site.wars import put_state, state_of

pytestmark = pytest.mark.django_db
FEW, FIRST = 9, 4
TOKEN = re.compile(rb'(csrfmiddlewaretoken" value="|X-CSRFToken": "|X-CSRFToken&quot;: &quot;)\w+')


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few play-outs a case, shown from the fourth on, and pieces of two however fast the machine is."""
    for module in ("campaign.odds.forecasts", "campaign.odds.words"):
        monkeypatch.setattr(f"{module}.MOST", FEW)
        monkeypatch.setattr(f"{module}.SURE", FIRST)
        monkeypatch.setattr(f"{module}.ROUGH", FIRST)
    monkeypatch.setattr("campaign.odds.forecasts.FIRST", FIRST)
    monkeypatch.setattr("campaign.odds.question.SURE", FIRST)
    ticks = count(step=odds.CHUNK_SECONDS * 0.6)
    monkeypatch.setattr(odds, "monotonic", lambda: next(ticks))


@pytest.fixture(autouse=True)
def rung(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The pieces that were rung for."""
    found: list[int] = []

    def ring(_bell: Bell, number: int) -> bool:
        found.append(number)
        return True

    monkeypatch.setattr(Bell, "ring_now", ring)
    return found


@pytest.fixture
def player() -> Player:
    """Terran, who is asked whether it engages."""
    return Player(war_at("SC", "FF, FF", settings={"settled_by": "worker"}), "terran")


def asks(player: Player, **fields: Any) -> Any:
    """The button of the page, with its script."""
    question = state_of(player.war).question
    assert question is not None
    sent = {"odds": question.battle, "stance": "hold", **fields}
    return player.client.post(f"{player.path}odds/", sent, headers=HTMX)


def work_off() -> int:
    """How many pieces one worker after the other has done until nothing is owed."""
    done = 0
    while (piece := ForecastChunk.objects.filter(status="queued").order_by("?").first()) is not None:
        assert odds.play_out_chunk(piece.pk)
        done += 1
        assert ForecastChunk.objects.filter(status="queued").count() <= len(STANCES)
    return done


def panel(player: Player, beside: str = "") -> Any:
    """The part of the page that asks for itself, of the forecast asked for last; `beside`: what page that is."""
    key = Forecast.objects.filter(side="terran").latest("asked_at").key
    headers = {**HTMX, "HX-Current-URL": f"http://testserver{beside}"} if beside else HTMX
    return player.client.post(f"{player.path}odds/{key}/", headers=headers)


def test_the_page_offers_the_odds_and_shows_them_when_they_come(player: Player) -> None:
    assert "Show the odds" in player.page
    assert "Captains play the battle out with the doctrine above." in player.page
    first = asks(player)
    assert (first.status_code, Forecast.objects.count()) == (200, 1)
    assert "Captains have fought this battle 0 times" in text(first)
    assert "Your captain: Hold the field." in text(first)
    assert "<table" not in first.content.decode()
    work_off()
    said = text(panel(player))
    assert f"Captains have fought this battle {3 * FEW} times" in said
    assert "People may play differently. Another doctrine of the enemy can change the odds a lot." in said
    for words in (
        "Enemy's doctrine hold withdraw preserve Play-outs 9 9 9",
        "Who wins",
        "Nobody wins",
        "Front line advances",
        "You miss the minimum",
        "Points lost, average",
        "Your ships lost",
    ):
        assert words in said
    shown, _, sentence = said.rpartition(" You win ")
    assert shown in player.page
    assert f" You win {sentence}" in player.page
    assert "hx-trigger" not in panel(player).content.decode()


def test_the_figures_shown_are_those_booked_and_they_are_the_librarys(player: Player) -> None:
    """However the pieces were cut and in whatever order the cases went on: the same as in one go."""
    asks(player)
    pieces = work_off()
    forecast = Forecast.objects.get()
    assert pieces == ForecastChunk.objects.filter(status="done").count() > len(STANCES)
    for case, found in enumerate(odds.cases_of(forecast)):
        rows = list(forecast.chunks.filter(case=case).order_by("start").values_list("start", "fought"))
        assert [start for start, _ in rows] == [sum(many for _, many in rows[:at]) for at in range(len(rows))]
        assert found.tally == play_outs(
            odds.asked_in(forecast).case(case), range(found.tally.fought), SeededDice
        )
        assert found.tally.fought == sum(many for _, many in rows) >= FEW
        won = found.tally.won("terran")
        assert f"{100 * won.share:.0f}%" in text(panel(player))


def test_pieces_are_rung_for_one_after_the_other(player: Player) -> None:
    """The next case begins with the first figure of the one before; never are all pieces rung for at once."""
    asks(player)
    seen = []
    while (piece := ForecastChunk.objects.filter(status="queued").order_by("case").first()) is not None:
        fought = [case.tally.fought for case in odds.cases_of(Forecast.objects.get())]
        open_cases = set(ForecastChunk.objects.filter(status="queued").values_list("case", flat=True))
        begun = 1 + sum(fought[case] >= odds.FIRST for case in odds.ORDER[:2])
        assert open_cases <= set(odds.ORDER[:begun])
        odds.play_out_chunk(piece.pk)
        seen.append(piece.case)
    assert set(seen) == {0, 1, 2}


def test_a_figure_is_shown_from_a_number_of_play_outs_on(player: Player) -> None:
    asks(player)
    row = ForecastChunk.objects.get()
    few = play_outs(odds.asked_in(row.forecast).case(row.case), range(odds.ROUGH - 1), SeededDice)
    ForecastChunk.objects.update(status="done", fought=few.fought, tally=tallies.encode(few))
    assert "<table" not in panel(player).content.decode()
    more = play_outs(odds.asked_in(row.forecast).case(row.case), range(odds.ROUGH), SeededDice)
    ForecastChunk.objects.update(fought=more.fought, tally=tallies.encode(more))
    said = text(panel(player))
    assert "Play-outs 0 4 0" in said


def test_a_few_play_outs_are_shown_as_rough(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large battle takes its time: what there is stands on the page, the most usual doctrine of the enemy first."""
    monkeypatch.setattr("campaign.odds.words.SURE", FEW)
    monkeypatch.setattr("campaign.odds.question.SURE", FEW)
    asks(player)
    row = ForecastChunk.objects.get()
    assert STANCES[row.case] == "withdraw"
    few = play_outs(odds.asked_in(row.forecast).case(row.case), range(odds.ROUGH), SeededDice)
    ForecastChunk.objects.update(status="done", fought=few.fought, tally=tallies.encode(few))
    said = text(panel(player))
    assert "Play-outs 0 4 rough 0" in said
    assert re.search(
        r"You win \d+ of 100 and hold the front line in \d+; you lose about \d+ points, the enemy \d+\.", said
    )
    assert "outlook-1" not in panel(player, beside=player.path).content.decode(), "the estimate stays"
    assert "Estimate, if captains fight." in player.page
    for module in ("words", "question"):
        monkeypatch.setattr(f"campaign.odds.{module}.SURE", odds.ROUGH)
    assert "outlook-1" not in panel(player).content.decode()
    beside = panel(player, beside=player.path).content.decode()
    assert "Captains played it out: 4 play-outs." in beside
    assert 'id="outlook-1" hx-swap-oob="true"' in beside
    assert "Estimate, if captains fight." not in player.page


def test_nothing_is_worked_out_once_the_page_is_left(
    player: Player, rung: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Less than a minute after it last asked; and it goes on when somebody comes back."""
    monkeypatch.setattr(odds, "CHUNK_SECONDS", -1)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        asks(player)
        row = ForecastChunk.objects.get()
        assert odds.play_out_chunk(row.pk)
        clock.shift(20)
        panel(player)
        clock.shift(20)
        waits = ForecastChunk.objects.get(status="queued")
        assert odds.play_out_chunk(waits.pk)
        waits = ForecastChunk.objects.get(status="queued")
        clock.shift(40)
        rung.clear()
        assert not odds.play_out_chunk(waits.pk)
        assert odds.sweep_forecasts() == 0
        player.client.get(f"{player.path}odds/{row.forecast.key}/")
        assert not odds.play_out_chunk(waits.pk), "to look at the page by its address does not begin again"
        panel(player)
        assert odds.sweep_forecasts() == 1
        assert odds.play_out_chunk(waits.pk)


@pytest.mark.django_db(transaction=True)
def test_coming_back_rings_at_once(player: Player, rung: list[int]) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        asks(player)
        assert rung == [ForecastChunk.objects.get().pk]
        clock.shift(5)
        panel(player)
        assert len(rung) == 1
        clock.shift(60)
        panel(player)
        assert len(rung) == 2


def test_a_piece_is_booked_by_one_of_two_workers(player: Player) -> None:
    """The first is silent for too long; what it brings later is not counted."""
    asks(player)
    row = ForecastChunk.objects.get()
    late = odds.FORECASTS.claim(row.pk)
    assert late is not None
    brought = odds.FORECASTS.perform(late)
    ForecastChunk.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert odds.play_out_chunk(row.pk)
    assert not odds.FORECASTS.settle(late, brought)
    work_off()
    first = odds.cases_of(Forecast.objects.get())[0].tally
    assert first == play_outs(odds.asked_in(late.forecast).case(0), range(first.fought), SeededDice)


def test_killed_again_and_again_it_counts_each_play_out_once(player: Player) -> None:
    """A worker dies after its work and before it is booked, in every second piece."""
    asks(player)
    killed = 0
    while (row := ForecastChunk.objects.filter(status="queued").first()) is not None:
        if row.attempts == 0:
            held = odds.FORECASTS.claim(row.pk)
            assert held is not None
            odds.FORECASTS.perform(held)
            ForecastChunk.objects.filter(pk=row.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
            killed += 1
        assert odds.play_out_chunk(row.pk)
    forecast = Forecast.objects.get()
    assert killed == ForecastChunk.objects.filter(attempts=2).count() >= len(STANCES)
    for case, found in enumerate(odds.cases_of(forecast)):
        assert found.tally == play_outs(
            odds.asked_in(forecast).case(case), range(found.tally.fought), SeededDice
        )


def test_what_cannot_be_worked_out_says_so_and_can_be_asked_again(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "play_out", lambda *_words: 1 / 0)
    asks(player)
    row = ForecastChunk.objects.get()
    for _ in range(3):
        ForecastChunk.objects.update(due_at=timezone.now())
        odds.play_out_chunk(row.pk)
    assert "These odds could not be worked out." in text(panel(player))
    monkeypatch.setattr(odds, "play_out", play_out)
    assert "cannot be worked out" not in text(asks(player))
    work_off()
    assert f"{3 * FEW} times" in text(panel(player))


def test_another_doctrine_is_another_question_on_the_same_dice(player: Player) -> None:
    """And the one asked before is no longer worked at."""
    asks(player)
    asks(player, stance="preserve")
    former, latest = Forecast.objects.order_by("pk")
    now = timezone.now()
    assert (former.wanted_until <= now, latest.wanted_until > now) == (True, True)
    assert odds.asked_in(former).case(0).seed == odds.asked_in(latest).case(0).seed
    assert "Your captain: Preserve the fleet." in player.page
    asks(player)
    assert Forecast.objects.count() == 2
    assert "Your captain: Hold the field." in player.page


def test_ships_to_save_belong_to_the_question(player: Player) -> None:
    name = state_of(player.war).battles[0].forces["terran"][0].name
    assert f"saves {name}" in text(asks(player, save=name))
    refused = asks(player, save="Nobody")
    assert (refused.status_code, "Nobody is not in this battle" in refused.content.decode()) == (422, True)


def test_odds_of_captains_of_before_are_not_gone_on_with(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upgrade may bring captains that open, or fight, another way: their play-outs are not added up."""
    asks(player)
    asks(player)
    assert Forecast.objects.count() == 1
    monkeypatch.setattr(type(system("talon")), "rules_version", "of tomorrow")
    asks(player)
    assert Forecast.objects.count() == 2


def test_nobody_else_sees_what_a_side_has_asked(player: Player) -> None:
    """Not the enemy at its own address, not a stranger, not a visitor."""
    asks(player)
    key = Forecast.objects.get().key
    enemy = Player(player.war, opponent("terran"))
    stranger = Client()
    stranger.force_login(make_person("clara"))
    for client, path in (
        (enemy.client, player.path),
        (enemy.client, enemy.path),
        (stranger, player.path),
        (stranger, enemy.path),
    ):
        for method in ("GET", "POST"):
            assert client.generic(method, f"{path}odds/{key}/").status_code == 404
            assert client.generic(method, f"{path}odds/{key}/", headers=HTMX).status_code == 404
    assert Client().get(f"{player.path}odds/{key}/").status_code == 302
    assert "odds" not in enemy.client.get(enemy.path).content.decode()


def test_an_old_page_is_told_how_the_war_stands(player: Player) -> None:
    plain = player.client.post(f"{player.path}odds/", {"odds": "99"})
    assert "You are not asked about this battle any more. This is how the war stands now." in text(plain)
    live = player.client.post(f"{player.path}odds/", {"odds": "99"}, headers=HTMX)
    assert (live.status_code, live.headers["Content-Type"]) == (409, "text/plain")
    assert live.content.decode() == "You are not asked about this battle any more. Reload the page."


def test_the_doctrine_is_the_one_beside_the_button_on_a_page_of_an_earlier_question_too(
    player: Player,
) -> None:
    question = state_of(player.war).question
    assert question is not None
    before = {"battle": question.battle + 100, f"{question.battle}-stance": "preserve"}
    assert "Your captain: Preserve the fleet" in text(asks(player, **before))
    assert "Your captain: Hold the field" in text(asks(player, battle=question.battle, stance="hold"))


def test_only_the_side_that_is_asked_may_ask(player: Player) -> None:
    enemy = Player(player.war, "talon")
    assert asks(enemy).status_code == 409
    assert asks(player, odds="99").status_code == 409
    assert asks(player, odds="").status_code == 409
    War.objects.update(frozen=True)
    assert asks(player).status_code == 409
    assert not Forecast.objects.exists()


def test_without_a_script_the_odds_have_a_page(player: Player) -> None:
    question = state_of(player.war).question
    assert question is not None
    answer = player.client.post(f"{player.path}odds/", {"odds": question.battle, "stance": "withdraw"})
    key = Forecast.objects.get().key
    assert (answer.status_code, answer["Location"]) == (302, f"{player.path}odds/{key}/")
    page = player.client.get(answer["Location"])
    assert "Show the newest figures" in page.content.decode()
    assert player.client.post(answer["Location"]).status_code == 302
    work_off()
    assert "Go on, and" not in player.client.get(answer["Location"]).content.decode()


def test_asking_is_counted(player: Player, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "odds": "2/m/user"}
    cache.clear()
    assert [asks(player, stance=stance).status_code for stance in STANCES] == [200, 200, 429]


def test_the_enemys_secrets_change_no_byte_of_the_odds(transactional_db: None) -> None:
    """Two wars that differ in the enemy's treasury, other ships, doctrine and questions."""
    said = []
    for variant in (0, 1):
        empty_tables()
        count_from_one()
        cache.clear()
        with time_machine.travel(
            timezone.now().replace(hour=12, minute=0, second=0, microsecond=0), tick=False
        ):
            said.append(_told(variant))
    assert said[0] == said[1]


def _told(variant: int) -> list[bytes]:
    """All that Terran is told of its odds, from the question to the end."""
    war = war_at("SC", "FF, FF", settings={"settled_by": "worker"})
    player, enemy = Player(war, "terran"), Player(war, "talon")
    if variant:
        state = state_of(war)
        state.talon.treasury += 900
        state.talon.ships["Hidden"] = Ship("dreadnought", RESERVE)
        state.talon.standing = {"Orion": StandingInstruction("decline")}
        put_state(war, state)
        seen = view(state, "talon")
        doctrine = Doctrine(stance="preserve")
        odds.ask(war=war, asked=asked_of(seen, "talon", seen.battles[0], doctrine, "captain"))
        assert enemy.client.get(f"{enemy.path}odds/{Forecast.objects.get().key}/").status_code == 200
    answers = [asks(player)]
    pieces = ForecastChunk.objects.filter(status="queued", forecast__side="terran").order_by("case")
    while (piece := pieces.first()) is not None:
        row = odds.FORECASTS.claim(piece.pk)
        assert row is not None
        question = odds.asked_in(row.forecast).case(row.case)
        odds.FORECASTS.settle(row, play_outs(question, range(row.start, row.start + 3), SeededDice))
        answers.append(panel(player))
    answers.append(player.client.get(player.path))
    return [TOKEN.sub(rb"", one.content) for one in answers]


def test_the_doctor_says_when_no_worker_takes_odds_up(player: Player) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        asks(player)
        assert odds.late_pieces() == 0
        clock.shift(16)
        assert odds.late_pieces() == 1
        [found] = [one for one in findings() if one.part == "odds"]
        assert (found.well, "Odds wait for a worker" in found.sentence) == (False, True)
        clock.shift(30)
        assert odds.late_pieces() == 0


def test_forecasts_are_forgotten_after_a_month(player: Player) -> None:
    asks(player)
    assert odds.prune_forecasts() == 0
    Forecast.objects.update(asked_at=timezone.now() - timedelta(days=31))
    assert odds.prune_forecasts() > 0
    assert not ForecastChunk.objects.exists()
