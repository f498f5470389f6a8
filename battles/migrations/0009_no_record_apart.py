"""The written record is part of the stored one since 0008."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0008_one_record_a_battle"),
    ]

    operations = [
        migrations.RemoveField("resolution", "written"),
        migrations.RemoveField("broughtrecord", "written"),
    ]
