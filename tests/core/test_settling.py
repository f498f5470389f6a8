"""What each way to settle a zone is worth to a side, in Ship Points (31.6, 31.8)."""

import re
from typing import Any

import pytest

from campaign.commanders.engaging import engages
from campaign.commanders.temper import SPARING, TEMPERS
from campaign.odds.outlook import outlook
from campaign.rules.battles.forces import revealed
from campaign.rules.battles.predicting import stands_ground
from campaign.rules.battles.settling import WAR, best_fight, declined, engaged, gain_of_engaging
from campaign.rules.sight import WarView, view
from campaign.rules.state import Battle
from engines.seam.documents import Level, Stance
from engines.seam.sides import SIDES, Side, opponent
from tests.core.table import Table


def met(terran: str, talon: str, **midway: Any) -> tuple[WarView, Battle]:
    """A turn's first battle, both sides in Antares, as onlookers and both sides see it."""
    table = Table.midway(terran={"Antares": terran}, talon={"Antares": talon}, minimum=(0, 0), **midway)
    table.plan("terran")
    table.plan("talon")
    seen = view(table.war, "terran")
    return seen, next(battle for battle in seen.battles if battle.forces)


@pytest.mark.parametrize("side", SIDES)
def test_to_give_up_a_zone_costs_what_the_enemy_gains(side: Side) -> None:
    seen, battle = met("BB", "BB, DD")
    lost = declined(seen, battle, side)
    assert lost.worth < 0
    assert (lost.held, lost.lost, lost.stance) == (0.0, 0.0, None)


def test_a_hopeless_fight_is_declined() -> None:
    seen, battle = met("SC", "DN, BB, BC, CA")
    assert not engages(seen, "terran", battle.number, TEMPERS["steady"])
    assert engages(seen, "talon", battle.number, TEMPERS["steady"])


def test_a_contested_fight_is_taken_though_to_decline_is_worth_more() -> None:
    """A war in which each side declines whatever costs a little has hardly a battle to look at (S76)."""
    seen, battle = met("3 BC", "3 CA, CL")
    best = best_fight(seen, battle, "talon", "captain")
    assert 0.25 <= best.held <= 0.45
    assert best.worth < declined(seen, battle, "talon").worth
    assert engages(seen, "talon", battle.number, TEMPERS["steady"])
    assert not engages(seen, "talon", battle.number, SPARING)


def test_an_even_fight_is_worth_more_than_to_decline() -> None:
    """Neither side gives up a zone for nothing where either may win."""
    seen, battle = met("BB, BC", "BB, CA, FF")
    for side in SIDES:
        assert best_fight(seen, battle, side, "captain").worth > declined(seen, battle, side).worth


@pytest.mark.parametrize("side", SIDES)
def test_what_one_side_gains_the_other_loses(side: Side) -> None:
    seen, battle = met("BB, BC", "BC, DD")
    own = engaged(seen, battle, side, ("hold", "withdraw"), "captain")
    other = engaged(seen, battle, opponent(side), ("withdraw", "hold"), "captain")
    assert own.worth == pytest.approx(-other.worth)


def test_a_home_is_worth_the_war() -> None:
    seen, battle = met("BB", "BB, DD", markers={"Antares": 1})
    assert battle.place == "home/terran"
    assert declined(seen, battle, "terran").worth == -WAR


def test_a_planet_is_lost_only_to_who_can_land() -> None:
    """Without transports nobody takes it, however the battle ends (31.8). To hold it is worth a fight."""
    markers = {"Antares": 4}
    seen, battle = met("BB, DD", "BB, BB", markers=markers)
    assert seen.planets[battle.place] == "terran"
    assert engaged(seen, battle, "terran", ("hold", "withdraw"), "captain").held == 1.0
    landed, invaded = met("BB, DD", "BB, BB, 2 Tran", markers=markers)
    assert engaged(landed, invaded, "terran", ("hold", "withdraw"), "captain").held < 1.0
    assert not outlook(landed, invaded, "terran", "captain", "withdraw").hopeless


