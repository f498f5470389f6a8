"""Engage or decline on the war's page: what each answer leads to, what a decline costs, and what is left with it."""

import re
from typing import Any, get_args

import pytest
from django.test import Client

from battles.battle.doctrine import TITLES
from campaign.models import Entry, GivenDoctrine, War
from campaign.rules.battles.settling import gain_of_engaging
from campaign.rules.events import HopelessSettled
from campaign.rules.orders import LaterAnswer, StandingInstruction
from campaign.war.services.consequences import commit_dice
from campaign.war.words.event_lines import lines_of
from engines.seam.documents import Stance
from engines.seam.sides import SIDES, Side
from tests.core.table import Table
from tests.people import make_person
from tests.site.seats import text
from tests.site.wars import make_war, put_state, state_of, user_of

pytestmark = pytest.mark.django_db
SECTORS = ("Antares", "Badlands", "Maelstrom", "Orion")


def war_at(terran: str, talon: str, *, everywhere: bool = False, settings: Any = None, **midway: Any) -> War:
    """A war on the site in which both sides have those forces in Antares, or everywhere, and somebody is asked."""
    agreed = settings or {}
    where = SECTORS if everywhere else ("Antares",)
    sides = [dict.fromkeys(where, forces) for forces in (terran, talon)]
    table = Table.midway(terran=sides[0], talon=sides[1], minimum=(0, 0), **midway, **agreed)
    for side in SIDES:
        table.plan(side)
    war = make_war(make_person("anna"), make_person("boris"), **agreed)
    put_state(war, table.war)
    return war


class Player:
    """One side's player at the page of the war."""

    def __init__(self, war: War, side: Side) -> None:
        self.war, self.path, self.client = war, f"/wars/{war.pk}/{side}/", Client()
        user = user_of(war, side)
        assert user is not None
        self.client.force_login(user)

    @property
    def page(self) -> str:
        """The words of the war's page."""
        return text(self.client.get(self.path))

    def answer(self, engage: str, **fields: Any) -> Any:
        """Answer the battle that asks, with what else the form has."""
        war = War.objects.get(pk=self.war.pk)
        question = state_of(war).question
        assert question is not None
        sent = {"seen_version": war.version, "order": "engage", "battle": question.battle, "engage": engage}
        return self.client.post(f"{self.path}orders/", {**sent, **fields})


def test_the_button_of_what_is_worth_more_is_golden() -> None:
    """S83: two cruisers had better decline; whom they meet all the same had better not. Both read by how much."""
    war = war_at("CA, CA", "BB, BC")
    terran, talon = (Player(war, side) for side in SIDES)
    assert golden(terran) == ["no"]
    assert re.search(r"Recommended: decline\. .* worth about \d+ points? more than to engage:", terran.page)
    assert terran.answer("yes", sure="yes").status_code == 302
    assert golden(talon) == ["yes"]
    assert re.search(r"Recommended: engage\. .* worth about \d+ points more than to decline:", talon.page)


def test_neither_button_is_golden_where_both_are_worth_about_the_same() -> None:
    """What is within the error of the estimate is not recommended: a scout that gives up the field loses nothing."""
    player = Player(war_at("SC", "BB, BC, DD"), "terran")
    assert golden(player) == []
    assert "To engage and to decline are worth the same by the estimate." in player.page
    assert "Recommended:" not in player.page


def golden(player: Player) -> list[str]:
    """The answers whose buttons are golden."""
    page = player.client.get(player.path).content.decode()
    return re.findall(r'<button class="btn btn-primary"\s+name="engage"\s+value="(\w+)"', page)


