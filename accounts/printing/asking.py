"""The answer to a button that asks for a PDF, and the pages that follow it."""

from typing import cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe
from django_stubs_ext import WithAnnotations

from accounts.live import Newest
from accounts.models import PaperSheet, User
from accounts.printing import page
from accounts.printing.sheets import Content, ask_for_pdf, paper_of, sheet_of_user
from accounts.work import DONE
from config.pages import show
from engines.seam.refusals import Refused


def ask_and_wait(request: HttpRequest, content: Content) -> HttpResponse:
    """Asks for the PDF of what the user may see, on the paper that the form names, and leads to where it will be."""
    user = cast("User", request.user)
    if not consume(request, action="pdf", user=user):
        return cast("HttpResponse", respond_429(request))
    try:
        sheet = ask_for_pdf(user=user, content=content, paper=paper_of(request.POST.get("paper", "")))
    except Refused as refused:
        messages.error(request, str(refused.refusals[0].reason))
        return redirect(content.back)
    return redirect("paper_sheet", sheet.key)


@login_required
@require_safe
def paper_sheet(request: HttpRequest, key: str) -> HttpResponse:
    """Where a PDF will be, and then is; only its state when asked for by the page itself."""
    sheet = _own(request, key)
    return show(request, page.paper_sheet(sheet), "state" if getattr(request, "htmx", False) else "")


@login_required
@require_safe
def paper_sheet_file(request: HttpRequest, key: str) -> HttpResponse:
    """The PDF; 404 until it is made."""
    sheet = _own(request, key)
    if sheet.status != DONE:
        raise Http404("There is no such sheet.")
    answer = HttpResponse(bytes(sheet.pdf), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{sheet.name}.pdf"'
    return answer


def _own(request: HttpRequest, key: str) -> "WithAnnotations[PaperSheet, Newest]":
    sheet = sheet_of_user(cast("User", request.user), key)
    if sheet is None:
        raise Http404("There is no such sheet.")
    return sheet
