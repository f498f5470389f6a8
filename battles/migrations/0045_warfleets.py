"""Fleets of Warfleets: FTL that players keep."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0044_series_records"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="WarfleetsFleet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("points", models.PositiveIntegerField()),
                ("fleet", models.BinaryField()),
                ("version", models.PositiveIntegerField(default=1)),
                ("share_token", models.CharField(default=None, max_length=43, null=True, unique=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("saved_at", models.DateTimeField(auto_now=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="warfleets",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "name"), name="one_warfleets_fleet_of_a_name")
                ],
            },
        ),
    ]
