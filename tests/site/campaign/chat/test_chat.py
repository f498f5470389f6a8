"""The chat of a war: for its two players, live, counted until read, muted by one, deleted by the host."""

from random import Random

import pytest
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.test import Client

from accounts.models import Delivery, Notice, User
from accounts.people.special_users import computer_user
from campaign.chat import chatting
from campaign.files.archive import whole
from campaign.models import ChatLine, Engagement, Seat, War
from campaign.seats import handing
from engines.seam.refusals import Refused
from tests.people import browser, make_person
from tests.site.seats import HTMX, Seated, anna, boris, planned, text, war
from tests.site.wars import make_war, step

__all__ = ["anna", "boris", "planned", "war"]
pytestmark = pytest.mark.django_db
ROCKS = "Rocks <script>alert('x')</script> & more"


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def write(player: Seated, words: str, **fields: object):
    return player.client.post(player.path + "chat/", {"text": words, **fields})


def test_a_line_reaches_the_opponent_escaped(anna: Seated, boris: Seated) -> None:
    answer = write(anna, ROCKS)
    assert answer.headers["Location"] == f"{anna.path}chat/"
    for player, who in ((anna, "You"), (boris, "anna")):
        for page in ("", "chat/"):
            body = player.get(page).content.decode()
            assert "Rocks &lt;script&gt;" in body
            assert ROCKS not in body
            assert who in body


def test_without_a_script_a_refusal_keeps_what_was_typed(anna: Seated) -> None:
    answer = write(anna, "x" * 1001)
    assert answer.status_code == 422
    assert "1001 characters" in answer.content.decode()
    assert "x" * 1001 in answer.content.decode()
    assert write(anna, " \n ").status_code == 422
    assert not ChatLine.objects.exists()


def test_a_script_gets_the_panel_alone_refused_or_not(anna: Seated) -> None:
    for words, said in (("Hello", "Hello"), ("", "Write something first.")):
        answer = anna.client.post(anna.path + "chat/", {"text": words}, headers=HTMX)
        assert answer.status_code == 200
        assert said in answer.content.decode()
        assert "<html" not in answer.content.decode()


def test_nobody_else_reads_or_writes(war: War, anna: Seated, boris: Seated) -> None:
    write(anna, ROCKS)
    host = make_person("host", is_staff=True, is_superuser=True)
    for client in (Client(), browser(make_person("clara")), browser(host), boris.client):
        assert client.get(f"{anna.path}chat/").status_code in (302, 404)
        assert client.post(f"{anna.path}chat/", {"text": "me too"}).status_code in (302, 404)
        assert client.post(f"{anna.path}chat/mute/", {"muted": "yes"}).status_code in (302, 404)
    assert ChatLine.objects.count() == 1
    assert not Seat.objects.filter(war=war, mutes=True).exists()


@pytest.mark.parametrize("one_screen", [True, False], ids=["at one screen", "with the computer"])
def test_a_war_without_a_second_person_has_no_chat(one_screen: bool) -> None:
    me = make_person("anna")
    war = make_war(me, me if one_screen else computer_user(), one_screen=one_screen)
    client, path = browser(me), f"/wars/{war.pk}/terran/"
    client.post(f"/wars/{war.pk}/curtain/terran/")
    page = client.get(path)
    assert page.status_code == 200
    assert "chat/" not in page.content.decode()
    assert client.get(f"{path}chat/").status_code == 404
    assert client.post(f"{path}chat/", {"text": "Hello"}).status_code == 404
    with pytest.raises(Refused, match="no chat"):
        chatting.say(war_id=war.pk, side="terran", text="Hello")


def test_unread_lines_are_counted_until_a_page_shows_them(anna: Seated, boris: Seated) -> None:
    write(anna, "One")
    write(anna, "Two")
    assert "Chat 2 unread" in text(boris.get("history/"))
    assert "unread" not in text(anna.get("history/"))
    boris.get("chat/?part=lines")
    boris.get("?part=calls")
    assert "Chat 2 unread" in text(boris.get("treasury/"))
    assert text(boris.get("")).count(" New ") == 2
    assert "unread" not in text(boris.get("history/"))
    assert " New " not in text(boris.get(""))


def test_lines_that_came_into_sight_are_read(anna: Seated, boris: Seated) -> None:
    write(anna, "One")
    newest = ChatLine.objects.get().pk
    assert boris.client.post(boris.path + "chat/read/", {"newest": newest}).status_code == 204
    assert "unread" not in text(boris.get("history/"))
    write(anna, "Two")
    assert "Chat 1 unread" in text(boris.get("history/"))


def test_a_page_without_new_lines_writes_nothing(
    anna: Seated, boris: Seated, django_assert_max_num_queries
) -> None:
    write(anna, "One")
    boris.get("chat/")
    with django_assert_max_num_queries(12) as queries:
        boris.get("chat/")
    assert [
        q for q in queries.captured_queries if q["sql"].split()[0] in ("UPDATE", "INSERT", "DELETE")
    ] == []


def test_a_line_wakes_both_players_and_not_the_war(war: War, anna: Seated) -> None:
    before = set(Notice.objects.values_list("pk", flat=True))
    write(anna, "One")
    woken = {f"user:{user}" for user in war.seats.values_list("user_id", flat=True)}
    assert set(Notice.objects.exclude(pk__in=before).values_list("topic", flat=True)) == woken


