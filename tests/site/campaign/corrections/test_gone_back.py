"""A war that has gone back: what no longer counts is neither told, nor held against anybody, nor lost (S69)."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from accounts.people.special_users import computer_user
from campaign.chat.chatting import say
from campaign.computer.commanding import command
from campaign.corrections.gone_back import gone_back
from campaign.deadlines.agreements import answer, ask_for
from campaign.deadlines.expiring import _was_late
from campaign.history.headlines import not_yet_seen, since_last_visit
from campaign.lobby.players import ORDERS, PlayerNote, notes_on
from campaign.models import ChatLine, Draft, Engagement, Entry, SealedOrder, Seat, TimeNote, War
from campaign.planning.pages.plan import last_turn
from campaign.rules import events as e
from campaign.rules.orders import LetPass
from campaign.seats.naming import revoke
from campaign.war.at import At
from campaign.war.log.fold import events_so_far, in_force, log_of
from campaign.war.log.rebuild import differences
from campaign.war.services import sealing
from campaign.war.services.log import GivenOrder, append, locked, running
from campaign.war.services.results import ask_withdrawal, withdrawable
from engines.seam.sides import SIDES, Side
from tests.deputies import name_deputy
from tests.people import browser, make_person
from tests.site.campaign.corrections.test_correcting import agree, battle_of, page
from tests.site.campaign.corrections.test_log_correction import asked, check, longer, rewound, war
from tests.site.seats import text
from tests.site.wars import play_until, state_of, step, user_of, version_of

__all__ = ["war"]

pytestmark = pytest.mark.django_db


def at_of(war: War, side: Side) -> At:
    """The side's player at the war as it is now."""
    war.refresh_from_db()
    seats: dict[Side, Seat] = {one: war.seats.select_related("user").get(side=one) for one in SIDES}
    user = seats[side].user
    assert user is not None
    return At(user, war, side, seats)


def to_a_last_battle(war: War, seed: int = 8) -> int:
    """Play on until a battle that was recorded has ended a turn; its number."""
    random = Random(seed)
    while state_of(war).phase != "planning" or withdrawable(war) is None:
        assert step(war, random).phase != "over"
    return Engagement.objects.filter(war=war, outcome="fought").latest("number").number


def test_the_chat_about_a_battle_that_is_gone_is_about_the_war(war: War) -> None:
    """Nothing that was said is lost, and nothing is said about a battle that has not been fought."""
    number = battle_of(war)
    later = Engagement.objects.filter(war=war, outcome="fought", turn=2).earliest("number").number
    for about in (number, later):
        say(war_id=war.pk, side="terran", text=f"About {about}", battle=about)
    rewound(war, number)
    said = dict(ChatLine.objects.filter(war=war).values_list("text", "battle"))
    assert said == {f"About {number}": number, f"About {later}": None}
    play_until(war, phase="planning", turn=3, random=Random(9))
    assert f"About {later}" in page(war, "talon", "chat/")
    assert f"About {later}" not in page(war, "talon", f"chat/?battle={later}")


def test_a_withdrawn_result_keeps_the_plans_that_a_rewind_has_given_back(war: War) -> None:
    number = battle_of(war)
    to_a_last_battle(war)
    play_until(war, phase="battles", turn=state_of(war).turn, random=Random(3))
    rewound(war, number)
    to_a_last_battle(war)
    turn, kept = state_of(war).turn, drafts(war)
    assert turn in {one for _, one in kept}
    for side in SIDES:
        ask_withdrawal(war_id=war.pk, side=side, user=user_of(war, side), seen_version=version_of(war))
    assert state_of(war).turn == turn - 1
    assert drafts(war) == kept
    check(war)


def drafts(war: War) -> dict[tuple[str, int], bytes]:
    """The plans that people work on, by side and turn."""
    return {(row.seat, row.turn): bytes(row.document) for row in Draft.objects.filter(war=war)}


def test_a_turn_begins_with_the_income_that_counts(war: War) -> None:
    """The report on the page of a plan is of the turn as it reads now."""
    number = to_a_last_battle(war, seed=1)
    turn, paid = state_of(war).turn, incomes(war)
    play_until(war, phase="battles", turn=turn, random=Random(3))
    rewound(war, number)
    state = state_of(war)
    assert (state.phase, state.turn) == ("planning", turn)
    assert incomes(war)[-1] != paid[-1], "another winner, another income"
    shown = last_turn(at_of(war, "terran")).report
    assert shown is not None
    assert dict(shown.income) == incomes(war)[-1]


