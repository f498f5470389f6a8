"""Odds while a turn is planned: the ships a plan sends to a front, against what the player assumes comes."""

import re
from typing import Any

import pytest

from campaign.models import Forecast, ForecastChunk, War
from campaign.odds import forecasts as odds
from campaign.odds import played_ahead
from campaign.odds import question as odds_words
from campaign.odds.expecting import WORDS
from campaign.planning.proposals import chances
from campaign.planning.proposals.ahead import said
from campaign.rules.odds.assumptions import edited, last_seen
from campaign.rules.sight import view
from campaign.rules.state import Sighting
from engines.talon.damage import TalonDamage
from tests.core.table import Table
from tests.people import make_person
from tests.site.campaign.odds.test_odds import TOKEN
from tests.site.seats import Seated, text
from tests.site.wars import make_war, put_state, state_of, user_of

pytestmark = pytest.mark.django_db
PLACE = "Antares/5"
ADDRESS = f"odds/ahead/?place={PLACE}"
HURT = TalonDamage(hull=2)


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played_ahead, "SURE", 2)
    monkeypatch.setattr(played_ahead, "ROUGH", 2)
    monkeypatch.setattr(odds_words, "SURE", 2)
    for module in ("campaign.odds.forecasts", "campaign.odds.words"):
        monkeypatch.setattr(f"{module}.MOST", 3)
        monkeypatch.setattr(f"{module}.SURE", 2)
        monkeypatch.setattr(f"{module}.ROUGH", 2)
    monkeypatch.setattr(odds, "FIRST", 2)


@pytest.fixture
def war() -> War:
    """Turn 3 is planned; a Talon frigate was seen at Antares, hurt, and a dreadnought at Orion."""
    table = Table.midway(
        terran={"Antares": "DD", "reserve": "SC"},
        talon={"Antares": "FF Raider, FF", "Orion": "DN"},
        minimum=(0, 0),
        settled_by="worker",
    )
    seen = {
        "Raider": Sighting(2, PLACE, "frigate", HURT, 4),
        "Dominion": Sighting(2, "Orion/4", "dreadnought", TalonDamage(), 5),
    }
    table.war.sightings["talon"] = seen
    found = make_war(make_person("anna"), make_person("boris"), settled_by="worker")
    put_state(found, table.war)
    return found


@pytest.fixture
def anna(war: War) -> Seated:
    user = user_of(war, "terran")
    assert user is not None
    return Seated(war, user, "terran")


def asks(anna: Seated, **fields: Any) -> Any:
    return anna.client.post(anna.path + ADDRESS, {"stance": "hold", "assume": "edited", **fields})


ESTIMATED = "Estimate. From"
"""Until somebody has played it out."""


def test_the_sheet_of_a_front_leads_there(anna: Seated) -> None:
    sheet = "plan/?part=sheet&zone="
    page = anna.get(f"{sheet}{PLACE}").content.decode()
    assert re.search(r'odds/ahead/\?place=Antares%2F5">\s*More<', page)
    assert "odds/ahead" not in anna.get(f"{sheet}Antares/3").content.decode()
    form = text(anna.get(ADDRESS))
    assert all(title in form for title, _ in WORDS.values())


def test_the_form_is_filled_in_with_what_was_seen_last(anna: Seated) -> None:
    page = anna.get(ADDRESS)
    assert "You plan to send: 1 Destroyer" in text(page)
    assert "The enemy was last seen there in turn 2." in text(page)
    body = page.content.decode()
    assert 'id="enemy-frigate" name="enemy-frigate" value="1"' in body
    assert 'id="enemy-dreadnought" name="enemy-dreadnought" value="0"' in body


def test_who_was_seen_comes_as_seen_and_others_undamaged(war: War) -> None:
    seen = view(state_of(war), "terran")
    one, two = edited(seen, "talon", PLACE, {"frigate": 2, "dreadnought": 0})
    assert (one.name, one.damage) == ("Raider", HURT)
    assert (two.ship_class, two.damage, two.name == "Raider") == ("frigate", TalonDamage(), False)
    assert edited(seen, "talon", PLACE, {"frigate": 0}) == ()
    assert set(last_seen(seen, "talon", PLACE)) == {"Raider"}


