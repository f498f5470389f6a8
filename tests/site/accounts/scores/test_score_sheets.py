"""Score sheets worked out by hand from 20.2, 20.3, 28 and 31.9, before there was code for them: they come out exactly.

Each sheet says what is played, by the real services, and what the lifetime score of both is then. Ship Points and LP
are those of the Player Aid Card: Terran CA 115 and 3, BB 194 and 4, CV 70 and 1, CL 88 and 2, FF of Talon 44 and 1.
"""

from collections.abc import Sequence

import pytest

from accounts.models import LifetimeLine, User
from accounts.scores.reckoning import tally
from battles.battle.services.taking_back import take_back
from battles.models import Battle, LegBattle, Way
from battles.services import open_battle
from battles.talon.skirmish.beginning import accept, challenge, open_skirmish, rematch
from campaign.models import Engagement, War
from campaign.rules.events import ResultAccepted, WarEnded
from campaign.war.services.consequences import carry_out
from engines.seam.documents import BattleSetup, Unit
from engines.seam.sides import Side, opponent
from engines.talon.set_ups.scenarios import scenario
from engines.talon.sheets import typed
from tests.campaign_games import begin, between, nobody_wins, settled, win, win_at_patton
from tests.people import browser
from tests.site.wars import make_war

pytestmark = pytest.mark.django_db
TERRAN = ("battleship", "heavy_cruiser", "light_cruiser", "carrier")
"""4, 3, 2 and 1 LP; 194, 115, 88 and 70 points."""
TALON = ("battleship", "heavy_cruiser", "light_cruiser", "frigate", "frigate")
"""4, 3, 2, 1 and 1 LP; 179, 115, 88, 44 and 44 points."""


def fleets(terran: Sequence[str] = TERRAN, talon: Sequence[str] = TALON) -> BattleSetup:
    """Two fleets in open space."""
    units = {
        side: tuple(Unit(f"{side.title()} {place}", kind) for place, kind in enumerate(kinds))
        for side, kinds in (("terran", terran), ("talon", talon))
    }
    return BattleSetup("Open space", "last_ship_standing", units["terran"], units["talon"])


def decide(battle: Battle, winner: Side, lost: Sequence[str] = (), won: Sequence[str] = ()) -> Battle:
    """Settles a battle at a table: the loser has lost these classes, the winner those, and all others are saved."""
    battle.refresh_from_db()
    setup = battle.setup_document
    fields = typed.with_usual_fates(setup, {"winner": winner, "ending": "held", "rounds": "12"})
    for side, gone in ((opponent(winner), list(lost)), (winner, list(won))):
        for index, unit in enumerate(setup.force(side)):
            if unit.ship_class in gone:
                gone.remove(unit.ship_class)
                fields[f"{typed.prefix(side, index)}-fate"] = "destroyed"
        assert not gone
    settled(battle, fields)
    battle.refresh_from_db()
    return battle


def single(anna: User, ben: User, setup: BattleSetup | None = None) -> Battle:
    """A single battle at a table; anna is Terran."""
    return open_skirmish(setup=setup or fleets(), user=anna, rival=ben, side="terran", way=Way.TABLE)


def in_war(
    war: War, number: int, winner: Side, forces: tuple[Sequence[str], Sequence[str]], lost: str
) -> None:
    """A battle of a war between these forces, in which the loser loses a ship and the winner none: devastating (S1)."""
    seats = {seat.side: seat.user for seat in war.seats.select_related("user")}
    anna, ben = seats["terran"], seats["talon"]
    assert anna is not None
    assert ben is not None
    battle = open_battle(
        setup=fleets(*forces),
        title="A battle",
        place="Orion 3",
        terran_user=anna,
        talon_user=ben,
        owner_topic=f"war:{war.pk}",
        owner_path=f"/wars/{war.pk}/",
    )
    Engagement.objects.create(
        war=war, number=number, turn=1, place="orion:3", sectors="orion", outcome="fought", battle=battle
    )
    decide(battle, winner, [lost])
    result = battle.result_document
    assert result is not None
    assert result.degree == "devastating"
    carry_out(war, (ResultAccepted(number, result),))


def sheet(user: User) -> tuple[int, int, int, int, int]:
    """Won, drawn, lost; points of one's own, points of the others."""
    found = tally(user)
    return (found.won, found.drawn, found.lost, found.points, found.against)


def points() -> list[int]:
    """The points of each line, in the order of booking."""
    return list(LifetimeLine.objects.order_by("pk").values_list("points", flat=True))


