"""Whether what a position says of a battle of Space Empires: 4X is possible (32)."""

from collections.abc import Iterator

from engines.talon.aims import landing
from engines.talon.qualities import PLAIN
from engines.talon.state import Battle, Qualities

Finding = tuple[str, str, str]
NOWHERE = ("undeployed", "waiting", "out")


def numbers(battle: Battle) -> Iterator[Finding]:
    """Every unit has a quality, and whoever is named is there."""
    known = range(len(battle.units))
    qualities = battle.qualities
    if qualities is not None and len(qualities.of) != len(battle.units):
        yield "qualities", "32.4", "Every unit has one quality, and there are no more of them than units."
    for number in (*(() if qualities is None else qualities.charged), *battle.unloaded):
        if number not in known:
            yield "", "32.3", f"There is no unit number {number}."
    for at, missile in enumerate(battle.missiles):
        if missile.firer not in known and missile.firer != -1:
            yield f"missiles[{at}].firer", "32.4", f"There is no unit number {missile.firer}."


def findings(battle: Battle) -> Iterator[Finding]:
    """Everything impossible about technology, crews, tactics, troops, and who has launched a missile."""
    if battle.qualities is not None:
        yield from _crews(battle, battle.qualities)
    for at, missile in enumerate(battle.missiles):
        if missile.firer >= 0:
            firer = battle.units[missile.firer]
            if battle.qualities is None:
                reason = "Who has launched a missile is noted only where technology or crews count."
                yield f"missiles[{at}].firer", "32.4", reason
            elif firer.side != missile.side or not firer.kind.launchers:
                reason = f"{firer.name} has not launched a missile of {missile.side.title()}."
                yield f"missiles[{at}].firer", "32.4", reason
    asked = battle.step == "tactics" and not battle.ending and not battle.agenda
    if asked and battle.tactics != battle.side:
        yield (
            "step",
            "32.4",
            f"{battle.side.title()} has no tactics left by which the initiative could change.",
        )
    yield from _troops(battle)


def _crews(battle: Battle, qualities: Qualities) -> Iterator[Finding]:
    if all(quality == PLAIN for quality in qualities.of):
        yield "qualities", "32.4", "At least one unit has a quality that says something."
    if qualities.charged != sorted(set(qualities.charged)):
        yield "qualities.charged", "32.5", "Each legendary crew is named once, by the units' numbers."
    for at, unit in enumerate(battle.units):
        if at in qualities.charged and unit.kind.fighters:
            yield f"qualities.of[{at}]", "R117", f"{unit.name} is a squadron, which spends no AP."
        if at in qualities.charged and not qualities.of[at].legendary:
            yield (
                f"qualities.of[{at}]",
                "32.5",
                f"The crew of {unit.name} is not legendary, so it has no extra AP.",
            )
        if at in qualities.charged and unit.status in NOWHERE:
            yield f"qualities.of[{at}]", "32.5", f"{unit.name} has no extra AP before it is in the battle."


def _troops(battle: Battle) -> Iterator[Finding]:
    """Only transports that come back have set troops down, and not before the battle (32.3)."""
    if len(set(battle.unloaded)) < len(battle.unloaded) or list(battle.unloaded) != sorted(battle.unloaded):
        yield "unloaded", "32.3", "Each transport is named once, by the units' numbers."
    for at, unit in enumerate(battle.units):
        aim = landing(battle.aims, unit.side)
        comes_back = unit.kind.transport and aim is not None and aim.returns
        if at in battle.unloaded and (not comes_back or not battle.round or unit.status in NOWHERE):
            yield f"units[{at}].status", "32.3", f"{unit.name} has set no troops down on a planet."
        if comes_back and unit.status == "landed" and at not in battle.unloaded:
            yield f"units[{at}].status", "32.3", f"{unit.name} is on the planet, so its troops are down."
