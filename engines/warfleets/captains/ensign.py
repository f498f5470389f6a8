"""An ensign: goes straight for the nearest enemy, and fires one weapon at it."""

from engines.warfleets.captains.captain import Captain
from engines.warfleets.geometry import Place, squared_distance
from engines.warfleets.orders import AnyOrder, Assign, Done, Shoot
from engines.warfleets.rules import damage
from engines.warfleets.rules.shooting import guns, refusal
from engines.warfleets.state import Battle, Model


class Ensign(Captain):
    """Plays a side without weighing anything, and picks up only the markers that lie on its way."""

    def goals(self, battle: Battle, model: Model) -> list[Place]:
        """The enemy's ships; for a squadron all enemies."""
        return [one.place for one in battle.enemies(model) if one.is_ship or not model.is_ship]

    def actions(self, model: Model, goals: list[Place]) -> tuple[str, ...]:  # noqa: ARG002
        """An ensign never cruises."""
        return ("move", "hold")

    def _shoot(self, battle: Battle, model: Model) -> AnyOrder:
        """The first weapon that can be fired at the nearest enemy; the others stay silent."""
        near = [(squared_distance(model.place, one.place), one.number) for one in battle.enemies(model)]
        if model.fired:
            return Done(model.side, model.number)
        for weapon in guns(model) if near else []:
            order = Shoot(model.side, model.number, weapon.number, (min(near)[1],))
            if refusal(battle, order) is None:
                return order
        return Done(model.side, model.number)

    def _assign(self, model: Model) -> AnyOrder:
        return Assign(model.side, model.number, damage.choices(model)[0])