def test_sheet_1_the_three_degrees(anna: User, ben: User) -> None:
    """20.2: 132 / 88 = 1.5 is great; 264 / 88 = 3 is devastating; 115 / 88 is below 1.5, minor. 2 and 1 against 3."""
    decide(single(anna, ben), "terran", ["light_cruiser", "frigate"], ["light_cruiser"])
    decide(single(anna, ben), "talon", ["battleship", "carrier"], ["frigate", "frigate"])
    decide(single(anna, ben), "terran", ["heavy_cruiser"], ["light_cruiser"])
    assert points() == [2, 3, 1]
    assert sheet(anna) == (2, 0, 1, 3, 3)
    assert sheet(ben) == (1, 0, 2, 3, 3)


def test_sheet_2_a_winner_who_lost_more_and_wins_without_losses(anna: User, ben: User) -> None:
    """20.2: whoever holds the field has won, even if more was lost: minor. S1: nothing lost by the winner."""
    decide(single(anna, ben), "terran", ["frigate"], ["heavy_cruiser"])
    decide(single(anna, ben), "talon", ["carrier"])
    decide(single(anna, ben), "talon")
    assert points() == [1, 3, 1]
    assert sheet(anna) == (1, 0, 2, 1, 4)
    assert sheet(ben) == (2, 0, 1, 4, 1)


def test_sheet_3_s84_a_tie_is_drawn_and_scores_nothing(anna: User, ben: User) -> None:
    """20.1, 20.3: a battle that nobody wins has no degree and no points; it is one drawn for each of the two."""
    nobody_wins(single(anna, ben))
    decide(single(anna, ben), "talon", ["heavy_cruiser"], ["heavy_cruiser"])
    assert sheet(anna) == (0, 1, 1, 0, 1)
    assert sheet(ben) == (1, 1, 0, 1, 0)


def test_sheet_4_scenarios_cap_the_degree(anna: User, ben: User) -> None:
    """20.2: scenario 1 has great victories at most. Devastating losses are 2 points there, 3 in open space."""
    battle = single(anna, ben, scenario(1))
    fields = typed.with_usual_fates(
        battle.setup_document, {"winner": "terran", "ending": "held", "rounds": "8"}
    )
    for index, _unit in enumerate(battle.setup_document.talon):
        fields[f"{typed.prefix('talon', index)}-fate"] = "destroyed"
    settled(battle, fields)
    decide(single(anna, ben), "terran", list(TALON))
    assert points() == [2, 3]
    assert sheet(ben) == (0, 0, 2, 0, 5)


def test_sheet_5_a_pair_won_by_one_player(anna: User, ben: User) -> None:
    """26.4, R68: the first game alone is minor, 1; both won by anna are one devastating victory, 3 in all."""
    first = accept(
        token=challenge(setup=scenario(4), user=anna, side="terran", way=Way.TABLE).token, user=ben
    )
    patton(first, "terran")
    assert sheet(anna) == (1, 0, 0, 1, 0)
    patton(again(first, anna, ben), "talon")
    assert points() == [3]
    assert sheet(anna) == (1, 0, 0, 3, 0)
    assert sheet(ben) == (0, 0, 1, 0, 3)


def test_sheet_6_a_pair_shared(anna: User, ben: User) -> None:
    """26.4, R68: each has won as Terran: two minor victories, 1 to 1."""
    first = accept(
        token=challenge(setup=scenario(4), user=anna, side="terran", way=Way.TABLE).token, user=ben
    )
    patton(first, "terran")
    patton(again(first, anna, ben), "terran")
    assert points() == [1, 1]
    assert sheet(anna) == sheet(ben) == (1, 0, 1, 1, 1)


def test_sheet_7_the_favored_side_is_capped(anna: User, ben: User) -> None:
    """31.9: 4 LP against 3 is unbalanced, great at most: 2. 4 against 1 is dramatic, minor at most: 1."""
    war = make_war(anna, ben, lifetime_score=True)
    in_war(war, 1, "terran", (["battleship"], ["heavy_cruiser"]), "heavy_cruiser")
    in_war(war, 2, "terran", (["battleship"], ["frigate"]), "frigate")
    in_war(war, 3, "talon", (["heavy_cruiser"], ["heavy_cruiser"]), "heavy_cruiser")
    assert points() == [2, 1, 3]
    assert sheet(anna) == (2, 0, 1, 3, 3)


