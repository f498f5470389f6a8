import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0032_who_leaves_a_team"),
    ]

    operations = [
        migrations.AddField(
            model_name="designedbattle",
            name="team",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="design",
                to="battles.teambattle",
            ),
        ),
    ]