def test_the_question_names_what_each_answer_does() -> None:
    """S3, 31.4, S28: Antares 5 pays 50 and 50, Antares 4 pays 40 and 60, Antares 6 pays 60 and 40."""
    page = Player(
        war_at("BB", "BB, DD", planets={"Antares/4": "talon", "Antares/6": "terran"}), "terran"
    ).page
    assert "You have 4 LP, the enemy has 5 LP. You have fewer LP, so you answer first." in page
    assert "You: 1 Battleship." in page
    assert "Enemy: 1 Battleship, 1 Destroyer." in page
    engage, _, decline = page.partition("If you decline")
    won = "The front line moves to Antares 6: +10 points a turn for you, −10 for the enemy."
    assert f"You win, or the enemy declines: {won} You lose:" in engage
    assert (
        "You lose: The front line moves to Antares 4: −10 points a turn for you, +10 for the enemy." in engage
    )
    assert (
        "The enemy engages: You forfeit, without a ship lost. The front line moves to Antares 4: −10"
        in decline
    )
    assert "The enemy declines too: Nothing moves, and nobody wins." in decline
    assert "A minor victory moves the front line only if the winner loses no ship." in page


@pytest.mark.parametrize(
    ("terran", "talon", "asked", "lp", "told"),
    [
        (
            "BB, 2 FTR",
            "2 BB",
            "terran",
            (6, 8),
            " 2 of your squadrons (2 LP) have no room on a carrier or base and sit out.",
        ),
        (
            "BB, CV, 5 FTR",
            "BB",
            "talon",
            (4, 10),
            " 1 of the enemy's squadrons (1 LP) has no room on a carrier or base and sits out.",
        ),
        ("BB, CV, 4 FTR", "3 BB", "terran", (9, 12), ""),
    ],
)
def test_the_question_names_squadrons_that_sit_out(
    terran: str, talon: str, asked: Side, lp: tuple[int, int], told: str
) -> None:
    """S20: they count for the LP and for who answers first, and do not fight; both sides read it."""
    page = Player(war_at(terran, talon), asked).page
    assert f"You have {lp[0]} LP, the enemy has {lp[1]} LP.{told} You have fewer LP" in page


def test_the_dice_stand_folded_below_the_answers() -> None:
    """They are for who wants to check them, and not between the question and the buttons."""
    war = war_at("BB", "BB, DD", settings={"settled_by": "worker"})
    commit_dice(war, state_of(war))
    page = Player(war, "terran").page
    answers = page.index("Engage Decline")
    assert page.index("If you engage") < page.index("If you decline") < answers
    assert answers < page.index("How your captain fights") < page.index("Dice committed")


def test_the_odds_come_first_and_say_that_they_are_an_estimate() -> None:
    """One sentence and the doctrines beside each other, before the forces, and nothing is played out for it."""
    war = war_at("BB, DD", "DN, FF, FF", settings={"settled_by": "worker"})
    page = Player(war, "terran").page
    asked = page[page.index("Engage or decline at") : page.index("Engage Decline")]
    said = re.search(
        r"You win (\d+) of 100 and hold the front line in (\d+); you lose about (\d+) points, the enemy (\d+)\. "
        r"Estimate, if captains fight\.",
        asked,
    )
    assert said is not None
    won, held, lost, enemy_lost = said.groups()
    assert re.search(rf"Hold Recommended {won} {held} \d+ {lost} {enemy_lost} Withdraw", asked)
    assert asked.index("Estimate") < asked.index("Show the odds") < asked.index("You: 1 Battleship")
    assert 0 < int(won) <= int(held) < 100


def test_at_home_the_odds_are_about_the_war() -> None:
    """S10: who loses there has lost the war."""
    war = war_at("BB, DD", "DN, FF, FF", markers={"Antares": 1})
    terran = Player(war, "terran").page
    assert re.search(r"You win \d+ of 100 and lose the war in \d+; you lose", terran)
    assert "War not lost" in terran


def test_where_nobody_fights_nothing_is_estimated() -> None:
    war = war_at("BB", "BB, DD", settings={"settled_by": "worker"})
    Player(war, "terran").answer("no", sure="yes")
    assert "of 100" not in Player(war, "talon").page


