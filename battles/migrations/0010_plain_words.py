"""Choices in plain words."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0009_no_record_apart"),
    ]

    operations = [
        migrations.AlterField(
            model_name="battle",
            name="settled_how",
            field=models.CharField(
                blank=True,
                choices=[
                    ("confirmed", "confirmed by the other side"),
                    ("stood", "not answered in time"),
                    ("agreed", "agreed on one screen"),
                    ("fought", "fought by the computer"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="battlenote",
            name="kind",
            field=models.CharField(
                choices=[
                    ("opened", "opened the battle"),
                    ("entered", "entered the report"),
                    ("corrected", "entered a corrected report"),
                    ("confirmed", "confirmed the report"),
                    ("agreed", "agreed on the report"),
                    ("disputed", "disputed the report"),
                    ("stood", "the report was not answered in time"),
                    ("reopened", "both sides withdrew the result"),
                    ("voided", "the battle was called off"),
                    ("held", "the host froze the battle"),
                    ("released", "the battle resumed"),
                    ("asked", "asked how the battle is settled"),
                    ("queued", "the battle was given to the computer"),
                    ("recalled", "the battle was taken back from the computer"),
                    ("failed", "the computer failed to fight the battle"),
                    ("fought", "the computer fought the battle"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="diceseal",
            name="talon_source",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "not added yet"),
                    ("player", "added by the player"),
                    ("site", "follows from the seed"),
                ],
                max_length=6,
            ),
        ),
        migrations.AlterField(
            model_name="diceseal",
            name="terran_source",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "not added yet"),
                    ("player", "added by the player"),
                    ("site", "follows from the seed"),
                ],
                max_length=6,
            ),
        ),
    ]
