"""The talk of a side, and the public chat, in a battle of teams: who may say how much, when, and who reads it (25)."""

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.test import Client

from accounts.models import Notice
from battles.models import BattleChatLine, PlayedLine, TeamLine
from battles.talon.play.board import board_of
from battles.talon.teams import talking
from battles.talon.teams.talking import TooManyWords
from engines.talon.orders import Concede
from engines.talon.play.drafts.lines import decode_line
from engines.talon.state import Seat
from engines.talon.teams import barred
from tests.people import browser, make_person
from tests.site.battles.talon.watching.test_onlookers import watched
from tests.site.seats import HTMX, text
from tests.teams import SEATS, Four, begun, gathered, path_of

pytestmark = pytest.mark.django_db
PLAN = "Zebra plan: <b>hold</b> the left"


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def pages(four: Four) -> list[str]:
    """Every page of the battle that shows something of what goes on in it."""
    return [four.path, f"{four.path}talk/", f"{four.path}talk/?part=lines", f"{four.path}talk/?part=panel"]


def test_before_the_battle_a_side_talks_freely_and_nobody_else_hears_it() -> None:
    four = Four(gathered())
    four.all_sit()
    before = Notice.objects.count()
    assert path_of(four.say("anna", PLAN)) == f"{four.path}talk/"
    topics = {*Notice.objects.order_by("pk")[before:].values_list("topic", flat=True)}
    assert topics == {f"user:{four.users['anna'].pk}", f"user:{four.users['ben'].pk}"}
    four.say("anna", "word " * 50)
    heard = four.talk("ben")
    assert "Zebra plan: &lt;b&gt;hold" in heard
    assert "anna" in heard
    assert "words left" not in heard
    for name in ("clara", "dora"):
        for page in pages(four):
            answer: Any = four.clients[name].get(page)
            assert answer.status_code == 200, page
            assert "Zebra" not in answer.content.decode(), page
    for stranger in (browser(make_person("emil")), Client()):
        assert stranger.get(f"{four.path}talk/").status_code in (302, 404)
        assert stranger.post(f"{four.path}talk/", {"text": "hello"}).status_code in (302, 404)
        assert stranger.post(f"{four.path}talk/read/", {"newest": "1"}).status_code in (302, 404)
        assert "Zebra" not in stranger.get(four.path).content.decode()
    assert TeamLine.objects.count() == 2


def test_who_leaves_a_seat_hears_nothing_more() -> None:
    four = Four(gathered())
    four.all_sit()
    four.say("anna", PLAN)
    four.clients["ben"].post(f"{four.path}leave/")
    assert four.clients["ben"].get(f"{four.path}talk/").status_code == 404


def test_during_the_set_up_on_the_board_too() -> None:
    four = Four(begun())
    path_of(four.say("clara", f"{PLAN} {'word ' * 30}"))
    assert "Zebra" in four.talk("dora")
    battle = four.battle.pk
    doors = ("play/", "play/log/", "company/", "chat/", "onlookers/", "play/so-far/", "dice/")
    for name in ("anna", "ben"):
        for door in doors:
            answer = four.clients[name].get(f"/battles/{battle}/{door}")
            assert answer.status_code == 200, door
            assert "Zebra" not in answer.content.decode(), door
    link = four.clients["clara"].post(f"/battles/{battle}/onlookers/")
    assert link.status_code == 302
    found = four.battle.onlooker_link.token
    assert "Zebra" not in watched(f"/battles/watch/{found}/")


def test_lines_and_words_left_are_asked_for_alone_and_a_form_comes_when_one_may_speak() -> None:
    four = Four(begun("move"))
    door, anna = f"{four.path}talk/?part=state", four.clients["anna"]
    assert "During the impulses a side does not talk" in text(anna.get(door))
    assert "part=state&amp;shut=yes" in four.talk("anna")
    four.play_to("curves")
    assert "10 of 10 words left" in text(anna.get(door))
    assert "part=panel" not in anna.get(door).content.decode(), "the form is there, and keeps what is typed"
    assert "part=panel" in anna.get(f"{door}&shut=yes").content.decode()
    for part in ("state", "lines"):
        assert "<textarea" not in anna.get(f"{four.path}talk/?part={part}").content.decode()
    page = four.talk("anna")
    assert not re.search(r"<section[^>]*data-refresh", page)
    assert "Only the players of Terran read this" in page


