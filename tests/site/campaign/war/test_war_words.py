"""What the war's pages say of battles, answers and points: to whom, and why."""

import re
from random import Random

import pytest
from django.test import Client

from accounts.models import LifetimeLine, User
from battles.models import Battle as Battles
from bench.wars.random_player import random_report
from campaign.engaging.questions import _strength
from campaign.history.aftermath import aftermath
from campaign.lobby.agreed import settings_in_words
from campaign.lobby.templatetags.lobby import signed
from campaign.models import Engagement, Waiting, War
from campaign.rules import events as e
from campaign.rules.map.strategic_map import place_title
from campaign.rules.orders import AcceptResult
from campaign.rules.settings import Settings
from campaign.rules.state import Battle
from campaign.war.chart.map_library import shipped_maps
from campaign.war.services import log
from campaign.war.services.consequences import _changed
from campaign.war.waiting import TASKS, named, sentence, sentence_of_other
from campaign.war.words import event_lines
from campaign.war.words.history_chapters import ChapterWriter
from campaign.war.words.history_line import result_line
from engines.seam.documents import UNDAMAGED, BattleSetup, Report, Result, Unit
from engines.seam.sides import Side, opponent
from engines.talon.terrain import TalonTerrain
from tests.site.seats import Seated
from tests.site.wars import put_state, state_of, step, war_wanted

pytestmark = pytest.mark.django_db


@pytest.fixture
def war(request: pytest.FixtureRequest) -> War:
    return war_wanted(request, lifetime_score=True)


def page_of(war: War, side: str) -> str:
    seat = war.seats.select_related("user").get(side=side)
    assert seat.user is not None
    answer = Seated(war, seat.user, "terran" if side == "terran" else "talon").get("")
    return str(answer.content.decode())


def test_only_the_side_asked_is_told_that_it_waits(war: War) -> None:
    random = Random(4)
    while (question := state_of(war).question) is None or question.kind != "engage":
        step(war, random)
    asked = {"terran": "anna", "talon": "boris"}[question.side]
    assert "Engage or decline?" in page_of(war, question.side)
    other = page_of(war, opponent(question.side))
    assert "Engage or decline?" not in other
    assert f"{asked} decides whether to engage at" in other
    assert f"{asked} decides</span>" in other


def test_within_a_sentence_the_computer_is_no_callsign() -> None:
    assert (named("Computer"), named("Bert")) == ("the computer", "Bert")


def test_a_base_is_told_beside_the_lp() -> None:
    base = Unit("Terran base", "base", UNDAMAGED)
    battle = Battle(number=1, place="home/terran", sectors=("Antares",))
    battle.forces = {"terran": (Unit("Patton", "heavy_cruiser", UNDAMAGED), base), "talon": ()}
    battle.lp = {"terran": 3, "talon": 4}
    assert _strength(battle, "terran") == "3 LP and a base"
    assert _strength(battle, "talon") == "4 LP"


@pytest.mark.played_until(turn=2, phase="planning")
def test_what_a_page_swaps_says_the_turn_too(war: War) -> None:
    anna = Seated(war, User.objects.get(username="anna"), "terran")
    part = re.sub(r"\s+", " ", anna.get("?part=calls").content.decode())
    assert 'id="war-now" hx-swap-oob="true"> The Long Night · Four Sectors · turn 2' in part
    assert anna.get("").content.decode().count('id="war-now"') == 1


@pytest.mark.played_until(turn=2, phase="planning")
def test_a_war_that_ends_before_ones_eyes_has_no_goal_any_more(war: War) -> None:
    anna = Seated(war, User.objects.get(username="anna"), "terran")
    assert "Goal:" in anna.get("").content.decode()
    assert 'id="goal"' not in anna.get("?part=calls").content.decode()
    state = state_of(war)
    state.phase, state.winner, state.ended = "over", "talon", "surrender"
    put_state(war, state)
    assert '<p id="goal" hx-swap-oob="true" hidden></p>' in anna.get("?part=calls").content.decode()
    page = anna.get("").content.decode()
    assert "Goal:" not in page
    assert page.count('id="goal"') == 1


@pytest.mark.played_until(turn=2, phase="planning")
def test_fought_battles_of_the_last_turn_stand_on_top(war: War) -> None:
    page = page_of(war, "terran")
    assert "View report" not in page
    assert page.index("Your first battles are over") < page.index("Plan this turn")
    assert re.search(r'class="btn btn-primary"\s+href="[^"]*plan/"', page)
    Battles.objects.filter(status="settled").update(settled_how="fought", reported_by="")
    page = page_of(war, "terran")
    assert page.index("Your first battles are over") < page.index("Plan this turn")
    assert page.count("View report") >= 1


