"""Fleets of Warfleets: FTL as files: out and in again, and bad ones refused with line and reason."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from battles.models import WarfleetsFleet
from battles.warfleets.files import fleet_of, text_of
from battles.warfleets.keeping import fleet_in, make_fleet
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron
from engines.warfleets.toml_files import MOST_BYTES
from tests.people import browser, make_person
from tests.site.seats import text

ANVIL = Ship(
    "Anvil “1” \\ é",
    "heavy",
    ("armored-plating", "shield-booster"),
    (Mount("front", "plasma-cannon"), Mount("sides", "weapon-batteries")),
    "ace-commander",
    "vanguard",
)
GUARD = Fleet("Home Guard", (ANVIL, Ship("Elm", "light")), (Squadron("Sparks", "fighter"),))
HEAD = 'name = "Home Guard"\n\n[[ships]]\nname = "Anvil"\nsize = "heavy"\n\n[[ships]]\nname = "Elm"\n'


def send(client: Client, raw: bytes) -> Any:
    return client.post("/warfleets/file/", {"file": SimpleUploadedFile("fleet.toml", raw)})


@pytest.mark.django_db
@pytest.mark.every_view
def test_a_fleet_goes_out_and_comes_in_as_it_was() -> None:
    anna, ben = make_person("anna"), make_person("ben")
    row = make_fleet(user=anna, fleet=GUARD, points=300)
    answer = browser(anna).get(f"/warfleets/{row.pk}/file/")
    assert answer["Content-Disposition"] == 'attachment; filename="home-guard.toml"'
    assert fleet_of(answer.content) == GUARD
    first, second = send(browser(ben), answer.content), send(browser(ben), answer.content)
    assert first["Location"] == second["Location"]
    assert fleet_in(WarfleetsFleet.objects.get(user=ben)) == GUARD
    other = text_of(Fleet("Home Guard", (ANVIL,))).encode()
    assert send(browser(ben), other).status_code == 302
    assert WarfleetsFleet.objects.filter(user=ben, name="Home Guard 2").exists()
    assert send(Client(), answer.content).status_code == 302
    assert WarfleetsFleet.objects.get(user__is_guest=True).name == "Home Guard"
    for client, code in ((browser(ben), 404), (Client(), 302)):
        assert client.get(f"/warfleets/{row.pk}/file/").status_code == code


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (HEAD.encode() + b'size = "huge"\n', "From line 7: This is not a fleet: “ships[1].size” cannot be"),
        (
            HEAD.encode() + b'size = "light"\nupgrades = ["sail"]\n',
            "From line 7: Elm: there is no upgrade “sail”.",
        ),
        (
            HEAD.encode() + b'size = "light"\nhero = "nobody"\n',
            "From line 7: Elm: there is no hero “nobody”.",
        ),
        (HEAD.encode() + b"size = light\n", "at line 9"),
        (b"\xff", "The file is not UTF-8 text."),
        (b"#" * (MOST_BYTES + 1), "a fleet has at most"),
        (b'name = ""\n', "The name of the fleet is empty."),
        (b'name = "%s"\n' % (b"x" * 41), "The name of the fleet has 41 characters; at most 40 are possible."),
        (
            HEAD.encode().replace(b"Elm", b"\\u0000") + b'size = "light"\n',
            "From line 7: The name of ship 2 holds a control character, U+0000; type it again.",
        ),
        (
            HEAD.encode().replace(b"Elm", b"x" * 9000) + b'size = "light"\n',
            "name of ship 2 has 9000 characters",
        ),
        (
            b'name = "A"\n[[squadrons]]\nname = "\\u202e"\nkind = "fighter"\n',
            "From line 2: The name of squadron 1 holds a mark that changes the direction of writing",
        ),
        (
            HEAD.encode() + b'size = "light"\nupgrades = ["%s"]\n' % (b"\\u0007" * 900),
            f"there is no upgrade “{60 * '�'}”.",
        ),
    ],
)
def test_a_bad_file_is_refused_with_line_and_reason(raw: bytes, said: str) -> None:
    answer = send(Client(), raw)
    assert answer.status_code == 422
    assert said in text(answer)
    assert not User.objects.filter(is_guest=True).exists()


@pytest.mark.django_db
def test_a_file_has_no_more_than_a_fleet_here_and_must_be_chosen() -> None:
    many = Fleet("Many", tuple(Ship(f"Ship {number}", "light") for number in range(21)))
    assert "20 ships and 40 squadrons at most" in text(send(Client(), text_of(many).encode()))
    assert "Choose a file." in text(Client().post("/warfleets/file/"))
    assert Client().get("/warfleets/file/")["Location"] == "/warfleets/"


@pytest.mark.django_db
def test_names_of_a_file_are_tidied_as_in_the_form() -> None:
    raw = 'name = " Home  Guard "\n[[ships]]\nname = "Elm\u00a0 Tree"\nsize = "light"\n'.encode()
    client = browser(make_person("anna"))
    assert send(client, raw).status_code == 302
    row = WarfleetsFleet.objects.get()
    assert (row.name, fleet_in(row).ships[0].name) == ("Home Guard", "Elm Tree")
    assert send(client, raw)["Location"] == row.get_absolute_url()


@pytest.mark.django_db
def test_files_are_counted_before_they_are_read(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "new_fleet": "2/h/user"}
    client = browser(make_person("anna"))
    assert [send(client, b"\xff").status_code for _ in range(3)] == [422, 422, 429]
