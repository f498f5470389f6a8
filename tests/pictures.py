#!/usr/bin/env python
"""Pictures of every page at both widths, from the demo's war; `make pictures` calls this.

They go to var/pictures/, those of the README and of docs/playing.md to docs/pictures/. With `--light` they are of the
light theme, and those stay as they are. Names of pages take only those.
"""

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
ALL = ROOT / "var" / "pictures"
OF_DOCS = ROOT / "docs" / "pictures"
SHOWN = {
    ("play-fleets", "desk"): "play.png",
    ("play-fleets", "phone"): "play-phone.png",
    ("war", "desk"): "war.png",
    ("plan-board", "phone"): "board.png",
    ("report", "phone"): "record.png",
    ("fought", "desk"): "report.png",
}
"""What the README and docs/playing.md show: the map by itself, the others as they are seen without scrolling."""


@dataclass(frozen=True)
class Scene:
    """A page to be pictured: its address, who looks, what they press first, where they scroll to, or the part shown.

    `then` is what comes when the last thing pressed leads to another page.
    """

    name: str
    path: str
    who: str = ""
    press: tuple[str, ...] = ()
    scroll_to: str = ""
    part: str = ""
    then: str = ""

    def show(self, page: "Page") -> None:
        """Press what is to be pressed, on the page as it is loaded, and wait for what it brings."""
        for place in self.press:
            page.locator(place).first.dispatch_event("click")
            page.wait_for_timeout(400)
            page.locator(".htmx-request").first.wait_for(state="detached")
        if self.then:
            page.locator(self.then).first.wait_for()


def main(wanted: list[str], theme: str) -> None:
    """Play wars into a database of their own, serve it, and take the pictures: all, or those named."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        from tests.live_server import live_site
        from tests.picture_scenes import scenes

        with live_site() as site:
            _take_all(site, [scene for scene in scenes() if not wanted or scene.name in wanted], theme)


def _take_all(site: str, found: list[Any], theme: str) -> None:
    from playwright.sync_api import sync_playwright

    from bench.with_services import ensure, program
    from tests.browser.conftest import FLAGS

    ensure("chromium")
    ALL.mkdir(parents=True, exist_ok=True)
    OF_DOCS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program("chromium"), args=FLAGS)
        for width in ("desk", "phone"):
            for scene in found:
                _take(chromium, site, scene, width, theme)
        chromium.close()


def _take(chromium: Any, site: str, scene: Scene, width: str, theme: str) -> None:
    from accounts.models import User
    from tests.browser.conftest import DESK, PHONE, STEADY, sign_in

    shown = (scene.name, width) in SHOWN and theme == "dark"
    screen = {
        **STEADY,
        **(DESK if width == "desk" else PHONE),
        "device_scale_factor": 1,
        "color_scheme": theme,
    }
    if shown:
        screen["device_scale_factor"] = 2 if width == "phone" else 1
    context = chromium.new_context(base_url=site, **screen)
    if scene.who:
        sign_in(context, site, User.objects.get(username=scene.who))
    page = context.new_page()
    page.goto(scene.path)
    scene.show(page)
    page.wait_for_timeout(150)
    name = f"{scene.name}-{width}{'-light' if theme == 'light' else ''}.png"
    page.screenshot(path=ALL / name, full_page=True)
    if shown:
        if scene.scroll_to:
            page.locator(scene.scroll_to).first.evaluate("place => place.scrollIntoView()")
        picture = page.locator(scene.part).first if scene.part else page
        picture.screenshot(path=OF_DOCS / SHOWN[scene.name, width])
    context.close()
    print(name, flush=True)


if __name__ == "__main__":
    main([one for one in sys.argv[1:] if one != "--light"], "light" if "--light" in sys.argv else "dark")
