"""A war whose battles are played by hand in the browser: from the settings to the moved front line."""

from typing import Any

import pytest

from battles.battle.awaited import waits_for
from battles.models import Play, PlayClock
from battles.talon.play.services.captains import PLAYS
from battles.talon.play.services.handing import hand_over
from campaign.files.archive import whole
from campaign.lobby.agreed import settings_in_words
from campaign.models import Engagement, Waiting, War
from campaign.rules.battles.aftermath import lost_a_ship
from campaign.rules.settings import Settings
from campaign.war.log.rebuild import differences
from campaign.war.services import results
from campaign.war.waiting import sentence
from engines.seam.sides import SIDES, Side, opponent
from tests.people import browser, make_person
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import played_out
from tests.site.seats import text
from tests.site.wars import state_of

pytestmark = pytest.mark.django_db
HAND = {"settled_by": "hand", "clock": "turn:86400"}


def test_it_is_chosen_when_the_war_is_set_up_and_told_to_the_other_player() -> None:
    anna = make_person("anna")
    client = browser(anna)
    page = client.get("/wars/new/").content.decode()
    assert 'name="settled_by" value="hand"' in page
    form = {"name": "By hand", "chart": "four_sectors", "side": "terran", "opponent": "link", **HAND}
    form |= {"treasury": "2000", "reserve": "500", "free_bases": "3", "boxes": "1", "confirm_hours": "72"}
    form |= {"reveal": "one_by_one", "prefilled_for": "four_sectors"}
    answer = client.post("/wars/new/", form)
    assert answer.status_code == 302, text(answer)
    invitation = War.objects.get().invitations.get()
    shown = text(browser(make_person("bo")).get(f"/wars/join/{invitation.token}/"))
    assert "You play the battles on a hex board in the browser." in shown
    assert "One day a turn" in shown or "one day a turn" in shown
    assert client.post("/wars/new/", {**form, "clock": "turn:7"}).status_code == 422


def test_settings_are_told_in_words() -> None:
    lines = dict(settings_in_words(Settings(settled_by="hand", clock="turn:300")))
    assert lines["Battles fought"] == "in the browser, by hand"
    assert lines["Clock of battles in the browser"] == "5 minutes a turn"


def test_who_engages_plays_and_the_front_line_moves() -> None:
    war, battle = war_with_battle(**HAND)
    play = Play.objects.get(battle=battle)
    assert play.clock.rule == "turn:86400"
    assert {sentence(row).split(" (")[0] for row in Waiting.objects.filter(war=war)} == {"Play the battle"}
    decides: Any = play.decider
    assert set(waits_for(battle)) == set(SIDES)
    for side in SIDES:
        reader = browser(battle.user_of(side))
        page = reader.get(f"/wars/{war.pk}/{side}/")
        assert f"/battles/{battle.pk}/play/" in page.content.decode()
        assert reader.get(f"/battles/{battle.pk}/play/").status_code == 200
        listed = text(reader.get("/wars/"))
        assert ("Your turn" in listed) == (side == decides), listed
    number = Engagement.objects.get(battle=battle).number
    begun = state_of(war)
    markers, planets = dict(begun.markers), dict(begun.planets)
    assert played_out(play).settled_how == "played"
    results.absorb_waiting()
    war.refresh_from_db()
    closed = state_of(war).battle(number)
    assert closed is not None
    assert closed.result is not None
    winner = closed.result.report.winner
    if winner is not None:
        stays = closed.result.degree == "minor" and lost_a_ship(closed.result, winner)
        stays = stays or planets.get(closed.place) == opponent(winner)
        assert (dict(state_of(war).markers) == markers) == stays
    assert differences(war) == []
    assert PlayClock.objects.get(play=play).runs_for == ""


def test_one_of_them_hands_over_and_the_war_goes_on() -> None:
    war, battle = war_with_battle(**HAND)
    for side in SIDES:
        hand_over(battle_id=battle.pk, side=side, for_good=True)
    play = Play.objects.get(battle=battle)
    assert PLAYS.attempt(play.pk)
    assert results.absorb_waiting() == 1
    war.refresh_from_db()
    assert not Waiting.objects.filter(war=war, path__startswith=f"/battles/{battle.pk}/").exists()


def test_who_has_handed_over_finds_the_board_on_the_wars_page() -> None:
    """To take back command; nobody else is told so."""
    war, battle = war_with_battle(**HAND)
    told = "A captain gives your orders in this battle."
    steps: tuple[tuple[Side, ...], ...] = ((), ("terran",), ("terran", "talon"))
    for handed in steps:
        for side in handed:
            hand_over(battle_id=battle.pk, side=side, for_good=True)
            results.refresh_waiting(battle_id=battle.pk)
        for side in SIDES:
            page = browser(battle.user_of(side)).get(f"/wars/{war.pk}/{side}/")
            assert (told in text(page)) == (side in handed), (handed, side)
            assert f'href="/battles/{battle.pk}/play/"' in page.content.decode()


def test_a_restored_war_goes_on_in_the_browser() -> None:
    war, _battle = war_with_battle(**HAND)
    assert b'"settled_by":"hand"' in whole(war)
