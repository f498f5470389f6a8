"""A whole Empire War by two people in two browsers, a laptop's and a phone's, from signing up to the ending."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from battles.models import Battle
from campaign.models import War
from campaign.planning.editor.edits import as_last_turn, first_plan, nearest_legal
from campaign.rules import state as core
from campaign.rules.orders import Engage, RevealNext
from campaign.war.services import log, sealing
from engines.seam.sides import SIDES, Side
from tests.browser.player import Player, Seen
from tests.people import PASSWORD
from tests.site.wars import state_of, user_of
from tests.thorough import WHOLE

SAVED = "**/report/draft/"


@pytest.mark.both_at_night
@pytest.mark.long(200)
def test_a_whole_war_from_signing_up_to_the_ending(new_page, transactional_db, tmp_path: Path) -> None:
    seen: Seen = set()
    anna, boris = Player(new_page(), seen, "desk"), Player(new_page(phone=True), seen, "phone")
    sign_up(anna, "Anna")
    begin(anna, boris)
    war = War.objects.get()
    place_bases(anna, boris)
    first_plans(anna, boris)
    first_battles(war, anna, boris)
    for turn in (2, 3):
        if WHOLE:
            plan_again(anna, boris, turn)
        else:
            seal_again(war)
        decline_all(war, turn)
    plan_again(anna, boris, 4)
    the_home_falls(war, anna, boris)
    after_the_war(war, anna, boris, tmp_path)


def sign_up(player: Player, callsign: str) -> None:
    """From the front page to an account."""
    player.go("/")
    player.follow(player.link("Start a war with a friend"))
    fill_in(player, callsign)


def fill_in(player: Player, callsign: str) -> None:
    """Fill in the form for a new account."""
    player.page.get_by_label("Callsign").fill(callsign)
    player.page.get_by_label("Password").fill(PASSWORD)
    player.follow(player.button("Sign up"))
    expect(player.page.get_by_text(f"Signed in as {callsign}")).to_be_visible()


def begin(anna: Player, boris: Player) -> None:
    """Anna makes a war and a link; Boris looks, signs up, and accepts; Anna's page follows by itself."""
    anna.go("/wars/")
    anna.follow(anna.page.get_by_role("link", name="New war").first)
    anna.page.get_by_label("Name of the war").fill("The Long Night")
    anna.page.get_by_role("radio", name="Terran", exact=True).check()
    anna.page.get_by_role("radio", name="At the table, recorded here").check()
    anna.follow(anna.button("Start the war"))
    link = anna.page.get_by_label("Invitation link").input_value()
    boris.go(link)
    boris.follow(boris.link("Sign up first"))
    fill_in(boris, "Boris")
    expect(boris.heading("War settings")).to_be_visible()
    boris.follow(boris.button("Accept and start"))
    anna.page.wait_for_url("**/terran/")
    anna.look()
    boris.go(link)
    expect(boris.heading("The Long Night")).to_have_count(0)


def place_bases(anna: Player, boris: Player) -> None:
    """Both place and seal; neither sees the other's before both have; both pages go on by themselves."""
    anna.go("/wars/")
    anna.follow(anna.page.get_by_role("main").get_by_role("link", name="The Long Night").first)
    anna.go(path_of("terran"))
    anna.follow(anna.link("Place bases"))
    anna.page.locator("#choose summary").click()
    anna.page.get_by_role("checkbox", name="Orion 4").uncheck()
    anna.page.get_by_role("checkbox", name="Orion 2").check()
    expect(anna.page.get_by_text("Ready to seal")).to_be_visible()
    anna.follow(anna.button("Seal"))
    expect(anna.heading("Bases sealed")).to_be_visible()
    boris.go(path_of("talon"))
    boris.follow(boris.link("Place bases"))
    expect(boris.page.get_by_text("Anna has sealed", exact=True)).to_be_visible()
    expect(boris.page.get_by_text("Ready to seal")).to_be_visible()
    boris.follow(boris.button("Seal"))
    anna.page.wait_for_url("**/terran/plan/")
    anna.look()


def path_of(side: str, rest: str = "") -> str:
    """The address of a side's page of the only war."""
    return f"/wars/{War.objects.get().pk}/{side}/{rest}"


