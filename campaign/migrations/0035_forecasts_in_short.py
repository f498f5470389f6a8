from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0034_deputies_of_battles"),
    ]

    operations = [
        migrations.AddField(
            model_name="forecast",
            name="in_short",
            field=models.BooleanField(default=False),
        ),
    ]
