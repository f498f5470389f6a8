"""The turn that is over: a line for each battle on top of the war's page, and what the new turn was paid."""

import re

import pytest

from campaign.models import Engagement, War
from campaign.rules.events import Answered, MarkerMoved
from campaign.rules.map.strategic_map import place_title
from campaign.rules.odds.assumptions import income_now
from campaign.rules.sight import view
from campaign.war.words.history_rows import Fight
from campaign.war.words.last_battles import last_battles
from engines.seam.sides import SIDES, Side
from tests.core.table import four_sectors
from tests.site.campaign.war.test_war_words import page_of
from tests.site.wars import state_of, war_wanted

pytestmark = pytest.mark.django_db


@pytest.fixture
def war(request: pytest.FixtureRequest) -> War:
    return war_wanted(request)


@pytest.mark.played_until(turn=3, phase="planning")
@pytest.mark.parametrize("side", SIDES)
def test_the_turn_that_is_over_stands_on_top_with_its_points_fronts_and_income(war: War, side: Side) -> None:
    """A line a battle, in their order, and what the new turn was paid."""
    page = page_of(war, side)
    news = page.partition('id="news-title"')[2].partition("</section>")[0]
    assert "Turn 2 is over" in news
    assert page.index("Turn 2 is over") < page.index("Plan this turn")
    lines = [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in news.split("<li")[1:]]
    engagements = list(Engagement.objects.filter(war=war, turn=2).order_by("number"))
    assert len(lines) == len(engagements)
    for line, one in zip(lines, engagements, strict=True):
        assert place_title(one.place) in line
        assert ("The front line is now at" in line) == one.moved
        if one.outcome == "fought":
            mine, theirs = (one.terran_lost, one.talon_lost)[:: 1 if side == "terran" else -1]
            assert re.search(rf"You lost {mine} points?, the enemy {theirs}\.", line)
    state = state_of(war)
    income = income_now(view(state, side), side)
    assert f"Income: {income} points, paid for this turn." in news


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            Answered(1, "terran", engage=False, standing=True, odds=14),
            "you would have held the front line in 14 of 100.",
        ),
        (
            Answered(1, "terran", engage=False, standing=True, gain=-30),
            "to engage was worth about 30 points less.",
        ),
        (Answered(1, "terran", engage=False, standing=True), "Forfeited Your instruction declined."),
        (Answered(1, "terran", engage=False), "Forfeited You declined."),
        (Answered(2, "terran", engage=False), "Forfeited "),
    ],
)
def test_a_battle_that_was_given_up_says_who_did_and_why(event: Answered, words: str) -> None:
    """S76, S83: the estimate of the own instruction; the enemy's is its secret, and no words are made of it."""
    chart = four_sectors()
    for side in SIDES:
        fight: Fight = {
            "number": 1, "turn": 1, "place": chart.place("Antares", 4), "outcome": "forfeited", "winner": "talon",
            "degree": "", "terran_lost": 0, "talon_lost": 0, "terran_lp": 3, "talon_lp": 9, "battle_id": None,
            "how": None,
        }  # fmt: skip
        moved = MarkerMoved("Antares", 4, 3, event.battle)
        (line,) = last_battles([fight], side, [event, moved], chart)
        if side == "terran":
            assert words in f"{line.words} {line.more}"
        else:
            assert line.words == "Won without a fight"
            assert line.more.startswith(
                "The enemy declined." if event.battle == 1 else "The front line stays."
            )
        assert ("The front line is now at Antares 4." in line.more) == (event.battle == 1)
