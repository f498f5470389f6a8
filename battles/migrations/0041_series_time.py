"""What players of a campaign game agree on about its time, and their holidays."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0040_last_act"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SeriesHoliday",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.CharField(
                        choices=[("user", "who set it up"), ("rival", "the opponent")], max_length=5
                    ),
                ),
                ("begins_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("closed", models.BooleanField(default=False)),
            ],
        ),
        migrations.AddField(
            model_name="series",
            name="paused",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="series",
            name="time_asked",
            field=models.CharField(blank=True, db_default="", max_length=60),
        ),
        migrations.AddField(
            model_name="series",
            name="time_asked_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="series",
            name="time_asked_by",
            field=models.CharField(
                blank=True,
                choices=[("user", "who set it up"), ("rival", "the opponent")],
                db_default="",
                max_length=5,
            ),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.CheckConstraint(
                condition=models.Q(("paused", False), ("stage", "on"), _connector="OR"), name="series_paused"
            ),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("time_asked", ""), ("time_asked_at", None), ("time_asked_by", "")),
                    models.Q(
                        models.Q(("time_asked", ""), _negated=True),
                        ("stage", "on"),
                        ("time_asked_at__isnull", False),
                        ("time_asked_by__in", ("user", "rival")),
                    ),
                    _connector="OR",
                ),
                name="series_time_asked",
            ),
        ),
        migrations.AddField(
            model_name="seriesholiday",
            name="series",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="holidays", to="battles.series"
            ),
        ),
        migrations.AddIndex(
            model_name="seriesholiday",
            index=models.Index(
                condition=models.Q(("closed", False)), fields=["ends_at"], name="series_holidays_on"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesholiday",
            constraint=models.CheckConstraint(
                condition=models.Q(("ends_at__gte", models.F("begins_at"))), name="series_holiday_length"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesholiday",
            constraint=models.CheckConstraint(
                condition=models.Q(("player__in", ("user", "rival"))), name="series_holiday_player"
            ),
        ),
    ]
