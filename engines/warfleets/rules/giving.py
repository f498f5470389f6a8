"""Carrying an order out, if it is the time for it (W4, W7, W8)."""

from typing import Final

from engines.seam.refusals import Refusal, Refused, refuse
from engines.seam.sides import SIDE_TITLES
from engines.warfleets.events import Skipped
from engines.warfleets.orders import (
    Activation,
    AnyOrder,
    Assign,
    Deploy,
    Displace,
    Done,
    Enough,
    Fly,
    Go,
    Hold,
    Lay,
    LayMarker,
    Mine,
    PickEdge,
    Pull,
    Ram,
    Repair,
    Reserve,
    Return,
    RollOff,
    Shoot,
    Skip,
    Untimely,
    Warp,
)
from engines.warfleets.rules import activating, damage, movement, preparing, ramming, shooting
from engines.warfleets.rules.sequence import (
    Question,
    Word,
    finish,
    followers,
    leader_of,
    pass_turn,
    question,
    run,
    start,
    to_act,
)
from engines.warfleets.state import NOBODY, PHASES, Battle, Model, Stage

EARLY: Final[dict[Word, str]] = {
    "roll": "First both sides roll for the initiative.",
    "terrain": "Now terrain is laid, or there is enough of it.",
    "edge": "Now the side with the initiative takes an edge of the table.",
    "marker": "Now a marker of the mission is laid.",
    "deploy": "Now a model is set up.",
    "arrive": "Now a ship in reserve is set up, or waits.",
}
RULES: Final[dict[Word, str]] = {
    "roll": "W4",
    "terrain": "W2",
    "edge": "W6",
    "marker": "W5",
    "deploy": "W6",
    "arrive": "WF42",
}
"""By which rule other orders are refused then."""


def give(battle: Battle, order: AnyOrder) -> None:
    """Carry an order out; `Refused` if it is not the time for it, or not lawful."""
    asked = question(battle)
    if asked is None:
        raise refuse("W5", "The battle is over.")
    if order.side != asked.side:
        raise _out_of_turn(battle, order, asked)
    if asked.word == "damage":
        if not isinstance(order, Assign):
            raise refuse("W18", "First say which upgrade takes the damage.")
        damage.assign(battle, order)
    elif asked.word == "displace":
        if not isinstance(order, Displace):
            raise refuse("W11", "First put the squadron aside.")
        movement.displace(battle, order)
    elif asked.word == "return":
        if not isinstance(order, Return):
            raise refuse("W12", "First put back what left the table.")
        movement.come_back(battle, order)
    elif asked.word in EARLY:
        _early(battle, order, asked.word)
    else:
        _in_turn(battle, order)
    run(battle)


def _out_of_turn(battle: Battle, order: AnyOrder, asked: Question) -> Refused:
    """Why a side cannot order anything now: of a shot, what is wrong with the shot comes first."""
    if isinstance(order, Shoot) and (wrong := _no_shot(battle, order)):
        return Refused(wrong)
    if asked.word == "activate" and not to_act(battle, order.side):
        size = PHASES[battle.phase]
        return refuse("W7", f"{SIDE_TITLES[order.side]} has nobody left in the phase of {size}s.")
    return refuse(RULES.get(asked.word, "W4"), "The other side decides now.")


def _no_shot(battle: Battle, order: Shoot) -> Refusal | None:
    """Why a model that has acted could not shoot so in any case."""
    if order.model >= len(battle.models):
        return None
    model = battle.models[order.model]
    if model.side != order.side or not model.acted:
        return None
    return shooting.refusal(battle, order)


def _early(battle: Battle, order: AnyOrder, word: Word) -> None:
    """What is ordered before the first round, and of ships that may come at the start of a later one."""
    if word == "roll" and isinstance(order, RollOff):
        preparing.roll_off(battle, order)
    elif word == "terrain" and isinstance(order, Lay):
        preparing.lay(battle, order)
    elif word == "terrain" and isinstance(order, Enough):
        preparing.enough(battle, order)
    elif word == "edge" and isinstance(order, PickEdge):
        preparing.pick(battle, order)
    elif word == "marker" and isinstance(order, LayMarker):
        preparing.lay_marker(battle, order)
    elif word in ("deploy", "arrive") and isinstance(order, Deploy):
        preparing.deploy(battle, order)
    elif word in ("deploy", "arrive") and isinstance(order, Reserve):
        preparing.reserve(battle, order)
    else:
        raise refuse(RULES[word], EARLY[word])
    if battle.step == "fighting" and not battle.round:
        start(battle)


