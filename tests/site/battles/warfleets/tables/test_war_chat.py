"""The chat of a war beside its battle on the table in the browser: for its two players alone."""

import pytest

from accounts.models import User
from battles.battle.selectors import chat_about
from battles.services import set_deputy
from engines.seam.sides import SIDES
from tests.people import browser, make_person
from tests.site.battles.warfleets.tables.test_tables import HTMX, begun
from tests.site.battles.warfleets.tables.test_war_battles import clients, joined_battle, table_of
from tests.site.seats import text

pytestmark = pytest.mark.django_db


def test_the_chat_of_the_war_stands_beside_the_table() -> None:
    battle = joined_battle()
    board, players = table_of(battle).get_absolute_url(), clients(battle)
    for side in SIDES:
        chat = chat_about(battle, side)
        assert chat is not None
        page = players[side].get(board).content.decode()
        assert f'hx-get="{chat.panel.replace("&", "&amp;")}"' in page
        assert " new</b>" not in page
        assert "chat" not in players[side].get(board, **HTMX).content.decode()
        panel, number = players[side].get(chat.panel), chat.path.partition("battle=")[2]
        assert (panel.status_code, 'id="chat-text"' in panel.content.decode()) == (200, True)
    path = panel.content.decode().partition('class="chat-form"')[2].partition('action="')[2].partition('"')[0]
    fields = {"text": "Ready when you are", "battle": number}
    assert players["talon"].post(path, fields).status_code in (200, 302, 303)
    assert "Chat 1 new" in text(players["terran"].get(board))
    assert "Chat 1 new" not in text(players["talon"].get(board))


def test_s70_a_deputy_has_no_chat() -> None:
    battle = joined_battle()
    set_deputy(battle_ids=[battle.pk], side="terran", user=make_person("dora"))
    page = browser(User.objects.get(username="dora")).get(table_of(battle).get_absolute_url())
    assert (page.status_code, 'id="chat"' in page.content.decode()) == (200, False)


def test_there_is_none_where_nobody_would_read_it() -> None:
    against = joined_battle("computer")
    board = table_of(against).get_absolute_url()
    assert 'id="chat"' not in clients(against)["terran"].get(board).content.decode()
    single = begun(make_person("carla"))
    assert 'id="chat"' not in browser(single.terran_user).get(single.get_absolute_url()).content.decode()
