"""What the planning pages show, from positions made by hand: ready fleets, shipyard, board, bases, turn report."""

import pytest

from campaign.planning.editor import bases as base_choice
from campaign.planning.editor import board, edits, shipyard, turn_report
from campaign.planning.editor import page as planning_page
from campaign.planning.editor.edits import WorkingPlan, first_plan
from campaign.planning.editor.form import press, read_fields, read_form
from campaign.planning.proposals import ready_fleets
from campaign.rules import decide, start
from campaign.rules.events import AnyEvent, BaseRepaired, IncomePaid, ShipsRepaired, TurnBegan
from campaign.rules.fleets.assignment import sent_lp
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.orders import RESERVE, PlaceBases, Plan, StandingInstruction
from campaign.rules.sight import missed_since
from campaign.rules.state import Sighting, War
from campaign.war.chart.fronts import last_seen_in, seen_lp
from engines.seam.documents import UNDAMAGED
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.catalogue import purchasable, ship_class
from tests.core.table import Table, four_sectors, three_sectors

GATES = {"treasury": 1600, "reserve": 400, "free_bases": 1, "black_holes": True}
MAPS = pytest.mark.parametrize(
    ("chart", "settings"),
    [(four_sectors(), {}), (three_sectors(), GATES)],
    ids=["four sectors", "three gates"],
)


def begun(chart: StrategicMap, settings: dict, extra: int = 0) -> War:
    """A war in turn 1 with bases placed, some of them paid for."""
    table = Table(chart, **settings)
    for side in SIDES:
        places = start.base_places(table.war, side)
        table.bases(side, *places[: start.free_bases(table.war, side) + extra])
    return table.war


def midway() -> War:
    """Turn 3 with ships in every state."""
    return Table.midway(
        terran={
            "Antares": "DD Achilles, DD Caleb, CA Patton",
            "Orion": "CL Thor hull=2 thrusters=1",
            "Badlands": "FTR stranded, CA Napoleon",
            "reserve": "DD Hercules",
        },
        talon={"Antares": "CA, CA, CA, CA"},
        treasury=(120, 0),
    ).war


@MAPS
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("extra", [0, 1, 2])
def test_three_ready_fleets_are_legal(chart, settings, side: Side, extra: int) -> None:
    war = begun(chart, settings, extra)
    offers = ready_fleets.fleet_choices(war, side)
    assert len(offers) == 3
    for offer in offers:
        assert list(decide.plan_refusals(war, side, offer.working.plan)) == []
        assert offer.cost <= war.fleet(side).treasury
        assert set(offer.working.plan.buy) == {kind.key for kind in purchasable(side)}
        assert sum(sent_lp(war, side, offer.working.ships, offer.working.plan).values()) == offer.lp >= 4


def test_no_ready_fleet_where_the_points_do_not_do() -> None:
    war = begun(four_sectors(), {})
    war.terran.treasury = 700
    assert ready_fleets.fleet_choices(war, "terran") == ()
    war.turn = 2
    assert ready_fleets.fleet_choices(war, "talon") == ()


@pytest.mark.parametrize("treasury", [1000, 1333, 5000, 20_000])
def test_ready_fleets_fit_any_treasury(treasury: int) -> None:
    war = begun(four_sectors(), {"treasury": treasury})
    for side in SIDES:
        assert ready_fleets.fleet_choices(war, side)


def test_a_plus_takes_those_that_were_there_first_and_a_minus_the_others() -> None:
    working = first_plan(midway(), "terran")
    working = press(working, "send/destroyer/Antares/1")
    assert working.plan.assign["Hercules"] == "Antares"
    assert press(working, "send/destroyer/Antares/-1").plan.assign["Hercules"] == RESERVE
    idle = press(working, "send/destroyer/Antares/-3")
    assert press(idle, "send/destroyer/Antares/1").plan.assign["Achilles"] == "Antares"
    assert press(idle, "send/destroyer/Orion/1").plan.assign["Hercules"] == "Orion"


def test_s60_a_plan_begins_with_the_instructions_of_the_turn_before() -> None:
    war = midway()
    assert first_plan(war, "terran").plan.standing == {}
    told = {"Antares": StandingInstruction("leading", 3, "preserve")}
    war.terran.standing = told
    assert first_plan(war, "terran").plan.standing == told


@pytest.mark.parametrize("answer", ["decline", "unless", "engage", "leading", "odds", "worth"])
def test_s60_an_instruction_that_may_decline_ends_where_the_front_has_come_home(answer) -> None:
    """S10: to decline at the own home loses the war, and nobody would have been asked."""
    war = midway()
    war.markers["Antares"], war.markers["Badlands"] = 0, 1
    told = StandingInstruction(answer, 2)
    war.terran.standing = {"Antares": told, "Badlands": told}
    kept = first_plan(war, "terran").plan.standing
    assert kept["Badlands"] == told
    assert ("Antares" in kept) == (answer in ("engage", "leading", "odds", "worth"))


