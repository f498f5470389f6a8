"""Proposals on the map: bases and whole turns, taken with one press and sealed with another."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaign.computer.commanding import command
from campaign.models import SealedOrder, Waiting, War
from campaign.planning.proposals.proposals import LEAD
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.orders import StandingInstruction
from campaign.war.services.waiting import waits
from tests.people import make_person
from tests.site.campaign.computer.test_computer_seat import against_the_computer
from tests.site.seats import Seated, anna, boris, planned, text, war
from tests.site.wars import play_until, state_of

__all__ = ["anna", "boris", "planned", "war"]
pytestmark = pytest.mark.django_db


def path_waiting(war: War, side: str) -> str:
    return Waiting.objects.get(war=war, side=side).path


class TestFinding:
    def test_the_waiting_line_leads_to_the_map_of_the_phase(self, war: War, anna: Seated) -> None:
        assert path_waiting(war, "terran") == f"{anna.path}bases/"
        assert re.search(rf'href="{anna.path}bases/"\s*>\s*Place bases', anna.get("").content.decode())
        play_until(war, phase="planning")
        assert path_waiting(war, "terran") == f"{anna.path}plan/"
        assert re.search(rf'href="{anna.path}plan/"\s*>\s*Plan turn', anna.get("").content.decode())

    def test_so_it_does_against_the_computer(self) -> None:
        war = against_the_computer(make_person("anna"))
        state = state_of(war)
        state.turn, state.phase = 2, "planning"
        assert waits(war, state, frozenset())["terran"][0].path == f"/wars/{war.pk}/terran/plan/"

    def test_the_address_in_older_messages_leads_there_too(self, war: War, anna: Seated) -> None:
        assert anna.get("proposals/").url == f"{anna.path}bases/"
        play_until(war, phase="planning")
        assert anna.get("proposals/").url == f"{anna.path}plan/"


class TestOpening:
    def test_two_presses_a_screen_to_the_first_battles(self, war: War, anna: Seated, boris: Seated) -> None:
        for player in (anna, boris):
            assert "Guard the planets" in text(player.get("bases/"))
            player.post("bases/preview/", do="propose/planets")
            assert player.post("seal/", place=list(player.draft.places)).status_code == 302
        for player, fleet in ((anna, "long-wall"), (boris, "iron-crown")):
            player.press(f"fleet/{fleet}")
            player.press("answers/engage")
            assert player.post("seal/").status_code == 302
        state = state_of(war)
        assert state.phase == "battles"
        assert set(state.terran.standing.values()) == {StandingInstruction("engage")}

    def test_the_recommended_fleet_comes_first(self, planned: War, anna: Seated) -> None:
        page = text(anna.get("plan/"))
        assert page.index("The Long Wall Recommended") < page.index("Grey Foxes")

    def test_the_proposal_that_was_taken_is_marked(self, anna: Seated) -> None:
        def pressed() -> dict[str, str]:
            page = anna.get("bases/").content.decode()
            return dict(re.findall(r'id="do-propose-(\w+)"\s+aria-pressed="(\w+)"', page))

        assert pressed() == {"planets": "true"}
        anna.post("bases/preview/", htmx=True, do="", place=[HOMES["terran"]])
        assert pressed() == {"planets": "false"}
        answer = anna.post("bases/preview/", htmx=True, do="propose/planets")
        assert "Guard the planets Chosen" in text(answer)
        assert text(answer).count("Chosen") == 1
        assert pressed() == {"planets": "true"}

    def test_points_for_which_there_are_ships_are_named_where_orders_are_sealed(
        self, planned: War, anna: Seated
    ) -> None:
        """It is said and no more: the orders can be sealed as they are."""
        assert "points unspent" not in text(anna.get("plan/"))
        anna.press("fleet/long-wall")
        assert "points unspent" not in text(anna.get("plan/"))
        sold = next(key for key, number in anna.draft.buy.items() if number > 1)
        anna.press(f"buy/{sold}/-1")
        page = text(anna.press("nearest"))
        found = re.search(r"(\d+) points unspent\.", page)
        assert found is not None
        assert f"Left {found[1]} Reserve" in page
        assert "Ready to seal." in page
        assert anna.post("seal/").status_code == 302

    def test_what_is_not_proposed_is_refused(self, anna: Seated) -> None:
        answer = anna.post("bases/preview/", htmx=True, do="propose/nonsense")
        assert answer.status_code == 422
        assert "There is no such proposal" in text(answer)
        assert anna.draft is None

    def test_an_answer_there_is_not_is_refused(self, planned: War, anna: Seated) -> None:
        assert anna.press("answers/perhaps").status_code == 422


class TestLaterTurns:
    @pytest.fixture
    def later(self, war: War) -> War:
        """The war in turn 2."""
        return war

    def test_the_plan_starts_from_a_proposal(self, later: War, anna: Seated) -> None:
        page = text(anna.get("plan/"))
        assert "Since last turn" in page
        assert re.search(r"Strike at [\w ']+ Because a victory", page)
        answer = text(anna.press("proposal/strike"))
        assert re.search(r"Strike at [\w ']+: \d+ points on order", answer)
        assert "Every ship is" in answer
        assert anna.draft.assign

    def test_a_proposal_keeps_the_instructions(self, later: War, anna: Seated) -> None:
        anna.press("answers/unless")
        anna.press("proposal/guard")
        assert set(anna.draft.standing.values()) == {StandingInstruction("unless", LEAD)}

    def test_who_seals_second_reads_that_it_is_final(self, later: War, anna: Seated, boris: Seated) -> None:
        anna.press("proposal/stay")
        assert "You can take your orders back until boris seals" in text(anna.get("plan/"))
        boris.press("proposal/stay")
        boris.post("seal/")
        words = text(anna.get("plan/"))
        assert "boris has already sealed" in words
        assert "you cannot take yours back" in words
        assert "You can take your orders back" not in words


class TestOnTheMap:
    @pytest.fixture
    def later(self, war: War) -> War:
        """The war in turn 2."""
        return war

    def test_a_zone_opens_what_can_be_sent_along_its_lane(self, later: War, anna: Seated) -> None:
        sheet = anna.client.get(f"{anna.path}plan/?zone=Antares/3&part=sheet").content.decode()
        assert "<html" not in sheet
        assert 'name="zone" value="Antares/3"' in sheet
        assert "Send to Antares" in sheet
        assert "Send to" not in text(anna.client.get(f"{anna.path}plan/?zone=home/terran&part=sheet"))

    def test_the_sheet_stays_open_after_a_press(self, later: War, anna: Seated) -> None:
        answer = text(anna.press("as-last-turn", zone="Antares/3"))
        assert "Send to Antares" in answer

    def test_without_script_a_press_in_a_lane_comes_back_to_its_sheet(self, later: War, anna: Seated) -> None:
        anna.press("damaged")
        ships = [name for name, target in anna.draft.assign.items() if target == "reserve"]
        answer = anna.post("plan/preview/", do=f"ship/{ships[0]}/reserve", zone="Antares/3")
        assert answer.url == f"{anna.path}plan/?zone=Antares/3#zone"

    def test_the_map_shows_the_fleet_as_the_draft_sends_it(self, later: War, anna: Seated) -> None:
        def lp_in_antares() -> int:
            found = re.search(
                r"Your ships in Antares: \d+ ships?, (\d+) LP", anna.get("plan/").content.decode()
            )
            assert found
            return int(found[1])

        before = lp_in_antares()
        fleet = state_of(later).terran.ships.items()
        ship = next(name for name, one in fleet if one.where == "Antares" and one.class_of("terran").lp)
        anna.press(f"ship/{ship}/reserve")
        kind = state_of(later).terran.ships[ship].class_of("terran")
        assert lp_in_antares() == before - kind.lp

    def test_a_zone_there_is_not_opens_nothing(self, later: War, anna: Seated) -> None:
        answer = anna.client.get(f"{anna.path}plan/?zone=Nowhere/4")
        assert answer.status_code == 200
        assert 'id="zone"' not in answer.content.decode()


def test_play_now_waits_for_the_computer_and_says_if_it_is_silent(client: Client) -> None:
    begun: Any = client.post("/play/")
    war = War.objects.get()
    assert begun.url == f"/wars/{war.pk}/terran/bases/"
    SealedOrder.objects.all().delete()
    player = Seated.__new__(Seated)
    player.war, player.side, player.client, player.path = war, "terran", client, f"/wars/{war.pk}/terran/"
    player.post("bases/preview/", do="propose/planets")
    assert player.post("seal/", place=list(player.draft.places)).status_code == 302
    assert "The computer is not responding" not in text(player.get("bases/"))
    Waiting.objects.update(since=timezone.now() - timedelta(seconds=20))
    assert "The computer is not responding" in text(player.get("bases/"))
    command(war.pk)
    assert "Ready fleets" in text(player.get("plan/"))
