"""The seats of a battle of teams before it begins: taken by links, ordered, divided, given to the computer (25)."""

import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import Delivery, User
from battles.models import Battle, TeamBattle, TeamSeat
from battles.talon.play.playing import battles_of, teams_of
from battles.talon.teams.setting_up import gather
from engines.seam.codec import decode_setup
from engines.seam.refusals import Refused
from engines.seam.sides import as_side
from engines.talon.set_ups.scenarios import fleets_of, scenario
from engines.talon.terms import aims_of, terms_of
from tests.people import browser, make_person
from tests.site.seats import HTMX, text
from tests.teams import FORM, SEATS, Four, gathered, path_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def four() -> Four:
    return Four(gathered())


def names(four: Four) -> dict[tuple[str, int], str]:
    """Who sits where."""
    seats = TeamSeat.objects.select_related("user").filter(team=four.number)
    return {(seat.side, seat.place): seat.name for seat in seats}


def test_the_one_door_leads_to_the_seats_with_the_units_dealt_out(four: Four) -> None:
    assert names(four) == {
        ("terran", 0): "anna",
        ("terran", 1): "",
        ("talon", 0): "",
        ("talon", 1): "",
    }
    setup = decode_setup(bytes(four.team.setup))
    for side in ("terran", "talon"):
        shares = [seat.unit_names for seat in TeamSeat.objects.filter(team=four.number, side=side)]
        assert sorted(name for share in shares for name in share) == sorted(
            unit.name for unit in setup.force(side)
        )
        assert all(shares)
    assert terms_of(setup).teams is None
    page = text(four.clients["anna"].get(four.path))
    assert "Link to all free seats" in four.clients["anna"].get(four.path).content.decode()
    assert page.count("Free seat") == 3


@pytest.mark.parametrize("door", ["/scenarios/3/", "/scenarios/5/"])
def test_a_scenario_is_set_up_for_teams(door: str) -> None:
    anna = make_person("anna")
    form = {**FORM, "terran_players": "2", "talon_players": "1"}
    team = TeamBattle.objects.get(token=path_of(browser(anna).post(door, form)).split("/")[2])
    assert [seat.side for seat in team.seats.all()] == ["talon", "terran", "terran"]
    assert aims_of(decode_setup(bytes(team.setup))) == aims_of(scenario(int(door.split("/")[2])))


def test_teams_of_one_player_each_or_without_enough_units_are_refused(four: Four) -> None:
    anna = four.clients["anna"]
    answer: Any = anna.post("/skirmish/", {**FORM, "terran_players": "1", "talon_players": "1"})
    assert answer.status_code == 422
    assert "one side of a team battle has two players" in text(answer)
    answer = anna.post("/skirmish/", {**FORM, "terran_players": "3"})
    assert answer.status_code == 422
    assert "Terran has 3 players and only 2 units" in text(answer)
    with pytest.raises(Refused, match="1 to 4 players"):
        gather(setup=fleets_of(12), user=four.users["anna"], side="terran", players={"terran": 5, "talon": 1})


def test_seats_are_taken_by_their_own_links_and_the_battle_begins_once_all_are_ready(four: Four) -> None:
    for name, (side, place) in SEATS.items():
        assert path_of(four.take(name, side, place)) == four.path
    assert four.team.battle is None
    for name in ("anna", "ben", "clara"):
        assert path_of(four.ready(name)) == four.path
    assert "Waiting for dora" in text(four.clients["anna"].get(four.path))
    target = path_of(four.ready("dora"))
    battle = Battle.objects.get()
    assert (target, battle.teams) == (f"/battles/{battle.pk}/", True)
    teams = terms_of(battle.setup_document).teams
    assert teams is not None
    assert [len(teams.of(side)) for side in ("terran", "talon")] == [2, 2]
    for name, client in four.clients.items():
        assert path_of(client.get(four.path)) == f"/battles/{battle.pk}/", name
        assert [line.path for line in battles_of(four.users[name])] == [f"/battles/{battle.pk}/play/"]
    assert [battles_of(four.users[name])[0].my_turn for name in SEATS] == [False, False, True, False]
    answer: Any = four.clients["anna"].get(four.path, headers=HTMX)
    assert (answer.status_code, answer["HX-Redirect"]) == (204, f"/battles/{battle.pk}/")


