"""The lobby in a real browser: a link from one to the other, one screen with its curtain, pages that are sound."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from playwright.sync_api import Page, Route, expect

from campaign.files import archive
from campaign.files.importing import import_war
from campaign.lobby.views import lobby as views
from campaign.models import War, WarImport
from campaign.new_war.wars import create_war
from campaign.rules.settings import Settings
from campaign.war.chart.map_library import shipped_maps
from config.serving.errors import often
from tests.browser.checks import assert_sound
from tests.browser.player import once
from tests.people import PASSWORD, make_person
from tests.site.campaign.files.test_archive import surrender
from tests.site.wars import make_war, play_until

WIDTHS = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
pytestmark = pytest.mark.django_db(transaction=True)


def picture(page: Page, name: str, *, phone: bool) -> None:
    """Takes a picture where PICTURES names a folder."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}-{390 if phone else 1280}.png", full_page=True)


@pytest.mark.both
def test_a_link_leads_a_newcomer_into_the_war_and_the_host_follows(new_page) -> None:
    host: Page = new_page(make_person("Anna"))
    host.goto("/wars/")
    host.get_by_role("link", name="Start a war").click()
    host.get_by_role("button", name="Start the war").click()
    link = host.get_by_label("Invitation link").input_value()
    guest: Page = new_page(phone=True)
    guest.goto(link)
    expect(guest.get_by_role("heading", name="War settings")).to_be_visible()
    guest.get_by_role("main").get_by_role("link", name="Sign up first").click()
    guest.get_by_label("Callsign").fill("Bert")
    guest.get_by_label("Password").fill(PASSWORD)
    guest.get_by_role("main").get_by_role("button", name="Sign up").click()
    guest.get_by_role("button", name="Accept and start").click()
    guest.wait_for_url("**/talon/")
    host.wait_for_url("**/terran/")


@WIDTHS
def test_the_other_map_brings_its_settings_without_reload(new_page, phone: bool) -> None:
    page: Page = new_page(make_person(), phone=phone)
    page.goto("/wars/new/")
    page.locator("summary", has_text="More: game, map and house rules").click()
    page.locator("#rules summary").click()
    page.get_by_label("Game boxes at the table").fill("2")
    page.get_by_label("Three Gates").check()
    expect(page.locator("#rules summary")).to_contain_text("1600 points")
    page.locator("#rules summary").click()
    expect(page.get_by_label("Game boxes at the table")).to_have_value("2")
    expect(page.get_by_label("Black holes")).to_be_checked()
    assert_sound(page)
    picture(page, "new-war-rules", phone=phone)
    page.get_by_label("A friend at this screen").check()
    page.get_by_role("button", name="Start the war").click()
    expect(page.get_by_role("link", name="I am the Terran player")).to_be_visible()
    assert War.objects.get().map_name == "Three Gates"


def test_nothing_is_chosen_that_an_answer_on_its_way_would_undo(new_page) -> None:
    """How battles are settled follows from the opponent; until that is there, nobody can choose it in vain."""
    page: Page = new_page(make_person())
    page.goto("/wars/new/")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/wars/new/", hold)
    page.get_by_label("A friend at this screen").check()
    once(lambda: bool(held), page)
    table = page.get_by_role("radio", name="At the table")
    start = page.get_by_role("button", name="Start the war")
    expect(table).to_be_disabled()
    expect(start).to_be_disabled()
    held.pop().continue_()
    table.check()
    page.wait_for_timeout(500)
    expect(table).to_be_checked()
    page.locator("summary", has_text="More: game, map and house rules").click()
    page.get_by_label("Three Gates").check()
    once(lambda: bool(held), page)
    expect(start).to_be_disabled()
    held.pop().continue_()
    expect(start).to_be_enabled()
    expect(page.locator("#rules summary")).to_contain_text("1600 points")


