"""What is asked seldom in a battle of Warfleets, answered on a phone, and what is drawn once it has ended elsewhere."""

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from battles.warfleets.tables.services import ending
from battles.warfleets.tables.services.beginning import Terms, begin
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron
from engines.warfleets.game import asked
from engines.warfleets.rules.movement import BESIDE
from engines.warfleets.state import Battle
from engines.warfleets.stock import stock
from engines.warfleets.table import LEAST_PIECES
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.test_warfleets_deeds import at_the_table, chooses, pair, told
from tests.browser.warfleets_hand import Hand
from tests.browser.warfleets_positions import Script, begun, bring_on
from tests.people import make_person
from tests.site.battles.warfleets.tables.test_war_battles import joined_battle, table_of

PLACES = ((1800, 1600), (5400, 1600), (1800, 3200), (5400, 3200), (3600, 2400))


def crew(fleet: str, light: str, heavy: str, squadron: str) -> Fleet:
    ships = (
        Ship(light, "light", ("pulse-engine",), (Mount("front", "energy-cannon"),)),
        Ship(heavy, "heavy", ("repair-bay", "warp-drive", "gravity-bumper", "armored-plating")),
    )
    return Fleet(fleet, ships, (Squadron(squadron, "fighter"),))


CREWS = (crew("Proof", "Lance", "Tug", "Sparks"), crew("Trial", "Spear", "Haul", "Gnats"))


def script(light: tuple[int, int], heavy: tuple[int, int], squadron: tuple[int, int]) -> Script:
    """Both fleets set up alike; in the first round their light ships move straight ahead."""
    places = {
        name: (*place, 0)
        for names, place in (
            (("Lance", "Spear"), light),
            (("Tug", "Haul"), heavy),
            (("Sparks", "Gnats"), squadron),
        )
        for name in names
    }
    return Script(places, {(1, "Lance"): "move", (1, "Spear"): "move"})


OVER_A_SQUADRON = script((3600, 90), (4600, 1050), (3600, 1090))
OVER_A_SHIP = script((3600, 90), (3600, 1050), (4600, 1100))


@pytest.mark.parametrize("phone", [True, False])
def test_what_was_chosen_goes_when_the_battle_ends_elsewhere(
    new_page: Callable[..., Page], phone: bool
) -> None:
    anna = make_person("anna")
    row = begun(anna, (pair("Proof", "Lance", "Pike"), pair("Trial", "Spear", "Dart")))
    places = {
        "Lance": (3000, 1000, 0),
        "Pike": (4000, 1000, 0),
        "Spear": (3000, 1000, 0),
        "Dart": (4000, 1000, 0),
    }
    bring_on(row, anna, Script(places), chooses(1, 1))
    page = new_page(anna, phone=phone)
    hand = at_the_table(page, row, "touch" if phone else "mouse")
    battle = hand.battle()
    hand.press(next(one.name for one in battle.models if one.side == battle.side))
    expect(page.locator(".wf-ghost")).to_have_count(1)
    expect(page.locator(".wf-arc")).not_to_have_count(0)
    ending.concede(battle_id=row.pk, user=anna, seen=row.number)
    expect(page.get_by_text("conceded.")).to_be_visible()
    expect(page.locator("[data-wf-table].is-live")).to_be_visible()
    for drawn in (".wf-ghost", ".wf-region", ".wf-way", ".wf-arc", ".is-ready", ".is-chosen"):
        expect(page.locator(drawn)).to_have_count(0)


def lays(hand: Hand, place: tuple[int, int], piece: int) -> Battle:
    """The battle after a piece was laid, by its number in the list."""
    hand.page.get_by_role("region", name="Order").get_by_label("Piece").select_option(index=piece)
    hand.touch(*place)
    turn = hand.page.locator("#wf-heading")
    assert turn.is_visible() == bool(list(stock().values())[piece].corners)
    if turn.is_visible():
        turn.fill("45")
    return hand.gives(hand.confirm)


