"""A war replayed from a corrected result: agreed on, in the log, and nothing of what was there twice (S69)."""

import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from accounts.models import Delivery, LifetimeLine, User
from accounts.people.special_users import computer_user
from battles.models import Battle, DiceSeal
from campaign.corrections.correcting import decide_as_host, propose
from campaign.corrections.log_correction import _go_on
from campaign.files.archive import export, judged, whole
from campaign.files.document import read_whole
from campaign.models import (
    Correction,
    Draft,
    Engagement,
    Entry,
    Forecast,
    GivenDoctrine,
    SealedOrder,
    SetAside,
    Waiting,
    War,
)
from campaign.rules import events as e
from campaign.rules.corrections.battle_history import battle_history
from campaign.rules.orders import CorrectLog, Plan, Surrender, Way
from campaign.war.log.documents import decode_events, decode_order
from campaign.war.log.fold import events_so_far
from campaign.war.log.rebuild import differences
from campaign.war.services.doctrines import give
from campaign.war.services.log import submit
from engines.seam.documents import Doctrine, Report
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.talon.sheets import typed
from tests.people import browser, make_person
from tests.site.campaign.corrections.test_correcting import (
    agree,
    battle_of,
    fields,
    mark_of,
    other_report,
    page,
    post,
    proposed,
)
from tests.site.seats import text
from tests.site.wars import play_until, seal_random, state_of, step, user_of, war_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def war() -> War:
    """A war in which turn 3 is planned, with results that count for the lifetime score."""
    return war_at(3, "planning", 4, lifetime_score=True)


def longer(war: War, number: int) -> Report:
    """The same battle, which lasted a round more: all that came of it is the same."""
    found = battle_history(events_so_far(war.pk), number)
    assert found is not None
    return replace(found.result.report, rounds=found.result.report.rounds + 1)


def asked(war: War, number: int, way: Way, report: Report | None = None) -> Correction:
    """Terran proposes to replay the war."""
    anna = user_of(war, "terran")
    assert anna is not None
    war.refresh_from_db()
    order = CorrectLog(number, report or other_report(war, number), way)
    return propose(war_id=war.pk, side="terran", user=anna, seen_version=war.version, order=order)


def lines() -> set[Any]:
    return set(LifetimeLine.objects.values_list("source", "player", "points"))


def check(war: War) -> None:
    """Snapshot, rows and file are what the log leads to."""
    war.refresh_from_db()
    assert differences(war) == []
    file = judged(read_whole(whole(war)))
    assert (file.state, file.war.generation) == (state_of(war), war.generation)


def test_the_page_offers_what_is_possible_and_a_proposal_has_its_way(war: War) -> None:
    number = battle_of(war)
    shown = text(post(war, "terran", number, **fields(war, number, do="preview")))
    assert "Settle the difference now" in shown
    assert "As if recorded right from the start" in shown
    assert "not possible" in shown
    row = proposed(war, number, way="rewind")
    assert row.way == "rewind"
    before = state_of(war)
    theirs = page(war, "talon", f"correct/{number}/")
    assert "Go back to this battle" in theirs
    assert "Settle the difference now" not in theirs
    assert state_of(war) == before
    agree(war, row)
    assert state_of(war).turn < before.turn
    assert "proposed to go back to this battle" in page(war, "talon", f"correct/{number}/")


def test_as_it_is_the_result_is_corrected_in_the_log(war: War) -> None:
    """Nothing else changes; the history says so and still shows what was recorded."""
    number = battle_of(war)
    before, score, entries = state_of(war), lines(), Entry.objects.filter(war=war).count()
    agree(war, asked(war, number, "as_it_is", longer(war, number)))
    after = state_of(war)
    assert (after.markers, after.terran, after.talon) == (before.markers, before.terran, before.talon)
    assert lines() == score
    assert Entry.objects.filter(war=war).count() == entries + 1
    assert not SetAside.objects.exists()
    assert War.objects.get(pk=war.pk).generation == 0
    check(war)
    turn = Engagement.objects.get(war=war, number=number).turn
    told = page(war, "talon", f"history/?turn={turn}")
    assert "This result was corrected in turn 3" in told
    assert "Earlier history" in told
    entry = Entry.objects.get(war=war, kind="retell").number
    before_then = page(war, "talon", f"history/?turn={turn}&before={entry}")
    assert "You see the history as it was" in before_then
    assert "War tally" not in before_then
    assert "corrected in turn 3" not in before_then
    anna = user_of(war, "terran")
    assert anna is not None
    assert browser(anna).get(f"/wars/{war.pk}/terran/history/?before={entry - 1}").status_code == 404


