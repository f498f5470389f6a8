"""In whose time zone: pages are shown in that of their reader, and messages are sent in that of theirs."""

from datetime import UTC, datetime, timedelta, tzinfo
from functools import cached_property
from typing import Final
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from accounts.models import User
from accounts.zones import zone_called

COOKIE: Final = "zone"
"""The cookie in which time.js says the browser's zone; it is also the key under which a session has noted it."""


def zone_of(user: User) -> ZoneInfo:
    """The zone of what is sent to the user: the one they chose, or that of the browser they last used, or UTC."""
    return zone_called(user.time_zone) or zone_called(user.browser_zone) or ZoneInfo("UTC")


class ReadersZone(tzinfo):
    """The zone of whoever asks for a page, found out when the page shows a time: without one it asks for no user.

    It is the one they chose, or that of the browser they use, or of the one they last used.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @cached_property
    def zone(self) -> ZoneInfo:
        """The zone itself."""
        here = zone_called(self._request.COOKIES.get(COOKIE, ""))
        user = self._request.user
        if not isinstance(user, User):
            return here or ZoneInfo("UTC")
        return zone_called(user.time_zone) or here or zone_of(user)

    def __str__(self) -> str:
        return str(self.zone)

    def utcoffset(self, at: datetime | None) -> timedelta | None:
        """How far the clock is ahead of UTC."""
        return self.zone.utcoffset(at)

    def dst(self, at: datetime | None) -> timedelta | None:
        """By how much the clock is put forward in summer."""
        return self.zone.dst(at)

    def tzname(self, at: datetime | None) -> str | None:
        """What the zone is called then, such as "CET"."""
        return self.zone.tzname(at)

    def fromutc(self, at: datetime) -> datetime:
        """The same instant here."""
        return at.replace(tzinfo=UTC).astimezone(self.zone).replace(tzinfo=self)


class InTheReadersZone(MiddlewareMixin):
    """Shows the times of each page in its reader's zone, and notes the zone of a browser for what is sent later."""

    def process_request(self, request: HttpRequest) -> None:
        """Let times be shown in the reader's zone."""
        timezone.activate(ReadersZone(request))

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The response; a browser's zone is written down when it is first told, or another one."""
        timezone.deactivate()
        name = request.COOKIES.get(COOKIE, "")
        if name and request.session.accessed and request.session.get(COOKIE) != name:
            _note(request, name)
        return response


def _note(request: HttpRequest, name: str) -> None:
    if isinstance(request.user, User) and zone_called(name) is not None:
        request.session[COOKIE] = name
        User.objects.filter(pk=request.user.pk).update(browser_zone=name)
