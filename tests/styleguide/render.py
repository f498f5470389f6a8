"""Renders the style guide, takes pictures at desk and phone width, runs axe and measures layout shift.

python tests/styleguide/render.py DIRECTORY
"""

import functools
import http.server
import os
import sys
import threading
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
BROWSER = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
WIDTHS = {"desk": (1280, 800), "phone": (390, 844)}
SHIFT = """() => new Promise(done => { let sum = 0;
  new PerformanceObserver(list => list.getEntries().forEach(entry => sum += entry.value))
    .observe({type: "layout-shift", buffered: true});
  setTimeout(() => done(sum), 400); })"""
SMALL = """() => [...document.querySelectorAll("a, button, input, select, summary")]
  .filter(control => control.checkVisibility() && !control.closest("p, .choice, .outcome, .skip-link"))
  .map(control => [control.outerHTML.slice(0, 90), control.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([html, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""
PLAIN = """() => { const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { background-image: none !important; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; }"""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'"


class Pages(http.server.SimpleHTTPRequestHandler):
    """Serves the rendered pages and the tree's static files under the site's content policy."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def translate_path(self, path: str) -> str:
        if path.startswith("/static/"):
            return str(finders.find(path.partition("?")[0].removeprefix("/static/")) or ROOT / "missing")
        return super().translate_path(path)

    def log_message(self, *args: Any) -> None:
        pass


def configure() -> None:
    """Sets up Django as the tests do, with this folder's templates too."""
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    templates: dict[str, Any] = settings.TEMPLATES[0]
    templates["DIRS"] = [*templates["DIRS"], HERE]
    django.setup()


def render(directory: Path) -> list[str]:
    """Writes every page of the style guide into the directory and returns their file names."""
    from tests.styleguide.samples import everything

    directory.mkdir(parents=True, exist_ok=True)
    names = [path.name for path in sorted(HERE.glob("*.html")) if path.name != "page.html"]
    for name in names:
        (directory / name).write_text(render_to_string(name, everything()))
    return names


def serve(directory: Path) -> http.server.ThreadingHTTPServer:
    """Returns a running server of the directory on a free port."""
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Pages, directory=str(directory))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def audit(page: Any) -> list[str]:
    """Returns what axe finds: rule, impact, first place; without gradients, behind which it sees no contrast."""
    page.evaluate(PLAIN)
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, options={"runOnly": RULES})
    return [
        f"{v['id']} ({v['impact']}) {v['nodes'][0]['target']}: {v['nodes'][0]['html'][:120]}"
        for v in found.response["violations"]
    ]


def small_targets(page: Any) -> list[str]:
    """Returns the controls under 44 px in width or height."""
    return list(page.evaluate(SMALL))


def look(page: Any, address: str, picture: Path) -> None:
    """Takes the page's picture and prints what is wrong with it."""
    wrong: list[str] = []
    page.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda e: wrong.append(str(e)))
    page.goto(address)
    shift = page.evaluate(SHIFT)
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    page.screenshot(path=picture, full_page=True)
    if picture.stem == "setup_sheet-desk":
        page.pdf(path=picture.with_suffix(".pdf"), format="A4")
    print(
        f"{picture.name}: shift {shift:.3f}, sideways {over} px",
        *wrong,
        *audit(page),
        *small_targets(page)[:5],
        sep="\n  ",
    )


def main(directory: Path) -> None:
    """Renders, serves and looks at every page at both widths."""
    from playwright.sync_api import sync_playwright

    configure()
    names = render(directory)
    server = serve(directory)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=BROWSER)
        for name in names:
            for width, (across, down) in WIDTHS.items():
                page = browser.new_page(
                    viewport={"width": across, "height": down}, timezone_id="Europe/Berlin", locale="en-GB"
                )
                look(
                    page,
                    f"http://127.0.0.1:{server.server_port}/{name}",
                    directory / f"{Path(name).stem}-{width}.png",
                )
                page.close()
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
