"""Pages and their templates: every name that a template reads is a field of its page, and every field is read."""

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import Field, dataclass, fields, is_dataclass
from itertools import chain
from pathlib import Path
from types import UnionType
from typing import Any, ClassVar, TypeGuard, get_args, get_origin

import pytest
from django.utils.functional import SimpleLazyObject

from config.pages import Page, Part, names
from tests.template_files import template_files
from tests.template_names import FRAME, names_read, paths_read

ROOT = Path(__file__).parents[3]
APPS = ("accounts", "battles", "campaign", "clubs", "config")
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
    return sorted((page for page in found if hasattr(page, "template")), key=lambda page: page.__name__)


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
EITHER = {("war", "pk")}
"""What a template for several pages reads where there is no other name for it: campaign/parts/draw_curtain.html."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_a_template_reads_only_what_its_page_gives(page: type[Page]) -> None:
    given = own_names(page).union(*map(own_names, parts_of(page)))
    if not page.template.startswith(OF_ALLAUTH):
        assert READ[page] <= given


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_a_template_reads_all_that_its_page_gives(page: type[Page]) -> None:
    assert own_names(page) - FOR_THE_FRAME <= READ[page]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_of_what_a_page_holds_a_template_reads_only_what_it_has(page: type[Page]) -> None:
    held = {field.name: kind for field in every_field(page) if (kind := held_by(field.type))}
    paths = (path.partition(".") for path in paths_read(page.template))
    wrong = {(name, of) for name, _, of in paths if of and name in held and of not in has(held[name])}
    assert wrong <= EITHER


def every_field(page: type[Part]) -> Iterator[Field[Any]]:
    """The fields of a page and those of its parts."""
    return chain(fields(page), *(fields(part) for part in parts_of(page)))


def has(kind: type) -> set[str]:
    """The fields and properties of a dataclass."""
    return {field.name for field in fields(kind)} | vars(kind).keys()


def held_by(kind: Any) -> type | None:
    """The dataclass that a field holds, if it is always one, or None."""
    kinds = [one for one in (get_args(kind) or (kind,)) if one is not type(None)]
    found = kinds[0] if len(kinds) == 1 and get_origin(kind) in (None, UnionType) else None
    return found if isinstance(found, type) and is_dataclass(found) else None


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
        for path in template_files()
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


def test_a_class_that_a_template_names_is_there() -> None:
    """In the comment that says what it is given."""
    named = re.compile(r"\b((?:accounts|battles|campaign|config|engines)(?:\.[a-z_]+)+)\.([A-Z]\w+)")
    found = {
        (file, module, name)
        for file in ROOT.glob("**/templates/**/*.html")
        for comment in re.findall(r"\{#(.*?)#\}", file.read_text())
        for module, name in named.findall(comment)
    }
    assert len(found) > 20
    assert [str(one) for one in found if not hasattr(importlib.import_module(one[1]), one[2])] == []
