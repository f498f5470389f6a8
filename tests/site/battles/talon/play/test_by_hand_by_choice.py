"""A battle that the computer would fight, played by hand because its player chose so with the answer (S35)."""

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from accounts.models import User
from battles.models import Battle, Play, PlayedBy, Resolution
from battles.talon.play.services.captains import PLAYS
from battles.talon.play.services.handing import hand_over
from bench.wars.random_player import random_plan
from campaign.computer import commanding
from campaign.files import archive
from campaign.files.document import WholeWar, read_whole
from campaign.models import Engagement, Entry, GivenDoctrine, Waiting, War
from campaign.planning.editor.edits import first_plan
from campaign.planning.editor.form import read_form
from campaign.rules import orders as o
from campaign.rules.sight import view
from campaign.rules.state import War as State
from campaign.war.log.documents import decode_order
from campaign.war.log.rebuild import differences
from campaign.war.services import log, results, sealing
from campaign.war.services.doctrines import give
from campaign.war.waiting import sentence
from engines.seam.documents import Doctrine
from engines.seam.refusals import Refused
from engines.seam.sides import Side
from tests.core.table import Table
from tests.people import browser, make_person
from tests.site.campaign.computer.test_computer_seat import against_the_computer
from tests.site.campaign.engaging.test_answers import SECTORS, Player, war_at
from tests.site.plays import one_step
from tests.site.seats import text
from tests.site.wars import make_war, play_until, put_state, seal_random, state_of, user_of, version_of

pytestmark = pytest.mark.django_db
FIELD = 'name="by_hand"'


def asked(anna: User, terran: str = "BB", talon: str = "BB, DD", **settings: Any) -> War:
    """A war against the computer in which the Terran player is asked whether to engage in Antares."""
    war = against_the_computer(anna, **settings)
    put_state(war, at_antares(terran, talon, settled_by="worker", **settings))
    return war


def at_antares(terran: str, talon: str, **midway: Any) -> State:
    """A state in which both have those forces in Antares, or everywhere where all battles are revealed together."""
    where = SECTORS if midway.get("reveal") == "together" else ("Antares",)
    sides = [dict.fromkeys(where, forces) for forces in (terran, talon)]
    table = Table.midway(terran=sides[0], talon=sides[1], minimum=(0, 0), **midway)
    for side in ("terran", "talon"):
        table.plan(side)
    return table.war


def page_of(war: War) -> str:
    """The Terran player's page of the war, with its tags."""
    player = Player(war, "terran")
    return player.client.get(player.path).content.decode()


def computer_engages(war: War) -> None:
    """The computer's answer, whatever its commander would say."""
    question = state_of(war).question
    assert question is not None
    order = o.Engage(question.battle, engage=True)
    user = user_of(war, "talon")
    log.submit(war_id=war.pk, side="talon", user=user, seen_version=version_of(war), order=order)


def joined(war: War) -> Battle:
    battle = Engagement.objects.select_related("battle").get(war=war, outcome="joined").battle
    assert battle is not None
    return battle


@pytest.fixture
def anna() -> User:
    return make_person("anna")


def test_it_is_offered_against_the_computer(anna: User) -> None:
    page = page_of(asked(anna))
    assert '<input type="checkbox" name="by_hand" value="yes">' in page
    assert "Play this battle yourself" in page


def test_it_is_not_offered_where_the_enemy_has_declined(anna: User) -> None:
    """S4: there is no battle to play."""
    war = asked(anna, "BB, DD", "BB")
    question = state_of(war).question
    assert question is not None
    order = o.Engage(question.battle, engage=False)
    assert question.side == "talon"
    log.submit(
        war_id=war.pk, side="talon", user=user_of(war, "talon"), seen_version=version_of(war), order=order
    )
    page = page_of(war)
    assert "You win without a fight" in page
    assert FIELD not in page


@pytest.mark.parametrize("settled_by", ["worker", "hand", "table"])
def test_two_people_are_not_asked(settled_by: str) -> None:
    """Their battles are fought as they have agreed."""
    player = Player(war_at("BB", "BB, DD", settings={"settled_by": settled_by}), "terran")
    assert "Play this battle yourself" not in player.page


