"""Forms of a page as people fill them in, so that a battle can be played without script."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from battles.warfleets.tables.questions import OrderForm

FIELD = re.compile(r"\\\{([a-z]+)\\\}")
TURN = re.compile(r"([LR])([\d.]+)")


@dataclass
class Form:
    """A form of a page: where it is sent, and its fields with what stands in them."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(Form(said["action"]))
        elif tag == "input" and self.found and "name" in said:
            self.found[-1].fields[said["name"]] = said.get("value", "")
        elif tag == "select" and "name" in said:
            self.select = said["name"]
        elif tag == "option" and self.select:
            self.found[-1].choices.setdefault(self.select, []).append(said["value"])
            self.found[-1].fields.setdefault(self.select, said["value"])
        elif tag == "button" and said.get("name"):
            self.found[-1].fields[said["name"]] = said["value"]

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""


def forms_of(page: str) -> list[Form]:
    """The forms of a page."""
    parser = _Forms()
    parser.feed(page)
    return parser.found


def filled(puts: Iterator[Form], line: str) -> Form | None:
    """The form by which an order of that line can be given, filled in; None if there is none."""
    _, _, order = line.partition(" ")
    for form in puts:
        found = values_of(form.fields.get("put", ""), order)
        if found is not None and all(one in form.choices.get(name, [one]) for name, one in found.items()):
            form.fields |= found
            return form
    return None


def values_of(put: str, order: str) -> dict[str, str] | None:
    """What the fields of a line must hold to become the order; None if they cannot."""
    if "{split}" in put and " split " in order:
        head, _, shot = order.partition(" at ")
        if head + " {split}" != put:
            return None
        names, _, dice = shot.partition(" split ")
        targets = re.findall(r"[a-z]+ \d+", names)
        return {f"dice {name}": many for name, many in zip(targets, dice.split(), strict=True)}
    if " pivot " in put and " pivot " not in order:
        turn = " R0" if "{turn}" in put else ""
        before = " 0" if "{before}" in put else ""
        order = f"{order} pivot{before}{turn}"
    if " heading {heading}" in put and " heading " not in order:
        order += " heading 0"
    if " ahead {ahead}" in put and " ahead " not in order:
        order += " ahead 0"
    pattern = FIELD.sub(lambda one: rf"(?P<{one[1]}>.+?)", re.escape(put))
    match = re.fullmatch(pattern, order)
    if match is None:
        return None
    found: dict[str, str] = match.groupdict()
    if pivot := TURN.fullmatch(found.get("turn", "")):
        found |= {"way": pivot[1], "turn": pivot[2]}
    return found


def of_question(one: OrderForm) -> Form:
    """The form of an order, before it is on a page."""
    fields = {"put": one.line} | {each.name: each.value for each in one.inputs}
    choices = {each.name: [value for value, _ in each.choices] for each in one.inputs if each.choices}
    return Form("", fields | {name: values[0] for name, values in choices.items()}, choices)
