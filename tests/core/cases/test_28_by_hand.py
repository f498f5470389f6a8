"""Three campaign games, worked out by hand from the rules (20.1 to 20.4, 28) by somebody who had not seen the program.

Every leg is reported unit by unit; what counts as lost, the degree, the points and the score must come out exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from engines.seam.documents import BattleSetup, Degree, Unit
from engines.seam.series import (
    PLAYERS,
    POINTS,
    LegResult,
    Player,
    Points,
    Won,
    pair_result,
    single_leg,
    standings,
    still_open,
    winner,
)
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.results.check import refusals
from engines.talon.results.degree import result_for
from engines.talon.set_ups.modes import battle_modes, in_mode
from engines.talon.set_ups.scenarios import scenario
from tests.core.table import report, result_of, setup, units

BONUS = 5


@dataclass(frozen=True)
class Fight:
    """A battle as its players report it, and who plays Terran; `lost` is what counts as lost, the loser's first.

    What is not named in `said` stands, or has jumped if it is on the loser's side.
    """

    battle: BattleSetup
    terran: Player
    won_by: Side
    said: dict[str, Any]
    lost: tuple[int, int] | None
    degree: Degree

    def won(self) -> Won:
        """Who has won it and how, after the program has judged the report."""
        found = result_of(self.battle, **self.said)
        assert found.winner == self.won_by
        if self.lost is not None:
            assert (found.lost(opponent(self.won_by)), found.lost(self.won_by)) == self.lost
        assert found.degree == self.degree
        rival: Player = "rival" if self.terran == "user" else "user"
        return Won(self.terran if self.won_by == "terran" else rival, self.degree)


def told(winner: Side | None, **report: Any) -> dict[str, Any]:
    return {"winner": winner, **report}


def mode(key: str, first: Side, terran: str, talon: str) -> BattleSetup:
    """A battle in a mode, of forces in short words."""
    forces = {}
    for side, text in zip(SIDES, (terran, talon), strict=True):
        forces[side] = tuple(Unit(name, kind, damage) for name, kind, damage, _ in units(side, text))
    standard = BattleSetup("Vega 5", "last_ship_standing", forces["terran"], forces["talon"])
    return in_mode(battle_modes()[key], standard, first)


def singles(fights: Sequence[Fight]) -> list[LegResult]:
    found = [single_leg(fight.won()) for fight in fights]
    assert None not in found
    return [LegResult(points, Points()) for points in found if points is not None]


def runs(legs: Sequence[LegResult]) -> list[tuple[int, int]]:
    """The score after each leg, the last one doubled."""
    found = []
    for number in range(1, len(legs) + 1):
        so_far = [*legs[:number], *[still_open(3)] * (len(legs) - number)]
        total = standings(so_far).total
        found.append((total.user, total.rival))
    return found


def life(legs: Sequence[LegResult]) -> tuple[int, int]:
    """What the campaign game brings each player in the lifetime score: its legs, not doubled, and the bonus."""
    points = [leg.points for leg in legs if leg.points is not None]
    user, rival = (sum(one.of(player) for one in points) for player in PLAYERS)
    won = winner(standings(legs))
    return user + BONUS * (won == "user"), rival + BONUS * (won == "rival")


ANN_AND_BEN = [
    Fight(  # I.1: a winner who has lost nothing, and the cap of the scenario
        scenario(1),
        "user",
        "terran",
        told("terran", talon="Justice destroyed, Unity destroyed"),
        (230, 0),
        "great",
    ),
    Fight(  # I.2
        scenario(2),
        "rival",
        "terran",
        told("terran", rounds=5, terran="Caleb destroyed", talon="Surprise destroyed, Hunter destroyed"),
        (92, 55),
        "great",
    ),
    Fight(  # I.3: exactly 1.5
        scenario(3),
        "user",
        "terran",
        told("terran", rounds=7, terran="Valhalla destroyed", talon="Vision destroyed, Dauntless destroyed"),
        (132, 88),
        "great",
    ),
    Fight(  # I.4: one transport has landed, one was destroyed
        scenario(5),
        "user",
        "terran",
        told(
            "terran",
            rounds=6,
            terran="Achilles destroyed",
            talon="Legion landed, Tribe destroyed, Vision destroyed, Dauntless destroyed",
        ),
        (204, 127),
        "great",
    ),
    Fight(  # I.5: the transport has escaped, and the field is Talon's
        scenario(7),
        "rival",
        "terran",
        told(
            "talon",
            rounds=5,
            terran="Normandy jumped, Asgard destroyed, Hercules jumped",
            talon="Surprise destroyed",
        ),
        (108, 88),
        "minor",
    ),
    Fight(  # I.6: exactly 3
        scenario(10),
        "rival",
        "terran",
        told(
            "terran",
            rounds=8,
            terran="Valhalla destroyed",
            talon="Dauntless destroyed, Fearless destroyed, Indomitable destroyed",
        ),
        (264, 88),
        "devastating",
    ),
]
DOCKED = told(
    "terran",
    ending="aim",
    rounds=3,
    terran="Explorer destroyed",
    talon="Vision destroyed, Surprise destroyed, Predator stands, Hunter stands, Indomitable stands",
)
PATTON = told(
    "talon",
    ending="aim",
    rounds=3,
    terran="Patton destroyed, Wolverine stands, Black_Jack stands, Explorer stands, Asgard stands",
)
ANN_DOCKS = Fight(scenario(4), "user", "terran", DOCKED, None, "minor")
ANN_DESTROYS = Fight(scenario(4), "rival", "talon", PATTON, None, "minor")
BEN_DOCKS = Fight(scenario(4), "rival", "terran", DOCKED, None, "minor")
BEN_DESTROYS = Fight(scenario(4), "user", "talon", PATTON, None, "minor")


def test_28_a_pair_is_the_doubled_last_leg() -> None:
    legs = [*singles(ANN_AND_BEN), pair_result(ANN_DOCKS.won(), ANN_DESTROYS.won())]
    assert runs(legs) == [(2, 0), (2, 2), (4, 2), (6, 2), (6, 3), (6, 6), (12, 6)]
    assert winner(standings(legs)) == "user"
    assert life(legs) == (14, 6)


@pytest.mark.parametrize(
    ("first", "second", "score", "lifetime"),
    [
        (ANN_DOCKS, BEN_DOCKS, (8, 8), (7, 7)),
        (BEN_DESTROYS, BEN_DOCKS, (6, 12), (6, 14)),
        (BEN_DESTROYS, ANN_DESTROYS, (8, 8), (7, 7)),
    ],
    ids=["v1: one each", "v2: both Ben's", "v1: one each, the other way"],
)
def test_28_the_other_ends_of_the_pair(
    first: Fight, second: Fight, score: tuple[int, int], lifetime: tuple[int, int]
) -> None:
    legs = [*singles(ANN_AND_BEN), pair_result(first.won(), second.won())]
    assert runs(legs)[-1] == score
    assert life(legs) == lifetime


def test_28_a_battle_of_the_pair_that_nobody_wins_leaves_the_game_open() -> None:
    legs = [*singles(ANN_AND_BEN), pair_result(None, None)]
    found = standings(legs)
    assert (found.total, found.over, winner(found)) == (Points(6, 6), False, None)
    half = standings([*singles(ANN_AND_BEN), pair_result(ANN_DOCKS.won(), None)])
    assert (half.total, half.over) == (Points(6, 6), False)


DESIGNED = setup("BC Caesar, CL Thor, SC Explorer, SC Voyager", "BC Freedom, CL Dauntless, FF Vision")
CORA_AND_DAN = [
    Fight(  # II.1: the base is dragged into the hole, and nobody has jumped with the intelligence
        scenario(9),
        "user",
        "talon",
        told("talon", ending="aim", rounds=7, terran="Double_Down destroyed", talon="Hope destroyed"),
        None,
        "minor",
    ),
    Fight(  # II.2: both targets
        scenario(6),
        "rival",
        "terran",
        told(
            "terran",
            ending="aim",
            rounds=6,
            terran="Wasp jumped, Black_Sheep destroyed, Flying_Tiger jumped, Diamondback jumped, Cougar destroyed, "
            "Alexander destroyed",
            talon="Imperial destroyed, Shadow destroyed, Service stands",
        ),
        (624, 222),
        "great",
    ),
    Fight(  # II.3: the planet counts ten for each point of damage
        scenario(8),
        "rival",
        "talon",
        told(
            "talon",
            rounds=7,
            terran="Zhukov destroyed, Achilles destroyed, Thor destroyed, Caesar destroyed",
            talon="Honor destroyed, Hunter destroyed",
        ),
        (622, 190),
        "devastating",
    ),
    Fight(  # II.4, the second time
        DESIGNED,
        "user",
        "talon",
        told(
            "talon",
            rounds=5,
            terran="Caesar destroyed, Explorer destroyed",
            talon="Freedom destroyed, Vision destroyed",
        ),
        (171, 186),
        "minor",
    ),
    Fight(  # II.5: fighters that are lost do not count while their squadron is there
        scenario(11),
        "user",
        "terran",
        told(
            "terran",
            terran="Caleb destroyed, Valhalla destroyed, Black_Sheep destroyed, Cougar stands fighters=220",
            talon="Eradicator destroyed, Service destroyed, Predator destroyed, Vision destroyed, Unity destroyed, "
            "Shadow destroyed, Hunter destroyed, Surprise destroyed",
        ),
        (641, 187),
        "devastating",
    ),
]
SQUADRONS = "Flying_Tiger destroyed, Diamondback destroyed, Wolverine destroyed, Black_Jack destroyed"
BIG = f"Defiant destroyed, Thunderchild destroyed, Sun_Tzu destroyed, {SQUADRONS}"
LAST_OF_CORA = Fight(
    scenario(12),
    "user",
    "talon",
    told("talon", rounds=6, terran=BIG, talon="Dominion destroyed, Eviscerator destroyed, Freedom destroyed"),
    (698, 539),
    "minor",
)
CORRECTED = Fight(
    scenario(12),
    "user",
    "talon",
    told("talon", rounds=8, terran=BIG, talon="Dominion destroyed, Eviscerator destroyed, Freedom jumped"),
    (698, 397),
    "great",
)


def bombarded(fight: Fight) -> Won:
    """II.3 with 23 points of damage to the planet."""
    said = report(fight.battle, **fight.said).with_damage_to_planet(23)
    assert not refusals(fight.battle, said)
    found = result_for(fight.battle, said)
    assert (found.terran_lost, found.talon_lost, found.degree, found.winner) == (
        622,
        190,
        "devastating",
        "talon",
    )
    return Won("user", "devastating")


def cora_and_dan(last: Fight) -> list[LegResult]:
    found = [
        single_leg(bombarded(one) if one is CORA_AND_DAN[2] else one.won()) for one in (*CORA_AND_DAN, last)
    ]
    return [LegResult(points, Points()) for points in found if points is not None]


def test_28_level_at_the_end() -> None:
    legs = cora_and_dan(LAST_OF_CORA)
    assert runs(legs) == [(0, 1), (0, 3), (3, 3), (3, 4), (6, 4), (6, 6)]
    found = standings(legs)
    assert (found.over, winner(found)) == (True, None)
    assert life(legs) == (6, 5)


def test_28_a_corrected_last_leg_moves_the_score_by_twice_the_difference() -> None:
    legs = cora_and_dan(CORRECTED)
    assert runs(legs)[-1] == (6, 8)
    assert winner(standings(legs)) == "rival"
    assert life(legs) == (6, 11)


def test_20_4_a_leg_that_nobody_has_won_is_fought_again() -> None:
    ruin = result_of(
        DESIGNED,
        None,
        ending="draw",
        terran="Caesar destroyed, Thor destroyed, Explorer destroyed, Voyager destroyed",
        talon="Freedom destroyed, Dauntless destroyed, Vision destroyed",
    )
    assert (ruin.winner, ruin.degree) == (None, None)
    legs = cora_and_dan(LAST_OF_CORA)
    legs[3] = still_open(3)
    found = standings(legs)
    assert (found.over, found.total, found.left) == (False, Points(6, 5), 1)
    open_end = [*cora_and_dan(LAST_OF_CORA)[:5], still_open(3)]
    found = standings(open_end)
    assert (found.total, found.over, found.gain) == (Points(6, 4), False, Points(6, 6))


INVASION = mode(
    "invasion",
    "terran",
    "Tran Normandy, Tran Anzio, CA Patton, CL Thor",
    "CA Justice, CL Dauntless, DD Hunter, FF Vision",
)
CONVOY = mode("convoy", "talon", "CL Thor, DD Caleb, DD Achilles", "Tran Legion, CL Dauntless, DD Hunter")
TARGET = mode(
    "target",
    "terran",
    "BB Defiant, BC Caesar, CA Patton, CL Thor, DD Caleb",
    "DN Dominion, BC Freedom, CA Justice, CL Dauntless",
)
DOGGER_BANK = scenario(10, ("freedom",))
FIRST = Fight(
    scenario(1),
    "rival",
    "terran",
    told("terran", rounds=7, terran="Zhukov destroyed", talon="Justice destroyed"),
    (115, 115),
    "minor",
)
RECORDED = Fight(
    scenario(3),
    "user",
    "terran",
    told(
        "terran",
        rounds=7,
        terran="Explorer destroyed, Voyager destroyed",
        talon="Freedom destroyed, Vision destroyed, Dauntless destroyed",
    ),
    (274, 74),
    "devastating",
)
RIGHT = Fight(
    scenario(3),
    "user",
    "terran",
    told(
        "terran",
        rounds=7,
        terran="Explorer destroyed, Voyager destroyed, Valhalla destroyed",
        talon="Freedom jumped, Vision destroyed, Dauntless destroyed",
    ),
    (132, 162),
    "minor",
)
OTHER_WINNER = Fight(
    scenario(3),
    "user",
    "talon",
    told(
        "talon",
        terran="Guderian destroyed, Valhalla destroyed, Explorer destroyed, Voyager destroyed",
        talon="Vision destroyed, Dauntless destroyed",
    ),
    (277, 132),
    "great",
)
OTHER_LOSSES = Fight(
    scenario(3),
    "user",
    "terran",
    told(
        "terran",
        terran="Valhalla destroyed",
        talon="Freedom destroyed, Vision destroyed, Dauntless destroyed",
    ),
    (274, 88),
    "devastating",
)
LATER = [
    Fight(  # III.3: both transports have landed
        INVASION,
        "rival",
        "terran",
        told(
            "terran",
            ending="planet",
            terran="Normandy landed, Anzio landed, Patton destroyed, Thor stands",
            talon="Hunter destroyed, Dauntless destroyed, Justice jumped, Vision jumped",
        ),
        (264, 115),
        "great",
    ),
    Fight(  # III.4: the convoy does not get through
        CONVOY,
        "user",
        "terran",
        told(
            "terran",
            rounds=5,
            terran="Caleb destroyed, Achilles destroyed",
            talon="Legion destroyed, Hunter destroyed, Dauntless jumped",
        ),
        (120, 110),
        "minor",
    ),
    Fight(  # III.5: the target is destroyed by conceding
        TARGET,
        "user",
        "terran",
        told(
            "terran",
            ending="conceded",
            terran="Thor destroyed, Caleb destroyed",
            talon="Justice destroyed, Dominion destroyed, Freedom jumped, Dauntless jumped",
        ),
        (551, 143),
        "devastating",
    ),
    Fight(  # III.6: 3.25, but no victory of this scenario is devastating
        scenario(2),
        "user",
        "talon",
        told("talon", terran="Thor destroyed, Caleb destroyed", talon="Surprise destroyed"),
        (143, 44),
        "great",
    ),
    Fight(  # III.7: a battle cruiser of Talon has taken hull damage, so what Terran loses counts half
        DOGGER_BANK,
        "user",
        "talon",
        told(
            "talon",
            terran="Thunderchild destroyed, Alexander destroyed, Sun_Tzu destroyed, Valhalla destroyed",
            talon="Fearless destroyed, Indomitable destroyed, Honor stands hull=1",
        ),
        (275, 176),
        "great",
    ),
]
LAST_OF_EVE = Fight(
    scenario(12),
    "rival",
    "talon",
    told(
        "talon",
        rounds=6,
        terran=f"Defiant destroyed, Thunderchild destroyed, Sun_Tzu destroyed, Guderian destroyed, {SQUADRONS}",
        talon="Dominion destroyed, Freedom destroyed, Fearless destroyed",
    ),
    (813, 448),
    "great",
)


def eve_and_finn(second: Fight, last: LegResult | None = None) -> list[LegResult]:
    legs = singles([FIRST, second, *LATER, LAST_OF_EVE])
    return legs if last is None else [*legs[:-1], last]


def test_28_as_first_recorded() -> None:
    legs = eve_and_finn(RECORDED)
    assert runs(legs) == [(0, 1), (3, 1), (3, 3), (4, 3), (7, 3), (7, 5), (7, 7), (11, 7)]
    assert (winner(standings(legs)), life(legs)) == ("user", (14, 7))


def test_28_a_corrected_leg_changes_every_score_since() -> None:
    legs = eve_and_finn(RIGHT)
    assert runs(legs) == [(0, 1), (1, 1), (1, 3), (2, 3), (5, 3), (5, 5), (5, 7), (9, 7)]
    assert (winner(standings(legs)), life(legs)) == ("user", (12, 7))


def test_28_a_corrected_leg_can_take_the_bonus_away() -> None:
    minor = LegResult(Points(user=POINTS["minor"]), Points())
    assert winner(standings(eve_and_finn(RECORDED, minor))) == "user"
    legs = eve_and_finn(RIGHT, minor)
    assert (runs(legs)[-1], winner(standings(legs)), life(legs)) == ((7, 7), None, (6, 7))


def test_28_a_corrected_leg_can_have_another_winner() -> None:
    legs = eve_and_finn(OTHER_WINNER)
    assert runs(legs) == [(0, 1), (0, 3), (0, 5), (1, 5), (4, 5), (4, 7), (4, 9), (8, 9)]
    assert (winner(standings(legs)), life(legs)) == ("rival", (6, 14))


@pytest.mark.parametrize(
    ("again", "score", "lifetime"), [(Points(rival=1), (8, 8), (6, 8)), (Points(user=1), (9, 7), (12, 7))]
)
def test_28_a_leg_corrected_to_have_no_winner_is_open_again(
    again: Points, score: tuple[int, int], lifetime: tuple[int, int]
) -> None:
    legs = eve_and_finn(RIGHT)
    legs[1] = still_open(3)
    found = standings(legs)
    assert (found.over, winner(found)) == (False, None)
    assert runs(legs) == [(0, 1), (0, 1), (0, 3), (1, 3), (4, 3), (4, 5), (4, 7), (8, 7)]
    assert life(legs) == (6, 7)
    legs[1] = LegResult(again, Points())
    assert (runs(legs)[-1], life(legs)) == (score, lifetime)


def test_28_other_losses_of_the_same_degree_change_no_score() -> None:
    assert standings(eve_and_finn(OTHER_LOSSES)) == standings(eve_and_finn(RECORDED))
    assert life(eve_and_finn(OTHER_LOSSES)) == (14, 7)


def test_20_2_just_under_three_is_great() -> None:
    """2.9792 is not rounded up."""
    found = result_of(
        scenario(2), "talon", terran="Thor destroyed, Caleb destroyed", talon="Hunter destroyed"
    )
    assert (found.terran_lost, found.talon_lost, found.degree) == (143, 48, "great")


def test_r90_a_target_that_gets_away_by_conceding_does_not_count() -> None:
    found = result_of(
        TARGET,
        "terran",
        ending="conceded",
        terran="Thor destroyed, Caleb destroyed",
        talon="Justice destroyed, Dominion jumped, Freedom jumped, Dauntless jumped",
    )
    assert (found.talon_lost, found.terran_lost, found.degree) == (115, 143, "minor")
