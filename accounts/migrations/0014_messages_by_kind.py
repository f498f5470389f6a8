"""Which messages people want, by kind: whoever wanted one e-mail a day, or was told of the chat, still is."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

WHEN = [("now", "At once"), ("daily", "Once a day"), ("never", "Never")]
KINDS = [
    ("turn", "Your turn"),
    ("deadline", "Deadlines"),
    ("proposal", "Proposals"),
    ("invitation", "Invitations"),
    ("news", "Other news"),
    ("chat", "Chat"),
]
ONCE_A_DAY = ("turn_messages", "proposal_messages", "invitation_messages", "news_messages")
"""What waited for the daily e-mail; reminders of deadlines never did."""

IN_KEYS = (
    (":chat:", "chat"),
    (":invited:", "invitation"),
    (":answered:", "invitation"),
    (":deputy:", "news"),
    (":over:", "news"),
    (":time:", "proposal"),
    (":corrected:", "proposal"),
)
"""What the key of a message says of its kind; the others are about a turn."""


def keep_choices(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Write the choices of before as choices by kind."""
    users = apps.get_model("accounts", "User").objects
    users.filter(mail_daily=True).update(**dict.fromkeys(ONCE_A_DAY, "daily"))
    users.filter(wants_chat=True).update(chat_messages="now")
    users.filter(wants_chat=True, mail_daily=True).update(chat_messages="daily")
    _keep_held(apps)


def _keep_held(apps: Apps) -> None:
    """Give messages that wait for a daily e-mail their kind, without which each would go out by itself."""
    deliveries = apps.get_model("accounts", "Delivery").objects
    held = deliveries.filter(kind="", held_until__isnull=False, status__in=("queued", "running"))
    for part, kind in IN_KEYS:
        held.filter(key__contains=part).update(kind=kind)
    held.update(kind="turn")


def back(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Write the choices by kind as those of before, as far as there were such."""
    users = apps.get_model("accounts", "User").objects
    users.filter(turn_messages="daily").update(mail_daily=True)
    users.exclude(chat_messages="never").update(wants_chat=True)
    users.filter(**{f"{kind}_messages": "never" for kind, _label in KINDS}).update(wants_email=False)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0013_web_push"),
    ]

    operations = [
        migrations.AddField(
            model_name="delivery",
            name="kind",
            field=models.CharField(blank=True, choices=[*KINDS, ("test", "Test")], default="", max_length=10),
        ),
        *(
            migrations.AddField(
                model_name="user",
                name=f"{kind}_messages",
                field=models.CharField(
                    choices=WHEN,
                    default="never" if kind == "chat" else "now",
                    max_length=5,
                    verbose_name=label,
                ),
            )
            for kind, label in KINDS
        ),
        migrations.RunPython(keep_choices, back, elidable=True),
        migrations.RemoveField(model_name="user", name="mail_daily"),
        migrations.RemoveField(model_name="user", name="wants_chat"),
    ]