def test_between_the_power_phases_nobody_talks() -> None:
    four = Four(begun("move"))
    answer: Any = four.say("anna", "Go left")
    assert answer.status_code == 422
    assert "During the impulses a side does not talk" in text(answer)
    page = four.talk("anna")
    assert "<textarea" not in page
    assert "During the impulses a side does not talk" in page
    assert not TeamLine.objects.exists()


def test_in_a_power_phase_ten_words_are_counted_in_parts() -> None:
    four = Four(begun("curves"))
    assert "10 of 10 words left" in four.talk("anna")
    path_of(four.say("anna", "Valhalla to 0705, you"))
    assert "6 of 10 words left" in four.talk("anna")
    path_of(four.say("anna", "cover my left flank 3"))
    assert "1 of 10 words left" in four.talk("anna")
    assert "10 of 10 words left" in four.talk("ben")
    path_of(four.say("ben", "Yes"))
    path_of(four.say("anna", "Now"))
    assert "0 of 10 words left" in four.talk("anna")
    assert not barred(four.board, Seat("terran", 0))


@pytest.mark.parametrize("script", [False, True])
def test_s80_an_eleventh_word_is_warned_about_and_then_costs_the_rounds_ap(*, script: bool) -> None:
    four = Four(begun("curves"))
    eleven = "one two three four five six seven eight nine ten eleven"
    more: Any = {"headers": HTMX} if script else {}
    lines = PlayedLine.objects.count()
    answer: Any = four.clients["anna"].post(f"{four.path}talk/", {"text": eleven}, **more)
    assert answer.status_code == (200 if script else 422)
    body = answer.content.decode()
    assert "1 word too many" in body
    assert eleven in body
    assert "spend no AP" in body
    assert (TeamLine.objects.count(), PlayedLine.objects.count()) == (0, lines)
    assert not barred(four.board, Seat("terran", 0))
    four.clients["anna"].post(f"{four.path}talk/", {"text": eleven, "sure": "yes"})
    assert TeamLine.objects.get().text == eleven
    assert barred(four.board, Seat("terran", 0))
    assert not barred(four.board, Seat("terran", 1))
    assert "No AP in the coming round" in four.talk("anna")
    path_of(four.say("anna", "and more"))
    assert PlayedLine.objects.count() == lines + 1
    for name in ("ben", "clara"):
        assert "no AP this round" in four.html(name)


def test_who_has_said_too_much_is_refused_every_ap_with_the_rule() -> None:
    four = Four(begun("curves"))
    four.say("clara", "word " * 11, sure="yes")
    spent, counters, refused = set(), set(), set()
    while four.board.round < 3:
        if four.board.step == "curves" and four.board.round == 2:
            counters.add("10 of 10 words left" in four.talk("clara"))
        if four.board.step == "ap":
            spent.add(four.acting)
        if four.board.round == 2 and four.acting == "clara" and four.board.step == "move":
            found = four.team.seats.get(side="talon", place=0).unit_names[0]
            answer: Any = four.order("clara", f"talon battery {found}")
            refused.add((answer.status_code, 'data-rule="25"' in answer.content.decode()))
        four.one_step()
    assert "clara" not in spent
    assert "dora" in spent
    assert refused == {(422, True)}
    assert counters == {True}, "each Power Phase has ten words of its own"


def test_of_two_lines_at_once_each_counts_the_other() -> None:
    """What a page has read is not what counts: the words are counted again where the line is written."""
    four = Four(begun("curves"))
    seat = talking.seat_in(four.team, four.users["anna"])
    assert seat is not None
    talking.say(seat=seat, text="one two three four five six")
    with pytest.raises(TooManyWords) as warned:
        talking.say(seat=seat, text="one two three four five six")
    assert warned.value.over == 2


@pytest.mark.parametrize("step", ["curves", "move"])
def test_s80_whom_nobody_hears_says_what_they_like(step: str) -> None:
    four = Four(begun(step, ("talon_players", "1")))
    lines = four.play.number
    path_of(four.say("clara", "word " * 20))
    assert "words left" not in four.talk("clara")
    assert "Nobody else plays on your side now" in text(four.clients["clara"].get(f"{four.path}talk/"))
    assert four.play.number == lines


