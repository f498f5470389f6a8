"""One's own fleets: put together, kept, refused with the rule, shown by a link, copied, and taken into a battle."""

from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.test import Client

from accounts.models import User
from battles.kept_fleets import MOST_FLEETS
from battles.models import Battle, SavedFleet
from battles.talon.fleets import keeping
from battles.talon.fleets.keeping import fleet_in, make_fleet
from battles.talon.fleets.page import enemy_for, play_query
from battles.talon.skirmish.form import SkirmishForm
from engines.seam.sides import Side
from engines.talon.fleets.lists import points
from engines.talon.fleets.own import OwnFleet, fleet_refusals
from tests.people import browser, make_person
from tests.site.seats import text

pytestmark = pytest.mark.django_db
NEW = {"name": "Home fleet", "faction": "terran", "size": "300"}
HTMX: dict[str, Any] = {"headers": {"HX-Request": "true"}}


@pytest.fixture
def anna() -> User:
    return make_person("anna")


def kept(user: User, name: str = "Home fleet", size: int = 300, **ships: int) -> SavedFleet:
    return make_fleet(user=user, name=name, fleet=OwnFleet("terran", size, ships))


def ships_of(row: SavedFleet) -> dict[str, int]:
    row.refresh_from_db()
    return dict(fleet_in(row).ships)


def test_a_guest_makes_a_fleet_and_adds_ships() -> None:
    client = Client()
    assert "No ships" not in text(client.get("/fleets/"))
    path = client.post("/fleets/", NEW)["Location"]
    row = SavedFleet.objects.get()
    assert (row.user.is_guest, path) == (True, f"/fleets/{row.pk}/")
    page = text(client.get(path))
    assert "0 points spent, 300 left" in page
    assert "Anti-matter torpedo" in page
    assert client.post(path, {"count": "battleship:1"}).status_code == 302
    assert "28 points too many" in text(client.get(path))
    answer = client.post(path, {"count": "destroyer:1"}, **HTMX)
    assert "249 points spent, 51 left" in text(answer)
    assert "<h1" not in answer.content.decode()
    assert ships_of(row) == {"destroyer": 1, "battleship": 1}
    assert "1 Destroyer, 1 Battleship" in text(client.get("/fleets/"))


def test_the_same_press_twice_is_one_change(anna: User) -> None:
    row, client = kept(anna), browser(anna)
    for _ in range(2):
        client.post(f"/fleets/{row.pk}/", {"count": "destroyer:2"})
    assert ships_of(row) == {"destroyer": 2}
    assert row.version == 2


@pytest.mark.parametrize(
    ("size", "ships", "press", "refused"),
    [
        (300, {"battleship": 1}, "battle_cruiser:1", ("That is 28 points too many: 300 are allowed.", "27")),
        (900, {"scout": 2}, "scout:3", ("A box has counters for 2 Scouts.", "31.6")),
        (900, {"base": 1}, "base:2", ("A side has one base at most.", "31.2")),
        (
            900,
            {"carrier": 1, "fighter": 4},
            "fighter:5",
            ("There is room for 4 squadrons, not for 5: each carrier or base", "27"),
        ),
        (
            900,
            {"carrier": 1, "fighter": 1},
            "carrier:0",
            ("Without a carrier or base there is no room for squadrons.", "27"),
        ),
    ],
)
def test_what_the_rules_forbid_is_refused_with_the_rule(
    anna: User, size: int, ships: dict[str, int], press: str, refused: tuple[str, str]
) -> None:
    words, rule = refused
    row = make_fleet(user=anna, name="Home fleet", fleet=OwnFleet("terran", size, ships))
    client = browser(anna)
    answer = client.post(f"/fleets/{row.pk}/", {"count": press})
    assert answer.status_code == 422
    assert words in text(answer)
    assert f'data-rule="{rule}"' in answer.content.decode()
    assert words in text(client.post(f"/fleets/{row.pk}/", {"count": press}, **HTMX))
    assert ships_of(row) == ships


@pytest.mark.parametrize("press", ["", "dreadnought:1", "battleship:x", "battleship:-1", "battleship:999"])
def test_what_no_button_sends_is_not_found(anna: User, press: str) -> None:
    row = kept(anna)
    assert browser(anna).post(f"/fleets/{row.pk}/", {"count": press}).status_code == 404


