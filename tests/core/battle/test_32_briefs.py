"""Battles of Space Empires: 4X as they are told, and the battle of Talon that follows (32)."""

import random
import tomllib

import msgspec
import pytest

from engines.seam import codec
from engines.seam.documents import Quality
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, opponent
from engines.talon import game
from engines.talon.aim_documents import Land
from engines.talon.catalogue import TABLES, astrometrics
from engines.talon.qualities import LEGENDARY, level, quality_of
from engines.talon.space_empires.brief import (
    CANCELLING,
    PLACES,
    Brief,
    BriefShip,
    Troops,
    refusals,
    transports_of,
    troops_refusals,
    unknown,
    without_room,
)
from engines.talon.space_empires.chart import LEVELS, chart_of, file_of, our_chart
from engines.talon.space_empires.entries import Group, ships_of
from engines.talon.space_empires.setting_up import Rolled, is_full_of, roll, setup_of
from engines.talon.space_empires.stored import decode_brief, decode_rolled, decode_troops, encode, written
from engines.talon.terms import TalonTerms, aims_of, terms_of, top_of
from engines.talon.terrain import talon_terrain

TERRANS = (BriefShip("Duke", "heavy_cruiser", attack=2, defence=1), BriefShip("Anzio", "transport"))
TALONS = (BriefShip("Claw", "frigate", attack=1), BriefShip("Horde", "transport"))
CHART = our_chart()


def brief(where="space", defender="terran", **more):
    found = {"terran": TERRANS, "talon": TALONS, "warp": (6, 8) if where == "warp_point" else None, **more}
    return Brief("Somewhere", where, defender, **found)


def dice(*faces):
    return iter(faces).__next__


def reasons(told, chart=CHART):
    return [(one.rule, one.reason) for one in refusals(told, chart)]


@pytest.mark.parametrize("defender", SIDES)
@pytest.mark.parametrize("where", PLACES)
def test_a_battle_can_be_fought_at_every_place_and_from_either_side(where, defender):
    told = brief(where, defender)
    assert not reasons(told)
    rolled = roll(told, _die(where))
    setup = setup_of(told, rolled, CHART)
    game.new_battle(setup)
    assert codec.decode_setup(codec.encode(setup)) == setup
    assert top_of(setup) == defender, "the defender lays what there is to lay (32.2)"
    assert (setup.initiative, setup.planet_owner) == ("talon", defender if where == "planet" else None)


def _die(seed):
    chance = random.Random(seed)
    return lambda: chance.randint(1, 6)


def test_the_printed_example_two_nebulae_and_one_asteroid_are_rolled_again_in_an_asteroid_hex():
    assert roll(brief("asteroids"), dice(2, 2, 4, 4)).patterns == ((2, 2), (4, 4))
    assert roll(brief("nebulae"), dice(2, 2)).patterns == ((2, 2),)


def test_s90_half_of_the_counters_is_enough():
    assert roll(brief("asteroids"), dice(1, 2)).patterns == roll(brief("nebulae"), dice(1, 2)).patterns


@pytest.mark.parametrize("kind", ["asteroid", "nebula"])
def test_s90_what_is_full_of_a_kind_is_counted_by_hand(kind):
    for pattern, laid in astrometrics().items():
        counters = [one for one, hexes in laid.items() for _ in hexes]
        mine = counters.count(kind)
        assert is_full_of(pattern, kind) == (mine >= len(counters) - mine and "black_hole" not in counters)


@pytest.mark.parametrize(
    ("dice_of", "asteroids", "nebulae"),
    [
        ((2, 2), False, True),
        ((3, 4), True, False),
        ((2, 1), False, True),
        ((5, 2), True, True),
        ((3, 2), True, False),
        ((1, 3), True, False),
        ((5, 5), False, False),
        ((6, 2), False, True),
        ((1, 5), False, True),
        ((2, 6), False, False),
        ((4, 6), False, False),
    ],
)
def test_s90_which_patterns_are_kept(dice_of, asteroids, nebulae):
    assert (is_full_of(dice_of, "asteroid"), is_full_of(dice_of, "nebula")) == (asteroids, nebulae)


