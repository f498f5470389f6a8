"""Legs of a campaign game with a battle mode and fleets of one's own: added, moved, taken out, and fought (28, 29)."""

import re
from typing import cast

import pytest
from django.http import HttpResponse

from accounts.models import LifetimeLine, User
from battles.models import MOST_LEGS, Series
from battles.talon.series.arranging import PlannedLeg
from battles.talon.series.own_legs.changing import add_leg
from engines.seam.refusals import Refused
from engines.talon.set_ups.scenarios import scenario
from engines.talon.terms import TalonTerms
from tests.campaign_games import begin, set_up, win
from tests.people import browser
from tests.site.seats import text

pytestmark = pytest.mark.django_db
INVASION = {
    "fleets": "own",
    "side": "talon",
    "mode": "invasion",
    "first": "terran",
    "size": "300",
    "ground": "open",
    "edge": "",
    "terran_light_cruiser": "1",
    "terran_transport": "2",
    "talon_heavy_cruiser": "1",
}


def added(user: User, series: Series, **fields: str) -> HttpResponse:
    """The answer to the form of a leg of one's own."""
    return cast("HttpResponse", browser(user).post(f"{series.get_absolute_url()}add/", INVASION | fields))


def titles(series: Series) -> list[str]:
    return [leg.title for leg in series.legs.order_by("number")]


@pytest.mark.every_view
def test_29_a_battle_mode_with_fleets_of_ones_own_is_a_leg(anna: User, ben: User) -> None:
    series = set_up(anna, 1)
    path = f"{series.get_absolute_url()}add/"
    assert path in browser(anna).get(series.get_absolute_url()).content.decode()
    form = browser(anna).get(path)
    assert form.status_code == 200
    assert "Opponent" not in text(form)
    assert added(anna, series)["Location"] == f"{series.get_absolute_url()}#up-2"
    assert titles(series) == ["War is Upon Us", "Planetary Invasion"]
    leg = series.legs.get(number=2)
    terms = leg.setup_document.terms
    assert isinstance(terms, TalonTerms)
    assert terms.label == "Planetary Invasion (29.2)"
    assert (leg.user_side, leg.scenario, leg.setup_document.planet_owner) == ("talon", None, "talon")
    read = text(browser(ben).get(f"/campaign-games/invitation/{series.token}/"))
    assert "2 legs" in read
    assert re.search(r"Planetary Invasion: you play Terran Terran \d+ points", read)
    browser(ben).post(f"/campaign-games/invitation/{series.token}/accept/")
    series.refresh_from_db()
    win(begin(browser(ben), series, 1), "user", series=series)
    win(begin(browser(ben), series, 2), "user", series=series)
    assert LifetimeLine.objects.get(source__startswith="battle", mode="Planetary Invasion").player == anna
    series.refresh_from_db()
    assert series.stage == "over"


def test_what_cannot_be_fought_is_said_and_stays_in_the_form(anna: User) -> None:
    series = set_up(anna, 1)
    answer = added(anna, series, terran_transport="1")
    assert answer.status_code == 422
    assert "Terran needs at least 2 transports in this mode, and has 1." in text(answer)
    assert 'name="talon_heavy_cruiser" value="1"' in answer.content.decode()
    assert titles(series) == ["War is Upon Us"]


def test_a_leg_is_taken_out_and_sides_stay_in_their_order(anna: User) -> None:
    series = set_up(anna, 1, 3, 5)
    path = f"{series.get_absolute_url()}move/"
    browser(anna).post(path, {"leg": "1", "by": "out"})
    assert [(leg.number, leg.scenario, leg.user_side) for leg in series.legs.all()] == [
        (1, 3, "terran"),
        (2, 5, "talon"),
    ]
    browser(anna).post(path, {"leg": "9", "by": "out"})
    browser(anna).post(path, {"leg": "2", "by": "out"})
    refused = browser(anna).post(path, {"leg": "1", "by": "out"})
    assert "A campaign game has at least one leg." in text(refused)
    assert [leg.scenario for leg in series.legs.all()] == [3]


