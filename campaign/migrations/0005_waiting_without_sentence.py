from django.db import migrations, models


class Migration(migrations.Migration):
    """A step of its own: PostgreSQL alters no table that has changes pending."""

    dependencies = [
        ("campaign", "0004_waiting_kinds"),
    ]

    operations = [
        # with a default, so that the way back is open
        migrations.AlterField(
            model_name="waiting",
            name="sentence",
            field=models.CharField(default="", max_length=200),
        ),
        migrations.RemoveField(model_name="waiting", name="sentence"),
    ]
