"""What many tests begin with is made once in a process; each later test gets its rows as they were then.

A war in its second turn costs hundreds of queries, its rows a dozen.
"""

from collections.abc import Callable, Hashable, Sequence
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import pytest
import time_machine
from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from tests.draws import draw_the_same
from tests.emptying import count_past, emptied

P = ParamSpec("P")
M = TypeVar("M", bound=Model)
Row = tuple[Any, ...]
Table = tuple[str, Sequence[str], list[Row]]


def prepared(build: Callable[P, M]) -> Callable[P, M]:
    """The same function, whose rows are made only once for the same arguments; what is drawn goes by these alone.

    It makes everything it needs, its people too, and changes no row that was there before. A test asks for it before
    it makes rows of its own, since their numbers are those of then, and for one such thing alone. Where a test sets the
    clock, what is made at one time is another thing than what is made at another.
    """
    kept: dict[Hashable, tuple[type[M], Any, list[Table]]] = {}

    @wraps(build)
    def recalled(*args: P.args, **more: P.kwargs) -> M:
        wanted = (args, *sorted(more.items()))
        key = (wanted, _clock())
        if key not in kept:
            before = _rows()
            with pytest.MonkeyPatch.context() as patch:
                draw_the_same(f"{build.__qualname__}{wanted}", patch)
                made = build(*args, **more)
            kept[key] = type(made), made.pk, _added(before, _rows())
            return made
        model, number, tables = kept[key]
        _put_back(tables)
        return model._default_manager.get(pk=number)

    return recalled


def _clock() -> datetime | None:
    """What a test has set the clock to; None where it is the clock of the machine."""
    now = timezone.now()
    is_set = time_machine.escape_hatch.is_travelling() or abs(now - datetime.now(UTC)) > timedelta(minutes=1)
    return now if is_set else None


def _rows() -> list[Table]:
    """All rows of the tables that tests fill, by table, with its columns."""
    found: list[Table] = []
    with connection.cursor() as cursor:
        for name in emptied():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)}")
            rows = cursor.fetchall()
            found.append((name, [column[0] for column in cursor.description], rows))
    return found


def _added(before: list[Table], after: list[Table]) -> list[Table]:
    found = []
    for (name, columns, old), (_, _, new) in zip(before, after, strict=True):
        assert all(row in new for row in old), f"what is prepared changes rows of {name} that were there"
        if added := [row for row in new if row not in old]:
            found.append((name, columns, added))
    return found


def _put_back(tables: list[Table]) -> None:
    quote = connection.ops.quote_name
    with transaction.atomic(), connection.cursor() as cursor:
        for name, columns, rows in tables:
            into, places = ", ".join(map(quote, columns)), ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {quote(name)} ({into}) VALUES ({places})", rows)
        count_past({name for name, _, _ in tables})
