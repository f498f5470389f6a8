"""The last day on which each person was here; a session in use does not end, and its pages are not stored.

Sessions last for SESSION_COOKIE_AGE from the last day on which they were used. Only the first page of a day writes.
"""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin

from accounts.models import User

SEEN_ON = "seen_on"


class StaySignedIn(MiddlewareMixin):
    """Books, with the first page of a day, that the user is here."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The response, with the session's cookie renewed once a day; an open stream does not count."""
        if not request.path.startswith("/events/") and request.session.accessed:
            _see(request, request.user.pk)
        return response


class PersonalPages(MiddlewareMixin):
    """Lets nobody store a page of somebody signed in: it may show one side's secrets."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The response, marked so if the session was asked who the user is."""
        if request.session.accessed and request.user.is_authenticated:
            patch_cache_control(response, private=True, no_store=True)
        return response


@receiver(user_logged_in, dispatch_uid="seen at sign-in")
def see_at_sign_in(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Book the person who signs in as present."""
    _see(request, user.pk)


def _see(request: HttpRequest, user_id: int | None) -> None:
    today = timezone.now().date()
    if user_id is None or request.session.get(SEEN_ON) == today.isoformat():
        return
    request.session[SEEN_ON] = today.isoformat()
    User.objects.filter(pk=user_id).update(seen_on=today)
