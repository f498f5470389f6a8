"""The pages on which a side plans in secret: bases, purchases, assignment."""

# ruff: noqa: F401, F811 - fixtures are imported by name

import html
import re
from typing import Any

import pytest
from msgspec.structs import replace

from accounts.models import User
from campaign.models import SealedOrder, War
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.orders import StandingInstruction
from campaign.rules.state import Ship, Sighting
from engines.seam.documents import UNDAMAGED
from tests.site.seats import Seated, anna, big_fleet, boris, damage_of, planned, text, war
from tests.site.wars import play_until, put_state, state_of

# -- bases ----------------------------------------------------------------------------------------------------


def test_the_bases_page_shows_what_can_be_and_why_not(anna: Seated) -> None:
    page = text(anna.get("bases/"))
    assert "Required: one base at home" in page
    assert "(its terrain is random)" in page
    assert "(the front line is there)" in page
    assert "Each one beyond the free ones costs 184 points" in page


def test_a_proposal_is_legal_and_can_be_sealed(anna: Seated) -> None:
    assert anna.post("bases/preview/", do="propose/planets").status_code == 302
    places = list(anna.draft.places)
    assert len(places) == 3
    assert places[0] == "home/terran"
    answer = anna.post("seal/", place=places)
    assert (answer.status_code, answer["Location"]) == (302, f"{anna.path}bases/")
    page = text(anna.get("bases/"))
    assert "Bases sealed" in page
    assert "boris has not sealed yet" in page


def test_ticks_are_kept_and_counted(anna: Seated) -> None:
    places = ["home/terran", "Antares/2", "Antares/4", "Orion/2"]
    answer = anna.post("bases/preview/", htmx=True, place=places)
    assert "<html" not in answer.content.decode()
    assert "1 for 184" in text(answer)
    assert "1816" in text(answer)
    ticked = r'value="Orion/2"\s+id="[a-z0-9-]+"\s+data-live checked'
    assert re.search(ticked, anna.get("bases/").content.decode())


def test_bases_that_cannot_be_are_refused_and_nothing_kept(anna: Seated) -> None:
    for place in ("Antares/3", "Antares/6", "home/talon", "Nowhere/1", "x" * 5000):
        answer = anna.post("bases/preview/", htmx=True, place=["home/terran", place])
        assert answer.status_code == 422
        assert "You cannot place a base at" in text(answer)
    assert anna.draft is None


def test_too_few_bases_cannot_be_sealed_and_are_kept(anna: Seated) -> None:
    answer = anna.post("seal/", place=["home/terran", "Antares/2"])
    assert answer.status_code == 422
    assert "place 1 more" in text(answer)
    assert anna.draft.places == ("home/terran", "Antares/2")
    assert not SealedOrder.objects.exists()


def test_both_sealed_leads_to_the_plan(anna: Seated, boris: Seated) -> None:
    for player in (anna, boris):
        player.post("bases/preview/", do="propose/planets")
        last = player.post("seal/", place=list(player.draft.places))
    assert last["Location"] == f"{boris.path}bases/"
    assert boris.get("bases/")["Location"] == f"{boris.path}plan/"
    assert "The bases are revealed" in text(boris.get("plan/"))


# -- the editor -------------------------------------------------------------------------------------------------


def test_the_shipyard_says_beforehand_why_not(planned: War, anna: Seated) -> None:
    state = state_of(planned)
    state.terran.treasury = 800
    put_state(planned, state)
    assert anna.press("buy/battleship/1").status_code == 200
    page = text(anna.get("plan/"))
    assert "points for missing classes" in page
    refused = anna.press("buy/battleship/1")
    assert refused.status_code == 422
    assert "points for missing classes" in text(refused)
    assert anna.draft.buy == {"battleship": 1}


def test_five_to_one_is_said_beforehand(planned: War, anna: Seated) -> None:
    for _ in range(5):
        assert anna.press("buy/scout/1").status_code == 200
    assert "At most 5: five times your smallest class, 1 " in text(anna.get("plan/"))
    assert anna.press("buy/scout/1").status_code == 422
    assert anna.press("buy/fighter/7").status_code == 200


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("side", ["anna", "boris"])
def test_a_ready_fleet_can_be_sealed_at_once(planned: War, request, side: str, number: int) -> None:
    player: Seated = request.getfixturevalue(side)
    keys = re.findall(r'value="(fleet/[a-z-]+)"', player.get("plan/").content.decode())
    assert len(keys) == 3
    assert player.press(keys[number]).status_code == 200
    assert "Ready to seal" in text(player.get("plan/"))
    assert player.post("seal/").status_code == 302
    assert SealedOrder.objects.filter(seat=player.side).count() == 1


