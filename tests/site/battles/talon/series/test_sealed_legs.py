"""Legs for which each side chooses its fleet in secret, once it is their turn (27, S102)."""

import json
import re
from datetime import timedelta
from typing import Any, cast

import pytest
import time_machine
from django.http import HttpResponse
from django.utils import timezone

from accounts.models import User
from battles.models import Battle, DesignedBattle, Series, SeriesDeadline
from battles.talon.choosing import designing
from battles.talon.choosing.designing import DesignClosed, seal_ready_fleet
from battles.talon.fleets.keeping import make_fleet
from battles.talon.series.arranging import call_off
from battles.talon.series.deadlines import EXPIRED
from battles.talon.series.deputies import naming
from battles.talon.series.files.document import read_game, written
from battles.talon.series.files.exporting import export
from battles.talon.series.files.judging import check_game, state_of_file
from battles.talon.series.following import ask_early, begin_leg, concede
from battles.talon.series.reading import state_of
from battles.talon.series.time import agreements
from engines.seam.refusals import Refused
from engines.seam.sides import Side
from engines.talon.fleets.own import OwnFleet
from engines.talon.set_ups.choosing import Design
from tests.campaign_games import begin, nobody_wins, set_up, win
from tests.people import browser, make_person
from tests.site.seats import text

pytestmark = pytest.mark.django_db
CHANGING = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|nonce="[^"]+"|since=\d+')
DESIGN = {"size": "300", "mode": "", "ground": "open", "edge": "talon", "side": "terran", "manner": ""}


def added(user: User, series: Series, **fields: str) -> HttpResponse:
    """The answer to the form of such a leg."""
    return cast(
        "HttpResponse", browser(user).post(f"{series.get_absolute_url()}add-sealed/", DESIGN | fields)
    )


def between(anna: User, ben: User, *, first: bool = True, **fields: str) -> Series:
    """A campaign game of scenario 1 and a leg with secret fleets, which is the first one or the last."""
    series = set_up(anna, 3, **fields)
    assert added(anna, series).status_code == 302
    if first:
        browser(anna).post(f"{series.get_absolute_url()}move/", {"leg": "2", "by": "up"})
    if series.stage == "waiting":
        browser(ben).post(f"/campaign-games/invitation/{series.token}/accept/")
        series.refresh_from_db()
    return series


def fleet(user: User, faction: Side, **ships: int) -> int:
    """A fleet that the player has saved."""
    made = OwnFleet(faction, 300, ships)
    name = " ".join(f"{number} {key}" for key, number in ships.items())
    return make_fleet(user=user, name=name, fleet=made).pk


def choosing(user: User, series: Series, leg: int = 1) -> str:
    """Where the fleets are chosen, as the button of the page leads there."""
    answer = browser(user).post(f"{series.get_absolute_url()}begin/", {"leg": str(leg)})
    assert answer.status_code == 302
    return str(answer["Location"])


def sealed(user: User, path: str, fleet_id: int) -> Any:
    return browser(user).post(f"{path}seal/", {"do": "seal", "fleet": str(fleet_id)})


def ready(user: User, series: Series) -> None:
    row = DesignedBattle.objects.get(leg__series=series)
    seal_ready_fleet(token=row.token, user=user)


