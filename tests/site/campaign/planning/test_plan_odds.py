"""The odds of a whole plan in one press: every battle that is likely, lane by lane, in place of the estimates."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from campaign.models import Forecast, ForecastChunk, War
from campaign.odds import forecasts as odds
from campaign.odds import played_ahead
from campaign.odds import question as odds_words
from campaign.odds.turns import play_out_in_turn
from campaign.planning.proposals import chances, playing_out
from campaign.rules.orders import StandingInstruction
from campaign.rules.state import Ship, Sighting
from engines.odds.playing import play_out, play_outs
from engines.seeded import SeededDice
from engines.talon.damage import TalonDamage
from tests.core.table import Table
from tests.people import make_person
from tests.site.campaign.odds.test_odds import TOKEN
from tests.site.seats import Seated, text
from tests.site.wars import make_war, put_state, state_of, user_of

pytestmark = pytest.mark.django_db
SHORT, SURE, ROUGH = 6, 4, 2
HURT = TalonDamage(hull=2)


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker plays one battle out at a time, and a few are enough."""
    for module in (odds, odds_words, played_ahead):
        monkeypatch.setattr(module, "SURE", SURE)
    for module in (odds, played_ahead):
        monkeypatch.setattr(module, "ROUGH", ROUGH)
    for module in (odds, played_ahead, playing_out):
        monkeypatch.setattr(module, "SHORT", SHORT)
    monkeypatch.setattr("campaign.planning.pages.odds.SHORT", SHORT)
    monkeypatch.setattr(odds, "MOST", 2 * SHORT)
    monkeypatch.setattr(odds, "FIRST", SURE)
    monkeypatch.setattr(odds, "CHUNK_SECONDS", -1)


@pytest.fixture
def war() -> War:
    """Turn 3 is planned: Terran ships at Antares and Badlands, others in Reserve; Talon was seen in both sectors."""
    table = Table.midway(
        terran={"Antares": "DD", "Badlands": "CA", "reserve": "SC"},
        talon={"Antares": "FF Raider, FF", "Badlands": "DD", "Orion": "DN"},
        minimum=(0, 0),
        settled_by="worker",
    )
    table.war.sightings["talon"] = {
        "Raider": Sighting(2, "Antares/5", "frigate", HURT, 4),
        "Dominion": Sighting(2, "Orion/4", "dreadnought", TalonDamage(), 5),
    }
    found = make_war(make_person("anna"), make_person("boris"), settled_by="worker")
    put_state(found, table.war)
    return found


@pytest.fixture
def anna(war: War) -> Seated:
    user = user_of(war, "terran")
    assert user is not None
    return Seated(war, user, "terran")


def asks(anna: Seated, **more: Any) -> Any:
    """The one press, as the script of the page sends it."""
    return anna.press("odds", zone="Antares/5", **more)


def so_far(anna: Seated) -> str:
    """What the page asks for every second."""
    answer = anna.post("plan/odds/", htmx=True, zone="Antares/5")
    assert answer.status_code == 200
    found: str = answer.content.decode()
    return found


def works(pieces: int = 1000) -> int:
    """So many pieces that somebody waits for are worked off at the most, the longest due first."""
    done = 0
    while done < pieces:
        due = ForecastChunk.objects.filter(status="queued", forecast__in=odds.wanted())
        row = due.order_by("due_at").first()
        if row is None:
            break
        assert odds.play_out_chunk(row.pk)
        done += 1
    return done


def asked() -> dict[str, Forecast]:
    """What has been asked, by place."""
    return {odds.asked_in(one).setup.place: one for one in Forecast.objects.order_by("pk")}


def row_of(place: str, page: str) -> str:
    """The line of a battle in the list of the plan's odds."""
    found = re.search(rf"{place} ((Open|Likely lost|Uphill|Even|Likely won) .*?) More odds at {place}", page)
    assert found is not None, page
    return found[1]


def test_one_press_asks_about_every_battle_that_is_likely(anna: Seated) -> None:
    """Against forces at random, against one doctrine of the enemy; nothing where no ship is sent."""
    page = text(anna.get("plan/"))
    assert "Estimate." in row_of("Antares 5", page)
    assert "Show the odds of this plan" in page
    said = text(asks(anna))
    assert set(asked()) == {"Antares/5", "Badlands/4"}
    for one in asked().values():
        question = odds.asked_in(one)
        assert (one.in_short, one.battle, question.assumption, len(question.forces)) == (
            True,
            0,
            "drawn",
            100,
        )
    assert "0 of 12 play-outs" in said
    assert "Show the odds of this plan" not in said