def test_a_page_says_which_instruction_may_give_up_the_home() -> None:
    war = midway()
    war.markers["Antares"] = 0
    working = read_fields(first_plan(war, "terran"), {"answer/Antares": "decline", "answer/Orion": "decline"})
    assert planning_page.editor_parts(working, planning_page.OnMap("/", {})).judgement.gives_up_home == (
        "Antares",
    )
    told = read_fields(working, {"answer/Antares": "engage"})
    assert planning_page.editor_parts(told, planning_page.OnMap("/", {})).judgement.gives_up_home == ()


def test_s41_only_the_first_instruction_at_home_speaks() -> None:
    war = midway()
    first, second = war.chart.order[:2]
    war.markers[first] = war.markers[second] = 0
    working = read_fields(
        first_plan(war, "terran"), {f"answer/{first}": "engage", f"answer/{second}": "decline"}
    )
    assert planning_page.editor_parts(working, planning_page.OnMap("/", {})).judgement.gives_up_home == ()
    told = read_fields(working, {f"answer/{first}": "decline"})
    assert planning_page.editor_parts(told, planning_page.OnMap("/", {})).judgement.gives_up_home == (first,)


def test_a_lead_is_read_with_the_instruction_that_needs_it() -> None:
    working = first_plan(midway(), "terran")
    read = read_fields(working, {"answer/Orion": "leading", "lead/Orion": "4"})
    assert read.plan.standing == {"Orion": StandingInstruction("leading", 4)}
    with pytest.raises(Refused, match="1 to 99"):
        read_fields(working, {"answer/Orion": "leading", "lead/Orion": "0"})


def test_an_empty_fleet_of_turn_one_has_a_nearest_legal() -> None:
    working = first_plan(begun(four_sectors(), {}), "talon")
    assert press(working, "nearest").plan.assign == {}
    poor = press(working, "buy/frigate/2")
    assert set(press(poor, "nearest").plan.assign.values()) == {RESERVE}


def test_the_yard_says_where_ships_are_and_what_is_missing() -> None:
    working = first_plan(midway(), "terran")
    lines = {line.kind.key: line for line in shipyard.yard_lines(working, [])}
    assert lines["destroyer"].places == "Reserve 1, Antares 2"
    assert lines["scout"].missing
    assert lines["destroyer"].why_not is not None
    assert lines["destroyer"].why_not.rule == "S6"
    assert lines["scout"].why_not is None
    assert lines["battleship"].why_not == ("31.4", "The treasury has only 120 points left.")


def test_money_shows_what_is_left() -> None:
    working = press(first_plan(midway(), "terran"), "buy/scout/1")
    assert [(figure.label, figure.value) for figure in shipyard.money(working)] == [
        ("Treasury", 120),
        ("On order", 37),
        ("Left", 83),
    ]


def test_the_board_groups_the_undamaged_and_sets_the_others_apart() -> None:
    working = first_plan(midway(), "terran")
    rows = {row.kind.key: row for row in board.board_rows(working, [])}
    assert [cell.count for cell in rows["destroyer"].cells] == [2, 0, 0, 0]
    assert (rows["destroyer"].total, rows["destroyer"].in_reserve) == (3, 1)
    thor = rows["light_cruiser"].set_apart[0]
    assert thor.damage == ("2 hull boxes marked", "1 thruster critical")
    assert thor.closed == ("Antares", "Badlands")
    assert [box.marked for box in thor.boxes][:3] == [True, True, False]
    assert rows["light_cruiser"].cells[3].damaged == 1
    stranded = rows["fighter"].set_apart[0]
    assert [choice.target for choice in stranded.choices] == [RESERVE]


def test_bars_and_figures_measure_the_draft() -> None:
    working = first_plan(midway(), "terran")
    bars = {bar.sector: (bar.sent, bar.need, bar.shortfall) for bar in board.bars(working, [])}
    assert bars == {"Antares": (5, 1, 0), "Badlands": (3, 1, 0), "Maelstrom": (0, 1, 1), "Orion": (2, 1, 0)}
    assert board.scale_of(board.bars(working, [])) == 5
    assert not board.surrenders(working)
    first = first_plan(begun(four_sectors(), {}), "terran")
    assert board.surrenders(first)


def test_the_reserve_calls_only_once_something_is_bought() -> None:
    first = first_plan(begun(four_sectors(), {}), "terran")
    assert not board.reserve_figure(first).over
    assert board.reserve_figure(press(first, "buy/scout/1")).over


def looked(war: War, side: Side) -> dict[str, tuple[int, int, int]]:
    """By sector the turn in which the enemy was last seen, how many ships, and their LP."""
    enemy = opponent(side)
    found = {sector: last_seen_in(war, enemy, sector) for sector in war.chart.order}
    return {sector: (turn, len(seen), seen_lp(enemy, seen)) for sector, (turn, seen) in found.items()}


