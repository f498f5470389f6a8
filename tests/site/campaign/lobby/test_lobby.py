"""The lobby: new wars, invitations, my wars, the table between two players at one screen."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from html import escape
from random import Random

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from accounts.models import Delivery, Notice, User
from accounts.people.special_users import computer_user
from campaign.models import Entry, Invitation, War
from campaign.new_war import invitations
from campaign.new_war.forms import NewWarForm
from campaign.new_war.invitations import InvitationClosed
from campaign.new_war.wars import call_off, create_war
from campaign.rules.settings import Settings
from campaign.war.chart.map_library import shipped_maps, suggested
from campaign.war.log.documents import decode_settings
from engines.seam.refusals import Refused
from tests.battle_samples import opened
from tests.people import make_person
from tests.site.wars import make_war, play_until, seal_random

pytestmark = pytest.mark.django_db


def open_war(host: User, invited: User | None = None, **more) -> tuple[War, Invitation]:
    """A war of the host's (Terran) that waits for an opponent, and its invitation."""
    chosen = {"side": "terran", "opponent": "name" if invited else "link", **more}
    war = create_war(
        host=host,
        name="Ember Road",
        settings=Settings(),
        chart=shipped_maps()["four_sectors"],
        invited=invited,
        **chosen,
    )
    return war, war.invitations.get()


def form(**changes) -> dict[str, str]:
    """The new-war form as it stands when first opened, with changes; None leaves a field out."""
    filled = {
        "name": "Ember Road",
        "chart": "four_sectors",
        "prefilled_for": "four_sectors",
        "side": "terran",
        "opponent": "link",
        "callsign": "",
        "treasury": "2000",
        "reserve": "500",
        "free_bases": "3",
        "boxes": "1",
        "transports_are_a_class": "on",
        "reveal": "one_by_one",
        "settled_by": "table",
        "confirm_hours": "72",
        **changes,
    }
    return {name: value for name, value in filled.items() if value is not None}


def path(invitation: Invitation, answer: str = "") -> str:
    """The address of the invitation, or of an answer to it."""
    return f"/wars/join/{invitation.token}/{answer}"