def first_plans(anna: Player, boris: Player) -> None:
    """A named fleet for each, changed by hand; instructions; sealed; the enemy's page follows."""
    anna.go(path_of("terran", "plan/"))
    anna.press(anna.page.get_by_role("button", name="Grey Foxes"))
    expect(anna.page.get_by_text("Ready to seal.")).to_be_visible()
    ask_everywhere(anna)
    for sector in ("Badlands", "Maelstrom"):
        instruct(anna, sector, "decline")
    one_ship_elsewhere(anna)
    boris.go(path_of("talon", "plan/"))
    boris.press(boris.page.get_by_role("button", name="Drawn Blades"))
    expect(boris.page.get_by_text("Ready to seal.")).to_be_visible()
    change_the_purchase(boris)
    one_ship_elsewhere(boris)
    ask_everywhere(boris)
    for sector in ("Badlands", "Maelstrom"):
        instruct(boris, sector, "engage")
    boris.look()
    boris.follow(boris.page.get_by_role("button", name="Seal"))
    expect(boris.heading("Turn 1 orders sealed")).to_be_visible()
    boris.stays()
    expect(anna.page.get_by_text("Boris has sealed", exact=True)).to_be_visible()
    anna.follow(anna.button("Seal orders"))
    boris.page.wait_for_url("**/talon/")
    boris.look()


def ask_everywhere(player: Player) -> None:
    """Take back the instruction that a ready fleet comes with."""
    expect(player.page.get_by_label("Answer in Antares")).to_have_value("odds")
    button = player.button("Ask me before each battle")
    if not button.is_visible():
        player.page.locator("#instructions summary").click()
    with player.page.expect_response("**/plan/preview/"):
        player.press(button)
    expect(player.page.get_by_label("Answer in Antares")).to_have_value("ask")


def instruct(player: Player, sector: str, answer: str) -> None:
    """Leave a standing instruction."""
    field = player.page.get_by_label(f"Answer in {sector}")
    if not field.is_visible():
        player.page.locator("#instructions summary").click()
    with player.page.expect_response("**/plan/preview/"):
        field.select_option(answer)


def change_the_purchase(player: Player) -> None:
    """One ship of a class fewer, and back again: the totals follow."""
    row = player.page.locator("#yard-frigate")
    before = int(row.locator("output").inner_text())
    player.press(row.get_by_role("button", name="One fewer: Frigates"))
    expect(row.locator("output")).to_have_text(str(before - 1))
    player.press(row.get_by_role("button", name="One more: Frigates"))
    expect(row.locator("output")).to_have_text(str(before))


def one_ship_elsewhere(player: Player) -> None:
    """Take one ship back from a lane, opened on the map, and send one out again."""
    page = player.page
    ours = page.get_by_role("link", name=re.compile("^Your ships in A"))
    player.press(page.locator(".star-map a.fleet-link").and_(ours).locator("visible=true"))
    expect(page.locator("#lane")).to_be_visible()
    for way in ("One fewer:", "One more:"):
        with page.expect_response("**/plan/preview/"):
            player.press(
                page.locator("#lane").get_by_role("button", name=way).and_(open_button(player)).first
            )
        expect(page.locator("#desk.htmx-request")).to_have_count(0)
    player.press(page.get_by_role("link", name="Close"))
    expect(page.get_by_text("Ready to seal.")).to_be_visible()


def open_button(player: Player) -> Locator:
    """Any button that can be pressed."""
    return player.page.locator("button:not([aria-disabled])")


def first_battles(war: War, anna: Player, boris: Player) -> None:
    """Antares is fought, recorded on the phone and confirmed on the laptop; then on to the next turn."""
    answer(war, anna, boris, engage=True)
    battle = Battle.objects.get()
    assert battle.place.startswith("Antares")
    boris.stays()
    boris.follow(boris.page.get_by_role("link", name="Battle page").first)
    boris.follow(boris.link("Paper sheet").first)
    boris.go(f"/battles/{battle.pk}/")
    anna.go(f"/battles/{battle.pk}/")
    anna.stays()
    boris.follow(boris.link("Record result"))
    record(boris, "Talon")
    boris.follow(boris.button("Enter result"))
    expect(boris.heading("Waiting for Anna to confirm")).to_be_visible()
    expect(anna.heading("Confirm Boris's result?")).to_be_visible()
    assert anna.has_stayed()
    boris.stays()
    anna.follow(anna.button("Confirm"))
    expect(boris.heading("Result")).to_be_visible()
    assert boris.has_stayed()
    until_next_turn(war, anna, boris, 1)


def answer(war: War, anna: Player, boris: Player, *, engage: bool) -> None:
    """Answer every question about engaging until none is asked, each on a page opened for it."""
    while (question := state_of(war).question) is not None:
        asked = anna if question.side == "terran" else boris
        asked.go(path_of(question.side))
        wish = engage or question.side == "talon"
        asked.follow(asked.button("Engage" if wish else "Decline"))
        asked.confirm_answer()