@pytest.mark.parametrize("settled_by", ["hand", "table"])
def test_where_the_computer_fights_no_battles_there_is_no_choice(anna: User, settled_by: str) -> None:
    war = against_the_computer(anna, settled_by=settled_by)
    put_state(war, at_antares("BB", "BB, DD", settled_by=settled_by))
    assert FIELD not in page_of(war)
    assert Player(war, "terran").answer("yes", by_hand="yes").status_code == 422


def test_a_sandbox_has_no_such_choice(anna: User) -> None:
    war = asked(anna)
    War.objects.filter(pk=war.pk).update(sandbox_of=against_the_computer(anna))
    assert FIELD not in page_of(war)
    assert Player(war, "terran").answer("yes", by_hand="yes").status_code == 422
    assert state_of(war).battles[0].answers == {}


def test_a_form_that_asks_for_it_between_two_people_is_refused() -> None:
    """The rights are checked where the order is given, and nothing is answered."""
    war = war_at("BB", "BB, DD", settings={"settled_by": "worker"})
    answer = Player(war, "terran").answer("yes", by_hand="yes", stance="hold")
    assert answer.status_code == 422
    assert "as you have both agreed" in text(answer)
    assert state_of(war).battles[0].answers == {}
    assert not GivenDoctrine.objects.exists()


def test_the_battle_opens_on_the_board_and_its_result_moves_the_war(anna: User) -> None:
    war = asked(anna, "BB, BB, BB, DD", "DD")
    front = state_of(war).markers["Antares"]
    computer_engages(war)
    player = Player(war, "terran")
    assert player.answer("yes", by_hand="yes", stance="hold").status_code == 302
    battle = joined(war)
    play = Play.objects.get(battle=battle)
    assert not Resolution.objects.exists()
    assert (play.terran_by, play.talon_by) == (PlayedBy.PERSON, battle.talon_level)
    assert [sentence(row).split(" (")[0] for row in Waiting.objects.filter(war=war)] == ["Play the battle"]
    page = page_of(war)
    assert f'href="/battles/{battle.pk}/play/"' in page
    assert "Play the battle" in player.page
    assert "Your turn" in player.page
    assert player.client.get(f"/battles/{battle.pk}/play/").status_code == 200
    while play.decider != "terran":
        assert PLAYS.attempt(play.pk)
        play.refresh_from_db()
    one_step(play)
    hand_over(battle_id=battle.pk, side="terran", for_good=True)
    assert PLAYS.attempt(play.pk)
    assert results.absorb_waiting() == 1
    assert state_of(war).markers["Antares"] == front + 1
    assert "Play the battle" not in player.page


def test_who_waits_for_the_enemys_answer_reads_what_they_have_chosen(anna: User) -> None:
    war = asked(anna)
    player = Player(war, "terran")
    player.answer("yes", by_hand="yes", stance="hold")
    assert "If both sides engage, you play this battle yourself." in player.page
    assert "captains fight the battle at once" not in player.page


def test_the_captain_to_whom_it_is_handed_has_the_doctrine(anna: User) -> None:
    war = asked(anna)
    Player(war, "terran").answer("yes", by_hand="yes", stance="preserve")
    computer_engages(war)
    assert b"preserve" in bytes(joined(war).wishes.get(side="terran").doctrine)


def test_without_the_choice_captains_fight_it(anna: User) -> None:
    war = asked(anna)
    Player(war, "terran").answer("yes", stance="hold")
    computer_engages(war)
    assert Resolution.objects.get().battle == joined(war)
    assert not Play.objects.exists()


def test_the_enemy_that_declines_leaves_nothing_to_play(anna: User) -> None:
    war = asked(anna)
    Player(war, "terran").answer("yes", by_hand="yes", stance="hold")
    question = state_of(war).question
    assert question is not None
    order = o.Engage(question.battle, engage=False)
    log.submit(war_id=war.pk, side="talon", user=None, seen_version=version_of(war), order=order)
    assert not Battle.objects.exists()


def test_a_decline_stores_no_choice(anna: User) -> None:
    war = asked(anna)
    player = Player(war, "terran")
    assert player.answer("no", by_hand="yes", sure="yes").status_code == 302
    assert not GivenDoctrine.objects.exists()


