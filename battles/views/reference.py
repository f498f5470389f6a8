"""The public reference pages: ship classes and rulings."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from battles.pages import reference
from config.pages import show
from engines.talon.catalogue import ship_classes


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    """The rulings, each under an anchor of its number."""
    return show(request, reference.rulings_page())


@require_safe
def ships(request: HttpRequest) -> HttpResponse:
    """Both sides' classes."""
    return show(request, reference.ships_page())


@require_safe
def ship(request: HttpRequest, side: str, key: str) -> HttpResponse:
    """One class with its sheet; 404 if the side has no such class."""
    kind = next((kind for kind in ship_classes().values() if (kind.side, kind.key) == (side, key)), None)
    if kind is None:
        raise Http404("There is no such class of ship.")
    return show(request, reference.ship_page(kind))