def test_what_was_rolled_last_is_laid_and_what_was_rolled_again_is_not():
    told = brief("asteroids", "talon")
    setup = setup_of(told, roll(told, dice(1, 6, 2, 6, 3, 2)), CHART)
    ground = talon_terrain(setup.terrain)
    assert (ground.pattern, ground.rolled, top_of(setup)) == ((3, 2), True, "talon")


def test_s90_a_black_hole_is_one_counter_that_nobody_rolls():
    told = brief("black_hole")
    assert talon_terrain(setup_of(told, roll(told, dice()), CHART).terrain).pattern == (1, 6)


@pytest.mark.parametrize("where", PLACES)
def test_technology_counts_everywhere_but_in_asteroids_and_nebulae_and_crews_everywhere(where):
    ships = (BriefShip("Duke", "heavy_cruiser", 2, 1, 3, legendary=True),)
    told = brief(where, terran=ships)
    setup = setup_of(told, Rolled(((4, 4),) if where in CANCELLING else ()), CHART)
    quality = setup.terran[0].quality
    assert quality is not None
    assert (quality.attack, quality.defence) == ((1, 1) if where in CANCELLING else (2, 1))
    assert (quality.experience, quality.legendary) == (3, True)


def test_a_ship_at_level_0_fires_worse_and_is_hit_more_easily_than_in_a_battle_of_talon_alone():
    assert setup_of(brief(talon=(BriefShip("Claw", "frigate"),)), Rolled(), CHART).talon[
        0
    ].quality == Quality(0, 0)


def test_a_ship_at_level_1_with_a_green_crew_is_written_down_as_any_ship():
    ships = (BriefShip("Claw", "frigate", 1, 1),)
    assert setup_of(brief(talon=ships), Rolled(), CHART).talon[0].quality is None


def test_s91_attackers_come_through_a_warp_point_near_it_and_the_defender_stands_as_usual():
    told = brief("warp_point", "talon")
    terms = setup_of(told, Rolled(), CHART).terms
    assert isinstance(terms, TalonTerms)
    layout = terms.layout
    assert layout["terrain"] == [{"kind": "worm-hole", "row": 6, "column": 8}]
    assert [(zone["side"], zone["near_hole"]) for zone in layout["zones"]] == [("terran", True)]


def test_attackers_who_come_another_way_set_up_as_usual_and_the_warp_point_lies_there():
    terms = setup_of(brief("warp_point", through=False), Rolled(), CHART).terms
    assert isinstance(terms, TalonTerms)
    assert terms.layout == {"terrain": [{"kind": "worm-hole", "row": 6, "column": 8}]}
    game.new_battle(setup_of(brief("warp_point", through=False), Rolled(), CHART))


def test_s91_a_warp_point_has_a_hex_between_the_zones():
    assert reasons(brief("warp_point", warp=None)) == [
        ("32.2", "The defender places the warp point. Enter its row and its column.")
    ]
    assert [rule for rule, _ in reasons(brief("warp_point", warp=(2, 8)))] == ["S91"]
    assert [rule for rule, _ in reasons(brief("warp_point", warp=(5, 16)))] == ["S91"]
    assert not reasons(brief("warp_point", warp=(6, 16))), "an even row has a hex more"


@pytest.mark.parametrize(
    ("face", "classes"),
    [(1, "BB"), (2, "BB"), (3, "BC BC"), (4, "BC BC"), (5, "CA CA CA"), (6, "CA CA CA")],
)
@pytest.mark.parametrize("defender", SIDES)
def test_s92_aliens_are_talon_ships_whoever_plays_them_and_do_not_retreat(defender, face, classes):
    told = brief("planet", defender, aliens=True, **{defender: ()})
    assert not reasons(told)
    setup = setup_of(told, roll(told, dice(face, 4)), CHART)
    models = {"BB": "battleship", "BC": "battle_cruiser", "CA": "heavy_cruiser"}
    prefix = "" if defender == "talon" else "talon:"
    found = [unit.ship_class for unit in setup.force(defender)]
    assert found == [prefix + models[one] for one in classes.split()]
    assert terms_of(setup).no_retreat == defender
    game.new_battle(setup)


def test_aliens_have_a_planet_and_only_the_ships_that_dice_say():
    assert [rule for rule, _ in reasons(brief("space", aliens=True, terran=()))] == ["32.2"]
    assert [rule for rule, _ in reasons(brief("planet", aliens=True))] == ["32.2"]


