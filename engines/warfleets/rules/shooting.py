"""Who may shoot at whom, and what comes of it (W1, W13, W15 to W17, and the special rules of weapons)."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from engines.seam.refusals import Refusal, Refused
from engines.warfleets.catalogue import Special
from engines.warfleets.dice import succeeds
from engines.warfleets.events import Blocked, Fired
from engines.warfleets.geometry import Arc, arc, bears, gap, within
from engines.warfleets.orders import TURRET, Shoot
from engines.warfleets.rules.damage import settle, wound
from engines.warfleets.rules.tracks import inches
from engines.warfleets.state import Battle, Model

STEALTH: Final = 1200
"""From farther away a Stealth Rig is as good as cover."""
BLAST: Final = 400
EASY: Final = 2
"""What hits a target that holds (W13)."""
FACINGS: Final[dict[str, tuple[Arc, ...]]] = {
    "turret": ("front", "right", "rear", "left"),
    "front": ("front",),
    "sides": ("right", "left"),
    "rear": ("rear",),
}
"""The quarters that a weapon on a facing bears on."""


class Gun(NamedTuple):
    """A weapon as it is on a model."""

    number: int
    title: str
    range: int
    attacks: int
    strength: int
    specials: tuple[Special, ...]
    facing: str = "turret"
    hold_only: bool = False


class Shot(NamedTuple):
    """What a shot at a target needs: attack dice, the least that hits, and the least that blocks."""

    attacks: int
    hit: int
    block: int


def gun(model: Model, number: int) -> Gun | None:
    """A weapon of a model that works; None if there is none of that number."""
    if number >= len(model.mounts) or not (
        model.sheet.turret.attacks if number == TURRET else model.works(model.slot_of(number))
    ):
        return None
    return as_mounted(model, number)


def as_mounted(model: Model, number: int) -> Gun:
    """A weapon of a model, whether it works or not."""
    if number == TURRET:
        turret = model.sheet.turret
        strength = turret.strength + (1 if model.has("nuclear-ammo") else 0)
        return Gun(TURRET, "turret", turret.range * 100, turret.attacks, strength, model.specials)
    mount = model.mounts[number]
    found = model.weapons[number]
    return Gun(
        number,
        found.title,
        found.range * 100,
        found.attacks,
        found.strength,
        found.specials,
        mount.facing,
        found.hold_only,
    )


def guns(model: Model) -> list[Gun]:
    """All weapons of a model that work."""
    return [found for at in range(-1, len(model.mounts)) if (found := gun(model, at))]


def shoot(battle: Battle, order: Shoot) -> None:
    """Fire a weapon at its targets; a target that the same weapon has destroyed before is not shot at (WF52)."""
    model = battle.models[order.model]
    if wrong := refusal(battle, order):
        raise Refused(Refusal(wrong.rule, f"{wrong.reason}{_instead(battle, model, order)}", wrong.where))
    weapon = gun(model, order.weapon)
    if weapon is None:
        raise RuntimeError("a weapon was found lawful that is not there")
    model.fired.append((weapon.number, quarter(model, weapon, battle.models[order.targets[0]])))
    for at, number in enumerate(order.targets):
        target = battle.models[number]
        if target.status == "table":
            _fire(battle, model, weapon, target, order.attacks[at] if order.attacks else None)
    settle(battle)


def _instead(battle: Battle, model: Model, order: Shoot) -> str:
    """A sentence with what a weapon can be fired at, to follow a reason; "" if it cannot be fired at all."""
    weapon = gun(model, order.weapon)
    able = [
        one.name
        for one in (battle.enemies(model) if weapon else ())
        if refusal(battle, Shoot(order.side, model.number, order.weapon, (one.number,))) is None
    ]
    return f" It can shoot at {', '.join(able)}." if able else ""


def quarter(model: Model, weapon: Gun, target: Model) -> str:
    """Over which quarter a weapon fires at a target: for the sides of an Avenger it counts which (titles)."""
    for one in FACINGS[weapon.facing]:
        if bears(model.place, model.heading, target.place, one):
            return one if weapon.facing == "sides" else weapon.facing
    return ""


def refusal(battle: Battle, order: Shoot) -> Refusal | None:
    """Why a weapon may not be fired so; None if it may."""
    return next(_refusals(battle, order), None)


def _refusals(battle: Battle, order: Shoot) -> Iterator[Refusal]:
    model = battle.models[order.model]
    weapon = gun(model, order.weapon)
    if weapon is None:
        yield Refusal("W18", f"{model.name} has no such weapon that works.", model.name)
        return
    if model.action not in ("hold", "move"):
        yield Refusal("W15", f"{model.name} shoots only after a hold or a move.", model.name)
    if weapon.hold_only and model.action != "hold":
        yield Refusal("W15", f"The {weapon.title} fires only from a ship that holds.", model.name)
    yield from _split(model, weapon, order)
    for number in order.targets:
        if number >= len(battle.models):
            yield Refusal("W15", "There is no such target.", model.name)
        elif reason := cannot(battle, model, weapon, battle.models[number]):
            yield Refusal("W15", reason, model.name)
    if not order.targets or max(order.targets) >= len(battle.models):
        return
    if _has_fired(model, weapon, battle.models[order.targets[0]]):
        yield Refusal("W15", f"{model.name} has fired its {weapon.title}.", model.name)


def _has_fired(model: Model, weapon: Gun, target: Model) -> bool:
    """Whether a weapon was fired in this activation; one on an Avenger's sides over that of the target (titles)."""
    fired = [side for one, side in model.fired if one == weapon.number]
    if not fired or model.title != "avenger" or weapon.facing != "sides":
        return bool(fired)
    return quarter(model, weapon, target) in fired


