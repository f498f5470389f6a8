"""Four people import long wars at once while another one reads a war page: python -m bench.site.imports NAME OUT.

The median time of the page with the worker busy is compared with that before. The database is that of DATABASE_URL and
must be empty; the folder is VAR_DIR.
"""

import contextlib
import logging
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from threading import Event, Thread
from time import monotonic, perf_counter, sleep
from typing import Final

import django
import msgspec
from django.conf import settings

from bench.figures import Measurement
from bench.site.at_rest import ROOT, running, wait_for_page
from bench.site.crowd import CSRF
from bench.with_services import free_port

IMPORTERS: Final = 4
ENTRIES: Final = 250
"""The entries of the war that is imported."""
TIMES: Final = 10
"""How often each person may import it: the site's limit is 12 an hour."""
SECONDS, PAUSE, WARM_UP = 20.0, 0.25, 12
MOST_TIMES: Final = 2.0


class Browser:
    """A person's browser; `at` is the address of its last page."""

    def __init__(self, port: int, cookie: str) -> None:
        self._site, self._cookie, self.at = f"http://127.0.0.1:{port}", cookie, ""

    def get(self, path: str) -> bytes:
        """The page; urllib.error.HTTPError if the answer is an error."""
        return self._send(urllib.request.Request(self._site + path))

    def again(self) -> bytes:
        """The last page once more."""
        return self._send(urllib.request.Request(self.at))

    def upload(self, path: str, fields: dict[str, str], file: bytes) -> bytes:
        """The page after a form with a file."""
        head = "--x\r\nContent-Disposition: form-data; name="
        parts = [f'{head}"{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()]
        parts.append(f'{head}"file"; filename="war.json"\r\n\r\n')
        body = b"".join([*(part.encode() for part in parts), file, b"\r\n--x--\r\n"])
        request = urllib.request.Request(self._site + path, body)
        request.add_header("Content-Type", "multipart/form-data; boundary=x")
        request.add_header("X-CSRFToken", CSRF)
        return self._send(request)

    def _send(self, request: urllib.request.Request) -> bytes:
        request.add_header(
            "Cookie", f"{settings.SESSION_COOKIE_NAME}={self._cookie}; {settings.CSRF_COOKIE_NAME}={CSRF}"
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            self.at = answer.geturl()
            return bytes(answer.read())


def main(name: str, out: Path) -> None:
    """Measure, and leave the figures in a file."""
    django.setup()
    logging.disable(logging.ERROR)
    manage = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run([*manage, "prepare"], check=True, stdout=subprocess.DEVNULL)
    path, reader, importers, file = people()
    port = free_port()
    environ = {**os.environ, "PORT": str(port)}
    with running([*manage, "up"], environ, ROOT, stdout=subprocess.DEVNULL) as process:
        wait_for_page(f"http://127.0.0.1:{port}/healthz", process, 60)
        page = Browser(port, reader)
        for _ in range(WARM_UP):
            page.get(path)
        idle = _page_times(page, path)
        with _importing([Browser(port, cookie) for cookie in importers], file) as done:
            sleep(1)
            busy = _page_times(page, path)
        imported = len(done)
    note = f"{imported} imports of {len(file) / 1e6:.1f} MB by {IMPORTERS} people; {len(idle)} and {len(busy)} pages"
    out.write_bytes(
        msgspec.json.encode(
            [
                Measurement(f"page_idle_ms_{name}", median(idle), "ms", note="median of a war page"),
                Measurement(f"page_with_imports_ms_{name}", median(busy), "ms", note=note),
                Measurement(f"imports_slow_others_{name}", median(busy) / median(idle), "times", MOST_TIMES),
            ]
        )
    )


def people() -> tuple[str, str, list[str], bytes]:
    """A war page and its player's session, the sessions of the importers, and the file of a long war that is over."""
    from accounts.models import User  # noqa: PLC0415 - models can only be imported after the setup
    from bench.site.pages import client_of  # noqa: PLC0415
    from bench.site.played_wars import make_war, step  # noqa: PLC0415
    from bench.site.turns import surrender  # noqa: PLC0415
    from campaign.files.archive import whole  # noqa: PLC0415

    users = [User.objects.create_user(f"import{number}") for number in range(IMPORTERS + 2)]
    for seed in range(100):
        war, random = make_war(*users[-2:], name="Long", boxes=3), Random(seed)
        while step(war, random).phase != "over" and war.version < ENTRIES:
            pass
        if war.version >= ENTRIES:
            break
    surrender(war)
    file = whole(war)
    sessions = [client_of(user).cookies[settings.SESSION_COOKIE_NAME].value for user in users]
    return f"/wars/{war.pk}/terran/", sessions[-2], sessions[:IMPORTERS], file


def _page_times(page: Browser, path: str) -> list[float]:
    """How long the page takes, ms, asked for again and again."""
    found, until = [], monotonic() + SECONDS
    while monotonic() < until:
        began = perf_counter()
        page.get(path)
        found.append(1000 * (perf_counter() - began))
        sleep(PAUSE)
    return found


@contextlib.contextmanager
def _importing(browsers: list[Browser], file: bytes) -> Iterator[list[int]]:
    """People who import the file again and again while the block runs; the list fills with what was imported."""
    over, done = Event(), list[int]()
    threads = [Thread(target=_import, args=[browser, file, over, done]) for browser in browsers]
    for thread in threads:
        thread.start()
    try:
        yield done
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _import(browser: Browser, file: bytes, over: Event, done: list[int]) -> None:
    for number in range(TIMES):
        page = browser.upload("/wars/import/", {"side": "terran"}, file)
        while b"Checking the file" in page and not over.wait(0.5):
            page = browser.again()
        if over.is_set():
            return
        if b"is imported" not in page:
            raise RuntimeError("the file was refused")
        done.append(number)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
