import json

from django.db import migrations


def keep_pace(apps, schema_editor):
    """A war goes on with the deadlines that it began with."""
    War = apps.get_model("campaign", "War")
    rows = War.objects.using(schema_editor.connection.alias).filter(
        status__in=["open", "running"], imported=False
    )
    for pk, settings in rows.values_list("pk", "settings").iterator():
        if pace := json.loads(bytes(settings)).get("pace", ""):
            rows.filter(pk=pk).update(pace=pace)


class Migration(migrations.Migration):
    """A step of its own: PostgreSQL alters no table that has changes pending."""

    dependencies = [
        ("campaign", "0012_agreements"),
    ]

    operations = [
        migrations.RunPython(keep_pace, migrations.RunPython.noop),
    ]
