"""A captain: goes straight for the nearest marker or enemy, and fires where it hurts most."""

from typing import Final

from engines.warfleets.captains.admiral import Admiral
from engines.warfleets.captains.courses import Course, lawful, thoughts
from engines.warfleets.captains.weighing import Worths
from engines.warfleets.geometry import Place, length_to_nearest
from engines.warfleets.orders import AnyOrder
from engines.warfleets.rules.tracks import speed
from engines.warfleets.state import NOBODY, Battle, Model

TURNS: Final = 450
"""A captain thinks of few turns."""


class Captain(Admiral):
    """Plays a side by plain rules; only its shots are weighed."""

    def activate(self, battle: Battle, able: list[Model]) -> AnyOrder:
        """The first of the list."""
        return self._act(battle, able[0])

    def _act(self, battle: Battle, model: Model) -> AnyOrder:
        return self.best(battle, Worths(battle, self.temper), model).order

    def best(self, battle: Battle, worths: Worths, model: Model) -> Course:  # noqa: ARG002
        """The way that ends nearest to what it goes for; it stays on the table, and rams nobody."""
        goals = self.goals(battle, model)
        actions = self.actions(model, goals)
        ways = [one for one in thoughts(battle, model, TURNS, actions) if not one.off]
        far = [length_to_nearest(one.points[-1], goals) for one in ways]
        for at in sorted(range(len(ways)), key=far.__getitem__):
            if lawful(battle, model, ways[at]):
                return ways[at]
        raise ValueError("a model may always hold")

    def actions(self, model: Model, goals: list[Place]) -> tuple[str, ...]:
        """What it thinks of: to cruise only if every goal is farther away than a move."""
        near = speed(model, "move") + model.radius
        far = not goals or length_to_nearest(model.place, goals) > near
        return ("move", "hold", "cruise") if far else ("move", "hold")

    def goals(self, battle: Battle, model: Model) -> list[Place]:
        """For a ship the markers that lie on the table; without any, and for a squadron, the enemies."""
        markers = [one.place for one in battle.markers if one.carrier == NOBODY] if model.is_ship else []
        return markers or [one.place for one in battle.enemies(model) if one.is_ship or not model.is_ship]
