"""A page hears of what changes while it is made: its latest notice is no newer than what it shows."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.live import latest_notice, publish, topic_of
from accounts.models import User
from accounts.printing.sheets import Content, ask_for_pdf
from battles.talon.watching.link import open_to_onlookers
from campaign.models import Engagement, War, WarImport
from campaign.watching import link as watching
from tests.people import browser
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import begun
from tests.site.wars import make_war

pytestmark = pytest.mark.django_db
SINCE = re.compile(r"\?since=(\d+)")


def hears(client: Client, path: str, topic: str, table: str) -> bool:
    """Whether the page hears of what is published as soon as the table has been read for it."""
    publish(topic)
    published: list[int] = []

    def overtaken(execute: Any, sql: str, *asked: Any) -> Any:
        answer = execute(sql, *asked)
        if f'FROM "{table}"' in sql and not published:
            published.append(0)  # publishing asks too
            published.append(publish(topic))
        return answer

    with connection.execute_wrapper(overtaken):
        page = client.get(path)
    since = SINCE.search(page.content.decode())
    assert page.status_code == 200, path
    assert published, "the page reads that table"
    assert since is not None
    return int(since[1]) < published[-1] == latest_notice([topic])


def test_the_pages_of_a_battle_hear_of_it() -> None:
    _war, battle = war_with_battle()
    player = browser(battle.user_of("terran"))
    for page in ("", "report/"):
        assert hears(player, f"/battles/{battle.pk}/{page}", battle.topic, "battles_battle"), page


def test_the_page_of_a_battle_for_onlookers_hears_of_it(anna: User, ben: User) -> None:
    play = begun(anna, ben)
    link = f"/battles/watch/{open_to_onlookers(battle=play.battle, side='terran')}/"
    assert hears(Client(), link, play.battle.topic, "battles_play")


def test_the_pages_of_a_war_for_onlookers_hear_of_it() -> None:
    war, battle = war_with_battle(settled_by="hand")
    link = f"/wars/watch/{watching.open_to_onlookers(war_id=war.pk, side='terran')}/"
    board = f"{link}battles/{Engagement.objects.get(battle=battle).number}/board/"
    assert hears(Client(), link, f"war:{war.pk}", "campaign_war")
    assert hears(Client(), board, battle.topic, "battles_play")


def test_the_pages_of_what_is_owed_hear_of_it(anna: User) -> None:
    sheet = ask_for_pdf(user=anna, content=Content("<p>A sheet</p>", "a-sheet", "/"), paper="A4")
    assert hears(browser(anna), f"/pdf/{sheet.key}/", topic_of(anna.pk), "accounts_papersheet")
    file = WarImport.objects.create(user=anna, side="terran", data=b"", entries=1, due_at=timezone.now())
    assert hears(browser(anna), f"/wars/import/{file.pk}/", topic_of(anna.pk), "campaign_warimport")


def test_the_page_of_a_war_that_has_not_begun_hears_of_it(anna: User, ben: User) -> None:
    war = make_war(anna, ben)
    War.objects.filter(pk=war.pk).update(status=War.Status.OPEN, state=None)
    assert hears(browser(anna), f"/wars/{war.pk}/", topic_of(anna.pk), "campaign_war")
