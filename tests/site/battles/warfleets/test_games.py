"""Games of Warfleets: FTL fought on a table: entered, confirmed, counted apart, corrected and taken back (S97)."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from accounts.models import LifetimeLine, PastResult, User
from accounts.people.special_users import new_guest
from accounts.scores import confirming, lifetime
from accounts.scores.reckoning import Chosen, Tally, tally
from accounts.scores.showing import show_score
from battles.models import WarfleetsFleet
from battles.warfleets.games.counting import game_in, told_of
from battles.warfleets.games.told import End, Game, Part, impossible, part_of, winner
from battles.warfleets.keeping import make_fleet
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron
from tests.people import browser, make_person
from tests.site.seats import text

DAY = date(2024, 3, 31)
ARK = Ship("Ark", "light", ("warp-drive",), (Mount("front", "plasma-cannon"),))
GUARD = Fleet("Home Guard", (ARK, replace(ARK, name="Elm")), (Squadron("Sparks", "fighter"),))
RAIDERS = Fleet(
    "Raiders", (replace(ARK, name="Fir"), replace(ARK, name="Oak")), (Squadron("Gnats", "gunship"),)
)
STANDS = End()
OTHER = Part(points=90, markers=1, ships=2, destroyed=1, surrendered=0, squadrons=1, lost=0)
OWN = part_of(GUARD, (End(disabled=1), STANDS, STANDS), 2)
WON = Game(points=300, rounds=4, markers=3, own=OWN, theirs=OTHER)
FORM = {
    "opponent": "ben",
    "played_on": "2024-03-31",
    "points": "300",
    "rounds": "4",
    "markers": "3",
    "gave_up": "",
    "game": "",
    "own_markers": "2",
    "ship-0": "stands-1",
    "ship-1": "stands-0",
    "squadron-0": "stands-0",
    "their_points": "90",
    "their_markers": "1",
    "their_ships": "2",
    "their_destroyed": "1",
    "their_surrendered": "0",
    "their_squadrons": "1",
    "their_lost": "0",
}
TURNED = FORM | {
    "opponent": "anna",
    "own_markers": "1",
    "ship-0": "destroyed-0",
    "ship-1": "stands-1",
    "their_markers": "2",
    "their_destroyed": "0",
}
"""The same game as ben enters it."""
CONFIRMED = {"version": "1", "ship-0": "destroyed-0", "ship-1": "stands-1", "squadron-0": "stands-0"}
"""What ben says of his own models when he confirms it."""


@pytest.fixture
def anna(db: None) -> User:
    return make_person("anna")


@pytest.fixture
def ben(db: None) -> User:
    return make_person("ben")


@pytest.fixture
def guard(anna: User) -> WarfleetsFleet:
    return make_fleet(user=anna, fleet=GUARD, points=300)


def sent(user: User, fleet: WarfleetsFleet, asked: str = "", **fields: str) -> Any:
    """The answer to the form of a game with that fleet."""
    return browser(user).post(f"/warfleets/{fleet.pk}/record/{asked}", {**FORM, **fields})


def entered(user: User, other: User, game: Game = WON, number: int = 1) -> PastResult:
    return confirming.enter(user=user, other=other, told=told_of(game, played_on=DAY, number=number)).row


def answered(user: User, row: PastResult, do: str) -> Any:
    return browser(user).post(f"/past-results/{row.pk}/answer/", {"do": do, "version": row.version})


@pytest.mark.every_view
def test_s97_a_game_counts_in_a_score_of_its_own(anna: User, ben: User, guard: WarfleetsFleet) -> None:
    form = text(browser(anna).get(f"/warfleets/{guard.pk}/record/"))
    assert "Your fleet: Home Guard" in form
    assert "Ark, Light Ship" in form
    answer = sent(anna, guard)
    row = PastResult.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/warfleets/games/{row.pk}/")
    assert game_in(bytes(row.details)) == WON
    assert not LifetimeLine.objects.exists()
    page = text(browser(ben).get(f"/warfleets/games/{row.pk}/"))
    assert "anna beat you" in page
    assert "Ark, Light Ship: Stands, 1 disabled" in page
    assert "Confirm" in page
    assert f'href="/warfleets/games/{row.pk}/"' in browser(ben).get("/past-results/").content.decode()
    answered(ben, row, "confirm")
    line = LifetimeLine.objects.get()
    assert (line.player, line.opponent, line.points, line.system) == (anna, ben, 1, "warfleets")
    assert line.words == "300 points, 4 rounds, markers 2 : 1"
    assert tally(anna, Chosen(system="warfleets")) == Tally(won=1, points=1)
    assert tally(anna) == Tally()
    answered(anna, row, "back")
    answered(ben, row, "back")
    assert not LifetimeLine.objects.exists()


def test_s97_the_scores_of_two_games_are_never_mixed(anna: User, ben: User) -> None:
    confirming.confirm(result_id=entered(anna, ben).pk, user=ben, version=1)
    lifetime.book(
        source="battle:1", winner=ben, loser=anna, points=3, words="Talon victory", path="/battles/1/"
    )
    client, other = browser(anna), "?system=warfleets"
    shown = f"/score/shown/{show_score(anna)}/"
    for path in ("/score/results/", "/score/results.csv", "/score/results.bgsplay", "/opponents/ben/"):
        talon, ours = client.get(path).content.decode(), client.get(f"{path}{other}").content.decode()
        assert "Talon victory" in talon, path
        assert "markers 2 : 1" not in talon, path
        assert "Talon victory" not in ours, path
        assert "markers 2 : 1" in ours, path
    assert "Points 0 Against 3" in text(client.get("/opponents/"))
    assert "Points 1 Against 0" in text(client.get(f"/opponents/{other}"))
    assert "Points 0 Against 3" in text(Client().get(shown))
    assert "Points 1 Against 0" in text(Client().get(f"{shown}{other}"))
    assert client.get(f"/opponents/ben/{other}x").status_code == 404
    assert f'href="{other}"' in client.get("/opponents/").content.decode()
    assert other not in browser(make_person("carl")).get("/opponents/").content.decode()


def test_whoever_has_results_of_warfleets_alone_sees_them_first(anna: User, ben: User) -> None:
    confirming.confirm(result_id=entered(anna, ben).pk, user=ben, version=1)
    client = browser(anna)
    assert "Points 1 Against 0" in text(client.get("/opponents/"))
    assert "markers 2 : 1" in text(client.get("/score/results/"))
    assert "Points 1 Against 0" not in text(client.get("/opponents/?system=talon"))


def lost(**more: Any) -> Part:
    """The other side without a ship, as a game can have left it."""
    return replace(OTHER, **{"markers": 0, "destroyed": 2, "lost": 1, **more})


@pytest.mark.parametrize(
    ("game", "who"),
    [
        (WON, "own"),
        (replace(WON, own=replace(OWN, markers=0)), "theirs"),
        (replace(WON, own=replace(OWN, markers=1)), None),
        (replace(WON, own=replace(OWN, markers=0), theirs=lost(), rounds=2), "own"),
        (replace(WON, own=part_of(GUARD, (End("destroyed", 2),) * 3, 0), theirs=lost()), None),
        (replace(WON, gave_up="own", rounds=3), "theirs"),
        (replace(WON, gave_up="theirs", rounds=1, own=replace(OWN, markers=0)), "own"),
    ],
)
def test_s97_who_has_won_follows_from_how_it_ended(game: Game, who: str | None) -> None:
    assert winner(game) == who
    assert impossible(game) == ()


@pytest.mark.parametrize(
    ("game", "rule", "reason"),
    [
        (replace(WON, own=replace(OWN, markers=3)), "W5", "Markers held: 4."),
        (replace(WON, rounds=3), "W5", "A game has 4 rounds."),
        (replace(WON, theirs=lost(markers=1)), "W5", "that could hold a marker"),
        (replace(WON, theirs=lost(lost=0)), "W19", "all of its squadrons have surrendered"),
        (
            replace(WON, theirs=replace(OTHER, destroyed=0, surrendered=1)),
            "W19",
            "no ship can have surrendered",
        ),
        (replace(WON, theirs=lost(destroyed=3)), "W18", "more ships are gone"),
        (replace(WON, theirs=replace(OTHER, lost=2)), "W18", "more squadrons are gone"),
        (replace(WON, theirs=replace(OTHER, points=301)), "W3", "1 more than the game allows"),
        (replace(WON, theirs=replace(OTHER, points=89)), "W3", "cost 90 points at least"),
        (replace(WON, points=80), "W3", "The fleet costs 90 points"),
        (replace(WON, theirs=replace(OTHER, points=250, squadrons=9)), "W3", "more squadrons than its ships"),
        (replace(WON, theirs=replace(OTHER, points=120, squadrons=8)), "W3", "cost 240 points at least"),
        (replace(WON, theirs=replace(OTHER, points=206)), "W3", "cost 205 points at most"),
        (replace(WON, theirs=replace(OTHER, points=93)), "W3", "cannot cost 93 points"),
        (
            replace(WON, own=part_of(GUARD, (STANDS, STANDS, End("surrendered")), 2)),
            "W19",
            "no squadron can have surrendered",
        ),
    ],
)
def test_s97_what_cannot_have_been_is_refused_with_its_rule(game: Game, rule: str, reason: str) -> None:
    found = [one for one in impossible(game) if reason in one.reason]
    assert [one.rule for one in found] == [rule]


@pytest.mark.parametrize("points", [90, 105, 205])
def test_s97_whatever_ships_and_squadrons_can_cost_is_taken(points: int) -> None:
    assert impossible(replace(WON, theirs=replace(OTHER, points=points))) == ()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"rounds": "3"}, "A game has 4 rounds."),
        ({"rounds": "5"}, "Choose at most 4 rounds."),
        ({"rounds": "0"}, "Choose at least 1 round."),
        ({"their_ships": "0"}, "Choose 1 to 20."),
        ({"opponent": "x" * 300}, "No player of this site has this callsign."),
        ({"opponent": "nobody"}, "No player of this site has this callsign."),
        ({"opponent": "anna"}, "That is you. Name your opponent."),
        ({"played_on": (timezone.localdate() + timedelta(3)).isoformat()}, "That day is still to come."),
        ({"ship-0": "stands-2"}, "Say what became of it."),
        ({"their_ships": ""}, "Choose 1 to 20."),
        ({"rounds": ""}, "Enter a number."),
        ({"rounds": "four"}, "Enter a whole number."),
    ],
)
def test_what_is_refused_stays_in_the_form(
    anna: User, ben: User, guard: WarfleetsFleet, wrong: dict[str, str], said: str
) -> None:
    answer = sent(anna, guard, **{"their_points": "123", **wrong})
    assert answer.status_code == 422
    assert said in text(answer)
    assert 'name="their_points" value="123"' in answer.content.decode()
    assert not PastResult.objects.exists()


def test_sending_it_twice_enters_it_once(anna: User, ben: User, guard: WarfleetsFleet) -> None:
    first, second = sent(anna, guard), sent(anna, guard)
    assert first["Location"] == second["Location"]
    assert PastResult.objects.count() == 1
    assert sent(anna, guard, **{"ship-1": "stands-1"}).status_code == 422
    assert sent(anna, guard, game="2").status_code == 302
    row = PastResult.objects.first()
    assert row is not None
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_a_game_and_a_battle_of_talon_of_one_day_are_two(anna: User, ben: User) -> None:
    entered(anna, ben)
    fields = {
        "opponent": "ben",
        "played_on": "2024-03-31",
        "kind": "battle",
        "outcome": "won",
        "degree": "great",
    }
    browser(anna).post("/past-results/", fields)
    assert sorted(PastResult.objects.values_list("system", flat=True)) == ["talon", "warfleets"]


def test_the_database_holds_no_points_of_talon_in_a_game(anna: User, ben: User) -> None:
    facts = lifetime.Facts(system="warfleets")
    with pytest.raises(IntegrityError), transaction.atomic():
        lifetime.book(source="past:1", winner=anna, loser=ben, points=2, words="", path="/", facts=facts)
    row = entered(anna, ben)
    row.degree = "great"
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


@pytest.mark.every_view
def test_the_other_confirms_with_a_fleet(anna: User, ben: User, guard: WarfleetsFleet) -> None:
    sent(anna, guard)
    row = PastResult.objects.get()
    raiders = make_fleet(user=ben, fleet=RAIDERS, points=300)
    make_fleet(user=ben, fleet=Fleet("Small", (ARK,)), points=300)
    asked = f"?game={row.pk}"
    page = browser(ben).get(f"/warfleets/games/{row.pk}/").content.decode()
    assert f'href="/warfleets/{raiders.pk}/record/{asked}"' in page
    assert "Small" not in page
    form = browser(ben).get(f"/warfleets/{raiders.pk}/record/{asked}").content.decode()
    assert "<h1>Confirm a game</h1>" in form
    assert "The game counts as soon as you confirm it." in form
    assert "It counts once your opponent" not in form
    assert re.findall(r'<(?:select|input)\s[^>]*name="(?!csrf|version)([^"]+)', form) == [
        "ship-0",
        "ship-1",
        "squadron-0",
    ]
    wrong = browser(ben).post(f"/warfleets/{raiders.pk}/record/{asked}", CONFIRMED | {"ship-0": "stands-0"})
    assert wrong.status_code == 422
    assert "Not all of this is as anna entered it." in text(wrong)
    assert browser(ben).post(f"/warfleets/{raiders.pk}/record/{asked}", CONFIRMED).status_code == 302
    row.refresh_from_db()
    game = game_in(bytes(row.details))
    assert (row.stage, game.own.fleet, game.theirs.fleet) == ("counted", GUARD, RAIDERS)
    assert LifetimeLine.objects.get().player == anna
    assert "Fir, Light Ship: Destroyed" in text(browser(anna).get(f"/warfleets/games/{row.pk}/"))
    again = browser(ben).post(f"/warfleets/{raiders.pk}/record/{asked}", CONFIRMED)
    assert again["Location"] == f"/warfleets/games/{row.pk}/"
    assert PastResult.objects.count() == LifetimeLine.objects.count() == 1


def test_what_the_other_has_told_is_pointed_out(anna: User, ben: User) -> None:
    raiders, row = make_fleet(user=ben, fleet=RAIDERS, points=300), entered(anna, ben)
    path = f"/warfleets/{raiders.pk}/record/?game={row.pk}"
    form = browser(ben).get(path)
    assert "anna entered of it: Ships destroyed: 1. Ships surrendered: 0. Squadrons lost: 0 of 1." in text(
        form
    )
    html = form.content.decode()
    assert html.count('<option value="" selected>Choose</option>') == 2, "each of two ships, not the squadron"
    missing = browser(ben).post(path, CONFIRMED | {"ship-0": ""})
    assert missing.status_code == 422
    assert "Fir, Light Ship : Say what became of it." in text(missing)
    said = text(browser(ben).post(path, CONFIRMED | {"ship-0": "stands-0"}))
    assert "anna entered of your fleet: Ships destroyed: 1." in said
    assert "If you are right, refuse this result on its page, and anna can correct it." in said
    assert "game 2" not in said
    row.refresh_from_db()
    assert row.stage == "asked"


def test_what_is_only_confirmed_is_read_and_not_entered(anna: User, ben: User) -> None:
    game = replace(WON, gave_up="own")
    raiders = make_fleet(user=ben, fleet=RAIDERS, points=300)
    row = confirming.enter(user=anna, other=ben, told=told_of(game, played_on=DAY, number=2)).row
    path = f"/warfleets/{raiders.pk}/record/?game={row.pk}"
    said = text(browser(ben).get(path))
    assert "Opponent’s callsign anna Played on 31 Mar 2024 Points of the game 300 Rounds played 4" in said
    assert "Markers of the mission 3 Gave up anna Game of that day 2" in said
    assert "Your fleet: Raiders Markers held 1 Fir, Light Ship" in said
    assert "The other fleet Points 90 Markers held 2 Ships 2 Ships destroyed 0" in said
    assert "With a faction" not in said
    assert f'href="{row.get_absolute_url()}"' in browser(ben).get(path).content.decode()


def test_a_game_that_was_corrected_since_it_was_read_is_not_confirmed(anna: User, ben: User) -> None:
    raiders, row = make_fleet(user=ben, fleet=RAIDERS, points=300), entered(anna, ben)
    path = f"/warfleets/{raiders.pk}/record/?game={row.pk}"
    told = told_of(replace(WON, own=replace(OWN, markers=1)), played_on=DAY, number=1)
    confirming.correct(result_id=row.pk, user=anna, told=told)
    late = browser(ben).post(path, CONFIRMED)
    assert late.status_code == 422
    assert "anna has corrected this game. Read it again." in text(late)
    assert not LifetimeLine.objects.exists()
    assert 'name="version" value="2"' in late.content.decode()
    assert '<option value="destroyed-0" selected>' in late.content.decode()
    assert browser(ben).post(path, CONFIRMED | {"version": "2"}).status_code == 302
    assert LifetimeLine.objects.get().drawn


def test_a_correction_is_told_although_something_else_is_wrong_too(anna: User, ben: User) -> None:
    """Else the next press would confirm what nobody has read."""
    raiders, row = make_fleet(user=ben, fleet=RAIDERS, points=300), entered(anna, ben)
    path = f"/warfleets/{raiders.pk}/record/?game={row.pk}"
    told = told_of(replace(WON, own=replace(OWN, markers=1)), played_on=DAY, number=1)
    confirming.correct(result_id=row.pk, user=anna, told=told)
    late = browser(ben).post(path, {name: said for name, said in CONFIRMED.items() if name != "ship-0"})
    assert late.status_code == 422
    assert "anna has corrected this game. Read it again." in text(late)


def test_the_form_that_confirms_says_who_has_won(anna: User, ben: User) -> None:
    raiders, row = make_fleet(user=ben, fleet=RAIDERS, points=300), entered(anna, ben)
    page = text(browser(ben).get(f"/warfleets/{raiders.pk}/record/?game={row.pk}"))
    assert "anna beat you. Say what became of your fleet." in page


def test_a_fleet_of_another_size_is_not_the_one_of_the_game(anna: User, ben: User) -> None:
    small, row = make_fleet(user=ben, fleet=Fleet("Small", (ARK,)), points=300), entered(anna, ben)
    there = browser(ben).get(f"/warfleets/{small.pk}/record/?game={row.pk}", follow=True)
    assert there.redirect_chain == [(row.get_absolute_url(), 302)]
    assert "Small is not the fleet that anna told of. Choose another." in text(there)


def test_what_was_entered_stays_if_the_other_withdraws(anna: User, ben: User) -> None:
    raiders, row = make_fleet(user=ben, fleet=RAIDERS, points=300), entered(anna, ben)
    path = f"/warfleets/{raiders.pk}/record/"
    answered(anna, row, "withdraw")
    answer = browser(ben).post(f"{path}?game={row.pk}", CONFIRMED)
    assert answer.status_code == 422
    assert "Record it yourself, and anna is asked to confirm it." in text(answer)
    html = answer.content.decode()
    assert f'action="{path}"' in html
    assert '<option value="stands-1" selected>' in html
    assert 'name="opponent" value="anna"' in html
    assert 'name="own_markers" value="1"' in html
    assert 'name="their_markers" value="2"' in html
    assert 'name="played_on" value="2024-03-31"' in html
    assert not re.search(r"\sdisabled[\s>]", html[html.index("<form") : html.index("</form>")])
    assert PastResult.objects.count() == 1
    assert browser(ben).get(f"{path}?game={row.pk}")["Location"] == row.get_absolute_url()
    assert browser(ben).post(path, TURNED).status_code == 302
    assert PastResult.objects.filter(by=ben, stage="asked").count() == 1


def test_whoever_confirms_cannot_make_it_a_game_of_another_day(anna: User, ben: User) -> None:
    tomorrow = timezone.localdate() + timedelta(1)
    told = told_of(WON, played_on=tomorrow, number=2)
    row = confirming.enter(user=anna, other=ben, told=told).row
    raiders = make_fleet(user=ben, fleet=RAIDERS, points=300)
    path = f"/warfleets/{raiders.pk}/record/?game={row.pk}"
    assert browser(ben).post(path, CONFIRMED | {"game": "3", "played_on": "2024-03-31"}).status_code == 302
    row.refresh_from_db()
    assert (row.stage, row.played_on, row.game) == ("counted", tomorrow, 2)
    assert PastResult.objects.count() == 1


@pytest.mark.every_view
def test_it_is_corrected_and_asked_again(anna: User, ben: User) -> None:
    row = entered(anna, ben)
    path = f"/warfleets/games/{row.pk}/correct/"
    assert 'value="stands-1" selected' in browser(anna).get(path).content.decode()
    answered(ben, row, "refuse")
    assert browser(anna).post(path, FORM | {"own_markers": "1"}).status_code == 302
    row.refresh_from_db()
    assert (row.stage, row.outcome, row.version) == ("asked", "drawn", 2)
    assert answered(ben, row, "confirm").status_code == 302
    line = LifetimeLine.objects.get()
    assert (line.drawn, line.points, line.system) == (True, 0, "warfleets")
    late = browser(anna).post(path, FORM, follow=True)
    assert "This result is confirmed. Take it back together first, then correct it." in text(late)
    assert browser(ben).get(f"/past-results/{row.pk}/")["Location"] == f"/warfleets/games/{row.pk}/"


@pytest.mark.every_view
def test_nobody_else_sees_it_or_says_what_it_was(anna: User, ben: User, guard: WarfleetsFleet) -> None:
    row, carl = entered(anna, ben), browser(make_person("carl"))
    page, correct, record = (
        f"/warfleets/games/{row.pk}/",
        f"/warfleets/games/{row.pk}/correct/",
        f"/warfleets/{guard.pk}/record/",
    )
    for path in (page, correct, record):
        assert carl.get(path).status_code == 404
        assert Client().get(path).status_code == 302
    assert carl.post(record, FORM).status_code == 404
    assert browser(ben).post(correct, FORM).status_code == 404
    assert browser(anna).get(f"{record}?game={row.pk}").status_code == 404
    assert browser(anna).get(f"{record}?game=x").status_code == 404
    guest = new_guest()
    assert browser(guest).get(record)["Location"].startswith("/settings/keep/")


def test_a_fleet_with_a_faction_may_cost_what_no_published_one_does() -> None:
    other = replace(OTHER, points=OTHER.points + 3)
    assert impossible(replace(WON, theirs=other))
    assert not impossible(replace(WON, theirs=replace(other, faction=True)))
