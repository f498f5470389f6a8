"""What a corrected result would change is shown alike whatever the other side keeps secret (S15, S69)."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bench.wars.random_player import random_report
from campaign.corrections.correcting import propose
from campaign.management.commands.rebuild import rewrite
from campaign.models import Engagement, Entry, War
from campaign.rules import events as e
from campaign.rules.corrections.battle_history import BattleHistory, battle_history
from campaign.rules.orders import RESERVE, CorrectLog, Way
from campaign.war.log.documents import decode_events, encoded
from campaign.war.log.fold import events_so_far
from engines.seam.documents import Report
from engines.talon.sheets import typed
from tests.site.campaign.corrections.test_correcting import CSRF, agree, fields, post, time
from tests.site.campaign.corrections.test_correcting import war as war_in_turn_2
from tests.site.campaign.corrections.test_gone_back import to_a_last_battle
from tests.site.campaign.corrections.test_log_correction import rewound
from tests.site.seats import text
from tests.site.wars import play_until, state_of, user_of, version_of

__all__ = ["time", "war_in_turn_2"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def war(war_in_turn_2: War) -> War:
    """A war in which a turn is planned right after a result that can be corrected but not withdrawn."""
    number = to_a_last_battle(war_in_turn_2)
    play_until(war_in_turn_2, phase="battles", turn=state_of(war_in_turn_2).turn, random=Random(3))
    rewound(war_in_turn_2, number)
    return war_in_turn_2


def last_battle(war: War) -> BattleHistory:
    """The battle that ended the turn before."""
    number = Engagement.objects.filter(war=war, outcome="fought").latest("number").number
    found = battle_history(events_so_far(war.pk), number)
    assert found is not None
    return found


def annihilated(found: BattleHistory) -> Report:
    """A report by which Talon lost every ship of the battle."""
    reports = (random_report(found.setup, Random(seed)) for seed in range(400))
    return next(one for one in reports if all(fate.fate == "destroyed" for fate in one.talon))


def preview(war: War, found: BattleHistory, report: Report) -> bytes:
    """What Terran is shown, byte for byte."""
    sent = {**typed.from_report(found.setup, report), "do": "preview", "seen_version": str(version_of(war))}
    answer = post(war, "terran", found.number, **sent)
    assert answer.status_code == 200
    body: bytes = answer.content
    return CSRF.sub(b"", body)


def keep_back(war: War, found: BattleHistory) -> None:
    """Let the log say that Talon paid less, and kept in the Reserve what was not in the battle."""
    fought = {unit.name for unit in found.setup.talon}
    plan = Entry.objects.filter(war=war, kind="plan", seat="talon", turn=found.turn).earliest("number")
    plan.events = encoded(tuple(_kept_back(event, fought) for event in decode_events(bytes(plan.events))))
    plan.save()
    rewrite(war.pk)


def _kept_back(event: e.AnyEvent, fought: set[str]) -> e.AnyEvent:
    if isinstance(event, e.FleetAssigned):
        return replace(event, targets={n: to if n in fought else RESERVE for n, to in event.targets.items()})
    if isinstance(event, e.ShipsBought):
        return replace(event, purchases=tuple(replace(one, price=one.price - 1) for one in event.purchases))
    return event


@pytest.mark.parametrize("way", ["as_it_is", "rewind"])
def test_whether_the_other_side_has_enough_left_is_not_shown(war: War, way: Way) -> None:
    """By the same report the war goes on or ends: Terran reads the same, byte for byte, until both agree."""
    found = last_battle(war)
    report = annihilated(found)
    before = preview(war, found, report)
    assert b"fewer than 4 active LP" in before
    keep_back(war, found)
    assert state_of(war).talon != found.before.talon
    assert preview(war, found, report) == before
    anna = user_of(war, "terran")
    assert anna is not None
    order = CorrectLog(found.number, report, way)
    row = propose(war_id=war.pk, side="terran", user=anna, seen_version=version_of(war), order=order)
    agree(war, row)
    assert (state_of(war).phase, state_of(war).ended) == ("over", "logistics")


def test_looking_is_limited(war: War) -> None:
    """What was entered stays in the form, and nothing is worked out."""
    found = last_battle(war)
    sent = fields(war, found.number, do="preview")
    answers: list[Any] = [post(war, "terran", found.number, **sent) for _ in range(31)]
    assert [answer.status_code for answer in answers] == [200] * 30 + [429]
    assert "Wait 10 minutes" in text(answers[-1])
    assert "What this changes" not in text(answers[-1])
