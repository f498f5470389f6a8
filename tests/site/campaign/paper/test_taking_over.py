"""A war from paper: entered by one player, agreed to by the other, and then a war like any other."""

from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from campaign.files.archive import restore, whole
from campaign.files.document import read_whole
from campaign.models import Entry, FrontLine, LedgerLine, War
from campaign.war.log.documents import decode_settings
from campaign.war.log.rebuild import differences
from engines.seam.sides import SIDES, Side
from engines.talon.damage import in_talon
from tests.people import browser, make_person
from tests.site.wars import make_war, play_until, state_of, user_of

pytestmark = pytest.mark.django_db
TERRAN = "Patton; CA; Antares; hull 2\nThor; CL; Orion\nArk; CV; reserve; hull 1"
EMPTIED = ("terran_", "talon_", "front_", "planet_", "base_", "hull_")
TALON = "Hunter; DD; Antares\nJustice; CA; Maelstrom\nFearless\tCL\tOrion\thull 1"


@pytest.fixture
def boris(db: None) -> User:
    return make_person("boris")


def entered(**changes: Any) -> dict[str, Any]:
    """The form as it is filled in, on four sectors: turn 7, and the front of Antares on the planet at 6."""
    fields = {
        "name": "The Long Night",
        "side": "terran",
        "opponent": "name",
        "callsign": "boris",
        "settled_by": "table",
        "boxes": "1",
        "transports_are_a_class": "True",
        "reveal": "one_by_one",
        "confirm_hours": "72",
        "clock": "",
        "turn": "7",
        "terran_treasury": "120",
        "talon_treasury": "80",
        "terran_ships": TERRAN,
        "talon_ships": TALON,
        "front_0": "5",
        "front_1": "3",
        "front_2": "2",
        "front_3": "4",
        "planet_5": "terran",
        "base_0": "terran",
        "hull_0": "3",
        "base_7": "talon",
        "do": "begin",
    }
    return {**fields, **{name.replace("__", "-"): value for name, value in changes.items()}}


def invited(anna: User, **changes: Any) -> War:
    answer = browser(anna).post("/wars/take-over/", entered(**changes))
    assert answer.status_code == 302, answer.text
    return War.objects.get()


def begun(anna: User, boris: User) -> War:
    war = invited(anna)
    accepted = browser(boris).post(f"/wars/join/{war.invitations.get().token}/accept/")
    assert accepted.status_code == 302
    war.refresh_from_db()
    return war


def test_the_other_player_sees_all_that_was_entered_and_accepts(anna: User, boris: User) -> None:
    war = invited(anna)
    assert war.status == War.Status.OPEN
    page = browser(boris).get(f"/wars/join/{war.invitations.get().token}/").text
    assert "Check below what was entered" in page
    for words in (
        "Before the income of turn 7",
        "Patton",
        "Fearless",
        "treasury 120",
        "treasury 80",
        "hull 3 of 9",
    ):
        assert words in page
    assert "points each" not in page


def test_the_war_goes_on_with_its_next_turn(anna: User, boris: User) -> None:
    war = begun(anna, boris)
    state = state_of(war)
    assert (war.turn, war.phase, war.first_turn) == (7, "planning", 7)
    assert state.terran.treasury == 120 + 200
    assert list(state.terran.ships) == ["Ark", "Patton", "Thor"]
    assert not state.terran.ships["Ark"].damage
    assert Entry.objects.get(war=war).turn == 7
    assert differences(war) == []
    assert set(FrontLine.objects.filter(war=war).values_list("turn", "sector", "zone")) == {
        (6, "Antares", 6),
        (6, "Badlands", 4),
        (6, "Maelstrom", 3),
        (6, "Orion", 5),
    }
    ledger = LedgerLine.objects.filter(war=war, seat="terran").order_by("turn")
    assert list(ledger.values_list("turn", "amount", "balance")) == [(6, 120, 120), (7, 200, 320)]
    history = browser(boris).get(f"/wars/{war.pk}/talon/history/").text
    assert "taken over from paper, as both players agreed, before turn 7" in history
    for page in ("", "plan/", "treasury/", "charts/", "tracking/"):
        assert browser(boris).get(f"/wars/{war.pk}/talon/{page}").status_code == 200