def _split(model: Model, weapon: Gun, order: Shoot) -> Iterator[Refusal]:
    """Only a relentless weapon has several targets, and every attack goes to one of them."""
    if not order.targets:
        yield Refusal("W15", f"The {weapon.title} needs a target.", model.name)
    if len(set(order.targets)) != len(order.targets):
        yield Refusal("W15", "Every target is named once.", model.name)
    if not order.attacks:
        if len(order.targets) > 1:
            yield Refusal("W15", "Say how many attacks go to each target.", model.name)
        return
    if "relentless" not in weapon.specials:
        yield Refusal("W15", f"The {weapon.title} cannot split its attacks.", model.name)
    if len(order.attacks) != len(order.targets) or sum(order.attacks) != weapon.attacks:
        yield Refusal("W15", f"The {weapon.title} has {weapon.attacks} attacks in all.", model.name)


def cannot(battle: Battle, model: Model, weapon: Gun, target: Model) -> str:
    """Why a weapon cannot be fired at a target, as a sentence; "" if it can."""
    fault = _fault(battle, model, weapon, target)
    return _told(battle, model, weapon, target, fault) if fault else ""


Fault = Literal["", "enemy", "squadrons", "ships", "engaged", "range", "facing", "sight"]


def _fault(battle: Battle, model: Model, weapon: Gun, target: Model) -> Fault:
    """The first reason for which a weapon cannot be fired at a target."""
    if target.status != "table" or target.side == model.side:
        return "enemy"
    if weapon.specials and "anti-squadron" in weapon.specials and target.is_ship:
        return "squadrons"
    if weapon.specials and "anti-ship" in weapon.specials and not target.is_ship:
        return "ships"
    return _fault_of_place(battle, model, weapon, target)


def _fault_of_place(battle: Battle, model: Model, weapon: Gun, target: Model) -> Fault:
    engaged = battle.engaged_with(model)
    if engaged and target not in engaged:
        return "engaged"
    if not within(model.disc, target.disc, weapon.range):
        return "range"
    if not quarter(model, weapon, target):
        return "facing"
    return "sight" if _between(battle, model, target) else ""


def _between(battle: Battle, model: Model, target: Model) -> str:
    """The blocking terrain on a line of sight; "" if there is none (WF2)."""
    for piece in battle.pieces("blocking"):
        if piece.in_sight(model.place, target.place):
            return piece.name
    return ""


def _told(battle: Battle, model: Model, weapon: Gun, target: Model, fault: Fault) -> str:
    """A reason as a sentence."""
    if fault == "enemy":
        return f"{target.name} is no enemy on the table."
    if fault in ("squadrons", "ships"):
        return f"The {weapon.title} of {model.name} fires only at {fault}."
    if fault == "engaged":
        return f"{model.name} is engaged, and shoots only at those that it is engaged with."
    if fault == "range":
        far = inches(gap(model.disc, target.disc))
        return f"{target.name} is {far} inches away; the {weapon.title} reaches {inches(weapon.range)}."
    if fault == "facing":
        return f"The {weapon.title} on the {weapon.facing} does not bear on {target.name}."
    return f"{_between(battle, model, target)} is between {model.name} and {target.name}."


