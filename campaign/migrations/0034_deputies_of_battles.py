"""Deputies have their common columns from battles/models/deputies.py; the tables stay as they are."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

USER = models.ForeignKey(
    on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
)


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0033_waiting_columns"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(model_name="deputy", name="user", field=USER),
        migrations.AlterField(model_name="deputyrequest", name="user", field=USER.clone()),
    ]
