"""Chat and onlookers of a campaign game; what was said in the battles of its legs moves to the chat of them all."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def move_lines(apps: Any, _editor: Any) -> None:
    """The lines of legs' battles, in their order; everybody has yet to read them there."""
    lines, moved = apps.get_model("battles", "BattleChatLine"), apps.get_model("battles", "SeriesChatLine")
    rows = lines.objects.filter(battle__leg_battle__isnull=False).select_related(
        "battle__leg_battle__leg__series"
    )
    for row in rows.order_by("pk"):
        series = row.battle.leg_battle.leg.series
        writer = row.battle.terran_user_id if row.side == "terran" else row.battle.talon_user_id
        player = "user" if writer == series.user_id else "rival"
        line = moved.objects.create(series=series, player=player, text=row.text)
        moved.objects.filter(pk=line.pk).update(made_at=row.made_at)
        row.delete()


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0036_series_left"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SeriesChatLine",
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
                ("text", models.CharField(max_length=1000)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "chat line of a campaign game",
                "verbose_name_plural": "chat lines of campaign games",
            },
        ),
        migrations.CreateModel(
            name="SeriesReader",
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
                ("read", models.BigIntegerField(default=0)),
                ("mutes", models.BooleanField(default=False)),
            ],
        ),
        migrations.AddField(
            model_name="series",
            name="watch_by",
            field=models.CharField(
                blank=True,
                choices=[("user", "who set it up"), ("rival", "the opponent")],
                db_default="",
                max_length=5,
            ),
        ),
        migrations.AddField(
            model_name="series",
            name="watch_token",
            field=models.CharField(max_length=64, null=True, unique=True),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("watch_by", ""), ("watch_token", None)),
                    models.Q(("watch_by__in", ("user", "rival")), ("watch_token__isnull", False)),
                    _connector="OR",
                ),
                name="series_watched",
            ),
        ),
        migrations.AddField(
            model_name="serieschatline",
            name="series",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="chat_lines", to="battles.series"
            ),
        ),
        migrations.AddField(
            model_name="seriesreader",
            name="series",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="readers", to="battles.series"
            ),
        ),
        migrations.AddIndex(
            model_name="serieschatline",
            index=models.Index(fields=["series", "id"], name="chat_of_series"),
        ),
        migrations.AddConstraint(
            model_name="serieschatline",
            constraint=models.CheckConstraint(
                condition=models.Q(("player__in", ("user", "rival"))), name="series_chat_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesreader",
            constraint=models.UniqueConstraint(fields=("series", "player"), name="series_reader_once"),
        ),
        migrations.AddConstraint(
            model_name="seriesreader",
            constraint=models.CheckConstraint(
                condition=models.Q(("player__in", ("user", "rival"))), name="series_reader_player"
            ),
        ),
        migrations.RunPython(move_lines, migrations.RunPython.noop),
    ]