def refusing(why: Exception | None) -> Any:
    """In place of making the form's page: fails so, or answers that there were too many attempts."""

    def form(request: HttpRequest, *_words: Any, **_named: Any) -> HttpResponse:
        if why is None:
            return often(request)
        raise why

    return form


@WIDTHS
def test_a_refusal_is_said_in_the_page_and_what_was_typed_stays(new_page, phone: bool, monkeypatch) -> None:
    page: Page = new_page(make_person(), phone=phone)
    page.goto("/wars/new/")
    page.get_by_label("Name").first.fill("The long war")
    page.locator("summary", has_text="More: game, map and house rules").click()
    line = page.locator("[data-live-state]")
    whole_form, maps = views._form, ["Three Gates", "Four Sectors"]
    for why, words in (
        (None, "Too many attempts. Nothing was changed."),
        (PermissionDenied(), "You are not allowed to do this."),
        (
            OperationalError("no connection"),
            "The site is busy. Nothing was changed. Try again in a few seconds.",
        ),
    ):
        monkeypatch.setattr(views, "_form", refusing(why))
        page.get_by_role("radio", name=maps[0]).check()
        expect(line).to_contain_text(words)
        assert_sound(page)
        picture(page, "refusal", phone=phone)
        monkeypatch.setattr(views, "_form", whole_form)
        page.get_by_role("radio", name=maps[1]).check()
        expect(line).to_be_empty()
    page.locator("main form").first.evaluate(
        """(form) => {
            const large = Object.assign(document.createElement("input"), { type: "hidden", name: "large" });
            large.value = "x".repeat(7 << 20);
            form.append(large);
        }"""
    )
    page.get_by_role("radio", name=maps[0]).check()
    expect(line).to_contain_text("The limit is 6 MB. Nothing was changed.")
    expect(page.get_by_label("Name").first).to_have_value("The long war")


@WIDTHS
def test_the_curtain_between_two_at_one_screen(new_page, phone: bool) -> None:
    anna = make_person()
    war = make_war(anna, anna, one_screen=True)
    page: Page = new_page(anna, phone=phone)
    page.goto(f"/wars/{war.pk}/")
    assert_sound(page)
    picture(page, "table", phone=phone)
    page.get_by_role("link", name="I am the Terran player").click()
    expect(page.get_by_role("heading", name="Terran, your turn")).to_be_visible()
    assert_sound(page)
    picture(page, "curtain", phone=phone)
    page.get_by_role("button", name="show my side").click()
    page.wait_for_url("**/terran/")
    page.goto(f"/wars/{war.pk}/terran/bases/")
    expect(page.locator("[data-curtain]")).to_have_count(0)
    page.goto(f"/wars/{war.pk}/")
    page.go_back()
    expect(page.locator("[data-curtain]")).to_be_visible()
    page.goto(f"/wars/{war.pk}/talon/bases/")
    expect(page.get_by_role("heading", name="Talon, your turn")).to_be_visible()


@WIDTHS
def test_every_page_of_the_lobby_is_sound(new_page, phone: bool) -> None:
    anna, bert = make_person("Anna"), make_person("Bert")
    page: Page = new_page(anna, phone=phone)
    page.goto("/wars/")
    assert_sound(page)
    picture(page, "wars-empty", phone=phone)
    going, over = make_war(anna, bert, name="Cold Harbour"), make_war(bert, anna, name="First Light")
    play_until(going, phase="planning", turn=2)
    surrender(over)
    make_war(anna, anna, name="Kitchen Table", one_screen=True)
    settings, chart = Settings(), shipped_maps()["four_sectors"]
    mine = create_war(
        host=anna, name="Ember Road", settings=settings, chart=chart, side="lot", opponent="link"
    )
    theirs = create_war(
        host=bert,
        name="The Quiet Lanes",
        settings=settings,
        chart=chart,
        side="lot",
        opponent="name",
        invited=anna,
    )
    named = create_war(
        host=anna, name="By Name", settings=settings, chart=chart, side="lot", opponent="name", invited=bert
    )
    pages = {
        "wars": "/wars/",
        "new-war": "/wars/new/",
        "open-war": f"/wars/{mine.pk}/",
        "open-war-named": f"/wars/{named.pk}/",
        "join": f"/wars/join/{theirs.invitations.get().token}/",
        "import": "/wars/import/",
    }
    for name, address in pages.items():
        page.goto(address)
        page.wait_for_load_state("load")
        assert_sound(page)
        picture(page, name, phone=phone)


