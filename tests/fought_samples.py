"""Battles that the computer has fought, for tests of the site; the same dice every time."""

from accounts.models import User
from battles import services
from battles.models import Battle, Resolution, Way
from battles.seam.documents import BattleSetup, Doctrine
from battles.services import open_battle
from tests.core.battle.records import fleets

HOLD, FLEE = Doctrine(stance="hold"), Doctrine(stance="preserve", save=("Dominion",))


def given(terran: User, talon: User, setup: BattleSetup | None = None) -> Battle:
    """A battle that waits for the computer; Terran holds the field, Talon preserves its fleet."""
    battle = open_battle(
        setup=setup or fleets(),
        title="First Light, battle 3",
        place="Vega 5",
        terran_user=terran,
        talon_user=talon,
        owner_topic="war:17",
        owner_path="/wars/17/",
        way=Way.WORKER,
        doctrines={"terran": HOLD, "talon": FLEE},
    )
    Resolution.objects.filter(battle=battle).update(seed="lamp")
    return battle


def fought_battle(terran: User, talon: User, setup: BattleSetup | None = None) -> Battle:
    """A battle the computer has fought."""
    battle = given(terran, talon, setup)
    assert services.resolve(battle.resolutions.get().pk)
    battle.refresh_from_db()
    return battle
