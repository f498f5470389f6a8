"""Onlookers: a link of the players shows what is open to both sides, until it is taken back."""

from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from accounts.people.special_users import computer_user
from battles.models import Play, Way
from battles.talon.play.board import board_of
from battles.talon.play.services.captains import go_on
from bench.battles.fleets import fleets_of
from bench.site.fought_samples import fought_battle
from campaign.models import Engagement, War
from campaign.war.services import results
from campaign.watching import link as watching
from engines.seam.refusals import Refused
from tests.people import browser, make_person
from tests.site.battles.talon.play.test_play_ways import agreed
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import one_step, ordered
from tests.site.seats import Seated, anna, boris, text, war
from tests.site.wars import play_until, state_of, step

__all__ = ["anna", "boris", "war"]
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def link_of(war: War) -> str:
    return f"/wars/watch/{watching.open_to_onlookers(war_id=war.pk, side='terran')}/"


def test_either_player_makes_the_link_and_both_see_it(war: War, anna: Seated, boris: Seated) -> None:
    assert "Onlookers" not in text(boris.get("treasury/"))
    answer = boris.client.post(boris.path + "watch/", {"do": "open"})
    assert answer.headers["Location"] == f"{boris.path}watch/"
    war.refresh_from_db()
    for player, who in ((anna, "boris made the link"), (boris, "You made the link")):
        assert "Onlookers" in text(player.get("treasury/"))
        page = player.get("watch/")
        assert f"http://testserver/wars/watch/{war.watch_token}/" in page.content.decode()
        assert who in text(page)
        assert "no-transform" in page.headers["Cache-Control"]


def test_the_link_stands_beside_the_map_and_the_page_itself_has_no_key(war: War, anna: Seated) -> None:
    shown = anna.get("").content.decode()
    beside = shown.partition('<div class="map-company">')[2]
    assert "Make a link" in beside
    assert 'id="chat"' in beside
    token = link_of(war).split("/")[-2]
    shown = anna.get("").content.decode()
    assert token not in shown
    assert f'hx-get="{anna.path}watch/" hx-trigger="load"' in shown
    part = anna.client.get(anna.path + "watch/", headers={"HX-Request": "true"})
    assert token in part.content.decode()
    assert "<html" not in part.content.decode()
    closed = anna.client.post(anna.path + "watch/", {"do": "close"}, headers={"HX-Request": "true"})
    assert "Make a link" in text(closed)


def test_the_computer_is_not_said_to_see_the_link(war: War, anna: Seated) -> None:
    assert "boris sees that there is a link" in text(anna.get(""))
    war.seats.filter(side="talon").update(user=computer_user())
    told = text(anna.get(""))
    assert "A link lets others watch the war" in told
    assert "sees that there is a link" not in told


def test_anybody_with_the_link_watches_and_nobody_without(war: War) -> None:
    path = link_of(war)
    for client in (Client(), browser(make_person("clara"))):
        page = client.get(path)
        assert page.status_code == 200
        assert "anna against boris" in text(page)
        assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert "no-store" in page.headers["Cache-Control"]
        assert page.headers["Referrer-Policy"] == "same-origin"
    assert Client().get("/wars/watch/no-such-link/").status_code == 404
    assert Client().get(f"/wars/watch/{war.pk}/").status_code == 404
    assert Client().post(path).status_code == 405


def test_either_player_takes_the_link_back(war: War, boris: Seated) -> None:
    path = link_of(war)
    assert boris.client.post(boris.path + "watch/", {"do": "close"}).status_code == 302
    assert Client().get(path).status_code == 404
    assert link_of(war) != path


def test_a_second_press_keeps_the_link(war: War) -> None:
    assert link_of(war) == link_of(war)


def test_others_neither_make_nor_take_back_a_link(war: War, anna: Seated, boris: Seated) -> None:
    for client in (Client(), browser(make_person("clara")), boris.client):
        assert client.post(anna.path + "watch/", {"do": "open"}).status_code in (302, 404)
    war.refresh_from_db()
    assert war.watch_token is None


def test_a_war_that_has_not_begun_cannot_be_watched() -> None:
    war = War.objects.create(name="Open", settings=b"", chart=b"", rules_version="1", map_name="x")
    with pytest.raises(Refused, match="has not begun"):
        watching.open_to_onlookers(war_id=war.pk, side="terran")
    War.objects.filter(pk=war.pk).update(watch_token="early")
    assert Client().get("/wars/watch/early/").status_code == 404


def test_every_turn_of_a_whole_war_without_what_a_side_hides(war: War, anna: Seated) -> None:
    path, random = link_of(war), Random(3)
    hidden_seen = False
    while state_of(war).phase != "over" and state_of(war).turn < 5:
        step(war, random)
        state = state_of(war)
        page = Client().get(path).content.decode()
        known = set(state.sightings["terran"]) | set(state.sightings["talon"])
        known |= {loss.name for loss in state.losses}
        for side in ("terran", "talon"):
            hidden = set(state.fleet(side).ships) - known
            hidden_seen |= bool(hidden)
            assert [name for name in hidden if f">{name}<" in page or f" {name} " in page] == []
    assert hidden_seen
    client = Client()
    for turn in range(1, state_of(war).turn + 1):
        assert client.get(path, {"turn": turn}).status_code == 200
    for asked in ("0", "99", "x"):
        assert client.get(path, {"turn": asked}).status_code == 404
    assert client.get(path, {"part": "other"}).status_code == 404