def test_an_answer_sent_twice_counts_once(anna: User) -> None:
    """The second one, and one from a page gone stale, changes nothing: neither the answer nor the choice."""
    war = asked(anna)
    player, version = Player(war, "terran"), version_of(war)
    number = state_of(war).battles[0].number
    form = {"order": "engage", "battle": number, "engage": "yes", "stance": "hold", "seen_version": version}
    url = f"{player.path}orders/"
    assert player.client.post(url, {**form, "by_hand": "yes"}).status_code == 302
    assert player.client.post(url, {**form, "by_hand": "yes"}).status_code == 409
    assert player.client.post(url, form).status_code == 409
    assert GivenDoctrine.objects.get().by_hand
    assert Entry.objects.filter(war=war, kind="engage").count() == 1


def test_the_choice_for_a_later_battle_stands_until_it_is_sent_otherwise(anna: User) -> None:
    """S62: it is ticked again with the next question, and goes with the answer."""
    war = asked(anna, reveal="together")
    player = Player(war, "terran")
    later = {"later-2": "ask", "later-3": "yes", "later-4": "ask", "3-stance": "hold"}
    player.answer("no", sure="yes", **later, **{"3-by_hand": "yes", "4-by_hand": "yes"})
    assert list(GivenDoctrine.objects.values_list("number", "by_hand")) == [(3, True)]
    computer_engages(war)
    assert '<input type="checkbox" name="3-by_hand" value="yes" checked>' in page_of(war)
    assert '<input type="checkbox" name="by_hand" value="yes">' in page_of(war)
    player.answer("no", sure="yes", **later)
    assert list(GivenDoctrine.objects.values_list("number", "by_hand")) == [(3, False)]


def test_a_commander_that_answers_for_who_is_late_takes_the_choice_back(anna: User) -> None:
    """S63: the last that was given counts, and a commander wants captains."""
    war = asked(anna)
    number = state_of(war).battles[0].number
    give(war, number, "terran", Doctrine(), by_hand=True)
    log.submit(
        war_id=war.pk,
        side="terran",
        user=None,
        seen_version=version_of(war),
        order=o.Engage(number, engage=True),
        doctrines={number: Doctrine()},
    )
    computer_engages(war)
    assert Resolution.objects.exists()


def test_the_choice_is_in_nothing_that_the_enemy_reads(anna: User) -> None:
    """S15: the answer is one entry as ever, and two wars that differ in the choice look alike from the other side."""
    wars = [asked(anna), asked(anna)]
    for war, chosen in zip(wars, ({"by_hand": "yes"}, {}), strict=True):
        Player(war, "terran").answer("yes", stance="hold", **chosen)
    assert [row.by_hand for row in GivenDoctrine.objects.order_by("war")] == [True, False]
    states = [state_of(war) for war in wars]
    assert view(states[0], "talon") == view(states[1], "talon")
    assert view(states[0], None) == view(states[1], None)
    entries = [Entry.objects.filter(war=war).latest("number") for war in wars]
    assert bytes(entries[0].document) == bytes(entries[1].document)
    assert bytes(entries[0].events) == bytes(entries[1].events)
    assert b"by_hand" not in archive.seen_by(wars[0], "talon")
    seats = [war.seats.get(side="talon") for war in wars]
    decided = [
        commanding.commander_of(seats[0], "talon", state.settings).decide(view(state, "talon"))
        for state in states
    ]
    assert decided[0] == decided[1]


def planned(anna: User, *, by_hand: bool, answer: Any = "ask", **settings: Any) -> War:
    """A war against the computer of which both sides have planned turn 1; the same instruction in every sector."""
    war, random = against_the_computer(anna, **settings), Random(5)
    seal_random(war, "terran", random)
    commanding.command(war.pk)
    state = state_of(war)
    told = o.StandingInstruction(answer, by_hand=by_hand)
    plan = replace(random_plan(state, "terran", random), standing=dict.fromkeys(SECTORS, told))
    seal_plan(war, plan)
    commanding.command(war.pk)
    return war


def seal_plan(war: War, plan: o.Plan) -> None:
    state = state_of(war)
    sealing.seal_order(
        war_id=war.pk,
        side="terran",
        user=user_of(war, "terran"),
        turn=state.turn,
        phase=state.phase,
        order=plan,
    )


def test_an_instruction_opens_it_on_the_board_without_a_question(anna: User) -> None:
    """S36: what is said before the battle counts where the side is not asked."""
    war = planned(anna, by_hand=True, answer="engage")
    assert Play.objects.get().battle == joined(war)
    assert not Resolution.objects.exists()
    war.refresh_from_db()
    assert differences(war) == []


