"""A commander's whim becomes a secret of 256 bits: every commander gets a new one."""

import secrets

from django.db import migrations, models


def draw(apps, schema_editor):
    Seat = apps.get_model("campaign", "Seat")
    for seat in Seat.objects.exclude(commander=""):
        seat.commander, seat.whim = "steady", secrets.token_hex(32)
        seat.save(update_fields=["commander", "whim"])


class Migration(migrations.Migration):
    dependencies = [("campaign", "0005_waiting_without_sentence")]

    operations = [
        migrations.RemoveField(model_name="seat", name="whim"),
        migrations.AddField(
            model_name="seat",
            name="whim",
            field=models.CharField(blank=True, default="", max_length=64),
            preserve_default=False,
        ),
        migrations.RunPython(draw, migrations.RunPython.noop, elidable=True),
    ]