def test_no_chat_for_onlookers(war: War, anna: Seated) -> None:
    anna.client.post(anna.path + "chat/", {"text": "Between the two of us"})
    assert "Between the two" not in Client().get(link_of(war)).content.decode()


def test_a_battle_that_is_not_over_has_no_report(war: War) -> None:
    path = link_of(war)
    play_until(war, phase="battles")
    number = Engagement.objects.filter(war=war).values_list("number", flat=True)[0]
    for page in ("", "frames/"):
        assert Client().get(f"{path}battles/{number}/{page}").status_code == 404
        assert Client().get(f"{path}battles/99/{page}").status_code == 404


def test_a_battle_played_by_hand_is_watched_live(django_assert_max_num_queries: Any) -> None:
    war, battle = war_with_battle(settled_by="hand")
    path, engagement = link_of(war), Engagement.objects.get(battle=battle)
    report, events = f"{path}battles/{engagement.number}/", f"/events/watch/{path.split('/')[3]}/"
    board = f"{report}board/"
    told = text(browser(battle.user_of("terran")).get(f"/battles/{battle.pk}/onlookers/"))
    assert "The link for onlookers of the war shows this battle too." in told
    with django_assert_max_num_queries(8):
        assert f'href="{board}"' in Client().get(path).content.decode()
    page = Client().get(board)
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    shown = page.content.decode()
    assert f'href="{path}"' in shown
    assert f'data-stream="{events}{engagement.number}/?since=' in shown
    assert 'name="order"' not in shown
    assert '"/battles/' not in shown, "the players' own page of the battle"

    play = Play.objects.get(battle=battle)
    while not board_of(play).round:
        one_step(play)
    ordered(play, "terran", "terran concede")
    go_on(battle.pk)
    moment = Client().get(board, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in moment
    assert f'data-at="{play.number}"' in moment
    assert f'href="{report}"' in moment
    results.absorb_waiting()
    listed = Client().get(path, {"turn": engagement.turn}).content.decode()
    assert f'href="{report}"' in listed
    assert f'href="{board}"' not in listed
    assert Client().get(report).status_code == 200

    for nowhere in (f"{path}battles/99/board/", f"{events}99/", "/events/watch/no-such-link/"):
        assert Client().get(nowhere).status_code == 404
    watching.close_to_onlookers(war_id=war.pk)
    for gone in (board, events, f"{events}{engagement.number}/"):
        assert Client().get(gone).status_code == 404


def test_the_page_follows_the_war_by_a_stream(war: War) -> None:
    path = link_of(war)
    token = path.split("/")[3]
    shown = Client().get(path).content.decode()
    assert f'data-stream="/events/watch/{token}/?since=' in shown
    assert f'data-refresh-url="{path}?part=now"' in shown
    play_until(war, phase="planning", turn=2)
    assert "data-stream" not in Client().get(path, {"turn": 1}).content.decode()


def test_watching_is_limited_and_writes_nothing(war: War, django_assert_max_num_queries) -> None:
    path = link_of(war)
    with django_assert_max_num_queries(8) as queries:
        Client().get(path)
    assert {q["sql"].split()[0] for q in queries.captured_queries} == {"SELECT"}
    client = Client()
    codes = {client.get("/wars/watch/guess/").status_code for _ in range(125)}
    assert codes == {404, 429}


@pytest.mark.every_view
def test_the_report_of_a_fought_battle_is_open_to_onlookers(war: War, anna: Seated, boris: Seated) -> None:
    path = link_of(war)
    play_until(war, phase="battles")
    engagement = Engagement.objects.filter(war=war).order_by("number")[0]
    players = [User.objects.get(username=name) for name in ("anna", "boris")]
    engagement.battle = fought_battle(players[0], players[1], fleets_of(10))
    engagement.save()
    battle = f"{path}battles/{engagement.number}/"
    assert battle in Client().get(path, {"turn": engagement.turn}).content.decode()
    page = Client().get(battle)
    assert page.status_code == 200
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert f"{battle}frames/" in page.content.decode()
    assert '"/battles/' not in page.content.decode(), "the players' own page of the battle"
    assert Client().get(f"{battle}frames/").headers["Content-Type"] == "application/json"
    watching.close_to_onlookers(war_id=war.pk)
    assert Client().get(battle).status_code == 404


def test_an_open_board_goes_on_to_the_war_when_the_battle_is_laid_aside() -> None:
    war, battle = war_with_battle(settled_by="hand")
    path = link_of(war)
    board = f"{path}battles/{Engagement.objects.get(battle=battle).number}/board/"
    agreed(battle, Way.TABLE)
    assert Client().get(board).status_code == 404
    assert Client().get(board, headers={"HX-Request": "true"})["HX-Redirect"] == path
    assert f'href="{board}"' not in Client().get(path).content.decode()
    watching.close_to_onlookers(war_id=war.pk)
    assert Client().get(board, headers={"HX-Request": "true"}).status_code == 404