def test_as_it_is_is_refused_where_a_later_battle_would_be_another(war: War) -> None:
    with pytest.raises(Refused, match="By this result"):
        asked(war, battle_of(war), "as_it_is")
    assert not Correction.objects.exists()


def rewound(war: War, number: int) -> Correction:
    row = asked(war, number, "rewind")
    assert agree(war, row).status_code == 302
    war.refresh_from_db()
    return row


def test_a_rewind_leaves_nothing_of_what_no_longer_counts(war: War) -> None:
    """Battles, points, doctrines and odds of the turns since are gone; the corrected result has its one line."""
    number = battle_of(war)
    later = list(
        Engagement.objects.filter(war=war, number__gt=number, battle__isnull=False).values_list(
            "battle", flat=True
        )
    )
    Forecast.objects.create(
        war=war,
        side="terran",
        battle=number + 1,
        key="k",
        asked=b"",
        asked_at=war.moved_at,
        wanted_until=war.moved_at,
    )
    for one in (number, number + 1):
        give(war, one, "terran", Doctrine(), by_hand=True)
    seal_random(war, "talon", Random(3))
    assert later
    told = other_report(war, number)
    rewound(war, number)
    assert set(SetAside.objects.values_list("battle", flat=True)) == set(later)
    assert not LifetimeLine.objects.filter(source__in=[f"battle:{one}" for one in later]).exists()
    mine = Engagement.objects.get(war=war, number=number)
    assert mine.winner == told.winner
    line = LifetimeLine.objects.get(source=f"battle:{mine.battle_id}")
    assert told.winner is not None
    assert line.player == user_of(war, told.winner)
    assert not Forecast.objects.exists()
    assert list(GivenDoctrine.objects.values_list("number", flat=True)) == [number]
    assert not SealedOrder.objects.exists()
    assert not Engagement.objects.filter(war=war, number__gt=number, battle__isnull=False).exists()
    assert war.generation == 1
    check(war)
    for battle in later:
        assert Battle.objects.get(pk=battle).status in ("settled", "void")
    anna = user_of(war, "terran")
    assert anna is not None
    assert "This battle no longer counts" in text(browser(anna).get(f"/battles/{later[0]}/"))
    entry = Entry.objects.get(war=war, kind="retell").number
    earlier = browser(anna).get(f"/wars/{war.pk}/terran/history/?turn=2&before={entry}").content.decode()
    assert any(f"/battles/{battle}/" in earlier for battle in later)


def test_each_side_finds_its_own_later_plans_as_drafts(war: War) -> None:
    number = battle_of(war)
    turn = Engagement.objects.get(war=war, number=number).turn
    plans = {
        (entry.seat, entry.turn): bytes(entry.document)
        for entry in Entry.objects.filter(war=war, kind="plan", turn__gt=turn)
    }
    assert plans
    Draft.objects.all().delete()
    theirs = asked(war, number, "rewind")
    assert "Your plans of turn 2 become your drafts" in page(war, "talon", f"correct/{number}/")
    agree(war, theirs)
    kept = {(row.seat, row.turn): bytes(row.document) for row in Draft.objects.filter(war=war)}
    assert kept == plans
    play_until(war, phase="planning", turn=turn + 1, random=Random(8))
    for side in SIDES:
        assert "Plan turn 2" in page(war, side, "plan/")


def test_the_war_is_played_on_and_no_seal_or_message_is_used_twice(war: War) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    names = set(DiceSeal.objects.values_list("name", flat=True))
    seeds = set(DiceSeal.objects.values_list("seed", flat=True))
    number = battle_of(war)
    rewound(war, number)
    Delivery.objects.all().delete()
    play_until(war, phase="planning", turn=3, random=Random(9))
    check(war)
    fresh = DiceSeal.objects.exclude(name__in=names)
    assert fresh.exists()
    assert all(".1" in name or "#" in name for name in fresh.values_list("name", flat=True))
    assert not seeds & set(fresh.values_list("seed", flat=True))
    assert Delivery.objects.filter(user=user_of(war, "terran"), subject__contains="Plan turn 2").exists()
    scored = Engagement.objects.filter(war=war, outcome="fought").exclude(winner="")
    battles = LifetimeLine.objects.filter(source__startswith="battle:")
    assert battles.count() == scored.count()
    again = (
        Engagement.objects.filter(war=war, outcome="fought").exclude(number=number).earliest("number").number
    )
    rewound(war, again)
    assert war.generation == 2
    check(war)
    play_until(war, phase="planning", turn=3, random=Random(10))
    check(war)


