"""Since you were here: what happened while a player was away, shown on the next visit and on My wars."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from campaign.models import War
from campaign.seats import handing
from tests.people import make_person
from tests.site.seats import Seated, anna, boris, text, war
from tests.site.wars import play_until

__all__ = ["anna", "boris", "war"]
pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
HEADING = "Since you were here"


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def writes(queries) -> list[str]:
    return [
        q["sql"] for q in queries.captured_queries if q["sql"].split()[0] in ("UPDATE", "INSERT", "DELETE")
    ]


def test_what_happened_while_away_is_shown_until_dismissed(clock, war: War, anna: Seated) -> None:
    anna.get("")
    play_until(war, phase="planning", turn=3)
    clock.shift(timedelta(hours=8))
    page = anna.get("")
    assert HEADING in text(page)
    assert "Turn 3 began" in text(page)
    assert "earlier: see the history" in text(page)
    assert f"{anna.path}history/?turn=2#battle-" in page.content.decode()
    assert HEADING in text(anna.get(""))
    answer = anna.client.post(anna.path + "seen/")
    assert answer.headers["Location"] == anna.path
    assert HEADING not in text(anna.get(""))


def test_every_link_leads_to_its_battle(clock, war: War, anna: Seated) -> None:
    anna.get("")
    play_until(war, phase="planning", turn=3)
    clock.shift(timedelta(hours=8))
    found = re.findall(r'href="([^"]*history/\?turn=\d+)#(battle-\d+)"', anna.get("").content.decode())
    assert found
    for path, anchor in found:
        assert f'id="{anchor}"' in anna.client.get(path).content.decode()


def test_the_next_visit_puts_old_news_away(clock, war: War, anna: Seated) -> None:
    anna.get("")
    play_until(war, phase="planning", turn=2)
    clock.shift(timedelta(hours=8))
    assert HEADING in text(anna.get(""))
    clock.shift(timedelta(hours=8))
    assert HEADING not in text(anna.get(""))


def test_what_happens_before_ones_eyes_is_no_news(clock, war: War, anna: Seated) -> None:
    anna.get("")
    play_until(war, phase="planning", turn=2)
    clock.shift(timedelta(minutes=5))
    assert HEADING not in text(anna.get(""))


@pytest.mark.played_until(turn=2, phase="planning")
def test_the_first_visit_has_no_news(clock, war: War, anna: Seated) -> None:
    assert HEADING not in text(anna.get(""))


def test_a_page_writes_only_what_changed_and_at_most_once_a_minute(
    clock, war: War, anna: Seated, django_assert_max_num_queries
) -> None:
    def written(page: str = "") -> int:
        with django_assert_max_num_queries(20) as queries:
            anna.get(page)
        return len(writes(queries))

    anna.get("")
    assert written() == 0
    play_until(war, phase="planning")
    assert written() == 0, "within the minute"
    clock.shift(timedelta(seconds=61))
    assert written("?part=calls") == 0, "a part that loads by itself is no visit"
    assert written() == 1
    assert written() == 0


def test_my_wars_lists_what_is_not_seen_yet(clock, war: War, anna: Seated, boris: Seated) -> None:
    anna.get("")
    play_until(war, phase="planning", turn=2)
    assert HEADING not in text(anna.client.get("/wars/")), "she watched it happen"
    clock.shift(timedelta(minutes=6))
    page = text(anna.client.get("/wars/"))
    assert HEADING in page
    assert "Turn 2 began" in page
    assert HEADING not in text(boris.client.get("/wars/")), "boris was never there"
    clock.shift(timedelta(hours=1))
    anna.get("")
    assert HEADING not in text(anna.client.get("/wars/"))


def test_my_wars_counts_unread_chat_lines(war: War, anna: Seated, boris: Seated) -> None:
    anna.client.post(anna.path + "chat/", {"text": "Hello"})
    assert "1 new in the chat" in text(boris.client.get("/wars/"))
    assert "new in the chat" not in text(anna.client.get("/wars/"))
    boris.get("chat/")
    assert "new in the chat" not in text(boris.client.get("/wars/"))


@pytest.mark.played_until(phase="planning")
def test_ones_own_offer_is_no_news_and_the_other_sides_is(
    clock, war: War, anna: Seated, boris: Seated
) -> None:
    anna.get("")
    boris.get("")
    war.refresh_from_db()
    anna.post("orders/", order="offer-draw", seen_version=war.version)
    clock.shift(timedelta(hours=8))
    assert "Terran offers a draw" in text(boris.get(""))
    assert "Terran offers a draw" not in text(anna.get(""))


def test_a_new_player_of_a_seat_begins_afresh(clock, war: War, anna: Seated) -> None:
    anna.get("")
    play_until(war, phase="planning", turn=2)
    clara = make_person("clara")
    handing.hand_over(seat_id=war.seats.get(side="terran").pk, user=clara)
    clock.shift(timedelta(hours=8))
    assert HEADING not in text(Seated(war, clara, "terran").get(""))