def test_a_what_if_does_not_stand_in_the_plan(anna: Seated) -> None:
    """The enemy that a player sets by hand is not the one that is expected."""
    assert asks(anna, assume="edited", **{"enemy-dreadnought": "1"}).status_code == 302
    while (piece := ForecastChunk.objects.filter(status="queued").first()) is not None:
        assert odds.play_out_chunk(piece.pk)
    page = text(anna.get(f"plan/?zone={PLACE}"))
    assert ESTIMATED in page
    assert "Played out" not in page


def test_the_estimate_on_the_plan_gives_way_to_play_outs(anna: Seated) -> None:
    """Only to those of just the ships that the plan sends there, led as the plan says."""
    sheet = f"plan/?zone={PLACE}"
    assert re.search(
        r"(Likely|Uphill|Even).*: you win \d+ of 100 and (hold|advance) the front line in \d+; "
        r"you lose about \d+ points, the enemy \d+\. Estimate\. From \d+ to \d+",
        text(anna.get(sheet)),
    )
    assert asks(anna, assume="seen", stance="withdraw").status_code == 302
    while (piece := ForecastChunk.objects.filter(status="queued").first()) is not None:
        assert odds.play_out_chunk(piece.pk)
    page = text(anna.get(sheet))
    assert "Played out against the enemy as last seen: 3 play-outs." in page
    assert ESTIMATED not in page
    assert anna.post("plan/preview/", do="ship/Explorer/Antares", zone=PLACE).status_code == 302
    assert ESTIMATED in text(anna.get(sheet))


@pytest.mark.parametrize(("assume", "drawn"), [("seen", False), ("drawn", True)])
def test_play_outs_against_forces_at_random_are_set_right_as_the_estimate_is(
    anna: Seated, assume: str, drawn: bool
) -> None:
    """What comes is what most of all may be otherwise; against known ships the play-outs speak for themselves."""
    assert asks(anna, assume=assume, stance="withdraw").status_code == 302
    while (piece := ForecastChunk.objects.filter(status="queued").first()) is not None:
        assert odds.play_out_chunk(piece.pk)
    state = state_of(anna.war)
    [one] = played_ahead.played_ahead(anna.war, "terran", state.turn)
    assert one.ships == {name for name, ship in state.terran.ships.items() if ship.where == "Antares"}
    assert one.at_random is drawn
    assert one.ends is not None
    seen = view(state, "terran")
    won = said(seen, "terran", PLACE, (one.ends.won["terran"],)) if drawn else one.ends.won["terran"]
    page = text(anna.get(f"plan/?zone={PLACE}"))
    assert f"you win {round(100 * won)} of 100 and" in page
    assert ("this was off by" in page) is drawn