def test_s80_a_captain_hears_nothing_either() -> None:
    four = Four(gathered())
    for name in ("anna", "clara"):
        path_of(four.take(name, *SEATS[name]))
    path_of(four.arrange("anna", "terran", "computer-1", level1="ensign"))
    path_of(four.take("dora", "talon", 1))
    four.ready("anna", "clara", "dora")
    four.play_to("move")
    path_of(four.say("anna", "word " * 20))
    assert four.say("clara", "Hold").status_code == 422


def test_empty_and_endless_lines_are_refused() -> None:
    four = Four(gathered())
    four.all_sit()
    for words, why in ((" \n ", "Write something first"), ("x" * 1001, "1001 characters")):
        answer: Any = four.say("anna", words)
        assert answer.status_code == 422
        assert why in text(answer)
    codes = [four.say("anna", "again").status_code for _ in range(25)]
    assert codes.count(429) >= 5


@pytest.mark.every_view
def test_new_lines_are_read_once_they_were_in_sight() -> None:
    four = Four(gathered())
    four.all_sit()
    four.say("anna", "One")
    door = f"{four.path}talk/?part=lines"
    assert "New" in text(four.clients["ben"].get(door))
    newest = TeamLine.objects.get().pk
    form = {"newest": str(newest + 5)}
    assert four.clients["ben"].post(f"{four.path}talk/read/", form).status_code == 204
    assert "New" not in text(four.clients["ben"].get(door))
    assert four.seat("terran", 1).read == newest


def test_s80_the_public_chat_is_everybodys_until_impulse_a() -> None:
    four = Four(begun())
    path = f"/battles/{four.battle.pk}/chat/"
    path_of(four.clients["anna"].post(path, {"text": "Good luck to all"}))
    for name in ("ben", "clara", "dora"):
        assert "1 new" in text(four.page(name, "company/")), name
        assert "Good luck to all" in four.html(name, "chat/")
        assert "new" not in text(four.page(name, "company/")), name
    assert "new" not in text(four.page("anna", "company/"))
    four.play_to("move")
    answer: Any = four.clients["clara"].post(path, {"text": "Watch out"})
    assert answer.status_code == 422
    assert "From impulse A on" in text(answer)
    page = four.html("clara", "chat/")
    assert "<textarea" not in page
    assert "Good luck to all" in page
    assert BattleChatLine.objects.count() == 1


def test_s80_the_public_chat_is_open_again_once_the_battle_is_over() -> None:
    four = Four(begun("move"))
    for name in ("clara", "dora"):
        path_of(four.wish(name, Concede))
    assert four.battle.status == "settled"
    path_of(four.clients["dora"].post(f"/battles/{four.battle.pk}/chat/", {"text": "Well played"}))
    assert "Well played" in four.html("anna", "chat/")
    path_of(four.say("anna", "word " * 40))


@pytest.mark.every_view
def test_a_host_reads_a_sides_talk_once_the_battle_is_over_and_deletes_it() -> None:
    four = Four(begun())
    path_of(four.say("clara", PLAN))
    host = make_person("host", is_staff=True, is_superuser=True)
    desk, door = browser(host), "/admin/battles/teamline/"
    assert "Zebra" not in desk.get(door).content.decode(), "a host may play in it"
    four.play_to("move")
    for name in ("clara", "dora"):
        path_of(four.wish(name, Concede))
    assert "Zebra" in desk.get(door).content.decode()
    form = {"action": "delete_lines", "_selected_action": [str(TeamLine.objects.get().pk)]}
    assert "Deleted a line of clara" in text(desk.post(door, form, follow=True))
    assert not TeamLine.objects.exists()
    assert LogEntry.objects.get().user == host
    assert "Zebra" not in four.talk("dora")


def test_that_somebody_said_too_much_is_in_the_record() -> None:
    four = Four(begun("curves"))
    four.say("ben", "word " * 11, sure="yes")
    last = PlayedLine.objects.order_by("-number").first()
    assert last is not None
    assert (last.side, last.place) == ("terran", 1)
    assert [type(one.order).__name__ for one in decode_line(bytes(last.line)).given] == ["Exceed"]
    assert board_of(four.play).step == "curves"