def test_an_instruction_fills_in_the_question(anna: User) -> None:
    war = planned(anna, by_hand=True)
    question = state_of(war).question
    assert question is not None
    assert question.side == "terran"
    assert '<input type="checkbox" name="by_hand" value="yes" checked>' in page_of(war)
    Player(war, "terran").answer("yes", stance="hold")
    assert GivenDoctrine.objects.filter(side="terran", by_hand=True).count() == 0


def test_an_instruction_is_the_sides_own_secret(anna: User) -> None:
    """S15: it is in the sealed plan, which only its side reads."""
    war = planned(anna, by_hand=True)
    entry = Entry.objects.get(war=war, kind="plan", seat="terran")
    order = decode_order(bytes(entry.document))
    assert isinstance(order, o.Plan)
    assert all(told.by_hand for told in order.standing.values())
    assert b"by_hand" in archive.seen_by(war, "terran")
    assert b"by_hand" not in archive.seen_by(war, "talon")
    with_it = state_of(war)
    without = state_of(war)
    without.terran.standing = dict.fromkeys(SECTORS, o.StandingInstruction())
    assert view(with_it, "talon") == view(without, "talon")


def test_a_plan_that_is_taken_back_takes_its_instructions_along(anna: User) -> None:
    """What is sealed again without the choice counts; nothing of the first seal is left."""
    war, random = against_the_computer(anna), Random(5)
    commanding.command(war.pk)
    seal_random(war, "terran", random)
    plan = random_plan(state_of(war), "terran", random)
    told = o.StandingInstruction("engage", by_hand=True)
    seal_plan(war, replace(plan, standing=dict.fromkeys(SECTORS, told)))
    sealing.unseal(war_id=war.pk, side="terran", user=anna, turn=1, phase="planning")
    seal_plan(war, replace(plan, standing=dict.fromkeys(SECTORS, replace(told, by_hand=False))))
    commanding.command(war.pk)
    assert Resolution.objects.get().battle == joined(war)
    assert not Play.objects.exists()


def test_an_instruction_of_a_side_that_is_lent_waits_for_nobody(anna: User) -> None:
    """S64: the computer plays the side, and its battles are fought by captains."""
    war = asked(anna)
    state = state_of(war)
    state.terran.standing = {"Antares": o.StandingInstruction("ask", by_hand=True)}
    state.lent = ("terran",)
    put_state(war, state)
    number = state.battles[0].number
    order = o.Engage(number, engage=True)
    log.submit(war_id=war.pk, side="terran", user=None, seen_version=version_of(war), order=order)
    computer_engages(war)
    assert Resolution.objects.exists()


def test_an_instruction_between_two_people_changes_nothing() -> None:
    """A seat may have changed hands since: battles are then fought as the war is set."""
    war = war_at("BB", "BB, DD", settings={"settled_by": "worker"})
    state = state_of(war)
    for side in ("terran", "talon"):
        state.fleet(side).standing = {"Antares": o.StandingInstruction("ask", by_hand=True)}
    put_state(war, state)
    sides: tuple[Side, ...] = ("terran", "talon")
    for side in sides:
        Player(war, side).answer("yes", stance="hold")
    assert Resolution.objects.get().battle == joined(war)


def test_the_plan_asks_for_it_against_the_computer_only(anna: User) -> None:
    war = against_the_computer(anna)
    seal_random(war, "terran", Random(5))
    commanding.command(war.pk)
    client = browser(anna)
    path = f"/wars/{war.pk}/terran/plan/"
    assert 'name="fought/Antares"' in client.get(path).content.decode()
    moment = {"turn": 1, "phase": "planning"}
    told = {"answer/Antares": "engage", "stance/Antares": "withdraw", "fought/Antares": "hand"}
    kept = client.post(f"{path}preview/", {**moment, **told}, headers={"HX-Request": "true"})
    assert kept.status_code == 200
    assert '<option value="hand" selected>' in kept.content.decode()
    taken = client.post(
        f"{path}preview/", {**moment, "do": "fleet/long-wall"}, headers={"HX-Request": "true"}
    )
    assert "To play one yourself, choose “By me”" in text(taken)
    other = make_war(bo := make_person("bo"), make_person("cy"), settled_by="worker")
    play_until(other, phase="planning")
    page = browser(bo).get(f"/wars/{other.pk}/terran/plan/")
    assert 'name="stance/Antares"' in page.content.decode()
    assert 'name="fought/' not in page.content.decode()


