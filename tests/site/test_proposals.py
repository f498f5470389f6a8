"""The short screens: found from everywhere while orders are due, a choice on each, sealed on the last."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import SealedOrder, Waiting, War
from campaign.rules.orders import StandingInstruction
from campaign.services.commanding import command
from campaign.services.waiting import waits
from tests.people import make_person
from tests.site.seats import Seated, anna, boris, planned, text, war
from tests.site.test_computer_seat import against_the_computer
from tests.site.wars import play_until, state_of

__all__ = ["anna", "boris", "planned", "war"]
pytestmark = pytest.mark.django_db


def choose(player: Seated, screen: str, proposal: str, **more: Any) -> Any:
    return player.post("proposals/", screen=screen, proposal=proposal, **more)


def path_waiting(war: War, side: str) -> str:
    return Waiting.objects.get(war=war, side=side).path


class TestFinding:
    def test_while_a_war_opens_the_waiting_line_leads_to_the_short_screens(self, anna: Seated) -> None:
        assert path_waiting(anna.war, "terran") == f"{anna.path}proposals/"
        page = anna.get("").content.decode()
        assert re.search(rf'href="{anna.path}proposals/">\s*Place bases', page)
        assert f'href="{anna.path}bases/">Customise' in page

    def test_so_it_does_when_the_first_fleet_is_due(self, planned: War, anna: Seated) -> None:
        page = anna.get("").content.decode()
        assert re.search(rf'href="{anna.path}proposals/">\s*Plan turn', page)
        assert f'href="{anna.path}plan/">Customise' in page

    def test_later_it_leads_to_the_plan_between_people(self, war: War, anna: Seated) -> None:
        play_until(war, phase="planning", turn=2)
        assert path_waiting(war, "terran") == f"{anna.path}plan/"

    @pytest.mark.parametrize("page", ["bases/", "plan/"])
    def test_the_long_forms_lead_to_the_short_ones(self, war: War, anna: Seated, page: str) -> None:
        if page == "plan/":
            play_until(war, phase="planning")
        assert f'href="{anna.path}proposals/"' in anna.get(page).content.decode()

    def test_the_short_ones_lead_to_the_long_ones(self, anna: Seated) -> None:
        assert f'href="{anna.path}bases/">Customise' in anna.get("proposals/").content.decode()


class TestOpening:
    def test_between_people_a_sealed_screen_leads_back_to_the_war(self, anna: Seated) -> None:
        assert choose(anna, "bases", "front").url == anna.path
        assert SealedOrder.objects.get().seat == "terran"
        assert anna.get("proposals/").url == anna.path

    def test_three_screens_to_the_first_battles(self, planned: War, anna: Seated, boris: Seated) -> None:
        for player, fleet in ((anna, "long-wall"), (boris, "iron-crown")):
            assert "Step 2 of 3" in text(player.get("proposals/"))
            assert choose(player, "fleet", fleet).status_code == 302
            last = text(player.get("proposals/"))
            assert "Step 3 of 3" in last
            assert "Engage every battle" in last
            choose(player, "assignment", "guard", answer="engage")
        state = state_of(planned)
        assert state.phase == "battles"
        assert set(state.terran.standing.values()) == {StandingInstruction("engage")}

    def test_the_map_stands_beside_bases_and_assignment(self, anna: Seated) -> None:
        page = anna.get("proposals/").content.decode()
        assert "small-map" in page
        assert "Antares, zone 4, a planet" in page

    def test_what_is_not_proposed_is_refused(self, anna: Seated) -> None:
        answer = choose(anna, "bases", "nonsense")
        assert answer.status_code == 422
        assert "Choose a proposal" in text(answer)

    def test_a_form_for_another_turn_changes_nothing(self, anna: Seated) -> None:
        answer = anna.client.post(
            f"{anna.path}proposals/",
            {"turn": 4, "phase": "planning", "screen": "fleet", "proposal": "long-wall"},
        )
        assert answer.status_code == 409
        assert anna.draft is None


class TestLaterTurns:
    @pytest.fixture
    def later(self, war: War) -> War:
        play_until(war, phase="planning", turn=2)
        return war

    def test_two_screens_fill_in_purchase_and_assignment(self, later: War, anna: Seated) -> None:
        first = text(anna.get("proposals/"))
        assert "Step 1 of 2" in first
        assert "Since last turn" in first
        assert "Save points" in first
        answer = choose(anna, "fleet", "saved")
        assert answer.url == f"{anna.path}proposals/?screen=assignment"
        second = text(anna.client.get(answer.url))
        assert "Step 2 of 2" in second
        assert choose(anna, "assignment", "strike", answer="unless").url == anna.path
        assert SealedOrder.objects.get().seat == "terran"

    def test_an_answer_there_is_not_is_refused(self, later: War, anna: Seated) -> None:
        choose(anna, "fleet", "saved")
        assert choose(anna, "assignment", "strike", answer="perhaps").status_code == 422

    def test_the_long_page_starts_from_a_proposal(self, later: War, anna: Seated) -> None:
        assert "Start from a proposal" in text(anna.get("plan/"))
        answer = text(anna.press("proposal/strike"))
        assert "Strike where it pays:" in answer
        assert "every ship assigned" in answer
        assert anna.draft.assign

    def test_against_the_computer_planning_leads_to_the_short_screens(self) -> None:
        war = against_the_computer(make_person("anna"))
        state = state_of(war)
        state.turn, state.phase = 2, "planning"
        assert waits(war, state, frozenset())["terran"][0].path == f"/wars/{war.pk}/terran/proposals/"

    def test_who_seals_second_is_told_that_it_cannot_be_taken_back(
        self, later: War, anna: Seated, boris: Seated
    ) -> None:
        anna.press("proposal/stay")
        assert "You can take your orders back until boris seals" in text(anna.get("plan/"))
        boris.press("proposal/stay")
        boris.post("seal/")
        words = text(anna.get("plan/"))
        assert "boris has already sealed" in words
        assert "you cannot take yours back" in words
        assert "You can take your orders back" not in words


def test_play_now_waits_on_the_screen_for_the_computer(client: Client) -> None:
    begun: Any = client.post("/play/")
    address = begun.url
    war = War.objects.get()
    SealedOrder.objects.all().delete()
    sent = {"turn": 1, "phase": "bases", "screen": "bases", "proposal": "planets"}
    sealed: Any = client.post(address, sent)
    assert sealed.url == address
    assert "still planning" in text(client.get(address))
    assert "The computer is not answering" not in text(client.get(address))
    Waiting.objects.update(since=timezone.now() - timedelta(seconds=20))
    assert "The computer is not responding" in text(client.get(address))
    command(war.pk)
    assert "Step 2 of 3" in text(client.get(address))
