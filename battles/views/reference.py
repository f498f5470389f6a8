"""The public reference pages: ship classes and rulings."""

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.rulings import rulings
from engines.seam.sides import SIDES, opponent
from engines.talon.catalogue import ShipClass, classes_of, ship_classes
from engines.talon.sheets.ship_drawing import draw_sheet


@require_safe
def rulings_page(request: HttpRequest) -> HttpResponse:
    """The rulings, each under an anchor of its number."""
    return render(request, "reference/rulings.html", {"parts": rulings()})


@require_safe
def ships(request: HttpRequest) -> HttpResponse:
    """Both sides' classes."""
    rosters = [(side, classes_of(side)) for side in SIDES]
    return render(request, "reference/ships.html", {"rosters": rosters})


@require_safe
def ship(request: HttpRequest, side: str, key: str) -> HttpResponse:
    """One class with its sheet; 404 if the side has no such class."""
    kind = next((kind for kind in ship_classes().values() if (kind.side, kind.key) == (side, key)), None)
    if kind is None:
        raise Http404("There is no such class of ship.")
    classes = classes_of(kind.side)
    place = classes.index(kind)
    page = {
        "kind": kind,
        "ship": sheet_words(kind),
        "sheet": draw_sheet(kind),
        "before": classes[place - 1],
        "after": classes[(place + 1) % len(classes)],
        "counterpart": _counterpart(kind),
        "jumps_from": 0 if kind.fighters or kind.key == "base" else len(kind.hull),
    }
    return render(request, "reference/ship.html", page)


def sheet_words(kind: ShipClass) -> dict[str, object]:
    """The text on a class's sheet, beside its drawings."""
    return {**msgspec.structs.asdict(kind), "class_id": kind.key, "class_name": kind.title}


def _counterpart(kind: ShipClass) -> ShipClass | None:
    """The other side's class of the same name, if it has one."""
    return ship_classes().get((opponent(kind.side), kind.key))
