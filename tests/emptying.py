"""The test database without rows again, after a test whose rows were committed."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection, transaction

KEPT = {model._meta.db_table for model in (ContentType, Permission)}
"""What migrations fill and no test changes; to fill it again costs more than everything else here."""


def empty_tables() -> None:
    """Deletes all rows but those of KEPT, and touches no table that has none."""
    names, quote = emptied(), connection.ops.quote_name
    asked = ", ".join(f"EXISTS (SELECT 1 FROM {quote(name)})" for name in names)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT {asked}")
        for name, filled in zip(names, cursor.fetchone(), strict=True):
            if filled:
                cursor.execute(f"DELETE FROM {quote(name)}")


@contextmanager
def undone() -> Iterator[None]:
    """What the block writes is undone at its end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def count_from_one() -> None:
    """The next row of each table that is emptied has the number 1."""
    with transaction.atomic(), connection.cursor() as cursor:
        for command in connection.ops.sequence_reset_by_name_sql(no_style(), _sequences(emptied())):
            cursor.execute(command)


def count_past(tables: Collection[str]) -> None:
    """The next row of each of these tables has a higher number than all that are there.

    Rows that are put in with their numbers do not move PostgreSQL's sequences; SQLite counts on by itself.
    """
    if connection.vendor != "postgresql":
        return
    quote = connection.ops.quote_name
    with transaction.atomic(), connection.cursor() as cursor:
        for row in _sequences(tables):
            sequence, table, column = quote(row["name"]), quote(row["table"]), quote(row["column"])
            cursor.execute(
                f"SELECT setval('{sequence}', GREATEST((SELECT last_value FROM {sequence}),"
                f" (SELECT MAX({column}) FROM {table})))"
            )


def _sequences(tables: Collection[str]) -> list[dict[str, Any]]:
    return [row for row in _all_sequences() if row["table"] in tables]


@cache
def _all_sequences() -> list[dict[str, Any]]:
    """Asked once in a process: it takes a query for each table."""
    return connection.introspection.sequence_list()


def emptied() -> list[str]:
    """The tables that are emptied."""
    return sorted({*connection.introspection.django_table_names(only_existing=True)} - KEPT)
