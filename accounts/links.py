"""Pages that are found by a secret link alone, without an account."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

from allauth.core.ratelimit import respond_429
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.views.decorators.http import require_safe

from config.rate_limits import consume_reading

P = ParamSpec("P")
T = TypeVar("T")
LinkedPage = Callable[Concatenate[HttpRequest, T, P], HttpResponse]


def by_link(
    find: Callable[[str], T | None], missing: str
) -> Callable[[LinkedPage[T, P]], Callable[..., HttpResponse]]:
    """For a page of what a link leads to: for whoever has the link, kept by nobody.

    404 with the sentence `missing` where the link leads nowhere, and 429 for too many of those. Only they are counted,
    as counting writes: an onlooker's page does not.
    """

    def guard(page: LinkedPage[T, P]) -> Callable[..., HttpResponse]:
        @require_safe
        @wraps(page)
        def guarded(request: HttpRequest, token: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            found = find(token)
            if found is None:
                if not consume_reading(request, action="watch"):
                    return cast("HttpResponse", respond_429(request))
                raise Http404(missing)
            return _kept_by_nobody(page(request, found, *args, **kwargs))

        return guarded

    return guard


def _kept_by_nobody(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "same-origin"  # with "no-referrer" a form of the page has no origin
    add_never_cache_headers(response)
    patch_cache_control(response, no_transform=True)
    return response