def record(player: Player, winner: str) -> None:
    """Fill the report in: the winner, the rounds, a destroyed ship, some damage."""
    page = player.page
    with page.expect_response(SAVED):
        player.press(page.locator("label.outcome", has_text=winner))
    for _ in range(9):
        player.press(page.get_by_label("One more: Rounds fought"))
    with page.expect_response(SAVED):
        last = page.locator(".report-side").first.locator("article.entry").first
        player.press(last.locator("label.outcome", has_text="Destroyed"))
    with page.expect_response(SAVED):
        damaged = page.locator(".report-side").last.locator("article.entry").first
        player.press(damaged.locator(".hull-pick:has([value='1'])"))
    expect(page.get_by_text("Ready to enter")).to_be_visible()
    player.look()


def until_next_turn(war: War, anna: Player, boris: Player, turn: int) -> None:
    """Go on, and let Anna decline whatever she is asked, until the next turn is to be planned."""
    while (state := state_of(war)).phase == "battles" and state.turn == turn:
        if state.question is not None:
            answer(war, anna, boris, engage=False)
        else:
            anna.go(path_of("terran"))
            anna.follow(anna.button("Open next battle"))
    assert (state.turn, state.phase) == (turn + 1, "planning")


def decline_all(war: War, turn: int) -> None:
    """The battles of a later turn, as in `until_next_turn`; their pages are those of the first."""
    while (state := state_of(war)).phase == "battles" and state.turn == turn:
        go_on(war, state)
    assert (state.turn, state.phase) == (turn + 1, "planning")


def go_on(war: War, state: core.War) -> None:
    """Answer the question that is asked, or reveal the next battle."""
    question = state.question
    side: Side = question.side if question else "terran"
    order = Engage(question.battle, engage=side == "talon") if question else RevealNext()
    log.submit(war_id=war.pk, side=side, user=user_of(war, side), seen_version=war.version, order=order)


def seal_again(war: War) -> None:
    """The plans of a later turn, as in `plan_again`; their pages are those of the fourth."""
    for side in SIDES:
        state = state_of(war)
        plan = nearest_legal(as_last_turn(first_plan(state, side))).plan
        sealing.seal_order(
            war_id=war.pk, side=side, user=user_of(war, side), turn=state.turn, phase=state.phase, order=plan
        )


def plan_again(anna: Player, boris: Player, turn: int) -> None:
    """A later turn: as last turn, made legal, sealed."""
    for player, side in ((anna, "terran"), (boris, "talon")):
        player.go(path_of(side, "plan/"))
        expect(player.page.get_by_text("Since last turn")).to_be_visible()
        for tap in ("As last turn", "Nearest legal"):
            with player.page.expect_response("**/plan/preview/"):
                player.press(player.button(tap))
        expect(player.page.get_by_text("Ready to seal.")).to_be_visible()
        if side == "terran" and turn == 4:
            instruct(player, "Badlands", "ask")
        player.follow(player.page.get_by_role("button", name="Seal"))


def the_home_falls(war: War, anna: Player, boris: Player) -> None:
    """Anna gives up her home when asked; both pages show the ending, one of them by itself."""
    boris.go(path_of("talon"))
    boris.stays()
    while (state := state_of(war)).phase == "battles":
        if state.question is not None:
            answer(war, anna, boris, engage=False)
        else:
            anna.go(path_of("terran"))
            anna.follow(anna.button("Open next battle"))
    expect(boris.heading("You won the war")).to_be_visible()
    anna.go(path_of("terran"))
    expect(anna.heading("You lost the war")).to_be_visible()


def after_the_war(war: War, anna: Player, boris: Player, folder: Path) -> None:
    """The history, the ledgers, the file, and +5 in the lifetime score."""
    for rest in ("", "history/?turn=1", "treasury/?of=enemy", "?zone=Orion/2"):
        boris.go(path_of("talon", rest))
    for rest in ("history/", "treasury/"):
        anna.go(path_of("terran", rest))
    for path in ("/wars/", "/ships/", "/ships/talon/dreadnought/", "/rulings/", "/settings/"):
        anna.go(path)
    for player, other in ((anna, "Boris"), (boris, "Anna")):
        player.go("/opponents/")
        player.follow(player.page.get_by_role("main").get_by_role("link", name=other).first)
        bonus = player.page.get_by_role("row").filter(has_text="Won the Empire War The Long Night")
        expect(bonus).to_contain_text("+5")
    boris.go(path_of("talon"))
    with boris.page.expect_download() as found:
        boris.press(boris.link("Export war"))
    file = folder / "war.json"
    found.value.save_as(file)
    assert json.loads(file.read_text())
