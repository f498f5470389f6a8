"""What every page is held to, whatever it shows."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.db import connection
from playwright.sync_api import Page

from tests.browser.kinds_read import KindsRead
from tests.thorough import WHOLE

T = TypeVar("T")
# axe counts what a dock that stays in sight half covers as too small a target; `small_targets` asks for more, of all.
AXE_RULES: dict[str, Any] = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": {
        "target-size": {"enabled": False},
        "color-contrast": {"enabled": False},
        "label-content-name-mismatch": {"enabled": True},
    },
}

OUTLINE = [
    "empty-heading",
    "heading-order",
    "landmark-banner-is-top-level",
    "landmark-complementary-is-top-level",
    "landmark-contentinfo-is-top-level",
    "landmark-main-is-top-level",
    "landmark-no-duplicate-banner",
    "landmark-no-duplicate-contentinfo",
    "landmark-no-duplicate-main",
    "landmark-one-main",
    "landmark-unique",
    "page-has-heading-one",
    "region",
]
"""What axe calls good practice: headings in order, and all in landmarks, by which people who hear a page move."""


def elsewhere(call: Callable[..., T], *args: Any) -> T:
    """What the call returns in a thread without Playwright's event loop, as on the server."""

    def work() -> T:
        try:
            return call(*args)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


KINDS = """() => {
    const kind = e => `${e.tagName} ${e.getAttribute('class') ?? ''} ${e.getAttribute('role') ?? ''} ${e.disabled}`;
    const kinds = new Map();
    for (const e of document.querySelectorAll('body *')) {
        if (!e.checkVisibility()) continue;
        const names = e.getAttributeNames().filter(name => name.startsWith('aria-')).join();
        const { fontSize, fontWeight } = getComputedStyle(e);
        const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18 : 24);
        const one = `${kind(e)} ${e.type ?? ''} ${names} ${large} in ${kind(e.parentElement)}`;
        if (kinds.has(one)) kinds.get(one).push(e);
        else kinds.set(one, [e]);
    }
    return kinds;
}"""
LOOK = f"""() => {{
    const theme = matchMedia('(prefers-color-scheme: light)').matches;
    return [...({KINDS})().keys(), `${{innerWidth}} ${{theme}}`, `${{theme}}`];
}}"""
READ = f"""async ({{known, rules, most}}) => {{
    if (!window.axe) return null;
    const kinds = ({KINDS})();
    const found = rules ? (await axe.run(rules)).violations : [];
    const words = e => [...e.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    // What news has taken off the page in the meantime cannot be read any more.
    const read = e => e.isConnected && (words(e) || e.matches('input, select, textarea'));
    const spread = places => places.filter((_, at) => at % Math.ceil(places.length / most) === 0);
    const fresh = [...kinds].filter(([kind]) => !known.includes(kind));
    const unread = fresh.flatMap(([, places]) => spread(places.filter(read)));
    const colour = {{resultTypes: ['violations'], runOnly: ['color-contrast']}};
    if (unread.length) found.push(...(await axe.run({{include: unread}}, colour)).violations);
    return {{kinds: [...kinds.keys()], found}};
}}"""
WITH_AXE = f"asked => {{ {Axe().axe_script}; return ({READ})(asked) }}"
MOST_OF_A_KIND = 10_000 if WHOLE else 8
"""Of how many elements of a new kind on a page the contrast is read, spread evenly over it."""
read = KindsRead(settings.VAR_DIR)
"""What axe has read so far, in all processes of the run (conftest.py)."""


def axe_findings(page: Page, *, colour_alone: bool = False, outline: bool = False) -> list[str]:
    """What axe finds serious or critical on the page as it stands: rule, and the first places.

    The pages are the same on either database; axe, the dearest of all looks, reads them where every test runs. It reads
    no page on which all elements are of kinds that it has read before without a finding, and the contrast, dearer than
    all its other rules, only of words of kinds that are new in that theme, whatever the width: a kind says whether its
    words are large. In another theme of the same page nothing else can differ. With `outline` it also says where the
    page's headings or landmarks are out of order: they are one whole, so every page is read.
    """
    if connection.vendor != "sqlite":
        return []
    *kinds, screen, theme = page.evaluate(LOOK)
    new = not colour_alone and not read.on(screen).issuperset(kinds)
    coloured = read.on(screen if WHOLE else theme)
    if not new and not outline and coloured.issuperset(kinds):
        return []
    known = [kind for kind in kinds if kind in coloured]
    asked = {"known": known, "rules": _rules(new=new, outline=outline), "most": MOST_OF_A_KIND}
    answer = page.evaluate(READ, asked) or page.evaluate(WITH_AXE, asked)  # its script is long
    found = [
        f"{rule['id']}: {[node['target'] for node in rule['nodes'][:3]]}"
        for rule in answer["found"]
        if rule["impact"] in {"serious", "critical"} or rule["id"] in OUTLINE
    ]
    if not found:
        for place in (screen, theme):
            read.add(place, answer["kinds"])
    return found


def _rules(*, new: bool, outline: bool) -> dict[str, Any] | None:
    """What axe is told to read of the page as a whole, in one go: it looks at all elements each time."""
    if not outline:
        return AXE_RULES if new else None
    if not new:
        return {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": OUTLINE}}
    return {**AXE_RULES, "rules": {**AXE_RULES["rules"], **{rule: {"enabled": True} for rule in OUTLINE}}}


def overflow(page: Page) -> int:
    """By how many pixels the page can be scrolled sideways."""
    found: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return found


def small_targets(page: Page) -> list[str]:
    """Buttons, links in navigation and fields lower or narrower than 44 px; a word in a line of text may be smaller."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('button:not(.term), .btn, nav a, input:not([type=hidden]), select')]
        .map(e => [e, (e.closest('label') || e).getBoundingClientRect()])
        .filter(([e, r]) => r.width > 0 && (r.height < 43.5 || r.width < 43.5))
        .map(([e, r]) => `${e.outerHTML.slice(0, 80)} ${Math.round(r.width)}x${Math.round(r.height)}`)"""
    )
    return found


def assert_sound(page: Page) -> None:
    """The page has no serious axe finding, no sideways scroll, and no target under 44 px."""
    page.wait_for_load_state("load")  # its words may be there before its style sheets
    assert axe_findings(page) == []
    assert overflow(page) == 0
    assert small_targets(page) == []
