"""A campaign game that ended because the account of a player was closed."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0035_facts_of_scores"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("series", "left", models.BooleanField(default=False, db_default=False)),
        migrations.AddConstraint(
            "series",
            models.CheckConstraint(condition=Q(left=False) | ~Q(conceded_by=""), name="series_left"),
        ),
    ]
