"""How a finished war is told to each side: its title, where the points went, the worst turn, and what to try next."""

import re
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from accounts.models import Delivery
from campaign.history.advice import Lost, advice
from campaign.history.cause import cause
from campaign.history.chances import BattleChance, chances_of
from campaign.history.ending import ending
from campaign.history.points_by_place import PlaceLine, paid_turns, points_by_place, swing
from campaign.models import LedgerLine, War
from campaign.odds.outlook import outlook
from campaign.rules.battles.hopeless import may_be_left
from campaign.rules.events import BattleJoined, Forfeited
from campaign.rules.evolve import evolve, fold
from campaign.rules.orders import Engage, Surrender
from campaign.rules.sight import WarView, view
from campaign.rules.state import War as State
from campaign.war.log.fold import events_so_far
from campaign.war.services import log
from campaign.war.words import history_rows
from engines.seam.sides import SIDES, Side, opponent
from tests.core.table import Table
from tests.people import browser, make_person
from tests.site.seats import Seated, text
from tests.site.wars import make_war, play_until, state_of, step, user_of

pytestmark = pytest.mark.django_db
MOST_TURNS = 7


def played_war(seed: int) -> War:
    """A war of random players to its end, or to a surrender of Terran after some turns."""
    war = make_war(make_person("anna"), make_person("boris"))
    random = Random(seed)
    while (state := state_of(war)).phase != "over":
        if state.turn >= MOST_TURNS and state.phase == "planning":
            log.submit(
                war_id=war.pk,
                side="terran",
                user=user_of(war, "terran"),
                seen_version=war.version,
                order=Surrender(),
            )
        else:
            step(war, random)
    return war


def chances(war: War) -> dict[int, BattleChance]:
    """The loser's chances in the battles of a war that somebody won."""
    winner = state_of(war).winner
    assert winner is not None
    return chances_of(events_so_far(war.pk), opponent(winner))


def told(war: War, side: Side) -> tuple[WarView, list[history_rows.Fight], list[tuple[int, str, int]]]:
    """What the ending is told from."""
    return view(state_of(war), side), history_rows.fights(war), history_rows.front_moves(war)


def earned(war: War, side: Side) -> int:
    """All income of a side, from its ledger."""
    lines = LedgerLine.objects.filter(war=war, seat=side, cause="income")
    return sum(lines.values_list("amount", flat=True))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_points_of_a_played_war_add_up(seed: int) -> None:
    """Incomes are those of the ledger; losses those of the war; the turns' swings are the whole difference."""
    war = played_war(seed)
    for side in SIDES:
        seen, fights, moves = told(war, side)
        found = points_by_place(seen, side, fights, moves)
        enemy = opponent(side)
        assert (found.total.earned, found.total.enemy_earned) == (earned(war, side), earned(war, enemy))
        lost = {
            one: sum(count.points for (_, of), count in history_rows.losses_by_turn(war).items() if of == one)
            for one in SIDES
        }
        assert (found.total.lost, found.total.destroyed) == (lost[side], lost[enemy])
        given_up = [fight["winner"] for fight in fights if fight["outcome"] == "forfeited"]
        assert (found.total.given_up, found.total.unopposed) == (given_up.count(enemy), given_up.count(side))
        start = sum(
            zone.income[SIDES.index(side)] - zone.income[SIDES.index(enemy)]
            for sector in seen.chart.order
            for zone in [seen.chart.zone(sector, seen.chart.start(sector))]
        )
        swings = [swing(seen, side, moves, turn) for turn in range(1, seen.turn + 1)]
        unmoved = start * len(paid_turns(seen))
        assert sum(swings) == lost[side] - lost[enemy] - (found.total.income - unmoved)
        assert found.worst is None or found.worst.points == max(swings)
        other = points_by_place(view(state_of(war), enemy), enemy, fights, moves)
        assert (found.worst, found.best) == (other.best, other.worst)


def test_each_side_reads_its_own_end() -> None:
    """Lost for one, won for the other; only the loser is told what to try and where to begin again."""
    war = played_war(3)
    winner = war.winner
    assert winner in SIDES
    pages = {side: text(Seated(war, user_of(war, side), side).get("")) for side in SIDES}  # type: ignore[arg-type]
    loser = opponent("terran" if winner == "terran" else "talon")
    assert "You won the war" in pages[winner]
    assert "You lost the war" in pages[loser]
    assert not any(re.search(rf"{winner.title()} won(?! \d)", page) for page in pages.values())
    assert "Try next:" not in pages[winner]
    assert all("Points by sector" in page for page in pages.values())
    assert "Rematch, easier" not in pages[loser]  # a person won