@pytest.mark.parametrize(("turn", "keys"), [(1, "fleet/[a-z-]+"), (2, "proposal/[a-z-]+")])
def test_without_script_the_page_names_what_was_taken(war: War, anna: Seated, turn: int, keys: str) -> None:
    play_until(war, phase="planning", turn=turn)
    found = re.search(rf'value="({keys})"[^>]*>\s*<strong>([^<]+)', anna.get("plan/").content.decode())
    assert found is not None
    answer = anna.post("plan/preview/", do=found[1])
    assert answer.status_code == 302
    assert answer["Location"].endswith("#taken")
    told = answer["Location"].removeprefix(anna.path)
    page = anna.get(told)
    assert f"{html.unescape(found[2].strip())}: " in text(page)
    assert 'id="taken"' in page.content.decode()
    ship = next(name for name, target in anna.draft.assign.items() if target != "reserve")
    anna.press("", **{f"to/{ship}": "reserve"})
    assert 'id="taken"' not in anna.get(told).content.decode()  # the orders are not those any more
    assert 'id="taken"' not in anna.get("plan/").content.decode()


def test_nothing_is_called_wrong_before_anything_is_bought(planned: War, anna: Seated) -> None:
    before = anna.get("plan/").content.decode()
    assert "total-over" not in before
    assert "field-error" not in before
    after = anna.press("buy/destroyer/1").content.decode()
    assert "total-over" in after
    assert "field-error" in after


def test_classes_beyond_a_later_turns_treasury_are_folded(planned: War, anna: Seated) -> None:
    big_fleet(planned)
    state = state_of(planned)
    state.terran.treasury = 140
    put_state(planned, state)
    page = anna.get("plan/").content.decode()
    fold = page.index('class="yard-dear"')
    assert page.index('id="yard-battleship"') > fold > page.index('id="yard-scout"')
    assert page.count("<details") == page.count("</details>")


def test_steppers_send_ships_from_the_reserve_and_back(planned: War, anna: Seated) -> None:
    anna.press("buy/destroyer/2")
    assert anna.press("send/destroyer/Orion/1").status_code == 200
    assert anna.press("send/destroyer/Antares/1").status_code == 200
    assert sorted(anna.draft.assign.values()) == ["Antares", "Orion"]
    refused = anna.press("send/destroyer/Orion/1")
    assert refused.status_code == 422
    assert "No undamaged Destroyer in the Reserve" in text(refused)
    assert anna.press("send/destroyer/Orion/-1").status_code == 200
    assert sorted(anna.draft.assign.values()) == ["Antares", "reserve"]


def test_without_script_every_field_of_the_form_is_taken(planned: War, anna: Seated) -> None:
    anna.press("buy/destroyer/2")
    fields: Any = {"to/Achilles": "Orion", "to/Caleb": "reserve", "answer/Orion": "unless", "lead/Orion": "3"}
    answer = anna.post("plan/preview/", do="buy/scout/1", **fields)
    assert (answer.status_code, answer["Location"]) == (302, f"{anna.path}plan/#shipyard")
    assert anna.draft.assign["Achilles"] == "Orion"
    assert anna.draft.standing["Orion"].lead == 3
    assert anna.draft.buy == {"destroyer": 2, "scout": 1}


def test_a_ready_fleet_comes_with_the_answer_that_is_recommended(planned: War, anna: Seated) -> None:
    """S76: unless there are instructions already."""
    anna.press("fleet/long-wall")
    assert set(anna.draft.standing.values()) == {StandingInstruction("odds")}
    assert '<option value="odds" selected>' in anna.get("plan/").content.decode()
    anna.press("answers/engage")
    anna.press("fleet/long-wall")
    assert set(anna.draft.standing.values()) == {StandingInstruction("engage")}


def test_an_instruction_goes_by_the_odds_that_are_asked_for(planned: War, anna: Seated) -> None:
    """S76: a quarter unless the player says otherwise; the plan and what is sealed say it in words."""
    anna.press("answers/odds")
    assert anna.draft.standing["Orion"] == StandingInstruction("odds", odds=25)
    anna.press("", **{"answer/Orion": "odds", "odds/Orion": "40"})
    assert anna.draft.standing["Orion"] == StandingInstruction("odds", odds=40)
    page = anna.get("plan/").content.decode()
    assert '<option value="odds" selected>' in page
    assert 'value="40"' in page
    anna.press("fleet/long-wall")
    assert anna.post("seal/").status_code == 302
    assert "Engage if you hold the front line in 40 of 100 or more, and at your home" in text(
        anna.get("plan/")
    )