class TestNewWar:
    def test_a_double_click_makes_one_war(self, client):
        client.force_login(make_person())
        first, second = (client.post("/wars/new/", form()) for _ in range(2))
        assert War.objects.count() == 1
        assert first.url == second.url
        assert client.post("/wars/new/", form(name="Another")).url != first.url

    def test_the_form_comes_filled_with_what_the_default_map_suggests(self, client):
        client.force_login(make_person())
        page = client.get("/wars/new/").content.decode()
        assert 'name="treasury" value="2000"' in page
        assert "Three Gates" in page

    def test_by_link_it_waits_for_an_opponent(self, client):
        client.force_login(make_person())
        answer = client.post("/wars/new/", form())
        war = War.objects.get()
        assert answer.url == f"/wars/{war.pk}/"
        assert (war.status, war.version, war.map_name) == ("open", 0, "Four Sectors")
        assert decode_settings(bytes(war.settings)) == Settings()
        page = client.get(answer.url).content.decode()
        assert war.invitations.get().token in page

    def test_at_one_screen_it_begins_at_once(self, client):
        user = make_person()
        client.force_login(user)
        client.post("/wars/new/", form(opponent="one_screen"))
        war = War.objects.get()
        assert war.one_screen
        assert war.status == "running"
        assert set(war.seats.values_list("user", flat=True)) == {user.pk}
        assert Entry.objects.get().kind == "war-began"
        assert war.waiting.count() == 2

    @pytest.mark.parametrize(("callsign", "typed"), [("Bert", "bERT"), ("Берт", "бЕРТ")])
    def test_by_callsign_in_any_case_and_they_are_told(self, client, callsign, typed):
        anna, bert = make_person("Anna"), make_person(callsign, webhook_url="https://example.org/x")
        client.force_login(anna)
        client.post("/wars/new/", form(opponent="name", callsign=typed))
        invitation = Invitation.objects.get()
        assert invitation.invited == bert
        assert Delivery.objects.get(user=bert).path == path(invitation)
        client.force_login(bert)
        assert "invites you to Ember Road" in client.get("/wars/").content.decode()

    def test_by_lot_either_side(self, monkeypatch):
        monkeypatch.setattr("campaign.new_war.wars.secrets.choice", lambda sides: sides[1])
        host = make_person()
        war, invitation = open_war(host, side="lot")
        assert war.seats.get(user=host).side == "talon"
        assert invitation.side == "terran"

    def test_another_map_brings_its_own_settings_to_look_over(self, client):
        client.force_login(make_person())
        answer = client.post("/wars/new/", form(chart="three_gates", boxes="2"))
        page = answer.content.decode()
        assert answer.status_code == 200
        assert not War.objects.exists()
        assert 'name="treasury" value="1600"' in page
        assert 'name="boxes" value="2"' in page
        assert "Check them and send again" in page

    def test_with_htmx_only_the_house_rules_are_answered(self, client):
        client.force_login(make_person())
        answer = client.post("/wars/new/", form(chart="three_gates"), headers={"HX-Request": "true"})
        page = answer.content.decode()
        assert page.lstrip().startswith("<details")
        assert 'name="treasury" value="1600"' in page

    def test_against_the_computer_battles_are_fought_by_it_unless_put_back(self, client):
        client.force_login(make_person())
        headers = {"HX-Request": "true", "HX-Target": "settled"}
        for opponent, expected in (("computer", "worker"), ("link", "hand")):
            sent = form(opponent=opponent, difficulty="medium")
            page = client.post("/wars/new/", sent, headers=headers).content.decode()
            assert page.lstrip().startswith('<div id="settled" class="stack">')
            assert ('name="pace"' in page) == (opponent == "link")
            assert re.search(rf'value="{expected}"[^>]* checked', page)
        client.post("/wars/new/", form(opponent="computer"))
        assert decode_settings(bytes(War.objects.get().settings)).settled_by == "table"

    def test_who_leads_the_computers_ships_is_asked_where_it_plays(self, client):
        client.force_login(make_person())
        headers = {"HX-Request": "true", "HX-Target": "settled"}
        for opponent, asked in (("computer", True), ("link", False)):
            page = client.post("/wars/new/", form(opponent=opponent), headers=headers).content.decode()
            assert ('name="difficulty"' in page) == ('name="commander"' in page) == asked
            assert bool(re.search(r'value="medium"[^>]* checked', page)) == asked

    def test_who_leads_them_can_be_said_without_script(self, client):
        client.force_login(make_person())
        page = client.get("/wars/new/").content.decode()
        [without] = re.findall("<noscript>(.*?)</noscript>", page, flags=re.DOTALL)
        assert without.count('name="difficulty"') == page.count('name="difficulty"') == 3
        assert without.count('name="computer"') == page.count('name="computer"') == 1

    @pytest.mark.parametrize(
        ("opponent", "chosen", "level"),
        [
            ("computer", "admiral", "admiral"),
            ("computer", "ensign", "ensign"),
            ("computer", None, "captain"),
            ("link", "admiral", "captain"),
        ],
    )
    def test_the_fleets_are_led_as_chosen(self, client, opponent, chosen, level):
        client.force_login(make_person())
        more = {} if chosen is None else {"computer": chosen}
        client.post("/wars/new/", form(opponent=opponent, settled_by="worker", **more))
        war = War.objects.get()
        assert decode_settings(bytes(war.settings)).computer == level
        told = client.get(f"/wars/{war.pk}/terran/").content.decode() if opponent == "computer" else ""
        assert (f"A steady commander; {level}s fly both fleets" in told) == (opponent == "computer")

    @pytest.mark.parametrize(
        ("chosen", "commander", "captains"),
        [
            ({"difficulty": "easy"}, "gentle", "ensign"),
            ({"difficulty": "medium"}, "steady", "captain"),
            ({"difficulty": "hard"}, "shrewd", "admiral"),
            ({"difficulty": "hard", "computer": "ensign"}, "shrewd", "ensign"),
            ({"difficulty": "easy", "commander": "shrewd"}, "shrewd", "ensign"),
            ({}, "steady", "captain"),
        ],
    )
    def test_one_difficulty_sets_both_levels(self, client, chosen, commander, captains):
        client.force_login(anna := make_person())
        client.post("/wars/new/", form(opponent="computer", settled_by="worker", **chosen))
        war = War.objects.get()
        settings = decode_settings(bytes(war.settings))
        assert (settings.commander, settings.computer) == (commander, captains)
        assert war.seats.get(side="talon").commander == commander
        again = NewWarForm(host=anna, like=war)
        assert again.levels_set == (len(chosen) > 1)
        if len(chosen) == 1:
            assert again["difficulty"].value() == chosen["difficulty"]
        else:
            assert (again["commander"].value() or "steady") == commander

    def test_back_from_the_computer_battles_are_fought_in_the_browser(self, client):
        client.force_login(make_person())
        headers = {"HX-Request": "true", "HX-Target": "settled"}
        chosen = form(opponent="computer")
        chosen.pop("difficulty", None)
        part = client.post("/wars/new/", chosen, headers=headers).content.decode()
        assert re.search(r'value="worker"[^>]*checked', part)
        back = form(opponent="link", settled_by="worker", difficulty="medium")
        part = client.post("/wars/new/", back, headers=headers).content.decode()
        assert re.search(r'value="hand"[^>]*checked', part)
        by_hand = form(opponent="name", settled_by="worker")
        by_hand.pop("difficulty", None)
        part = client.post("/wars/new/", by_hand, headers=headers).content.decode()
        assert re.search(r'value="worker"[^>]*checked', part)

    def test_nobody_else_leads_them(self, client):
        client.force_login(make_person())
        answer = client.post("/wars/new/", form(opponent="computer", computer="emperor"))
        assert answer.status_code == 422
        assert "Select a valid choice" in answer.content.decode()

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"name": ""}, "Enter a name."),
            ({"name": "x" * 61}, "at most 60 are possible"),
            ({"chart": "nowhere", "prefilled_for": "nowhere"}, "Select a valid choice"),
            ({"side": "both"}, "Select a valid choice"),
            ({"treasury": "much"}, "Enter a whole number"),
            ({"treasury": "999"}, "greater than or equal to 1000"),
            ({"treasury": "9" * 30}, "less than or equal to 20000"),
            ({"reserve": "1131"}, "is limited to 1130"),
            ({"opponent": "name"}, "Enter your opponent&#x27;s callsign"),
            ({"opponent": "name", "callsign": "nobody"}, "There is no player called nobody"),
            ({"opponent": "name", "callsign": "computer"}, "needs no invitation"),
            ({"opponent": "name", "callsign": "ANNA"}, "That is you"),
            ({"settled_by": "magic"}, "Select a valid choice"),
            ({"name": "Ember\nRoad"}, "a control character, U+000A"),
            ({"confirm_hours": None}, "This field is required"),
            (
                {"chart": "three_gates", "prefilled_for": "three_gates", "black_holes": None},
                "has a black hole: allow",
            ),
        ],
    )
    def test_what_cannot_be_is_refused_and_nothing_is_lost(self, client, changes, words):
        client.force_login(make_person("anna"))
        computer_user()
        answer = client.post("/wars/new/", form(**changes))
        page = answer.content.decode()
        assert answer.status_code == 422
        assert words in page
        assert 'name="confirm_hours"' in page
        assert not War.objects.exists()

    def test_a_fixed_black_hole_needs_them_agreed(self):
        chart = shipped_maps()["three_gates"]
        agreed = Settings(**{**suggested(chart), "black_holes": False})
        with pytest.raises(Refused) as refused:
            create_war(
                host=make_person(), name="x", settings=agreed, chart=chart, side="terran", opponent="link"
            )
        assert (refused.value.refusals[0].rule, refused.value.refusals[0].where) == ("S50", "black_holes")

    def test_the_computer_is_nobody_to_invite(self, client):
        """Not by the form alone: the services refuse it too, and nothing is left of the war."""
        anna, agreed = make_person("anna"), Settings(**suggested(shipped_maps()["four_sectors"]))
        with pytest.raises(Refused, match="needs no invitation"):
            create_war(
                host=anna,
                name="x",
                settings=agreed,
                chart=shipped_maps()["four_sectors"],
                side="terran",
                opponent="name",
                invited=computer_user(),
            )
        assert not War.objects.exists()
        war, _ = open_war(anna)
        with pytest.raises(Refused, match="needs no invitation"):
            invitations.invite(war_id=war.pk, host=anna, invited=computer_user())
        assert war.invitations.filter(status="open", invited=None).exists()
        client.force_login(anna)
        answer = client.post(f"/wars/{war.pk}/invite/", {"callsign": "computer"})
        assert (answer.status_code, "needs no invitation" in answer.content.decode()) == (422, True)

    def test_strangers_are_sent_to_sign_in(self, client):
        assert client.get("/wars/new/").status_code == 302
        assert client.get("/wars/").status_code == 302


