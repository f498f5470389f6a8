"""What people change about themselves."""

from uuid import uuid4

from django.db import IntegrityError, transaction

from accounts.callsigns import look
from accounts.deliveries import owe
from accounts.deliveries.owing import cancel_kinds
from accounts.deliveries.unsubscribing import cancel_mail
from accounts.models import Delivery, MessageKind, SentWhen, User


def send_test_message(*, user: User) -> list[Delivery]:
    """The test messages now on their way, one for each channel the user wants; none without a channel.

    They take the place of any that still wait, so that nobody is owed many.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        cancel_kinds(user, [MessageKind.TEST])
        return owe(
            user=user,
            kind=MessageKind.TEST,
            key=f"test:{uuid4().hex}",
            subject="Test message",
            body="This is a test. You will get a message like this when it is your turn.",
            path="/settings/",
        )


def follow_choice(*, user: User) -> None:
    """Cancel the waiting messages that the user does not want any more, and let go what was to wait for a day."""
    if not user.wants_email:
        cancel_mail(user)
    cancel_kinds(user, user.kinds_sent(SentWhen.NEVER))
    held = Delivery.objects.filter(user=user, held_until__isnull=False)
    held.exclude(kind__in=user.kinds_sent(SentWhen.DAILY)).update(held_until=None)


def give_looks() -> int:
    """How many callsigns got their look: those of before there were looks, the oldest of any that look alike."""
    given = 0
    for user in User.objects.filter(look=None).order_by("pk"):
        try:
            with transaction.atomic():
                given += User.objects.filter(pk=user.pk, look=None).update(look=look(user.username))
        except IntegrityError:
            continue
    return given
