"""Fleets that both sides choose: sealed in secret and shown together, or ship by ship from one box (27, 33.2)."""

import importlib
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.test import Client
from django.utils import timezone

from accounts.models import Delivery, User
from battles.models import Battle, ChosenShip, DesignedBattle, Play, SealedFleet, TeamBattle
from battles.talon.choosing import designing
from battles.talon.choosing.designing import MOST_OPEN, ready_fleet
from battles.talon.choosing.reading import design_in, dice_of, drawn_in, sealed_in
from battles.talon.fleets.keeping import make_fleet, set_number
from battles.talon.play.playing import designs_of, teams_of
from engines.seam.commitments import commitment_of
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import class_of, classes_of
from engines.talon.fleets.lists import points
from engines.talon.fleets.own import OwnFleet
from engines.talon.set_ups.choosing import below_of, computers_fleet, drawn, list_refusals
from engines.talon.terms import aims_of, number_of_players
from engines.talon.terrain import talon_terrain
from tests.people import browser, make_person
from tests.site.config.test_golden_button import golden
from tests.site.seats import text

pytestmark = pytest.mark.django_db
FORM = {
    "how": "sealed",
    "size": "300",
    "side": "terran",
    "opponent": "link",
    "level": "ensign",
    "ground": "open",
}
CHANGING = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|nonce="[^"]+"|since=\d+')


@pytest.fixture
def anna() -> User:
    return make_person("anna")


@pytest.fixture
def ben() -> User:
    return make_person("ben")


def begun(by: Client, **fields: str) -> str:
    """The path of a battle that somebody designs."""
    answer = by.post("/design/", {**FORM, "edge": "talon", **fields})
    assert answer.status_code == 302, text(answer)
    return str(answer["Location"])


def row_of(path: str) -> DesignedBattle:
    return DesignedBattle.objects.get(token=path.split("/")[2])


def fleet(user: User, faction: Side, name: str = "Fleet", **ships: int) -> int:
    return make_fleet(user=user, name=name, fleet=OwnFleet(faction, 300, ships)).pk


def shown(client: Client, path: str) -> str:
    """The page without what differs from one request to the next."""
    answer = client.get(path)
    assert answer.status_code == 200
    return CHANGING.sub("", answer.content.decode())


@pytest.mark.every_view
def test_two_friends_choose_in_secret_and_the_battle_begins(anna: User, ben: User) -> None:
    hers, his = browser(anna), browser(ben)
    path = begun(hers, mode="base")
    assert "Send this link to your opponent" in text(hers.get(path))
    assert "anna challenges you" in text(his.get(path))
    assert "Each of you chooses a fleet in secret." in text(his.get(path))
    assert "<h1>Base Assault, 300 points</h1>" in his.get(path).content.decode()
    assert his.post(f"{path}accept/", {"entropy": "bens-part"}).status_code == 302
    row = row_of(path)
    settled = drawn_in(row)
    assert settled is not None
    defender = "talon" if settled.first == "terran" else "terran"
    clients: dict[Side, Client] = {"terran": hers, "talon": his}
    users: dict[Side, User] = {"terran": anna, "talon": ben}
    for side in SIDES:
        page = text(clients[side].get(path))
        assert re.search(r"The die shows [1-6]: (Terran|Talon) is the attacker\.", page)
        assert f"You have no fleet of {side.title()} ships yet." in page
        base = {"base": 1} if side == defender else {"destroyer": 2}
        assert "Put a new fleet together" in golden(clients[side], path)
        wrong = fleet(users[side], side, "Wrong", **({"destroyer": 2} if side == defender else {"base": 1}))
        right = fleet(users[side], side, "Right", **base)
        page = clients[side].get(path).content.decode()
        assert page.count('data-rule="29.7"') >= 2, "of the mode, and of what is wrong with a fleet"
        assert re.findall(r'value="(\d+)"\s+checked', page) == [str(right)], (
            "the only fleet that can be brought"
        )
        assert golden(clients[side], path) == ["Seal this fleet"]
        assert clients[side].post(f"{path}seal/", {"fleet": wrong}).status_code == 422
        assert row.sealed.count() == SIDES.index(side)
        assert clients[side].post(f"{path}seal/", {"fleet": right}).status_code == 302
    row.refresh_from_db()
    battle = Battle.objects.get()
    assert row.battle == battle
    assert (battle.terran_user, battle.talon_user) == (anna, ben)
    setup = battle.setup_document
    assert aims_of(setup)
    assert "base" in {unit.ship_class for unit in setup.force(defender)}  # type: ignore[arg-type]
    for client in (hers, his):
        page = text(client.get(path))
        assert "Both fleets are chosen" in page
        assert "2 Destroyers" in page
        assert "1 Base" in page
        assert row.seed in page
        assert client.get(f"/battles/{battle.pk}/play/").status_code == 200
    stranger = text(Client().get(path))
    assert "2 Destroyers" not in stranger


