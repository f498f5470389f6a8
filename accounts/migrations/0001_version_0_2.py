import datetime
import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0001_initial"),
        ("accounts", "0002_lifetime_line"),
        ("accounts", "0003_callsign_words"),
        ("accounts", "0004_computer_and_guests"),
        ("accounts", "0005_seen_on"),
        ("accounts", "0006_worker_build"),
        ("accounts", "0007_wants_chat"),
        ("accounts", "0008_cache_row"),
        ("accounts", "0009_letters_and_looks"),
        ("accounts", "0010_lifetime_words"),
        ("accounts", "0011_daily_mail"),
        ("accounts", "0012_paper_sheets"),
        ("accounts", "0013_web_push"),
        ("accounts", "0014_messages_by_kind"),
        ("accounts", "0015_allowance"),
        ("accounts", "0016_work_put_off"),
        ("accounts", "0017_time_zones"),
        ("accounts", "0018_admin_words"),
        ("accounts", "0019_series"),
        ("accounts", "0020_scores_for_life"),
        ("accounts", "0021_past_results"),
        ("accounts", "0022_score_link"),
        ("accounts", "0023_club_messages"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined"),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "This callsign is taken. Choose another."},
                        help_text="Letters, digits and . _ - + @, at most 24.",
                        max_length=24,
                        unique=True,
                        validators=[
                            django.contrib.auth.validators.UnicodeUsernameValidator(
                                message="A callsign has letters, digits and the signs . _ - + @ only."
                            )
                        ],
                        verbose_name="callsign",
                    ),
                ),
                ("wants_email", models.BooleanField(default=True, verbose_name="tell me by e-mail")),
                (
                    "turn_messages",
                    models.CharField(
                        choices=[("now", "At once"), ("daily", "Once a day"), ("never", "Never")],
                        default="now",
                        max_length=5,
                        verbose_name="Your turn",
                    ),
                ),
                (
                    "deadline_messages",
                    models.CharField(
                        choices=[("now", "At once"), ("daily", "Once a day"), ("never", "Never")],
                        default="now",
                        max_length=5,
                        verbose_name="Deadlines",
                    ),
                ),
                (
                    "proposal_messages",
                    models.CharField(
                        choices=[("now", "At once"), ("daily", "Once a day"), ("never", "Never")],
                        default="now",
                        max_length=5,
                        verbose_name="Proposals",
                    ),
                ),
                (
                    "invitation_messages",
                    models.CharField(
                        choices=[("now", "At once"), ("daily", "Once a day"), ("never", "Never")],
                        default="now",
                        max_length=5,
                        verbose_name="Invitations",
                    ),
                ),
                (
                    "news_messages",
                    models.CharField(
                        choices=[("now", "At once"), ("daily", "Once a day"), ("never", "Never")],
                        default="now",
                        max_length=5,
                        verbose_name="Other news",
                    ),
                ),
                (
                    "club_messages",
                    models.CharField(
                        choices=[("now", "At once"), ("daily", "Once a day"), ("never", "Never")],
                        default="now",
                        max_length=5,
                        verbose_name="Clubs",
                    ),
                ),
                (
                    "chat_messages",
                    models.CharField(
                        choices=[("now", "At once"), ("daily", "Once a day"), ("never", "Never")],
                        default="never",
                        max_length=5,
                        verbose_name="Chat",
                    ),
                ),
                (
                    "wants_push",
                    models.BooleanField(
                        default=False, editable=False, verbose_name="has a browser that gets messages"
                    ),
                ),
                ("webhook_url", models.CharField(blank=True, max_length=500, verbose_name="webhook address")),
                (
                    "webhook_kind",
                    models.CharField(
                        choices=[("discord", "Discord"), ("json", "Plain JSON")],
                        default="discord",
                        max_length=10,
                        verbose_name="webhook kind",
                    ),
                ),
                ("time_zone", models.CharField(blank=True, max_length=40, verbose_name="time zone")),
                (
                    "browser_zone",
                    models.CharField(
                        blank=True, editable=False, max_length=40, verbose_name="time zone of the browser"
                    ),
                ),
                ("is_demo", models.BooleanField(default=False, verbose_name="made for the demo")),
                ("is_computer", models.BooleanField(default=False, verbose_name="the computer, as a player")),
                ("is_guest", models.BooleanField(default=False, verbose_name="plays without a name so far")),
                ("seen_on", models.DateField(blank=True, null=True, verbose_name="last seen")),
                ("look", models.CharField(editable=False, max_length=200, null=True, unique=True)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_computer", True)),
                        fields=("is_computer",),
                        name="one_computer",
                    ),
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("username"),
                        name="callsign_once",
                        violation_error_message="This callsign is taken. Choose another.",
                    ),
                ],
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="CacheRow",
            fields=[
                ("cache_key", models.CharField(max_length=255, primary_key=True, serialize=False)),
                ("value", models.TextField()),
                ("expires", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("build", models.CharField(blank=True, default="", max_length=40)),
                ("typesets", models.BooleanField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Allowance",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="allowance",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("paid_until", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
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
                ("key", models.CharField(max_length=100)),
                (
                    "kind",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("turn", "Your turn"),
                            ("deadline", "Deadlines"),
                            ("proposal", "Proposals"),
                            ("invitation", "Invitations"),
                            ("news", "Other news"),
                            ("club", "Clubs"),
                            ("chat", "Chat"),
                            ("test", "Test"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                (
                    "channel",
                    models.CharField(
                        choices=[("email", "e-mail"), ("webhook", "webhook"), ("push", "browser")],
                        max_length=10,
                    ),
                ),
                ("subject", models.CharField(max_length=200)),
                ("body", models.TextField()),
                ("path", models.CharField(max_length=300)),
                ("held_until", models.DateTimeField(null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "waiting"),
                            ("running", "being sent"),
                            ("done", "delivered"),
                            ("failed", "failed"),
                            ("cancelled", "no longer needed"),
                        ],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ["queued", "running"])),
                        fields=["due_at"],
                        name="delivery_owed",
                    ),
                    models.Index(fields=["user", "channel", "done_at"], name="delivery_last"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "key", "channel"), name="delivery_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Letter",
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
                ("address", models.EmailField(max_length=254)),
                (
                    "kind",
                    models.CharField(
                        choices=[("text", "text"), ("reset", "links for new passwords")],
                        default="text",
                        max_length=10,
                    ),
                ),
                ("subject", models.CharField(blank=True, max_length=200)),
                ("body", models.TextField(blank=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "mail about an account",
                "verbose_name_plural": "mail about accounts",
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ["queued", "running"])),
                        fields=["due_at"],
                        name="letter_owed",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LifetimeLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("source", models.CharField(max_length=60, unique=True)),
                ("points", models.PositiveSmallIntegerField()),
                ("drawn", models.BooleanField(db_default=False, default=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("battle", "Single battle"),
                            ("front", "Battle of a war"),
                            ("leg", "Leg of a campaign game"),
                            ("war", "War"),
                            ("series", "Campaign game"),
                        ],
                        max_length=10,
                    ),
                ),
                ("side", models.CharField(blank=True, db_default="", default="", max_length=6)),
                ("scenario", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("mode", models.CharField(blank=True, db_default="", default="", max_length=60)),
                (
                    "way",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("hand", "On the board"),
                            ("worker", "By captains"),
                            ("table", "At a table"),
                        ],
                        db_default="",
                        default="",
                        max_length=6,
                    ),
                ),
                ("words", models.CharField(max_length=200)),
                ("note", models.CharField(blank=True, db_default="", default="", max_length=200)),
                ("path", models.CharField(max_length=300)),
                ("played_on", models.DateField(default=datetime.date.today)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "opponent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lifetime_lines_against",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lifetime_lines",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "opponent", "id"], name="lifetime_pair")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("points__lte", 6)), name="lifetime_points_0_to_6"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("player", models.F("opponent")), _negated=True),
                        name="lifetime_between_two",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("drawn", False), ("points", 0), _connector="OR"),
                        name="lifetime_drawn_for_nothing",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ["", "terran", "talon"])), name="lifetime_side"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("topic", models.CharField(max_length=60)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "indexes": [models.Index(fields=["topic", "id"], name="notice_topic")],
            },
        ),
        migrations.CreateModel(
            name="PaperSheet",
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
                ("key", models.CharField(max_length=32)),
                ("paper", models.CharField(max_length=10)),
                ("name", models.CharField(max_length=100)),
                ("back", models.CharField(max_length=300)),
                ("html", models.TextField()),
                ("pdf", models.BinaryField(default=b"")),
                ("asked_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="paper_sheets",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ["queued", "running"])),
                        fields=["due_at"],
                        name="paper_sheet_owed",
                    )
                ],
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="paper_sheet_once")],
            },
        ),
        migrations.CreateModel(
            name="PastResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("asked", "to be confirmed"),
                            ("counted", "confirmed"),
                            ("refused", "refused"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="asked",
                        max_length=9,
                    ),
                ),
                (
                    "outcome",
                    models.CharField(
                        choices=[("won", "I won"), ("drawn", "Draw"), ("lost", "I lost")], max_length=5
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("battle", "Single battle"),
                            ("front", "Battle of a war"),
                            ("leg", "Leg of a campaign game"),
                            ("war", "War"),
                            ("series", "Campaign game"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "degree",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("minor", "Minor victory"),
                            ("great", "Great victory"),
                            ("devastating", "Devastating victory"),
                        ],
                        max_length=11,
                    ),
                ),
                ("side", models.CharField(blank=True, max_length=6)),
                ("scenario", models.CharField(blank=True, max_length=80)),
                ("mode", models.CharField(blank=True, max_length=60)),
                (
                    "way",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("hand", "On the board"),
                            ("worker", "By captains"),
                            ("table", "At a table"),
                        ],
                        max_length=6,
                    ),
                ),
                ("own_lp", models.PositiveSmallIntegerField(null=True)),
                ("their_lp", models.PositiveSmallIntegerField(null=True)),
                ("game", models.PositiveSmallIntegerField(default=1)),
                ("played_on", models.DateField()),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "asks_back",
                    models.CharField(
                        blank=True,
                        choices=[("by", "who entered it"), ("other", "the other player")],
                        max_length=5,
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="past_results",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="past_results_asked",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.comparison.Least("by", "other"),
                        django.db.models.functions.comparison.Greatest("by", "other"),
                        models.F("played_on"),
                        models.F("kind"),
                        django.db.models.functions.text.Lower("scenario"),
                        models.F("game"),
                        condition=models.Q(("stage__in", ["asked", "counted"])),
                        name="past_result_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("by", models.F("other")), _negated=True),
                        name="past_result_of_two",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("stage__in", ["asked", "counted", "refused", "withdrawn"])),
                        name="past_result_stage",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ["", "terran", "talon"])), name="past_result_side"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("own_lp__isnull", True), ("their_lp__isnull", True)),
                            models.Q(
                                ("kind", "front"), ("own_lp__isnull", False), ("their_lp__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="past_result_lp",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("degree", ""), ("kind__in", ["war", "series"])),
                            models.Q(
                                ("degree", ""), ("kind__in", ["battle", "front", "leg"]), ("outcome", "drawn")
                            ),
                            models.Q(
                                ("kind__in", ["battle", "front", "leg"]),
                                ("outcome__in", ["won", "lost"]),
                                ("degree__in", ["minor", "great", "devastating"]),
                            ),
                            _connector="OR",
                        ),
                        name="past_result_degree",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("asks_back", ""),
                            models.Q(("asks_back__in", ["by", "other"]), ("stage", "counted")),
                            _connector="OR",
                        ),
                        name="past_result_asks_back",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PushBrowser",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=500, unique=True)),
                ("p256dh", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=40)),
                ("name", models.CharField(max_length=60)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("delivered_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="browsers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PushKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("secret", models.CharField(max_length=64)),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("pk", 1)), name="one_push_key")],
            },
        ),
        migrations.CreateModel(
            name="ScoreLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token", models.CharField(max_length=43, unique=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="score_link",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
