"""Two games of Patton's End with sides changed count together in the lifetime score (26.4, R68)."""

import pytest
from msgspec.structs import replace

from accounts.models import LifetimeLine, User
from battles import services
from battles.battle.services.pairs import first_game
from battles.models import Battle, Challenge, Way
from battles.services import open_battle
from battles.talon.skirmish.beginning import accept, challenge, rematch
from engines.seam.documents import Fate, Report
from engines.seam.sides import SIDES, Side
from engines.talon.set_ups.scenarios import scenario
from tests.endings.printed import on_the_board, printed_endings
from tests.people import browser
from tests.site.seats import text

pytestmark = pytest.mark.django_db
SETUP = scenario(4)


@pytest.fixture
def first(anna: User, ben: User) -> Battle:
    """The first game, at a table, to which anna has challenged ben: she is Terran."""
    made = challenge(setup=SETUP, user=anna, side="terran", way=Way.TABLE)
    return accept(token=made.token, user=ben)


def won_by(side: Side) -> Report:
    """A game that the side has won, as it is printed."""
    ending = next(one for one in printed_endings() if one.scenario == 4 and one.won == side)
    return on_the_board(ending)


def settled(battle: Battle, report: Report) -> Battle:
    """The game with its result, reported by Terran and confirmed by Talon."""
    battle.refresh_from_db()
    services.enter_report(battle_id=battle.pk, side="terran", seen_version=battle.version, report=report)
    battle.refresh_from_db()
    return services.confirm(battle_id=battle.pk, side="talon", seen_version=battle.version)


def again(battle: Battle, anna: User, ben: User) -> Battle:
    """The next game: anna asks for it, and ben agrees."""
    battle.refresh_from_db()
    assert rematch(battle=battle, user=anna) is None
    found = rematch(battle=battle, user=ben)
    assert found is not None
    return found


def booked() -> list[tuple[str, int]]:
    """Who has how many points by each line."""
    lines = LifetimeLine.objects.order_by("pk").values_list("player__username", "points")
    return list(lines)


def said(battle: Battle, user: User) -> str:
    """The page of a game."""
    return text(browser(user).get(f"/battles/{battle.pk}/"))


def test_who_wins_both_games_has_a_devastating_victory(first: Battle, anna: User, ben: User) -> None:
    settled(first, won_by("terran"))
    assert booked() == [("anna", 1)]
    assert "This was the first of two games." in said(first, ben)
    assert "Play the second game, sides swapped" in said(first, anna)
    second = again(first, anna, ben)
    assert (second.terran_user, first_game(second)) == (ben, first)
    settled(second, won_by("talon"))
    assert booked() == [("anna", 3)]
    words = "anna has won both games: a devastating victory, worth 3 points."
    assert words in said(second, anna)
    assert words in said(second, ben)
    assert "Rematch, sides swapped" in said(second, ben)
    line = LifetimeLine.objects.get()
    assert line.words == "Devastating victory in both games, Patton's End"


def test_a_victory_each_is_a_point_each(first: Battle, anna: User, ben: User) -> None:
    settled(first, won_by("terran"))
    second = settled(again(first, anna, ben), won_by("terran"))
    assert booked() == [("anna", 1), ("ben", 1)]
    assert "anna and ben have won a game each: two minor victories, worth 1 point each." in said(second, ben)


def test_nobody_wins_a_game_without_a_winner(first: Battle, anna: User, ben: User) -> None:
    """One victory in the other game is a point, whichever it was."""
    draw = drawn()
    second = settled(again(settled(first, draw), anna, ben), won_by("talon"))
    assert booked() == [("anna", 0), ("anna", 1)]  # what nobody won is drawn (S84)
    assert "anna has won one game of two, and nobody the other." in said(second, anna)
    third = settled(again(second, anna, ben), draw)
    fourth = settled(again(third, anna, ben), draw)
    assert sum(points for _callsign, points in booked()) == 1
    assert "Nobody has won either of the two games." in said(fourth, ben)


def drawn() -> Report:
    """A game of twelve rounds in which both sides stay."""
    terran, talon = (
        tuple(Fate(unit.name, "stands", unit.damage) for unit in SETUP.force(side)) for side in SIDES
    )
    return replace(won_by("terran"), rounds=12, ending="draw", winner=None, terran=terran, talon=talon)


def test_the_third_game_is_a_first_one_again(first: Battle, anna: User, ben: User) -> None:
    second = settled(again(settled(first, won_by("terran")), anna, ben), won_by("talon"))
    third = settled(again(second, anna, ben), won_by("terran"))
    assert first_game(third) is None
    assert booked() == [("anna", 3), ("anna", 1)]
    assert Challenge.objects.count() == 3


def test_other_scenarios_are_played_once(anna: User, ben: User) -> None:
    """A rematch of another scenario counts by itself, as ever."""
    made = challenge(setup=scenario(7), user=anna, side="terran", way=Way.TABLE)
    battle = accept(token=made.token, user=ben)
    report = on_the_board(next(one for one in printed_endings() if one.scenario == 7))
    settled(battle, report)
    assert "first of two games" not in said(battle, anna)
    assert "Rematch, sides swapped" in said(battle, anna)
    settled(again(battle, anna, ben), report)
    assert booked() == [("anna", 2), ("ben", 2)]


def test_nobody_plays_a_pair_against_the_computer_or_alone(anna: User) -> None:
    """There is no score then; the rematch is a rematch."""
    battle = open_battle(
        setup=SETUP, title="Single battle", place=SETUP.place, terran_user=anna, talon_user=anna
    )
    services.enter_report(
        battle_id=battle.pk, side="terran", seen_version=1, report=won_by("terran"), agreed=True
    )
    assert "Rematch, sides swapped" in said(battle, anna)
    assert booked() == []


def test_a_pair_of_a_campaign_game_is_none_of_these(first: Battle, anna: User) -> None:
    """28: there the second battle is the game's own, and no rematch."""
    Battle.objects.filter(pk=first.pk).update(owner_path="/campaign-games/1/")
    first.refresh_from_db()
    settled(first, won_by("terran"))
    assert "first of two games" not in said(first, anna)


def taken_back(battle: Battle, anna: User, ben: User) -> Battle:
    """The game open again: both have asked for it."""
    for user in (anna, ben):
        battle.refresh_from_db()
        form = {"version": str(battle.version), "do": "take-back"}
        assert browser(user).post(f"/battles/{battle.pk}/report/", form).status_code == 302
    battle.refresh_from_db()
    assert battle.result is None
    return battle


@pytest.mark.parametrize("which", [0, 1])
def test_the_other_game_counts_alone_while_one_is_taken_back(
    which: int, first: Battle, anna: User, ben: User
) -> None:
    second = settled(again(settled(first, won_by("terran")), anna, ben), won_by("talon"))
    assert booked() == [("anna", 3)]
    game = (first, second)[which]
    taken_back(game, anna, ben)
    assert booked() == [("anna", 1)]
    assert LifetimeLine.objects.get().source == f"battle:{(second, first)[which].pk}"
    settled(game, won_by("terran" if which == 0 else "talon"))
    assert booked() == [("anna", 3)]
    taken_back(game, anna, ben)
    settled(game, won_by("talon" if which == 0 else "terran"))
    assert sorted(booked()) == [("anna", 1), ("ben", 1)]
