"""Pages and their templates: every name that a template reads is a field of its page, and every field is read."""

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, TypeGuard

import pytest
from django.utils.functional import SimpleLazyObject

from config.pages import Page, Part, names
from tests.template_names import FRAME, names_read

ROOT = Path(__file__).parents[2]
APPS = ("accounts", "battles", "campaign", "config")
OF_ALLAUTH = "account/"
TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
WORDS = re.compile(r"\"[^\"]*\"|'[^']*'")
BY_NUMBER = re.compile(r"[a-z_]\.\d")


def every_module() -> Iterator[Path]:
    return (path for app in APPS for path in (ROOT / app).rglob("*.py"))


def every_page() -> list[type[Page]]:
    """Every page of the site; not by `Page.__subclasses__`, where each stands twice because of its slots."""
    found = set()
    for path in every_module():
        if "config.pages" in path.read_text():
            module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            found |= {one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Page)}
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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_a_page_has_the_name_of_its_template(page: type[Page]) -> None:
    stem, _, part = page.template.rpartition("/")[2].partition("#")
    words = (stem.removesuffix(".html") + "_" + (part or "page")).split("_")
    assert page.__name__ == "".join(word.title() for word in words)


def test_templates_get_what_they_show_from_pages_alone() -> None:
    found = {str(path.relative_to(ROOT)) for path in every_module() if any(renders_a_context(path))}
    assert found == {"config/pages.py"}


def renders_a_context(path: Path) -> Iterator[bool]:
    """For each call of Django's `render`, or of `TemplateResponse`, whether it is given names for the template."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("render", "TemplateResponse"):
            yield len(node.args) > 2 or any(word.arg in ("context", None) for word in node.keywords)


def test_templates_read_by_name_and_not_by_number() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {tag}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for tag in TAG.findall(path.read_text())
        if BY_NUMBER.search(WORDS.sub("", tag))
    ]
    assert found == []


@dataclass(frozen=True, slots=True)
class Around(Part):
    war: str
    lazy: Any = None


@dataclass(frozen=True, slots=True)
class Inside(Page):
    template: ClassVar = "war.html"
    around: Around
    turn: int = 0
    war: str = ""


@dataclass(frozen=True, slots=True)
class Plain(Page):
    template: ClassVar = "plain.html"
    around: Around
    turn: int = 0


def test_a_template_can_name_the_fields_of_a_page_and_of_its_parts() -> None:
    assert names(Plain(Around("Midway"), turn=3)) == {"war": "Midway", "lazy": None, "turn": 3}


def test_two_fields_of_one_name_are_an_error() -> None:
    with pytest.raises(TypeError, match="Inside has two fields of one name: war"):
        names(Inside(Around("Midway")))


def test_a_lazy_object_is_not_woken_before_a_template_reads_it() -> None:
    woken: list[bool] = []
    names(Plain(Around("Midway", SimpleLazyObject(lambda: woken.append(True)))))
    assert woken == []
