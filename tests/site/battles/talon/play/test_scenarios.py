"""The pages of the printed scenarios, and battles begun from them."""

from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from battles.models import Battle, Challenge, Play
from battles.services import open_battle
from battles.talon.play.board import board_of
from battles.talon.play.services.beginning import begin
from battles.talon.play.services.captains import go_on
from battles.talon.skirmish.beginning import MOST_OPEN, challenge
from engines.seam import codec
from engines.seam.sides import Side
from engines.talon import state as talon
from engines.talon.hexes import at
from engines.talon.play.aims import aim_lines
from engines.talon.play.drafts.lines import with_draft
from engines.talon.play.offers.legal import offers
from engines.talon.set_ups.scenarios import scenario, scenarios
from engines.talon.terms import TalonTerms, aims_of, top_of
from engines.talon.view import View
from tests.core.board import board
from tests.people import make_person
from tests.site.battles.talon.play.test_play_pages import Screen
from tests.site.plays import drafted, ordered, until, until_it_docks
from tests.site.seats import text

pytestmark = pytest.mark.django_db
CHOSEN = {"side": "terran", "opponent": "one_screen", "level": "ensign", "tempo": "step"}


def test_every_scenario_is_in_the_list() -> None:
    said = text(Client().get("/scenarios/"))
    for number, found in scenarios().items():
        assert f"{number or ''} {found.name}".strip() in said


@pytest.mark.parametrize("number", scenarios())
def test_its_page_says_what_decides_it(number: int) -> None:
    said = text(Client().get(f"/scenarios/{number}/"))
    assert scenarios()[number].name in said
    assert "What decides it" in said
    if number == 4:
        assert "Terran wins at once when Patton docks with its base, which it may do at any Speed." in said
        assert "Talon's DD Hunter comes in at the end of round 1, from the top or bottom" in said
        assert "Play it twice, changing sides." in said
    if number == 7:
        assert "Terran wins if its transport escapes by FTL, and Talon if it is destroyed." in said
        assert "It can jump from round 4 on, at Speed 1." in said
    if number == 12:
        assert "Terran sets up in rows 8 to 11." in said
        assert "A planet lies in row 9, column 8." in said


def test_there_is_no_other() -> None:
    assert Client().get("/scenarios/13/").status_code == 404


@pytest.mark.parametrize("number", [number for number, found in scenarios().items() if found.whole])
def test_a_guest_begins_one(number: int) -> None:
    client = Client()
    answer = client.post(f"/scenarios/{number}/", CHOSEN)
    assert answer.status_code == 302
    battle = Battle.objects.get()
    assert battle.setup_document == scenario(number)
    assert client.get(answer["Location"]).status_code == 200
    sheet = client.get(answer["Location"].replace("play/", "sheet/"))
    assert sheet.status_code == 200


def test_its_options_are_taken() -> None:
    client = Client()
    client.post("/scenarios/10/", {**CHOSEN, "options": ["freedom", "lines"]})
    assert Battle.objects.get().setup_document == scenario(10, ["freedom", "lines"])
    answer = client.post("/scenarios/10/", {**CHOSEN, "options": ["nothing"]})
    assert answer.status_code == 422


def test_lines_that_a_scenario_sets_up_are_in_the_replay_and_in_the_report() -> None:
    """26.10: nobody gave an order to put them down, and round 1 begins before the first order."""
    client = Client()
    path = client.post("/scenarios/10/", {**CHOSEN, "options": ["lines"]})["Location"]
    play = Play.objects.get()
    until(play, number=12)
    assert client.get(f"{path}so-far/").status_code == 200
    frames = client.get(f"{path}so-far/frames.json").json()
    assert len(frames) > 2
    assert len(frames[0]["pieces"]) == 9
    assert client.post(f"/battles/{play.battle_id}/try-out/", {"frame": 1}).status_code == 302
    side: Any = play.decider
    ordered(play, side, f"{side} concede")
    go_on(play.battle_id)
    assert client.get(f"/battles/{play.battle_id}/fought/").status_code == 200