def test_each_sector_says_what_was_last_seen_there() -> None:
    war = midway()
    assert set(looked(war, "terran").values()) == {(0, 0, 0)}
    cruiser = ship_class("talon", "heavy_cruiser")
    for name, turn, place in (
        ("A", 2, "Antares/4"),
        ("B", 2, "Antares/4"),
        ("C", 1, "Antares/5"),
        ("D", 1, "home/talon"),
    ):
        war.sightings["talon"][name] = Sighting(turn, place, cruiser.key, UNDAMAGED, 1)
    two, one, none = (2, 2, 2 * cruiser.lp), (1, 1, cruiser.lp), (0, 0, 0)
    nearest = {"Antares": two, "Badlands": one, "Maelstrom": none, "Orion": none}
    assert looked(war, "terran") == nearest, "what was seen at a home is near it once no marker is there"
    assert set(missed_since(war, "talon")) == {"C"}, "a later look at Antares did not find it"
    assert looked(war, "talon")["Antares"] == (0, 0, 0)
    war.markers["Orion"] = len(war.chart.zones("Orion")) - 1
    assert looked(war, "terran")["Orion"] == (1, 1, cruiser.lp)


def test_every_refusal_leads_to_its_place() -> None:
    working = press(first_plan(begun(four_sectors(), {}), "terran"), "buy/destroyer/2")
    shown = planning_page.editor_parts(working, planning_page.OnMap("/plan/", {}))
    assert {remark.anchor for remark in shown.judgement.remarks} == {"shipyard", "assignment"}
    assert planning_page.anchor_of(working, "Achilles") == "row-destroyer"
    assert planning_page.anchor_of(working, "carrier") == "yard-carrier"


def test_s8_a_shortage_says_how_short_the_plan_and_the_best_one_are() -> None:
    huddled = Table.midway(
        terran={"Antares": "DD Achilles, DD Caleb, DD Hercules, SC Explorer"}, talon={"Antares": "CA"}
    ).war
    working = first_plan(huddled, "terran")
    shown = planning_page.editor_parts(working, planning_page.OnMap("/plan/", {}))
    assert [remark.refusal.reason for remark in shown.judgement.remarks] == [
        "You cannot send 1 LP to every sector. This plan is 3 LP short in all, and the best plan 2."
    ]


def test_a_form_with_several_faults_names_them_all_and_changes_nothing() -> None:
    working = first_plan(midway(), "terran")
    with pytest.raises(Refused) as caught:
        read_form(working, {"to/Patton": "Orion", "to/Nobody": "Antares", "answer/Orion": "flee"})
    assert len(caught.value.refusals) == 3


def test_drafts_of_ships_that_are_gone_are_mended() -> None:
    war = midway()
    working = edits.with_every_ship(
        WorkingPlan(war, "terran", Plan(buy={"scout": 0}, assign={"Gone": "Orion", "Patton": "Badlands"}))
    )
    assert "Gone" not in working.plan.assign
    assert working.plan.assign["Patton"] == "Badlands"
    assert working.plan.buy == {}


@MAPS
@pytest.mark.parametrize("side", SIDES)
def test_the_proposal_of_bases_is_legal(chart, settings, side: Side) -> None:
    war = Table(chart, **settings).war
    order = base_choice.proposal(war, side)
    assert list(start.base_refusals(war, side, order)) == []
    lines = [line for group in base_choice.groups(war, side, order.places) for line in group.lines]
    assert {line.place for line in lines if line.chosen} == set(order.places)
    assert all(line.why_not for line in lines if line.place not in start.base_places(war, side))
    assert len({line.anchor for line in lines}) == len(lines)


def test_the_price_of_more_bases_is_counted() -> None:
    war = Table().war
    figures = {figure.label: figure for figure in base_choice.figures(war, "terran", 5)}
    assert figures["Extra"].value == "2 for 368"
    assert figures["Left for ships"].value == 2000 - 368
    assert base_choice.in_map_order(war, ["Orion/2", "x", "home/terran"]) == PlaceBases(
        ("home/terran", "Orion/2", "x")
    )


def test_the_turn_report_is_of_this_turn_and_side() -> None:
    events: list[AnyEvent] = [
        IncomePaid("terran", {"Antares": 9}),
        TurnBegan(2),
        IncomePaid("terran", {"Antares": 50, "Orion": 40}),
        IncomePaid("talon", {"Antares": 60}),
        ShipsRepaired("terran", ("Thor",)),
        BaseRepaired("Orion/2", UNDAMAGED),
        BaseRepaired("Orion/8", UNDAMAGED),
    ]
    report = turn_report.report(events, "terran", 2, ["Orion/2"])
    assert (report.total, report.repaired, report.bases) == (90, ("Thor",), ("Orion 2",))