def test_an_instruction_takes_a_doctrine_where_the_computer_fights(planned: War, anna: Seated) -> None:
    assert "stance/" not in anna.get("plan/").content.decode()
    state = state_of(planned)
    state.settings = replace(state.settings, settled_by="worker")
    put_state(planned, state)
    anna.press("nearest", **{"stance/Orion": "hold", "answer/Orion": "engage"})
    assert anna.draft.standing["Orion"] == StandingInstruction(answer="engage", stance="hold")
    assert '<option value="hold" selected>' in anna.get("plan/").content.decode()
    assert anna.press("nearest", **{"stance/Orion": "charge", "answer/Orion": "engage"}).status_code == 422


def test_another_device_finds_the_same_draft(planned: War, anna: Seated) -> None:
    anna.press("buy/carrier/1")
    elsewhere = Seated(planned, User.objects.get(username="anna"), "terran")
    assert "Carrier ×1" in text(elsewhere.get("plan/"))
    elsewhere.press("buy/scout/1")
    anna.press("buy/carrier/1")
    assert anna.draft.buy == {"carrier": 2, "scout": 1}


@pytest.fixture
def later(war: War) -> War:
    """The war in turn 2, with a fleet made by hand: ships in every state."""
    state = state_of(war)
    fleet = state.terran
    fleet.ships = {
        "Achilles": Ship("destroyer", "Antares"),
        "Caleb": Ship("destroyer", "Antares"),
        "Patton": Ship("heavy_cruiser", "Antares"),
        "Thor": Ship("light_cruiser", "Orion"),
        "Wasp": Ship("carrier", "reserve"),
        "Cougar": Ship("fighter", "Badlands", stranded=True),
        "Napoleon": Ship("heavy_cruiser", "Badlands"),
    }
    fleet.ships["Thor"] = Ship("light_cruiser", "Orion", damage_of(hull=2, thrusters=1))
    fleet.minimum, fleet.treasury, fleet.active_lp = 1, 60, 10
    put_state(war, state)
    return war


def test_ships_stand_where_they_were_and_damage_is_shown(later: War, anna: Seated) -> None:
    page = text(anna.get("plan/"))
    assert "2 hull boxes" in page
    assert "ships: LP / minimum" in page
    assert "enemy ships last seen: LP, turn" in page
    assert "1 thruster critical" in page
    assert "Stranded: it can only go to the Reserve. " in page
    assert "Out of reach from Orion" in page
    anna.press("as-last-turn")
    assert anna.draft.assign["Patton"] == "Antares"
    assert anna.draft.assign["Cougar"] == "reserve"


def test_what_is_out_of_reach_is_neither_offered_nor_taken(later: War, anna: Seated) -> None:
    anna.press("as-last-turn")
    refused = anna.press("", **{"to/Patton": "Orion"})
    assert refused.status_code == 422
    assert "Patton is in Antares and cannot reach Orion" in text(refused)
    stranded = anna.press("", **{"to/Cougar": "Badlands"})
    assert "Cougar is stranded" in text(stranded)
    assert anna.draft.assign["Patton"] == "Antares"


def test_far_moves_are_offered_only_when_the_minimum_cannot_be_met(later: War, anna: Seated) -> None:
    assert "(far, S8)" not in anna.get("plan/").content.decode()
    state = state_of(later)
    state.terran.ships = {name: Ship("destroyer", "Antares") for name in ("Achilles", "Caleb", "Hercules")}
    state.terran.minimum = 1
    put_state(later, state)
    assert "(far, S8)" in anna.get("plan/").content.decode()
    assert anna.press("", **{"to/Caleb": "Orion"}).status_code == 200


def test_one_tap_each(later: War, anna: Seated) -> None:
    assert anna.press("damaged").status_code == 200
    assert anna.draft.assign["Thor"] == "reserve"
    assert "Orion has 0 LP of the 1 it needs" in text(anna.get("plan/"))
    anna.press("nearest")
    assert "Ready to seal" in text(anna.get("plan/"))
    assert anna.post("seal/").status_code == 302


def test_squadrons_sent_without_a_carrier_are_warned_of(later: War, anna: Seated) -> None:
    """S4, S20: beside what stands against the seal, and on the sheet of the zone. The orders stay legal."""
    state = state_of(later)
    state.terran.ships["Eagle"] = Ship("fighter", "reserve")
    put_state(later, state)
    anna.press("damaged")
    anna.press("nearest")  # Orion gets the one squadron
    page = text(anna.get("plan/"))
    assert f"Only squadrons go to Orion {state.markers['Orion'] + 1}, without a carrier or base." in page
    assert "Ready to seal" in page
    anna.press("", **{"to/Eagle": "Antares"})
    front = state.markers["Antares"] + 1
    words = f"1 squadron at Antares {front} has no room on a carrier or base"
    assert text(anna.get(f"plan/?zone=Antares/{front}")).count(words) == 2
    anna.press("", **{"to/Eagle": "reserve"})
    assert "squadron" not in text(anna.get("plan/")).partition("Your orders")[2].partition("Proposals")[0]


