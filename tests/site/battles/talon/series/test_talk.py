"""The chat of a campaign game, and its link for onlookers."""

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.test import Client

from accounts.models import Delivery, Notice, User
from battles import services
from battles.models import BattleChatLine, Series, SeriesChatLine
from engines.seam.documents import Doctrine
from tests.campaign_games import begin, between, set_up, win
from tests.people import browser, make_person
from tests.site.seats import HTMX, text

pytestmark = pytest.mark.django_db
ROCKS = "Rocks <script>alert('x')</script> & more"


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def series(anna: User, ben: User) -> Series:
    return between(anna, ben, 1, 3)


def write(user: User, series: Series, words: str, **more: Any) -> Any:
    return browser(user).post(f"{series.get_absolute_url()}chat/", {"text": words}, **more)


def test_a_line_reaches_the_other_player_escaped(series: Series, anna: User, ben: User) -> None:
    path = f"{series.get_absolute_url()}chat/"
    assert write(anna, series, ROCKS)["Location"] == path
    for user, who in ((ben, "anna"), (anna, "You")):
        body = browser(user).get(path).content.decode()
        assert "Rocks &lt;script&gt;" in body
        assert ROCKS not in body
        assert who in body


def test_nobody_else_reads_or_writes(series: Series, anna: User) -> None:
    write(anna, series, "Hello")
    path = f"{series.get_absolute_url()}chat/"
    for client in (Client(), browser(make_person("clara"))):
        assert client.get(path).status_code in (302, 404)
        assert client.post(path, {"text": "me too"}).status_code in (302, 404)
        assert client.post(f"{path}mute/", {"muted": "yes"}).status_code in (302, 404)
        assert client.post(f"{path}read/", {"newest": "1"}).status_code in (302, 404)
    assert SeriesChatLine.objects.count() == 1


def test_a_refusal_keeps_what_was_typed_and_a_script_gets_the_panel(series: Series, anna: User) -> None:
    answer = write(anna, series, "x" * 1001)
    assert answer.status_code == 422
    assert "1001 characters" in answer.content.decode()
    assert write(anna, series, " \n ").status_code == 422
    answer = write(anna, series, "Hello", headers=HTMX)
    assert (answer.status_code, "<html" in answer.content.decode()) == (200, False)
    cache.clear()
    codes = [write(anna, series, "again").status_code for _ in range(25)]
    assert codes.count(429) == 5


@pytest.mark.every_view
def test_new_lines_are_counted_where_the_campaign_game_is_found(
    series: Series, anna: User, ben: User
) -> None:
    for words in ("One", "Two"):
        write(anna, series, words)
    path, reader = series.get_absolute_url(), browser(ben)
    for listed in ("/wars/", "/skirmish/", "/campaign-games/"):
        assert "2 new in the chat" in text(reader.get(listed))
        assert "new in the chat" not in text(browser(anna).get(listed))
    assert "Chat 2 new" in text(reader.get(path))
    reader.get(f"{path}chat/?part=lines")
    assert "Chat 2 new" in text(reader.get(path))
    newest = SeriesChatLine.objects.latest("pk").pk
    assert reader.post(f"{path}chat/read/", {"newest": f"{newest + 5}"}).status_code == 204
    assert "2 new" not in text(reader.get(path))


def test_the_battles_of_its_legs_have_the_same_chat(series: Series, anna: User, ben: User) -> None:
    battle = begin(browser(anna), series, 1)
    write(anna, series, "See you at eight")
    path = f"{series.get_absolute_url()}chat/"
    assert path in browser(ben).get(f"/battles/{battle.pk}/").content.decode()
    assert browser(ben).get(f"/battles/{battle.pk}/chat/").status_code == 404
    assert "See you at eight" in text(browser(ben).get(f"{path}?part=panel"))


@pytest.mark.every_view
def test_muting_hides_the_lines_and_the_messages(series: Series, anna: User, ben: User) -> None:
    User.objects.update(webhook_url="https://example.org/hook", chat_messages="now")
    write(anna, series, "One")
    told = Delivery.objects.filter(user=ben, kind="chat")
    assert told.count() == 1
    path = f"{series.get_absolute_url()}chat/"
    answer = browser(ben).post(f"{path}mute/", {"muted": "yes"}, headers=HTMX)
    assert "You have muted anna." in text(answer)
    assert "One" not in text(answer)
    write(anna, series, "Two")
    assert told.count() == 1
    assert "2 new" not in text(browser(ben).get(series.get_absolute_url()))
    assert "muted" not in text(browser(anna).get(path))
    browser(ben).post(f"{path}mute/", {"muted": "no"})
    assert "Two" in text(browser(ben).get(path))


def test_the_host_deletes_a_line_and_both_are_told_to_look(series: Series, anna: User, ben: User) -> None:
    from battles.chat.series_chatting import remove

    write(anna, series, "Bad words")
    before = Notice.objects.latest("pk").pk
    remove(line=SeriesChatLine.objects.get())
    assert not SeriesChatLine.objects.exists()
    topics = set(Notice.objects.filter(pk__gt=before).values_list("topic", flat=True))
    assert topics == {f"user:{anna.pk}", f"user:{ben.pk}"}
    assert not LogEntry.objects.exists()


