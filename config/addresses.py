"""Addresses that no page has, and those that only take a form."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import resolve_url
from django.utils.decorators import sync_and_async_middleware
from django.utils.deprecation import MiddlewareMixin

from config.serving.errors import error

Answer = Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]


def has_nul(request: HttpRequest) -> bool:
    """Whether path or query hold a NUL, which no database takes and no page of ours writes."""
    return "\0" in request.path or "%00" in request.META.get("QUERY_STRING", "")


@sync_and_async_middleware
def refuse_nul(get_response: Answer) -> Answer:
    """Answer 404 for an address with a NUL in it."""
    if iscoroutinefunction(get_response):

        async def answer_soon(request: HttpRequest) -> HttpResponseBase:
            return error(request, "missing") if has_nul(request) else await get_response(request)

        return answer_soon

    def answer(request: HttpRequest) -> HttpResponseBase:
        return error(request, "missing") if has_nul(request) else get_response(request)  # type: ignore[return-value]

    return answer


class ExplainNotAllowed(MiddlewareMixin):
    """Says on a page of its own that an address only takes a form, or only shows a page."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The page in place of Django's empty answer, with the same status and the methods allowed."""
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        page = error(request, "method")
        page["Allow"] = response["Allow"]
        return page


class ExplainSignedOut(MiddlewareMixin):
    """Says to htmx that nobody is signed in; it would follow to the sign-in page, and show that inside its own."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The sentence in place of the redirect; every other answer as it is."""
        to_sign_in = response.headers.get("Location", "").startswith(resolve_url(settings.LOGIN_URL))
        return error(request, "signed_out") if to_sign_in and "HX-Request" in request.headers else response