def test_at_one_screen_the_sides_are_named() -> None:
    """Both are the same person."""
    anna = make_person("anna")
    war = make_war(anna, anna, one_screen=True)
    play_until(war, phase="planning", turn=2)
    log.submit(war_id=war.pk, side="talon", user=anna, seen_version=war.version, order=Surrender())
    seen, fights, moves = told(war, "talon")
    end = ending(seen, "talon", fights, moves, {}, by_name=True)
    assert end is not None
    assert (end.title, end.lost) == ("Terran wins the war", False)


def lost(fights: list[dict[str, Any]], total: PlaceLine, **changes: Any) -> Lost:
    """A lost war made by hand, from the Terran side, whose `chance` in a battle comes with it."""
    table = Table.midway(terran={"Antares": "BB", "reserve": "CA"}, talon={"Antares": "BB"})
    state: State = table.war
    state.phase, state.winner, state.ended = "over", "talon", changes.pop("ended", "surrender")
    state.terran.treasury, state.terran.planned = changes.pop("treasury", 0), changes.pop("planned", True)
    usual = {"outcome": "fought", "winner": "talon", "place": "Antares/5", "terran_lp": 5, "talon_lp": 5}
    made: Any = [{"number": number, **usual, **fight} for number, fight in enumerate(fights, 1)]
    given = {fight["number"]: fight["chance"] for fight in made if "chance" in fight}
    return Lost(view(state, "terran"), "terran", made, total, given)


NOTHING = PlaceLine("Total", 0, 0, 0, 0, 0, 0)
EVEN_ODDS, WEAK, VAIN = BattleChance(50, False), BattleChance(49, False), BattleChance(3, True)
FORFEITED = {"outcome": "forfeited", "chance": WEAK}
BEATEN = {"talon_lp": 10, "chance": VAIN}
HOME = {"place": "home/terran", "terran_lp": 4, "talon_lp": 26}


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (lost([HOME], NOTHING, ended="home"), "Keep more ships at home: in the battle for it you had 4 LP against 26."),
        (lost([{**HOME, "outcome": "forfeited"}], NOTHING, ended="home"), "you forfeited the battle for your home"),
        (lost([], NOTHING, ended="logistics"), "Send ships out of the Reserve: 3 LP lay there"),
        (
            lost([{}] * 3 + [{**FORFEITED, "chance": EVEN_ODDS}] * 3, PlaceLine("Total", 0, 0, 0, 0, 3, 0)),
            "Engage more often: you gave up 3 of 6 battles without a fight although the odds were even or better.",
        ),
        (
            lost([FORFEITED] * 4 + [{}], PlaceLine("Total", 0, 0, 700, 200, 4, 0)),
            "you lost 700 points and destroyed 200.",
        ),
        (lost([FORFEITED] * 4 + [{}], PlaceLine("Total", 0, 0, 0, 0, 4, 0)), ""),
        (lost([{**FORFEITED, "winner": "terran"}] * 3, NOTHING), ""),
        (lost([{}], NOTHING, treasury=640), "Buy more ships: 640 points were left in your treasury."),
        (
            lost([{"talon_lp": 6}] * 3 + [{"terran_lp": 8}], NOTHING),
            "the enemy had more LP in 3 of 4 battles. In all you sent 23 LP against 23.",
        ),
        (
            lost([{"chance": VAIN}] * 3 + [{}], PlaceLine("Total", 0, 0, 700, 200, 0, 0)),
            "Decline hopeless battles: you fought and lost 3, with odds of less than 10 of 100.",
        ),
        (lost([{**BEATEN, "winner": "terran"}] * 3 + [{"terran_lp": 30}], NOTHING), "Send your ships together"),
        (lost([{**BEATEN, "winner": ""}] * 3 + [{"terran_lp": 30}], NOTHING), "Send your ships together"),
        (lost([{}], PlaceLine("Total", 0, 0, 700, 200, 0, 0)), "you lost 700 points and destroyed 200."),
        (lost([{}], PlaceLine("Total", 0, 420, 0, 0, 0, 0)), "the enemy's zones paid 420 points more than yours."),
        (lost([{}], NOTHING), ""),
    ],
)  # fmt: skip
def test_what_to_try_next_comes_from_what_happened(found: Lost, words: str) -> None:
    """One thing, the weightiest that is true."""
    said = advice(found)
    assert words in said
    assert bool(said) is bool(words)


def test_the_income_of_a_turn_that_was_never_planned_is_not_left_over() -> None:
    """Four start zones pay 200 points."""
    assert advice(lost([{}], NOTHING, treasury=499, planned=False)) == ""
    assert "300 points were left" in advice(lost([{}], NOTHING, treasury=500, planned=False))


