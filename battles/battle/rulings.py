"""The rulings that players can read, from `docs/rulings.md`, and how a rule's number is shown."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.urls import reverse
from markdown_it import MarkdownIt
from markdown_it.token import Token

from engines.seam.registry import DEFAULT
from engines.seam.systems import system

RULINGS = Path(__file__).resolve().parents[2] / "docs" / "rulings.md"
HEADING = re.compile(r"^((?:[SR]|WF)\d{1,3}) · (.+)$")
NUMBER = re.compile(r"\b(?:[SR]|WF)\d{1,3}\b")
RULE = re.compile(r"\b(?:(?:[SR]|WF)\d{1,3}|\d{1,2}(?:\.\d)*)\b")
"""A printed section of Talon, or a ruling; W7 of another game is none."""
TOPIC = re.compile(r"^- \*\*(.+):\*\* (.+)$", re.MULTILINE)
COMPLETES = re.compile(r"\*Completes ([^*]+)\*")
DIFFERS = re.compile(r"\*Differs from print: ([^*]+)\*")
HEADING_TOKENS = 3


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling: `number` as "S8", `title` its few words, `html` its text with the section it completes.

    `completes` are the numbers of those sections and rulings; `differs` says where and why it departs from the printed
    rules, "" if it does not; `words` is all of it in small letters, for a search.
    """

    number: str
    title: str
    html: str
    completes: tuple[str, ...]
    differs: str
    words: str


@dataclass(frozen=True, slots=True)
class RulingsSection:
    """A part of the file under its heading: `html` before the first ruling, then the rulings."""

    title: str
    html: str
    rulings: tuple[Ruling, ...]


@cache
def rulings() -> tuple[RulingsSection, ...]:
    """The parts of the rulings, read once; the first is headed by the file's own title."""
    return read_rulings(RULINGS.read_text(encoding="utf-8"))


def _parser() -> MarkdownIt:
    """A new parser: two threads must not share one."""
    return MarkdownIt("commonmark", {"html": False})


def read_rulings(text: str) -> tuple[RulingsSection, ...]:
    """The parts of a text of rulings; every number of one of them within it is a link to its anchor."""
    blocks = list(_blocks(_parser().parse(text)))
    known = {found[1] for title, _, _ in blocks if (found := HEADING.match(title))}
    parts: list[RulingsSection] = []
    for title, level, tokens in blocks:
        html = _render(tokens, known)
        if level < 3:
            parts.append(RulingsSection(title, html, ()))
            continue
        last = parts.pop()
        parts.append(RulingsSection(last.title, last.html, (*last.rulings, _ruling(title, html, tokens))))
    return tuple(parts)


def _ruling(heading: str, html: str, tokens: list[Token]) -> Ruling:
    """The ruling under a heading; the first lines of its text say what it completes and whether it differs."""
    number, _, title = heading.partition(" · ")
    text = " ".join(token.content.replace("\n", " ") for token in tokens if token.type == "inline")
    completes, differs = COMPLETES.search(text), DIFFERS.search(text)
    return Ruling(
        number=number,
        title=title,
        html=html,
        completes=tuple(RULE.findall(completes[1])) if completes else (),
        differs=differs[1] if differs else "",
        words=f"{number} {title} {text}".lower(),
    )


def _blocks(tokens: list[Token]) -> Iterator[tuple[str, int, list[Token]]]:
    """Each heading's words and level, with the tokens that follow up to the next heading."""
    starts = [at for at, token in enumerate(tokens) if token.type == "heading_open"]
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        yield tokens[start + 1].content, int(tokens[start].tag[1:]), tokens[start + HEADING_TOKENS : end]


def _render(tokens: list[Token], known: set[str]) -> str:
    for token in tokens:
        if token.children:
            token.children = [part for child in token.children for part in _linked(child, known)]
    parser = _parser()
    return str(parser.renderer.render(tokens, parser.options, {}))


def _linked(token: Token, known: set[str]) -> Iterator[Token]:
    """A text token split at the rulings it names, each between the tokens of a link."""
    if token.type != "text":
        yield token
        return
    done = 0
    for found in NUMBER.finditer(token.content):
        if found[0] in known:
            yield _text(token.content[done : found.start()])
            yield Token("link_open", "a", 1, attrs={"href": f"{reverse('reference:rulings')}#{found[0]}"})
            yield _text(found[0])
            yield Token("link_close", "a", -1)
            done = found.end()
    yield _text(token.content[done:])


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


@cache
def rulings_by_number() -> dict[str, Ruling]:
    """Every ruling in the order of the file, by number."""
    return {ruling.number: ruling for part in rulings() for ruling in part.rulings}


@cache
def ruling_titles() -> dict[str, str]:
    """Each ruling's few words, by number, in the order of the file; read without the site, as nothing is linked."""
    blocks = _blocks(_parser().parse(RULINGS.read_text(encoding="utf-8")))
    headings = [title.partition(" · ") for title, level, _ in blocks if level == 3]
    return {number: title for number, _, title in headings}


@cache
def topics() -> dict[str, tuple[str, ...]]:
    """The numbers of the rulings on each topic, in the order of the file's list."""
    found = TOPIC.findall(RULINGS.read_text(encoding="utf-8"))
    return {topic: tuple(NUMBER.findall(numbers)) for topic, numbers in found}


def section_titles() -> Mapping[str, str]:
    """What each section of the printed rules is about, by its number."""
    return system(DEFAULT).section_titles()


def section_briefs() -> Mapping[str, str]:
    """What sections of the printed rules say, in brief and in our own words, by their numbers."""
    return system(DEFAULT).section_briefs()


def section_brief(number: str) -> str:
    """What a section says in brief, or else the section above it; "" if the table has neither."""
    briefs = section_briefs()
    while number and number not in briefs:
        number = number.rpartition(".")[0]
    return briefs.get(number, "")


def section_title(number: str) -> str:
    """What a section is about, or else the section above it; "" if the table has neither.

    >>> section_title("31.6.4"), section_title("31.9.2"), section_title("99")
    ('The front line', 'Lifetime score of an Empire War', '')
    """
    titles = section_titles()
    while number and number not in titles:
        number = number.rpartition(".")[0]
    return titles.get(number, "")


def rule_name(number: str) -> str:
    """A rule as it is called: a ruling with its title, a printed section with what it is about; "" if it is neither.

    >>> rule_name("31.6.4"), rule_name("99")
    ('Section 31.6.4 of the printed rules: The front line', '')
    """
    title = ruling_titles().get(number)
    if title is not None:
        return f"Ruling {number}: {title}"
    about = section_title(number)
    return f"Section {number} of the printed rules: {about}" if about else ""