@pytest.mark.every_view
def test_s102_both_choose_in_secret_and_the_battle_of_the_leg_begins(anna: User, ben: User) -> None:
    series = set_up(anna, 3)
    form = browser(anna).get(f"{series.get_absolute_url()}add-sealed/")
    assert "each side chooses a fleet in secret" in text(form)
    assert "Opponent" not in text(form)
    assert added(anna, series, ground="1,4")["Location"] == f"{series.get_absolute_url()}#up-2"
    assert "fleets chosen in secret; terrain: 3 asteroids" in text(
        browser(anna).get(series.get_absolute_url())
    )
    read = text(browser(ben).get(f"/campaign-games/invitation/{series.token}/"))
    assert "Last Ship Standing, 300 points: you play Talon" in read
    assert "fleets chosen in secret; terrain: " in read
    assert "terrain: 3 asteroids; top edge and initiative: Talon" in read
    browser(anna).post(f"{series.get_absolute_url()}move/", {"leg": "2", "by": "up"})
    browser(ben).post(f"/campaign-games/invitation/{series.token}/accept/")
    assert "Choose your fleet in secret." in text(browser(ben).get(series.get_absolute_url()))
    path = choosing(ben, series)
    assert choosing(anna, series) == path
    shown = text(browser(anna).get(path))
    assert "Back to the campaign game" in shown
    assert "Call the battle off" not in shown
    assert "Fought at the table" in shown
    sealed(anna, path, fleet(anna, "terran", heavy_cruiser=2))
    assert "Waiting for ben" in text(browser(anna).get("/campaign-games/"))
    assert "Your fleet is sealed. The battle begins once the other is, too." in text(
        browser(anna).get(series.get_absolute_url())
    )
    assert not Battle.objects.exists()
    sealed(ben, path, fleet(ben, "talon", heavy_cruiser=2))
    battle = Battle.objects.get()
    setup = battle.setup_document
    assert [unit.ship_class for unit in setup.terran] == ["heavy_cruiser"] * 2
    assert [unit.ship_class for unit in setup.talon] == ["heavy_cruiser"] * 2
    assert battle.leg_battle.leg.setup_document == setup
    assert battle.owner_path == series.get_absolute_url()
    assert "Both fleets are chosen" in text(browser(ben).get(path))
    assert begin_leg(series_id=series.pk, user=anna, number=1) == battle
    win(battle, "user", series=series)
    win(begin(browser(ben), series, 2), "rival", series=series)
    series.refresh_from_db()
    total = state_of(series).standings.total
    assert (series.stage, total.user, total.rival) == ("over", 3, 6)


def seen(user: User, series: Series, path: str) -> list[str]:
    """All that a player reads of the campaign game, without what is another at each look."""
    client = browser(user)
    asked = (series.get_absolute_url(), path, "/campaign-games/", "/skirmish/", "/wars/")
    pages = [CHANGING.sub("", client.get(one).content.decode()) for one in asked]
    return [*pages, export(series)[1].decode()]


def test_s102_nobody_learns_what_the_other_has_sealed(anna: User, ben: User) -> None:
    series = between(anna, ben)
    path = choosing(ben, series)
    sealed(anna, path, fleet(anna, "terran", heavy_cruiser=1))
    before = seen(ben, series, path)
    sealed(anna, path, fleet(anna, "terran", light_cruiser=3))
    assert seen(ben, series, path) == before
    assert "Opponent: sealed" in before[1]
    assert not any("1 heavy_cruiser" in page or "3 light_cruiser" in page for page in before)
    cleo = make_person("cleo")
    assert "Your fleet" not in text(browser(cleo).get(path))
    assert browser(cleo).get(series.get_absolute_url()).status_code == 404


def test_s102_whoever_is_late_has_a_ready_fleet(anna: User, ben: User) -> None:
    series = between(anna, ben, pace="days:2")
    choosing(anna, series)
    ready(anna, series)
    shown = text(browser(ben).get(series.get_absolute_url()))
    assert "a ready fleet is chosen for you in leg 1" in shown
    assert "a ready fleet is chosen for ben in leg 1" in text(browser(anna).get(series.get_absolute_url()))
    with time_machine.travel(timezone.now() + timedelta(days=2, minutes=1)):
        assert EXPIRED.attempt(SeriesDeadline.objects.get(series=series).pk)
    assert Battle.objects.get().leg_battle.leg.number == 1
    assert DesignedBattle.objects.get().sealed.count() == 2


