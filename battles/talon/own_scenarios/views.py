"""The player's scenarios: the list, a new one, one from a file, the editor, playing one, and the link for friends."""

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Final, cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from accounts.links import by_link
from accounts.models import User
from accounts.people.guests import keep_first
from battles.models import OwnScenario
from battles.talon.own_scenarios import changing, writing
from battles.talon.own_scenarios.forms import FORMS, ChangeForm, FileForm, NewForm, TextForm
from battles.talon.own_scenarios.page import (
    NOTHING,
    Sent,
    editor_page,
    own_scenarios_page,
    play_form,
    play_page,
    unready_page,
)
from battles.talon.own_scenarios.writing import Edit, NoScenario, StaleScenario, as_written
from battles.talon.skirmish.views import FIRST, begin_battle
from config.going_back import post_or_back
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, as_side
from engines.seam.words.whole_numbers import whole_number

MISSING: Final = "This link leads to no scenario. Its author may have withdrawn it."
KEPT: Final = " What you entered is still in the form. Look at the scenario and save again."
AGAIN: Final = " Look at the scenario and press again."


@login_required
@keep_first
@require_http_methods(["GET", "HEAD", "POST"])
def own_scenarios(request: HttpRequest) -> HttpResponse:
    """The player's scenarios; a POST makes a new one and opens it."""
    user = cast("User", request.user)
    if request.method != "POST":
        return show(request, own_scenarios_page(user, copied=request.GET.get("copy", "")))
    form = NewForm(request.POST)
    if not consume(request, action="new_scenario", user=user):
        return cast("HttpResponse", respond_429(request))
    made = _made(user, form, form.text) if form.is_valid() else None
    if made is None:
        return show(request, own_scenarios_page(user, form), status=422)
    return redirect("own-scenario", made.pk)


@post_or_back("own-scenarios")
@login_required
@keep_first
def upload(request: HttpRequest) -> HttpResponse:
    """A scenario from a file, also if something is wrong with it: the editor says what."""
    user = cast("User", request.user)
    if not consume(request, action="new_scenario", user=user):
        return cast("HttpResponse", respond_429(request))
    form = FileForm(request.POST, request.FILES)
    made = _made(user, form, lambda: form.cleaned_data["file"]) if form.is_valid() else None
    if made is None:
        return show(request, own_scenarios_page(user, file_form=form), status=422)
    return redirect("own-scenario", made.pk)


def _made(user: User, form: NewForm | FileForm, text: Callable[[], str]) -> OwnScenario | None:
    """The scenario of a form, once for two clicks; None with the reason in the form."""
    try:
        written = text()
        return writing.make_scenario(owner=user, text=written)
    except Refused as refused:
        form.add_error(None, str(refused))
        return None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, scenario_id: int) -> HttpResponse:
    """The editor of the player's own scenario, and a change to it; 404 for anybody else."""
    user = cast("User", request.user)
    found = get_object_or_404(OwnScenario, pk=scenario_id, owner=user)
    if request.method != "POST":
        return show(request, editor_page(found))
    if not consume(request, action="change_scenario", user=user):
        return cast("HttpResponse", respond_429(request))
    data = request.POST
    if data.get("do") == "undo":
        return _undo(request, found)
    if data.get("do") == "text":
        return _text(request, found)
    if data.get("do") in FORMS:
        return _form(request, found)
    return _removal(request, found)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, scenario_id: int) -> HttpResponse:
    """The player's own scenario before it is played; a POST begins it."""
    found = get_object_or_404(
        OwnScenario.objects.select_related("owner"), pk=scenario_id, owner=cast("User", request.user)
    )
    return _play(request, found)


def shared(request: HttpRequest, token: str) -> HttpResponse:
    """A scenario that its author shares by a link, as it is now; a POST begins a battle, also as a guest."""
    if request.method != "POST":
        return _shared_page(request, token)
    return _play(request, _by_token(token), link=reverse("shared-scenario", args=[token]))


