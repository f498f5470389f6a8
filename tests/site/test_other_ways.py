"""What pages of a battle in the browser say while a player asks for another way, and when it is laid aside (S35)."""

from typing import Any

import pytest
from django.test import Client

from accounts.special_users import computer_user
from battles.models import Battle, Play, Way
from battles.services import hold, release
from battles.services.play.handing import hand_over
from battles.services.resolving import way_of
from engines.seam.sides import SIDES, Side, opponent
from tests.people import browser, make_person
from tests.site.plays import one_step, until
from tests.site.seats import text
from tests.site.test_play_ways import agreed, asked, play_of
from tests.site.test_results import war_with_battle

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle() -> Battle:
    return war_with_battle(settled_by="hand")[1]


def client_of(battle: Battle, side: Side) -> Client:
    return browser(battle.user_of(side))


def shown(battle: Battle, side: Side, page: str = "") -> str:
    return text(client_of(battle, side).get(f"/battles/{battle.pk}/{page}"))


def pressed(battle: Battle, side: Side, way: str) -> Any:
    """Press a button of the battle's page; its answer."""
    version = Battle.objects.get(pk=battle.pk).version
    return client_of(battle, side).post(f"/battles/{battle.pk}/way/", {"version": version, "way": way})


def withdrawing(battle: Battle, side: Side) -> str:
    """The way that the page's button to withdraw a request sends."""
    page = client_of(battle, side).get(f"/battles/{battle.pk}/").content.decode()
    before, _, _after = page.partition("Withdraw request")
    return before.rpartition('value="')[2].partition('"')[0]


@pytest.mark.parametrize(("way", "wants"), [(Way.WORKER, "captains to finish"), (Way.TABLE, "to finish")])
def test_the_other_player_sees_it_on_the_board_and_on_the_battles_page(
    battle: Battle, way: Way, wants: str
) -> None:
    asked(battle, "terran", way)
    name = battle.terran_user.username
    for page in ("", "play/"):
        assert f"{name} wants {wants} this battle" in shown(battle, "talon", page), page
        assert "You asked" in shown(battle, "terran", page), page
    part = client_of(battle, "talon").get(f"/battles/{battle.pk}/play/", headers={"HX-Request": "true"})
    assert "wants" in text(part)


@pytest.mark.parametrize("way", [Way.WORKER, Way.TABLE])
def test_a_request_withdrawn_on_the_board_asks_for_nothing(battle: Battle, way: Way) -> None:
    """It once asked for the table: the other player's request for that then took effect."""
    asked(battle, "terran", way)
    assert pressed(battle, "terran", withdrawing(battle, "terran")).status_code == 302
    for side in SIDES:
        for page in ("", "play/"):
            assert "You asked" not in shown(battle, side, page)
            assert f"{battle.terran_user.username} wants" not in shown(battle, side, page)
    assert "withdrew the request" in shown(battle, "talon")
    pressed(battle, "talon", "table")
    assert way_of(battle) == Way.HAND


@pytest.mark.parametrize("way", [Way.WORKER, Way.TABLE])
def test_a_withdrawn_request_stays_withdrawn_when_the_battle_goes_another_way(
    battle: Battle, way: Way
) -> None:
    """It was kept as a request for the way of that moment, and came back when captains had taken over."""
    asked(battle, "terran", way)
    pressed(battle, "terran", withdrawing(battle, "terran"))
    for side in SIDES:
        hand_over(battle_id=battle.pk, side=side, for_good=True)
    assert way_of(battle) == Way.WORKER
    for page in ("", "play/"):
        assert f"{battle.terran_user.username} wants" not in shown(battle, "talon", page)
    pressed(battle, "talon", "hand")
    assert way_of(battle) == Way.WORKER


def test_both_may_ask_for_something_else(battle: Battle) -> None:
    asked(battle, "terran", Way.WORKER)
    asked(battle, "talon", Way.TABLE)
    for side in SIDES:
        page = shown(battle, side, "play/")
        assert "You asked" in page
        assert f"{battle.user_of(opponent(side)).username} wants" in page
    assert way_of(battle) == Way.HAND


def test_what_captains_finish_can_be_taken_back_by_both(battle: Battle) -> None:
    agreed(battle, Way.WORKER)
    assert "Ask talon to play on" in shown(battle, "terran").replace(battle.talon_user.username, "talon")
    asked(battle, "terran", Way.HAND)
    assert f"{battle.terran_user.username} wants to play on" in shown(battle, "talon")
    assert withdrawing(battle, "terran") == "worker"
    pressed(battle, "talon", "hand")
    assert way_of(battle) == Way.HAND