@pytest.mark.parametrize(
    ("settled_by", "told", "invited"),
    [
        ("table", "at the table", "with the boxed game at a real table"),
        ("worker", "by the computer's captains, under the full rules", "Captains fight the battles"),
    ],
)
def test_host_and_guest_are_told_who_settles_the_battles(client, settled_by, told, invited) -> None:
    anna = make_person("Anna")
    client.force_login(anna)
    page = client.post("/wars/new/", form(settled_by=settled_by), follow=True).content.decode()
    assert f"<td>{escape(told)}</td>" in page
    client.force_login(make_person("Bert"))
    page = client.get(f"/wars/join/{Invitation.objects.get().token}/").content.decode()
    assert f"<td>{escape(told)}</td>" in page
    assert invited in page
    assert 'New to the game? <a href="/how-to-play/">' in page


class TestInvitation:
    def test_looking_changes_nothing_and_needs_no_account(self, client):
        _, invitation = open_war(make_person("anna"))
        page = client.get(path(invitation)).content.decode()
        assert "anna" in page
        assert "2000 points each" in page
        assert f"/accounts/signup/?next=%2Fwars%2Fjoin%2F{invitation.token}%2F" in page
        client.force_login(make_person("bert"))
        client.get(path(invitation))
        typed_in = client.get(path(invitation, "accept/"))
        assert (typed_in.status_code, typed_in["Allow"]) == (405, "POST")
        assert "No page here" in typed_in.content.decode()
        invitation.refresh_from_db()
        assert invitation.status == "open"

    def test_signing_up_comes_back_to_it(self, client):
        _, invitation = open_war(make_person("anna"))
        answer = client.post(
            f"/accounts/signup/?next={path(invitation)}",
            {"username": "Newcomer", "password1": "seven lamps of brass", "next": path(invitation)},
        )
        assert answer.url == path(invitation)

    @pytest.mark.every_view
    def test_accepted_once_the_war_begins(self, client):
        anna, bert = make_person("anna", webhook_url="https://example.org/x"), make_person("bert")
        war, invitation = open_war(anna)
        client.force_login(bert)
        assert client.post(path(invitation, "accept/")).url == f"/wars/{war.pk}/"
        assert client.get(f"/wars/{war.pk}/").url == f"/wars/{war.pk}/talon/"
        assert client.post(path(invitation, "accept/")).url == f"/wars/{war.pk}/"
        assert client.get(path(invitation)).url == f"/wars/{war.pk}/"
        war.refresh_from_db()
        assert (war.status, war.version) == ("running", 1)
        assert war.seats.get(side="talon").user == bert
        assert Delivery.objects.filter(user=anna, subject__contains="bert accepted").exists()

    def test_whoever_comes_second_is_told_clearly(self, client):
        _, invitation = open_war(make_person("anna"))
        invitations.accept(token=invitation.token, user=make_person("bert"))
        client.force_login(make_person("cora"))
        answer = client.post(path(invitation, "accept/"))
        assert answer.status_code == 409
        assert "Somebody else has accepted" in answer.content.decode()
        assert client.get(path(invitation)).status_code == 410

    def test_ones_own_cannot_be_accepted(self, client):
        anna = make_person("anna")
        war, invitation = open_war(anna)
        client.force_login(anna)
        assert client.get(path(invitation)).url == f"/wars/{war.pk}/"
        answer = client.post(path(invitation, "accept/"))
        assert answer.status_code == 422
        assert "your own invitation" in answer.content.decode()

    def test_by_name_it_is_for_nobody_else(self, client):
        anna, bert = make_person("anna"), make_person("bert")
        war, invitation = open_war(anna, bert)
        assert "/accounts/login/" in client.get(path(invitation)).url
        client.force_login(make_person("cora"))
        assert client.get(path(invitation)).status_code == 404
        assert client.post(path(invitation, "accept/")).status_code == 404
        assert client.post(path(invitation, "decline/")).status_code == 404
        assert client.get(f"/wars/{war.pk}/").status_code == 404
        client.force_login(bert)
        assert client.get(f"/wars/{war.pk}/").url == path(invitation)

    @pytest.mark.every_view
    def test_declined_the_host_can_invite_again(self, client):
        anna, bert = make_person("anna"), make_person("bert")
        war, invitation = open_war(anna, bert)
        client.force_login(bert)
        assert client.post(path(invitation, "decline/")).url == "/wars/"
        assert client.post(path(invitation, "accept/")).status_code == 409
        client.force_login(anna)
        assert "bert declined" in client.get(f"/wars/{war.pk}/").content.decode()
        client.post(f"/wars/{war.pk}/invite/")
        assert war.invitations.filter(status="open", invited=None).count() == 1

    def test_a_link_cannot_be_declined(self, client):
        _, invitation = open_war(make_person("anna"))
        client.force_login(make_person("bert"))
        assert client.post(path(invitation, "decline/")).status_code == 422

    @pytest.mark.every_view
    def test_withdrawn_it_is_gone_and_the_message_with_it(self, client):
        anna, bert = make_person("anna"), make_person("bert", webhook_url="https://example.org/x")
        war, invitation = open_war(anna, bert)
        client.force_login(anna)
        client.post(f"/wars/{war.pk}/invite/withdraw/")
        assert Delivery.objects.get(user=bert).status == "cancelled"
        client.force_login(bert)
        assert client.post(path(invitation, "accept/")).status_code == 409
        assert "withdrawn" in client.get(path(invitation)).content.decode()

    def test_a_new_link_voids_the_old(self, client):
        anna = make_person("anna")
        war, old = open_war(anna)
        client.force_login(anna)
        client.post(f"/wars/{war.pk}/invite/")
        with pytest.raises(InvitationClosed):
            invitations.accept(token=old.token, user=make_person("bert"))

    @pytest.mark.every_view
    def test_called_off_nothing_can_be_accepted(self, client):
        anna = make_person("anna")
        war, invitation = open_war(anna)
        client.force_login(anna)
        client.post(f"/wars/{war.pk}/call-off/")
        assert "Called off" in client.get(f"/wars/{war.pk}/").content.decode()
        client.force_login(make_person("bert"))
        assert client.post(path(invitation, "accept/")).status_code == 409
        assert client.get("/wars/join/no-such-token/").status_code == 404
        assert client.post("/wars/join/no-such-token/accept/").status_code == 404

    def test_only_the_host_arranges_and_only_before_it_begins(self, client):
        anna, bert = make_person("anna"), make_person("bert")
        war, invitation = open_war(anna)
        client.force_login(bert)
        for address in ("invite/", "invite/withdraw/", "call-off/"):
            assert client.post(f"/wars/{war.pk}/{address}").status_code == 404
        invitations.accept(token=invitation.token, user=bert)
        with pytest.raises(Refused):
            call_off(war_id=war.pk, host=anna)
        client.force_login(anna)
        for address in ("invite/", "invite/withdraw/", "call-off/"):
            assert client.post(f"/wars/{war.pk}/{address}").status_code == 302
        war.refresh_from_db()
        assert war.status == "running"

    def test_an_unknown_callsign_is_told_on_the_page(self, client):
        anna = make_person("anna")
        war, _ = open_war(anna)
        client.force_login(anna)
        answer = client.post(f"/wars/{war.pk}/invite/", {"callsign": "nobody"})
        assert answer.status_code == 422
        assert "There is no player called nobody" in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_two_accept_in_the_same_instant_and_one_gets_it() -> None:
    war, invitation = open_war(make_person("anna"))
    rivals = [make_person("bert"), make_person("cora")]
    outcomes: list[str] = []
    barrier = threading.Barrier(2)

    def go(user: User) -> None:
        barrier.wait()
        try:
            invitations.accept(token=invitation.token, user=user)
            outcomes.append("in")
        except InvitationClosed:
            outcomes.append("gone")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=go, args=(user,)) for user in rivals]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    war.refresh_from_db()
    assert sorted(outcomes) == ["gone", "in"]
    assert war.version == 1


