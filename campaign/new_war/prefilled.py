"""What the form of a new war says: at first, for a rematch, and once another map or opponent is chosen."""

from typing import Any

import msgspec

from accounts.models import User
from campaign.models import War
from campaign.new_war.maps import Offers, key_of, offers
from campaign.new_war.pace_form import pace_fields
from campaign.rules.settings import DIFFICULTIES, EVEN_HANDICAP, DifficultyName, Settings, difficulty_of
from campaign.war.chart.map_library import DEFAULT, shipped_maps, suggested
from campaign.war.log.documents import decode_settings, decode_state
from engines.seam.sides import as_side, opponent

NAMES = ["First Light", "The Long Night", "Ember Road", "Cold Harbour", "Broken Meridian", "The Quiet Lanes"]
RULES = (
    "treasury",
    "handicap",
    "reserve",
    "free_bases",
    "boxes",
    "black_holes",
    "transports_are_a_class",
    "lifetime_score",
    "reveal",
    "take_declined",
    "confirm_hours",
    "settled_by",
    "clock",
    "pace",
    "computer",
    "commander",
    "system",
)
LEVELS = ("computer", "commander")
WITH_A_FRIEND = "hand"
"""How two people fight their battles unless they choose otherwise."""
MEDIUM: DifficultyName = "medium"


def fresh(host: User) -> dict[str, Any]:
    """What a new form says: the default map and the settings it suggests."""
    published = msgspec.to_builtins(Settings())
    number = host.hosted_wars.count()
    return {
        "name": NAMES[number % len(NAMES)],
        "chart": DEFAULT,
        "side": "terran",
        "opponent": "link",
        "prefilled_for": DEFAULT,
        **{name: published[name] for name in RULES if name not in LEVELS},
        "settled_by": WITH_A_FRIEND,
        **suggested(shipped_maps()[DEFAULT]),
        "take_declined": True,
        "handicap": None,
        "difficulty": MEDIUM,
    }


def as_before(war: War, host: User, found: Offers, *, swap: bool = False) -> dict[str, Any]:
    """What a form for a rematch says: the war's map, settings, sides and players, in a war of a new name.

    `found` are the maps on offer, the war's own among them. `swap`: each has the other's side.
    """
    seats = {seat.user_id: seat for seat in war.seats.select_related("user")}
    other = next((seat for seat in seats.values() if seat.user_id != host.pk and seat.user), None)
    mine = as_side(seats[host.pk].side)
    settings = _settings_now(war)
    agreed = {name: value for name, value in msgspec.to_builtins(settings).items() if name in RULES}
    agreed |= pace_fields(war.pace) | handicap_fields(settings)
    if name := difficulty_of(settings):
        agreed |= {"difficulty": name, "commander": "", "computer": ""}
    key = key_of(found, war)
    against = "link" if other is None else "computer" if other.user and other.user.is_computer else "name"
    return {
        "chart": key,
        "prefilled_for": key,
        "side": opponent(mine) if swap else mine,
        "opponent": "one_screen" if war.one_screen else against,
        "callsign": other.title if other and against == "name" else "",
        **agreed,
    }


def handicap_fields(settings: Settings) -> dict[str, Any]:
    """How a handicap stands in the form: as even sides if it is the one that evens them."""
    usual = settings.handicap in (0, EVEN_HANDICAP)
    return {
        "even_sides": settings.handicap == EVEN_HANDICAP,
        "handicap": None if usual else settings.handicap,
    }


def easier_than(war: War) -> DifficultyName:
    """The difficulty below that of a war; the lowest for one with levels of its own."""
    names = list(DIFFICULTIES)
    found = difficulty_of(_settings_now(war))
    return names[max(0, names.index(found) - 1)] if found else names[0]


def _settings_now(war: War) -> Settings:
    """The war's settings with the difficulty of its end."""
    if war.state is None:
        return decode_settings(bytes(war.settings))
    return decode_state(bytes(war.state)).settings


def for_other_map(data: Any, host: User) -> Any | None:
    """The form's data with the settings of the map now chosen, if they were those of another; None if they fit.

    Settings changed by hand stay as they are.
    """
    chosen, before = data.get("chart"), data.get("prefilled_for")
    found = offers(host, chosen, before)
    if chosen == before or chosen not in found or before not in found:
        return None
    fitted = data.copy()
    fitted["prefilled_for"] = chosen
    new = suggested(found[chosen].chart)
    for name, old in suggested(found[before].chart).items():
        if _same(data.get(name), old):
            _put(fitted, name, new[name])
    return fitted


def for_other_opponent(data: Any) -> Any:
    """The form's data with battles fought by the computer if it is the opponent, and in the browser if it was.

    Only a form against the computer asks for a difficulty, and evens the sides unless it is told otherwise (S76).
    """
    fitted = data.copy()
    if data.get("opponent") == "computer":
        fitted["settled_by"] = "worker"
        if "difficulty" not in data:
            fitted["difficulty"], fitted["even_sides"] = MEDIUM, "on"
    elif "difficulty" in data:
        fitted["settled_by"] = WITH_A_FRIEND
        fitted.pop("even_sides", None)
    return fitted


def _same(typed: str | None, value: Any) -> bool:
    return bool(typed) == value if isinstance(value, bool) else typed == str(value)


def _put(data: Any, name: str, value: Any) -> None:
    if isinstance(value, bool):
        data.pop(name, None)
        if value:
            data[name] = "on"
    else:
        data[name] = str(value)