def test_by_the_link_of_all_seats_any_free_one_is_taken_and_by_that_of_one_seat_no_other(four: Four) -> None:
    own, other = four.seat("talon", 0), four.seat("terran", 1)
    answer: Any = four.clients["clara"].post(f"/teams/{own.token}/take/", {"seat": str(other.pk)})
    assert answer.status_code == 404
    page = four.clients["clara"].get(f"/teams/{own.token}/").content.decode()
    assert page.count("Take this seat") == 1
    assert four.team.token not in page
    page = four.clients["clara"].get(four.path).content.decode()
    assert page.count("Take this seat") == 3
    path_of(four.clients["clara"].post(f"{four.path}take/", {"seat": str(other.pk)}))
    assert names(four)["terran", 1] == "clara"
    path_of(four.clients["clara"].post(f"{four.path}take/", {"seat": str(own.pk)}))
    assert (names(four)["terran", 1], names(four)["talon", 0]) == ("", "clara")


def test_a_seat_that_is_taken_is_nobody_elses(four: Four) -> None:
    four.take("ben", "terran", 1)
    answer: Any = four.take("clara", "terran", 1)
    assert answer.status_code == 409
    assert "Somebody else has taken this seat" in text(answer)
    assert names(four)["terran", 1] == "ben"


def test_where_every_seat_is_taken_an_outsider_reads_that(four: Four) -> None:
    assert "Take a seat to play" in text(Client().get(four.path))
    four.all_sit()
    page = text(Client().get(four.path))
    assert "Every seat is taken" in page
    assert "Take a seat" not in page


def test_a_visitor_takes_a_seat_as_a_guest(four: Four) -> None:
    visitor = Client()
    assert visitor.get(four.path).status_code == 200
    path_of(visitor.post(f"/teams/{four.seat('talon', 1).token}/take/"))
    seat = four.seat("talon", 1)
    assert seat.user is not None
    assert seat.user.is_guest
    assert "Leave seat" in visitor.get(four.path).content.decode()


def test_only_a_sides_players_arrange_it_and_who_set_it_up_before_they_have_come(four: Four) -> None:
    path_of(four.arrange("anna", "talon", "up-1"))
    four.all_sit()
    assert four.arrange("anna", "talon", "up-1").status_code == 422
    answer: Any = four.arrange("ben", "talon", "up-1")
    assert answer.status_code == 422
    assert "Only players of Talon" in text(answer)
    for stranger in (browser(make_person("emil")), Client()):
        form = {"revision": str(four.team.revision), "side": "talon", "do": "up-1", "ready": "yes"}
        for door in ("arrange/", "ready/", "call-off/"):
            assert stranger.post(f"{four.path}{door}", form).status_code in (302, 404), door
    assert names(four)["talon", 0] == "clara"
    path_of(four.arrange("dora", "talon", "up-1"))
    assert (names(four)["talon", 0], names(four)["talon", 1]) == ("dora", "clara")
    for name in SEATS:
        page = four.clients[name].get(four.path)
        assert page.content.decode().count("Order of players, ships") == 1
        assert "last changed by dora" in text(page)


def test_the_units_of_a_side_are_divided(four: Four) -> None:
    four.all_sit()
    before = {seat.place: seat.unit_names for seat in TeamSeat.objects.filter(side="talon")}
    path_of(four.arrange("clara", "talon", "divide", unit0="1", unit1="0"))
    assert {seat.place: seat.unit_names for seat in TeamSeat.objects.filter(side="talon")} == {
        0: before[1],
        1: before[0],
    }
    answer: Any = four.arrange("clara", "talon", "divide", unit0="1", unit1="1")
    assert "clara has no unit" in text(answer)
    page = answer.content.decode()
    assert re.search(r'<details class="team-arrange" open', page)
    assert len(re.findall(r'<option value="1" selected', page)) == 2, "what was chosen stands"
    assert answer.status_code == 422
    answer = four.arrange("clara", "talon", "divide", unit0="1", unit1="7")
    assert answer.status_code == 422
    assert "which player of the side has it" in text(answer)