class TestMyWars:
    def test_empty_it_leads_on(self, client):
        client.force_login(make_person())
        page = client.get("/wars/").content.decode()
        assert "No wars yet" in page
        assert "/wars/new/" in page
        assert all(words in page for words in ('action="/play/"', "Play now", "/how-to-play/"))

    def test_what_waits_comes_first_and_the_badge_counts_it(self, client):
        anna, bert = make_person("anna"), make_person("bert")
        war = make_war(anna, bert)
        client.force_login(anna)
        page = client.get("/wars/").content.decode()
        assert page.index("Your turn") < page.index("In progress")
        assert "Place your bases" in page
        assert '1<span class="hidden-text"> waiting' in page
        seal_random(war, "terran", Random(1))
        page = client.get("/wars/").content.decode()
        assert "Your turn" not in page
        assert "Waiting for bert" in page

    def test_wars_of_others_are_not_listed(self, client):
        make_war(make_person("anna"), make_person("bert"))
        client.force_login(make_person("cora"))
        assert "No wars yet" in client.get("/wars/").content.decode()

    def test_an_odd_page_number_is_answered(self, client):
        client.force_login(make_person())
        for page in ("0", "-1", "x", "99999999999999999999"):
            assert client.get("/wars/", {"page": page}).status_code == 200

    def test_htmx_gets_the_lists_alone(self, client):
        client.force_login(make_person())
        page = client.get("/wars/", headers={"HX-Request": "true"}).content.decode()
        assert "<html" not in page
        assert "No wars yet" in page

    def test_the_same_few_queries_for_one_war_and_for_thirty(self, client, django_assert_max_num_queries):
        anna, bert = make_person("anna"), make_person("bert")
        client.force_login(anna)
        for number in range(30):
            make_war(anna, bert, name=f"War {number}")
            open_war(make_person(f"host-{number}"), anna)
            open_war(anna)
        with django_assert_max_num_queries(19):
            page = client.get("/wars/")
        assert "Page 1 of" in page.content.decode()
        with django_assert_max_num_queries(19):
            client.get("/wars/", {"page": "2"})

    def test_of_many_invitations_the_newest_are_shown(self, client):
        anna = make_person("anna")
        client.force_login(anna)
        for number in range(31):
            open_war(make_person(f"host-{number}"), anna)
        page = client.get("/wars/").content.decode()
        assert page.count("invites you to") == 30
        assert "host-30 invites" in page
        assert "There are more." in page
        invitations.decline(token=anna.invitations.latest("pk").token, user=anna)
        page = client.get("/wars/").content.decode()
        assert "host-0 invites" in page
        assert "There are more." not in page

    def test_open_pages_hear_of_an_invitation(self):
        anna, bert = make_person("anna"), make_person("bert")
        open_war(anna, bert)
        assert Notice.objects.filter(topic=f"user:{bert.pk}").exists()

    @pytest.mark.parametrize("address", ["/wars/new/", "open", "join", "table", "curtain"])
    def test_every_page_of_the_lobby_keeps_to_its_queries(
        self, client, django_assert_max_num_queries, address
    ):
        anna, bert = make_person("anna"), make_person("bert")
        war, invitation = open_war(anna)
        shared = make_war(anna, anna, one_screen=True)
        play_until(shared, phase="planning", turn=2)
        found = {
            "open": f"/wars/{war.pk}/",
            "join": path(invitation),
            "table": f"/wars/{shared.pk}/",
            "curtain": f"/wars/{shared.pk}/curtain/terran/",
        }.get(address, address)
        client.force_login(bert if address == "join" else anna)
        with django_assert_max_num_queries(12):
            assert client.get(found).status_code == 200


