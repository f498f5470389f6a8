"""What happens seldom in a battle of Warfleets, done on the table in the browser: by mouse, by touch and by keys."""

import re
from collections.abc import Callable
from functools import partial

from playwright.sync_api import Page, expect

from battles.models import WarfleetsBattle
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron
from engines.warfleets.game import asked
from engines.warfleets.offers import asked_of
from engines.warfleets.rules.sequence import Question
from engines.warfleets.state import Battle, Push
from engines.warfleets.table import RETURN
from tests.browser.checks import assert_sound
from tests.browser.warfleets_hand import Hand
from tests.browser.warfleets_positions import Script, before_a_surrender, begun, bring_on
from tests.people import make_person

CANNON = (Mount("front", "energy-cannon"),)


def at_the_table(page: Page, row: WarfleetsBattle, way: str) -> Hand:
    page.goto(row.get_absolute_url())
    expect(page.locator("[data-wf-table].is-live")).to_be_visible()
    return Hand(page, row.pk, way)


def has_come(page: Page, row: WarfleetsBattle) -> None:
    """The page shows by itself what was ordered elsewhere."""
    expect(page.locator(f"[data-wf-table].is-live[data-seen='{row.number}']")).to_be_visible()


def chooses(round_: int, phase: int) -> Callable[[Battle, Question], bool]:
    """Whether somebody chooses a model in that phase."""
    return lambda now, question: (now.round, now.phase, question.word) == (round_, phase, "activate")


def told(page: Page, words: str) -> None:
    """The log says so of the last orders."""
    expect(page.get_by_role("region", name="What happened")).to_contain_text(re.compile(words))


def rammer(fleet: str, ship: str, squadron: str) -> Fleet:
    return Fleet(
        fleet, (Ship(ship, "light", ("pulse-engine", "reinforced-ram")),), (Squadron(squadron, "fighter"),)
    )


class Rammer(Hand):
    """Somebody who rams whenever they can, by mouse."""

    MARKERS = ((6200, 2400), (5200, 2400), (1500, 2400), (2500, 2400))

    def decide(self) -> Battle:
        """Answer what is asked, whatever it is."""
        battle = self.battle()
        question = asked(battle)
        assert question is not None
        return self.gives(partial(getattr(self, f"_{question.word}"), battle))

    def _roll(self, _battle: Battle) -> None:
        self.press("Roll")

    def _edge(self, _battle: Battle) -> None:
        self.touch(3600, 100)

    def _marker(self, battle: Battle) -> None:
        self.touch(*self.MARKERS[len(battle.markers)])
        self.confirm()

    def _deploy(self, battle: Battle) -> None:
        up = 1000 if battle.edges[battle.side] == "bottom" else 3800
        self.touch(3600 if battle.step == "ships" else 4400, up)
        self.confirm()

    def _activate(self, battle: Battle) -> None:
        question = asked(battle)
        assert question is not None
        (offered,) = asked_of(battle, question, offered=True).ranges
        self.press("Ram" if offered.rams else "Cruise" if offered.ways else "Hold")
        self.confirm()

    def _damage(self, _battle: Battle) -> None:
        self.page.locator("[data-wf-plain] button").first.click()


def to_come(battle: Battle) -> Push | None:
    """The push of a ram whose damage is being assigned."""
    return battle.push


def test_a_whole_game_of_rams_by_mouse(new_page: Callable[..., Page]) -> None:
    anna = make_person("anna")
    row = begun(anna, (rammer("Hammers", "Lance", "Sparks"), rammer("Anvils", "Spear", "Gnats")))
    page = new_page(anna)
    at_the_table(page, row, "mouse")
    hand = Rammer(page, row.pk, "mouse")
    battle = hand.decide()
    while (push := to_come(battle)) is None:  # until a ram waits for damage to be assigned
        battle = hand.decide()
    told(page, r"(Lance rams Spear|Spear rams Lance)\.")
    rammed = battle.models[push.target]
    where = rammed.place
    assert_sound(page)
    while to_come(battle) is not None:
        battle = hand.decide()
    told(page, rf"{rammed.name} is pushed to [\d., ]+, heading \d+° \(die [1-6]\)\.")
    assert where[1] != battle.models[rammed.number].place[1]
    assert sum(battle.models[rammed.number].damage) == 3
    while not battle.over:
        battle = hand.decide()
    assert (battle.round, battle.models[rammed.number].status) == (2, "destroyed")
    squadron = next(one for one in battle.models if one.side == rammed.side and not one.is_ship)
    assert (squadron.status, battle.winner) == (
        "surrendered",
        "terran" if rammed.side == "talon" else "talon",
    )
    told(page, rf"{rammed.name} is destroyed\..*{squadron.name} surrenders\.")
    expect(page.get_by_role("status").get_by_text(re.compile(r"(Terran|Talon) has won\."))).to_be_visible()
    expect(page.get_by_text("Squadrons lost: 1 of 1.")).to_be_visible()
    assert_sound(page)