def incomes(war: War) -> list[dict[str, int]]:
    """What Terran has been paid by sector, turn by turn."""
    paid = (event for event in events_so_far(war.pk) if isinstance(event, e.IncomePaid))
    return [event.by_sector for event in paid if event.side == "terran"]


def test_who_was_late_before_the_war_went_back_is_not_late_again(war: War) -> None:
    number = battle_of(war)
    late(war)
    assert _was_late(war, "terran")
    rewound(war, number)
    assert not _was_late(war, "terran")


def late(war: War) -> None:
    """The log says that Terran has let the deadline pass."""
    with locked(war.pk) as held:
        append(held, running(held), GivenOrder("terran", None, LetPass("plan")))


def test_the_note_on_a_player_is_of_what_counts(war: War) -> None:
    """Orders and deadlines of turns that no longer count are neither on time nor late."""
    anna = user_of(war, "terran")
    assert anna is not None
    ask_for(war_id=war.pk, side="terran", user=None, asked="days:3")
    answer(war_id=war.pk, side="talon", user=None, asked="days:3", agree=True)
    TimeNote.objects.filter(war=war).update(at=war.made_at)  # as if all orders had had a deadline
    late(war)
    before = notes_on([anna.pk])[anna.pk]
    assert before.asked - before.on_time == 1
    rewound(war, battle_of(war))
    counting = [entry for entry in in_force(log_of(war.pk)) if entry.seat == "terran" and entry.user_id]
    given = sum(entry.kind in ORDERS for entry in counting)
    assert 0 < given < before.on_time
    assert notes_on([anna.pk])[anna.pk] == PlayerNote(0, given, given)


def test_the_headlines_leave_out_what_no_longer_counts(war: War) -> None:
    """Both for who comes back to the war and on the list of wars."""
    number = battle_of(war)
    seat = war.seats.get(side="terran")
    seen = Entry.objects.get(war=war, turn=1, kind="plan", seat="talon").number
    Seat.objects.filter(pk=seat.pk).update(
        seen_at=war.moved_at, seen_entry=seen, news_from=seen, news_upto=war.version
    )
    assert "Turn 3 began" in headlines(war)
    rewound(war, number)
    assert "Turn 3 began" not in headlines(war)
    assert "Turn 2 began" not in headlines(war)
    won = "You won at" if state_winner(war, number) == "terran" else "You lost at"
    assert any(words.startswith(won) for words in headlines(war)), "the result is the corrected one"
    Seat.objects.filter(pk=seat.pk).update(news_upto=war.version)
    assert any("the war goes back to turn 1" in words for words in headlines(war))


def state_winner(war: War, number: int) -> str:
    """Who won the battle, by the result that counts."""
    return Engagement.objects.get(war=war, number=number).winner


def headlines(war: War) -> list[str]:
    """What Terran reads on coming back; the list of wars says the same until the visit."""
    at = at_of(war, "terran")
    found = since_last_visit(at)
    with time_machine.travel(timezone.now() + timedelta(minutes=10)):
        unseen = not_yet_seen([at.seats["terran"]])[war.pk]
    assert found is not None
    if at.seats["terran"].news_upto == war.version:
        assert found == unseen
    return [line.words for line in found.lines]


def test_a_withdrawn_result_is_one_headline(war: War) -> None:
    """The result itself no longer counts, that it was withdrawn is said."""
    to_a_last_battle(war)
    seat = war.seats.get(side="terran")
    last = withdrawable(war)
    assert last is not None
    for side in SIDES:
        ask_withdrawal(war_id=war.pk, side=side, user=user_of(war, side), seen_version=version_of(war))
    Seat.objects.filter(pk=seat.pk).update(
        seen_at=war.moved_at, seen_entry=last.number - 1, news_from=last.number - 1, news_upto=version_of(war)
    )
    assert headlines(war) == ["A result was withdrawn"]