def test_while_it_is_played_no_page_asks_for_a_result(battle: Battle) -> None:
    page = client_of(battle, "terran").get(f"/battles/{battle.pk}/").content.decode()
    assert "Being played" in page
    assert "Needs result" not in page
    assert f'href="/battles/{battle.pk}/report/"' not in page
    assert "Your part of the dice" not in page
    form = client_of(battle, "terran").get(f"/battles/{battle.pk}/report/").content.decode()
    assert "being played in the browser" in form
    assert "Enter result" not in form
    for other in ("sheet", "dice"):
        assert "Being played" in shown(battle, "terran", f"{other}/"), other


def test_the_board_of_a_battle_laid_aside_can_be_seen_by_its_players(battle: Battle) -> None:
    until(play_of(battle), number=12)
    agreed(battle, Way.TABLE)
    page = shown(battle, "terran")
    assert "Finish it at your table" in page
    assert "Stopped in the browser: Round" in page
    for side in SIDES:
        board = client_of(battle, side).get(f"/battles/{battle.pk}/play/so-far/")
        assert board.status_code == 200
        assert client_of(battle, side).get(f"/battles/{battle.pk}/play/so-far/frames.json").status_code == 200
    eve = browser(make_person("eve"))
    assert eve.get(f"/battles/{battle.pk}/play/so-far/").status_code == 404


@pytest.mark.parametrize("rival", ["one screen", "computer"])
def test_where_nobody_has_to_be_asked_the_buttons_say_so(battle: Battle, rival: str) -> None:
    other = battle.terran_user if rival == "one screen" else computer_user()
    Battle.objects.filter(pk=battle.pk).update(talon_user=other)
    page = shown(Battle.objects.get(pk=battle.pk), "terran")
    assert "Ask " not in page
    assert "Finish it at the table" in page
    assert "Let them finish it" in page
    pressed(battle, "terran", "table")
    page = shown(battle, "terran")
    assert "Ask " not in page
    assert "Play now" in page


def test_the_history_says_that_it_goes_on_from_where_it_stood(battle: Battle) -> None:
    assert "Battle begun in the browser" in shown(battle, "terran")
    agreed(battle, Way.WORKER)
    agreed(battle, Way.HAND)
    page = shown(battle, "terran")
    assert "from where it stood" in page
    assert "Battle resumed in the browser" in page


def test_a_board_that_is_open_leads_to_the_battles_page_when_it_is_laid_aside(battle: Battle) -> None:
    agreed(battle, Way.TABLE)
    address, part = f"/battles/{battle.pk}/play/", {"HX-Request": "true"}
    answer = client_of(battle, "talon").get(address, headers=part)
    assert answer["HX-Redirect"] == f"/battles/{battle.pk}/"
    assert browser(make_person("eve")).get(address, headers=part).status_code == 404


def test_a_board_that_is_open_is_drawn_again_when_the_war_is_frozen(battle: Battle) -> None:
    """The page compares what it stands at with what it shows."""
    before = stands(battle, "terran")
    hold(battle_id=battle.pk)
    assert stands(battle, "terran") != before
    release(battle_id=battle.pk)
    asked(battle, "talon", Way.TABLE)
    assert stands(battle, "terran") != before


def stands(battle: Battle, side: Side) -> str:
    """How the board stands, as its page says it."""
    page = client_of(battle, side).get(f"/battles/{battle.pk}/play/").content.decode()
    return page.partition('data-as="')[2].partition('"')[0]


def test_a_frozen_war_offers_no_other_way(battle: Battle) -> None:
    hold(battle_id=battle.pk)
    assert 'name="way"' not in client_of(battle, "terran").get(f"/battles/{battle.pk}/").content.decode()


def test_the_wars_page_says_whose_decision_it_is() -> None:
    war, battle = war_with_battle(settled_by="hand")
    for _ in SIDES:
        play = Play.objects.get(battle=battle)
        mine: Any = play.decider
        other = opponent(mine)
        page = text(client_of(battle, mine).get(f"/wars/{war.pk}/{mine}/"))
        assert "Your turn" in page
        page = text(client_of(battle, other).get(f"/wars/{war.pk}/{other}/"))
        assert f"Waiting for {battle.user_of(mine).username}" in page
        assert "Your turn" not in page
        assert "Go to the board" in page
        while play.decider == mine:
            one_step(play)
