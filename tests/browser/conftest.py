"""Debian's Chromium, driven by Playwright. ORM calls in these tests need Django's guard off."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from accounts.models import User
from bench.with_services import program
from tests.browser.kinds_read import KindsRead
from tests.draws import draw_the_same

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # no page may need the world outside
]
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 1,
    "has_touch": True,
    "is_mobile": True,
}
STEADY: dict[str, Any] = {"reduced_motion": "reduce", "locale": "en-GB", "timezone_id": "Europe/Berlin"}
# A page may answer a form with one of these on purpose; the browser reports each on its console, and htmx reports
# a request given up for a newer one (hx-sync). One that failed it reports as a sendError besides.
ANSWERED = re.compile(
    r"(Failed to load resource: .* status of|^Response Status Error Code) (403|409|413|422|429|503)\b"
    r"|^htmx:(sendAbort|afterRequest)\b"
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    path = program("chromium")
    if path is None:
        pytest.skip("no chromium on this machine; `make test` says how to get it")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright's sync API keeps an event loop in this thread
    with sync_playwright() as playwright:
        expect.set_options(timeout=20_000)  # a loaded machine is no fault; what never comes still fails
        chromium = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder that all processes of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own if worker_id == "master" else own.parent


@pytest.fixture(scope="session", autouse=True)
def _read_once(run_folder: Path) -> Iterator[None]:
    """What axe has read in one process, it need not read in another."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.browser.checks.read", KindsRead(run_folder))
        yield


@pytest.fixture(autouse=True)
def _draws(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn at random is the same in each run."""
    draw_the_same(request.node.nodeid, monkeypatch)


@pytest.fixture
def new_page(site: str, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages: new_page(user, phone=True) is a browser of its own, signed in as the user (None: nobody).

    Paths are enough for goto("/"). At the end no page may have reported an error, CSP violations included; only one
    that is `lossy` may, because its network is taken away.
    """
    errors: list[str] = []
    contexts: list[BrowserContext] = []

    def open_page(
        user: User | None = None, *, phone: bool = False, lossy: bool = False, **options: Any
    ) -> Page:
        context = browser.new_context(base_url=site, **{**STEADY, **(PHONE if phone else DESK), **options})
        contexts.append(context)
        context.set_default_timeout(30_000)  # as above
        if user is not None:
            sign_in(context, site, user)
        page = context.new_page()
        _watch(page, [] if lossy else errors)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A desk's browser (1280 px) in which nobody is signed in."""
    return new_page()


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    """A phone's browser (390 px, touch) in which nobody is signed in."""
    return new_page(phone=True)


def sign_in(context: BrowserContext, site: str, user: User) -> None:
    """Gives the browser the cookie of a session of that user."""
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site}])


def _watch(page: Page, errors: list[str]) -> None:
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console",
        lambda line: (
            errors.append(f"{line.text} ({line.location.get('url')})")
            if line.type == "error" and not ANSWERED.search(line.text)
            else None
        ),
    )
