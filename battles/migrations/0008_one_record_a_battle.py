"""One stored record a fought battle: what was written of it joins what shows it, in one document."""

import json
import zlib

from django.db import migrations


def joined(record, written):
    """Format 2: the record of orders and dice in it, once, with the events of each order beside it."""
    old = json.loads(zlib.decompress(record))
    events = [step["events"] for step in old.pop("steps")]
    old |= {
        "document": "fought battle",
        "format": 2,
        "written": json.loads(zlib.decompress(written)),
        "events": events,
    }
    return zlib.compress(json.dumps(old, separators=(",", ":"), ensure_ascii=False).encode(), 6)


def join(apps, schema_editor):
    """A battle fought before records were written stays in its first format, which is still read."""
    for name in ("Resolution", "BroughtRecord"):
        model = apps.get_model("battles", name)
        both = model.objects.filter(record__isnull=False, written__isnull=False).order_by("pk")
        for row in both.only("record", "written").iterator(chunk_size=50):
            model.objects.filter(pk=row.pk).update(record=joined(bytes(row.record), bytes(row.written)))


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0007_levels"),
    ]

    operations = [
        migrations.RunPython(join, elidable=True),
    ]
