"""Whole positions as they are written (`docs/notation.md`)."""

from engines.talon.documents.validity import IN_IMPULSES
from engines.talon.hexes import FACINGS
from engines.talon.state import IMPULSES, Battle, Seat
from engines.talon.text.orders import tag
from engines.talon.text.tasks import write_task
from engines.talon.text.terms import write_aim, write_layout
from engines.talon.text.units import write_unit
from engines.talon.text.words import write_hex, write_target, write_unit_ref
from engines.talon.units import Missile

TERRAIN = ("nebula", "asteroid", "planet", "black-hole", "worm-hole")


def write_position(battle: Battle) -> str:
    """The position as text that reads back as the same position."""
    parts = (_header(battle), _terms(battle), _ground(battle), _pieces(battle), _under_way(battle))
    return "\n".join(line for lines in parts for line in lines) + "\n"


def write_clock(battle: Battle) -> str:
    """Round, impulse, side and step, as "2E terran fire"; "over" when the battle is over."""
    if battle.ending:
        return "over"
    impulse = IMPULSES[battle.impulse] if battle.step in IN_IMPULSES else ""
    return f"{battle.round}{impulse} {battle.side} {battle.step}"


def write_ending(battle: Battle) -> str:
    """How the battle ended, as "held talon" or "draw"; "" while it goes on."""
    return f"{battle.ending} {battle.winner or ''}".strip()


def write_question(battle: Battle) -> str:
    """What is asked in mid-resolution: the side and the kind of answer, as "terran pick"; "" if nothing is."""
    if not battle.options or not (battle.agenda or battle.step == "initiative"):
        return ""
    first = battle.options[0]
    return f"{first.side} {tag(first)}"


def _header(battle: Battle) -> list[str]:
    window = battle.window
    grown = f" rows {window.rows} columns {window.columns}" if window.columns > 23 or window.rows > 11 else ""
    clock = write_clock(battle)
    if battle.ending:
        impulse = IMPULSES[battle.impulse] if battle.step in IN_IMPULSES else ""
        clock = f"{battle.round}{impulse} {battle.side} {battle.step}"
    lines = [
        "position 1",
        f"clock {clock}",
        f"initiative {battle.initiative}",
        f"map {window.q},{window.r}{' extended' if window.extended else ''}{grown}",
    ]
    optional = (
        ("top terran", battle.top == "terran"),
        (f"mode planet of {battle.owner}", battle.owner is not None),
        (f"boxes {battle.boxes}", battle.boxes != 1),
        (f"pattern {_dice(battle.pattern or (0, 0))}", battle.pattern is not None),
        (f"patterns {' '.join(map(_dice, battle.more))}", bool(battle.more)),
        (f"quiet {battle.quiet}", battle.quiet > 0),
        ("stirred", battle.stirred),
        ("power-shift", battle.power_shift),
        ("bases-fall", battle.bases_fall),
        (f"tactics {battle.tactics}", battle.tactics is not None),
        (f"no-retreat {battle.no_retreat}", battle.no_retreat is not None),
        (f"offer {' '.join(battle.offers)}", bool(battle.offers)),
        *_players(battle),
        (f"over {write_ending(battle)}", bool(battle.ending)),
        (f"launched {battle.launched}", battle.launched > 0),
    )
    return lines + [line for line, needed in optional if needed]


def _players(battle: Battle) -> list[tuple[str, bool]]:
    """Who is in turn, who has said too many words, and who would concede or have a draw (25)."""
    players = battle.players
    if players is None:
        return []
    said = {"barred": players.barred, "conceding": players.conceding, "drawing": players.drawing}
    return [
        (f"player {players.current + 1}", players.current > 0),
        *((" ".join([word, *map(write_seat, seats)]), bool(seats)) for word, seats in said.items()),
    ]


def write_seat(seat: Seat) -> str:
    """A player as "terran/2"."""
    return f"{seat.side}/{seat.player + 1}"


def _dice(pattern: tuple[int, int]) -> str:
    """A pattern by its dice, as "3,4"."""
    return f"{pattern[0]},{pattern[1]}"


def _terms(battle: Battle) -> list[str]:
    """What is fought for, and where the battle begins, if that is not as usual."""
    own = battle.own_aims
    aims = ["aim none"] if own == () else [write_aim(aim) for aim in own or ()]
    return aims if battle.layout is None else [*aims, *write_layout(battle.layout)]


def _ground(battle: Battle) -> list[str]:
    lines = []
    for kind in TERRAIN:
        places = sorted(place for place, found in battle.terrain.items() if found == kind)
        if places:
            lines.append(f"terrain {kind} {' '.join(map(write_hex, places))}")
    if battle.planet_damage:
        lines.append(f"planet damage {battle.planet_damage}")
    named = (("capital", battle.capital), ("moon", battle.moon))
    return lines + [f"{word} {write_hex(place)}" for word, place in named if place is not None]


def _pieces(battle: Battle) -> list[str]:
    units = [write_unit(battle, unit) for unit in battle.units]
    return units + [missile_line(battle, missile) for missile in battle.missiles]


def missile_line(battle: Battle, missile: Missile) -> str:
    """The missile's line."""
    target = "nothing" if missile.target < 0 else write_target(battle, missile.target)
    where = f"{write_hex(missile.place)} {FACINGS[missile.facing]}"
    flags = f"{' damaged' if missile.damaged else ''}{' moved' if missile.moved else ''}"
    flags += f" by {write_unit_ref(battle, missile.firer)}" if missile.firer >= 0 else ""
    flags += f" player {missile.player + 1}" if missile.player else ""
    return f"{missile.side} missile {write_target(battle, missile.number)} {where} at {target}{flags}"


def _under_way(battle: Battle) -> list[str]:
    units = [battle.units[number] for number in battle.blasts]
    blasts = [f"blast {write_unit_ref(battle, unit.number)} {write_hex(unit.place)}" for unit in units]
    return blasts + [f"then {write_task(battle, task)}" for task in reversed(battle.agenda)]
