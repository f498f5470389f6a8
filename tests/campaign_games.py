"""Campaign games for tests: set up, accepted, and their legs settled at a table."""

from collections.abc import Mapping
from typing import Any

from django.test import Client

from accounts.models import User
from battles import services
from battles.models import Battle, Series
from engines.seam.documents import BattleSetup
from engines.seam.report_forms import Fields
from engines.seam.series import Player
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.sheets import typed
from tests.people import browser

FORM = {
    "legs": "picked",
    "sides": "turn-terran",
    "opponent": "link",
    "level": "ensign",
    "way": "table",
    "tempo": "step",
    "clock": "",
    "pace": "",
}


def set_up(user: User, *scenarios: int, **fields: str) -> Series:
    """A campaign game of these scenarios, set up in the form."""
    answer = browser(user).post(
        "/campaign-games/", {**FORM, "scenarios": [str(one) for one in scenarios], **fields}
    )
    assert answer.status_code == 302, answer.content.decode()
    return Series.objects.get(pk=int(answer["Location"].split("/")[2]))


def between(user: User, rival: User, *scenarios: int, **fields: str) -> Series:
    """The same, accepted by the rival."""
    made = set_up(user, *scenarios, **fields)
    answer = browser(rival).post(f"/campaign-games/invitation/{made.token}/accept/")
    assert answer["Location"] == made.get_absolute_url()
    made.refresh_from_db()
    return made


def begin(client: Client, series: Series, leg: int, **fields: str) -> Battle:
    """The battle of a leg that is begun from the page."""
    answer = client.post(f"{series.get_absolute_url()}begin/", {"leg": str(leg), **fields})
    assert answer.status_code == 302, answer.content.decode()
    return Battle.objects.get(pk=int(answer["Location"].split("/")[2]))


def win(battle: Battle, by: Player, *, series: Series, bloody: bool = True) -> None:
    """Settles a battle at a table: the winner holds the field, and the loser has lost everything or nothing."""
    winner: Side = "terran" if battle.terran_user_id == _pk(series, by) else "talon"
    fields = typed.with_usual_fates(
        battle.setup_document, {"winner": winner, "ending": "held", "rounds": "8"}
    )
    if bloody:
        for index, _unit in enumerate(battle.setup_document.force(opponent(winner))):
            fields[f"{typed.prefix(opponent(winner), index)}-fate"] = "destroyed"
    settled(battle, fields)


def win_at_patton(battle: Battle, by: Player, *, series: Series) -> None:
    """Settles a battle of scenario 4: Patton docks for Terran, or is destroyed for Talon (R70)."""
    winner: Side = "terran" if battle.terran_user_id == _pk(series, by) else "talon"
    fields = {"winner": winner, "ending": "aim", "rounds": "3"}
    if winner == "talon":
        names = [unit.name for unit in battle.setup_document.terran]
        fields[f"{typed.prefix('terran', names.index('Patton'))}-fate"] = "destroyed"
    settled(battle, typed.with_usual_fates(battle.setup_document, fields))


def nobody_wins(battle: Battle) -> None:
    """Settles a battle at a table in which all ships were lost (20.4)."""
    settled(battle, lost_by_both(battle.setup_document))


def lost_by_both(setup: BattleSetup) -> Fields:
    """The form of a battle in which all ships were lost."""
    fields: dict[str, Any] = {"winner": typed.NOBODY, "ending": "held", "rounds": "8"}
    for side in SIDES:
        for index, _unit in enumerate(setup.force(side)):
            fields[f"{typed.prefix(side, index)}-fate"] = "destroyed"
    return typed.with_usual_fates(setup, fields)


def settled(battle: Battle, fields: Any, by: Mapping[Side, User | None] | None = None) -> None:
    """Enters a result for Terran, and confirms it for Talon; `by` are the deputies who do so, None for the players."""
    by = by or {}
    reading = typed.read(battle.setup_document, fields)
    assert reading.report is not None, reading.problems
    entered = services.enter_report(
        battle_id=battle.pk,
        side="terran",
        seen_version=battle.version,
        report=reading.report,
        by=by.get("terran"),
    )
    services.confirm(battle_id=battle.pk, side="talon", seen_version=entered.version, by=by.get("talon"))


def _pk(series: Series, player: Player) -> int | None:
    series.refresh_from_db()
    return series.user_id if player == "user" else series.rival_id
