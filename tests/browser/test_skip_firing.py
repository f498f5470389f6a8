"""Fire that cannot matter passes by itself, once the player has chosen that."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from accounts.models import User
from battles.models import Play
from battles.talon.play.board import board_of
from battles.talon.play.services.ordering import Seen, draft_of, give
from engines.seam.sides import Side
from engines.talon.play.advice import advice
from engines.talon.play.drafts.lines import with_draft
from engines.talon.play.offers.volley import needless
from engines.talon.text import write_order
from engines.talon.view import View
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.test_play_in_sight import SETUP, shown
from tests.hand_samples import played_up_to
from tests.people import make_person

MOST = 200


def where_fire_is_needless(user: User) -> Play:
    """A battle at one screen, in a step of fire in which nothing matters."""
    play = played_up_to(user, SETUP, "fire")
    for _ in range(MOST):
        play.refresh_from_db()
        side: Side = "terran" if play.decider == "terran" else "talon"
        draft = draft_of(play, side)
        board, _ = with_draft(board_of(play), draft.lines)
        if needless(View(board, side)):
            return play
        order = write_order(advice(View(board, side))[0], board)
        give(battle_id=play.battle_id, side=side, seen=Seen(play.number, draft.revision), orders=[order])
    raise LookupError("fire always mattered")


def test_firing_that_cannot_matter_passes_by_itself(new_page: Callable[..., Page]) -> None:
    play = elsewhere(lambda: where_fire_is_needless(make_person("anna")))
    user = User.objects.get(username="anna")
    page = shown(new_page(user), f"/battles/{play.battle_id}/play/")
    table = page.locator("[data-table]")
    before = table.get_attribute("data-as")
    expect(page.locator("[data-needless]")).to_be_visible()
    page.get_by_text("Motion, sound and firing").click()
    page.get_by_role("radio", name="Skip firing unless it matters").check()
    expect(page.locator("[data-needless]")).to_be_visible()  # what is asked already is the player's
    assert_sound(page)
    page.reload()
    expect(table).not_to_have_attribute("data-as", before or "")
