"""Battles played by hand: orders, draft lines, barriers, races, and the result."""

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from threading import Barrier, Thread
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Notice, User
from accounts.people.special_users import computer_user
from accounts.work import Bell
from battles.battle.boards import StalePlay
from battles.battle.selectors import known_battle, unabsorbed
from battles.models import Battle, DraftLine, Play, PlayedLine, Status
from battles.talon.play.board import board_of
from battles.talon.play.services.captains import PLAYS, go_on, sweep_plays
from battles.talon.play.services.handing import hand_over
from battles.talon.play.services.ordering import Seen, give, show, undo
from battles.talon.play.services.publishing import clock
from engines.seam.documents import Doctrine
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.captains.captain import Captain
from engines.talon.documents.codec import encode_position
from engines.talon.game import apply, new_battle
from engines.talon.orders import Move, Toward
from engines.talon.play.drafts.lines import decode_line, resumed
from engines.talon.records.dice_check import fault
from engines.talon.set_ups.scenarios import fleets_of
from engines.talon.state import Battle as Board
from engines.talon.text import write_order
from engines.talon.view import View, decider
from tests.people import make_person
from tests.site.plays import begun, captains_order, drafted, one_step, ordered, played_out, seen, until

VERIFIER = Path(__file__).parents[5] / "static/verify/talon_dice.py"


@pytest.fixture
def play(anna: User, ben: User) -> Play:
    return begun(anna, ben)


def test_a_battle_played_order_by_order_is_the_one_that_captains_fight(play: Play, tmp_path: Path) -> None:
    battle = played_out(play, fought=True)
    assert (battle.status, battle.settled_how) == (Status.SETTLED, "played")
    known = known_battle(battle)
    assert known is not None
    engine, record = battle.engine, cast_any(known.fought)
    usual = {side: Doctrine() for side in SIDES}
    fought = cast_any(engine.fight(battle.setup_document, usual, play.seal.promise))
    assert record.written == fought.written
    assert (record.events, record.prospects) == (fought.events, fought.prospects)
    assert (record.positions, record.result, record.sealed) == (
        fought.positions,
        fought.result,
        fought.sealed,
    )
    assert fault(record.written) == ""
    file = tmp_path / "record.json"
    file.write_bytes(engine.download(known.fought, {}, "json"))
    sealed = record.sealed
    asked = ["--commitment", sealed.commitment, "--seal", sealed.seal]
    verdict = verified(file, *asked)
    assert verdict.returncode == 0, verdict.stdout
    assert engine.upload(battle.setup_document, file.read_bytes()).committed
    assert not unabsorbed().filter(pk=battle.pk).exists(), "a skirmish has no owner"


