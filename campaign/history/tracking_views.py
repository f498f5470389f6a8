"""The tracking sheet of a war: on the screen, as PDF, as CSV."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from accounts.printing.asking import ask_and_wait
from accounts.printing.sheets import Content
from campaign.history.tracking_page import tracking_csv, tracking_page, tracking_pdf
from campaign.war.access import seated_or_deputy
from campaign.war.at import At
from config.pages import as_html, show
from config.spreadsheet import csv_answer


@require_safe
@seated_or_deputy
def tracking(request: HttpRequest, at: At) -> HttpResponse:
    """What the side knows of the war, turn by turn, for paper."""
    return show(request, tracking_page(at))


@require_POST
@seated_or_deputy
def tracking_as_pdf(request: HttpRequest, at: At) -> HttpResponse:
    """Asks for the same as PDF; 404 at one screen, where both players could open it later."""
    if at.war.one_screen:
        raise Http404
    back = reverse("war-tracking", args=[at.war.pk, at.side])
    return ask_and_wait(request, Content(as_html(tracking_pdf(at)), _name(at), back))


@require_safe
@seated_or_deputy
def tracking_as_csv(_request: HttpRequest, at: At) -> HttpResponse:
    """The same as a file for a spreadsheet."""
    return csv_answer(tracking_csv(at), _name(at))


def _name(at: At) -> str:
    return f"{slugify(at.war.name) or 'war'}-{at.side}-turn-{at.view.turn}"
