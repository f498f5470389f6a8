"""A war goes back and on again with fitted plans: approved by their owners, and nothing of it twice (S71)."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from accounts.models import LifetimeLine
from accounts.people.special_users import computer_user
from battles.models import DiceSeal
from bench.wars.random_player import random_report
from campaign.corrections.correcting import decide_as_host, propose
from campaign.corrections.fitting import fit_of
from campaign.models import Correction, Draft, Engagement, Entry, SetAside, War
from campaign.rules import events as e
from campaign.rules.corrections.battle_history import BattleHistory, battle_history
from campaign.rules.corrections.fitted import FittedReplay, seen_beforehand
from campaign.rules.orders import RESERVE, Fit, OfferDraw, Plan
from campaign.war.log.documents import decode_events, decode_order, encoded
from campaign.war.log.fold import events_so_far, in_force, log_entries, log_of
from campaign.war.services.log import submit
from engines.seam.documents import Report
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from tests.people import browser, make_person
from tests.site.campaign.corrections.test_correcting import (
    CSRF,
    agree,
    battle_of,
    fields,
    mark_of,
    page,
    post,
)
from tests.site.campaign.corrections.test_log_correction import check, lines
from tests.site.wars import play_until, state_of, user_of, war_at

pytestmark = pytest.mark.django_db
Found = tuple[BattleHistory, Report]
SECRET = "Unseen"


@pytest.fixture
def war() -> War:
    """A war in which turn 4 is planned, with results that count for the lifetime score."""
    return war_at(4, "planning", 4, lifetime_score=True)


def corrected(war: War, number: int) -> BattleHistory:
    found = battle_history(events_so_far(war.pk), number)
    assert found is not None
    return found


def view(war: War, found: Found, side: Side) -> FittedReplay:
    return seen_beforehand(log_entries(log_of(war.pk)), *found, side)


def fitting(war: War) -> Found:
    """Another report, by which a plan of each side has to be fitted and later battles are kept."""
    numbers = Engagement.objects.filter(war=war, outcome="fought").order_by("number")
    for number in numbers.values_list("number", flat=True):
        found = corrected(war, number)
        for seed in range(60):
            report = random_report(found.setup, Random(seed))
            views = [view(war, (found, report), side) for side in SIDES]
            if views[0].plans and all(one.last > min(one.events) for one in views):
                return found, report
    raise AssertionError("no result of this war needs a fit")


def order_of(war: War, found: Found) -> Fit:
    war.refresh_from_db()
    return Fit(found[0].number, found[1], war.version)


def asked(war: War, found: Found) -> Correction:
    """Terran proposes to fit the plans."""
    anna = user_of(war, "terran")
    assert anna is not None
    order = order_of(war, found)
    return propose(war_id=war.pk, side="terran", user=anna, seen_version=war.version, order=order)


def fitted(war: War, found: Found) -> Correction:
    row = asked(war, found)
    assert agree(war, row).status_code == 302
    war.refresh_from_db()
    row.refresh_from_db()
    return row


def plans_of(war: War) -> dict[tuple[str, int], Any]:
    """The plans that count, by side and turn."""
    return {
        (one.seat, one.turn): decode_order(bytes(one.document))
        for one in in_force(log_of(war.pk))
        if one.kind == "plan"
    }


def test_s71_what_both_have_approved_is_what_is_booked(war: War) -> None:
    """Rows, snapshot and file are what the log leads to; kept battles keep their pages and their points."""
    found = fitting(war)
    views = {side: view(war, found, side) for side in SIDES}
    before, battles = plans_of(war), dict(Engagement.objects.filter(war=war).values_list("number", "battle"))
    score = lines()
    row = fitted(war, found)
    assert (row.status, row.way) == ("agreed", "fit")
    assert Entry.objects.get(war=war, kind="retell").number == row.entry
    check(war)
    now = plans_of(war)
    changed: dict[tuple[str, int], Any] = {
        (plan.side, plan.turn): plan.now for one in views.values() for plan in one.plans
    }
    assert changed
    assert all(plan == changed.get(key, before[key]) for key, plan in now.items())
    assert any(key in now for key in changed)
    kept = Engagement.objects.filter(war=war, outcome="fought")
    assert {one.number: one.battle_id for one in kept}.items() <= battles.items()
    gone = {f"battle:{one}" for one in SetAside.objects.values_list("battle", flat=True)}
    mine = f"battle:{battles[found[0].number]}"
    assert {line for line in lines() if line[0] != mine} == {
        line for line in score if line[0] not in {mine, *gone}
    }
    assert LifetimeLine.objects.filter(source=mine).count() <= 1
    assert War.objects.get(pk=war.pk).generation == 1


def test_the_war_is_played_on_and_no_seal_is_used_twice(war: War) -> None:
    seeds = set(DiceSeal.objects.values_list("seed", flat=True))
    names = set(DiceSeal.objects.values_list("name", flat=True))
    fitted(war, fitting(war))
    play_until(war, phase="planning", turn=5, random=Random(9))
    check(war)
    fresh = DiceSeal.objects.exclude(name__in=names)
    assert not seeds & set(fresh.values_list("seed", flat=True))
    scored = Engagement.objects.filter(war=war, outcome="fought").exclude(winner="")
    assert LifetimeLine.objects.filter(source__startswith="battle:").count() == scored.count()


def test_each_reads_and_approves_the_changes_in_its_own_plans(war: War) -> None:
    found = fitting(war)
    asked(war, found)
    for side in SIDES:
        shown = page(war, side, f"correct/{found[0].number}/")
        assert "keep the orders since as far as they fit" in shown
        own = {change for plan in fit_of(war, side, *found).plans for change in plan.changes}
        others = {
            change
            for one in SIDES
            if one != side
            for plan in fit_of(war, one, *found).plans
            for change in plan.changes
        }
        assert all(change in shown for change in own)
        assert not any(change in shown for change in others - own)
        assert ("None of your own plans changes" in shown) == (not own)


def test_the_form_offers_it_and_a_proposal_has_its_way(war: War) -> None:
    number = battle_of(war)
    shown = post(war, "terran", number, **fields(war, number, do="preview"))
    assert b'value="fit"' in shown.content
    sent = fields(war, number, do="propose", mark=mark_of(shown), way="fit")
    for _ in range(2):
        assert post(war, "terran", number, **sent).status_code == 302
    row = Correction.objects.get(war=war)
    assert row.way == "fit"
    assert agree(war, row).status_code == 302
    check(war)
    assert "to go back and keep the orders that fit" in page(war, "talon", f"correct/{number}/")


def test_s71_once_the_war_has_gone_on_it_must_be_proposed_again(war: War) -> None:
    """Other plans might be fitted then than those that were approved."""
    found = fitting(war)
    row = asked(war, found)
    submit(
        war_id=war.pk,
        side="talon",
        user=user_of(war, "talon"),
        seen_version=war.version,
        order=OfferDraw(),
    )
    before = Entry.objects.filter(war=war).count()
    shown = page(war, "talon", f"correct/{found[0].number}/")
    assert "the war went on before it was answered" in shown
    assert 'value="agree"' not in shown
    assert agree(war, row).status_code == 422
    assert Entry.objects.filter(war=war).count() == before
    row.refresh_from_db()
    assert row.status == "lapsed"
    check(war)


def test_s71_the_host_cannot_approve_a_plan_for_its_owner(war: War) -> None:
    row = asked(war, fitting(war))
    with pytest.raises(Refused, match="Only its owner"):
        decide_as_host(correction_id=row.pk, host=make_person("hostess"))
    assert not Entry.objects.filter(war=war, kind="retell").exists()


def test_s71_a_seat_that_changed_hands_since_is_not_fitted(war: War) -> None:
    found = fitting(war)
    war.seats.filter(side="talon").update(from_entry=war.version)
    with pytest.raises(Refused, match="Another player has taken a seat"):
        asked(war, found)


def test_against_the_computer_it_happens_at_once(war: War) -> None:
    war.seats.filter(side="talon").update(user=computer_user(), commander="steady", whim="00")
    row = asked(war, fitting(war))
    assert row.status == "agreed"
    assert asked_twice(war)
    check(war)


def asked_twice(war: War) -> bool:
    """Whether the war has gone back once and no more."""
    return Entry.objects.filter(war=war, kind="retell").count() == 1


def test_plans_that_are_not_reached_are_drafts(war: War) -> None:
    found = fitting(war)
    before = plans_of(war)
    Draft.objects.all().delete()
    fitted(war, found)
    now = plans_of(war)
    kept = {
        (row.seat, row.turn): decode_order(bytes(row.document))
        for row in Draft.objects.filter(war=war, phase="planning")
    }
    assert kept == {key: plan for key, plan in before.items() if key not in now}


def test_a_battle_with_other_forces_is_marked_in_the_history(war: War) -> None:
    """Where the war stops, and not the battles that are kept."""
    words = "Before the war went back, this battle had other forces or another place"
    stops = 0
    for found in stopping(war):
        fitted(war, found)
        stop = Engagement.objects.filter(war=war).exclude(outcome__in=("fought", "forfeited", "not_fought"))
        state = state_of(war)
        shown = page(war, "terran", f"history/?turn={state.turn}")
        assert words in shown
        kept = Engagement.objects.filter(war=war, outcome="fought", turn__lt=state.turn)
        for turn in set(kept.exclude(number=found[0].number).values_list("turn", flat=True)):
            assert words not in page(war, "terran", f"history/?turn={turn}")
        assert stop.exists()
        stops += 1
    assert stops == 1


def stopping(war: War) -> list[Found]:
    """One other report by which the war stops at a battle with other forces."""
    found = corrected(war, battle_of(war))
    for seed in range(60):
        report = random_report(found.setup, Random(seed))
        one = view(war, (found, report), "terran")
        if (
            one.stop is not None
            and one.stop.why == "battle"
            and one.stop == view(war, (found, report), "talon").stop
        ):
            return [(found, report)]
    return []


def test_what_terran_sees_is_the_same_whatever_talon_has_bought(war: War) -> None:
    """The page for Terran, to the last byte, in the same war where Talon has had other ships in its Reserve."""
    found = fitting(war)
    asked(war, found)
    before = shown_to(war, found[0].number)
    assert before != CSRF.sub(b"", content(war, "talon", found[0].number))
    with_a_secret_ship(war)
    assert shown_to(war, found[0].number) == before


def shown_to(war: War, number: int) -> bytes:
    return CSRF.sub(b"", content(war, "terran", number))


def content(war: War, side: Side, number: int) -> bytes:
    user = user_of(war, side)
    assert user is not None
    return bytes(browser(user).get(f"/wars/{war.pk}/{side}/correct/{number}/").content)


def with_a_secret_ship(war: War) -> None:
    """Talon has one ship more, bought with points nobody knows of, which has always been in the Reserve."""
    for entry in Entry.objects.filter(war=war, kind="plan", seat="talon"):
        order = decode_order(bytes(entry.document))
        assert isinstance(order, Plan)
        events: list[e.AnyEvent] = []
        for event in decode_events(bytes(entry.events)):
            match event:
                case e.ShipsBought() if entry.turn == 1:
                    secret = e.Purchase(SECRET, "frigate", 0)
                    events.append(replace(event, purchases=(*event.purchases, secret)))
                case e.FleetAssigned():
                    events.append(replace(event, targets={**event.targets, SECRET: RESERVE}))
                case _:
                    events.append(event)
        order = replace(order, assign={**order.assign, SECRET: RESERVE})
        Entry.objects.filter(pk=entry.pk).update(document=encoded(order), events=encoded(tuple(events)))


def test_at_one_screen_it_happens_at_once(war: War) -> None:
    anna = user_of(war, "terran")
    war.seats.update(user=anna)
    War.objects.filter(pk=war.pk).update(one_screen=True)
    war.refresh_from_db()
    row = asked(war, fitting(war))
    assert row.status == "agreed"
    check(war)
