"""Error pages, alike for everybody: Django makes them in threads that would give no database connection back."""

from dataclasses import dataclass, replace
from errno import EDQUOT, ENOSPC
from functools import cache
from sqlite3 import SQLITE_BUSY, SQLITE_FULL, SQLITE_LOCKED
from sys import exc_info
from typing import Any, ClassVar, Final, Literal

from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse

from accounts.seats import SeatLost
from config.pages import Page, as_html

Kind = Literal[
    "unreadable",
    "forbidden",
    "seat_lost",
    "signed_out",
    "out_of_date",
    "missing",
    "method",
    "large",
    "often",
    "failed",
    "busy",
    "full",
]
RETRY_SECONDS: Final = 5
LARGEST_BODY: Final = 6 * 1024 * 1024
"""Bytes: the largest file that any page takes, and a form around it."""
DISK_FULL: Final = "53100"
"""PostgreSQL's code for it."""
PRIMARY: Final = 0xFF  # an extended code of SQLite ends with its primary one
POLICY: Final = "default-src 'self'; frame-ancestors 'none'"


@dataclass(frozen=True, slots=True)
class ErrorPage(Page):
    """What went wrong, and what to do about it."""

    template: ClassVar = "error.html"
    heading: str
    words: str
    link: str = ""
    """Where else the reader can go on, "" for nowhere in particular."""
    link_words: str = ""


class Elsewhere(Http404):
    """Not this page, but another one is the reader's: its address and what it is called."""

    def __init__(self, link: str, words: str) -> None:
        super().__init__(words)
        self.link, self.words = link, words


ERRORS: Final[dict[Kind, tuple[int, ErrorPage]]] = {
    "unreadable": (
        400,
        ErrorPage(
            "Bad request",
            "The site could not read this request. Nothing was changed. Reload the page and try again.",
        ),
    ),
    "forbidden": (
        403,
        ErrorPage(
            "Not allowed", "You are not allowed to do this. If you have another account, sign in with it."
        ),
    ),
    "seat_lost": (
        403,
        ErrorPage("Not your seat", "You may not give this side's orders any more. Nothing was changed."),
    ),
    "signed_out": (
        403,
        ErrorPage("Signed out", "Nothing was changed. Sign in on another page, then try again here."),
    ),
    "out_of_date": (
        403,
        ErrorPage(
            "Form out of date",
            "You signed in or out after opening the page, or your browser blocks cookies. Nothing was changed. "
            "Reload the page and try again.",
        ),
    ),
    "missing": (
        404,
        ErrorPage(
            "Page not found",
            "This page does not exist, or you may not see it. Check the address, and whether you are signed in with "
            "the right account.",
        ),
    ),
    "method": (
        405,
        ErrorPage(
            "No page here",
            "This address only receives forms. Nothing was changed. Go back to the form, or start from here.",
        ),
    ),
    "large": (
        413,
        ErrorPage(
            "Too large",
            f"The request is too large. The limit is {LARGEST_BODY // 1024 // 1024} MB. Nothing was changed.",
        ),
    ),
    "often": (
        429,
        ErrorPage("Too many attempts", "Nothing was changed. Wait a few minutes, then try again."),
    ),
    "failed": (
        500,
        ErrorPage(
            "Server error",
            "Something went wrong on our side. The error was logged. Your last request was not carried out. Try it "
            "again, or start from the front page.",
        ),
    ),
    "busy": (
        503,
        ErrorPage("The site is busy", "Nothing was changed. Try again in a few seconds."),
    ),
    "full": (
        507,
        ErrorPage(
            "The site's disk is full",
            "Nothing was changed. Pages can still be read. Whoever hosts this site has to make room on its disk; "
            "then try again.",
        ),
    ),
}


def error(request: HttpRequest, kind: Kind) -> HttpResponse:
    """The page of an error with its status; for htmx its sentences alone, as plain text."""
    bare = "HX-Request" in request.headers
    return HttpResponse(_text(kind, bare=bare), status=ERRORS[kind][0], headers=_headers(kind, bare=bare))


def as_messages(kind: Kind, *, bare: bool) -> list[dict[str, Any]]:
    """The same as ASGI messages, for a request that does not reach Django; `bare` for htmx."""
    body = _text(kind, bare=bare).encode()
    own = {**_headers(kind, bare=bare), "Content-Security-Policy": POLICY, "Connection": "close"}
    own["Content-Length"] = str(len(body))
    pairs = [(name.lower().encode(), value.encode()) for name, value in own.items()]
    start = {"type": "http.response.start", "status": ERRORS[kind][0], "headers": pairs}
    return [start, {"type": "http.response.body", "body": body}]


def _headers(kind: Kind, *, bare: bool) -> dict[str, str]:
    own = {
        "Content-Type": f"text/{'plain' if bare else 'html'}; charset=utf-8",
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
    }
    more = {"busy": {"Retry-After": str(RETRY_SECONDS)}, "method": {"Allow": "GET, HEAD"}}
    return own | more.get(kind, {})


def _text(kind: Kind, *, bare: bool) -> str:
    page = ERRORS[kind][1]
    return f"{page.heading}. {page.words}" if bare else _html(kind)


@cache
def _html(kind: Kind) -> str:
    return as_html(ERRORS[kind][1])


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """400."""
    return error(request, "unreadable")


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return error(request, "seat_lost" if isinstance(exception, SeatLost) else "forbidden")


def out_of_date(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """403, for a form without the right token."""
    return error(request, "out_of_date")


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404, with the way to the reader's own page where whoever raised it knows one."""
    if not isinstance(exception, Elsewhere) or "HX-Request" in request.headers:
        return error(request, "missing")
    status, page = ERRORS["missing"]
    told = as_html(replace(page, link=exception.link, link_words=exception.words))
    return HttpResponse(told, status=status, headers=_headers("missing", bare=False))


def often(request: HttpRequest) -> HttpResponse:
    """429."""
    return error(request, "often")


def failed(request: HttpRequest) -> HttpResponse:
    """500; 507 if the disk is full, or 503 if the database may take later what it did not take now."""
    why = exc_info()[1]
    return error(request, "full" if is_full(why) else "busy" if is_passing(why) else "failed")


def is_full(why: BaseException | None) -> bool:
    """Whether an error says that a disk is full: the site's own, or its database's."""
    if isinstance(why, OperationalError):
        code = getattr(why.__cause__, "sqlite_errorcode", None) or 0
        return code & PRIMARY == SQLITE_FULL or getattr(why.__cause__, "sqlstate", None) == DISK_FULL
    return isinstance(why, OSError) and why.errno in (ENOSPC, EDQUOT)


def is_passing(why: BaseException | None) -> bool:
    """Whether an error is one of the database that goes away by itself: no connection, or a lock."""
    if not isinstance(why, OperationalError):
        return False
    code = getattr(why.__cause__, "sqlite_errorcode", None)
    return code is None or code & PRIMARY in (SQLITE_BUSY, SQLITE_LOCKED)