def test_the_computer_seals_no_plan_that_it_made_before_the_war_went_back(
    war: War, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a plan is made again, from the war as it is, though turn and phase are the same."""
    number = to_a_last_battle(war)
    turn = state_of(war).turn
    play_until(war, phase="battles", turn=turn, random=Random(5))
    rewound(war, number)
    assert (state_of(war).turn, state_of(war).phase) == (turn, "planning")
    war.seats.filter(side="talon").update(user=computer_user(), commander="steady", whim="00")
    made_at: list[int] = []
    seal = sealing.seal_order

    def slow(**order: Any) -> sealing.Sealing:
        made_at.append(version_of(war))
        if len(made_at) == 1:
            asked(war, number, "rewind", longer(war, number))  # nobody has to agree
        return seal(**order)

    monkeypatch.setattr(sealing, "seal_order", slow)
    command(war.pk)
    assert made_at == [made_at[0], made_at[0] + 1]
    assert SealedOrder.objects.get(war=war).seat == "talon"


def test_rebuild_sets_how_often_the_war_has_gone_back(war: War) -> None:
    rewound(war, battle_of(war))
    War.objects.filter(pk=war.pk).update(generation=7)
    call_command("rebuild", war.pk, write=True)
    war.refresh_from_db()
    assert war.generation == 1
    assert differences(war) == []


def test_what_players_agreed_on_is_told_once_in_the_turn_in_which_it_happened(war: War) -> None:
    """A deputy and a deadline outlive the turns that no longer count: they are told where the war went back to."""
    number = battle_of(war)
    anna, carla = user_of(war, "terran"), make_person("carla")
    assert anna is not None
    ask_for(war_id=war.pk, side="terran", user=None, asked="days:3")
    name_deputy(war_id=war.pk, side="terran", player=anna, user=carla)
    rewound(war, number)
    revoke(war_id=war.pk, side="terran", player=anna)
    play_until(war, phase="planning", turn=3, random=Random(9))
    entry = Entry.objects.get(war=war, kind="retell").number
    named, asked_for, ended = (
        "carla is deputy from now on.",
        "3 days for each phase",
        "carla is no longer deputy.",
    )
    now = {turn: page(war, "talon", f"history/?turn={turn}") for turn in (1, 2, 3)}
    then = {turn: page(war, "talon", f"history/?turn={turn}&before={entry}") for turn in (1, 2, 3)}
    for words in (named, asked_for):
        assert [turn for turn in now if words in now[turn]] == [1]
        assert [turn for turn in then if words in then[turn]] == [3]
    assert [turn for turn in now if ended in now[turn]] == [1]
    assert not [turn for turn in then if ended in then[turn]], "that was later"


def test_from_the_turn_as_it_was_told_before_one_comes_to_how_it_was_told_before_that(war: War) -> None:
    """Each history says what had been corrected by then, and only that."""
    second = Engagement.objects.filter(war=war, outcome="fought", turn=2).earliest("number").number
    agree(war, asked(war, second, "as_it_is", longer(war, second)))
    rewound(war, battle_of(war))
    first, last = Entry.objects.filter(war=war, kind="retell").order_by("number")
    assert state_of(war).turn == 1
    as_before_both = f"?turn=2&amp;before={first.number}"
    then = markup(war, f"history/?turn=2&before={last.number}")
    assert as_before_both in then
    assert "This result was corrected in" in then
    assert f'href="?turn=3&amp;before={last.number}">turn 3</a>' in then
    before_both = markup(war, f"history/?turn=2&before={first.number}")
    assert "Earlier history" not in before_both
    assert "This result was corrected in" not in before_both


def markup(war: War, where: str) -> str:
    """A page of Terran's, with its links."""
    anna = user_of(war, "terran")
    assert anna is not None
    return (
        browser(anna).get(f"/wars/{war.pk}/terran/{where}").content.decode().replace("&before", "&amp;before")
    )


def test_both_see_that_the_war_has_gone_back_until_it_is_there_again(war: War) -> None:
    """On its page and among their wars, whoever proposed it; the history says in which turn it was corrected."""
    number, until = battle_of(war), state_of(war).turn
    rewound(war, number)
    turn = Engagement.objects.get(war=war, number=number).turn
    assert turn < until
    words = f"the war has gone back from turn {until} to turn {turn}"
    for side in SIDES:
        user = user_of(war, side)
        assert user is not None
        assert words in page(war, side, "")
        assert words in text(browser(user).get("/wars/"))
        assert f"This result was corrected in turn {until}" in page(war, side, f"history/?turn={turn}")
        entry = Entry.objects.get(war=war, kind="retell").number
        link = f"history/?turn={until}&amp;before={entry}"
        assert link in browser(user).get(f"/wars/{war.pk}/{side}/").content.decode()
        assert "You see the history as it was" in page(war, side, f"history/?turn={until}&before={entry}")
        assert "withdraw the last result" not in page(war, side, "")
    play_until(war, phase="planning", turn=until, random=Random(9))
    for side in SIDES:
        assert "has gone back" not in page(war, side, "")


def test_a_war_that_has_never_gone_back_costs_no_query_for_it(
    war: War, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        assert gone_back(war) is None