@pytest.mark.played_until(turn=2, phase="planning")
def test_the_last_battles_stand_as_they_were_fought_whatever_has_a_report(war: War) -> None:
    fought = [*Battles.objects.filter(status="settled").order_by("engagement__number")]
    Battles.objects.filter(pk=fought[-1].pk).update(settled_how="fought", reported_by="")
    news = page_of(war, "terran").partition('id="news-title"')[2].partition("</section>")[0]
    places = re.findall(r"<strong>([^<]+)</strong>", news)
    engagements = Engagement.objects.filter(war=war, turn=1).order_by("number")
    assert places == [place_title(one.place) for one in engagements]
    assert news.count("View report") == news.count("btn-primary") == 1


def test_a_battle_says_what_it_did_to_the_front_and_its_points_say_why(war: War) -> None:
    random = Random(4)
    while (battle := state_of(war).current_battle()) is None or battle.status != "joined":
        step(war, random)
    assert battle.setup is not None
    report = random_report(battle.setup, random)
    with log.locked(war.pk) as row:
        order = AcceptResult(battle.number, report)
        log.append(row, log.running(row), log.GivenOrder(None, None, order))
    page = page_of(war, "talon")
    booked = next(fought for fought in state_of(war).battles if fought.number == battle.number)
    assert ("The front line in " in page) == any(fought.moved for fought in state_of(war).battles)
    assert booked.moved or "marker" in page
    for line in LifetimeLine.objects.all():
        assert " LP against " in line.words


def test_a_planet_taken_stands_with_its_battle(war: War) -> None:
    chart = state_of(war).chart
    told = aftermath(
        [e.PlanetTaken("Antares/4", "talon"), e.MarkerMoved("Antares", 4, 3, 2)],
        chart,
    )
    assert [line.icon for line in told[2]] == ["planet", "front-line"]
    assert told[2][1].text == "The front line in Antares moves from 5 to 4, towards the Terran home."


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        (3, 5, "The front line in Orion moves from 4 to 6, towards the Talon home."),
        (1, 0, "The front line in Orion moves from 2 to the Terran home."),
        (0, 1, "The front line in Orion moves from the Terran home to 2, towards the Talon home."),
    ],
)
def test_how_a_front_line_moved_is_said_plainly(start: int, end: int, words: str) -> None:
    chart = shipped_maps()["four_sectors"]
    (line,) = event_lines.lines_of(e.MarkerMoved("Orion", start, end, 2), chart)
    assert (line.text, line.side) == (words, None)


def test_a_ship_without_a_name_of_its_own_is_not_called_by_its_class_twice() -> None:
    bought = (e.Purchase("Voyager", "scout", 37), e.Purchase("Scout 5", "scout", 37))
    (line,) = event_lines.lines_of(e.ShipsBought("terran", bought), shipped_maps()["four_sectors"])
    assert line.text == "bought for 74 points: Scout Voyager (37) and Scout 5 (37)."


@pytest.mark.parametrize(("points", "words"), [(195, "+195"), (-180, "−180"), (0, "0")])
def test_points_in_a_treasury_have_their_sign(points: int, words: str) -> None:
    assert signed(points) == words


@pytest.mark.parametrize(
    ("terrain", "words"),
    [
        (TalonTerrain(), "The battle begins in open space."),
        (TalonTerrain("3 asteroids", (2, 2)), "The battle begins in this terrain: 3 asteroids."),
    ],
)
def test_where_a_battle_begins(terrain: TalonTerrain, words: str) -> None:
    ship = Unit("Nelson", "battleship")
    setup = BattleSetup("Antares 5", "last_ship_standing", (ship,), (ship,), terrain)
    (line,) = event_lines.lines_of(e.BattleJoined(1, setup), shipped_maps()["four_sectors"])
    assert line.text == words


def test_a_home_has_its_article_in_a_sentence() -> None:
    (line,) = event_lines.lines_of(e.PlanetTaken("home/talon", "terran"), shipped_maps()["four_sectors"])
    assert line.text == "takes the planet at the Talon home."


def test_the_end_of_a_war_stands_under_a_heading_of_its_own() -> None:
    told = ChapterWriter(shipped_maps()["four_sectors"])
    told.write(e.DrawOffered("talon"))
    told.write(e.WarEnded("terran", "home"))
    assert [chapter.title for chapter in told.close()] == ["Draw offers", "End of the war"]


@pytest.mark.played_until(turn=1, phase="planning")
def test_what_waits_for_both_is_not_told_of_the_other(war: War) -> None:
    page = page_of(war, "terran")
    assert "Plan this turn" in page
    assert "boris still has to plan" not in page


