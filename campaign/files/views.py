"""Importing a finished war from its file."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods, require_safe

from accounts.live import OWN, newest_under
from accounts.models import User
from campaign.files.document import MOST_BYTES
from campaign.files.importing import ask_to_import
from campaign.files.page import ImportWarPage, importing_page
from campaign.models import WarImport
from campaign.new_war.forms import ImportForm
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.sides import Side


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_war(request: HttpRequest) -> HttpResponse:
    """The form for a file, and handing it to the worker."""
    if request.method != "POST":
        return show(request, ImportWarPage(ImportForm()))
    if not consume(request, action="import_war", user=request.user):
        return cast("HttpResponse", respond_429(request))
    form = ImportForm(request.POST, request.FILES)
    owed = _owed(form, cast("User", request.user)) if form.is_valid() else None
    if owed is None:
        return show(request, ImportWarPage(form), status=422)
    return redirect("war-importing", owed.pk)


@login_required
@require_safe
def importing(request: HttpRequest, number: int) -> HttpResponse:
    """How far the worker is with a file, and what came of it."""
    rows = WarImport.objects.select_related("war").annotate(newest=newest_under(OWN, of="user"))
    owed = get_object_or_404(rows, pk=number, user=request.user)
    return show(request, importing_page(owed), "state" if "HX-Request" in request.headers else "")


def _owed(form: ImportForm, user: User) -> WarImport | None:
    upload = form.cleaned_data["file"]
    side: Side = "talon" if form.cleaned_data["side"] == "talon" else "terran"
    try:
        return ask_to_import(data=upload.read(MOST_BYTES + 1), user=user, side=side)
    except Refused as refused:
        for refusal in refused.refusals[:5]:
            form.add_error("file", str(refusal))
        return None