def test_it_is_exported_and_restored(anna: User, boris: User) -> None:
    war = begun(anna, boris)
    again = restore(file=read_whole(whole(war)))
    assert (again.turn, again.first_turn) == (7, 7)
    assert bytes(again.state or b"") == bytes(war.state or b"")


def test_at_one_screen_it_begins_at_once(anna: User) -> None:
    war = invited(anna, opponent="one_screen", callsign="")
    assert (war.status, war.turn) == (War.Status.RUNNING, 7)


def test_it_is_shown_before_it_begins(anna: User, boris: User) -> None:
    answer = browser(anna).post("/wars/take-over/", entered(do="check"))
    assert answer.status_code == 200
    assert "This is how the site reads it" in answer.text
    assert not War.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        (
            {"terran_ships": "Patton; CA; Antares\nThor; XX; Orion"},
            "terran_ships",
            "Line 2: Terran has no class",
        ),
        (
            {"terran_ships": "Patton; CA; Antares; hull 6"},
            "terran_ships",
            "All hull boxes of Patton are marked",
        ),
        ({"talon_ships": "Hunter; DD; Antares"}, "talon_ships", "Talon has 1 LP in the sectors"),
        ({"planet_3": "talon"}, "planet_3", "behind Terran"),
        ({"base_1": "talon"}, "base_1", "no Talon base is there"),
        ({"turn": "1"}, "turn", "greater than or equal to 2"),
        ({"callsign": "nobody"}, "callsign", "no player called nobody"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_all_entries_stay(
    anna: User, boris: User, changes: dict[str, str], field: str, words: str
) -> None:
    answer = browser(anna).post("/wars/take-over/", entered(**changes))
    assert answer.status_code == 422
    form = answer.context["form"]
    assert any(words in error for error in form.errors[field])
    for name, value in entered(**changes).items():
        if name in form.fields:
            assert str(form[name].value()) == value
    assert not War.objects.exists()


def test_a_second_click_makes_no_second_war(anna: User, boris: User) -> None:
    client: Client = browser(anna)
    assert [client.post("/wars/take-over/", entered()).status_code for _ in range(2)] == [302, 302]
    assert War.objects.count() == 1


def test_there_is_a_form_for_each_map(anna: User) -> None:
    client = browser(anna)
    assert "Take over a war from paper" in client.get("/wars/new/").text
    assert client.get("/wars/take-over/?chart=three_gates").status_code == 200
    assert client.get("/wars/take-over/?chart=none").status_code == 404
    assert Client().get("/wars/take-over/").status_code == 302


def running(anna: User, boris: User) -> War:
    """A war some turns in, at the beginning of a turn."""
    found = make_war(anna, boris, name="Ashes")
    play_until(found, turn=5, phase="planning", random=Random(4))
    found.refresh_from_db()
    return found


def sheet_of(war: War, side: Side) -> bytes:
    user = user_of(war, side)
    assert user is not None
    return browser(user).get(f"/wars/{war.pk}/{side}/tracking.csv").content


def test_the_sites_own_tracking_sheets_fill_in_the_form(anna: User, boris: User) -> None:
    war = running(anna, boris)
    state = state_of(war)
    files = [SimpleUploadedFile(f"{side}.csv", sheet_of(war, side)) for side in SIDES]
    blank = {name: value for name, value in entered(turn="").items() if not name.startswith(EMPTIED)}
    answer = browser(anna).post("/wars/take-over/", {**blank, "sheets": files})
    assert answer.status_code == 200, answer.context["form"].errors
    assert War.objects.count() == 1, "what was filled in is shown first, whichever button was pressed"
    taken = answer.context["form"].taken
    assert taken.turn == 6
    assert (taken.markers, taken.planets) == (state.markers, state.planets)
    assert {place: (base.side, base.marks) for place, base in taken.bases.items()} == {
        place: (base.side, in_talon(base.damage).hull) for place, base in state.bases.items()
    }
    for side in SIDES:
        fleet = state.fleet(side)
        assert taken.fleet(side).treasury == fleet.treasury
        assert {name: (ship.ship_class, ship.where) for name, ship in taken.fleet(side).ships.items()} == {
            name: (ship.ship_class, ship.where) for name, ship in fleet.ships.items()
        }
        assert {name: (one.place, one.turn) for name, one in taken.seen[side].items()} == {
            name: (one.place, one.turn) for name, one in state.sightings[side].items()
        }
        assert any(ship.damage for ship in fleet.ships.values()) == any(
            ship.damage for ship in taken.fleet(side).ships.values()
        )


def test_sheets_of_other_turns_or_maps_are_refused_and_all_entries_stay(anna: User, boris: User) -> None:
    war = running(anna, boris)
    sheet = sheet_of(war, "terran")
    older = sheet_of(war, "talon").replace(b"\r\n5,", b"\r\n4,", 1)
    for address, files, words in (
        ("/wars/take-over/", [sheet, older], "One sheet is of turn 5, another of turn 4."),
        ("/wars/take-over/?chart=three_gates", [sheet], "Choose the map of that war first."),
        ("/wars/take-over/", [b"Patton; CA; Antares"], "This is not a tracking sheet."),
        ("/wars/take-over/", [b"%PDF-1.7"], "This is not a tracking sheet: it is a PDF."),
        ("/wars/take-over/", [sheet] * 3, "Choose 2 files at most"),
    ):
        brought = [SimpleUploadedFile("sheet.csv", one) for one in files]
        answer = browser(anna).post(address, {**entered(), "sheets": brought})
        assert answer.status_code == 422
        assert any(words in error for error in answer.context["form"].errors["sheets"]), words
        assert answer.context["form"]["terran_ships"].value() == TERRAN


def test_where_the_enemy_was_last_seen_comes_along(anna: User, boris: User) -> None:
    war = invited(anna, talon_seen="Hunter; DD; Antares 6; 6; hull 1\nJustice; CA; Talon home; 3")
    browser(boris).post(f"/wars/join/{war.invitations.get().token}/accept/")
    war.refresh_from_db()
    seen = state_of(war).sightings
    assert seen["terran"] == {}
    assert {
        name: (one.place, one.turn, in_talon(one.damage).hull) for name, one in seen["talon"].items()
    } == {
        "Hunter": ("Antares/6", 6, 1),
        "Justice": ("home/talon", 3, 0),
    }
    page = browser(anna).get(f"/wars/{war.pk}/terran/").text
    assert "Turn 6, Antares 6:" in page
    assert bytes(restore(file=read_whole(whole(war))).state or b"") == bytes(war.state or b"")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Gone; DD; Antares 6; 6", "Talon has no such ship as Gone"),
        ("Hunter; CA; Antares 6; 6", "Talon has no such ship as Hunter"),
        ("Hunter; DD; Antares 6; 7", "cannot have been seen in turn 7"),
        ("Hunter; DD; Antares 60; 6", "is no place on the map"),
        ("Hunter; DD; Antares 6; soon", "is no turn"),
        ("Hunter; DD; Antares 6; 6; hull 4", "All hull boxes of Hunter are marked"),
    ],
)
def test_nobody_saw_what_cannot_be(anna: User, boris: User, line: str, words: str) -> None:
    answer = browser(anna).post("/wars/take-over/", entered(talon_seen=line))
    assert answer.status_code == 422
    assert any(words in error for error in answer.context["form"].errors["talon_seen"])