def test_where_the_enemy_has_declined_nothing_is_said_of_a_battle() -> None:
    """S4: nobody fights whatever is answered. Not to be asked again is offered all the same."""
    war = war_at("BB", "BB, DD", settings={"settled_by": "worker"})
    commit_dice(war, state_of(war))
    Player(war, "terran").answer("no", sure="yes")
    commit_dice(war, state_of(war))
    page = Player(war, "talon").page
    asked = page[page.index("Engage or decline at") : page.index("Skip the map")]
    assert "Engage Decline Stop asking me when I am ahead" in asked
    for words in ("captain", "Dice committed", "odds", "Try an answer out", "yourself"):
        assert words not in asked


@pytest.mark.parametrize(
    ("terran", "marker", "bases", "outmatched"),
    [
        ("CA", 5, {}, True),
        ("BB, BC", 5, {}, False),
        ("CA", 1, {}, False),
        ("CA", 4, {"Antares/4": ("terran", "")}, False),
        ("CA, 4 FTR", 5, {}, True),
    ],
    ids=["far weaker", "a little weaker", "at home", "with a base", "far weaker as squadrons sit out"],
)
def test_who_is_far_weaker_is_not_led_to_engage(
    terran: str, marker: int, bases: dict[str, tuple[Side, str]], outmatched: bool
) -> None:
    """With twice the LP the enemy wins almost always; but at home to decline loses the war (S10)."""
    player = Player(war_at(terran, "2 BB", markers={"Antares": marker}, bases=bases), "terran")
    assert (
        "By the estimate you hardly ever win or hold the front line here. If you decline, you lose no ship."
        in player.page
    ) == outmatched


def test_a_planet_and_its_landing_are_named() -> None:
    """S3, 31.8: two transports take a planet without a base, and a fight can end so too."""
    page = Player(war_at("BB", "BB, DD, 2 Tran", markers={"Antares": 4}), "terran").page
    assert "The enemy lands and takes your planet. The front line moves to Antares 3: −15" in page
    held = "You lose: Your planet holds the front line at Antares 4."
    landed = (
        "If the enemy lands two more transports than you, it takes the planet, "
        "and the front line moves to Antares 3"
    )
    assert f"{held} {landed}" in page


def test_a_base_over_the_planet_is_named() -> None:
    """S22, S23: with transports there it would not be seen otherwise why the planet holds."""
    bases = {"Antares/6": ("talon", "")}
    page = Player(war_at("BB, 3 Tran", "BB, DD", markers={"Antares": 6}, bases=bases), "terran").page
    held = "The enemy's planet holds the front line at Antares 6."
    assert f"You win: {held} The planet cannot be taken before its base is destroyed." in page


def test_declining_at_home_is_losing_the_war() -> None:
    """S10: said on the page, and again before it is done."""
    war = war_at("BB", "BB, DD", markers={"Antares": 1})
    player = Player(war, "terran")
    assert "You lose the war." in player.page
    asks = player.answer("no")
    assert "Decline at the Terran home?" in text(asks)
    assert "You lose the war." in text(asks)
    assert state_of(war).phase == "battles"
    assert player.answer("no", sure="yes").status_code == 302


def test_a_decline_against_what_is_recommended_is_asked_for_once() -> None:
    """The second page names the loss, changes nothing, and repeats the form that was sent."""
    war = war_at("CA, 4 FTR", "BB, DD")
    player, version = Player(war, "talon"), War.objects.get(pk=war.pk).version
    asks = player.answer("no", leading="yes", lead="4")
    assert asks.status_code == 200
    assert "Decline at Antares 5?" in text(asks)
    assert "If the enemy engages: The front line moves to Antares 6: −10 points a turn for you" in text(asks)
    assert re.search(r"Recommended: engage\. That is worth about \d+ points more than to decline", text(asks))
    for field in (
        'name="leading" value="yes"',
        'name="lead" value="4"',
        f'name="seen_version" value="{version}"',
    ):
        assert field in asks.content.decode()
    assert War.objects.get(pk=war.pk).version == version
    assert player.answer("no", sure="yes").status_code == 302
    assert state_of(war).battles[0].answers == {"talon": False}


