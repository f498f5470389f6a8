"""The chat beside the board of a battle played by hand: of a skirmish its own, in a war the war's."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.test import Client

from accounts.models import Delivery, Notice, User
from accounts.people.special_users import computer_user
from battles.models import BattleChatLine, BattleReader, Play
from campaign.models import ChatLine
from tests.people import browser, make_person
from tests.site.battles.talon.play.test_play_pages import USUAL, Screen
from tests.site.battles.talon.watching.test_onlookers import link_of, watched
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import begun
from tests.site.seats import HTMX, text

pytestmark = pytest.mark.django_db
ROCKS = "Rocks <script>alert('x')</script> & more"


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def play(anna: User, ben: User) -> Play:
    return begun(anna, ben)


def path_of(play: Play) -> str:
    return f"/battles/{play.battle_id}/chat/"


def write(client: Client, play: Play, words: str, **more: Any) -> Any:
    return client.post(path_of(play), {"text": words}, **more)


def test_a_line_reaches_the_other_player_escaped_and_no_onlooker(play: Play, anna: User, ben: User) -> None:
    answer = write(browser(anna), play, ROCKS)
    assert answer.headers["Location"] == path_of(play)
    for user, who in ((ben, "anna"), (anna, "You")):
        body = browser(user).get(path_of(play)).content.decode()
        assert "Rocks &lt;script&gt;" in body
        assert ROCKS not in body
        assert who in body
    assert "Rocks" not in watched(link_of(play))


def test_nobody_else_reads_or_writes(play: Play, anna: User) -> None:
    write(browser(anna), play, "Hello")
    for client in (Client(), browser(make_person("clara"))):
        assert client.get(path_of(play)).status_code in (302, 404)
        assert write(client, play, "me too").status_code in (302, 404)
        assert client.post(f"{path_of(play)}mute/", {"muted": "yes"}).status_code in (302, 404)
        assert client.post(f"{path_of(play)}read/", {"newest": "1"}).status_code in (302, 404)
    assert BattleChatLine.objects.count() == 1
    assert not BattleReader.objects.filter(side="talon").exists()


def test_guests_write_too() -> None:
    host, guest = Screen(make_person("anna")), Screen()
    host.begin(**{**USUAL, "opponent": "link"})
    guest.path = guest.client.post(f"{host.path}accept/")["Location"]
    host.path = guest.path
    assert write(guest.client, guest.play, "Good luck").status_code == 302
    assert "Good luck" in host.client.get(path_of(host.play)).content.decode()
    assert path_of(host.play) in host.html


@pytest.mark.parametrize("rival", ["computer", "one screen"])
def test_where_nobody_answers_there_is_no_chat(anna: User, rival: str) -> None:
    play = begun(anna, computer_user() if rival == "computer" else anna)
    client = browser(anna)
    assert client.get(path_of(play)).status_code == 404
    assert write(client, play, "Hello").status_code == 404
    assert path_of(play) not in client.get(f"/battles/{play.battle_id}/play/").content.decode()


def test_a_refusal_keeps_what_was_typed_and_a_script_gets_the_panel(play: Play, anna: User) -> None:
    client = browser(anna)
    answer = write(client, play, "x" * 1001)
    assert answer.status_code == 422
    assert "1001 characters" in answer.content.decode()
    assert write(client, play, " \n ").status_code == 422
    answer = write(client, play, "Hello", headers=HTMX)
    assert (answer.status_code, "<html" in answer.content.decode()) == (200, False)
    assert "Hello" in answer.content.decode()
    cache.clear()
    codes = [write(client, play, "again").status_code for _ in range(25)]
    assert codes.count(429) == 5


def test_new_lines_are_counted_beside_the_board_until_they_are_shown(
    play: Play, anna: User, ben: User
) -> None:
    for words in ("One", "Two"):
        write(browser(anna), play, words)
    reader, path = browser(ben), f"/battles/{play.battle_id}/company/"
    assert "2 new" in text(reader.get(path))
    assert "2 new" in text(reader.get(f"/battles/{play.battle_id}/play/"))
    assert "new" not in text(browser(anna).get(path))
    assert text(reader.get(f"{path_of(play)}?part=panel")).count(" New ") == 2
    assert "new" not in text(reader.get(path))


@pytest.mark.every_view
def test_lines_are_read_once_they_have_been_in_sight(play: Play, anna: User, ben: User) -> None:
    """A page asks for its lines again whenever there are new ones, also while nobody looks at it."""
    write(browser(anna), play, "One")
    reader, company = browser(ben), f"/battles/{play.battle_id}/company/"
    lines = reader.get(f"{path_of(play)}?part=lines").content.decode()
    assert 'hx-trigger="intersect once"' in lines
    assert "1 new" in text(reader.get(company))
    newest = BattleChatLine.objects.get().pk
    assert reader.post(f"{path_of(play)}read/", {"newest": f"{newest + 5}"}).status_code == 204
    assert "new" not in text(reader.get(company))
    assert "intersect" not in reader.get(f"{path_of(play)}?part=lines").content.decode()
    write(browser(anna), play, "Two")
    assert "1 new" in text(reader.get(company)), "what was not there yet is not read"


def test_the_newest_unread_line_stands_over_the_board(play: Play, anna: User, ben: User) -> None:
    write(browser(anna), play, "One")
    write(browser(anna), play, ROCKS)
    path = f"/battles/{play.battle_id}/company/"
    body = browser(ben).get(path).content.decode()
    assert "Rocks &lt;script&gt;" in body
    assert ROCKS not in body
    assert "Rocks" not in browser(anna).get(path).content.decode(), "one's own are not news"
    assert browser(make_person("clara")).get(path).status_code == 404
    browser(ben).post(f"{path_of(play)}mute/", {"muted": "yes"})
    assert "Rocks" not in browser(ben).get(path).content.decode()


def test_a_line_wakes_both_players_and_neither_the_board_nor_onlookers(
    play: Play, anna: User, ben: User
) -> None:
    before = set(Notice.objects.values_list("pk", flat=True))
    write(browser(anna), play, "One")
    woken = set(Notice.objects.exclude(pk__in=before).values_list("topic", flat=True))
    assert woken == {f"user:{anna.pk}", f"user:{ben.pk}"}


@pytest.mark.every_view
def test_a_muted_player_is_neither_shown_nor_counted_nor_learns_of_it(
    play: Play, anna: User, ben: User
) -> None:
    reader = browser(ben)
    assert reader.post(f"{path_of(play)}mute/", {"muted": "yes"}).status_code == 302
    write(browser(anna), play, "After")
    page = text(reader.get(path_of(play)))
    assert "You have muted anna" in page
    assert "After" not in page
    assert "new" not in text(reader.get(f"/battles/{play.battle_id}/company/"))
    assert "muted" not in text(browser(anna).get(path_of(play)))
    part = reader.post(f"{path_of(play)}mute/", {"muted": "no"}, headers=HTMX)
    assert "After" in part.content.decode()


def test_a_message_only_to_who_wants_it_and_one_until_read(play: Play, anna: User, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(webhook_url="https://example.org/hook")
    write(browser(anna), play, "One")
    assert not Delivery.objects.exists()
    User.objects.filter(pk=ben.pk).update(chat_messages="now")
    write(browser(anna), play, "Secret two")
    write(browser(anna), play, "Secret three")
    message = Delivery.objects.get()
    assert message.path == path_of(play)
    assert "Secret" not in message.body + message.subject
    browser(ben).get(path_of(play))
    message.refresh_from_db()
    assert message.status == Delivery.Status.CANCELLED


def test_the_host_deletes_a_line_and_the_log_does_not_quote_it(play: Play, anna: User) -> None:
    write(browser(anna), play, ROCKS)
    desk = browser(make_person("host", is_staff=True, is_superuser=True))
    line = BattleChatLine.objects.get()
    chosen = {"action": "delete_lines", "_selected_action": [line.pk], "reason": "A complaint"}
    answer = desk.post("/admin/battles/battlechatline/", chosen)
    assert answer.status_code in (200, 302)
    assert not BattleChatLine.objects.exists()
    assert all("Rocks" not in entry.change_message for entry in LogEntry.objects.all())


def test_in_a_war_the_board_has_the_wars_chat_about_the_battle() -> None:
    war, battle = war_with_battle()
    play = begun(battle.terran_user, battle.talon_user)
    Play.objects.filter(pk=play.pk).update(battle=battle)
    reader = browser(battle.talon_user)
    page = reader.get(f"/battles/{battle.pk}/play/").content.decode()
    chat = f"/wars/{war.pk}/talon/chat/?battle="
    assert chat in page
    ChatLine.objects.create(war=war, battle=1, side="terran", user=battle.terran_user, text="Here?")
    assert "1 new" in text(reader.get(f"/battles/{battle.pk}/company/"))
    part = reader.get(f"{chat}1&part=panel", headers=HTMX).content.decode()
    assert "Here?" in part
    muted = reader.post(f"/wars/{war.pk}/talon/chat/mute/", {"muted": "yes", "battle": "1"}, headers=HTMX)
    assert "Here?" not in muted.content.decode()
    assert "<html" not in muted.content.decode()
