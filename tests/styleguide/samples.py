"""Sample contexts for the style guide."""

import datetime
from typing import Any

from engines.seam.sides import Side
from engines.talon.catalogue import ship_class
from engines.talon.sheets.ship_drawing import draw_sheet, hull_boxes
from tests.styleguide.sample_maps import four_sectors, long_map, short_map

Context = dict[str, Any]


def counter(
    side: str, class_id: str, name: str, modifiers: str = "0 0 -1* -1", marked: int = 0, **more: Any
) -> Context:
    """Return the context of one ship counter."""
    boxes = hull_boxes(modifiers.split(), marked)
    return {
        "side": side,
        "class_id": class_id,
        "class_name": class_id.replace("_", " ").capitalize(),
        "class_href": "#",
        "name": name,
        "boxes": boxes,
        "hull_left": len(boxes) - marked,
        **more,
    }


CLASSES = {
    "terran": "scout destroyer light_cruiser heavy_cruiser battle_cruiser battleship carrier fighter transport base",
    "talon": "frigate destroyer light_cruiser heavy_cruiser battle_cruiser battleship dreadnought transport base",
}

PHASES = [
    {"name": "Bases", "state": "done", "href": "#"},
    {"name": "Buy and assign", "state": "now", "href": "#", "note": "in 2 d"},
    {"name": "Battles", "state": "later"},
]

BARS = [
    {"sector": "Antares", "sent": 9, "need": 8, "shortfall": 0},
    {"sector": "Badlands", "sent": 8, "need": 8, "shortfall": 0},
    {"sector": "Maelstrom", "sent": 5, "need": 8, "shortfall": 3},
    {"sector": "Orion", "sent": 12, "need": 8, "shortfall": 0},
]

FIGURES = [
    {"label": "Treasury", "value": "2,000"},
    {"label": "This purchase", "value": "1,436", "main": True},
    {"label": "Reserve", "value": "512", "over": True},
    {"label": "Left over", "value": "564"},
]

COUNTERS = [
    counter("terran", "heavy_cruiser", "Zhukov", "0 0 -1 -1* -1 -2", 2),
    counter(
        "terran",
        "carrier",
        "Hornet",
        "0 0 -1* -1 -2* -2",
        3,
        criticals=[{"icon": "thruster", "label": "Thrusters"}],
    ),
    counter("terran", "fighter", "Black Sheep", "0 0", 0, fighters=3, fighters_left=2),
    counter("talon", "dreadnought", "Dominion", "0 0 -1 -1 -2* -2 -2* -3 -3 -3", 5),
    counter("talon", "battle_cruiser", "Honor", "0 0 -1* -1 -2* -2 -2", 7, state="destroyed"),
    counter("talon", "frigate", "Vision", "0 0* -1", 1, state="jumped"),
]

OUTCOMES = [
    ("stands", "Stands", "stands"),
    ("destroyed", "Destroyed", "destroyed"),
    ("jumped", "Jumped", "jumped"),
    ("landed", "Landed", "landed"),
]

NOW = datetime.datetime.now(datetime.UTC)

HISTORY = [
    {
        "icon": "swords",
        "title": "Battle of Orion: major victory",
        "href": "#",
        "side": "talon",
        "at": NOW - datetime.timedelta(hours=5),
        "text": "Talon destroyed 274 points and lost 88. The front line moves one zone toward the Terran home.",
    },
    {
        "icon": "eye",
        "title": "Forces at Orion revealed",
        "at": NOW - datetime.timedelta(days=1),
        "text": "Six Terran ships, seven Talon ships.",
    },
    {"icon": "coins", "title": "Turn 3 begins", "at": NOW - datetime.timedelta(days=3)},
]


def facts(side: Side, key: str) -> Context:
    """Return what the ship sheet says of a class in words and figures."""
    kind = ship_class(side, key)
    names = ("side", "abbreviation", "points", "lp", "explosion", "counters", "start_speed", "names")
    more = ("battery", "afterburners", "fighters")
    return {
        "class_id": key,
        "class_name": kind.title,
        **{name: getattr(kind, name) for name in names + more},
    }


def everything() -> Context:
    """Return the whole context of the style guide."""
    return {
        "fleets": [(side, names.split()) for side, names in CLASSES.items()],
        "steps": PHASES,
        "bars": BARS,
        "figures": FIGURES,
        "counters": COUNTERS,
        "outcomes": OUTCOMES,
        "history": HISTORY,
        "battleship": facts("terran", "battleship"),
        "battleship_sheet": draw_sheet(ship_class("terran", "battleship")),
        "base": facts("talon", "base"),
        "base_sheet": draw_sheet(ship_class("talon", "base")),
        "board": four_sectors(),
        "long_board": long_map(),
        "short_board": short_map(),
        "later": NOW + datetime.timedelta(hours=5, minutes=2),
    }
