"""Seasons as they go on: results that are corrected, players who are withdrawn or leave, and two clicks at once."""

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction

from accounts.models import Delivery, MessageKind, User
from battles.battle.services.taking_back import take_back
from battles.models import Series
from battles.talon.series.reading import states_of
from clubs.games.results import WON
from clubs.membership import joining
from clubs.models import OwedRound, Pairing, Season
from clubs.seasons import beginning, ruling, setting_up
from clubs.seasons.beginning import ROUNDS
from clubs.seasons.leaving import sweep_who_left
from clubs.seasons.reading import state_of
from clubs.seasons.reminding import remind, sweep_reminders
from engines.seam.sides import SIDES
from tests.campaign_games import win
from tests.people import make_person
from tests.site.clubs.clubs import join, make_club
from tests.site.clubs.seasons import begun, game_of, games, open_season, owed, series_of, started, won, work

pytestmark = pytest.mark.django_db


def named(name: str) -> User:
    return User.objects.get(username=name)


def scores(season: Season) -> list[tuple[str, int, int]]:
    """Player, games that count, and score, the best first."""
    names = {entrant.pk: entrant.user.username for entrant in season.entrants.select_related("user")}
    return [(names[row.player], row.played, row.score) for row in state_of(season).rows]


def test_a_result_that_is_taken_back_leaves_the_table_and_comes_back_once() -> None:
    season = started(4)
    game = game_of(season, "anna", "dora")
    battle = won(game, "anna")
    assert scores(season)[0] == ("anna", 1, 2)
    for side in SIDES:
        battle.refresh_from_db()
        take_back(battle_id=battle.pk, side=side, seen_version=battle.version)
    assert scores(season)[0][1:] == (0, 0)
    game.refresh_from_db()
    assert (game.outcome, game.first_points, game.second_points, game.reached) == ("", 0, 0, 0)
    battle.refresh_from_db()
    win(battle, "rival", series=series_of(game))
    assert scores(season)[0] == ("dora", 1, 2)
    as_stored_is_as_played(season)


def as_stored_is_as_played(season: Season) -> None:
    """What is stored of the results equals what the campaign games say, read anew."""
    pairings = list(
        Pairing.objects.filter(round__season=season, series__isnull=False).select_related(
            "series__user", "series__rival"
        )
    )
    for pairing, found in zip(pairings, states_of([series_of(one) for one in pairings]), strict=True):
        total = found.standings.total
        assert (pairing.first_points, pairing.second_points) == (total.user, total.rival)
        assert pairing.outcome == (WON[found.winner] if found.over else "")
        assert pairing.reached == len(found.legs) - found.standings.left


def test_a_game_that_was_decided_counts_so_whatever_is_played_then() -> None:
    season = started(4)
    game = game_of(season, "anna", "dora")
    ruling.rule(
        season=season, by=named("anna"), game=game.pk, ruled=Pairing.Ruled.DRAWN, reason="A long night."
    )
    won(game, "anna")
    assert [row for row in scores(season) if row[1]] == [("anna", 1, 1), ("dora", 1, 1)]
    ruling.take_back_ruling(season=season, by=named("anna"), game=game.pk)
    assert scores(season)[0] == ("anna", 1, 2)
    as_stored_is_as_played(season)


def test_of_a_player_withdrawn_early_no_game_counts() -> None:
    season = started(4)
    won(game_of(season, "anna", "dora"), "dora")
    withdraw(season, "dora")
    assert [name for name, *_rest in scores(season)] == ["anna", "ben", "clara"]
    assert scores(season)[0][1] == 0
    won(game_of(season, "ben", "clara"), "ben")
    work()
    assert [(one.first.user.username, one.series is not None) for one in games(season, 2)] == [
        ("dora", False),
        ("anna", True),
    ]


@pytest.mark.parametrize(
    ("system", "counts"), [("robin", "does not count"), ("swiss", "counts as won by you")]
)
def test_whoever_was_to_play_against_a_withdrawn_player_is_told(system: str, counts: str) -> None:
    season = started(4, webhook_url="https://example.org/hook", system=system)
    withdraw(season, "dora")
    (game,) = [one for one in games(season, 1) if "dora" in names(one)]
    (rival,) = names(game) - {"dora"}
    told = Delivery.objects.filter(key=f"club:{season.club_id}:season:{season.pk}:game:{game.pk}:withdrawn")
    assert list(told.values_list("user__username", "body")) == [
        (rival, f"dora was withdrawn. Your game in round 1 {counts}.")
    ]