@pytest.mark.parametrize("defender", SIDES)
def test_s92_aliens_have_no_tactics(defender):
    told = brief("planet", defender, aliens=True, **{defender: (), f"{defender}_tactics": 3})
    assert [rule for rule, _ in reasons(told)] == ["S92"]


def test_a_colony_is_a_planet_of_the_defender():
    assert [rule for rule, _ in reasons(brief("asteroids", colony=True))] == ["32.2"]
    assert not reasons(brief("planet", colony=True))


@pytest.mark.parametrize("defender", SIDES)
def test_s93_transports_land_where_somebody_lives_and_decide_nothing(defender):
    attacker = opponent(defender)
    setup = setup_of(brief("planet", defender, colony=True), Rolled(), CHART)
    both = tuple(Land(side, returns=True, rule="32.3", counts=1) for side in (attacker, defender))
    assert aims_of(setup) == both
    game.new_battle(setup)
    alone = brief("planet", defender, colony=True, **{defender: (BriefShip("Duke", "destroyer"),)})
    assert aims_of(setup_of(alone, Rolled(), CHART)) == both[:1]
    assert aims_of(setup_of(brief("planet", defender), Rolled(), CHART)) == ()
    assert transports_of(brief("planet", defender, colony=True), attacker) == (
        "Anzio" if attacker == "terran" else "Horde",
    )
    assert transports_of(brief("planet", defender, colony=True), defender) == (
        "Anzio" if defender == "terran" else "Horde",
    )
    assert transports_of(brief("planet", defender), attacker) == ()


@pytest.mark.parametrize(
    ("ratings", "tactician"),
    [((2, 1), "terran"), ((1, 2), "talon"), ((1, 1), "defender"), ((0, 0), "defender")],
)
@pytest.mark.parametrize("defender", SIDES)
def test_who_may_change_the_initiative_is_the_better_tactician_or_the_defender(defender, ratings, tactician):
    told = brief(defender=defender, terran_tactics=ratings[0], talon_tactics=ratings[1])
    assert terms_of(setup_of(told, Rolled(), CHART)).tactics == (
        defender if tactician == "defender" else tactician
    )


@pytest.mark.parametrize(
    ("ship", "faults"),
    [
        (BriefShip("Claw", "frigate", attack=1, defence=1), 0),
        (BriefShip("Claw", "frigate", attack=2, defence=1), 1),
        (BriefShip("Claw", "frigate", attack=2, defence=2), 2),
        (BriefShip("Claw", "light_cruiser", attack=2, defence=2), 0),
        (BriefShip("Claw", "light_cruiser", attack=3), 1),
        (BriefShip("Claw", "dreadnought", attack=3, defence=3), 0),
        (BriefShip("Claw", "frigate", experience=3, legendary=True), 0),
    ],
)
def test_a_ship_carries_as_much_technology_as_its_hull(ship, faults):
    found = reasons(brief(talon=(ship,)))
    assert [rule for rule, _ in found] == ["32.4"] * faults
    assert all("Enter" in words for _, words in found)


def test_r117_a_squadron_may_have_a_legendary_crew_whose_level_counts_and_which_has_no_ap():
    told = brief(terran=(BriefShip("Ark", "carrier"), BriefShip("Ace", "fighter", legendary=True)))
    assert not reasons(told)
    battle = game.new_battle(setup_of(told, Rolled(), CHART))
    number = next(unit.number for unit in battle.units if unit.name == "Ace")
    assert level(quality_of(battle, number)) == LEGENDARY


def test_tactics_are_not_limited_by_hulls():
    assert not reasons(brief(talon=(BriefShip("Claw", "frigate"),), talon_tactics=3))


@pytest.mark.parametrize(
    ("side", "ship_class"),
    [("terran", "frigate"), ("terran", "dreadnought"), ("talon", "carrier"), ("talon", "scout")],
)
def test_some_classes_are_only_one_sides(side, ship_class):
    ships = (BriefShip("Odd", ship_class), BriefShip("Even", "destroyer"))
    assert [rule for rule, _ in reasons(brief(**{side: ships}))] == ["32.1"]


@pytest.mark.parametrize(
    ("ships", "rule"),
    [
        ((), "32"),
        ((BriefShip("Ace", "fighter"),), "32"),
        ((BriefShip("Twin", "destroyer"), BriefShip("Twin", "destroyer")), "S34"),
        ((BriefShip("One", "base"), BriefShip("Two", "base")), "31.2"),
    ],
)
def test_what_else_cannot_come(ships, rule):
    assert reasons(brief(terran=ships))[0][0] == rule


