"""A result of an earlier turn is corrected: one side proposes, the other agrees, and the log says so (S67)."""

import re
from datetime import timedelta
from random import Random
from typing import Any, cast

import pytest
from django.contrib.admin.models import LogEntry

from accounts.models import Delivery, LifetimeLine, User
from accounts.people.special_users import computer_user
from battles.models import Battle, Play
from battles.talon.play.board import board_of
from battles.talon.play.services.beginning import begin
from bench.wars.random_player import random_report
from campaign.corrections import correcting
from campaign.corrections.correcting import drop, propose
from campaign.files.archive import judged, whole
from campaign.files.document import read_whole
from campaign.models import Correction, Draft, Engagement, Entry, SealedOrder, Waiting, War
from campaign.rules.corrections.battle_history import battle_history
from campaign.rules.orders import RESERVE, Amend, Surrender
from campaign.seats.handing import hand_over
from campaign.war.log.fold import events_so_far
from campaign.war.log.rebuild import differences
from campaign.war.services.log import notify, submit
from campaign.war.services.results import withdrawable
from engines.seam.documents import Report
from engines.seam.sides import SIDES, Side
from engines.talon.documents.codec import encode_position
from engines.talon.sheets import typed
from tests.campaign_games import lost_by_both
from tests.people import browser, make_person
from tests.site.campaign.deadlines.test_deadlines import Time
from tests.site.seats import text
from tests.site.wars import put_state, seal_random, state_of, step, user_of, war_at

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
CSRF = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")[A-Za-z0-9]{64}|[A-Za-z0-9]{64}(?=&quot;|")')


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A time that stands still until it is moved on."""
    found = Time()
    monkeypatch.setattr("django.utils.timezone.now", found.now)
    return found


@pytest.fixture
def war(time: Time) -> War:
    """A war in which turn 2 is planned, with results that count for the lifetime score."""
    return war_at(2, "planning", 4, lifetime_score=True)


def battle_of(war: War) -> int:
    """The number of the first battle with a result."""
    return Engagement.objects.filter(war=war, outcome="fought").earliest("number").number


def other_report(war: War, number: int) -> Report:
    """A report of the battle that somebody else won."""
    found = battle_history(events_so_far(war.pk), number)
    assert found is not None
    reports = (random_report(found.setup, Random(seed)) for seed in range(200))
    return next(told for told in reports if told.winner not in (found.result.winner, None))


def fields(war: War, number: int, **more: str) -> dict[str, str]:
    """The form with another report."""
    found = battle_history(events_so_far(war.pk), number)
    assert found is not None
    filled = typed.from_report(found.setup, other_report(war, number))
    war.refresh_from_db()
    return {**filled, "seen_version": str(war.version), **more}


def path(war: War, side: Side, number: int) -> str:
    return f"/wars/{war.pk}/{side}/correct/{number}/"


def post(war: War, side: Side, number: int, **sent: str) -> Any:
    user = user_of(war, side)
    assert user is not None
    return browser(user).post(path(war, side, number), sent)


def page(war: War, side: Side, where: str) -> str:
    user = user_of(war, side)
    assert user is not None
    return text(browser(user).get(f"/wars/{war.pk}/{side}/{where}"))


def mark_of(answer: Any) -> str:
    return str(answer.content.decode().split('name="mark" value="')[1].split('"')[0])


def proposed(war: War, number: int, **more: str) -> Correction:
    """Terran proposes the other report."""
    shown = post(war, "terran", number, **fields(war, number, do="preview"))
    assert shown.status_code == 200
    sent = fields(war, number, do="propose", mark=mark_of(shown), **more)
    assert post(war, "terran", number, **sent).status_code == 302
    return Correction.objects.get(war=war)


def agree(war: War, row: Correction, **more: str) -> Any:
    war.refresh_from_db()
    sent = {"do": "agree", "correction": str(row.pk), "seen_version": str(war.version), **more}
    return post(war, "talon", row.battle, **sent)


def test_from_the_history_to_a_corrected_war(war: War) -> None:
    """The preview changes nothing; once both want it, war, history, tally and lifetime score say the same."""
    number = battle_of(war)
    before, lines = state_of(war), set(LifetimeLine.objects.values_list("source", "player", "points"))
    turn = Engagement.objects.get(war=war, number=number).turn
    assert "Wrong result?" in page(war, "terran", f"history/?turn={turn}")
    told = other_report(war, number)
    row = proposed(war, number)
    assert state_of(war) == before
    assert "View correction" in page(war, "talon", "")
    assert "boris can answer until" in page(war, "terran", f"correct/{number}/")
    assert agree(war, row).status_code == 302
    assert state_of(war) != before
    assert Engagement.objects.get(war=war, number=number).winner == told.winner
    assert set(LifetimeLine.objects.values_list("source", "player", "points")) != lines
    assert LifetimeLine.objects.filter(source__startswith="battle:").count() == len(
        {source for source, _, _ in lines if source.startswith("battle:")}
    )
    assert differences(war) == []
    assert f"Corrected: battle {number}" in page(war, "talon", "history/")
    assert "This result was corrected in turn 2" in page(war, "talon", f"history/?turn={turn}")
    assert "proposed a corrected result in turn 2: agreed" in page(war, "terran", f"correct/{number}/")
    assert not Waiting.objects.filter(war=war, kind="correct").exists()
    assert judged(read_whole(whole(war))).state == state_of(war)


def test_a_second_press_and_a_second_answer_change_nothing_more(war: War) -> None:
    number = battle_of(war)
    row = proposed(war, number)
    shown = post(war, "terran", number, **fields(war, number, do="preview"))
    assert "You propose another result" in text(shown)
    agree(war, row)
    entries = Entry.objects.filter(war=war, kind="amend").count()
    agree(war, row)
    assert Entry.objects.filter(war=war, kind="amend").count() == entries == 1
    assert Correction.objects.count() == 1


def test_declined_or_taken_back_nothing_changes(war: War) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    number = battle_of(war)
    before = state_of(war)
    row = proposed(war, number)
    post(war, "talon", number, do="decline", correction=str(row.pk), seen_version="0")
    assert Correction.objects.get().status == "declined"
    assert (
        Delivery.objects.filter(user=user_of(war, "terran"), subject__contains="boris declines").count() == 1
    )
    mark = mark_of(post(war, "terran", number, **fields(war, number, do="preview")))
    post(war, "terran", number, **fields(war, number, do="propose", mark=mark))
    second = Correction.objects.get(status="open")
    assert post(war, "talon", number, do="drop", correction=str(second.pk)).status_code == 302
    assert Correction.objects.filter(status="open").exists()
    post(war, "terran", number, do="drop", correction=str(second.pk))
    assert Correction.objects.get(pk=second.pk).status == "dropped"
    assert agree(war, second).status_code == 422
    assert state_of(war) == before


def test_a_proposal_that_nobody_answers_is_gone_after_72_hours(war: War, time: Time) -> None:
    number = battle_of(war)
    row = proposed(war, number)
    time.pass_(3 * DAY - timedelta(seconds=1))
    assert correcting.expire_waiting() == 0
    time.pass_(timedelta(seconds=1))
    assert agree(war, row).status_code == 422
    assert correcting.expire_waiting() == 1
    assert correcting.expire_waiting() == 0
    row.refresh_from_db()
    assert row.status == "expired"
    assert not Waiting.objects.filter(war=war, kind="correct").exists()
    assert "not answered within 72 hours" in page(war, "talon", f"correct/{number}/")


def test_sealed_plans_are_drafts_again_and_a_stale_page_changes_nothing(war: War) -> None:
    number = battle_of(war)
    seal_random(war, "talon", Random(3))
    row = proposed(war, number)
    assert agree(war, row, seen_version="1").status_code == 409
    assert Correction.objects.get().status == "open"
    agree(war, row)
    assert not SealedOrder.objects.filter(war=war).exists()
    assert Draft.objects.filter(war=war, seat="talon", turn=2).exists()
    assert Waiting.objects.filter(war=war, side="talon", kind="plan").exists()


def test_whose_plan_is_a_draft_again_gets_a_message(war: War) -> None:
    """Not who had not sealed; and the deadline of the phase, which begins again, is one for both."""
    User.objects.update(webhook_url="https://example.org/hook")
    number = battle_of(war)
    seal_random(war, "talon", Random(3))
    Delivery.objects.all().delete()
    agree(war, proposed(war, number))
    told = Delivery.objects.filter(body__contains="Your plan is a draft again: seal it again.")
    assert [row.user for row in told] == [user_of(war, "talon")]
    assert not Delivery.objects.filter(user=user_of(war, "terran"), subject__contains="Plan turn").exists()
    notify(War.objects.get(pk=war.pk), state_of(war))
    assert told.count() == 1
    assert Waiting.objects.filter(war=war, kind="plan").count() == 2


def test_the_lifetime_score_stays_between_those_who_fought(war: War) -> None:
    """Once a seat has changed hands the war is corrected, and nobody's lines change."""
    number = battle_of(war)
    lines = set(LifetimeLine.objects.values_list("source", "player", "opponent", "points", "words"))
    hand_over(seat_id=war.seats.get(side="talon").pk, user=make_person("clara"))
    war.refresh_from_db()
    shown = post(war, "terran", number, **fields(war, number, do="preview"))
    assert "The lifetime score stays as it is" in text(shown)
    agree(war, proposed(war, number))
    assert Entry.objects.filter(war=war, kind="amend").exists()
    assert set(LifetimeLine.objects.values_list("source", "player", "opponent", "points", "words")) == lines