def test_who_has_signed_up_is_told_when_the_season_is_called_off() -> None:
    people = [make_person(name, webhook_url="https://example.org/hook") for name in ("anna", "ben", "clara")]
    club = make_club(people[0])
    join(club, *people[1:])
    season = open_season(club, people[0])
    for user in people[:2]:
        setting_up.sign_up(season=season, user=user)
    setting_up.call_off(season=season, by=people[0])
    setting_up.call_off(season=season, by=people[0])
    told = Delivery.objects.filter(key=f"club:{season.club_id}:season:{season.pk}:called off")
    assert list(told.values_list("user__username", "path")) == [("ben", f"/clubs/{club.pk}/")]


def test_of_a_player_withdrawn_late_the_opponents_win_what_is_left() -> None:
    season = started(4)
    for number in (1, 2):
        for game in games(season, number):
            won(game, "dora" if "dora" in names(game) else "anna" if "anna" in names(game) else "ben")
        work()
    withdraw(season, "dora")
    last = next(game for game in games(season, 3) if "dora" in names(game))
    assert last.ruled == ("second" if last.first.user.username == "dora" else "first")
    assert "was withdrawn" in last.reason
    assert {name: played for name, played, _score in scores(season)}["dora"] == 3


def names(game: Pairing) -> set[str]:
    return {entrant.user.username for entrant in (game.first, game.second) if entrant is not None}


def withdraw(season: Season, name: str) -> None:
    entrant = season.entrants.get(user__username=name)
    ruling.withdraw(season=season, by=named("anna"), entrant=entrant.pk)


def test_whoever_has_left_the_club_is_withdrawn_when_the_next_round_begins() -> None:
    season = started(4)
    joining.leave(club_id=season.club_id, user=named("dora"))
    assert not season.entrants.exclude(withdrawn_at=None).exists()
    for game in games(season, 1):
        won(game, "anna" if "anna" in names(game) else "ben")
    work()
    assert [one.user.username for one in season.entrants.exclude(withdrawn_at=None)] == ["dora"]


