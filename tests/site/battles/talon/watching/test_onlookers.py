"""Onlookers of a battle played by hand: a link shows what neither side hides, until it is taken back."""

import re
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import Notice, User
from accounts.people.special_users import computer_user
from battles.models import OnlookerLink, Play
from battles.services import hold, release
from battles.talon.play.board import board_of
from battles.talon.play.services.captains import go_on
from battles.talon.play.services.handing import hand_over
from battles.talon.watching.link import open_to_onlookers
from engines.seam.sides import SIDES, opponent
from engines.talon.onlooker import OpenView
from tests.people import browser, make_person
from tests.site.battles.talon.play.test_rounds import given
from tests.site.plays import begun, captains_order, drafted, one_step, ordered, until

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def play(anna: User, ben: User) -> Play:
    return begun(anna, ben)


def link_of(play: Play) -> str:
    return f"/battles/watch/{open_to_onlookers(battle=play.battle, side='terran')}/"


def watched(path: str, **fields: Any) -> str:
    answer = Client().get(path, **fields)
    assert answer.status_code == 200
    return str(answer.content.decode())


def without_names(html: str) -> str:
    """A page without what names the battle itself, and what is drawn for each request."""
    html = re.sub(r'X-CSRFToken": "[^"]*"|csrfmiddlewaretoken" value="[^"]*"', "", html)
    return re.sub(r"battles?/(watch/[\w-]+|\d+)/|onlooker/[\w-]+/|since=\d+", "", html)


def test_either_player_makes_the_link_and_takes_it_back(play: Play) -> None:
    anna, ben = browser(play.battle.terran_user), browser(play.battle.talon_user)
    path = f"/battles/{play.battle_id}/onlookers/"
    assert anna.post(path, {"do": "open"}).status_code == 302
    token = OnlookerLink.objects.get().token
    assert "You made the link" in anna.get(path).content.decode()
    shown = ben.get(path).content.decode()
    assert "anna made the link" in shown
    assert f"http://testserver/battles/watch/{token}/" in shown
    anna.post(path, {"do": "open"})
    assert OnlookerLink.objects.get().token == token
    watch = f"/battles/watch/{token}/"
    assert "anna" in watched(watch)
    assert ben.post(path, {"do": "close"}).status_code == 302
    for page in ("", "report/", "report/frames/"):
        assert Client().get(f"{watch}{page}").status_code == 404
    assert Client().get(f"/events/onlooker/{token}/").status_code == 404
    assert link_of(play) != watch


def test_the_computer_is_not_said_to_see_the_link(play: Play, anna: User) -> None:
    page = browser(anna).get(f"/battles/{begun(anna, computer_user()).battle_id}/onlookers/").content.decode()
    assert "sees that there is a link" not in page
    page = browser(anna).get(f"/battles/{play.battle_id}/onlookers/").content.decode()
    assert "ben sees that there is a link" in page


def test_others_neither_make_nor_take_back_a_link(play: Play) -> None:
    path = f"/battles/{play.battle_id}/onlookers/"
    assert Client().post(path, {"do": "open"}).status_code == 302
    assert browser(make_person("clara")).post(path, {"do": "open"}).status_code == 404
    assert browser(make_person("dora")).get(path).status_code == 404
    assert not OnlookerLink.objects.exists()


def test_the_page_is_kept_by_nobody_and_costs_little(play: Play, django_assert_max_num_queries: Any) -> None:
    path = link_of(play)
    with django_assert_max_num_queries(6) as queries:
        answer = Client().get(path)
    assert {q["sql"].split()[0] for q in queries.captured_queries} == {"SELECT"}
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert Client().post(path).status_code == 405
    codes = {Client().get("/battles/watch/guess/").status_code for _ in range(125)}
    assert codes == {404, 429}


def test_nothing_can_be_ordered_and_no_draft_line_is_shown(play: Play) -> None:
    path, told = link_of(play), 0
    until(play, number=10)
    for _ in range(40):
        before, number = without_names(watched(path)), play.number
        assert 'name="order"' not in before
        assert "<form" not in before.split("<main", 1)[1].split("</main", 1)[0]
        one_step(play)
        if play.number == number:
            told += 1
            assert without_names(watched(path)) == before
    assert told > 5


def test_only_published_lines_make_news(play: Play) -> None:
    until(play, number=8)
    side: Any = play.decider
    while not drafted(play, side):
        before = Notice.objects.filter(topic=play.battle.topic).count()
        number = play.number
        one_step(play)
        made = Notice.objects.filter(topic=play.battle.topic).count() - before
        assert made == play.number - number
        side = play.decider