def test_a_change_makes_nobody_of_the_side_ready_and_nobody_agrees_to_what_they_have_not_seen(
    four: Four,
) -> None:
    four.all_sit()
    seen = str(four.team.revision)
    four.ready("clara", "dora", "ben")
    path_of(four.arrange("clara", "talon", "up-1"))
    ready = {seat.name: seat.ready for seat in TeamSeat.objects.select_related("user")}
    assert ready == {"anna": False, "ben": True, "clara": False, "dora": False}
    answer: Any = four.clients["anna"].post(f"{four.path}ready/", {"revision": seen, "ready": "yes"})
    assert answer.status_code == 409
    assert "changed since you loaded the page" in text(answer)
    answer = four.clients["dora"].post(
        f"{four.path}arrange/", {"revision": seen, "side": "talon", "do": "up-1"}
    )
    assert answer.status_code == 409


def test_a_free_seat_is_the_computers_and_can_be_freed_again(four: Four) -> None:
    four.take("clara", "talon", 0)
    path_of(four.arrange("clara", "talon", "computer-1", level1="ensign"))
    assert (names(four)["talon", 1], four.seat("talon", 1).level) == ("an ensign", "ensign")
    answer: Any = four.take("dora", "talon", 1)
    assert answer.status_code == 409
    path_of(four.arrange("clara", "talon", "free-1"))
    assert names(four)["talon", 1] == ""
    answer = four.arrange("clara", "talon", "computer-1", level1="genius")
    assert answer.status_code == 422
    path_of(four.take("dora", "talon", 1))
    answer = four.arrange("clara", "talon", "free-1")
    assert answer.status_code == 422
    assert names(four)["talon", 1] == "dora"
    assert four.arrange("anna", "talon", "free-1").status_code == 422
    assert names(four)["talon", 1] == "dora"


def test_the_battle_begins_when_the_last_seat_that_was_waited_for_is_given_to_the_computer(
    four: Four,
) -> None:
    for name in ("clara", "dora"):
        path_of(four.take(name, *SEATS[name]))
    four.ready("anna", "clara", "dora")
    assert four.team.battle is None
    target = path_of(four.arrange("anna", "terran", "computer-1", level1="ensign"))
    assert target == f"/battles/{four.battle.pk}/"
    assert path_of(four.clients["clara"].get(four.path)) == target


def test_captains_alone_begin_no_battle(four: Four) -> None:
    for side, place in (("terran", 1), ("talon", 0), ("talon", 1)):
        path_of(four.arrange("anna", as_side(side), f"computer-{place}", **{f"level{place}": "ensign"}))
    path_of(four.clients["anna"].post(f"{four.path}leave/"))
    path_of(four.arrange("anna", "terran", "computer-0", level0="ensign"))
    assert four.team.battle is None
    assert four.clients["anna"].get(four.path).status_code == 200


def test_the_seat_of_a_closed_account_is_freed_by_its_side(four: Four) -> None:
    four.all_sit()
    User.objects.filter(username__in=("ben", "clara", "dora")).update(is_active=False)
    assert four.clients["anna"].get(four.path).content.decode().count("Free the seat") == 3
    path_of(four.arrange("anna", "terran", "free-1"))
    path_of(four.arrange("anna", "talon", "free-0"))
    assert names(four) == {
        ("terran", 0): "anna",
        ("terran", 1): "",
        ("talon", 0): "",
        ("talon", 1): "dora",
    }


def test_a_page_of_seats_is_sent_again_only_if_the_seats_are_other_ones(four: Four) -> None:
    four.all_sit()
    anna, page = four.clients["anna"], four.clients["anna"].get(four.path).content.decode()
    found = re.search(r'data-refresh-url="([^"]*stands=[^"]*)"', page)
    assert found is not None
    four.say("ben", "Hello")
    assert anna.get(found[1], headers=HTMX).status_code == 204, "a line of the talk changes no seat"
    four.ready("ben")
    answer: Any = anna.get(found[1], headers=HTMX)
    assert answer.status_code == 200
    assert 'data-remember="arrange-terran"' in answer.content.decode()