@pytest.mark.parametrize(
    ("terran", "talon", "asked", "answer"),
    [
        ("BB", "BB, DD", "terran", "no"),
        ("CA, CL", "BB, BC", "terran", "no"),
        ("CA, 4 FTR", "BB, DD", "talon", "yes"),
    ],
    ids=["it costs little", "declining is recommended", "engaging is recommended"],
)
def test_what_is_recommended_or_costs_little_is_taken_at_once(
    terran: str, talon: str, asked: Side, answer: str
) -> None:
    """Declining is no mistake as such."""
    assert Player(war_at(terran, talon), asked).answer(answer).status_code == 302


def test_to_engage_against_what_is_recommended_is_asked_for_once() -> None:
    """S83: where it costs much with the doctrine that was sent, and not where the captain soon gives up the field."""
    war = war_at("CA, CL", "BB, BC", settings={"settled_by": "worker"})
    player = Player(war, "terran")
    asks = player.answer("yes", stance="hold")
    assert asks.status_code == 200
    assert re.search(
        r"Engage at Antares 5\?.* Antares 5: You win \d of 100 .* Recommended: decline\..*Yes, engage",
        text(asks),
    )
    assert state_of(war).battles[0].answers == {}
    assert player.answer("yes", stance="hold", sure="yes").status_code == 302


def test_the_best_doctrine_is_filled_in_unless_another_was_chosen() -> None:
    """By what it is worth. An instruction for the sector with another stance than the usual one counts as a choice."""
    war = war_at("BB, DD", "DN, FF, FF", settings={"settled_by": "worker"})
    player, state = Player(war, "terran"), state_of(war)
    worth = {
        stance: gain_of_engaging(state, state.battles[0], "terran", stance) for stance in get_args(Stance)
    }
    best = max(worth, key=lambda stance: worth[stance])
    assert best != "withdraw", "else this shows nothing"
    assert stance_of(player) == best
    assert f"{best.title()} Recommended" in player.page
    assert f"{TITLES[best]}: You win" in player.page
    other: Stance = "hold" if best == "preserve" else "preserve"
    state.terran.standing = {"Antares": StandingInstruction("ask", stance=other)}
    put_state(war, state)
    assert stance_of(player) == other
    assert f"{best.title()} Recommended" in player.page


def stance_of(player: Player) -> str:
    """The doctrine that is filled in beside the question."""
    page = player.client.get(player.path).content.decode()
    (found,) = re.findall(r'name="stance"\s+value="(\w+)"[^>]* checked', page)
    return str(found)


def test_a_decline_that_costs_nothing_is_taken_at_once() -> None:
    """S4: the enemy has declined, so nothing moves."""
    war = war_at("BB", "BB, DD")
    Player(war, "terran").answer("no", sure="yes")
    player = Player(war, "talon")
    assert "The enemy has declined." in player.page
    assert "You win without a fight: The front line moves to Antares 4" in player.page
    assert "minor victory" not in player.page
    assert player.answer("no").status_code == 302
    assert state_of(war).turn == 4


def test_a_stale_page_is_not_asked_whether_it_is_sure() -> None:
    """The war has moved on: the page as it is now."""
    war = war_at("BB", "BB, DD")
    answer = Player(war, "terran").answer("no", seen_version=war.version - 1)
    assert answer.status_code == 409
    assert "The war has moved on" in text(answer)


def test_s61_an_instruction_is_offered_on_the_spot() -> None:
    """S60, S61: with the answer it counts from now on, in sectors that have no other; the plan begins with it."""
    war = war_at("BB", "BB, DD")
    state = state_of(war)
    state.terran.standing = {"Orion": StandingInstruction("decline")}
    put_state(war, state)
    player = Player(war, "terran")
    assert "Stop asking me when I am ahead" in player.page
    player.answer("yes", leading="yes", lead="4")
    leading = StandingInstruction("leading", 4)
    assert state_of(war).terran.standing == {
        "Antares": leading, "Badlands": leading, "Maelstrom": leading, "Orion": StandingInstruction("decline"),
    }  # fmt: skip