def test_corrected_there_and_back_the_line_is_the_same(war: War) -> None:
    """The row stays, and when somebody else won after all its points are the other player's."""
    number = battle_of(war)
    was = battle_history(events_so_far(war.pk), number)
    assert was is not None
    source = f"battle:{Engagement.objects.get(war=war, number=number).battle_id}"
    before = LifetimeLine.objects.filter(source=source).values().get()
    agree(war, proposed(war, number))
    now = LifetimeLine.objects.filter(source=source).values().get()
    assert (now["id"], now["player_id"]) == (before["id"], before["opponent_id"])
    anna = user_of(war, "terran")
    assert anna is not None
    back = Amend(number, was.result.report)
    war.refresh_from_db()
    row = propose(war_id=war.pk, side="terran", user=anna, seen_version=war.version, order=back)
    agree(war, row)
    assert LifetimeLine.objects.filter(source=source).values().get() == before


def test_s84_corrected_to_a_draw_and_back_the_line_is_the_same(war: War) -> None:
    """Nobody has won after all: the line is drawn, without points; and back it says what it said."""
    number = battle_of(war)
    was = battle_history(events_so_far(war.pk), number)
    assert was is not None
    source = f"battle:{Engagement.objects.get(war=war, number=number).battle_id}"
    before = LifetimeLine.objects.filter(source=source).values().get()
    nobody = typed.read(was.setup, lost_by_both(was.setup)).report
    assert nobody is not None
    anna = user_of(war, "terran")
    assert anna is not None
    for told, drawn in ((nobody, True), (was.result.report, False)):
        war.refresh_from_db()
        order = Amend(number, told)
        agree(war, propose(war_id=war.pk, side="terran", user=anna, seen_version=war.version, order=order))
        line = LifetimeLine.objects.get(source=source)
        assert (line.drawn, line.points == 0) == (drawn, drawn)
    assert LifetimeLine.objects.filter(source=source).values().get() == before