def test_a_seat_is_left_and_the_battle_is_called_off(four: Four) -> None:
    four.all_sit()
    path_of(four.clients["ben"].post(f"{four.path}leave/"))
    assert names(four)["terran", 1] == ""
    assert four.clients["ben"].post(f"{four.path}call-off/").status_code == 404
    assert "Call it off" in text(four.clients["anna"].get(four.path))
    assert path_of(four.clients["anna"].post(f"{four.path}call-off/")) == four.path
    assert not TeamBattle.objects.filter(withdrawn=True).exists(), "nobody has said that they are sure"
    assert path_of(four.clients["anna"].post(f"{four.path}call-off/", {"sure": "yes"})) == "/skirmish/"
    assert four.team.withdrawn
    assert "called off" in text(four.clients["ben"].get(four.path))
    assert four.take("ben", "terran", 1).status_code == 409
    assert teams_of(four.users["anna"]) == []


def test_players_are_told_when_only_they_are_waited_for() -> None:
    four = Four(gathered())
    User.objects.filter(username__in=SEATS).update(webhook_url="https://example.org/hook")
    four.all_sit()
    owed = Delivery.objects.filter(key__startswith=f"team:{four.number}:ready", status="queued")
    assert {one.user.username for one in owed} == {"anna", "ben", "clara"}
    four.ready("ben")
    assert {one.user.username for one in owed.all()} == {"anna", "clara"}
    path_of(four.arrange("clara", "talon", "up-1"))
    path_of(four.arrange("clara", "talon", "up-1"))
    assert sorted(one.user.username for one in owed.all()) == ["anna", "clara", "dora"], "one each"
    assert [line.rival for line in teams_of(four.users["ben"])] == ["Team battle: waiting for others"]
    assert [line.rival for line in teams_of(four.users["clara"])] == ["Team battle: say that you are ready"]


def test_players_are_told_again_when_they_have_to_say_once_more_that_they_are_ready() -> None:
    four = Four(gathered())
    User.objects.filter(username__in=SEATS).update(webhook_url="https://example.org/hook")
    four.all_sit()
    Delivery.objects.update(status="done", done_at=timezone.now())
    four.ready("clara")
    path_of(four.arrange("dora", "talon", "up-1"))
    owed = Delivery.objects.filter(key__startswith=f"team:{four.number}:ready", status="queued")
    assert [one.user.username for one in owed] == ["clara"]
    path_of(four.clients["clara"].post(f"{four.path}leave/"))
    assert not owed.all().exists(), "who has left is not waited for"


def test_addresses_that_lead_nowhere(four: Four) -> None:
    for door in ("", "take/", "leave/", "arrange/", "ready/", "talk/"):
        assert four.clients["anna"].get(f"/teams/no-such-token/{door}").status_code in (302, 404), door
    assert four.clients["anna"].post("/teams/no-such-token/take/").status_code == 404
    for door in ("take/", "leave/", "arrange/", "ready/", "call-off/"):
        assert path_of(four.clients["anna"].get(f"{four.path}{door}")) == four.path
    answer: Any = four.clients["anna"].post(f"{four.path}arrange/", {"side": "terran", "do": "up-1"})
    assert answer.status_code == 400
    for do in ("", "up", "sell-1"):
        assert four.arrange("anna", "terran", do).status_code == 422


def test_links_of_free_seats_are_shown_to_their_side_alone(four: Four) -> None:
    four.take("clara", "talon", 0)
    tokens = {(seat.side, seat.place): seat.token for seat in TeamSeat.objects.all()}
    shown = unescape(four.clients["clara"].get(four.path).content.decode())
    assert tokens["talon", 1] in shown
    assert tokens["terran", 1] not in shown
    assert tokens["talon", 1] in unescape(four.clients["anna"].get(four.path).content.decode()), "who invites"
    stranger = unescape(browser(make_person("emil")).get(four.path).content.decode())
    assert not re.search("|".join(map(re.escape, tokens.values())), stranger)
