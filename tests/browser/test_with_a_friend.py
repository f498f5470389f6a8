"""Two people, one of them a guest on a phone who has only a link, play the first turn of a war, and the last."""

import pytest
from playwright.sync_api import expect

from battles.models import Battle, Play
from battles.talon.play.services.captains import PLAYS
from campaign.models import Engagement, War
from campaign.rules.state import War as State
from campaign.war.services import results
from tests.browser.checks import elsewhere
from tests.browser.player import Player, Seen
from tests.browser.test_whole_war import path_of, sign_up
from tests.core.table import Table, four_sectors
from tests.site.wars import put_state, state_of
from tests.thorough import WHOLE

MOST = 40
"""Presses of both together by which the turn is over."""


@pytest.mark.long(80)
def test_a_friend_invited_by_link_plays_the_first_turn_as_a_guest(new_page, transactional_db) -> None:
    """Both leave the boards to the captains; the last battle of the other war is followed on both."""
    seen: Seen = set()
    anna, guest = Player(new_page(), seen, "desk"), Player(new_page(phone=True), seen, "phone")
    begin(anna, guest)
    war = War.objects.get()
    players = {"terran": anna, "talon": guest}
    for side, player in players.items():
        player.go(path_of(side, "bases/"))
        expect(player.page.get_by_text("Ready to seal")).to_be_visible()
        player.follow(player.button("Seal"))
    for side, fleet in (("terran", "Grey Foxes"), ("talon", "Drawn Blades")):
        player = players[side]
        player.go(path_of(side, "plan/"))
        player.press(player.page.get_by_role("button", name=fleet))
        with player.page.expect_response("**/plan/preview/"):
            player.press(player.button("Engage every battle"))
        expect(player.page.get_by_text("Ready to seal.")).to_be_visible()
        player.follow(player.page.get_by_role("button", name="Seal"))
    for _ in range(MOST):
        if elsewhere(state_of, war).turn > 1:
            break
        for side, player in players.items():
            move_on(war, side, player, following=WHOLE)
    assert elsewhere(state_of, war).turn == 2
    fought = Engagement.objects.filter(war=war, outcome="fought").count()
    assert fought
    assert Battle.objects.filter(engagement__war=war, plays__isnull=False).distinct().count() == fought
    for side, player in players.items():
        player.go(path_of(side))
        expect(player.page.get_by_text("turn 2").first).to_be_visible()


@pytest.mark.long(60)
def test_a_war_with_a_guest_ends_on_both_pages(new_page, transactional_db) -> None:
    """The last turn of a war that began by a link: the guest's home falls on the board, and both read who won."""
    seen: Seen = set()
    anna, guest = Player(new_page(), seen, "desk"), Player(new_page(phone=True), seen, "phone")
    begin(anna, guest)
    war = War.objects.get()
    elsewhere(lambda: put_state(war, before_the_end()))
    players = {"terran": anna, "talon": guest}
    for side, player in players.items():
        player.go(path_of(side, "plan/"))
        expect(player.page.get_by_text("Ready to seal.")).to_be_visible()
        player.follow(player.page.get_by_role("button", name="Seal"))
    for _ in range(MOST):
        if elsewhere(state_of, war).phase == "over":
            break
        for side, player in players.items():
            move_on(war, side, player)
    assert elsewhere(state_of, war).winner == "terran"
    assert Engagement.objects.filter(war=war, outcome="fought").exists()
    for side, words in (("terran", "You won the war"), ("talon", "You lost the war")):
        players[side].go(path_of(side))
        expect(players[side].heading(words)).to_be_visible()
    guest.go("/wars/")
    expect(guest.page.get_by_text("You play as guest-")).to_be_visible()


def before_the_end() -> State:
    """The Talon home is attacked from Antares, where a frigate alone defends it."""
    return Table.midway(
        terran={"Antares": "BB, BB, CA"},
        talon={"Antares": "FF"},
        markers={"Antares": len(four_sectors().zones("Antares"))},
        minimum=(0, 0),
        settled_by="hand",
    ).war


def begin(anna: Player, guest: Player) -> None:
    """Anna signs up for a war with a friend and sends the link; the friend accepts without an account."""
    sign_up(anna, "Anna")
    expect(anna.heading("Start a war")).to_be_visible()
    expect(anna.page.get_by_role("radio", name="In the browser, by hand")).to_be_checked()
    anna.page.get_by_role("radio", name="Terran", exact=True).check()
    anna.follow(anna.button("Start the war"))
    guest.go(anna.page.get_by_label("Invitation link").input_value())
    guest.follow(guest.button("Accept and start"))
    expect(guest.page.get_by_text("You play as guest-")).to_be_visible()
    anna.page.wait_for_url("**/terran/")


def move_on(war: War, side: str, player: Player, *, following: bool = True) -> None:
    """Do what the war waits for from the side: hand the battle to the captain, or open the next one.

    Who is `following` sees every order of the captains on the board in the first battle; all others they leave.
    """
    plays = elsewhere(lambda: list(Play.objects.filter(battle__engagement__war=war).order_by("pk")))
    play = next((one for one in plays if one.stage == "on"), None)
    if play is not None:
        player.go(f"/battles/{play.battle_id}/play/")
        hand_over(player)
        if not following or play != plays[0]:
            player.page.goto("about:blank")
        elsewhere(PLAYS.attempt, play.pk)  # as the worker
        elsewhere(results.absorb_waiting)
        return
    player.go(path_of(side))
    reveal = player.page.locator('#calls button[name="order"][value="reveal"]')
    engage = player.page.locator('#calls button[name="engage"][value="yes"]')
    for button in (reveal, engage):
        if button.count():
            player.press(button.first)
            player.page.wait_for_load_state()
            return


def hand_over(player: Player) -> None:
    """Let the captain finish the battle, unless it has the side already."""
    page = player.page
    page.locator("[data-table].is-live").wait_for()
    finish = page.locator('button[name="do"][value="captain-battle"]')
    if finish.count():
        more = page.locator(".play-more").filter(has=finish)
        if more.get_attribute("open") is None:
            player.press(more.locator("> summary"))
        player.press(more.locator(".asked-first > summary"))
        player.press(finish)
        expect(finish).to_have_count(0)