def test_a_muted_opponent_is_neither_shown_nor_counted_nor_learns_of_it(anna: Seated, boris: Seated) -> None:
    write(anna, "Before")
    boris.client.post(boris.path + "chat/mute/", {"muted": "yes"})
    write(anna, "After")
    page = text(boris.get("chat/"))
    assert "You have muted anna" in page
    assert "Before" not in page
    assert "After" not in page
    assert "unread" not in text(boris.get("history/"))
    assert "muted" not in text(anna.get("chat/"))
    boris.client.post(boris.path + "chat/mute/", {"muted": "no"})
    assert "After" in text(boris.get("chat/"))


def test_messages_only_to_those_who_want_them_and_one_until_read(anna: Seated, boris: Seated) -> None:
    User.objects.filter(username="boris").update(webhook_url="https://example.org/hook")
    Delivery.objects.all().delete()
    write(anna, "One")
    assert not Delivery.objects.exists()
    User.objects.filter(username="boris").update(chat_messages="now")
    write(anna, "Secret two")
    write(anna, "Secret three")
    message = Delivery.objects.get()
    assert message.path == f"{boris.path}chat/"
    assert "Secret" not in message.body + message.subject
    boris.get("chat/")
    message.refresh_from_db()
    assert message.status == Delivery.Status.CANCELLED
    write(anna, "Four")
    assert Delivery.objects.count() == 2


def test_no_more_than_twenty_lines_a_minute(anna: Seated) -> None:
    answers = [write(anna, f"Line {n}").status_code for n in range(21)]
    assert answers == [302] * 20 + [429]
    assert ChatLine.objects.count() == 20


@pytest.mark.played_until(phase="battles")
def test_lines_about_a_battle_stand_apart_and_in_the_whole_chat(
    war: War, anna: Seated, boris: Seated
) -> None:
    number = Engagement.objects.filter(war=war).values_list("number", flat=True)[0]
    write(anna, "About the war")
    answer = write(anna, "About the battle", battle=number)
    assert answer.headers["Location"].endswith(f"chat/?battle={number}")
    narrowed = text(boris.get(f"chat/?battle={number}"))
    assert "About the battle" in narrowed
    assert "About the war" not in narrowed
    assert "About the war" in text(boris.get("chat/"))
    assert boris.get("chat/?battle=999").status_code == 404
    assert write(anna, "Nowhere", battle=999).status_code == 404


@pytest.mark.played_until(phase="battles")
def test_the_page_of_a_battle_leads_to_the_chat_about_it(war: War, anna: Seated, boris: Seated) -> None:
    random = Random(5)
    while not Engagement.objects.filter(war=war, battle__isnull=False).exists():
        step(war, random)
    fought = Engagement.objects.filter(war=war, battle__isnull=False)[0]
    path = f"/battles/{fought.battle_id}/"
    assert f"{boris.path}chat/?battle={fought.number}" in boris.client.get(path).content.decode()
    write(anna, "Ready when you are", battle=fought.number)
    assert "Chat, 1 new" in text(boris.client.get(path))
    assert "Chat (1)" in text(anna.client.get(path))


@pytest.mark.played_until(phase="battles")
def test_it_counts_what_the_player_may_read_about_that_battle(war: War, anna: Seated, boris: Seated) -> None:
    random = Random(5)
    while not Engagement.objects.filter(war=war, battle__isnull=False).exists():
        step(war, random)
    fought = Engagement.objects.filter(war=war, battle__isnull=False)[0]
    other = Engagement.objects.filter(war=war).exclude(pk=fought.pk)[0]
    path = f"/battles/{fought.battle_id}/"
    write(anna, "About the war")
    write(anna, "About another", battle=other.number)
    for words in ("One", "Two"):
        write(anna, words, battle=fought.number)
    write(boris, "Three", battle=fought.number)
    assert "Chat, 2 new" in text(boris.client.get(path))
    assert "Chat, 1 new" in text(anna.client.get(path))
    boris.client.post(boris.path + "chat/mute/", {"muted": "yes"})
    assert "Chat (1)" in text(boris.client.get(path)), "his own line alone"
    last = ChatLine.objects.latest("pk").pk
    Seat.objects.filter(war=war, side="talon").update(mutes=False, chat_from=last - 1)
    assert "Chat (1)" in text(boris.client.get(path)), "not what was said before he had the seat"


def test_the_host_deletes_a_line_and_the_log_says_so(war: War, anna: Seated, boris: Seated) -> None:
    write(anna, "Something rude")
    host = browser(make_person("host", is_staff=True, is_superuser=True))
    line = ChatLine.objects.get()
    assert host.get(f"/admin/campaign/chatline/{line.pk}/delete/").status_code == 403
    host.post("/admin/campaign/chatline/", {"action": "delete_lines", "_selected_action": [line.pk]})
    assert not ChatLine.objects.exists()
    assert "rude" not in text(boris.get("chat/"))
    logged = LogEntry.objects.get()
    assert f"Deleted a chat line of anna in war {war.pk}" in logged.change_message
    assert "rude" not in logged.change_message + logged.object_repr


def test_whoever_takes_over_a_seat_does_not_read_what_was_said_before(
    war: War, anna: Seated, boris: Seated
) -> None:
    write(anna, "Between us")
    clara = make_person("clara")
    handing.hand_over(seat_id=war.seats.get(side="talon").pk, user=clara)
    new = Seated(war, clara, "talon")
    assert "Between us" not in text(new.get("chat/"))
    write(anna, "Welcome")
    assert "Welcome" in text(new.get("chat/"))


def test_the_file_of_a_war_has_no_chat(war: War, anna: Seated) -> None:
    write(anna, "Between us")
    war.refresh_from_db()
    assert b"Between us" not in whole(war)
    assert b"Between us" not in anna.get("export/").content
