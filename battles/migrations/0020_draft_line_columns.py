"""What a request left out, and who handed a side over, was written into the text of the request before."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F

LEFT, HANDED, MOST = "\nand left ", "captain until", 200


def take_apart(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Only a battle in which the same request comes once more just now would notice."""
    rows = apps.get_model("battles", "DraftLine").objects.using(schema_editor.connection.alias)
    rows.filter(did__startswith=HANDED).update(handed=F("did"))
    for row in rows.filter(did__contains=LEFT).only("did"):
        did, _, number = row.did.rpartition(LEFT)
        if number.isdecimal():  # the rest is what a player wrote, and may be anything
            rows.filter(pk=row.pk).update(did=did, not_given=min(int(number), MOST))


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0019_admin_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="draftline",
            name="handed",
            field=models.CharField(blank=True, db_default="", default="", max_length=80),
        ),
        migrations.AddField(
            model_name="draftline",
            name="not_given",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(take_apart, migrations.RunPython.noop, elidable=True),
    ]
