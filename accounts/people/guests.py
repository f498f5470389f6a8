"""A visitor plays as a guest; a guest becomes a player with a callsign and a password, and keeps all wars."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar, cast
from urllib.parse import urlsplit, urlunsplit

from allauth.account.models import EmailAddress
from allauth.core.ratelimit import consume, respond_429
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User
from accounts.people.forms import SignUpForm
from accounts.people.special_users import new_guest

BACKEND: Final = "allauth.account.auth_backends.AuthenticationBackend"
View = Callable[..., HttpResponseBase]
Done = TypeVar("Done")


def is_guest(request: HttpRequest) -> bool:
    """Whether the user is a guest."""
    return bool(getattr(request.user, "is_guest", False))


def player(request: HttpRequest) -> User:
    """Who plays: the user, or a new guest if nobody is signed in, whom `stay` signs in once all is done."""
    return request.user if isinstance(request.user, User) else new_guest()


def stay(request: HttpRequest, user: User) -> None:
    """Sign a new guest in; after the transaction, because a session is not rolled back."""
    if not request.user.is_authenticated:
        login(request, user, backend=BACKEND)


def take_on(request: HttpRequest, do: Callable[[User], Done]) -> Done:
    """What `do` gives back for the user, or for a new guest if nobody is signed in, who then is.

    If `do` raises, there is no guest either, and nobody is signed in.
    """
    with transaction.atomic():
        user = player(request)
        done = do(user)
    stay(request, user)
    return done


def turned_away(request: HttpRequest, action: str) -> HttpResponse | None:
    """The answer to somebody who may not do this now; None for everybody else.

    Users are counted as `action`, visitors by their address as `action`_as_guest; where nobody may sign up, nobody is a
    guest either.
    """
    known = request.user.is_authenticated
    if not known and not settings.SIGN_UP_OPEN:
        return redirect("account_signup")
    if not consume(request, action=action if known else f"{action}_as_guest"):
        return cast("HttpResponse", respond_429(request))
    return None


def keep_first(view: View) -> View:
    """The view for players with a callsign; guests are redirected to the page where they choose one."""

    @wraps(view)
    def answer(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if not is_guest(request):
            return view(request, **kwargs)
        return account_first(request)

    return answer


def account_first(request: HttpRequest) -> HttpResponse:
    """Leads a guest to where they choose a callsign; from there on to the page, or back to that of the button."""
    messages.info(request, "You need an account for this.")
    asked = (
        request.get_full_path() if request.method in ("GET", "HEAD") else request.headers.get("Referer", "")
    )
    page = page_here(request, asked)
    return cast("HttpResponse", redirect(reverse("keep", query={"next": page} if page else None)))


def page_here(request: HttpRequest, address: str) -> str:
    """The address without the site's name if it is one of this site; "" otherwise.

    What is left is judged again: of `http://here//elsewhere/` it would be another site's.
    """
    if not url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure()):
        return ""
    parts = urlsplit(address)
    page = urlunsplit(("", "", parts.path, parts.query, ""))
    return page if url_has_allowed_host_and_scheme(page, allowed_hosts=None) else ""


def keep(request: HttpRequest, form: SignUpForm) -> User:
    """The guest with the callsign of a valid form, still signed in; unchanged if it already has one.

    `IntegrityError` if somebody else has just taken the callsign. An address is confirmed by mail as at sign-up; the
    answer is the same whether or not it already has an account.
    """
    address = None
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=cast("User", request.user).pk)
        if not user.is_guest:
            return user
        user.username, user.is_guest = form.cleaned_data["username"], False
        user.set_password(form.cleaned_data["password1"])
        user.save()
        if form.cleaned_data["email"]:
            address = EmailAddress.objects.add_email(request, user, form.cleaned_data["email"])
            address.set_as_primary(conditional=True)
        update_session_auth_hash(request, user)
    if address is not None:
        _ask_to_confirm(request, address)
    return user


def _ask_to_confirm(request: HttpRequest, address: EmailAddress) -> None:
    if settings.HAS_MAIL and consume(request, action="confirm_email", key=address.email):
        address.send_confirmation(request, signup=True)