def test_a_battle_under_way_is_called_off_and_another_is_opened(war: War) -> None:
    random = Random(5)
    number = battle_of(war)
    while not (
        state_of(war).current_battle() is not None
        and Engagement.objects.filter(war=war, outcome="joined", turn=3)
    ):
        step(war, random)
    open_now = Engagement.objects.get(war=war, outcome="joined")
    rewound(war, number)
    assert Battle.objects.get(engagement=None, pk=open_now.battle_id or 0).status == "void"
    assert not Waiting.objects.filter(war=war, path__contains=f"/battles/{open_now.battle_id}/").exists()
    check(war)


def test_dice_of_the_war_fall_again_for_the_same_cause(war: War) -> None:
    """The terrain at a place that is fought over in the same turn is what it was."""
    number = battle_of(war)
    turn = Engagement.objects.get(war=war, number=number).turn
    before = terrains(war)
    rewound(war, number)
    play_until(war, phase="planning", turn=3, random=Random(12))
    now = terrains(war)
    both = before.keys() & now.keys()
    assert any(at[0] > turn or at[1] for at in both)
    assert {at: now[at] for at in both} == {at: before[at] for at in both}


def terrains(war: War) -> dict[tuple[int, str], Any]:
    found, turn, places = {}, 1, {}
    for event in events_so_far(war.pk):
        if isinstance(event, e.TurnBegan):
            turn = event.turn
        elif isinstance(event, e.BattlePlanned):
            places[event.number] = event.place
        elif isinstance(event, e.TerrainRolled):
            found[turn, places[event.battle]] = event.terrain
    return found


def finished(war: War, side: Side = "talon") -> War:
    """The war after the side has given up."""
    submit(
        war_id=war.pk,
        side=side,
        user=user_of(war, side),
        seen_version=War.objects.get(pk=war.pk).version,
        order=Surrender(),
    )
    war.refresh_from_db()
    return war


def test_a_war_that_is_over_is_replayed_but_not_changed_now(war: War) -> None:
    """As it is it stays over; a rewind goes on with it and takes the points of its winner back."""
    number = battle_of(war)
    finished(war)
    assert LifetimeLine.objects.filter(source=f"war:{war.pk}").exists()
    shown = text(post(war, "terran", number, **fields(war, number, do="preview")))
    assert "Settle the difference now: not possible" in shown
    agree(war, asked(war, number, "as_it_is", longer(war, number)))
    assert state_of(war).phase == "over"
    assert LifetimeLine.objects.filter(source=f"war:{war.pk}").count() == 1
    check(war)
    row = asked(war, number, "rewind")
    assert Waiting.objects.filter(war=war, side="talon", kind="correct").exists()
    agree(war, row)
    war.refresh_from_db()
    assert (war.status, war.winner) == ("running", "")
    assert not LifetimeLine.objects.filter(source=f"war:{war.pk}").exists()
    check(war)
    play_until(war, phase="planning", turn=3, random=Random(3))
    finished(war, "terran")
    assert LifetimeLine.objects.get(source=f"war:{war.pk}").player == user_of(war, "talon")


def test_a_rewind_that_ends_the_war_gives_no_seat_back(war: War) -> None:
    """Nobody gives orders in a war that is over, not even for a seat that was lent then and no longer is."""
    finished(war)
    state = state_of(war)
    state.lent = ("talon",)
    version = war.version
    _go_on(war, state, (), frozenset())
    war.refresh_from_db()
    assert war.version == version