def test_a_result_changed_after_the_preview_is_shown_before_it_is_proposed(war: War) -> None:
    number = battle_of(war)
    answer = post(war, "terran", number, **fields(war, number, do="propose", mark="of another report"))
    assert answer.status_code == 422
    assert "You have changed the result" in text(answer)
    assert not Correction.objects.exists()


def test_once_plans_are_revealed_it_waits_for_the_end_of_the_battles(war: War) -> None:
    number = battle_of(war)
    row = proposed(war, number)
    for side in SIDES:
        seal_random(war, side, Random(2))
    assert state_of(war).phase == "battles"
    told = page(war, "talon", f"correct/{number}/")
    assert "Finish this turn" in told
    assert "Agree" not in told
    assert agree(war, row).status_code == 422


def test_the_result_as_it_is_recorded_is_said_to_be_that_in_the_battles_too(war: War) -> None:
    number = battle_of(war)
    for side in SIDES:
        seal_random(war, side, Random(2))
    found = battle_history(events_so_far(war.pk), number)
    assert found is not None
    same = {**typed.from_report(found.setup, found.result.report), "do": "preview"}
    told = text(post(war, "terran", number, **same))
    assert "This is the result as it is recorded" in told
    assert "Finish this turn" not in told


def test_the_last_result_is_withdrawn_and_not_corrected(war: War) -> None:
    """S42: while nothing has followed from a result it can be taken back whole."""
    random = Random(4)
    while state_of(war).phase != "planning" or withdrawable(war) is None:
        step(war, random)
    last = Engagement.objects.filter(war=war, outcome="fought").latest("number").number
    told = page(war, "terran", f"correct/{last}/")
    assert "You can still withdraw this result" in told
    assert "Show what it changes" not in told


