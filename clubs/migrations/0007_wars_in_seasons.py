import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0046_series_deputies"),
        ("campaign", "0036_arranged_wars"),
        ("clubs", "0006_season_calendar"),
    ]

    operations = [
        migrations.CreateModel(
            name="WarTerms",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("settings", models.BinaryField()),
                ("chart", models.BinaryField()),
                ("map_name", models.CharField(max_length=40)),
            ],
        ),
        migrations.RenameField("pairing", "legs_over", "reached"),
        migrations.RemoveConstraint(
            model_name="pairing",
            name="pairing_bye",
        ),
        migrations.AddField(
            model_name="pairing",
            name="war",
            field=models.OneToOneField(
                default=None,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="campaign.war",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="war_terms",
            field=models.OneToOneField(
                default=None,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.warterms",
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="legs",
            field=models.CharField(
                choices=[
                    ("picked", "The scenarios picked below, once each"),
                    ("pair", "One scenario, played from both sides"),
                    ("best", "Best of the twelve: five that differ most"),
                    ("once", "All twelve scenarios, once each"),
                    ("war", "An Empire War"),
                ],
                default="best",
                max_length=6,
            ),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("second__isnull", False),
                    models.Q(("outcome", ""), ("ruled", ""), ("series", None), ("war", None)),
                    _connector="OR",
                ),
                name="pairing_bye",
            ),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.CheckConstraint(
                condition=models.Q(("series", None), ("war", None), _connector="OR"), name="pairing_one_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("legs", "war"), ("war_terms__isnull", False)),
                    models.Q(models.Q(("legs", "war"), _negated=True), ("war_terms", None)),
                    _connector="OR",
                ),
                name="season_war_has_terms",
            ),
        ),
    ]
