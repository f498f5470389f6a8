"""Who was here on which day; a session used now and then does not end.

Sessions last as long as SESSION_COOKIE_AGE from the last day on which they were used. An ordinary page writes nothing:
only the first one of a day does.
"""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from accounts.models import User

SEEN_ON = "seen_on"


class StaySignedIn(MiddlewareMixin):
    """Books, with the first page of a day, that the user is here."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The response, with the session's cookie made anew once a day; a stream is no sign of anybody."""
        if not request.path.startswith("/events/") and request.session.accessed:
            _see(request, request.user.pk)
        return response


@receiver(user_logged_in, dispatch_uid="seen at sign-in")
def see_at_sign_in(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Whoever signs in is here."""
    _see(request, user.pk)


def _see(request: HttpRequest, user_id: int | None) -> None:
    today = timezone.now().date()
    if user_id is None or request.session.get(SEEN_ON) == today.isoformat():
        return
    request.session[SEEN_ON] = today.isoformat()
    User.objects.filter(pk=user_id).update(seen_on=today)
