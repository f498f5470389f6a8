import django.db.models.deletion
from django.db import migrations, models


def withdraw(apps, schema_editor):
    """Those whose battle was deleted read as if fleets were still being chosen: both have sealed, or both have stopped."""
    designs = apps.get_model("battles", "DesignedBattle")
    alone = designs.objects.filter(battle=None, team=None, withdrawn=False)
    both = (
        models.Count("sealed", distinct=True),
        models.Count("choices", filter=models.Q(choices__ship_class=""), distinct=True),
    )
    for row in alone.annotate(fleets=both[0], stops=both[1]):
        if row.fleets == 2 or row.stops == 2:
            designs.objects.filter(pk=row.pk).update(withdrawn=True)


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0037_series_talk"),
    ]

    operations = [
        migrations.AlterField(
            model_name="designedbattle",
            name="battle",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="design",
                to="battles.battle",
            ),
        ),
        migrations.AlterField(
            model_name="designedbattle",
            name="team",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="design",
                to="battles.teambattle",
            ),
        ),
        migrations.RunPython(withdraw, migrations.RunPython.noop),
    ]