def test_figures_come_lane_by_lane_in_place_of_the_estimate(anna: Seated) -> None:
    """From a few play-outs on they are called rough; the tray and the open sheet show them at the same time."""
    asks(anna)
    works(2 * ROUGH - 2)
    assert "Estimate." in row_of("Antares 5", text_of(so_far(anna)))
    works(1)
    page = so_far(anna)
    shown = [row_of(place, text_of(page)) for place in ("Antares 5", "Badlands 4")]
    assert sum(f"Rough, {ROUGH} play-outs." in one for one in shown) == 1
    assert sum("Estimate." in one for one in shown) == 1
    works(1)
    page = so_far(anna)
    assert f"Rough, {ROUGH} play-outs." in row_of("Antares 5", text_of(page))
    assert len(re.findall(r'id="tray-chance-\w+-\d" hx-swap-oob="true"', page)) == 2
    assert len(re.findall(r'id="lane-chance-\w+-1" hx-swap-oob="true"', page)) == 1
    assert f"Played out against random enemy forces: rough, {ROUGH} play-outs." in text_of(page)
    assert "hx-trigger" in page
    works()
    page = so_far(anna)
    assert f"{SHORT} play-outs." in row_of("Antares 5", text_of(page))
    assert "hx-trigger" not in page
    assert "<progress" not in page
    assert f"Played out against random enemy forces: {SHORT} play-outs." in text(
        anna.get("plan/?zone=Antares/5")
    )


