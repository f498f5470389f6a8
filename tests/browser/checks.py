"""What every page is held to, whatever it shows."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
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
    const kinds = new Map([[`HTML ${document.documentElement.lang} ${document.title !== ''}`, []]]);
    for (const e of document.querySelectorAll('body *')) {
        if (!e.checkVisibility()) continue;
        const names = e.getAttributeNames().filter(name => name.startsWith('aria-')).join();
        const { fontSize, fontWeight, overflow } = getComputedStyle(e);
        const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18 : 24);
        const wider = () => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight;
        const scrolls = /auto|scroll/.test(overflow) && wider();
        const one = `${kind(e)} ${e.type ?? ''} ${names} ${large} ${scrolls} in ${kind(e.parentElement)}`;
        if (kinds.has(one)) kinds.get(one).push(e);
        else kinds.set(one, [e]);
    }
    return kinds;
}"""
LANDMARKS = ["banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search"]
BESIDE_THEM = ["alert", "alertdialog", "dialog", "log", "status"]
PLACES = "header, footer, main, nav, aside, section, article, form, dialog, " + ", ".join(
    f"[role={role}]" for role in (*LANDMARKS, *BESIDE_THEM)
)
OUTLINED = f"""() => {{
    const places = '{PLACES}';
    const heard = e => !e.closest('[aria-hidden=true], [inert]') && e.checkVisibility({{visibilityProperty: true}});
    const kind = e => [e.tagName, e.getAttribute('role'), e.ariaLevel];
    const lines = [];
    for (const e of document.querySelectorAll(`${{places}}, h1, h2, h3, h4, h5, h6, [role=heading]`)) {{
        if (!heard(e)) continue;
        const line = kind(e);
        for (let up = e.parentElement.closest(places); up; up = up.parentElement.closest(places)) line.push(up.tagName);
        if (e.matches(places)) {{
            const by = e.getAttribute('aria-labelledby');
            lines.push([...line, e.ariaLabel, by && document.getElementById(by)?.textContent.trim()].join(' '));
        }} else {{
            const plain = e.textContent.trim() && !e.querySelector('[aria-hidden]');
            lines.push([...line, plain ? '' : e.outerHTML].join(' '));
        }}
    }}
    const outside = e => e.matches(places) || e.ownerSVGElement ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT, outside);
    while (walker.nextNode()) {{
        const e = walker.currentNode;
        if (heard(e)) lines.push([...kind(e), e.getAttribute('class'), 'outside'].join(' '));
    }}
    return lines.join('\\n');
}}"""
"""All that the rules of OUTLINE go by: what can be heard of headings, landmarks, and what stands outside them."""
LOOK = f"""outline => {{
    const theme = matchMedia('(prefers-color-scheme: light)').matches;
    return [...({KINDS})().keys(), outline ? ({OUTLINED})() : '', `${{innerWidth}} ${{theme}}`, `${{theme}}`];
}}"""
READ = f"""async ({{known, rules, most, outline}}) => {{
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
    return {{kinds: [...kinds.keys()], outlined: outline ? ({OUTLINED})() : '', found}};
}}"""
WITH_AXE = f"asked => {{ {Axe().axe_script}; return ({READ})(asked) }}"
MOST_OF_A_KIND = 10_000 if WHOLE else 8
"""Of how many elements of a new kind on a page the contrast is read, spread evenly over it."""
RULES, OUTLINES = "rules ", "outlines"
"""Places of `read` besides the screens, whose contrast is read: all other rules there, and outlines."""
read = KindsRead(settings.VAR_DIR)
"""What axe has read so far, in all processes of the run (conftest.py)."""


def axe_findings(page: Page, *, colour_alone: bool = False, outline: bool = False) -> list[str]:
    """What axe finds serious or critical on the page as it stands: rule, and the first places.

    The pages are the same on either database; axe, the dearest of all looks, reads them where every test runs. It reads
    no page on which all elements are of kinds that it has read before without a finding, and the contrast, dearer than
    all its other rules, only of words of kinds that are new in that theme, whatever the width: a kind says whether its
    words are large, and whether it has to be scrolled. In another theme of the same page nothing but the contrast can
    differ. With `outline` it also says where the page's headings or landmarks are out of order. They are one whole: it
    reads each page whose headings, landmarks and what is outside those do not stand as on a page that it has read.
    """
    if connection.vendor != "sqlite":
        return []
    return _findings(page, page.evaluate(LOOK, outline), colour_alone=colour_alone, outline=outline)


def findings_in_both_themes(page: Page) -> list[str]:
    """What axe finds on a page in the dark theme, its outline too, and then in the light theme.

    No theme changes the kinds of elements, so the page is put into light only for kinds that are new there.
    """
    if connection.vendor != "sqlite":
        return []
    *kinds, _outlined, screen, _theme = look = page.evaluate(LOOK, True)
    found = _findings(page, look, outline=True)
    in_light = f"{screen.split()[0]} true" if WHOLE else "true"
    if not read.on(in_light).issuperset(kinds):
        page.emulate_media(color_scheme="light")
        found += [f"light, {fault}" for fault in axe_findings(page, colour_alone=True)]
        page.emulate_media(color_scheme="dark")
    return found


def _findings(page: Page, look: list[str], *, colour_alone: bool = False, outline: bool = False) -> list[str]:
    *kinds, outlined, screen, theme = look
    place = screen if WHOLE else theme
    known = read.on(place)
    new = not colour_alone and not read.on(RULES + place).issuperset(kinds)
    out_of_order = outline and _number(outlined) not in read.on(OUTLINES)
    if not new and not out_of_order and known.issuperset(kinds):
        return []
    rules = _rules(new=new, outline=out_of_order)
    asked = {
        "known": [kind for kind in kinds if kind in known],
        "rules": rules,
        "most": MOST_OF_A_KIND,
        "outline": outline,
    }
    answer = page.evaluate(READ, asked) or page.evaluate(WITH_AXE, asked)  # its script is long
    found = [
        f"{rule['id']}: {[node['target'] for node in rule['nodes'][:3]]}"
        for rule in answer["found"]
        if rule["impact"] in {"serious", "critical"} or rule["id"] in OUTLINE
    ]
    if not found:
        read.add(place, answer["kinds"])
        if new:
            read.add(RULES + place, answer["kinds"])
        if out_of_order:
            read.add(OUTLINES, [_number(answer["outlined"])])
    return found


def _number(outlined: str) -> str:
    return sha256(outlined.encode()).hexdigest()


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