def may_shoot(battle: Battle, model: Model) -> bool:
    """Whether a model that has acted has a shot left."""
    if model.action not in ("hold", "move"):
        return False
    enemies = battle.enemies(model)
    for weapon in guns(model):
        if weapon.hold_only and model.action != "hold":
            continue
        for one in enemies:
            if not _has_fired(model, weapon, one) and not _fault(battle, model, weapon, one):
                return True
    return False


def targets(battle: Battle, model: Model, weapon: Gun) -> list[Model]:
    """Everybody that a weapon can be fired at."""
    return [one for one in battle.enemies(model) if not _fault(battle, model, weapon, one)]


def in_rear(model: Model, target: Model) -> bool:
    """Whether a target is shot in its rear; squadrons have none (WF32)."""
    return target.is_ship and arc(target.place, target.heading, model.place) == "rear"


def in_side(model: Model, target: Model) -> bool:
    """Whether a ship is shot in its side, the lines to its other quarters included (WF19)."""
    return target.is_ship and (
        bears(target.place, target.heading, model.place, "right")
        or bears(target.place, target.heading, model.place, "left")
    )


def in_cover(battle: Battle, model: Model, target: Model) -> bool:
    """Whether a shot goes through cover, or at a Stealth Rig from far away (W20, WF51)."""
    if target.has("stealth-rig") and not within(model.disc, target.disc, STEALTH):
        return True
    return any(piece.in_sight(model.place, target.place) for piece in battle.pieces("cover"))


def shot(battle: Battle, model: Model, weapon: Gun, target: Model, attacks: int | None = None) -> Shot:
    """The sums of a shot, before any die."""
    dice = weapon.attacks if attacks is None else attacks
    return Shot(*sums_of_shot(model, weapon, target, dice, covered=in_cover(battle, model, target)))


def sums_of_shot(
    model: Model, weapon: Gun, target: Model, dice: int, *, covered: bool
) -> tuple[int, int, int]:
    """Those sums as a plain tuple, because captains make so many; whether the target is in cover is known."""
    if "broadside" in weapon.specials and in_side(model, target):
        dice *= 2
    rear = in_rear(model, target)
    bonus = int(rear)
    bonus += not model.is_ship and not target.is_ship
    bonus += "anti-ship" in weapon.specials or "anti-squadron" in weapon.specials
    bonus += weapon.number == TURRET and model.has("precision-rig")
    bonus -= covered
    hit = EASY if target.held and target.is_ship else target.sheet.evasion - bonus
    return dice, hit, target.sheet.defence + weapon.strength + rear


def _fire(battle: Battle, model: Model, weapon: Gun, target: Model, attacks: int | None) -> None:
    """One shot: hits, blocks, damage, then the blast on the others, and then overheating (WF18)."""
    sums = shot(battle, model, weapon, target, attacks)
    dice = tuple([battle.roll(model, "hit") for _ in range(sums.attacks)])
    battle.events.append(Fired(model.number, weapon.number, target.number, sums.hit, dice))
    hits = sum(succeeds(die, sums.hit) for die in dice)
    if hits:
        near = caught(battle, target) if "blast" in weapon.specials else []
        _block(battle, target, weapon, hits, sums.block)
        for one in near:
            _block(battle, one, weapon, hits, one.sheet.defence + weapon.strength)
    if "overheating" in weapon.specials:
        wound(battle, model, dice.count(1), "overheating")


def caught(battle: Battle, target: Model) -> list[Model]:
    """Who else is within a blast, the nearest first (WF34)."""
    found = [one for one in battle.on_table() if one is not target and within(one.disc, target.disc, BLAST)]
    return sorted(found, key=lambda one: (gap(one.disc, target.disc), one.number))


def _block(battle: Battle, target: Model, weapon: Gun, hits: int, needed: int) -> None:
    dice = tuple([battle.roll(target, "block") for _ in range(hits)])
    battle.events.append(Blocked(target.number, needed, dice))
    through = sum(not succeeds(die, needed) for die in dice)
    wound(battle, target, through * (2 if "deadly" in weapon.specials else 1), "weapon")
