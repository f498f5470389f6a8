"""Four people at four browsers play a battle of teams: seats, whose turn it is, the talk of a side, the end (25)."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from accounts.models import User
from battles.models import Play
from battles.talon.play.board import board_of
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.test_hand_played import Finger, Mouse, Player
from tests.people import make_person
from tests.teams import Four, begun

SEATS = {"anna": ("terran", 0), "ben": ("terran", 1), "clara": ("talon", 0), "dora": ("talon", 1)}
PHONES = ("ben", "dora")
PLAN = "Zebra to the left, we hold the middle"
MOST = 40


class Table:
    """Four people at their browsers, two of them on phones; anna sets the battle up."""

    def __init__(self, new_page: Callable[..., Page]) -> None:
        users = {name: elsewhere(make_person, name) for name in SEATS}
        self.pages = {name: new_page(user, phone=name in PHONES) for name, user in users.items()}
        self.players: dict[str, Player] = {
            name: (Finger if name in PHONES else Mouse)(page) for name, page in self.pages.items()
        }

    def set_up(self) -> None:
        """anna sets a battle of two cruisers a side up, by the one form."""
        page = self.pages["anna"]
        page.goto("/skirmish/")
        expect(page.get_by_label("Terran's players")).to_be_hidden()
        page.get_by_label("Teams: up to four players a side").check()
        expect(page.get_by_label("Terran's players")).to_be_visible()
        page.get_by_label("Fleets", exact=True).select_option("1")
        page.locator("summary", has_text="terrain, top edge, tempo").click()
        page.get_by_label("Tempo").select_option("step")
        assert_sound(page)
        page.get_by_role("button", name="Begin").click()
        page.get_by_role("heading", name="Players").or_(page.locator(".team-sides")).first.wait_for()

    def sit(self) -> None:
        """The others take their seats by the links on anna's page."""
        anna = self.pages["anna"]
        for name in ("ben", "clara", "dora"):
            side, place = SEATS[name]
            if side == "terran":
                link = anna.locator(f'[data-seat="{side}-{place}"] input[readonly]').input_value()
            else:
                link = anna.get_by_label(f"Link to seat {place + 1} of {side.title()}").input_value()
            page = self.pages[name]
            page.goto(link)
            page.get_by_role("button", name="Take this seat").click()
            expect(page.get_by_role("button", name="I am ready")).to_be_visible()
            expect(anna.locator(f'[data-seat="{side}-{place}"] strong')).to_have_text(name)
        for page in self.pages.values():
            assert_sound(page)

    def ready(self) -> None:
        """All say that they are ready, and come to the board."""
        for page in self.pages.values():
            page.get_by_role("button", name="I am ready").click()
        for page in self.pages.values():
            page.locator("[data-table].is-live").wait_for()

    @property
    def play(self) -> Play:
        return elsewhere(lambda: Play.objects.select_related("battle").get())

    def acting(self) -> str:
        """Whose turn it is."""
        play = self.play
        return next((name for name, seat in SEATS.items() if seat == (play.decider, play.place)), "")

    def step(self) -> str:
        """One order of whose turn it is, on a page that has come so far; who gave it."""
        name, number = self.acting(), self.play.number
        table = self.pages[name].locator("[data-table].is-live")
        expect(table).to_have_attribute("data-at", str(number))
        self.players[name].step()
        return name


def open_talk(page: Page) -> None:
    """Bring the talk of the side into sight: on a phone beside a board it is opened."""
    button = page.locator(".play-company > summary")
    if not page.locator("#talk").is_visible():
        button.click()
    page.locator("#talk").scroll_into_view_if_needed()


def say(page: Page, text: str) -> None:
    """Speak to one's side, beside the board or below the seats."""
    open_talk(page)
    page.get_by_label("Say to").fill(text)
    page.get_by_role("button", name="Say it").click()


def test_four_people_play_a_team_battle(new_page: Callable[..., Page]) -> None:
    table = Table(new_page)
    table.set_up()
    table.sit()
    say(table.pages["anna"], PLAN)
    expect(table.pages["ben"].locator("#talk .chat-lines")).to_contain_text(PLAN)
    for name in ("clara", "dora"):
        expect(table.pages[name].locator("#talk")).to_contain_text("Nobody has said anything yet")
    table.ready()
    gave: set[str] = set()
    for _ in range(MOST):
        gave.add(table.step())
        if elsewhere(lambda: board_of(Play.objects.get()).round) and gave == {*SEATS}:
            break
    assert gave == {*SEATS}
    acting = table.acting()
    for name, page in table.pages.items():
        waiting = page.locator(".play-prompt").get_by_text("Waiting for")
        expect(waiting).to_have_count(0 if name == acting else 1)
        expect(page.locator(".play-team [aria-current]")).to_contain_text("turn")
        expect(page.locator(".piece.is-own")).to_have_count(1)
        assert_sound(page)
        open_talk(page)
        expect(page.locator("#talk")).to_contain_text("During the impulses a side does not talk")
        assert_sound(page)
        if name in PHONES:
            page.locator(".play-company > summary").click()
        assert ("Zebra" in page.content()) == (name in ("anna", "ben")), name
    for name in ("anna", "ben"):
        page = table.pages[name]
        page.locator(".play-more > summary").first.click()
        page.get_by_label("Draw and concede").get_by_role("button", name="oncede").click()
        if page.locator("[data-confirm]").is_visible():
            page.locator("[data-confirm]").click()
        if name == "anna":
            expect(table.pages["ben"].get_by_label("Concede?")).to_contain_text("anna would concede")
            expect(table.pages["clara"].locator(".play-team")).not_to_contain_text("would concede")
    for name, page in table.pages.items():
        expect(page.get_by_role("link", name="View report")).to_be_visible()
        words = "You won" if name in ("clara", "dora") else "You lost"
        expect(page.locator("[data-table]")).to_contain_text(words)


def test_what_an_eleventh_word_costs_is_in_full_sight(new_page: Callable[..., Page]) -> None:
    four = elsewhere(lambda: Four(begun("curves")))
    elsewhere(lambda: User.objects.update(is_guest=True))
    eleven = "one two three four five six seven eight nine ten eleven"
    for phone in (False, True):
        page = new_page(four.users["anna"], phone=phone)
        page.goto(f"/battles/{elsewhere(lambda: four.battle.pk)}/play/")
        page.locator("[data-table].is-live").wait_for()
        if not phone:
            for sight in (page.locator("#talk-title"), page.locator("#talk-text")):
                expect(sight).to_be_in_viewport(ratio=1)
        say(page, eleven)
        page.mouse.move(5, 5)
        panel = page.locator("#talk .talk")
        warning = panel.get_by_role("alert")
        shown = (
            warning,
            panel.get_by_role("button", name="Try again"),
            panel.get_by_role("button", name="Say it, and spend no AP"),
        )
        for sight in shown:
            expect(sight).to_be_in_viewport(ratio=1)
        box, around = warning.bounding_box(), panel.bounding_box()
        assert box is not None
        assert around is not None
        assert box["width"] > around["width"] * 0.8
        assert_sound(page)