@pytest.mark.parametrize("lead", ["", "0", "100", "many"])
def test_s61_a_lead_that_is_no_number_of_lp_is_refused(lead: str) -> None:
    """S61: nothing is answered."""
    war = war_at("BB", "BB, DD")
    answer = Player(war, "terran").answer("yes", leading="yes", lead=lead)
    assert answer.status_code == 422
    assert "from 1 to 99" in text(answer)
    assert state_of(war).battles[0].answers == {}


def test_s61_nothing_is_offered_where_every_sector_has_an_instruction() -> None:
    """S61: there is none to change."""
    war = war_at("BB", "BB, DD")
    state = state_of(war)
    told = StandingInstruction("unless", 9)
    state.terran.standing = dict.fromkeys(SECTORS[1:], told) | {"Antares": StandingInstruction("engage")}
    put_state(war, state)
    assert "Stop asking me" not in Player(war, "terran").page


def test_s60_the_enemy_sees_nothing_of_it() -> None:
    """S60, S15: in its log and in its export, and the answer is one entry as ever."""
    war = war_at("BB", "BB, DD")
    Player(war, "terran").answer("yes", leading="yes", lead="4")
    enemy = Player(war, "talon")
    pages = [enemy.client.get(enemy.path + page) for page in ("history/", "export/")]
    assert [page.status_code for page in pages] == [200, 200]
    for page in pages:
        assert b"leading" not in page.content
        assert b"instructed" not in page.content
        assert "lead of" not in text(page)
    assert Entry.objects.filter(war=war, kind="engage").count() == 1


TOGETHER = {"reveal": "together", "settled_by": "worker"}


def test_s62_all_battles_stand_on_one_page_where_they_are_revealed_together() -> None:
    """S62: the first is answered now, the others wait until the rules ask."""
    war = war_at("BB", "BB, DD", everywhere=True, settings=TOGETHER)
    player = Player(war, "terran")
    page = player.page
    assert "Engage or decline in 4 battles? Your turn Battle 1 of 4 this turn." in page
    for sector in ("Badlands 4", "Maelstrom 4", "Orion 5"):
        assert f"Decline at {sector}" in page
    later = {"later-2": "no", "later-3": "yes", "later-4": "ask", "3-stance": "hold", "stance": "preserve"}
    assert "Badlands 4:" in text(player.answer("no", **later))
    player.answer("no", **later, sure="yes")
    assert state_of(war).terran.ahead == (LaterAnswer(2, engage=False), LaterAnswer(3, engage=True))
    assert list(GivenDoctrine.objects.values_list("number", "side")) == [(3, "terran")]
    talon = Player(war, "talon")
    assert talon.page.count("Show the odds") == 3, (
        "not where the enemy has declined; what it does later is secret"
    )
    for _ in range(2):
        talon.answer("yes")
    after = state_of(war)
    assert [battle.answers for battle in after.battles[:3]] == [
        {"terran": False, "talon": True}, {"terran": False, "talon": True}, {"terran": True},
    ]  # fmt: skip


def test_s62_a_later_answer_where_battles_are_revealed_one_by_one_is_refused() -> None:
    """S62: a form that was tampered with."""
    war = war_at("BB", "BB, DD", everywhere=True)
    answer = Player(war, "terran").answer("yes", **{"later-2": "yes"})
    assert answer.status_code == 422
    assert state_of(war).battles[0].answers == {}


def test_one_by_one_the_page_says_that_the_next_battle_comes_later() -> None:
    """S28: its forces are not known yet."""
    page = Player(war_at("BB", "BB, DD", everywhere=True), "terran").page
    assert "Battle 1 of 4 this turn. The next one is revealed when this one is over." in page