def test_sheet_8_the_underdog_gets_more(anna: User, ben: User) -> None:
    """31.9: devastating with 1 LP fewer is 3 + 1 = 4; with 3 fewer 2 x 3 = 6: both examples of the text."""
    war = make_war(anna, ben, lifetime_score=True)
    in_war(war, 1, "talon", (["battleship"], ["heavy_cruiser"]), "battleship")
    in_war(war, 2, "talon", (["battleship"], ["frigate"]), "battleship")
    assert points() == [4, 6]
    assert sheet(ben) == (2, 0, 0, 10, 0)
    assert sheet(anna) == (0, 0, 2, 0, 10)


def test_sheet_9_a_war_whose_battles_do_not_count(anna: User, ben: User) -> None:
    """31.9: the players may leave the battles out. 20.3: the war won is 5 all the same; S33: one drawn is none."""
    war = make_war(anna, ben, lifetime_score=False)
    in_war(war, 1, "talon", (["battleship"], ["frigate"]), "battleship")
    assert points() == []
    war.turn = 3
    war.save()
    carry_out(war, (WarEnded("terran", "surrender"),))
    carry_out(make_war(anna, ben), (WarEnded(None, "agreed"),))
    assert points() == [5, 0]
    assert sheet(anna) == (1, 1, 0, 5, 0)
    assert sheet(ben) == (0, 1, 1, 0, 5)


def test_sheet_10_the_last_leg_counts_double_there_alone(anna: User, ben: User) -> None:
    """28, S81: legs 2, 1 and 2 x 3 = 6: ben wins 7 to 2. For life the legs are 2, 1 and 3, and the bonus is 5."""
    series = between(anna, ben, 1, 3, 12)
    win(begin(browser(anna), series, 1), "user", series=series)
    win(begin(browser(anna), series, 2), "rival", series=series, bloody=False)
    win(begin(browser(anna), series, 3), "rival", series=series)
    assert sorted(points()) == [1, 2, 3, 5]
    assert sheet(anna) == (1, 0, 3, 2, 9)
    assert sheet(ben) == (3, 0, 1, 9, 2)


def test_sheet_11_a_campaign_game_with_a_tie_and_a_leg_played_again(anna: User, ben: User) -> None:
    """28, S81: 2 for anna in leg 1; leg 2 is fought again, then 1 doubled for ben: 2 to 2, drawn, no bonus."""
    series = between(anna, ben, 1, 3)
    win(begin(browser(anna), series, 1), "user", series=series)
    nobody_wins(begin(browser(anna), series, 2))
    win(begin(browser(anna), series, 2), "rival", series=series, bloody=False)
    assert sheet(anna) == (1, 1, 1, 2, 1)
    assert sheet(ben) == (1, 1, 1, 1, 2)


def test_sheet_12_a_pair_as_the_doubled_last_leg_and_a_correction(anna: User, ben: User) -> None:
    """28, R68, S35: 2 for anna, then the pair, 3 doubled, for ben: 6 to 2, with 3 and 5 for life.

    Leg 1 is taken back and ben has won it by 1: he leads 7 to 0. Nothing of the old result is left, nothing is twice.
    """
    series = between(anna, ben, 1, 4)
    first = begin(browser(anna), series, 1)
    win(first, "user", series=series)
    for _half in range(2):
        win_at_patton(begin(browser(anna), series, 2), "rival", series=series)
    assert sheet(anna) == (1, 0, 2, 2, 8)
    assert sheet(ben) == (2, 0, 1, 8, 2)
    first.refresh_from_db()
    take_back(battle_id=first.pk, side="terran", seen_version=first.version)
    first.refresh_from_db()
    take_back(battle_id=first.pk, side="talon", seen_version=first.version)
    assert sheet(ben) == (1, 0, 0, 3, 0)
    first.refresh_from_db()
    assert LegBattle.objects.get(battle=first).leg.number == 1
    win(first, "rival", series=series, bloody=False)
    assert sheet(anna) == (0, 0, 3, 0, 9)
    assert sheet(ben) == (3, 0, 0, 9, 0)


def patton(battle: Battle, winner: Side) -> None:
    """Scenario 4, won by a side: Patton docks for Terran, or is destroyed for Talon."""
    battle.refresh_from_db()
    fields = {"winner": winner, "ending": "aim", "rounds": "3"}
    if winner == "talon":
        names = [unit.name for unit in battle.setup_document.terran]
        fields[f"{typed.prefix('terran', names.index('Patton'))}-fate"] = "destroyed"
    settled(battle, typed.with_usual_fates(battle.setup_document, fields))


def again(battle: Battle, anna: User, ben: User) -> Battle:
    """The second game, asked for by both."""
    battle.refresh_from_db()
    assert rematch(battle=battle, user=anna) is None
    found = rematch(battle=battle, user=ben)
    assert found is not None
    return found
