"""On which line each part of a TOML text stands, since the library that reads TOML does not say."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

Path = tuple[str | int, ...]
"""Where a part of a document stands: names of keys, and places in lists counted from 0."""
DEEPEST: Final = 12
"""How many names of a path are looked at."""
_SPACE: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|' + r"'''.*?'{3,5}" + r'|"(?:\\.|[^"\\\n])*"' + r"|'[^'\n]*'", re.DOTALL
)
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE: Final = re.compile(r"[^\s,\]}#]+")


@dataclass(slots=True)
class _Walk:
    """A way through a text that is known to be TOML; `found` are the lines so far."""

    text: str
    at: int = 0
    starts: list[int] = field(default_factory=list)
    found: dict[Path, int] = field(default_factory=dict)
    tables: dict[Path, int] = field(default_factory=dict)

    def walk(self) -> dict[Path, int]:
        """The line of every table, key and value."""
        table: Path = ()
        while self._next():
            begun = self.at
            if self._next() == "[":
                table = self._header()
            else:
                self._pair(table)
            if self.at == begun:
                break
        return self.found

    def _next(self) -> str:
        """The next character that means something; "" at the end."""
        self.at = self._skipped(_SPACE)
        return self.text[self.at : self.at + 1]

    def _skipped(self, pattern: re.Pattern[str]) -> int:
        found = pattern.match(self.text, self.at)
        return found.end() if found else self.at

    def _take(self, pattern: re.Pattern[str]) -> str:
        start, self.at = self.at, self._skipped(pattern)
        return self.text[start : self.at]

    def _note(self, path: Path, at: int | None = None) -> None:
        """A part, and what it stands in, if that has no line yet."""
        line = bisect_right(self.starts, self.at if at is None else at)
        for many in range(len(path), 0, -1):
            if path[:many] in self.found:
                break
            self.found[path[:many]] = line

    def _header(self) -> Path:
        """A table that begins, as `[a]` or `[[a]]`."""
        start = self.at
        many = self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        path: Path = ()
        keys = list(self._keys())[:DEEPEST]
        for place, key in enumerate(keys):
            path = (*path, key)
            if many and place == len(keys) - 1:
                self.tables[path] = self.tables.get(path, -1) + 1
            if path in self.tables:
                path = (*path, self.tables[path])
        self._next()
        self.at += 2 if many else 1
        self._note(path, start)
        return path

    def _keys(self) -> Iterator[str]:
        """The parts of a key, which points divide."""
        while True:
            quoted = self._next() in ('"', "'")
            yield self._take(_STRING)[1:-1] if quoted else self._take(_BARE_KEY)
            if self._next() != ".":
                return
            self.at += 1

    def _pair(self, table: Path) -> None:
        """A key and its value."""
        self._next()
        start = self.at
        path = (*table, *self._keys())[:DEEPEST]
        self._next()
        self.at += 1
        self._note(path, start)
        self._value(path)

    def _value(self, path: Path) -> None:
        opening = self._next()
        self._note(path)
        if opening == "[":
            self._list(path)
        elif opening == "{":
            self._inline(path)
        elif opening in ('"', "'"):
            self._take(_STRING)
        else:
            self._take(_BARE_VALUE)

    def _list(self, path: Path) -> None:
        self.at += 1
        place = 0
        while self._next() not in ("]", ""):
            if self._next() == ",":
                self.at += 1
                continue
            begun = self.at
            self._value((*path, place))
            place += 1
            if self.at == begun:
                break
        self.at += 1

    def _inline(self, path: Path) -> None:
        self.at += 1
        while self._next() not in ("}", ""):
            begun = self.at
            if self._next() == ",":
                self.at += 1
            else:
                self._pair(path)
            if self.at == begun:
                break
        self.at += 1


def lines_of(text: str) -> dict[Path, int]:
    """By its path the line, counted from 1, of every part of a text that is valid TOML.

    >>> lines_of('title = "A"\\n[[zones]]\\nstrips = [\\n  {row = 5},\\n]')["zones", 0, "strips", 0, "row"]
    4
    """
    return _Walk(text, starts=[0, *(found.end() for found in re.finditer("\n", text))]).walk()


def line_at(lines: dict[Path, int], path: Path) -> int:
    """The line of a part, or of what it would stand in; 1 if there is nothing of it."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)
