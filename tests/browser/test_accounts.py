"""Signing up, in and out, and being told, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from accounts.deliveries import owe
from accounts.models import MessageKind, User
from tests.browser.checks import assert_sound, elsewhere
from tests.people import PASSWORD, make_person
from tests.receivers import receiving
from tests.sent import send

WIDTHS = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])


@pytest.mark.both
@WIDTHS
def test_sign_up_out_and_in_again(new_page, phone: bool) -> None:
    page: Page = new_page(phone=phone)
    page.goto("/accounts/signup/")
    page.get_by_label("Callsign").fill("Anna")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("Signed in as Anna.")).to_be_visible()
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("navigation", name="Site").get_by_role("link", name="Sign in")).to_be_visible()
    page.goto("/accounts/login/")
    page.get_by_label("Callsign or e-mail").fill("anna")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Signed in as Anna.")).to_be_visible()
    page.goto("/settings/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Anna")


@WIDTHS
@pytest.mark.parametrize(
    "path",
    ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/accounts/password/reset/done/"],
)
def test_pages_for_strangers_are_sound(new_page, phone: bool, path: str) -> None:
    page = new_page(phone=phone)
    page.goto(path)
    assert_sound(page)


@WIDTHS
@pytest.mark.parametrize(
    "path", ["/settings/", "/accounts/logout/", "/accounts/password/change/", "/accounts/email/"]
)
def test_pages_for_members_are_sound(new_page, transactional_db, phone: bool, path: str) -> None:
    page = new_page(make_person(email="anna@example.org"), phone=phone)
    page.goto(path)
    assert_sound(page)


def test_a_form_with_faults_is_sound_and_says_them_beside_the_field(page: Page, transactional_db) -> None:
    make_person("anna")
    page.goto("/accounts/signup/")
    page.get_by_label("Callsign").fill("Anna")
    page.get_by_label("Password").fill("123")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    field = page.get_by_label("Callsign")
    expect(field).to_have_value("Anna")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert_sound(page)


def test_the_keyboard_reaches_the_content_and_the_form(page: Page) -> None:
    page.goto("/accounts/login/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main"
    page.keyboard.press("Enter")
    page.get_by_label("Callsign or e-mail").focus()
    page.keyboard.type("nobody")
    page.keyboard.press("Tab")
    page.keyboard.type("wrong")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()


def deliver(user: User, key: str) -> None:
    """One message, sent here and now."""
    row = owe(user=user, kind=MessageKind.TURN, key=key, subject=f"News {key}", body="b", path="/")[0]
    assert elsewhere(send, row.pk)


@pytest.mark.both
def test_an_open_page_follows_without_reload(new_page, transactional_db, settings) -> None:
    with receiving() as outside:
        settings.WEBHOOK_TEST_HOSTS = [outside.host]
        user = make_person(webhook_url=outside.url)
        page: Page = new_page(user)
        page.goto("/settings/")
        for key in ("one", "two"):
            deliver(user, key)
            expect(page.get_by_text(f"News {key}")).to_be_visible()


def test_a_part_in_which_the_reader_types_is_left_alone(new_page, transactional_db, settings) -> None:
    with receiving() as outside:
        settings.WEBHOOK_TEST_HOSTS = [outside.host]
        user = make_person(webhook_url=outside.url)
        page: Page = new_page(user)
        page.goto("/settings/")
        page.evaluate(
            """() => {
                const field = document.createElement('input');
                field.id = 'draft';
                document.querySelector('main [data-refresh]').append(field);
            }"""
        )
        page.locator("#draft").fill("half a word")
        deliver(user, "one")
        expect(page.get_by_text("This page has changed.")).to_be_visible()
        expect(page.locator("#draft")).to_have_value("half a word")
        expect(page.get_by_role("link", name="Reload")).to_be_visible()


STUB = """
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async () => ({toJSON: () => ({
  endpoint: "%s",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
})});
"""


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_browser_registers_for_messages(new_page, settings, phone: bool) -> None:
    """The worker and the permission are real; the subscription, which needs its maker's service, is not."""
    with receiving() as receiver:
        settings.WEBHOOK_TEST_HOSTS = [receiver.host]
        page: Page = new_page(make_person("Anna"), phone=phone)
        page.context.grant_permissions(["notifications"])
        page.add_init_script(STUB % f"http://{receiver.host}/push/1")
        page.goto("/settings/")
        assert_sound(page)
        page.get_by_role("button", name="Show messages in this browser").click()
        expect(page.get_by_role("button", name="Remove Chrome on Linux")).to_be_visible()
        workers = page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)")
        assert workers == 1
        assert_sound(page)
        page.get_by_role("button", name="Remove Chrome on Linux").click()
        expect(page.get_by_role("main")).to_contain_text("That browser gets no messages any more.")
