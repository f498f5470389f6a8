import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("campaign", "0001_initial"),
        ("campaign", "0002_doctrines"),
        ("campaign", "0003_commanders"),
        ("campaign", "0004_waiting_kinds"),
        ("campaign", "0005_waiting_without_sentence"),
        ("campaign", "0006_secret_whims"),
        ("campaign", "0007_company"),
        ("campaign", "0008_war_import"),
        ("campaign", "0009_playing_kinds"),
        ("campaign", "0010_forecasts"),
        ("campaign", "0011_deadlines"),
        ("campaign", "0012_agreements"),
        ("campaign", "0013_pace_of_wars"),
        ("campaign", "0014_holidays"),
        ("campaign", "0015_open_wars"),
        ("campaign", "0016_sandboxes"),
        ("campaign", "0017_corrections"),
        ("campaign", "0018_taken_over"),
        ("campaign", "0019_maps"),
        ("campaign", "0020_retelling"),
        ("campaign", "0021_deputies"),
        ("campaign", "0022_fitted_plans"),
        ("campaign", "0023_by_hand_by_choice"),
        ("campaign", "0024_lapsed_proposals"),
        ("campaign", "0025_other_ways_waiting"),
        ("campaign", "0026_published_maps"),
        ("campaign", "0027_kept_corrections"),
        ("campaign", "0028_shared_maps"),
        ("campaign", "0029_work_put_off"),
        ("campaign", "0030_asked_deputies"),
        ("campaign", "0031_holidays_as_instants"),
        ("campaign", "0032_admin_words"),
        ("campaign", "0033_waiting_columns"),
    ]

    initial = True

    dependencies = [
        ("accounts", "__first__"),
        ("battles", "0001_version_0_2"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayerMap",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("chart", models.BinaryField()),
                ("faults", models.PositiveIntegerField(default=0)),
                ("version", models.PositiveIntegerField(default=1)),
                ("last_form", models.CharField(blank=True, max_length=64)),
                ("share_token", models.CharField(default=None, max_length=43, null=True, unique=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("saved_at", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="maps",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("owner", "name"), name="one_map_of_a_name")],
            },
        ),
        migrations.CreateModel(
            name="MapVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("chart", models.BinaryField()),
                ("words", models.CharField(max_length=120)),
                (
                    "map",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="campaign.playermap",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("map", "number"), name="one_version_of_a_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="ShelfMap",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("chart", models.BinaryField()),
                ("is_shelved", models.BooleanField(default=False, verbose_name="published")),
                ("offered_at", models.DateTimeField(auto_now_add=True)),
                (
                    "maker",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="copies",
                        to="campaign.playermap",
                    ),
                ),
            ],
            options={
                "verbose_name": "offered map",
                "verbose_name_plural": "offered maps",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_shelved", True)),
                        fields=("source",),
                        name="one_copy_on_the_shelf",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("is_shelved", False)), fields=("source",), name="one_copy_offered"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="War",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "waiting for an opponent"),
                            ("running", "under way"),
                            ("over", "over"),
                            ("called_off", "called off"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("one_screen", models.BooleanField(default=False)),
                ("settings", models.BinaryField()),
                ("chart", models.BinaryField()),
                ("state", models.BinaryField(null=True)),
                ("format", models.PositiveSmallIntegerField(default=1)),
                ("version", models.PositiveIntegerField(default=0)),
                ("generation", models.PositiveSmallIntegerField(default=0)),
                ("rules_version", models.CharField(max_length=20)),
                ("frozen", models.BooleanField(default=False)),
                ("paused", models.BooleanField(default=False)),
                ("pace", models.CharField(blank=True, max_length=60)),
                ("time_asked", models.CharField(blank=True, max_length=60)),
                (
                    "time_asked_by",
                    models.CharField(
                        blank=True, choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6
                    ),
                ),
                ("imported", models.BooleanField(default=False)),
                ("map_name", models.CharField(max_length=40)),
                ("turn", models.PositiveIntegerField(default=0)),
                ("phase", models.CharField(default="open", max_length=10)),
                (
                    "winner",
                    models.CharField(
                        blank=True, choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6
                    ),
                ),
                (
                    "withdrawal_asked_by",
                    models.CharField(
                        blank=True, choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6
                    ),
                ),
                ("watch_token", models.CharField(default=None, max_length=43, null=True, unique=True)),
                (
                    "watch_by",
                    models.CharField(
                        blank=True, choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6
                    ),
                ),
                ("sandbox_turn", models.PositiveIntegerField(default=0)),
                ("sandbox_battle", models.PositiveIntegerField(default=0)),
                ("taken", models.BinaryField(null=True)),
                ("taken_turn", models.PositiveIntegerField(default=0)),
                ("sandbox_how", models.CharField(blank=True, max_length=6)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("moved_at", models.DateTimeField(auto_now_add=True)),
                (
                    "host",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hosted_wars",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "sandbox_of",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sandboxes",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["status", "-moved_at"], name="war_by_status")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["open", "called_off"]), ("state__isnull", False), _connector="OR"
                        ),
                        name="war_running_has_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("paused", False), ("frozen", True), _connector="OR"),
                        name="war_paused_stands_still",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Waiting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("key", models.CharField(max_length=100)),
                ("corrected", models.PositiveIntegerField(db_default=0, default=0)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("bases", "place the bases"),
                            ("plan", "plan the turn"),
                            ("engage", "engage or decline"),
                            ("first", "which home is fought over first"),
                            ("land", "which transports land"),
                            ("strand", "which squadrons are left behind"),
                            ("go_on", "go on to the next battle"),
                            ("record", "record the battle"),
                            ("settle", "settle the disputed report"),
                            ("agree_or_record", "let the computer fight it, or record it"),
                            ("agree_or_settle", "let the computer fight it, or settle the report"),
                            ("agree_to_play", "play it in the browser, or record it"),
                            ("play", "play the battle"),
                            ("finish", "let captains finish the battle"),
                            ("to_table", "finish the battle at the table"),
                            ("to_board", "play the battle in the browser after all"),
                            ("confirm", "confirm the report"),
                            ("failed", "see why it was not fought"),
                            ("withdraw", "withdraw the last result"),
                            ("draw", "answer the offer of a draw"),
                            ("time", "answer about the deadlines"),
                            ("correct", "answer about a corrected result"),
                        ],
                        max_length=20,
                    ),
                ),
                ("turn", models.PositiveIntegerField(default=0)),
                ("place", models.CharField(blank=True, max_length=60)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("path", models.CharField(max_length=200)),
                ("since", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="waiting",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="waiting", to="campaign.war"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "waiting",
                "indexes": [models.Index(fields=["user", "since"], name="waiting_of_user")],
                "constraints": [
                    models.UniqueConstraint(fields=("war", "side", "key", "corrected"), name="waits_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="TimeNote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("turn", models.PositiveIntegerField()),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("asked", "asked"),
                            ("agreed", "agreed"),
                            ("declined", "declined"),
                            ("dropped", "took the proposal back"),
                            ("expired", "got no answer"),
                            ("resumed", "resumed the war"),
                            ("away", "went on holiday"),
                            ("back", "is back"),
                            ("playing", "is playing the battle"),
                        ],
                        max_length=10,
                    ),
                ),
                ("asked", models.CharField(blank=True, max_length=60)),
                ("at", models.DateTimeField()),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="time_notes",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["war", "id"], name="time_of_war")],
            },
        ),
        migrations.CreateModel(
            name="Ship",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("name", models.CharField(max_length=60)),
                ("ship_class", models.CharField(max_length=30)),
                ("target", models.CharField(blank=True, max_length=40)),
                ("damage", models.BinaryField()),
                ("stranded", models.BooleanField(default=False)),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ships", to="campaign.war"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("war", "side", "name"), name="ship_once")],
            },
        ),
        migrations.CreateModel(
            name="SetAside",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("entry", models.PositiveIntegerField()),
                (
                    "battle",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="set_aside",
                        to="battles.battle",
                    ),
                ),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="set_aside",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "battles set aside",
                "constraints": [
                    models.UniqueConstraint(fields=("war", "number", "entry"), name="set_aside_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("label", models.CharField(blank=True, max_length=24)),
                ("commander", models.CharField(blank=True, max_length=12)),
                ("whim", models.CharField(blank=True, max_length=64)),
                ("from_entry", models.PositiveIntegerField(default=0)),
                ("seen_entry", models.PositiveIntegerField(default=0)),
                ("seen_at", models.DateTimeField(null=True)),
                ("news_from", models.PositiveIntegerField(default=0)),
                ("news_upto", models.PositiveIntegerField(default=0)),
                ("chat_from", models.PositiveBigIntegerField(default=0)),
                ("chat_read", models.PositiveBigIntegerField(default=0)),
                ("mutes", models.BooleanField(default=False)),
                ("handed_turn", models.PositiveIntegerField(db_default=0, default=0)),
                (
                    "before",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="campaign.war"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("war", "side"), name="one_player_a_side")],
            },
        ),
        migrations.CreateModel(
            name="SealedOrder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("turn", models.PositiveIntegerField()),
                ("phase", models.CharField(max_length=10)),
                ("seat", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("document", models.BinaryField()),
                ("revision", models.PositiveIntegerField(default=1)),
                ("sealed_at", models.DateTimeField(auto_now=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sealed_orders",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("war", "turn", "phase", "seat"), name="sealed_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Loss",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("turn", models.PositiveIntegerField()),
                ("engagement", models.PositiveIntegerField()),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("name", models.CharField(max_length=60)),
                ("ship_class", models.CharField(max_length=30)),
                ("points", models.PositiveIntegerField()),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="losses", to="campaign.war"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "losses",
                "constraints": [
                    models.UniqueConstraint(fields=("war", "engagement", "side", "name"), name="lost_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="LedgerLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("turn", models.PositiveIntegerField()),
                ("seat", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("cause", models.CharField(max_length=20)),
                ("words", models.TextField()),
                ("amount", models.IntegerField()),
                ("balance", models.IntegerField()),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ledger_lines",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "verbose_name": "treasury line",
                "verbose_name_plural": "treasury lines",
                "ordering": ["war", "seat", "turn", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("war", "turn", "seat", "cause"), name="ledger_once"),
                    models.CheckConstraint(condition=models.Q(("balance__gte", 0)), name="never_in_debt"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("token", models.CharField(max_length=43, unique=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("accepted", "accepted"),
                            ("declined", "declined"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("listed", models.BooleanField(default=False)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "invited",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("listed", True), ("status", "open")),
                        fields=["made_at"],
                        name="invitation_listed",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "open")), fields=("war",), name="one_open_invitation"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("listed", False), ("invited", None), _connector="OR"),
                        name="listed_for_anybody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Holiday",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("begins_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="holidays",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["war", "ends_at"], name="holidays_of_war")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends_at__gte", models.F("begins_at"))),
                        name="holiday_has_a_length",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="GivenDoctrine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("document", models.BinaryField()),
                ("by_hand", models.BooleanField(default=False)),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="doctrines",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("war", "number", "side"), name="doctrine_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="FrontLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("turn", models.PositiveIntegerField()),
                ("sector", models.CharField(max_length=40)),
                ("zone", models.PositiveSmallIntegerField()),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="front_lines",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("war", "turn", "sector"), name="one_marker_a_sector")
                ],
            },
        ),
        migrations.CreateModel(
            name="Forecast",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("battle", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=32)),
                ("asked", models.BinaryField()),
                ("asked_at", models.DateTimeField()),
                ("wanted_until", models.DateTimeField()),
                ("kept_at", models.DateTimeField(null=True)),
                ("shares", models.JSONField(null=True)),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="forecasts",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("war", "side", "key"), name="forecast_once")],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "seat",
                    models.CharField(
                        choices=[("terran", "Terran"), ("talon", "Talon"), ("both", "Both")], max_length=6
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("turn", models.PositiveIntegerField()),
                ("document", models.BinaryField()),
                ("events", models.BinaryField()),
                ("rules_version", models.CharField(max_length=20)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="campaign.war"
                    ),
                ),
            ],
            options={
                "verbose_name": "log entry",
                "verbose_name_plural": "log entries",
                "ordering": ["war", "number"],
                "constraints": [models.UniqueConstraint(fields=("war", "number"), name="entry_once")],
            },
        ),
        migrations.CreateModel(
            name="Engagement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("turn", models.PositiveIntegerField()),
                ("place", models.CharField(max_length=60)),
                ("sectors", models.CharField(max_length=400)),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("due", "due"),
                            ("revealed", "revealed"),
                            ("joined", "being fought"),
                            ("fought", "fought"),
                            ("forfeited", "given up"),
                            ("not_fought", "not fought"),
                        ],
                        default="due",
                        max_length=10,
                    ),
                ),
                ("terran_lp", models.PositiveIntegerField(null=True)),
                ("talon_lp", models.PositiveIntegerField(null=True)),
                ("forces", models.BinaryField(null=True)),
                (
                    "winner",
                    models.CharField(
                        blank=True, choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6
                    ),
                ),
                ("degree", models.CharField(blank=True, max_length=12)),
                ("terran_lost", models.PositiveIntegerField(default=0)),
                ("talon_lost", models.PositiveIntegerField(default=0)),
                ("moved", models.BooleanField(default=False)),
                ("words", models.TextField(blank=True)),
                (
                    "battle",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="engagement",
                        to="battles.battle",
                    ),
                ),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="engagements",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "verbose_name": "battle of a war",
                "verbose_name_plural": "battles of wars",
                "ordering": ["war", "number"],
                "constraints": [models.UniqueConstraint(fields=("war", "number"), name="engagement_once")],
            },
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("turn", models.PositiveIntegerField()),
                ("phase", models.CharField(max_length=10)),
                ("document", models.BinaryField()),
                ("revision", models.PositiveIntegerField(default=1)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="drafts", to="campaign.war"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("war", "turn", "phase", "seat"), name="draft_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="DeputyRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("asked_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deputy_requests",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deputy_requests",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("war", "side"), name="one_deputy_request_a_side")
                ],
            },
        ),
        migrations.CreateModel(
            name="Deputy",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("turn", models.PositiveIntegerField()),
                ("given_at", models.DateTimeField()),
                ("ended_turn", models.PositiveIntegerField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "how",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("revoked", "revoked by the player"),
                            ("left", "stepped down"),
                            ("moved", "the seat changed hands"),
                            ("held", "had the seat before"),
                            ("returned", "gave the seat back"),
                            ("alone", "the war had deputies no more"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deputies",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deputies",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deputies",
                "indexes": [
                    models.Index(condition=models.Q(("ended_at", None)), fields=["user"], name="deputy_now")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("war", "side"),
                        name="one_deputy_a_side",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("war", "user"),
                        name="deputy_of_one_side",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("ended_turn", None), ("how", "")),
                            models.Q(
                                ("ended_at__gte", models.F("given_at")),
                                ("ended_turn__isnull", False),
                                models.Q(("how", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="deputy_ends_whole",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Deadline",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("status", models.CharField(default="queued", max_length=10)),
                ("token", models.CharField(blank=True, max_length=32)),
                ("due_at", models.DateTimeField()),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("put_off", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("last_error", models.CharField(blank=True, max_length=200)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("key", models.CharField(blank=True, max_length=100)),
                ("lent", models.BooleanField(db_default=False, default=False)),
                ("begun_at", models.DateTimeField(null=True)),
                ("falls_at", models.DateTimeField(null=True)),
                ("told", models.PositiveSmallIntegerField(default=0)),
                (
                    "war",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deadline",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("falls_at__isnull", False)),
                        fields=["falls_at"],
                        name="deadline_falls",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("begun_at", None), ("falls_at", None), ("key", "")),
                            models.Q(
                                models.Q(("key", ""), _negated=True),
                                ("begun_at__isnull", False),
                                ("falls_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="deadline_runs_or_not",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Correction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("battle", models.PositiveIntegerField()),
                ("turn", models.PositiveIntegerField()),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("document", models.BinaryField()),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("now", "settle the difference now"),
                            ("as_it_is", "as if recorded right from the start"),
                            ("rewind", "go back to the battle"),
                            ("fit", "go on again with fitted plans"),
                        ],
                        default="now",
                        max_length=10,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("agreed", "agreed"),
                            ("declined", "declined"),
                            ("dropped", "taken back"),
                            ("expired", "not answered in time"),
                            ("lapsed", "the war went on first"),
                            ("carried", "waits until a turn is planned"),
                            ("undone", "agreed, but its battle no longer counts"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("by_host", models.BooleanField(default=False)),
                ("entry", models.PositiveIntegerField(default=0)),
                ("asked_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="corrections",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "verbose_name": "corrected result",
                "verbose_name_plural": "corrected results",
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "open")), fields=["expires_at"], name="corrections_due"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "open")), fields=("war",), name="one_open_correction"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ChatLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("battle", models.PositiveIntegerField(null=True)),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("text", models.CharField(max_length=1000)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chat_lines",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["war", "id"], name="chat_of_war")],
            },
        ),
        migrations.CreateModel(
            name="Base",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.CharField(max_length=60)),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("name", models.CharField(max_length=60)),
                ("damage", models.BinaryField()),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="bases", to="campaign.war"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("war", "place"), name="one_base_a_place")],
            },
        ),
        migrations.CreateModel(
            name="Assignment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("turn", models.PositiveIntegerField()),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("ship", models.CharField(max_length=60)),
                ("ship_class", models.CharField(max_length=30)),
                ("target", models.CharField(max_length=40)),
                (
                    "war",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="assignments",
                        to="campaign.war",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("war", "turn", "side", "ship"), name="one_assignment_a_turn"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="WarImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("status", models.CharField(default="queued", max_length=10)),
                ("token", models.CharField(blank=True, max_length=32)),
                ("due_at", models.DateTimeField()),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("put_off", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("last_error", models.CharField(blank=True, max_length=200)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("data", models.BinaryField()),
                ("entries", models.PositiveIntegerField()),
                ("checked", models.PositiveIntegerField(default=0)),
                ("refusals", models.JSONField(default=list)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="war_imports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "war",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to="campaign.war"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ["queued", "running"])),
                        fields=("user",),
                        name="one_import_at_a_time",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ForecastChunk",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("status", models.CharField(default="queued", max_length=10)),
                ("token", models.CharField(blank=True, max_length=32)),
                ("due_at", models.DateTimeField()),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("put_off", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("last_error", models.CharField(blank=True, max_length=200)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("case", models.PositiveSmallIntegerField()),
                ("start", models.PositiveIntegerField()),
                ("fought", models.PositiveIntegerField(default=0)),
                ("tally", models.BinaryField(default=b"")),
                (
                    "forecast",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chunks",
                        to="campaign.forecast",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ["queued", "running"])),
                        fields=["due_at"],
                        name="forecast_chunk_owed",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("forecast", "case", "start"), name="forecast_chunk_once")
                ],
            },
        ),
    ]
