"""Importing a finished war from its file."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from accounts.models import User
from campaign.forms import ImportForm
from campaign.log.archive import MOST_BYTES, read_whole
from campaign.models import War
from campaign.pages.lobby import ImportWarPage
from campaign.services.archive import bring_in
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.sides import Side


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_war(request: HttpRequest) -> HttpResponse:
    """The form for a file, and bringing it in."""
    if request.method != "POST":
        return show(request, ImportWarPage(ImportForm()))
    if not consume(request, action="import_war", user=request.user):
        return cast("HttpResponse", respond_429(request))
    form = ImportForm(request.POST, request.FILES)
    war = _imported(form, cast("User", request.user)) if form.is_valid() else None
    if war is None:
        return show(request, ImportWarPage(form), status=422)
    messages.success(request, f"{war.name} imported: every order fits the rules.")
    return redirect("war", war.pk)


def _imported(form: ImportForm, user: User) -> War | None:
    upload = form.cleaned_data["file"]
    side: Side = "talon" if form.cleaned_data["side"] == "talon" else "terran"
    try:
        return bring_in(file=read_whole(upload.read(MOST_BYTES + 1)), importer=user, side=side)
    except Refused as refused:
        for refusal in refused.refusals[:5]:
            form.add_error("file", str(refusal))
        return None
