"""Odds of a battle that is joined: from where it stands for one side, and never from what the enemy covers."""

from typing import Any

import pytest
from django.test import Client

from battles.models import Battle, OnlookerLink, Play, Way
from campaign.models import Engagement, Forecast, ForecastChunk, War
from campaign.odds import forecasts as odds
from campaign.odds.under_way import under_way
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.documents.codec import encode_position, recall_position
from tests.people import browser, make_person
from tests.site.battles.talon.play.test_play_ways import agreed
from tests.site.campaign.engaging.test_answers import Player, war_at
from tests.site.campaign.odds.test_odds import TOKEN
from tests.site.campaign.war.test_results import reported
from tests.site.plays import drafted, one_step, until
from tests.site.seats import text
from tests.site.wars import state_of

pytestmark = pytest.mark.django_db
HOLD = {"stance": "hold"}


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("campaign.odds.forecasts", "campaign.odds.words"):
        monkeypatch.setattr(f"{module}.MOST", 3)
        monkeypatch.setattr(f"{module}.SURE", 2)
        monkeypatch.setattr(f"{module}.ROUGH", 2)
    monkeypatch.setattr("campaign.odds.forecasts.FIRST", 2)


def joined(settled_by: str) -> tuple[War, Battle, str]:
    """A war in which both have engaged, the battle, and the end of the address of its odds."""
    war = war_at("DD, SC", "FF, FF, FF", settings={"settled_by": settled_by})
    for _ in SIDES:
        question = state_of(war).question
        assert question is not None
        assert Player(war, question.side).answer("yes").status_code == 302
        war.refresh_from_db()
    engagement = Engagement.objects.select_related("battle").get(war=war, outcome="joined")
    assert engagement.battle is not None
    return war, engagement.battle, f"odds/under-way/{engagement.number}/"


def shown(war: War, side: Side, address: str) -> Any:
    player = Player(war, side)
    return player.client.get(player.path + address)


def asks(war: War, side: Side, address: str) -> str:
    """The words of the page with the odds, all worked out."""
    player = Player(war, side)
    answer = player.client.post(player.path + address, HOLD)
    assert answer.status_code == 302, text(answer)
    while (piece := ForecastChunk.objects.filter(status="queued").first()) is not None:
        assert odds.play_out_chunk(piece.pk)
    return text(player.client.get(answer["Location"]))


def deployed(play: Play) -> None:
    """Play on until the battle is in its first round."""
    while not recall_position(bytes(play.position)).round:
        until(play, number=play.number + 1)


def test_a_battle_that_waits_to_be_fought_has_odds_from_its_beginning() -> None:
    war, battle, address = joined("table")
    page = browser(battle.terran_user).get(f"/battles/{battle.pk}/")
    assert f'href="/wars/{war.pk}/terran/{address}"' in page.content.decode()
    assert "The battle has not begun." in text(shown(war, "terran", address))
    said = asks(war, "terran", address)
    assert "Captains have fought this battle 9 times, with the doctrines named here." in said
    assert "Front line advances" in said
    assert "Ask again" in said


def test_a_battle_laid_aside_has_odds_from_where_it_stands_too() -> None:
    """Captains would play on from there."""
    war, battle, address = joined("hand")
    deployed(Play.objects.get(battle=battle))
    agreed(battle, Way.TABLE)
    number = Engagement.objects.get(battle=battle).number
    found = under_way(war, "terran", number)
    assert found is not None
    assert found.position
    assert "The battle has not begun." not in text(shown(war, "terran", address))


def test_a_battle_under_way_has_odds_from_where_it_stands() -> None:
    war, battle, address = joined("hand")
    play = Play.objects.get(battle=battle)
    deployed(play)
    page = browser(battle.talon_user).get(f"/battles/{battle.pk}/play/").content.decode()
    assert f'href="/wars/{war.pk}/talon/{address}"' in page
    assert "Captains have fought" not in page, "no odds before somebody asks"
    board = recall_position(bytes(play.position))
    said = asks(war, "talon", address)
    assert f"fought this battle 9 times, from round {board.round}, impulse" in said
    asked = odds.asked_in(Forecast.objects.get())
    assert recall_position(asked.position.encode()).round == board.round
    one_step(play)
    until(play, number=play.number + 1)
    asks(war, "talon", address)
    assert Forecast.objects.count() == 2, "another position is another question"


def test_while_counters_are_covered_there_are_no_odds_and_no_byte_tells_who_is_where() -> None:
    war, battle, address = joined("hand")
    play = Play.objects.get(battle=battle)
    first: Any = play.decider
    while play.decider == first:
        one_step(play)
    other = opponent(first)
    pages = []
    for _ in range(2):
        pages.append(TOKEN.sub(b"", shown(war, other, address).content))
        board = recall_position(bytes(play.position))
        one, two = [unit for unit in board.force(first) if unit.status == "map"][:2]
        there, facing = one.place, one.facing
        one.stand(two.place, two.facing)
        two.stand(there, facing)
        Play.objects.filter(pk=play.pk).update(position=encode_position(board))
    assert "covered until you have placed yours" in pages[0].decode()
    assert pages[0] == pages[1]
    player = Player(war, other)
    refused = player.client.post(player.path + address, HOLD)
    assert "covered until you have placed yours" in text(refused)
    assert not Forecast.objects.exists()
    known = under_way(war, other, Engagement.objects.get(battle=battle).number)
    assert known is not None
    assert known.position == ""


def test_the_enemys_draft_line_changes_nothing() -> None:
    war, battle, address = joined("hand")
    play = Play.objects.get(battle=battle)
    deployed(play)
    while drafted(play, play.decider):  # type: ignore[arg-type]
        one_step(play)
    decides: Any = play.decider
    other = opponent(decides)
    asks(war, other, address)
    before, number = TOKEN.sub(b"", shown(war, other, address).content), play.number
    while not drafted(play, decides):
        one_step(play)
    assert play.number == number, "the order is in the draft line"
    asks(war, other, address)
    assert Forecast.objects.count() == 1
    assert TOKEN.sub(b"", shown(war, other, address).content) == before


def test_nobody_else_asks_and_onlookers_see_no_odds() -> None:
    war, battle, address = joined("hand")
    stranger = Client()
    stranger.force_login(make_person("clara"))
    for side in SIDES:
        assert stranger.get(f"/wars/{war.pk}/{side}/{address}").status_code == 404
    player = Player(war, "terran")
    assert player.client.get(f"/wars/{war.pk}/talon/{address}").status_code == 404
    link = OnlookerLink.objects.create(battle=battle, side="terran", token="lamp")
    page = Client().get(f"/battles/watch/{link.token}/").content.decode()
    assert "odds/under-way" not in page


def test_what_is_not_joined_or_frozen_has_no_odds() -> None:
    war, battle, address = joined("hand")
    assert shown(war, "terran", "odds/under-way/99/").status_code == 404
    player = Player(war, "terran")
    assert player.client.post(player.path + address, {"stance": "flee"}).status_code == 422
    War.objects.filter(pk=war.pk).update(frozen=True)
    assert shown(war, "terran", address).status_code == 404
    page = browser(battle.terran_user).get(f"/battles/{battle.pk}/play/").content.decode()
    assert "odds/under-way" not in page


def test_a_battle_with_a_report_has_no_odds() -> None:
    war, battle, address = joined("table")
    assert shown(war, "terran", address).status_code == 200
    reported(battle)
    assert shown(war, "terran", address).status_code == 404
    page = browser(battle.terran_user).get(f"/battles/{battle.pk}/").content.decode()
    assert "odds/under-way" not in page
