from django.db import migrations

from accounts.callsigns import look


def fill_in(apps, schema_editor):
    """Give every callsign its look; of two that look alike the newer goes without."""
    taken = set()
    for user in apps.get_model("accounts", "User").objects.order_by("pk").only("username"):
        found = look(user.username)
        if found not in taken:
            taken.add(found)
            user.look = found
            user.save(update_fields=["look"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_letters_and_looks"),
    ]

    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
