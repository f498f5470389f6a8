from typing import Any

from django.db import migrations, models


def of_the_person(apps: Any, _editor: Any) -> None:
    """Whose orders for the round were followed conceded with the others, as if "round" were somebody."""
    apps.get_model("battles", "PlayedLine").objects.filter(by="round").update(by="person")


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0030_series"),
    ]

    operations = [
        migrations.AddField(
            model_name="playedline",
            name="aside",
            field=models.CharField(
                blank=True,
                choices=[
                    ("wish", "to concede, or to have a draw, or neither"),
                    ("words", "too many words were said"),
                ],
                db_default="",
                default="",
                max_length=5,
            ),
        ),
        migrations.RunPython(of_the_person, migrations.RunPython.noop),
    ]
