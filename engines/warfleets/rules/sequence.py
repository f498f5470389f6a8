"""Whose turn it is: rounds, phases and activations, and what has to be decided first (W4, W7)."""

from typing import Final, Literal, NamedTuple

from engines.seam.sides import Side, opponent
from engines.warfleets.events import Began
from engines.warfleets.geometry import within
from engines.warfleets.rules import damage, morale, preparing, ramming, shooting
from engines.warfleets.state import NOBODY, PHASES, Battle, Model, Stage, Step

Word = Literal[
    "roll",
    "terrain",
    "edge",
    "marker",
    "deploy",
    "arrive",
    "damage",
    "displace",
    "return",
    "activate",
    "lead",
    "act",
    "warp",
    "shoot",
]
PREPARING: Final[dict[Step, Word]] = {
    "initiative": "roll",
    "terrain": "terrain",
    "edge": "edge",
    "markers": "marker",
    "ships": "deploy",
    "squadrons": "deploy",
}
"""What is asked in each step before the first round."""
STAGES: Final[dict[Stage, Word]] = {
    "choosing": "act",
    "activated": "act",
    "warping": "warp",
    "shooting": "shoot",
}
"""What is asked of the model in turn."""
SHOOTS: Final = ("hold", "move")
"""After these actions a model may shoot (W15)."""
ACE: Final = "ace-commander"
LEAD: Final = 600
"""So near an Ace Commander's ship squadrons follow him (WF41)."""


class Question(NamedTuple):
    """What is to be decided now, by which side, and for which model; `NOBODY` if the side chooses one.

    "lead" is whether an Ace Commander has a second squadron activated; its model is the ship.
    """

    side: Side
    word: Word
    model: int = NOBODY


def question(battle: Battle) -> Question | None:
    """What is to be decided now; None if the battle is over."""
    if battle.over:
        return None
    if waits := _between(battle):
        return waits
    if battle.step != "fighting":
        return Question(battle.side, PREPARING[battle.step])
    if battle.active != NOBODY:
        return Question(battle.side, STAGES[battle.stage], battle.active)
    if battle.ace != NOBODY:
        return Question(battle.side, "lead", battle.ace)
    return Question(battle.side, "activate")


def _between(battle: Battle) -> Question | None:
    """What is to be decided before anything else goes on; None if nothing is."""
    if hurt := damage.asked(battle):
        return Question(hurt.side, "damage", hurt.number)
    if battle.displaced:
        moved = battle.models[battle.displaced[0][0]]
        return Question(opponent(moved.side), "displace", moved.number)
    if battle.returning:
        back = next(one for one in battle.models if one.status == "off")
        return Question(back.side, "return", back.number)
    if battle.coming:
        coming = battle.models[battle.coming[0]]
        return Question(coming.side, "arrive", coming.number)
    return None


def to_act(battle: Battle, side: Side) -> list[Model]:
    """The models of a side that are still to be activated in this phase, rogues that waited for it included (W7)."""
    return [
        one
        for one in battle.models
        if one.side == side
        and not one.acted
        and one.status == "table"
        and (one.phase == battle.phase or one.skipped >= 0)
        and one.skipped < battle.phase
    ]


def followers(battle: Battle) -> list[Model]:
    """The squadrons that may be activated now by an Ace Commander, after the first (WF41)."""
    ship = battle.models[battle.ace]
    if ship.status != "table":
        return []
    return [one for one in to_act(battle, ship.side) if not one.is_ship and within(ship.disc, one.disc, LEAD)]


def leader_of(battle: Battle, model: Model) -> int:
    """The ship of an Ace Commander for whom this is the first squadron of the round; `NOBODY` if there is none."""
    if model.is_ship or battle.active != NOBODY or battle.ace != NOBODY:
        return NOBODY
    for ship in battle.ships():
        if (
            ship.side == model.side
            and ship.hero == ACE
            and not ship.led
            and within(ship.disc, model.disc, LEAD)
        ):
            return ship.number
    return NOBODY


def run(battle: Battle) -> None:
    """Go on until something is to be decided, or the battle is over."""
    while not battle.over:
        damage.settle(battle)
        if battle.wounds:
            return
        if battle.push:
            ramming.push_on(battle)
            continue
        morale.fall(battle)
        battle.displaced = [one for one in battle.displaced if battle.models[one[0]].status == "table"]
        if battle.over or battle.displaced:
            return
        if battle.returning:
            if any(one.status == "off" for one in battle.models):
                return
            _end_round(battle)
        elif battle.active != NOBODY:
            if _goes_on(battle):
                return
            finish(battle)
        elif (
            battle.step != "fighting" or battle.coming or battle.ace != NOBODY or to_act(battle, battle.side)
        ):
            return
        else:
            _next_phase(battle)


def _goes_on(battle: Battle) -> bool:
    """Whether the model in turn has something left to do."""
    model = battle.models[battle.active]
    if model.status != "table":
        return False
    if battle.stage != "shooting":
        return True
    if model.skipped >= 0 and model.action != "hold":
        return False
    return model.action in SHOOTS and shooting.may_shoot(battle, model)


def finish(battle: Battle) -> None:
    """The activation is over, and the other side goes on if it has anybody left in this phase (W4)."""
    model = battle.models[battle.active]
    model.acted = True
    model.fired.clear()
    model.used.clear()
    battle.active, battle.stage, battle.warp = NOBODY, "choosing", 0
    if battle.ace == NOBODY or not followers(battle):
        pass_turn(battle)


def pass_turn(battle: Battle) -> None:
    """The other side goes on if it has anybody left in this phase, and no Ace Commander leads any more."""
    battle.ace = NOBODY
    if to_act(battle, opponent(battle.side)):
        battle.side = opponent(battle.side)


def _next_phase(battle: Battle) -> None:
    """The other side if it has somebody left, or the next phase that has anybody, or the end of the round (W7)."""
    if to_act(battle, opponent(battle.side)):
        battle.side = opponent(battle.side)
    elif battle.phase + 1 < len(PHASES):
        battle.phase += 1
        battle.side = battle.initiative
        battle.events.append(Began(battle.round, battle.phase, battle.side))
    else:
        battle.returning = True


def _end_round(battle: Battle) -> None:
    """Morale, the count after the last round, and then the next (W4, W5, W19)."""
    battle.returning = False
    morale.try_morale(battle)
    morale.fall(battle)
    morale.count(battle)
    if battle.over:
        return
    battle.round += 1
    battle.phase = 0
    battle.initiative = battle.side = opponent(battle.initiative)
    for one in battle.models:
        one.acted = one.hurt = one.led = False
        one.action, one.skipped = "", -1
    battle.coming = preparing.waiting(battle)
    battle.events.append(Began(battle.round, 0, battle.side))


def start(battle: Battle) -> None:
    """The first round begins, with the ships of both fleets counted (W4, W19)."""
    preparing.count_ships(battle)
    battle.step, battle.round, battle.phase = "fighting", 1, 0
    battle.side = battle.initiative
    battle.events.append(Began(1, 0, battle.side))
