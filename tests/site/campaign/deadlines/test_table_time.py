"""The time of a battle at the table: it can wait, and players put its deadline off while they play (S73)."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Delivery, User
from battles.models import Battle, Resolution
from battles.pace import pace_words, read_pace
from campaign.deadlines import agreements
from campaign.deadlines.expiring import expire
from campaign.deadlines.reminding import sweep_reminders
from campaign.models import Deadline, War
from campaign.new_war.pace_form import PaceForm, pace_fields
from campaign.rules.orders import LendSeat
from campaign.war.services import log
from engines.seam.sides import SIDES, Side
from tests.people import browser, make_person
from tests.site.campaign.deadlines.test_deadlines import DAY, Time
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.seats import text

pytestmark = pytest.mark.django_db
WAIT = "days:2;tables-wait"
BUTTON = "We are playing"


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A time that stands still until it is moved on."""
    found = Time()
    monkeypatch.setattr("django.utils.timezone.now", found.now)
    return found


def table(pace: str = "days:2", **settings: Any) -> tuple[War, Battle]:
    """A war with a battle that is joined, whose players hear of everything."""
    found = war_with_battle(pace=pace, **settings)
    User.objects.update(webhook_url="https://example.org/hook")
    return found


def falls_of(war: War) -> Any:
    return Deadline.objects.get(war=war).falls_at


def says_playing(war: War, battle: Battle, side: Side) -> Any:
    """The side presses the button."""
    sent = {"do": "playing", "battle": str(battle.pk)}
    return browser(battle.user_of(side)).post(f"/wars/{war.pk}/{side}/time/", sent)


def page(battle: Battle, side: Side = "terran") -> str:
    return text(browser(battle.user_of(side)).get(f"/battles/{battle.pk}/"))


def test_s73_a_battle_at_the_table_can_wait(time: Time) -> None:
    """It has no deadline, and nothing is done however long it takes."""
    war, battle = table(WAIT)
    assert falls_of(war) is None
    assert "Deadline:" not in page(battle)
    time.pass_(30 * DAY)
    assert expire(Deadline.objects.get(war=war).pk) is False
    assert not Resolution.objects.exists()
    assert BUTTON not in page(battle)
    assert says_playing(war, battle, "terran").status_code == 422


def test_s73_a_battle_in_the_browser_does_not_wait(time: Time) -> None:
    war, battle = table(WAIT, settled_by="hand")
    before = falls_of(war)
    assert before == time.at + 2 * DAY
    assert BUTTON not in page(battle)
    assert says_playing(war, battle, "terran").status_code == 422
    assert falls_of(war) == before


def test_s73_players_agree_on_it_while_a_battle_is_due(time: Time) -> None:
    war, battle = table()
    assert falls_of(war) == time.at + 2 * DAY
    agreements.ask_for(war_id=war.pk, side="terran", user=battle.user_of("terran"), asked=WAIT)
    agreements.answer(war_id=war.pk, side="talon", user=battle.user_of("talon"), asked=WAIT, agree=True)
    assert falls_of(war) is None
    assert "battles at the table wait" in text(
        browser(battle.user_of("talon")).get(f"/wars/{war.pk}/talon/time/")
    )


def test_s73_nobody_waits_for_ever_for_a_side_that_is_lent(time: Time) -> None:
    war, battle = table(WAIT)
    with log.locked(war.pk) as held:
        log.append(held, log.running(held), log.GivenOrder("talon", None, LendSeat()))
    assert falls_of(war) == time.at + 2 * DAY
    time.pass_(2 * DAY)
    assert expire(Deadline.objects.get(war=war).pk) is True
    assert Resolution.objects.filter(battle=battle).exists()


def test_s73_who_is_playing_has_the_whole_time_again(time: Time) -> None:
    """Each side can say it once; the other is told, the history names it, and then captains fight as before."""
    war, battle = table()
    for side in SIDES:
        time.pass_(DAY)
        assert BUTTON in page(battle, side)
        answer = says_playing(war, battle, side)
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/battles/{battle.pk}/")
        assert falls_of(war) == time.at + 2 * DAY
        assert BUTTON not in page(battle, side)
        again = says_playing(war, battle, side)
        assert again.status_code == 422
        assert "You have said so before" in text(again)
    assert Delivery.objects.filter(subject__contains="are playing the battle").count() == 2
    history = text(browser(battle.user_of("talon")).get(f"/wars/{war.pk}/talon/history/"))
    assert history.count("is being played. It has its full time again.") == 2
    time.pass_(2 * DAY)
    assert expire(Deadline.objects.get(war=war).pk) is True
    assert Resolution.objects.filter(battle=battle).exists()


def test_s73_only_who_plays_a_battle_that_is_due_puts_it_off(time: Time) -> None:
    war, battle = table()
    before = falls_of(war)
    for wrong in (str(battle.pk + 1), "", "x"):
        sent = {"do": "playing", "battle": wrong}
        answer = browser(battle.user_of("terran")).post(f"/wars/{war.pk}/terran/time/", sent)
        assert answer.status_code == 422
    sent = {"do": "playing", "battle": str(battle.pk)}
    for who in (make_person("stranger"), battle.user_of("talon")):
        assert browser(who).post(f"/wars/{war.pk}/terran/time/", sent).status_code in {403, 404}
    assert falls_of(war) == before
    assert not war.time_notes.exists()


def test_the_reminder_says_what_players_can_do(time: Time) -> None:
    table()
    time.pass_(DAY + timedelta(hours=1))
    assert sweep_reminders() == 1
    assert BUTTON in Delivery.objects.filter(subject__contains="hours left")[0].body


def test_a_pace_with_it_is_written_and_read() -> None:
    for written in ("days:3;tables-wait", "weekdays:18:Europe/Berlin;tables-wait"):
        pace = read_pace(written)
        assert pace is not None
        assert pace.tables_wait
        assert pace_words(written).endswith("; battles at the table wait")
        form = PaceForm({name: value for name, value in pace_fields(written).items() if value})
        assert form.is_valid()
        assert form.asked == written
    with pytest.raises(ValueError, match="is not a pace"):
        read_pace(";tables-wait")
    none = PaceForm({"pace": "", "pace_tables_wait": "on"})
    assert none.is_valid()
    assert none.asked == "none"
