"""Names from each form to each battle: whatever one entrance takes every other takes, and what none takes is named."""

import json
from collections.abc import Iterable
from typing import Any
from unicodedata import category
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from battles import services as battle_services
from battles.models import Battle, Status, Way
from campaign.files.archive import restore, whole
from campaign.files.document import read_whole
from campaign.models import Engagement, War
from campaign.new_war.wars import create_war
from campaign.rules import orders as o
from campaign.rules.fleets.building import purchases_of
from campaign.rules.map.map_edits import rename_sector
from campaign.rules.map.map_files import map_text, read_map
from campaign.rules.settings import Settings
from campaign.war.chart.map_library import shipped_maps
from campaign.war.log.rebuild import differences
from campaign.war.services import log, sealing
from campaign.war.services import secret_orders as planning
from engines.seam.codec import renamed
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from engines.seam.words.names import fault, tidy, title
from tests.people import browser, make_person
from tests.site.campaign.paper.test_taking_over import entered
from tests.site.wars import play_until, state_of, user_of

pytestmark = pytest.mark.django_db
REAL = ['Fort "Lucky"', "Bonnie & Clyde", "L'Aigle <3", "# 1", "=SUM(A1)", "m4"]
SIGNS = "!\"#$%&'()*+,-./:<=>?@[\\]^_`{|}~"
TALON = "Imperial; DN; Antares\nFearless; BB; Orion\nHunter; BB; Maelstrom\nVision; BB; Badlands"
REST = "Thor; BB; Orion\nAsgard; BB; Badlands\nCaleb; BB; Maelstrom"
CLEAN = "Sun-Tzu"


def letters_by_category() -> dict[str, str]:
    """For each category of Unicode its first letters that no other name of the test has."""
    found: dict[str, str] = {}
    for number in (*range(0x20, 0x3000), 0xD800, 0xE000, 0x10FFFF):
        letter = chr(number)
        if letter not in ";\t\r\n":
            found.setdefault(category(letter), letter)
    return found


CATEGORIES = letters_by_category()
TAKEN = {kind: letter for kind, letter in CATEGORIES.items() if not fault(tidy(f"A{letter}B"))}
REFUSED = {kind: letter for kind, letter in CATEGORIES.items() if kind not in TAKEN and kind != "Cs"}


def in_names(letters: Iterable[str]) -> list[str]:
    """Names that hold three of the letters each, so that not too many ships fight."""
    found = [*letters]
    return [f"A{'B'.join(found[at : at + 3])}C {at}" for at in range(0, len(found), 3)]


def test_every_category_is_tried() -> None:
    assert len(CATEGORIES) == 30
    assert set(REFUSED) == {"Cc", "Cf", "Cn", "Co", "Zl", "Zp"}


def fleet_of(names: list[str]) -> str:
    return "\n".join([*(f"{name}; SC; Antares" for name in names), REST])


def war_from_paper(anna: User, names: list[str], **changes: Any) -> War:
    """A war at one screen whose Terran ships have these names."""
    form = entered(
        terran_ships=fleet_of(names), talon_ships=TALON, opponent="one_screen", callsign="", **changes
    )
    answer = browser(anna).post("/wars/take-over/", form)
    assert answer.status_code == 302, answer.context["form"].errors
    return War.objects.get()


def to_battle(war: War) -> Battle:
    """The battle at Antares, joined."""
    state = state_of(war)
    for side in SIDES:
        ships = state.fleet(side).ships
        order = o.Plan(assign={name: ship.where or "reserve" for name, ship in ships.items()})
        assert planning.refusals(state, side, order) == []
        user = user_of(war, side)
        sealing.seal_order(
            war_id=war.pk, side=side, user=user, turn=state.turn, phase=state.phase, order=order, entropy=""
        )
    while (state := state_of(war)).question is not None:
        asked = state.question
        battle = state.battle(asked.battle)
        assert battle is not None
        answer = o.Engage(asked.battle, engage="Antares" in battle.sectors)
        user = user_of(war, asked.side)
        log.submit(war_id=war.pk, side=asked.side, user=user, seen_version=war.version, order=answer)
        joined = state_of(war).battle(asked.battle)
        if joined is not None and joined.status == "joined":
            found = Engagement.objects.get(war=war, number=asked.battle).battle
            assert found is not None
            return found
    raise AssertionError("there was no battle at Antares")