of_the_scenario = by_link(writing.shared_scenario, MISSING)


@of_the_scenario
def _shared_page(request: HttpRequest, found: OwnScenario) -> HttpResponse:
    return _play(request, found, link=reverse("shared-scenario", args=[found.share_token]))


@of_the_scenario
def shared_file(_request: HttpRequest, found: OwnScenario) -> HttpResponse:
    """The same as a file."""
    return _file(found)


@post_or_back("shared-scenario")
@login_required
@keep_first
def copy_shared(request: HttpRequest, token: str) -> HttpResponse:
    """The scenario of a link becomes one of the player's own; the author's stays as it is."""
    user, found = cast("User", request.user), _by_token(token)
    if not consume(request, action="new_scenario", user=user):
        return cast("HttpResponse", respond_429(request))
    try:
        made = writing.make_scenario(owner=user, text=found.text)
    except Refused as refused:
        written = as_written(found)
        form = play_form(written, initial=FIRST)
        if form is None:
            return show(request, unready_page(found, user), status=409)
        link = reverse("shared-scenario", args=[token])
        return show(request, play_page(found, written, user, form, link=link, said=str(refused)), status=422)
    return redirect("own-scenario", made.pk)


@login_required
@require_safe
def download(request: HttpRequest, scenario_id: int) -> HttpResponse:
    """The player's scenario as a file."""
    return _file(get_object_or_404(OwnScenario, pk=scenario_id, owner=request.user))


@post_or_back("own-scenario")
@login_required
def delete(request: HttpRequest, scenario_id: int) -> HttpResponse:
    """Delete the player's scenario."""
    found = get_object_or_404(OwnScenario, pk=scenario_id, owner=request.user)
    writing.delete_scenario(scenario_id=found.pk, owner=cast("User", request.user))
    messages.success(request, f"{found.title} is deleted. Battles by it go on.")
    return redirect("own-scenarios")


@post_or_back("own-scenario")
@login_required
def share(request: HttpRequest, scenario_id: int) -> HttpResponse:
    """Make a link that shows the player's scenario to whoever has it, or take it back."""
    user = cast("User", request.user)
    found = get_object_or_404(OwnScenario, pk=scenario_id, owner=user)
    if not consume(request, action="change_scenario", user=user):
        return cast("HttpResponse", respond_429(request))
    withdrawn = request.POST.get("do") == "withdraw"
    try:
        (writing.unshare if withdrawn else writing.share)(scenario_id=scenario_id, owner=user)
    except Refused as refused:
        return show(request, editor_page(found, Sent(said=str(refused))), status=422)
    except NoScenario as gone:
        raise Http404 from gone
    if withdrawn:
        messages.success(request, "The link leads nowhere now.")
    return redirect(f"{reverse('own-scenario', args=[scenario_id])}#share")


def _by_token(token: str) -> OwnScenario:
    found = writing.shared_scenario(token)
    if found is None:
        raise Http404(MISSING)
    return found


def _play(request: HttpRequest, found: OwnScenario, link: str = "") -> HttpResponse:
    asked, written = request.method == "POST", as_written(found)
    form = play_form(written, request.POST) if asked else play_form(written, initial=FIRST)
    if form is None:
        return show(request, unready_page(found, request.user), status=409 if asked else 200)
    if not asked:
        return show(request, play_page(found, written, request.user, form, link=link))
    return begin_battle(request, form, partial(play_page, found, written, request.user, link=link))


def _file(found: OwnScenario) -> HttpResponse:
    name = slugify(found.title) or "scenario"
    head = {"Content-Disposition": f'attachment; filename="{name}.toml"'}
    return HttpResponse(found.text, content_type="application/toml; charset=utf-8", headers=head)


# Changes


