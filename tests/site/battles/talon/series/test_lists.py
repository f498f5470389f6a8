"""Campaign games in the lists of a player: whose turn it is, the score and what is next; and closed accounts (S87)."""

import re
from typing import Any

import pytest

from accounts.models import LifetimeLine, User
from battles import services
from battles.models import Battle, Series, Way
from tests.campaign_games import begin, between, set_up, win
from tests.people import browser
from tests.site.seats import text

pytestmark = pytest.mark.django_db


def lists(user: User) -> list[str]:
    """What the three pages with lists say of a player's campaign games."""
    client, found = browser(user), []
    for path in ("/wars/", "/skirmish/", "/campaign-games/"):
        html = client.get(path).content.decode()
        cards = re.findall(
            r'<a class="panel war-card[^>]*href="/campaign-games/\d+/".*?</a>', html, re.DOTALL
        )
        found.append(" ".join(re.sub(r"<[^>]*>", " ", " ".join(cards)).split()))
    return found


def test_my_wars_and_single_battles_say_how_a_campaign_game_stands(anna: User, ben: User) -> None:
    waiting = set_up(anna, 1, name="Autumn")
    assert lists(anna) == ["Autumn Send the link"] * 3
    browser(ben).post(f"/campaign-games/invitation/{waiting.token}/accept/")
    now = "Autumn against ben 0 to 0 after 0 of 1 legs Leg 1: War is Upon Us Your turn"
    assert lists(anna) == [now] * 3
    assert lists(ben) == [now.replace("ben", "anna")] * 3


def test_it_is_the_turn_of_whoever_has_to_answer_a_result(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, 5)
    battle = begin(browser(anna), series, 1)
    assert all("Your turn" in shown for user in (anna, ben) for shown in lists(user))
    from engines.talon.sheets import typed

    fields = typed.with_usual_fates(
        battle.setup_document, {"winner": "terran", "ending": "held", "rounds": "8"}
    )
    report = typed.read(battle.setup_document, fields).report
    assert report is not None
    services.enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    assert all("Waiting for ben" in shown for shown in lists(anna))
    assert all("Your turn" in shown for shown in lists(ben))
    assert "Waiting for ben" in text(browser(anna).get(series.get_absolute_url()))


def test_on_the_board_it_is_the_turn_of_who_decides(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, way="hand")
    battle = begin(browser(anna), series, 1)
    decides, waits = (anna, ben) if battle.plays.get().decider == "terran" else (ben, anna)
    assert all("Your turn" in shown for shown in lists(decides))
    assert all(f"Waiting for {decides.username}" in shown for shown in lists(waits))


def test_nobody_has_a_turn_while_captains_fight(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, way="worker")
    begin(browser(anna), series, 1)
    assert all("Captains are fighting" in shown for user in (anna, ben) for shown in lists(user))


def test_what_waits_for_the_player_comes_first(anna: User, ben: User) -> None:
    between(anna, ben, 3, name="Mine")
    fought = between(anna, ben, 3, way="worker", name="Captains")
    begin(browser(anna), fought, 1)
    assert all(shown.index("Mine") < shown.index("Captains") for shown in lists(anna))


def test_two_open_legs_are_both_shown(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3, 5)
    first = begin(browser(anna), series, 1)
    win(first, "user", series=series)
    begin(browser(anna), series, 2)
    for user in (anna, ben):
        first.refresh_from_db()
        browser(user).post(f"/battles/{first.pk}/report/", {"version": str(first.version), "do": "take-back"})
    assert all("Leg 1: War is Upon Us Leg 2: " in shown for shown in lists(ben))
    html = browser(ben).get(series.get_absolute_url()).content.decode()
    assert html.count("Go to the battle") == 2
    assert len(re.findall(r'id="next-title-\d"', html)) == 2
    assert "Begin leg" not in html


def test_lists_cost_few_queries(anna: User, ben: User, django_assert_max_num_queries: Any) -> None:
    for way in Way.values:
        begin(browser(anna), between(anna, ben, 1, 3, way=way), 1)
    client = browser(anna)
    client.get("/campaign-games/")
    with django_assert_max_num_queries(12):
        client.get("/campaign-games/")


def closed(user: User) -> None:
    """Closes the account, as a host does."""
    User.objects.filter(pk=user.pk).update(is_active=False)


def test_s87_a_campaign_game_against_a_closed_account_is_ended_by_the_other(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3, 5)
    hers, path = browser(anna), f"{series.get_absolute_url()}end/"
    early = hers.post(path)
    assert early.status_code == 422
    assert "Your opponent's account is open." in text(early)
    for leg in (1, 2):
        win(begin(hers, series, leg), "rival", series=series)
    last = begin(hers, series, 3)
    closed(ben)
    shown = text(hers.get(series.get_absolute_url()))
    assert "The account of ben is closed" in shown
    assert "End the campaign game" in shown
    assert "Go to the battle" not in shown
    assert lists(anna)[0].endswith("The account of ben is closed")
    assert hers.post(path)["Location"] == series.get_absolute_url()
    series.refresh_from_db()
    last.refresh_from_db()
    assert (series.stage, series.conceded_by, series.left, last.status) == ("over", "rival", True, "void")
    assert LifetimeLine.objects.get(kind="series").points == 5
    shown = text(hers.get(series.get_absolute_url()))
    assert "The account of ben was closed: you have won the campaign game Campaign game." in shown
    assert hers.post(path).status_code == 302
    assert "You won: the account was closed" in text(hers.get("/campaign-games/"))


@pytest.mark.every_view
def test_s87_it_counts_as_little_as_a_concession_before_half_of_the_legs(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3, 5)
    win(begin(browser(ben), series, 1), "rival", series=series)
    closed(anna)
    assert browser(ben).post(f"{series.get_absolute_url()}end/").status_code == 302
    assert not LifetimeLine.objects.filter(kind="series").exists()
    User.objects.filter(pk=anna.pk).update(is_active=True)
    shown = text(browser(anna).get(series.get_absolute_url()))
    assert "ben has won the campaign game Campaign game, because your account was closed." in shown


def test_s87_no_leg_begins_against_a_closed_account(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3)
    closed(ben)
    path = series.get_absolute_url()
    for deed in ("begin", "early"):
        refused = browser(anna).post(f"{path}{deed}/", {"leg": "1"})
        assert refused.status_code == 422
        assert "The account of ben is closed. You can end the campaign game." in text(refused)
    assert not Battle.objects.exists()


@pytest.mark.every_view
def test_s87_nobody_accepts_what_a_closed_account_set_up(anna: User, ben: User) -> None:
    series = set_up(anna, 1)
    closed(anna)
    path = f"/campaign-games/invitation/{series.token}/"
    assert "does not play here any more" in text(browser(ben).get(path))
    assert browser(ben).post(f"{path}accept/").status_code == 409
    assert Series.objects.get().stage == "waiting"
