"""Queries that every page makes: their SQL is written once, not each time.

Django writes a query out anew whenever it is made. For a row with its relations that takes several times as long as
the database needs to answer.
"""

from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from typing import Any, Final, Generic, ParamSpec, TypeVar

from django.db import connections
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators
from django.db.models.sql.compiler import SQLCompiler

MOST_NUMBERS: Final = 64
"""For so many numbers of words a query is kept, the least used of which make room."""

M = TypeVar("M", bound=Model)
P = ParamSpec("P")


class KeptQuery(Generic[P, M]):
    """A query by its arguments, written at its first use.

    `ask` makes it of arguments that the SQL takes as they are, numbers or words. `stand_ins` are such arguments, each
    of which is found nowhere else in the query: they say where its arguments go.
    """

    def __init__(self, ask: Callable[P, QuerySet[M, Any]], *stand_ins: P.args, **named: P.kwargs) -> None:
        self._write = partial(_write, partial(ask, *stand_ins, **named), stand_ins)

    def objects(self, *arguments: P.args, **_named: P.kwargs) -> list[M]:
        """The rows as objects, with the relations and annotations that the query selects."""
        return self._written.objects(arguments)

    def one(self, *arguments: P.args, **_named: P.kwargs) -> M:
        """The row as an object; the model's DoesNotExist without one."""
        for found in self._written.objects(arguments):
            return found  # type: ignore[no-any-return]
        raise self._written.model.DoesNotExist

    def values(self, *arguments: P.args, **_named: P.kwargs) -> list[tuple[Any, ...]]:
        """The rows of a `values_list`, or of several that are united."""
        return self._written.values(arguments)

    @cached_property
    def _written(self) -> "_Written":
        return self._write()


class KeptForAny(Generic[M]):
    """A query for rows with any of some words, written once for each number of these; `ask` makes it of the words."""

    def __init__(self, ask: Callable[[tuple[str, ...]], QuerySet[M, Any]]) -> None:
        @lru_cache(maxsize=MOST_NUMBERS)
        def of(many: int) -> KeptQuery[..., M]:
            return KeptQuery(lambda *words: ask(words), *(f"word {number}" for number in range(many)))

        self._of = of

    def values(self, *words: str) -> list[tuple[Any, ...]]:
        """The rows of a `values_list`; none, without a query, for no word."""
        return self._of(len(words)).values(*words) if words else []


def _write(ask: Callable[[], QuerySet[Any, Any]], stand_ins: tuple[Any, ...]) -> "_Written":
    return _Written(ask(), stand_ins)


class _Written:
    """A query as it was written."""

    def __init__(self, rows: QuerySet[Any, Any], stand_ins: tuple[Any, ...]) -> None:
        compiler = rows.query.get_compiler(using=rows.db)
        sql, values = compiler.as_sql()
        if missing := [one for one in stand_ins if one not in values]:
            raise ValueError(f"The query does not use {missing} as they are.")
        places = {one: place for place, one in enumerate(stand_ins)}
        self._alias, self._sql = rows.db, sql
        self._values = [(places.get(value), value) for value in values]
        self._read_by(compiler, objects=issubclass(rows._iterable_class, ModelIterable))  # noqa: SLF001

    def _read_by(self, compiler: SQLCompiler, *, objects: bool) -> None:
        columns = [column for column, *_ in compiler.select[: compiler.col_count]]
        self._converters = list(compiler.get_converters(columns).items())
        if compiler.klass_info is None or not objects:
            return
        selected = compiler.klass_info["select_fields"]
        self.model = compiler.klass_info["model"]
        self._own = slice(selected[0], selected[-1] + 1)
        self._names = [column.target.attname for column in columns[self._own]]
        self._related = get_related_populators(compiler.klass_info, compiler.select, self._alias)  # type: ignore[call-arg]  # Django 6's
        self._annotated = list(compiler.annotation_col_map.items())

    def objects(self, arguments: tuple[Any, ...]) -> list[Any]:
        """The rows as objects."""
        found = []
        for row in self.values(arguments):
            made = self.model.from_db(self._alias, self._names, row[self._own])
            for populator in self._related:
                populator.populate(row, made)
            for name, place in self._annotated:
                setattr(made, name, row[place])
            found.append(made)
        return found

    def values(self, arguments: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """The rows, each column as its field reads it."""
        connection = connections[self._alias]
        with connection.cursor() as cursor:
            cursor.execute(
                self._sql, [value if place is None else arguments[place] for place, value in self._values]
            )
            rows = cursor.fetchall()
        return [self._converted(row, connection) for row in rows] if self._converters else rows

    def _converted(self, row: tuple[Any, ...], connection: Any) -> tuple[Any, ...]:
        columns = list(row)
        for place, (converters, column) in self._converters:
            for convert in converters:
                columns[place] = convert(columns[place], column, connection)
        return tuple(columns)
