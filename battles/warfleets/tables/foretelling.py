"""What would come of an order, in sentences."""

from collections.abc import Iterator, Sequence
from typing import Final

from battles.warfleets.tables.naming import degrees, place_words, weapon_title
from battles.warfleets.tables.words import decimal, percent
from engines.warfleets.orders import AnyOrder, Ram
from engines.warfleets.previews import Way
from engines.warfleets.rules.ramming import blows
from engines.warfleets.shots import ShotOffer
from engines.warfleets.state import Model

SHOWN: Final = 3
"""So many shots are named, the best first."""


def way_words(order: AnyOrder, way: Way, models: Sequence[Model]) -> tuple[str, ...]:
    """Where a model ends, what it meets on its way, and what it does there: whom it rams, or could shoot at."""
    rams = (ram_words(order, models),) if isinstance(order, Ram) else ()
    return (*_sentences(way, models), *rams)


def ram_words(ram: Ram, models: Sequence[Model]) -> str:
    """What a ram does to both ships, before any Shield Booster."""
    model, target = models[ram.model], models[ram.target]
    does = blows(model, target)
    far = f"{does.dice} to {6 * does.dice}″"
    pushed = (
        f"{target.name} is pushed {far} away." if does.dice else f"{target.name} is too large to be pushed."
    )
    return f"Damage: {target.name} {does.target}, {model.name} {does.rammer}. {pushed}"


def _sentences(way: Way, models: Sequence[Model]) -> Iterator[str]:
    model = models[way.model]
    if way.leaves:
        yield f"{model.name} leaves the table over the {way.leaves} edge."
    else:
        bow = f" with its bow at {degrees(way.heading)}°" if model.is_ship else ""
        yield f"{model.name} ends at {place_words(way.corners[-1])}{bow}."
    for one in way.terrain:
        yield f"It comes over {one.name}: {one.kind}."
    if way.over:
        yield f"It goes over {_named(way.over, models)}, and all of them are hurt."
    if way.under:
        yield f"It comes to lie over {_named(way.under, models)}."
    if way.markers:
        yield f"It comes to marker {' and '.join(str(number + 1) for number in way.markers)}."
    if way.mines:
        yield "It sets off a mine." if len(way.mines) == 1 else f"It sets off {len(way.mines)} mines."
    if shots := sorted(way.shots, key=_worth, reverse=True)[:SHOWN]:
        yield f"Shots from there: {'; '.join(_shot(one, model, models) for one in shots)}."


def _worth(shot: ShotOffer) -> float:
    over, under = shot.expected.damage
    return over / under


def _shot(shot: ShotOffer, model: Model, models: Sequence[Model]) -> str:
    expected = shot.expected
    return (
        f"{weapon_title(model, shot.weapon)} at {models[shot.target].name}, "
        f"{decimal(expected.damage)} damage, destroyed {percent(expected.destroyed)}"
    )


def _named(numbers: Sequence[int], models: Sequence[Model]) -> str:
    return " and ".join(models[one].name for one in numbers)
