"""Ships whose names an earlier version took and no battle could use get other names, and their battles go on."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles import services as battle_services
from battles.models import Resolution
from campaign.files.archive import restore, whole
from campaign.files.document import read_whole
from campaign.models import Draft, Entry, War
from campaign.new_war import settings as beginning
from campaign.renaming.ships import rename_ship
from campaign.rules import orders as o
from campaign.war.log.rebuild import differences
from campaign.war.services import results
from campaign.war.services import secret_orders as planning
from campaign.watching import link as watching
from engines.seam.codec import renamed
from engines.seam.refusals import Refused
from engines.seam.sides import Side
from tests.people import browser, make_person
from tests.site.campaign.paper.test_taking_over import entered
from tests.site.campaign.war.test_names import CLEAN, TALON, fleet_of, to_battle
from tests.site.seats import text
from tests.site.wars import state_of, user_of

pytestmark = pytest.mark.django_db
STUCK = ["Sun\u00a0Tzu", "Pat\u200bton"]


def old_war(anna: User, monkeypatch: pytest.MonkeyPatch, bad: str, **changes: Any) -> War:
    """A war as an earlier version began it, with a name that its form took."""
    monkeypatch.setattr(beginning, "RULES", 2)
    boris = make_person("boris")
    form = entered(terran_ships=fleet_of([CLEAN]), talon_ships=TALON, **changes)
    assert browser(anna).post("/wars/take-over/", form).status_code == 302
    war = War.objects.get()
    assert war.taken is not None
    War.objects.update(taken=renamed(bytes(war.taken), CLEAN, bad))
    accepted = browser(boris).post(f"/wars/join/{war.invitations.get().token}/accept/")
    assert accepted.status_code == 302
    war.refresh_from_db()
    assert bad in state_of(war).terran.ships
    return war


@pytest.mark.parametrize("bad", STUCK)
@pytest.mark.parametrize("way", ["table", "worker"])
def test_a_stuck_battle_goes_on_once_its_ship_is_renamed(
    anna: User, monkeypatch: pytest.MonkeyPatch, bad: str, way: str
) -> None:
    war = old_war(anna, monkeypatch, bad, settled_by=way)
    battle, client = to_battle(war), browser(anna)
    if way == "worker":
        for _ in range(6):
            Resolution.objects.filter(battle=battle).update(due_at="2020-01-01T00:00Z")
            battle_services.resolve(battle.resolutions.get().pk)
        assert battle.resolutions.get().status == Resolution.Status.FAILED
    stuck = client.get(f"/battles/{battle.pk}/beginning.txt")
    if way == "table":
        assert stuck.status_code == 422
        assert "U+" in stuck.text
        assert "Give the unit another name; in a war, on the war" in stuck.text
        assert "\\u" not in stuck.text
    page = client.get(f"/wars/{war.pk}/terran/").text
    assert "Rename a ship" in page
    assert 'value="Sun Tzu"' in page or 'value="Patton"' in page
    assert (
        "Rename a ship" not in browser(User.objects.get(username="boris")).get(f"/wars/{war.pk}/talon/").text
    )

    war.refresh_from_db()
    form = {"seen_version": war.version, "name": bad, "new": "Guderian"}
    assert client.post(f"/wars/{war.pk}/terran/rename/", form).status_code == 302
    assert "Guderian" in state_of(war).terran.ships
    assert bad not in state_of(war).terran.ships
    assert differences(war) == []
    assert "Rename a ship" not in client.get(f"/wars/{war.pk}/terran/").text
    battle.refresh_from_db()
    assert "Guderian" in {unit.name for unit in battle.setup_document.terran}
    if way == "worker":
        assert battle_services.resolve(battle.resolutions.get().pk)
        assert results.absorb(battle_id=battle.pk)
        war.refresh_from_db()
        assert differences(war) == []
    else:
        assert client.get(f"/battles/{battle.pk}/beginning.txt").status_code == 200
    for path in ("", "history/", "tracking/", "charts/"):
        answer = client.get(f"/wars/{war.pk}/terran/{path}")
        assert answer.status_code == 200
        assert bad not in answer.text


def test_a_renamed_ship_has_its_new_name_everywhere_and_in_every_file(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    war = old_war(anna, monkeypatch, STUCK[0])
    before = whole(war)
    assert bytes(restore(file=read_whole(before)).state or b"") == bytes(war.state or b"")
    state = state_of(war)
    plan = o.Plan(assign={name: ship.where or "reserve" for name, ship in state.terran.ships.items()})
    planning.save_draft(war=war, state=state, side="terran", order=plan)
    rename_ship(
        war_id=war.pk, side="terran", user=anna, seen_version=war.version, name=STUCK[0], new="Sun\u00a0Tzu"
    )
    assert "Sun Tzu" in planning.draft_of(war, state_of(war), "terran").assign  # type: ignore[union-attr]
    raw = whole(war)
    assert STUCK[0] not in raw.decode().replace(f'"name":"{STUCK[0]}"', "")
    again = restore(file=read_whole(raw))
    assert bytes(again.state or b"") == bytes(war.state or b"")
    assert whole(again) == raw
    assert differences(again) == []
    assert Draft.objects.filter(war=war).count() == 1
    assert Entry.objects.filter(war=war, kind="rename", seat="terran", user=anna).count() == 1


def history_of(war: War, *, side: Side) -> str:
    """The words of the history that a side reads, of the turn of now."""
    user = user_of(war, side)
    assert user is not None
    return text(browser(user).get(f"/wars/{war.pk}/{side}/history/"))


@pytest.mark.parametrize(("bad", "shown"), [(STUCK[0], "Sun�Tzu"), (STUCK[1], "Pat�ton")])
def test_the_history_says_who_renamed_which_ship(
    anna: User, monkeypatch: pytest.MonkeyPatch, bad: str, shown: str
) -> None:
    war = old_war(anna, monkeypatch, bad, settled_by="table")
    battle = to_battle(war)
    war.refresh_from_db()
    rename_ship(war_id=war.pk, side="terran", user=anna, seen_version=war.version, name=bad, new="Guderian")
    said = f"anna renamed the ship {shown} to Guderian."
    token = watching.open_to_onlookers(war_id=war.pk, side="terran")
    assert battle.setup_document.terran, "the forces were revealed, so everybody knew the ship"
    assert said in history_of(war, side="terran")
    assert said in history_of(war, side="talon")
    assert said in text(Client().get(f"/wars/watch/{token}/"))
    again = restore(file=read_whole(whole(war)))
    again.seats.filter(side="terran").update(user=anna)
    assert f"The ship {shown} was renamed to Guderian." in history_of(again, side="terran")


def test_a_ship_that_was_hidden_is_not_told_of(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    war = old_war(anna, monkeypatch, STUCK[0])
    token = watching.open_to_onlookers(war_id=war.pk, side="terran")
    rename_ship(
        war_id=war.pk, side="terran", user=anna, seen_version=war.version, name=STUCK[0], new="Guderian"
    )
    assert "Guderian" in history_of(war, side="terran")
    for page in (history_of(war, side="talon"), text(Client().get(f"/wars/watch/{token}/"))):
        assert "Guderian" not in page
        assert "Ship names" not in page
    to_battle(war)
    assert "renamed" not in history_of(war, side="talon"), (
        "that it has another name tells how long it was there"
    )


@pytest.mark.parametrize(
    ("side", "name", "new", "said"),
    [
        ("terran", "Thor", "Loki", "Only a ship whose name cannot stand"),
        ("talon", STUCK[0], "Loki", "Only a ship whose name cannot stand"),
        ("terran", STUCK[0], "", "The name is empty"),
        ("terran", STUCK[0], "Lo\u200bki", "U\\+200B ZERO WIDTH SPACE"),
        ("terran", STUCK[0], "THOR", "THOR looks like Thor"),
        ("terran", STUCK[0], "Valley Forge", "looks like Valley Forge"),
    ],
)
def test_nothing_else_is_renamed(  # noqa: PLR0917
    anna: User, monkeypatch: pytest.MonkeyPatch, side: Side, name: str, new: str, said: str
) -> None:
    war = old_war(anna, monkeypatch, STUCK[0])
    user = user_of(war, side)
    with pytest.raises(Refused, match=said):
        rename_ship(war_id=war.pk, side=side, user=user, seen_version=war.version, name=name, new=new)
    assert differences(war) == []