def test_an_instruction_that_may_give_the_home_up_is_warned_of(later: War, anna: Seated) -> None:
    """S10: to decline there loses the war. The orders stay legal."""
    state = state_of(later)
    state.markers["Antares"] = 0
    put_state(later, state)
    warning = "Your instruction for Antares may give up your home, which loses the war."
    anna.press("answers/unless")
    assert warning not in text(anna.get("plan/"))
    anna.press("", **{"answer/Antares": "decline", "answer/Orion": "decline"})
    page = text(anna.get("plan/"))
    assert page.count("may give up your home") == page.count(warning) == 1


def test_a_front_where_the_plan_hardly_ever_wins_is_said_to_be_so(later: War, anna: Seated) -> None:
    """The enemy's main fleet was seen there last turn. Without ships there, nothing is said."""
    state = state_of(later)
    state.sightings["talon"] = {
        f"Great {number}": Sighting(state.turn - 1, state.place_of("Orion"), "dreadnought", UNDAMAGED, 9)
        for number in range(9)
    }
    put_state(later, state)
    words = re.compile(
        r"(Because of the minimum you send|You send) \d+ LP to Orion \d, "
        r"where you hardly ever win if the enemy stays as it was seen\."
    )
    anna.press("as-last-turn")
    orders = text(anna.get("plan/")).partition("Your orders")[2].partition("Proposals")[0]
    assert words.search(orders)
    there = {f"to/{name}": "reserve" for name, to in anna.draft.assign.items() if to == "Orion"}
    anna.press("", **there)
    orders = text(anna.get("plan/")).partition("Your orders")[2].partition("Proposals")[0]
    assert not words.search(orders)


def test_proposals_name_what_the_enemy_can_bring_and_one_is_recommended(later: War, anna: Seated) -> None:
    """Seen last turn over the home: more than there is to send."""
    state = state_of(later)
    state.markers["Antares"] = 0
    fleet = (f"Great {number}" for number in range(9))
    state.sightings["talon"] = {
        name: Sighting(state.turn - 1, HOMES["terran"], "dreadnought", UNDAMAGED, 9) for name in fleet
    }
    put_state(later, state)
    page = text(anna.get("plan/"))
    assert re.search(
        r"Your home may fall: against all the enemy ships last seen in reach you would win \d+ of 100\.",
        page,
    )
    advised = re.search(r"(Guard [\w ]+) Recommended Because a defeat at [\w ]+", page)
    assert advised is not None
    assert page.count("Recommended") == 1


def test_at_a_home_ships_are_sent_along_each_lane_that_ends_there(later: War, anna: Seated) -> None:
    """S17: all markers on a home are one battle, and each sector has its own ships and minimum."""
    state = state_of(later)
    last = len(state.chart.zones("Antares")) - 1
    state.markers["Antares"], state.markers["Orion"] = 0, 0
    put_state(later, state)
    anna.press("damaged")
    page = anna.get("plan/?zone=home/terran").content.decode()
    assert [words in page for words in ("Send to Antares", "Send to Badlands", "Send to Orion")] == [
        True,
        False,
        True,
    ]
    assert 'value="send/destroyer/Antares/-1"' in page
    assert len(set(re.findall(r'id="(lane-[^"]+)"', page))) == len(re.findall(r'id="lane-[^"]+"', page)) > 0
    assert "Valley Forge base" in text(anna.get("plan/?zone=home/terran"))
    assert "Send to" not in anna.get("plan/?zone=home/talon").content.decode()
    state.markers["Antares"] = last
    put_state(later, state)
    assert "Send to Antares" in anna.get("plan/?zone=home/talon").content.decode()


def test_random_terrain_has_one_name(planned: War, anna: Seated) -> None:
    """On the map, in its words and its legend, in the grid and on the sheet of a zone."""
    play_until(planned, phase="planning", turn=2)
    page = text(anna.get("plan/?zone=Antares/3"))
    assert page.count("random terrain") > 4
    assert "Random terrain" in page
    named = set(re.findall(r"[\w-]+ terrain", page.lower()))
    assert named == {"random terrain"}


def test_scrapping_and_keeping(later: War, anna: Seated) -> None:
    anna.press("scrap/Wasp")
    assert anna.draft.scrap == ("Wasp",)
    assert "Wasp" not in anna.draft.assign
    anna.press("keep/Wasp")
    assert anna.draft.assign["Wasp"] == "reserve"


def test_a_turn_begins_with_what_came_in(planned: War, anna: Seated) -> None:
    play_until(planned, phase="planning", turn=2)
    page = text(anna.get("plan/"))
    assert "Since last turn" in page
    assert "income" in page
