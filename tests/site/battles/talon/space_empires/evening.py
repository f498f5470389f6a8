"""An evening of Space Empires: a game between two people, its battles entered step by step, and their results."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.test import Client

from accounts.models import User
from battles import services
from battles.models import Battle, SpaceEmpiresBattle, SpaceEmpiresGame
from engines.seam.documents import Ending, Fate, Report
from engines.seam.sides import Side
from tests.people import browser

HOW = {"way": "table", "level": "ensign", "tempo": "step", "clock": "", "boxes": "1"}
Group = tuple[str, str, int, int, int]
"""A group: class, name, attack, defence, experience."""
Fates = tuple[Sequence[Fate], Sequence[Fate]]


def set_up(
    user: User, *, side: Side = "terran", opponent: str = "link", name: str = "Sundays"
) -> SpaceEmpiresGame:
    """A game that is set up in the form."""
    answer = browser(user).post("/space-empires/", {"name": name, "side": side, "opponent": opponent})
    assert answer.status_code == 302, answer.content.decode()
    return SpaceEmpiresGame.objects.get(pk=int(answer["Location"].split("/")[2]))


def between(user: User, rival: User, side: Side = "terran") -> SpaceEmpiresGame:
    """The same, accepted by the rival."""
    made = set_up(user, side=side)
    answer = browser(rival).post(f"/space-empires/invitation/{made.token}/accept/")
    assert answer["Location"] == made.get_absolute_url()
    made.refresh_from_db()
    return made


def new_battle(client: Client, game: SpaceEmpiresGame) -> SpaceEmpiresBattle:
    """One more battle, to be entered."""
    answer = client.post(f"{game.get_absolute_url()}new/")
    number = int(answer["Location"].split("/")[4])
    return game.battles.get(number=number)


def fields_of(side: Side, groups: Sequence[Group], legendary: Sequence[str] = ()) -> dict[str, str]:
    """The fields of a side's groups."""
    found = {f"{side}_rows": str(max(4, len(groups)))}
    for at, (ship_class, name, attack, defence, experience) in enumerate(groups):
        key = f"{side}_{at}"
        found |= {f"{key}_class": ship_class, f"{key}_name": name, f"{key}_count": "1"}
        found |= {f"{key}_attack": str(attack), f"{key}_defence": str(defence)}
        found[f"{key}_experience"] = str(experience)
        if name in legendary:
            found[f"{key}_legendary"] = "on"
    return found


WHO = {
    **fields_of("terran", [("destroyer", "Caleb", 1, 1, 0)]),
    **fields_of("talon", [("frigate", "Vision", 1, 0, 0)]),
}
SPACE = {"where": "space", "defender": "terran"}
LANDING = {"where": "colony", "defender": "talon", "place": "Vega"}
LANDERS = {
    **fields_of("terran", [("heavy_cruiser", "Napoleon", 1, 1, 0), ("transport", "Normandy", 0, 0, 0)]),
    **fields_of("talon", [("destroyer", "Hunter", 1, 1, 0)]),
}


def who_page(client: Client, row: SpaceEmpiresBattle) -> dict[str, str]:
    """The hidden fields with which the second step is sent from its page."""
    page = client.get(f"{row.get_absolute_url()}who/").content.decode()
    return dict(re.findall(r'<input type="hidden" name="(\w+_was)" value="([^"]*)"', page))


def enter(
    client: Client,
    row: SpaceEmpiresBattle,
    where: Mapping[str, str],
    who: Mapping[str, str],
    how: Mapping[str, str] | None = None,
) -> Any:
    """The three steps of a battle, sent one after the other; the answer to the last one."""
    path = row.get_absolute_url()
    first = client.post(f"{path}where/", {"place": "", "warp_row": "6", "warp_column": "8", **where})
    assert first["Location"] == f"{path}who/", first.content.decode()
    second = client.post(f"{path}who/", who_page(client, row) | dict(who))
    assert second["Location"] == f"{path}how/", second.content.decode()
    return client.post(f"{path}how/", {**HOW, **(how or {})})


def troops(client: Client, row: SpaceEmpiresBattle, *words: str) -> dict[str, str]:
    """The fields of the form for troops as its page has them, with these words for one transport after the other."""
    page = client.get(row.get_absolute_url()).content.decode()
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)
    written = {f"troops_{at}": one for at, one in enumerate(words)}
    return {name: value for name, value in hidden if name != "csrfmiddlewaretoken"} | written


def seal(client: Client, row: SpaceEmpiresBattle, *words: str) -> Any:
    """Sends that form."""
    return client.post(f"{row.get_absolute_url()}troops/", troops(client, row, *words))


def begun(answer: Any) -> Battle:
    """The battle to which an answer leads."""
    assert answer.status_code == 302, answer.content.decode()
    assert answer["Location"].startswith("/battles/"), answer["Location"]
    return Battle.objects.get(pk=int(answer["Location"].split("/")[2]))


def over(battle: Battle, fates: Fates, winner: Side, rounds: int, ending: Ending = "held") -> None:
    """Enters a result with the fates of Terran's and Talon's units for Terran, and confirms it for Talon."""
    terran, talon = fates
    report = Report(rounds, ending, tuple(terran), tuple(talon), winner)
    entered = services.enter_report(
        battle_id=battle.pk, side="terran", seen_version=battle.version, report=report
    )
    services.confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
