"""The public reference pages: How to play, ship classes and rulings."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from battles.talon.reference import page as reference
from battles.talon.reference.rulings_page import ruling_page, rulings_page
from config.pages import show
from engines.talon.catalogue import ship_classes

LONGEST_SEARCH = 100


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    """The rules of a war in a minute."""
    return show(request, reference.how_to_play_page())


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """The game's own words."""
    return show(request, reference.glossary_page())


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    """The rulings by topic, section or number; `?q=` searches them, `?differs=` shows those that differ from print."""
    asked = request.GET
    page = rulings_page(
        by=asked.get("by", ""),
        q=asked.get("q", "")[:LONGEST_SEARCH].strip(),
        only_differing="differs" in asked,
        opened="open" in asked,
    )
    return show(request, page)


@require_safe
def ruling(request: HttpRequest, number: str) -> HttpResponse:
    """One ruling or printed section; `?part=note` gives it without the page around it. 404 if there is none."""
    page = ruling_page(number)
    if page is None:
        raise Http404("There is no such rule.")
    return show(request, page, "note" if request.GET.get("part") == "note" else "")


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
