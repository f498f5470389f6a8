import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0031_lines_that_are_no_turn"),
    ]

    operations = [
        migrations.AddField(
            model_name="teamline",
            name="departure",
            field=models.CharField(
                blank=True,
                choices=[("left", "left the side"), ("over", "plays for the other side now")],
                db_default="",
                default="",
                max_length=4,
            ),
        ),
        migrations.AddField(
            model_name="teamseat",
            name="asked",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="teamseat",
            name="heard",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name="teambattle",
            name="again_of",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="teams_again",
                to="battles.battle",
            ),
        ),
        migrations.AlterField(
            model_name="teamline",
            name="text",
            field=models.CharField(blank=True, max_length=1000),
        ),
        migrations.AddConstraint(
            model_name="teamline",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("text", ""), _negated=True),
                    ("departure__in", ["left", "over"]),
                    _connector="OR",
                ),
                name="team_line_says_something",
            ),
        ),
    ]
