"""Scenarios that players write: made, changed, undone, played, shared, and nobody else's business."""

import tomllib
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from battles.models import Battle, OwnScenario
from battles.talon.own_scenarios import changing, writing
from engines.talon.scenario_files.reading import LONGEST
from tests.people import make_person
from tests.site.seats import text

pytestmark = pytest.mark.django_db
PLAY = {"side": "terran", "opponent": "one_screen", "level": "ensign", "tempo": "step"}
HTMX: dict[str, Any] = {"headers": {"HX-Request": "true"}}


@pytest.fixture
def anna() -> User:
    return make_person("anna")


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def made(owner: User, number: int = 11) -> OwnScenario:
    """A copy of a printed scenario."""
    return writing.make_scenario(owner=owner, text=changing.text_of(number))


def post(client: Client, found: OwnScenario, do: str, **data: Any) -> Any:
    """A form of the editor as the page as it is now sends it."""
    found.refresh_from_db()
    return client.post(f"/scenarios/own/{found.pk}/", {"do": do, "version": found.version, **data})


def table(found: OwnScenario) -> dict[str, Any]:
    found.refresh_from_db()
    return tomllib.loads(found.text)


# Making


def test_a_new_one_begins_with_a_ship_on_each_side(anna: User) -> None:
    client = signed_in(anna)
    answer = client.post("/scenarios/own/", {"title": " The  bridge ", "start": "blank"})
    found = OwnScenario.objects.get()
    assert answer["Location"] == f"/scenarios/own/{found.pk}/"
    assert (found.title, found.faults) == ("The bridge", 0)
    assert "Ready to play" in text(client.get(answer["Location"]))
    assert "The bridge" in text(client.get("/scenarios/own/"))


def test_two_clicks_make_one(anna: User) -> None:
    client = signed_in(anna)
    for _ in range(2):
        client.post("/scenarios/own/", {"title": "Twice", "start": "7"})
    assert OwnScenario.objects.count() == 1


def test_a_printed_one_is_copied_from_its_page(anna: User) -> None:
    client = signed_in(anna)
    assert "?copy=7" in client.get("/scenarios/7/").content.decode()
    assert '<option value="7" selected>' in client.get("/scenarios/own/?copy=7").content.decode()
    client.post("/scenarios/own/", {"title": "Late", "start": "7"})
    found = OwnScenario.objects.get()
    assert table(found)["aims"][0]["aim"] == "escape"
    assert found.title == "Late"


@pytest.mark.parametrize(
    "data", [{"title": "", "start": "7"}, {"title": "A", "start": "99"}, {"title": "A" * 61, "start": "7"}]
)
def test_a_wrong_form_makes_none(anna: User, data: dict[str, str]) -> None:
    assert signed_in(anna).post("/scenarios/own/", data).status_code == 422
    assert not OwnScenario.objects.exists()


def test_a_file_is_taken_with_its_faults_and_they_are_said_by_line(anna: User) -> None:
    client = signed_in(anna)
    broken = changing.text_of(7).replace('"DD Hunter"', '"XX Hunter"')
    file = SimpleUploadedFile("a.toml", broken.encode())
    answer = client.post("/scenarios/own/upload/", {"file": file}, follow=True)
    said = text(answer)
    assert "1 problem" in said
    assert "Talon has no class “XX”." in said
    assert "Play it" not in said


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"x" * 40_000, b"", ("#" * (LONGEST + 1)).encode(), b"a = 1\0"]
)
def test_a_file_that_is_no_text_is_refused(anna: User, data: bytes) -> None:
    file = SimpleUploadedFile("a.toml", data)
    answer = signed_in(anna).post("/scenarios/own/upload/", {"file": file})
    assert answer.status_code == 422
    assert not OwnScenario.objects.exists()


def test_nobody_has_more_than_so_many(anna: User) -> None:
    for number in range(writing.MOST):
        writing.make_scenario(owner=anna, text=f"# {number}\n{changing.text_of(11)}")
    client = signed_in(anna)
    assert client.post("/scenarios/own/", {"title": "One more", "start": "blank"}).status_code == 422
    assert f"You have {writing.MOST} scenarios" in text(client.get("/scenarios/own/"))


# Changing