def verified(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(VERIFIER), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def cast_any(thing: object) -> Any:
    return thing


def test_drafted_orders_are_taken_back_and_leave_no_trace(play: Play) -> None:
    side = until(play, number=4, drafts=2)
    before, position = seen(play, side), bytes(play.position)
    notices, lines = Notice.objects.count(), PlayedLine.objects.filter(play=play).count()
    first = drafted(play, side)[0]
    undo(battle_id=play.battle_id, side=side, seen=before)
    assert drafted(play, side) == [first]
    undo(battle_id=play.battle_id, side=side, seen=seen(play, side), everything=True)
    assert drafted(play, side) == []
    play.refresh_from_db()
    assert (play.number, bytes(play.position)) == (before.at, position)
    assert (Notice.objects.count(), PlayedLine.objects.filter(play=play).count()) == (notices, lines)
    with pytest.raises(Refused, match="You cannot take anything back"):
        undo(battle_id=play.battle_id, side=side, seen=seen(play, side))


def test_what_was_published_is_not_taken_back(play: Play) -> None:
    for _ in range(80):
        side: Any = play.decider
        one_step(play)
        for one in SIDES:
            if not drafted(play, one):
                with pytest.raises(Refused):
                    undo(battle_id=play.battle_id, side=one, seen=seen(play, one))
        assert not drafted(play, opponent(side))
    numbers = list(play.lines.values_list("number", flat=True))
    assert numbers == list(range(1, play.number + 1))


def test_the_same_request_again_has_one_effect(play: Play) -> None:
    for _ in range(40):
        side: Any = play.decider
        order, shown = captains_order(play, side), seen(play, side)
        give(battle_id=play.battle_id, side=side, seen=shown, orders=[order])
        after = (seen(play, side), PlayedLine.objects.count(), drafted(play, side))
        assert give(battle_id=play.battle_id, side=side, seen=shown, orders=[order]) == 1
        assert (seen(play, side), PlayedLine.objects.count(), drafted(play, side)) == after
        play.refresh_from_db()


def test_a_stale_page_changes_nothing(play: Play) -> None:
    side = until(play, number=3, drafts=1)
    old = seen(play, side)
    one_step(play)
    before = (seen(play, side), drafted(play, side))
    for stale in (old, old._replace(at=old.at - 1), old._replace(draft=old.draft + 7)):
        with pytest.raises(StalePlay):
            give(battle_id=play.battle_id, side=side, seen=stale, orders=[f"{side} done"])
        with pytest.raises(StalePlay):
            show(battle_id=play.battle_id, side=side, seen=stale)
    assert (seen(play, side), drafted(play, side)) == before


def test_a_draw_may_be_offered_once_the_pending_question_is_answered(play: Play) -> None:
    """R30: nothing else is ordered while an effect is under way; the answer in the draft line goes with the offer."""
    side = _asked_in_mid_effect(play)
    with pytest.raises(Refused, match="An effect is still being resolved"):
        ordered(play, side, f"{side} offer-draw")
    one_step(play)
    assert drafted(play, side)
    ordered(play, side, f"{side} offer-draw")
    line = decode_line(bytes(play.lines.latest("number").line))
    assert [type(given.order).__name__ for given in line.given] == ["Toward", "OfferDraw"]
    assert drafted(play, side) == []


@pytest.mark.parametrize("unit", [0, 999])
def test_a_captain_orders_no_ship_while_a_question_waits(play: Play, unit: int) -> None:
    side = _asked_in_mid_effect(play)
    moment, path = seen(play, side), f"/battles/{play.battle_id}/play/order/"
    asked = {"do": f"captain-unit-{unit}", "at": moment.at, "draft": moment.draft, "side": side}
    answer = client_of(play.battle.user_of(side)).post(path, asked)
    assert answer.status_code == 422
    assert "The captain would give it no orders now." in answer.content.decode()
    assert seen(play, side) == moment


def _asked_in_mid_effect(play: Play) -> Side:
    """Whose answer an effect waits for that needs no die: the play is put where a battle of captains comes to one."""
    board, side = next(filter(None, map(_mid_effect, range(200))))
    Play.objects.filter(pk=play.pk).update(position=encode_position(board), decider=side)
    play.refresh_from_db()
    return side


def _mid_effect(seed: int) -> tuple[Board, Side] | None:
    """The battle of that seed where a captain answers so, with the side; None if it comes to no such effect."""
    board, dice = new_battle(fleets_of(2)), Random(seed)
    while (side := decider(board)) is not None:
        order = Captain(Doctrine()).decide(View(board, side))
        if board.agenda and isinstance(order, Toward):
            return board, side
        apply(board, order, SimpleNamespace(roll=lambda _label: dice.randint(1, 6)))
    return None


def test_nobody_orders_for_the_other_side(play: Play) -> None:
    side = until(play, number=12)
    other = opponent(side)
    for order in (f"{other} concede", f"{other} offer-draw", f"{other} done"):
        with pytest.raises(Refused):
            ordered(play, side, order)
    with pytest.raises(Refused):
        ordered(play, other, captains_order(play, side))
    with pytest.raises(Refused, match="has to decide now"):
        ordered(play, other, f"{other} done")
    assert Play.objects.get(pk=play.pk).number == play.number


def test_an_offer_is_made_at_any_time_and_the_other_sides_draft_line_stays(play: Play) -> None:
    side = until(play, number=12, drafts=1)
    kept = drafted(play, side)
    other = opponent(side)
    ordered(play, other, f"{other} offer-draw")
    assert drafted(play, side) == kept
    one_step(play)
    ordered(play, side, f"{side} offer-draw")
    go_on(play.battle_id)
    battle = Battle.objects.get(pk=play.battle_id)
    report = battle.report_document
    assert report is not None
    assert (battle.settled_how, report.ending) == ("played", "draw")


def test_conceding_publishes_what_its_giver_has_drafted(play: Play) -> None:
    side = until(play, number=12, drafts=2)
    words = drafted(play, side)
    ordered(play, side, f"{side} concede")
    line = decode_line(bytes(play.lines.latest("number").line))
    board = resumed(bytes(play.position))
    assert [write_order(given.order, board) for given in line.given] == [*words, f"{side} concede"]
    assert drafted(play, side) == []


def test_conceding_leaves_the_draft_line_of_the_other_side_unseen(play: Play) -> None:
    side = until(play, number=12, drafts=1)
    words, other = drafted(play, side), opponent(side)
    ordered(play, other, f"{other} concede")
    line = decode_line(bytes(play.lines.latest("number").line))
    assert [type(given.order).__name__ for given in line.given] == ["Concede"]
    assert drafted(play, side) == words


def test_an_illegal_order_is_refused_with_its_rule_and_a_sheet_is_taken_whole_or_not_at_all(
    play: Play,
) -> None:
    side = until(play, number=5)
    good = captains_order(play, side)
    before = (seen(play, side), drafted(play, side))
    if good.endswith(" done"):
        good = f"{side} offer-draw"
    for bad in ("nonsense", f"{side} fire Nobody 1 Nothing", f"{side} jump Surprise", "", "\x00"):
        with pytest.raises(Refused):
            ordered(play, side, bad)
    with pytest.raises(Refused):
        ordered(play, side, good, "nonsense")
    assert (seen(play, side), drafted(play, side)) == before


def test_of_a_sheet_nothing_is_given_after_a_barrier(play: Play) -> None:
    side = until(play, number=5)
    page, orders = seen(play, side), [f"{side} done"] * 3
    for _again in range(2):  # the same request again has the same answer
        assert give(battle_id=play.battle_id, side=side, seen=page, orders=orders) == 1
    sent = {"order": orders, "at": page.at, "draft": page.draft, "side": side}
    reader, path = client_of(play.battle.user_of(side)), f"/battles/{play.battle_id}/play/order/"
    assert "2 orders not given" in reader.post(path, sent, headers={"HX-Request": "true"}).content.decode()


def test_resuming_from_what_is_stored_is_exact_at_every_decision(play: Play) -> None:
    while play.decider:
        board = board_of(play)
        once_more = resumed(bytes(play.position))
        assert list(board.options) == list(once_more.options)
        assert bytes(play.position) == bytes(Play.objects.get(pk=play.pk).position)
        one_step(play)


def test_a_lost_result_is_found_by_the_sweep_and_written_once(play: Play) -> None:
    """As if the process had died after the last line and before the result."""
    until(play, number=12)
    side: Any = play.decider
    ordered(play, side, f"{side} concede")
    assert (play.decider, play.status) == ("", "queued")
    assert Battle.objects.get(pk=play.battle_id).status == Status.OPEN
    assert PLAYS.attempt(play.pk)
    assert not PLAYS.attempt(play.pk)
    go_on(play.battle_id)
    battle = Battle.objects.get(pk=play.battle_id)
    assert (battle.status, battle.notes.filter(kind="played").count()) == (Status.SETTLED, 1)


def test_a_captains_turn_that_was_lost_is_found_by_the_sweep(anna: User) -> None:
    """As if the process had died after the player's line and before the captain's."""
    play = begun(anna, computer_user())
    while play.decider == "terran" or play.number < 3:
        if play.decider == "talon":
            go_on(play.battle_id)
            play.refresh_from_db()
        else:
            one_step(play)
    assert play.status == "queued"
    rung: list[int] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Bell, "ring_now", lambda _bell, number: rung.append(number))
        sweep_plays()
    assert rung == [play.pk]
    assert PLAYS.attempt(play.pk)
    play.refresh_from_db()
    assert (play.decider, play.status) == ("terran", "done")