def test_where_it_all_depends_on_what_comes_the_sheet_gives_a_range(
    anna: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play-outs against forces at random do not change that; against known ships there is nothing left to come."""
    monkeypatch.setattr(chances, "WIDE", -1)
    average = (
        r"On average you win \d+ of 100 and hold the front line in \d+; you lose about \d+ points, "
        r"the enemy \d+\."
    )
    wide = r"Open: you win \d+ to \d+ of 100, by what comes\. "
    assert re.search(f"{wide}Estimate\\. {average}", text(anna.get(f"plan/?zone={PLACE}")))
    for assume, is_open in (("drawn", True), ("seen", False)):
        assert asks(anna, assume=assume, stance="withdraw").status_code == 302
        while (piece := ForecastChunk.objects.filter(status="queued").first()) is not None:
            assert odds.play_out_chunk(piece.pk)
        page = text(anna.get(f"plan/?zone={PLACE}"))
        assert bool(re.search(f"{wide}Played out .* {average}", page)) is is_open


def test_the_odds_are_worked_out_and_say_what_was_assumed(anna: Seated) -> None:
    answer = asks(anna, **{"enemy-frigate": "2"})
    forecast = Forecast.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"{anna.path}odds/{forecast.key}/")
    while (piece := ForecastChunk.objects.filter(status="queued").first()) is not None:
        assert odds.play_out_chunk(piece.pk)
    page = text(anna.client.get(answer["Location"]))
    assert "The enemy (ships you set): 2 Frigates." in page
    assert "Your captain: Hold the field." in page
    assert "Play-outs 3 3 3" in page
    assert "You miss the minimum" in page
    assert "Back to the plan" in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"assume": ""}, "Choose what the enemy comes with."),
        ({"assume": "everything"}, "Choose what the enemy comes with."),
        ({"enemy-frigate": "10"}, "Enter a number of frigates from 0 to 9."),
        ({"enemy-frigate": "-1"}, "Enter a number of frigates from 0 to 9."),
        ({"enemy-frigate": "many"}, "Enter a number of frigates from 0 to 9."),
        ({"enemy-frigate": "1", "stance": "flee"}, "Unknown doctrine"),
    ],
)
def test_what_makes_no_battle_is_refused(anna: Seated, fields: dict[str, str], said: str) -> None:
    answer = asks(anna, **fields)
    assert (answer.status_code, said in text(answer)) == (422, True)
    assert not Forecast.objects.exists()


def test_a_front_to_which_nothing_is_sent_has_no_odds(anna: Seated) -> None:
    state = state_of(anna.war)
    state.terran.ships = {name: ship for name, ship in state.terran.ships.items() if ship.where != "Antares"}
    put_state(anna.war, state)
    assert "Your plan sends no ship there." in text(asks(anna, **{"enemy-frigate": "1"}))


def test_only_a_front_has_odds_and_only_while_the_turn_is_planned(anna: Seated) -> None:
    for place in ("Antares/3", "nowhere", ""):
        assert anna.get(f"odds/ahead/?place={place}").status_code == 404
    state = state_of(anna.war)
    state.phase = "battles"
    put_state(anna.war, state)
    assert anna.get(ADDRESS).status_code == 404


def test_an_earlier_turns_odds_are_gone(anna: Seated) -> None:
    address = asks(anna, **{"enemy-frigate": "1"})["Location"]
    assert anna.client.get(address).status_code == 200
    state = state_of(anna.war)
    state.turn += 1
    put_state(anna.war, state)
    assert anna.client.get(address).status_code == 404


def test_the_enemys_plan_changes_no_byte(war: War, anna: Seated) -> None:
    """Other ships, another treasury: the form and the question are the same."""
    before = _form(anna)
    asks(anna, **{"enemy-frigate": "1"})
    state = state_of(war)
    state.talon.treasury += 500
    state.talon.ships = {name: ship for name, ship in state.talon.ships.items() if name == "Raider"}
    put_state(war, state)
    asks(anna, **{"enemy-frigate": "1"})
    assert Forecast.objects.count() == 1
    assert _form(anna) == before


def _form(anna: Seated) -> bytes:
    return TOKEN.sub(b"", anna.get(ADDRESS).content)


def test_as_last_seen_is_asked_without_a_ship_being_set(anna: Seated) -> None:
    answer = asks(anna, assume="seen", **{"enemy-dreadnought": "5"})
    assert "The enemy (as last seen): 1 Frigate." in text(anna.client.get(answer["Location"]))


def test_forces_are_drawn_and_the_page_says_how_many_and_how_often_nothing_comes(anna: Seated) -> None:
    answer = asks(anna, assume="drawn")
    while (piece := ForecastChunk.objects.filter(status="queued").first()) is not None:
        assert odds.play_out_chunk(piece.pk)
    page = text(anna.client.get(answer["Location"]))
    assert re.search(r"The enemy \(random\): \d+ to \d+ ships, \d+ points on average in 100 forces\.", page)
    assert "Nothing comes" in page


def test_if_nothing_comes_the_page_says_at_once_what_follows(anna: Seated) -> None:
    page = asks(anna, assume="nothing")
    assert page.status_code == 200
    assert "You win without a fight. The front line moves to Antares 6" in text(page)
    assert not Forecast.objects.exists()


@pytest.mark.parametrize(
    ("address", "chosen"), [("", "seen"), ("&assume=drawn", "drawn"), ("&assume=x", "seen")]
)
def test_the_assumption_of_the_link_is_chosen(anna: Seated, address: str, chosen: str) -> None:
    page = anna.get(ADDRESS + address).content.decode()
    assert re.findall(r'name="assume" value="(\w+)" checked', page) == [chosen]