def test_each_form_changes_its_part(anna: User) -> None:
    client, found = signed_in(anna), made(anna)
    post(client, found, "words", title="Rings", story="Two\r\nlines")
    post(client, found, "start", initiative="terran", top="talon")
    post(client, found, "ship", kind="talon DD", name="")
    post(client, found, "terrain", terrain="black-hole", row="3", column="3")
    post(client, found, "terrain", terrain="clear", row="6", column="8")
    post(client, found, "drop-zone", place="0")
    post(
        client,
        found,
        "zone",
        side="terran",
        first_row="11",
        last_row="9",
        first_column="1",
        last_column="7",
        facing="any",
        units="Hornet, Caleb",
    )
    post(client, found, "aim", side="terran", preset="target", unit="Hornet")
    now = table(found)
    assert (now["title"], now["story"].strip(), now["initiative"], now["top"]) == (
        "Rings",
        "Two\nlines",
        "terran",
        "talon",
    )
    assert len(now["talon"]) == 9
    assert {"kind": "black-hole", "row": 3, "column": 3} in now["terrain"]
    assert not any((one["row"], one["column"]) == (6, 8) for one in now["terrain"])
    assert now["zones"][-1]["units"] == ["Hornet", "Caleb"]
    assert [strip["row"] for strip in now["zones"][-1]["strips"]] == [9, 10, 11]
    assert now["aims"] == [{"aim": "target", "side": "terran", "unit": "Hornet"}]
    assert found.title == "Rings"
    assert found.version == 9


def test_a_ship_without_a_name_gets_one_that_nobody_has(anna: User) -> None:
    client, found = signed_in(anna), made(anna)
    for _ in range(4):
        post(client, found, "ship", kind="terran CV", name="")
    assert found.faults == 0
    names = [ship.partition(" ")[2] for ship in table(found)["terran"]]
    assert len(set(names)) == len(names)


@pytest.mark.every_view
def test_undo_goes_back_change_by_change(anna: User) -> None:
    client, found = signed_in(anna), made(anna)
    before = found.text
    post(client, found, "terrain", terrain="planet", row="4", column="4")
    between = OwnScenario.objects.get().text
    post(client, found, "drop-ship", side="talon", place="0")
    assert "Undo" in text(client.get(f"/scenarios/own/{found.pk}/"))
    post(client, found, "undo")
    assert OwnScenario.objects.get().text == between
    post(client, found, "undo")
    assert OwnScenario.objects.get().text == before
    assert post(client, found, "undo").status_code == 422


def test_a_page_that_is_behind_changes_nothing_and_keeps_what_was_typed(anna: User) -> None:
    client, found = signed_in(anna), made(anna)
    post(client, found, "terrain", terrain="planet", row="4", column="4")
    now = OwnScenario.objects.get().text
    answer = client.post(
        f"/scenarios/own/{found.pk}/",
        {"do": "words", "version": "1", "title": "Old", "story": "Typed"},
        **HTMX,
    )
    assert answer.status_code == 409
    assert "changed in another tab" in text(answer)
    assert 'value="Old"' in answer.content.decode()
    assert OwnScenario.objects.get().text == now


def test_the_same_form_twice_is_one_change(anna: User) -> None:
    client, found = signed_in(anna), made(anna)
    data = {"do": "ship", "version": "1", "kind": "talon DD", "name": "Nemesis"}
    for _ in range(2):
        assert client.post(f"/scenarios/own/{found.pk}/", data).status_code == 302
    assert len(table(found)["talon"]) == 9


def test_a_text_with_faults_is_kept_and_said(anna: User) -> None:
    client, found = signed_in(anna), made(anna)
    answer = post(client, found, "text", text="title = \r\n")
    assert answer.status_code == 302
    said = text(client.get(f"/scenarios/own/{found.pk}/"))
    assert "Line 1" in said
    assert "What follows “=”" in said
    found.refresh_from_db()
    assert (found.text, found.title) == ("title = \n", "Battle of Saturn")
    refused = post(client, found, "terrain", terrain="planet", row="4", column="4")
    assert refused.status_code == 422
    assert "First correct what is wrong with the text" in text(refused)


@pytest.mark.parametrize(
    "data",
    [
        {"do": "terrain", "terrain": "planet", "row": "5", "column": "16"},
        {"do": "terrain", "terrain": "fog", "row": "5", "column": "5"},
        {
            "do": "zone",
            "side": "terran",
            "first_row": "0",
            "last_row": "3",
            "first_column": "1",
            "last_column": "2",
            "facing": "any",
        },
        {"do": "aim", "side": "terran", "preset": "target", "unit": ""},
        {"do": "ship", "kind": "talon CV", "name": ""},
        {"do": "words", "title": "", "story": ""},
        {"do": "start", "initiative": "nobody", "top": "terran"},
        {"do": "text", "text": "#" * (LONGEST + 1)},
    ],
)
def test_a_wrong_form_says_what_is_wrong(anna: User, data: dict[str, str]) -> None:
    client, found = signed_in(anna), made(anna)
    before = found.text
    answer = client.post(f"/scenarios/own/{found.pk}/", {"version": "1", **data}, **HTMX)
    assert answer.status_code == 422
    assert OwnScenario.objects.get().text == before


