"""A war in miniatures whose set-ups were stored with terrain as it was before each system had its own (decision 33).

The file was exported then: of its four battles three are fought, and the fourth begins.
"""

import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from battles.battle.selectors import known_battle
from battles.battle.services.resolving import start_hash
from battles.models import Battle, Resolution
from campaign.files.archive import restore, whole
from campaign.files.document import read_whole
from campaign.models import Entry, War
from campaign.rules.events import ResultAccepted
from campaign.war.log.documents import decode_events
from campaign.war.log.fold import log_of
from campaign.war.log.rebuild import differences
from engines.seam.systems import by_hand
from engines.warfleets.system import SYSTEM
from engines.warfleets.war.ground import WarfleetsTerrain
from tests.people import browser, make_person
from tests.site.stepping import fight, joined, player
from tests.site.wars import state_of

pytestmark = pytest.mark.django_db
FILE = Path(__file__).parents[2] / "golden" / "miniatures_under_way.json"
PLACE = "Orion/5"
LAID = b'"terrain":{"name":"a barren planet and asteroids","pattern":[4,5],"rolled":true}'
GROUND = WarfleetsTerrain("a barren planet and asteroids", ("planet", "asteroid"))


def imported() -> War:
    """The war of the file."""
    for name in ("anna", "bo"):
        make_person(name)
    return restore(file=read_whole(FILE.read_bytes()))


def as_before(raw: bytes) -> bytes:
    """What is stored now, with the terrain of every set-up as it was stored before."""
    return json.dumps(_as_before(json.loads(raw)), separators=(",", ":")).encode()


def _as_before(found: Any) -> Any:
    if isinstance(found, list):
        return [_as_before(one) for one in found]
    if not isinstance(found, dict):
        return found
    laid = {PLACE: json.loads(b"{" + LAID + b"}")["terrain"], **_laid()}
    more = {"terrain": laid[found["place"]]} if found.get("document") == "set-up" else {}
    return {key: _as_before(value) for key, value in found.items()} | more


def _laid() -> dict[str, Any]:
    """By its place the terrain of each battle in the file."""
    events = [event for entry in json.loads(FILE.read_bytes())["entries"] for event in entry["events"]]
    setups = [event["setup"] for event in events if event["event"] == "battle-joined"]
    return {setup["place"]: setup["terrain"] for setup in setups}


def stored_before() -> tuple[War, Battle]:
    """The same war in a database of then, and the battle that begins."""
    war = imported()
    for entry in Entry.objects.filter(war=war):
        Entry.objects.filter(pk=entry.pk).update(events=as_before(bytes(entry.events)))
    assert war.state is not None
    War.objects.filter(pk=war.pk).update(state=as_before(bytes(war.state)))
    battle = joined(war)
    assert battle is not None
    Battle.objects.filter(pk=battle.pk).update(setup=as_before(bytes(battle.setup)))
    battle.refresh_from_db()
    war.refresh_from_db()
    owed = battle.resolutions.get()
    owed.start_hash = start_hash(battle, bytes(owed.doctrines), owed.rules_version, owed.seal)
    owed.save()
    for raw in (war.state, battle.setup, Entry.objects.filter(war=war).latest("number").events):
        assert LAID in bytes(raw)
    return war, battle


def test_an_exported_war_is_imported_and_goes_on() -> None:
    assert LAID in FILE.read_bytes()
    war = imported()
    battle = joined(war)
    assert battle is not None
    assert battle.setup_document.terrain == GROUND
    assert b'"system":"warfleets","name":"a barren planet and asteroids"' in bytes(battle.setup)
    fight(battle)
    war.refresh_from_db()
    assert differences(war) == []


def test_a_stored_battle_is_fought_by_captains_and_its_sheet_opens() -> None:
    war, battle = stored_before()
    client = browser(player(war))
    assert battle.setup_document.terrain == GROUND
    assert differences(war) == []
    for page in ("", "sheet/"):
        assert client.get(f"/battles/{battle.pk}/{page}").status_code == 200, page
    assert not [*by_hand("warfleets").refusals_to_play(battle.setup_document)]
    assert "Lay the terrain: Planet, " in client.get(f"/battles/{battle.pk}/sheet/").content.decode()
    fight(battle)
    battle.refresh_from_db()
    war.refresh_from_db()
    result = battle.result_document
    assert result is not None
    accepted = [event for entry in log_of(war.pk) for event in decode_events(bytes(entry.events))]
    assert ResultAccepted(4, result, fought=True) in accepted
    assert differences(war) == []


def test_a_stored_record_is_read() -> None:
    war, battle = stored_before()
    fight(battle)
    done = Resolution.objects.get(battle=battle)
    assert done.record is not None
    kept = zlib.compress(as_before(zlib.decompress(bytes(done.record))))
    Resolution.objects.filter(pk=done.pk).update(record=kept)
    assert LAID in zlib.decompress(kept)
    battle.refresh_from_db()
    known = known_battle(battle)
    assert known is not None
    assert known.fought == SYSTEM.unpack(bytes(done.record))
    assert SYSTEM.differences(kept) == []
    client = browser(player(war))
    for page in ("fought/", "record.json", "record.txt", "dice/"):
        assert client.get(f"/battles/{battle.pk}/{page}", follow=True).status_code == 200, page


def test_a_stored_war_is_exported_and_imported() -> None:
    war, _ = stored_before()
    copy = restore(file=read_whole(whole(war)))
    assert state_of(copy) == state_of(war)
    assert differences(copy) == []
    found = joined(copy)
    assert found is not None
    assert found.setup_document.terrain == GROUND
