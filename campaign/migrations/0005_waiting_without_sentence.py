from django.db import migrations


class Migration(migrations.Migration):
    """A step of its own: PostgreSQL alters no table that has changes pending."""

    dependencies = [
        ("campaign", "0004_waiting_kinds"),
    ]

    operations = [
        migrations.RemoveField(model_name="waiting", name="sentence"),
    ]