TEAMS = {"opponent": "teams", "terran_players": "3", "talon_players": "1"}


@pytest.mark.every_view
def test_teams_choose_by_their_first_players_and_then_take_their_seats(anna: User, ben: User) -> None:
    """25 and 27: who seals is the first of a side; the ships are divided where the seats are taken."""
    User.objects.update(webhook_url="https://example.org/hook")
    one, other = browser(anna), browser(ben)
    assert "Terran's players" in text(one.get("/design/"))
    path = begun(one, **TEAMS)
    assert "the first player of the other side" in text(one.get(path))
    assert "3 of Terran, 1 of Talon" in text(other.get(path))
    assert "It is a battle of teams" in text(other.get(path))
    other.post(f"{path}accept/")
    few, enough = fleet(anna, "terran", "Few", battleship=1), fleet(anna, "terran", destroyer=3)
    answer = one.post(f"{path}seal/", {"fleet": few})
    assert answer.status_code == 422
    assert "Terran has 3 players, and each needs a ship of their own" in text(answer)
    assert one.post(f"{path}seal/", {"fleet": enough}).status_code == 302
    assert "Destroyer" not in text(other.get(path))
    assert not TeamBattle.objects.exists()
    other.post(f"{path}seal/", {"fleet": fleet(ben, "talon", dreadnought=1)})
    row, team = row_of(path), TeamBattle.objects.get()
    assert (row.team, row.battle) == (team, None)
    assert [(seat.side, seat.name, bool(seat.units)) for seat in team.seats.all()] == [
        ("talon", "ben", True),
        ("terran", "anna", True),
        ("terran", "", True),
        ("terran", "", True),
    ]
    for client in (one, other):
        page = client.get(path)
        assert "3 Destroyers" in text(page)
        assert "1 Dreadnought" in text(page)
        assert f"/teams/{team.token}/" in page.content.decode()
    assert f"/teams/{team.token}/" not in Client().get(path).content.decode(), "the link lets anybody play"
    told = Delivery.objects.filter(subject="Both fleets are chosen")
    assert {row.user for row in told} == {anna, ben}
    assert other.post(f"{path}seal/", {"fleet": enough}).status_code in (404, 409)
    other.post(f"{path}withdraw/")
    assert not row_of(path).withdrawn
    assert designs_of(anna) == []
    assert [line.path for line in teams_of(anna)] == [f"/teams/{team.token}/"]
    for place in (1, 2):
        form = {"revision": TeamBattle.objects.get().revision, "side": "terran", "do": f"computer-{place}"}
        assert (
            one.post(f"/teams/{team.token}/arrange/", {**form, f"level{place}": "ensign"}).status_code == 302
        )
    for client in (one, other):
        revision = TeamBattle.objects.get().revision
        client.post(f"/teams/{team.token}/ready/", {"revision": revision, "ready": "yes"})
    battle = Battle.objects.get()
    assert (battle.teams, number_of_players(battle.setup_document, "terran")) == (True, 3)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"how": "in_turn", "faction": "terran", "edge": ""}, "Teams choose their ships in secret"),
        ({"way": "worker"}, "Teams play in the browser or at a table"),
        ({"terran_players": "1"}, "one side of a team battle has two players"),
    ],
)
def test_what_teams_cannot_agree_on_is_refused(anna: User, fields: dict[str, str], said: str) -> None:
    answer = browser(anna).post("/design/", {**FORM, "edge": "talon", **TEAMS, **fields})
    assert answer.status_code == 422
    assert said in text(answer)
    assert not DesignedBattle.objects.exists()