def test_whoever_is_asked_for_a_pause_has_to_answer_with_a_sealed_fleet_too(anna: User, ben: User) -> None:
    series = between(anna, ben)
    choosing(anna, series)
    ready(anna, series)
    assert "Waiting for ben" in text(browser(anna).get("/campaign-games/"))
    agreements.ask_for(series_id=series.pk, user=ben, asked="pause")
    shown = text(browser(anna).get("/campaign-games/"))
    assert "Your turn" in shown
    assert "Waiting for ben" not in shown


def test_legs_take_no_place_among_the_battles_that_can_be_withdrawn(
    anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(designing, "MOST_OPEN", 1)
    series = between(anna, ben)
    choosing(anna, series)
    call_off(series_id=series.pk, user=anna)
    agreed: Any = {
        "side": "terran",
        "design": Design(how="sealed", size=300),
        "against": "link",
        "level": "ensign",
    }
    designing.make_design(user=anna, **agreed)
    with pytest.raises(Refused, match="Withdraw one first"):
        designing.make_design(user=anna, **agreed)


def test_s102_both_have_ready_fleets_if_neither_has_chosen(anna: User, ben: User) -> None:
    series = between(anna, ben, pace="days:1")
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        assert EXPIRED.attempt(SeriesDeadline.objects.get(series=series).pk)
    assert Battle.objects.get().leg_battle.leg.number == 1


def test_s102_a_battle_that_nobody_has_won_is_fought_again_with_the_same_fleets(
    anna: User, ben: User
) -> None:
    series = between(anna, ben)
    choosing(anna, series)
    for user in (anna, ben):
        ready(user, series)
    first = Battle.objects.get()
    nobody_wins(first)
    again = begin(browser(ben), series, 1)
    assert again.pk != first.pk
    assert again.setup_document == first.setup_document


def test_s102_the_computer_chooses_its_own(anna: User, ben: User) -> None:
    series = between(anna, ben, opponent="computer", way="hand")
    shown = text(browser(anna).get(series.get_absolute_url()))
    assert "In the browser. Choose your fleet in secret." in shown
    path = choosing(anna, series)
    browser(anna).post(f"{path}seal/", {"do": "ready"})
    battle = Battle.objects.get()
    assert battle.plays.exists()
    assert added(anna, series)["Location"] == series.get_absolute_url()


def test_against_the_computer_legs_are_settled_once_fleets_are_chosen(anna: User, ben: User) -> None:
    series = between(anna, ben, opponent="computer", way="hand")
    choosing(anna, series)
    browser(anna).post(f"{series.get_absolute_url()}move/", {"leg": "1", "by": "down"})
    assert series.legs.get(number=1).design is not None


def test_s102_fleets_are_chosen_when_the_leg_has_its_turn(anna: User, ben: User) -> None:
    series = between(anna, ben, first=False)
    late = browser(ben).post(f"{series.get_absolute_url()}begin/", {"leg": "2"})
    assert "Leg 2 has its turn later." in text(late)
    series = between(anna, ben)
    with pytest.raises(Refused, match="The fleets of leg 1 are not chosen yet"):
        begin_leg(series_id=series.pk, user=anna, number=1)
    three = set_up(anna, 3, 5)
    added(anna, three)
    browser(anna).post(f"{three.get_absolute_url()}move/", {"leg": "3", "by": "up"})
    browser(ben).post(f"/campaign-games/invitation/{three.token}/accept/")
    assert "Ask to play it now" not in text(browser(anna).get(three.get_absolute_url()))
    with pytest.raises(Refused, match="are chosen when it has its turn"):
        ask_early(series_id=three.pk, user=anna, number=2)


def test_s102_what_stands_still_or_is_over_takes_no_fleet(anna: User, ben: User) -> None:
    series = between(anna, ben)
    path = choosing(anna, series)
    ready(anna, series)
    for user in (anna, ben):
        agreements.ask_for(series_id=series.pk, user=user, asked="pause")
    refused = browser(ben).post(f"{path}seal/", {"do": "ready"})
    assert refused.status_code == 409
    assert "This campaign game is paused." in text(refused)
    agreements.resume(series_id=series.pk, user=ben)
    browser(ben).post(f"{path}withdraw/")
    assert not DesignedBattle.objects.get().withdrawn
    assert "Choose the ships" in text(browser(ben).get("/skirmish/"))
    concede(series_id=series.pk, user=anna)
    with pytest.raises(DesignClosed, match="This campaign game is over"):
        ready(ben, series)
    assert "This campaign game is over." in text(browser(ben).get(path))
    assert "Choose the ships" not in text(browser(ben).get("/skirmish/"))
    assert not Battle.objects.exists()


def test_s102_only_the_players_choose(anna: User, ben: User) -> None:
    series, cleo = between(anna, ben), make_person("cleo")
    asked = naming.ask_deputy(series_id=series.pk, player=anna, user=cleo)
    assert asked is not None
    naming.accept(series_id=series.pk, request=asked.pk, user=cleo)
    assert "Both players choose their fleets in secret." in text(browser(cleo).get(series.get_absolute_url()))
    answer = browser(cleo).post(f"{series.get_absolute_url()}begin/", {"leg": "1"})
    assert "The fleets of leg 1 are not chosen yet." in text(answer)
    assert not DesignedBattle.objects.exists()


def test_such_a_leg_is_filed_before_and_after_its_fleets_are_chosen(anna: User, ben: User) -> None:
    series = between(anna, ben, way="table")
    choosing(anna, series)
    ready(anna, series)
    before = export(series)[1]
    file = read_game(before)
    check_game(file)
    assert (file.legs[0].setup, file.legs[0].design is None) == (None, False)
    assert written(file) == before
    ready(ben, series)
    win(Battle.objects.get(), "rival", series=series)
    after = export(series)[1]
    file = read_game(after)
    check_game(file)
    assert file.legs[0].setup is not None
    assert state_of_file(file).standings == state_of(series).standings
    design = {"document": "design", "how": "sealed", "size": 300, "format": 1}
    wrong: list[tuple[bytes, dict[str, Any], str]] = [
        (before, {"design": None}, "Leg 1: it has no set-up."),
        (before, {"battles": json.loads(after)["legs"][0]["battles"]}, "has a battle, but no set-up"),
        (before, {"design": design | {"terran_players": 2}}, "each of the two players"),
        (before, {"design": design | {"mode": "picnic"}}, "no battle mode “picnic”"),
        (after, {"design": design | {"ground": "lawn"}}, "no terrain “lawn”"),
    ]
    for data, change, words in wrong:
        changed = json.loads(data)
        changed["legs"][0].update(change)
        with pytest.raises(Refused, match=words):
            check_game(read_game(json.dumps(changed).encode()))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"size": "", "limit": ""}, "Choose a size, or say how many points each side may spend."),
        ({"manner": "hand days:5"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_agreed_on_is_said(fields: dict[str, str], words: str, anna: User) -> None:
    series = set_up(anna, 3)
    answer = added(anna, series, **fields)
    assert answer.status_code == 422
    assert words in text(answer)
    assert series.legs.count() == 1


def test_such_a_leg_has_no_options(anna: User) -> None:
    series = set_up(anna, 3)
    added(anna, series)
    asked = {"by": "manner", "leg": "2", "manner": "", "options": "history"}
    answer = browser(anna).post(f"{series.get_absolute_url()}move/", asked)
    assert answer.status_code == 422
    assert "Only a printed scenario has options." in text(answer)


def test_nobody_else_adds_such_a_leg_nor_once_they_are_settled(anna: User, ben: User) -> None:
    series = set_up(anna, 3)
    assert added(ben, series).status_code == 404
    browser(ben).post(f"/campaign-games/invitation/{series.token}/accept/")
    assert added(anna, series)["Location"] == series.get_absolute_url()
    assert series.legs.count() == 1
