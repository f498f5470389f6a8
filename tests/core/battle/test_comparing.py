"""Two doctrines compared on the same dice: counted in pairs, and the interval of the difference."""

from random import Random

import pytest
from msgspec.structs import replace

from engines.odds.comparing import Compared, Pairs, compare, comparisons
from engines.odds.playing import Question, play_outs
from engines.odds.tally import Ended
from engines.seam.documents import Doctrine
from engines.seeded import SeededDice
from tests.core.battle.records import duel

HOLD = Question(duel(), {"terran": Doctrine(stance="hold"), "talon": Doctrine()}, "lamp")
PRESERVE = replace(HOLD, doctrines={"terran": Doctrine(stance="preserve"), "talon": Doctrine()})


def won(ended: Ended) -> bool:
    """Whether Terran won."""
    return ended.winner == "terran"


def test_each_question_comes_to_what_it_comes_to_alone_and_pairs_are_counted() -> None:
    found = comparisons(HOLD, PRESERVE, range(30), SeededDice)
    assert found.first == play_outs(HOLD, range(30), SeededDice)
    assert found.second == play_outs(PRESERVE, range(30), SeededDice)
    pairs = found.pairs(won)
    assert pairs.fought == found.fought == 30
    assert pairs.both + pairs.first == found.first.won("terran").times
    assert pairs.both + pairs.second == found.second.won("terran").times
    one_by_one = [compare(HOLD, PRESERVE, number, SeededDice).pairs(won) for number in range(30)]
    assert pairs.first == sum(one.first for one in one_by_one)


def test_what_is_compared_does_not_depend_on_who_counts_what() -> None:
    whole = comparisons(HOLD, PRESERVE, range(24), SeededDice)
    pieces = [range(worker, 24, 3) for worker in range(3)]
    Random(3).shuffle(pieces)
    assert sum((comparisons(HOLD, PRESERVE, piece, SeededDice) for piece in pieces), Compared()) == whole


def test_the_same_doctrine_is_never_ahead_of_itself() -> None:
    pairs = comparisons(HOLD, HOLD, range(20), SeededDice).pairs(won)
    assert (pairs.first, pairs.second, pairs.difference) == (0, 0, 0.0)
    low, high = pairs.interval
    assert low < 0 < high


def test_questions_on_different_dice_are_not_compared() -> None:
    with pytest.raises(ValueError, match="different dice"):
        compare(HOLD, replace(PRESERVE, seed="moth"), 0, SeededDice)


def test_the_interval_is_newcombes() -> None:
    """The first example of his table, method 10; and the other way round it is the same with the other sign."""
    assert Pairs(36, 12, 2, 0).interval == pytest.approx((0.0569, 0.3404), abs=5e-5)
    assert Pairs(36, 2, 12, 0).interval == pytest.approx((-0.3404, -0.0569), abs=5e-5)


@pytest.mark.parametrize(
    ("chances", "times"), [((50, 10, 5, 35), 60), ((20, 30, 10, 40), 20), ((40, 10, 10, 40), 200)]
)
def test_it_holds_the_difference_of_the_long_run_in_95_of_100_cases(
    chances: tuple[int, int, int, int], times: int
) -> None:
    """Of 1,000 comparisons with known chances it holds 93 to 97 %."""
    random, held = Random(31), 0
    for _ in range(1000):
        drawn = random.choices(range(4), chances, k=times)
        low, high = Pairs(*(drawn.count(kind) for kind in range(4))).interval
        held += low <= (chances[1] - chances[2]) / 100 <= high
    assert 930 <= held <= 970


def test_common_dice_make_the_difference_surer() -> None:
    """Pairs that end alike have a narrower interval than as many that have nothing to do with each other."""
    alike, apart = Pairs(50, 10, 0, 40), Pairs(30, 30, 20, 20)
    assert alike.difference == apart.difference
    assert alike.interval[1] - alike.interval[0] < apart.interval[1] - apart.interval[0]


def test_without_a_play_out_nothing_is_known() -> None:
    assert Pairs(0, 0, 0, 0).difference == 0
    assert Pairs(0, 0, 0, 0).interval == (-1, 1)
