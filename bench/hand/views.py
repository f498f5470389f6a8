"""The board of a battle played by hand in Chromium: python -m bench.hand.views NAME OUT.

What a browser that has nothing yet loads for the first view of a battle of twelve ships a side, counted as it is sent;
and how many frames a second it draws while a board of forty units is dragged. The database is that of DATABASE_URL and
must be empty; the folder is VAR_DIR.
"""

import logging
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

import django
import msgspec
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.battles.by_hand import TWELVE
from bench.battles.fleets import of_classes
from bench.figures import Measurement
from bench.site.at_rest import ROOT, running, wait_for_page
from bench.with_services import ServiceMissing, free_port, program

FLAGS: Final = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
FIRST_VIEW_KB, FRAMES = 300.0, 50.0
MANY: Final = "DD,DD,DD,CL,CL,CL,CA,CA,CA,CA,BC,BC,BC,BB,BB,BB"
TWENTY: Final = (f"{MANY},SC,SC,CV,CV", f"{MANY},FF,FF,DN,DN")
"""As many as there are counters for, so that all are on the map."""
SECONDS: Final = 4
DRAGS: Final = 3
COUNT: Final = """(seconds) => {
    let frames = 0;
    const until = performance.now() + 1000 * seconds;
    window.perSecond = null;
    const count = (now) => {
        frames += 1;
        if (now < until) requestAnimationFrame(count);
        else window.perSecond = frames / seconds;
    };
    requestAnimationFrame(count);
}"""
"""Counts the frames that are drawn, and leaves how many a second there were."""


def main(name: str, out: Path) -> None:
    """Measure, and leave the figures in a file."""
    django.setup()
    logging.disable(logging.ERROR)
    manage = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run([*manage, "prepare"], check=True, stdout=subprocess.DEVNULL)
    from bench.hand.crowd import one_battle  # noqa: PLC0415 - models can only be imported after the setup

    twelve = one_battle("twelve", of_classes(TWELVE, TWELVE.replace("SC", "FF")), orders=90)
    twenty = one_battle("twenty", of_classes(*TWENTY), orders=50)
    port = free_port()
    environ = {**os.environ, "PORT": str(port)}
    with running([*manage, "up"], environ, ROOT, stdout=subprocess.DEVNULL) as process:
        address = f"http://127.0.0.1:{port}"
        wait_for_page(f"{address}/healthz", process, 60)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=_chromium(), args=FLAGS)
            found = [_first_view(_signed_in(browser, address, twelve.cookies[0]), twelve.path)]
            found.append(_dragged(_signed_in(browser, address, twenty.cookies[0]), twenty.path))
    for one in found:
        print(f"{name}: {one.name} {one.value:.0f} {one.unit}; {one.note}", flush=True)
    out.write_bytes(msgspec.json.encode(found))


def _chromium() -> str:
    path = program("chromium")
    if path is None:
        raise ServiceMissing("chromium is not installed")
    return path


def _signed_in(browser: Browser, address: str, cookie: str) -> BrowserContext:
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 800})
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": address}])
    return context


def _first_view(context: BrowserContext, path: str) -> Measurement:
    """All that is sent until the board is drawn: page, styles, scripts, pictures and fonts, with their headers."""
    page = context.new_page()
    wire = context.new_cdp_session(page)
    kinds: dict[str, str] = {}
    sizes: Counter[str] = Counter()

    def named(event: Any) -> None:
        kinds[event["requestId"]] = event["type"]

    def ended(event: Any) -> None:
        sizes[kinds.get(event["requestId"], "Other")] += event["encodedDataLength"]

    wire.on("Network.responseReceived", named)
    wire.on("Network.loadingFinished", ended)
    wire.send("Network.enable")
    _open(page, path)
    page.wait_for_load_state("load")
    page.wait_for_timeout(500)
    parts = ", ".join(f"{kind.lower()} {size / 1000:.0f}" for kind, size in sizes.most_common() if size > 500)
    note = f"12 ships a side, as sent, KB: {parts}"
    return Measurement("first_view_kb", sum(sizes.values()) / 1000, "KB", FIRST_VIEW_KB, note=note)


def _dragged(context: BrowserContext, path: str) -> Measurement:
    """Frames a second while a mouse drags the board to and fro."""
    page = context.new_page()
    _open(page, path)
    units = page.locator("[data-pieces] [data-unit]").count()
    page.locator("[data-zoom=fit]").click()
    runs = [_frames(page) for _ in range(DRAGS)]
    note = f"{units} units, dragged for {SECONDS} s, {DRAGS} times; the middle one"
    middle = sorted(runs)[DRAGS // 2]
    return Measurement("drag_frames_per_s", middle, "frames", None, min(runs), max(runs), note, least=FRAMES)


def _frames(page: Page) -> float:
    box = page.locator("[data-stage]").bounding_box()
    if box is None:
        raise RuntimeError("the board is not shown")
    seen = _look(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(COUNT, SECONDS)
    step, moved = 0, False
    while page.evaluate("window.perSecond") is None:
        step += 1
        page.mouse.move(x + 200 * ((step % 40) / 40 - 0.5), y + 100 * ((step % 25) / 25 - 0.5))
        moved |= _look(page) != seen
    page.mouse.up()
    if not moved:
        raise RuntimeError("the board was dragged and did not move")
    return float(page.evaluate("window.perSecond"))


def _look(page: Page) -> str:
    """What of the board is in sight, as its drawing says it."""
    return str(page.evaluate("document.querySelector('[data-stage]').style.transform"))


def _open(page: Page, path: str) -> None:
    page.goto(path)
    page.locator("[data-table].is-live").wait_for()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
