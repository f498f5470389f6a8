"""Why a whole turn is proposed, and which is recommended."""

import re

import pytest
from msgspec.structs import replace

from campaign.planning.editor.edits import WorkingPlan, first_plan
from campaign.planning.proposals import proposals
from campaign.planning.proposals.chances import chances
from campaign.planning.proposals.reasons import Reason, reason
from campaign.planning.proposals.setting_apart import set_apart
from campaign.rules.orders import RESERVE
from campaign.rules.sight import view
from engines.seam.sides import Side
from tests.core.table import Table

FLEET = {"Antares": "2 BB, CA", "Badlands": "DD", "Maelstrom": "DD", "Orion": "DD"}


def told(working: WorkingPlan, key: str) -> Reason:
    """The name and the reason of a plan, with its chances as captains fight."""
    return reason(working, key, "Usual", chances(working, "captain"))


def because(key: str = "strike", side: Side = "terran", **midway: object) -> tuple[str, str]:
    """The name and the reason of the plan in which every ship stays where it is."""
    table = Table.midway(terran=FLEET, talon={"Antares": "BB"}, **midway)  # type: ignore[arg-type]
    found = told(first_plan(table.war, side), key)
    return found.name, found.because


@pytest.mark.parametrize(
    ("key", "zone", "name", "why"),
    [
        ("strike", 10, "Strike at the enemy's home", "Because a victory at the enemy's home wins the war."),
        ("strike", 5, "Strike at Antares 5", "Because a victory at Antares 5 moves the front line"),
        ("strike", 1, "Defend your home", "Because a defeat at your home loses the war."),
        ("guard", 1, "Guard your home", "Because a defeat at your home loses the war."),
        ("stay", 5, "Hold and reinforce Antares 5", "Because a defeat at Antares 5 moves the front line"),
    ],
)
def test_a_proposal_is_named_for_what_it_does_and_says_why(key: str, zone: int, name: str, why: str) -> None:
    zones = len(Table.midway(terran={}, talon={}).war.chart.zones("Antares"))
    said = because(key, markers={"Antares": zones if zone == 10 else zone})
    assert said[0] == name
    assert said[1].startswith(why)
    assert re.search(
        r" (Estimate: you win \d+ of 100 there|Open: you win \d+ to \d+ of 100 there, by what comes)\.$",
        said[1],
    )


@pytest.mark.parametrize(("key", "points"), [("strike", "+10"), ("guard", "−10")])
def test_a_reason_says_how_much_income_is_at_stake(key: str, points: str) -> None:
    """31.4: Antares 5 pays 50, Antares 6 pays 60 and Antares 4 pays 40: each place says its own."""
    assert f": {points} points a turn for you." in because(key)[1]


def test_a_planet_in_the_way_is_named() -> None:
    """31.8: without two transports nobody takes it."""
    _, why = because(markers={"Antares": 6}, planets={"Antares/6": "talon"})
    assert why.startswith("Because the enemy's planet at Antares 6 bars the way.")


@pytest.mark.parametrize(
    ("sectors", "why"),
    [
        (tuple(FLEET), "Because every minimum is met, and no more can be sent."),
        (("Antares",), "Because you have too few ships for every minimum."),
    ],
)
def test_where_nothing_can_be_spared_it_says_so(sectors: tuple[str, ...], why: str) -> None:
    table = Table.midway(terran=dict.fromkeys(sectors, "DD"), talon={"Antares": "BB"}, minimum=(1, 1))
    found = told(first_plan(table.war, "terran"), "guard")
    assert (found.name, found.because) == ("Usual", why)


def test_what_wins_the_war_is_recommended() -> None:
    """Where an attack on the enemy's home is likely enough to win, it is not guarding that is recommended."""
    zones = len(Table.midway(terran={}, talon={}).war.chart.zones("Antares"))
    table = Table.midway(
        terran={"Antares": "3 BB, 2 CA", "Badlands": "DD", "Maelstrom": "DD", "Orion": "DD"},
        talon={"Badlands": "FF", "Maelstrom": "FF", "Orion": "FF"},
        markers={"Antares": zones},
    )
    found = [one for one, _ in proposals.turn_proposals(view(table.war, "terran"), "terran").values()]
    (advised,) = (one for one in found if one.recommended)
    assert "the enemy's home" in advised.name
    assert advised.because.startswith("Because a victory at the enemy's home wins the war.")


def at_home() -> dict[str, WorkingPlan]:
    """Three plans of a fleet before the enemy's home, which differ only in where ships are sent."""
    zones = len(Table.midway(terran={}, talon={}).war.chart.zones("Antares"))
    usual = first_plan(
        Table.midway(terran=FLEET, talon={"Antares": "BB"}, markers={"Antares": zones}).war, "terran"
    )
    ships = [*usual.plan.assign]
    one_kept = replace(usual.plan, assign={**usual.plan.assign, ships[-1]: RESERVE})
    elsewhere = replace(usual.plan, assign={**usual.plan.assign, ships[-1]: "Antares"})
    return {
        "stays": usual,
        "keeps": WorkingPlan(usual.war, "terran", one_kept),
        "masses": WorkingPlan(usual.war, "terran", elsewhere),
    }


def test_plans_with_the_same_reason_are_told_apart_by_what_is_true_of_one_alone() -> None:
    plans = at_home()
    found = set_apart(dict.fromkeys(plans, "Because it wins"), plans)
    assert len({*found.values()}) == 3
    for key, words in found.items():
        assert words.startswith("Because it wins, and this plan sends ")
        lp, target = re.fullmatch(r".* sends (\d+) LP to ([\w ]+)", words).groups()  # type: ignore[union-attr]
        for other, plan in plans.items():
            there = [
                ship.class_of("terran").lp
                for name, ship in plan.ships.items()
                if plan.plan.assign[name] != RESERVE and target in ("the sectors", plan.plan.assign[name])
            ]
            assert (sum(there) == int(lp)) == (other == key)


def test_a_reason_of_one_plan_alone_stays_as_it_is() -> None:
    plans = at_home()
    reasons = {"stays": "Because of this", "keeps": "Because of that", "masses": "Because of more"}
    assert set_apart(reasons, plans) == reasons


def test_two_plans_that_do_the_same_keep_their_reason() -> None:
    plan = at_home()["stays"]
    reasons = dict.fromkeys(("one", "other"), "Because it wins")
    assert set_apart(reasons, {"one": plan, "other": plan}) == reasons