def test_a_plan_without_the_field_has_captains_fight() -> None:
    working = first_plan(Table.midway(terran={"Antares": "DD"}, talon={"Antares": "DD"}).war, "terran")
    read = read_form(working, {"answer/Antares": "engage", "lead/Antares": "1", "stance/Antares": "hold"})
    assert read.plan.standing["Antares"] == o.StandingInstruction("engage", stance="hold")
    assert b"by_hand" not in msgspec.json.encode(read.plan)
    read = read_form(working, {"answer/Antares": "engage", "fought/Antares": "hand"})
    assert read.plan.standing["Antares"].by_hand


def test_a_restored_war_keeps_the_choice(anna: User) -> None:
    """Before the battle has begun, and as a battle on the board once it has."""
    war = planned(anna, by_hand=False)
    while (question := state_of(war).question) is None or question.side != "terran":
        commanding.command(war.pk)
    Player(war, "terran").answer("yes", by_hand="yes", stance="hold", sure="yes")
    if (question := state_of(war).question) is not None and question.side == "talon":
        copy = archive.restore(file=archive_file(war))
        assert GivenDoctrine.objects.get(war=copy, side="terran").by_hand
        computer_engages(copy)
        assert Play.objects.get().battle == joined(copy)
        computer_engages(war)
    again = archive.restore(file=archive_file(war))
    assert Play.objects.get(battle=joined(again)).terran_by == PlayedBy.PERSON
    assert not Resolution.objects.exists()
    assert differences(again) == []


def archive_file(war: War) -> WholeWar:
    war.refresh_from_db()
    return read_whole(archive.whole(war))


def test_only_the_opponents_seat_decides_whether_it_may_be_chosen(anna: User) -> None:
    war = asked(anna)
    bo = make_person("bo")
    war.seats.filter(side="talon").update(user=bo, commander="")
    number = state_of(war).battles[0].number
    with pytest.raises(Refused, match="agreed"):
        log.submit(
            war_id=war.pk,
            side="terran",
            user=anna,
            seen_version=version_of(war),
            order=o.Engage(number, engage=True),
            doctrines={number: Doctrine()},
            by_hand=[number],
        )


@pytest.mark.parametrize("answer", ["worth", "engage", "unless", "odds", "ask"])
def test_one_answer_everywhere_keeps_how_battles_are_fought(anna: User, answer: str) -> None:
    war = against_the_computer(anna)
    seal_random(war, "terran", Random(5))
    commanding.command(war.pk)
    told = {"answer/Antares": "engage", "stance/Antares": "preserve", "fought/Antares": "hand"}
    sent = {"turn": 1, "phase": "planning", **told, "do": f"answers/{answer}"}
    headers = {"HX-Request": "true"}
    preview = browser(anna).post(f"/wars/{war.pk}/terran/plan/preview/", sent, headers=headers)
    page = preview.content.decode()
    assert page.count('<option value="hand" selected>') == 1
    assert page.count('<option value="preserve" selected>') == 1


def test_a_side_that_is_lent_has_no_such_choice(anna: User) -> None:
    """The computer's captains fight for it until its player takes back command."""
    war = asked(anna)
    put_state(war, msgspec.structs.replace(state_of(war), lent=("terran",)))
    assert FIELD not in page_of(war)
    refused = Player(war, "terran").answer("yes", by_hand="yes")
    assert refused.status_code == 422
    assert "Take command back" in refused.content.decode()
    assert not GivenDoctrine.objects.exists()


def test_between_people_a_plan_does_not_say_that_one_plays_oneself() -> None:
    bo = make_person("bo")
    war = make_war(bo, make_person("cy"), settled_by="worker")
    play_until(war, phase="planning")
    told = o.StandingInstruction("engage", by_hand=True)
    plan = replace(random_plan(state_of(war), "terran", Random(5)), standing=dict.fromkeys(SECTORS, told))
    seal_plan(war, plan)
    page = text(browser(bo).get(f"/wars/{war.pk}/terran/plan/"))
    assert "Engage" in page
    assert "play battles yourself" not in page