def test_patton_comes_home() -> None:
    """26.4, R68, R70: what stands above the board, and the report."""
    anna, ben = make_person("anna"), make_person("ben")
    setup = scenario(4)
    battle = open_battle(setup=setup, title=setup.place, place=setup.place, terran_user=anna, talon_user=ben)
    play = begin(battle)
    client = Client()
    client.force_login(anna)
    path = f"/battles/{battle.pk}/play/"
    assert "CL Indomitable: arrives in round 2 from the top or bottom" in text(client.get(path))
    order = until_it_docks(play, "Patton")
    assert "Terran must dock Patton with the base: 1 hex away" in text(client.get(path))
    ordered(play, "terran", order)
    go_on(battle.pk)
    said = text(client.get(f"/battles/{battle.pk}/fought/"))
    assert "Terran has brought Patton home" in said
    assert "minor victory" in said.lower()


@pytest.mark.parametrize("falls", [True, False])
def test_a_concession_is_told_as_it_was(falls: bool) -> None:
    """R30: who is aboard a base that stands, who never came in, and the same degree on both pages for who lost."""
    anna, ben = make_person("anna"), make_person("ben")
    setup = scenario(4)
    assert isinstance(setup.terms, TalonTerms)
    setup = replace(setup, terms=replace(setup.terms, bases_fall=falls))
    battle = open_battle(setup=setup, title=setup.place, place=setup.place, terran_user=anna, talon_user=ben)
    play = begin(battle)
    client = Client()
    client.force_login(anna)
    until(play, number=8)
    ordered(play, "terran", "terran concede")
    go_on(battle.pk)
    battle.refresh_from_db()
    settled = battle.result_document
    assert settled is not None
    report = settled.report
    fates = [fate.fate for fate in report.terran]
    assert fates.count("waited") == 1
    assert report.fates("talon")[-1].fate == "waited"
    result, fought = (text(client.get(f"/battles/{battle.pk}/{page}")) for page in ("", "fought/"))
    for said in (result, fought):
        assert "You lost: minor defeat" in said
        assert ("Aboard the base" in said) != falls
        assert "Aboard a carrier" not in said
    assert fought.count("minor victory") == result.count("minor victory") == 1  # that of the winner
    assert "1 never came in" in fought
    assert "left the map" not in fought.split("of 5 destroyed")[1][:40]


def test_a_friend_is_challenged_to_one() -> None:
    client = Client()
    client.force_login(make_person("anna"))
    answer = client.post("/scenarios/7/", {**CHOSEN, "opponent": "link"})
    assert codec.decode_setup(bytes(Challenge.objects.get().setup)) == scenario(7)
    said = text(Client().get(answer["Location"]))
    assert "Terran wins if its transport escapes by FTL, and Talon if it is destroyed." in said


def test_the_aims_stand_above_the_board_with_their_state() -> None:
    screen = Screen()
    answer = screen.client.post("/scenarios/7/", {**CHOSEN, "opponent": "computer"})
    said = text(screen.client.get(answer["Location"]))
    assert "Terran must jump with Normandy: not set up yet" in said


@pytest.mark.parametrize(
    ("items", "state", "stage"),
    [
        ("0,5 E", "from round 4, at Speed 1", "open"),
        ("0,5 E criticals ftl", "FTL offline", "lost"),
        ("jumped", "away", "reached"),
        ("destroyed", "destroyed", "lost"),
        ("left", "left the map", "lost"),
    ],
)
def test_the_state_of_an_escape(items: str, state: str, stage: str) -> None:
    table = board(f"""
        clock 3A terran ap
        map 0,-1
        aim escape terran decides
        aim unhurt talon ship_class battle_cruiser
        terran Tran Normandy {items}
        terran CA Patton 1,5 E
        talon BC Honor 9,5 W hull 1
    """)
    *_, escape, hunt, unhurt = aim_lines(View(table.battle, "talon"))
    assert (escape.words, escape.state, escape.stage) == ("Terran must jump with Normandy", state, stage)
    assert (hunt.side, hunt.words) == ("talon", "Talon must destroy Normandy")
    assert (unhurt.side, unhurt.state) == ("talon", "hurt, Terran's losses count half")