@pytest.mark.parametrize(
    ("row", "words", "told"),
    [
        (Waiting(kind="bases"), "Place your bases", "Bert still has to place their bases"),
        (Waiting(kind="plan", turn=2), "Plan turn 2", "Bert still has to plan turn 2"),
        (
            Waiting(kind="engage", place="Antares/5"),
            "Engage or decline at Antares 5?",
            "Bert decides whether to engage at Antares 5",
        ),
        (
            Waiting(kind="first"),
            "Which home is fought over first?",
            "Bert decides which home is fought over first",
        ),
        (
            Waiting(kind="land", place="Antares/5"),
            "Which transports land at Antares 5?",
            "Bert chooses which transports land at Antares 5",
        ),
        (
            Waiting(kind="strand", place="home/talon"),
            "Which squadrons are left behind at the Talon home?",
            "Bert chooses which squadrons are left behind at the Talon home",
        ),
        (Waiting(kind="go_on"), "Open the next battle", "Bert still has to open the next battle"),
        (
            Waiting(kind="record", place="Antares/5"),
            "Record the battle (Antares 5)",
            "Bert still has to record the battle (Antares 5)",
        ),
        (
            Waiting(kind="settle", place="Antares/5"),
            "Settle the disputed report (Antares 5)",
            "Bert still has to settle the disputed report (Antares 5)",
        ),
        (
            Waiting(kind="agree_or_record", place="Antares/5", name="{anna}"),
            "{anna} wants captains to fight this battle: agree, or record it (Antares 5)",
            "Bert still has to decide whether captains fight the battle (Antares 5)",
        ),
        (
            Waiting(kind="agree_or_settle", place="Antares/5", name="anna"),
            "anna wants captains to fight this battle: agree, or settle the report (Antares 5)",
            "Bert still has to decide whether captains fight the battle (Antares 5)",
        ),
        (
            Waiting(kind="confirm", place="Antares/5", name="anna"),
            "Confirm anna's report (Antares 5)",
            "Bert still has to confirm your report (Antares 5)",
        ),
        (
            Waiting(kind="confirm", place="Antares/5"),
            "Confirm the report (Antares 5)",
            "Bert still has to confirm the report (Antares 5)",
        ),
        (
            Waiting(kind="failed", place="Antares/5"),
            "Captains could not fight the battle: try again, or record it (Antares 5)",
            "Bert still has to settle a battle that captains could not fight (Antares 5)",
        ),
        (
            Waiting(kind="withdraw"),
            "Withdraw the last result, or keep it?",
            "Bert decides whether to withdraw the last result",
        ),
        (Waiting(kind="draw"), "Answer the offer of a draw", "Bert still has to answer your offer of a draw"),
    ],
)
def test_what_waits_is_said_to_its_player_and_told_of_them(row: Waiting, words: str, told: str) -> None:
    assert sentence(row) == words
    assert sentence_of_other("Bert", row) == told


def test_the_computer_is_named_as_what_it_is() -> None:
    row = Waiting(kind="bases")
    assert sentence_of_other("Computer", row) == "The computer still has to place its bases"
    assert sentence_of_other("bert", row) == "bert still has to place their bases"


def test_every_kind_of_waiting_has_its_words_and_its_place() -> None:
    """It is done where a link leads, with words above it, or on the war's own page."""
    assert set(TASKS) == set(Waiting.Kind)
    here = {kind for kind, task in TASKS.items() if not task.action}
    assert here == {"engage", "first", "land", "strand", "go_on", "withdraw", "draw"}
    assert all(task.mine and bool(task.words) == bool(task.action) for task in TASKS.values())


@pytest.mark.parametrize(
    ("more", "outnumbered", "words"),
    [
        (0, 0, ""),
        (-2, -3, ": capped at 1"),
        (-1, -2, ": capped at 2"),
        (1, 1, ": one extra point"),
        (1, 3, ": doubled"),
    ],
)
def test_a_gap_in_lp_is_given_as_the_reason(more: int, outnumbered: int, words: str) -> None:
    assert _changed(more, outnumbered) == words


@pytest.mark.played_until(turn=2, phase="planning")
def test_an_agreed_end_leaves_no_result_to_take_back(war: War) -> None:
    boris = war.seats.select_related("user").get(side="talon").user
    assert boris is not None
    Seated(war, boris, "talon").post(
        "orders/", order="surrender", seen_version=War.objects.get(pk=war.pk).version
    )
    assert "Wrong result?" not in page_of(war, "terran")


def test_the_number_beside_my_wars_can_be_asked_alone(war: War, client: Client) -> None:
    assert "badge" not in client.get("/wars/badge/").content.decode()
    seat = war.seats.select_related("user").get(side="terran")
    assert seat.user is not None
    client.force_login(seat.user)
    assert "1<span" in client.get("/wars/badge/").content.decode()


@pytest.mark.parametrize(
    ("rounds", "winner", "words"),
    [
        (1, "terran", "won by concession after 1 round:"),
        (2, "talon", "after 2 rounds:"),
        (1, None, "Draw after 1 round;"),
    ],
)
def test_one_round_is_no_several(rounds: int, winner: Side | None, words: str) -> None:
    report = Report(rounds, "conceded" if winner else "draw", (), (), winner)
    assert words in result_line(Result(report, 0, 0, "minor" if winner else None)).text


def test_one_hour_is_no_several() -> None:
    assert ("Time to dispute a result", "1 hour") in settings_in_words(Settings(confirm_hours=1))
