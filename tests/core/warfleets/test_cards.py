"""Cards of Warfleets: FTL: all that a fleet has, with its boxes and in our words."""

from typing import get_args

import pytest

from engines.warfleets import cards
from engines.warfleets.cards import ship_card, squadron_card, words
from engines.warfleets.catalogue import Special, catalogue
from engines.warfleets.fleet import Mount, Ship, Squadron
from engines.warfleets.rules.tracks import PULSE
from engines.warfleets.state import ROUNDS


def test_everything_has_its_words_and_nothing_else():
    known, told = catalogue(), words()
    assert told.heroes.keys() == known.heroes.keys()
    assert told.titles.keys() == known.titles.keys()
    assert told.upgrades.keys() == known.upgrades.keys()
    assert told.specials.keys() == set(get_args(Special))


def test_a_card_adds_to_speeds_what_the_rules_add():
    assert tuple(100 * inches for inches in cards.PULSE) == (PULSE["move"], PULSE["cruise"])


def test_a_ship_has_a_box_for_each_damage_of_each_upgrade():
    mounts = (Mount("front", "tsunami-cannon"), Mount("sides", "weapon-batteries"))
    ark = Ship("Ark", "heavy", ("armored-plating", "warp-drive"), mounts, "ace-commander", "avenger")
    card = ship_card(ark, catalogue())
    assert [(line.title, line.boxes) for line in (*card.upgrades, *card.weapons)] == [
        ("Armored Plating", 5),
        ("Warp Drive", 3),
        ("Front: Tsunami Cannon", 3),
        ("Sides: Weapon Batteries", 3),
    ]
    assert card.weapons[0].words.startswith("24″, attacks 1, strength 2. Fires only when holding. ")
    assert [line.title for line in card.extras] == ["Ace Commander", "Avenger"]
    assert (card.points, card.boxes) == (95, 0)


@pytest.mark.parametrize(("kind", "rules"), [("gunship", 0), ("fighter", 1), ("bomber", 2)])
def test_a_squadron_has_three_boxes_and_its_rules(kind, rules):
    card = squadron_card(Squadron("Sparks", kind))
    assert (card.boxes, len(card.extras), card.points) == (3, rules, 10)
    assert [mark.title for mark in card.marks] == ["Activated", "Engaged"]


@pytest.mark.parametrize(
    ("hero", "marks"), [("", []), ("ace-commander", []), ("tactical-master", ["In reserve"])]
)
def test_a_ship_has_marks_for_what_a_table_notes_of_it(hero, marks):
    card = ship_card(Ship("Ark", "light", ("warp-drive", "stealth-rig"), hero=hero), catalogue())
    assert [mark.title for mark in card.marks] == ["Activated", "Held", "Markers", *marks]
    assert [len(mark.boxes) for mark in card.marks[:3]] == [ROUNDS, ROUNDS, cards.MARKERS]


def test_there_are_marks_for_every_round_and_marker_that_there_can_be():
    assert tuple(str(number) for number in range(1, ROUNDS + 1)) == cards.EACH_ROUND