def bring(user: User, battle: Battle, raw: bytes, name: str) -> Any:
    battle.refresh_from_db()
    told = {"version": battle.version, "record": SimpleUploadedFile(name, raw), "do": "enter"}
    return browser(user).post(f"/battles/{battle.pk}/bring/", told)


@pytest.mark.parametrize(
    "names", [[*REAL, SIGNS], in_names([*TAKEN.values(), "\u3000"])], ids=["real", "all"]
)
def test_a_name_goes_from_the_form_to_a_record_that_is_read_again(anna: User, names: list[str]) -> None:
    """Form, war, pages, battle, worker, board, record, and the record uploaded to the same battle opened again."""
    war = war_from_paper(anna, names)
    ships = {tidy(name) for name in names}
    assert ships <= set(state_of(war).terran.ships)
    battle = to_battle(war)
    assert ships <= {unit.name for unit in battle.setup_document.terran}
    client = browser(anna)
    for path in (f"/battles/{battle.pk}/", f"/battles/{battle.pk}/sheet/", f"/battles/{battle.pk}/bring/"):
        assert client.get(path).status_code == 200
    begun = client.get(f"/battles/{battle.pk}/beginning.txt")
    assert begun.status_code == 200

    again = battle_services.open_battle(
        setup=battle.setup_document,
        title="By hand",
        place=battle.place,
        terran_user=anna,
        talon_user=anna,
        way=Way.HAND,
    )
    board = client.get(f"/battles/{again.pk}/play/")
    assert board.status_code == 200
    fought = battle_services.open_battle(
        setup=battle.setup_document,
        title=f"{names[0]}",
        place=battle.place,
        terran_user=anna,
        talon_user=anna,
        way=Way.WORKER,
    )
    assert battle_services.resolve(fought.resolutions.get().pk)
    fought.refresh_from_db()
    assert fought.status == Status.SETTLED
    assert client.get(f"/battles/{fought.pk}/fought/").status_code == 200
    for form in ("txt", "json"):
        raw = client.get(f"/battles/{fought.pk}/record.{form}").content
        fresh = battle_services.open_battle(
            setup=battle.setup_document, title="x", place=battle.place, terran_user=anna, talon_user=anna
        )
        assert bring(anna, fresh, raw, f"record.{form}").status_code == 302
        fresh.refresh_from_db()
        assert fresh.status in (Status.REPORTED, Status.SETTLED)
    state = state_of(war)
    sheet = client.get(f"/wars/{war.pk}/terran/tracking.csv")
    assert sheet.status_code in (200, 302)
    assert bytes(restore(file=read_whole(whole(war))).state or b"") == bytes(war.state or b"")
    assert state.terran.ships
    assert differences(war) == []


