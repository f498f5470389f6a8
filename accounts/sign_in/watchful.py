"""What is logged of failed sign-ins, without secrets, and what people are told of changes to their account."""

import logging
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_added, password_changed, password_reset, password_set
from allauth.core.ratelimit import consume
from allauth.mfa.signals import authentication_failed
from django.contrib.auth.signals import user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.deliveries import push
from accounts.models import User
from accounts.signing_in import account_number

log = logging.getLogger(__name__)


@receiver(user_login_failed, dispatch_uid="log failed sign-in")
def log_failed_sign_in(
    credentials: dict[str, Any], request: HttpRequest | None = None, **_kwargs: Any
) -> None:
    """Log whose account was tried, and from where; never what was typed, as it may be a password."""
    log.warning("sign-in failed", extra={"account": account_number(**credentials), "ip": _ip(request)})


@receiver(authentication_failed, dispatch_uid="log wrong code")
def log_wrong_code(user: User, request: HttpRequest | None = None, **_kwargs: Any) -> None:
    """Log a wrong code of a second factor, and count it for the address that it came from."""
    if request is not None:
        consume(request, action="login_failed_by_address")
    log.warning("second factor failed", extra={"account": user.pk, "ip": _ip(request)})


@receiver(email_added, dispatch_uid="tell of added address")
def notify_of_added_address(user: User, email_address: EmailAddress, **_kwargs: Any) -> None:
    """Say to the address in use that another was added, with which the account could be taken over."""
    get_adapter().send_notification_mail("account/email/email_added", user, {"added": email_address.email})


@receiver((password_changed, password_reset, password_set), dispatch_uid="end push in other browsers")
def end_push_elsewhere(user: User, request: HttpRequest, **_kwargs: Any) -> None:
    """A new password signs out all other browsers, so they get no more messages either."""
    push.remove_others(user_id=user.pk, browser_id=request.session.get(push.BROWSER))


@receiver(password_reset, dispatch_uid="forgive guesses")
def forgive_guesses(user: User, request: HttpRequest, **_kwargs: Any) -> None:
    """Whoever has set a new password by a link from an e-mail owns the account, and can sign in at once."""
    get_adapter().forgive_guesses(request, user)


def _ip(request: HttpRequest | None) -> str:
    return str(get_adapter().get_client_ip(request)) if request is not None else ""