def explorer(fleet: str, light: str, medium: str) -> Fleet:
    ships = (
        Ship(light, "light", ("pulse-engine",), CANNON),
        Ship(medium, "medium", ("warp-drive", "shield-booster"), CANNON, hero="tactical-master"),
    )
    return Fleet(fleet, ships)


LEAVING = Script(
    {
        "Lance": (2000, 1100, 3150),
        "Spear": (2000, 1100, 3150),
        "Late": (3000, 1000, 0),
        "Tardy": (3000, 1000, 0),
    },
    {(1, "Lance"): "cruise", (1, "Spear"): "cruise"},
    ((975, 2125), (2500, 2400), (3700, 2400), (5000, 2400)),
)


def test_a_late_hero_and_a_ship_that_leaves_with_a_marker_by_touch(new_page: Callable[..., Page]) -> None:
    anna = make_person("anna")
    row = begun(anna, (explorer("Proof", "Lance", "Late"), explorer("Trial", "Spear", "Tardy")))
    bring_on(row, anna, LEAVING, lambda _, question: question.word == "deploy")
    page = new_page(anna, phone=True)
    hand = at_the_table(page, row, "touch")

    side = hand.battle().side
    light, late = (one for one in hand.battle().models if one.side == side)
    hand.press(late.name)
    hand.press("Reserve")
    expect(page.locator("[data-dock-words]")).to_have_text(re.compile("comes at the start of a later round"))
    battle = hand.gives(hand.confirm)
    told(page, f"{late.name} stays in reserve.")
    assert battle.models[late.number].status == "reserve"

    bring_on(row, anna, LEAVING, lambda _, question: question.word == "arrive")
    has_come(page, row)
    expect(
        page.get_by_text(f"{late.name} may come out of reserve, more than 9″ from every enemy.")
    ).to_be_visible()
    hand.touch(5500, 2400)
    expect(page.locator("[data-dock-words]")).to_contain_text(f"{late.name} ends at")
    assert_sound(page)
    battle = hand.gives(hand.confirm)
    told(page, f"{late.name} is set up at")
    found = battle.models[late.number]
    assert (found.status, abs(found.place[0] - 5500) < 100, abs(found.place[1] - 2400) < 100) == (
        "table",
        True,
        True,
    )

    bring_on(row, anna, LEAVING, lambda now, question: (now.phase, now.round, question.side) == (1, 2, side))
    assert hand.battle().markers[0].carrier == light.number
    has_come(page, row)
    hand.press("Cruise")
    expect(page.locator("[data-dock-words]")).to_contain_text(
        f"{light.name} leaves the table over the left edge."
    )
    battle = hand.gives(hand.confirm)
    told(page, rf"{light.name} leaves the table at 0, [\d.]+\..*{light.name} drops marker 1 at")
    expect(page.get_by_text(f"What does {light.name} do?")).to_have_count(0)
    assert (battle.models[light.number].status, battle.markers[0].carrier) == ("off", -1)
    left = battle.models[light.number].place

    bring_on(row, anna, LEAVING, lambda _, question: question.word == "return")
    has_come(page, row)
    hand.touch(79, left[1] + 800)
    expect(page.locator("[data-dock-words]")).to_contain_text(f"{light.name} ends at 0.79")
    in_sight = page.locator("[data-confirm]").evaluate("e => e.getBoundingClientRect().bottom <= innerHeight")
    assert in_sight, "the button is below the fold"
    battle = hand.gives(hand.confirm)
    told(page, f"{light.name} comes back at 0.79")
    found = battle.models[light.number]
    assert (found.status, found.place[0], abs(found.place[1] - left[1] - RETURN) <= 25) == ("table", 79, True)


def sapper(fleet: str, light: str, heavy: str, squadron: str) -> Fleet:
    ships = (
        Ship(light, "light", ("pulse-engine",), CANNON, hero="expert-sapper"),
        Ship(heavy, "heavy", ("tractor-beam", "repair-bay", "gravity-bumper", "armored-plating")),
    )
    return Fleet(fleet, ships, (Squadron(squadron, "fighter"),))


