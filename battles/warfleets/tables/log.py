"""What has happened in a battle, a sentence for each event."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from battles.warfleets.tables.naming import degrees, place_words, slot_title, weapon_title
from engines.seam.sides import SIDE_TITLES, Side
from engines.warfleets import events
from engines.warfleets.dice import half
from engines.warfleets.records.match import Match
from engines.warfleets.state import PHASES, Model

Models = Sequence[Model]
CAUSES: Final = {
    "weapon": "",
    "ram": " by the ram",
    "overlap": " as ships overlap",
    "push": " as it is pushed",
    "terrain": " by the terrain",
    "mine": " by a mine",
    "overheating": " as its weapon overheats",
}
HOW: Final = {
    "moved": "moves to",
    "pivoted": "turns at",
    "pushed": "is pushed to",
    "pulled": "is pulled to",
    "displaced": "is put at",
    "returned": "comes back at",
}
ACTS: Final = {
    "hold": "holds",
    "move": "moves",
    "cruise": "cruises",
    "ram": "rams",
    "warp": "warps",
}


@dataclass(frozen=True, slots=True)
class LogLine:
    """What one order led to: whose it was, and a sentence for each event."""

    number: int
    side: Side
    words: tuple[str, ...]


def log_lines(match: Match) -> tuple[LogLine, ...]:
    """The whole battle so far, order by order, without those of which nothing is to be told."""
    models = match.battle.models
    lines = (
        LogLine(number, given.order.side, tuple(event_words(one, models) for one in happened))
        for number, (given, happened) in enumerate(zip(match.given, match.events, strict=True), 1)
    )
    return tuple(line for line in lines if line.words)


def event_words(event: events.AnyEvent, models: Models) -> str:
    """An event as a sentence."""
    return WORDS[type(event)](event, models)


def _dice(dice: Sequence[int]) -> str:
    return ", ".join(map(str, dice))


def _rolled_off(event: events.RolledOff, _: Models) -> str:
    return f"The roll for the initiative: Terran {event.terran}, Talon {event.talon}."


def _laid(event: events.Laid, _: Models) -> str:
    return f"{event.name} lies at {place_words(event.place)}."


def _picked(event: events.Picked, _: Models) -> str:
    return f"{SIDE_TITLES[event.side]} takes the {event.edge} edge."


def _objectives(event: events.Objectives, _: Models) -> str:
    return f"There are {event.markers} markers (die {event.die})."


def _placed(event: events.Placed, _: Models) -> str:
    return f"Marker {event.marker + 1} lies at {place_words(event.place)}."


def _deployed(event: events.Deployed, models: Models) -> str:
    return f"{models[event.model].name} is set up at {place_words(event.place)}."


def _kept(event: events.Kept, models: Models) -> str:
    return f"{models[event.model].name} stays in reserve."


def _skipped(event: events.Skipped, models: Models) -> str:
    return f"{models[event.model].name} waits for another phase."


def _began(event: events.Began, _: Models) -> str:
    phase = f"{PHASES[event.phase]} phase"
    return f"Round {event.round}, {phase}. {SIDE_TITLES[event.side]} goes first."


def _acted(event: events.Acted, models: Models) -> str:
    return f"{models[event.model].name} {ACTS[event.action]}."


def _warped(event: events.Warped, models: Models) -> str:
    return f"The Warp Drive takes {models[event.model].name} {event.die + 2}″ (die {event.die})."


def _went(event: events.Went, models: Models) -> str:
    die = f" (die {event.die})" if event.die else ""
    return (
        f"{models[event.model].name} {HOW[event.how]} {place_words(event.place)}, "
        f"heading {degrees(event.heading)}°{die}."
    )


def _left(event: events.Left, models: Models) -> str:
    return f"{models[event.model].name} leaves the table at {place_words(event.place)}."


def _fired(event: events.Fired, models: Models) -> str:
    model, target = models[event.model], models[event.target]
    return (
        f"{model.name} fires its {weapon_title(model, event.weapon)} at {target.name}: "
        f"{_dice(event.dice)}; {_needed(event.needed)} hits."
    )


def _blocked(event: events.Blocked, models: Models) -> str:
    return f"{models[event.model].name} blocks: {_dice(event.dice)}; {_needed(event.needed)} blocks."


def _needed(needed: int) -> str:
    """The least die that will do: 6 always does, and 1 never (W1).

    >>> _needed(1), _needed(4), _needed(7)
    ('2+', '4+', '6')
    """
    least = min(6, max(2, needed))
    return f"{least}+" if least < 6 else "6"


def _ignored(event: events.Ignored, models: Models) -> str:
    return f"The Shield Booster of {models[event.model].name}: {event.die}."


def _hurt(event: events.Hurt, models: Models) -> str:
    model, why = models[event.model], CAUSES[event.cause]
    if not model.is_ship:
        return f"{model.name} takes a point of damage{why}."
    lost = " It is disabled." if event.disabled else ""
    return f"{model.name} takes a point of damage{why}, on its {slot_title(model, event.slot)}.{lost}"


def _mended(event: events.Mended, models: Models) -> str:
    model = models[event.model]
    return f"A point of damage comes off {model.name}’s {slot_title(model, event.slot)}."


def _gone(event: events.Gone, models: Models) -> str:
    if event.how == "destroyed":
        return f"{models[event.model].name} is destroyed."
    die = f" (die {event.die})" if event.die else ""
    return f"{models[event.model].name} surrenders{die}."


def _steadied(event: events.Steadied, models: Models) -> str:
    return f"{models[event.model].name} keeps fighting (die {event.die})."


def _rammed(event: events.Rammed, models: Models) -> str:
    return f"{models[event.model].name} rams {models[event.target].name}."


def _marked(event: events.Marked, models: Models) -> str:
    name = models[event.model].name
    if event.dropped:
        return f"{name} drops marker {event.marker + 1} at {place_words(event.place)}."
    return f"{name} picks up marker {event.marker + 1}."


def _mined(event: events.Mined, models: Models) -> str:
    name = models[event.model].name
    if event.exploded:
        return f"The mine at {place_words(event.place)} goes off under {name}."
    return f"{name} lays a mine at {place_words(event.place)}."


def _danger(event: events.Danger, models: Models) -> str:
    return f"{models[event.model].name} comes over {event.terrain}: {half(event.die)} (die {event.die})."


def _over(event: events.Over, _: Models) -> str:
    return f"{SIDE_TITLES[event.winner]} has won." if event.winner else "Nobody has won."


WORDS: Final[dict[type[Any], Callable[[Any, Models], str]]] = {
    events.RolledOff: _rolled_off,
    events.Laid: _laid,
    events.Picked: _picked,
    events.Objectives: _objectives,
    events.Placed: _placed,
    events.Deployed: _deployed,
    events.Kept: _kept,
    events.Skipped: _skipped,
    events.Began: _began,
    events.Acted: _acted,
    events.Warped: _warped,
    events.Went: _went,
    events.Left: _left,
    events.Fired: _fired,
    events.Blocked: _blocked,
    events.Ignored: _ignored,
    events.Hurt: _hurt,
    events.Mended: _mended,
    events.Gone: _gone,
    events.Steadied: _steadied,
    events.Rammed: _rammed,
    events.Marked: _marked,
    events.Mined: _mined,
    events.Danger: _danger,
    events.Over: _over,
}
