"""The form of orders for the round: fields for each ship and missile, the stops, and the doctrine for what is open."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django.http import QueryDict

from battles.battle.doctrine import STANCES
from engines.seam.documents import Doctrine
from engines.seam.refusals import refuse
from engines.seam.words.whole_numbers import whole_number
from engines.talon.play.rounds.orders import RoundOrders

MOST_SHIPS = 60
MOST_MISSILES = 99
IMPULSES = range(6)
CONTACTS = (
    ("first", "First in range of a ship"),
    ("each", "Each new one in range"),
    ("", "Do not ask"),
)
STOPS = (
    ("hull", "A hull hit"),
    ("critical", "A critical hit"),
    ("loss", "A ship destroyed"),
    ("shields", "A shield lost"),
    ("initiative", "The initiative may change"),
    ("questions", "A choice while a shot or effect is resolved"),
    ("phase", "The Power Phase"),
    ("unable", "An order that is no longer possible"),
)
"""The stops that are ticked, with their words. The round's end is always one."""
REACHES = (1, 2, 3, 4, 5, 6, 8, 10, 12)
"""How near an enemy can be meant to be, in hexes."""


def read_round(post: QueryDict, number: int, doctrine: Doctrine) -> RoundOrders:
    """The orders for that round that were sent, with the doctrine's stance as sent and the rest of it as it is.

    `Refused` if a field says something that no order can be.
    """
    ships, missiles = post.getlist("ship"), post.getlist("missile")
    too_many = len(ships) > MOST_SHIPS or len(missiles) > MOST_MISSILES
    if too_many or any(whole_number(one) is None for one in (*ships, *missiles)):
        raise refuse("", "The form names ships or missiles that are not in this battle. Reload the page.")
    raw = {
        "document": "round-orders",
        "round": number,
        "ships": [_ship(post, one) for one in ships],
        "missiles": [_missile(post, one) for one in missiles],
        "stops": _stops(post),
        **({"tactics": sent} if (sent := post.get("tactics", "")) else {}),
        "doctrine": {**msgspec.to_builtins(doctrine), "stance": post.get("stance", doctrine.stance)},
    }
    try:
        return msgspec.convert(raw, RoundOrders, strict=False)
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at ")
        raise refuse("", f"These orders cannot be read: {reason}.", where.strip("`")) from error


def _ship(post: QueryDict, number: str) -> dict[str, Any]:
    """One ship's fields; those that are left open are left out."""
    fire: dict[str, Any] = {"mode": post.get(f"mode.{number}", "captain")}
    for name in ("target", "reach", "chance"):
        if value := post.get(f"{name}.{number}", ""):
            fire[name] = value
    if post.get(f"groups.{number}.all", "") != ",".join(chosen := post.getlist(f"groups.{number}")):
        fire["groups"] = chosen
    found = {
        "unit": number,
        "course": _by_impulse(post, f"move.{number}"),
        "power": _by_impulse(post, f"ap.{number}"),
        "fire": fire,
    }
    for name in ("speed", "leave", "dock"):
        if value := post.get(f"{name}.{number}", ""):
            found[name] = value
    return found


def _missile(post: QueryDict, number: str) -> dict[str, Any]:
    found: dict[str, Any] = {"missile": number, "course": _by_impulse(post, f"fly.{number}")}
    if target := post.get(f"aim.{number}", ""):
        found["target"] = target
    return found


def _by_impulse(post: QueryDict, name: str) -> dict[int, str]:
    return {at: value for at in IMPULSES if (value := post.get(f"{name}.{at}", ""))}


def _stops(post: QueryDict) -> dict[str, Any]:
    ticked = post.getlist("stop")
    unknown = {*ticked} - {name for name, _ in STOPS}
    if unknown:
        raise refuse("", "One of the stops is unknown. Reload the page.", "stops")
    found: dict[str, Any] = {name: name in ticked for name, _ in STOPS}
    return found | {"contact": post.get("contact", "first"), "reach": post.get("within", "4")}


def stances() -> Iterable[tuple[str, str]]:
    """The stances of a doctrine by their titles."""
    return ((value, title) for value, title, _ in STANCES)
