"""Fleets of Warfleets: put together, kept as they are, refused with the rule, shown by a link, copied and printed."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import PaperSheet, User
from battles.kept_fleets import MOST_FLEETS, numbered
from battles.models import WarfleetsFleet
from battles.warfleets import keeping
from battles.warfleets.keeping import MOST_SHIPS, fleet_in, make_fleet
from engines.seam.refusals import Refused
from engines.warfleets.building import refusals
from engines.warfleets.cards import words
from engines.warfleets.catalogue import catalogue
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron
from tests.people import browser, make_person
from tests.site.seats import text

pytestmark = pytest.mark.django_db
HTMX: dict[str, Any] = {"headers": {"HX-Request": "true"}}
ANVIL = Ship(
    "Anvil",
    "heavy",
    ("armored-plating", "shield-booster"),
    (Mount("front", "plasma-cannon"), Mount("sides", "weapon-batteries")),
    "ace-commander",
    "vanguard",
)
GUARD = Fleet("Home Guard", (ANVIL,), (Squadron("Sparks", "fighter"),))


@pytest.fixture
def anna() -> User:
    return make_person("anna")


def kept(user: User, fleet: Fleet = GUARD, points: int = 300) -> WarfleetsFleet:
    return make_fleet(user=user, fleet=fleet, points=points)


def sent(fleet: Fleet, points: int = 300, version: int = 1, **more: str) -> dict[str, Any]:
    """What a browser sends of the form of a fleet."""
    data: dict[str, Any] = {"name": fleet.name, "points": str(points), "version": str(version), "do": "save"}
    for place, ship in enumerate(fleet.ships):
        key = f"ship-{place}"
        data |= {f"{key}-name": ship.name, f"{key}-size": ship.size, f"{key}-upgrades": list(ship.upgrades)}
        data |= {f"{key}-hero": ship.hero, f"{key}-title": ship.title}
        data |= {f"{key}-front": "", f"{key}-sides": "", f"{key}-rear": ""}
        data |= {f"{key}-{mount.facing}": mount.weapon for mount in ship.weapons}
    for place, one in enumerate(fleet.squadrons):
        data |= {f"squadron-{place}-name": one.name, f"squadron-{place}-kind": one.kind}
    return data | more


def now(row: WarfleetsFleet) -> Fleet:
    row.refresh_from_db()
    return fleet_in(row)


@pytest.mark.every_view
def test_a_guest_puts_a_fleet_together_without_script() -> None:
    client = Client()
    assert "play a battle with it in the browser" in text(client.get("/warfleets/"))
    path = client.post("/warfleets/", {"name": "Home Guard", "points": "300"})["Location"]
    row = WarfleetsFleet.objects.get()
    assert (row.user.is_guest, path) == (True, f"/warfleets/{row.pk}/")
    page = text(client.get(path))
    assert "0 of 300 points" in page
    assert "The fleet has no ship. It needs at least one. WF15" in page
    assert client.post(path, sent(Fleet("Home Guard"), do="add-heavy")).status_code == 302
    assert now(row) == Fleet("Home Guard", (Ship("Heavy Ship 1", "heavy"),))
    assert "All 4 places must be filled. WF6" in text(client.get(path))
    assert client.post(path, sent(now(row), version=row.version, do="add-fighter")).status_code == 302
    assert now(row).squadrons == (Squadron("Fighter Squadron 1", "fighter"),)
    assert client.post(path, sent(GUARD, version=row.version)).status_code == 302
    assert now(row) == GUARD
    shown = client.post(path, sent(GUARD, version=row.version, do="cards"))
    assert shown["Location"] == f"{path}cards/"
    page = text(client.get(path))
    assert "110 of 300 points" in page
    assert "The fleet may be played." in page
    line = text(client.get("/warfleets/"))
    assert "110 of 300 points" in line
    assert "May be played" in line


def test_the_page_sends_back_what_it_shows(anna: User) -> None:
    """Every part that the document has is chosen in the form, so that saving it unchanged changes nothing."""
    row = kept(anna)
    html = browser(anna).get(f"/warfleets/{row.pk}/").content.decode()
    chosen = re.findall(r'<option value="([a-z-]+)" selected', html)
    assert chosen == ["ace-commander", "vanguard", "plasma-cannon", "weapon-batteries", "fighter"]
    assert re.findall(r'value="([a-z-]+)"\s+checked', html) == ["armored-plating", "shield-booster"]
    assert browser(anna).post(f"/warfleets/{row.pk}/", sent(GUARD)).status_code == 302
    row.refresh_from_db()
    assert row.version == 1


def test_totals_and_refusals_are_told_before_it_is_saved(anna: User) -> None:
    row = kept(anna)
    answer = browser(anna).post(f"/warfleets/{row.pk}/", sent(GUARD, points=100), **HTMX)
    said = text(answer)
    assert "110 of 100 points" in said
    assert "10 more than the game allows. W3" in said
    assert "Heroes: 1." in said
    assert "<h1" not in answer.content.decode()
    row.refresh_from_db()
    assert (row.points, row.version) == (300, 1)


def test_a_fleet_that_the_rules_refuse_is_kept_and_printed_as_such(anna: User) -> None:
    row, client = kept(anna), browser(anna)
    double = Fleet(
        "Home Guard", (Ship("", "light", ("warp-drive",)), Ship("Anvil", "light"), Ship("Anvil", "heavy"))
    )
    assert client.post(f"/warfleets/{row.pk}/", sent(double)).status_code == 302
    assert now(row) == double
    page, cards = text(client.get(f"/warfleets/{row.pk}/")), text(client.get(f"/warfleets/{row.pk}/cards/"))
    for refusal in refusals(double, 300):
        assert f"{refusal.reason} {refusal.rule}" in page
        assert f"{refusal.reason} {refusal.rule}" in cards
    assert "It may not be played yet" in cards


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": ""}, "Give the fleet a name."),
        ({"points": "39"}, "Choose at least 40 points."),
        ({"points": "1501"}, "Choose at most 1500 points."),
        ({"ship-0-name": "x" * 20_000}, "The fleet is too large to be saved: shorten its names."),
        ({"ship-0-name": "x" * 61}, "The name of ship 1 has 61 characters; at most 60 are possible."),
        ({"ship-0-name": "\u202e"}, "The name of ship 1 holds a mark that changes the direction"),
        ({"name": "Second"}, "You have a fleet called Second. Choose another name."),
    ],
)
def test_what_is_refused_stays_in_the_form(anna: User, wrong: dict[str, Any], said: str) -> None:
    row = kept(anna)
    kept(anna, Fleet("Second"))
    entered = Fleet("Home Guard", (ANVIL, Ship("Entered", "light")))
    answer = browser(anna).post(f"/warfleets/{row.pk}/", sent(entered, **wrong))
    assert answer.status_code == 422
    assert said in text(answer)
    assert 'value="Entered"' in answer.content.decode()
    assert now(row) == GUARD


def test_two_windows_do_not_overwrite_each_other_unasked(anna: User) -> None:
    row, client = kept(anna), browser(anna)
    path, other = f"/warfleets/{row.pk}/", Fleet("Home Guard", (ANVIL,))
    assert client.post(path, sent(other)).status_code == 302
    mine = Fleet("Home Guard", (ANVIL, Ship("Late", "light")))
    answer = client.post(path, sent(mine))
    assert answer.status_code == 422
    assert "changed in another window" in text(answer)
    assert 'value="Late"' in answer.content.decode()
    assert now(row) == other
    found = re.search(r'name="version" value="(\d+)"', answer.content.decode())
    assert found is not None
    assert client.post(path, sent(mine, version=int(found[1]))).status_code == 302
    assert now(row) == mine


def test_a_model_is_taken_away(anna: User) -> None:
    row, client = kept(anna), browser(anna)
    client.post(f"/warfleets/{row.pk}/", sent(GUARD, do="drop-squadron-0"))
    assert now(row) == Fleet("Home Guard", (ANVIL,))
    client.post(f"/warfleets/{row.pk}/", sent(now(row), version=2, do="drop-ship-0"))
    assert now(row) == Fleet("Home Guard")


@pytest.mark.parametrize(
    "forged",
    [
        {"do": "add-frigate"},
        {"do": "sink"},
        {"do": "drop-ship-x"},
        {"ship-0-size": "giant"},
        {"ship-0-hero": "nobody"},
        {"ship-0-upgrades": "sail"},
        {"ship-0-front": "sling"},
        {"squadron-0-kind": "kite"},
    ],
)
def test_what_the_game_does_not_have_is_not_found(anna: User, forged: dict[str, Any]) -> None:
    row = kept(anna)
    assert browser(anna).post(f"/warfleets/{row.pk}/", sent(GUARD, **forged)).status_code == 404
    assert now(row) == GUARD


def test_there_are_limits(anna: User) -> None:
    ships = tuple(Ship(f"Ship {number}", "light") for number in range(MOST_SHIPS))
    row = kept(anna, Fleet("Large", ships))
    answer = browser(anna).post(f"/warfleets/{row.pk}/", sent(Fleet("Large", ships), do="add-light"))
    assert "20 ships and 40 squadrons at most" in text(answer)
    for number in range(MOST_FLEETS - 1):
        kept(anna, Fleet(f"Fleet {number}"))
    with pytest.raises(Refused, match="Delete one first"):
        kept(anna, Fleet("Over"))
    assert f"You have {MOST_FLEETS} fleets of Warfleets." in text(browser(anna).get("/warfleets/"))


@pytest.mark.every_view
def test_nobody_else_has_it(anna: User) -> None:
    row, ben = kept(anna), browser(make_person("ben"))
    path = f"/warfleets/{row.pk}/"
    for end in ("", "cards/"):
        assert ben.get(f"{path}{end}").status_code == 404
        assert Client().get(f"{path}{end}").status_code == 302
    for end in ("", "copy/", "delete/", "share/", "cards/pdf/"):
        assert ben.post(f"{path}{end}", sent(GUARD)).status_code == 404
        assert Client().post(f"{path}{end}", sent(GUARD)).status_code == 302
    assert "Home Guard" not in text(ben.get("/warfleets/"))
    assert WarfleetsFleet.objects.get().share_token is None


@pytest.mark.every_view
def test_it_is_copied_and_deleted(anna: User) -> None:
    row, client = kept(anna), browser(anna)
    first = client.post(f"/warfleets/{row.pk}/copy/")["Location"]
    assert client.post(f"/warfleets/{row.pk}/copy/")["Location"] == first
    copied = WarfleetsFleet.objects.get(name="Home Guard (copy)")
    assert (now(copied).ships, now(copied).name) == (GUARD.ships, "Home Guard (copy)")
    assert client.post(f"/warfleets/{row.pk}/delete/")["Location"] == "/warfleets/"
    assert WarfleetsFleet.objects.get() == copied
    assert client.post(f"/warfleets/{row.pk}/delete/").status_code == 404


def test_a_long_name_is_cut_for_a_copy_without_two_spaces(anna: User) -> None:
    long = f"{'x' * 32} {'x' * 7}"
    row = kept(anna, Fleet(long, GUARD.ships))
    browser(anna).post(f"/warfleets/{row.pk}/copy/")
    assert WarfleetsFleet.objects.filter(name=f"{'x' * 32} (copy)").exists()
    assert numbered(f"{'x' * 37} xx", {f"{'x' * 37} xx"}) == f"{'x' * 37} 2"


@pytest.mark.every_view
def test_a_link_shows_it_until_it_is_withdrawn(anna: User) -> None:
    row, client = kept(anna), browser(anna)
    client.post(f"/warfleets/{row.pk}/share/", {"do": "share"})
    row.refresh_from_db()
    path = f"/warfleets/shared/{row.share_token}/"
    assert len(row.share_token or "") == 43
    assert path in client.get(f"/warfleets/{row.pk}/").content.decode()
    visitor = Client()
    page = text(visitor.get(path))
    assert "by anna" in page
    assert "Plasma Cannon" in page
    assert visitor.get(path)["X-Robots-Tag"] == "noindex, nofollow"
    copied = visitor.post(f"{path}copy/")
    assert visitor.post(f"{path}copy/")["Location"] == copied["Location"]
    guests = WarfleetsFleet.objects.exclude(user=anna).get()
    assert (now(guests), guests.share_token) == (GUARD, None)
    client.post(f"/warfleets/{row.pk}/share/", {"do": "withdraw"})
    assert visitor.get(path).status_code == 404
    assert visitor.post(f"{path}copy/").status_code == 404
    assert now(guests) == GUARD


def test_what_takes_a_post_alone_leads_back_to_the_page(anna: User) -> None:
    row, client = kept(anna), browser(anna)
    token, path = keeping.share_fleet(fleet_id=row.pk, user=anna), f"/warfleets/{row.pk}/"
    led = {f"{path}{end}": path for end in ("copy/", "delete/", "share/")}
    led[f"{path}cards/pdf/"] = f"{path}cards/"
    led[f"/warfleets/shared/{token}/copy/"] = f"/warfleets/shared/{token}/"
    for address, back in led.items():
        answer = client.get(address)
        assert (answer.status_code, answer["Location"]) == (302, back)


@pytest.mark.every_view
def test_the_cards_have_all_that_a_table_needs(anna: User) -> None:
    row, client = kept(anna), browser(anna)
    answer = client.get(f"/warfleets/{row.pk}/cards/")
    page, known, told = text(answer), catalogue(), words()
    for part in ("armored-plating", "shield-booster"):
        assert known.upgrades[part].title in page
        assert told.upgrades[part].format(boxes=known.upgrades[part].boxes) in page
    assert "Anvil Heavy Ship, 4 upgrades, 100 points Move 4″, cruise 6″ Evasion 2+, defence 2+" in page
    assert "Turret 24″, attacks 2, strength 2" in page
    assert "Front: Plasma Cannon 18″, attacks 2, strength 3." in page
    assert "Sides: Weapon Batteries" in page
    assert told.heroes["ace-commander"] in page
    assert told.titles["vanguard"] in page
    assert "Sparks Fighter Squadron, 10 points" in page
    assert answer.content.decode().count("tick-box") == 5 + 3 + 3 + 3 + 3 + 3 * 4 + 2 * 4
    assert "Activated 1 2 3 4 Held 1 2 3 4 Markers" in page
    assert "Activated 1 2 3 4 Engaged 1 2 3 4" in page


@pytest.mark.every_view
def test_the_cards_are_asked_for_as_a_pdf(anna: User) -> None:
    row = kept(anna)
    answer = browser(anna).post(f"/warfleets/{row.pk}/cards/pdf/", {"paper": "A4"})
    sheet = PaperSheet.objects.get()
    assert answer["Location"].endswith(f"/{sheet.key}/")
    assert (sheet.user, sheet.back) == (anna, f"/warfleets/{row.pk}/cards/")
    assert "Anvil" in str(sheet.html)


def test_a_game_is_recorded_from_the_list_with_any_fleet_that_may_be_played(anna: User) -> None:
    row, other = kept(anna), kept(anna, Fleet("Not ready"))
    html = browser(anna).get("/warfleets/").content.decode()
    assert 'href="#record"' in html
    door = html[html.index('id="record"') :]
    assert f'href="/warfleets/{row.pk}/record/"' in door
    assert f'href="/warfleets/{other.pk}/record/"' not in door
    nobody = text(Client().get("/warfleets/"))
    assert "First put together the fleet you played with." in nobody
    assert 'href="/warfleets/#record"' in browser(anna).get("/past-results/").content.decode()


@pytest.mark.parametrize("path", ["/fleets/", "/skirmish/"])
def test_where_one_looks_for_battles_leads_here(anna: User, path: str) -> None:
    assert 'href="/warfleets/"' in browser(anna).get(path).content.decode()


def test_one_button_saves_and_is_the_first_so_that_enter_presses_it(anna: User) -> None:
    html = browser(anna).get(f"/warfleets/{kept(anna).pk}/").content.decode()
    assert html.count("btn-primary") == 1
    form = html[html.index("data-unsaved") :]
    assert form.index("<button") == form.index('<button class="btn btn-primary" name="do" value="save"')


def test_a_form_that_was_not_saved_is_judged_by_the_points_in_it(anna: User) -> None:
    row = kept(anna)
    kept(anna, Fleet("Second"))
    answer = browser(anna).post(f"/warfleets/{row.pk}/", sent(GUARD, name="Second", points=40))
    assert answer.status_code == 422
    assert "of 40 points" in text(answer)
