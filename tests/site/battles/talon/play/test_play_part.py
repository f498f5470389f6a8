"""The part of the page that follows each order: small, with few queries, and without what the page has already."""

import gzip
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.live import latest_notice
from accounts.models import User
from battles.models import Battle, Play, Way
from battles.services import ask_for
from battles.talon.play.services.publishing import play_of
from battles.talon.play.views import play as views
from bench.hand.battles import advised, begun_in_war, give_orders
from campaign.deadlines.holidays import go_on_holiday
from campaign.models import War
from engines.seam.sides import SIDES, opponent
from engines.talon.set_ups.scenarios import fleets_of
from tests.site.battles.talon.play.test_play import client_of, plain
from tests.site.plays import begun, one_step, until

KEPT = re.compile(r'<(article|li|div) id="((?:card|berth|line)-\d+)" hx-preserve></\1>')
DRAWN = re.compile(r'data-drawn="(\w+)"')


@pytest.fixture
def play(anna: User, ben: User) -> Play:
    return begun(anna, ben, 3)


def part(client: Client, play: Play, drawn: str = "") -> str:
    headers = {"HX-Request": "true", "X-Drawn": drawn}
    answer: Any = client.get(f"/battles/{play.battle_id}/play/", headers=headers)
    assert answer.status_code == 200
    return plain(answer).decode()


def element(html: str, tag: str, name: str) -> str:
    """An element of the part by its id."""
    found = re.search(rf'<{tag} [^>]*id="{name}".*?</{tag}>', html, re.DOTALL)
    assert found, name
    return found[0]


def names_in(html: str) -> str:
    """What a browser with this part says that it has."""
    return " ".join(DRAWN.findall(html))


def test_what_a_page_has_is_not_sent_again_and_fits_in_where_it_was(play: Play) -> None:
    """Each kept part is an empty element; with the page's own elements in their places it is the whole part."""
    until(play, number=14)
    reader = client_of(play.battle.terran_user)
    shown = part(reader, play)
    left_out = changed = 0
    for _ in range(30):
        give_orders(play, advised(play))
        whole, short = part(reader, play), part(reader, play, names_in(shown))
        kept = KEPT.findall(short)
        left_out, changed = left_out + len(kept), changed + len(DRAWN.findall(short))
        assert filled(short, shown) == whole
        shown = whole
    assert left_out > changed > 0


def in_skirmish(anna: User, ben: User) -> Play:
    """A skirmish with a clock."""
    return begun(anna, ben, 3, clock="turn:86400")


def in_war(anna: User, ben: User) -> Play:
    """A battle of a war with deadlines, with a clock."""
    return begun_in_war(anna, ben, fleets_of(3))


def in_war_with_all(anna: User, ben: User) -> Play:
    """The same in which each asks for another way, and both are on holiday."""
    play = in_war(anna, ben)
    for side, way in zip(SIDES, (Way.WORKER, Way.TABLE), strict=True):
        version = Battle.objects.get(pk=play.battle_id).version
        ask_for(battle_id=play.battle_id, side=side, seen_version=version, way=way)
        go_on_holiday(war_id=War.objects.get().pk, side=side, user=None, days=3)
    return play


@pytest.mark.parametrize("where", [in_skirmish, in_war, in_war_with_all])
def test_the_part_that_follows_an_order_is_small_and_asks_little(
    anna: User, ben: User, where: Callable[[User, User], Play]
) -> None:
    play = where(anna, ben)
    until(play, number=14)
    reader = client_of(play.battle.user_of(opponent(play.decider)))  # type: ignore[arg-type]
    shown = part(reader, play)
    assert ("on holiday" in shown, "wants" in shown) == (2 * (where is in_war_with_all,))
    assert ("Deadline" in shown, "play-clocks" in shown) == (where is not in_skirmish, True)
    give_orders(play, advised(play))
    with CaptureQueriesContext(connection) as queries:
        sent = part(reader, play, names_in(shown)).encode()
    assert len(queries) <= 6
    assert len(sent) <= 60_000
    assert len(gzip.compress(sent, 6)) <= 12_000


def filled(short: str, shown: str) -> str:
    """The short part with what the page has shown."""
    return KEPT.sub(lambda found: element(shown, found[1], found[2]), short)


@pytest.mark.parametrize("drawn", ["x" * 5000, "'\"<script>", "0" * 8])
def test_nonsense_for_what_the_page_has_changes_nothing(play: Play, drawn: str) -> None:
    reader = client_of(play.battle.terran_user)
    assert part(reader, play, drawn) == part(reader, play)


def test_a_line_published_while_the_page_is_made_is_heard_of(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    until(play, number=3)

    def read_and_overtaken(battle_id: int) -> Play:
        found = play_of(battle_id)
        while play.number == found.number:
            one_step(play)
        return found

    monkeypatch.setattr(views, "play_of", read_and_overtaken)
    answer: Any = client_of(play.battle.terran_user).get(f"/battles/{play.battle_id}/play/")
    since = re.search(r"\?since=(\d+)", answer.content.decode())
    assert since
    assert int(since[1]) < latest_notice([play.battle.topic])
