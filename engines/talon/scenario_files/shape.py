"""Each part of a scenario's file by itself: whether it is there, and as it must be."""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, inspect
from msgspec.structs import FieldInfo, fields

from engines.seam.document_errors import in_words, placed
from engines.seam.words.names import LONGEST as LONGEST_NAME
from engines.seam.words.names import fault as fault_of_name
from engines.talon.scenario_files.lines import Path
from engines.talon.set_ups.scenarios import Scenario

LONGEST_STORY: Final = 1_500
MOST: Final = {
    "terran": 60,
    "talon": 60,
    "aims": 12,
    "zones": 48,
    "terrain": 171,
    "arrivals": 24,
    "options": 6,
}
"""The most entries of a list; a side has its own limit, which is said more kindly."""
MOST_NAMED: Final = 48
"""The most names in a table."""
NOT_IN_FILES: Final = ("whole", "notes", "start", "lasting")
"""What only the printed scenarios say of themselves."""
Wrong = tuple[Path, str, str]
"""Where a part stands, what is wrong with it, and the rule."""
_PART: Final = re.compile(r"\.?([A-Za-z0-9_]+)|\[(\d+)\]")


def shape_faults(table: Mapping[str, Any]) -> Iterator[Wrong]:
    """Parts that a scenario does not have, parts that are missing, and parts that are not what they must be."""
    known = {field.encode_name: field for field in fields(Scenario) if field.name not in NOT_IN_FILES}
    for key in table:
        if key not in known:
            yield (key,), f"A scenario has no “{key}”.{meant(key, list(known))}", ""
    for key, field in known.items():
        if key in table:
            yield from _part(key, table[key], field)
        elif key != "story" and field.default is NODEFAULT and field.default_factory is NODEFAULT:
            yield (), f"“{key}” is missing.", ""
    title, story = table.get("title"), table.get("story")
    if isinstance(title, str) and (wrong := fault_of_name(title, what="title")):
        yield ("title",), wrong, "S34"
    if isinstance(story, str) and len(story) > LONGEST_STORY:
        yield ("story",), f"The story has {len(story):,} characters; {LONGEST_STORY:,} are allowed.", ""


def _part(key: str, value: object, field: FieldInfo) -> Iterator[Wrong]:
    """What is wrong with a part; of a list, with each of its entries."""
    kind = field.type
    each = get_args(kind)[0] if get_origin(kind) is tuple else None
    if each is None:
        many = len(value) if isinstance(value, dict) else 0
        if many > MOST_NAMED:
            yield (key,), f"“{key}” has {many} entries; {MOST_NAMED} are allowed.", ""
        else:
            yield from _judged((key,), value, kind)
    elif not isinstance(value, list):
        is_one = isinstance(value, dict)
        words = (
            f"Each of “{key}” begins with [[{key}]]." if is_one else f"“{key}” is a list in square brackets."
        )
        yield (key,), words, ""
    elif len(value) > MOST[key]:
        yield (key,), f"“{key}” has {len(value)} entries; {MOST[key]} are allowed.", ""
    else:
        for place, entry in enumerate(value):
            yield from _judged((key, place), entry, each)


def _judged(path: Path, value: object, kind: Any) -> Iterator[Wrong]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        what, where = placed(error)
        inner = path_of(where.removeprefix("$"))
        last = next((part for part in reversed((*path, *inner)) if isinstance(part, str)), "")
        said = in_words(what, f"“{last}”", _place(path), "a scenario")
        yield (*path, *inner), f"{said[0].upper()}{said[1:]}.{_choices(kind, value, inner, what)}", ""


def _place(path: Path) -> str:
    """What an entry of a list is called: “zones” 2 is “zone 2”."""
    if len(path) < 2:
        return ""
    return f"{str(path[0]).removesuffix('s')} {int(path[1]) + 1}"


def path_of(where: str) -> Path:
    """A path as msgspec or a refusal has it, without what stands around a scenario in a set-up."""
    parts = _PART.findall(where.removeprefix("terms.layout.").removeprefix("terms.").split(" ")[0])
    return tuple(int(number) if number else name for name, number in parts)


def _choices(kind: Any, value: object, inner: Path, what: str) -> str:
    """What would be right where a word is not one of a few, and what may have been meant."""
    found = _type_at(inspect.type_info(kind), value, inner)
    if isinstance(found, inspect.LiteralType):
        return meant(what, [str(one) for one in found.values])
    if isinstance(found, inspect.UnionType):
        return meant(what, [str(one.tag) for one in found.types if isinstance(one, inspect.StructType)])
    if isinstance(found, inspect.StructType) and "unknown field" in what:
        return meant(what, [field.encode_name for field in found.fields])
    return ""


def _type_at(kind: inspect.Type, value: Any, inner: Path) -> inspect.Type | None:
    """The type of what stands at a path in a value; all that it might be, where its tag is none of theirs."""
    for part in (*inner, None):
        if isinstance(kind, inspect.UnionType):
            tagged = [
                one for one in kind.types if isinstance(one, inspect.StructType) and _has_tag(one, value)
            ]
            if not tagged:
                structs = any(isinstance(one, inspect.StructType) for one in kind.types)
                return kind if structs else next(iter(_words_of(kind)), None)
            kind = tagged[0]
        if part is None:
            return kind
        value = value.get(part) if isinstance(value, dict) else value[part]
        if isinstance(kind, inspect.StructType):
            inside = next((field.type for field in kind.fields if field.encode_name == part), None)
        else:
            inside = kind.item_type if isinstance(kind, inspect.VarTupleType) else None
        if inside is None:
            return None
        kind = inside
    return None


def _words_of(kind: inspect.UnionType) -> Iterator[inspect.Type]:
    """The words that a part may be which may also be left out."""
    return (one for one in kind.types if isinstance(one, inspect.LiteralType))


def _has_tag(kind: inspect.StructType, value: Any) -> bool:
    return isinstance(value, dict) and kind.tag_field is not None and value.get(kind.tag_field) == kind.tag


def meant(word: str, known: list[str]) -> str:
    quoted = re.search(r"[`'“](.+?)[`'”]", word)
    meant = quoted[1] if quoted else word
    near = get_close_matches(meant, known, 1) if len(meant) <= LONGEST_NAME else []
    if near:
        return f" Is “{near[0]}” meant?"
    return f" Possible are: {', '.join(known)}."
