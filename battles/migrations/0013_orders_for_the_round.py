import django.db.models.deletion
from django.db import migrations, models

TEMPO = {
    "choices": [("step", "Every step"), ("impulse", "By impulse"), ("round", "By round")],
    "default": "step",
    "max_length": 7,
}


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0012_lessons"),
    ]

    operations = [
        migrations.CreateModel(
            name="GivenRound",
            fields=[
                (
                    "draft",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="given_round",
                        serialize=False,
                        to="battles.draftline",
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                ("document", models.BinaryField()),
                ("seen", models.BinaryField()),
                ("told", models.BinaryField(default=b"[]")),
                ("asked", models.BinaryField(default=b"[]")),
            ],
        ),
        migrations.AddField("challenge", "tempo", models.CharField(**TEMPO)),
        migrations.AddField("play", "tempo", models.CharField(**TEMPO)),
        migrations.AddField(
            "play", "terran_ordered", models.PositiveSmallIntegerField(blank=True, null=True)
        ),
        migrations.AddField("play", "talon_ordered", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddConstraint(
            "challenge",
            models.CheckConstraint(
                condition=models.Q(("tempo__in", ["step", "impulse", "round"])), name="challenge_tempo"
            ),
        ),
        migrations.AddConstraint(
            "play",
            models.CheckConstraint(
                condition=models.Q(("tempo__in", ["step", "impulse", "round"])), name="play_tempo"
            ),
        ),
    ]