def test_a_form_with_faults_says_them_and_keeps_what_was_typed(new_page) -> None:
    page: Page = new_page(make_person(), phone=True)
    page.goto("/wars/new/")
    page.get_by_label("Name of the war").fill("Kept")
    page.get_by_label("A player here, by callsign").check()
    page.get_by_label("Opponent's callsign").fill("nobody")
    page.get_by_role("button", name="Start the war").click()
    expect(page.get_by_text("There is no player called nobody").first).to_be_visible()
    expect(page.get_by_label("Name of the war")).to_have_value("Kept")
    assert_sound(page)
    picture(page, "new-war-faults", phone=True)


def test_an_invitation_shows_up_on_an_open_page(new_page) -> None:
    anna, bert = make_person("Anna"), make_person("Bert")
    page: Page = new_page(bert)
    page.goto("/wars/")
    expect(page.get_by_text("No wars yet")).to_be_visible()
    create_war(
        host=anna,
        name="Ember Road",
        settings=Settings(),
        chart=shipped_maps()["four_sectors"],
        side="terran",
        opponent="name",
        invited=bert,
    )
    page.get_by_role("link", name="Anna invites you to Ember Road").click()
    page.get_by_role("button", name="Decline").click()
    expect(page.get_by_text("Invitation declined.")).to_be_visible()


def test_a_full_web_server_alarms_nobody_and_a_lost_one_does(new_page, monkeypatch) -> None:
    monkeypatch.setattr("accounts.live.streams.MOST_OF_A_PERSON", 0)
    monkeypatch.setattr("accounts.live.streams.RETRY_WHEN_FULL", 300)
    anna, bert = make_person("Anna"), make_person("Bert")
    page: Page = new_page(bert, lossy=True)
    page.goto("/wars/")
    page.evaluate(
        """() => {
            window.said = "";
            const look = () => { window.said += document.querySelector("[data-live-state]")?.textContent ?? ""; };
            new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
        }"""
    )
    for _ in range(3):
        page.wait_for_event("requestfinished", lambda request: "/events/" in request.url)
    create_war(
        host=anna,
        name="Ember Road",
        settings=Settings(),
        chart=shipped_maps()["four_sectors"],
        side="terran",
        opponent="name",
        invited=bert,
    )
    expect(page.get_by_role("link", name="Anna invites you to Ember Road")).to_be_visible()
    assert page.evaluate("window.said") == ""
    page.context.set_offline(True)
    expect(page.locator("[data-live-state]")).to_have_text("Connection lost. Reconnecting…")
    page.context.set_offline(False)
    expect(page.locator("[data-live-state]")).to_have_text("")


def test_a_file_is_brought_in(new_page, tmp_path) -> None:
    war = make_war(make_person("Anna"), make_person("Bert"))
    surrender(war)
    file = tmp_path / "war.json"
    file.write_bytes(archive.whole(war))
    page: Page = new_page(make_person("Cora"))
    page.goto("/wars/import/")
    page.get_by_label("War file").set_input_files(file)
    page.get_by_role("button", name="Check and import").click()
    expect(page.get_by_role("heading", name="Checking the file")).to_be_visible()
    import_war(WarImport.objects.get().pk)
    expect(page.get_by_text("Every order in the file fits the rules")).to_be_visible()
    page.get_by_role("link", name="Open the war").click()