@pytest.mark.parametrize(
    ("ended", "to_the_loser", "to_the_winner"),
    [
        ("home", "The enemy won the battle for your home.", "You won the battle for the enemy's home."),
        ("surrender", "You surrendered.", "The enemy surrendered."),
        ("logistics", "You had fewer than four active", "The enemy had fewer than four active"),
    ],
)
def test_why_it_ended_is_told_to_the_side_that_reads(
    ended: Any, to_the_loser: str, to_the_winner: str
) -> None:
    """S10, S33, S16."""
    state = lost([], NOTHING).view
    state = replace(state, ended=ended)
    moves = [(0, sector, state.markers[sector] + 1) for sector in state.chart.order]
    home: Any = {
        "number": 1,
        "place": "home/terran",
        "outcome": "fought",
        "winner": "talon",
        "terran_lp": 5,
        "talon_lp": 5,
        "terran_lost": 194,
        "talon_lost": 0,
        "turn": 1,
    }
    readers: list[tuple[Side, str]] = [("terran", to_the_loser), ("talon", to_the_winner)]
    for side, words in readers:
        seen = replace(state, viewer=side, own=state.fleet(side), enemy=state.fleet(opponent(side)))
        end = ending(seen, side, [home], moves, {})
        assert end is not None
        assert words in end.why


def test_two_forfeits_are_not_often() -> None:
    """Of a few battles they may be right."""
    assert advice(lost([{"outcome": "forfeited"}] * 2 + [{}], PlaceLine("Total", 0, 0, 0, 0, 2, 0))) == ""


def test_the_other_player_is_told_that_the_war_is_over() -> None:
    """Not the one who surrendered, and nobody of a war at one screen."""
    anna, boris = (make_person(name, webhook_url="https://example.org/hook") for name in ("anna", "boris"))
    war = make_war(anna, boris)
    log.submit(war_id=war.pk, side="talon", user=boris, seen_version=war.version, order=Surrender())
    one = make_war(anna, anna, one_screen=True)
    log.submit(war_id=one.pk, side="talon", user=anna, seen_version=one.version, order=Surrender())
    told = Delivery.objects.filter(subject__contains="is over")
    assert [(row.user, row.body) for row in told] == [
        (anna, f"{war.name} is over: you won, because Talon surrendered.")
    ]


def test_a_rematch_with_sides_swapped() -> None:
    anna, boris = make_person("anna"), make_person("boris")
    war = make_war(anna, boris, pace="days:7", treasury=3000)
    log.submit(war_id=war.pk, side="talon", user=boris, seen_version=war.version, order=Surrender())
    again = f"/wars/new/?like={war.pk}"
    assert f"{again}&amp;swap=yes" in Seated(war, anna, "terran").get("").content.decode()
    client = browser(boris)
    for path, side in ((again, "talon"), (f"{again}&swap=yes", "terran")):
        form = client.get(path).context["form"]
        found = {name: form[name].value() for name in ("side", "opponent", "callsign", "pace", "treasury")}
        assert found == {
            "side": side, "opponent": "name", "callsign": "anna", "pace": "days:7", "treasury": 3000
        }  # fmt: skip


def given_up_war() -> War:
    """A whole war in which Terran never fights, and Talon always does."""
    war, random = make_war(make_person("anna"), make_person("boris")), Random(5)
    while (state := state_of(war)).phase != "over":
        question = state.question
        if question is not None and question.kind == "engage":
            answer = Engage(question.battle, engage=question.side == "talon")
            user = user_of(war, question.side)
            log.submit(war_id=war.pk, side=question.side, user=user, seen_version=war.version, order=answer)
        else:
            step(war, random)
        war.refresh_from_db()
    return war


def test_of_a_war_in_which_nothing_was_fought_for_it_says_so() -> None:
    """The cause of this whole war is known: every zone was given up, and the home with the last."""
    war = given_up_war()
    seen, fights, moves = told(war, "terran")
    assert seen.winner == "talon"
    end = ending(seen, "terran", fights, moves, chances(war))
    assert end is not None
    zones = sum(one["outcome"] == "forfeited" and one["winner"] == "talon" for one in fights)
    assert zones > 3
    assert f"You gave up {zones} zones without a fight" in end.cause
    assert "points against" not in end.cause
    if seen.ended == "home":
        assert end.cause.startswith("You did not fight for your home.")
    other = ending(view(state_of(war), "talon"), "talon", fights, moves, chances(war))
    assert other is not None
    assert f"The enemy gave up {zones} zones without a fight" in other.cause


