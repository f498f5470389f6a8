"""Whether the database is ready for this version, and who else is still at work on it."""

from datetime import datetime
from time import monotonic, sleep
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts.models import Heartbeat
from config.serving.served import served

FRESH_SECONDS: Final = 30.0
"""A worker that was silent for longer is not at work."""
BEATS: Final = 3
"""So many sweeps are waited for the next sign of one that may have just stopped."""


class MigratedCommand(BaseCommand):
    """A command that needs the database as this version expects it, and says so where it is not."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """What the command prints; CommandError, with what to do, if the database is not ready."""
        refuse_unmigrated()
        return super().execute(*args, **options)


def unapplied() -> int:
    """How many migrations of this version the database still needs."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def refuse_unmigrated() -> None:
    """Raises CommandError if the database needs migrations, or does not answer."""
    try:
        missing = unapplied()
    except OperationalError as error:
        raise CommandError(f"The database does not answer: {str(error).strip()}") from error
    if missing:
        raise CommandError(
            f"The database is not ready for this version ({missing} migrations are not applied). Stop the site "
            "wherever it still runs, and then run: python manage.py prepare"
        )


def who_serves() -> str:
    """Who is still at work on this database, as a sentence; "" for nobody.

    A worker is asked for a second sign, as the first may be from just before it stopped.
    """
    found = served(settings.VAR_DIR)
    if found and found.now:
        return f"The site is being served at {found.address} (process {found.process})."
    first = _last_sign()
    if first is None or (timezone.now() - first).total_seconds() > FRESH_SECONDS:
        return ""
    until = monotonic() + BEATS * settings.SWEEP_SECONDS
    while monotonic() < until:
        sleep(0.5)
        if _last_sign() != first:
            return "A worker is at work on this database, perhaps on another machine."
    return ""


def _last_sign() -> datetime | None:
    try:
        return Heartbeat.objects.filter(name="worker").values_list("at", flat=True).first()
    except DatabaseError:  # there is no such table yet
        return None
