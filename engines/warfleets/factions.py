"""A faction as a document that players bring: assets of its own besides the published ones (W3, WF61)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engines.seam.refusals import Refusal, Unreadable
from engines.seam.words.names import fault as fault_of_name
from engines.warfleets.catalogue import Catalogue, Extra, Upgrade, Weapon, catalogue
from engines.warfleets.toml_files import read_toml

KEY: Final = re.compile(r"[a-z]+(-[a-z]+)*")
LONGEST_KEY: Final = 30
MOST: Final = 20
"""So many assets of a kind has a faction at most."""
MOST_POINTS: Final = 100
MOST_BOXES: Final = 9
VALUES: Final = {"range": (1, 72), "attacks": (1, 12), "strength": (0, 6), "boxes": (1, MOST_BOXES)}
"""Of a weapon: the least and the most."""
MOST_WITH_BLAST: Final = 8
"""So many dice has a weapon with blast at most, on a broadside too: all whom it catches block each hit."""
OF_MODELS: Final = ("fragile", "rogue")
"""Special rules that a model has and no weapon."""


class Faction(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A faction under its name: its assets by key. All but weapons work as a published one."""

    name: str
    heroes: dict[str, Extra] = {}
    titles: dict[str, Extra] = {}
    upgrades: dict[str, Upgrade] = {}
    weapons: dict[str, Weapon] = {}


def read_faction(raw: bytes) -> Faction:
    """The faction of a file; Unreadable if it is none, or one that may not be played."""
    faction = read_toml(raw, Faction, "a faction")
    if wrong := next(faults(faction), None):
        raise Unreadable(wrong.reason.rstrip("."))
    return faction


def joined(faction: Faction) -> Catalogue:
    """What a fleet of a faction can have: all that is published, and the assets of the faction."""
    known = catalogue()
    return replace(
        known,
        heroes=known.heroes | faction.heroes,
        titles=known.titles | faction.titles,
        upgrades=known.upgrades | faction.upgrades,
        weapons=known.weapons | faction.weapons,
    )


def faults(faction: Faction) -> Iterator[Refusal]:
    """Every reason why a faction may not be played (WF61)."""
    refusal, known = partial(Refusal, "WF61", where=faction.name), catalogue()
    if wrong := fault_of_name(faction.name, what="name of the faction"):
        yield refusal(wrong)
    if not (faction.heroes or faction.titles or faction.upgrades or faction.weapons):
        yield refusal("The faction has no hero, title, upgrade or weapon.")
    groups: tuple[tuple[str, Mapping[str, Extra | Upgrade | Weapon], Mapping[str, object]], ...] = (
        ("hero", faction.heroes, known.heroes),
        ("title", faction.titles, known.titles),
        ("upgrade", faction.upgrades, known.upgrades),
        ("weapon", faction.weapons, known.weapons),
    )
    for what, own, published in groups:
        if len(own) > MOST:
            yield refusal(f"A faction has {MOST} assets of a kind at most; this one has {len(own)}.")
        for key, asset in own.items():
            for wrong in (*_of_the_key(key), *_of_the_asset(what, asset, published)):
                yield refusal(f"The {what} “{key[:LONGEST_KEY]}”: {wrong}")
    yield from map(refusal, _shared(faction))


def _shared(faction: Faction) -> Iterator[str]:
    """A key names one asset alone."""
    known = catalogue()
    keys = Counter([*faction.heroes, *faction.titles, *faction.upgrades, *faction.weapons])
    for key in sorted(key for key, count in keys.items() if count > 1):
        yield f"“{key[:LONGEST_KEY]}” is the key of {keys[key]} assets. Each needs one of its own."
    published = (
        {"turret"} | known.heroes.keys() | known.titles.keys() | known.upgrades.keys() | known.weapons.keys()
    )
    for key in sorted(keys.keys() & published):
        yield f"“{key}” is the key of a published asset. Choose another."


def _of_the_key(key: str) -> Iterator[str]:
    if len(key) > LONGEST_KEY or not KEY.fullmatch(key):
        yield (f"its key may have {LONGEST_KEY} characters: small letters, with hyphens between them.")


def _of_the_asset(
    what: str, asset: Extra | Upgrade | Weapon, published: Mapping[str, object]
) -> Iterator[str]:
    if wrong := fault_of_name(asset.title, what="title"):
        yield f"{wrong[0].lower()}{wrong[1:]}"
    if isinstance(asset, Weapon):
        yield from _of_the_weapon(asset)
        return
    if asset.works_as not in published:
        yield f"works_as must name the published {what} that it works as; there is no “{asset.works_as[:LONGEST_KEY]}”."
    if isinstance(asset, Extra) and not 0 <= asset.points <= MOST_POINTS:
        yield f"it costs 0 to {MOST_POINTS} points, not {asset.points}."
    if isinstance(asset, Upgrade) and not 1 <= asset.boxes <= MOST_BOXES:
        yield f"boxes are 1 to {MOST_BOXES}, not {asset.boxes}."


def _of_the_weapon(weapon: Weapon) -> Iterator[str]:
    for what, (least, most) in VALUES.items():
        if not least <= (value := getattr(weapon, what)) <= most:
            yield f"{what} is {least} to {most}, not {value}."
    if not weapon.facings or len(set(weapon.facings)) < len(weapon.facings):
        yield "facings names each of front, sides and rear once at most, and one at least."
    if len(set(weapon.specials)) < len(weapon.specials):
        yield "specials names each rule once."
    for special in OF_MODELS:
        if special in weapon.specials:
            yield f"{special} is a rule of models, not of weapons."
    if {"anti-ship", "anti-squadron"} <= set(weapon.specials):
        yield "it could shoot at nothing: it is anti-ship and anti-squadron."
    dice = weapon.attacks * (2 if "broadside" in weapon.specials else 1)
    if "blast" in weapon.specials and dice > MOST_WITH_BLAST:
        yield f"with blast it has {MOST_WITH_BLAST} attacks at most, and half as many with broadside."
    if "broadside" in weapon.specials and weapon.facings != ("sides",):
        yield 'broadside needs facings = ["sides"].'