@pytest.mark.parametrize(
    ("terran", "engages", "words"),
    [
        (
            "BB, BC, DD",
            True,
            r"That is worth about \d+ points more than to decline: .* losses of both sides, .* front line\.",
        ),
        (
            "CA, CL",
            False,
            r"That is worth about \d+ points more than to engage: .* losses of both sides, .* front line\.",
        ),
        (
            "BB, CL",
            True,
            r"You stand your ground in \d\d of 100, though to decline would save about \d+ points\.",
        ),
    ],
)
def test_the_question_recommends_what_holds_often_or_is_worth_more(
    terran: str, engages: bool, words: str
) -> None:
    """S76, S83: by the same figures as the instructions, and the sentence says which."""
    seen, battle = met(terran, "BB, BC")
    told = outlook(seen, battle, "terran", "captain", "hold")
    assert told.gain == gain_of_engaging(seen, battle, "terran", "hold")
    assert told.stands == stands_ground(seen, battle, "terran", "hold", revealed(seen, battle))
    assert told.advises is engages
    assert re.fullmatch(f"Recommended: {'engage' if engages else 'decline'}\\. {words}", told.advice)


@pytest.mark.parametrize(
    ("terran", "talon", "level", "stance", "words"),
    [
        (
            "DD, CL",
            "BB",
            "ensign",
            "preserve",
            r"To engage and to decline are worth about the same: 3 points apart, .* off by \d+\.",
        ),
        (
            "CL",
            "BB, BC, DD",
            "captain",
            "hold",
            r"Recommended: decline\. That is worth about \d+ points more than to engage: .*",
        ),
        (
            "SC",
            "BB, BC, DD",
            "captain",
            "hold",
            r"To engage and to decline are worth the same by the estimate\.",
        ),
        (
            "SC",
            "BB, BC, DD",
            "ensign",
            "preserve",
            r"To engage and to decline are worth the same by the estimate\.",
        ),
    ],
)
def test_what_is_within_the_error_of_the_estimate_is_not_recommended(
    terran: str, talon: str, level: Level, stance: Stance, words: str
) -> None:
    """Whose captain gives up before the first shot loses as little as who declines."""
    seen, battle = met(terran, talon)
    told = outlook(seen, battle, "terran", level, stance)
    assert (told.advises is None) is (abs(told.gain) <= told.unsure)
    assert re.fullmatch(words, told.advice)


def test_a_contested_battle_within_the_error_is_recommended_by_its_odds() -> None:
    """S76: and the sentence does not say by how much it is worth more."""
    seen, battle = met("DD, CL, BC", "BB, CA")
    told = outlook(seen, battle, "terran", "captain", "withdraw")
    assert 0 < told.gain <= told.unsure
    assert told.advises is True
    assert re.fullmatch(
        r"Recommended: engage\. You stand your ground in \d\d of 100, and it is worth about as much as to decline\.",
        told.advice,
    )


@pytest.mark.parametrize("side", SIDES)
def test_a_close_battle_may_be_further_off_than_a_one_sided_one(side: Side) -> None:
    """By the error of such chances; and a worth in Ship Points is off the more, the more there is to lose."""
    close, one_sided = (
        outlook(*met(terran, "BB, BC"), side, "captain", "hold") for terran in ("BB, CL", "CA, CL")
    )
    assert close.unsure > 5 * one_sided.unsure > 0
    few = outlook(*met("BB", "BB, DD"), side, "captain", "hold")
    assert few.unsure < close.unsure


def test_at_the_own_home_the_question_recommends_to_engage() -> None:
    """S10: whatever comes."""
    seen, battle = met("SC", "BB, BC, DN", markers={"Antares": 1})
    told = outlook(seen, battle, "terran", "captain", "hold")
    assert told.advises is True
    assert told.advice == "Recommended: engage. To decline at your home loses the war."