def test_a_sector_of_any_name_is_planned_and_fought_for(anna: User) -> None:
    """Every page of a war on a map whose names have every sign but the stroke that divides a place."""
    chart = rename_sector(shipped_maps()["four_sectors"], "Antares", SIGNS.replace("/", ""))
    chart = rename_sector(chart, "Badlands", 'The "Gate" & <x-y>')
    assert read_map(map_text(chart)) == chart
    boris = make_person("boris")
    war = create_war(
        host=anna, name=SIGNS, settings=Settings(), chart=chart, side="terran", opponent="name", invited=boris
    )
    assert browser(boris).post(f"/wars/join/{war.invitations.get().token}/accept/").status_code == 302
    client = browser(anna)
    for path in ("", "bases/", "history/", "tracking/", "charts/"):
        answer = client.get(f"/wars/{war.pk}/terran/{path}")
        assert answer.status_code == 200
        assert "<x-y>" not in answer.text
    play_until(war, phase="planning")
    for zone in (f"{chart.order[0]}/4", f"{chart.order[1]}/4"):
        for path in (f"?zone={quote(zone)}", f"plan/?zone={quote(zone)}", "plan/"):
            assert client.get(f"/wars/{war.pk}/terran/{path}").status_code == 200
    play_until(war, phase="planning", turn=2)
    for path in ("", "history/?turn=1", "tracking/", "tracking.csv"):
        assert client.get(f"/wars/{war.pk}/terran/{path}").status_code == 200
    assert differences(war) == []


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_never_part_of_a_name_is_named_by_every_form(anna: User, kind: str) -> None:
    """Ships, wars, both ways to begin one, maps, sectors and callsigns."""
    letter, client = REFUSED[kind], browser(anna)
    bad, said = f"A{letter}B", title(REFUSED[kind])

    def refused(answer: Any, form: str, field: str) -> None:
        assert answer.status_code in (200, 422)
        errors = answer.context[form].errors[field]
        assert any(said in error and "type it again" in error for error in errors), errors

    for changes, field in (({"terran_ships": fleet_of([bad])}, "terran_ships"), ({"name": bad}, "name")):
        form = entered(opponent="one_screen", callsign="", talon_ships=TALON, **changes)
        refused(client.post("/wars/take-over/", form), "form", field)
    refused(client.post("/wars/new/", {"name": bad}), "form", "name")
    refused(client.post("/maps/", {"name": bad, "start": "blank", "sectors": "3"}), "form", "name")
    signed = Client().post(
        "/accounts/signup/", {"username": bad, "password1": "seven lamps of brass", "email": ""}
    )
    refused(signed, "form", "username")
    assert not War.objects.exists()


def test_looks_alike_is_refused_and_both_are_named(anna: User) -> None:
    form = entered(
        terran_ships=fleet_of(["Patton", "Pаtton"]), talon_ships=TALON
    )  # the second with a Cyrillic а
    answer = browser(anna).post("/wars/take-over/", form)
    assert answer.status_code == 422
    assert answer.context["form"].errors["terran_ships"] == [
        "Line 2: Pаtton looks like Patton. Give one of them another name."
    ]


def test_a_ship_cannot_look_like_a_base_of_its_side(anna: User) -> None:
    """Both would be called Valley Forge in the battle at the base."""
    form = entered(
        terran_ships=fleet_of(["VALLEY FORGE"]), talon_ships=TALON, opponent="one_screen", callsign=""
    )
    answer = browser(anna).post("/wars/take-over/", form)
    assert answer.status_code == 422
    assert "VALLEY FORGE and Valley Forge" in answer.context["form"].errors["terran_ships"][0]


def as_a_file(war: War, change: Any) -> bytes:
    raw = json.loads(whole(war))
    change(raw)
    return json.dumps(raw).encode()


@pytest.mark.parametrize("bad", ["Pat\u200bton", "Sun\u00a0Tzu", "Zoe\u0308"])
def test_an_imported_war_is_judged_as_the_form_is(anna: User, bad: str) -> None:
    war = war_from_paper(anna, [CLEAN])
    file = read_whole(renamed(whole(war), CLEAN, bad))
    with pytest.raises(Refused, match="S34"):
        restore(file=file)


def test_an_imported_war_and_its_players_have_tidy_names(anna: User) -> None:
    war = war_from_paper(anna, [CLEAN])
    raw = as_a_file(war, lambda file: file.update(name="The\u00a0Long  Night"))
    assert read_whole(raw).name == "The Long Night"
    for field, value in (
        ("name", "The\u200bNight"),
        ("callsigns", {"terran": "an\u202ena", "talon": "boris"}),
    ):
        with pytest.raises(Refused, match="type it again"):
            read_whole(as_a_file(war, lambda file, field=field, value=value: file.update({field: value})))


def test_new_ships_look_like_none_that_came_from_paper(anna: User) -> None:
    """S34"""
    war = war_from_paper(anna, ["EXPLORER"], terran_treasury="900")
    bought = purchases_of(state_of(war), "terran", o.Plan(buy={"scout": 2}))
    assert [one.name for one in bought] == ["Voyager", "Pathfinder"]