class TestOneScreen:
    def test_the_table_shows_only_what_is_open(self, client):
        anna = make_person()
        war = make_war(anna, anna, one_screen=True)
        client.force_login(anna)
        seal_random(war, "terran", Random(1))
        page = client.get(f"/wars/{war.pk}/").content.decode()
        assert "Orders sealed" in page
        assert "Place your bases" in page
        assert "I am the Terran player" in page

    def test_a_side_is_behind_the_curtain_until_it_is_lifted(self, client):
        anna = make_person()
        war = make_war(anna, anna, one_screen=True)
        client.force_login(anna)
        bases, lift = f"/wars/{war.pk}/terran/bases/", f"/wars/{war.pk}/curtain/terran/"
        assert client.get(bases).url == f"{lift}?next={bases}"
        assert "Terran, your turn" in client.get(f"{lift}?next={bases}").content.decode()
        assert client.get(bases).status_code == 302
        assert client.post(lift, {"next": bases}).url == bases
        answer = client.get(bases)
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
        assert client.get(bases.replace("terran", "talon")).status_code == 302

    @pytest.mark.parametrize("how", ["button", "table", "handed over"])
    def test_drawn_again_it_hides_the_side(self, client, how):
        anna = make_person()
        war = make_war(anna, anna, one_screen=True)
        client.force_login(anna)
        client.post(f"/wars/{war.pk}/curtain/terran/")
        if how == "button":
            assert client.post(f"/wars/{war.pk}/curtain/").url == f"/wars/{war.pk}/"
        elif how == "table":
            client.get(f"/wars/{war.pk}/")
        else:
            client.get(f"/wars/{war.pk}/curtain/talon/")
        assert client.get(f"/wars/{war.pk}/terran/bases/").status_code == 302

    def test_every_page_from_which_a_side_is_one_step_away_can_draw_it(self, client):
        anna = make_person("anna")
        wars = [make_war(anna, anna, one_screen=True) for _ in range(2)]
        battle = opened(anna, anna)
        client.force_login(anna)
        pages = ["/ships/", "/rulings/", "/settings/", "/opponents/", "/wars/new/"]
        pages += [f"/battles/{battle.pk}/{page}" for page in ("", "report/", "sheet/")]
        for war in wars:
            client.post(f"/wars/{war.pk}/curtain/terran/")
        for page in pages:
            shown = client.get(page).content.decode()
            assert shown.count("Hide my side") == 1, page
        drawn = re.search(r'class="open-curtain[^>]*action="([^"]+)"', shown)
        assert drawn is not None
        client.post(drawn[1])
        for page in pages:
            assert "Hide my side" not in client.get(page).content.decode(), page
        for war in wars:
            assert "/curtain/terran/" in client.get(f"/wars/{war.pk}/terran/")["Location"]

    def test_every_page_of_a_side_can_draw_it_and_hand_over(self, client):
        anna = make_person("anna")
        war = make_war(anna, anna, one_screen=True)
        client.force_login(anna)
        client.post(f"/wars/{war.pk}/curtain/terran/")
        for page in ("", "bases/", "history/", "treasury/", "surrender/"):
            assert client.get(f"/wars/{war.pk}/terran/{page}").content.decode().count("Hide my side") == 1, (
                page
            )
        seal_random(war, "terran", Random(1))
        sealed = client.get(f"/wars/{war.pk}/terran/bases/").content.decode()
        assert "Hand over to Talon" in sealed
        assert "by itself" not in sealed
        front = client.get(f"/wars/{war.pk}/terran/").content.decode()
        assert "Terran against Talon" in front
        assert "Hand over to Talon" in front

    @pytest.mark.parametrize(
        "target",
        [
            "https://example.org/",
            "//example.org/",
            "/wars/{}/talon/",
            "/wars/{}/terran/../talon/",
            "/admin/",
            "\\\\x",
        ],
    )
    def test_it_leads_only_to_that_sides_own_pages(self, client, target):
        anna = make_person()
        war = make_war(anna, anna, one_screen=True)
        client.force_login(anna)
        answer = client.post(f"/wars/{war.pk}/curtain/terran/", {"next": target.format(war.pk)})
        assert answer.url == f"/wars/{war.pk}/terran/"

    def test_the_curtain_of_others_is_not_there(self, client):
        anna, bert = make_person("anna"), make_person("bert")
        shared, theirs = make_war(anna, anna, one_screen=True), make_war(anna, bert)
        client.force_login(bert)
        for address in (
            f"/wars/{shared.pk}/",
            f"/wars/{shared.pk}/curtain/terran/",
            f"/wars/{theirs.pk}/curtain/terran/",
        ):
            assert client.get(address).status_code == 404
        assert client.post(f"/wars/{shared.pk}/curtain/terran/").status_code == 404
        assert client.get(f"/wars/{theirs.pk}/curtain/talon/").url == f"/wars/{theirs.pk}/talon/"
        assert client.get(f"/wars/{theirs.pk}/curtain/nobody/").status_code == 404
        assert client.get("/wars/987654/").status_code == 404


