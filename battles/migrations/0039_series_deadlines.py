"""Deadlines of campaign games."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0038_designs_go_with_their_battle"),
    ]

    operations = [
        migrations.AddField(
            model_name="series",
            name="pace",
            field=models.CharField(blank=True, db_default="", max_length=60),
        ),
        migrations.CreateModel(
            name="SeriesDeadline",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("status", models.CharField(default="queued", max_length=10)),
                ("token", models.CharField(blank=True, max_length=32)),
                ("due_at", models.DateTimeField()),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("put_off", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("last_error", models.CharField(blank=True, max_length=200)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("key", models.CharField(blank=True, max_length=60)),
                ("begun_at", models.DateTimeField(null=True)),
                ("falls_at", models.DateTimeField(null=True)),
                ("told", models.PositiveSmallIntegerField(default=0)),
                (
                    "series",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deadline",
                        to="battles.series",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("falls_at__isnull", False)),
                        fields=["falls_at"],
                        name="series_deadline_falls",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("begun_at", None), ("falls_at", None), ("key", "")),
                            models.Q(models.Q(("key", ""), _negated=True), ("begun_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="series_deadline_runs_or_not",
                    )
                ],
            },
        ),
    ]