def test_a_captain_that_fails_is_tried_again_from_the_page(anna: User) -> None:
    play = begun(anna, computer_user())
    while play.decider == "terran":
        one_step(play)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Captain, "decide", broken)
        for _ in range(3):
            Play.objects.filter(pk=play.pk).update(due_at=timezone.now())
            PLAYS.attempt(play.pk)
    play.refresh_from_db()
    assert play.status == "failed"
    reader, path = client_of(anna), f"/battles/{play.battle_id}/play/"
    assert "The captain failed" in reader.get(path).content.decode()
    moment = seen(play, "terran")
    reader.post(f"{path}order/", {"do": "try-again", "at": moment.at, "draft": moment.draft})
    play.refresh_from_db()
    assert (play.decider, play.status) == ("terran", "done")


def broken(*_anything: object) -> Any:
    raise ZeroDivisionError


def test_a_captain_finishes_an_impulse_and_stops_there(play: Play) -> None:
    side = until(play, number=14)
    hand_over(battle_id=play.battle_id, side=side, for_good=False)
    with pytest.raises(Refused, match="Take back command"):
        ordered(play, side, captains_order(play, side))
    PLAYS.attempt(play.pk)
    before = board_of(play)
    play.refresh_from_db()
    while play.decider != side:
        one_step(play)
        go_on(play.battle_id)
        play.refresh_from_db()
    after = board_of(play)
    assert clock(after) > clock(before), "after impulse F the Power Phase is the player's own"
    assert play.status == "done"