@pytest.mark.django_db
def test_a_rematch_begins_with_the_war_before(client: Client) -> None:
    """Map, settings, side and opponent are those of the war named; somebody else's war tells nothing."""
    anna, bo = make_person("anna"), make_person("bo")
    war = make_war(anna, bo, map_name="three_gates", confirm_hours=5)
    client.force_login(anna)
    form = client.get(f"/wars/new/?like={war.pk}").context["form"]
    assert (form["chart"].value(), form["callsign"].value(), form["confirm_hours"].value()) == (
        "three_gates",
        "bo",
        5,
    )
    war = make_war(anna, computer_user())
    form = client.get(f"/wars/new/?like={war.pk}").context["form"]
    assert (form["opponent"].value(), form["callsign"].value()) == ("computer", "")
    client.force_login(make_person("cleo"))
    form = client.get(f"/wars/new/?like={war.pk}").context["form"]
    assert (form["chart"].value(), form["callsign"].value()) == ("four_sectors", None)
    assert client.get("/wars/new/?like=0x9").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_two_clicks_in_the_same_instant_make_one_war():
    host = make_person("host")
    clients = [Client(), Client()]
    for client in clients:
        client.force_login(host)
    start = threading.Barrier(2)

    def click(client: Client) -> str:
        try:
            start.wait()
            return str(client.post("/wars/new/", form())["Location"])
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        led_to = list(threads.map(click, clients))
    assert War.objects.count() == 1
    assert led_to[0] == led_to[1]


