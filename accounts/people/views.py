"""One's own settings."""

from typing import cast

from allauth.account.adapter import get_adapter
from allauth.account.views import SignupView, logout
from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.deliveries import push, unsubscribing
from accounts.deliveries.history import delivery_history
from accounts.live import stream_response, topic_of
from accounts.models import User
from accounts.people import guests, pages
from accounts.people.forms import MessagesForm, SignUpForm, ZoneForm
from accounts.people.services import follow_choice, send_test_message
from accounts.sign_in.adapter import CallsignTaken
from config.pages import show
from engines.seam.words.whole_numbers import whole_number


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_transform=True)
def settings(request: HttpRequest) -> HttpResponse:
    """Which messages this user gets and how, and what was delivered; not compressed: a webhook's address is a key."""
    user = cast("User", request.user)
    too_often = request.method == "POST" and not consume(request, action="webhook_test", user=user)
    form = MessagesForm(request.POST or None, instance=User.objects.get(pk=user.pk), too_often=too_often)
    if request.method == "POST" and form.is_valid():
        follow_choice(user=form.save())
        named = user.webhook_url != form.instance.webhook_url != ""
        words = "Saved. Send a test to see whether messages arrive." if named else "Saved."
        messages.success(request, words)
        return redirect("settings")
    status = 429 if too_often else 422 if form.errors else 200
    return show(request, pages.settings(user, form, pushes=_pushes(request)), status=status)


@sensitive_post_parameters("password1")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest) -> HttpResponse:
    """The page where a guest chooses a callsign and a password, and so keeps all wars; then the page asked for."""
    following = guests.page_here(request, request.POST.get("next") or request.GET.get("next") or "")
    if not guests.is_guest(request):
        return redirect("settings")
    posted = request.method == "POST"
    if posted and not consume(request, action="keep", user=cast("User", request.user)):
        return cast("HttpResponse", respond_429(request))
    form = SignUpForm(request.POST if posted else None)
    if posted and form.is_valid():
        try:
            user = guests.keep(request, form)
        except IntegrityError:
            form.add_error("username", get_adapter().validation_error("username_taken"))
        else:
            messages.success(request, f"Welcome, {user.username}. Your wars are kept.")
            return redirect(following or "/wars/")
    return show(request, pages.KeepPage(form, following), status=422 if form.errors else 200)


class SignUp(SignupView):  # type: ignore[misc, unused-ignore]
    """allauth's page, which also says that a callsign was taken in the same moment."""

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        """Signs up and in, or shows the form again."""
        try:
            return cast("HttpResponse", super().form_valid(form))
        except CallsignTaken:
            form.add_error("username", get_adapter().validation_error("username_taken"))
            return cast("HttpResponse", self.form_invalid(form))


def sign_out(request: HttpRequest) -> HttpResponseBase:
    """Signs out, and ends web push in this browser; a guest must confirm, as there is no way back."""
    if request.method == "POST" and guests.is_guest(request) and "sure" not in request.POST:
        return show(request, pages.LogoutPage(unsure=True), status=422)
    browser, user_id = request.session.get(push.BROWSER), request.user.pk
    if request.method == "POST" and browser and user_id:
        push.remove_browser(user_id=user_id, browser_id=browser)
    return cast("HttpResponseBase", logout(request))


@login_required
@require_safe
def settings_history(request: HttpRequest) -> HttpResponse:
    """The part of the settings that says what was delivered."""
    return show(request, pages.SettingsHistory(delivery_history(cast("User", request.user))))


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Turns e-mail off for whoever the link was sent to, signed in or not; a look at it changes nothing (RFC 8058).

    A mail program that posts here has no cookie, and so no token against forgery: the link itself is the key.
    """
    user = unsubscribing.whose(token)
    if user is None:
        raise Http404
    if request.method == "POST":
        unsubscribing.unsubscribe(user)
    return show(request, pages.UnsubscribePage(done=request.method == "POST"))


async def my_events(request: HttpRequest) -> HttpResponseBase:
    """Says when anything changed for this user."""
    user = await request.auser()
    if not user.is_authenticated:
        return HttpResponse("Sign in first.", status=403, content_type="text/plain")
    return stream_response(request, [topic_of(user.pk)], may=lambda now: now.pk == user.pk)


def _pushes(request: HttpRequest) -> bool:
    """Whether browsers allow web push here: over https, or on this machine."""
    return request.is_secure() or request.get_host().partition(":")[0] in {"localhost", "127.0.0.1"}


@login_required
@require_POST
@cache_control(no_transform=True)
def settings_zone(request: HttpRequest) -> HttpResponse:
    """Chooses the time zone in which the user reads times."""
    user = User.objects.get(pk=cast("User", request.user).pk)
    form = ZoneForm(request.POST, instance=user)
    if form.is_valid():
        form.save()
        messages.success(request, "Saved.")
        return redirect("settings")
    now = User.objects.get(pk=user.pk)
    page = pages.settings(now, MessagesForm(instance=now), pushes=_pushes(request), zone_form=form)
    return show(request, page, status=422)


@login_required
@require_POST
@cache_control(no_transform=True)
def settings_browsers(request: HttpRequest) -> HttpResponse:
    """Adds the browser that asks, to get messages by web push, or removes one; 400 if it cannot be added."""
    user = cast("User", request.user)
    if not consume(request, action="push", user=user):
        return cast("HttpResponse", respond_429(request))
    browser = whole_number(request.POST.get("remove", ""))
    if browser is not None:
        push.remove_browser(user_id=user.pk, browser_id=browser)
        messages.success(request, "That browser gets no messages any more.")
        return redirect("settings")
    fields = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth", "name")}
    try:
        row = push.add_browser(user=user, **fields)
    except push.NoBrowser as error:
        messages.error(request, str(error))
        form = MessagesForm(instance=User.objects.get(pk=user.pk))
        return show(request, pages.settings(user, form, pushes=_pushes(request)), status=400)
    request.session[push.BROWSER] = row.pk
    messages.success(request, "This browser gets your messages from now on.")
    return redirect("settings")


@login_required
@require_POST
def settings_test(request: HttpRequest) -> HttpResponse:
    """Sends a test by every channel the user wants."""
    user = cast("User", request.user)
    if not consume(request, action="webhook_test", user=user):
        return cast("HttpResponse", respond_429(request))
    if send_test_message(user=user):
        messages.success(request, "Test sent. The result appears on this page in a moment.")
    else:
        messages.error(
            request, "Nothing to send to. Add a webhook address or a browser, or confirm an e-mail address."
        )
    return redirect("settings")
