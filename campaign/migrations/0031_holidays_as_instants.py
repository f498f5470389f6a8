"""The end of a holiday is kept as an instant, so that everybody reads it in their own time zone."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import migrations

WRITTEN = "%Y %A %d %B, %H:%M UTC"


def instant(words: str, noted: datetime) -> datetime:
    """The instant that was written without its year: the first one after the note."""
    found = (datetime.strptime(f"{noted.year + more} {words}", WRITTEN) for more in (0, 1))
    ends = [each.replace(tzinfo=UTC) for each in found]
    return next(each for each in ends if each > noted - timedelta(days=1))


def as_instants(apps: Any, _editor: Any) -> None:
    """Read the words of the notes of before."""
    notes = apps.get_model("campaign", "TimeNote").objects.filter(kind="away", asked__endswith=" UTC")
    for note in notes.only("asked", "at"):
        note.asked = instant(note.asked, note.at).isoformat()
        note.save(update_fields=["asked"])


class Migration(migrations.Migration):
    dependencies = [("campaign", "0030_asked_deputies")]

    operations = [migrations.RunPython(as_instants, migrations.RunPython.noop)]