def test_nobody_is_invited_to_many_wars_by_one_person(client) -> None:
    anna, bert = make_person("anna"), make_person("bert", webhook_url="https://example.org/x")
    wars = [open_war(anna, bert)[0] for _ in range(invitations.MOST_TO_ONE)]
    client.force_login(anna)
    asked = form(name="Another", opponent="name", callsign="bert")
    answer = client.post("/wars/new/", asked)
    assert answer.status_code == 422
    assert "bert has not answered your invitations to 3 other wars." in answer.content.decode()
    assert War.objects.count() == bert.invitations.count() == invitations.MOST_TO_ONE
    invitations.invite(war_id=wars[0].pk, host=anna, invited=bert)
    invitations.withdraw(war_id=wars[1].pk, host=anna)
    assert client.post("/wars/new/", asked).status_code == 302


def test_many_invitations_of_many_people_bring_few_messages(client) -> None:
    bert = make_person("bert", webhook_url="https://example.org/x")
    hosts = [make_person(f"host-{number}") for number in range(invitations.MOST_MESSAGES + 2)]
    made = [open_war(host, bert)[1] for host in hosts]
    assert Delivery.objects.filter(user=bert).count() == invitations.MOST_MESSAGES
    client.force_login(bert)
    assert path(made[-1]) in client.get("/wars/").content.decode()
    Invitation.objects.update(made_at=timezone.now() - timedelta(hours=1))
    open_war(hosts[0], bert)
    assert Delivery.objects.filter(user=bert).count() == invitations.MOST_MESSAGES + 1
