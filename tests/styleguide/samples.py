"""Sample contexts for the style guide."""

import datetime
from types import SimpleNamespace
from typing import Any

from battles.ship_drawing import draw_sheet
from campaign.map_layout import draw_map
from campaign.map_shapes import Board, SectorSight, Side, ZoneSight

Context = dict[str, Any]


def hull(modifiers: str, marked: int) -> list[Context]:
    """Return the boxes of a hull written "0 0* -1", with the first so many marked."""
    return [
        {"modifier": box.rstrip("*"), "critical": box.endswith("*"), "marked": place < marked}
        for place, box in enumerate(modifiers.split())
    ]


def counter(
    side: str, class_id: str, name: str, modifiers: str = "0 0 -1* -1", marked: int = 0, **more: Any
) -> Context:
    """Return the context of one ship counter."""
    boxes = hull(modifiers, marked)
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
    {"name": "Purchase & assign", "state": "now", "href": "#", "note": "in 2 d"},
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


LANES = {
    "Antares": "10/100 home | 20/85 asteroid chain | 25/75 random | 40/60 planet terran | 50/50 open start | 60/40 planet talon | 75/25 random | 85/20 asteroid chain | 100/10 home",
    "Badlands": "10/100 home | 30/80 open | 40/65 random | 50/50 random start | 65/40 random | 80/30 open | 100/10 home",
    "Maelstrom": "10/100 home | 30/80 nebula cluster | 40/65 random | 50/50 nebulae and asteroid start | 65/40 random | 80/30 nebula cluster | 100/10 home",
    "Orion": "5/95 home | 20/80 planet terran | 25/75 asteroid chain | 40/60 planet terran | 50/50 random start | 60/40 planet talon | 75/25 asteroid chain | 80/20 planet talon | 95/5 home",
}
FRONTS = {
    "Antares": (5, {4: (1, 2)}),
    "Badlands": (3, {3: (1, 2)}),
    "Maelstrom": (1, {3: (1,), 2: (2,)}),
    "Orion": (3, {4: (1,), 5: (2,)}),
}
BASES: dict[tuple[str, int], Side] = {
    ("Antares", 3): "terran",
    ("Orion", 7): "talon",
    ("Maelstrom", 5): "talon",
    ("Orion", 1): "terran",
}


def zone(name: str, place: int, count: int, words: str, front: int, turns: tuple[int, ...]) -> ZoneSight:
    """Return a zone written "income/income words"."""
    incomes, _, rest = words.partition(" ")
    terran, talon = map(int, incomes.split("/"))
    home = rest == "home"
    owner: Side = "talon" if "talon" in rest or (home and place) else "terran"
    planet = home or "planet" in rest
    base = owner if home else BASES.get((name, place))
    ground = rest.removesuffix(" start")
    return ZoneSight(
        terran,
        talon,
        ground,
        planet,
        owner if planet else None,
        base,
        home,
        "start" in rest,
        place == front,
        turns,
        f"#{name}-{place}",
    )


def lane(name: str, text: str, front: int, turns: dict[int, tuple[int, ...]]) -> SectorSight:
    """Return a lane of zones parted by bars."""
    parts = text.split(" | ")
    return SectorSight(
        name, tuple(zone(name, i, len(parts), part, front, turns.get(i, ())) for i, part in enumerate(parts))
    )


def four_sectors() -> Board:
    """Return the default map some turns into a war."""
    return draw_map([lane(name, text, *FRONTS[name]) for name, text in LANES.items()])


def long_map() -> Board:
    """Return the largest map the layout is made for: eight sectors of thirteen zones."""
    text = (
        "10/100 home | "
        + " | ".join(["20/100 asteroid chain", "100/20 planet talon"] * 5)
        + " | 50/50 black hole | 100/10 home"
    )
    return draw_map(
        [
            lane(f"Sector {number}", text, 1 + number, {number: (11, 12), number + 2: (10, 13, 14)})
            for number in range(1, 9)
        ]
    )


def short_map() -> Board:
    """Return a small map: three sectors of three to five zones."""
    text = "10/100 home | 30/80 open | 50/50 black hole start | 80/30 open | 100/10 home"
    return draw_map(
        [
            lane("Near", text, 2, {}),
            lane("Middle", "10/100 home | 50/50 random | 100/10 home", 0, {1: (1,)}),
            lane("Far", text, 4, {}),
        ]
    )


def weapon(type_: str, count: int, red: int, yellow: int, arcs: str) -> SimpleNamespace:
    """Return a weapon group as the catalogue has it."""
    return SimpleNamespace(type=type_, count=count, red=red, yellow=yellow, arcs=arcs)


BATTLESHIP = SimpleNamespace(
    power_curve=[[0, 5, 3], [2, 4, 3], [3, 3, 2], [5, 2, 2], [6, 1, 1]],
    shields=SimpleNamespace(front=8, left=7, right=7, rear=7),
    hull="0 0 -1 -1 -1* -2 -2 -2 -3".split(),
    weapons=[
        weapon("phaser", 2, 1, 2, "FL"),
        weapon("wave_motion_gun", 1, 2, 5, "F"),
        weapon("phaser", 2, 1, 2, "FR"),
    ],
)
BASE = SimpleNamespace(
    power_curve=[[6, 3, 0], [6, 2, 0], [6, 1, 0]],
    shields=SimpleNamespace(front=11, left=9, right=9, rear=8),
    hull="0 0 -1 -1 -2* -2 -2* -3 -3 -3".split(),
    weapons=[
        weapon("disruptor", 2, 1, 4, "FLB"),
        weapon("disruptor", 2, 1, 4, "FRB"),
        weapon("missile", 2, 2, 0, "FRB"),
    ],
)
SHEET_FACTS = {"explosion": 4, "counters": 3, "start_speed": 3, "battery": True, "afterburners": 0}


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
        "battleship": SHEET_FACTS
        | {
            "side": "terran",
            "class_id": "battleship",
            "class_name": "Battleship",
            "abbreviation": "BB",
            "points": 194,
            "lp": 4,
            "names": ["Defiant", "Prometheus", "Thunderchild"],
        },
        "battleship_sheet": draw_sheet(BATTLESHIP),
        "base": SHEET_FACTS
        | {
            "side": "talon",
            "class_id": "base",
            "class_name": "Base",
            "abbreviation": "Base",
            "points": 184,
            "lp": 0,
            "names": ["Hope"],
        },
        "base_sheet": draw_sheet(BASE),
        "board": four_sectors(),
        "long_board": long_map(),
        "short_board": short_map(),
        "later": NOW + datetime.timedelta(hours=5, minutes=2),
    }