def test_teams_of_ones_own_design_fight_at_a_table(anna: User, ben: User) -> None:
    one, other = browser(anna), browser(ben)
    path = begun(one, **TEAMS, way="table")
    other.post(f"{path}accept/")
    one.post(f"{path}seal/", {"fleet": fleet(anna, "terran", destroyer=3)})
    other.post(f"{path}seal/", {"fleet": fleet(ben, "talon", dreadnought=1)})
    assert TeamBattle.objects.get().at_table


def test_a_side_learns_nothing_of_the_others_list_but_that_it_is_sealed(anna: User, ben: User) -> None:
    """Two battles that differ only in the hidden list, and in how it came about, answer everybody else alike."""
    hers, his, host = (
        browser(anna),
        browser(ben),
        browser(make_person("host", is_staff=True, is_superuser=True)),
    )
    path = begun(hers)
    his.post(f"{path}accept/")
    fleet(ben, "talon", "Known", dreadnought=1)
    row = row_of(path)
    hidden = fleet(anna, "terran", "Hammer", battleship=1)
    asked = [(his, path), (his, "/skirmish/"), (his, "/fleets/"), (Client(), path), (his, "/wars/")]
    asked += [(host, path), (host, f"/admin/battles/designedbattle/{row.pk}/change/")]
    before = {(id(client), place): shown(client, place) for client, place in asked}
    hers.post(f"{path}seal/", {"fleet": hidden})
    first = {(id(client), place): shown(client, place) for client, place in asked}
    assert "Opponent: sealed" in first[id(his), path]
    assert "Hammer" not in str(first)
    hers.post(f"{path}seal/", {"do": "take back"})
    assert {(id(client), place): shown(client, place) for client, place in asked} == before
    set_number(fleet_id=hidden, user=anna, key="battleship", number=0)
    set_number(fleet_id=hidden, user=anna, key="scout", number=2)
    other = fleet(anna, "terran", "Anvil", destroyer=3, light_cruiser=1)
    hers.post(f"{path}seal/", {"fleet": other})
    second = {(id(client), place): shown(client, place) for client, place in asked}
    assert first == second
    assert "Anvil" in shown(hers, path)


def test_a_sealed_list_is_a_copy_and_the_last_one_counts(anna: User, ben: User) -> None:
    hers, his = browser(anna), browser(ben)
    path = begun(hers)
    his.post(f"{path}accept/")
    number = fleet(anna, "terran", battleship=1)
    for _ in range(2):
        hers.post(f"{path}seal/", {"fleet": number})
    assert SealedFleet.objects.count() == 1
    set_number(fleet_id=number, user=anna, key="battleship", number=0)
    hers.post(f"/fleets/{number}/delete/")
    his.post(f"{path}seal/", {"fleet": fleet(ben, "talon", frigate=2)})
    assert [unit.ship_class for unit in Battle.objects.get().setup_document.terran] == ["battleship"]
    late = hers.post(f"{path}seal/", {"do": "take back"})
    assert late.status_code == 409
    assert "the battle has begun" in text(late)
    assert SealedFleet.objects.count() == 2


def test_whoever_seals_first_reads_that_the_other_does_not_see_it(anna: User, ben: User) -> None:
    for user, faction, other in ((anna, "terran", "ben"), (ben, "talon", "anna")):
        path = begun(browser(anna))
        browser(ben).post(f"{path}accept/")
        ships = {"scout": 1} if faction == "terran" else {"frigate": 1}
        client, number = browser(user), fleet(user, faction, **ships)  # type: ignore[arg-type]
        client.post(f"{path}seal/", {"fleet": number})
        assert f"{other} does not see it before both are sealed." in text(client.get(path))