def test_there_is_no_chat_with_the_computer_or_before_somebody_accepts(anna: User) -> None:
    for made in (set_up(anna, 1), set_up(anna, 1, opponent="computer", way="hand")):
        path = made.get_absolute_url()
        assert browser(anna).get(f"{path}chat/").status_code == 404
        assert write(anna, made, "Hello").status_code == 404
        assert "chat/" not in browser(anna).get(path).content.decode()


def link(user: User, series: Series) -> str:
    """The path of the link that the user makes."""
    answer = browser(user).post(f"{series.get_absolute_url()}onlookers/", {"do": "open"}, headers=HTMX)
    found = re.search(r'value="http://testserver(/campaign-games/watch/[^"]+)"', answer.content.decode())
    assert found is not None
    return found[1]


def test_anybody_with_the_link_watches_the_whole_campaign_game(series: Series, anna: User, ben: User) -> None:
    write(anna, series, "Between us")
    path = link(anna, series)
    assert link(ben, series) == path
    assert "anna made the link." in text(browser(ben).get(f"{series.get_absolute_url()}onlookers/"))
    win(begin(browser(anna), series, 1), "rival", series=series)
    shown = Client().get(path)
    words = text(shown)
    assert "anna 0 : 2 ben" in words
    assert "ben, great victory" in words
    assert "Between us" not in words
    assert "Begin" not in words
    assert f'href="{series.get_absolute_url()}' not in shown.content.decode()
    assert shown["X-Robots-Tag"] == "noindex, nofollow"
    begin(browser(anna), series, 2)
    assert "Under way" in text(Client().get(path, headers=HTMX))
    browser(ben).post(f"{series.get_absolute_url()}onlookers/", {"do": "close"})
    assert Client().get(path).status_code == 404
    assert "Make a link" in text(browser(anna).get(f"{series.get_absolute_url()}onlookers/"))


@pytest.mark.every_view
def test_onlookers_follow_a_leg_on_the_board(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, 5, way="hand")
    path = link(anna, series)
    battle = begin(browser(anna), series, 1)
    board = f"{path}battles/{battle.pk}/board/"
    assert board in Client().get(path).content.decode()
    assert Client().get(board).status_code == 200
    assert "shows this battle too" in text(browser(ben).get(f"/battles/{battle.pk}/onlookers/"))
    assert Client().get(f"{path}battles/{battle.pk}/").status_code == 404


@pytest.mark.every_view
def test_onlookers_read_how_captains_fought_a_leg(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3, way="worker")
    path = link(anna, series)
    battle = begin(browser(anna), series, 1)
    services.resolve(battle.resolutions.get().pk)
    report = f"{path}battles/{battle.pk}/"
    assert report in Client().get(path).content.decode()
    assert Client().get(report).status_code == 200
    assert Client().get(f"{report}frames/").status_code == 200


def test_a_link_shows_no_battle_of_another_campaign_game(anna: User, ben: User) -> None:
    series, other = (between(anna, ben, 3, way="hand") for _ in range(2))
    battle = begin(browser(anna), other, 1)
    path = link(anna, series)
    for deed in ("", "board/", "frames/"):
        assert Client().get(f"{path}battles/{battle.pk}/{deed}").status_code == 404


def test_only_its_players_make_a_link_and_not_before_it_has_begun(series: Series, anna: User) -> None:
    clara = browser(make_person("clara"))
    assert clara.post(f"{series.get_absolute_url()}onlookers/", {"do": "open"}).status_code == 404
    early = set_up(anna, 1)
    answer = browser(anna).post(f"{early.get_absolute_url()}onlookers/", {"do": "open"})
    assert answer.status_code == 422
    assert "has not begun" in text(answer)
    assert not Series.objects.exclude(watch_token=None).exists()
    assert not BattleChatLine.objects.exists()


def seen(user: User | None, *paths: str) -> list[str]:
    """What these pages answer, without the tokens of their forms."""
    client = Client() if user is None else browser(user)
    answers = [client.get(path) for path in paths]
    assert {answer.status_code for answer in answers} == {200}
    token = re.compile(r'("X-CSRFToken": "|csrfmiddlewaretoken" value=")[A-Za-z0-9]{64}')
    return [token.sub(r"\1", answer.content.decode()) for answer in answers]


def test_what_one_player_keeps_to_themselves_changes_no_byte_for_the_other(anna: User, ben: User) -> None:
    """A muted chat, a report that is only typed, and a doctrine for captains are anna's own."""
    series = between(anna, ben, 1, 3)
    battle = begin(browser(anna), series, 1)
    write(ben, series, "Hello")
    watched, path = link(anna, series), series.get_absolute_url()
    pages = (path, f"{path}chat/", f"{path}onlookers/", "/wars/", "/skirmish/", "/campaign-games/")
    seen(anna, *pages)
    before, open_before = seen(ben, *pages), seen(None, watched)
    mine = seen(anna, f"{path}chat/")
    browser(anna).post(f"{path}chat/mute/", {"muted": "yes"})
    services.save_draft(battle_id=battle.pk, side="terran", fields={"winner": "terran", "rounds": "3"})
    services.give_doctrine(battle_id=battle.pk, side="terran", doctrine=Doctrine(stance="preserve"))
    assert seen(anna, f"{path}chat/") != mine
    assert seen(ben, *pages) == before
    assert seen(None, watched) == open_before