def test_strangers_other_wars_and_sandboxes_have_no_such_page(war: War) -> None:
    number = battle_of(war)
    assert browser(make_person("clara")).get(path(war, "terran", number)).status_code == 404
    anna = user_of(war, "terran")
    assert anna is not None
    assert browser(anna).get(path(war, "talon", number)).status_code == 404
    assert browser(anna).get(path(war, "terran", 999)).status_code == 404
    assert post(war, "terran", number, do="sing").status_code == 422


def test_against_the_computer_nobody_has_to_agree(war: War) -> None:
    war.seats.filter(side="talon").update(user=computer_user(), commander="steady", whim="00")
    number = battle_of(war)
    shown = post(war, "terran", number, **fields(war, number, do="preview"))
    assert "Correct the result" in text(shown)
    post(war, "terran", number, **fields(war, number, do="propose", mark=mark_of(shown)))
    assert Correction.objects.get().status == "agreed"
    assert Entry.objects.filter(war=war, kind="amend").count() == 1
    assert differences(War.objects.get(pk=war.pk)) == []


@pytest.mark.parametrize("way", ["now", "rewind"])
def test_s35_a_corrected_result_is_not_better_than_where_the_battle_stood_on_the_board(
    war: War, way: str
) -> None:
    """The player alone decided what the correction was, against the computer and at one screen."""
    number = battle_of(war)
    battle = Battle.objects.get(engagement__war=war, engagement__number=number)
    row = proposed(war, number, way=way)
    play = begin(battle)
    board = board_of(play)
    board.round = other_report(war, number).rounds + 1
    Play.objects.filter(pk=play.pk).update(stage=Play.Stage.LAID, position=encode_position(board))
    before = state_of(war)
    assert agree(war, row).status_code == 422
    assert "On the board the battle had reached round" in page(war, "talon", f"correct/{number}/")
    drop(war_id=war.pk, side="terran", user=cast("User", user_of(war, "terran")), correction_id=row.pk)
    preview = post(war, "terran", number, **fields(war, number, do="preview", way=way))
    assert "On the board the battle had reached round" in text(preview)
    assert "Propose" not in text(preview)
    assert state_of(war) == before