def test_a_fleet_is_its_players_alone(anna: User) -> None:
    row, ben = kept(anna, battleship=1), browser(make_person("ben"))
    path = f"/fleets/{row.pk}/"
    assert ben.get(path).status_code == 404
    assert ben.post(path, {"count": "scout:1"}).status_code == 404
    for end in ("change/", "copy/", "delete/", "share/"):
        assert ben.post(path + end, {"name": "Mine", "size": "300", "do": "share"}).status_code == 404
        assert Client().post(path + end).status_code == 302
    assert "Home fleet" not in ben.get("/fleets/").content.decode()
    assert ships_of(row) == {"battleship": 1}
    assert row.share_token is None


def test_name_and_size_are_changed(anna: User) -> None:
    row, client = kept(anna, battleship=1), browser(anna)
    kept(anna, name="Other")
    change = f"/fleets/{row.pk}/change/"
    assert client.post(change, {"name": "Line", "size": "", "limit": "450"}).status_code == 302
    row.refresh_from_db()
    assert (row.name, fleet_in(row).size) == ("Line", 450)
    assert 'value="450"' in client.get(f"/fleets/{row.pk}/").content.decode()
    answer = client.post(change, {"name": "New", "size": "", "limit": "193"})
    assert "That is 1 point too many: 193 are allowed. [27]" in text(answer)
    assert "You have a fleet called Other." in text(client.post(change, {"name": "Other", "size": "300"}))
    assert "Choose a size" in text(client.post(change, {"name": "New"}))
    great = text(client.post(change, {"name": "New", "size": "", "limit": "2001"}))
    assert "Choose at most 2000 points." in great
    assert "(optional)" not in great
    row.refresh_from_db()
    assert row.name == "Line"


def test_what_takes_a_post_alone_leads_back_to_the_page(anna: User) -> None:
    """As when a page with a refusal is opened again, or somebody has signed in first."""
    row, client = kept(anna, battleship=1), browser(anna)
    token, path = keeping.share_fleet(fleet_id=row.pk, user=anna), f"/fleets/{row.pk}/"
    led = {f"{path}{end}": path for end in ("change/", "copy/", "delete/", "share/")}
    led[f"/fleets/shared/{token}/copy/"] = f"/fleets/shared/{token}/"
    for address, back in led.items():
        for who in (client, Client()):
            answer = who.get(address)
            assert (answer.status_code, answer["Location"]) == (302, back)
        assert client.put(address).status_code == 405
    assert SavedFleet.objects.get().share_token == token


def test_a_copy_is_one_fleet_however_often_the_button_is_pressed(anna: User) -> None:
    row, client = kept(anna, battleship=1), browser(anna)
    first = client.post(f"/fleets/{row.pk}/copy/")["Location"]
    assert client.post(f"/fleets/{row.pk}/copy/")["Location"] == first
    copied = SavedFleet.objects.get(name="Home fleet (copy)")
    client.post(first, {"count": "destroyer:1"})
    assert ships_of(row) == {"battleship": 1}
    assert client.post(f"/fleets/{row.pk}/copy/")["Location"] != first
    assert ships_of(copied) == {"destroyer": 1, "battleship": 1}
    assert SavedFleet.objects.filter(name="Home fleet (copy) 2").exists()


def test_it_is_deleted(anna: User) -> None:
    row, client = kept(anna), browser(anna)
    assert client.post(f"/fleets/{row.pk}/delete/")["Location"] == "/fleets/"
    assert not SavedFleet.objects.exists()
    assert client.post(f"/fleets/{row.pk}/delete/").status_code == 404


@pytest.mark.every_view
def test_a_link_shows_it_until_it_is_withdrawn(anna: User) -> None:
    row, client = kept(anna, battleship=1), browser(anna)
    client.post(f"/fleets/{row.pk}/share/", {"do": "share"})
    row.refresh_from_db()
    path = f"/fleets/shared/{row.share_token}/"
    assert len(row.share_token or "") == 43
    assert path in client.get(f"/fleets/{row.pk}/").content.decode()
    visitor = Client()
    page = text(visitor.get(path))
    assert "Fleet by anna" in page
    assert "194 points: 1 Battleship" in page
    assert "Scout" not in page
    assert visitor.get(path)["X-Robots-Tag"] == "noindex, nofollow"
    copied = visitor.post(f"{path}copy/")
    assert visitor.post(f"{path}copy/")["Location"] == copied["Location"]
    guests = SavedFleet.objects.exclude(user=anna).get()
    assert (guests.name, ships_of(guests), guests.share_token) == ("Home fleet", {"battleship": 1}, None)
    client.post(f"/fleets/{row.pk}/share/", {"do": "withdraw"})
    assert visitor.get(path).status_code == 404
    assert visitor.post(f"{path}copy/").status_code == 404
    assert ships_of(guests) == {"battleship": 1}