def test_nobody_seals_for_another_or_another_players_fleet(anna: User, ben: User) -> None:
    hers, his, carl = browser(anna), browser(ben), browser(make_person("carl"))
    path = begun(hers)
    assert hers.post(f"{path}seal/", {"fleet": fleet(anna, "terran", scout=1)}).status_code == 422
    his.post(f"{path}accept/")
    theirs = fleet(ben, "terran", "Borrowed", battleship=1)
    assert hers.post(f"{path}seal/", {"fleet": theirs}).status_code == 422
    assert carl.post(f"{path}seal/", {"fleet": theirs}).status_code == 422
    assert carl.post(f"{path}accept/").status_code == 409
    assert Client().post(f"{path}seal/", {"fleet": theirs}).status_code == 302
    carl.post(f"{path}withdraw/")
    assert not row_of(path).withdrawn
    assert not SealedFleet.objects.exists()


def test_a_ready_fleet_is_brought_and_is_not_the_one_of_the_computer(anna: User) -> None:
    """R105: the computer's own list stays the one to which the site was committed."""
    client = browser(anna)
    path = begun(client, opponent="computer", mode="base", edge="")
    asked = text(client.get(path))
    assert "Dice decide first who is the attacker and who has the top edge and the initiative." in asked
    client.post(f"{path}accept/")
    assert "Bring a ready fleet" in text(client.get(path))
    assert client.post(f"{path}seal/", {"do": "ready"}).status_code == 302
    row, battle = row_of(path), Battle.objects.get()
    ready, computers = ready_fleet(row, "terran"), sealed_in(row.sealed.get(side="talon"))
    settled = drawn_in(row)
    assert settled is not None
    assert list(list_refusals(design_in(row), settled, "terran", ready)) == []
    assert sealed_in(row.sealed.get(side="terran")) == ready
    assert sorted(unit.ship_class for unit in battle.setup_document.terran) == sorted(ready.keys("terran"))
    assert computers == computers_fleet(
        design_in(row), settled, "talon", below_of(dice_of(row, "fleet"), "fleet")
    )
    assert not anna.fleets.exists()


def test_the_page_of_a_fleet_leads_back_to_the_battle_before_it_has_a_ship(anna: User) -> None:
    client = browser(anna)
    path = begun(client, opponent="computer")
    client.post(f"{path}accept/")
    form = client.get("/fleets/?faction=terran&limit=300&size=300").context["form"]
    assert form["name"].value() == "Fleet 1"
    client.post("/fleets/", {"name": "Fleet 1", "faction": "terran", "size": "300", "limit": ""})
    page = client.get(f"/fleets/{anna.fleets.get().pk}/").content.decode()
    assert f'href="{path}">Back to the battle: against the computer</a>' in page
    assert client.get("/fleets/").context["form"]["name"].value() == "Fleet 2"


def test_the_computers_list_follows_from_the_dice_alone(anna: User) -> None:
    """R105: whatever the player seals, the computer's fleet is the one to which the site was committed."""
    client = browser(anna)
    path = begun(client, opponent="computer")
    page = text(client.get(path))
    assert "Choose the ships" in page
    assert row_of(path).commitment in page
    client.post(f"{path}accept/", {"entropy": "annas-part"})
    row = row_of(path)
    settled = drawn_in(row)
    assert settled is not None
    expected = computers_fleet(design_in(row), settled, "talon", below_of(dice_of(row, "fleet"), "fleet"))
    assert client.post(f"{path}seal/", {"fleet": fleet(anna, "terran", scout=1)}).status_code == 302
    battle = Battle.objects.get()
    assert battle.talon_user.is_computer
    brought = sorted(unit.ship_class for unit in battle.setup_document.talon)
    assert brought == sorted(expected.keys("talon"))
    assert commitment_of(f"design:{row.token}", row.seed) == row.commitment
    assert drawn(design_in(row), dice_of(row, "parts")) == drawn_in(row)
    assert "annas-part" in text(client.get(path))
    assert Play.objects.get().battle == battle