def closes(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


@pytest.mark.parametrize("goes", ["leaves", "closes"])
def test_whoever_goes_is_withdrawn_at_once_and_the_season_goes_on(goes: str) -> None:
    season = started(4, system="swiss", webhook_url="https://example.org/hook")
    game = next(one for one in games(season, 1) if "anna" not in names(one))
    won(next(one for one in games(season, 1) if "anna" in names(one)), "anna")
    gone, rival = sorted(names(game))
    assert (sweep_who_left(), owed()) == (0, [])
    if goes == "leaves":
        joining.leave(club_id=season.club_id, user=named(gone))
    else:
        closes(named(gone))
    assert [sweep_who_left(), sweep_who_left()] == [1, 0]
    assert [one.user.username for one in season.entrants.exclude(withdrawn_at=None)] == [gone]
    told = Delivery.objects.filter(user__username=rival, key__endswith=f":game:{game.pk}:withdrawn")
    assert told.get().body == f"{gone} has left the club. Your game in round 1 counts as won by you."
    assert owed() == [(2, "queued")]


def test_whoever_leaves_after_the_last_game_stays_in_the_last_table() -> None:
    season = started(3)
    season.round_set.update(begun_at=season.started_at)
    Pairing.objects.filter(round__season=season, second__isnull=False).update(outcome="first")
    assert state_of(season).over
    joining.leave(club_id=season.club_id, user=named("clara"))
    assert sweep_who_left() == 0
    assert not season.entrants.exclude(withdrawn_at=None).exists()


def test_whoever_has_left_the_club_is_told_nothing_more_of_its_seasons() -> None:
    season = started(4, webhook_url="https://example.org/hook")
    clara = Delivery.objects.filter(user=named("clara"), kind=MessageKind.SEASON)
    assert set(clara.values_list("status", flat=True)) == {"queued"}
    joining.leave(club_id=season.club_id, user=named("clara"))
    assert set(clara.values_list("status", flat=True)) == {"cancelled"}
    before = clara.count()
    game = next(one for one in games(season, 1) if "clara" in names(one))
    ruling.rule(
        season=season, by=named("anna"), game=game.pk, ruled=Pairing.Ruled.DRAWN, reason="A long night."
    )
    withdraw(season, "clara")
    assert clara.count() == before
    told = Delivery.objects.filter(user__username="ben", key__contains=f":ruled:{game.pk}:")
    assert told.count() == 1


def test_everybody_is_told_of_a_round_once_and_of_the_end() -> None:
    season = started(3, webhook_url="https://example.org/hook")
    told = Delivery.objects.filter(kind=MessageKind.SEASON).values_list("user__username", "key")
    assert sorted(told.filter(key__endswith="round:1")) == [
        (name, f"club:{season.club_id}:season:{season.pk}:round:1") for name in ("anna", "ben", "clara")
    ]
    bodies = dict(told.filter(key__endswith="round:1").values_list("user__username", "body"))
    assert bodies["anna"] == "Round 1 has begun. You have a bye."
    assert bodies["ben"].startswith("Round 1 has begun. You play clara. The game is to be over by ")
    for number in (1, 2, 3):
        for game in games(season, number):
            won(game, "anna" if "anna" in names(game) else "ben")
        work()
    assert told.filter(key__endswith=":over").count() == 3
    assert state_of(season).over
    assert owed() == [(2, "done"), (3, "done")]


def test_players_are_reminded_a_day_before_once_for_each_deadline() -> None:
    season = started(4, webhook_url="https://example.org/hook")
    won(game_of(season, "anna", "dora"), "anna")
    row = season.round_set.get(number=1)
    assert row.due_at is not None
    near = Delivery.objects.filter(kind=MessageKind.SEASON, key__contains=":near:")
    with time_machine.travel(row.due_at - timedelta(hours=25), tick=False):
        assert sweep_reminders() == 0
    with time_machine.travel(row.due_at - timedelta(hours=23), tick=False):
        assert [sweep_reminders(), sweep_reminders(), remind(row.pk)] == [1, 0, False]
        assert sorted(near.values_list("user__username", flat=True)) == ["ben", "clara"]
        assert near[0].body.startswith("Your game with ")
        ruling.extend(season=season, by=named("anna"), number=1, days=3, due=row.due_at)
        assert sweep_reminders() == 0
    with time_machine.travel(row.due_at + timedelta(days=2, hours=1), tick=False):
        assert [sweep_reminders(), sweep_reminders(), near.count()] == [1, 0, 4]
    with time_machine.travel(row.due_at + timedelta(days=4), tick=False):
        assert sweep_reminders() == 0


def test_a_round_is_owed_again_when_a_result_was_taken_back_meanwhile() -> None:
    season = started(3)
    (game,) = games(season, 1)
    won(game, "ben")
    Pairing.objects.filter(pk=game.pk).update(outcome="")  # as it is while the worker looks
    work()
    assert (owed(), len(state_of(season).begun)) == ([(2, "done")], 1)
    Pairing.objects.filter(pk=game.pk).update(outcome="first")
    beginning.go_on(season)
    work()
    assert (owed(), len(state_of(season).begun)) == ([(2, "done")], 2)


def test_a_worker_that_dies_leaves_the_round_to_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    season = started(3)
    won(games(season, 1)[0], "ben")
    row = OwedRound.objects.get()

    def killed(*_: Any) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(beginning, "arrange_games", killed)
        assert not ROUNDS.attempt(row.pk)
    assert (len(state_of(season).begun), Series.objects.count()) == (1, 1)
    OwedRound.objects.update(due_at=row.due_at)
    assert ROUNDS.attempt(row.pk)
    assert not ROUNDS.attempt(row.pk)
    assert (len(state_of(season).begun), Series.objects.count()) == (2, 2)


def test_the_database_keeps_a_game_from_being_made_twice() -> None:
    season = started(4)
    game, other = games(season, 1)
    for changes in (
        {"series": other.series},
        {"first": other.first},
        {"second": other.second},
        {"table": other.table},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Pairing.objects.filter(pk=game.pk).update(**changes)


@pytest.mark.django_db(transaction=True)
def test_a_season_started_twice_at_once_starts_once() -> None:
    season = started(3)
    Pairing.objects.all().delete()
    Series.objects.all().delete()
    season.round_set.all().delete()
    Season.objects.update(stage="open", started_at=None, rounds=0)
    at_once(*[lambda: beginning.start_season(season=season, by=named("anna"))] * 2)
    assert (season.round_set.count(), Series.objects.count()) == (3, 1)


@pytest.mark.django_db(transaction=True)
def test_two_last_results_a_ruling_and_an_organiser_at_once_make_one_round() -> None:
    season = started(4)
    first, second = games(season, 1)
    battles = [(begun(one), one) for one in (first, second)]
    settles = [
        lambda battle=battle, game=game: win(battle, "user", series=series_of(game))
        for battle, game in battles
    ]
    drawn = Pairing.Ruled.DRAWN
    at_once(
        *settles,
        lambda: ruling.rule(
            season=season, by=named("anna"), game=first.pk, ruled=drawn, reason="A long night."
        ),
        lambda: beginning.begin_next(season=season, by=named("anna"), number=2),
        work,
    )
    work()
    assert len(state_of(season).begun) == 2
    assert (Series.objects.count(), season.round_set.count()) == (4, 3)
    assert sorted(row for row in scores(season) if row[1])
    as_stored_is_as_played(season)


def at_once(*deeds: Callable[[], Any]) -> None:
    together = Barrier(len(deeds))

    def do(deed: Callable[[], Any]) -> None:
        together.wait()
        try:
            deed()
        finally:
            connection.close()

    threads = [Thread(target=do, args=[deed]) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