def test_the_battle_that_is_over_stands_before_the_next_question() -> None:
    war = war_at("DD", "DD, DD", everywhere=True)
    assert "Neither side fought." not in Player(war, "terran").page
    Player(war, "terran").answer("no", sure="yes")
    Player(war, "talon").answer("no", sure="yes")
    page = Player(war, "terran").page
    decided, _, asked = page.partition("Engage or decline")
    assert "Antares 5 Neither side fought." in decided
    assert "at Badlands 4?" in asked


def test_a_decline_says_that_the_enemy_engages_once_it_has() -> None:
    """S28: the side with fewer LP has answered first, and openly."""
    war = war_at("BB, DD", "BB")
    assert Player(war, "talon").answer("yes").status_code == 302
    asks = text(Player(war, "terran").answer("no"))
    assert "The enemy engages: The front line moves to" in asks
    assert "If the enemy engages" not in asks


def together(terran: dict[str, str], talon: dict[str, str]) -> Player:
    """Terran, who has fewer LP: all forces are revealed together, and it is asked about the first battle."""
    agreed: Any = {"reveal": "together", "settled_by": "worker"}
    table = Table.midway(terran=terran, talon=talon, minimum=(0, 0), **agreed)
    for side in SIDES:
        table.plan(side)
    war = make_war(make_person("anna"), make_person("boris"), **agreed)
    put_state(war, table.war)
    return Player(war, "terran")


def decline_hopeless(player: Player, **fields: Any) -> Any:
    """Press the button that declines wherever the side hardly ever wins."""
    war = War.objects.get(pk=player.war.pk)
    battle = getattr(state_of(war).question, "battle", 1)
    sent = {"seen_version": war.version, "order": "engage", "battle": battle, "hopeless": "decline"}
    return player.client.post(f"{player.path}orders/", {**sent, **fields})


def answered(player: Player) -> str:
    """What the log has of the last order."""
    entry = Entry.objects.filter(war=player.war).order_by("number").last()
    assert entry is not None
    return bytes(entry.document).decode()


def test_what_cannot_be_won_is_declined_everywhere_in_one_press() -> None:
    """What it costs stands beside it already, so nothing is asked again."""
    player = together(dict.fromkeys(SECTORS, "DD"), dict.fromkeys(SECTORS, "2 DN, FF"))
    said = "fewer than 10 of 100 battles at Antares 5, Badlands 4, Maelstrom 4 and Orion 5."
    assert said in player.page
    assert player.page.count("The enemy engages: You forfeit, without a ship lost.") == len(SECTORS)
    assert decline_hopeless(player).status_code == 302
    assert answered(player).count('"engage":false') == len(SECTORS)


def test_only_what_could_be_won_is_asked_about_again() -> None:
    """One battle is hopeless and one is good: declining both, the side is asked about the good one alone."""
    player = together(
        {"Antares": "DD", "Badlands": "3 BB, CA"}, {"Antares": "2 DN, FF", "Badlands": "2 DN, FF"}
    )
    asked = player.answer("no", **{"later-2": "no"})
    assert asked.status_code == 200
    assert "Badlands 4:" in text(asked)
    assert "Antares 5:" not in text(asked)


def test_a_second_press_changes_nothing() -> None:
    player = together(dict.fromkeys(SECTORS, "DD"), dict.fromkeys(SECTORS, "2 DN, FF"))
    stale = {"seen_version": War.objects.get(pk=player.war.pk).version}
    assert decline_hopeless(player, sure="yes").status_code == 302
    entries = Entry.objects.filter(war=player.war).count()
    again = decline_hopeless(player, **stale)
    assert again.status_code == 409
    assert decline_hopeless(player, sure="yes", **stale).status_code == 409
    assert Entry.objects.filter(war=player.war).count() == entries


def test_only_what_is_hopeless_is_declined() -> None:
    """The first battle can be won and has to be answered; the answers for the others come with it."""
    player = together(
        {"Antares": "BB, DD", "Badlands": "DD", "Orion": "DD"},
        {"Antares": "BB, 2 DD", "Badlands": "2 DN, FF", "Orion": "2 DN, FF"},
    )
    assert "Send answers, and decline at Badlands 4 and Orion 5" in player.page
    without = decline_hopeless(player)
    assert without.status_code == 422
    assert "Answer the first battle too: engage there or decline." in text(without)
    assert decline_hopeless(player, engage="yes", sure="yes").status_code == 302
    assert answered(player).count('"engage":true') == 1
    assert answered(player).count('"engage":false') == 2


