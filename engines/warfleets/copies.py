"""A battle once more, to try something out on it."""

from dataclasses import replace

from engines.warfleets.state import Battle, Model


def copied(battle: Battle) -> Battle:
    """The same battle, apart from the first: what happens to one does not happen to the other."""
    return replace(
        battle,
        models=[copied_model(model) for model in battle.models],
        edges=dict(battle.edges),
        markers=[replace(marker) for marker in battle.markers],
        mines=[replace(mine) for mine in battle.mines],
        wounds=battle.wounds[:],
        displaced=battle.displaced[:],
        starting=dict(battle.starting),
        events=[],
        dice=None,
    )


def copied_model(model: Model) -> Model:
    """The same model, apart from the first."""
    return replace(
        model, damage=model.damage[:], order=model.order[:], fired=model.fired[:], used=model.used[:]
    )