@pytest.mark.parametrize("number", [1, 2, 5])
def test_what_is_covered_changes_no_byte(number: int, anna: User, ben: User) -> None:
    """The same hexes, the ships in another order: pages are the same until the counters are shown."""
    places = [order.split() for order in _deployments(begun(anna, ben, number))]
    pages = []
    for seed in (0, 1, 2):
        names = [order[2] for order in places]
        Random(seed).shuffle(names)
        pages.append(_while_covered(begun(anna, ben, number), places, names if seed else []))
    assert len(pages[0]) > 1
    assert pages[0] == pages[1] == pages[2]


def _deployments(play: Play) -> list[str]:
    """How the side that deploys first does it: its orders, as a captain gives them."""
    found: list[str] = []
    while not found or play.decider == found[0].split()[0]:
        order = captains_order(play, play.decider)  # type: ignore[arg-type]
        found += [order] if " deploy " in order else []
        one_step(play)
    return found


def _while_covered(play: Play, places: list[list[str]], names: list[str]) -> list[str]:
    """The pages of an onlooker and of the other side, with the ships put down in this order, until they are shown."""
    path, found, number = link_of(play), [], 0
    other = browser(play.battle.user_of(opponent(places[0][0])))  # type: ignore[arg-type]
    while play.decider and any(OpenView(board_of(play)).conceals(side) for side in SIDES):
        theirs = other.get(f"/battles/{play.battle_id}/play/").content.decode()
        found += [without_names(watched(path)), without_names(theirs)]
        order = captains_order(play, play.decider)  # type: ignore[arg-type]
        if " deploy " in order and order.split()[0] == places[0][0]:
            order = " ".join([*places[number][:2], *names[number : number + 1], *places[number][-2:]])
            order = order if names else " ".join(places[number])
            number += 1
        ordered(play, play.decider, order)  # type: ignore[arg-type]
    return found


def test_what_happened_while_counters_were_covered_is_told_afterwards(anna: User, ben: User) -> None:
    play = begun(anna, ben, 1)
    path = link_of(play)
    while any(OpenView(board_of(play)).conceals(side) for side in SIDES):
        one_step(play)
    html = watched(path)
    for unit in ("Justice", "Napoleon"):
        assert f'<g class="name of-{"talon" if unit == "Justice" else "terran"}"' in html
        assert unit in html


def test_the_open_view_lists_no_order_and_plays_nothing_on(play: Play) -> None:
    until(play, number=10)
    view = OpenView(board_of(play))
    assert list(view.orders) == []
    for what in (view.imagined, view.known):
        with pytest.raises(LookupError):
            what()
    assert {unit.side for unit in view.own} == {"terran"}
    assert {unit.side for unit in view.enemies} == {"talon"}


@pytest.mark.every_view
def test_the_end_is_shown_with_the_report(play: Play) -> None:
    path = link_of(play)
    side: Any = until(play, number=14)
    while board_of(play).agenda:  # nobody concedes in the midst of an effect (R30)
        one_step(play)
        side = play.decider
    assert Client().get(f"{path}report/").status_code == 404
    ordered(play, side, f"{side} concede")
    go_on(play.battle_id)
    assert f"{path}report/" in watched(path)
    assert opponent(side).title() in watched(f"{path}report/")
    assert Client().get(f"{path}report/frames/").json()


def test_a_battle_that_is_not_played_by_hand_has_no_link(play: Play) -> None:
    Play.objects.update(stage=Play.Stage.GONE)
    anna = browser(play.battle.terran_user)
    answer = anna.post(f"/battles/{play.battle_id}/onlookers/", {"do": "open"})
    assert answer.status_code == 422
    assert "nothing to watch" in answer.content.decode()


def test_orders_for_the_round_change_no_byte_until_they_are_followed(play: Play) -> None:
    path = link_of(play)
    until(play, number=12)
    while not board_of(play).round:
        one_step(play)
    waiting: Any = opponent(play.decider)  # type: ignore[arg-type]
    before, notices = without_names(watched(path)), Notice.objects.filter(topic=play.battle.topic).count()
    given(play, waiting)
    assert without_names(watched(path)) == before
    assert Notice.objects.filter(topic=play.battle.topic).count() == notices


def test_a_page_that_is_open_is_drawn_again_whatever_changes_on_it(play: Play) -> None:
    """It compares how it stands with what it shows: a pause, a captain, and the end at the same last line."""
    path = link_of(play)
    until(play, number=4)
    seen = [stands(path)]
    hold(battle_id=play.battle_id)
    seen.append(stands(path))
    release(battle_id=play.battle_id)
    hand_over(battle_id=play.battle_id, side=opponent(play.decider), for_good=True)  # type: ignore[arg-type]
    seen.append(stands(path))
    ordered(play, play.decider, f"{play.decider} concede")  # type: ignore[arg-type]
    seen.append(stands(path))
    go_on(play.battle_id)
    seen.append(stands(path))
    assert len(set(seen)) == len(seen)
    assert "A captain gives the orders." not in watched(path)


def stands(path: str) -> str:
    """How the battle stands, as the page says it."""
    return watched(path).partition('data-as="')[2].partition('"')[0]
