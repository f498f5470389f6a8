"""How sign-up and sign-in behave on this site."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.core.internal.ratelimit import RateLimitUsage, clear, consume, get_ip
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from accounts.callsigns import (
    ALIKE,
    check_not_reserved,
    check_writing,
    could_be,
    in_any_case,
    look,
    tidy,
    without_case,
)
from accounts.deliveries.letters import write
from accounts.models import User
from accounts.readers_zone import zone_of
from accounts.sign_in.known_browsers import cookie_of, known_as, remember
from accounts.signing_in import account_number, accounts_named
from accounts.zones import instant_words
from config.serving.networks import plain_address

log = logging.getLogger(__name__)


class CallsignTaken(Exception):
    """Somebody else took the callsign in the same moment."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc, unused-ignore]
    """allauth's behaviour with this site's messages, its letters and the host's switch for new accounts."""

    _counted: tuple[RateLimitUsage, ...] = ()
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": "This callsign is taken. Choose another.",
        "username_blacklisted": "This callsign is reserved. Choose another.",
        "username_password_mismatch": "Wrong callsign or password.",
        "email_password_mismatch": "Wrong e-mail address or password.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The callsign in the form in which it is stored, if it is free and may be chosen."""
        callsign = tidy(username)
        check_not_reserved(callsign)
        check_writing(callsign)
        if could_be(callsign, settings.ACCOUNT_USERNAME_BLACKLIST):
            raise self.validation_error("username_blacklisted")
        callsign = str(super().clean_username(callsign, shallow))
        if not shallow and User.objects.filter(in_any_case(callsign)).exists():
            raise self.validation_error("username_taken")
        if not shallow and User.objects.filter(look=look(callsign)).exists():
            raise ValidationError(ALIKE, code="alike")
        return callsign

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """The new user; `CallsignTaken` if somebody else was quicker."""
        try:
            with transaction.atomic():
                return super().save_user(request, user, form, commit)  # type: ignore[no-any-return]
        except IntegrityError as error:
            raise CallsignTaken from error

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether new people may sign up."""
        del request
        return bool(settings.SIGN_UP_OPEN)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address of who asks, in the one form in which attempts are counted."""
        return plain_address(super().get_client_ip(request))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Counts an attempt to sign in; ValidationError, and a line in the log, after too many.

        Those of an address are counted by themselves: a right code of a second factor, or a new password, wipes all
        that allauth counts as "login_failed". So are those at an account from everywhere, but for browsers in which
        its owner has signed in: otherwise guesses from many places would keep the owner out.
        """
        self._counted = ()
        try:
            self._count(request, "login_failed_by_address")
            if not _browser(request, **credentials):
                self._count(request, "login_failed_from_everywhere", key=_tried(**credentials))
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            self._take_back()
            tried = {"account": account_number(**credentials), "ip": self.get_client_ip(request)}
            log.warning("sign-in refused: too many attempts", extra=tried)
            raise

    def forgive_guesses(self, request: HttpRequest, user: User) -> None:
        """What was tried at the account, from here and from everywhere, keeps its owner out no more."""
        addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
        for tried in {user.username, *addresses}:
            key = self._get_login_attempts_cache_key(request, username=tried)
            clear(request, app="allauth.account", action="login_failed", key=key)
            everywhere = _tried(username=tried)
            clear(request, app="allauth.account", action="login_failed_from_everywhere", key=everywhere)

    def post_login(self, request: HttpRequest, user: User, **options: Any) -> HttpResponseBase:
        """Where to go after a sign-in, from a browser that is known for it from now on."""
        response: HttpResponseBase = super().post_login(request, user, **options)
        remember(request, response, user)
        return response

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """The callsign or address that is tried, and from where: a known browser, or else the network.

        `Host`, which allauth adds, may have any port a sender likes.
        """
        return f"{_browser(request, **credentials) or get_ip(request)} {_tried(**credentials)}"

    def _rollback_login_failed_rl_usage(self) -> None:
        super()._rollback_login_failed_rl_usage()
        self._take_back()

    def _count(self, request: HttpRequest, action: str, key: str | None = None) -> None:
        usage = consume(request, app="allauth.account", action=action, key=key)
        if not usage:
            raise self.validation_error("too_many_login_attempts")
        self._counted = (*self._counted, usage)

    def _take_back(self) -> None:
        for usage in self._counted:
            usage.rollback()

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: EmailConfirmation) -> str:
        """The link that confirms an address; it follows SITE_URL, whatever host the request named."""
        del request
        return f"{settings.SITE_URL}{reverse('account_confirm_email', args=[emailconfirmation.key])}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Leaves mail about an account to the worker: no page waits for a mail server, or fails without it."""
        message = self.render_mail(template_prefix, email, {**context, "site_url": settings.SITE_URL})
        write(address=email, subject=message.subject, body=str(message.body))

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Says to a confirmed address of the user, and to no other, what was changed in the account."""
        proved = EmailAddress.objects.filter(user=user, verified=True)
        if email:
            proved = proved.filter(email__iexact=email)
        address = proved.order_by("-primary").first()
        if settings.HAS_MAIL and address is not None:
            at = instant_words(timezone.now(), zone_of(user))
            known = {"user": user, "at": at, **(context or {})}
            self.send_mail(template_prefix, address.email, known)


def _tried(**credentials: Any) -> str:
    """The callsign or address that is tried, in one case."""
    return without_case(str(credentials.get("email", credentials.get("username", ""))))


def _browser(request: HttpRequest, **credentials: Any) -> str:
    """The name of the browser for the first of the accounts tried that has signed in there; "" for any other."""
    if not cookie_of(request):
        return ""
    return next(filter(None, (known_as(request, user) for user in accounts_named(**credentials))), "")