@pytest.mark.parametrize("opponent", ["computer", "one_screen"])
def test_both_choose_in_turn_from_one_box(anna: User, opponent: str) -> None:
    client = browser(anna)
    path = begun(client, how="in_turn", faction="talon", opponent=opponent)
    client.post(f"{path}accept/")
    row, turns = row_of(path), 0
    while row.battle_id is None:
        page = client.get(path).content.decode()
        assert "your turn" in text(client.get(path))
        number = re.findall(r'name="number" value="(\d+)"', page)[0]
        ships = re.findall(r'name="ship" value="(\w*)"', page)
        chosen = {"number": number, "ship": ships[-2] if ships[-1] == "" and len(ships) > 1 else ships[-1]}
        made = row.choices.count()
        assert client.post(f"{path}choose/", chosen).status_code == 302
        after = row.choices.count()
        assert after > made
        client.post(f"{path}choose/", chosen)
        assert row.choices.count() == after, "the same press twice is one choice"
        row.refresh_from_db()
        turns += 1
        assert turns < 20
    setup = Battle.objects.get().setup_document
    settled = drawn_in(row)
    assert settled is not None
    assert setup.initiative == settled.initiative
    assert ChosenShip.objects.earliest("number").side != settled.initiative
    for side in SIDES:
        assert {class_of(side, unit).faction for unit in setup.force(side)} == {"talon"}
        assert points(setup.force(side), side) <= 300
    assert "Both fleets are chosen" in text(client.get(path))


@pytest.mark.parametrize("faction", SIDES)
def test_the_figures_are_those_of_the_ships_that_are_chosen(anna: User, faction: Side) -> None:
    """33.2: a side that chooses from the other's box sees the other's ships, each of which has a figure."""
    drawn_figures = set(re.findall(r'id="([a-z]+-\w+)"', Path("static/svg/ships.svg").read_text("utf-8")))
    client = browser(anna)
    path = begun(client, how="in_turn", faction=faction, opponent="one_screen")
    client.post(f"{path}accept/")
    turns = set()
    for number in (1, 2):
        page = client.get(path).content.decode()
        turns |= set(re.findall(r'class="ship ship-(\w+) ship-s"', page))
        figures = re.findall(r'#([\w-]+)"/></svg>', page.partition("<tbody>")[2])
        assert set(figures) == {f"{faction}-{kind.key}" for kind in classes_of(faction)}
        assert set(figures) <= drawn_figures
        ship = "destroyer" if number == 1 else "battle_cruiser"
        client.post(f"{path}choose/", {"number": str(number), "ship": ship})
    assert turns == set(SIDES)


