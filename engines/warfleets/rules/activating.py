"""What a ship may do as it is activated, before its action (WF8): lay a mine, repair, pull."""

from typing import Final

from engines.seam.refusals import refuse
from engines.warfleets.events import Mined
from engines.warfleets.geometry import Place, gap, within
from engines.warfleets.orders import Mine, Pull, Repair
from engines.warfleets.rules.damage import mend
from engines.warfleets.rules.ramming import pull
from engines.warfleets.rules.spots import hint
from engines.warfleets.rules.tracks import inches
from engines.warfleets.state import Battle, Model
from engines.warfleets.table import Mine as Laid
from engines.warfleets.table import on_table

NEAR: Final = 400
"""How far a mine is laid, and a repair reaches."""


def use(battle: Battle, order: Mine | Repair | Pull) -> None:
    """Carry out what a ship does as it is activated; each of the three once."""
    model = battle.models[order.model]
    word = type(order).__name__
    if word in model.used:
        raise refuse("WF8", f"{model.name} has done that in this activation.", model.name)
    if isinstance(order, Mine):
        _lay(battle, order)
    elif isinstance(order, Repair):
        _repair(battle, order)
    else:
        pull(battle, order)
    model.used.append(word)


def _lay(battle: Battle, order: Mine) -> None:
    model, place = battle.models[order.model], order.place
    if model.hero != "expert-sapper":
        raise refuse("W3", f"{model.name} has no Expert Sapper.", model.name)
    if not _in_reach(model, place):
        far = inches(gap(model.disc, (place, 0)))
        words = hint(place, lambda other: _in_reach(model, other))
        raise refuse(
            "WF40", f"That is {far} inches away; a mine is laid on the table within 4.{words}", model.name
        )
    battle.mines.append(Laid(place, model.side))
    battle.events.append(Mined(model.number, place))


def _in_reach(model: Model, place: Place) -> bool:
    """Whether a mine may be laid here."""
    return on_table(place) and within(model.disc, (place, 0), NEAR)


def _repair(battle: Battle, order: Repair) -> None:
    model = battle.models[order.model]
    if not model.has("repair-bay"):
        raise refuse("W18", f"{model.name} has no Repair Bay that works.", model.name)
    target = battle.models[order.target] if order.target < len(battle.models) else model
    if target is model or not target.is_ship or target.status != "table" or target.side != model.side:
        raise refuse("WF36", "A Repair Bay helps another ship of its side on the table.", model.name)
    if not within(model.disc, target.disc, NEAR):
        raise refuse("WF36", f"{target.name} is farther away than 4 inches.", model.name)
    if not target.order or not target.works(target.order[-1]):
        raise refuse("WF36", f"{target.name} has no upgrade that is damaged and not disabled.", model.name)
    mend(battle, target, 1)
