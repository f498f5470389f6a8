"""Which views the tests have asked, so that a part of the tests that leaves some out still asks each view."""

from collections.abc import Iterable, Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import resolve_url
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.deprecation import MiddlewareMixin

asked: set[str] = set()
"""The routes that have answered, in this process and its live servers."""
NOT_OURS = ("admin/", "accounts/", "__debug__")
"""Pages of libraries, which their own tests ask."""


class AskedViews(MiddlewareMixin):
    """Notes the route of every request that was not refused."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The response as it was."""
        sent_away = response.headers.get("Location", "").startswith(resolve_url(settings.LOGIN_URL))
        if request.resolver_match is not None and response.status_code < 400 and not sent_away:
            asked.add(request.resolver_match.route)
        return response


def not_asked(found: Iterable[str]) -> list[str]:
    """The routes of the site that are not among those found."""
    routes = {route for route in _routes(get_resolver(), "") if not route.startswith(NOT_OURS)}
    return sorted(routes - set(found))


def _routes(resolver: URLResolver, before: str) -> Iterator[str]:
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield route
        else:
            yield from _routes(one, route)
