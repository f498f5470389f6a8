"""What people change about themselves."""

from uuid import uuid4

from django.db import IntegrityError, transaction

from accounts.callsigns import look
from accounts.deliveries import owe
from accounts.deliveries.unsubscribing import cancel_mail
from accounts.models import Delivery, User


def send_test_message(*, user: User) -> list[Delivery]:
    """The test messages now on their way, one for each channel the user wants; none without a channel."""
    with transaction.atomic():
        return owe(
            user=user,
            key=f"test:{uuid4().hex}",
            subject="Test message",
            body="This is a test. You will get a message like this when it is your turn.",
            path="/settings/",
            urgent=True,
        )


def release_mail(*, user: User) -> int:
    """How many e-mails wait no more: cancelled without e-mail, due at once for whoever does not want one a day."""
    if not user.wants_email:
        return cancel_mail(user)
    if user.mail_daily:
        return 0
    return Delivery.objects.filter(user=user, held_until__isnull=False).update(held_until=None)


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
