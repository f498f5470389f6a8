"""The luck account: nothing on average, and its words only what can be worked out."""

from math import sqrt
from statistics import fmean, stdev

import pytest

from engines.seam.sides import SIDES
from engines.talon import events as e
from engines.talon.report.luck import Account, account_of, points_of
from tests.core.battle.duels import duel

DUELS = 3_000


def shot(die: int, weapon: str = "phaser", distance: int = 3, modifier: int = 0) -> e.Shot:
    faces = points_of(e.Shot(0, 0, weapon, 1, distance, 1, modifier, 0))
    return e.Shot(0, 0, weapon, 1, distance, die, modifier, faces[die - 1])


def test_over_many_battles_it_sums_to_nothing() -> None:
    """The means of 3,000 duels are within 3.3 standard errors of 0; `python -m bench luck` asks whole battles."""
    found = [duel(number) for number in range(DUELS)]
    for side in SIDES:
        luck = [accounts[side].luck for accounts in found]
        assert any(luck)
        assert abs(fmean(luck)) < 3.3 * stdev(luck) / sqrt(DUELS)
    assert sum(account.rolls for accounts in found for account in accounts.values()) > DUELS


def test_all_faces_together_are_neither_lucky_nor_unlucky() -> None:
    for weapon, distance, modifier in (("phaser", 1, 0), ("disruptor", 4, -1), ("fusion_cannon", 2, -3)):
        account = account_of(shot(die, weapon, distance, modifier) for die in range(1, 7))
        assert account.luck == pytest.approx(0)
        assert account.signed == "0.0"


def test_how_often_luck_comes_is_worked_out_exactly() -> None:
    """A phaser at range 3 hits on 5 and 6: three hits of three come once in 27, two or more 7 times in 27."""
    assert account_of([shot(6), shot(5), shot(6)]).once_in == pytest.approx(27)
    assert account_of([shot(6), shot(1), shot(6)]).once_in == pytest.approx(27 / 7)
    assert account_of([shot(1), shot(2), shot(3)]).once_in == pytest.approx(27 / 8)
    many = account_of([shot(6), shot(4, "disruptor", 1), shot(1), shot(2, "fusion_cannon", 3)])
    assert 1 < many.once_in < 20


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ([], "No shots fired."),
        ([6, 1, 1], "about average"),
        ([6, 6, 6], "2.0 above average. 1 battle in 27 is as lucky."),
        ([6] * 9, "Less than 1 battle in 1000 is as lucky."),
        ([1] * 9, "3.0 below average. 1 battle in 38 is as unlucky."),
    ],
)  # fmt: skip
def test_its_words(dice: list[int], words: str) -> None:
    assert words in account_of(shot(die) for die in dice).sentence


def test_signs() -> None:
    assert (Account("", 1, 1, 0.5, 2).signed, Account("", 1, 0, 1.5, 0).signed) == ("+1.5", "−1.5")
