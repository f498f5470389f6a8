"""Battles that the computer has fought; the same dice every time."""

from accounts.models import User
from battles import services
from battles.battle.services.resolving import start_hash
from battles.models import Battle, DiceSeal, Resolution, Way
from battles.services import open_battle
from bench.battles.fleets import over_terrain
from engines.seam.commitments import commitment_of
from engines.seam.documents import BattleSetup, Doctrine

HOLD, FLEE = Doctrine(stance="hold"), Doctrine(stance="preserve", save=("Dominion",))


LAMP = "1a" * 32
PARTS = {
    "terran_entropy": "5d3e07c1b2aa4f60918e3c7d2f05b6a4",
    "terran_source": "player",
    "talon_entropy": "a01c88d4e6f3472bb5190c6e7da2f341",
    "talon_source": "player",
}


def set_dice(resolution: Resolution, seed: str = LAMP) -> None:
    """Let a battle that waits for the computer have dice from this seed, known entropies, and a name known as well.

    Databases number on over what was taken back, so the name it was given is another with every run.
    """
    seal = resolution.seal
    assert seal is not None
    name = f"sample:{DiceSeal.objects.filter(pk__lt=seal.pk).count() + 1}"
    revealed = {"name": name, "seed": seed, "commitment": commitment_of(name, seed)}
    DiceSeal.objects.filter(pk=seal.pk).update(**revealed, **PARTS)
    seal.refresh_from_db()
    start = start_hash(resolution.battle, bytes(resolution.doctrines), resolution.rules_version, seal)
    Resolution.objects.filter(pk=resolution.pk).update(start_hash=start)


def given(terran: User, talon: User, setup: BattleSetup | None = None) -> Battle:
    """A battle that waits for the computer; Terran holds the field, Talon preserves its fleet."""
    battle = open_battle(
        setup=setup or over_terrain(),
        title="First Light, battle 3",
        place="Vega 5",
        terran_user=terran,
        talon_user=talon,
        owner_topic="war:17",
        owner_path="/wars/17/",
        way=Way.WORKER,
        doctrines={"terran": HOLD, "talon": FLEE},
    )
    set_dice(battle.resolutions.get())
    return battle


def fought_battle(terran: User, talon: User, setup: BattleSetup | None = None) -> Battle:
    """A battle the computer has fought."""
    battle = given(terran, talon, setup)
    assert services.resolve(battle.resolutions.get().pk)
    battle.refresh_from_db()
    return battle