@pytest.mark.parametrize("seed", [1, 3])
def test_the_cause_of_a_played_war_has_its_own_figures(seed: int) -> None:
    """Both sides read the same figures, and they are those of the battles."""
    war = played_war(seed)
    winner = state_of(war).winner
    assert winner is not None
    loser = opponent(winner)
    said = {}
    for side in SIDES:
        seen, fights, moves = told(war, side)
        end = ending(seen, side, fights, moves, chances(war))
        assert end is not None
        said[side] = end.cause
        assert end.cause in text(Seated(war, user_of(war, side), side).get(""))  # type: ignore[arg-type]
    assert re.findall(r"\d+", said[winner]) == re.findall(r"\d+", said[loser])
    losses = {
        one: sum(count.points for (_, of), count in history_rows.losses_by_turn(war).items() if of == one)
        for one in SIDES
    }
    assert f"lost {losses[loser]} points" in said[loser]
    assert f"destroyed {losses[winner]}" in said[loser]


HOPELESS = {"number": 1, "terran_lost": 300, "talon_lost": 40, "turn": 2}


def test_hopeless_battles_are_named_as_what_cost_the_war() -> None:
    table = Table.midway(terran={"Antares": "BB"}, talon={"Antares": "BB"})
    table.war.phase, table.war.winner, table.war.ended = "over", "talon", "logistics"
    usual = {"outcome": "fought", "winner": "talon", "place": "Antares/5", "turn": 1}
    even = {"number": 3, "terran_lost": 90, "talon_lost": 120}
    chances = {1: VAIN, 2: VAIN, 3: EVEN_ODDS}
    fights: Any = [
        {**usual, **HOPELESS},
        {**usual, **HOPELESS, "number": 2, "turn": 3, "terran_lost": 400},
        {**usual, **even},
    ]
    total = PlaceLine("Total", 100, 450, 790, 200, 0, 0)
    assert cause(view(table.war, "terran"), "terran", fights, total, chances) == (
        "You lost 790 points in ships and bases and destroyed 200. "
        "700 of these points went in 2 battles that were hopeless by the estimate and could be declined. "
        "Over the war the enemy's zones paid 350 points more than your own. "
        "No battle cost you more than the one at Antares 5 in turn 3: 400 points against 40."
    )
    turned = PlaceLine("Total", 450, 100, 200, 790, 0, 0)
    told_winner = cause(view(table.war, "talon"), "talon", fights, turned, chances)
    assert told_winner.startswith("The enemy lost 790 points in ships and bases and destroyed 200.")
    assert "your zones paid 350 points more than its own" in told_winner
    assert "No battle cost the enemy more than the one at Antares 5" in told_winner
    named = cause(view(table.war, "talon"), "talon", fights, turned, chances, by_name=True)
    assert named.startswith("Terran lost 790")
    assert "Talon's zones paid 350 points more than Terran's." in named


def test_where_losses_did_not_decide_it_says_so() -> None:
    table = Table.midway(terran={"Antares": "BB"}, talon={"Antares": "BB"})
    table.war.phase, table.war.winner, table.war.ended = "over", "talon", "home"
    fights: Any = [
        {
            "number": 1,
            "outcome": "fought",
            "winner": "talon",
            "turn": 4,
            "terran_lost": 90,
            "talon_lost": 30,
            **HOME,
        },
    ]
    said = cause(view(table.war, "terran"), "terran", fights, PlaceLine("Total", 0, 0, 90, 300, 0, 0), {})
    assert said == (
        "You had 4 LP at your home against 26. Losses did not decide it: you lost 90 points and destroyed 300."
    )


@pytest.mark.parametrize("seed", [1, 3])
def test_what_was_hopeless_is_what_the_page_said_when_it_was_decided(seed: int) -> None:
    """The war is gone through once more, and its page's estimate taken where each battle was joined or given up."""
    war = played_war(seed)
    winner = state_of(war).winner
    assert winner is not None
    loser, found = opponent(winner), chances(war)
    first, *rest = events_so_far(war.pk)
    state, checked = fold([first]), 0
    for event in rest:
        if isinstance(event, BattleJoined | Forfeited) and event.battle in found:
            seen, battle, checked = view(state, loser), state.battle(event.battle), checked + 1
            assert battle is not None
            told = outlook(seen, battle, loser, "captain", "")
            chance = found[event.battle]
            assert chance.won == max(line.won for line in told.lines)
            assert chance.hopeless == (told.hopeless and may_be_left(battle, loser))
        state = evolve(state, event)
    assert checked == len(found) > 0