FACING = Script(
    {
        "Lance": (3600, 1100, 0),
        "Spear": (3600, 1100, 0),
        "Tug": (4000, 1050, 0),
        "Haul": (4000, 1050, 0),
        "Sparks": (3200, 1140, 0),
        "Gnats": (3200, 1140, 0),
    },
    {
        (1, "Lance"): "move",
        (1, "Spear"): "move",
        (1, "Tug"): "cruise",
        (1, "Haul"): "cruise",
        (1, "Sparks"): "fly cruise 32,24",
        (1, "Gnats"): "fly cruise 32,24",
    },
)


def test_squadrons_engage_a_mine_goes_off_and_a_ship_is_pulled_by_keys(new_page: Callable[..., Page]) -> None:
    anna = make_person("anna")
    row = begun(anna, (sapper("Proof", "Lance", "Tug", "Sparks"), sapper("Trial", "Spear", "Haul", "Gnats")))
    bring_on(row, anna, FACING, lambda now, _: now.round == 1 and any(one.acted for one in now.models))
    page = new_page(anna)
    hand = at_the_table(page, row, "keys")
    keys = page.keyboard

    flyer = next(one for one in hand.battle().models if not one.is_ship and one.side == hand.battle().side)
    keys.press("m")
    for _ in range(10):
        keys.press("ArrowUp" if flyer.place[1] < 2400 else "ArrowDown")
    expect(page.locator("[data-dock-words]")).to_contain_text("Shots from there: Turret at")
    battle = hand.gives(hand.confirm)
    (other,) = battle.engaged_with(battle.models[flyer.number])
    expect(page.locator(".wf-ties path")).to_have_count(1)
    expect(page.get_by_text(f"{flyer.name} may shoot.")).to_be_visible()
    assert_sound(page)
    hand.gives(partial(keys.press, "1"))
    told(page, f"{flyer.name} fires its Turret at {other.name}")

    bring_on(row, anna, FACING, chooses(2, 1))
    has_come(page, row)
    battle = hand.battle()
    lights = [one for one in battle.models if one.size == "light"]
    layer, enemy = lights if battle.side == "terran" else lights[::-1]
    keys.press("b")
    keys.press("ArrowLeft")
    battle = hand.gives(hand.confirm)
    told(page, f"{layer.name} lays a mine at")
    (mine,) = battle.mines
    assert mine.side == layer.side
    expect(page.locator(".wf-mine")).to_have_count(1)
    keys.press("h")
    hand.gives(hand.confirm)
    hand.gives(partial(keys.press, "."))
    expect(page.get_by_text(f"What does {enemy.name} do?")).to_be_visible()
    keys.press("m")
    expect(page.locator("[data-dock-words]")).to_contain_text("It sets off a mine.")
    battle = hand.gives(hand.confirm)
    told(page, rf"The mine at [\d., ]+ goes off under {enemy.name}\.")
    assert battle.mines == []
    assert [(one.model, one.points, one.cause) for one in battle.wounds] == [(enemy.number, 2, "mine")]
    expect(page.get_by_text(f"Which upgrade of {enemy.name} takes the next point of damage?")).to_be_visible()

    bring_on(row, anna, FACING, chooses(2, 3))
    has_come(page, row)
    keys.press("u")
    before = hand.battle()
    battle = hand.gives(hand.confirm)
    told(page, r"is pulled to [\d., ]+, heading [\d.]+° \(die [1-6]\)\.")
    moved = [one for one, was in zip(battle.models, before.models, strict=True) if one.place != was.place]
    assert [one.side != before.side for one in moved] == [True]


def pair(fleet: str, *names: str) -> Fleet:
    return Fleet(fleet, tuple(Ship(name, "light", ("pulse-engine",), CANNON) for name in names))


def test_a_ship_surrenders_at_the_end_of_a_round(new_page: Callable[..., Page]) -> None:
    anna = make_person("anna")
    row, ship = before_a_surrender(anna, (pair("Proof", "Lance", "Pike"), pair("Trial", "Spear", "Dart")))
    page = new_page(anna)
    hand = at_the_table(page, row, "mouse")
    assert hand.battle().models[ship.number].status == "table"
    battle = hand.gives(partial(hand.press, "Shoot no more"))
    told(page, rf"{ship.name} surrenders \(die [1-5]\)\.")
    assert battle.models[ship.number].status == "surrendered"
    expect(page.locator(f"[data-figure='{ship.number}']")).to_have_count(0)
