import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("battles", "0001_initial"),
        ("battles", "0002_held_up"),
        ("battles", "0003_fought_by_the_computer"),
        ("battles", "0004_sealed_dice"),
        ("battles", "0005_brought_records"),
        ("battles", "0006_proved_by_the_rules_of_then"),
        ("battles", "0007_levels"),
        ("battles", "0008_one_record_a_battle"),
        ("battles", "0009_no_record_apart"),
        ("battles", "0010_plain_words"),
        ("battles", "0011_played_by_hand"),
        ("battles", "0012_lessons"),
        ("battles", "0013_orders_for_the_round"),
        ("battles", "0014_clocks_and_onlookers"),
        ("battles", "0015_sandboxes"),
        ("battles", "0016_deputies"),
        ("battles", "0017_captains_in_words"),
        ("battles", "0018_work_put_off"),
        ("battles", "0019_admin_words"),
        ("battles", "0020_draft_line_columns"),
        ("battles", "0021_single_battles"),
        ("battles", "0022_saved_fleets"),
        ("battles", "0023_designed_battles"),
        ("battles", "0024_own_scenarios"),
        ("battles", "0025_teams"),
        ("battles", "0026_ways_of_single_battles"),
        ("battles", "0027_teams_again"),
        ("battles", "0028_refusing_to_concede"),
        ("battles", "0029_who_arranged_a_team"),
        ("battles", "0030_series"),
        ("battles", "0031_lines_that_are_no_turn"),
        ("battles", "0032_who_leaves_a_team"),
        ("battles", "0033_teams_of_own_design"),
        ("battles", "0034_results_taken_back"),
        ("battles", "0035_facts_of_scores"),
        ("battles", "0036_series_left"),
        ("battles", "0037_series_talk"),
        ("battles", "0038_designs_go_with_their_battle"),
        ("battles", "0039_series_deadlines"),
    ]

    initial = True

    dependencies = [
        ("accounts", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="DraftLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("place", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("orders", models.TextField(blank=True)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("did", models.TextField(blank=True)),
                ("not_given", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("handed", models.CharField(blank=True, db_default="", default="", max_length=80)),
            ],
        ),
        migrations.CreateModel(
            name="Leg",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("title", models.CharField(max_length=120)),
                ("scenario", models.PositiveSmallIntegerField(null=True)),
                ("setup", models.BinaryField()),
                (
                    "user_side",
                    models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6),
                ),
                ("pair", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Battle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("system", models.CharField(default="talon", max_length=20)),
                ("title", models.CharField(max_length=120)),
                ("place", models.CharField(max_length=80)),
                ("setup", models.BinaryField()),
                ("format", models.PositiveSmallIntegerField(default=1)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "to be recorded"),
                            ("reported", "to be confirmed"),
                            ("disputed", "disputed"),
                            ("settled", "settled"),
                            ("void", "called off"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "terran_level",
                    models.CharField(
                        choices=[
                            ("ensign", "an ensign"),
                            ("captain", "a captain"),
                            ("admiral", "an admiral"),
                        ],
                        default="captain",
                        max_length=7,
                    ),
                ),
                (
                    "talon_level",
                    models.CharField(
                        choices=[
                            ("ensign", "an ensign"),
                            ("captain", "a captain"),
                            ("admiral", "an admiral"),
                        ],
                        default="captain",
                        max_length=7,
                    ),
                ),
                ("confirm_hours", models.PositiveSmallIntegerField(default=72)),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                ("report", models.BinaryField(null=True)),
                (
                    "reported_by",
                    models.CharField(
                        blank=True, choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6
                    ),
                ),
                ("reported_at", models.DateTimeField(blank=True, null=True)),
                ("stands_at", models.DateTimeField(blank=True, null=True)),
                ("remark", models.TextField(blank=True)),
                ("disputed_at", models.DateTimeField(blank=True, null=True)),
                ("result", models.BinaryField(null=True)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "settled_how",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("confirmed", "confirmed by the other side"),
                            ("stood", "not answered in time"),
                            ("agreed", "agreed on one screen"),
                            ("fought", "fought by captains"),
                            ("played", "played in the browser"),
                        ],
                        max_length=10,
                    ),
                ),
                ("absorbed_at", models.DateTimeField(blank=True, null=True)),
                ("held_at", models.DateTimeField(blank=True, null=True)),
                ("clock", models.CharField(blank=True, max_length=24)),
                ("owner_topic", models.CharField(blank=True, max_length=60)),
                ("owner_path", models.CharField(blank=True, max_length=200)),
                ("sandbox", models.BooleanField(default=False)),
                ("teams", models.BooleanField(db_default=False, default=False)),
                (
                    "talon_deputy",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "talon_user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="battles_as_talon",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "terran_deputy",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "terran_user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="battles_as_terran",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "reported")), fields=["stands_at"], name="battle_stands"
                    ),
                    models.Index(
                        condition=models.Q(("absorbed_at__isnull", True), ("status", "settled")),
                        fields=["settled_at"],
                        name="battle_unabsorbed",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["open", "reported", "disputed", "settled", "void"])
                        ),
                        name="battle_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("report__isnull", True),
                                ("reported_at__isnull", True),
                                ("reported_by", ""),
                                ("stands_at__isnull", True),
                                ("status", "open"),
                                ("disputed_at__isnull", True),
                                ("remark", ""),
                                ("absorbed_at__isnull", True),
                                ("result__isnull", True),
                                ("settled_at__isnull", True),
                                ("settled_how", ""),
                            ),
                            models.Q(
                                ("stands_at__isnull", False),
                                ("status", "reported"),
                                ("report__isnull", False),
                                ("reported_at__isnull", False),
                                ("reported_by__in", ("terran", "talon")),
                                ("disputed_at__isnull", True),
                                ("remark", ""),
                                ("absorbed_at__isnull", True),
                                ("result__isnull", True),
                                ("settled_at__isnull", True),
                                ("settled_how", ""),
                            ),
                            models.Q(
                                ("disputed_at__isnull", False),
                                ("stands_at__isnull", True),
                                ("status", "disputed"),
                                models.Q(("remark", ""), _negated=True),
                                ("report__isnull", False),
                                ("reported_at__isnull", False),
                                ("reported_by__in", ("terran", "talon")),
                                ("absorbed_at__isnull", True),
                                ("result__isnull", True),
                                ("settled_at__isnull", True),
                                ("settled_how", ""),
                            ),
                            models.Q(
                                ("result__isnull", False),
                                ("settled_at__isnull", False),
                                ("settled_how__in", ["confirmed", "stood", "agreed", "fought", "played"]),
                                ("stands_at__isnull", True),
                                ("status", "settled"),
                                models.Q(
                                    models.Q(
                                        ("report__isnull", False),
                                        ("reported_at__isnull", False),
                                        ("reported_by__in", ("terran", "talon")),
                                    ),
                                    models.Q(
                                        ("report__isnull", False),
                                        ("reported_at__isnull", False),
                                        ("reported_by", ""),
                                        ("settled_how__in", ("fought", "played")),
                                    ),
                                    _connector="OR",
                                ),
                                ("disputed_at__isnull", True),
                                ("remark", ""),
                            ),
                            models.Q(
                                ("stands_at__isnull", True),
                                ("status", "void"),
                                ("absorbed_at__isnull", True),
                                ("result__isnull", True),
                                ("settled_at__isnull", True),
                                ("settled_how", ""),
                            ),
                            _connector="OR",
                        ),
                        name="battle_state_whole",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("held_at", None),
                            ("status__in", ["open", "reported", "disputed"]),
                            _connector="OR",
                        ),
                        name="battle_held_while_going_on",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)), name="battle_version_from_1"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("talon_level__in", ["ensign", "captain", "admiral"]),
                            ("terran_level__in", ["ensign", "captain", "admiral"]),
                        ),
                        name="battle_levels_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("confirm_hours__gte", 1), ("confirm_hours__lte", 1440)),
                        name="battle_hours_sane",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="BattleChatLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("text", models.CharField(max_length=1000)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "battle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chat_lines",
                        to="battles.battle",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "chat line of a single battle",
                "verbose_name_plural": "chat lines of single battles",
                "indexes": [models.Index(fields=["battle", "id"], name="chat_of_battle")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ("terran", "talon"))), name="battle_chat_side"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="BattleNote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("opened", "opened the battle"),
                            ("entered", "entered the report"),
                            ("corrected", "entered a corrected report"),
                            ("confirmed", "confirmed the report"),
                            ("agreed", "agreed on the report"),
                            ("disputed", "disputed the report"),
                            ("stood", "the report was not answered in time"),
                            ("reopened", "both sides withdrew the result"),
                            ("asked_back", "asked to take the result back"),
                            ("left", "left the result as it is"),
                            ("voided", "the battle was called off"),
                            ("held", "the host froze the battle"),
                            ("released", "the battle resumed"),
                            ("asked", "asked how the battle is settled"),
                            ("queued", "the battle was given to the computer"),
                            ("recalled", "the battle was taken back from the computer"),
                            ("failed", "the computer failed to fight the battle"),
                            ("fought", "the computer fought the battle"),
                            ("begun", "the battle is played in the browser"),
                            ("laid", "the battle in the browser was laid aside"),
                            ("played", "the battle was played to its end"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "side",
                    models.CharField(
                        blank=True, choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6
                    ),
                ),
                ("text", models.TextField(blank=True)),
                (
                    "battle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notes", to="battles.battle"
                    ),
                ),
                (
                    "deputy",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ["", "terran", "talon"])), name="battle_note_side"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="BattleReader",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("place", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("read", models.BigIntegerField(default=0)),
                ("mutes", models.BooleanField(default=False)),
                (
                    "battle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="readers",
                        to="battles.battle",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("battle", "side", "place"), name="battle_reader_once"),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ("terran", "talon"))), name="battle_reader_side"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="BroughtRecord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("report", models.BinaryField()),
                ("record", models.BinaryField()),
                ("sealed", models.BooleanField()),
                ("at", models.DateTimeField(auto_now=True)),
                (
                    "battle",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="brought",
                        to="battles.battle",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ("terran", "talon"))), name="brought_record_side"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token", models.CharField(max_length=64, unique=True)),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("title", models.CharField(max_length=120)),
                ("setup", models.BinaryField()),
                ("clock", models.CharField(blank=True, max_length=24)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("withdrawn", models.BooleanField(default=False)),
                (
                    "tempo",
                    models.CharField(
                        choices=[("step", "Every step"), ("impulse", "By impulse"), ("round", "By round")],
                        default="step",
                        max_length=7,
                    ),
                ),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("table", "at the table"),
                            ("worker", "by captains"),
                            ("hand", "by hand in the browser"),
                        ],
                        db_default="hand",
                        default="hand",
                        max_length=6,
                    ),
                ),
                (
                    "battle",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="challenge",
                        to="battles.battle",
                    ),
                ),
                (
                    "rematch_of",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rematch",
                        to="battles.battle",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ("terran", "talon"))), name="challenge_side"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("tempo__in", ["step", "impulse", "round"])),
                        name="challenge_tempo",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("way__in", ["table", "worker", "hand"])), name="challenge_way"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DesignedBattle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token", models.CharField(max_length=64, unique=True)),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                (
                    "opponent",
                    models.CharField(
                        choices=[
                            ("computer", "the computer"),
                            ("one_screen", "a friend at this screen"),
                            ("link", "a friend, by link"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "level",
                    models.CharField(
                        choices=[
                            ("ensign", "an ensign"),
                            ("captain", "a captain"),
                            ("admiral", "an admiral"),
                        ],
                        default="captain",
                        max_length=7,
                    ),
                ),
                ("clock", models.CharField(blank=True, max_length=24)),
                (
                    "tempo",
                    models.CharField(
                        choices=[("step", "Every step"), ("impulse", "By impulse"), ("round", "By round")],
                        default="step",
                        max_length=7,
                    ),
                ),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("table", "at the table"),
                            ("worker", "by captains"),
                            ("hand", "by hand in the browser"),
                        ],
                        db_default="hand",
                        default="hand",
                        max_length=6,
                    ),
                ),
                ("design", models.BinaryField()),
                ("drawn", models.BinaryField(null=True)),
                ("seed", models.CharField(max_length=64)),
                ("commitment", models.CharField(max_length=64)),
                ("entropy", models.CharField(blank=True, max_length=64)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("withdrawn", models.BooleanField(default=False)),
                (
                    "battle",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="design",
                        to="battles.battle",
                    ),
                ),
                (
                    "rival",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="designs_accepted",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="designs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "battle being designed",
                "verbose_name_plural": "battles being designed",
            },
        ),
        migrations.CreateModel(
            name="ChosenShip",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("ship_class", models.CharField(blank=True, max_length=40)),
                ("chosen_at", models.DateTimeField(auto_now_add=True)),
                (
                    "designed",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="choices",
                        to="battles.designedbattle",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("designed", "number"), name="chosen_ship_once"),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ("terran", "talon"))), name="chosen_ship_side"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DiceSeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, unique=True)),
                ("seed", models.CharField(max_length=64)),
                ("commitment", models.CharField(max_length=64)),
                ("terran_entropy", models.CharField(blank=True, max_length=64)),
                (
                    "terran_source",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not added yet"),
                            ("player", "added by the player"),
                            ("site", "follows from the seed"),
                        ],
                        max_length=6,
                    ),
                ),
                ("talon_entropy", models.CharField(blank=True, max_length=64)),
                (
                    "talon_source",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not added yet"),
                            ("player", "added by the player"),
                            ("site", "follows from the seed"),
                        ],
                        max_length=6,
                    ),
                ),
                ("promised_at", models.DateTimeField(auto_now_add=True)),
                (
                    "battle",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seals",
                        to="battles.battle",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GivenRound",
            fields=[
                (
                    "draft",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="given_round",
                        serialize=False,
                        to="battles.draftline",
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                ("document", models.BinaryField()),
                ("seen", models.BinaryField()),
                ("told", models.BinaryField(default=b"[]")),
                ("asked", models.BinaryField(default=b"[]")),
            ],
        ),
        migrations.CreateModel(
            name="LegBattle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("half", models.PositiveSmallIntegerField(default=1)),
                ("attempt", models.PositiveSmallIntegerField(default=1)),
                (
                    "battle",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="leg_battle",
                        to="battles.battle",
                    ),
                ),
                (
                    "leg",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="battles", to="battles.leg"
                    ),
                ),
            ],
            options={
                "ordering": ["half", "attempt"],
                "constraints": [
                    models.UniqueConstraint(fields=("leg", "half", "attempt"), name="leg_battle_once"),
                    models.CheckConstraint(condition=models.Q(("half__in", [1, 2])), name="leg_battle_half"),
                ],
            },
        ),
        migrations.CreateModel(
            name="LessonRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("lesson", models.CharField(max_length=40)),
                ("scene", models.PositiveSmallIntegerField(default=0)),
                ("begun_at", models.DateTimeField(auto_now_add=True)),
                ("done_at", models.DateTimeField(null=True)),
                (
                    "battle",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="lesson_run",
                        to="battles.battle",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lesson_runs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "lesson taken",
                "verbose_name_plural": "lessons taken",
                "constraints": [models.UniqueConstraint(fields=("user", "lesson"), name="lesson_run_once")],
            },
        ),
        migrations.CreateModel(
            name="OnlookerLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token", models.CharField(max_length=64, unique=True)),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "battle",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="onlooker_link",
                        to="battles.battle",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ("terran", "talon"))), name="onlooker_link_side"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OwnScenario",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=60)),
                ("text", models.TextField()),
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
                        related_name="scenarios",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "own scenario",
            },
        ),
        migrations.CreateModel(
            name="OwnScenarioVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("text", models.TextField()),
                ("words", models.CharField(max_length=120)),
                (
                    "scenario",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="battles.ownscenario",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("scenario", "number"), name="one_scenario_version_of_a_number"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Play",
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
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("on", "being played"),
                            ("laid", "laid aside"),
                            ("over", "over"),
                            ("gone", "its result was withdrawn"),
                        ],
                        default="on",
                        max_length=4,
                    ),
                ),
                ("number", models.PositiveIntegerField(default=0)),
                ("position", models.BinaryField()),
                ("orders", models.PositiveIntegerField(default=0)),
                ("rolls", models.PositiveIntegerField(default=0)),
                ("chain", models.CharField(max_length=64)),
                (
                    "decider",
                    models.CharField(
                        blank=True, choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("team", models.TextField(blank=True, db_default="", default="")),
                (
                    "terran_by",
                    models.CharField(
                        choices=[
                            ("person", "the player"),
                            ("ensign", "an ensign"),
                            ("captain", "a captain"),
                            ("admiral", "an admiral"),
                        ],
                        default="person",
                        max_length=7,
                    ),
                ),
                (
                    "talon_by",
                    models.CharField(
                        choices=[
                            ("person", "the player"),
                            ("ensign", "an ensign"),
                            ("captain", "a captain"),
                            ("admiral", "an admiral"),
                        ],
                        default="person",
                        max_length=7,
                    ),
                ),
                ("terran_through", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("talon_through", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("terran_ordered", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("talon_ordered", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "tempo",
                    models.CharField(
                        choices=[("step", "Every step"), ("impulse", "By impulse"), ("round", "By round")],
                        default="step",
                        max_length=7,
                    ),
                ),
                ("begun_at", models.DateTimeField(auto_now_add=True)),
                ("moved_at", models.DateTimeField(auto_now=True)),
                ("told", models.PositiveIntegerField(default=0)),
                ("record", models.BinaryField(null=True)),
                (
                    "battle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="plays", to="battles.battle"
                    ),
                ),
                (
                    "seal",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="play",
                        to="battles.diceseal",
                    ),
                ),
            ],
            options={
                "verbose_name": "battle played in the browser",
                "verbose_name_plural": "battles played in the browser",
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ["queued", "running"])),
                        fields=["due_at"],
                        name="play_owed",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("stage__in", ["on", "laid", "over"])),
                        fields=("battle",),
                        name="play_one_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("stage__in", ["on", "laid", "over", "gone"])),
                        name="play_stage_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("decider__in", ["", "terran", "talon"])), name="play_decider"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("talon_by__in", ["person", "ensign", "captain", "admiral"]),
                            ("terran_by__in", ["person", "ensign", "captain", "admiral"]),
                        ),
                        name="play_by_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("tempo__in", ["step", "impulse", "round"])), name="play_tempo"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("record__isnull", True),
                            models.Q(("decider", ""), ("stage__in", ["over", "gone"])),
                            _connector="OR",
                        ),
                        name="play_record_when_over",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="draftline",
            name="play",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="drafts", to="battles.play"
            ),
        ),
        migrations.CreateModel(
            name="PlayClock",
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
                ("rule", models.CharField(max_length=24)),
                ("terran_left", models.PositiveBigIntegerField()),
                ("talon_left", models.PositiveBigIntegerField()),
                (
                    "runs_for",
                    models.CharField(
                        blank=True, choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("team", models.TextField(blank=True, db_default="", default="")),
                ("since", models.DateTimeField(null=True)),
                ("falls_at", models.DateTimeField(null=True)),
                ("terran_fell", models.BooleanField(default=False)),
                ("talon_fell", models.BooleanField(default=False)),
                (
                    "play",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="clock", to="battles.play"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("falls_at__isnull", False)),
                        fields=["falls_at"],
                        name="play_clock_falls",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("runs_for__in", ["", "terran", "talon"])), name="play_clock_side"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("falls_at", None), ("runs_for", ""), ("since", None)),
                            models.Q(
                                models.Q(("runs_for", ""), _negated=True),
                                ("falls_at__isnull", False),
                                ("since__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="play_clock_runs_or_not",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayedLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("place", models.PositiveSmallIntegerField(db_default=0, default=0)),
                (
                    "by",
                    models.CharField(
                        choices=[
                            ("person", "the player"),
                            ("ensign", "an ensign"),
                            ("captain", "a captain"),
                            ("admiral", "an admiral"),
                        ],
                        max_length=7,
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                ("impulse", models.PositiveSmallIntegerField()),
                ("line", models.BinaryField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "aside",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("wish", "to concede, or to have a draw, or neither"),
                            ("words", "too many words were said"),
                        ],
                        db_default="",
                        default="",
                        max_length=5,
                    ),
                ),
                (
                    "play",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="battles.play"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("play", "number"), name="played_line_once"),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ("terran", "talon"))), name="played_line_side"
                    ),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="played_line_from_1"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReportDraft",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("document", models.BinaryField()),
                ("revision", models.PositiveIntegerField(default=1)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                (
                    "battle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drafts",
                        to="battles.battle",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("battle", "side"), name="report_draft_once"),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ("terran", "talon"))), name="report_draft_side"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Resolution",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token", models.CharField(blank=True, max_length=32)),
                ("due_at", models.DateTimeField()),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("put_off", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("last_error", models.CharField(blank=True, max_length=200)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "waiting for the computer"),
                            ("running", "being fought"),
                            ("done", "fought"),
                            ("failed", "failed"),
                            ("dropped", "taken back"),
                        ],
                        default="queued",
                        max_length=8,
                    ),
                ),
                ("start_hash", models.CharField(max_length=64)),
                ("seed", models.CharField(blank=True, max_length=64)),
                ("doctrines", models.BinaryField()),
                ("rules_version", models.CharField(max_length=20)),
                ("round", models.PositiveSmallIntegerField(default=0)),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("record", models.BinaryField(null=True)),
                (
                    "battle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="resolutions",
                        to="battles.battle",
                    ),
                ),
                (
                    "seal",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="resolutions",
                        to="battles.diceseal",
                    ),
                ),
            ],
            options={
                "verbose_name": "battle fought by captains",
                "verbose_name_plural": "battles fought by captains",
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ["queued", "running"])),
                        fields=["due_at"],
                        name="resolution_owed",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ["queued", "running", "failed"])),
                        fields=("battle",),
                        name="resolution_one_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["queued", "running", "done", "failed", "dropped"])
                        ),
                        name="resolution_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("seal__isnull", False), ("seed", "")),
                            models.Q(("seal__isnull", True), models.Q(("seed", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="resolution_dice_from_one_place",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("record__isnull", False), ("status", "done")),
                            models.Q(models.Q(("status", "done"), _negated=True), ("record__isnull", True)),
                            _connector="OR",
                        ),
                        name="resolution_record_when_done",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SavedFleet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("fleet", models.BinaryField()),
                ("version", models.PositiveIntegerField(default=1)),
                ("share_token", models.CharField(default=None, max_length=43, null=True, unique=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("saved_at", models.DateTimeField(auto_now=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fleets",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "name"), name="one_fleet_of_a_name")],
            },
        ),
        migrations.CreateModel(
            name="SealedFleet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("name", models.CharField(max_length=40)),
                ("fleet", models.BinaryField()),
                ("sealed_at", models.DateTimeField(auto_now_add=True)),
                (
                    "designed",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sealed",
                        to="battles.designedbattle",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("designed", "side"), name="sealed_fleet_once"),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ("terran", "talon"))), name="sealed_fleet_side"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token", models.CharField(max_length=64, unique=True)),
                ("name", models.CharField(max_length=60)),
                (
                    "level",
                    models.CharField(
                        choices=[
                            ("ensign", "an ensign"),
                            ("captain", "a captain"),
                            ("admiral", "an admiral"),
                        ],
                        default="captain",
                        max_length=7,
                    ),
                ),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("table", "at the table"),
                            ("worker", "by captains"),
                            ("hand", "by hand in the browser"),
                        ],
                        default="hand",
                        max_length=6,
                    ),
                ),
                (
                    "tempo",
                    models.CharField(
                        choices=[("step", "Every step"), ("impulse", "By impulse"), ("round", "By round")],
                        default="step",
                        max_length=7,
                    ),
                ),
                ("clock", models.CharField(blank=True, max_length=24)),
                ("pace", models.CharField(blank=True, db_default="", max_length=60)),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting for an opponent"),
                            ("on", "going on"),
                            ("over", "over"),
                            ("called_off", "called off"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                (
                    "conceded_by",
                    models.CharField(
                        blank=True,
                        choices=[("user", "who set it up"), ("rival", "the opponent")],
                        max_length=5,
                    ),
                ),
                ("left", models.BooleanField(db_default=False, default=False)),
                ("early", models.PositiveSmallIntegerField(null=True)),
                (
                    "early_by",
                    models.CharField(
                        blank=True,
                        choices=[("user", "who set it up"), ("rival", "the opponent")],
                        max_length=5,
                    ),
                ),
                ("watch_token", models.CharField(max_length=64, null=True, unique=True)),
                (
                    "watch_by",
                    models.CharField(
                        blank=True,
                        choices=[("user", "who set it up"), ("rival", "the opponent")],
                        db_default="",
                        max_length=5,
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("over_at", models.DateTimeField(null=True)),
                (
                    "rival",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="series_accepted",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="series_begun",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "campaign game",
                "verbose_name_plural": "campaign games",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("stage__in", ["waiting", "called_off"]),
                            models.Q(("rival__isnull", False), ("stage__in", ["on", "over"])),
                            _connector="OR",
                        ),
                        name="series_stage",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("way__in", ["table", "worker", "hand"])), name="series_way"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("tempo__in", ["step", "impulse", "round"])), name="series_tempo"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("conceded_by", ""),
                            models.Q(("conceded_by__in", ("user", "rival")), ("stage", "over")),
                            _connector="OR",
                        ),
                        name="series_conceded",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("left", False), models.Q(("conceded_by", ""), _negated=True), _connector="OR"
                        ),
                        name="series_left",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("early__isnull", True), ("early_by", "")),
                            models.Q(("early__isnull", False), ("early_by__in", ("user", "rival"))),
                            _connector="OR",
                        ),
                        name="series_early",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("over_at__isnull", False), ("stage", "over")),
                            models.Q(models.Q(("stage", "over"), _negated=True), ("over_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="series_over_at",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("watch_by", ""), ("watch_token", None)),
                            models.Q(("watch_by__in", ("user", "rival")), ("watch_token__isnull", False)),
                            _connector="OR",
                        ),
                        name="series_watched",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("rival__isnull", True),
                            models.Q(("user", models.F("rival")), _negated=True),
                            _connector="OR",
                        ),
                        name="series_of_two",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="leg",
            name="series",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="legs", to="battles.series"
            ),
        ),
        migrations.CreateModel(
            name="SeriesChatLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.CharField(
                        choices=[("user", "who set it up"), ("rival", "the opponent")], max_length=5
                    ),
                ),
                ("text", models.CharField(max_length=1000)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chat_lines",
                        to="battles.series",
                    ),
                ),
            ],
            options={
                "verbose_name": "chat line of a campaign game",
                "verbose_name_plural": "chat lines of campaign games",
                "indexes": [models.Index(fields=["series", "id"], name="chat_of_series")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("player__in", ("user", "rival"))), name="series_chat_player"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeriesDeadline",
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
                ("key", models.CharField(blank=True, max_length=60)),
                ("begun_at", models.DateTimeField(null=True)),
                ("falls_at", models.DateTimeField(null=True)),
                ("told", models.PositiveSmallIntegerField(default=0)),
                (
                    "series",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deadline",
                        to="battles.series",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("falls_at__isnull", False)),
                        fields=["falls_at"],
                        name="series_deadline_falls",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("begun_at", None), ("falls_at", None), ("key", "")),
                            models.Q(models.Q(("key", ""), _negated=True), ("begun_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="series_deadline_runs_or_not",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeriesReader",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.CharField(
                        choices=[("user", "who set it up"), ("rival", "the opponent")], max_length=5
                    ),
                ),
                ("read", models.BigIntegerField(default=0)),
                ("mutes", models.BooleanField(default=False)),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="readers",
                        to="battles.series",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("series", "player"), name="series_reader_once"),
                    models.CheckConstraint(
                        condition=models.Q(("player__in", ("user", "rival"))), name="series_reader_player"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TeamBattle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token", models.CharField(max_length=64, unique=True)),
                ("title", models.CharField(max_length=120)),
                ("setup", models.BinaryField()),
                ("clock", models.CharField(blank=True, max_length=24)),
                (
                    "tempo",
                    models.CharField(
                        choices=[("step", "Every step"), ("impulse", "By impulse"), ("round", "By round")],
                        default="step",
                        max_length=7,
                    ),
                ),
                ("at_table", models.BooleanField(default=False)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("withdrawn", models.BooleanField(default=False)),
                (
                    "again_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="teams_again",
                        to="battles.battle",
                    ),
                ),
                (
                    "battle",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="team",
                        to="battles.battle",
                    ),
                ),
                (
                    "talon_changed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "terran_changed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="team_battles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "battle of teams",
                "verbose_name_plural": "battles of teams",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("tempo__in", ["step", "impulse", "round"])),
                        name="team_battle_tempo",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("battle__isnull", True), ("withdrawn", False), _connector="OR"),
                        name="team_battle_begun_or_withdrawn",
                    ),
                ],
            },
        ),
        migrations.AddField(
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
        migrations.CreateModel(
            name="TeamLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("text", models.CharField(blank=True, max_length=1000)),
                (
                    "departure",
                    models.CharField(
                        blank=True,
                        choices=[("left", "left the side"), ("over", "plays for the other side now")],
                        db_default="",
                        default="",
                        max_length=4,
                    ),
                ),
                ("words", models.PositiveSmallIntegerField()),
                ("round", models.PositiveSmallIntegerField()),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="battles.teambattle",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "line of a side's talk",
                "verbose_name_plural": "lines of sides' talk",
                "indexes": [models.Index(fields=["team", "side", "id"], name="team_lines")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ("terran", "talon"))), name="team_line_side"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("text", ""), _negated=True),
                            ("departure__in", ["left", "over"]),
                            _connector="OR",
                        ),
                        name="team_line_says_something",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TeamSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "level",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("ensign", "an ensign"),
                            ("captain", "a captain"),
                            ("admiral", "an admiral"),
                        ],
                        max_length=7,
                    ),
                ),
                ("token", models.CharField(max_length=64, unique=True)),
                ("units", models.TextField(blank=True)),
                ("ready", models.BooleanField(default=False)),
                ("read", models.BigIntegerField(default=0)),
                ("heard", models.BigIntegerField(db_default=0, default=0)),
                ("asked", models.PositiveIntegerField(db_default=0, default=0)),
                ("refuses", models.BooleanField(default=False)),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="battles.teambattle",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="team_seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "seat of a battle of teams",
                "verbose_name_plural": "seats of battles of teams",
                "ordering": ["team", "side", "place"],
                "constraints": [
                    models.UniqueConstraint(fields=("team", "side", "place"), name="team_seat_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", False)),
                        fields=("team", "user"),
                        name="team_seat_of_user",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ("terran", "talon"))), name="team_seat_side"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("level__in", ["", "ensign", "captain", "admiral"])),
                        name="team_seat_level",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("user__isnull", True), ("level", ""), _connector="OR"),
                        name="team_seat_one_player",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ready", False), ("user__isnull", False), _connector="OR"),
                        name="team_seat_ready",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Wish",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("terran", "Terran"), ("talon", "Talon")], max_length=6)),
                (
                    "way",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("table", "at the table"),
                            ("worker", "by captains"),
                            ("hand", "by hand in the browser"),
                        ],
                        max_length=6,
                    ),
                ),
                ("doctrine", models.BinaryField()),
                ("asks_back", models.BooleanField(db_default=False, default=False)),
                (
                    "battle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wishes",
                        to="battles.battle",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("battle", "side"), name="wish_once"),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ("terran", "talon"))), name="wish_side"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("way__in", ["", "table", "worker", "hand"])), name="wish_way"
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="draftline",
            constraint=models.UniqueConstraint(fields=("play", "side", "place"), name="draft_line_once"),
        ),
        migrations.AddConstraint(
            model_name="draftline",
            constraint=models.CheckConstraint(
                condition=models.Q(("side__in", ("terran", "talon"))), name="draft_line_side"
            ),
        ),
        migrations.AddConstraint(
            model_name="leg",
            constraint=models.UniqueConstraint(fields=("series", "number"), name="leg_number"),
        ),
        migrations.AddConstraint(
            model_name="leg",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1), ("number__lte", 40)), name="leg_number_sane"
            ),
        ),
        migrations.AddConstraint(
            model_name="leg",
            constraint=models.CheckConstraint(
                condition=models.Q(("user_side__in", ("terran", "talon"))), name="leg_side"
            ),
        ),
        migrations.AddConstraint(
            model_name="designedbattle",
            constraint=models.CheckConstraint(
                condition=models.Q(("side__in", ("terran", "talon"))), name="designed_battle_side"
            ),
        ),
        migrations.AddConstraint(
            model_name="designedbattle",
            constraint=models.CheckConstraint(
                condition=models.Q(("opponent__in", ["computer", "one_screen", "link"])),
                name="designed_battle_opponent",
            ),
        ),
        migrations.AddConstraint(
            model_name="designedbattle",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("drawn__isnull", True), ("rival__isnull", True)),
                    models.Q(("drawn__isnull", False), ("rival__isnull", False)),
                    _connector="OR",
                ),
                name="designed_battle_drawn_with_rival",
            ),
        ),
        migrations.AddConstraint(
            model_name="designedbattle",
            constraint=models.CheckConstraint(
                condition=models.Q(("way__in", ["table", "worker", "hand"])), name="designed_battle_way"
            ),
        ),
    ]
