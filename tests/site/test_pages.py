"""Pages and their templates: every name that a template reads is a field of its page, and every field is read."""

import importlib
from dataclasses import fields
from pathlib import Path

import pytest

from config.pages import Page, Part
from tests.template_names import names_read

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


def names_given(part: type[Part]) -> set[str]:
    found: set[str] = set()
    for field in fields(part):
        kind = field.type
        found |= names_given(kind) if isinstance(kind, type) and issubclass(kind, Part) else {field.name}
    return found


@pytest.mark.parametrize("page", every_page(), ids=lambda page: page.__name__)
def test_a_template_reads_the_fields_of_its_page_and_no_other_name(page: type[Page]) -> None:
    read, given = names_read(page.template), names_given(page)
    if page.template.startswith(OF_ALLAUTH):
        assert given <= read
    else:
        assert read == given
