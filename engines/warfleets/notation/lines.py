"""A line for an order or an event, and back."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import fields

from engines.seam.document_errors import describe_error
from engines.seam.refusals import Unreadable
from engines.warfleets.events import AnyEvent
from engines.warfleets.notation.forms import EVENTS, ORDERS, Field, Flag, Form, Maybe, Part
from engines.warfleets.notation.terms import NotThat, Reader, words_of
from engines.warfleets.orders import AnyOrder
from engines.warfleets.state import Model

LONGEST: Final = 1000
"""The most characters of a line."""


def write_order(order: AnyOrder, models: Sequence[Model]) -> str:
    """An order of a battle with these models, as a line."""
    return _written(order, ORDERS, models)


def read_order(line: str, models: Sequence[Model]) -> AnyOrder:
    """The order of a line; `Unreadable` with what was expected if it is none."""
    found: AnyOrder = _read(line, ORDERS, models, AnyOrder, "an order")
    return found


def write_event(event: AnyEvent, models: Sequence[Model]) -> str:
    """An event of a battle with these models, as a line."""
    return _written(event, EVENTS, models)


def read_event(line: str, models: Sequence[Model]) -> AnyEvent:
    """The event of a line; `Unreadable` with what was expected if it is none."""
    found: AnyEvent = _read(line, EVENTS, models, AnyEvent, "an event")
    return found


def _written(record: AnyOrder | AnyEvent, forms: Mapping[type[Any], Form], models: Sequence[Model]) -> str:
    usual = {one.name: one.default for one in fields(record)}
    found: list[str] = []
    for part in forms[type(record)]:
        if isinstance(part, Flag):
            found += [part.word] if getattr(record, part.name) else []
        elif not isinstance(part, Maybe):
            found.append(_word(part, record, models))
        elif any(_said(one, record, usual) for one in part.parts):
            found += [_word(one, record, models) for one in part.parts]
    return " ".join(word for word in found if word)


def _said(part: str | Field, record: Any, usual: Mapping[str, Any]) -> bool:
    return isinstance(part, Field) and getattr(record, part.name) not in (usual[part.name], None)


def _word(part: str | Field, record: Any, models: Sequence[Model]) -> str:
    return part if isinstance(part, str) else part.term.write(getattr(record, part.name), record, models)


def _read(line: str, forms: Mapping[type[Any], Form], models: Sequence[Model], union: Any, what: str) -> Any:
    """The record whose form the line has; if it has none, what those forms want that fit longest."""
    if len(line) > LONGEST:
        raise Unreadable(f"The line is too long. The limit is {LONGEST} characters")
    words = words_of(line)
    farthest, wanted = -1, list[str]()
    for kind, form in forms.items():
        reader = Reader(words, models)
        try:
            _take_all(form, reader)
        except NotThat as wrong:
            if reader.at > farthest:
                farthest, wanted = reader.at, []
            wanted += [str(wrong)] if reader.at == farthest and str(wrong) not in wanted else []
            continue
        return _record(kind, reader.values, union, what)
    place = f"“{words[farthest]}”" if farthest < len(words) else "the end of the line"
    raise Unreadable(f"This is not {what}: {' or '.join(wanted)} is expected at {place}")


def _record(kind: type[Any], values: dict[str, Any], union: Any, what: str) -> Any:
    config = kind.__struct_config__
    try:
        return msgspec.convert({config.tag_field: config.tag, **values}, union)
    except msgspec.ValidationError as error:
        raise Unreadable(f"This is not {what}: {describe_error(error, what)}") from None


def _take_all(form: Form, reader: Reader) -> None:
    for part in form:
        _take(part, reader)
    if reader.next():
        raise NotThat("nothing more")


def _take(part: Part, reader: Reader) -> None:
    if isinstance(part, str):
        if reader.next() != part:
            raise NotThat(f"“{part}”")
        reader.at += 1
    elif isinstance(part, Field):
        reader.values[part.name] = part.term.read(reader)
    elif isinstance(part, Flag):
        reader.values[part.name] = reader.next() == part.word
        reader.at += reader.values[part.name]
    elif reader.next() == part.parts[0]:
        for one in part.parts:
            _take(one, reader)