ZONE = {"first_row": "9", "last_row": "10", "first_column": "2", "last_column": "5", "facing": "any"}


@pytest.mark.parametrize(
    ("do", "data", "said"),
    [
        (
            "zone",
            {"side": "terran", "units": "Hornett", **ZONE},
            "Terran has no Hornett to set up. Is “Hornet” meant?",
        ),
        ("aim", {"side": "terran", "preset": "dock", "unit": "Hornett"}, "Terran has no Hornett to name."),
        ("aim", {"side": "talon", "preset": "target", "unit": "Hornet"}, "Talon has no Hornet to name."),
    ],
)
def test_a_wrong_name_is_said_at_its_field_and_the_table_stays(
    anna: User, do: str, data: dict[str, str], said: str
) -> None:
    client, found = signed_in(anna), made(anna)
    answer = client.post(f"/scenarios/own/{found.pk}/", {"version": "1", "do": do, **data}, **HTMX)
    assert answer.status_code == 422
    assert said in text(answer)
    assert answer.context["forms"].zone.errors.keys() | answer.context["forms"].aim.errors.keys() <= {
        "units",
        "unit",
    }
    assert "scenario-board" in answer.content.decode()
    assert '<option value="Hornet">' in answer.content.decode()
    assert table(found) == tomllib.loads(changing.text_of(11))


def test_the_table_is_shown_as_it_was_while_a_fault_keeps_it_from_being_drawn(anna: User) -> None:
    client, found = signed_in(anna), made(anna)
    post(client, found, "terrain", terrain="black-hole", row="3", column="3")
    post(client, found, "zone", side="terran", units="Hornet", **ZONE)
    place = str(next(at for at, ship in enumerate(table(found)["terran"]) if "Hornet" in ship))
    post(client, found, "drop-ship", side="terran", place=place)
    page = client.get(f"/scenarios/own/{found.pk}/")
    assert "This is the table as it was before the problem above." in text(page)
    assert "hex-black-hole" in page.content.decode()
    assert "Terran has no Hornet to set up." in text(page)


def test_the_class_and_the_terrain_stay_chosen(anna: User) -> None:
    client, found = signed_in(anna), made(anna)
    sent = {"do": "ship", "version": "1", "kind": "talon DD", "name": "", "terrain": "planet"}
    page = client.post(f"/scenarios/own/{found.pk}/", sent, **HTMX).content.decode()
    assert '<option value="talon DD" selected>' in page
    assert '<option value="planet" selected>' in page


@pytest.mark.parametrize(
    "data",
    [
        {"do": "drop-ship", "place": "99", "side": "terran"},
        {"do": "drop-ship", "place": "0"},
        {"do": "nothing", "place": "0"},
        {"do": "drop-aim", "place": "-1"},
        {},
    ],
)
def test_what_is_no_part_of_the_editor(anna: User, data: dict[str, str]) -> None:
    client, found = signed_in(anna), made(anna)
    assert client.post(f"/scenarios/own/{found.pk}/", {"version": "1", **data}).status_code in (404, 422)
    assert table(found) == tomllib.loads(changing.text_of(11))


# Playing and sharing


@pytest.mark.every_view
def test_it_is_played(anna: User) -> None:
    client, found = signed_in(anna), made(anna)
    path = f"/scenarios/own/{found.pk}/play/"
    assert "What decides it" in text(client.get(path))
    answer = client.post(path, PLAY)
    assert answer.status_code == 302
    battle = Battle.objects.get()
    assert battle.setup_document == writing.as_written(found).playable
    assert client.get(answer["Location"]).status_code == 200
    assert client.get(answer["Location"].replace("play/", "sheet/")).status_code == 200


def test_one_with_faults_is_not(anna: User) -> None:
    client, found = signed_in(anna), made(anna)
    post(client, found, "drop-aim", place="0")
    post(client, found, "text", text="x")
    path = f"/scenarios/own/{found.pk}/play/"
    assert "cannot be played" in text(client.get(path))
    assert client.post(path, PLAY).status_code == 409
    assert not Battle.objects.exists()
    assert post(client, found, "share").status_code == 404
    refused = client.post(f"/scenarios/own/{found.pk}/share/", {"do": "share"})
    assert refused.status_code == 422