def test_the_fleets_can_be_left_as_they_are(war: War) -> None:
    number = battle_of(war)
    shown = post(war, "terran", number, **fields(war, number, do="preview"))
    ships = state_of(war).terran.ships.keys()
    sent = fields(war, number, do="propose", mark=mark_of(shown), front="on", income="on")
    user = user_of(war, "terran")
    assert user is not None
    browser(user).post(path(war, "terran", number), {**sent, "asked": ["ships", "front", "income"]})
    agree(war, Correction.objects.get())
    assert state_of(war).terran.ships.keys() == ships


def test_the_host_decides_and_both_see_it(war: War) -> None:
    """Not a host who plays in the war; what the host did is in the host's log and on the page."""
    User.objects.update(webhook_url="https://example.org/hook")
    number = battle_of(war)
    row = proposed(war, number)
    sent = {"action": "decide_for", "_selected_action": [row.pk]}
    player = user_of(war, "talon")
    host = make_person("clara")
    assert player is not None
    User.objects.filter(pk__in=[player.pk, host.pk]).update(is_staff=True, is_superuser=True)
    browser(player).post("/admin/campaign/correction/", sent)
    assert not Entry.objects.filter(war=war, kind="amend").exists()
    for _ in range(2):
        browser(host).post("/admin/campaign/correction/", sent)
    assert Entry.objects.get(war=war, kind="amend").user == host
    assert LogEntry.objects.filter(user=host, object_id=str(row.pk)).count() == 1
    for side in SIDES:
        assert "The host decided it" in page(war, side, f"correct/{number}/")
        told = Delivery.objects.filter(user=user_of(war, side), subject__contains="The host has corrected")
        assert told.count() == 1


def test_the_page_of_the_battle_leads_to_it_and_says_what_was_corrected(war: War) -> None:
    number = battle_of(war)
    battle = Engagement.objects.select_related("battle").get(war=war, number=number).battle
    anna = user_of(war, "terran")
    assert battle is not None
    assert anna is not None
    assert path(war, "terran", number) in browser(anna).get(f"/battles/{battle.pk}/").content.decode()
    agree(war, proposed(war, number))
    assert "This result was corrected in turn 2" in text(browser(anna).get(f"/battles/{battle.pk}/"))


def test_a_preview_says_the_same_whatever_the_other_side_keeps_secret(war: War) -> None:
    """S15: Talon's treasury, minimum and Reserve do not change a byte of what Terran is shown."""
    number = battle_of(war)

    def shown() -> bytes:
        answer = post(war, "terran", number, **fields(war, number, do="preview"))
        body: bytes = answer.content
        return CSRF.sub(b"", body)

    before, state = shown(), state_of(war)
    state.talon.treasury, state.talon.minimum, state.talon.active_lp = 1, 0, 99
    for name, ship in list(state.talon.ships.items()):
        if ship.where == RESERVE:
            del state.talon.ships[name]
    put_state(war, state)
    assert b"What this changes" in before
    assert shown() == before


def test_s67_once_the_war_is_over_its_present_is_not_corrected(war: War) -> None:
    """The proposal is closed, and its player told; until then the war may go on under it."""
    User.objects.update(webhook_url="https://example.org/hook")
    row = proposed(war, battle_of(war))
    for side in SIDES:
        seal_random(war, side, Random(2))
    row.refresh_from_db()
    assert row.status == "open"
    boris = user_of(war, "talon")
    assert boris is not None
    war.refresh_from_db()
    submit(war_id=war.pk, side="talon", user=boris, seen_version=war.version, order=Surrender())
    row.refresh_from_db()
    assert row.status == "lapsed"
    assert not Waiting.objects.filter(war=war, kind="correct").exists()
    assert Delivery.objects.filter(user=user_of(war, "terran"), subject__contains="went on before").exists()