def test_whoever_accepts_has_read_the_legs_as_they_are(anna: User, ben: User) -> None:
    series = set_up(anna, 1)
    path = f"/campaign-games/invitation/{series.token}/"

    def seen() -> str:
        found = re.search(r'name="seen" value="(\w+)"', browser(ben).get(path).content.decode())
        assert found is not None
        return found[1]

    before = seen()
    added(anna, series)
    late = browser(ben).post(f"{path}accept/", {"seen": before})
    assert late.status_code == 422
    assert "The legs have been changed since you opened this page." in text(late)
    assert "Planetary Invasion" in text(late)
    assert browser(ben).post(f"{path}accept/", {"seen": seen()}).status_code == 302


def test_nothing_is_added_by_others_or_once_the_legs_are_settled(anna: User, ben: User) -> None:
    series = set_up(anna, 1)
    assert added(ben, series).status_code == 404
    browser(ben).post(f"/campaign-games/invitation/{series.token}/accept/")
    for user in (anna, ben):
        assert added(user, series)["Location"] == series.get_absolute_url()
        answer = browser(user).get(f"{series.get_absolute_url()}add/")
        assert answer["Location"] == series.get_absolute_url()
    leg = PlannedLeg("War is Upon Us", scenario(1), "terran", 1)
    with pytest.raises(Refused, match="The legs are settled"):
        add_leg(series_id=series.pk, user=anna, leg=leg)
    assert titles(series) == ["War is Upon Us"]


def test_against_the_computer_legs_are_added_until_the_first_has_begun(anna: User) -> None:
    series = set_up(anna, 1, opponent="computer", way="hand")
    assert added(anna, series, fleets="random", mode="", size="200").status_code == 302
    assert titles(series)[1] == "Random fleets: Last Ship Standing"
    begin(browser(anna), series, 1)
    assert added(anna, series)["Location"] == series.get_absolute_url()
    assert len(titles(series)) == 2


def test_there_are_no_more_legs_than_there_may_be(anna: User) -> None:
    series = set_up(anna, 1)
    leg = PlannedLeg("War is Upon Us", scenario(1), "terran", 1)
    for _ in range(MOST_LEGS - 1):
        add_leg(series_id=series.pk, user=anna, leg=leg)
    assert f"at most {MOST_LEGS} legs" in text(added(anna, series))
    assert series.legs.count() == MOST_LEGS


def test_26_a_scenario_is_a_leg_with_its_printed_options(anna: User, ben: User) -> None:
    series = set_up(anna, 10, 1, options_10="freedom")
    leg = series.legs.get(number=1)
    assert leg.title == "Dogger Bank (Alternative history)"
    assert leg.setup_document == scenario(10, ["freedom"])
    assert leg.setup_document != scenario(10)
    path = f"{series.get_absolute_url()}move/"
    shown = browser(anna).get(series.get_absolute_url()).content.decode()
    assert 'name="options" value="freedom" checked' in shown
    assert 'name="options" value="lines">' in shown
    both = {"leg": "1", "by": "manner", "manner": "worker", "options": ["freedom", "lines"]}
    assert browser(anna).post(path, both).status_code == 302
    browser(anna).post(path, {"leg": "1", "by": "down"})
    leg = series.legs.get(number=2)
    assert leg.title == "Dogger Bank (Alternative history, Historical positions)"
    assert (leg.way, leg.setup_document) == ("worker", scenario(10, ["freedom", "lines"]))
    assert leg.title in text(browser(ben).get(f"/campaign-games/invitation/{series.token}/"))
    browser(anna).post(path, {"leg": "2", "by": "manner", "manner": ""})
    leg.refresh_from_db()
    assert (leg.title, leg.way, leg.setup_document) == ("Dogger Bank", "", scenario(10))


@pytest.mark.parametrize("leg", ["1", "2"])
def test_26_an_option_that_a_scenario_does_not_have_is_refused(leg: str, anna: User) -> None:
    series = set_up(anna, 10, 1)
    added(anna, series)
    answer = browser(anna).post(
        f"{series.get_absolute_url()}move/", {"leg": leg, "by": "manner", "manner": "", "options": ["talon"]}
    )
    assert answer.status_code == 422
    assert "has no such option" in text(answer)
    assert titles(series) == ["Dogger Bank", "War is Upon Us", "Planetary Invasion"]