@pytest.mark.every_view
def test_whoever_has_the_link_plays_it_and_copies_it(anna: User) -> None:
    found = made(anna)
    signed_in(anna).post(f"/scenarios/own/{found.pk}/share/", {"do": "share"})
    found.refresh_from_db()
    path = f"/scenarios/shared/{found.share_token}/"
    guest = Client()
    assert "Scenario by anna" in text(guest.get(path))
    assert guest.get(f"{path}scenario.toml").content.decode() == found.text
    assert guest.post(path, PLAY).status_code == 302
    assert Battle.objects.get().setup_document.place == "Battle of Saturn"
    other = signed_in(make_person("bert"))
    answer = other.post(f"{path}copy/")
    copy = OwnScenario.objects.exclude(pk=found.pk).get()
    assert answer["Location"] == f"/scenarios/own/{copy.pk}/"
    assert (copy.text, copy.owner.username) == (found.text, "bert")
    signed_in(anna).post(f"/scenarios/own/{found.pk}/share/", {"do": "withdraw"})
    for asked in (path, f"{path}scenario.toml"):
        assert guest.get(asked).status_code == 404
    assert guest.post(path, PLAY).status_code == 404
    assert other.post(f"{path}copy/").status_code == 404


@pytest.mark.every_view
def test_it_is_downloaded_and_deleted(anna: User) -> None:
    client, found = signed_in(anna), made(anna)
    answer = client.get(f"/scenarios/own/{found.pk}/scenario.toml")
    assert answer.content.decode() == found.text
    assert answer["Content-Disposition"] == 'attachment; filename="battle-of-saturn.toml"'
    client.post(f"/scenarios/own/{found.pk}/play/", PLAY)
    assert client.post(f"/scenarios/own/{found.pk}/delete/").status_code == 302
    assert not OwnScenario.objects.exists()
    assert Battle.objects.count() == 1


def test_it_is_nobody_elses(anna: User) -> None:
    found = made(anna)
    bert, path = signed_in(make_person("bert")), f"/scenarios/own/{found.pk}/"
    for asked in (path, f"{path}play/", f"{path}scenario.toml"):
        assert bert.get(asked).status_code == 404
    for asked in (path, f"{path}play/", f"{path}delete/", f"{path}share/"):
        assert bert.post(asked, {"do": "undo", "version": "1"}).status_code == 404
    for asked in (path, "/scenarios/own/"):
        assert Client().get(asked).status_code == 302
    assert OwnScenario.objects.get().text == found.text


def test_a_guest_is_asked_for_an_account() -> None:
    guest = Client()
    guest.post("/scenarios/7/", PLAY)
    assert guest.get("/scenarios/own/").status_code == 302
    assert guest.get("/scenarios/own/")["Location"] == "/settings/keep/?next=%2Fscenarios%2Fown%2F"


def test_who_signs_in_to_copy_comes_back_to_the_scenario(anna: User) -> None:
    found = made(anna)
    token = writing.share(scenario_id=found.pk, owner=anna)
    path = f"/scenarios/shared/{token}/"
    asked = Client().post(f"{path}copy/")
    assert asked["Location"].endswith(f"next={path}copy/")
    assert signed_in(make_person("bert")).get(f"{path}copy/")["Location"] == path


def test_deleting_twice_is_harmless_and_a_deleted_one_is_not_changed(anna: User) -> None:
    found = made(anna)
    for _ in range(2):
        writing.delete_scenario(scenario_id=found.pk, owner=anna)
    with pytest.raises(writing.NoScenario):
        writing.undo(scenario_id=found.pk, owner=anna, seen=1)
    with pytest.raises(writing.NoScenario):
        writing.share(scenario_id=found.pk, owner=anna)


def test_two_presses_on_undo_take_one_change_back(anna: User) -> None:
    client, found = signed_in(anna), made(anna)
    for row in ("4", "5"):
        post(client, found, "terrain", terrain="planet", row=row, column="4")
    between = found.versions.order_by("-number").first()
    assert between is not None
    for _ in range(2):
        assert client.post(f"/scenarios/own/{found.pk}/", {"do": "undo", "version": "3"}).status_code == 302
    assert OwnScenario.objects.get().text == between.text


def test_planets_everywhere_are_a_fault_and_no_server_error(anna: User) -> None:
    client = signed_in(anna)
    rows = [(row, column) for row in range(1, 12) for column in range(1, 17 - row % 2)]
    patches = "".join(f'\n[[terrain]]\nkind="planet"\nrow={row}\ncolumn={column}' for row, column in rows)
    found = writing.make_scenario(owner=anna, text=changing.blank("Full") + patches)
    assert "in a zone with room for 0" in text(client.get(f"/scenarios/own/{found.pk}/"))
    assert client.post(f"/scenarios/own/{found.pk}/play/", PLAY).status_code == 409


def test_a_long_number_is_a_fault_and_no_server_error(anna: User) -> None:
    client, found = signed_in(anna), made(anna)
    post(client, found, "text", text="planet = " + "9" * 5000)
    assert "A number has too many digits." in text(client.get(f"/scenarios/own/{found.pk}/"))