@pytest.mark.parametrize("side", SIDES)
def test_a_battle_has_room_for_30_ships_a_side(side):
    def with_ships(number):
        ships = tuple(BriefShip(f"Duke {at}", "destroyer") for at in range(number))
        return brief(**{side: ships})

    assert not reasons(with_ships(30))
    assert decode_brief(written(with_ships(30))) == with_ships(30)
    assert [words.split(", ")[0].split(" ", 1)[1] for _, words in reasons(with_ships(31))] == ["has 31 ships"]
    with pytest.raises(msgspec.ValidationError):
        written(with_ships(31))


def test_a_base_does_not_attack():
    ships = (BriefShip("Fort", "base"), *TERRANS)
    assert [rule for rule, _ in reasons(brief(defender="talon", terran=ships))] == ["32.2"]
    assert not reasons(brief(defender="terran", terran=ships))


def test_a_base_that_is_conceded_falls():
    assert terms_of(setup_of(brief(terran=(BriefShip("Fort", "base"),)), Rolled(), CHART)).bases_fall


@pytest.mark.parametrize(("face", "side"), [(1, "terran"), (3, "terran"), (4, "talon"), (6, "talon")])
def test_s91_where_both_have_talon_ships_a_die_gives_the_initiative(face, side):
    told = brief("planet", "terran", aliens=True, terran=())
    assert setup_of(told, roll(told, dice(5, face)), CHART).initiative == side
    ours = brief("planet", "talon", aliens=True, talon=())
    assert setup_of(ours, roll(ours, dice(5)), CHART).initiative == "talon", "as printed (21)"


@pytest.mark.parametrize(("carriers", "squadrons", "faults"), [(1, 4, 0), (1, 5, 1), (2, 8, 0), (0, 1, 1)])
def test_a_carrier_brings_four_squadrons(carriers, squadrons, faults):
    ships = (
        BriefShip("Duke", "destroyer"),
        *(BriefShip(f"Ark {number}", "carrier") for number in range(carriers)),
        *(BriefShip(f"Ace {number}", "fighter") for number in range(squadrons)),
    )
    assert [rule for rule, _ in reasons(brief(terran=ships))] == ["32.1"] * faults
    assert not reasons(brief("planet", colony=True, terran=ships)), (
        "at their colony the others stay out of the battle"
    )


def test_squadrons_without_a_carrier_or_base_are_counted():
    squadrons = tuple(BriefShip(f"Ace {number}", "fighter") for number in range(1, 7))
    assert without_room(brief(terran=(BriefShip("Ark", "carrier"), *squadrons)), "terran") == 2
    assert without_room(brief(terran=(BriefShip("Duke", "destroyer"), *squadrons)), "terran") == 6
    assert without_room(brief(), "terran") == 0


def test_troops_are_aboard_transports_that_may_land():
    told = brief("planet", "terran", colony=True)
    assert not list(troops_refusals(told, Troops("talon", {"Horde": "2 infantry"})))
    assert [one.rule for one in troops_refusals(told, Troops("talon", {"Claw": "2 infantry"}))] == ["32.3"]
    assert not list(troops_refusals(told, Troops("terran", {"Anzio": "2 infantry"})))
    barren = brief("planet", "terran")
    assert [one.rule for one in troops_refusals(barren, Troops("talon", {"Horde": "2 infantry"}))] == ["32.3"]


@pytest.mark.parametrize(
    "document",
    [
        brief("warp_point"),
        brief("planet", aliens=True, terran=()),
        Rolled(((1, 2),), 3),
        Troops("talon", {"A": "b"}),
    ],
)
def test_every_document_is_read_as_it_was_stored_and_refuses_what_it_does_not_know(document):
    read = {"Brief": decode_brief, "Rolled": decode_rolled, "Troops": decode_troops}[type(document).__name__]
    raw = encode(document)
    assert read(raw) == document
    with pytest.raises(msgspec.ValidationError):
        read(raw.replace(b'"document"', b'"more": 1, "document"'))


# Groups


