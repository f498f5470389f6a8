"""What a template may name: the fields of one frozen dataclass, so that mypy sees that every one is given."""

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string


@dataclass(frozen=True, slots=True)
class Part:
    """What several pages have alike: held in a field of a page, it gives the template its own fields by name."""


@dataclass(frozen=True, slots=True)
class Page(Part):
    """All that a template shows; `template` is its file, or a part of one as "wars.html#lists"."""

    template: ClassVar[str]


def show(request: HttpRequest, page: Page, part: str = "", status: int = 200) -> HttpResponse:
    """The page as HTML, or only the part of its template with that name."""
    template = f"{page.template}#{part}" if part else page.template
    return render(request, template, names(page), status=status)


def as_html(page: Page) -> str:
    """The page as HTML that is alike for everybody: nothing of a request or a user is known to its template."""
    return render_to_string(page.template, names(page))


def names(part: Part) -> dict[str, Any]:
    """What a template can name of a page, those of its parts with its own; TypeError if two have the same name."""
    found: dict[str, Any] = {}
    for field in fields(part):
        value = getattr(part, field.name)
        # The type itself is asked: isinstance would wake a lazy object, which may cost a query.
        more = names(value) if issubclass(type(value), Part) else {field.name: value}
        if twice := found.keys() & more.keys():
            raise TypeError(f"{type(part).__name__} has two fields of one name: {', '.join(sorted(twice))}")
        found |= more
    return found


@dataclass(frozen=True, slots=True)
class RibbonStep:
    """A step of components/ribbon.html: `href` "" leads nowhere, `note` stands beside the name."""

    name: str
    state: Literal["done", "now", "later"]
    href: str = ""
    note: str = ""


def step_state(place: int, now: int) -> Literal["done", "now", "later"]:
    """The state of the step at a place when the step at `now` is the one to do."""
    return "done" if place < now else "now" if place == now else "later"
