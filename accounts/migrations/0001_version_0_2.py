import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
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
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
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
            ],
        ),
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
                ("wants_chat", models.BooleanField(default=False, verbose_name="tell me of the chat")),
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
                ("last_error", models.CharField(blank=True, max_length=200)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("key", models.CharField(max_length=100)),
                (
                    "channel",
                    models.CharField(choices=[("email", "e-mail"), ("webhook", "webhook")], max_length=10),
                ),
                ("subject", models.CharField(max_length=200)),
                ("body", models.TextField()),
                ("path", models.CharField(max_length=300)),
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
                "verbose_name_plural": "deliveries",
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
                ("kind", models.CharField(choices=[("battle", "battle"), ("war", "war won")], max_length=10)),
                ("words", models.CharField(max_length=200)),
                ("path", models.CharField(max_length=300)),
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
    ]
