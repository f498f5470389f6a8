"""What was written at the end of a key before: a plan to be sealed again, and a phase of the computer alone."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

CORRECTED, LENT = ":corrected-", ":lent"


def take_apart(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Nothing begins anew by this: keys of messages and times of phases stay."""
    alias = schema_editor.connection.alias
    waiting = apps.get_model("campaign", "Waiting").objects.using(alias)
    for row in waiting.filter(key__contains=CORRECTED).only("key"):
        key, _, version = row.key.rpartition(CORRECTED)
        if version.isdecimal():
            waiting.filter(pk=row.pk).update(key=key, corrected=int(version))
    deadlines = apps.get_model("campaign", "Deadline").objects.using(alias)
    for row in deadlines.filter(key__endswith=LENT).only("key"):
        deadlines.filter(pk=row.pk).update(key=row.key.removesuffix(LENT), lent=True)


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0032_admin_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="deadline",
            name="lent",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="waiting",
            name="corrected",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.RemoveConstraint(model_name="waiting", name="waits_once"),
        migrations.AddConstraint(
            model_name="waiting",
            constraint=models.UniqueConstraint(fields=["war", "side", "key", "corrected"], name="waits_once"),
        ),
        migrations.RunPython(take_apart, migrations.RunPython.noop, elidable=True),
    ]