def _form(request: HttpRequest, found: OwnScenario) -> HttpResponse:
    data = request.POST
    kind = FORMS[data["do"]]
    form: ChangeForm = kind(data, scenario=as_written(found).scenario)
    chosen = {name: data[name] for name in ("kind", "terrain") if name in data}
    if not form.is_valid():
        return _show(request, found, Sent(form=form, chosen=chosen), 422)
    change = form.change()
    sent = Sent(form=form, chosen=chosen)
    return _changed(request, found, lambda text: changing.changed(text, change), form.words(), sent)


def _text(request: HttpRequest, found: OwnScenario) -> HttpResponse:
    form = TextForm(request.POST)
    if not form.is_valid():
        return _show(request, found, Sent(text=form), 422)
    return _changed(request, found, lambda _text: form.cleaned_data["text"], "The text", Sent(text=form))


def _removal(request: HttpRequest, found: OwnScenario) -> HttpResponse:
    """A ship, zone or aim less; 404 for what is no part of the editor."""
    data = request.POST
    place, side = whole_number(data.get("place", "")), data.get("side", "")
    if place is None or place < 0:
        raise Http404
    removals: dict[str, tuple[changing.Change, str]] = {
        "drop-zone": (changing.without_zone(place), "A zone removed"),
        "drop-aim": (changing.without_aim(place), "An aim removed"),
    }
    if side in SIDES:
        removals["drop-ship"] = (changing.without_ship(as_side(side), place), "A ship removed")
    asked = removals.get(data.get("do", ""))
    if asked is None:
        raise Http404
    return _changed(request, found, lambda text: changing.changed(text, asked[0]), asked[1], NOTHING)


def _undo(request: HttpRequest, found: OwnScenario) -> HttpResponse:
    seen = whole_number(request.POST.get("version", "")) or 0
    try:
        after = writing.undo(scenario_id=found.pk, owner=cast("User", request.user), seen=seen)
    except StaleScenario as stale:
        return _show(request, stale.scenario, Sent(said=f"{stale}{AGAIN}"), 409)
    except Refused as refused:
        return _show(request, found, Sent(said=str(refused)), 422)
    except NoScenario as gone:
        raise Http404 from gone
    return _done(request, after, NOTHING)


def _changed(
    request: HttpRequest, found: OwnScenario, change: writing.Change, words: str, sent: Sent
) -> HttpResponse:
    """The answer to a change; what was entered stays where it was not made."""
    seen = whole_number(request.POST.get("version", "")) or 0
    edit_ = Edit(change, words, seen, _digest(request.POST))
    try:
        after = writing.change_scenario(scenario_id=found.pk, owner=cast("User", request.user), edit=edit_)
    except StaleScenario as stale:
        typed = sent.form is not None or sent.text is not None
        said = f"{stale}{KEPT if typed else AGAIN}"
        return _show(request, stale.scenario, Sent(sent.form, sent.text, said, sent.chosen), 409)
    except Refused as refused:
        return _show(request, found, Sent(sent.form, sent.text, str(refused), sent.chosen), 422)
    except NoScenario as gone:
        raise Http404 from gone
    return _done(request, after, Sent(chosen=sent.chosen))


def _done(request: HttpRequest, found: OwnScenario, sent: Sent) -> HttpResponse:
    """The scenario after a change: the editor that htmx asks for, or the way back to the page."""
    if getattr(request, "htmx", False):
        return _show(request, found, sent, 200)
    return redirect("own-scenario", found.pk)


def _show(request: HttpRequest, found: OwnScenario, sent: Sent, status: int) -> HttpResponse:
    part = "editor" if getattr(request, "htmx", False) else ""
    return show(request, editor_page(found, sent), part, status)


def _digest(data: QueryDict) -> str:
    """What a form says, in 64 letters; each opened page has a token of its own, which is left out."""
    said = sorted((key, tuple(values)) for key, values in data.lists() if key != "csrfmiddlewaretoken")
    return sha256(repr(said).encode()).hexdigest()