def _in_turn(battle: Battle, order: AnyOrder) -> None:
    if isinstance(order, Untimely):
        raise refuse(*_untimely(order))
    if battle.stage == "warping":
        _warp_on(battle, order)
    elif battle.stage == "shooting":
        _shoot(battle, order)
    elif isinstance(order, Done) and battle.ace != NOBODY and battle.active == NOBODY:
        _led(battle, order)
    elif isinstance(order, Skip):
        _skip(battle, order)
    else:
        _activate(battle, order)


def _untimely(order: Untimely) -> tuple[str, str]:
    """By which rule an order is refused that belongs to another time, and why."""
    if isinstance(order, Assign):
        return "W18", "No damage waits for a choice."
    if isinstance(order, Displace):
        return "W11", "No squadron is to be put aside."
    if isinstance(order, Return):
        return "W12", "Nothing comes back to the table now."
    if isinstance(order, (Deploy, Reserve)):
        return "WF42", "Ships in reserve come at the start of a round, from the second on."
    return "W4", "That comes before the first round."


def _warp_on(battle: Battle, order: AnyOrder) -> None:
    model = battle.models[battle.active]
    if not isinstance(order, Go) or order.model != model.number:
        raise refuse("WF38", f"{model.name} warps now: say where it goes.", model.name)
    movement.go_warped(battle, order)
    battle.stage = "shooting"


def _shoot(battle: Battle, order: AnyOrder) -> None:
    model = battle.models[battle.active]
    if not isinstance(order, (Shoot, Done)) or order.model != model.number:
        raise refuse("W8", f"{model.name} shoots now, or is done.", model.name)
    if isinstance(order, Shoot):
        shooting.shoot(battle, order)
    else:
        finish(battle)


def _activate(battle: Battle, order: Activation) -> None:
    """What a model does that is activated now or was before; an Ace Commander may follow its first squadron."""
    model = _chosen(battle, order)
    leader = leader_of(battle, model)
    stage: Stage = "shooting"
    if isinstance(order, (Mine, Repair, Pull)):
        activating.use(battle, order)
        stage = "activated"
    elif isinstance(order, Warp):
        movement.warp(battle, order)
        stage = "warping"
    else:
        _act(battle, order)
    if battle.active == NOBODY:
        battle.ace = leader
        if leader != NOBODY:
            battle.models[leader].led = True
    battle.active, battle.stage = model.number, stage


def _led(battle: Battle, order: Done) -> None:
    """No second squadron is activated."""
    if order.model != battle.ace:
        raise refuse("WF41", f"{battle.models[battle.ace].name} has a second squadron activated, or is done.")
    pass_turn(battle)


def _skip(battle: Battle, order: Skip) -> None:
    """A rogue squadron waits for another phase; that is no activation (WF45)."""
    model = _chosen(battle, order)
    if "rogue" not in model.specials:
        raise refuse("W7", f"{model.name} is not rogue: it is activated in this phase.", model.name)
    if battle.active != NOBODY or battle.ace != NOBODY:
        raise refuse("WF45", f"{model.name} can skip a phase only before it is activated.", model.name)
    model.skipped = battle.phase
    battle.events.append(Skipped(model.number))


def _chosen(battle: Battle, order: Activation | Skip) -> Model:
    """The model that is activated, if it may be."""
    leading = battle.ace != NOBODY and battle.active == NOBODY
    able = followers(battle) if leading else to_act(battle, battle.side)
    found = next((one for one in able if one.number == order.model), None)
    if found is None:
        if isinstance(order, Shoot) and (wrong := _no_shot(battle, order)):
            raise Refused(wrong)
        names = ", ".join(one.name for one in able)
        if leading:
            raise refuse("WF41", f"The Ace Commander can have one of these activated: {names}.")
        raise refuse("W7", f"In the phase of {PHASES[battle.phase]}s one of these is activated: {names}.")
    if battle.active not in (NOBODY, order.model):
        raise refuse("W8", f"{battle.models[battle.active].name} is activated; it acts first.")
    return found


def _act(battle: Battle, order: AnyOrder) -> None:
    if isinstance(order, Hold):
        movement.hold(battle, order)
    elif isinstance(order, Go):
        movement.go(battle, order)
    elif isinstance(order, Fly):
        movement.fly(battle, order)
    elif isinstance(order, Ram):
        ramming.ram(battle, order)
    else:
        raise refuse("W15", "A model shoots after its action.")