def test_against_the_computer_it_goes_back_at_once_and_the_computer_plays_on(war: War) -> None:
    war.seats.filter(side="talon").update(user=computer_user(), commander="steady", whim="00")
    number = battle_of(war)
    shown = post(war, "terran", number, **fields(war, number, do="preview"))
    sent = fields(war, number, do="propose", mark=mark_of(shown), way="rewind")
    for _ in range(2):
        post(war, "terran", number, **sent)
    assert Entry.objects.filter(war=war, kind="retell").count() == 1
    assert not Draft.objects.filter(war=war, seat="talon").exists()
    check(war)


def test_one_side_reads_nothing_of_the_others_plans_or_fleet(war: War) -> None:
    """Page and file of Terran are the same whatever Talon has in its treasury and drafts."""
    number = battle_of(war)
    shown = text(post(war, "terran", number, **fields(war, number, do="preview")))
    hidden = [
        name
        for entry in Entry.objects.filter(war=war, kind="plan", seat="talon")
        for name in _bought_since(entry)
    ]
    fought = {
        unit.name
        for event in events_so_far(war.pk)
        if isinstance(event, e.ForcesRevealed)
        for unit in event.talon
    }
    assert not [name for name in set(hidden) - fought if name in shown]
    rewound(war, number)
    _name, content = export(war, "terran")
    assert b'"order":"plan"' in content
    orders = [entry for entry in json.loads(content)["entries"] if entry["seat"] == "talon"]
    assert orders
    assert not any("order" in entry for entry in orders)


def _bought_since(entry: Entry) -> list[str]:
    order = decode_order(bytes(entry.document))
    assert isinstance(order, Plan)
    events = decode_events(bytes(entry.events))
    return [
        one.name
        for event in events
        if isinstance(event, e.ShipsBought)
        for one in event.purchases
        if entry.turn > 1
    ]


@pytest.mark.parametrize("way", ["rewind", "as_it_is"])
def test_s69_a_proposal_lapses_once_the_war_has_gone_on(war: War, way: Way) -> None:
    """Nobody waits to see how the next turn goes before agreeing to take it back."""
    User.objects.update(webhook_url="https://example.org/hook")
    number = battle_of(war)
    row = asked(war, number, way, longer(war, number))
    assert "If the war goes on before that" in page(war, "talon", f"correct/{number}/")
    seal_random(war, "terran", Random(2))
    assert Correction.objects.get().status == "open"  # nobody has learned anything yet
    assert Waiting.objects.filter(war=war, kind="correct").exists()
    seal_random(war, "talon", Random(2))
    before = state_of(war)
    row.refresh_from_db()
    assert row.status == "lapsed"
    assert not Waiting.objects.filter(war=war, kind="correct").exists()
    assert agree(war, row).status_code == 422
    assert state_of(war) == before
    told = Delivery.objects.get(subject__contains="The war went on before your opponent answered")
    assert told.user == user_of(war, "terran")
    assert "the war went on before it was answered" in page(war, "terran", f"correct/{number}/")


def test_s69_the_end_of_a_war_is_not_taken_back_by_an_older_proposal(war: War) -> None:
    """Not by the loser, nor by the host; a proposal that is made after the end can still be agreed to."""
    number = battle_of(war)
    row = asked(war, number, "rewind")
    boris = user_of(war, "talon")
    assert boris is not None
    submit(war_id=war.pk, side="talon", user=boris, seen_version=war.version, order=Surrender())
    score = lines()
    assert agree(war, row).status_code == 422
    with pytest.raises(Refused, match="proposal has changed"):
        decide_as_host(correction_id=row.pk, host=make_person("host"))
    assert (War.objects.get(pk=war.pk).status, lines()) == ("over", score)
    again = asked(war, number, "rewind")
    assert agree(war, again).status_code == 302
    assert War.objects.get(pk=war.pk).status == "running"


def test_the_page_says_which_way_it_suggests_and_why(war: War) -> None:
    """The same report a round longer changes nothing else: then both ways lead to the same war."""
    number = battle_of(war)
    found = battle_history(events_so_far(war.pk), number)
    assert found is not None
    sent = {**typed.from_report(found.setup, longer(war, number)), "seen_version": str(war.version)}
    shown = text(post(war, "terran", number, **sent, do="preview"))
    assert "Fleets, front line and points are then as if you settle the difference now" in shown
    assert shown.count("We suggest this one") == 1
    other = text(post(war, "terran", number, **fields(war, number, do="preview")))
    assert other.count("We suggest this one") <= 1
    assert "as if you settle the difference now" not in other
