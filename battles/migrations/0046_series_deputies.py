"""Deputies of players of campaign games, and requests to be one."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


DEPUTY = models.ForeignKey(
    blank=True,
    null=True,
    on_delete=django.db.models.deletion.SET_NULL,
    related_name="+",
    to=settings.AUTH_USER_MODEL,
)


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0045_warfleets"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(model_name="series", name="rival_deputy", field=DEPUTY),
        migrations.AddField(model_name="series", name="user_deputy", field=DEPUTY.clone()),
        migrations.CreateModel(
            name="SeriesDeputy",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("given_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.CharField(
                        choices=[("user", "who set it up"), ("rival", "the opponent")], max_length=5
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deputies",
                        to="battles.series",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "series deputies",
                "indexes": [
                    models.Index(
                        condition=models.Q(("ended_at", None)), fields=["user"], name="series_deputy_now"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("series", "player"),
                        name="one_series_deputy",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("series", "user"),
                        name="series_deputy_of_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("player__in", ("user", "rival"))), name="series_deputy_player"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ended_at", None), ("ended_at__gte", models.F("given_at")), _connector="OR"
                        ),
                        name="series_deputy_ends_whole",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeriesDeputyRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                (
                    "player",
                    models.CharField(
                        choices=[("user", "who set it up"), ("rival", "the opponent")], max_length=5
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deputy_requests",
                        to="battles.series",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("series", "player"), name="one_series_deputy_request"),
                    models.CheckConstraint(
                        condition=models.Q(("player__in", ("user", "rival"))),
                        name="series_deputy_request_player",
                    ),
                ],
            },
        ),
    ]
