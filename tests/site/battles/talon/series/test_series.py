"""Campaign games between two people and against the computer: set up, played leg by leg, and scored (28, S81, S82)."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Delivery, LifetimeLine, User
from accounts.people.special_users import computer_user
from battles import services
from battles.models import MOST_LEGS, Battle, Leg, LegBattle, Series, Way
from battles.talon.series.arranging import MOST_GOING
from battles.talon.series.following import battle_has_changed, begin_leg
from battles.talon.series.planning import BEST
from battles.talon.series.reading import state_of
from battles.talon.series.standing_words import need_words
from campaign.host.pruning import prune_guests
from engines.seam.refusals import Refused
from engines.seam.series import Need, Points
from tests.campaign_games import FORM, begin, between, nobody_wins, set_up, win, win_at_patton
from tests.people import browser, make_person
from tests.site.seats import text

pytestmark = pytest.mark.django_db


def page(user: User, series: Series) -> str:
    """The page of a campaign game as its player reads it."""
    answer = browser(user).get(series.get_absolute_url())
    assert answer.status_code == 200
    return text(answer)


def lines() -> set[tuple[str, str, int, str]]:
    """The lifetime score: who won how much of whom, for what."""
    rows = LifetimeLine.objects.select_related("player", "opponent")
    return {(row.player.username, row.opponent.username, row.points, row.kind) for row in rows}


def test_two_friends_play_three_legs_to_the_end(anna: User, ben: User) -> None:
    hers, his = browser(anna), browser(ben)
    series = set_up(anna, 1, 3, 12, name="Autumn")
    waiting = page(anna, series)
    assert "Send this link to your opponent." in waiting
    invitation = f"/campaign-games/invitation/{series.token}/"
    assert f"http://testserver{invitation}" in browser(anna).get(series.get_absolute_url()).content.decode()
    invited = text(Client().get(invitation))
    assert "anna challenges you to a campaign game of 3 legs." in invited
    assert "War is Upon Us: you play Talon" in invited
    assert "The First Fleet Engagement: you play Terran" in invited
    assert his.post(f"{invitation}accept/")["Location"] == series.get_absolute_url()
    assert hers.get(invitation)["Location"] == series.get_absolute_url()
    assert "9 points" not in page(ben, series)
    assert "At most 11 points are still to be won." in page(ben, series)  # 2 + 3 + 6
    first = begin(his, series, 1)
    assert (first.terran_user, first.talon_user, first.title) == (anna, ben, "Autumn, leg 1")
    assert "Back to the campaign game" in text(hers.get(f"/battles/{first.pk}/"))
    assert "Go to the battle" in page(anna, series)
    win(first, "user", series=series)
    assert "Rematch" not in text(hers.get(f"/battles/{first.pk}/"))
    second = begin(hers, series, 2)
    assert (second.terran_user, second.talon_user) == (ben, anna)
    win(second, "rival", series=series, bloody=False)
    assert "anna 2 : 1 ben" in page(anna, series)
    shown = page(ben, series)
    assert "ben wins with any victory in the last leg. Otherwise anna wins." in shown
    last = begin(his, series, 3)
    win(last, "rival", series=series)
    series.refresh_from_db()
    assert series.stage == "over"
    assert "You have won the campaign game Autumn, 7 to 2." in page(ben, series)
    assert "ben has won the campaign game Autumn, 7 to 2." in page(anna, series)
    assert lines() == {
        ("anna", "ben", 2, "leg"),
        ("ben", "anna", 1, "leg"),
        ("ben", "anna", 3, "leg"),
        ("ben", "anna", 5, "series"),
    }
    ledger = text(hers.get("/opponents/ben/"))
    assert "Campaign game won: Autumn" in ledger
    assert "1 campaign game" in ledger
    assert "You won, 7 to 2" in text(his.get("/campaign-games/"))
    assert "You lost, 2 to 7" in text(hers.get("/campaign-games/"))


def test_s81_equal_points_are_nobodys_victory(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, 5)
    client = browser(anna)
    for leg, by, bloody in ((1, "user", True), (2, "rival", False)):
        win(begin(client, series, leg), by, series=series, bloody=bloody)  # type: ignore[arg-type]
    assert state_of(series).standings.total == Points(3, 2)
    again = between(anna, ben, 2, 5)  # scenario 2 is a great victory at most
    for leg, by, bloody in ((1, "user", True), (2, "rival", False)):
        win(begin(client, again, leg), by, series=again, bloody=bloody)  # type: ignore[arg-type]
    again.refresh_from_db()
    assert (again.stage, state_of(again).standings.total) == ("over", Points(2, 2))
    assert "The campaign game Campaign game ended level, 2 to 2." in page(ben, again)
    level = ("anna", "ben", 0, "series")  # S84
    assert {line for line in lines() if line[3] == "series"} == {("anna", "ben", 5, "series"), level}


def test_a_leg_that_nobody_won_is_fought_again(anna: User, ben: User) -> None:
    series = between(anna, ben, 3)
    first = begin(browser(anna), series, 1)
    nobody_wins(first)
    assert "The last battle had no winner, so it is fought again (20.4)." in page(ben, series)
    assert "Nobody won: it is fought again" in page(ben, series)
    second = begin(browser(ben), series, 1)
    assert second != first
    win(second, "rival", series=series)
    series.refresh_from_db()
    assert series.stage == "over"
    assert [row.attempt for row in LegBattle.objects.order_by("attempt")] == [1, 2]
    assert ("ben", "anna", 5, "series") in lines()


@pytest.mark.every_view
def test_a_leg_called_off_at_the_table_is_begun_again(anna: User, ben: User) -> None:
    series = between(anna, ben, 3)
    battle = begin(browser(anna), series, 1)
    browser(anna).post(f"/battles/{battle.pk}/call-off/", {"version": battle.version})
    battle.refresh_from_db()
    assert battle.status == "void"
    assert "Its leg can be begun again." in text(browser(ben).get(f"/battles/{battle.pk}/"))
    assert "Called off" in page(anna, series)
    assert begin(browser(ben), series, 1) != battle


def test_r68_a_pair_is_one_leg_and_one_score(anna: User, ben: User) -> None:
    series = between(anna, ben, 4, 3)
    client = browser(anna)
    first = begin(client, series, 1)
    assert first.terran_user == anna
    win_at_patton(first, "user", series=series)
    assert "Leg 1: Patton's End, battle 2 of 2" in page(ben, series)
    assert lines() == set()
    second = begin(client, series, 1)
    assert second.terran_user == ben
    win_at_patton(second, "rival", series=series)
    assert state_of(series).standings.total == Points(1, 1)
    assert lines() == {("anna", "ben", 1, "leg"), ("ben", "anna", 1, "leg")}
    services.reopen(battle_id=second.pk)
    assert lines() == set()
    second.refresh_from_db()
    win_at_patton(second, "user", series=series)
    assert state_of(series).standings.total == Points(3, 0)
    assert lines() == {("anna", "ben", 3, "leg")}


def test_a_result_withdrawn_or_corrected_changes_standings_and_bonus_once(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, 5)
    client = browser(anna)
    first = begin(client, series, 1)
    win(first, "user", series=series)
    last = begin(client, series, 2)
    win(last, "user", series=series)
    assert ("anna", "ben", 5, "series") in lines()
    for user in (anna, ben):
        last.refresh_from_db()
        sent = {"version": str(last.version), "do": "take-back"}
        browser(user).post(f"/battles/{last.pk}/report/", sent)
    series.refresh_from_db()
    assert (series.stage, series.over_at) == ("on", None)
    assert len(lines()) == 1
    assert [line for line in lines() if line[3] == "series"] == []
    last.refresh_from_db()
    win(last, "rival", series=series)
    series.refresh_from_db()
    assert series.stage == "over"
    assert [line for line in lines() if line[3] == "series"] == [("ben", "anna", 5, "series")]
    assert state_of(series).standings.total == Points(3, 6)
    assert LifetimeLine.objects.count() == 3


def test_a_leg_is_begun_once_however_often_it_is_asked_for(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, 5)
    battle = begin(browser(anna), series, 1)
    assert begin(browser(ben), series, 1) == battle
    assert begin(browser(anna), series, 1, way="table") == battle
    assert Battle.objects.count() == 1
    early = browser(anna).post(f"{series.get_absolute_url()}begin/", {"leg": "2"})
    assert early.status_code == 422
    assert "Leg 1 is being fought. Finish it first." in text(early)
    win(battle, "user", series=series)
    done = browser(anna).post(f"{series.get_absolute_url()}begin/", {"leg": "1"})
    assert done.status_code == 422
    assert "Leg 1 has its result already." in text(done)
    for leg in ("0", "9", "x", "", "-1"):
        assert browser(anna).post(f"{series.get_absolute_url()}begin/", {"leg": leg}).status_code in (
            404,
            422,
        )


def test_a_leg_is_played_before_its_turn_only_if_both_agree(anna: User, ben: User) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    series = between(anna, ben, 1, 3, 5)
    hers, his, path = browser(anna), browser(ben), f"{series.get_absolute_url()}early/"
    refused = hers.post(f"{series.get_absolute_url()}begin/", {"leg": "2"})
    assert "Leg 2 has its turn later. Both of you can agree to play it now." in text(refused)
    assert "The last leg counts double and is played last." in text(hers.post(path, {"leg": "3"}))
    assert "It is the turn of leg 1. Begin it." in text(hers.post(path, {"leg": "1"}))
    assert hers.post(path, {"leg": "2"})["Location"] == series.get_absolute_url()
    assert hers.post(path, {"leg": "2"})["Location"] == series.get_absolute_url()
    assert not Battle.objects.exists()
    assert "You asked to play it now." in page(anna, series)
    assert "Your opponent asks to play this leg now." in page(ben, series)
    asked = Delivery.objects.filter(user=ben, body__contains="asks to play leg 2")
    assert asked.count() == 1
    his.post(path, {"do": "no"})
    assert Delivery.objects.filter(user=anna, body__contains="ben declines to play leg 2").count() == 1
    assert "You asked to play it now." not in page(anna, series)
    hers.post(path, {"leg": "2"})
    assert asked.count() == 2
    hers.post(path, {"do": "no"})
    his.post(path, {"leg": "2"})
    answer = hers.post(path, {"leg": "2"})
    battle = Battle.objects.get()
    assert answer["Location"] == f"/battles/{battle.pk}/"
    win(battle, "rival", series=series)
    assert state_of(series).standings.legs == (None, Points(0, 3), None)
    assert begin(hers, series, 1).setup_document.place == "War is Upon Us"


def test_the_order_of_the_legs_can_be_changed_until_somebody_accepts(anna: User, ben: User) -> None:
    series = set_up(anna, 1, 3, 5)
    path = f"{series.get_absolute_url()}move/"
    assert browser(anna).post(path, {"leg": "3", "by": "up"})["Location"].endswith("#up-2")
    browser(anna).post(path, {"leg": "1", "by": "up"})
    assert [(leg.scenario, leg.user_side) for leg in series.legs.all()] == [
        (1, "terran"),
        (5, "talon"),
        (3, "terran"),
    ]
    browser(ben).post(f"/campaign-games/invitation/{series.token}/accept/")
    assert browser(anna).post(path, {"leg": "1", "by": "down"}).status_code == 422
    assert browser(ben).post(path, {"leg": "1", "by": "down"}).status_code == 422
    assert [leg.scenario for leg in series.legs.all()] == [1, 5, 3]


@pytest.mark.parametrize(("done", "points"), [pytest.param(1, 0, marks=pytest.mark.every_view), (2, 5)])
def test_s82_conceding_counts_after_half_of_the_legs(done: int, points: int, anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3, 5)
    for leg in range(1, done + 1):
        win(begin(browser(anna), series, leg), "user", series=series)
    answer = browser(anna).post(f"{series.get_absolute_url()}concede/")
    assert answer.status_code == 302
    series.refresh_from_db()
    assert (series.stage, series.conceded_by) == ("over", "user")
    assert [line[2] for line in lines() if line[3] == "series"] == ([points] if points else [])
    shown = page(ben, series)
    assert "anna conceded: you have won the campaign game Campaign game." in shown
    assert "You conceded the campaign game Campaign game to ben." in page(anna, series)
    assert "You conceded" in text(browser(anna).get("/campaign-games/"))
    assert "You won: anna conceded" in text(browser(ben).get("/campaign-games/"))
    assert ("It brings no points in the lifetime score" in shown) == (not points)
    refused = browser(ben).post(f"{series.get_absolute_url()}begin/", {"leg": "3"})
    assert "This campaign game is over." in text(refused)


def test_nobody_concedes_while_a_leg_is_being_fought(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3)
    begin(browser(anna), series, 1)
    answer = browser(anna).post(f"{series.get_absolute_url()}concede/")
    assert answer.status_code == 422
    assert "Finish or concede its battle first." in text(answer)


def test_it_is_called_off_before_the_first_leg_alone(anna: User, ben: User) -> None:
    series = between(anna, ben, 1)
    begin(browser(anna), series, 1)
    assert browser(ben).post(f"{series.get_absolute_url()}call-off/").status_code == 422
    other = between(anna, ben, 1)
    assert browser(ben).post(f"{other.get_absolute_url()}call-off/")["Location"] == "/campaign-games/"
    off = page(anna, other)
    assert "This campaign game was called off." in off
    assert "Begin leg" not in off
    assert other.get_absolute_url() not in browser(anna).get("/campaign-games/").content.decode()
    assert browser(ben).post(f"{other.get_absolute_url()}call-off/").status_code == 302
    made = set_up(anna, 1)
    browser(anna).post(f"{made.get_absolute_url()}call-off/")
    late = browser(ben).post(f"/campaign-games/invitation/{made.token}/accept/")
    assert late.status_code == 409
    assert "This campaign game was called off." in text(late)


@pytest.mark.every_view
def test_only_its_players_see_and_play_it(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3)
    clara = browser(make_person("clara"))
    path = series.get_absolute_url()
    assert clara.get(path).status_code == 404
    for deed in ("begin", "early", "move", "concede", "call-off"):
        assert clara.post(f"{path}{deed}/", {"leg": "1"}).status_code == 404
        assert clara.get(f"{path}{deed}/")["Location"] == path
        assert Client().post(f"{path}{deed}/").status_code == 302
    assert Client().get(path)["Location"].startswith("/accounts/login/")
    late = clara.post(f"/campaign-games/invitation/{series.token}/accept/")
    assert late.status_code == 409
    assert "Somebody else has accepted this campaign game." in text(late)
    assert clara.get("/campaign-games/invitation/nonsense/").status_code == 404
    assert not Battle.objects.exists()


def test_nobody_accepts_their_own(anna: User) -> None:
    series = set_up(anna, 1)
    answer = browser(anna).post(f"/campaign-games/invitation/{series.token}/accept/")
    assert answer["Location"] == series.get_absolute_url()
    series.refresh_from_db()
    assert (series.stage, series.rival) == ("waiting", None)


def test_a_guest_accepts_and_plays(anna: User) -> None:
    series = set_up(anna, 1)
    guest = Client()
    answer = guest.post(f"/campaign-games/invitation/{series.token}/accept/")
    assert guest.get(answer["Location"]).status_code == 200
    series.refresh_from_db()
    assert series.rival is not None
    assert series.rival.is_guest
    assert begin(guest, series, 1).talon_user == series.rival


def test_the_computer_plays_on_the_board_and_scores_nothing(anna: User) -> None:
    series = set_up(anna, 1, 3, opponent="computer", way="hand", level="captain")
    assert (series.stage, series.rival, series.level) == ("on", computer_user(), "captain")
    battle = begin(browser(anna), series, 1)
    assert battle.plays.exists()
    assert battle.levels == {"terran": "captain", "talon": "captain"}
    assert begin_leg(series_id=series.pk, user=anna, number=1) == battle
    shown = page(anna, series)
    assert "At a table" not in shown
    client = browser(anna)
    client.post(f"/battles/{battle.pk}/play/order/", {"order": "terran concede"})
    assert not LifetimeLine.objects.exists()


def test_a_leg_that_captains_fight_settles_itself(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, way="worker")
    battle = begin(browser(anna), series, 1)
    services.resolve(battle.resolutions.get().pk)
    battle.refresh_from_db()
    assert battle.status == "settled"
    series.refresh_from_db()
    found = state_of(series)
    assert series.stage == ("over" if found.over else "on")
    assert found.over == (battle.result_document.winner is not None)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("fields", "number"), [({"legs": "best"}, len(BEST)), ({"legs": "once"}, 12), ({"legs": "each"}, 23)]
)
def test_a_campaign_game_is_set_up_by_one_choice(fields: dict[str, str], number: int, anna: User) -> None:
    series = set_up(anna, **fields)
    legs = list(series.legs.all())
    assert [leg.number for leg in legs] == list(range(1, number + 1))
    assert [leg.pair for leg in legs if leg.scenario == 4] == [True]
    sides = [leg.user_side for leg in legs]
    if fields["legs"] == "each":
        for scenario in range(1, 13):
            played = {leg.user_side for leg in legs if leg.scenario == scenario}
            assert played == ({"terran", "talon"} if scenario != 4 else played)
    else:
        assert sides == (["terran", "talon"] * 12)[:number]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"legs": "picked"}, "Pick at least one scenario."),
        ({"opponent": "computer", "scenarios": ["1"]}, "The computer does not sit at a table."),
        ({"legs": "nonsense"}, "Select a valid choice."),
        ({"scenarios": ["99"]}, "Select a valid choice."),
        ({"scenarios": ["1"], "sides": ""}, "This field is required."),
    ],
)
def test_a_form_that_says_too_little_is_shown_again(fields: dict[str, Any], words: str, anna: User) -> None:
    answer = browser(anna).post("/campaign-games/", {**FORM, **fields})
    assert answer.status_code == 422
    assert words in text(answer)
    assert not Series.objects.exists()


def test_a_visitor_sets_one_up_as_a_guest(client: Client) -> None:
    assert "A new campaign game" in text(client.get("/campaign-games/"))
    answer = client.post("/campaign-games/", {**FORM, "scenarios": ["1"]})
    assert client.get(answer["Location"]).status_code == 200
    assert Series.objects.get().user.is_guest


def test_the_list_costs_few_queries(anna: User, ben: User, django_assert_max_num_queries: Any) -> None:
    for _ in range(3):
        series = between(anna, ben, 1, 3)
        win(begin(browser(anna), series, 1), "user", series=series)
    client = browser(anna)
    client.get("/campaign-games/")
    with django_assert_max_num_queries(10):
        shown = text(client.get("/campaign-games/"))
    assert len(re.findall("against ben", shown)) == 3


def test_too_many_legs_are_refused(anna: User) -> None:
    from battles.talon.series.arranging import PlannedLeg, make_series
    from engines.talon.set_ups.scenarios import scenario

    legs = [PlannedLeg("War is Upon Us", scenario(1), "terran", 1)] * (MOST_LEGS + 1)
    with pytest.raises(Refused, match=f"at most {MOST_LEGS} legs"):
        make_series(user=anna, name="Long", legs=legs, way=Way.TABLE)
    assert not Leg.objects.exists()


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Need("minor", None), "anna wins with any victory in the last leg. Otherwise ben wins."),
        (
            Need("great", "minor"),
            (
                "anna wins with a great victory or better in the last leg, and draws level with a minor victory. "
                "Otherwise ben wins."
            ),
        ),
        (
            Need(None, "devastating"),
            "anna can only draw level, with a devastating victory in the last leg. Otherwise ben wins.",
        ),
    ],
)
def test_what_the_last_leg_must_bring_is_said(found: Need, words: str) -> None:
    assert need_words("anna", "ben", found) == words


def test_nobody_chooses_alone_how_a_leg_is_fought(anna: User, ben: User) -> None:
    series = between(anna, ben, 3)
    path = f"{series.get_absolute_url()}begin/"
    for way in ("worker", "hand", "nonsense"):
        answer = browser(ben).post(path, {"leg": "1", "way": way})
        assert answer.status_code == 422
    assert not Battle.objects.exists()
    assert "You can both agree on another way" in page(ben, series)
    alone = set_up(anna, 1, opponent="computer", way="hand")
    refused = browser(anna).post(f"{alone.get_absolute_url()}begin/", {"leg": "1", "way": "table"})
    assert "The computer does not sit at a table." in text(refused)
    assert begin(browser(anna), alone, 1, way="worker").resolutions.exists()


def test_a_battle_that_was_fought_again_is_not_taken_back(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, 5)
    first = begin(browser(anna), series, 1)
    nobody_wins(first)
    begin(browser(anna), series, 1)
    first.refresh_from_db()
    for user in (anna, ben):
        browser(user).post(f"/battles/{first.pk}/report/", {"version": str(first.version), "do": "take-back"})
    first.refresh_from_db()
    assert first.status == "settled"
    assert "Take it back" not in text(browser(anna).get(f"/battles/{first.pk}/"))


def test_s82_a_battle_of_a_pair_counts_alone_if_the_other_is_conceded(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, 4)
    win(begin(browser(anna), series, 1), "user", series=series)
    win_at_patton(begin(browser(anna), series, 2), "user", series=series)
    assert lines() == {("anna", "ben", 3, "leg")}
    browser(ben).post(f"{series.get_absolute_url()}concede/")
    assert lines() == {
        ("anna", "ben", 3, "leg"),
        ("anna", "ben", 1, "leg"),
        ("anna", "ben", 5, "series"),
    }


@pytest.mark.parametrize(("concedes", "bonus"), [("rival", "anna"), ("user", "ben")])
def test_s82_half_a_pair_that_is_the_last_leg_counts_double_in_the_score(
    concedes: str, bonus: str, anna: User, ben: User
) -> None:
    series = between(anna, ben, 3, 4)
    win(begin(browser(anna), series, 1), "rival", series=series, bloody=False)
    win_at_patton(begin(browser(anna), series, 2), "user", series=series)
    browser(ben if concedes == "rival" else anna).post(f"{series.get_absolute_url()}concede/")
    found = state_of(Series.objects.get(pk=series.pk))
    assert (found.standings.total, found.standings.left) == (Points(2, 1), 0)
    assert found.counts_bonus
    assert [line[0] for line in lines() if line[2:] == (5, "series")] == [bonus]
    assert ("anna", "ben", 1, "leg") in lines()


def test_both_are_told_of_every_ending(anna: User, ben: User) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    series = between(anna, ben, 3)
    battle = begin(browser(anna), series, 1)
    win(battle, "user", series=series)
    for user in (anna, ben):
        battle.refresh_from_db()
        browser(user).post(
            f"/battles/{battle.pk}/report/", {"version": str(battle.version), "do": "take-back"}
        )
    battle.refresh_from_db()
    win(battle, "rival", series=series)
    for user, first, last in ((anna, "You have won", "ben has won"), (ben, "anna has won", "You have won")):
        told = Delivery.objects.filter(user=user, key__startswith=f"series:{series.pk}:o").order_by("pk")
        said = [row.body for row in told if "accepted" not in row.key]
        assert [first in said[0], "A result was taken back" in said[1], last in said[2]] == [True] * 3
        assert len(said) == 3


def test_a_settled_campaign_game_is_looked_at_with_few_queries(
    anna: User, ben: User, django_assert_max_num_queries: Any
) -> None:
    series = between(anna, ben, legs="each")
    assert series.legs.count() == 23
    battle = begin(browser(anna), series, 1)
    with django_assert_max_num_queries(8):
        battle_has_changed(battle_id=battle.pk)


def test_a_player_with_many_campaign_games_is_told_so(anna: User, ben: User) -> None:
    for _ in range(MOST_GOING):
        between(anna, ben, 1)
    answer = browser(anna).post("/campaign-games/", {**FORM, "scenarios": ["1"]})
    assert f"You have {MOST_GOING} campaign games that are not over." in text(answer)
    clara = make_person("clara")
    made = set_up(clara, 1)
    refused = browser(ben).post(f"/campaign-games/invitation/{made.token}/accept/")
    assert refused.status_code == 422
    assert f"You have {MOST_GOING} campaign games that are not over." in text(refused)


def test_a_guest_with_whom_somebody_plays_is_not_forgotten(anna: User) -> None:
    guest, other = Client(), Client()
    series = set_up(anna, 1)
    guest.post(f"/campaign-games/invitation/{series.token}/accept/")
    other.post("/campaign-games/", {**FORM, "scenarios": ["1"]})
    long_ago = timezone.now() - timedelta(days=900)
    User.objects.filter(is_guest=True).update(
        date_joined=long_ago, last_login=long_ago, seen_on=long_ago.date()
    )
    assert prune_guests() == 1
    assert Series.objects.get() == series


def test_battles_are_begun_at_the_rate_of_single_battles(anna: User, settings: Any) -> None:
    series = set_up(anna, 1, 3, opponent="computer", way="hand")
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "skirmish": "1/h/user"}
    client, path = browser(anna), series.get_absolute_url()
    answers = [client.post(f"{path}begin/", {"leg": "1"}).status_code for _ in range(3)]
    assert 429 in answers
    assert client.post(f"{path}early/", {"leg": "9"}).status_code == 429
    assert client.post(f"{path}early/", {"do": "no"}).status_code == 302
    assert Battle.objects.count() <= 1
