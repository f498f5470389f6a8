"""Pages and their templates: every name that a template reads is a field of its page, and every field is read."""

import importlib
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeGuard

import pytest

from config.pages import Page, Part
from tests.template_names import FRAME, names_read

ROOT = Path(__file__).parents[2]
APPS = ("accounts", "battles", "campaign")
OF_ALLAUTH = "account/"


def every_page() -> list[type[Page]]:
    """Every page of the site; not by `Page.__subclasses__`, where each stands twice because of its slots."""
    found = set()
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "config.pages" in path.read_text():
                module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
                found |= {
                    one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Page)
                }
    return sorted(found - {Page}, key=lambda page: page.__name__)


def own_names(part: type[Part]) -> set[str]:
    return {field.name for field in fields(part) if not is_part(field.type)}


def parts_of(part: type[Part]) -> set[type[Part]]:
    return {field.type for field in fields(part) if is_part(field.type)}


def is_part(kind: Any) -> TypeGuard[type[Part]]:
    return isinstance(kind, type) and issubclass(kind, Part)


PAGES = every_page()
READ = {page: names_read(page.template) for page in PAGES}
FOR_THE_FRAME = names_read(FRAME)
"""What a page may give only for the frame around it, which can do without."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_a_template_reads_only_what_its_page_gives(page: type[Page]) -> None:
    given = own_names(page).union(*map(own_names, parts_of(page)))
    if not page.template.startswith(OF_ALLAUTH):
        assert READ[page] <= given


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_a_template_reads_all_that_its_page_gives(page: type[Page]) -> None:
    assert own_names(page) - FOR_THE_FRAME <= READ[page]


def test_of_a_part_of_pages_every_name_is_read_by_one() -> None:
    for part in set().union(*map(parts_of, PAGES)):
        read = frozenset().union(*(READ[page] for page in PAGES if part in parts_of(page)))
        assert own_names(part) <= read