def test_a_war_from_paper_can_have_deadlines(anna: User, boris: User) -> None:
    war = invited(anna, pace="weekdays", pace_hour="18", pace_zone="Europe/Berlin")
    assert war.pace == "weekdays:18:Europe/Berlin"
    assert "weekdays at 18:00" in browser(boris).get(f"/wars/join/{war.invitations.get().token}/").text


def test_at_one_screen_there_are_none(anna: User) -> None:
    assert invited(anna, opponent="one_screen", callsign="", pace="days:3").pace == ""


def test_house_rules_of_the_paper_war_come_along(anna: User, boris: User) -> None:
    war = invited(anna, boxes="2", black_holes="on", reveal="together", transports_are_a_class="")
    settings = decode_settings(bytes(war.settings))
    assert (settings.boxes, settings.black_holes, settings.reveal) == (2, True, "together")
    assert (settings.transports_are_a_class, settings.treasury) == (False, 2000)
    page = browser(boris).get(f"/wars/join/{war.invitations.get().token}/").text
    assert "all together" in page


def test_a_house_rule_that_cannot_be_stands_beside_its_field(anna: User, boris: User) -> None:
    answer = browser(anna).post("/wars/take-over/", entered(boxes="0"))
    assert answer.status_code == 422
    assert '<details class="panel" open' in answer.text