@pytest.mark.parametrize("until_when", ["impulse", "battle"])
def test_handing_over_twice_from_the_same_page_has_one_effect(anna: User, until_when: str) -> None:
    play = begun(anna, computer_user())
    for _ in range(30):
        go_on(play.battle_id)
        play.refresh_from_db()
        one_step(play)
    go_on(play.battle_id)
    moment, path = seen(play, "terran"), f"/battles/{play.battle_id}/play/order/"
    asked = {"do": f"captain-{until_when}", "at": moment.at, "draft": moment.draft, "side": "terran"}
    reader, found = client_of(anna), list[Any]()
    for _again in range(2):
        answer = reader.post(path, asked)
        PLAYS.attempt(play.pk)
        play.refresh_from_db()
        found.append((answer.status_code, play.number, play.terran_by, play.terran_through))
    assert found[0] == found[1]
    assert found[0][0] == 302
    assert play.number > moment.at


@pytest.mark.parametrize("do", ["show", "captain-impulse", "captain-battle"])
def test_every_request_writes_the_draft_line_before_the_play(play: Play, do: str) -> None:
    """Two that did so in another order would wait for each other on PostgreSQL, and one would be an error."""
    one_step(play)
    side: Side = "terran" if play.decider == "terran" else "talon"
    moment = seen(play, side)
    with CaptureQueriesContext(connection) as queries:
        client_of(play.battle.user_of(side)).post(
            f"/battles/{play.battle_id}/play/order/",
            {"do": do, "at": moment.at, "draft": moment.draft, "side": side},
        )
    updated = re.findall(r'UPDATE "battles_(draftline|play)"', "\n".join(one["sql"] for one in queries))
    assert updated[:1] == ["draftline"]
    assert "play" in updated


@pytest.mark.parametrize("until_when", ["impulse", "battle"])
def test_nothing_is_handed_over_from_an_old_page(play: Play, until_when: str) -> None:
    side = until(play, number=6, drafts=1)
    moment, path = seen(play, side), f"/battles/{play.battle_id}/play/order/"
    reader = client_of(play.battle.user_of(side))
    for at, draft in ((0, 0), (moment.at - 1, moment.draft), (moment.at, moment.draft - 1)):
        asked = {"do": f"captain-{until_when}", "at": at, "draft": draft, "side": side}
        assert reader.post(path, asked).status_code == 409
    play.refresh_from_db()
    assert (play.by(side), play.through(side), seen(play, side)) == ("person", None, moment)


def test_a_captain_orders_one_ship_for_its_player_who_can_undo_it(play: Play) -> None:
    until(play, number=1)
    while not isinstance(board_of(play).options[0], Move) or drafted(play, play.decider):  # type: ignore[arg-type]
        one_step(play)
    side: Any = play.decider
    reader, moment = client_of(play.battle.user_of(side)), seen(play, side)
    unit = board_of(play).options[0].unit  # type: ignore[union-attr]
    asked = {"do": f"captain-unit-{unit}", "at": moment.at, "draft": moment.draft, "side": side}
    path = f"/battles/{play.battle_id}/play/order/"
    for _again in range(2):  # the same request twice has one effect
        assert reader.post(path, asked, headers={"HX-Request": "true"}).status_code == 200
        play.refresh_from_db()
        assert seen(play, side).draft == moment.draft + 1
    name = board_of(play).units[unit].name
    assert all(name in words for words in drafted(play, side))
    nobody = {**asked, "do": "captain-unit-99", "at": play.number, "draft": seen(play, side).draft}
    assert reader.post(path, nobody).status_code == 422


def test_lines_are_only_added(play: Play) -> None:
    until(play, number=1)
    line = play.lines.get()
    with pytest.raises(TypeError):
        line.save()
    with pytest.raises(TypeError):
        line.delete()


