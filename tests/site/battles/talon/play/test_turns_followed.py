"""A war's page hears of it when the other side decides in a battle played by hand, and does not ask again and again."""

import asyncio
import re
import time
from typing import Any, cast

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.live import latest_notice
from accounts.models import Notice, User
from battles.models import Battle, Play, PlayClock
from battles.talon.play.services.handing import hand_over
from battles.talon.play.services.timing_out import CLOCKS
from campaign.models import Waiting, War
from campaign.war.services.results import refresh_waiting
from engines.seam.sides import SIDES, Side, opponent
from tests.people import browser, make_person
from tests.site.accounts.live.test_live import stream
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import begun, one_step
from tests.site.seats import text


def decides(battle: Battle) -> Side:
    return cast("Side", Play.objects.get(battle=battle).decider)


def pass_turn(battle: Battle) -> None:
    """Order on until the other side decides."""
    play = Play.objects.get(battle=battle)
    before = play.decider
    while play.decider == before:
        one_step(play)


def told(battle: Battle) -> int:
    return Notice.objects.filter(topic=battle.turn_topic).count()


@pytest.mark.django_db
def test_a_notice_for_each_turn_that_passes_and_for_no_other_line() -> None:
    _war, battle = war_with_battle(settled_by="hand")
    play, turns, lines = Play.objects.get(battle=battle), 0, 0
    while play.number < 40 and play.decider:
        before, number, known = play.decider, play.number, told(battle)
        one_step(play)
        passed = bool(play.decider) and play.decider != before
        turns, lines = turns + passed, lines + (play.number != number)
        assert told(battle) - known == passed
    assert 0 < turns < lines


@pytest.mark.django_db
def test_the_end_is_told_with_its_result_and_a_skirmish_tells_nobody() -> None:
    _war, battle = war_with_battle(settled_by="hand")
    play = Play.objects.get(battle=battle)
    while play.decider:
        known = told(battle)
        one_step(play)
    assert told(battle) == known
    skirmish = begun(battle.terran_user, battle.talon_user).battle
    before = set(Notice.objects.values_list("topic", flat=True))
    pass_turn(skirmish)
    assert set(Notice.objects.values_list("topic", flat=True)) - before <= {skirmish.topic}


@pytest.mark.django_db
def test_the_page_asks_for_what_waits_only_when_it_hears_of_a_turn() -> None:
    war, battle = war_with_battle(settled_by="hand")
    for side in SIDES:
        html = page(war, battle, side)
        calls = html.partition('id="calls"')[2].partition('id="zone-place"')[0]
        assert "hx-trigger" not in calls
        assert calls.count("data-aside-too") == 1
    number = latest_notice([battle.turn_topic])
    pass_turn(battle)
    for side in SIDES:
        known = re.search(r"&amp;aside=(\d+)", page(war, battle, side))
        assert known
        assert int(known[1]) == latest_notice([battle.turn_topic]) > number


def page(war: War, battle: Battle, side: Side) -> str:
    return browser(battle.user_of(side)).get(f"/wars/{war.pk}/{side}/").content.decode()


@pytest.mark.django_db
def test_nor_does_it_while_a_captain_gives_the_players_orders() -> None:
    war, battle = war_with_battle(settled_by="hand")
    for side in SIDES:
        hand_over(battle_id=battle.pk, side=side, for_good=True)
        refresh_waiting(battle_id=battle.pk)
        assert "A captain gives your orders in this battle" in text(page_of(war, battle, side))
        assert "every 10s" not in page(war, battle, side)


def page_of(war: War, battle: Battle, side: Side) -> Any:
    return browser(battle.user_of(side)).get(f"/wars/{war.pk}/{side}/")


@pytest.mark.django_db
def test_a_clock_that_runs_out_tells_the_war_who_plays_on(django_capture_on_commit_callbacks: Any) -> None:
    """The war still waited for a player for whom a captain gave the orders."""
    war, battle = war_with_battle(settled_by="hand", clock="turn:120")
    late = decides(battle)
    PlayClock.objects.update(falls_at=timezone.now(), due_at=timezone.now())
    with django_capture_on_commit_callbacks(execute=True):
        assert CLOCKS.attempt(PlayClock.objects.get().pk)
    assert [row.side for row in Waiting.objects.filter(war=war, kind="play")] == [opponent(late)]
    assert "A captain gives your orders in this battle" in text(page_of(war, battle, late))


def cookie_of(user: User) -> str:
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client.cookies[settings.SESSION_COOKIE_NAME].output(attrs=[], header="").strip()


def test_who_waits_hears_within_two_seconds(site: str) -> None:
    """The stream of the war says it aside: nothing of the war has changed."""
    war, battle = war_with_battle(settled_by="hand")
    mine = opponent(decides(battle))
    cookie = cookie_of(battle.user_of(mine))
    found = re.search(r'data-stream="([^"]+)"', page(war, battle, mine))
    assert found
    path = found[1].replace("&amp;", "&")

    def turn() -> int:
        try:
            pass_turn(battle)
            return latest_notice([battle.turn_topic])
        finally:
            connection.close()

    async def scene() -> None:
        async with stream(site, cookie, path=path) as one:
            assert await one.silent(1)
            number = await asyncio.to_thread(turn)
            began = time.monotonic()
            heard = (await asyncio.wait_for(one.reader.readuntil(b"data: "), 10)).decode()
            assert time.monotonic() - began < 2
            assert f"id: {number}\nevent: aside\n" in heard

    asyncio.run(scene())


@pytest.mark.django_db
def test_nobody_else_hears_of_turns() -> None:
    war, _battle = war_with_battle(settled_by="hand")
    eve = browser(make_person("eve"))
    assert eve.get(f"/events/wars/{war.pk}/").status_code == 404
