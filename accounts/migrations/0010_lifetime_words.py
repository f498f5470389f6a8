"""The entries of the lifetime score no longer name their rule: the page under them does."""

from django.db import migrations
from django.db.models import F, Value
from django.db.models.functions import Replace


def without_rule(apps, _schema_editor):  # type: ignore[no-untyped-def]
    """Take the rule's number out of the words."""
    lines = apps.get_model("accounts", "LifetimeLine").objects.filter(words__endswith=" (31.9)")
    lines.update(words=Replace(F("words"), Value(" (31.9)"), Value("")))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_letters_and_looks")]
    operations = [migrations.RunPython(without_rule, migrations.RunPython.noop, elidable=True)]
