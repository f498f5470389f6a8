"""Addresses that take a POST alone: whoever opens one is led to the page whose form it is of."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_http_methods

View = Callable[..., HttpResponseBase]


def post_or_back(page: str) -> Callable[[View], View]:
    """For a view of a POST: a GET leads to the page of that name with the same parameters, and changes nothing.

    Browsers ask so when a page with a refusal is opened again, and after somebody has signed in for a POST.
    """

    def guard(view: View) -> View:
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
            if request.method != "POST":
                return HttpResponseRedirect(reverse(page, kwargs=kwargs))
            return view(request, **kwargs)

        return guarded

    return guard