@pytest.mark.django_db(transaction=True)
def test_of_two_tabs_on_one_order_one_has_an_effect() -> None:
    play = begun(make_person("anna"), make_person("ben"))
    until(play, number=6)
    for number in range(12):
        side: Any = play.decider
        order = captains_order(play, side)
        orders = [order, order if number % 2 else f"{side} done"]
        shown, lines = seen(play, side), PlayedLine.objects.count()
        assert "taken" in pressed_together(play, side, shown, orders)
        after = seen(play, side)
        assert after.draft == shown.draft + 1
        assert PlayedLine.objects.count() - lines == after.at - shown.at <= 1
        play.refresh_from_db()
        one_step(play)


def pressed_together(play: Play, side: Any, shown: Seen, orders: list[str]) -> list[str]:
    """How each of these orders fared that were sent from the same page at the same moment."""
    found: list[str] = []
    together = Barrier(len(orders))

    def press(order: str) -> None:
        together.wait()
        try:
            give(battle_id=play.battle_id, side=side, seen=shown, orders=[order])
            found.append("taken")
        except (StalePlay, Refused) as error:
            found.append(type(error).__name__)
        finally:
            connection.close()

    threads = [Thread(target=press, args=[order]) for order in orders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_draft_line_changes_no_byte_of_the_other_sides_pages(play: Play) -> None:
    until(play, number=12)
    side: Any = play.decider
    other = opponent(side)
    reader = client_of(play.battle.user_of(other))
    pages = [f"/battles/{play.battle_id}/{page}" for page in ("play/", "", "dice/", "sheet/")]
    told = 0
    while told < 25:
        before = [plain(reader.get(page)) for page in pages]
        now, number = play.decider, play.number
        one_step(play)
        if play.number == number and now == side:
            told += 1
            assert [plain(reader.get(page)) for page in pages] == before
        if play.decider != side:
            side = play.decider
            other = opponent(side)
            reader = client_of(play.battle.user_of(other))


def plain(answer: Any) -> bytes:
    """A page without what is drawn for each request."""
    return re.sub(rb'csrf[^>]*value="[^"]*"|X-CSRFToken": "[^"]*"', b"", answer.content)


def test_covered_counters_are_in_no_page_of_the_other_side(anna: User, ben: User) -> None:
    """The same hexes, two ships the other way round: pages, and their sizes, are the same until they are shown."""
    shown = []
    for swapped in (False, True):
        Battle.objects.all().delete()
        play = begun(anna, ben, 1)
        first: Any = play.decider
        units = ["Justice", "Unity"] if first == "talon" else ["Napoleon", "Zhukov"]
        places = [captains_order(play, first).split()[3:]]
        ordered(play, first, f"{first} deploy {units[swapped]} {' '.join(places[0])}")
        places.append(captains_order(play, first).split()[3:])
        ordered(play, first, f"{first} deploy {units[not swapped]} {' '.join(places[1])}")
        while play.decider == first:
            one_step(play)
        reader = client_of(play.battle.user_of(opponent(first)))
        page = plain(reader.get(f"/battles/{play.battle_id}/play/"))
        shown.append(re.sub(rb"battles?/\d+/|since=\d+", b"", page))
    assert shown[0] == shown[1]


def test_strangers_and_the_other_seat_reach_nothing(play: Play) -> None:
    path = f"/battles/{play.battle_id}/play/"
    stranger = client_of(make_person("eve"))
    assert stranger.get(path).status_code == 404
    assert stranger.post(f"{path}order/", {"order": "terran concede"}).status_code == 404
    assert Client().get(path).status_code == 302
    until(play, number=12)
    anna = client_of(play.battle.terran_user)
    moment = seen(play, "terran")
    sent = {"at": moment.at, "draft": moment.draft, "order": "talon concede", "side": "talon"}
    assert anna.post(f"{path}order/", sent).status_code == 422
    assert anna.post(f"{path}order/", {**sent, "do": "captain-battle"}).status_code in (302, 422)
    play.refresh_from_db()
    assert play.talon_by == "person"
    assert DraftLine.objects.get(play=play, side="talon").did != "talon concede"
    assert anna.post(f"{path}order/", {**sent, "at": "x"}).status_code == 400
    assert anna.post(f"{path}order/", {**sent, "at": 1, "order": "terran concede"}).status_code == 409


def test_the_verifier_finds_a_changed_die(play: Play, tmp_path: Path) -> None:
    battle = played_out(play)
    known = known_battle(battle)
    assert known is not None
    record = json.loads(battle.engine.download(known.fought, {}, "json"))
    given = next(one for one in record["given"] if one.get("dice"))
    given["dice"][0][0] = given["dice"][0][0] % 6 + 1
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    assert verified(file).returncode == 1
