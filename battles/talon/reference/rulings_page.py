"""What the pages of the rulings show: all of them in groups, or what one rule says."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from django.urls import reverse

from battles.battle.rulings import (
    Ruling,
    rulings,
    rulings_by_number,
    section_brief,
    section_briefs,
    section_title,
    section_titles,
    topics,
)
from battles.battle.terms import TERMS
from config.pages import Page

Arrangement = Literal["topic", "section", "number"]
ARRANGEMENTS: tuple[Arrangement, ...] = ("topic", "section", "number")
MOST_OPENED = 5
"""So many results of a search are shown open."""


@dataclass(frozen=True, slots=True)
class RulingGroup:
    """Rulings under one heading; `also` are the numbers of others that belong here, but stand under an earlier one."""

    title: str
    rulings: tuple[Ruling, ...]
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A printed section or a word of the game: where it is explained, and whether a search has found it."""

    path: str
    title: str
    words: str
    found: bool


@dataclass(frozen=True, slots=True)
class RulingsPage(Page):
    """The rulings in groups, each ruling once, under an anchor of its number.

    `by` is the arrangement, `q` what was searched for, `only_differing` whether only rulings that differ from the
    printed rules are shown, `opened` whether all stand open; `found` counts those shown, `differing` those that differ.
    """

    template: ClassVar = "reference/rulings.html"
    intro: str
    by: Arrangement
    q: str
    only_differing: bool
    opened: bool
    found: int
    differing: int
    groups: tuple[RulingGroup, ...]
    looked_up: tuple[LookedUp, ...]
    """Sections and words of the game, which a search looks through, too."""
    finds_more: bool
    """Whether the search has found any of them."""


def rulings_page(*, by: str, q: str, only_differing: bool, opened: bool) -> RulingsPage:
    """The rulings that have every word of `q`; by topic if there is no such arrangement."""
    arrangement: Arrangement = next((known for known in ARRANGEMENTS if known == by), "topic")
    wanted = {
        number: ruling
        for number, ruling in rulings_by_number().items()
        if (ruling.differs or not only_differing) and all(word in ruling.words for word in q.lower().split())
    }
    looked_up = tuple(_looked_up(q.lower().split()))
    return RulingsPage(
        intro=rulings()[0].html,
        by=arrangement,
        q=q,
        only_differing=only_differing,
        opened=opened or bool(q and len(wanted) <= MOST_OPENED),
        found=len(wanted),
        differing=sum(bool(ruling.differs) for ruling in rulings_by_number().values()),
        groups=_groups(_headings(arrangement), wanted),
        looked_up=looked_up,
        finds_more=any(one.found for one in looked_up),
    )


def _looked_up(wanted: Sequence[str]) -> Iterator[LookedUp]:
    """The printed sections in their order, then the words of the game; none is found without a word."""
    briefs = section_briefs()
    sections = (
        (reverse("reference:ruling", args=[number]), f"{number} {title}", briefs.get(number, ""))
        for number, title in section_titles().items()
    )
    glossary = reverse("reference:glossary")
    terms = ((f"{glossary}#{term.anchor}", term.name, term.words) for term in TERMS.values())
    for path, title, words in (*sections, *terms):
        text = f"{title} {words}".lower()
        yield LookedUp(path, title, words, found=bool(wanted) and all(word in text for word in wanted))


def _headings(by: Arrangement) -> Mapping[str, Iterable[str]]:
    """The numbers of the rulings under each heading of an arrangement."""
    if by == "number":
        return {part.title: [ruling.number for ruling in part.rulings] for part in rulings()}
    return _by_section() if by == "section" else topics()


def _by_section() -> dict[str, list[str]]:
    """The numbers of the rulings that complete each printed section, in their order, then those of Warfleets."""
    found: dict[str, list[str]] = {}
    for number, ruling in rulings_by_number().items():
        for section in ruling.completes:
            found.setdefault(section, []).append(number)
    order = [*section_titles(), *rulings_by_number()]
    told = {f"{section} · {_about(section)}": found[section] for section in sorted(found, key=order.index)}
    return told | {"Warfleets: FTL": [number for number in rulings_by_number() if number.startswith("WF")]}


def _about(number: str) -> str:
    ruling = rulings_by_number().get(number)
    return ruling.title if ruling else section_title(number)


def _groups(headings: Mapping[str, Iterable[str]], wanted: Mapping[str, Ruling]) -> tuple[RulingGroup, ...]:
    """The groups that have a ruling; each ruling stands in the first of its groups."""
    groups, shown = [], set[str]()
    for title, numbers in headings.items():
        here = [number for number in numbers if number in wanted]
        new = [number for number in here if number not in shown]
        shown.update(new)
        if here:
            also = tuple(number for number in here if number not in new)
            groups.append(RulingGroup(title, tuple(wanted[number] for number in new), also))
    return tuple(groups)


@dataclass(frozen=True, slots=True)
class RulingPage(Page):
    """One rule: a ruling with its text, or a printed section with what it is about; `kin` are the rulings on it.

    `brief` is what a printed section says, in our own words; "" of a ruling, and of sections that have none.
    """

    template: ClassVar = "reference/ruling.html"
    number: str
    title: str
    ruling: Ruling | None
    brief: str
    kin: tuple[Ruling, ...]


def ruling_page(number: str) -> RulingPage | None:
    """The page of a rule; None if there is none of that number."""
    ruling = rulings_by_number().get(number)
    title = ruling.title if ruling else section_title(number)
    if not title:
        return None
    kin = tuple(other for other in rulings_by_number().values() if number in other.completes)
    return RulingPage(number, title, ruling, "" if ruling else section_brief(number), kin)