def test_there_is_a_limit(anna: User) -> None:
    for number in range(MOST_FLEETS):
        kept(anna, name=f"Fleet {number}")
    answer = browser(anna).post("/fleets/", NEW)
    assert answer.status_code == 422
    assert f"You have {MOST_FLEETS} fleets. Delete one" in text(answer)


def test_who_would_win_is_estimated_at_once(anna: User) -> None:
    row, client = kept(anna, size=900, battleship=3, battle_cruiser=2), browser(anna)
    weak = make_fleet(user=anna, name="Patrol", fleet=OwnFleet("talon", 300, {"frigate": 1}))
    mirrored = kept(anna, name="Scouts", scout=1)
    empty = kept(anna, name="Nothing")
    theirs = kept(make_person("ben"), name="Hidden", battleship=1)
    path = f"/fleets/{row.pk}/"
    page = client.get(path).content.decode()
    assert "Patrol (Talon, 44 points)" in page
    assert "Nothing (" not in page
    assert "Hidden" not in page
    answer = text(client.get(path, {"against": f"fleet:{weak.pk}"}, **HTMX))
    assert "Against Patrol (44 points) this fleet of 850 points wins" in answer
    won = int(answer.partition("wins ")[2].split()[0])
    lost = int(answer.partition("loses ")[2].split()[0].strip(";."))
    assert 90 < won <= 100 - lost
    assert (f"nobody wins the other {100 - won - lost}." in answer) == (won + lost < 100)
    assert "is off by" in answer
    assert "Against Talon in " in text(client.get(path, {"against": "scenario:12"}, **HTMX))
    assert "Scouts (" not in page
    for wrong in (
        f"fleet:{empty.pk}",
        f"fleet:{mirrored.pk}",
        f"fleet:{theirs.pk}",
        "scenario:99",
        "fleet:x",
        "nonsense",
        "",
    ):
        shown = client.get(path, {"against": wrong}, **HTMX)
        assert shown.status_code == 200
        assert "wins" not in text(shown)


def test_a_battle_is_begun_with_it(anna: User) -> None:
    row, client = kept(anna, battleship=1, destroyer=1), browser(anna)
    page = client.get(f"/fleets/{row.pk}/").content.decode()
    link = page.partition('href="/skirmish/?')[2].partition('"')[0].replace("&amp;", "&")
    form = client.get(f"/skirmish/?{link}")
    assert "Terran 2 units, 249 of 300 points" in text(form)
    fields = dict(parse_qsl(link))
    assert f'value="{fields["title"]}"' in form.content.decode()
    chosen = {**fields, "opponent": "one_screen", "level": "ensign", "ground": "open"}
    assert client.post("/skirmish/", chosen).status_code == 302
    setup = Battle.objects.get().setup_document
    assert sorted(unit.ship_class for unit in setup.terran) == ["battleship", "destroyer"]
    assert 200 < points(setup.talon, "talon") <= 249
    assert setup.place == "Home fleet"


@pytest.mark.parametrize(
    ("faction", "size", "ships"),
    [
        ("terran", 30, {"scout": 1}),
        ("talon", 44, {"frigate": 1}),
        ("terran", 300, {"base": 1}),
        ("talon", 450, {"dreadnought": 1, "destroyer": 2}),
        ("terran", 2000, {"battleship": 3, "carrier": 1, "fighter": 4, "scout": 2}),
    ],
)
def test_an_enemy_for_any_fleet_is_one_that_can_fight(
    faction: Side, size: int, ships: dict[str, int]
) -> None:
    own = OwnFleet(faction, size, ships)
    enemy = enemy_for(own)
    assert enemy == enemy_for(own)
    assert (enemy.faction == faction, enemy.is_armed, list(fleet_refusals(enemy))) == (False, True, [])
    assert enemy.cost <= max(own.cost, 44)
    link = dict(parse_qsl(play_query("Home fleet", own)))
    form = SkirmishForm({**link, "opponent": "computer", "level": "ensign", "ground": "open"})
    assert form.is_valid(), form.errors


def test_nothing_in_the_desk_tells_which_ships_they_are(anna: User) -> None:
    row = kept(anna, battleship=1)
    keeping.share_fleet(fleet_id=row.pk, user=anna)
    row.refresh_from_db()
    host = browser(make_person("host", is_staff=True, is_superuser=True))
    page = host.get(f"/admin/battles/savedfleet/{row.pk}/change/", follow=True).content.decode()
    assert "battleship" not in page
    assert str(row.share_token) not in page
