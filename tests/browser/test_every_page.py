"""Every page at both widths, in the dark and the light theme: axe, targets, no sideways scroll, nothing that jumps."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock, call

import pytest
from playwright.sync_api import Page
from pytest_django import Settings

from accounts.models import User
from tests.browser.checks import axe_findings, elsewhere, findings_in_both_themes, overflow, small_targets
from tests.browser.kinds_read import KindsRead
from tests.browser.player import COUNT, SETTLING
from tests.browser.scenery import scenery
from tests.pictures import Scene

MOST_SHIFT = 0.001
PARTS = 4


@pytest.fixture
def scenes(transactional_db: None, run_folder: Path, settings: Settings) -> list[Scene]:
    """Every page that is looked at, with its rows."""
    return elsewhere(scenery, run_folder, settings)


@pytest.mark.long(45)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("width", ["desk", "phone"])
def test_every_page_is_sound(
    new_page: Callable[..., Page], scenes: list[Scene], width: str, part: int
) -> None:
    pages: dict[str, Page] = {}
    faults = []
    for scene in part_of(scenes, part):
        if scene.name == "missing":  # its status is an error on the browser's console
            continue
        if scene.who not in pages:
            user = User.objects.get(username=scene.who) if scene.who else None
            pages[scene.who] = new_page(user, phone=width == "phone", color_scheme="dark")
            pages[scene.who].add_init_script(COUNT)
        faults += [f"{scene.name}: {fault}" for fault in faults_of(pages[scene.who], scene)]
    assert faults == []


def part_of(scenes: list[Scene], part: int) -> list[Scene]:
    """One of PARTS; every scene is in one of them."""
    size = math.ceil(len(scenes) / PARTS)
    return scenes[part * size : (part + 1) * size]


def faults_of(page: Page, scene: Scene) -> Iterator[str]:
    """What is wrong with a page as it loads, and after what the scene presses."""
    for _ in range(2):  # what only happens while a slow machine sends a page is not the page's fault
        page.goto(scene.path)
        page.wait_for_load_state("load")
        page.wait_for_timeout(SETTLING)
        shifted, moved = page.evaluate("[window.shifted, window.moved]")
        if shifted <= MOST_SHIFT:
            break
    else:
        yield f"shifts by {shifted:.4f}: {moved}"
    scene.show(page)
    if beyond := overflow(page):
        yield f"scrolls {beyond} px sideways"
    yield from (f"small: {target}" for target in small_targets(page))
    yield from findings_in_both_themes(page)


def test_words_that_are_hard_to_read_are_found(
    page: Page, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In either theme, on a kind of element that is new; what has been read before is not read again."""
    monkeypatch.setattr("tests.browser.checks.read", KindsRead(tmp_path))
    page.goto("/rulings/")
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        page.evaluate("document.querySelector('main p').removeAttribute('style')")
        assert axe_findings(page, colour_alone=theme == "light") == []
        page.evaluate(
            "const p = document.querySelector('main p'); p.className += ' pale'; p.style.color = '#777'; "
            "p.style.background = '#888'"
        )
        [found] = axe_findings(page, colour_alone=theme == "light")
        assert found.startswith("color-contrast")


def test_words_that_are_hard_to_read_in_the_light_theme_alone_are_found(
    page: Page, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Only a page with a new kind of element is put into light, and then it is dark again."""
    monkeypatch.setattr("tests.browser.checks.read", KindsRead(tmp_path))
    page.emulate_media(color_scheme="dark")
    page.goto("/rulings/")
    themes = Mock(side_effect=page.emulate_media)
    monkeypatch.setattr(page, "emulate_media", themes)
    assert findings_in_both_themes(page) == []
    assert themes.call_args_list == [call(color_scheme="light"), call(color_scheme="dark")]
    assert findings_in_both_themes(page) == []
    assert themes.call_count == 2
    page.evaluate(
        "const p = document.querySelector('main p'); p.className += ' pale'; "
        "p.style.color = 'light-dark(#777, #fff)'; p.style.background = 'light-dark(#888, #000)'"
    )
    [found] = findings_in_both_themes(page)
    assert found.startswith("light, color-contrast")
    assert themes.call_count == 4


SPOIL = {
    "heading-order": "document.querySelector('main h2[id^=part]').outerHTML = '<h5>Out of order</h5>'",
    "empty-heading": "document.querySelector('main h2[id^=part]').innerHTML = '<span aria-hidden=true>*</span>'",
    "region": "document.body.append(Object.assign(document.createElement('p'), {textContent: 'Outside'}))",
    "landmark-unique": "document.querySelector('header').append(document.querySelector('nav').cloneNode(true))",
    "page-has-heading-one": "document.querySelector('h1').remove()",
}


def test_a_page_that_is_out_of_order_is_found(
    page: Page, phone: Page, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Though the page has been read; as it was, it is not read again, at no width."""
    monkeypatch.setattr("tests.browser.checks.read", KindsRead(tmp_path))
    for reader in (page, phone):
        reader.goto("/rulings/")
        assert axe_findings(reader, outline=True) == []
    page.reload()
    assert axe_findings(page, outline=True) == []
    assert page.evaluate("window.axe === undefined")
    for rule, spoil in SPOIL.items():
        page.reload()
        page.evaluate(spoil)
        assert any(found.startswith(rule) for found in axe_findings(page, outline=True)), rule