def test_groups_become_ships_with_names_of_the_game_or_of_the_players():
    ships = ships_of(
        "talon", [Group("frigate", 2, attack=1), Group("destroyer", 2, "Claw"), Group("frigate")]
    )
    assert [ship.ship_class for ship in ships] == ["frigate", "frigate", "destroyer", "destroyer", "frigate"]
    assert [ship.name for ship in ships[2:4]] == ["Claw", "Claw 2"]
    assert [ship.attack for ship in ships] == [1, 1, 0, 0, 0]
    assert len({ship.name for ship in ships}) == 5


def test_a_name_that_the_players_gave_is_not_given_again():
    first = ships_of("talon", [Group("frigate")])[0].name
    ships = ships_of("talon", [Group("destroyer", name=first), Group("frigate")])
    assert ships[1].name != first


# The chart


def test_our_chart_says_of_every_value_where_it_is_from():
    table = tomllib.loads((TABLES / "space_empires.toml").read_text("utf-8"))
    assert {one["source"] for part in table.values() for one in part.values()} == {"32", "ours"}
    assert [CHART.attack_of(level).change for level in LEVELS] == [-1, 0, 1, 2]
    assert [CHART.defence_of(level).change for level in LEVELS] == [1, 0, -1, -2]
    assert (CHART.attack_of(3).source, CHART.attack_of(2).source) == ("ours", "32")
    assert {model: hull.size for model, hull in CHART.hull.items() if hull.source == "32"} == {
        "frigate": 1,
        "light_cruiser": 2,
    }


def test_a_file_of_the_players_replaces_what_it_names_and_nothing_else():
    chart = chart_of('[hull]\ndestroyer = 2\n[attack]\n"3" = 1\n[cp.talon]\nfrigate = 6\n')
    assert (chart.hull["destroyer"].size, chart.hull["destroyer"].source) == (2, "yours")
    assert (chart.hull["frigate"].source, chart.attack_of(3).change, chart.attack_of(2).change) == (
        "32",
        1,
        1,
    )
    assert (chart.cost_of("talon", "frigate"), chart.cost_of("terran", "destroyer")) == (6, None)
    assert not reasons(brief(talon=(BriefShip("Claw", "destroyer", attack=2),)), chart)
    assert reasons(brief(talon=(BriefShip("Claw", "destroyer", attack=2),)))


def test_a_level_counts_as_the_players_file_says():
    ships = (BriefShip("Claw", "dreadnought", attack=3, defence=3),)
    usual = setup_of(brief(talon=ships), Rolled(), CHART).talon[0].quality
    assert usual is not None
    theirs = setup_of(brief(talon=ships), Rolled(), chart_of("[attack]\n3 = 1\n[defence]\n3 = -1\n"))
    assert (usual.attack, usual.defence) == (3, 3)
    assert theirs.talon[0].quality == Quality(2, 2)


@pytest.mark.parametrize(
    "text",
    [
        "[hull]\ncorvette = 1\n",
        "[attack]\n4 = 3\n",
        "[attack]\n7 = 1\n",
        "[cp.human]\nfrigate = 1\n",
        "[cp.terran]\nfrigate = 1\n",
        "[bombardment]\ndestroyer = -1\n",
        "[colour]\nred = 1\n",
        "hull = [",
        f"x = {'9' * 5000}",
        "#" * 10_001,
    ],
)
def test_a_file_that_is_no_chart_is_refused_in_words(text):
    with pytest.raises(Refused) as refused:
        chart_of(text)
    assert str(refused.value).endswith(".")


def test_our_values_can_be_taken_as_a_file_and_say_the_same():
    chart = chart_of(file_of(CHART))
    assert [chart.attack_of(level).change for level in LEVELS] == [-1, 0, 1, 2]
    assert {model: hull.size for model, hull in chart.hull.items()} == {
        model: hull.size for model, hull in CHART.hull.items()
    }
    assert "3 = 2  # ours" in file_of(CHART)


def test_what_is_not_known_is_said():
    told = brief("planet", "terran", colony=True)
    assert [words.split(" ")[1] for words in unknown(told, CHART)] == ["costs", "bombardment"]
    chart = chart_of(
        "[cp.terran]\nheavy_cruiser = 12\ntransport = 6\n[cp.talon]\nfrigate = 6\ntransport = 6\n"
        "[bombardment]\nfrigate = 1\ntransport = 0\n"
    )
    assert not list(unknown(told, chart))