def test_an_open_battle_says_how_it_ends_on_average(anna: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """The range is by what comes, and play-outs do not change it; how often they were won stands beside it."""
    monkeypatch.setattr(chances, "WIDE", -1)
    asks(anna)
    works()
    said = row_of("Antares 5", text(anna.get("plan/")))
    assert re.fullmatch(rf"Open \d+–\d+% On average \d+%\. {SHORT} play-outs\.", said)


def test_a_script_that_has_all_there_is_is_told_nothing(anna: Seated) -> None:
    """As long as more come: at the end it is told that there are no more."""
    asks(anna)
    assert anna.post("plan/odds/?counted=0", htmx=True).status_code == 204
    works(1)
    assert anna.post("plan/odds/?counted=0", htmx=True).status_code == 200
    assert anna.post("plan/odds/?counted=1", htmx=True).status_code == 204
    works()
    assert anna.post(f"plan/odds/?counted={2 * SHORT}", htmx=True).status_code == 200


def test_a_page_with_other_orders_is_not_told_their_odds(anna: Seated) -> None:
    """They were changed in another window, or by a deputy: the page on the screen still has those of before."""
    asked_by_page = re.search(r'hx-post="[^"]*/(plan/odds/[^"]*)"', asks(anna).content.decode())
    assert asked_by_page is not None
    address = asked_by_page[1].replace("&amp;", "&")
    works(1)
    assert "play-outs" in text_of(anna.post(address, htmx=True).content.decode())
    anna.press("ship/Explorer/Antares")
    answer = anna.post(address, htmx=True).content.decode()
    assert "changed in another window" in text_of(answer)
    assert [word for word in ("%", "hx-trigger", "hx-swap-oob") if word in answer] == []
    anna.press("ship/Explorer/reserve")
    assert "play-outs" in text_of(anna.post(address, htmx=True).content.decode())


def test_a_question_with_another_doctrine_does_not_take_the_place_of_the_plans_figures(anna: Seated) -> None:
    """The plan's captain withdraws; what if the captain held the field has a page of its own."""
    asks(anna)
    works()
    before = row_of("Antares 5", text(anna.get("plan/")))
    anna.post("odds/ahead/?place=Antares/5", assume="drawn", stance="hold")
    works(SHORT)
    assert row_of("Antares 5", text(anna.get("plan/"))) == before


def test_a_question_with_another_doctrine_is_none_of_the_plan_even_where_nothing_else_was_asked(
    anna: Seated,
) -> None:
    """Not in the list, the tray or the sheet; with the doctrine of the plan it is."""
    path = "plan/?zone=Antares/5"
    before = text(anna.get(path))
    anna.post("odds/ahead/?place=Antares/5", assume="drawn", stance="hold")
    works(SHORT)
    assert text(anna.get(path)) == before
    anna.press("ship/Explorer/Antares")
    assert "Out of date" not in text(anna.get(path))
    anna.press("ship/Explorer/reserve")
    assert "Estimate." in row_of("Antares 5", text(anna.get(path)))
    anna.post("odds/ahead/?place=Antares/5", assume="drawn", stance="withdraw")
    works()
    assert f"{2 * SHORT} play-outs." in row_of("Antares 5", text(anna.get(path)))


def text_of(page: str) -> str:
    """The words of a part of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page)).replace(" .", ".")


def test_the_figures_are_the_librarys_and_no_other_doctrine_is_played_out(anna: Seated) -> None:
    asks(anna)
    works()
    for one in asked().values():
        cases = odds.cases_of(one)
        assert [case.tally.fought for case in cases] == [0, SHORT, 0]
        question = odds.asked_in(one).case(odds.ORDER[0])
        assert cases[odds.ORDER[0]].tally == play_outs(question, range(SHORT), SeededDice)


def test_a_second_press_asks_nothing_more_and_is_not_counted(anna: Seated, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "odds": "1/m/user"}
    cache.clear()
    assert asks(anna).status_code == 200
    assert asks(anna).status_code == 200
    assert (Forecast.objects.count(), ForecastChunk.objects.count()) == (2, 2)
    assert anna.press("ship/Explorer/Antares").status_code == 200
    assert asks(anna).status_code == 429
    assert Forecast.objects.count() == 2


def test_what_changes_is_out_of_date_and_the_rest_stays(anna: Seated) -> None:
    """The ships, or the doctrine of their captain; once the plan is as it was, so are the figures."""
    asks(anna)
    works()
    before = row_of("Badlands 4", text(anna.get("plan/")))
    page = text(anna.press("ship/Explorer/Antares"))
    assert re.search(r"Estimate\. Out of date: \d+% before the plan changed\.", row_of("Antares 5", page))
    assert row_of("Badlands 4", page) == before
    assert "Show the new odds" in page
    asks(anna)
    assert (Forecast.objects.count(), works()) == (3, SHORT)
    page = text(anna.get("plan/"))
    assert "Out of date" not in page
    assert "Show the new odds" not in page
    anna.press("ship/Explorer/reserve")
    assert "Out of date" not in text(anna.get("plan/"))
    answers: dict[str, Any] = {"answer/Antares": "engage", "stance/Antares": "hold"}
    assert "Out of date" in row_of("Antares 5", text(anna.post("plan/preview/", htmx=True, **answers)))
    asks(anna)
    assert {one.doctrine.stance for one in map(odds.asked_in, Forecast.objects.all())} == {"hold", "withdraw"}


def test_all_figures_of_a_battle_come_once_its_page_is_opened(anna: Seated) -> None:
    """Then it goes on against every doctrine of the enemy, and further."""
    asks(anna)
    works()
    one = asked()["Antares/5"]
    address = f"{anna.path}odds/{one.key}/"
    assert address in anna.get("plan/").content.decode()
    assert "odds/ahead/?place=Antares%2F5" in anna.client.get(address).content.decode()
    assert works() == 0, "to look at it begins nothing"
    assert anna.client.post(address).status_code == 302
    works()
    one.refresh_from_db()
    assert [case.tally.fought for case in odds.cases_of(one)] == [odds.MOST] * 3
    question = odds.asked_in(one).case(odds.ORDER[0])
    assert odds.cases_of(one)[odds.ORDER[0]].tally == play_outs(question, range(odds.MOST), SeededDice)


def test_a_page_that_is_opened_in_the_middle_of_a_piece_loses_none(anna: Seated) -> None:
    """The worker thinks that its piece is the last one, as the question was in short when it began."""
    asks(anna)
    works(2 * SHORT - 2)
    last = ForecastChunk.objects.filter(status="queued").order_by("due_at").first()
    assert last is not None
    held = odds.FORECASTS.claim(last.pk)
    assert held is not None
    assert held.start == SHORT - 1
    odds.want_in_full(Forecast.objects.get(pk=last.forecast_id))
    assert odds.FORECASTS.settle(held, odds.FORECASTS.perform(held))
    works()
    assert [case.tally.fought for case in odds.cases_of(held.forecast)] == [odds.MOST] * 3


def test_a_worker_that_dies_costs_no_play_out_and_counts_none_twice(anna: Seated) -> None:
    asks(anna)
    while (row := ForecastChunk.objects.filter(status="queued").order_by("due_at").first()) is not None:
        if row.attempts == 0:
            held = odds.FORECASTS.claim(row.pk)
            assert held is not None
            odds.FORECASTS.perform(held)
            ForecastChunk.objects.filter(pk=row.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
        assert odds.play_out_chunk(row.pk)
    for one in asked().values():
        question = odds.asked_in(one).case(odds.ORDER[0])
        assert odds.cases_of(one)[odds.ORDER[0]].tally == play_outs(question, range(SHORT), SeededDice)


def test_nothing_is_worked_out_once_the_page_is_left_and_it_goes_on_when_somebody_comes_back(
    anna: Seated,
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        asks(anna)
        assert works(1) == 1
        clock.shift(20)
        so_far(anna)
        clock.shift(20)
        assert works(1) == 1
        clock.shift(40)
        piece = ForecastChunk.objects.filter(status="queued").earliest("pk")
        assert not odds.play_out_chunk(piece.pk)
        assert "hx-trigger" in anna.get("plan/").content.decode()
        so_far(anna)
        assert odds.play_out_chunk(piece.pk)


def test_what_cannot_be_worked_out_says_so_and_can_be_asked_again(
    anna: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "play_out", lambda *_words: 1 / 0)
    asks(anna)
    for _ in range(3):
        for row in ForecastChunk.objects.exclude(status="failed"):
            ForecastChunk.objects.filter(pk=row.pk).update(due_at=timezone.now())
            odds.play_out_chunk(row.pk)
    page = text_of(so_far(anna))
    assert "Some of these odds could not be worked out." in page
    assert "Show the new odds" in page
    monkeypatch.setattr(odds, "play_out", play_out)
    asks(anna)
    works()
    assert f"{SHORT} play-outs." in row_of("Antares 5", text_of(so_far(anna)))


def test_without_a_script_the_page_comes_back(anna: Seated) -> None:
    """The button sends the whole form, with what was typed into it; so does the one for newer figures."""
    typed: dict[str, Any] = {"answer/Orion": "decline"}
    answer = anna.post("plan/preview/", do="odds", **typed)
    assert (answer.status_code, answer["Location"]) == (302, f"{anna.path}plan/#plan-odds")
    assert anna.draft.standing == {"Orion": StandingInstruction("decline")}
    page = anna.get("plan/").content.decode()
    assert "Show the newest figures" in page
    assert anna.post("plan/odds/")["Location"] == f"{anna.path}plan/#plan-odds"
    works()
    assert f"{SHORT} play-outs." in row_of("Antares 5", text(anna.get("plan/")))


def test_who_asks_about_a_plan_keeps_nobody_waiting(anna: Seated, war: War) -> None:
    """Somebody else's question has the next turn, however many battles the plan has."""
    other = make_war(make_person("carol"), make_person("dave"), settled_by="worker")
    put_state(other, state_of(war))
    carol = user_of(other, "terran")
    assert carol is not None
    asks(anna)
    first = ForecastChunk.objects.earliest("pk")
    assert play_out_in_turn(first.pk)
    Seated(other, carol, "terran").press("odds")
    assert play_out_in_turn(ForecastChunk.objects.filter(status="queued").earliest("due_at").pk)
    done = ForecastChunk.objects.filter(status="done").values_list("forecast__war", flat=True)
    assert list(done.order_by("done_at")) == [war.pk, other.pk]


@pytest.mark.every_view
def test_only_a_turn_that_is_planned_has_a_plan_with_odds(anna: Seated, war: War) -> None:
    asks(anna)
    assert anna.post("plan/odds/", htmx=True).status_code == 200
    War.objects.update(frozen=True)
    assert anna.post("plan/odds/", htmx=True).status_code == 404
    War.objects.update(frozen=False)
    state = state_of(war)
    state.phase = "battles"
    put_state(war, state)
    assert anna.post("plan/odds/", htmx=True).status_code == 404


def test_the_other_side_learns_nothing_and_has_no_say(anna: Seated, war: War) -> None:
    user = user_of(war, "talon")
    assert user is not None
    boris = Seated(war, user, "talon")
    before = TOKEN.sub(b"", boris.get("plan/").content)
    asks(anna)
    works()
    assert TOKEN.sub(b"", boris.get("plan/").content) == before
    assert boris.client.post(f"{anna.path}plan/odds/").status_code == 404
    assert boris.client.post(f"{anna.path}plan/preview/", {"do": "odds"}).status_code == 404


def test_the_enemys_plan_changes_no_byte(anna: Seated, war: War) -> None:
    """Other ships, another treasury: the questions are the same, and so is what is said of them."""
    asks(anna)
    works()
    before, keys = so_far(anna), set(Forecast.objects.values_list("key", flat=True))
    state = state_of(war)
    state.talon.treasury += 500
    state.talon.ships = {"Raider": state.talon.ships["Raider"], "Hidden": Ship("dreadnought", "Antares")}
    put_state(war, state)
    asks(anna)
    assert set(Forecast.objects.values_list("key", flat=True)) == keys
    assert so_far(anna) == before
