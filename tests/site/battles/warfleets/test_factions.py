"""The faction of a fleet: sent, used, taken from another fleet, put away; and its assets on cards and the table."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from msgspec.structs import replace

from accounts.models import User
from battles.models import WarfleetsBattle, WarfleetsFleet
from battles.warfleets.files import fleet_of, text_of, text_of_faction
from battles.warfleets.keeping import fleet_in, make_fleet
from battles.warfleets.tables.positions import match_of
from battles.warfleets.tables.services import ordering
from engines.warfleets.captains.levels import player_of
from engines.warfleets.catalogue import Extra, Upgrade
from engines.warfleets.factions import faults, read_faction
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron
from engines.warfleets.game import asked
from engines.warfleets.notation.lines import write_order
from tests.people import browser, make_person
from tests.site.seats import text

RAW = Path("docs/examples/warfleets-faction.toml").read_bytes()
TRADERS = read_faction(RAW)
PLAIN = Ship("Runner", "medium", ("pulse-engine", "warp-drive"), (Mount("front", "giga-cannon"),))
RUNNER = Ship(
    "Runner", "medium", ("smugglers-hold", "warp-drive"), (Mount("front", "tow-cable"),), "old-hand"
)
CONVOY = Fleet("Convoy", (RUNNER,), faction=TRADERS)

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return make_person("anna")


def kept(user: User, fleet: Fleet) -> WarfleetsFleet:
    return make_fleet(user=user, fleet=fleet, points=300)


def send(client: Client, row: WarfleetsFleet, raw: bytes) -> Any:
    return client.post(f"/warfleets/{row.pk}/faction/", {"file": SimpleUploadedFile("one.toml", raw)})


def now(row: WarfleetsFleet) -> Fleet:
    return fleet_in(WarfleetsFleet.objects.get(pk=row.pk))


@pytest.mark.every_view
def test_a_faction_is_sent_and_its_assets_are_offered(anna: User) -> None:
    row, client = kept(anna, Fleet("Convoy", (PLAIN,))), browser(anna)
    path = f"/warfleets/{row.pk}/"
    page = text(client.get(path))
    assert "Tow Cable" not in page
    assert "Download an example" in page
    assert client.get(f"{path}faction/file/").content == RAW
    assert send(client, row, RAW)["Location"] == f"{path}#faction"
    page = text(client.get(path))
    for words in (
        "Free Traders : 2 weapons, 1 upgrade, 1 hero, 1 title",
        "Tow Cable",
        "Old Hand, 15",
    ):
        assert words in page
    assert read_faction(client.get(f"{path}faction/file/").content) == TRADERS
    form = {
        "name": "Convoy",
        "points": "300",
        "version": "2",
        "do": "cards",
        "ship-0-name": "Runner",
        "ship-0-size": "medium",
        "ship-0-upgrades": ["smugglers-hold", "warp-drive"],
        "ship-0-front": "tow-cable",
        "ship-0-hero": "old-hand",
    }
    assert client.post(path, form)["Location"] == f"{path}cards/"
    assert now(row) == CONVOY
    cards = text(client.get(f"{path}cards/"))
    for words in (
        "Warfleets: FTL · Free Traders · 75 of 300 points",
        "Front: Tow Cable",
        "Smuggler's Hold",
    ):
        assert words in cards


def test_another_fleet_takes_it_and_without_it_loses_what_it_had(anna: User) -> None:
    kept(anna, CONVOY)
    row, client = kept(anna, Fleet("Second", (RUNNER,))), browser(anna)
    path = f"/warfleets/{row.pk}/"
    assert "Use Free Traders" in text(client.get(path))
    assert client.post(f"{path}faction/", {"of": "Free Traders"}).status_code == 302
    assert now(row).faction == TRADERS
    assert client.post(f"{path}faction/", {"of": ""}).status_code == 302
    assert now(row) == Fleet("Second", (Ship("Runner", "medium", ("warp-drive",)),))


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"of": "Nobody"}, "None of your fleets has this faction any more."),
        ({}, "Choose a file."),
        ({"file": b"name = 1"}, "This is not a faction"),
        ({"file": RAW.replace(b"ace-commander", b"nobody")}, "works_as must name the published hero"),
        ({"file": b"#" * 20_001}, "The file has 20001 bytes"),
        ({"file": b"\xff"}, "not UTF-8"),
    ],
)
def test_what_is_none_is_refused_and_nothing_changes(anna: User, sent: dict[str, Any], said: str) -> None:
    row, client = kept(anna, CONVOY), browser(anna)
    if "file" in sent:
        sent = {"file": SimpleUploadedFile("one.toml", sent["file"])}
    answer = client.post(f"/warfleets/{row.pk}/faction/", sent)
    assert answer.status_code == 422
    assert said in text(answer)
    assert now(row) == CONVOY


def test_a_form_from_before_the_faction_went_keeps_what_else_was_entered(anna: User) -> None:
    row, client = kept(anna, CONVOY), browser(anna)
    assert client.post(f"/warfleets/{row.pk}/faction/", {"of": ""}).status_code == 302
    entered = {
        "name": "Convoy",
        "points": "300",
        "version": "1",
        "ship-0-name": "Renamed",
        "ship-0-size": "medium",
        "ship-0-upgrades": ["smugglers-hold", "warp-drive"],
        "ship-0-front": "tow-cable",
        "ship-0-hero": "old-hand",
    }
    answer = client.post(f"/warfleets/{row.pk}/", entered)
    assert answer.status_code == 422
    assert "changed in another window" in text(answer)
    assert 'value="Renamed"' in answer.content.decode()


def test_a_fleet_that_is_too_large_with_its_faction_says_so(anna: User) -> None:
    many = {f"{'x' * 28}-{chr(97 + at)}": one for at in range(20) for one in TRADERS.weapons.values()}
    long = {key: replace(one, title=f"{'É' * 58}{at:02}") for at, (key, one) in enumerate(many.items())}
    upgrades = {key.replace("x", "y"): Upgrade(one.title, 4, "warp-drive") for key, one in long.items()}
    heroes = {key.replace("x", "z"): Extra(one.title, 9, "ace-commander") for key, one in long.items()}
    titles = {key.replace("z", "u"): replace(one, works_as="avenger") for key, one in heroes.items()}
    vast = replace(TRADERS, weapons=long, upgrades=upgrades, heroes=heroes, titles=titles)
    assert not list(faults(vast))
    ships = tuple(Ship(f"{'S' * 58}{at:02}", "light", ("warp-drive",)) for at in range(20))
    squadrons = tuple(Squadron(f"{'W' * 58}{at:02}", "fighter") for at in range(40))
    row = kept(anna, Fleet("Convoy", ships, squadrons))
    answer = send(browser(anna), row, text_of_faction(vast).encode())
    assert answer.status_code == 422
    assert "too large to be saved: use a smaller faction" in text(answer)


def test_only_its_player_changes_or_downloads_it(anna: User) -> None:
    row, ben = kept(anna, CONVOY), browser(make_person("ben"))
    assert send(ben, row, RAW).status_code == 404
    assert ben.get(f"/warfleets/{row.pk}/faction/file/").status_code == 404
    assert Client().get(f"/warfleets/{row.pk}/faction/file/").status_code == 302


def test_a_file_of_a_fleet_has_its_faction() -> None:
    assert fleet_of(text_of(CONVOY).encode()) == CONVOY
    assert read_faction(text_of_faction(TRADERS).encode()) == TRADERS


def test_a_battle_in_the_browser_names_what_the_faction_has(anna: User) -> None:
    kept_one, client = kept(anna, CONVOY), browser(anna)
    new = {
        "fleet": f"own-{kept_one.pk}",
        "theirs": f"own-{kept_one.pk}",
        "opponent": "one_screen",
        "points": "300",
    }
    path = client.post("/warfleets/battles/new/", {**new, "table": "open-lanes"})["Location"]
    for _ in range(10):
        row = WarfleetsBattle.objects.get()
        battle = match_of(row).battle
        question = asked(battle)
        assert question is not None
        line = write_order(player_of("captain", 5).decide(battle, question), battle.models)
        ordering.give(battle_id=row.pk, user=anna, seen=row.number, line=line)
    page = text(client.get(path))
    assert "Smuggler's Hold 0/4, Warp Drive 0/3, Tow Cable 0/3" in page
