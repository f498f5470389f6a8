"""When the player of a draft line last asked for anything, and how many lines were published then."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0039_series_deadlines"),
    ]

    operations = [
        migrations.AddField(
            model_name="draftline",
            name="acted_after",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="draftline",
            name="acted_at",
            field=models.DateTimeField(default=None, null=True),
        ),
    ]