def test_whom_an_escape_has_made_the_winner_is_said_first() -> None:
    """R42: the battle goes on, what is lost still counts, and conceding does not give the victory away."""
    table = board("""
        clock 4A terran fire
        map 0,-1
        aim escape terran decides
        terran Tran Normandy jumped
        terran CA Patton 1,5 E
        talon BC Honor 9,5 W
    """)
    first = aim_lines(View(table.battle, "talon"))[0]
    assert (first.side, first.words, first.state) == ("terran", "Terran has won", "losses still count")
    assert "and still you have won." in conceding(table.battle, "terran")
    assert "and the other side wins." in conceding(table.battle, "talon")
    open_yet = board("""
        clock 4A terran fire
        map 0,-1
        aim escape terran decides
        terran Tran Normandy 0,5 E
        talon BC Honor 9,5 W
    """)
    assert aim_lines(View(open_yet.battle, "talon"))[0].words == "Terran must jump with Normandy"
    assert "and the other side wins." in conceding(open_yet.battle, "terran")


def conceding(battle: talon.Battle, side: Side) -> str:
    """What the button to concede warns of."""
    return next(one.warn for one in offers(View(battle, side)).whole if one.verb == "concede")


@pytest.mark.parametrize(
    ("items", "state", "stage"),
    [
        ("left", "left the map", "reached"),
        ("jumped", "away", "reached"),
        ("destroyed", "destroyed", "lost"),
        ("0,5 E criticals ftl", "FTL offline", "open"),
    ],
)
def test_in_the_escort_zone_over_the_edge_is_away(items: str, state: str, stage: str) -> None:
    """R71."""
    table = board(f"""
        clock 3A terran ap
        map 0,-1
        aim escape terran mutual
        aim escape talon mutual
        terran Tran Normandy {items}
        terran CA Patton 1,5 E
        talon Tran Zeal 9,5 W
    """)
    line = aim_lines(View(table.battle, "talon"))[0]
    assert (line.words, line.state, line.stage) == ("Terran must bring Normandy away", state, stage)


def test_the_link_to_fleets_of_ones_own_chooses_them() -> None:
    form = Client().get("/skirmish/?fleets=own").context["form"]
    assert form["fleets"].value() == "own"
    assert Client().get("/skirmish/?fleets=nothing").context["form"]["fleets"].value() == "2"


def test_the_state_of_landings() -> None:
    table = board("""
        clock 3A terran ap
        map 0,-1
        mode planet of talon
        terrain planet 5,5
        capital 5,5
        terran Tran Normandy landed
        terran CA Patton 1,5 E
        talon BC Honor 9,5 W
    """)
    [line] = aim_lines(View(table.battle, "terran"))
    assert (line.words, line.state) == ("Terran must land two more transports than Talon", "1 of 2")


OWN = {"fleets": "own", "side": "terran", "opponent": "one_screen", "level": "ensign", "ground": "open"}


def test_a_battle_of_ones_own_fleets_in_a_mode() -> None:
    client = Client()
    chosen = {
        **OWN,
        "mode": "convoy",
        "first": "talon",
        "terran_light_cruiser": "1",
        "talon_light_cruiser": "1",
    }
    said = text(client.post("/skirmish/", chosen))
    assert "Talon needs exactly 1 transport in this mode, and has 0." in said
    answer = client.post("/skirmish/", {**chosen, "talon_transport": "1"})
    assert answer.status_code == 302
    setup = Battle.objects.get().setup_document
    assert (top_of(setup), setup.initiative) == ("terran", "talon")
    sheet = text(client.get(answer["Location"].replace("play/", "sheet/")))
    assert "Convoy Intercept (29.4)" in sheet
    assert "Talon wins if its transport escapes by FTL, and Terran if it is destroyed." in sheet