def test_out_of_turn_or_against_the_rules_nothing_is_chosen(anna: User, ben: User) -> None:
    hers, his = browser(anna), browser(ben)
    path = begun(hers, how="in_turn", faction="terran", size="200")
    assert "You choose your ships in turn." in text(his.get(path))
    his.post(f"{path}accept/")
    row = row_of(path)
    settled = drawn_in(row)
    assert settled is not None
    turn, waits = (his, hers) if settled.initiative == "terran" else (hers, his)
    assert "chooses a ship" in text(waits.get(path))
    early = waits.post(f"{path}choose/", {"number": "1", "ship": "scout"})
    assert (early.status_code, "not your turn" in text(early)) == (422, True)
    wrong = turn.post(f"{path}choose/", {"number": "1", "ship": "transport"})
    assert "Last Ship Standing asks for no transport." in text(wrong)
    assert "Last Ship Standing, 200 points" in text(turn.get(path))
    assert turn.post(f"{path}choose/", {"number": "1", "ship": ""}).status_code == 422
    assert turn.post(f"{path}choose/", {"number": "1", "ship": "dreadnought"}).status_code == 404
    assert turn.post(f"{path}choose/", {"ship": "scout"}).status_code == 404
    assert not row.choices.exists()
    assert turn.post(f"{path}choose/", {"number": "1", "ship": "scout"}).status_code == 302
    assert "your turn" in text(waits.get(path))
    assert "1 Scout" in text(waits.get(path))
    waits.post(f"{path}choose/", {"number": "2", "ship": "battleship"})
    turn.post(f"{path}choose/", {"number": "3", "ship": "battleship"})
    assert "points too many" in text(waits.get(path))
    assert "Last Ship Standing asks for no base." in text(waits.get(path))
    turn.post(f"{path}seal/", {"fleet": fleet(anna, "terran", scout=1)})
    assert not SealedFleet.objects.exists()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"size": ""}, "Choose a size, or say"),
        ({"size": "", "limit": "43"}, "choose 44 points or more"),
        ({"how": "in_turn", "mode": "invasion"}, "asks for 2 transports"),
        ({"mode": "convoy"}, "may spend 200 points at most."),
        ({"opponent": "one_screen"}, "Choose the ships in turn, or play the computer"),
        ({"how": "openly"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_agreed_on_is_refused(anna: User, fields: dict[str, str], said: str) -> None:
    answer = browser(anna).post("/design/", {**FORM, **fields})
    assert answer.status_code == 422
    assert said in text(answer)
    assert not DesignedBattle.objects.exists()


def test_a_guest_designs_one_and_another_accepts() -> None:
    first, second = Client(), Client()
    path = begun(first, limit="450", size="", ground="rolled", edge="")
    assert second.post(f"{path}accept/").status_code == 302
    assert second.post(f"{path}accept/").status_code == 302
    row = row_of(path)
    assert row.user.is_guest
    assert row.rival is not None
    assert row.rival.is_guest
    assert re.search(r"(Terran|Talon) has the initiative\.", text(first.get(path)))
    assert path in first.get("/skirmish/").content.decode()
    assert path in second.get("/skirmish/").content.decode()
    assert first.post(f"{path}accept/").status_code == 302
    made = first.post("/fleets/", {"name": "Line", "faction": "terran", "size": "300"})["Location"]
    first.post(made, {"count": "scout:1"})
    assert path in first.get(made).content.decode()
    link = first.get(path).content.decode().partition('href="/fleets/?')[2].partition('"')[0]
    form = first.get(f"/fleets/?{link.replace('&amp;', '&')}").content.decode()
    assert 'value="450"' in form


def test_ones_own_link_is_not_accepted_and_a_battle_called_off_is_closed(anna: User, ben: User) -> None:
    hers, his = browser(anna), browser(ben)
    path = begun(hers)
    assert hers.post(f"{path}accept/").status_code == 422
    assert his.post(f"{path}accept/", {"entropy": "no blanks, please"}).status_code == 422
    assert row_of(path).rival is None
    hers.post(f"{path}withdraw/")
    hers.post(f"{path}withdraw/")
    assert his.post(f"{path}accept/").status_code == 409
    assert "was called off" in text(his.get(path))
    assert path not in hers.get("/skirmish/").content.decode()
    assert Client().get("/design/no-such-token/").status_code == 404


def test_there_is_a_limit(anna: User) -> None:
    client = browser(anna)
    for _ in range(MOST_OPEN):
        begun(client)
    assert "Withdraw one first." in text(client.post("/design/", FORM))


def test_what_takes_a_post_alone_leads_back_to_the_page(anna: User) -> None:
    client = browser(anna)
    path = begun(client)
    for end in ("accept/", "seal/", "choose/", "withdraw/"):
        answer = client.get(path + end)
        assert (answer.status_code, answer["Location"]) == (302, path)
        assert client.put(path + end).status_code == 405
    assert (row_of(path).rival, row_of(path).withdrawn) == (None, False)


def test_terrain_is_rolled_when_the_battle_begins_and_not_before(anna: User, ben: User) -> None:
    """27: both lists, then the map."""
    hers, his = browser(anna), browser(ben)
    path = begun(hers, ground="rolled")
    his.post(f"{path}accept/")
    assert b"pattern" not in bytes(row_of(path).design)
    hers.post(f"{path}seal/", {"fleet": fleet(anna, "terran", scout=1)})
    his.post(f"{path}seal/", {"fleet": fleet(ben, "talon", frigate=1)})
    assert talon_terrain(Battle.objects.get().setup_document.terrain).every_pattern


def with_mail(user: User) -> None:
    """Let the user have messages by e-mail."""
    User.objects.filter(pk=user.pk).update(email=f"{user.username}@example.org", wants_email=True)
    EmailAddress.objects.create(user=user, email=f"{user.username}@example.org", verified=True)


def test_who_waits_for_whom_is_told_once_and_says_nothing_of_the_list(
    anna: User, ben: User, settings: Any
) -> None:
    """By e-mail and the other channels that a player wants."""
    settings.HAS_MAIL = True
    with_mail(anna)
    with_mail(ben)
    hers, his = browser(anna), browser(ben)
    path = begun(hers)
    his.post(f"{path}accept/")
    for number in (fleet(anna, "terran", "Hammer", battleship=1), fleet(anna, "terran", "Anvil", scout=1)):
        hers.post(f"{path}seal/", {"fleet": number})
    told = [(one.user.username, one.body, one.path) for one in Delivery.objects.order_by("pk")]
    assert told == [
        ("anna", "ben has accepted your battle. Choose your ships.", path),
        ("ben", "anna has sealed a fleet, and waits for yours.", path),
    ]
    for _ in range(2):
        hers.post(f"{path}withdraw/")
    last = Delivery.objects.order_by("pk")[2:]
    assert [(one.user.username, one.subject, one.body) for one in last] == [
        ("ben", "Called off", "anna has called your battle off.")
    ]


def test_a_player_who_was_away_is_told_that_the_other_has_chosen(
    anna: User, ben: User, settings: Any
) -> None:
    """Not at each choice: two who are both there need no message."""
    settings.HAS_MAIL = True
    with_mail(anna)
    with_mail(ben)
    clients = {"anna": browser(anna), "ben": browser(ben)}
    path = begun(clients["anna"], how="in_turn", faction="terran")
    clients["ben"].post(f"{path}accept/")

    def choose(number: int) -> int:
        before = Delivery.objects.count()
        for client in clients.values():
            client.post(
                f"{path}choose/", {"number": str(number), "ship": "destroyer" if number == 1 else "scout"}
            )
        return Delivery.objects.count() - before

    assert choose(1) == 1
    assert choose(2) == 0
    ChosenShip.objects.update(chosen_at=timezone.now() - timedelta(minutes=11))
    assert choose(3) == 1


def test_my_wars_lists_what_is_to_be_chosen(anna: User, ben: User) -> None:
    hers, his = browser(anna), browser(ben)
    path = begun(hers)
    his.post(f"{path}accept/")
    for client, rival in ((hers, "ben"), (his, "anna")):
        page = client.get("/wars/")
        assert path in page.content.decode()
        assert f"Choose the ships against {rival}" in text(page)


def both_sealed(anna: User, ben: User, **fields: str) -> str:
    """A battle of which both fleets are chosen."""
    hers, his = browser(anna), browser(ben)
    path = begun(hers, **fields)
    his.post(f"{path}accept/")
    hers.post(f"{path}seal/", {"fleet": fleet(anna, "terran", destroyer=3)})
    his.post(f"{path}seal/", {"fleet": fleet(ben, "talon", dreadnought=1)})
    return path


@pytest.mark.parametrize("kind", ["battle", "teams"])
def test_with_its_battle_a_design_goes_too(anna: User, ben: User, kind: str) -> None:
    """Without it, it would read as if the fleets were still being chosen."""
    path = both_sealed(anna, ben, **(TEAMS if kind == "teams" else {}))
    assert row_of(path).is_chosen
    (TeamBattle if kind == "teams" else Battle).objects.get().delete()
    assert not DesignedBattle.objects.exists()
    assert browser(anna).get(path).status_code == 404
    assert designs_of(anna) == designs_of(ben) == []


def test_designs_whose_battle_was_deleted_before_are_called_off_by_the_migration(
    anna: User, ben: User
) -> None:
    """One whose fleets are still being chosen stays open."""
    alone = row_of(both_sealed(anna, ben))
    DesignedBattle.objects.filter(pk=alone.pk).update(battle=None)
    choosing = row_of(begun(browser(anna)))
    importlib.import_module("battles.migrations.0038_designs_go_with_their_battle").withdraw(apps, None)
    assert set(DesignedBattle.objects.filter(DesignedBattle.OPEN)) == {choosing}
    alone.refresh_from_db()
    assert alone.withdrawn


def test_the_part_that_changes_comes_alone(anna: User) -> None:
    client = browser(anna)
    path = begun(client, opponent="computer")
    htmx: Any = {"headers": {"HX-Request": "true"}}
    part = client.get(path, **htmx).content.decode()
    assert "Choose the ships" in part
    assert "<h1" not in part
    with pytest.raises(Refused):
        designing.seal_fleet(token=row_of(path).token, user=anna, fleet_id=fleet(anna, "terran", scout=1))
    assert msgspec.json.decode(bytes(row_of(path).design))["size"] == 300
