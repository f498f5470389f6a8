"""A real worker fights the battles of a war, killed at every point of its work, on both databases and queues."""

from pathlib import Path
from random import Random

import pytest
from django.db import transaction

from battles import services
from battles.battle.services.resolving import decode_doctrines
from battles.battle.signals import battle_settled
from battles.models import Battle, DiceSeal, Resolution, Way
from bench.site.workers import kill, worker
from bench.wars.random_player import random_answer
from campaign.models import Engagement, Entry, War
from campaign.rules.orders import Engage
from campaign.war.services.log import submit
from campaign.war.services.results import absorb_waiting
from engines.seam.documents import Doctrine
from engines.talon.records.record import FoughtBattle, fight_out, unpack
from tests.battle_samples import opened
from tests.site.wars import make_war, play_until, state_of
from tests.workers import children, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.worker]
POINTS = ("claim", "fight", "write", "written")


def given(person) -> Battle:
    battle = opened(person("anna"), person("boris"))
    for side in ("terran", "talon"):
        battle.refresh_from_db()
        services.ask_for(
            battle_id=battle.pk,
            side=side,
            seen_version=battle.version,
            way=Way.WORKER,
            doctrine=Doctrine(),
        )
    return battle


def battle_from(seal: DiceSeal, resolution: Resolution) -> FoughtBattle:
    """The battle as the seal's dice let it go."""
    doctrines = decode_doctrines(bytes(resolution.doctrines))
    return fight_out(resolution.battle.setup_document, doctrines, seal.promise)


def settled(battle: Battle) -> bool:
    return Battle.objects.get(pk=battle.pk).status == "settled"


@pytest.mark.parametrize("point", POINTS)
def test_a_worker_killed_in_its_work_costs_nothing(point: str, person, tmp_path: Path) -> None:
    """Before the claim, in the battle, before and after the write: fought once, with the same result."""
    battle = given(person)
    seal = battle.resolutions.get().seal
    assert seal is not None
    mark = tmp_path / "slowed"
    with worker("tests.slow_worker", SLOW_AT=point, SLOW_MARK=str(mark)) as first:
        wait_until(mark.exists)
        kill(first)
        assert wait_until(lambda: not children(first))
    assert settled(battle) == (point == "written")
    with worker():
        wait_until(lambda: settled(battle), seconds=60)
    resolution = battle.resolutions.get()
    assert (resolution.status, resolution.seal) == ("done", seal)
    assert unpack(bytes(resolution.record or b"")).result == battle_from(seal, resolution).result
    assert [note.kind for note in battle.notes.all()].count("fought") == 1


def test_a_war_of_the_computers_battles_goes_on_by_itself(person) -> None:
    """S35: nobody records, confirms or goes on; every result is booked once."""
    war = make_war(person("anna"), person("boris"), settled_by="worker")
    play_until(war, phase="battles")
    random = Random(5)
    with worker():
        wait_until(lambda: answered(war, random), seconds=300)
    assert state_of(war).turn > 1
    fought = Engagement.objects.filter(war=war, turn=1, battle__isnull=False)
    assert fought.count() == Entry.objects.filter(war=war, kind="result").count() > 0
    assert Resolution.objects.filter(status="done").count() == fought.count()


def answered(war: War, random: Random) -> bool:
    """Answer whatever the war asks; True when its battles are over."""
    state = state_of(war)
    if state.phase != "battles":
        return True
    if state.question is not None:
        side, order = random_answer(state, random)
        assert side is not None
        if isinstance(order, Engage):
            order = Engage(order.battle, engage=True)
        with transaction.atomic():
            submit(war_id=war.pk, side=side, user=None, seen_version=war.version, order=order)
    return False


def test_a_result_whose_news_was_lost_is_booked_once(person, monkeypatch) -> None:
    """After the write, before the war heard of it: the sweep finds it."""
    war = make_war(person("anna"), person("boris"), settled_by="worker")
    play_until(war, phase="battles")
    random = Random(5)
    while not Resolution.objects.filter(status="queued").exists():
        answered(war, random)
    monkeypatch.setattr(battle_settled, "send", lambda *_args, **_kwargs: [])
    resolution = Resolution.objects.get(status="queued")
    assert services.resolve(resolution.pk)
    before = Entry.objects.filter(war=war).count()
    assert absorb_waiting() == 1
    assert absorb_waiting() == 0
    assert Entry.objects.filter(war=war).count() == before + 1
