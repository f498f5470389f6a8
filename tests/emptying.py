"""The test database without rows again, after a test whose rows were committed."""

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


def count_from_one() -> None:
    """The next row of each table that is emptied has the number 1."""
    names = set(emptied())
    found = [row for row in connection.introspection.sequence_list() if row["table"] in names]
    with transaction.atomic(), connection.cursor() as cursor:
        for command in connection.ops.sequence_reset_by_name_sql(no_style(), found):
            cursor.execute(command)


def emptied() -> list[str]:
    """The tables that are emptied."""
    return sorted({*connection.introspection.django_table_names(only_existing=True)} - KEPT)