def test_where_every_battle_can_be_won_nothing_is_offered() -> None:
    player = together(dict.fromkeys(SECTORS, "BB, DD"), dict.fromkeys(SECTORS, "BB, 2 DD"))
    assert "Engage or decline in 4 battles?" in player.page
    assert "fewer than 10 of 100" not in player.page
    decline_hopeless(player, engage="yes", sure="yes")
    assert '"engage":false' not in answered(player)


def outmatched(**terran: str) -> Player:
    """Terran is asked in Antares, battle by battle; Talon is far stronger in every sector, and engages."""
    forces = dict.fromkeys(SECTORS, "DD") | terran
    table = Table.midway(terran=forces, talon=dict.fromkeys(SECTORS, "2 DN, FF"), minimum=(0, 0))
    table.plan("terran")
    table.plan("talon", standing=dict.fromkeys(SECTORS, StandingInstruction("engage")))
    war = make_war(make_person("anna"), make_person("boris"))
    put_state(war, table.war)
    return Player(war, "terran")


def test_s78_one_by_one_all_that_is_hopeless_is_declined_in_one_press() -> None:
    """S78: the first question of the turn settles all four battles, and nothing is asked again."""
    player = outmatched()
    assert "“Decline all” answers" in player.page
    assert decline_hopeless(player).status_code == 302
    assert state_of(player.war).turn == 4
    assert answered(player).count('"hopeless":"decline"') == 1


def test_s78_the_press_answers_this_battle_and_those_to_come_alone() -> None:
    """S78: the even battle in Badlands is asked; there the page says what was chosen, and it can be taken back."""
    player = outmatched(Badlands="3 BB, CA")
    decline_hopeless(player)
    page = player.page
    assert "Engage or decline at Badlands 4?" in page
    assert "“Decline all” answers" not in page
    assert 'name="onward" value="decline" checked' in player.client.get(player.path).content.decode()
    assert player.answer("no", sure="yes", onward="ask").status_code == 302
    assert "Engage or decline at Maelstrom 4?" in player.page


def test_s78_where_this_battle_can_be_won_those_to_come_are_offered_all_the_same() -> None:
    """S78: Antares is even; the choice goes with either answer, and the question about the loss keeps it."""
    player = outmatched(Antares="3 BB, CA")
    page = player.page
    assert "Hopeless battles later this turn" in page
    assert "“Decline all” answers" not in page
    asks = player.answer("no", onward="decline")
    assert asks.status_code == 200
    assert 'name="onward" value="decline"' in asks.content.decode()
    assert player.answer("no", onward="decline", sure="yes").status_code == 302
    assert state_of(player.war).turn == 4


def test_s78_the_last_battle_of_a_turn_offers_nothing_for_later() -> None:
    player = Player(war_at("DD", "2 DN, FF"), "terran")
    assert "Engage or decline at Antares 5?" in player.page
    while "Battle 4 of 4" not in player.page and "Engage or decline" in player.page:
        player.answer("no", sure="yes")
    assert "Hopeless battles later" not in player.page


def test_s78_the_enemy_sees_nothing_of_it() -> None:
    """S78, S15: not in its export; in its own side's it is one entry, and a sentence in the history."""
    player = outmatched()
    decline_hopeless(player)
    enemy = Player(player.war, "talon")
    assert b"hopeless" not in enemy.client.get(enemy.path + "export/").content
    assert b"hopeless" in player.client.get(player.path + "export/").content
    [line] = lines_of(HopelessSettled("terran", "decline"), state_of(player.war).chart)
    assert line.text == "declines this turn where it wins or holds the front line in fewer than 10 of 100."
    assert line.own