def test_both_sides_place_a_planet_in_an_orbital_conquest() -> None:
    """29.3, R95: Terran is the Second Player, and lands on Talon's."""
    client = Client()
    chosen = {
        **OWN,
        "mode": "conquest",
        "ground": "2,2",
        "terran_light_cruiser": "1",
        "talon_light_cruiser": "1",
    }
    said = text(client.post("/skirmish/", {**chosen, "terran_transport": "2", "talon_transport": "1"}))
    assert "Talon needs at least 2 transports in this mode, and has 1." in said
    answer = client.post("/skirmish/", {**chosen, "terran_transport": "2", "talon_transport": "2"})
    path = answer["Location"]
    sheet = text(client.get(path.replace("play/", "sheet/")))
    assert "Orbital Conquest (29.3)" in sheet
    assert "Terran wins at once when it has landed two transports on Talon's planet." in sheet
    play = Play.objects.get()
    ordered(play, "terran", "terran planet 4,10")
    ordered(play, "talon", "talon planet 4,2")
    ordered(play, "terran", "terran terrain 5,6 0")
    position = board_of(play)
    assert (position.step, position.landing_place("terran")) == ("deploy", at(4, 2))
    client.post(f"{path}ready/")
    assert "must land two transports" in text(client.get(path))


def test_the_attacker_places_the_worm_hole_of_a_blockade() -> None:
    """29.5, R96: at its own edge; the convoy's transport then has it as its aim, and its report may say so."""
    client = Client()
    chosen = {**OWN, "mode": "blockade", "first": "talon", "terran_light_cruiser": "1", "talon_frigate": "2"}
    answer = client.post("/skirmish/", {**chosen, "talon_transport": "1"})
    path = answer["Location"]
    sheet = text(client.get(path.replace("play/", "sheet/")))
    assert "Worm Hole Blockade (29.5)" in sheet
    assert "Terran places the worm hole in its own set-up zone." in sheet
    assert "Talon wins if its transport enters the worm hole, and Terran if it is destroyed." in sheet
    client.post(f"{path}ready/")
    play = Play.objects.get()
    assert "Terran: place the worm hole." in text(client.get(path))
    ordered(play, "terran", "terran worm-hole 8,1")
    board, _orders = with_draft(board_of(play), drafted(play, "terran"))
    assert board.terrain == {at(8, 1): "worm-hole"}


def test_the_fleets_of_a_scenario_in_a_mode() -> None:
    client = Client()
    said = text(client.post("/skirmish/", {**OWN, "fleets": "1", "mode": "target", "first": "terran"}))
    assert "needs one ship that costs more than any other: that is its target." in said
    assert (
        client.post("/skirmish/", {**OWN, "fleets": "10", "mode": "target", "first": "terran"}).status_code
        == 422
    )
    assert client.post("/skirmish/", {**OWN, "fleets": "6", "mode": "target"}).status_code == 302


def test_random_fleets_have_one_dearest_ship_each_where_the_mode_asks_for_it() -> None:
    client = Client()
    chosen = {**OWN, "fleets": "random", "limit": "300"}
    assert "this mode asks for them" in text(client.post("/skirmish/", {**chosen, "mode": "base"}))
    for _ in range(5):
        assert client.post("/skirmish/", {**chosen, "mode": "target"}).status_code == 302
    for battle in Battle.objects.all():
        assert len(aims_of(battle.setup_document)) == 2


def test_a_challenge_that_may_not_be_made_says_so_on_the_page_of_the_scenario() -> None:
    """Too many open challenges: the form comes back with the reason."""
    anna = make_person("anna")
    client = Client()
    client.force_login(anna)
    for _ in range(MOST_OPEN):
        challenge(setup=scenario(2), user=anna, side="terran")
    answer = client.post("/scenarios/7/", {**CHOSEN, "opponent": "link"})
    assert answer.status_code == 422
    assert "Withdraw one first." in text(answer)
