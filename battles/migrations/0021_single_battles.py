"""What the desk calls a battle of no war."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0020_draft_line_columns"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="battlechatline",
            options={
                "verbose_name": "chat line of a single battle",
                "verbose_name_plural": "chat lines of single battles",
            },
        ),
    ]
