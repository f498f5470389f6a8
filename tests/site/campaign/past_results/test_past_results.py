"""S85: past results are entered by one, counted once the other has confirmed them, and never twice."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import Delivery, LifetimeLine, PastResult, User
from accounts.people.special_users import computer_user, new_guest
from accounts.scores import confirming
from accounts.scores.reckoning import Tally, tally
from accounts.scores.told import Told
from campaign.past_results.counting import points_of
from engines.seam.refusals import Refused
from tests.people import browser, make_person
from tests.site.seats import text

pytestmark = pytest.mark.django_db
DAY = date(2024, 3, 31)
FORM = {
    "opponent": "ben",
    "played_on": "2024-03-31",
    "kind": "battle",
    "outcome": "won",
    "degree": "great",
    "side": "terran",
    "scenario": "Patton's End",
    "way": "table",
}
WON = Told(DAY, "battle", "won", "great", "terran", "Patton's End", "", "table")


def sent(user: User, **fields: str) -> Any:
    """The answer to the form."""
    return browser(user).post("/past-results/", {**FORM, **fields})


def answered(user: User, row: PastResult, do: str, **fields: Any) -> Any:
    """The answer to a button of a result."""
    fields = {"do": do, "version": row.version, **fields}
    return browser(user).post(f"/past-results/{row.pk}/answer/", fields)


def entered(user: User, other: User, told: Told = WON) -> PastResult:
    """A result that is entered."""
    return confirming.enter(user=user, other=other, told=told).row


def page(user: User, address: str = "/past-results/") -> str:
    """A page as the user reads it."""
    return text(browser(user).get(address))


def test_s85_a_result_counts_once_the_other_has_confirmed_it(anna: User, ben: User) -> None:
    ben.webhook_url = "https://example.test/hook"
    ben.save()
    assert sent(anna).status_code == 302
    row = PastResult.objects.get()
    assert not LifetimeLine.objects.exists()
    assert "ben beat you" not in page(anna)
    assert "You beat ben, great victory , 31 Mar 2024" in page(anna)
    assert Delivery.objects.get(user=ben).path == "/past-results/"
    waiting = page(ben)
    assert "Waits for your answer anna beat you, great victory , 31 Mar 2024" in waiting
    assert "Patton's End, at a table, you were Talon. 0 : 2" in waiting
    assert answered(ben, row, "confirm").status_code == 302
    line = LifetimeLine.objects.get()
    assert (line.player, line.opponent, line.points, line.side, line.played_on) == (
        anna,
        ben,
        2,
        "terran",
        DAY,
    )
    assert tally(ben) == Tally(lost=1, against=2)
    shown = page(anna, "/opponents/ben/")
    assert (
        "Past result: Great victory, Patton&#x27;s End" in shown
        or "Past result: Great victory, Patton's End" in shown
    )
    assert "Entered by you. Confirmed by ben." in page(anna, line.path)
    assert answered(ben, row, "confirm").status_code == 302
    assert LifetimeLine.objects.count() == 1


@pytest.mark.parametrize(
    ("told", "points", "rule"),
    [
        (Told(DAY, "battle", "won", "minor"), 1, ""),
        (Told(DAY, "leg", "lost", "devastating"), 3, ""),
        (Told(DAY, "battle", "drawn"), 0, ""),
        (Told(DAY, "war", "won"), 5, "20.3"),
        (Told(DAY, "series", "lost"), 5, "28"),
        (Told(DAY, "front", "won", "devastating", own_lp=4, their_lp=3), 2, "31.9"),
        (Told(DAY, "front", "lost", "devastating", own_lp=1, their_lp=4), 1, "31.9"),
        (Told(DAY, "front", "won", "devastating", own_lp=3, their_lp=4), 4, "31.9"),
        (Told(DAY, "front", "lost", "great", own_lp=9, their_lp=4), 4, "31.9"),
        (Told(DAY, "front", "won", "great", own_lp=4, their_lp=4), 2, ""),
        (Told(DAY, "front", "won", "great"), 2, ""),
    ],
)
def test_s85_points_follow_the_rules_of_the_score(told: Told, points: int, rule: str) -> None:
    """20.2: 1, 2, 3. 28 and 20.3: 5. 31.9: capped for the favored side, one more or double for the underdog."""
    assert points_of(told)[0] == points_of(told.turned)[0] == points
    assert rule in points_of(told)[1]
    assert bool(rule) == bool(points_of(told)[1])


@pytest.mark.every_view
def test_a_refused_result_is_corrected_and_asked_again(anna: User, ben: User) -> None:
    row = entered(anna, ben)
    answered(ben, row, "refuse")
    row.refresh_from_db()
    assert row.stage == "refused"
    assert "Refused or withdrawn You beat ben, great victory" in page(anna)
    again = {**FORM, "degree": "minor"}
    assert browser(anna).post(f"/past-results/{row.pk}/", again).status_code == 302
    row.refresh_from_db()
    assert (row.stage, row.version, row.degree) == ("asked", 2, "minor")
    answered(ben, row, "confirm")
    assert LifetimeLine.objects.get().points == 1


def test_what_is_confirmed_is_what_was_read(anna: User, ben: User) -> None:
    row = entered(anna, ben)
    confirming.correct(result_id=row.pk, user=anna, told=Told(DAY, "battle", "won", "devastating"))
    answer = answered(ben, row, "confirm")
    assert answer.status_code == 422
    assert "anna has corrected this result. Read it again." in text(answer)
    assert not LifetimeLine.objects.exists()


def test_a_withdrawn_result_is_asked_of_nobody(anna: User, ben: User) -> None:
    row = entered(anna, ben)
    answered(anna, row, "withdraw")
    assert "Waits for your answer" not in page(ben)
    assert answered(ben, row, "confirm").status_code == 422
    answered(anna, row, "delete")
    assert not PastResult.objects.exists()


def test_s85_the_same_result_is_one(anna: User, ben: User) -> None:
    """Entered twice by one it is one; entered by both it is confirmed, and counts once."""
    row = entered(anna, ben)
    assert entered(anna, ben) == row
    answer = browser(anna).post("/past-results/", FORM, follow=True)
    assert "You have entered this result already. It waits for ben." in text(answer)
    found = confirming.enter(user=ben, other=anna, told=WON.turned)
    assert (found.row, found.fresh, found.row.stage) == (row, True, "counted")
    assert confirming.enter(user=ben, other=anna, told=WON.turned).fresh is False
    assert entered(anna, ben) == row
    assert LifetimeLine.objects.count() == PastResult.objects.count() == 1


def test_s85_two_who_tell_the_game_differently_are_told_so(anna: User, ben: User) -> None:
    entered(anna, ben)
    answer = sent(ben, opponent="anna", outcome="won", side="talon")
    assert answer.status_code == 422
    words = "anna has entered a result of this game already, and it waits to be confirmed."
    assert words in text(answer)
    assert "say that it was game 2" in text(answer)
    assert sent(ben, opponent="anna", outcome="won", side="talon", game="2").status_code == 302
    assert sent(anna, degree="minor").status_code == 422
    assert PastResult.objects.count() == 2


def test_the_database_holds_one_result_of_a_game(anna: User, ben: User) -> None:
    """In whatever order the two are named, and in whatever case the scenario is written."""
    row = entered(anna, ben)
    told = {**WON.turned.stored, "scenario": "PATTON'S END"}
    with pytest.raises(IntegrityError), transaction.atomic():
        PastResult.objects.create(by=ben, other=anna, **told)
    confirming.withdraw(result_id=row.pk, user=anna)
    PastResult.objects.create(by=ben, other=anna, **told)


def test_s85_both_take_a_confirmed_result_back(anna: User, ben: User) -> None:
    """S35: once both have asked; until then it counts."""
    row = entered(anna, ben)
    answered(ben, row, "confirm")
    answered(anna, row, "back")
    assert LifetimeLine.objects.count() == 1
    assert "You ask to take it back. It counts until ben agrees." in page(anna, row.get_absolute_url())
    assert "anna asks to take it back." in page(ben)
    answered(ben, row, "leave")
    assert "asks to take it back" not in page(ben)
    answered(ben, row, "back")
    answered(ben, row, "back")
    assert LifetimeLine.objects.count() == 1
    answered(anna, row, "back")
    assert not LifetimeLine.objects.exists()
    row.refresh_from_db()
    assert (row.stage, row.asks_back) == ("withdrawn", "")
    browser(anna).post(f"/past-results/{row.pk}/", {**FORM, "degree": "devastating"})
    row.refresh_from_db()
    answered(ben, row, "confirm")
    assert LifetimeLine.objects.get().points == 3


def test_a_confirmed_result_is_not_changed_by_one(anna: User, ben: User) -> None:
    row = entered(anna, ben)
    answered(ben, row, "confirm")
    for do in ("withdraw", "delete", "refuse"):
        assert answered(anna, row, do).status_code == 422
    assert (
        browser(anna).post(f"/past-results/{row.pk}/", {**FORM, "degree": "devastating"}).status_code == 422
    )
    with pytest.raises(Refused):
        confirming.correct(result_id=row.pk, user=ben, told=WON.turned)
    assert LifetimeLine.objects.get().points == 2


def test_nobody_else_sees_or_answers_it(anna: User, ben: User) -> None:
    row, dora = entered(anna, ben), make_person("dora")
    assert browser(dora).get(row.get_absolute_url()).status_code == 404
    for do in ("confirm", "refuse", "withdraw", "back", "leave", "delete"):
        assert answered(dora, row, do).status_code == 404
    browser(dora).post("/past-results/confirm/", {"result": [f"{row.pk}:1"]})
    assert answered(anna, row, "confirm").status_code == 422  # who entered it does not confirm it
    row.refresh_from_db()
    assert row.stage == "asked"
    assert answered(ben, row, "explode").status_code == 404


@pytest.mark.every_view
def test_all_that_was_read_is_confirmed_at_once(anna: User, ben: User) -> None:
    rows = [entered(anna, ben, Told(DAY, "battle", "won", "minor", game=game)) for game in (1, 2, 3)]
    shown = browser(ben).get("/past-results/").content.decode()
    assert all(f'value="{row.pk}:1"' in shown for row in rows)
    confirming.correct(result_id=rows[0].pk, user=anna, told=Told(DAY, "battle", "won", "great"))
    read = [f"{row.pk}:1" for row in rows]
    browser(ben).post("/past-results/confirm/", {"result": [*read, "x", "1:2:3", ""]})
    assert sorted(PastResult.objects.values_list("stage", flat=True)) == ["asked", "counted", "counted"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"opponent": "nobody"}, "No player of this site has this callsign."),
        ({"opponent": "anna"}, "That is you."),
        ({"opponent": ""}, "Name your opponent."),
        ({"played_on": "31.3.2024"}, "Write the day as 2024-03-31."),
        ({"played_on": "1999-12-31"}, "Nothing before 2000 counts."),
        ({"played_on": str(timezone.now().date() + timedelta(days=3))}, "That day is still to come."),
        ({"degree": ""}, "Choose the degree of the victory."),
        ({"outcome": "drawn"}, "Only a battle that somebody won has a degree."),
        ({"kind": "war"}, "Only a battle that somebody won has a degree."),
        ({"own_lp": "3", "their_lp": "2"}, "Only a battle of a war has LP."),
        ({"kind": "front", "own_lp": "3"}, "Give the LP of both sides, or of neither."),
        ({"kind": "front", "own_lp": "300", "their_lp": "1"}, "Choose at most 99 LP."),
        ({"game": "0"}, "Choose at least 1 game."),
        (
            {"kind": "chess"},
            "Write one of: single battle, battle of a war, leg of a campaign game, war, campaign game.",
        ),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_lost(
    anna: User, ben: User, fields: dict[str, str], reason: str
) -> None:
    del ben
    answer = sent(anna, **fields)
    assert answer.status_code == 422
    assert reason in text(answer)
    assert "Patton&#x27;s End" in answer.content.decode()
    assert not PastResult.objects.exists()


def test_who_cannot_be_asked_is_nobody_in_the_same_words(anna: User) -> None:
    """A guest, the computer and a closed account look like a callsign that nobody has."""
    closed, guest = make_person("carla", is_active=False), new_guest()
    said = {text(sent(anna, opponent=name)).count("No player of this site has this callsign.")
            for name in (closed.username, guest.username, computer_user().username, "nobody")}  # fmt: skip
    assert len(said) == 1
    assert said.pop() >= 1


def test_a_guest_needs_an_account(anna: User) -> None:
    del anna
    answer = browser(new_guest()).get("/past-results/")
    assert answer["Location"] == "/settings/keep/?next=%2Fpast-results%2F"


def test_what_a_closed_account_asked_waits_for_nobody(anna: User, ben: User) -> None:
    entered(anna, ben)
    anna.is_active = False
    anna.save()
    assert "Waits for your answer" not in page(ben)


def test_an_account_that_is_deleted_leaves_nothing(anna: User, ben: User) -> None:
    row = entered(anna, ben)
    confirming.confirm(result_id=row.pk, user=ben, version=1)
    entered(ben, anna, Told(DAY, "war", "won"))
    anna.delete()
    assert not PastResult.objects.exists()
    assert not LifetimeLine.objects.exists()


def test_who_entered_it_is_told_what_became_of_it(anna: User, ben: User) -> None:
    """Once, when nothing of it waits any more; and who need not answer any more is not asked."""
    User.objects.update(webhook_url="https://example.test/hook")
    for one in (anna, ben):
        one.refresh_from_db()
    first, second, third = (entered(anna, ben, Told(DAY, "war", "won", game=game)) for game in (1, 2, 3))
    assert Delivery.objects.filter(user=ben).count() == 1
    confirming.confirm(result_id=first.pk, user=ben, version=1)
    assert not Delivery.objects.filter(user=anna).exists()
    confirming.turn_down(result_id=second.pk, user=ben)
    confirming.confirm(result_id=third.pk, user=ben, version=1)
    assert list(Delivery.objects.filter(user=anna).order_by("pk").values_list("body", flat=True)) == [
        "ben does not confirm a result of 31 Mar 2024. You can correct it.",
        "ben has confirmed what you had entered.",
    ]
    fourth = entered(anna, ben, Told(DAY, "war", "won", game=4))
    confirming.withdraw(result_id=fourth.pk, user=anna)
    assert Delivery.objects.filter(user=ben).latest("pk").status == "cancelled"


@pytest.mark.django_db(transaction=True)
def test_both_who_enter_it_at_once_have_one_result() -> None:
    anna, ben = make_person("anna"), make_person("ben")

    def once(turn: int) -> None:
        try:
            if turn % 2:
                confirming.enter(user=anna, other=ben, told=WON)
            else:
                confirming.enter(user=ben, other=anna, told=WON.turned)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(once, range(8)))
    assert PastResult.objects.get().stage == "counted"
    assert LifetimeLine.objects.get().points == 2


def test_there_is_room_for_so_many(anna: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirming, "MOST_ASKED", 1)
    entered(anna, ben)
    assert "1 of your results wait to be confirmed." in text(sent(anna, game="2"))
    monkeypatch.setattr(confirming, "MOST_ENTERED", 1)
    assert "You have entered 1 results." in text(sent(anna, game="2"))