def test_terrain_is_laid_by_touch(new_page: Callable[..., Page]) -> None:
    anna = make_person("anna")
    row = begin(user=anna, terms=Terms(300, ()), fleets=CREWS)
    page = new_page(anna, phone=True)
    hand = at_the_table(page, row, "touch")
    hand.gives(partial(hand.press, "Roll"))
    expect(page.get_by_text("The table needs at least five.")).to_be_visible()
    for number, place in enumerate(PLACES):
        assert not page.get_by_role("button", name="Enough terrain").is_visible()
        battle = lays(hand, place, number)
        expect(page.locator(".wf-piece text")).to_have_count(number + 1)
    assert len(battle.terrain) == LEAST_PIECES
    expect(page.get_by_text("or say that there is enough.")).to_be_visible()
    assert_sound(page)
    for _ in range(2):
        hand.press("Enough")
        battle = hand.gives(hand.confirm)
    question = asked(battle)
    assert question is not None
    assert question.word == "edge"


def test_a_ship_warps_by_touch(new_page: Callable[..., Page]) -> None:
    anna = make_person("anna")
    row = begun(anna, CREWS)
    bring_on(row, anna, OVER_A_SHIP, chooses(1, 3))
    page = new_page(anna, phone=True)
    hand = at_the_table(page, row, "touch")
    hand.press("Warp Drive")
    expect(page.locator("[data-dock-words]")).to_have_text(
        "A die says how far it goes; then you say where to. "
    )
    battle = hand.gives(hand.confirm)
    ship = battle.models[battle.active]
    expect(
        page.get_by_text(f"The Warp Drive takes {ship.name} {battle.warp // 100}″. Where does it go?")
    ).to_be_visible()
    hand.touch(ship.place[0] + 200, 2400)
    assert_sound(page)
    was = ship.place
    battle = hand.gives(hand.confirm)
    assert battle.models[ship.number].place != was


def test_a_ship_is_repaired_by_touch(new_page: Callable[..., Page]) -> None:
    anna = make_person("anna")
    row = begun(anna, CREWS)
    bring_on(row, anna, OVER_A_SHIP, chooses(1, 3))
    page = new_page(anna, phone=True)
    hand = at_the_table(page, row, "touch")
    battle = hand.battle()
    hurt = next(one for one in battle.models if one.side == battle.side and one.size == "light")
    assert sum(hurt.damage) == 1
    hand.press("Repair")
    expect(page.locator("[data-dock-words]")).to_have_text(f"A point of damage comes off {hurt.name}. ")
    assert_sound(page)
    battle = hand.gives(hand.confirm)
    told(page, f"A point of damage comes off {hurt.name}’s Pulse Engine")
    assert sum(battle.models[hurt.number].damage) == 0


def test_a_squadron_is_put_aside_by_touch(new_page: Callable[..., Page]) -> None:
    anna = make_person("anna")
    row = begun(anna, CREWS)
    bring_on(row, anna, OVER_A_SQUADRON, lambda _, question: question.word == "displace")
    page = new_page(anna, phone=True)
    hand = at_the_table(page, row, "touch")
    battle = hand.battle()
    squadron, ship = (battle.models[number] for number in battle.displaced[0])
    expect(
        page.get_by_text(f"{ship.name} has come to lie over {squadron.name}. Put it beside the ship.")
    ).to_be_visible()
    hand.touch(ship.place[0] + 1200, ship.place[1])
    assert_sound(page)
    battle = hand.gives(hand.confirm)
    put = battle.models[squadron.number].place
    assert (battle.displaced, abs(put[1] - ship.place[1]) < 25) == ([], True)
    assert 75 < put[0] - ship.place[0] - ship.radius - squadron.radius <= BESIDE


@pytest.mark.django_db(transaction=True)
def test_the_chat_of_a_war_stands_beside_its_table(new_page: Callable[..., Page]) -> None:
    battle = elsewhere(joined_battle)
    board = elsewhere(table_of, battle).get_absolute_url()
    desk, phone = new_page(battle.terran_user), new_page(battle.talon_user, phone=True)
    for page in (desk, phone):
        page.goto(board)
        expect(page.locator("[data-wf-table].is-live")).to_be_visible()
        page.get_by_role("link", name="Chat", exact=True).click()
    desk.get_by_label("Write to bo").fill("Move, hold or ram?")
    desk.get_by_role("button", name="Send").click()
    expect(desk.get_by_label("Write to bo")).to_have_value("")
    for page in (phone, desk):
        expect(page.locator(".chat-line")).to_contain_text("Move, hold or ram?")
        assert_sound(page)
