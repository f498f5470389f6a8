"""The computer has no lifetime score (S100): what was booked against it goes."""

from django.db import migrations
from django.db.migrations.state import StateApps
from django.db.models import Q


def remove(apps: StateApps, _editor: object) -> None:
    """Remove the lines of which either player is the computer."""
    lines = apps.get_model("accounts", "LifetimeLine").objects
    lines.filter(Q(player__is_computer=True) | Q(opponent__is_computer=True)).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0026_wars_in_miniatures"),
    ]

    operations = [
        migrations.RunPython(remove, migrations.RunPython.noop),
    ]
